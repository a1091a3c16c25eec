"""What changed between two rounds, with every value worked out by hand."""

from annotate.difference import CellChange, Piece, PieceKind, changed_words, difference
from annotate.feedback import Feedback
from annotate.plan import Rationale
from annotate.rule import Finding, Outcome, Verdict
from annotate.score import Part, Score
from tests.builders import a_meal, a_stop, an_itinerary

UNWRITTEN = Rationale()
KEPT, ADDED, REMOVED = PieceKind.KEPT, PieceKind.ADDED, PieceKind.REMOVED
OVERLAP = Finding("TIM001", ("d1.s1", "d1.s2"), "They overlap by 10 min.", 10, "min")
SHORTER_OVERLAP = Finding("TIM001", ("d1.s1", "d1.s2"), "They overlap by 5 min.", 5, "min")
CLOSED = Finding("TIM006", ("d1.s2",), "It is closed.", 30, "min")


NO_RATIONALE = Rationale()


def a_feedback(bas=None, museum=None, bistro=None, findings=()):
    parts = (Part("d1.s1", museum), Part("d1.s2", bistro))
    outcomes = {one.code: Outcome(Verdict.FAIL, (one,)) for one in findings}
    return Feedback({"bas": Score("BAS", bas, 2, 2, parts)}, outcomes, (), "default")


def a_plan(museum=("10:00", "13:00"), bistro=("14:00", "15:00"), remark=None, rationale=NO_RATIONALE):
    return an_itinerary(
        a_stop("Museum", *museum, remark=remark), a_meal("Bistro", *bistro), rationale=rationale
    )


def test_a_plan_does_not_differ_from_itself():
    found = difference(a_plan(), a_plan(), a_feedback(0.5), a_feedback(0.5))
    assert found.is_empty and found.edited == ()


def test_times_say_how_many_minutes_they_moved_and_the_stay_how_much_longer_it_is():
    found = difference(a_plan(), a_plan(museum=("10:10", "13:40")), a_feedback(), a_feedback())
    (row,) = found.rows
    assert (row.row, row.day) == ("d1.s1", 1)
    assert row.cells == (
        CellChange("d1.s1", "start", 600, 610, 10),
        CellChange("d1.s1", "end", 780, 820, 40),
    )
    assert row.longer_min == 30


def test_a_time_that_was_missing_moved_by_no_minutes():
    found = difference(a_plan(museum=("10:00", None)), a_plan(), a_feedback(), a_feedback())
    (row,) = found.rows
    assert row.cells == (CellChange("d1.s1", "end", None, 780, None),)
    assert row.longer_min is None


def test_remarks_and_rationale_are_cells_of_their_own():
    found = difference(
        a_plan(remark="No time."),
        a_plan(remark="It is quiet.", rationale=Rationale(decisions="Museum first.")),
        a_feedback(),
        a_feedback(),
    )
    assert found.rows[0].cells == (CellChange("d1.s1", "remark", "No time.", "It is quiet."),)
    assert found.rows[0].longer_min == 0
    assert found.rationale == (CellChange("plan", "decisions", "", "Museum first."),)


def test_scores_gained_and_lost_stand_with_their_row_and_with_the_plan():
    found = difference(a_plan(), a_plan(), a_feedback(0.40, 0.0, 0.80), a_feedback(0.65, 0.58, 0.72))
    assert [(one.row, round(one.gained, 2)) for one in found.scores] == [(None, 0.25)]
    assert [(row.row, round(row.scores[0].gained, 2)) for row in found.rows] == [
        ("d1.s1", 0.58),
        ("d1.s2", -0.08),
    ]
    assert found.edited == ()


def test_a_score_that_came_or_went_has_no_gain():
    found = difference(a_plan(), a_plan(), a_feedback(0.4, 0.4, None), a_feedback(0.4, None, 0.4))
    assert [(row.scores[0].before, row.scores[0].after, row.scores[0].gained) for row in found.rows] == [
        (0.4, None, None),
        (None, 0.4, None),
    ]


def test_a_score_that_moved_by_less_than_is_shown_is_unchanged():
    assert difference(a_plan(), a_plan(), a_feedback(0.5), a_feedback(0.5049)).is_empty
    (one,) = difference(a_plan(), a_plan(), a_feedback(0.5), a_feedback(0.506)).scores
    assert round(one.gained, 3) == 0.006


def test_findings_open_and_close_by_code_and_rows_whatever_their_amount():
    found = difference(
        a_plan(), a_plan(), a_feedback(findings=[OVERLAP]), a_feedback(findings=[SHORTER_OVERLAP, CLOSED])
    )
    assert (found.opened, found.closed) == ((CLOSED,), ())
    back = difference(a_plan(), a_plan(), a_feedback(findings=[OVERLAP, CLOSED]), a_feedback())
    assert (back.opened, back.closed) == ((), (OVERLAP, CLOSED))


def test_a_row_that_only_one_version_has_is_added_or_removed():
    short = an_itinerary(a_stop("Museum", "10:00", "13:00"))
    (added,) = difference(short, a_plan(), a_feedback(), a_feedback()).rows
    assert (added.row, added.added, added.removed) == ("d1.s2", True, False)
    assert added.cells == (
        CellChange("d1.s2", "start", None, 840),
        CellChange("d1.s2", "end", None, 900),
    )
    (removed,) = difference(a_plan(), short, a_feedback(), a_feedback()).rows
    assert (removed.row, removed.removed) == ("d1.s2", True)


def test_changed_words_name_what_was_kept_added_and_removed():
    assert changed_words("Late lunch: no time before.", "Late lunch: it empties after 16:00.") == (
        Piece(KEPT, "Late lunch: "),
        Piece(REMOVED, "no time before."),
        Piece(ADDED, "it empties after 16:00."),
    )
    assert changed_words("The tour is at 09:00.", "The tour is at 09:00. It waits.") == (
        Piece(KEPT, "The tour is at 09:00. "),
        Piece(ADDED, "It waits."),
    )
    assert changed_words(None, "New.") == (Piece(ADDED, "New."),)
    assert changed_words("Old.", None) == (Piece(REMOVED, "Old."),)
    assert changed_words("", None) == ()
