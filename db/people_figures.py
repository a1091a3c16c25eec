"""How each annotator works: plans by state, time and rounds that an approved plan took, flags that others set."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from statistics import fmean, median

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from annotate.workflow import State
from db.activity import active_s_by_plan
from db.models import ActivityMark, Annotation, EditLog, Flag, Submission
from db.people import Person
from db.quality_plans import QualityPlan, Selection

APPROVED_STATES = frozenset({State.APPROVED, State.FINAL_REVIEW, State.GOLD})
"""States that only an expert's approval leads to."""


@dataclass(frozen=True, slots=True)
class PersonFigures:
    """The chosen plans of an annotator, by number.

    `handed_in` have a frozen round; `rounds` says for the approved of them in which round they were, `active_s` for
    those of which activity was noted how many seconds their annotator worked on them in all rounds; `flags` counts for
    those that others flagged how often.
    """

    person: Person
    by_state: Mapping[State, tuple[int, ...]]
    handed_in: frozenset[int]
    rounds: Mapping[int, int]
    active_s: Mapping[int, int]
    flags: Mapping[int, int]

    @property
    def plans(self) -> list[int]:
        """All of them."""
        return [number for numbers in self.by_state.values() for number in numbers]

    @property
    def active_min(self) -> float | None:
        """Median minutes of work on an approved plan; None without one that was timed."""
        return median(self.active_s.values()) / 60 if self.active_s else None

    @property
    def mean_rounds(self) -> float | None:
        """Rounds until a plan was approved, on average, from 1; None without an approved plan."""
        return fmean(self.rounds.values()) if self.rounds else None

    @property
    def first_time(self) -> list[int]:
        """The plans that were approved in their first round."""
        return [number for number, rounds in self.rounds.items() if rounds == 1]

    @property
    def first_time_share(self) -> float | None:
        """Their share of the approved plans, in [0, 1]; None without an approved plan."""
        return len(self.first_time) / len(self.rounds) if self.rounds else None

    @property
    def flags_per_plan(self) -> float | None:
        """Flags that others set, per plan that was handed in; None without one."""
        return sum(self.flags.values()) / len(self.handed_in) if self.handed_in else None


def people_figures(
    session: Session, selection: Selection, active_s: Mapping[int, int]
) -> list[PersonFigures]:
    """The figures of everybody who has or had one of the chosen plans, by code; two queries.

    `active_s` are the seconds of work by plan, as `db.activity.active_s_by_plan` gives them.
    """
    handed_in = set(
        session.scalars(
            select(Submission.annotation_id).where(selection.holds(Submission.annotation_id)).distinct()
        )
    )
    flags: dict[int, int] = {
        row[0]: row[1]
        for row in session.execute(
            select(Flag.annotation_id, func.count())
            .join(Annotation, Annotation.id == Flag.annotation_id)
            .where(Flag.by_id != Annotation.annotator_id, selection.holds(Flag.annotation_id))
            .group_by(Flag.annotation_id)
        )
    }
    by_person: dict[int, list[QualityPlan]] = {}
    for plan in selection.plans:
        by_person.setdefault(plan.annotator.id, []).append(plan)
    found = [_figures(plans, handed_in, flags, active_s) for plans in by_person.values()]
    return sorted(found, key=lambda one: one.person.code)


def last_activity(session: Session) -> tuple[int, int]:
    """The numbers of the last edit and the last mark of activity: while they are the same, times of work are too."""
    edits, marks = session.execute(
        select(
            select(func.max(EditLog.id)).scalar_subquery(),
            select(func.max(ActivityMark.id)).scalar_subquery(),
        )
    ).one()
    return edits or 0, marks or 0


def working_time(session: Session) -> dict[int, int]:
    """Seconds that annotators worked on their own plans, by plan; those without a measured second are left out."""
    return {number: active_s for number, active_s in active_s_by_plan(session).items() if active_s}


def _figures(
    plans: Collection[QualityPlan],
    handed_in: Collection[int],
    flags: Mapping[int, int],
    active_s: Mapping[int, int],
) -> PersonFigures:
    by_state: dict[State, tuple[int, ...]] = {state: () for state in State if state is not State.OPEN}
    for plan in plans:
        by_state[plan.state] += (plan.annotation_id,)
    theirs = frozenset(plan.annotation_id for plan in plans if plan.annotation_id in handed_in)
    rounds = {
        plan.annotation_id: plan.round
        for plan in plans
        if plan.state in APPROVED_STATES and plan.annotation_id in theirs
    }
    return PersonFigures(
        next(iter(plans)).annotator,
        by_state,
        theirs,
        rounds,
        {number: active_s[number] for number in rounds if number in active_s},
        {number: flags[number] for number in theirs if number in flags},
    )
