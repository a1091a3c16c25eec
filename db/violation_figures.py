"""Which rules the chosen plans break: verdicts of the last frozen round, and of the first that was submitted.

Read from the verdicts that are kept with each frozen round; no plan is read or checked again.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property

from sqlalchemy import Select, String, cast, func, select
from sqlalchemy.orm import Session

from annotate.rule import Verdict
from db.models import RoundVerdict, Submission
from db.quality_plans import Selection, last_frozen
from db.submissions import SUBMITTED

BETWEEN = ","


@dataclass(frozen=True, slots=True)
class Broken:
    """A rule on some plans: on how many it fails, on how many it was checked, and on how many it could not be."""

    failed: int
    checked: int
    not_checked: int

    @property
    def share(self) -> float | None:
        """Plans that fail, of those on which the rule was checked; None if there is none."""
        return self.failed / self.checked if self.checked else None


@dataclass(frozen=True)
class RuleVerdicts:
    """The annotations of each verdict, by rule code. A rule that does not apply to a plan has no verdict on it."""

    by_code: Mapping[str, Mapping[Verdict, frozenset[int]]]

    def of(self, code: str, verdict: Verdict) -> frozenset[int]:
        """The annotations on which a rule has a verdict."""
        return self.by_code.get(code, {}).get(verdict, frozenset())

    def broken(self, code: str, among: frozenset[int] | None = None) -> Broken:
        """A rule on some annotations, on all of them without `among`."""
        failed, passed, unknown = (
            len(ids if among is None else ids & among)
            for ids in (
                self.of(code, verdict) for verdict in (Verdict.FAIL, Verdict.PASS, Verdict.NOT_CHECKED)
            )
        )
        return Broken(failed, failed + passed, unknown)

    @cached_property
    def plans(self) -> frozenset[int]:
        """Every annotation that has a verdict."""
        return frozenset().union(*(ids for sides in self.by_code.values() for ids in sides.values()))

    @cached_property
    def codes(self) -> tuple[str, ...]:
        """The rules that have a verdict on some plan, by code."""
        return tuple(sorted(self.by_code))


def last_verdicts(session: Session, selection: Selection) -> RuleVerdicts:
    """The verdicts of the last frozen round of each chosen plan; one query."""
    return _verdicts(session, last_frozen(selection))


def first_verdicts(session: Session, selection: Selection) -> RuleVerdicts:
    """The verdicts of the first submitted round of each chosen plan, as no expert had seen it; one query."""
    first = (
        select(func.min(Submission.id))
        .where(Submission.kind == SUBMITTED, selection.holds(Submission.annotation_id))
        .group_by(Submission.annotation_id)
    )
    return _verdicts(session, first)


def worst_first(codes: Iterable[str], *rounds: RuleVerdicts) -> list[str]:
    """Rules by the share of plans that fail in the first of some rounds, then in the next, then by code. A rule that
    was never checked stands behind one that never fails."""

    def place(code: str) -> tuple[list[float], str]:
        shares = [verdicts.broken(code).share for verdicts in rounds]
        return [1.0 if share is None else -share for share in shares], code

    return sorted(codes, key=place)


def _verdicts(session: Session, rounds: Select[int]) -> RuleVerdicts:
    rows = session.execute(
        select(
            RoundVerdict.code,
            RoundVerdict.verdict,
            func.aggregate_strings(cast(Submission.annotation_id, String), BETWEEN),
        )
        .join(Submission, Submission.id == RoundVerdict.submission_id)
        .where(RoundVerdict.submission_id.in_(rounds))
        .group_by(RoundVerdict.code, RoundVerdict.verdict)
        .order_by(RoundVerdict.code)
    )
    found: dict[str, dict[Verdict, frozenset[int]]] = {}
    for code, verdict, written in rows:
        found.setdefault(code, {})[Verdict(verdict)] = frozenset(map(int, written.split(BETWEEN)))
    return RuleVerdicts(found)
