"""By how many minutes somebody departs from gold."""

import pytest

from helpers.bias import Departure, bias_of, departures
from tests.builders import a_leg, a_meal, a_stay, a_stop, an_itinerary

GOLD = an_itinerary(
    a_leg(),
    a_stop("Museum", "10:00", "13:00"),
    a_meal("Bistro", "14:00", "15:00"),
    a_stay("Plain Inn", "22:00", "31:00"),
)


def test_each_time_that_both_plans_give_is_compared_with_its_sign():
    theirs = an_itinerary(a_leg(), a_stop("Museum", "10:05", "12:48"), a_meal("Bistro", "14:00", None))
    assert departures(theirs, GOLD)[-3:] == [
        Departure("d1.s1", "Museum", "attraction", "start", 605, 600),
        Departure("d1.s1", "Museum", "attraction", "end", 768, 780),
        Departure("d1.s2", "Bistro", "restaurant", "start", 840, 840),
    ]
    assert [one.minutes for one in departures(theirs, GOLD)[-3:]] == [5, -12, 0]


def test_another_place_in_the_same_row_is_not_compared():
    theirs = an_itinerary(a_leg(), a_stop("Fort", "09:00", "12:00"))
    assert [one for one in departures(theirs, GOLD) if one.row == "d1.s1"] == []


def test_bias_is_the_mean_over_all_pairs_and_scatter_does_not_cancel_in_the_distance():
    early = an_itinerary(a_leg(), a_stop("Museum", "10:00", "12:40"))
    late = an_itinerary(a_leg(), a_stop("Museum", "10:00", "12:56"))
    found = {(one.kind, one.field): one for one in bias_of([(early, GOLD), (late, GOLD)])}
    departs = found["attraction", "end"]  # -20 and -4 minutes
    assert (departs.n, departs.mean_min, departs.mean_distance_min) == (2, -12.0, 12.0)
    assert departs.words == "departs 12 min early"
    assert found["attraction", "start"].words == "arrives on time"
    scattered = bias_of(
        [
            (an_itinerary(a_leg(), a_stop("Museum", "09:30", "13:00")), GOLD),
            (an_itinerary(a_leg(), a_stop("Museum", "10:30", "13:00")), GOLD),
        ]
    )
    arrives = next(one for one in scattered if (one.kind, one.field) == ("attraction", "start"))
    assert (arrives.mean_min, arrives.mean_distance_min) == (0.0, 30.0)


def test_a_leg_leaves_and_arrives():
    gold = an_itinerary(a_leg(depart="05:30", arrive="12:50"))
    theirs = an_itinerary(a_leg(depart="05:30", arrive="13:05"))
    assert [one.words for one in bias_of([(theirs, gold)])] == ["leaves on time", "arrives 15 min late"]


@pytest.mark.parametrize("theirs", [an_itinerary(a_leg(), a_stop("Museum")), an_itinerary(a_stop("Fort"))])
def test_without_a_time_in_common_there_is_no_bias_rather_than_none_of_it(theirs):
    assert [one for one in bias_of([(theirs, GOLD)]) if one.kind != "leg"] == []
