"""What a gold line is made from: frozen rounds, decisions, flags and waivers."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from annotate.gold import GUIDELINES_VERSION, gold_line
from db.models import Annotation, Decision, Flag, Submission, Waiver
from db.people import people_by_id
from db.submissions import ASKED_AT_ONCE, SUBMITTED, ChangedRound, FrozenRound, stream_last_rounds


@dataclass(frozen=True, slots=True)
class PlanEvidence:
    """The last frozen round of an annotation with its flags and waivers as a gold line holds them."""

    annotation_id: int
    annotator_id: int
    annotator: str
    frozen: FrozenRound
    flags: tuple[dict[str, Any], ...]
    waivers: tuple[dict[str, Any], ...]
    rounds: tuple[dict[str, Any], ...]

    def line(self) -> dict[str, Any]:
        """The gold line."""
        frozen = self.frozen
        return gold_line(
            frozen.itinerary,
            frozen.facts,
            frozen.feedback,
            flags=self.flags,
            waivers=self.waivers,
            provenance={
                "annotator": self.annotator,
                "rounds": [dict(one) for one in self.rounds],
                "profile": frozen.profile.name,
                "rules": frozen.rules_version,
                "guidelines": GUIDELINES_VERSION,
                "imports": list(frozen.facts.imports),
            },
        )


def evidence_of(session: Session, annotation_ids: Sequence[int]) -> Iterator[PlanEvidence | ChangedRound]:
    """The evidence of annotations that were made here, by annotation; none of those without a frozen round.

    As many queries for one as for `ASKED_AT_ONCE` of them.
    """
    for start in range(0, len(annotation_ids), ASKED_AT_ONCE):
        ids = annotation_ids[start : start + ASKED_AT_ONCE]
        beside = _Beside(session, ids)
        for frozen in stream_last_rounds(session, ids):
            yield frozen if isinstance(frozen, ChangedRound) else beside.evidence(frozen)


class _Beside:
    """What stands beside the frozen rounds of annotations: who made them, decisions, flags, waivers."""

    def __init__(self, session: Session, ids: Sequence[int]) -> None:
        self.handed_in = _by_annotation(
            session, select(Submission).where(Submission.kind == SUBMITTED), Submission, ids
        )
        self.decisions, self.flags, self.waivers = (
            _by_annotation(session, select(model), model, ids) for model in (Decision, Flag, Waiver)
        )
        beside = (self.decisions, self.flags, self.waivers)
        rows = [row for found in beside for one in found.values() for row in one]
        annotators = session.execute(
            select(Annotation.id, Annotation.annotator_id).where(Annotation.id.in_(ids))
        )
        self.annotators = {row[0]: row[1] for row in annotators}
        people = people_by_id(session, {row.by_id for row in rows} | set(self.annotators.values()))
        self.codes = {person_id: person.code for person_id, person in people.items()}

    def evidence(self, frozen: FrozenRound) -> PlanEvidence:
        """A frozen round with what stands beside it."""
        one = frozen.annotation_id
        return PlanEvidence(
            one,
            self.annotators[one],
            self.codes[self.annotators[one]],
            frozen,
            tuple(_flag(row, self.codes) for row in self.flags[one]),
            tuple(_waiver(row, self.codes) for row in self.waivers[one]),
            tuple(_rounds(self.handed_in[one], self.decisions[one], self.codes)),
        )


def _by_annotation(session: Session, query: Any, model: Any, ids: Sequence[int]) -> dict[int, list[Any]]:
    found: dict[int, list[Any]] = defaultdict(list)
    for row in session.scalars(query.where(model.annotation_id.in_(ids)).order_by(model.id)):
        found[row.annotation_id].append(row)
    return found


def _flag(flag: Flag, codes: dict[int, str]) -> dict[str, Any]:
    return {
        "row": flag.row or None, "kind": flag.kind, "text": flag.text, "state": flag.state, "round": flag.round,
        "by": codes[flag.by_id], "resolution": flag.resolution,
    }  # fmt: skip


def _waiver(waiver: Waiver, codes: dict[int, str]) -> dict[str, Any]:
    return {
        "code": waiver.code, "rows": list(waiver.rows), "reason": waiver.reason, "round": waiver.round,
        "by": codes[waiver.by_id], "at": _instant(waiver.at),
    }  # fmt: skip


def _rounds(
    handed_in: Sequence[Submission], decisions: Sequence[Decision], codes: dict[int, str]
) -> Iterator[dict[str, Any]]:
    decided = {decision.round: decision for decision in decisions}
    for submission in handed_in:
        decision = decided.get(submission.round)
        yield {
            "round": submission.round,
            "submitted_at": _instant(submission.submitted_at),
            "decision": decision.decision if decision else None,
            "by": codes[decision.by_id] if decision else None,
        }


def _instant(at: datetime) -> str:
    return at.astimezone(UTC).isoformat(timespec="seconds").replace("+00:00", "Z")
