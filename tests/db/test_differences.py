"""Differences between rounds as the database has them, fixes linked to their flags, corrections, and history."""

import pytest

from annotate.difference import CellChange
from annotate.errors import NotAllowedError, NotFoundError
from db import flags, plans, reviews
from db.differences import compare, corrections_of, versions_of
from db.history import read_history
from db.session import open_session
from tests.db.world import a_submitted_plan, an_edit, edit, later


def sent_back(url):
    """Esha changed the museum's end in review, flagged it and sent the plan back; Asha took it up again."""
    office, plan = a_submitted_plan(url)
    with open_session(write=True, url=url) as session:
        reviews.open_review(session, office.esha.id, plan, at=later(20))
        rev = plans.open_plan(session, office.esha.id, plan).rev
        made = [
            an_edit(("d1.s1", "end", 905), client="expert", seq=1, base_rev=rev),
            an_edit(("d1.s1", "end", 910), client="expert", seq=2, base_rev=rev),
        ]
        assert plans.apply_edits(session, office.esha.id, plan, made, at=later(21)).rejected == ()
        flag = flags.set_flag(
            session,
            office.esha.id,
            plan,
            row="d1.s2",
            kind="unrealistic time",
            text="Too long.",
            at=later(22),
        )
        reviews.decide(session, office.esha.id, plan, "back to annotator", "See the flag.", at=later(23))
        plans.start_work(session, office.asha.id, plan, at=later(30))
    return office, plan, flag


def test_a_round_and_the_draft_differ_by_the_cells_that_were_changed_since(database_url):
    office, plan, flag = sent_back(database_url)
    with open_session(write=False, url=database_url) as session:
        first, draft = versions_of(session, office.asha.id, plan)
        found = compare(session, office.asha.id, plan, first.submission_id)
    assert (first.label, draft.label, draft.round) == ("round 1", "the draft", 2)
    assert [cell for row in found.difference.edited for cell in row.cells] == [
        CellChange("d1.s1", "end", 900, 910, 10)
    ]
    assert found.difference.edited[0].longer_min == 10
    assert [one.id for one in found.flags_opened] == [flag] and found.flags_closed == ()


def test_a_fix_is_linked_to_the_edit_of_its_row_and_to_its_round(database_url):
    office, plan, flag = sent_back(database_url)
    with open_session(write=True, url=database_url) as session:
        rev = plans.open_plan(session, office.asha.id, plan).rev
        made = [
            an_edit(("d1.s2", "end", 985), client="fixer", seq=1, base_rev=rev),
            an_edit(("d1.s3", "start", 1330), client="fixer", seq=2, base_rev=rev),
        ]
        plans.apply_edits(session, office.asha.id, plan, made, at=later(31))
        flags.resolve_flag(session, office.asha.id, flag, state="fixed", text="Shorter now.", at=later(32))
        plans.submit(session, office.asha.id, plan, at=later(33))
        (one,) = flags.flags_of(session, plan)
        assert (one.state, one.fix.round, one.fix.cells) == ("fixed", 2, (("d1.s2", "end", 1000, 985),))
        first, second, _ = versions_of(session, office.esha.id, plan)
        found = compare(session, office.esha.id, plan, first.submission_id, second.submission_id)
    assert [one.id for one in found.flags_closed] == [flag]
    assert [(cell.row, cell.moved_min) for row in found.difference.edited for cell in row.cells] == [
        ("d1.s1", 10),
        ("d1.s2", -15),
        ("d1.s3", 10),
    ]


def test_a_flag_answered_without_a_change_says_so_by_having_no_fix(database_url):
    office, plan, flag = sent_back(database_url)
    with open_session(write=True, url=database_url) as session:
        flags.resolve_flag(session, office.asha.id, flag, state="fixed", text="It is right.", at=later(31))
        (one,) = flags.flags_of(session, plan)
    assert (one.state, one.resolution, one.fix) == ("fixed", "It is right.", None)


def test_a_flag_that_is_opened_again_has_no_fix_until_it_is_fixed_again(database_url):
    office, plan, flag = sent_back(database_url)
    edit(database_url, office.asha, plan, an_edit(("d1.s2", "end", 985), client="a", base_rev=99))
    with open_session(write=True, url=database_url) as session:
        rev = plans.open_plan(session, office.asha.id, plan).rev
        made = an_edit(("d1.s2", "end", 985), client="b", base_rev=rev)
        plans.apply_edits(session, office.asha.id, plan, [made], at=later(31))
        flags.resolve_flag(session, office.asha.id, flag, state="fixed", text="Done.", at=later(32))
        plans.submit(session, office.asha.id, plan, at=later(33))
        reviews.open_review(session, office.esha.id, plan, at=later(34))
        flags.resolve_flag(session, office.esha.id, flag, state="open", text="Ask again.", at=later(35))
        (one,) = flags.flags_of(session, plan)
    assert (one.state, one.fix) == ("open", None)


def test_what_the_expert_corrected_is_one_change_for_each_cell_with_their_name(database_url):
    office, plan, _ = sent_back(database_url)
    with open_session(write=False, url=database_url) as session:
        (one,) = corrections_of(session, plan)
    assert (one.row, one.field, one.before, one.after, one.by, one.at) == (
        "d1.s1", "end", 900, 910, office.esha, later(21),
    )  # fmt: skip


def test_there_are_no_corrections_before_a_plan_was_handed_in_or_after_the_next_submission(database_url):
    office, plan, _ = sent_back(database_url)
    with open_session(write=True, url=database_url) as session:
        plans.submit(session, office.asha.id, plan, at=later(40))
        assert corrections_of(session, plan) == ()


def test_a_round_of_another_plan_is_not_found_and_strangers_see_nothing(database_url):
    office, plan, _ = sent_back(database_url)
    with open_session(write=False, url=database_url) as session:
        with pytest.raises(NotFoundError, match="no frozen round 4711"):
            compare(session, office.asha.id, plan, 4711)
        for read in (versions_of, read_history):
            with pytest.raises(NotAllowedError):
                read(session, office.binod.id, plan)


def test_history_says_who_did_what_when_with_runs_of_edits_as_one_line(database_url):
    office, plan, _ = sent_back(database_url)
    with open_session(write=False, url=database_url) as session:
        lines = read_history(session, office.leela.id, plan)
        first = versions_of(session, office.leela.id, plan)[0].submission_id
    told = [(line.kind, line.by, line.to_state) for line in lines]
    assert told == [
        ("take", "Asha (A01)", "assigned"),
        ("start", "Asha (A01)", "in progress"),
        ("edited", "Asha (A01)", None),
        ("submit", "Asha (A01)", "submitted"),
        ("open review", "Esha (E01)", "in review"),
        ("edited", "Esha (E01)", None),
        ("flag", "Esha (E01)", None),
        ("request changes", "Esha (E01)", "changes requested"),
        ("resume", "Asha (A01)", "in progress"),
    ]
    assert lines[2].cells == 15 and lines[5].cells == 2
    assert lines[3].submission_id == first and lines[6].row == "d1.s2"
