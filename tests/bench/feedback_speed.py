"""`give_feedback` on a plan of seven days beside `json.loads` of its input line, and how long a thousand plans take.

A plan is never scored twice with the same times: each call gets a variant with other stays, as an editor gives it.
"""

import json
import random
import time
from pathlib import Path

from annotate.clock import DAY_MIN
from annotate.facts import Facts
from annotate.feedback import give_feedback
from annotate.notation import read_plan
from annotate.plan import Itinerary, Stop
from annotate.profile import DEFAULT_PROFILE
from annotate.rule import all_rules
from annotate.score import all_scores
from annotate.timeline import Timeline
from db import demo
from db.cells import with_cell
from db.facts import gather
from db.importers.answers import Answers
from db.schema import IN_MEMORY
from db.session import open_session
from helpers.scoring import load_reference_data
from tests.bench.figure import Figure

MOST_TIMES_JSON = 60.0
SCORED_PLANS, PASSES, MOST_S_FOR_ALL = 1000, 3, 2.0
SEVEN_DAYS_IDX = 7
SEED = 2609
VARIANTS, ROUNDS = 300, 7
_LONGEST_SHIFT_MIN = 20
_LOADS_PER_ROUND = 2000
DATA = Path(demo.__file__).parent / "data"


def measure(folder: Path, *, quick: bool) -> list[Figure]:
    """Best of several rounds in processor time, which a busy machine does not lengthen; the reference data are the demo's."""
    line, itinerary, facts = seven_day_plan()
    variants = with_other_stays(itinerary, 20 if quick else VARIANTS)
    rounds = 2 if quick else ROUNDS
    give_feedback(itinerary, facts)
    loads_s = min(_loads_s(line) for _ in range(rounds))
    feedback_s = min(_feedback_s(variants, facts) for _ in range(rounds))
    rows = sum(1 for _ in itinerary.rows())
    beside = (
        f"give_feedback {feedback_s * 1000:.2f} ms, json.loads {loads_s * 1e6:.1f} us "
        f"({len(line)} characters, {rows} rows, {len(give_feedback(itinerary, facts).outcomes)} rules)"
    )
    ratio, why = feedback_s / loads_s, _dearest(variants, facts)
    took_s = SCORED_PLANS * min(
        _feedback_s(with_other_stays(itinerary, 30 if quick else SCORED_PLANS, seed), facts)
        for seed in range(SEED + 1, SEED + 1 + (2 if quick else PASSES))
    )
    speed = f"{SCORED_PLANS / took_s:,.0f} plans a second, aim {SCORED_PLANS / MOST_S_FOR_ALL:,.0f}"
    return [
        Figure("feedback", "give_feedback beside json.loads", ratio, "times", MOST_TIMES_JSON, beside, why),
        Figure(
            "feedback",
            "1,000 seven-day plans scored with every rule on one core",
            took_s,
            "s",
            MOST_S_FOR_ALL,
            speed,
            why,
        ),
    ]


def seven_day_plan() -> tuple[str, Itinerary, Facts]:
    """(the input line in text form, the plan, what the demo's tables know of it)."""
    lines = (DATA / "filled.jsonl").read_text(encoding="utf-8").splitlines()
    line = next(one for one in lines if json.loads(one)["idx"] == SEVEN_DAYS_IDX)
    itinerary = read_plan(json.loads(line), set_name="demo").itinerary
    load_reference_data(DATA, Answers())
    with open_session(write=False, url=IN_MEMORY) as session:
        return line, itinerary, gather(session, itinerary)


def with_other_stays(itinerary: Itinerary, number: int, seed: int = SEED) -> list[Itinerary]:
    """So many variants, in each of which every stop ends some minutes earlier or later."""
    rng = random.Random(seed)
    variants = []
    for _ in range(number):
        changed = itinerary
        for _, row in itinerary.rows():
            if isinstance(row, Stop) and row.start_min is not None and row.end_min is not None:
                end = row.end_min + rng.randint(-_LONGEST_SHIFT_MIN, _LONGEST_SHIFT_MIN)
                changed = with_cell(changed, row.row, "end", min(max(end, row.start_min + 1), 2 * DAY_MIN))
        variants.append(changed)
    return variants


def _loads_s(line: str) -> float:
    start = time.process_time()
    for _ in range(_LOADS_PER_ROUND):
        json.loads(line)
    return (time.process_time() - start) / _LOADS_PER_ROUND


def _feedback_s(variants: list[Itinerary], facts: Facts) -> float:
    start = time.process_time()
    for variant in variants:
        give_feedback(variant, facts)
    return (time.process_time() - start) / len(variants)


def _dearest(variants: list[Itinerary], facts: Facts) -> str:
    """Which scores and rules take the time, the dearest first."""

    named = [(info.key, act) for info, act in all_scores()] + [(rule.code, act) for rule, act in all_rules()]
    spent = dict.fromkeys(["timeline", *(name for name, _ in named)], 0.0)
    for variant in variants:
        start = time.process_time()
        trip = Timeline(variant, facts)
        spent["timeline"] += time.process_time() - start
        for name, act in named:
            start = time.process_time()
            act(trip, facts, DEFAULT_PROFILE)
            spent[name] += time.process_time() - start
    total = sum(spent.values())
    dearest = sorted(spent.items(), key=lambda pair: -pair[1])[:6]
    return "of its time " + ", ".join(f"{name} {share / total:.0%}" for name, share in dearest)
