"""Who did what with a plan and when: the lives of annotations, drawn from a seeded generator.

A life goes through the moves of `annotate.workflow`, at hours at which people in India work. It says nothing of what
stands in the plan; `quality_contents.py` does.
"""

import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any

from annotate.permissions import Action
from annotate.workflow import MOVES, DecisionKind, State

OPENS_MIN, CLOSES_MIN = 3 * 60 + 30, 12 * 60
"""The working day in minutes of the UTC day: 09:00 to 17:30 in India."""
_SATURDAY = 5
BEAT_S = 60
"""So many seconds lie between two signs of life of somebody at work."""
MOST_ROUNDS = 3


@dataclass(frozen=True, slots=True)
class Hand:
    """How a person works: pace, habitual lateness in minutes (negative: early), scatter, how often one round is enough."""

    person_id: int
    code: str
    pace: float = 1.0
    bias_min: float = 0.0
    scatter_min: float = 10.0
    first_time_right: float = 0.5


@dataclass(frozen=True, slots=True)
class Move:
    """A move at an instant."""

    action: Action
    at: datetime
    by: Hand
    source: State
    why: str | None
    data: dict[str, Any]


@dataclass(frozen=True, slots=True)
class Session:
    """An unbroken presence of a person at a plan: the instants at which something was done."""

    by: Hand
    instants: tuple[datetime, ...]


@dataclass(slots=True)
class Round:
    """A round: the annotator's sessions, what was handed in and what an expert did with it."""

    number: int
    facts_at: datetime
    work: Session | None = None
    submitted_at: datetime | None = None
    review: Session | None = None
    decision: DecisionKind | None = None
    decided_at: datetime | None = None
    reviewer: Hand | None = None


@dataclass(slots=True)
class Life:
    """An annotation from its beginning to the state it was to reach."""

    annotator: Hand
    goal: State
    rows: int
    """Stops and legs of its plan."""
    moves: list[Move] = field(default_factory=list)
    rounds: list[Round] = field(default_factory=list)
    state: State = State.OPEN
    final_at: datetime | None = None

    @property
    def last_at(self) -> datetime:
        """When anything happened last."""
        ends = [one.work.instants[-1] for one in self.rounds if one.work]
        ends += [one.review.instants[-1] for one in self.rounds if one.review]
        return max([self.moves[-1].at, *ends])

    def move(self, action: Action, at: datetime, by: Hand, why: str | None = None, **data: Any) -> None:
        """Make a move that the workflow knows."""
        move = MOVES[action]
        assert self.state in move.sources, (action, self.state)
        if move.opens_round or not self.rounds:
            self.rounds.append(Round(len(self.rounds) + 1, at))
        told = {"round": len(self.rounds)} | data
        self.moves.append(Move(action, at, by, self.state, why, told))
        self.state = move.target


class Office:
    """Draws lives: annotators take plans in turn, experts and the lead do their part."""

    def __init__(self, rng: random.Random, annotators: list[Hand], experts: list[Hand], lead: Hand) -> None:
        self.rng, self.annotators, self.experts, self.lead = rng, annotators, experts, lead

    def live(
        self, annotator: Hand, goal: State, rows: int, begin: datetime, *, latest: datetime, training: bool
    ) -> Life:
        """A life that reaches its goal before `latest`: begun at `begin`, or whole weeks earlier where that is too late."""
        state = self.rng.getstate()
        life = self._play(Life(annotator, goal, rows), begin, training=training)
        while life.last_at > latest:
            begin -= timedelta(days=7)
            self.rng.setstate(state)
            life = self._play(Life(annotator, goal, rows), begin, training=training)
        return life

    def _play(self, life: Life, begin: datetime, *, training: bool) -> Life:
        rng, own, goal = self.rng, life.annotator, life.goal
        at = working_hour(rng, begin)
        if training or rng.random() < 0.4:
            life.move(Action.ASSIGN, at, self.lead, annotator=own.code)
        else:
            life.move(Action.TAKE, at, own, annotator=own.code)
        if goal is State.ASSIGNED:
            return life
        if goal is State.DISCARDED and rng.random() < 0.5:
            at = working_hour(rng, at + _hours(rng.uniform(2, 30)))
            life.move(Action.DISCARD, at, self.lead, "Nothing goes between these cities on these dates.")
            return life
        at = working_hour(rng, at + _hours(rng.uniform(0.1, 20)))
        life.move(Action.START, at, own)
        if goal is State.OPEN:
            life.rounds[-1].work = self._work(own, at, life.rows * 0.2)
            at = life.rounds[-1].work.instants[-1] + timedelta(minutes=2)
            life.move(Action.SKIP, at, own, "I do not know this part of the country.")
            return life
        if goal is State.IN_PROGRESS:
            life.rounds[-1].work = self._work(own, at, life.rows * 0.6)
            return life
        at = self._hand_in(life, at, 1.0)
        if goal is State.SUBMITTED:
            return life
        return self._reviews(life, at)

    def _reviews(self, life: Life, at: datetime) -> Life:
        rng, own, goal = self.rng, life.annotator, life.goal
        wanted = self._wanted_rounds(life)
        if wanted > 1 and rng.random() < 0.06:
            at = working_hour(rng, at + timedelta(minutes=rng.uniform(5, 60)))
            life.move(Action.WITHDRAW, at, own, "A remark was missing.")
            at = self._hand_in(life, at, 0.2)
        while True:
            expert = rng.choice(self.experts)
            at = working_hour(rng, at + _hours(min(rng.expovariate(1 / 7), 40)))
            life.move(Action.OPEN_REVIEW, at, expert)
            one = life.rounds[-1]
            one.reviewer = expert
            if goal is State.IN_REVIEW:
                return life
            one.review = self._work(expert, at, life.rows * 0.35)
            at = one.decided_at = one.review.instants[-1] + timedelta(minutes=1)
            last = one.number >= wanted
            one.decision = self._decision(goal, last=last)
            why = _WHY[one.decision]
            if one.decision is DecisionKind.DISCARD:
                life.move(Action.DISCARD, at, expert, why, decision=str(one.decision))
                return life
            if one.decision in (DecisionKind.RETAIN, DecisionKind.RETAIN_REVISED):
                life.move(Action.APPROVE, at, expert, why, decision=str(one.decision))
                return self._final_review(life, at, expert)
            life.move(Action.REQUEST_CHANGES, at, expert, why, decision=str(one.decision))
            if goal is State.CHANGES_REQUESTED and last:
                return life
            at = working_hour(rng, at + _hours(rng.uniform(1, 30)))
            life.move(Action.RESUME, at, own)
            at = self._hand_in(life, at, 0.35)

    def _wanted_rounds(self, life: Life) -> int:
        if life.goal in (State.DISCARDED, State.IN_REVIEW):
            return 1
        if self.rng.random() < life.annotator.first_time_right:
            return 1
        return 2 if self.rng.random() < 0.7 else MOST_ROUNDS

    def _decision(self, goal: State, *, last: bool) -> DecisionKind:
        if goal is State.DISCARDED:
            return DecisionKind.DISCARD
        if goal is State.CHANGES_REQUESTED or not last:
            source = self.rng.random() < 0.08
            return DecisionKind.SOURCE_CORRECTION if source else DecisionKind.BACK_TO_ANNOTATOR
        return DecisionKind.RETAIN_REVISED if self.rng.random() < 0.3 else DecisionKind.RETAIN

    def _final_review(self, life: Life, at: datetime, approver: Hand) -> Life:
        if life.goal is State.APPROVED:
            return life
        rng = self.rng
        second = rng.choice([one for one in self.experts if one is not approver])
        at = working_hour(rng, at + _hours(rng.uniform(2, 40)))
        life.move(Action.BEGIN_FINAL_REVIEW, at, second)
        if life.goal is State.FINAL_REVIEW:
            return life
        at += timedelta(minutes=rng.uniform(3, 20))
        life.move(Action.MAKE_GOLD, at, second, "Nothing to add.")
        life.final_at = at
        return life

    def _hand_in(self, life: Life, at: datetime, share: float) -> datetime:
        """The work of a round, `share` of a first one's, and its submission; gives the instant of that."""
        one = life.rounds[-1]
        one.work = self._work(life.annotator, at, life.rows * 1.1 * share)
        one.submitted_at = one.work.instants[-1] + timedelta(minutes=1)
        life.move(Action.SUBMIT, one.submitted_at, life.annotator)
        return one.submitted_at

    def _work(self, hand: Hand, at: datetime, minutes: float) -> Session:
        """A presence of about so many minutes at the person's pace, with a pause now and then."""
        rng = self.rng
        beats = max(2, round(minutes * hand.pace * rng.uniform(0.7, 1.4) * 60 / BEAT_S))
        instants, now = [], at
        for _ in range(beats):
            pause_s = rng.uniform(240, 2400) if rng.random() < 0.02 else 0.0
            now += timedelta(seconds=BEAT_S + round(pause_s) + rng.randint(-20, 20))
            instants.append(now)
        return Session(hand, tuple(instants))


_WHY = {
    DecisionKind.RETAIN: "Sound and well explained.",
    DecisionKind.RETAIN_REVISED: "A few times were moved a little.",
    DecisionKind.BACK_TO_ANNOTATOR: "Please look at the flagged rows again.",
    DecisionKind.SOURCE_CORRECTION: "A price differs from the table; take it up after the next import.",
    DecisionKind.DISCARD: "It cannot be solved within the budget.",
}


def working_hour(rng: random.Random, at: datetime) -> datetime:
    """The instant itself in working hours, else some minutes into the next working day."""
    minute = at.hour * 60 + at.minute
    if at.weekday() < _SATURDAY and OPENS_MIN <= minute < CLOSES_MIN:
        return at
    day = at.replace(hour=0, minute=0, second=0, microsecond=0)
    if minute >= CLOSES_MIN or at.weekday() >= _SATURDAY:
        day += timedelta(days=1)
    while day.weekday() >= _SATURDAY:
        day += timedelta(days=1)
    return day + timedelta(minutes=OPENS_MIN + rng.randint(0, 90), seconds=rng.randint(0, 59))


def whole_seconds(at: datetime) -> datetime:
    """The instant without a part of a second."""
    return at.astimezone(UTC).replace(microsecond=0)


def sessions(life: Life) -> Iterator[tuple[int, Session]]:
    """(round, presence) of annotator and expert, in order."""
    for one in life.rounds:
        if one.work:
            yield one.number, one.work
        if one.review:
            yield one.number, one.review


def _hours(hours: float) -> timedelta:
    return timedelta(hours=hours)
