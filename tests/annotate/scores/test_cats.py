"""CATS, worked out by hand from eq. 14-21."""

from typing import Any

import pytest

from annotate.errors import InputError
from annotate.plan import Stop
from annotate.profile import DEFAULT_PROFILE, Profile
from annotate.score import Score
from annotate.scores.cats import case_of, score, timing_figures
from tests.builders import a_crowd, a_day, a_meal, a_place, a_stay, a_stop, a_trip, an_itinerary, facts, hours


def cats_of(*stops: Stop, places: Any = (), profile: Profile = DEFAULT_PROFILE, **trip: Any) -> Score:
    known = facts(*places)
    return score(a_trip(an_itinerary(*stops, **trip), known), known, profile)


def museum(cw: Any = (), **crowd: Any) -> Any:
    return a_place("Museum", crowd=a_crowd(cw, **crowd))


class TestVisit:
    @pytest.mark.parametrize(
        ("start", "end", "intensity"),
        [
            # Below Average 09:00-12:00, High 12:00-15:00
            (600, 660, 0.25),
            (660, 720, 0.25),
            (661, 721, (59 * 0.25 + 1) / 60),
            (720, 780, 1.0),
            (840, 960, 0.5),
            (510, 570, 0.125),
        ],
    )
    def test_intensity_is_the_minutes_times_the_level_over_the_visit(
        self, start: int, end: int, intensity: float
    ) -> None:
        found = timing_figures(start, end, [(540, 720, "BA"), (720, 900, "H")])
        assert found is not None
        assert found["intensity"] == pytest.approx(intensity, abs=1e-12)

    def test_minutes_that_no_window_covers_count_zero_and_still_divide(self) -> None:
        windows = [(660, 780, "H")]
        literal, covered = (timing_figures(600, 720, windows, divide_by=way) for way in ("visit", "covered"))
        assert literal is not None
        assert covered is not None
        assert (literal["intensity"], covered["intensity"]) == (0.5, 1.0)

    def test_quiet_hours_add_and_peak_hours_take_away(self) -> None:
        # one hour at Average: base 0.5, half of it quiet +0.25, a quarter of it peak -0.125
        found = timing_figures(570, 630, [(540, 720, "A")], quiet_hours=[9], peak_hours=[])
        assert found is not None
        assert (found["base"], found["bonus"], found["penalty"], found["score"]) == (0.5, 0.25, 0.0, 0.75)
        found = timing_figures(585, 645, [(540, 720, "A")], quiet_hours=[], peak_hours=[9])
        assert found is not None
        assert (found["peak_ratio"], found["penalty"], found["score"]) == (0.25, 0.125, 0.375)

    def test_the_score_is_clipped_at_both_ends(self) -> None:
        quiet = timing_figures(540, 600, [(540, 600, "L")], quiet_hours=[9])
        peak = timing_figures(540, 600, [(540, 600, "H")], peak_hours=[9])
        assert quiet is not None
        assert peak is not None
        assert (quiet["score"], peak["score"]) == (1.0, 0.0)

    def test_a_visit_that_no_window_touches_has_no_data(self) -> None:
        assert timing_figures(600, 660, [(540, 600, "L")], quiet_hours=[10]) is None
        assert timing_figures(600, 660, [(540, 601, "L")]) is not None

    def test_half_past_eleven_to_half_past_twelve_at_night_meets_hour_zero(self) -> None:
        found = timing_figures(1410, 1470, [(1320, 120, "A")], peak_hours=[0])
        assert found is not None
        assert (found["intensity"], found["peak_ratio"]) == (0.5, 0.5)

    def test_a_visit_that_ends_before_it_starts_is_an_input_error(self) -> None:
        with pytest.raises(InputError):
            timing_figures(600, 600, [(540, 720, "A")])

    @pytest.mark.parametrize(
        ("windows", "quiet", "peak", "case"),
        [
            ([1], [1], [1], "full"),
            ([1], [], [1], "peak_only"),
            ([1], [1], [], "quiet_only"),
            ([1], [], [], "cw_only"),
            ([], [1], [1], "no_data"),
        ],
    )
    def test_the_case_says_which_data_there_are(
        self, windows: list[int], quiet: list[int], peak: list[int], case: str
    ) -> None:
        assert case_of(windows, quiet, peak) == case


class TestScore:
    def test_rows_are_attractions_and_restaurants_with_windows(self) -> None:
        found = cats_of(
            a_stay("Inn", "06:00", "09:00"),
            a_stop("Museum", "10:00", "11:00"),
            a_meal("Bistro", "12:00", "13:00"),
            a_stop("Fort", "14:00", "15:00"),
            places=[
                museum([[9, 12, "BA"]]),
                a_place("Bistro", kind="restaurant", crowd=a_crowd([[12, 14, "AA"]])),
                a_place("Inn", kind="accommodation"),
            ],
        )
        assert (found.value, found.scored, found.total) == (0.5, 2, 3)
        assert [part.figures["case"] for part in found.parts] == ["cw_only", "cw_only", "no_data"]

    def test_no_risk_profile_is_needed(self) -> None:
        found = cats_of(a_stop("Museum", "10:00", "11:00"), places=[museum([[9, 12, "L"]])], risk=None)
        assert found.value == 1.0

    def test_no_crowd_data_at_all_is_null(self) -> None:
        found = cats_of(a_stop("Museum", "10:00", "11:00"), places=[a_place("Museum", crowd_level="L")])
        assert (found.value, found.total, found.reason) == (None, 1, "No visit has crowd data.")

    def test_closed_is_not_low_and_unknown_is_not_closed(self) -> None:
        place = museum([[10, 12, "H"]], closed=[[12, 13]])
        part = cats_of(a_stop("Museum", "11:00", "13:30"), places=[place]).parts[0]
        # 60 min High of 150: intensity 0.4; 60 min closed, 30 unknown
        assert part.value == pytest.approx(0.6)
        assert (part.figures["closed_min"], part.figures["unknown_min"]) == (60, 30)
        assert part.notes == (
            "No crowd window for 30 of 150 min: counted as 0.",
            "Closed for 60 of 150 min, says the crowd source.",
        )

    def test_a_visit_in_closed_hours_is_skipped_with_that_reason(self) -> None:
        place = museum([[10, 12, "H"]], closed=[[12, 20]])
        part = cats_of(a_stop("Museum", "13:00", "14:00"), places=[place]).parts[0]
        assert (part.value, part.reason) == (None, "Closed at that time, says the crowd source.")

    def test_opening_hours_tell_closed_from_unknown_where_the_crowd_source_does_not(self) -> None:
        place = a_place("Museum", crowd=a_crowd([[10, 12, "H"]]), hours=hours(("09:00", "12:30")))
        part = cats_of(a_stop("Museum", "11:00", "13:30"), places=[place]).parts[0]
        # 60 min High, 30 min open without a window, 60 min after closing
        assert (part.figures["closed_min"], part.figures["unknown_min"]) == (60, 30)
        assert part.notes[1] == "Closed for 60 of 150 min, by its opening hours."
        late = cats_of(a_stop("Museum", "14:00", "15:00"), places=[place]).parts[0]
        assert (late.value, late.reason) == (None, "Closed at that time, by its opening hours.")

    @pytest.mark.parametrize(("last", "value"), [("A", 0.5), ("L", None)])
    def test_seven_equal_weekdays_need_no_date(self, last: str, value: float | None) -> None:
        week = tuple(a_crowd([[9, 18, "A" if day < 6 else last]]) for day in range(7))
        found = cats_of(
            a_stop("Museum", "10:00", "11:00"), places=[a_place("Museum", crowds=week)], first_date=None
        )
        assert found.value == value

    def test_a_weekday_without_windows_on_which_the_source_says_closed_is_closed(self) -> None:
        place = museum([], closed=[[0, 24]])
        part = cats_of(a_stop("Museum", "10:00", "11:00"), places=[place]).parts[0]
        assert (part.value, part.reason) == (None, "Closed at that time, says the crowd source.")

    @pytest.mark.parametrize(
        ("place", "visit", "closed_min", "unknown_min", "who"),
        [
            # closed by the source 00:00-06:00 and by the hours until 09:00, windows from 09:00
            (
                a_place(
                    "Museum", crowd=a_crowd([[9, 17, "L"]], closed=[[0, 6]]), hours=hours(("09:00", "17:00"))
                ),
                ("05:00", "11:00"),
                240,
                0,
                "say the crowd source and its opening hours",
            ),
            # open and without a window from 08:00 on: not known, not closed
            (
                a_place("Museum", crowd=a_crowd([[6, 8, "L"]]), hours=hours(("08:00", "18:00"))),
                ("06:00", "10:00"),
                0,
                120,
                None,
            ),
            # a window wins over the source's closed hours
            (museum([[8, 10, "L"]], closed=[[6, 9]]), ("08:00", "12:00"), 0, 120, None),
        ],
    )
    def test_closed_minutes_are_those_without_a_window_that_source_or_opening_hours_close(
        self, place: Any, visit: tuple[str, str], closed_min: int, unknown_min: int, who: str | None
    ) -> None:
        part = cats_of(a_stop("Museum", *visit), places=[place]).parts[0]
        assert (part.figures["closed_min"], part.figures["unknown_min"]) == (closed_min, unknown_min)
        said = [note for note in part.notes if note.startswith("Closed")]
        assert said == ([f"Closed for {closed_min} of 360 min, {who}."] if who else [])

    @pytest.mark.parametrize(
        ("opens", "reason"),
        [
            ("10:00", "Closed at that time, by its opening hours."),
            ("09:59", "No crowd window covers the visit."),
        ],
    )
    def test_a_visit_is_skipped_as_closed_only_if_all_of_it_is(self, opens: str, reason: str) -> None:
        place = a_place("Museum", crowd=a_crowd([[12, 14, "L"]]), hours=hours((opens, "18:00")))
        part = cats_of(a_stop("Museum", "08:00", "10:00"), places=[place]).parts[0]
        assert (part.value, part.reason) == (None, reason)

    def test_the_covered_option_leaves_unknown_minutes_out(self) -> None:
        found = cats_of(
            a_stop("Museum", "11:00", "13:00"),
            places=[museum([[10, 12, "A"]])],
            profile=Profile(name="covered", divide_by="covered"),
        )
        assert found.value == 0.5

    def test_the_week_s_own_day_counts_also_after_midnight(self) -> None:
        week = tuple(a_crowd([[0, 24, "H" if day == 1 else "L"]]) for day in range(7))
        place = a_place("Museum", crowds=week)
        late = cats_of(a_day(a_stop("Museum", "24:30", "25:30")), places=[place])
        assert late.value == 0.0
        assert cats_of(a_day(a_stop("Museum", "23:00", "23:59")), places=[place]).value == 1.0

    @pytest.mark.parametrize(("start", "end"), [(None, "11:00"), ("10:00", None), ("10:00", "09:00")])
    def test_a_row_without_a_valid_pair_of_times_is_not_scored(self, start: str | None, end: str) -> None:
        found = cats_of(a_stop("Museum", start, end), places=[museum([[9, 12, "L"]])])
        assert (found.value, found.total) == (None, 1)
