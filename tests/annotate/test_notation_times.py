"""Times of a plan text: dates over midnight, missing times, legs and where they stand."""

import pytest

from annotate.notation import NotationError
from annotate.plan import Mode, StopKind, Verb
from tests.plan_objects import day, read, rows, times

TRAIN = "Train Number: 00821, from H to J, Departure Time: 06:30, Arrival Time: 14:05"


def test_a_dinner_over_midnight_lasts_an_hour() -> None:
    plan = read(day("J", "Grill, visit from 23:30 to 00:30", dinner="Grill, J"))
    assert times(plan) == [(1410, 1470)]
    assert [note.done for note in plan.notes] == ["it ends the next day, inferred"]


def test_a_dinner_after_midnight_is_next_day() -> None:
    entries = "Bistro, visit from 14:15 to 15:15; Grill, visit from 00:15 to 01:15"
    assert times(read(day("J", entries))) == [(855, 915), (1455, 1515)]


def test_an_entry_before_the_one_above_is_next_day_only_below_thirty_hours() -> None:
    assert times(read(day("J", "A, visit from 10:00 to 11:00; B, visit from 05:59 to 06:30"))) == [
        (600, 660),
        (1799, 1830),
    ]
    assert times(read(day("J", "A, visit from 10:00 to 11:00; B, visit from 06:00 to 06:30"))) == [
        (600, 660),
        (360, 390),
    ]


def test_an_end_before_the_start_is_an_error_unless_it_is_marked() -> None:
    with pytest.raises(NotationError, match="not after its start"):
        read(day("J", "Fort, visit from 10:00 to 09:10"))
    assert times(read(day("J", "Fort, visit from 10:00 to 09:10 (+1)"))) == [(600, 1990)]


def test_a_visit_over_midnight_lasts_at_most_twelve_hours() -> None:
    assert times(read(day("J", "Fort, visit from 18:00 to 06:00"))) == [(1080, 1800)]
    with pytest.raises(NotationError):
        read(day("J", "Fort, visit from 18:00 to 06:01"))


def test_an_accommodation_may_last_longer_over_midnight() -> None:
    plan = read(day("J", "Inn, stay from 09:00 to 08:00", accommodation="Inn, J"))
    assert times(plan) == [(540, 1920)]


def test_twenty_five_ten_is_an_error() -> None:
    with pytest.raises(NotationError, match="'25:10' is not a time"):
        read(day("J", "Grill, visit from 23:30 to 25:10"))


def test_midnight_exactly_lies_on_the_right_day() -> None:
    entries = (
        "Grill, visit from 22:00 to 24:00; Bar, visit from 00:00 to 01:00; Inn, stay from 01:30 to 08:00"
    )
    assert times(read(day("J", entries, accommodation="Inn, J"))) == [
        (1320, 1440),
        (1440, 1500),
        (1530, 1920),
    ]


def test_a_stated_date_places_a_time() -> None:
    plan = read(day("J", "Bar, visit from 23:00 to 01:10 3 Nov"))
    assert times(plan) == [(1380, 1510)]


@pytest.mark.parametrize("window", ["()", "from ()", "from () to ()", "from ( ) to ( )"])
def test_missing_times_are_written_in_several_ways(window: str) -> None:
    plan = read(day("J", f"Fort, visit {window}, nearest transit: Gate, 90m away"))
    assert (times(plan), plan.is_skeleton) == ([(None, None)], True)


def test_a_skeleton_keeps_its_times_as_given_times() -> None:
    plan = read(day("J", "Inn, stay from 08:00 to (); Fort, visit from () to 11:00", accommodation="Inn, J"))
    given = [
        (stop.start_min, stop.given_start_min, stop.given_end_min) for stop in plan.itinerary.days[0].stops
    ]
    assert given == [(480, 480, None), (None, None, 660)]


def test_a_night_stay_without_a_start_ends_the_next_day() -> None:
    entries = "Inn, check-in from () to (); Fort, visit from () to (); Inn, stay from () to 08:00"
    plan = read(day("from H to J", entries, accommodation="Inn, J", transportation=TRAIN))
    assert times(plan)[-1] == (None, 1920)


def test_a_filled_plan_has_no_given_times_unless_it_is_read_as_a_skeleton() -> None:
    days = (
        day("from H to J", "Fort, visit from 16:00 to 17:00", transportation=TRAIN, attraction="Fort, J"),
    )
    filled = read(*days)
    assert not filled.is_skeleton
    assert filled.itinerary.days[0].stops[0].given_start_min is None
    kept = read(*days, as_skeleton=True)
    stop, leg = kept.itinerary.days[0].stops[0], kept.itinerary.days[0].legs[0]
    assert (stop.start_min, stop.given_start_min, stop.given_end_min) == (960, 960, 1020)
    assert (leg.depart_min, leg.arrive_min, leg.given_depart_min) == (390, None, 390)


def test_the_transport_times_of_a_skeleton_are_the_timetable() -> None:
    plan = read(day("from H to J", "Fort, visit from () to ()", transportation=TRAIN))
    leg = plan.itinerary.days[0].legs[0]
    assert (leg.mode, leg.carrier, leg.origin, leg.destination) == (Mode.TRAIN, "00821", "H", "J")
    assert (leg.timetable_depart_min, leg.timetable_arrive_min) == (390, 845)
    assert (leg.depart_min, leg.arrive_min, leg.given_depart_min) == (390, None, 390)


def test_the_transport_times_of_a_filled_plan_are_planned_times() -> None:
    plan = read(day("from H to J", "Fort, visit from 16:00 to 17:00", transportation=TRAIN))
    leg = plan.itinerary.days[0].legs[0]
    assert (leg.depart_min, leg.arrive_min, leg.timetable_depart_min, leg.timetable_arrive_min) == (
        390,
        845,
        None,
        None,
    )


def leg_times(text: str, duration_min: float | None = None) -> tuple[int | None, int | None]:
    """Planned times of the one leg of a day."""
    plan = read(day("from H to J", transportation=text), leg_duration=lambda *_: duration_min)
    leg = plan.itinerary.days[0].legs[0]
    return leg.depart_min, leg.arrive_min


def test_a_leg_arrives_on_the_first_day_that_makes_it_positive() -> None:
    assert leg_times("Train Number: 1, from H to J, Departure Time: 23:57, Arrival Time: 00:26") == (
        1437,
        1466,
    )
    assert leg_times("Train Number: 1, from H to J, Departure Time: 17:00, Arrival Time: 14:52") == (
        1020,
        2332,
    )


def test_a_leg_arrives_on_the_day_nearest_to_its_timetable() -> None:
    text = "Train Number: 1, from H to J, Departure Time: 10:00, Arrival Time: 12:00"
    assert leg_times(text) == (600, 720)
    assert leg_times(text, 26 * 60 + 10) == (600, 2160)


def test_a_stated_next_day_of_a_leg_is_kept() -> None:
    for marked in ("12:00 (+1)", "12:00 (next day)", "12:00 +1"):
        text = f"Bus: Hill Lines, from H to J, Departure Time: 10:00, Arrival Time: {marked}"
        assert leg_times(text) == (600, 2160)


def test_am_and_pm_and_a_trailing_comma_are_read() -> None:
    text = "Flight Number: F1, from H to J, Departure Time: 08:00 AM, Arrival Time: 09:04 PM,"
    assert leg_times(text) == (480, 1264)


@pytest.mark.parametrize(
    ("text", "mode", "carrier", "mode_text"),
    [
        ("Flight Number: 6E-2145, from H to J", Mode.FLIGHT, "6E-2145", None),
        ("flight number: 6E-2145, from H to J", Mode.FLIGHT, "6E-2145", None),
        ("Train Number: 00821, from H to J", Mode.TRAIN, "00821", None),
        ("Bus: Hill, Lines from Home, from H to J", Mode.BUS, "Hill, Lines from Home", None),
        ("Greyhound Bus, from H to J", Mode.BUS, "Greyhound", None),
        ("Taxi, from H to J", Mode.CAB, None, "Taxi"),
        ("Cab, from H to J", Mode.CAB, None, None),
        ("Driving, from H to J", Mode.CAB, None, "Driving"),
        ("Self-driving, from H to J, Departure Time: 16:00, Arrival Time: 18:00", Mode.CAB, None, "Self-driving"),
        ("Taxi from H to J", Mode.CAB, None, "Taxi"),
        ("Taxi to J, Duration: 4 hours 48 mins, Cost: 491", Mode.CAB, None, "Taxi"),
        ("Self-driving, Duration: 2 hours 7 mins, Distance: 209 km", Mode.CAB, None, "Self-driving"),
    ],
)  # fmt: skip
def test_legs_are_read_in_the_forms_that_occur(
    text: str, mode: Mode, carrier: str | None, mode_text: str | None
) -> None:
    leg = read(day("from H to J", transportation=text)).itinerary.days[0].legs[0]
    assert (leg.mode, leg.carrier, leg.mode_text, leg.origin, leg.destination) == (
        mode,
        carrier,
        mode_text,
        "H",
        "J",
    )


@pytest.mark.parametrize(
    "text", ["Taxi; Cost: 50", "Taxi, from accommodation to attractions", "Cost: 30, self-driving"]
)
def test_a_ride_within_the_city_is_no_leg_and_stays_as_text(text: str) -> None:
    plan = read(day("J", transportation=text))
    found = plan.itinerary.days[0]
    assert (found.legs, found.transportation_text) == ((), text)
    assert plan.notes


def test_several_legs_stand_apart_by_semicolons() -> None:
    text = (
        "Taxi, from H to K, Duration: 1 hour 10 mins, Cost: 5;"
        "Flight Number: F2, from K to J, Departure Time: 13:28, Arrival Time: 16:21"
    )
    legs = read(day("from H to J", transportation=text)).itinerary.days[0].legs
    assert [(leg.row, leg.origin, leg.destination) for leg in legs] == [
        ("d1.l1", "H", "K"),
        ("d1.l2", "K", "J"),
    ]
    assert legs[0].stated_cost == 5


def test_the_mode_behind_the_cities_is_left_out() -> None:
    found = read(day("From H To J by train", transportation=TRAIN)).itinerary.days[0]
    assert (found.current_city, found.from_city, found.to_city) == ("from H to J", "H", "J")


def positions(*args: object, **fields: object) -> list[int]:
    """Positions of the legs of the second day, from J to K."""
    plan = read(
        day("from H to J", transportation=TRAIN, accommodation="Inn, J"),
        day(*args, **fields),
        JSON={"dest": ["J", "K"]},
    )
    return [leg.position for leg in plan.itinerary.days[1].legs]


BUS = "Bus: Hill Lines, from J to K, Departure Time: 11:00, Arrival Time: 15:00"


def test_a_leg_stands_where_the_city_changes() -> None:
    entries = "Inn, stay from () to 08:00; Cafe, visit from () to (); Bistro, visit from () to (); Lodge, stay from () to ()"
    fields = {
        "breakfast": "Cafe, J",
        "dinner": "Bistro, K",
        "accommodation": "Lodge, K",
        "transportation": BUS,
    }
    assert positions("from J to K", entries, **fields) == [2]


def test_cities_speak_louder_than_times() -> None:
    entries = "Cafe, visit from 14:00 to 15:00; Bistro, visit from 09:00 to 10:00"
    assert positions("from J to K", entries, breakfast="Cafe, J", dinner="Bistro, K", transportation=BUS) == [
        1
    ]


def test_without_cities_the_times_decide() -> None:
    entries = (
        "Cafe, visit from 09:00 to 10:00; Sight, visit from 16:00 to 17:00; Bistro, visit from 20:00 to 21:00"
    )
    assert positions("from J to K", entries, transportation=BUS) == [1]


def test_on_the_way_home_nobody_visits_at_home() -> None:
    entries = "Inn, checkout from 08:00 to 08:30; Fort, visit from 14:00 to 15:00; J Bus Stand, arrive from 15:10 to 15:20"
    bus = "Bus: Hill Lines, from J to H, Departure Time: 11:00, Arrival Time: 15:00"
    assert positions("from J to H", entries, transportation=bus) == [3]


def test_a_transport_place_stands_on_the_side_of_the_city_it_names() -> None:
    entries = "J Bus Stand, arrive from () to (); K Bus Stand, arrive from () to ()"
    assert positions("from J to K", entries, transportation=BUS) == [1]
    plan = read(day("J", "J Airport, arrive from 10:00 to 11:00"))
    assert plan.itinerary.days[0].stops[0].kind is StopKind.TRANSPORT


def test_a_travel_row_is_the_leg_itself() -> None:
    entries = "Inn, stay from 07:00 to 08:00; Bus to K, travel from 11:05 to 15:30; Bistro, visit from 20:00 to 21:00"
    plan = read(
        day("from H to J", transportation=TRAIN, accommodation="Inn, J"),
        day("from J to K", entries, transportation=BUS, dinner="Bistro, K"),
        JSON={"dest": ["J", "K"]},
    )
    assert rows(plan)[1:] == [
        ("d2.s1", "Inn", 420, 480), ("d2.l1", "Hill Lines", 665, 930), ("d2.s3", "Bistro", 1200, 1260),
    ]  # fmt: skip
    assert any("merged with the leg" in note.done for note in plan.notes)


def test_a_travel_row_of_a_skeleton_gives_the_planned_times() -> None:
    entries = "Bus to J, travel from 11:05 to 15:30; Fort, visit from () to ()"
    bus = "Bus: Hill Lines, from H to J, Departure Time: 11:00, Arrival Time: 15:00"
    leg = read(day("from H to J", entries, transportation=bus)).itinerary.days[0].legs[0]
    assert (leg.timetable_depart_min, leg.depart_min, leg.arrive_min, leg.given_depart_min) == (
        660,
        665,
        930,
        665,
    )


def test_a_travel_row_without_a_leg_stays_a_transport_place() -> None:
    plan = read(day("J", "Shuttle, travel from 11:00 to 11:30"))
    stop = plan.itinerary.days[0].stops[0]
    assert (stop.kind, stop.verb) == (StopKind.TRANSPORT, Verb.TRAVEL)


def test_times_of_a_stay_until_morning_and_the_train_after_it() -> None:
    entries = "Inn, stay from 22:00 to 08:00"
    train = "Train Number: 1, from H to J, Departure Time: 17:00, Arrival Time: 14:52"
    plan = read(day("from H to J", entries, transportation=train, accommodation="Inn, J"))
    assert [(start, end) for start, end in times(plan)] == [(1020, 2332), (1320, 1920)]


def test_a_cab_without_times_makes_no_skeleton_of_a_filled_plan() -> None:
    text = f"{TRAIN}; Taxi, from J to K"
    plan = read(day("from H to K", "Fort, visit from 16:00 to 17:00", transportation=text))
    assert not plan.is_skeleton
    assert [(leg.depart_min, leg.arrive_min) for leg in plan.itinerary.days[0].legs] == [
        (390, 845),
        (None, None),
    ]


@pytest.mark.parametrize(
    ("leg", "is_skeleton"),
    [
        ("Train Number: 00821, from H to J", True),
        ("Flight Number: F1, from H to J, Departure Time: 06:30", True),
        ("Bus: Raj, from H to J, Arrival Time: 14:05", True),
        ("Taxi, from H to J, Departure Time: 06:30", True),
        ("Taxi, from H to J, Departure Time: (), Arrival Time: ()", True),
        ("Taxi, from H to J", False),
        ("Self-driving, from H to J", False),
        ("Bus: Raj, from H to J, Departure Time: 06:30, Arrival Time: 14:05", False),
    ],
)
def test_a_leg_that_lacks_a_time_makes_a_skeleton_unless_it_is_a_cab_without_any(
    leg: str, is_skeleton: bool
) -> None:
    plan = read(day("from H to J", "Fort, visit from 16:00 to 17:00", transportation=leg))
    assert plan.is_skeleton is is_skeleton
    assert plan.itinerary.days[0].stops[0].given_start_min == (960 if is_skeleton else None)


def test_a_leg_with_a_time_marked_missing_makes_a_skeleton() -> None:
    text = "Train Number: 00821, from H to J, Departure Time: 06:30, Arrival Time: ()"
    plan = read(day("from H to J", "Fort, visit from 16:00 to 17:00", transportation=text))
    leg = plan.itinerary.days[0].legs[0]
    assert plan.is_skeleton
    assert (leg.timetable_depart_min, leg.timetable_arrive_min, leg.depart_min) == (390, None, 390)


def test_a_stop_before_the_landing_stands_behind_its_flight() -> None:
    flight = "Flight Number: F1, from H to J, Departure Time: 13:00, Arrival Time: 15:30"
    plan = read(
        day("from H to J", "Fort, visit from 09:00 to 10:00", transportation=flight, attraction="Fort, J")
    )
    assert [row[0] for row in rows(plan)] == ["d1.l1", "d1.s1"]
    home = "Flight Number: F2, from J to H, Departure Time: 11:00, Arrival Time: 13:30"
    plan = read(day("J"), day("from J to H", "Fort, visit from 14:00 to 15:00", transportation=home))
    assert [row[0] for row in rows(plan)] == ["d2.s1", "d2.l1"]
