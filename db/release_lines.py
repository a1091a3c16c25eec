"""What a gold line is made from: frozen rounds, decisions, flags and waivers, a batch of plans at a time."""

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
from db.submissions import SUBMITTED, FrozenRound, last_rounds

AT_ONCE = 200
"""Plans whose evidence is in memory together: some 100 kB each."""


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


def evidence_of(session: Session, annotation_ids: Sequence[int]) -> Iterator[list[PlanEvidence]]:
    """The evidence of annotations that were made here, in their order; as many queries for each `AT_ONCE` of them."""
    for start in range(0, len(annotation_ids), AT_ONCE):
        yield _batch(session, annotation_ids[start : start + AT_ONCE])


def _batch(session: Session, ids: Sequence[int]) -> list[PlanEvidence]:
    rounds = last_rounds(session, ids)
    handed_in = _by_annotation(
        session, select(Submission).where(Submission.kind == SUBMITTED), Submission, ids
    )
    decisions, flags, waivers = (
        _by_annotation(session, select(model), model, ids) for model in (Decision, Flag, Waiver)
    )
    rows = [row for found in (decisions, flags, waivers) for one in found.values() for row in one]
    annotators = {
        row[0]: row[1]
        for row in session.execute(
            select(Annotation.id, Annotation.annotator_id).where(Annotation.id.in_(ids))
        )
    }
    people = people_by_id(session, {row.by_id for row in rows} | set(annotators.values()))
    codes = {person_id: person.code for person_id, person in people.items()}
    return [
        PlanEvidence(
            one,
            annotators[one],
            codes[annotators[one]],
            rounds[one],
            tuple(_flag(row, codes) for row in flags[one]),
            tuple(_waiver(row, codes) for row in waivers[one]),
            tuple(_rounds(handed_in[one], decisions[one], codes)),
        )
        for one in ids
    ]


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
