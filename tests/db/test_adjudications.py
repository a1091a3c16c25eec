"""Adjudication: one annotation made of two, handed in with its lineage, reviewed by another expert."""

import pytest
from sqlalchemy import update

from annotate.errors import InputError, LockedError, NotAllowedError
from annotate.gates import Gate
from annotate.workflow import Action, State
from db import plans, reviews
from db.adjudications import adjudicate, candidates, lineage_of, overlaps, sent_back
from db.comments import add_comment, resolve_thread
from db.flags import set_flag
from db.integrity import check_database
from db.leases import hold
from db.models import Decision, LogEntry
from db.people import add_person
from db.release_gates import check
from db.session import open_session
from db.submissions import rounds_of
from db.waivers import waive
from tests.db.test_plans import count_queries
from tests.db.world import a_submitted_plan, an_edit, edit, fill, later, moves_of

ROWS = ("d1.l1", "d1.s1", "d1.s2", "d1.s3", "plan")


def two_submissions(url):
    """Asha and Binod handed in the same query; Binod leaves the museum 25 min later."""
    office, first = a_submitted_plan(url)
    with open_session(write=True, url=url) as session:
        query = plans.open_plan(session, office.asha.id, first).query_id
        second = plans.assign(session, office.leela.id, query, office.binod.id, at=later(11))
        plans.start_work(session, office.binod.id, second, at=later(12))
    rev = fill(url, office.binod, second).rev
    edit(url, office.binod, second, an_edit(("d1.s1", "end", 915), client="b", base_rev=rev))
    with open_session(write=True, url=url) as session:
        assert isinstance(plans.submit(session, office.binod.id, second, at=later(15)), plans.Submitted)
    return office, query, first, second


def test_a_query_that_two_people_handed_in_is_an_overlap(database_url):
    office, query, first, second = two_submissions(database_url)
    with open_session(write=False, url=database_url) as session:
        (one,) = overlaps(session)
        assert (one.query_id, one.annotators, one.adjudicated_id) == (
            query,
            (office.asha, office.binod),
            None,
        )
        assert [item.annotation_id for item in candidates(session, office.esha.id, query)] == [first, second]
    assert count_queries(database_url, overlaps) == 3


def test_a_merged_annotation_takes_rows_from_both_and_knows_where_each_came_from(database_url):
    office, query, first, second = two_submissions(database_url)
    taken = dict.fromkeys(ROWS, first) | {"d1.s1": second}
    with open_session(write=True, url=database_url) as session:
        made = adjudicate(session, office.esha.id, query, taken, why="The museum needs it.", at=later(30))
        opened = plans.open_plan(session, office.esha.id, made)
        assert opened.state is State.SUBMITTED and opened.annotator == office.esha
        assert opened.itinerary.find("d1.s1")[1].end_min == 915
        assert opened.itinerary.find("d1.s2")[1].end_min == 1000
        assert {(one.row, one.annotation_id, one.annotator.code) for one in lineage_of(session, made)} == {
            ("d1.s1", second, "A02"),
            *((row, first, "A01") for row in ROWS if row != "d1.s1"),
        }
        (frozen,) = rounds_of(session, made)
        assert (frozen.itinerary, frozen.by) == (opened.itinerary, office.esha)
        (one,) = overlaps(session)
        assert one.adjudicated_id == made
        for source in (first, second):
            assert plans.open_plan(session, office.esha.id, source).state is State.SUBMITTED
            assert moves_of(session, office, source)[-1].kind == "used in adjudication"
        last = moves_of(session, office, made)[-1]
        assert (last.kind, last.from_state, last.to_state, last.why) == (
            "adjudicate", "open", "submitted", "The museum needs it.",
        )  # fmt: skip
    assert check_database(database_url) == []


def test_who_merged_never_reviews_it_and_another_expert_does(database_url):
    office, query, first, _ = two_submissions(database_url)
    with open_session(write=True, url=database_url) as session:
        made = adjudicate(session, office.esha.id, query, dict.fromkeys(ROWS, first), why="All of Asha's.")
        with pytest.raises(NotAllowedError, match="never reviews"):
            reviews.open_review(session, office.esha.id, made)
        reviews.open_review(session, office.ekta.id, made)


def a_merge_with_a_row_of_ekta(url):
    """Asha and Ekta (an expert too) handed in the same query; Esha merged it, the museum from Ekta."""
    office, first = a_submitted_plan(url)
    with open_session(write=True, url=url) as session:
        query = plans.open_plan(session, office.asha.id, first).query_id
        second = plans.assign(session, office.leela.id, query, office.ekta.id, at=later(11))
        plans.start_work(session, office.ekta.id, second, at=later(12))
    fill(url, office.ekta, second)
    with open_session(write=True, url=url) as session:
        plans.submit(session, office.ekta.id, second, at=later(13))
        taken = dict.fromkeys(ROWS, first) | {"d1.s1": second}
        made = adjudicate(session, office.esha.id, query, taken, why="Ekta's museum.", at=later(14))
        edda = add_person(session, "E07", "Edda", ["expert"])
    return office, edda, query, first, made


def test_who_annotated_a_row_of_a_merged_plan_judges_it_as_little_as_who_merged_it(database_url):
    office, edda, _, _, made = a_merge_with_a_row_of_ekta(database_url)
    ekta = office.ekta
    refused = "The person who annotated rows of a merged plan never reviews it"
    with open_session(write=True, url=database_url) as session:
        by_plan = {one.annotation_id: one for one in reviews.queue(session)}
        assert by_plan[made].row_authors == {office.asha.id, ekta.id}
        assert [by_plan[made].is_own(one) for one in (office.esha, ekta, edda)] == [True, True, False]
        assert plans.open_plan(session, ekta.id, made).has_rows
        with pytest.raises(NotAllowedError, match=refused):
            reviews.open_review(session, ekta.id, made)
        found = reviews.open_review(session, edda.id, made, at=later(15)).submission.feedback.findings[0]
        thread = add_comment(session, edda.id, made, row="d1.s1", text="So long?", at=later(16))
        for act in (
            lambda: reviews.open_review(session, ekta.id, made, take_over=True),
            lambda: reviews.decide(session, ekta.id, made, "retain as it is"),
            lambda: plans.discard(session, ekta.id, made, why="No."),
            lambda: plans.apply_edits(session, ekta.id, made, [an_edit(("d1.s2", "end", 1010))]),
            lambda: hold(session, ekta.id, made, "tab"),
            lambda: set_flag(session, ekta.id, made, row="d1.s1", kind="other", text="Look."),
            lambda: waive(session, ekta.id, made, code=found.code, rows=found.rows, reason="Fine."),
        ):
            with pytest.raises(NotAllowedError, match=refused):
                act()
        with pytest.raises(NotAllowedError, match="by an expert on a plan of another"):
            resolve_thread(session, ekta.id, thread)
        reviews.decide(session, edda.id, made, "retain as it is", at=later(17))
        with pytest.raises(NotAllowedError, match=refused):
            reviews.begin_final_review(session, ekta.id, made)
        last = add_person(session, "E08", "Elias", ["expert"])
        reviews.begin_final_review(session, last.id, made, at=later(18))
        with pytest.raises(NotAllowedError, match=refused):
            reviews.make_gold(session, ekta.id, made)
        reviews.make_gold(session, last.id, made, at=later(19))


def test_whose_rows_were_all_replaced_in_the_last_round_may_review_it(database_url):
    office, edda, query, first, made = a_merge_with_a_row_of_ekta(database_url)
    with open_session(write=True, url=database_url) as session:
        reviews.open_review(session, edda.id, made, at=later(15))
        reviews.decide(session, edda.id, made, "back to annotator", "Asha's museum.", at=later(16))
        adjudicate(session, office.esha.id, query, {"d1.s1": first}, why="Asha's.", at=later(17))
        assert reviews.open_review(session, office.ekta.id, made, at=later(18)).plan.state is State.IN_REVIEW


@pytest.mark.parametrize(
    ("by_whom", "said"),
    [
        ("approver", "it was approved by a person who annotated it, or rows of it"),
        ("final reviewer", "the final review was not another expert's"),
    ],
)
def test_a_release_holds_back_a_merged_plan_that_a_row_author_approved_or_made_gold(
    database_url, by_whom, said
):
    office, edda, _, _, made = a_merge_with_a_row_of_ekta(database_url)
    with open_session(write=True, url=database_url) as session:
        last = add_person(session, "E08", "Elias", ["expert"])
        reviews.approve(session, edda.id, last.id, made, at=later(15))
        assert not any(one.gate is Gate.FINAL_REVIEW for one in check(session).items[0].faults)
        change = (
            update(Decision).where(Decision.annotation_id == made)
            if by_whom == "approver"
            else update(LogEntry).where(LogEntry.kind == Action.MAKE_GOLD)
        )
        session.execute(change.values(by_id=office.ekta.id))
        assert [one.said for one in check(session).items[0].faults if one.gate is Gate.FINAL_REVIEW] == [said]


def test_one_that_was_sent_back_is_made_anew_as_its_next_round(database_url):
    office, query, first, second = two_submissions(database_url)
    with open_session(write=True, url=database_url) as session:
        made = adjudicate(
            session, office.esha.id, query, dict.fromkeys(ROWS, first), why="Asha's.", at=later(30)
        )
        with pytest.raises(LockedError, match="it is submitted"):
            adjudicate(session, office.esha.id, query, dict.fromkeys(ROWS, second), why="No, Binod's.")
        reviews.open_review(session, office.ekta.id, made, at=later(31))
        reviews.decide(session, office.ekta.id, made, "back to annotator", "Longer museum.", at=later(32))
        again = adjudicate(
            session, office.esha.id, query, dict.fromkeys(ROWS, second), why="Binod's.", at=later(33)
        )
        assert again == made
        opened = plans.open_plan(session, office.esha.id, made)
        assert (opened.state, opened.round, opened.rev) == (State.SUBMITTED, 2, 1)
        assert opened.itinerary.find("d1.s1")[1].end_min == 915
        assert {one.annotation_id for one in lineage_of(session, made)} == {second}
        assert len(rounds_of(session, made)) == 2
    assert check_database(database_url) == []


def test_one_that_was_sent_back_is_made_anew_also_from_sources_that_were_discarded_since(database_url):
    office, query, first, second = two_submissions(database_url)
    with open_session(write=True, url=database_url) as session:
        made = adjudicate(
            session, office.esha.id, query, dict.fromkeys(ROWS, first), why="Asha's.", at=later(30)
        )
        for source in (first, second):
            plans.discard(session, office.leela.id, source, why="The merged one stands for it.", at=later(31))
        assert overlaps(session) == []
        with pytest.raises(InputError, match="handed in by 0"):
            candidates(session, office.esha.id, query)
        reviews.open_review(session, office.ekta.id, made, at=later(32))
        reviews.decide(session, office.ekta.id, made, "back to annotator", "Longer museum.", at=later(33))
        (one,) = overlaps(session)
        assert (one.annotators, one.adjudicated_id) == ((office.asha, office.binod), made)
        assert [(item.annotation_id, item.state) for item in candidates(session, office.esha.id, query)] == [
            (first, State.DISCARDED),
            (second, State.DISCARDED),
        ]
        adjudicate(session, office.esha.id, query, {"d1.s1": second}, why="Binod's museum.", at=later(34))
        opened = plans.open_plan(session, office.esha.id, made)
        assert (opened.state, opened.round) == (State.SUBMITTED, 2)
        assert opened.itinerary.find("d1.s1")[1].end_min == 915
        assert overlaps(session) == []


def test_a_second_merge_keeps_what_the_reviewer_corrected_unless_another_row_is_taken(database_url):
    office, query, first, second = two_submissions(database_url)
    with open_session(write=True, url=database_url) as session:
        made = adjudicate(
            session, office.esha.id, query, dict.fromkeys(ROWS, first), why="Asha's.", at=later(30)
        )
        assert sent_back(session, office.esha.id, query) is None
        reviews.open_review(session, office.ekta.id, made, at=later(31))
        correction = an_edit(("d1.s2", "end", 1010), client="review", base_rev=0)
        assert plans.apply_edits(session, office.ekta.id, made, [correction]).rejected == ()
        reviews.decide(session, office.ekta.id, made, "back to annotator", "See lunch.", at=later(32))
        own, draft = sent_back(session, office.esha.id, query)
        assert own == made and draft.find("d1.s2")[1].end_min == 1010
        adjudicate(session, office.esha.id, query, {"d1.s1": second}, why="Binod's museum.", at=later(33))
        now = plans.open_plan(session, office.esha.id, made).itinerary
        assert (now.find("d1.s1")[1].end_min, now.find("d1.s2")[1].end_min) == (915, 1010)
        assert {one.row: one.annotation_id for one in lineage_of(session, made)} == {
            row: second if row == "d1.s1" else first for row in ROWS
        }
    assert check_database(database_url) == []


def test_only_an_expert_who_has_none_of_them_adjudicates(database_url):
    office, query, first, _ = two_submissions(database_url)
    taken = dict.fromkeys(ROWS, first)
    with open_session(write=True, url=database_url) as session:
        for person in (office.asha, office.leela):
            with pytest.raises(NotAllowedError):
                adjudicate(session, person.id, query, taken, why="Mine.")
        theirs = plans.assign(session, office.leela.id, query, office.ekta.id)
        with pytest.raises(NotAllowedError, match="never reviews"):
            adjudicate(session, office.ekta.id, query, taken, why="Mine too.")
        assert theirs not in [one.annotation_id for one in candidates(session, office.esha.id, query)]


def test_every_row_and_the_rationale_want_a_choice_and_a_reason_is_given(database_url):
    office, query, first, _ = two_submissions(database_url)
    with open_session(write=True, url=database_url) as session:
        with pytest.raises(InputError, match=r"Nothing was chosen for d1\.s3, plan"):
            adjudicate(session, office.esha.id, query, dict.fromkeys(ROWS[:3], first), why="Some.")
        with pytest.raises(InputError, match="Nothing was chosen"):
            adjudicate(session, office.esha.id, query, dict.fromkeys(ROWS, 4711), why="Another's.")
        with pytest.raises(InputError, match="text"):
            adjudicate(session, office.esha.id, query, dict.fromkeys(ROWS, first), why=" ")


def test_one_submission_is_nothing_to_choose_from(database_url):
    office, plan = a_submitted_plan(database_url)
    with open_session(write=True, url=database_url) as session:
        query = plans.open_plan(session, office.asha.id, plan).query_id
        assert overlaps(session) == []
        with pytest.raises(InputError, match="handed in by 1"):
            candidates(session, add_person(session, "E07", "Edda", ["expert"]).id, query)
