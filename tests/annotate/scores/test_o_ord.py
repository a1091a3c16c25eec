"""O_ord: edit distances of short strings worked out by hand, and the released script's figures beside them."""

from dataclasses import replace

import pytest

from annotate.profile import DEFAULT_PROFILE, Profile
from annotate.score import Score
from annotate.scores.o_ord import (
    NO_REFERENCE,
    edit_distance,
    orders_of,
    published_value,
    score,
    time_warping_distance,
)
from tests.builders import a_day, a_meal, a_stay, a_stop, a_trip, an_itinerary, facts

PUBLISHED = Profile(ordering="published")
_ROWS = {
    "x": lambda: a_stay("Inn"),
    "y": lambda: a_meal("Bistro"),
    "z": lambda: a_stop("Fort"),
    "e": lambda: a_stop("Fair", kind="event"),
    "t": lambda: a_stop("Station", kind="transport"),
}


def a_plan(*orders: str):
    return an_itinerary(*(a_day(*(_ROWS[symbol]() for symbol in order)) for order in orders))


def o_ord_of(orders, reference, profile=DEFAULT_PROFILE) -> Score:
    known = replace(facts(), reference_orders=tuple(reference) if reference is not None else None)
    return score(a_trip(a_plan(*orders), known), known, profile)


@pytest.mark.parametrize(
    ("one", "other", "distance"),
    [("xyz", "xyz", 0), ("xyz", "xzy", 2), ("xyzyx", "xzx", 2), ("", "xy", 2), ("xyzzy", "yzzyx", 2)],
)
def test_the_edit_distance_is_levenshteins(one, other, distance):
    assert edit_distance(one, other) == edit_distance(other, one) == distance


def test_the_order_of_a_day_names_every_kind_of_row():
    assert orders_of(a_plan("txyez", "")) == ("txyez", "")


def test_the_plan_is_the_mean_over_days():
    # day 1: 1 - 0/3; day 2: xyzyx to xzx is 2 of 5: 0.6
    found = o_ord_of(["xyz", "xyzyx"], ["xyz", "xzx"])
    assert found.value == pytest.approx(0.8, abs=1e-12)
    assert [(part.row, part.figures["distance"]) for part in found.parts] == [("d1", 0), ("d2", 2)]


def test_events_and_transport_places_are_left_out():
    assert o_ord_of(["txeyz"], ["xyzt"]).value == 1.0


def test_a_day_that_is_empty_in_both_plans_is_left_out():
    found = o_ord_of(["xyz", ""], ["xyz", "t"])
    assert (found.value, found.total) == (1.0, 1)


def test_a_day_that_is_empty_in_one_plan_scores_0():
    assert o_ord_of(["xyz", ""], ["xyz", "xy"]).value == 0.5


def test_a_day_that_only_one_plan_has_counts_0_and_the_longer_plan_says_how_many_there_are():
    assert o_ord_of(["xyz"], ["xyz", "xyz"]).value == 0.5
    longer = o_ord_of(["xyz", "xyz", "xyz"], ["xyz"])
    assert longer.value == pytest.approx(1 / 3, abs=1e-12)
    assert longer.parts[2].notes == ("The reference plan has no such day.",)


def test_plans_without_a_common_symbol_score_0():
    assert o_ord_of(["xxx"], ["zzz"]).value == 0.0


def test_without_a_reference_plan_there_is_no_value():
    found = o_ord_of(["xyz"], None)
    assert (found.value, found.reason) == (None, NO_REFERENCE)


def test_two_plans_that_list_nothing_have_no_value():
    assert o_ord_of([""], [""]).value is None


@pytest.mark.parametrize(
    ("one", "other", "distance"),
    [
        ("xyz", "xyz", 0),
        ("xyyyz", "xyz", 0),
        ("xyz", "xzy", 2),
        ("xyzx", "xzx", 1),
        ("zzz", "x", 3),
        ("", "", 0),
        ("", "x", float("inf")),
    ],
)
def test_time_warping_lets_a_symbol_be_met_several_times(one, other, distance):
    assert time_warping_distance(one, other) == distance


def test_the_published_way_pairs_the_first_two_days_each_with_each():
    # xyz-xyz 0, xyz-xzx 2, xzx-xyz 2, xzx-xzx 0, third days 0: 4 / (2 x 2 + 1) / 3
    value, why = published_value(("xyz", "xzx", "xy"), ("xyz", "xzx", "xy"))
    assert value == pytest.approx(1 - 4 / 5 / 3, abs=1e-12)
    assert why is None


def test_the_published_way_takes_events_and_transport_places_for_attractions():
    value, _ = published_value(("xez", "xtz", "xz"), ("xz", "xz", "xz"))
    assert value == 1.0


def test_the_published_way_divides_by_the_days_of_the_reference_and_reads_three_of_them():
    # first days z against x: 3 each way of 4 pairs, third days equal; 12 / (4 x 4 + 1) / 3 with 5 reference days
    value, _ = published_value(("zzz", "zzz", "x"), ("xxx", "xxx", "x", "y", "y"))
    assert value == pytest.approx(1 - 12 / 17 / 3, abs=1e-12)


def test_the_published_way_needs_three_days_with_a_list():
    assert published_value(("x", "y"), ("x", "y", "z"))[0] is None
    assert published_value(("x", "", "z"), ("x", "y", "z"))[0] is None


def test_the_profile_chooses_the_published_way():
    orders = ["xyz", "xzx", "xy"]
    assert o_ord_of(orders, orders, PUBLISHED).value == pytest.approx(1 - 4 / 15, abs=1e-12)
    assert o_ord_of(orders, orders).value == 1.0
