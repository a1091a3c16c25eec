"""Best orders on a line and on a square, where the lengths are plain; brute force agrees on random places."""

import random
from itertools import pairwise, permutations

import pytest

from annotate.day_order import MOST_INNER_STOPS, best_order, walks
from annotate.profile import DEFAULT_PROFILE
from annotate.travel import great_circle_km
from tests.builders import a_leg, a_place, a_stay, a_stop, a_trip, an_itinerary, facts

DEGREE_KM = great_circle_km(0, 75, 1, 75)
KNOWN = facts(
    a_place("Inn", kind="accommodation", lat=0.0, lon=75.0),
    *(a_place(f"Place {number}", lat=number / 100, lon=75.0) for number in range(1, 30)),
    a_place("Unmapped"),
)


def walks_of(*rows):
    return walks(a_trip(an_itinerary(*rows), KNOWN), DEFAULT_PROFILE)


def a_round(*numbers: int):
    return (a_stay("Inn"), *(a_stop(f"Place {number}") for number in numbers), a_stay("Inn"))


def test_points_on_a_line_are_visited_on_the_way_out():
    found, km = best_order((0.0, 75.0), (0.04, 75.0), frozenset({(0.03, 75.0), (0.01, 75.0), (0.02, 75.0)}))
    assert found == ((0.01, 75.0), (0.02, 75.0), (0.03, 75.0))
    assert km == pytest.approx(0.04 * DEGREE_KM, abs=1e-9)


def test_the_best_order_is_that_of_trying_all():
    rng = random.Random(7)
    for count in (1, 2, 3, 5, 6):
        points = [(rng.uniform(26, 27), rng.uniform(75, 76)) for _ in range(count + 2)]
        first, last, inner = points[0], points[1], points[2:]

        def length(order, first=first, last=last):
            return sum(great_circle_km(*a, *b) for a, b in pairwise((first, *order, last)))

        order, km = best_order(first, last, frozenset(inner))
        assert km == pytest.approx(min(length(one) for one in permutations(inner)), abs=1e-9)
        assert km == pytest.approx(length(order), abs=1e-9)


def test_nothing_between_first_and_last_is_the_way_itself():
    assert best_order((0.0, 75.0), (1.0, 75.0), frozenset()) == ((), DEGREE_KM)


def test_the_order_of_import_changes_nothing():
    one = best_order((0.0, 75.0), (0.0, 75.0), frozenset({(0.01, 75.0), (0.02, 75.0)}))
    other = best_order((0.0, 75.0), (0.0, 75.0), frozenset({(0.02, 75.0), (0.01, 75.0)}))
    assert one == other


def test_a_day_that_goes_back_and_forth_is_longer_by_what_it_repeats():
    # from 0 to 2, back to 1, on to 3, home: 2 + 1 + 2 + 3 = 8 hundredths of a degree; best is 6
    (walk,) = walks_of(*a_round(2, 1, 3))
    assert walk.length_km == pytest.approx(0.08 * DEGREE_KM, abs=1e-9)
    assert walk.best_km == pytest.approx(0.06 * DEGREE_KM, abs=1e-9)
    assert walk.excess_km == pytest.approx(0.02 * DEGREE_KM, abs=1e-9)
    assert walk.excess_per_stop_km == pytest.approx(0.02 / 3 * DEGREE_KM, abs=1e-9)


def test_the_costliest_stop_is_the_one_without_which_the_way_is_shortest():
    # without place 2: 1 + 2 + 3 = 6; without 1: 2 + 1 + 3 = 6; without 3: 2 + 1 + 1 = 4
    (walk,) = walks_of(*a_round(2, 1, 3))
    assert walk.costliest is not None
    assert walk.costliest.name == "Place 3"
    assert walk.costliest_km == pytest.approx(0.04 * DEGREE_KM, abs=1e-9)


def test_a_day_in_the_best_order_keeps_it():
    (walk,) = walks_of(*a_round(1, 3, 2))
    assert walk.excess_km == 0.0
    assert [entry.name for entry in walk.best or ()] == ["Inn", "Place 1", "Place 3", "Place 2", "Inn"]


def test_a_leg_parts_the_day_into_two_walks():
    found = walks_of(a_stay("Inn"), a_stop("Place 1"), a_leg("Cab"), a_stop("Place 2"), a_stay("Inn"))
    assert [[entry.name for entry in walk.stops] for walk in found] == [
        ["Inn", "Place 1"],
        ["Place 2", "Inn"],
    ]


def test_stops_without_coordinates_and_transport_places_are_left_out():
    rows = (a_stay("Inn"), a_stop("Unmapped"), a_stop("Place 1", kind="transport"), a_stop("Place 2"))
    (walk,) = walks_of(*rows)
    assert [entry.name for entry in walk.stops] == ["Inn", "Place 2"]
    assert [entry.name for entry in walk.unmapped] == ["Unmapped"]


@pytest.mark.parametrize(("inner", "is_known"), [(MOST_INNER_STOPS, True), (MOST_INNER_STOPS + 1, False)])
def test_more_places_than_the_limit_have_no_best_order(inner, is_known):
    (walk,) = walks_of(*a_round(*range(inner, 0, -1)))
    assert (walk.best is not None) is is_known
    assert (walk.excess_km is not None) is is_known


def test_a_place_that_is_visited_twice_stands_together_in_the_best_order():
    (walk,) = walks_of(*a_round(2, 1, 3, 2))
    assert walk.best is not None
    assert sorted(entry.name for entry in walk.best) == sorted(entry.name for entry in walk.stops)
    assert walk.best_km == pytest.approx(0.06 * DEGREE_KM, abs=1e-9)
