"""Files made by others, where they are there: nothing is lost without a word, and every report says what to do."""

from pathlib import Path

import pytest

from db import imports
from db.importers.answers import answers_from
from db.imports import ImportPlan
from db.session import open_session
from tests.db.importers.imported import rows

REAL = Path(__file__).resolve().parents[4] / "shared" / "real"
pytestmark = pytest.mark.skipif(not REAL.is_dir(), reason="the folder of files made by others is not there")

CITIES = "cities/indian_cities_database.csv"
MAP = {
    "files": {
        "etrain_delays.csv": {
            "columns": {"avg_delay_1y": "average_delay_minutes", "unknown_pct": "pct_cancelled_unknown"},
            "as_of": "2025-09-27",
        },
        "[0-9][0-9][0-9][0-9][0-9].csv": {
            "table": "train_delays",
            "from_name": {"train_number": r"(\d{5})$"},
            "columns": {
                "station": "Station_Name",
                "avg_delay_1y": "Average_Delay(min)",
                "unknown_pct": "Cancelled/Unknown",
            },
        },
        "tripadvisor_attractions_*.csv": {
            "table": "attractions",
            "from_name": {"city": "_([A-Za-z]+)$"},
            "constants": {"visit_duration": ""},
            "columns": {"categories": "Category Type", "rating": "Review Score"},
        },
        "top_indian_places_*.csv": {
            "table": "attractions",
            "columns": {
                "visit_duration": "time needed to visit in hrs",
                "categories": "Type",
                "rating": "Google review rating",
                "entry_fee": "Entrance Fee in INR",
            },
        },
        "tripadvisor_hotels_*.csv": {
            "table": "accommodations",
            "from_name": {"city": "_([a-z]+)$"},
            "columns": {"facilities": "Air conditioning ... Suites"},
        },
        "delhi_metro.csv": {
            "table": "stations",
            "columns": {"name": "stationName"},
            "constants": {"city": "Delhi", "kind": "metro"},
        },
        "district_events.csv": {"columns": {"name": "event_name"}, "year": 2026},
        "*response*.json": {"constants": {"city": "San Francisco"}},
        "llm_formal_small_flights.csv": {
            "table": "flights",
            "columns": {
                "flight_number": ["Airline", "Time"],
                "dep_time": "Time",
                "arr_time": "Time",
                "arr_day_offset": "new day",
                "price": "Mon",
            },
            "currency": "USD",
        },
        "route_summaries_transcribed.json": {"constants": {"origin": "Delhi", "destination": "Jaipur"}},
    }
}
"""What a lead would answer."""


def plan_of(url: str, *names: str, answers: object = MAP) -> ImportPlan:
    paths = [REAL / name for name in names]
    missing = [path.name for path in paths if not path.exists()]
    if missing:
        pytest.skip(f"not there: {', '.join(missing)}")
    with open_session(write=False, url=url) as session:
        return imports.read_files(paths, answers_from(answers), session=session, create_cities=True)


def accepted(url: str, *names: str) -> ImportPlan:
    plan = plan_of(url, *names)
    assert plan.questions == []
    with open_session(write=True, url=url) as session:
        imports.accept(session, plan, skip_bad=True)
    return plan


def test_213_cities_and_both_aurangabads(database_url):
    plan = accepted(database_url, CITIES)
    assert (plan.counts, plan.errors) == ((213, 0), [])
    assert rows(database_url, "cities", "key").count("aurangabad|bihar") == 1
    assert {(note.column, note.expected) for note in plan.notes if note.column} == {
        ("City", "a name without blanks around it"),
        ("State", "a name without blanks around it"),
    }


def test_redbus_without_any_map(database_url):
    plan = accepted(database_url, CITIES, "buses/redbus_data.csv")
    outcome = next(one for one in plan.files if one.name == "redbus_data.csv")
    repeats = sum(note.found.startswith("The row repeats") for note in plan.notes)
    assert outcome.good + outcome.bad + repeats == 3123
    assert {error.expected for error in plan.errors} == {
        "one row for each operator + origin + destination + departure + bus type"
    }
    longest = max(rows(database_url, "buses", "duration_min", "dep_min", "arr_min"))
    assert longest == (1625, 1125, 2750)
    assert ("Kolhapur", "Maharashtra") in rows(database_url, "cities", "name", "state")


def test_etrain_asks_over_which_time_its_average_goes(database_url):
    plan = plan_of(database_url, "trains/etrain_delays.csv", answers={})
    assert [question.key for question in plan.questions] == ["columns.avg_delay_1y"]
    assert "average_delay_minutes" in plan.questions[0].choices


def test_etrain_with_its_map_counts_every_row(database_url):
    plan = accepted(database_url, "trains/etrain_delays.csv")
    (outcome,) = plan.files
    repeats = [note for note in plan.notes if note.found.startswith("The row repeats")]
    assert outcome.good + outcome.bad + len(repeats) == 1900
    assert outcome.bad + len(repeats) == 71
    stored = rows(database_url, "train_delays", "number", "station", "avg_delay_1y", "unknown_pct")
    assert ("12673", "AVADI", 0, 99.73) in stored
    assert ("12673", "JOLARPETTAI", None, 0) in stored


def test_train_numbers_come_from_the_file_names_with_their_zeros(database_url):
    plan = accepted(database_url, "trains/DA323_routes")
    assert (plan.counts, plan.errors) == ((168, 0), [])
    assert ("02501", "KOLKATA", 7) in rows(database_url, "train_delays", "number", "station", "avg_delay_1y")


def test_sights_of_five_cities_have_their_city_from_the_file_name(database_url):
    names = [f"attractions/tripadvisor_attractions_{city}.csv" for city in ("Bangalore", "Delhi")]
    accepted(database_url, CITIES, *names)
    found = dict(rows(database_url, "attractions", "name", "categories"))
    assert found["Swaminarayan Akshardham"] == ["Nature and Parks", "Sights and Landmarks"]


def test_a_file_with_a_lost_byte_asks_and_then_loses_only_those_rows(database_url):
    name = "attractions/top_indian_places_itiplanner.csv"
    plan = plan_of(database_url, name)
    assert [question.key for question in plan.questions] == ["encoding"]
    answers = {"files": {**MAP["files"], "top_indian_places_itiplanner.csv": {"encoding": "utf-8"}}}
    plan = plan_of(database_url, name, answers=answers)
    assert [(error.line, error.column) for error in plan.errors if error.column] == [
        (8, "Description"), (306, "Description"),
    ]  # fmt: skip


def test_hotels_with_their_47_amenities_and_two_at_zero(database_url):
    plan = accepted(
        database_url, CITIES, "hotels/tripadvisor_hotels_delhi.csv", "hotels/tripadvisor_hotels_chennai.csv"
    )
    assert plan.errors == []
    assert [note.line for note in plan.notes if note.found == "The coordinates are 0, 0"] == [173, 253]
    facilities = dict(rows(database_url, "accommodations", "name", "facilities"))
    assert "Breakfast" in facilities["Roseate House New Delhi"]
    assert "Breakfast available" in facilities["The Park Chennai"]


def test_events_without_a_date_are_errors_and_the_rest_is_dated(database_url):
    plan = accepted(database_url, "events/district_events.csv")
    empty = [error for error in plan.errors if error.column == "date" and error.found == "The cell is empty"]
    assert len(empty) == 36
    assert ("Laugh In Mumbai", "2026-02-14") not in rows(database_url, "events", "name", "date")
    assert ("Great Inflate - Mumbai", "2026-02-14") in rows(database_url, "events", "name", "date")


def test_a_forecast_that_is_no_json_names_its_place_and_its_repaired_copy_is_read(database_url):
    plan = plan_of(database_url, "crowd/forecast_new_response.json")
    (error,) = plan.errors
    assert error.found.startswith("The file is not valid JSON: ")
    accepted(database_url, "crowd/forecast_new_response_fixed.json")
    ((name, week),) = rows(database_url, "crowd", "name", "crowds")
    assert (name, len(week)) == ("McDonald's", 7)
    assert week[1]["windows"][0] == [0, 60, "A"]


def test_ratings_repeat_one_aircraft_under_several_numbers(database_url):
    plan = accepted(database_url, "flights/flightstats_flex_ratings_route_BOM_LHR_2015.json")
    assert (plan.counts, plan.errors) == ((14, 0), [])
    assert sum("has the same figures as" in note.found for note in plan.notes) == 7
    assert len(set(rows(database_url, "flight_performance", "number"))) == 14


def test_flights_with_both_times_in_one_cell(database_url):
    plan = accepted(database_url, "flights/llm_formal_small_flights.csv")
    assert {error.expected for error in plan.errors} == {"an arrival after the departure"}
    assert (1235, 1490) in rows(database_url, "flights", "dep_min", "arr_min")


def test_a_route_summary_is_minutes_without_traffic_and_the_usual_delay(database_url):
    accepted(database_url, CITIES, "roads/route_summaries_transcribed.json")
    assert rows(database_url, "road_routes", "free_flow_min", "distance_km") == [(3.75, 2.131)]


def test_metro_stations_with_wrong_coordinates_are_noted(database_url):
    plan = accepted(database_url, CITIES, "transit/delhi_metro.csv")
    assert [note.line for note in plan.notes if note.found == "The coordinates are 28.6988, 28.6988"] == [6]
    assert 3 in [note.line for note in plan.notes if note.found.startswith("The next metro station is")]
