"""Scores model sets in a process of its own, so that no page waits for it and annotators keep their processor.

`score_waiting` does the work (`python -m helpers score-sets`), `see_to_scoring` starts such a process where one is
wanted. A set is scored by `helpers.scoring`, as `python -m helpers score` does, a few plans at a time: after a crash or
a restart the next process goes on where the last one stopped.
"""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from threading import Thread
from typing import Any

from annotate.errors import WorkbenchError
from annotate.file_form import rounded
from annotate.plan import ITINERARY_JSON
from db.model_plans import figures_of_set, results_of_set
from db.model_scoring import (
    Claim,
    Result,
    Work,
    claim_next,
    fail,
    finish,
    is_somebody_wanted,
    keep,
    next_plans,
    work_of,
)
from db.model_sets import ModelSetView
from db.session import database_url, open_session
from db.unavailable import URL_VARIABLE
from helpers.embedders import PersonaCosines, installed_embedder
from helpers.scoring import ScoredPlan, figures_of, plan_data, score_file, score_lines
from helpers.summary import summary_of_figures

AT_ONCE = 20
"""Plans scored between two signs of life; a second's work or two."""
LOWER_PRIORITY = 10
"""Added to the niceness of the process (POSIX, 0 to 19): whoever annotates comes first."""
_PROJECT = Path(__file__).resolve().parents[1]
Tell = Callable[[str, int], None]


def see_to_scoring(url: str | None = None) -> bool:
    """Start a process that scores what waits, unless one is at work; True if one was started.

    The set is claimed here, so that two pages that ask at once start one process. A process that never comes to life
    is replaced after its silence.
    """
    with open_session(write=False, url=url) as session:
        if not is_somebody_wanted(session):
            return False
    claim = _claim(url)
    if claim is None:
        return False
    process = subprocess.Popen(
        [sys.executable, "-m", "helpers", "score-sets", "--claim", f"{claim.set_id}:{claim.word}", "--low"],
        cwd=_PROJECT,
        env=os.environ | {URL_VARIABLE: url or database_url()},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        start_new_session=True,
    )
    Thread(
        target=process.wait, daemon=True
    ).start()  # else the ended process stays listed as long as the server runs
    return True


def step_back() -> None:
    """Lower the priority of this process, where the system knows priorities."""
    if hasattr(os, "nice"):
        os.nice(LOWER_PRIORITY)


def score_waiting(
    url: str | None = None, *, claim: Claim | None = None, tell: Tell = lambda _name, _done: None
) -> int:
    """Score what was claimed and then every set that waits; gives the number of sets brought to an end.

    `tell` hears the set's name and the plans kept after each step.
    """
    ended = 0
    claim = claim or _claim(url)
    while claim is not None:
        ended += _score(claim, url, tell)
        claim = _claim(url)
    return ended


def _claim(url: str | None) -> Claim | None:
    embedder = installed_embedder()
    with open_session(write=True, url=url) as session:
        return claim_next(session, embedder=embedder.name if embedder else None)


def _score(claim: Claim, url: str | None, tell: Tell) -> bool:
    with open_session(write=False, url=url) as session:
        work = work_of(session, claim)
    if work is None:
        return False
    try:
        return _score_all(claim, work, url, tell)
    except WorkbenchError as error:
        with open_session(write=True, url=url) as session:
            fail(session, claim, str(error))
        raise


def _score_all(claim: Claim, work: Work, url: str | None, tell: Tell) -> bool:
    embedder = installed_embedder()
    cosines = PersonaCosines(embedder) if embedder else None
    while True:
        with open_session(write=False, url=url) as session:
            waiting = next_plans(session, claim, AT_ONCE)
        if not waiting:
            break
        scored = score_lines(
            [one.line for one in waiting],
            work.set_name,
            url or database_url(),
            work.profile,
            references=[
                None if one.line.idx is None else work.references.get(one.line.idx) for one in waiting
            ],
            cosines=cosines,
        )
        results = [_result(one.plan_id, plan) for one, plan in zip(waiting, scored, strict=True)]
        with open_session(write=True, url=url) as session:
            if not keep(session, claim, results):
                return False
        tell(work.set_name, len(results))
    with open_session(write=False, url=url) as session:
        summary = summary_of_figures(figures_of_set(session, claim.set_id))
    with open_session(write=True, url=url) as session:
        return finish(session, claim, rounded(summary))


def _result(plan_id: int, plan: ScoredPlan) -> Result:
    text = ITINERARY_JSON.dump_json(plan.itinerary).decode() if plan.delivered and plan.itinerary else None
    data: dict[str, Any] = rounded(plan_data(plan))
    return Result(plan_id, figures_of(plan), data, text)


def score_file_of(model_set: ModelSetView) -> str:
    """The score file of a set that is done: the bytes that `python -m helpers score` writes for its file."""
    with open_session(write=False) as session:
        plans = results_of_set(session, model_set.id)
    return score_file(model_set.profile, plans, model_set.summary or {}, model_set.embedder)
