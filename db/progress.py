"""How work moved: every change of state of the chosen plans, and which of them still wait for somebody."""

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import select
from sqlalchemy.orm import Session

from annotate.workflow import State
from db.batches import is_training_plan
from db.models import Annotation, LogEntry
from db.quality_plans import Selection
from db.reports import counts_by_state

FINISHED = frozenset({State.APPROVED, State.FINAL_REVIEW, State.GOLD, State.DISCARDED})
"""States in which a plan needs neither its annotator nor a first review any more."""


@dataclass(frozen=True, slots=True)
class Moved:
    """A plan that went from one state to another at an instant."""

    annotation_id: int
    at: datetime
    source: State
    target: State


@dataclass(frozen=True, slots=True)
class Progress:
    """The moves of the chosen plans in the order of time, and what is left to do.

    `unfinished` are the plans that are to be finished, in whatever state before that; plans of a training set are none
    of them, gold judges those. `waiting` are the plans that wait for somebody: the unfinished, those in final review,
    and the approved whose query has no gold plan yet. `free_queries` want times and are nobody's; counted only where
    all plans are chosen, 0 otherwise.
    """

    moves: tuple[Moved, ...]
    unfinished: frozenset[int]
    waiting: frozenset[int]
    free_queries: int


def progress_of(session: Session, selection: Selection) -> Progress:
    """What moved and what waits of the chosen plans; five queries at most."""
    rows = session.execute(
        select(Annotation.id, LogEntry.at, LogEntry.from_state, LogEntry.to_state)
        .join(Annotation, Annotation.id == LogEntry.annotation_id)
        .where(LogEntry.to_state.is_not(None), Annotation.state != State.OPEN, selection.holds(Annotation.id))
        .order_by(LogEntry.at, LogEntry.id)
    )
    states = {state.value: state for state in State}
    moves = tuple(
        Moved(number, at, states[source or State.OPEN], states[target])
        for number, at, source, target in rows
        if target is not None
    )
    training = set(session.scalars(select(Annotation.id).where(is_training_plan())))
    have_gold = set(session.scalars(select(Annotation.query_id).where(Annotation.state == State.GOLD)))
    unfinished = {
        plan.annotation_id
        for plan in selection.plans
        if plan.state not in FINISHED and plan.annotation_id not in training
    }
    wait_for_an_expert = {
        plan.annotation_id
        for plan in selection.plans
        if plan.state is State.FINAL_REVIEW
        or (plan.state is State.APPROVED and plan.query_id not in have_gold)
    }
    return Progress(
        moves,
        frozenset(unfinished),
        frozenset(unfinished | wait_for_an_expert),
        counts_by_state(session)[State.OPEN] if selection.is_all else 0,
    )
