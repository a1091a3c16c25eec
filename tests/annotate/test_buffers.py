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


def a_stay_from(start: str, leave: str, base_min: int, *windows: tuple[int, int, str]):
    museum = a_place("Museum", visit_duration_min=base_min, crowd=a_crowd(cw=list(windows)))
    return a_trip(an_itinerary(a_day(a_stop("Museum", start, leave))), facts(museum))


def test_the_last_departure_is_inside_where_a_longer_stay_wants_less():
    # AA from 04:00 to 07:00, then Low: a stay of L >= 189 from 03:51 has C_f = 1 + 135 / (L - 9), so that it may last
    # 168.75 + 12656.25 / (L - 9): 227.07 at 226, 226.81 at 227; at least 150 + 10125 / (L - 9): 202.46 at 202, 202.19
    # at 203.
    windows = (4, 7, "AA"), (7, 9, "L")
    [outside] = stays(a_stay_from("03:51", "08:24", 75, *windows), DEFAULT_PROFILE).outside
    assert outside.whole_min == (203, 226)
    assert stays(a_stay_from("03:51", "07:37", 75, *windows), DEFAULT_PROFILE).outside == ()
    assert len(stays(a_stay_from("03:51", "07:38", 75, *windows), DEFAULT_PROFILE).outside) == 1


def test_of_lengths_that_lie_apart_the_longest_run_is_told():
    # One minute of Low, then nothing is known until it is High at 15:00. 240 and 241 min are inside [240, 270] at C_f 1;
    # 242 is half Low and half High and wants 300. At L >= 242, C_f = 1 + (L - 241) / (L - 240): the range is [358.99,
    # 418.74] at 359 and ends at 419.16 at 419 and at 419.17 at 420.
    windows = (10, 11, "L"), (15, 24, "H")
    [outside] = stays(a_stay_from("10:59", "14:30", 120, *windows), DEFAULT_PROFILE).outside
    assert outside.whole_min == (359, 419)
    for leave, inside in (("14:59", True), ("15:00", True), ("15:01", False), ("16:57", False), ("16:58", True),
                          ("17:58", True), ("17:59", False)):  # fmt: skip
        found = stays(a_stay_from("10:59", leave, 120, *windows), DEFAULT_PROFILE).outside
        assert (found == ()) is inside, leave


def test_a_stated_crowd_level_has_one_range_for_every_departure():
    trip = a_visit("12:00", crowd_level="A")
    [outside] = stays(trip, DEFAULT_PROFILE).outside
    assert outside.whole_min == (300, 345)
    figures = {"stay_range_min": (300.2, 300.8), "base_min": 120.0}
    assert lengths_inside(trip, trip.entry("d1.s1"), figures, DEFAULT_PROFILE) is None


def test_a_departure_at_which_the_stay_has_no_score_is_named_only_where_no_other_is_inside():
    # Low: 120 to 135 min of a base of 60 are inside; until the crowd window begins a stay has no score.
    for opens, inside in ((11, (120, 135)), (12 + 5 / 60, (126, 135)), (12 + 15 / 60, (120, 135))):
        [outside] = stays(a_stay_from("10:00", "12:40", 60, (opens, 13, "L")), DEFAULT_PROFILE).outside
        assert outside.whole_min == inside, opens
