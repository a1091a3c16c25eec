"""Two annotations side by side: minutes apart by hand, and rows taken whole."""

import pytest

from annotate.adjudication import disagreements, mean_apart_min, merge
from annotate.errors import InputError
from annotate.plan import Rationale
from tests.builders import a_leg, a_meal, a_stop, an_itinerary


def a_version(museum, bistro, remark=None, decisions="", depart="06:00"):
    return an_itinerary(
        a_leg(depart=depart),
        a_stop("Museum", *museum, remark=remark),
        a_meal("Bistro", *bistro),
        rationale=Rationale(decisions=decisions),
    )


FIRST = a_version(("10:00", "13:00"), ("14:00", "15:00"), "Quiet.", "Museum first.")
SECOND = a_version(("10:15", "12:20"), ("14:00", None), "Loud.", "Lunch late.", depart="06:05")


def test_disagreement_is_the_minutes_between_two_people_for_each_time_that_both_gave():
    leg, museum, bistro = disagreements(FIRST, SECOND)
    assert (leg.start_apart_min, leg.apart_min) == (5, 5)
    assert (museum.row, museum.start_apart_min, museum.end_apart_min, museum.apart_min) == (
        "d1.s1",
        15,
        40,
        40,
    )
    assert (bistro.start_apart_min, bistro.end_apart_min, bistro.apart_min) == (0, None, 0)
    assert not museum.same_remark and bistro.same_remark


def test_the_mean_is_over_the_times_that_both_gave_and_undefined_without_any():
    # 5 (departure of the leg), 15, 40 and 0 minutes
    assert mean_apart_min(disagreements(FIRST, SECOND)) == 15.0
    nobody = an_itinerary(a_stop("Museum"))
    assert mean_apart_min(disagreements(nobody, nobody)) is None


def test_a_row_is_taken_whole_with_its_remark_and_the_rationale_by_itself():
    merged = merge({1: FIRST, 2: SECOND}, {"d1.l1": 2, "d1.s1": 2, "d1.s2": 1, "plan": 1})
    museum, bistro, leg = (merged.find(row)[1] for row in ("d1.s1", "d1.s2", "d1.l1"))
    assert (museum.start_min, museum.end_min, museum.remark) == (615, 740, "Loud.")
    assert (bistro.start_min, bistro.end_min) == (840, 900)
    assert leg.depart_min == 365
    assert merged.rationale.decisions == "Museum first."


def test_a_row_without_a_choice_is_refused():
    with pytest.raises(InputError, match=r"Nothing was chosen for d1\.s2"):
        merge({1: FIRST, 2: SECOND}, {"d1.l1": 1, "d1.s1": 1, "plan": 1})


def test_plans_with_other_places_are_not_merged():
    other = an_itinerary(a_leg(), a_stop("Fort"), a_meal("Bistro"))
    with pytest.raises(InputError, match="same rows"):
        merge({1: FIRST, 2: other}, {})
    with pytest.raises(InputError, match="same rows"):
        disagreements(FIRST, other)
