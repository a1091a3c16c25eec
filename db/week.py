"""What a week brought: moves, submissions, decisions, broken rules, and what waits at its end. Read only."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from annotate.plan import Itinerary
from annotate.rule import Verdict
from annotate.workflow import DecisionKind, State
from db.agreement import OverlappedQuery, frozen_itineraries, overlapped_queries
from db.batches import BatchView, list_batches
from db.models import Decision, Flag, LogEntry, RoundVerdict, Submission
from db.people import Person, people_by_id
from db.quality_plans import PlanFilter, QualityPlan, choose, quality_plans
from db.reports import counts_by_state
from db.reviews import QueueItem, queue
from db.submissions import SUBMITTED
from db.work_in_hand import PlanInHand, work_in_hand

WEEK = timedelta(days=7)


@dataclass(frozen=True, slots=True)
class WeekMove:
    """A plan that went from one state to another, in which way (`submit`, `approve`), by whom (None: the workbench)."""

    annotation_id: int
    kind: str
    source: State | None
    target: State
    by_id: int | None
    at: datetime


@dataclass(frozen=True, slots=True)
class WeekDecision:
    """An expert's decision about a plan."""

    annotation_id: int
    decision: DecisionKind
    by_id: int


@dataclass(frozen=True, slots=True)
class BrokenRule:
    """A rule that `rounds` of the rounds handed in broke, with how many findings in all."""

    code: str
    rounds: int
    findings: int


@dataclass(frozen=True, slots=True)
class Week:
    """A week from Monday 00:00 UTC. `until` is its end, or the moment asked for where that comes first.

    `moves` are of the week, `moves_before` of the one before it; `submissions` counts the rounds handed in. What waits
    (`in_hand`, `to_review`, `open_flags`, `batches`, `by_state`) is of the plans as they stand now, seen from `until`.
    `disputed` are the queries that two or more people handed in, of which at least one in this week.
    """

    first_day: date
    until: datetime
    moves: tuple[WeekMove, ...]
    moves_before: tuple[WeekMove, ...]
    decisions: tuple[WeekDecision, ...]
    submissions: int
    broken: tuple[BrokenRule, ...]
    in_hand: tuple[PlanInHand, ...]
    to_review: tuple[QueueItem, ...]
    disputed: tuple[OverlappedQuery, ...]
    itineraries: dict[int, Itinerary]
    """The frozen plans that `disputed` names, by submission."""
    batches: tuple[BatchView, ...]
    by_state: dict[State, int]
    open_flags: int
    plans: dict[int, QualityPlan]
    people: dict[int, Person]
    last_move_at: datetime | None
    """When anything moved last, in whatever week."""


def read_week(session: Session, first_day: date, *, at: datetime) -> Week:
    """The week that begins on a Monday, as known at an instant; as many queries for few plans as for many."""
    start = datetime.combine(first_day, time(), UTC)
    end = start + WEEK
    until = min(end, at)
    moves = _moves(session, start - WEEK, end)
    decisions = session.execute(
        select(Decision.annotation_id, Decision.decision, Decision.by_id)
        .where(Decision.at >= start, Decision.at < end)
        .order_by(Decision.id)
    ).all()
    handed_in = session.scalars(
        select(Submission.id).where(
            Submission.kind == SUBMITTED, Submission.submitted_at >= start, Submission.submitted_at < end
        )
    ).all()
    plans = quality_plans(session)
    fresh = set(handed_in)
    disputed = [
        query
        for query in overlapped_queries(session, choose(plans, PlanFilter()))
        if any(version.submission_id in fresh for version in query.versions)
    ]
    people = people_by_id(
        session,
        {
            *(move.by_id for move in moves),
            *(row.by_id for row in decisions),
            *(one.annotator.id for one in plans),
        },
    )
    return Week(
        first_day,
        until,
        tuple(move for move in moves if move.at >= start),
        tuple(move for move in moves if move.at < start),
        tuple(WeekDecision(row.annotation_id, DecisionKind(row.decision), row.by_id) for row in decisions),
        len(handed_in),
        _broken(session, start, end),
        tuple(work_in_hand(session, at=until)),
        _waiting(queue(session), plans, until),
        tuple(disputed),
        frozen_itineraries(
            session, [version.submission_id for query in disputed for version in query.versions]
        ),
        tuple(batch for batch in list_batches(session) if batch.closed_at is None),
        counts_by_state(session),
        session.scalar(select(func.count()).select_from(Flag).where(Flag.state == "open")) or 0,
        {plan.annotation_id: plan for plan in plans},
        people,
        session.scalar(select(func.max(LogEntry.at)).where(LogEntry.to_state.is_not(None))),
    )


def _waiting(
    queued: Sequence[QueueItem], plans: Sequence[QualityPlan], until: datetime
) -> tuple[QueueItem, ...]:
    """What waited for an expert at an instant; an approved plan whose query has a gold plan waits for nothing more."""
    queries = {plan.annotation_id: plan.query_id for plan in plans}
    have_gold = {plan.query_id for plan in plans if plan.state is State.GOLD}
    return tuple(
        item
        for item in queued
        if item.submitted_at < until
        and not (item.state is State.APPROVED and queries.get(item.annotation_id) in have_gold)
    )


def _moves(session: Session, start: datetime, end: datetime) -> Sequence[WeekMove]:
    rows = session.execute(
        select(
            LogEntry.annotation_id,
            LogEntry.kind,
            LogEntry.from_state,
            LogEntry.to_state,
            LogEntry.by_id,
            LogEntry.at,
        )
        .where(
            LogEntry.to_state.is_not(None),
            LogEntry.annotation_id.is_not(None),
            LogEntry.at >= start,
            LogEntry.at < end,
        )
        .order_by(LogEntry.at, LogEntry.id)
    )
    return [
        WeekMove(number, kind, State(source) if source else None, State(target), by_id, at)
        for number, kind, source, target, by_id, at in rows
        if number is not None and target is not None
    ]


def _broken(session: Session, start: datetime, end: datetime) -> tuple[BrokenRule, ...]:
    rounds = func.count().label("rounds")
    rows = session.execute(
        select(RoundVerdict.code, rounds, func.sum(RoundVerdict.findings))
        .join(Submission, Submission.id == RoundVerdict.submission_id)
        .where(
            Submission.kind == SUBMITTED,
            Submission.submitted_at >= start,
            Submission.submitted_at < end,
            RoundVerdict.verdict == Verdict.FAIL,
        )
        .group_by(RoundVerdict.code)
        .order_by(rounds.desc(), RoundVerdict.code)
    )
    return tuple(BrokenRule(code, number, int(findings)) for code, number, findings in rows)


def first_and_last_move(session: Session) -> tuple[datetime, datetime] | None:
    """When anything moved first and last, None if nothing has."""
    first, last = session.execute(
        select(func.min(LogEntry.at), func.max(LogEntry.at)).where(LogEntry.to_state.is_not(None))
    ).one()
    return None if first is None or last is None else (first, last)
