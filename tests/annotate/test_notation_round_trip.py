"""What is written reads back equal, whatever the places are called."""

import json
from dataclasses import replace

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from annotate.names import is_null, match_key
from annotate.notation import NotationError, read_plan, write_plan
from annotate.plan import Itinerary, Meal, NamedPlace, Stop, StopKind, Verb
from tests.builders import a_day, a_leg, a_query, a_stop, an_itinerary

TRICKY = [
    "Letters from Istoria", "Stay Awhile", "Old Fort; Upper Town", "Poha, Jalebi & Co.", "Luxe: Views, 360", "NA", "None",
    "Visit from Mars", "A to B", "Alexander’s", "Alexander's", "Cafe 24, 7", "Mughal-era Stepwell", "9:05 Tea", "J", "Inn",
    "Lunch from 9", "nearest transit", "away", "()", "from () to ()", "Inn Deluxe", "Bar, visit", "-x", "Goa.", "İzmir",
]  # fmt: skip
LETTERS = st.text(st.characters(codec="utf-8", exclude_categories=("Cs", "Cc")), min_size=1, max_size=20).map(
    lambda text: " ".join(text.split())
)
ANY_NAME = st.one_of(st.sampled_from(TRICKY), LETTERS).filter(lambda text: bool(text) and not is_null(text))
MINUTE = st.integers(0, 1799)
METRES = st.one_of(st.none(), st.floats(0, 5000).map(lambda metres: round(metres, 2)))
CALM = settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])


@st.composite
def any_stop(draw: st.DrawFn) -> Stop:
    kind = draw(st.sampled_from(list(StopKind)))
    start = draw(st.one_of(st.none(), MINUTE))
    length = draw(st.one_of(st.none(), st.integers(1, 900)))
    end = None if length is None else (start if start is not None else 0) + length
    stop = a_stop(
        draw(ANY_NAME), start, end, kind=kind, city=draw(st.one_of(st.none(), ANY_NAME)),
        verb=draw(st.sampled_from(list(Verb))), nearest=draw(st.one_of(st.none(), st.tuples(ANY_NAME, METRES))),
        remark=draw(st.one_of(st.none(), st.text(max_size=10))), given=(draw(st.one_of(st.none(), MINUTE)), None),
        cost=draw(st.one_of(st.none(), st.floats(0, 1e6))),
    )  # fmt: skip
    return replace(stop, meal=draw(st.sampled_from([None, *Meal])))


@st.composite
def any_itinerary(draw: st.DrawFn) -> Itinerary:
    days = []
    for _ in range(draw(st.integers(1, 3))):
        rows = draw(st.lists(st.one_of(any_stop(), st.just(a_leg("Train", "06:30", "30:10", timetable=("06:30", "28:00")))),
                             max_size=5))  # fmt: skip
        places = st.builds(
            NamedPlace, ANY_NAME, st.one_of(st.none(), ANY_NAME), st.one_of(st.none(), st.floats(0, 1e6))
        )
        days.append(
            a_day(*rows, lunch=draw(st.one_of(st.none(), places)), dinner=None, breakfast=None,
                  attractions=draw(st.lists(places, max_size=3)), events=[],
                  accommodation=draw(st.one_of(st.none(), places)))
        )  # fmt: skip
    return an_itinerary(*days, set_name="any", idx=draw(st.integers(0, 10**6)))


def through_json(itinerary: Itinerary) -> Itinerary:
    """Written, put through JSON and read."""
    line = json.loads(json.dumps(write_plan(itinerary), ensure_ascii=False))
    return read_plan(line, set_name=itinerary.set_name).itinerary


@CALM
@given(any_itinerary())
def test_a_written_plan_reads_back_equal(itinerary: Itinerary) -> None:
    once = through_json(itinerary)
    assert replace(once, query=itinerary.query) == itinerary
    assert through_json(once) == once


def test_a_query_made_of_fields_reads_back_equal() -> None:
    query = a_query(
        days=2, dates=("2025-11-02", "2025-11-03"), budget=1200.5, destinations=("Jaipur", "Agra"), people=3
    )
    itinerary = an_itinerary(a_day(a_stop()), a_day(a_stop()), query=query)
    assert replace(through_json(itinerary).query, source={}) == query


@CALM
@given(st.lists(ANY_NAME, min_size=1, max_size=5, unique_by=match_key), st.data())
def test_the_text_alone_holds_names_and_times(names: list[str], data: st.DataObject) -> None:
    """Without typed rows: places with their city on a day's list, visited one after the other."""
    names = [name for name in names if name.strip(" .,;") == name and match_key(name) != "jaipur"]
    at, stops = 0, []
    for name in names:
        start = at + data.draw(st.integers(0, 120))
        at = start + data.draw(st.integers(1, 120))
        stops.append(
            a_stop(
                name,
                start,
                at,
                nearest=("Gate; North, 2", data.draw(st.floats(0, 9).map(lambda m: round(m, 2)))),
            )
        )
    itinerary = an_itinerary(a_day(*stops))
    line = write_plan(itinerary)
    del line["timeline"]
    again = read_plan(line, set_name="demo").itinerary
    assert again.days == itinerary.days


@CALM
@given(st.text(max_size=60), st.text(max_size=60), st.text(max_size=80))
def test_any_text_is_read_or_refused_with_a_reason(city: str, transport: str, entries: str) -> None:
    day = {"days": 1, "current_city": city, "transportation": transport, "point_of_interest_list": entries,
           "lunch": entries, "attraction": transport}  # fmt: skip
    line = {"idx": 1, "JSON": {"org": "H", "dest": "J", "days": 1}, "plan": [day]}
    try:
        plan = read_plan(line, set_name="any")
    except NotationError as error:
        reasons = error.problems
    else:
        reasons = ()
        assert through_json(plan.itinerary) == plan.itinerary
    assert reasons or plan
