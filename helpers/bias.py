"""Bias: by how many minutes somebody's times depart from gold or from an expert's, with their sign.

bias = mean of (their minute - reference minute) over the rows that both time; negative is early, positive late, 0 min
no bias. The mean distance beside it tells steady habits from scatter. Undefined (no entry) where no row is timed by
both.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean

from annotate.plan import Itinerary, Leg, Stop

START, END = "start", "end"
_WORDS = {START: "arrives", END: "departs"}
_LEG_WORDS = {START: "leaves", END: "arrives"}
LEG_KIND = "leg"


@dataclass(frozen=True, slots=True)
class Departure:
    """How far one time of a row lies from the reference: `minutes` early (negative) or late. `field`: start, end."""

    row: str
    name: str
    kind: str
    field: str
    theirs_min: int
    reference_min: int

    @property
    def minutes(self) -> int:
        """Their minute less the reference's."""
        return self.theirs_min - self.reference_min


@dataclass(frozen=True, slots=True)
class Bias:
    """The mean departure of a kind of row and its mean distance, both in minutes, over n times."""

    kind: str
    field: str
    n: int
    mean_min: float
    mean_distance_min: float

    @property
    def words(self) -> str:
        """`departs 12 min early`, `arrives on time`; of legs `leaves`, `arrives`."""
        does = (_LEG_WORDS if self.kind == LEG_KIND else _WORDS)[self.field]
        whole = round(abs(self.mean_min))
        if whole == 0:
            return f"{does} on time"
        return f"{does} {whole} min {'early' if self.mean_min < 0 else 'late'}"


def departures(theirs: Itinerary, reference: Itinerary) -> list[Departure]:
    """Every time that both plans give, row by row; rows are the same where their id and their place are."""
    known = {row.row: row for _, row in reference.rows()}
    found = []
    for _, row in theirs.rows():
        other = known.get(row.row)
        if other is None or place_name(other) != place_name(row):
            continue
        for field, minute, wanted in (
            (START, row.start_min, other.start_min),
            (END, row.end_min, other.end_min),
        ):
            if minute is not None and wanted is not None:
                found.append(Departure(row.row, place_name(row), row_kind(row), field, minute, wanted))
    return found


def bias_of(pairs: Iterable[tuple[Itinerary, Itinerary]]) -> list[Bias]:
    """The bias by kind of row and by field over (theirs, reference) pairs, kinds in alphabetical order."""
    by_key: dict[tuple[str, str], list[int]] = {}
    for theirs, reference in pairs:
        for one in departures(theirs, reference):
            by_key.setdefault((one.kind, one.field), []).append(one.minutes)
    return biases(by_key)


def biases(by_key: Mapping[tuple[str, str], Sequence[int]]) -> list[Bias]:
    """The bias of each (kind, field) from its departures in minutes, kinds in alphabetical order."""
    return [
        Bias(kind, field, len(minutes), fmean(minutes), fmean(map(abs, minutes)))
        for (kind, field), minutes in sorted(by_key.items(), key=lambda one: (one[0][0], one[0][1] == END))
    ]


def place_name(row: Stop | Leg) -> str:
    """What a row is about: the place of a stop, mode and ends of a leg."""
    return f"{row.mode} from {row.origin} to {row.destination}" if isinstance(row, Leg) else row.name


def row_kind(row: Stop | Leg) -> str:
    """What a row is: the kind of a stop, `leg`."""
    return LEG_KIND if isinstance(row, Leg) else str(row.kind)
