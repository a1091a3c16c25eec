"""What changed from one version of an itinerary to another, cell by cell: two rounds, or a round and the draft.

Pure data: minutes moved, remarks and rationale changed, scores gained and lost, findings opened and closed.
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from difflib import SequenceMatcher
from enum import StrEnum
from typing import Any

from annotate.feedback import Feedback
from annotate.plan import Itinerary, Leg, Stop
from annotate.rule import Finding, rank_of

SCORE_STEP = 0.005
"""A score that moved by less shows the same two decimals and counts as unchanged."""
RATIONALE_FIELDS = ("decisions", "constraints", "buffers")


class PieceKind(StrEnum):
    """What became of a piece of a text."""

    KEPT = "kept"
    ADDED = "added"
    REMOVED = "removed"


@dataclass(frozen=True, slots=True)
class Piece:
    """Words of a text that were kept, added or removed, with the blanks that follow them."""

    kind: PieceKind
    text: str


@dataclass(frozen=True, slots=True)
class CellChange:
    """A cell with its value before and after. `moved_min` is how many minutes later a time is (negative: earlier),
    None where a time is missing on one side or the cell is a text."""

    row: str
    field: str
    before: int | str | None
    after: int | str | None
    moved_min: int | None = None


@dataclass(frozen=True, slots=True)
class ScoreChange:
    """A score before and after, of a row or (`row` None) of the plan; None where it could not be scored.

    `gained` is after - before, from -1 to 1; None where one of them is missing.
    """

    key: str
    row: str | None
    before: float | None
    after: float | None

    @property
    def gained(self) -> float | None:
        """How much was gained; negative: lost."""
        return None if self.before is None or self.after is None else self.after - self.before


@dataclass(frozen=True, slots=True)
class RowDifference:
    """What changed in a row: its cells, the minutes its stay grew (None: a time is missing), its scores.

    A row that only one of the versions has is `added` or `removed`.
    """

    row: str
    day: int
    cells: tuple[CellChange, ...]
    longer_min: int | None
    scores: tuple[ScoreChange, ...]
    added: bool = False
    removed: bool = False

    @property
    def is_edited(self) -> bool:
        """True when a cell changed, not only a score that follows from another row."""
        return bool(self.cells) or self.added or self.removed


@dataclass(frozen=True, slots=True)
class Difference:
    """All that changed. `rows` in the order of the trip; `rationale` cells stand on the row `plan`."""

    rows: tuple[RowDifference, ...]
    rationale: tuple[CellChange, ...]
    scores: tuple[ScoreChange, ...]
    opened: tuple[Finding, ...]
    closed: tuple[Finding, ...]

    @property
    def edited(self) -> tuple[RowDifference, ...]:
        """The rows in which a cell changed."""
        return tuple(row for row in self.rows if row.is_edited)

    @property
    def is_empty(self) -> bool:
        """True when nothing changed at all."""
        return not (self.rows or self.rationale or self.scores or self.opened or self.closed)


def difference(
    before: Itinerary, after: Itinerary, feedback_before: Feedback, feedback_after: Feedback
) -> Difference:
    """What changed from one version of a plan to another; each comes with its own feedback."""
    scores = _score_changes(feedback_before, feedback_after)
    opened, closed = findings_moved(feedback_before.findings, feedback_after.findings)
    return Difference(
        tuple(_row_differences(before, after, [one for one in scores if one.row is not None])),
        tuple(
            CellChange("plan", field, was, now)
            for field in RATIONALE_FIELDS
            if (was := getattr(before.rationale, field)) != (now := getattr(after.rationale, field))
        ),
        tuple(one for one in scores if one.row is None),
        opened,
        closed,
    )


def changed_words(before: str | None, after: str | None) -> tuple[Piece, ...]:
    """Two texts as one: the words that both have, those that only the first has, those that only the second has."""
    first, second = _words(before or ""), _words(after or "")
    # Words are compared without the blanks after them, so that the last word of a text equals one in the middle.
    matcher = SequenceMatcher(
        None, [word.rstrip() for word in first], [word.rstrip() for word in second], autojunk=False
    )
    pieces: list[Piece] = []
    for what, i1, i2, j1, j2 in matcher.get_opcodes():
        if what == "equal":
            pieces.append(Piece(PieceKind.KEPT, "".join(second[j1:j2])))
            continue
        if i2 > i1:
            pieces.append(Piece(PieceKind.REMOVED, "".join(first[i1:i2])))
        if j2 > j1:
            pieces.append(Piece(PieceKind.ADDED, "".join(second[j1:j2])))
    return tuple(pieces)


def _words(text: str) -> list[str]:
    words: list[str] = []
    for char in text:
        if not words or (not char.isspace() and words[-1][-1].isspace()):
            words.append(char)
        else:
            words[-1] += char
    return words


def _row_differences(
    before: Itinerary, after: Itinerary, scores: list[ScoreChange]
) -> Iterable[RowDifference]:
    earlier = {row.row: (day.number, row) for day, row in before.rows()}
    later = {row.row: (day.number, row) for day, row in after.rows()}
    for name, (day, row) in later.items():
        of_row = tuple(one for one in scores if one.row == name)
        if name not in earlier:
            yield RowDifference(name, day, tuple(_cell_changes(None, row)), None, of_row, added=True)
            continue
        was = earlier[name][1]
        cells = tuple(_cell_changes(was, row))
        if cells or of_row:
            yield RowDifference(name, day, cells, _longer(was, row), of_row)
    for name, (day, row) in earlier.items():
        if name not in later:
            of_row = tuple(one for one in scores if one.row == name)
            yield RowDifference(name, day, tuple(_cell_changes(row, None)), None, of_row, removed=True)


def _cell_changes(was: Stop | Leg | None, now: Stop | Leg | None) -> Iterable[CellChange]:
    known = now or was
    if known is None:
        return
    for field, attribute in (("start", "start_min"), ("end", "end_min")):
        before = getattr(was, attribute) if was else None
        after = getattr(now, attribute) if now else None
        if before != after:
            moved = None if before is None or after is None else after - before
            yield CellChange(known.row, field, before, after, moved)
    remark, remark_now = (was.remark if was else None) or None, (now.remark if now else None) or None
    if remark != remark_now:
        yield CellChange(known.row, "remark", remark, remark_now)


def _longer(was: Stop | Leg, now: Stop | Leg) -> int | None:
    times = (was.start_min, was.end_min, now.start_min, now.end_min)
    if None in times:
        return None
    start, end, start_now, end_now = (int(time) for time in times if time is not None)
    return (end_now - start_now) - (end - start)


def _score_changes(before: Feedback, after: Feedback) -> list[ScoreChange]:
    """Of the plan and of its rows, by score in the order of the later feedback."""
    changes: list[ScoreChange] = []
    for key in dict.fromkeys((*after.scores, *before.scores)):
        was, now = _values(before, key), _values(after, key)
        for row in dict.fromkeys((*now, *was)):
            if _has_moved(was.get(row), now.get(row)):
                changes.append(ScoreChange(key, row, was.get(row), now.get(row)))
    return changes


def _values(feedback: Feedback, key: str) -> dict[str | None, float | None]:
    score = feedback.scores.get(key)
    if score is None:
        return {}
    values: dict[str | None, float | None] = {None: score.value}
    return values | {part.row: part.value for part in score.parts}


def _has_moved(before: float | None, after: float | None) -> bool:
    if before is None or after is None:
        return before is not after
    return abs(after - before) >= SCORE_STEP


def findings_moved(
    before: Iterable[Finding], after: Iterable[Finding]
) -> tuple[tuple[Finding, ...], tuple[Finding, ...]]:
    """(opened, closed). A finding is the same one as long as its code and rows are, whatever its amount."""
    before, after = list(before), list(after)
    return _only_in(after, before), _only_in(before, after)


def _only_in(these: list[Finding], others: list[Finding]) -> tuple[Finding, ...]:
    left = Counter(_identity(one) for one in others)
    found = []
    for finding in these:
        if left[_identity(finding)] > 0:
            left[_identity(finding)] -= 1
        else:
            found.append(finding)
    return tuple(sorted(found, key=lambda one: rank_of(one.code)))


def _identity(finding: Finding) -> tuple[Any, ...]:
    return finding.code, finding.rows
