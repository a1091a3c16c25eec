"""Gathering the facts of a plan and scoring it, on a small catalogue and on one at the size of UTP-Bench.

The small one is the demo's; the large one is the same with as many other cities, departures, distances and places beside.
A plan asks for the same rows of both, so it should cost the same: they are found by index.
"""

import time
from pathlib import Path
from statistics import median

from annotate.feedback import give_feedback
from annotate.plan import Itinerary
from db.facts import gather_many
from db.schema import migrate
from db.session import open_session
from tests.bench.feedback_speed import DATA, seven_day_plan, with_other_stays
from tests.bench.figure import Figure
from tests.bench.utp_scale import REDUCED, UTP_BENCH, import_tables, write_places, write_tables_in

MOST_TIMES_SMALL = 1.2
"""A plan may cost at most so many times what it costs on the small catalogue: a tenth is noise, the names of all cities
are read once for all plans."""
PLANS, ROUNDS = 50, 20


def measure(folder: Path, *, quick: bool) -> list[Figure]:
    """Median over rounds of the ratio, in processor time, the catalogues in turn; the plans are gathered together, as
    the command line does it."""
    _, itinerary, _ = seven_day_plan()
    plans = with_other_stays(itinerary, 20 if quick else PLANS)
    tables = write_tables_in(folder, quick=quick)
    write_places(tables, REDUCED if quick else UTP_BENCH)
    demo = sorted(DATA.glob("*.csv"))
    small, large = (f"sqlite:///{folder / name}" for name in ("small.db", "large.db"))
    rows = {}
    for url, files in ((small, demo), (large, [*demo, tables])):
        migrate(url)
        rows[url] = import_tables(files, url).counts.new
    took_s = [(_plan_s(plans, small), _plan_s(plans, large)) for _ in range(3 if quick else ROUNDS)]
    small_s, large_s = (min(taken) for taken in zip(*took_s, strict=True))
    times = median(large / small for small, large in took_s)
    beside = (
        f"{large_s * 1000:.2f} ms beside {rows[large]:,} rows, {small_s * 1000:.2f} ms beside {rows[small]:,}"
    )
    return [
        Figure(
            "catalogue", "facts and feedback of a plan at UTP-Bench's size beside a small catalogue", times,
            "times", MOST_TIMES_SMALL, beside, "some query reads more than the rows of the plan",
        )
    ]  # fmt: skip


def _plan_s(plans: list[Itinerary], url: str) -> float:
    """Seconds a plan."""
    with open_session(write=False, url=url) as session:
        start = time.process_time()
        for plan, facts in zip(plans, gather_many(session, plans), strict=True):
            give_feedback(plan, facts)
        return (time.process_time() - start) / len(plans)
