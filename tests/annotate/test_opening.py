import pytest

from annotate.opening import is_open_throughout, opening
from tests.builders import a_place, a_stop, a_trip, an_itinerary, facts, hours


def the_stop(start, end, *windows):
    trip = a_trip(an_itinerary(a_stop("Bar", start, end)), facts(a_place("Bar", hours=hours(*windows))))
    return trip, trip.stops[0]


LUNCH_AND_NIGHT = ("11:00", "15:00"), ("18:00", "02:00")


@pytest.mark.parametrize(
    ("start", "end", "closed_min"),
    [
        ("11:00", "15:00", 0),
        ("10:59", "15:00", 1),
        ("14:00", "19:00", 180),
        ("18:00", "26:00", 0),
        ("18:00", "26:01", 1),
        ("01:00", "02:00", 0),
        ("03:00", "04:00", 60),
        ("18:00", "42:00", 720),
    ],
)
def test_closed_minutes_are_those_outside_every_window(start, end, closed_min):
    trip, stop = the_stop(start, end, *LUNCH_AND_NIGHT)
    assert opening(trip, stop).closed_min(stop.start, stop.end) == closed_min
    assert not (is_open_throughout(trip, stop) and closed_min)


def test_windows_that_touch_are_one():
    trip, stop = the_stop("11:00", "13:00", ("09:00", "12:00"), ("12:00", "17:00"))
    assert opening(trip, stop).closed_min(stop.start, stop.end) == 0
    assert opening(trip, stop).on_date(stop.start) == "09:00-17:00"


def test_all_windows_of_the_date_are_told():
    trip, stop = the_stop("11:00", "13:00", *LUNCH_AND_NIGHT)
    assert opening(trip, stop).on_date(stop.start) == "11:00-15:00, 18:00-02:00"


def test_a_stop_without_times_has_no_opening():
    trip, stop = the_stop(None, None, *LUNCH_AND_NIGHT)
    assert opening(trip, stop) is None
    assert not is_open_throughout(trip, stop)
