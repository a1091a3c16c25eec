import pytest

from annotate.constraints.unknown_place import check
from annotate.names import place_key
from tests.annotate.constraints.judging import FAIL, NOT_CHECKED, PASS, failing_rows, judge
from tests.builders import ALL_TABLES, a_day, a_meal, a_place, a_stay, a_stop, an_itinerary, facts


def test_a_place_in_the_catalogue_of_its_city_passes():
    assert judge(check, an_itinerary(a_stop("Fort")), facts(a_place("Fort"))).verdict is PASS


def test_a_part_of_a_name_is_not_in_the_catalogue():
    known = facts(a_place("Plain Inn", kind="accommodation", city="J"), a_place("Amber Fort", city="J"))
    outcome = judge(check, an_itinerary(a_stop("A", city="J"), a_stay("Inn", city="J")), known)
    assert outcome.verdict is FAIL
    assert [finding.message for finding in outcome.findings] == [
        "A is not in the catalogue of J.",
        "Inn is not in the catalogue of J.",
    ]


def test_the_same_name_in_another_city_is_not_the_place():
    assert (
        judge(check, an_itinerary(a_stop("Fort", city="K")), facts(a_place("Fort", city="J"))).verdict is FAIL
    )


def test_near_misses_are_suggested_never_accepted():
    known = facts(a_place("Amber Fort"), near_misses={place_key("Amer Fort", "Jaipur"): ("Amber Fort",)})
    outcome = judge(check, an_itinerary(a_stop("Amer Fort")), known)
    assert outcome.findings[0].advice == "Did you mean Amber Fort?"


def test_a_place_named_in_the_field_and_on_two_rows_is_found_once_with_both_rows():
    days = a_day(a_stay("Inn")), a_day(a_stay("Inn"))
    assert failing_rows(judge(check, an_itinerary(*days), facts())) == [("d1.s1", "d2.s1")]


def test_a_place_that_only_a_field_names_is_found_without_rows():
    outcome = judge(check, an_itinerary(a_day(dinner="Grill")), facts())
    assert failing_rows(outcome) == [()]


def test_a_kind_without_a_catalogue_is_not_checked():
    outcome = judge(check, an_itinerary(a_meal("Grill")), facts(tables=ALL_TABLES - {"restaurants"}))
    assert outcome.verdict is NOT_CHECKED
    assert outcome.missing == ("Grill: no table of restaurants.",)


def test_a_place_without_a_city_is_unknown():
    outcome = judge(check, an_itinerary(a_stop("No City Name", city=None)), facts())
    assert outcome.findings[0].message == "No City Name is not in any catalogue: its city is not known."


def test_a_field_without_a_city_means_the_row_of_that_name():
    day = a_day(a_stop("La Scala"), attractions=[("La Scala", None)])
    assert judge(check, an_itinerary(day), facts(a_place("La Scala"))).verdict is PASS


@pytest.mark.parametrize("kind", ["attraction", "restaurant", "accommodation", "event"])
def test_a_place_that_only_the_stations_hold_is_unknown(kind):
    row = a_stop("Terminus", kind=kind)
    station, sight = a_place("Terminus", kind="transport"), a_place("Terminus", kind=kind)
    outcome = judge(check, an_itinerary(row), facts(station))
    assert [finding.message for finding in outcome.findings] == [
        "Terminus is not in the catalogue of Jaipur."
    ]
    assert failing_rows(outcome) == [("d1.s1",)]
    assert judge(check, an_itinerary(row), facts(sight)).verdict is PASS


def test_a_field_that_names_a_station_is_unknown_although_the_list_arrives_there():
    day = a_day(a_stop("Terminus", kind="transport"), attractions=["Terminus"])
    assert judge(check, an_itinerary(day), facts(a_place("Terminus", kind="transport"))).verdict is FAIL
    assert judge(check, an_itinerary(day), facts(a_place("Terminus"))).verdict is PASS


def test_transport_places_need_no_catalogue():
    assert judge(check, an_itinerary(a_stop("Airport", kind="transport")), facts()).verdict is PASS
