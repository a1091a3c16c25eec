"""The demo workspace's files are what its code makes, and its trips can be lived as written."""

import csv
import itertools
import json
import math
from collections import Counter
from functools import cache

from db.demo.fills import FILLED as FILLINGS
from db.demo.make import DATA, made_files, main, stale_files
from db.demo.trips import TRIPS
from db.demo.writing import Leg, Row, rows_of

FILLED = (1, 2, 3, 5, 7)
MEALS = ("breakfast", "lunch", "dinner")


@cache
def table(name: str) -> list[dict[str, str]]:
    with (DATA / f"{name}.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def lines(name: str) -> list[dict]:
    text = (DATA / f"{name}.jsonl").read_text(encoding="utf-8")
    return [json.loads(line) for line in text.removesuffix("\n").split("\n")]


def named(*tables: str) -> set[tuple[str, str]]:
    return {(row["name"], row["city"]) for name in tables for row in table(name)}


def fields(plan: list[dict], *names: str) -> list[str]:
    return [day[name] for day in plan for name in names if day[name] != "-"]


def minutes(clock: str) -> int:
    hours, rest = clock.split(":")
    return 60 * int(hours) + int(rest)


def timed_rows(idx: int) -> list[list[tuple[Row | Leg, int, int]]]:
    """Rows of a filled trip with their absolute minutes, an end not after its start moved to the next day."""
    trip = next(t for t in TRIPS if t.idx == idx)
    days = []
    for number, rows in enumerate(rows_of(trip)):
        timed = []
        for row in rows:
            start, end = (1440 * number + minutes(clock) for clock in FILLINGS[idx].times[row.row][:2])
            timed.append((row, start, end if end > start else end + 1440))
        days.append(timed)
    return days


def bill_inr(idx: int) -> float:
    """Meals, tickets, rooms and entries of a trip, by the files alone."""
    trip = next(t for t in TRIPS if t.idx == idx)
    dates = next(line for line in lines("skeletons") if line["idx"] == idx)["JSON"]["date"]
    per_person = {(r["name"], r["city"]): float(r["avg_cost"]) for r in table("restaurants")}
    per_person |= {(r["name"], r["city"]): float(r["entry_fee"] or 0) for r in table("attractions")}
    per_person |= {(r["name"], r["city"]): float(r["price"]) for r in table("events")}
    rooms = {(r["name"], r["city"]): r for r in table("accommodations")}
    taxi = {r["city"]: float(r["value"]) for r in table("cost_of_living") if r["item"] == "Taxi 1km"}
    roads = {(r["origin"], r["destination"]): float(r["distance_km"]) for r in table("road_routes")}
    total = 0.0
    for date, rows in zip(dates, rows_of(trip), strict=True):
        for row in rows:
            if isinstance(row, Row):
                place = (row.name, row.city)
                total += trip.people * per_person.get(place, 0)
                if row.what == "night":
                    count = math.ceil(trip.people / int(rooms[place]["max_occupancy"]))
                    total += count * float(rooms[place]["price_per_night"])
            elif row.mode in ("taxi", "self-driving"):
                total += math.ceil(trip.people / 4) * taxi[row.origin] * roads[row.origin, row.destination]
            elif row.mode != "moved":
                total += trip.people * fare_inr(row, date)
    return total


def services(leg: Leg, date: str) -> list[dict[str, str]]:
    name, key = {
        "train": ("trains", "train_number"),
        "flight": ("flights", "flight_number"),
        "bus": ("buses", "operator"),
    }[leg.mode]
    return [
        r
        for r in table(name)
        if (r[key], r["origin"], r["destination"]) == (leg.number, leg.origin, leg.destination)
        and r.get("date", "") in ("", date)
    ]


def fare_inr(leg: Leg, date: str) -> float:
    (service,) = services(leg, date)
    prices = [float(v) for k, v in service.items() if k.startswith("price") and v]
    return min(prices)


def test_the_committed_files_are_what_is_made_now() -> None:
    assert stale_files(made_files()) == []
    assert main(["--check"]) == 0


def test_making_the_files_twice_gives_the_same_bytes() -> None:
    assert made_files() == made_files()


def test_the_files_stay_modest() -> None:
    assert sum(path.stat().st_size for path in DATA.iterdir()) < 600_000


def test_every_name_of_a_plan_is_in_the_catalogue_of_its_city() -> None:
    for line in lines("skeletons") + lines("filled"):
        plan = line["plan"]
        for found, catalogue in (
            (fields(plan, *MEALS), named("restaurants")),
            (fields(plan, "accommodation"), named("accommodations")),
            (fields(plan, "event"), named("events")),
            ([a for text in fields(plan, "attraction") for a in text.split(";")], named("attractions")),
        ):
            for text in found:
                name, _, city = text.rpartition(", ")
                assert (name, city) in catalogue, f"idx {line['idx']}: {text}"


def test_there_are_trips_of_all_lengths_risk_profiles_and_levels() -> None:
    assert len(TRIPS) >= 12
    assert {len(t.days) for t in TRIPS} == {3, 5, 7}
    assert {t.risk_profile for t in TRIPS} == {"Risk Tolerant", "Risk Optimized", "Risk Averse", ""}
    assert {t.level for t in TRIPS} == {"easy", "medium", "hard"}
    assert [t.idx for t in TRIPS if not t.risk_profile and "Risk Profile: Risk-Averse" in t.persona] == [11]


def test_trips_through_several_cities_stay_in_one_state() -> None:
    states = {r["city"]: r["state"] for r in table("cities")}
    for trip in TRIPS:
        assert {states[city] for city in trip.dest} == {trip.state}
        assert len(trip.dest) == {3: 1, 5: 2, 7: 3}[len(trip.days)]


def test_exactly_one_query_cannot_be_solved() -> None:
    stuck = [
        t.idx for t in TRIPS for rows in rows_of(t) for r in rows if isinstance(r, Leg) and r.mode == "moved"
    ]
    assert set(stuck) == {12}
    pairs = {
        (r["origin"], r["destination"])
        for name in ("trains", "flights", "buses", "road_routes")
        for r in table(name)
    }
    assert ("Agra", "Munnar") not in pairs and ("Munnar", "Agra") not in pairs
    no_road = {
        (r["origin"], r["destination"]) for r in table("distance_matrix") if int(r["duration_min"]) > 1440
    }
    assert {("Agra", "Munnar"), ("Munnar", "Agra")} <= no_road


def test_every_leg_is_in_the_tables_on_its_date() -> None:
    roads = {(r["origin"], r["destination"]) for r in table("road_routes")}
    dates = {line["idx"]: line["JSON"]["date"] for line in lines("skeletons")}
    for trip in TRIPS:
        for date, rows in zip(dates[trip.idx], rows_of(trip), strict=True):
            for leg in (r for r in rows if isinstance(r, Leg) and r.mode != "moved"):
                if leg.mode in ("taxi", "self-driving"):
                    assert (leg.origin, leg.destination) in roads
                else:
                    assert len(services(leg, date)) == 1, f"idx {trip.idx}: {leg} on {date}"


def test_exactly_one_attraction_is_repeated_within_a_trip() -> None:
    repeated = {
        (t.idx, row.name)
        for t in TRIPS
        for row, count in Counter(
            r._replace(row="")
            for rows in rows_of(t)
            for r in rows
            if isinstance(r, Row) and r.what == "attraction"
        ).items()
        if count > 1
    }
    assert repeated == {(11, "Agra Fort")}


def test_exactly_one_trip_costs_more_than_its_budget() -> None:
    assert [t.idx for t in TRIPS if bill_inr(t.idx) > t.budget_inr] == [13]


def test_the_first_trip_costs_what_its_rationale_says() -> None:
    # a head: meals 320 + 120 + 190 + 450 + 240, entries 50 + 200 + 40, sleeper class 390 each way;
    # two nights in one room at 2200
    assert bill_inr(1) == 2 * (1320 + 290 + 780) + 4400 == 9180


def test_events_are_visited_on_their_dates() -> None:
    held = {(r["name"], r["city"]): r["date"] for r in table("events")}
    for line in lines("skeletons"):
        for date, day in zip(line["JSON"]["date"], line["plan"], strict=True):
            if day["event"] != "-":
                name, _, city = day["event"].rpartition(", ")
                assert held[name, city] == date


def test_only_the_waterfalls_have_no_crowd_data() -> None:
    known = {(r["poi"], r["city"]) for r in table("crowd")}
    in_columns = {(r["name"], r["city"]) for r in table("attractions") if r["analysis"]}
    assert not known & in_columns
    assert named("attractions", "restaurants") - known - in_columns == {("Attukad Waterfalls", "Munnar")}


def test_crowd_windows_do_not_overlap_when_their_ends_are_inclusive() -> None:
    for row in table("crowd") + [r for r in table("attractions") if r["analysis"]]:
        analysis = json.loads(row["analysis"])
        hours = [
            hour
            for first, last, _ in analysis.get("avg_day", analysis)["cw"]
            for hour in range(first, last + 1)
        ]
        assert len(hours) == len(set(hours)) and max(hours) <= 23


def test_every_place_and_event_has_its_nearest_stop() -> None:
    stops = {(r["poi"], r["city"]) for r in table("transit_stops")}
    assert stops == named("attractions", "restaurants", "accommodations", "events")
    assert {(r["stop_name"], r["city"]) for r in table("transit_stops")} <= named("stations")


def test_the_filled_plans_keep_the_choices_of_their_skeletons() -> None:
    skeletons = {line["idx"]: line for line in lines("skeletons")}
    assert [line["idx"] for line in lines("filled")] == list(FILLED)
    for line in lines("filled"):
        skeleton = skeletons[line["idx"]]
        assert line["JSON"] == skeleton["JSON"] and "()" not in json.dumps(line)
        for day, chosen in zip(line["plan"], skeleton["plan"], strict=True):
            free = ("transportation", "point_of_interest_list")
            assert {k: v for k, v in day.items() if k not in free} == {
                k: v for k, v in chosen.items() if k not in free
            }


def test_no_filled_row_overlaps_the_next_and_meals_lie_four_hours_apart() -> None:
    for idx in FILLED:
        for day in timed_rows(idx):
            assert all(end <= start for (_, _, end), (_, start, _) in itertools.pairwise(day))
            meals = [(start, end) for row, start, end in day if isinstance(row, Row) and row.what in MEALS]
            assert all(start - end >= 240 for (_, end), (start, _) in itertools.pairwise(meals))


def test_filled_stops_keep_half_an_hour_from_legs() -> None:
    for idx in FILLED:
        for day in timed_rows(idx):
            stops = [r for r in day if isinstance(r[0], Leg) or r[0].what != "station"]
            for (row, _, end), (after, start, _) in itertools.pairwise(stops):
                if isinstance(row, Leg) or isinstance(after, Leg):
                    assert start - end >= 30, f"idx {idx}: {row.row} to {after.row}"


def test_filled_attractions_and_restaurants_are_open() -> None:
    hours = {
        (r["name"], r["city"]): r["opening_hours"].split("-")
        for name in ("attractions", "restaurants")
        for r in table(name)
    }
    for idx in FILLED:
        for number, day in enumerate(timed_rows(idx)):
            for row, start, end in day:
                if isinstance(row, Row) and (row.name, row.city) in hours:
                    opens, closes = (1440 * number + minutes(clock) for clock in hours[row.name, row.city])
                    assert opens <= start and end <= closes, f"idx {idx}: {row}"


def test_each_filled_plan_has_a_rationale_and_its_remarks_name_its_rows() -> None:
    written = json.loads((DATA / "remarks.json").read_text(encoding="utf-8"))
    assert set(written["rationale"]) == set(written["remarks"]) == {str(idx) for idx in FILLED}
    for idx in FILLED:
        rows = {row.row for day in timed_rows(idx) for row, _, _ in day}
        assert set(written["remarks"][str(idx)]) <= rows
        assert all(written["rationale"][str(idx)][part] for part in ("decisions", "constraints", "buffers"))
