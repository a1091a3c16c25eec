from dataclasses import replace

import pytest

from annotate.constraints.unsolvable_query import check
from annotate.plan import LocalConstraint
from tests.annotate.constraints.judging import judge
from tests.builders import ALL_TABLES, a_day, a_leg, a_query, an_itinerary, facts

TRIP = (
    a_day(a_leg(origin="Bhopal", destination="Jaipur"), from_city="Bhopal", city="Jaipur"),
    a_day(a_leg(origin="Jaipur", destination="Bhopal"), from_city="Jaipur", city="Bhopal"),
)


def world(there=("Train",), back=("Train",), attractions=3):
    return facts(
        routes={"bhopal|jaipur": there, "jaipur|bhopal": back}, attractions_in={"jaipur": attractions}
    )


def messages(known, *days, **asked):
    outcome = judge(check, an_itinerary(*(days or TRIP), origin="Bhopal", **asked), known)
    assert outcome.verdict is None
    return [finding.message for finding in outcome.findings]


def test_a_solvable_query_has_no_findings_and_no_verdict():
    assert messages(world()) == []


def test_a_pair_of_cities_without_transport_is_found():
    assert messages(world(back=())) == ["No transport exists from Jaipur to Bhopal on the date asked."]


def test_a_city_without_attractions_is_found_and_one_is_enough():
    assert messages(world(attractions=0)) == ["No attraction of Jaipur is in the catalogue."]
    assert messages(world(attractions=1)) == []


@pytest.mark.parametrize(
    ("attractions", "found"), [(0, ["No attraction of Kota is in the catalogue."]), (1, [])]
)
def test_a_city_reached_by_night_and_left_the_same_day_needs_an_attraction(attractions, found):
    on_board = a_day(a_leg("Train", "23:00", "30:00", origin="Jaipur", destination="Kota"), city="Jaipur")
    back = a_day(a_leg(origin="Kota", destination="Bhopal"), from_city="Kota", city="Bhopal")
    ways = ("bhopal|jaipur", "jaipur|kota", "kota|bhopal")
    known = facts(
        routes=dict.fromkeys(ways, ("Train",)), attractions_in={"jaipur": 3, "kota": attractions, "bhopal": 0}
    )
    assert messages(known, TRIP[0], on_board, back) == found


def test_transport_by_forbidden_modes_only_is_none():
    wish = LocalConstraint(transportation=("No flight",))
    query = a_query(origin="Bhopal", constraints=wish, days=2)
    assert messages(world(there=("Flight",)), query=query) == [
        "Only Flight goes from Bhopal to Jaipur, which the query forbids."
    ]
    assert messages(world(there=("Flight", "Bus")), query=query) == []


def test_without_tables_nothing_is_found_and_the_gaps_are_named():
    outcome = judge(check, an_itinerary(*TRIP, origin="Bhopal"), facts())
    assert outcome.findings == ()
    assert outcome.missing == (
        "No table says what goes from Bhopal to Jaipur.",
        "No table says what goes from Jaipur to Bhopal.",
        "No table says which attractions Jaipur has.",
    )


def test_while_a_table_of_transport_is_missing_an_empty_route_proves_nothing():
    known = replace(world(there=()), tables=ALL_TABLES - {"buses"})
    assert messages(known) == []
    assert judge(check, an_itinerary(*TRIP, origin="Bhopal"), known).missing == (
        "No table says what goes from Bhopal to Jaipur.",
    )


def test_while_the_attractions_are_missing_a_count_of_none_proves_nothing():
    assert messages(replace(world(attractions=0), tables=ALL_TABLES - {"attractions"})) == []


def test_an_empty_plan_is_judged_by_what_the_query_asks():
    assert messages(world(there=()), a_day(city="Jaipur")) == [
        "No transport exists from Bhopal to Jaipur on the date asked."
    ]


def test_a_change_of_trains_on_the_way_is_no_gap():
    legs = a_leg(origin="Bhopal", destination="Agra"), a_leg(origin="Agra", destination="Jaipur")
    known = facts(
        routes={"bhopal|jaipur": (), "bhopal|agra": ("Train",), "agra|jaipur": ("Train",)},
        attractions_in={"jaipur": 1},
    )
    assert messages(known, a_day(*legs, from_city="Bhopal", city="Jaipur")) == []
