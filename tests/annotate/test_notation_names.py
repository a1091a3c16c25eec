"""Names and texts of a plan: which words are the name, which the city, which the times."""

import pytest

from annotate.notation import NotationError, read_plan
from annotate.plan import Meal, NamedPlace, NearestStop, StopKind, Verb
from tests.plan_objects import day, plan_object, read, rows

TAIL = ", nearest transit: Clock Corner, 120m away"


def only_day(**options: object) -> object:
    return read(**options).itinerary.days[0]


def test_a_name_with_from_is_cut_at_its_times() -> None:
    plan = read(
        day("J", f"Letters from Istoria, visit from 14:15 to 15:15{TAIL}", lunch="Letters from Istoria, J")
    )
    stop = plan.itinerary.days[0].stops[0]
    assert (stop.name, stop.city, stop.start_min, stop.end_min) == ("Letters from Istoria", "J", 855, 915)
    assert stop.meal is Meal.LUNCH


@pytest.mark.parametrize(
    "name",
    [
        "Stay Awhile Cafe", "Visit: The Museum", "From Field to Table", "Poha, Jalebi & Co.", "Old Fort; Upper Town",
        "Luxe Houseboat: Views, 360", "Mughal-era Stepwell", "Travel from A to B", "Lunch, Dinner; Stay", "9:05 Tea House",
        "Arrive from () Bar", "Check-in Diner", "nearest transit Museum",
    ],
)  # fmt: skip
def test_names_may_hold_the_words_and_signs_of_the_notation(name: str) -> None:
    entries = f"Inn, stay from 07:00 to 08:00{TAIL}; {name}, visit from 10:00 to 11:00{TAIL}; Inn, stay from 22:00 to 07:00"
    plan = read(day("J", entries, attraction=f"{name}, J", accommodation="Inn, J"))
    assert [row[1] for row in rows(plan)] == ["Inn", name, "Inn"]
    assert plan.itinerary.days[0].attractions == (NamedPlace(name, "J"),)
    assert plan.itinerary.days[0].stops[1].kind is StopKind.ATTRACTION


def test_times_inside_a_name_lose_to_the_last_ones() -> None:
    plan = read(day("J", "The visit from 10:00 to 11:00 Show, visit from 19:00 to 20:00"))
    assert rows(plan) == [("d1.s1", "The visit from 10:00 to 11:00 Show", 1140, 1200)]


def test_a_known_name_wins_over_the_semicolons_in_it() -> None:
    fields = {"attraction": "Fall of Smoke, J;Old Fort; Upper Town, J"}
    entries = "Fall of Smoke, visit from 10:00 to 11:00; Old Fort; Upper Town, visit from 12:00 to 13:00"
    plan = read(day("J", entries, **fields))
    assert plan.itinerary.days[0].attractions == (
        NamedPlace("Fall of Smoke", "J"),
        NamedPlace("Old Fort; Upper Town", "J"),
    )
    assert [row[1] for row in rows(plan)] == ["Fall of Smoke", "Old Fort; Upper Town"]


def test_the_longer_known_name_is_tried_first() -> None:
    plan = read(
        day("J", "Fort, visit from 09:00 to 10:00; Fort, visit from noon, visit from 11:00 to 12:00",
            attraction="Fort, J; Fort, visit from noon, J")
    )  # fmt: skip
    assert [row[1] for row in rows(plan)] == ["Fort", "Fort, visit from noon"]


def test_a_number_behind_a_comma_is_no_city() -> None:
    plan = read(day("J", "Cafe 24, 7, visit from 10:00 to 11:00", lunch="Cafe 24, 7"))
    assert plan.itinerary.days[0].lunch == NamedPlace("Cafe 24, 7", "J")
    assert any("no city is written" in note.done for note in plan.notes)


@pytest.mark.parametrize(("text", "name"), [("Hotel A, Goa.", "Hotel A"), ("Hotel A, Goa;", "Hotel A")])
def test_a_sign_behind_the_city_is_left_out(text: str, name: str) -> None:
    plan = read(day("Goa", accommodation=text))
    assert plan.itinerary.days[0].accommodation == NamedPlace(name, "Goa")
    assert plan.notes


def test_a_dot_that_belongs_to_the_name_stays() -> None:
    plan = read(day("J", lunch="Jalebi & Co."))
    lunch = plan.itinerary.days[0].lunch
    assert lunch is not None and lunch.name == "Jalebi & Co."


def test_a_place_without_a_city_that_the_catalogue_lacks_stays_unresolved_and_is_told() -> None:
    catalogue = {"j": {"plain inn": StopKind.ACCOMMODATION}}
    plan = read(
        day("J", "No City Name, visit from 10:00 to 11:00", lunch="No City Name"),
        places_in=lambda city, _: catalogue.get(city.casefold()),
    )
    assert plan.itinerary.days[0].lunch == NamedPlace("No City Name", None)
    assert plan.itinerary.days[0].stops[0].city is None
    assert any("unresolved" in note.done for note in plan.notes)


def test_a_place_without_a_city_is_the_one_of_the_catalogue_where_the_traveller_is() -> None:
    catalogue = {"j": {"bazaar": StopKind.ATTRACTION}, "h": {"bazaar": StopKind.ATTRACTION}}
    plan = read(
        day("J", "Bazaar, visit from 10:00 to 11:00", attraction="Bazaar"),
        places_in=lambda city, _: catalogue.get(city.casefold()),
    )
    assert plan.itinerary.days[0].stops[0].city == "J"
    assert plan.itinerary.days[0].attractions == (NamedPlace("Bazaar", "J"),)


def test_a_city_of_the_catalogue_is_known_as_a_city_although_the_plan_never_goes_there() -> None:
    plan = read(day("J", breakfast="Tea House, K"), places_in=lambda city, _: {} if city == "K" else None)
    assert plan.itinerary.days[0].breakfast == NamedPlace("Tea House", "K")


def test_without_a_catalogue_a_city_that_two_places_share_is_known() -> None:
    plan = read(
        day("J", breakfast="Tea House, K", accommodation="Inn, K", lunch="Bistro, J", dinner="Grill, J")
    )
    assert plan.itinerary.days[0].breakfast == NamedPlace("Tea House", "K")
    assert plan.itinerary.days[0].accommodation == NamedPlace("Inn", "K")


@pytest.mark.parametrize("empty", ["-", "_", "–", "—", "", None, " - ", "N/A", "Not Available", "Unknown"])
def test_an_empty_cell_is_no_place(empty: str | None) -> None:
    found = read(day("J", breakfast=empty, attraction=empty, accommodation=empty)).itinerary.days[0]
    assert list(found.named_places()) == []


@pytest.mark.parametrize("name", ["NA", "None", "Nan"])
def test_a_venue_whose_name_looks_empty_stays(name: str) -> None:
    assert read(day("J", lunch=f"{name}, J")).itinerary.days[0].lunch == NamedPlace(name, "J")


def test_a_semicolon_at_the_end_leaves_no_empty_attraction() -> None:
    days = (
        day("J", attraction="Fort, J;"),
        day("J", attraction="Atlantis, J"),
        day("J", attraction="Fort, J;Palace, J"),
    )
    found = [found.attractions for found in read(*days).itinerary.days]
    assert found == [
        (NamedPlace("Fort", "J"),), (NamedPlace("Atlantis", "J"),), (NamedPlace("Fort", "J"), NamedPlace("Palace", "J")),
    ]  # fmt: skip


@pytest.mark.parametrize("end", [";", ".", ",", "; "])
def test_a_list_may_end_in_a_sign(end: str) -> None:
    plan = read(day("J", f"Fort, visit from 10:00 to 11:00{TAIL}{end}", attraction="Fort, J"))
    assert rows(plan) == [("d1.s1", "Fort", 600, 660)]
    assert plan.itinerary.days[0].stops[0].nearest_stop.name == "Clock Corner"


def test_curly_and_straight_quotes_name_the_same_place_and_each_is_kept_as_written() -> None:
    plan = read(day("J", "Alexander's, visit from 20:00 to 21:00", dinner="Alexander’s, J"))
    found = plan.itinerary.days[0]
    assert found.stops[0].meal is Meal.DINNER
    assert (found.dinner.name, found.stops[0].name) == ("Alexander’s", "Alexander's")


@pytest.mark.parametrize(
    ("written", "metres"),
    [
        ("0.5km away", 500),
        ("841.96m away", 841.96),
        ("3 km away", 3000),
        ("120 meters away", 120),
        ("90m", 90),
    ],
)
def test_distances_to_the_nearest_stop_are_metres(written: str, metres: float) -> None:
    plan = read(day("J", f"Fort, visit from 10:00 to 11:00, nearest transit: Gate 2, North, {written}"))
    stop = plan.itinerary.days[0].stops[0].nearest_stop
    assert (stop.name, stop.distance_m) == ("Gate 2, North", metres)


def test_meters_and_a_missing_away_are_told() -> None:
    for written in ("120 meters away", "120m"):
        plan = read(
            day(
                "J",
                f"Fort, visit from 10:00 to 11:00, nearest transit: Gate, {written}",
                attraction="Fort, J",
            )
        )
        assert [note.where for note in plan.notes] == ["day 1, point_of_interest_list, entry 1"]


@pytest.mark.parametrize("written", ["3 miles away", "3 away", "far away"])
def test_an_unknown_unit_is_an_error(written: str) -> None:
    with pytest.raises(NotationError, match=r"entry 1.*distance"):
        read(day("J", f"Fort, visit from 10:00 to 11:00, nearest transit: Gate, {written}"))


def test_a_number_at_the_end_of_the_next_name_is_no_distance() -> None:
    entries = "Fort, visit from 10:00 to 11:00, nearest transit: Gate; Cafe 24, 7, visit from 12:00 to 13:00"
    plan = read(day("J", entries, attraction="Fort, J", lunch="Cafe 24, 7, J"))
    assert [stop.name for stop in plan.itinerary.days[0].stops] == ["Fort", "Cafe 24, 7"]
    assert plan.itinerary.days[0].stops[0].nearest_stop == NearestStop("Gate", None)


@pytest.mark.parametrize("tail", ["", ", nearest transit: Gate, 90m away", ", nearest transit: Gate"])
@pytest.mark.parametrize(
    ("written", "cost"), [("; Cost: 14", 14), (", Cost: 14", 14), ("; cost: Rs. 1,250 per head", 1250)]
)
def test_a_cost_behind_an_entry_is_the_entrys(tail: str, written: str, cost: float) -> None:
    entries = f"Fort, visit from 10:00 to 11:00{tail}{written}; Cost: 9 Cafe, visit from 12:00 to 13:00"
    stops = read(day("J", entries)).itinerary.days[0].stops
    assert [(stop.name, stop.stated_cost) for stop in stops] == [("Fort", cost), ("Cost: 9 Cafe", None)]
    assert stops[0].nearest_stop == (NearestStop("Gate", 90 if "90" in tail else None) if tail else None)


def test_a_stop_name_may_hold_a_semicolon() -> None:
    entries = "Fort, visit from 10:00 to 11:00, nearest transit: Gate; North, 90m away; Park, visit from 12:00 to 13:00"
    plan = read(day("J", entries))
    assert [row[1] for row in rows(plan)] == ["Fort", "Park"]
    assert plan.itinerary.days[0].stops[0].nearest_stop.name == "Gate; North"


def test_a_glued_city_is_read_and_told() -> None:
    plan = read(day("J", lunch="Bistro,J"))
    assert plan.itinerary.days[0].lunch == NamedPlace("Bistro", "J")
    assert [note.done for note in plan.notes] == ["the city is glued to the name; read apart"]


@pytest.mark.parametrize(
    ("text", "cost"),
    [("Bistro, J; Cost: 14", 14), ("Bistro, J, Cost: 1,250", 1250), ("Bistro, J; Cost: 14 (for 3 nights)", 14),
     ("Bistro, J; Cost: 321 for 3 nights", 321)],
)  # fmt: skip
def test_a_cost_is_kept_as_stated_and_told(text: str, cost: float) -> None:
    plan = read(day("J", lunch=text))
    assert plan.itinerary.days[0].lunch == NamedPlace("Bistro", "J", cost)
    assert [note.done for note in plan.notes] == ["kept as the stated cost"]


@pytest.mark.parametrize("name", ["Half Price: The Book Cafe", "Price: Fixed Thali", "Low Cost: Rest House"])
def test_a_name_that_holds_the_word_before_a_cost_is_whole(name: str) -> None:
    entries = f"{name}, visit from 10:00 to 11:00"
    plan = read(day("J", entries, lunch=f"{name}, J", attraction=f"Fort, J; {name}, J"))
    found = plan.itinerary.days[0]
    assert (found.lunch, found.attractions) == (
        NamedPlace(name, "J"),
        (NamedPlace("Fort", "J"), NamedPlace(name, "J")),
    )
    assert (found.stops[0].name, found.stops[0].city) == (name, "J")
    priced = read(day("J", lunch=f"{name}, J, Cost: 300")).itinerary.days[0]
    assert priced.lunch == NamedPlace(name, "J", 300)


def test_a_name_that_holds_what_looks_like_a_cost_is_whole_where_list_or_catalogue_know_it() -> None:
    name = "Price: 5 Star Thali"
    text = {"lunch": f"{name}, J", "attraction": f"Fort, J; {name}, J"}
    whole = (NamedPlace(name, "J"), (NamedPlace("Fort", "J"), NamedPlace(name, "J")))
    listed = read(day("J", f"{name}, visit from 10:00 to 11:00", **text)).itinerary.days[0]
    assert (listed.lunch, listed.attractions) == whole
    held = {"price: 5 star thali": StopKind.RESTAURANT}
    known = read(day("J", **text), places_in=lambda city, _: held if city == "J" else None).itinerary.days[0]
    assert (known.lunch, known.attractions) == whole
    unknown = read(day("J", **text)).itinerary.days[0]
    assert (unknown.lunch, unknown.attractions) == (None, (NamedPlace("Fort", "J", 5),))


@pytest.mark.parametrize("nothing", ["", " -", " N/A"])
def test_a_cost_that_is_not_there_is_no_part_of_the_name(nothing: str) -> None:
    assert read(day("J", lunch=f"Bistro, J, Cost:{nothing}")).itinerary.days[0].lunch == NamedPlace(
        "Bistro", "J"
    )


def test_a_cost_behind_a_list_belongs_to_the_place_before_it() -> None:
    plan = read(day("J", attraction="Fort, J; Museum, J, Cost: 26;"))
    assert plan.itinerary.days[0].attractions == (NamedPlace("Fort", "J"), NamedPlace("Museum", "J", 26))


def test_other_verbs_are_read_and_told() -> None:
    entries = (
        "Inn, check-out from 08:00 to 08:30; Bistro, lunch from 13:00 to 14:00; Bistro, dinner from 20:00 to 21:00; "
        "Inn, overnight stay from 22:00 to 07:00"
    )
    plan = read(day("J", entries, lunch="Bistro, J", dinner="Bistro, J", accommodation="Inn, J"))
    stops = plan.itinerary.days[0].stops
    assert [stop.verb for stop in stops] == [Verb.CHECKOUT, Verb.VISIT, Verb.VISIT, Verb.STAY]
    assert [stop.meal for stop in stops] == [None, Meal.LUNCH, Meal.DINNER, None]
    assert len(plan.notes) == 5  # four verbs, one end on the next day


def test_an_entry_of_the_accommodation_of_the_night_before_is_that_accommodation() -> None:
    plan = read(
        day("from H to J", accommodation="Inn, J", transportation="Taxi, from H to J"),
        day("from J to H", "Inn, checkout from 08:00 to 08:30", transportation="Taxi, from J to H"),
    )
    stop = plan.itinerary.days[1].stops[0]
    assert (stop.kind, stop.city) == (StopKind.ACCOMMODATION, "J")


def test_an_entry_that_is_not_chosen_takes_its_kind_from_the_catalogue() -> None:
    plan = read(
        day("J", "Night Market, visit from 19:00 to 20:00"),
        places_in=lambda city, _: {"night market": StopKind.EVENT} if city == "J" else None,
    )
    assert plan.itinerary.days[0].stops[0].kind is StopKind.EVENT


NAMED_LIKE_STATIONS = {
    "victoria terminus": StopKind.ATTRACTION,
    "pizza station": StopKind.RESTAURANT,
    "j junction": StopKind.TRANSPORT,
}


@pytest.mark.parametrize(
    ("entry", "kind"),
    [
        ("Victoria Terminus, visit", StopKind.ATTRACTION),
        ("Victoria Terminus, J, visit", StopKind.ATTRACTION),
        ("Pizza Station, visit", StopKind.RESTAURANT),
        ("Pizza Station, lunch", StopKind.RESTAURANT),
        ("Victoria Terminus, arrive", StopKind.TRANSPORT),
        ("J Junction, visit", StopKind.TRANSPORT),
        ("Mill Station, visit", StopKind.TRANSPORT),
        ("Victoria Terminus, K, visit", StopKind.TRANSPORT),
    ],
)
def test_a_place_named_like_a_station_is_what_the_catalogue_of_its_city_holds(
    entry: str, kind: StopKind
) -> None:
    plan = read(
        day("J", f"{entry} from 10:00 to 11:00"),
        places_in=lambda city, _: {"J": NAMED_LIKE_STATIONS, "K": {"tea house": StopKind.RESTAURANT}}.get(
            city
        ),
    )
    assert plan.itinerary.days[0].stops[0].kind is kind
    assert any("named like a transport place" in note.done for note in plan.notes) is (
        kind is not StopKind.TRANSPORT
    )


def test_a_place_named_like_a_station_lies_where_the_traveller_then_is() -> None:
    plan = read(
        day("from H to J", "Victoria Terminus, visit from 07:00 to 08:00; Victoria Terminus, visit from 14:00 to 15:00",
            transportation="Train Number: 1, from H to J, Departure Time: 09:00, Arrival Time: 12:00"),
        places_in=lambda city, _: {"J": NAMED_LIKE_STATIONS, "H": {"fort": StopKind.ATTRACTION}}.get(city),
    )  # fmt: skip
    stops = plan.itinerary.days[0].stops
    assert [(stop.kind, stop.city) for stop in stops] == [
        (StopKind.TRANSPORT, "H"),
        (StopKind.ATTRACTION, "J"),
    ]


def test_a_text_that_looks_like_code_stays_text() -> None:
    code = "__import__('os').system('true')"
    plan = read(day("J", lunch=f"{code}, J"), JSON={"query": code})
    assert plan.itinerary.query.text == code
    assert plan.itinerary.days[0].lunch == NamedPlace(code, "J")
    with pytest.raises(NotationError, match="not a list of days"):
        read_plan({**plan_object(day("J")), "plan": {"a": code}}, set_name="demo")


def test_an_entry_that_cannot_be_read_lists_the_plan_with_every_error() -> None:
    entries = "Fort, visit at noon; Park, visit from 25:10 to 26:00; Hill, visit from 10:00 to 10:70"
    with pytest.raises(NotationError) as error:
        read(day("J", entries), day("J", "Lake, visit from 10:00 to 11:00 and more"))
    places = [problem.where for problem in error.value.problems]
    assert places == [
        "day 1, point_of_interest_list, entry 1",
        "day 1, point_of_interest_list, entry 1",
        "day 1, point_of_interest_list, entry 2",
        "day 2, point_of_interest_list, entry 1",
    ]


def test_part_of_a_name_is_not_that_place() -> None:
    plan = read(
        day("J", "Inn, visit from 10:00 to 11:00; A, visit from 12:00 to 13:00", attraction="Amber Fort, J",
            accommodation="Plain Inn, J", lunch="Plain Inn Deluxe, J")
    )  # fmt: skip
    assert [stop.kind for stop in plan.itinerary.days[0].stops] == [StopKind.ATTRACTION, StopKind.ATTRACTION]
    assert sum("not chosen by the day's fields" in note.done for note in plan.notes) == 2


def test_a_known_name_behind_an_entry_without_times_is_not_swallowed() -> None:
    with pytest.raises(NotationError, match=r"entry 1: 'Fort, visit at noon' has no verb with times"):
        read(day("J", "Fort, visit at noon; Park, visit from 10:00 to 11:00", attraction="Park, J"))


@pytest.mark.parametrize("entry", ["Fort", "Fort, J", "fort,"])
def test_a_known_name_alone_is_an_entry_without_times_and_no_part_of_the_next_name(entry: str) -> None:
    with pytest.raises(NotationError, match=r"entry 1: '[Ff]ort(, J)?' has no verb with times"):
        read(day("J", f"{entry}; Park, visit from 10:00 to 11:00", attraction="Fort, J"))


@pytest.mark.parametrize("written", ["-, -", "(), () away", "\u2013, ()m away.", "_"])
def test_a_stop_and_a_distance_that_are_both_marked_missing_are_no_stop(written: str) -> None:
    plan = read(
        day("J", f"Fort, visit from 10:00 to 11:00, nearest transit: {written}", attraction="Fort, J")
    )
    assert plan.itinerary.days[0].stops[0].nearest_stop is None


@pytest.mark.parametrize("city", [".", "-", " ;", "\u2013."])
def test_a_day_whose_city_is_a_sign_alone_names_no_city(city: str) -> None:
    with pytest.raises(NotationError, match="The day names no city"):
        read(day(city))
