"""How the checks of one group went on one plan, counted."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Self

from annotate.rule import Verdict


@dataclass(frozen=True, slots=True)
class Checks:
    """Verdicts of the rules of one group on one plan. What was not checked is in no numerator and no denominator."""

    passed: int = 0
    failed: int = 0
    not_checked: int = 0

    @classmethod
    def of(cls, verdicts: Iterable[Verdict]) -> Self:
        """The verdicts, counted."""
        every = list(verdicts)
        return cls(*(every.count(verdict) for verdict in (Verdict.PASS, Verdict.FAIL, Verdict.NOT_CHECKED)))

    @property
    def made(self) -> int:
        """The checks that could be made."""
        return self.passed + self.failed

    @property
    def all_passed(self) -> bool:
        """True if no check fails and at least one was made."""
        return self.failed == 0 and self.passed > 0
