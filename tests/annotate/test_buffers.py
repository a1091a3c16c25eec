import pytest

from annotate.buffers import lengths_inside, minutes_text, stays
from annotate.profile import DEFAULT_PROFILE
from tests.builders import a_crowd, a_day, a_place, a_stop, a_trip, an_itinerary, facts

QUIET_THEN_FULL = a_crowd(cw=[(10, 14, "L"), (14, 20, "H")])


@pytest.mark.parametrize(
    ("minutes", "text"),
    [
        (0, "0 min"),
        (45, "45 min"),
        (22.5, "22.5 min"),
        (60, "1 h 00"),
        (517.5, "8 h 37.5"),
        (59.97, "1 h 00.0"),
    ],
)
def test_lengths_are_written_in_hours_and_minutes_with_tenths_where_there_are_any(minutes, text):
    assert minutes_text(minutes) == text


def a_visit(leave: str, **known):
    museum = a_place("Museum", visit_duration_min=120, crowd=QUIET_THEN_FULL, **known)
    return a_trip(an_itinerary(a_day(a_stop("Museum", "10:00", leave))), facts(museum))


def test_a_departure_is_inside_the_range_that_the_longer_stay_itself_has():
    # Up to 14:00 C_f is 1: at least 120 + 120 = 240 min. A stay of L > 240 has C_f = 1 + (L - 240) / L, so that
    # 120 + 1.25 x 120 x C_f >= L up to L = 300 (C_f 1.2), not up to the 270 of the stay until 12:00.
    [outside] = stays(a_visit("12:00"), DEFAULT_PROFILE).outside
    assert (outside.low_min, outside.high_min) == (240, 270)
    assert outside.whole_min == (240, 300)
    assert outside.end_that_would_do("Leave") == "Leave between 14:00 and 15:00."
    for leave in ("14:00", "15:00"):
        assert stays(a_visit(leave), DEFAULT_PROFILE).outside == ()
    for leave in ("13:59", "15:01"):
        assert len(stays(a_visit(leave), DEFAULT_PROFILE).outside) == 1


def test_a_stated_crowd_level_has_one_range_for_every_departure():
    trip = a_visit("12:00", crowd_level="A")
    [outside] = stays(trip, DEFAULT_PROFILE).outside
    assert outside.whole_min == (300, 345)
    figures = {"stay_range_min": (300.2, 300.8), "base_min": 120.0}
    assert lengths_inside(trip, trip.entry("d1.s1"), figures, DEFAULT_PROFILE) is None
