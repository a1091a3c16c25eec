"""How many annotators said what of themselves, without saying it of anybody: groups that are too small are not shown.

A group under `MIN_GROUP` could point at a person. If only one such group is left out of a known total, taking the others
from the total gives it back; so the smallest group that could be shown is left out with it.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

MIN_GROUP = 5
"""People that a group has at least to be shown."""


@dataclass(frozen=True, slots=True)
class GroupFigures:
    """One thing that annotators may say: the groups that are shown, and everybody else in one number."""

    title: str
    shown: tuple[tuple[str, int], ...]
    rest: int
    """People in groups that are too small, or who said nothing."""


def says_nothing_of_few(answers: Sequence[str | None]) -> bool:
    """Whether what some people said may be known in full: each answer (None: said nothing) is that of nobody or of
    `MIN_GROUP` people or more."""
    return all(size >= MIN_GROUP for size in Counter(answers).values())


def group_figures(title: str, bands: Sequence[str], answers: Sequence[str | None]) -> GroupFigures:
    """Counts the answers (None: said nothing) by band, in the order of `bands`.

    An answer that is no band counts as said nothing.
    """
    counted = Counter(answers)
    sizes = {band: counted[band] for band in bands if counted[band]}
    hidden = {band for band, size in sizes.items() if size < MIN_GROUP}
    left = [band for band in sizes if band not in hidden]
    if len(hidden) == 1 and left:
        hidden.add(min(left, key=lambda band: sizes[band]))
    shown = tuple((band, size) for band, size in sizes.items() if band not in hidden)
    return GroupFigures(title, shown, len(answers) - sum(size for _, size in shown))
