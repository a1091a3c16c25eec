"""TDAS, worked out by hand from eq. 22-30."""

from dataclasses import replace
from typing import Any

import pytest

from annotate.errors import InputError
from annotate.facts import FlightPerformance, LegFacts, TrainDelays
from annotate.plan import Leg
from annotate.profile import DEFAULT_PROFILE, Profile
from annotate.score import Score
from annotate.scores.tdas import (
    delay_figures,
    expected_flight_delay,
    expected_road_delay,
    expected_train_delay,
    historical_duration,
    score,
)
from tests.builders import a_leg, a_trip, an_itinerary, facts

RECORD = FlightPerformance(62, 8, 5, 3, 1, 1, 34.0, 21.5, 148.0)
ROAD = LegFacts(True, free_flow_min=240.0, historical_delay_min=50.0)


def tdas_of(leg: Leg, known: LegFacts | None, profile: Profile = DEFAULT_PROFILE, **trip: Any) -> Score:
    all_known = facts(legs={} if known is None else {"d1.l1": known})
    return score(a_trip(an_itinerary(leg, **trip), all_known), all_known, profile)


class TestExpectedDelay:
    def test_a_flight_is_late_by_mean_and_deviation_and_lost_by_the_worst(self) -> None:
        # 16/62 x (34 + 21.5) + 2/62 x 148
        assert expected_flight_delay(RECORD).minutes == pytest.approx(
            16 / 62 * 55.5 + 2 / 62 * 148, abs=1e-12
        )

    def test_a_flight_without_observations_is_not_known(self) -> None:
        found = expected_flight_delay(replace(RECORD, total_flights=0))
        assert (found.minutes, found.reason) == (None, "The on-time record has no observed flights.")
        assert expected_flight_delay(None).minutes is None

    def test_a_missing_deviation_is_zero_and_said(self) -> None:
        found = expected_flight_delay(replace(RECORD, std_delay_min=None))
        assert found.minutes == pytest.approx(16 / 62 * 34 + 2 / 62 * 148, abs=1e-12)
        assert found.notes == ("Standard deviation missing: taken as 0.",)

    def test_a_missing_maximum_drops_its_term_and_is_said(self) -> None:
        found = expected_flight_delay(replace(RECORD, max_delay_min=None))
        assert found.minutes == pytest.approx(16 / 62 * 55.5, abs=1e-12)
        assert "dropped" in found.notes[0]

    def test_a_missing_mean_is_only_borne_where_no_flight_was_late(self) -> None:
        assert expected_flight_delay(replace(RECORD, avg_delay_min=None)).minutes is None
        punctual = replace(RECORD, avg_delay_min=None, late=0, very_late=0, excessive=0)
        assert expected_flight_delay(punctual).minutes == pytest.approx(2 / 62 * 148)

    def test_a_train_s_horizons_weigh_one_two_three_four_six(self) -> None:
        # (1 x 12 + 2 x 25 + 3 x 38 + 4 x 41 + 6 x 46) / 16 = 616 / 16
        assert expected_train_delay(TrainDelays(12, 25, 38, 41, 46)).minutes == 38.5

    def test_missing_horizons_leave_the_weights_of_the_others(self) -> None:
        # (2 x 20 + 4 x 30 + 6 x 40) / 12
        found = expected_train_delay(TrainDelays(None, 20, None, 30, 40))
        assert found.minutes == pytest.approx(400 / 12)
        assert found.notes == ("Horizons missing (1w, 3m): the weights of the others are renormalised.",)
        skipped = expected_train_delay(TrainDelays(None, 20, None, 30, 40), "skip")
        assert (skipped.minutes, skipped.reason) == (None, "The delay record misses the horizons 1w, 3m.")
        assert expected_train_delay(TrainDelays(1, 1, 1, 1, 1), "skip").minutes == 1.0

    def test_no_horizon_is_not_known(self) -> None:
        assert expected_train_delay(TrainDelays()).minutes is None
        assert expected_train_delay(None).minutes is None

    def test_a_train_that_is_early_on_average_has_no_delay_and_says_so(self) -> None:
        found = expected_train_delay(TrainDelays(-3, -3, -3, -3, -3))
        assert found.minutes == 0.0
        assert found.notes == ("On average 3.0 min early: E[D] is taken as 0.",)

    def test_a_road_has_the_delay_of_its_pair(self) -> None:
        assert expected_road_delay(50.0).minutes == 50.0
        assert expected_road_delay(None).minutes is None


class TestHistoricalDuration:
    BUS = LegFacts(True, timetable_duration_min=480.0, free_flow_min=400.0)

    def test_a_bus_has_its_timetable_where_a_record_is_known(self) -> None:
        assert historical_duration(a_leg("Bus"), self.BUS) == (480.0, "timetable")
        assert historical_duration(a_leg("Bus"), self.BUS, "free_flow") == (
            400.0,
            "free-flow time of the road",
        )
        unknown = replace(self.BUS, known=False, timetable_duration_min=None)
        assert historical_duration(a_leg("Bus"), unknown) == (400.0, "free-flow time of the road")

    def test_a_cab_has_the_free_flow_time(self) -> None:
        assert historical_duration(a_leg("Cab"), self.BUS) == (400.0, "free-flow time of the road")

    def test_a_train_has_the_tables_timetable_else_the_skeleton_s(self) -> None:
        leg = a_leg("Train", timetable=("05:30", "12:50"))
        assert historical_duration(leg, LegFacts(True, timetable_duration_min=445.0)) == (445.0, "timetable")
        assert historical_duration(leg, LegFacts(None)) == (440.0, "timetable as the plan states it")
        assert historical_duration(a_leg("Train"), LegFacts(None)) is None


class TestScore:
    @pytest.mark.parametrize(
        ("arrive", "value"),
        [
            # free flow 240, E[D] 50, Risk Optimized: 290 to 302.5 min after 10:00
            ("14:49", 1 - 1 / 12.5),
            ("14:50", 1.0),
            ("15:02", 1.0),
            ("15:03", 1 - 0.5 / 12.5),
            ("14:37", 0.0),
            ("14:38", 0.5 / 12.5),
        ],
    )
    def test_the_planned_arrival_decides(self, arrive: str, value: float) -> None:
        found = tdas_of(a_leg("Cab", "10:00", arrive), ROAD)
        assert found.value == pytest.approx(value, abs=1e-12)
        assert found.parts[0].figures["arrive_range_min"] == (890.0, 902.5)
        assert found.parts[0].figures["duration_range_min"] == (290.0, 302.5)

    def test_day_offsets_are_in_the_planned_duration(self) -> None:
        delays = TrainDelays(30, 30, 30, 30, 30)
        found = tdas_of(
            a_leg("Train", "23:30", "35:35"),
            LegFacts(True, timetable_duration_min=690.0, delays=delays),
            risk="averse",
        )
        # planned 725, B = 35, range [37.5, 60]: Q = 2.5 / 22.5
        assert found.value == pytest.approx(1 - 2.5 / 22.5)

    def test_a_plan_faster_than_the_timetable_is_scored_and_said(self) -> None:
        found = tdas_of(a_leg("Cab", "10:00", "13:20"), ROAD, risk="tolerant")
        part = found.parts[0]
        assert (found.value, part.figures["buffer_min"]) == (0.0, -40.0)
        assert part.notes == ("Planned 40 min faster than its free-flow time of the road.",)

    @pytest.mark.parametrize(("arrive", "value"), [("14:00", 1.0), ("14:01", 0.0)])
    def test_no_expected_delay_wants_a_buffer_of_exactly_nothing(self, arrive: str, value: float) -> None:
        found = tdas_of(a_leg("Cab", "10:00", arrive), replace(ROAD, historical_delay_min=0.0))
        assert found.value == value
        assert "E[D] is 0: the leg wants a buffer of exactly 0." in found.parts[0].notes

    @pytest.mark.parametrize(
        ("leg", "known", "reason"),
        [
            (a_leg("Cab", "10:00", "15:00"), None, "No historical delay of this city pair."),
            (a_leg("Train", "10:00", "15:00"), None, "No delay record of this train."),
            (a_leg("Flight", "10:00", "15:00"), None, "No on-time record of this flight."),
            (
                a_leg("Cab", "10:00", "15:00"),
                replace(ROAD, free_flow_min=None),
                "No free-flow time of this city pair.",
            ),
            (
                a_leg("Flight", "10:00", "15:00"),
                LegFacts(True, performance=RECORD),
                "No timetable duration of this leg.",
            ),
            (a_leg("Cab", None, "15:00"), ROAD, "It misses a time."),
            (a_leg("Cab", "10:00", None), ROAD, "It misses a time."),
            (a_leg("Cab", "10:00", "10:00"), ROAD, "It arrives before it departs: an input error."),
        ],
    )
    def test_a_leg_without_data_is_counted_and_not_scored(
        self, leg: Leg, known: LegFacts | None, reason: str
    ) -> None:
        found = tdas_of(leg, known)
        assert (found.value, found.scored, found.total) == (None, 0, 1)
        assert (found.parts[0].reason, found.reason) == (reason, "No leg could be scored.")

    def test_no_risk_profile_is_null_with_that_reason(self) -> None:
        found = tdas_of(a_leg("Cab", "10:00", "15:00"), ROAD, risk=None)
        assert (found.value, found.reason) == (
            None,
            "The plan has no risk profile, so no buffer range is known.",
        )
        assert found.parts[0].figures["expected_delay_min"] == 50.0

    def test_a_leg_without_an_arrival_still_shows_where_it_should_fall(self) -> None:
        part = tdas_of(a_leg("Cab", "10:00", None), ROAD).parts[0]
        assert part.figures["arrive_range_min"] == (890.0, 902.5)

    def test_the_printed_bus_baseline_is_an_option(self) -> None:
        known = LegFacts(True, timetable_duration_min=480.0, free_flow_min=400.0, historical_delay_min=20.0)
        leg = a_leg("Bus", "10:00", "18:20")
        assert tdas_of(leg, known).value == 1.0
        assert tdas_of(leg, known, Profile(name="printed", bus_baseline="free_flow")).value == 0.0


def test_an_arrival_before_the_departure_is_an_input_error() -> None:
    with pytest.raises(InputError):
        delay_figures(10.0, 60.0, 600, 600, (1.0, 1.25))
