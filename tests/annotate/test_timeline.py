import pytest

from annotate.facts import LegFacts
from annotate.profile import Profile
from tests.builders import a_day, a_leg, a_place, a_stay, a_stop, a_trip, an_itinerary, facts


def full(*days):
    trip = a_trip(an_itinerary(*days))
    return [trip.full_day(day) for day in trip.itinerary.days]


def test_the_first_and_the_last_day_are_never_full():
    assert full(a_day(), a_day(), a_day()) == [False, True, False]


def test_a_day_with_two_cities_is_not_full():
    assert full(a_day(), a_day(from_city="Agra"), a_day())[1] is False


@pytest.mark.parametrize(("depart", "is_full"), [("07:59", True), ("08:00", True), ("08:01", False)])
def test_a_leg_that_leaves_after_eight_takes_the_full_day(depart, is_full):
    assert full(a_day(), a_day(a_leg("Bus", depart, "08:00" if is_full else "09:00")), a_day())[1] is is_full


@pytest.mark.parametrize(("arrive", "is_full"), [("32:00", True), ("32:01", False), ("48:00", False)])
def test_a_leg_of_the_day_before_counts_on_the_date_it_arrives(arrive, is_full):
    assert full(a_day(), a_day(a_leg("Train", "07:00", arrive)), a_day(), a_day())[2] is (
        is_full or arrive == "48:00"
    )


def test_a_leg_without_times_leaves_it_open():
    assert full(a_day(), a_day(a_leg()), a_day())[1] is None


def test_a_legs_own_timetable_stands_in_for_missing_planned_times_and_the_tables_for_that():
    trip = a_trip(
        an_itinerary(a_leg(timetable=("22:00", "28:00")), a_leg("Bus"), a_leg("Cab")),
        facts(legs={"d1.l2": LegFacts(True, timetable_depart_min=600, timetable_duration_min=90)}),
    )
    assert [trip.leg_dates_min(leg) for leg in trip.legs] == [(1320, 1680), (600, 690), (None, None)]


@pytest.mark.parametrize(
    ("depart", "arrive", "is_full"),
    [
        ("08:00", None, None),
        ("08:01", None, False),
        ("23:59", None, False),
        ("24:00", None, True),
        (None, "08:00", True),
        (None, "08:01", False),
        (None, "23:59", False),
        (None, "24:00", None),
    ],
)
def test_one_time_of_a_leg_decides_for_the_full_day_what_it_can(depart, arrive, is_full):
    assert full(a_day(), a_day(a_leg("Bus", depart, arrive)), a_day(), a_day())[1] is is_full


@pytest.mark.parametrize(
    ("depart", "arrive", "is_full"),
    [("23:00", None, None), ("32:00", None, None), ("32:01", None, False), (None, "32:00", True)],
)
def test_one_time_of_a_leg_of_the_day_before_decides_too(depart, arrive, is_full):
    assert full(a_day(), a_day(a_leg("Train", depart, arrive)), a_day(), a_day())[2] is is_full


def test_one_known_time_of_a_leg_stands_without_the_other():
    trip = a_trip(an_itinerary(a_day(), a_day(a_leg("Cab", "10:00"), a_leg("Cab", None, "11:00"))))
    assert [trip.leg_dates_min(leg) for leg in trip.legs] == [(2040, None), (None, 2100)]


@pytest.mark.parametrize(
    ("depart", "arrive", "may_be"),
    [
        (None, None, True),
        ("22:00", None, True),
        ("26:59", None, True),
        ("27:00", None, False),
        (None, "24:00", False),
        (None, "24:01", True),
        ("22:00", "30:00", False),
    ],
)
def test_a_night_may_be_on_a_leg_that_lacks_the_time_that_decides_it(depart, arrive, may_be):
    trip = a_trip(an_itinerary(a_day(a_leg("Train", depart, arrive)), a_day(), a_day()))
    assert trip.may_be_on_board(1) is may_be
    assert not trip.may_be_on_board(2)


@pytest.mark.parametrize(
    ("depart", "arrive", "on_board"),
    [
        ("23:59", None, False),
        ("24:00", None, True),
        ("26:59", None, True),
        ("27:00", None, False),
        (None, "30:00", False),
        ("22:00", "24:00", False),
        ("22:00", "24:01", True),
        ("26:59", "30:00", True),
        ("27:00", "30:00", False),
    ],
)
def test_a_night_leg_is_under_way_at_midnight_or_leaves_before_three(depart, arrive, on_board):
    trip = a_trip(an_itinerary(a_day(a_leg("Train", depart, arrive)), a_day()))
    assert trip.leg_at_night(1) == ("d1.l1" if on_board else None)


def test_one_stay_is_last_row_and_first_row_at_the_same_accommodation():
    itinerary = an_itinerary(
        a_day(a_stop("Fort"), a_stay("Inn")), a_day(a_stay("Inn")), a_day(a_stay("Hotel"))
    )
    assert a_trip(itinerary).one_stay == {("d1.s2", "d2.s1")}
    restaurant_only = facts(a_place("Inn", kind="restaurant"))
    assert a_trip(itinerary, restaurant_only).one_stay == {("d1.s2", "d2.s1")}


def test_around_a_leg_are_the_nearest_stops_but_no_transport_places():
    rows = [
        a_stop("Fort", city="Bhopal"),
        a_stop("Station", kind="transport"),
        a_leg(),
        a_stop("Airport", kind="transport"),
        a_stop("Palace", city="Jaipur"),
    ]
    trip = a_trip(an_itinerary(*rows))
    before, after = trip.around(trip.legs[0])
    assert (before.name, after.name) == ("Fort", "Palace")


def test_a_leg_that_follows_another_has_no_stop_before_it():
    trip = a_trip(an_itinerary(a_stop("Fort", city="Bhopal"), a_leg(), a_leg("Bus"), a_stop("Palace")))
    assert trip.around(trip.legs[1])[0] is None
    assert trip.around(trip.legs[0])[1] is None


def test_a_round_trip_within_a_day_keeps_each_stop_on_its_side():
    rows = [
        a_stop("Cafe", city="J"),
        a_leg("Bus", origin="J", destination="K"),
        a_stop("Zoo", city="K"),
        a_leg("Bus", origin="K", destination="J"),
        a_stop("Grill", city="J"),
    ]
    trip = a_trip(an_itinerary(a_day(*rows, city="J")))
    names = [tuple(stop.name for stop in trip.around(leg)) for leg in trip.legs]
    assert names == [("Cafe", "Zoo"), ("Zoo", "Grill")]


def test_a_transport_place_is_never_the_restaurant_of_its_name():
    trip = a_trip(
        an_itinerary(a_stop("Junction", kind="transport")), facts(a_place("Junction", kind="restaurant"))
    )
    assert trip.stops[0].place is None
    assert trip.pois == []


STATION = facts(a_place("Rambagh", kind="transport", place_id="station"))


@pytest.mark.parametrize("kind", ["attraction", "restaurant"])
def test_a_station_that_is_visited_is_a_station_whatever_slot_it_sits_in(kind):
    trip = a_trip(an_itinerary(a_stop("Rambagh", kind=kind), a_stop("Fort", kind=kind)), STATION)
    assert [(entry.kind, entry.identity) for entry in trip.stops] == [
        ("transport", "station"),
        (kind, "fort|jaipur"),
    ]
    assert [entry.name for entry in trip.pois] == [entry.name for entry in trip.visits] == ["Fort"]


@pytest.mark.parametrize("kind", ["accommodation", "event"])
def test_a_night_or_an_event_at_a_station_is_none_of_the_station(kind):
    entry = a_trip(an_itinerary(a_stop("Rambagh", kind=kind)), STATION).stops[0]
    assert (entry.kind, entry.place) == (kind, None)


def test_a_field_that_names_a_station_chooses_its_row_and_nothing_is_known_of_it():
    day = a_day(a_stop("Rambagh"), attractions=["Rambagh", ("Rambagh", None)])
    trip = a_trip(an_itinerary(day), STATION)
    assert [(choice.place, choice.identity) for choice in trip.choices[1]] == 2 * [(None, "station")]


def test_a_field_without_a_city_is_the_row_of_that_name_else_the_place_in_the_days_city():
    day = a_day(a_stop("Fort"), attractions=[("Fort", None), ("Palace", None)])
    trip = a_trip(an_itinerary(day), facts(a_place("Fort", place_id="f"), a_place("Palace", place_id="p")))
    assert [choice.identity for choice in trip.choices[1]] == ["f", "p"]


def test_changes_of_city_lie_within_a_day_and_between_days():
    trip = a_trip(an_itinerary(a_day(from_city="Bhopal", city="J"), a_day(city="J"), a_day(city="K")))
    assert [(change.day.number, change.origin, change.destination) for change in trip.city_changes] == [
        (1, "Bhopal", "J"),
        (3, "J", "K"),
    ]


def test_what_is_worked_out_once_is_never_that_of_another_profile():
    trip = a_trip(an_itinerary(a_day()))
    speeds = [trip.once(speed, Profile(city_kmh=kmh)) for kmh in range(1, 60)]
    assert speeds == list(range(1, 60))


def speed(trip, profile):
    return profile.city_kmh
