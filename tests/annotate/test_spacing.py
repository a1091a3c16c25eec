from annotate.profile import DEFAULT_PROFILE
from annotate.spacing import room
from tests.builders import a_day, a_leg, a_meal, a_place, a_stop, a_trip, an_itinerary, facts


def room_of(name, *days, known=None):
    trip = a_trip(an_itinerary(*days), known)
    return room(trip, next(stop for stop in trip.stops if stop.name == name), DEFAULT_PROFILE)


def test_a_stop_alone_has_the_plan_day_on_which_stops_start_until_29_59():
    assert room_of("Fort", a_stop("Fort", "10:00", "11:00")) == (0, 1799 + 60)
    assert room_of("Fort", a_day(), a_day(a_stop("Fort", "10:00", "11:00"))) == (1440, 1440 + 1799 + 60)


def test_neighbours_leave_the_time_between_them():
    rows = a_stop("Zoo", "08:00", "09:00"), a_stop("Fort", "10:00", "11:00"), a_stop("Dam", "13:00", "14:00")
    assert room_of("Fort", *rows) == (540, 780)


def test_the_way_to_neighbours_is_taken_off_where_it_is_known():
    # 0.09 degrees of latitude: 40 minutes
    known = facts(a_place("Zoo", lat=26.0, lon=75.0), a_place("Fort", lat=26.09, lon=75.0))
    rows = a_stop("Zoo", "08:00", "09:00"), a_stop("Fort", "10:00", "11:00"), a_stop("Dam", "13:00", "14:00")
    assert room_of("Fort", *rows, known=known) == (580, 780)


def test_legs_leave_half_an_hour_also_behind_a_transport_place():
    rows = [
        a_leg("Train", "06:00", "08:00"),
        a_stop("Station", "08:00", "08:10", kind="transport"),
        a_stop("Fort", "10:00", "11:00"),
        a_leg("Bus", "15:00", "17:00"),
    ]
    assert room_of("Fort", *rows) == (8 * 60 + 30, 14 * 60 + 30)


def test_meals_keep_four_hours_from_other_meals():
    rows = [
        a_meal("Cafe", "08:00", "09:00", "breakfast"),
        a_stop("Fort", "09:30", "10:00"),
        a_meal("Bistro", "14:00", "15:00"),
        a_meal("Grill", "21:00", "22:00", "dinner"),
    ]
    assert room_of("Bistro", *rows) == (13 * 60, 17 * 60)
