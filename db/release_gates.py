"""What stands between the gold plans and a release: every gate by name, with the plans behind it."""

import json
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from annotate.file_form import finding_data
from annotate.gates import (
    Gate,
    GateFault,
    RuleState,
    evidence_faults,
    judge_rules,
    line_faults,
    open_flag_faults,
    rule_faults,
)
from annotate.gold import unsourced_figures
from annotate.workflow import BEFORE_GOLD, Action, DecisionKind, State
from db.lineage import row_authors
from db.models import Annotation, Decision, Flag, LogEntry, QueryRow, Submission, Waiver
from db.people import people_by_id
from db.queries import title_of
from db.release_drafts import Draft, PlannedCell
from db.release_lines import PlanEvidence, evidence_of
from db.submissions import ASKED_AT_ONCE, ROUNDS_AT_ONCE, ChangedRound

Progress = Callable[[str, int, int], None]
"""Told what is done with the plans, and with how many of how many it is done."""
TOLD_EVERY = 50
"""Plans between two words of progress."""


@dataclass(frozen=True, slots=True)
class ReleasePlan:
    """A gold plan, or an approved one that waits, as the gates see it. `faults` are empty for one that may go out.

    `submission_id` is None for a plan that was imported as a gold line; `left_out` is the reason of the draft.
    """

    annotation_id: int
    submission_id: int | None
    set_name: str
    idx: int
    title: str
    risk_profile: str | None
    days: int
    annotator: str
    state: State
    scores: Mapping[str, tuple[float | None, int, int]]
    """Value, scored rows and all rows by score key."""
    rules: Mapping[str, RuleState]
    faults: tuple[GateFault, ...] = ()
    left_out: str | None = None

    @property
    def label(self) -> str:
        """Set and number."""
        return f"{self.set_name} {self.idx}"

    @property
    def said(self) -> str:
        """The faults as one text, empty without any."""
        return "; ".join(fault.said for fault in self.faults)


@dataclass(frozen=True, slots=True)
class GateResult:
    """One gate: how many plans pass, which do not. `is_open`: nothing in its way."""

    gate: Gate
    passing: int
    failing: tuple[int, ...]
    """Annotations that the gate holds back; for `GOLD` those that wait, which hold nothing back."""
    note: str = ""

    @property
    def is_open(self) -> bool:
        """Whether the release may pass."""
        return not self.failing or self.gate is Gate.GOLD


@dataclass(frozen=True, slots=True)
class CellCount:
    """A risk profile and length: how many items are planned (None: any number), how many would go out."""

    risk_profile: str | None
    days: int
    planned: int | None
    ready: int

    @property
    def fits(self) -> bool:
        """Whether as many would go out as planned."""
        return self.planned is None or self.planned == self.ready


@dataclass(frozen=True, slots=True)
class Gates:
    """What stands between the database and a release."""

    items: tuple[ReleasePlan, ...]
    """Every gold plan, sorted by idx."""
    waiting: tuple[ReleasePlan, ...]
    """Approved plans that are not gold yet."""
    by_state: dict[str, int]
    """Number of annotations in each state."""
    planned: tuple[PlannedCell, ...] = ()

    @property
    def ready(self) -> tuple[ReleasePlan, ...]:
        """The plans that may go out."""
        return tuple(item for item in self.items if not item.faults and item.left_out is None)

    @property
    def held_back(self) -> tuple[ReleasePlan, ...]:
        """The plans that may not, but for those that the draft leaves out."""
        return tuple(item for item in self.items if item.faults and item.left_out is None)

    @property
    def left_out(self) -> tuple[ReleasePlan, ...]:
        """The plans that the draft leaves out."""
        return tuple(item for item in self.items if item.left_out is not None)

    def cells(self) -> list[CellCount]:
        """Planned and ready by risk profile and length, by days and name."""
        ready = Counter((item.risk_profile, item.days) for item in self.ready)
        planned = {(cell.risk_profile, cell.days): cell.items for cell in self.planned}
        keys = sorted(ready.keys() | planned.keys(), key=lambda key: (key[1], key[0] or ""))
        none = 0 if planned else None
        return [
            CellCount(risk, days, planned.get((risk, days), none), ready[risk, days]) for risk, days in keys
        ]

    def results(self) -> list[GateResult]:
        """Every gate in its order. Plans that the draft leaves out are asked nothing."""
        asked = [item for item in self.items if item.left_out is None]
        return [self._result(gate, asked) for gate in Gate]

    def _result(self, gate: Gate, asked: Sequence[ReleasePlan]) -> GateResult:
        if gate is Gate.GOLD:
            return GateResult(gate, len(asked), tuple(one.annotation_id for one in self.waiting))
        if gate is Gate.BALANCE:
            return self._balance()
        failing = tuple(
            item.annotation_id for item in asked if any(fault.gate is gate for fault in item.faults)
        )
        return GateResult(
            gate, len(asked) - len(failing), failing, self._note(asked) if gate is Gate.RULES else ""
        )

    def _note(self, asked: Sequence[ReleasePlan]) -> str:
        states = Counter(state for item in asked for state in item.rules.values())
        return f"{states[RuleState.NOT_CHECKED]:,} verdicts not checked, {states[RuleState.WAIVED]:,} waived"

    def _balance(self) -> GateResult:
        cells = self.cells()
        if not self.planned:
            return GateResult(Gate.BALANCE, len(self.ready), (), "nothing planned: any balance will do")
        off = {(cell.risk_profile, cell.days) for cell in cells if not cell.fits}
        failing = tuple(one.annotation_id for one in self.ready if (one.risk_profile, one.days) in off)
        note = f"{len(cells) - len(off)} of {len(cells)} kinds as planned"
        return GateResult(Gate.BALANCE, len(self.ready) - len(failing), failing, note)

    @property
    def unbalanced(self) -> list[CellCount]:
        """The kinds of which more or fewer plans would go out than planned."""
        return [cell for cell in self.cells() if not cell.fits]

    def rule_counts(self) -> dict[str, Counter[RuleState]]:
        """By rule code how many gold plans it passes, was not checked on, is waived or fails on."""
        counts: dict[str, Counter[RuleState]] = {}
        for item in self.items:
            if item.left_out is None:
                for code, state in item.rules.items():
                    counts.setdefault(code, Counter())[state] += 1
        return dict(sorted(counts.items()))


def check(session: Session, draft: Draft | None = None, *, progress: Progress | None = None) -> Gates:
    """Every gold plan with what holds it back, and the approved ones that wait."""
    states = session.execute(select(Annotation.state, func.count()).group_by(Annotation.state))
    by_state = {row[0]: row[1] for row in states}
    rows = session.execute(
        select(Annotation, QueryRow)
        .join(QueryRow, QueryRow.id == Annotation.query_id)
        .where(Annotation.state.in_([State.GOLD, *BEFORE_GOLD]))
        .order_by(QueryRow.idx, Annotation.id)
    ).all()
    pairs = sorted(((row[0], row[1]) for row in rows), key=lambda pair: (pair[1].idx, pair[1].set_name))
    people = people_by_id(session, {annotation.annotator_id for annotation, _ in pairs})
    plans = {
        annotation.id: ReleasePlan(
            annotation.id, None, query.set_name, query.idx, title_of(query), query.risk_profile, query.days,
            people[annotation.annotator_id].code, State(annotation.state), {}, {},
        )
        for annotation, query in pairs
    }  # fmt: skip
    gold = [annotation.id for annotation, _ in pairs if annotation.state == State.GOLD]
    seen = _seen(session, gold, plans, progress)
    first_of: dict[int, int] = {}
    query_of = {annotation.id: query.id for annotation, query in pairs}
    reasons = {one.annotation_id: one.why for one in draft.left_out} if draft else {}
    items = []
    for plan in seen:
        faults = plan.faults
        if first_of.setdefault(query_of[plan.annotation_id], plan.annotation_id) != plan.annotation_id:
            faults += (GateFault(Gate.UNIQUE, "the query has another gold plan"),)
        items.append(replace(plan, faults=faults, left_out=reasons.get(plan.annotation_id)))
    waiting = tuple(plans[annotation.id] for annotation, _ in pairs if annotation.state != State.GOLD)
    return Gates(tuple(items), waiting, by_state, draft.planned if draft else ())


def state_of_gold(session: Session) -> str:
    """A text that is another one as soon as anything changed that the gates look at; four queries.

    The history tells every move, decision, waiver and answer; flags and imported lines are asked themselves.
    """
    seen: list[object] = [
        *session.execute(select(func.max(LogEntry.id), func.count(LogEntry.id))).one(),
        *session.execute(
            select(func.count(Annotation.id), func.max(Annotation.updated_at)).where(
                Annotation.state == State.GOLD
            )
        ).one(),
        *session.execute(select(func.max(Flag.id), func.count(Flag.id).filter(Flag.state == "open"))).one(),
        *session.execute(
            select(
                func.max(Waiver.id), func.count(Waiver.id), select(func.max(Submission.id)).scalar_subquery()
            )
        ).one(),
    ]
    return "|".join(map(str, seen))


def _seen(
    session: Session, gold: Sequence[int], plans: Mapping[int, ReleasePlan], progress: Progress | None
) -> Iterator[ReleasePlan]:
    """The gold plans in their order, judged."""
    reviewed, authors = _final_reviews(session), row_authors(session)
    judged: dict[int, ReleasePlan] = {}

    def keep(plan: ReleasePlan) -> None:
        judged[plan.annotation_id] = plan
        if progress is not None and (len(judged) % TOLD_EVERY == 0 or len(judged) == len(gold)):
            progress("Checking the plans", len(judged), len(gold))

    for one, line in imported_lines(session, gold):
        keep(_of_line(plans[one], json.loads(line)))
    made_here = [one for one in gold if one not in judged]
    for evidence in evidence_of(session, made_here):
        plan = plans[evidence.annotation_id]
        if isinstance(evidence, ChangedRound):
            keep(
                _without_evidence(
                    plan, "the frozen round was changed after it was frozen: its checksum does not hold"
                )
            )
        else:
            one = plan.annotation_id
            makers = {evidence.annotator_id, *authors.get(one, ())}
            keep(_of_round(plan, evidence, reviewed.get(one), makers))
    for one in gold:
        yield judged[one] if one in judged else _without_evidence(plans[one], "there is no frozen round")


def _without_evidence(plan: ReleasePlan, said: str) -> ReleasePlan:
    return replace(plan, faults=(GateFault(Gate.EVIDENCE, said),))


def imported_lines(session: Session, annotation_ids: Sequence[int]) -> Iterator[tuple[int, str]]:
    """The lines of those plans that were imported as gold, with their annotation."""
    for start in range(0, len(annotation_ids), ASKED_AT_ONCE):
        rows = session.execute(
            select(Annotation.id, Annotation.imported_gold)
            .where(
                Annotation.id.in_(annotation_ids[start : start + ASKED_AT_ONCE]),
                Annotation.imported_gold.is_not(None),
            )
            .execution_options(yield_per=ROUNDS_AT_ONCE)
        )
        yield from ((row[0], row[1]) for row in rows if row[1] is not None)


@dataclass(frozen=True, slots=True)
class _FinalReview:
    by_id: int
    approver_id: int | None


def _final_reviews(session: Session) -> dict[int, _FinalReview]:
    """Who made each plan gold and who had approved it, from the history; two queries."""
    approvals = session.execute(
        select(Decision.annotation_id, Decision.by_id)
        .where(Decision.decision.in_((DecisionKind.RETAIN, DecisionKind.RETAIN_REVISED)))
        .order_by(Decision.id)
    )
    approver = {row[0]: row[1] for row in approvals}
    moves = session.execute(
        select(LogEntry.annotation_id, LogEntry.by_id)
        .where(LogEntry.kind == Action.MAKE_GOLD, LogEntry.to_state == State.GOLD)
        .order_by(LogEntry.id)
    )
    return {
        row[0]: _FinalReview(row[1], approver.get(row[0]))
        for row in moves
        if row[0] is not None and row[1] is not None
    }


def _of_line(plan: ReleasePlan, line: Mapping[str, Any]) -> ReleasePlan:
    judged = judge_rules(line["verdicts"], line["findings"], line["waivers"])
    return replace(
        plan,
        annotator=str(line["provenance"].get("annotator") or plan.annotator),
        scores={
            key: (score.get("value"), score.get("scored") or 0, score.get("total") or 0)
            for key, score in line["scores"].items()
            if score
        },
        rules={code: one.state for code, one in judged.items()},
        faults=tuple(line_faults(line)),
    )


def _of_round(
    plan: ReleasePlan, evidence: PlanEvidence, review: _FinalReview | None, makers: Collection[int]
) -> ReleasePlan:
    frozen = evidence.frozen
    feedback = frozen.feedback
    verdicts = {code: verdict.value for code, verdict in feedback.verdicts.items()}
    judged = judge_rules(verdicts, [finding_data(one) for one in feedback.findings], evidence.waivers)
    faults = _review_faults(review, makers)
    faults += open_flag_faults(evidence.flags)
    faults += rule_faults(judged)
    faults += [
        GateFault(Gate.RULES, f"{fault.code} could not be judged: {fault.error}") for fault in feedback.faults
    ]
    faults += evidence_faults(verdicts, unsourced_figures(frozen.facts))
    return replace(
        plan,
        submission_id=frozen.id,
        scores={key: (one.value, one.scored, one.total) for key, one in feedback.scores.items()},
        rules={code: one.state for code, one in judged.items()},
        faults=tuple(faults),
    )


def _review_faults(review: _FinalReview | None, makers: Collection[int]) -> list[GateFault]:
    """`makers` annotated the plan, or rows of it where it is a merged one."""
    if review is None:
        return [GateFault(Gate.FINAL_REVIEW, "no final review is recorded")]
    if review.approver_id in makers:
        return [GateFault(Gate.FINAL_REVIEW, "it was approved by a person who annotated it, or rows of it")]
    if review.by_id == review.approver_id or review.by_id in makers:
        return [GateFault(Gate.FINAL_REVIEW, "the final review was not another expert's")]
    return []
