"""Who gets which query: work shared out evenly, by level or by the cities that annotators know. Pure.

The same jobs and workers in the same order give the same shares.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum


class Sharing(StrEnum):
    """How work is shared out."""

    EVENLY = "evenly"
    BY_LEVEL = "by level"
    BY_CITY = "by city"
    EVERYBODY = "to everybody"


@dataclass(frozen=True, slots=True)
class Job:
    """A query to give out: its level, its cities as `match_key` writes them, how many annotators it wants in all and
    who has it, or had it, already.
    """

    query_id: int
    level: str | None = None
    cities: frozenset[str] = frozenset()
    wanted: int = 1
    given: int = 0
    had_by: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class Worker:
    """An annotator: how many plans they have to do, and which cities they know."""

    person_id: int
    load: int = 0
    cities: frozenset[str] = frozenset()


def share_out(jobs: Sequence[Job], workers: Sequence[Worker], how: Sharing) -> list[tuple[int, int]]:
    """The (query, person) pairs that give each job the annotators it still wants.

    Nobody gets a query twice. A place goes to whoever fits best: `BY_LEVEL` has fewest of this level in this sharing,
    `BY_CITY` knows most of its cities; then, as `EVENLY`, who has least to do, then who stands first. `EVERYBODY`
    gives every job to every worker, whatever it wants. Jobs that no worker is left for stay with fewer.
    """
    load = {worker.person_id: worker.load for worker in workers}
    of_level: Counter[tuple[int, str | None]] = Counter()
    shares: list[tuple[int, int]] = []
    for job in jobs:
        free = [worker for worker in workers if worker.person_id not in job.had_by]
        places = len(free) if how is Sharing.EVERYBODY else max(0, job.wanted - job.given)
        for _ in range(min(places, len(free))):
            chosen = min(free, key=lambda worker: (_fit(how, job, worker, of_level), load[worker.person_id]))
            free.remove(chosen)
            load[chosen.person_id] += 1
            of_level[chosen.person_id, job.level] += 1
            shares.append((job.query_id, chosen.person_id))
    return shares


def _fit(how: Sharing, job: Job, worker: Worker, of_level: Counter[tuple[int, str | None]]) -> int:
    """The lower, the better the job fits the worker, load aside."""
    if how is Sharing.BY_LEVEL:
        return of_level[worker.person_id, job.level]
    if how is Sharing.BY_CITY:
        return -len(job.cities & worker.cities)
    return 0
