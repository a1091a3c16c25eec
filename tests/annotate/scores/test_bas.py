"""BAS, worked out by hand from eq. 8-13 and Tables 7, 9, 10, 11."""

from typing import Any

import pytest

from annotate.plan import Meal, RiskProfile, Stop, StopKind
from annotate.profile import DEFAULT_PROFILE, Profile
from annotate.score import Score
from annotate.scores import bas
from annotate.scores.bas import (
    base_duration,
    category_duration_min,
    congestion_factor,
    meal_at,
    score,
    stay_range,
)
from tests.builders import a_crowd, a_day, a_meal, a_place, a_stay, a_stop, a_trip, an_itinerary, facts


def bas_of(*stops: Stop, places: Any = (), profile: Profile = DEFAULT_PROFILE, **trip: Any) -> Score:
    known = facts(*places)
    return score(a_trip(an_itinerary(*stops, **trip), known), known, profile)


def the_museum(**known: Any) -> Any:
    return a_place("Museum", **{"visit_duration_min": 60.0, "crowd_level": "L", **known})


class TestBaseDuration:
    @pytest.mark.parametrize(
        ("start", "meal"),
        [
            (0, None),
            (359, None),
            (360, Meal.BREAKFAST),
            (659, Meal.BREAKFAST),
            (660, Meal.LUNCH),
            (959, Meal.LUNCH),
            (960, Meal.DINNER),
            (1439, Meal.DINNER),
            (1440, Meal.DINNER),
            (1799, Meal.DINNER),
        ],
    )
    def test_the_start_decides_which_meal_it_is(self, start: int, meal: Meal | None) -> None:
        assert meal_at(start) is meal

    @pytest.mark.parametrize(("start", "minutes"), [(600, 50.0), (720, 60.0), (1200, 75.0), (1470, 75.0)])
    def test_a_meal_lasts_what_table_9_says(self, start: int, minutes: float) -> None:
        assert base_duration(StopKind.RESTAURANT, start, None)[0] == minutes

    def test_a_restaurant_in_the_small_hours_is_no_meal(self) -> None:
        base, why = base_duration(StopKind.RESTAURANT, 210, 90.0)
        assert base is None
        assert "no meal" in why

    def test_the_catalogue_s_half_hours_stay(self) -> None:
        assert base_duration(StopKind.ATTRACTION, 600, 210.0, ["Museums"]) == (210.0, "catalogue")

    def test_without_a_duration_it_is_the_mean_of_the_categories(self) -> None:
        # Museums 3.0 h, Nature & Parks 4.5 h: (180 + 270) / 2 = 225 min
        assert category_duration_min(["Museums", "nature and parks"]) == 225.0
        assert base_duration(StopKind.ATTRACTION, 600, None, ["Museums"])[0] == 180.0

    def test_a_category_given_twice_counts_once_and_an_unknown_one_not_at_all(self) -> None:
        assert category_duration_min(["Museums", "Museums", "Nature & Parks", "Caves"]) == 225.0
        assert category_duration_min(["Caves"]) is None

    @pytest.mark.parametrize("duration", [0.0, -1.0])
    def test_a_duration_of_nothing_is_none_even_with_categories(self, duration: float) -> None:
        assert base_duration(StopKind.ATTRACTION, 600, duration, ["Museums"])[0] is None

    def test_table_7_has_fifteen_categories(self) -> None:
        assert len(bas.CATEGORY_HOURS) == 15
        assert bas.CATEGORY_HOURS["Water & Amusement Parks"] == 5.0


class TestCongestion:
    @pytest.mark.parametrize(
        ("level", "factor"), [("L", 1.0), ("BA", 1.25), ("A", 1.5), ("AA", 1.75), ("H", 2.0)]
    )
    def test_a_stated_level_has_the_factor_of_table_10(self, level: str, factor: float) -> None:
        found = congestion_factor(level, (), 600, 700)
        assert found is not None
        assert found[0] == factor

    def test_a_stated_level_outranks_the_windows(self) -> None:
        found = congestion_factor("L", [(540, 1080, "H")], 600, 700)
        assert found == (1.0, "Low crowd, stated for the place")

    def test_windows_are_weighted_over_the_minutes_they_cover(self) -> None:
        # 10:00-12:00, covered from 11:00 only by Above Average: 1 + 60 x 0.75 / 60
        found = congestion_factor(None, [(660, 780, "AA")], 600, 720)
        assert found is not None
        assert found[0] == 1.75

    def test_windows_that_the_visit_does_not_touch_say_nothing(self) -> None:
        assert congestion_factor(None, [(720, 780, "AA")], 600, 720) is None

    def test_the_arrival_hour_option_takes_the_window_at_the_arrival(self) -> None:
        windows = [(540, 660, "A"), (660, 1080, "H")]
        found = congestion_factor("L", windows, 600, 900, "arrival_hour")
        assert found == (1.5, "crowd window at the arrival")
        stated = congestion_factor("L", windows, 500, 900, "arrival_hour")
        assert stated is not None
        assert stated[0] == 1.0
        assert congestion_factor(None, windows, 500, 900, "arrival_hour") is None


class TestScore:
    @pytest.mark.parametrize(
        ("end", "value"),
        [
            # v 60, C_f 1, Risk Optimized: the stay that scores is [120, 135] min, its width 15
            ("11:59", 1 - 1 / 15),
            ("12:00", 1.0),
            ("12:15", 1.0),
            ("12:16", 1 - 1 / 15),
            ("11:45", 0.0),
            ("11:46", 1 / 15),
            ("12:30", 0.0),
        ],
    )
    def test_the_departure_decides(self, end: str, value: float) -> None:
        found = bas_of(a_stop("Museum", "10:00", end), places=[the_museum()])
        assert found.value == pytest.approx(value, abs=1e-12)

    @pytest.mark.parametrize(
        ("risk", "stay"),
        [("tolerant", (270.0, 360.0 + 90.0)), ("optimized", (450.0, 517.5)), ("averse", (517.5, 720.0))],
    )
    def test_a_three_hour_museum_at_average_crowd_wants_the_stay_of_the_profile(
        self, risk: str, stay: tuple[float, float]
    ) -> None:
        # v x C_f = 180 x 1.5 = 270
        found = bas_of(
            a_stop("Museum", "10:00", "13:00"),
            places=[the_museum(visit_duration_min=180.0, crowd_level="A")],
            risk=risk,
        )
        low = {"tolerant": 0.5, "optimized": 1.0, "averse": 1.25}[risk]
        high = {"tolerant": 1.0, "optimized": 1.25, "averse": 2.0}[risk]
        figures = found.parts[0].figures
        assert figures["range_min"] == (low * 270, high * 270)
        assert figures["stay_range_min"] == (180 + low * 270, 180 + high * 270)
        assert figures["ideal_buffer_min"] == 270.0
        assert found.value == 0.0

    def test_a_figure_says_where_it_comes_from(self) -> None:
        part = bas_of(a_meal("Bistro", "14:00", "15:30"), places=[
            a_place("Bistro", kind="restaurant", crowd=a_crowd([[9, 18, "A"]]))
        ]).parts[0]  # fmt: skip
        assert part.figures["base_source"] == "Table 9: lunch, start 11:00-15:59"
        assert part.figures["congestion_source"].startswith("crowd windows")

    def test_hotels_events_and_stations_are_no_rows(self) -> None:
        found = bas_of(
            a_stay("Inn", "06:00", "09:00"),
            a_stop("Fair", "10:00", "11:00", kind="event"),
            a_stop("Station", "11:30", "12:00", kind="transport"),
            a_stop("Museum", "13:00", "15:00"),
            places=[the_museum(), a_place("Inn", kind="accommodation", crowd_level="L")],
        )
        assert (found.scored, found.total, [part.row for part in found.parts]) == (1, 1, ["d1.s4"])

    def test_the_catalogue_s_type_counts_whatever_the_slot(self) -> None:
        found = bas_of(
            a_stop("Hilltop", "13:00", "15:00", kind="attraction"),
            places=[a_place("Hilltop", kind="restaurant", crowd_level="L")],
        )
        # lunch 60 min, buffer 60 in [60, 75]
        assert found.value == 1.0

    def test_a_station_in_the_slot_of_an_attraction_is_no_row(self) -> None:
        rows = a_stop("Rambagh", "09:00", "09:30"), a_stop("Museum", "13:00", "15:00")
        station = a_place("Rambagh", kind="transport")
        found = bas_of(*rows, places=[the_museum(), station])
        assert (found.scored, found.total, [part.row for part in found.parts]) == (1, 1, ["d1.s2"])
        assert bas_of(*rows, places=[the_museum()]).total == 2

    def test_a_place_in_the_wrong_city_is_scored(self) -> None:
        day = a_day(a_stop("Museum", "10:00", "12:00", city="Agra"), city="Jaipur")
        assert bas_of(day, places=[the_museum(city="Agra")]).value == 1.0

    def test_a_row_without_data_is_counted_and_not_scored(self) -> None:
        found = bas_of(
            a_stop("Museum", "10:00", "12:00"),
            a_stop("Fort", "13:00", "15:00"),
            a_stop("Nowhere", "16:00", "17:00"),
            places=[the_museum(), a_place("Fort", visit_duration_min=60.0)],
        )
        assert (found.value, found.scored, found.total) == (1.0, 1, 3)
        assert [part.reason for part in found.parts] == [
            None,
            "No crowd data.",
            "The catalogue does not hold this place.",
        ]
        assert found.parts[1].figures["base_min"] == 60.0

    def test_nothing_scored_is_null_with_a_reason(self) -> None:
        found = bas_of(a_stop("Museum", "10:00", "12:00"))
        assert (found.value, found.reason) == (None, "No visit could be scored.")
        assert (
            bas_of(a_stay("Inn", "10:00", "12:00")).reason == "The plan has no attraction and no restaurant."
        )

    def test_no_risk_profile_is_null_with_that_reason(self) -> None:
        found = bas_of(a_stop("Museum", "10:00", "12:00"), places=[the_museum()], risk=None)
        assert (found.value, found.scored, found.total) == (None, 0, 1)
        assert (
            found.reason
            == found.parts[0].reason
            == "The plan has no risk profile, so no buffer range is known."
        )

    @pytest.mark.parametrize(
        ("start", "end", "reason"),
        [
            (None, "12:00", "It misses a time."),
            ("10:00", None, "It misses a time."),
            ("10:00", "10:00", "It ends before it starts: an input error."),
            ("10:00", "09:10", "It ends before it starts: an input error."),
        ],
    )
    def test_a_row_without_a_valid_pair_of_times_is_not_scored(
        self, start: str | None, end: str | None, reason: str
    ) -> None:
        part = bas_of(a_stop("Museum", start, end), places=[the_museum()]).parts[0]
        assert (part.value, part.reason) == (None, reason)
        assert part.figures["stay_range_min"] == (120.0, 135.0)

    def test_the_clock_decides_which_meal_and_a_disagreement_is_noted(self) -> None:
        place = a_place("Bistro", kind="restaurant", crowd_level="L")
        late = bas_of(a_meal("Bistro", "16:00", "17:00", "lunch"), places=[place]).parts[0]
        assert late.figures["base_min"] == 75.0
        assert late.notes == ("Chosen for lunch, but its start says dinner.",)
        assert bas_of(a_meal("Bistro", "15:59", "17:00", "lunch"), places=[place]).parts[0].notes == ()

    def test_a_dinner_over_midnight_lasts_on_the_plan_day_s_clock(self) -> None:
        place = a_place("Bistro", kind="restaurant", crowd_level="L")
        # 23:30-26:00 is 150 min: dinner 75 + buffer 75, inside [75, 93.75]
        assert bas_of(a_meal("Bistro", "23:30", "26:00", "dinner"), places=[place]).value == 1.0

    def test_crowd_of_the_visit_s_own_weekday_counts(self) -> None:
        week = tuple(a_crowd([[0, 24, "H" if day == 1 else "L"]]) for day in range(7))
        museum = a_place("Museum", visit_duration_min=60.0, crowds=week)
        monday, tuesday = a_day(a_stop("Museum", "10:00", "12:00")), a_day(a_stop("Museum", "10:00", "12:00"))
        found = bas_of(monday, tuesday, places=[museum])
        assert [part.figures["congestion"] for part in found.parts] == [1.0, 2.0]
        undated = bas_of(monday, places=[museum], first_date=None).parts[0]
        assert undated.reason == "Its crowd data differ by weekday and the trip has no dates."

    @pytest.mark.parametrize(("last", "congestion"), [("H", 2.0), ("AA", None)])
    def test_seven_equal_weekdays_need_no_date(self, last: str, congestion: float | None) -> None:
        week = tuple(a_crowd([[0, 24, "H" if day < 6 else last]]) for day in range(7))
        museum = a_place("Museum", visit_duration_min=60.0, crowds=week)
        visit = a_stop("Museum", "10:00", "13:00")
        part = bas_of(visit, places=[museum], first_date=None).parts[0]
        assert part.figures.get("congestion") == congestion

    def test_missing_crowd_counts_as_low_only_as_a_labelled_what_if(self) -> None:
        places = [a_place("Museum", visit_duration_min=60.0)]
        found = bas_of(
            a_stop("Museum", "10:00", "12:00"),
            places=places,
            profile=Profile(name="what-if", missing_crowd="low"),
        )
        assert found.value == 1.0
        assert found.parts[0].notes == ("What-if: no crowd data, counted as Low.",)
        assert bas_of(a_stop("Museum", "10:00", "12:00"), places=places).value is None

    def test_the_mean_leaves_out_what_is_not_scored(self) -> None:
        found = bas_of(
            a_stop("Museum", "10:00", "12:00"),
            a_stop("Museum", "13:00", "14:00"),
            a_stop("Fort", "15:00", "16:00"),
            places=[the_museum()],
        )
        assert (found.value, found.scored, found.total) == (0.5, 2, 3)


def test_the_stay_that_scores_is_the_base_duration_and_the_range() -> None:
    assert stay_range(60.0, 1.5, RiskProfile.AVERSE.multipliers) == (60 + 1.25 * 90, 60 + 2 * 90)
