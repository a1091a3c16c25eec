"""Advice: one figure of the reference data in plain words, with its sample size, source and date."""

from dataclasses import dataclass

from annotate.facts import Source


@dataclass(frozen=True, slots=True)
class Advice:
    """`value` in `unit` for a program, `text` (value and unit in words) and `label` for a person.

    `value` is None where the figure is not known; `text` then says so. `n` is the sample size, `source` the
    label of the import or the table of the paper, `as_of` the date of the figure; each None where not stated.
    """

    label: str
    text: str
    value: float | str | None = None
    unit: str | None = None
    n: int | None = None
    source: str | None = None
    as_of: str | None = None

    @property
    def origin(self) -> str:
        """Source, sample size and date in a few words; empty where none is stated."""
        size = None if self.n is None else f"n = {self.n}"
        return ", ".join(part for part in (self.source, size, self.as_of) if part)


def advice(
    label: str, text: str, value: float | str | None, unit: str | None, source: Source | str | None
) -> Advice:
    """An Advice whose origin is a `Source` of the facts or the name of a table."""
    if source is None or isinstance(source, str):
        return Advice(label, text, value, unit, None, source, None)
    return Advice(label, text, value, unit, source.n, source.label, source.as_of)
