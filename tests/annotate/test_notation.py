"""A plan object as a whole: query, persona, days, typed rows, and what a lead reads about it."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from annotate.notation import NotationError, read_plan, write_plan
from annotate.plan import LocalConstraint, Meal, RiskProfile
from tests.plan_objects import day, plan_object, read

CORPUS = Path(__file__).parent.parent / "corpus"


def read_object(**keys: Any) -> Any:
    return read_plan({**plan_object(day("J")), **keys}, set_name="demo")


def wishes(constraint: object) -> Any:
    return read(day("J"), JSON={"local_constraint": constraint}).itinerary.query.constraints


@pytest.mark.parametrize("written", ["Risk Averse", "Risk-Averse", "risk_averse", "averse", "RISK AVERSE"])
def test_spellings_of_a_risk_profile_mean_it(written: str) -> None:
    assert read_object(risk_profile=written).itinerary.risk_profile is RiskProfile.AVERSE


def test_the_risk_profile_may_stand_inside_the_persona() -> None:
    plan = read_object(
        persona="Traveler Type: Laidback; Purpose of Travel: Nature; Risk Profile: risk optimizer"
    )
    assert plan.itinerary.risk_profile is RiskProfile.OPTIMIZED
    assert (plan.itinerary.persona.traveler_type, plan.itinerary.persona.purpose) == ("Laidback", "Nature")
    assert plan.itinerary.persona.text.endswith("Risk Profile: risk optimizer")


def test_two_risk_profiles_that_differ_are_an_error() -> None:
    with pytest.raises(NotationError, match="Two risk profiles differ"):
        read_object(persona="Risk Profile: Risk Averse", risk_profile="Risk Tolerant")
    assert read_object(persona="Risk Profile: averse", risk_profile="Risk-Averse").itinerary.risk_profile


def test_a_word_that_is_no_risk_profile_is_an_error() -> None:
    with pytest.raises(NotationError, match="'careful' is not a risk profile"):
        read_object(risk_profile="careful")


def test_both_sets_of_constraint_keys_are_read() -> None:
    utp = wishes({"house_rules": "No_Pets", "house_type": ["Family_Friendly"], "facilities_amenities": ["Wi_Fi", "Pool"],
                  "services": None, "cuisine": "['Seafood', 'Grill']", "transportation": "No flight"})  # fmt: skip
    assert (utp.house_rules, utp.house_type, utp.facilities) == (
        ("No_Pets",),
        ("Family_Friendly",),
        ("Wi_Fi", "Pool"),
    )
    assert (utp.cuisine, utp.transportation, utp.services) == (("Seafood", "Grill"), ("No flight",), ())
    assert not utp.tripcraft_keys
    tripcraft = wishes({"house rule": "pets", "room type": "entire room"})
    assert (tripcraft.house_rules, tripcraft.house_type, tripcraft.tripcraft_keys) == (
        ("pets",),
        ("entire room",),
        True,
    )


def test_the_key_that_holds_the_house_rule_says_whose_it_is() -> None:
    assert wishes({"house_rules": None, "house rule": "pets", "house_type": None}).tripcraft_keys
    assert not wishes(
        {"house_rules": "No_Pets", "house rule": None, "room type": "entire room"}
    ).tripcraft_keys


def test_known_wishes_in_one_text_are_several() -> None:
    plan = read(
        day("J"), JSON={"local_constraint": {"transportation": "no flight, no cab", "cuisine": "Thai"}}
    )
    assert plan.itinerary.query.constraints.transportation == ("no flight", "no cab")
    assert [note.done for note in plan.notes] == ["read as 2 wishes"]


def test_constraints_and_query_may_be_python_literals_in_a_text() -> None:
    assert wishes("{'cuisine': ['Seafood'], 'event': None}").cuisine == ("Seafood",)
    plan = read_plan(
        {**plan_object(day("J")), "JSON": "{'org': 'H', 'dest': ['J', 'K'], 'days': 1}"}, set_name="demo"
    )
    assert plan.itinerary.query.destinations == ("J", "K")
    with pytest.raises(NotationError, match="not a JSON value"):
        wishes("{'cuisine': __import__('os').system('true')}")


@pytest.mark.parametrize(
    ("key", "field"), [("people_number", "people"), ("visiting_city_number", "city_count")]
)
@pytest.mark.parametrize("number", [0, -2, "0"])
def test_a_trip_of_nobody_or_to_no_city_is_an_error(key: str, field: str, number: object) -> None:
    told = re.escape(f"JSON, {key}: {number!r} is too few. Expected a whole number of 1 or more.")
    with pytest.raises(NotationError, match=told):
        read(day("J"), JSON={key: number})
    assert getattr(read(day("J"), JSON={key: 1}).itinerary.query, field) == 1


@pytest.mark.parametrize(
    ("days", "told"),
    [
        (0, "0 days"),
        ("0", "0 days"),
        (-1, "-1 days"),
        (61, "61 days"),
        (None, "The number of days is missing"),
    ],
)
def test_a_trip_of_no_days_or_too_many_is_an_error(days: object, told: str) -> None:
    with pytest.raises(NotationError, match=f"JSON, days: {told}. Expected 1 to 60 days."):
        read(day("J"), JSON={"days": days, "date": []})


@pytest.mark.parametrize("days", [1, 60])
def test_a_trip_of_one_to_sixty_days_is_read(days: int) -> None:
    assert read(day("J"), JSON={"days": days, "date": []}).itinerary.query.days == days


def test_without_a_number_of_days_the_dates_are_counted() -> None:
    plan = read(day("J"), JSON={"days": None, "date": ["2025-11-02", "2025-11-03"]})
    assert plan.itinerary.query.days == 2
    assert "taken from the dates: 2" in {note.done for note in plan.notes}


def test_a_negative_budget_is_an_error_and_one_of_nothing_is_read() -> None:
    with pytest.raises(NotationError, match="JSON, budget"):
        read(day("J"), JSON={"budget": -1})
    assert read(day("J"), JSON={"budget": 0}).itinerary.query.budget == 0


def test_a_budget_keeps_its_currency() -> None:
    query = read(day("J"), JSON={"budget": "$1,400"}).itinerary.query
    assert (query.budget, query.budget_currency) == (1400, "USD")
    assert read(day("J"), JSON={"budget": 1400.0}).itinerary.query.budget_currency == "INR"


def test_a_null_plan_is_received_and_undelivered() -> None:
    for empty in (None, [], "-"):
        plan = read_object(plan=empty)
        assert (plan.delivered, plan.itinerary.days) == (False, ())
        assert plan.itinerary.query.origin == "H"


def test_a_wrong_number_of_days_is_told() -> None:
    plan = read(day("J"), day("J"), JSON={"days": 3})
    assert len(plan.itinerary.days) == 2
    assert [note.where for note in plan.notes if "asks for 3" in note.done] == ["plan"]


def test_days_may_be_numbered_by_day_and_by_days() -> None:
    first, second = day("J"), day("J")
    second["day"] = second.pop("days")
    plan = read_plan(plan_object({**first}, {**second, "days": 2, "day": 2}), set_name="demo")
    assert [found.number for found in plan.itinerary.days] == [1, 2]
    assert [found.date for found in plan.itinerary.days] == ["2025-11-02", "2025-11-03"]


def test_a_day_without_a_city_is_told_and_lies_where_the_traveller_was() -> None:
    plan = read(day("J"), day("-"))
    assert (plan.itinerary.days[1].current_city, plan.itinerary.days[1].to_city) == ("-", "J")
    with pytest.raises(NotationError, match="names no city"):
        read(day("-"), day("J"))


def test_all_errors_of_a_plan_are_told_at_once() -> None:
    with pytest.raises(NotationError) as error:
        read_plan(
            plan_object(
                day("J", lunch=7), idx=3, risk_profile="bold", JSON={"org": None, "date": ["2025-13-01"]}
            ),
            set_name="demo",
        )
    assert [problem.where for problem in error.value.problems] == [
        "JSON, org",
        "JSON, date",
        "risk_profile",
        "day 1, lunch",
    ]
    assert str(error.value).startswith(
        "Plan 3 cannot be understood, 4 errors: (1) JSON, org: The origin is missing."
    )


@pytest.mark.parametrize("obj", [None, [], "plan", 3])
def test_what_is_no_object_is_an_error(obj: object) -> None:
    with pytest.raises(NotationError, match="is not a plan"):
        read_plan(obj, set_name="demo")


def test_dates_that_do_not_follow_each_other_are_an_error() -> None:
    with pytest.raises(NotationError, match="do not follow each other"):
        read(day("J"), day("J"), JSON={"date": ["2025-11-02", "2025-11-04"]})


def test_an_unknown_key_is_told() -> None:
    plan = read_object(acknowledgement="understood")
    assert [(note.where, note.found) for note in plan.notes] == [("the plan", "acknowledgement")]


def test_the_output_is_strict() -> None:
    plan = read(
        day("from H to J", "Inn, check-in from 9:05 to 10:00; Bistro, lunch from 12:00 to 13:00, nearest transit: Gate, 0.6km;"
            "J Airport, arrive from 14:00 to 14:10",
            transportation="Train Number: 0821, from H to J, Departure Time: 6:30, Arrival Time: 8:05 AM",
            lunch="Bistro,J", accommodation="Inn, J;", attraction="Fort, J;Palace, J;"),
    )  # fmt: skip
    assert write_plan(plan.itinerary)["plan"] == [
        {
            "days": 1,
            "current_city": "from H to J",
            "transportation": "Train Number: 0821, from H to J, Departure Time: 06:30, Arrival Time: 08:05",
            "breakfast": "-",
            "attraction": "Fort, J; Palace, J",
            "lunch": "Bistro, J",
            "dinner": "-",
            "accommodation": "Inn, J",
            "event": "-",
            "point_of_interest_list": "Inn, stay from 09:05 to 10:00; "
            "Bistro, visit from 12:00 to 13:00, nearest transit: Gate, 600.00m away",
        }
    ]


def test_typed_rows_win_over_the_text() -> None:
    plan = read(day("J", "Grill, visit from 23:30 to 00:30", dinner="Grill, J"))
    line = write_plan(plan.itinerary)
    line["plan"][0]["point_of_interest_list"] = "Grill, visit from 01:00 to 02:00"
    assert read_plan(json.loads(json.dumps(line)), set_name="demo").itinerary == plan.itinerary


def test_a_gold_line_with_the_documented_keys_alone_is_read() -> None:
    line = plan_object(
        day("from H to J", "-", transportation="Train Number: 12182, from H to J", accommodation="Inn, J")
    )
    line["timeline"] = [
        {
            "day": 1, "date": "2025-11-02",
            "rows": [
                {"row": "d1.l1", "kind": "leg", "mode": "Train", "number": "12182", "from": "H", "to": "J",
                 "timetable": {"depart_min": 330, "arrive_min": 770}, "depart_min": 330, "arrive_min": 800,
                 "cost_inr": 1400, "remark": "late as a rule"},
                {"row": "d1.s1", "kind": "accommodation", "verb": "check-in", "name": "Inn", "city": "J", "start_min": 850,
                 "end_min": 880, "nearest_stop": {"name": "Gate", "distance_m": 841.96}, "cost_inr": 0, "remark": None},
            ],
        }
    ]  # fmt: skip
    found = read_plan(line, set_name="demo").itinerary.days[0]
    assert (found.legs[0].arrive_min, found.legs[0].timetable_arrive_min, found.legs[0].position) == (
        800,
        770,
        0,
    )
    assert (found.stops[0].verb.value, found.accommodation.name) == ("check-in", "Inn")


def a_typed_stop(row: str, name: str, kind: str, start_min: int, **more: Any) -> dict[str, Any]:
    times = {"start_min": start_min, "end_min": start_min + 60}
    return {"row": row, "kind": kind, "verb": "visit", "name": name, "city": "J", **times, **more}


def test_typed_rows_that_leave_the_meal_out_take_it_from_the_days_fields() -> None:
    line = plan_object(day("J", "-", breakfast="Grill, J", lunch="Inn, J", dinner="Grill, J"))
    rows = [
        a_typed_stop("d1.s1", "Inn", "accommodation", 420, verb="stay"),
        a_typed_stop("d1.s2", "grill", "restaurant", 540),
        a_typed_stop("d1.s3", "Inn", "restaurant", 780),
        a_typed_stop("d1.s4", "Grill", "restaurant", 1200),
        a_typed_stop("d1.s5", "Grill", "restaurant", 1300),
    ]
    line["timeline"] = [{"day": 1, "date": None, "rows": rows}]
    stops = read_plan(line, set_name="demo").itinerary.days[0].stops
    assert [stop.meal for stop in stops] == [None, Meal.BREAKFAST, Meal.LUNCH, Meal.DINNER, None]
    rows[3]["meal"] = "lunch"  # one row that says it speaks for the day
    stops = read_plan(line, set_name="demo").itinerary.days[0].stops
    assert [stop.meal for stop in stops] == [None, None, None, Meal.LUNCH, None]


@pytest.mark.parametrize(
    ("row", "message"),
    [
        ({"row": "d2.s1"}, "no row id of day 1"),
        ({"row": "d1.s1", "kind": "castle"}, "'castle' is not known"),
        ({"row": "d1.s1", "start_min": -5}, "is not a minute"),
        ({"row": "d1.s1", "start_min": 600, "end_min": 600}, "not after its start"),
        ({"row": "d1.s1", "start_min": 1800, "end_min": 1900}, "starts at minute 1800"),
    ],
)
def test_a_wrong_typed_row_is_an_error(row: dict[str, Any], message: str) -> None:
    line = plan_object(day("J"))
    full = {
        "kind": "attraction",
        "verb": "visit",
        "name": "Fort",
        "city": "J",
        "start_min": 600,
        "end_min": 660,
        **row,
    }
    line["timeline"] = [{"day": 1, "date": None, "rows": [full]}]
    with pytest.raises(NotationError, match=message):
        read_plan(line, set_name="demo")


def corpus(name: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (CORPUS / name).read_text(encoding="utf-8").split("\n") if line]


def test_the_corpus_of_quirks_is_read_and_written_again() -> None:
    for line in corpus("plan_quirks.jsonl"):
        plan = read_plan(line, set_name="quirks")
        assert len(plan.notes) == line["expected_notes"] + 1, [str(note) for note in plan.notes]
        again = read_plan(json.loads(json.dumps(write_plan(plan.itinerary))), set_name="quirks")
        assert again.itinerary == plan.itinerary


def test_the_corpus_of_unreadable_plans_is_listed_with_reasons() -> None:
    for line in corpus("unreadable_plans.jsonl"):
        with pytest.raises(NotationError) as error:
            read_plan(line, set_name="quirks")
        assert [problem.where for problem in error.value.problems] == line["expected_places"]


def test_a_typed_plan_read_as_a_skeleton_keeps_its_times_as_given() -> None:
    filled = read(
        day("from H to J", "Fort, visit from 16:00 to 17:00", attraction="Fort, J",
            transportation="Train Number: 1, from H to J, Departure Time: 06:30, Arrival Time: 14:05")
    )  # fmt: skip
    again = read_plan(write_plan(filled.itinerary), set_name="demo", as_skeleton=True)
    found = again.itinerary.days[0]
    assert again.is_skeleton
    assert (found.stops[0].start_min, found.stops[0].given_start_min, found.stops[0].given_end_min) == (
        960,
        960,
        1020,
    )
    assert (found.legs[0].depart_min, found.legs[0].given_depart_min, found.legs[0].arrive_min) == (
        390,
        390,
        None,
    )


@pytest.mark.parametrize("idx", [None, -1, 2**31, True, 1.5, "one", [1]])
def test_a_plan_without_a_number_is_an_error(idx: object) -> None:
    with pytest.raises(NotationError, match="is not the number of a plan"):
        read_object(idx=idx)


def test_a_filled_plan_with_a_cab_without_times_is_written_with_its_planned_times() -> None:
    text = "Train Number: 00821, from H to J, Departure Time: 06:30, Arrival Time: 14:05; Taxi, from J to K"
    plan = read(day("from H to K", "Fort, visit from 16:00 to 17:00", transportation=text))
    line = write_plan(plan.itinerary)
    assert line["plan"][0]["transportation"] == text
    again = read_plan(json.loads(json.dumps(line)), set_name="demo")
    assert (again.itinerary, again.is_skeleton) == (plan.itinerary, False)


def test_a_leg_without_a_timetable_keeps_its_planned_times_in_a_text_with_gaps() -> None:
    written = "Taxi, from H to J, Departure Time: 10:00"
    plan = read(day("from H to J", "Fort, visit from 16:00 to 17:00", transportation=written))
    line = write_plan(plan.itinerary)
    assert line["plan"][0]["transportation"] == f"{written}, Arrival Time: ()"


@pytest.mark.parametrize("keys", [("house rules", "house type"), ("House_Rules", "room type")])
def test_keys_of_constraints_may_have_blanks_or_underscores(keys: tuple[str, str]) -> None:
    asked = {keys[0]: "No_Pets", keys[1]: "Family_Friendly", "facilities amenities": ["Pool"]}
    plan = read(day("J"), JSON={"local_constraint": asked})
    found = plan.itinerary.query.constraints
    assert (found.house_rules, found.house_type, found.facilities) == (
        ("No_Pets",),
        ("Family_Friendly",),
        ("Pool",),
    )
    assert not found.tripcraft_keys
    assert not plan.notes
    constraints = {"house_rule": "pets"}
    assert read(day("J"), JSON={"local_constraint": constraints}).itinerary.query.constraints.tripcraft_keys


@pytest.mark.parametrize("nothing", [None, [], {}, "-", "[]", "{}"])
def test_no_constraints_may_be_written_in_several_ways(nothing: object) -> None:
    plan = read(day("J"), JSON={"local_constraint": nothing})
    assert plan.itinerary.query.constraints == LocalConstraint()


@pytest.mark.parametrize("plan", [[{}], [None, {}], "[{}]", [{"days": "Summary", "current_city": "-"}]])
def test_a_plan_of_empty_days_alone_is_undelivered(plan: object) -> None:
    assert not read_plan(plan_object(day("J")) | {"plan": plan}, set_name="demo").delivered


def test_a_list_under_either_key_is_read_and_two_that_differ_are_an_error() -> None:
    fort, park = "Fort, visit from 10:00 to 11:00", "Park, visit from 12:00 to 13:00"
    for lists in ((fort, "-"), ("-", fort), (None, fort), (fort, fort)):
        keys = dict(zip(("point_of_interest_list", "point_of_interest"), lists, strict=True))
        plan = read(day("J") | keys)
        assert [stop.name for stop in plan.itinerary.days[0].stops] == ["Fort"]
    with pytest.raises(
        NotationError, match="point_of_interest: The day has another list in point_of_interest_list"
    ):
        read(day("J", fort) | {"point_of_interest": park})
