"""Read-only figures about the work.

Each report takes the same number of queries for 10 and for 10,000 plans.
"""

from dataclasses import dataclass

from sqlalchemy import func, literal, select, union_all
from sqlalchemy.orm import Session

from annotate.workflow import State
from db.models import REFERENCE_MODELS, Annotation, ImportBatch, Release, Skeleton
from db.people import Person, list_people, people_by_id


@dataclass(frozen=True, slots=True)
class PersonProgress:
    """How many plans somebody has in each state."""

    person: Person
    by_state: dict[State, int]

    @property
    def total(self) -> int:
        """All plans of the person."""
        return sum(self.by_state.values())


@dataclass(frozen=True, slots=True)
class WhatIsHere:
    """What the workbench holds: reference rows by table, skeletons, annotations by state, imports, releases.

    `by_state` counts as open the skeletons that nobody has.
    """

    reference_rows: dict[str, int]
    skeletons: int
    by_state: dict[State, int]
    imports: int
    releases: int


def counts_by_state(session: Session) -> dict[State, int]:
    """Annotations in each state, 0 where there is none; open are the skeletons that nobody has."""
    in_states = select(Annotation.state, func.count()).group_by(Annotation.state)
    counted = {row[0]: row[1] for row in session.execute(in_states)}
    taken = (
        select(Annotation.id)
        .where(Annotation.query_id == Skeleton.query_id, Annotation.state != State.OPEN)
        .exists()
    )
    nobody = session.scalar(
        select(func.count()).select_from(Skeleton).where(~taken, Skeleton.is_filled.is_(False))
    )
    return {state: counted.get(state, 0) for state in State} | {State.OPEN: nobody or 0}


def what_is_here(session: Session) -> WhatIsHere:
    """Everything counted once; four queries."""
    tables = [
        select(literal(stem), func.count()).select_from(model) for stem, model in REFERENCE_MODELS.items()
    ]
    others = [
        select(literal(name), func.count()).select_from(model)
        for name, model in (("skeletons", Skeleton), ("imports", ImportBatch), ("releases", Release))
    ]
    rows: dict[str, int] = {row[0]: row[1] for row in session.execute(union_all(*tables, *others))}
    return WhatIsHere(
        {stem: rows[stem] for stem in REFERENCE_MODELS},
        rows["skeletons"],
        counts_by_state(session),
        rows["imports"],
        rows["releases"],
    )


def progress_per_person(session: Session) -> list[PersonProgress]:
    """Plans by state of everybody who annotates or has annotated, by code; three queries."""
    found: dict[int, dict[State, int]] = {}
    for annotator_id, state, count in session.execute(
        select(Annotation.annotator_id, Annotation.state, func.count())
        .where(Annotation.state != State.OPEN)
        .group_by(Annotation.annotator_id, Annotation.state)
    ):
        found.setdefault(annotator_id, {})[State(state)] = count
    people = people_by_id(session, found) | {
        one.id: one for one in list_people(session) if "annotator" in one.roles
    }
    return [
        PersonProgress(person, found.get(person.id, {}))
        for person in sorted(people.values(), key=lambda one: one.code)
    ]
