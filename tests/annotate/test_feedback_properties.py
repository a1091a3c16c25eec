"""What holds of feedback whatever the plan: ranges, sameness, and what a change leaves as it was."""

from dataclasses import replace
from types import ModuleType
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from annotate.facts import (
    CROWD_LEVELS,
    FACTS_JSON,
    Facts,
    FlightPerformance,
    LegFacts,
    PlaceFacts,
    TrainDelays,
)
from annotate.feedback import FEEDBACK_JSON, Feedback, give_feedback
from annotate.names import place_key
from annotate.plan import ITINERARY_JSON, Day, Itinerary, Leg, RiskProfile, Stop, StopKind
from annotate.profile import DEFAULT_PROFILE, Profile
from tests.annotate.test_notation_round_trip import any_itinerary
from tests.builders import ALL_TABLES, a_city, a_crowd, a_leg, a_place, a_stop, an_itinerary, facts
from tests.worlds import five_days, three_days

CALM = settings(
    max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large]
)
SOUND = [three_days, five_days]
TIME_FREE = frozenset(
    {
        "ROU001", "ROU002", "REP001", "REP002", "REP003", "CMP001", "CMP002", "CMP003", "CMP004", "DAY001", "TIM004",
        "TRA001", "TRA002", "TRA003", "TRA004", "STY001", "STY002", "SBX001", "SBX002", "MON001", "MON002", "WSH001",
        "WSH002", "WSH003", "WSH004", "WSH005", "WSH006", "WSH007", "REM002", "ENV001",
    }
)  # fmt: skip
"""Rules that ask for no clock time, or only for the time between two rows of one day."""

_MINUTES = st.one_of(st.none(), st.floats(0, 400).map(lambda minutes: round(minutes, 1)))
_SPANS = st.tuples(st.integers(0, 1439), st.integers(1, 1440)).map(lambda span: (span[0], span[0] + span[1]))


@st.composite
def some_place(draw: st.DrawFn, stop: Stop) -> PlaceFacts:
    crowd = a_crowd(
        [(8, 12, draw(st.sampled_from(CROWD_LEVELS))), (20, 26, draw(st.sampled_from(CROWD_LEVELS)))],
        draw(st.lists(st.integers(0, 30), max_size=3)),
        draw(st.lists(st.integers(0, 30), max_size=3)),
    )
    return a_place(
        stop.name,
        kind=draw(st.sampled_from([kind for kind in StopKind if kind is not StopKind.TRANSPORT])),
        city=stop.city or "",
        crowd=draw(st.sampled_from([None, crowd])),
        crowd_level=draw(st.sampled_from([None, *CROWD_LEVELS])),
        visit_duration_min=draw(_MINUTES),
        price=draw(_MINUTES),
        hours=draw(st.sampled_from([(), ((),), ((draw(_SPANS),),)])),
        lat=draw(st.sampled_from([None, 20.0, 20.1])),
        lon=75.0,
        max_occupancy=draw(st.sampled_from([None, 0, 1, 2])),
        minimum_nights=draw(st.sampled_from([None, 0, 1, 5])),
        event_dates=draw(st.sampled_from([(), ("2025-11-03",)])),
        event_start_min=draw(st.sampled_from([None, 600])),
        event_end_min=draw(st.sampled_from([None, 1500])),
        nearest_stop_name=draw(st.sampled_from([None, "Gate"])),
        nearest_stop_m=draw(_MINUTES),
        currency=draw(st.sampled_from(["INR", "USD"])),
    )


@st.composite
def some_leg(draw: st.DrawFn) -> LegFacts:
    count = st.integers(0, 20)
    return LegFacts(
        draw(st.sampled_from([None, True, False])),
        draw(st.sampled_from([None, 390])),
        draw(st.sampled_from([None, 1680])),
        draw(_MINUTES),
        free_flow_min=draw(_MINUTES),
        historical_delay_min=draw(_MINUTES),
        performance=draw(
            st.one_of(st.none(), st.builds(FlightPerformance, *[count] * 6, _MINUTES, _MINUTES, _MINUTES))
        ),
        delays=draw(st.one_of(st.none(), st.builds(TrainDelays, *[_MINUTES] * 5))),
        prices=draw(st.sampled_from([{}, {"": 10.0}, {"SL": 5.5, "3A": 20.0}])),
    )


@st.composite
def any_plan_with_facts(draw: st.DrawFn) -> tuple[Itinerary, Facts]:
    itinerary = replace(draw(any_itinerary()), risk_profile=draw(st.sampled_from([None, *RiskProfile])))
    places, legs = {}, {}
    for _, row in itinerary.rows():
        if isinstance(row, Leg):
            legs[row.row] = draw(some_leg())
        elif draw(st.booleans()):
            places[place_key(row.name, row.city)] = draw(some_place(row))
    tables = draw(st.sampled_from([frozenset(), ALL_TABLES]))
    return itinerary, Facts(tables=tables, places=places, legs=legs)


@CALM
@given(any_plan_with_facts())
def test_no_plan_makes_a_rule_or_a_score_fall_over_and_scores_lie_between_0_and_1(
    plan: tuple[Itinerary, Facts],
) -> None:
    feedback = give_feedback(*plan)
    assert feedback.faults == ()
    rows = {row.row for _, row in plan[0].rows()}
    for score in feedback.scores.values():
        assert score.value is None or 0.0 <= score.value <= 1.0
        assert (score.value is None) == (score.scored == 0) == (score.reason is not None)
        assert score.scored == sum(part.scored for part in score.parts) <= score.total
        assert all(0.0 <= part.value <= 1.0 for part in score.parts if part.value is not None)
        assert all(part.reason for part in score.parts if part.value is None)
    for finding in feedback.findings:
        assert set(finding.rows) <= rows
        assert finding.message.endswith(".")


@CALM
@given(any_plan_with_facts())
def test_the_same_plan_and_facts_give_the_same_bytes_also_when_they_were_kept_in_between(
    plan: tuple[Itinerary, Facts],
) -> None:
    itinerary, known = plan
    first = FEEDBACK_JSON.dump_json(give_feedback(itinerary, known))
    kept = ITINERARY_JSON.validate_json(ITINERARY_JSON.dump_json(itinerary))
    kept_facts = FACTS_JSON.validate_json(FACTS_JSON.dump_json(known))
    assert FEEDBACK_JSON.dump_json(give_feedback(itinerary, known)) == first
    assert FEEDBACK_JSON.dump_json(give_feedback(kept, kept_facts)) == first


@CALM
@given(any_plan_with_facts(), st.randoms(use_true_random=False))
def test_the_order_in_which_facts_came_never_changes_feedback(
    plan: tuple[Itinerary, Facts], dice: Any
) -> None:
    itinerary, known = plan
    places, legs = list(known.places.items()), list(known.legs.items())
    dice.shuffle(places)
    dice.shuffle(legs)
    other = replace(known, places=dict(places), legs=dict(legs))
    assert give_feedback(itinerary, other) == give_feedback(itinerary, known)


@CALM
@given(any_plan_with_facts(), st.text(max_size=20), st.data())
def test_a_remark_changes_no_score_and_no_verdict_but_that_on_remarks(
    plan: tuple[Itinerary, Facts], remark: str, data: st.DataObject
) -> None:
    itinerary, known = plan
    rows = [row for _, row in itinerary.rows()]
    if not rows:
        return
    changed = itinerary.with_row(replace(data.draw(st.sampled_from(rows)), remark=remark))
    before, after = give_feedback(itinerary, known), give_feedback(changed, known)
    assert after.scores == before.scores
    assert {code: it for code, it in after.outcomes.items() if code != "REM001"} == {
        code: it for code, it in before.outcomes.items() if code != "REM001"
    }


def later(itinerary: Itinerary, number: int, minutes: int) -> Itinerary:
    """The itinerary with every row of a day moved."""

    def moved(day: Day) -> Day:
        return replace(
            day,
            stops=tuple(
                replace(
                    stop, start_min=(stop.start_min or 0) + minutes, end_min=(stop.end_min or 0) + minutes
                )
                for stop in day.stops
            ),
            legs=tuple(
                replace(
                    leg,
                    depart_min=(leg.depart_min or 0) + minutes,
                    arrive_min=(leg.arrive_min or 0) + minutes,
                )
                for leg in day.legs
            ),
        )

    return replace(
        itinerary, days=tuple(moved(day) if day.number == number else day for day in itinerary.days)
    )


def parts_of(feedback: Feedback, keep: Any) -> dict[tuple[str, str], Any]:
    return {
        (key, part.row): part
        for key in ("bas", "cats", "tdas")
        for part in feedback.scores[key].parts
        if keep(part.row)
    }


@pytest.mark.parametrize("sound", SOUND, ids=["three_days", "five_days"])
@pytest.mark.parametrize("number", [1, 2, 3, 4, 5])
@pytest.mark.parametrize("minutes", [60, -60, 7])
def test_a_day_an_hour_later_changes_only_what_hangs_on_the_clock(
    sound: ModuleType, number: int, minutes: int
) -> None:
    itinerary = sound.WORLD.read(sound.plan()).itinerary
    known = sound.WORLD.facts_of(itinerary)
    before = give_feedback(itinerary, known)
    after = give_feedback(later(itinerary, number, minutes), known)

    def is_elsewhere(row: str) -> bool:
        return not row.startswith(f"d{number}.")

    assert parts_of(after, is_elsewhere) == parts_of(before, is_elsewhere)
    assert {code: it for code, it in after.outcomes.items() if code in TIME_FREE} == {
        code: it for code, it in before.outcomes.items() if code in TIME_FREE
    }
    came = [one for one in after.findings if one not in before.findings and one.code not in TIME_FREE]
    assert [one for one in came if one.rows and all(map(is_elsewhere, one.rows))] == []
    for key, part in parts_of(after, lambda row: not is_elsewhere(row)).items():
        was = parts_of(before, lambda row: not is_elsewhere(row))[key].figures
        for figure in ("buffer_min", "range_min", "q", "expected_delay_min"):
            if part.figures.get("base_min") == was.get("base_min"):
                assert part.figures.get(figure) == was.get(figure), (key, figure)


def a_world_of_options() -> tuple[Itinerary, Facts]:
    """A plan on which every option shows."""
    itinerary = an_itinerary(
        a_leg("Bus", "06:00", "09:30"),
        a_stop("Level", "10:00", "12:00"),
        a_stop("Windows", "12:05", "15:00"),
        a_stop("Nothing", "15:10", "17:00"),
        a_leg("Flight", "18:00", "19:00", origin="Jaipur", destination="Agra"),
        a_leg("Train", "20:00", "23:00", origin="Agra", destination="Bhopal"),
    )
    windows = a_crowd([(12, 14, "H")], p=[13])
    known = facts(
        a_place(
            "Level",
            visit_duration_min=50.0,
            crowd_level="L",
            crowd=a_crowd([(9, 12, "H")]),
            lat=26.9,
            lon=75.8,
        ),
        a_place("Windows", visit_duration_min=60.0, crowd=windows, lat=26.9, lon=75.81),
        a_place("Nothing", visit_duration_min=60.0, lat=26.9, lon=75.81),
        legs={
            "d1.l1": LegFacts(True, 360, 540, 180.0, free_flow_min=100.0, historical_delay_min=30.0),
            "d1.l2": LegFacts(True, 1080, 1140, 60.0),
            "d1.l3": LegFacts(True, 1200, 1360, 160.0, delays=TrainDelays(None, 20, 20, 20, 20)),
        },
        cities=[a_city("Jaipur", "Rajasthan"), a_city("Bhopal", "Madhya Pradesh")],
        reference_orders=("zzzx", "zy"),
    )
    return itinerary, known


OPTIONS: dict[str, tuple[dict[str, Any], str, set[str]]] = {
    "congestion": ({"congestion": "arrival_hour"}, "bas", {"BUF001", "REM001"}),
    "missing_crowd": ({"missing_crowd": "low"}, "bas", {"BUF001", "REM001"}),
    "divide_by": ({"divide_by": "covered"}, "cats", set()),
    "bus_baseline": ({"bus_baseline": "free_flow"}, "tdas", {"BUF002", "REM001"}),
    "missing_horizon": ({"missing_horizon": "skip"}, "tdas", {"BUF002", "REM001"}),
    "detour": ({"detour": 2.5}, "TIM002", {"CRD001"}),
    "city_kmh": ({"city_kmh": 5.0}, "TIM002", {"CRD001"}),
    "conflicting_modes": ({"conflicting_modes": (("Bus", "Flight"),)}, "TRA002", set()),
    "ordering": ({"ordering": "published"}, "o_ord", set()),
}
"""Option -> (another value, the score or rule that it is about, what follows from that)."""


@pytest.mark.parametrize("option", OPTIONS)
def test_an_option_changes_what_it_names_and_nothing_else(option: str) -> None:
    changed, subject, consequences = OPTIONS[option]
    before = give_feedback(*a_world_of_options())
    after = give_feedback(*a_world_of_options(), Profile(**changed))
    assert subject in {*before.scores, *before.outcomes}
    differing = {key for key in before.scores if after.scores[key] != before.scores[key]} | {
        code for code in before.outcomes if after.outcomes.get(code) != before.outcomes[code]
    }
    assert subject in differing
    assert differing - consequences == {subject}


def test_every_option_of_the_profile_is_tried() -> None:
    assert set(OPTIONS) == set(Profile.model_fields) - {"name"}
    assert give_feedback(*a_world_of_options()) == give_feedback(*a_world_of_options(), DEFAULT_PROFILE)
