"""Comment threads: who may speak, who is told, what resolving does, what stays."""

import pytest

from annotate.errors import InputError, LockedError, NotAllowedError, NotFoundError
from db import plans, reviews
from db.comments import add_comment, resolve_thread, threads_of
from db.notices import NoticeKind, list_notices
from db.people import add_person
from db.session import open_session
from tests.db.test_plans import count_queries
from tests.db.world import a_submitted_plan, later, moves_of


def in_review(url):
    office, plan = a_submitted_plan(url)
    with open_session(write=True, url=url) as session:
        reviews.open_review(session, office.esha.id, plan, at=later(20))
    return office, plan


def test_a_thread_holds_what_was_said_in_its_order_and_tells_the_others(database_url):
    office, plan = in_review(database_url)
    with open_session(write=True, url=database_url) as session:
        thread = add_comment(
            session, office.esha.id, plan, row="d1.s1", text=" Could it go first? ", at=later(21)
        )
        add_comment(
            session, office.asha.id, plan, row=None, text="The tour is fixed.", thread_id=thread, at=later(22)
        )
        (one,) = threads_of(session, plan)
        assert (one.id, one.row, one.is_resolved) == (thread, "d1.s1", False)
        assert [(said.by, said.text, said.at, said.round) for said in one.comments] == [
            (office.esha, "Could it go first?", later(21), 1),
            (office.asha, "The tour is fixed.", later(22), 1),
        ]
        for person, text in (
            (office.asha, "Esha (E01) commented: Could it go first?"),
            (office.esha, "Asha (A01) commented: The tour is fixed."),
        ):
            (notice,) = [
                notice for notice in list_notices(session, person.id) if notice.kind is NoticeKind.COMMENT
            ]
            assert (notice.text, notice.row) == (text, "d1.s1")
        assert [one.kind for one in moves_of(session, office, plan)][-2:] == ["comment", "comment"]


def test_resolving_closes_a_thread_and_an_answer_opens_it_again(database_url):
    office, plan = in_review(database_url)
    with open_session(write=True, url=database_url) as session:
        thread = add_comment(session, office.asha.id, plan, row=None, text="Is this right?")
        resolve_thread(session, office.esha.id, thread, at=later(30))
        (one,) = threads_of(session, plan)
        assert (one.resolved_by, one.resolved_at) == (office.esha, later(30))
        with pytest.raises(InputError, match="resolved already"):
            resolve_thread(session, office.esha.id, thread)
        add_comment(session, office.asha.id, plan, row=None, text="Still not.", thread_id=thread)
        (one,) = threads_of(session, plan)
        assert not one.is_resolved and len(one.comments) == 2
        assert "resolve thread" in [entry.kind for entry in moves_of(session, office, plan)]


def test_an_annotator_resolves_only_a_thread_of_their_own(database_url):
    office, plan = in_review(database_url)
    with open_session(write=True, url=database_url) as session:
        theirs = add_comment(session, office.esha.id, plan, row=None, text="Why?")
        with pytest.raises(NotAllowedError, match="whoever began it"):
            resolve_thread(session, office.asha.id, theirs)
        own = add_comment(session, office.asha.id, plan, row=None, text="Because.")
        resolve_thread(session, office.asha.id, own)


def test_another_annotator_may_not_speak_and_a_lead_may(database_url):
    office, plan = in_review(database_url)
    with open_session(write=True, url=database_url) as session:
        with pytest.raises(NotAllowedError):
            add_comment(session, office.binod.id, plan, row=None, text="Hello.")
        add_comment(session, office.leela.id, plan, row=None, text="Hurry.")
        other = add_person(session, "E09", "Edda", ["expert"])
        add_comment(session, other.id, plan, row="d1.s2", text="Look here too.")


def test_a_comment_needs_a_text_a_row_of_the_plan_and_a_thread_of_the_plan(database_url):
    office, plan = in_review(database_url)
    with open_session(write=True, url=database_url) as session:
        with pytest.raises(InputError, match="text"):
            add_comment(session, office.esha.id, plan, row=None, text="  ")
        with pytest.raises(NotFoundError):
            add_comment(session, office.esha.id, plan, row="d9.s9", text="Where?")
        with pytest.raises(NotFoundError, match="thread 77"):
            add_comment(session, office.esha.id, plan, row=None, text="Yes.", thread_id=77)
        answer = add_comment(
            session, office.esha.id, plan, row=None, text="Yes.",
            thread_id=add_comment(session, office.esha.id, plan, row=None, text="No."),
        )  # fmt: skip
        with pytest.raises(NotFoundError):
            resolve_thread(session, office.esha.id, answer)


def test_nothing_more_is_said_about_a_plan_that_is_gold_or_discarded(database_url):
    office, plan = a_submitted_plan(database_url)
    with open_session(write=True, url=database_url) as session:
        plans.discard(session, office.esha.id, plan, why="No use.")
        with pytest.raises(LockedError, match="discarded"):
            add_comment(session, office.asha.id, plan, row=None, text="But.")


def test_reading_threads_takes_two_queries_however_many_there_are(database_url):
    office, plan = in_review(database_url)
    with open_session(write=True, url=database_url) as session:
        for number in range(5):
            add_comment(session, office.esha.id, plan, row=None, text=f"Question {number}.")
    assert count_queries(database_url, lambda session: threads_of(session, plan)) == 2
