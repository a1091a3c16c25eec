"""The cells of a plan that people fill: reading one, changing one, and why a value cannot stand in one."""

from dataclasses import dataclass, replace
from datetime import datetime
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field, field_validator

from annotate.clock import DAY_MIN, LAST_START_MIN, format_time_with_day
from annotate.errors import InputError, NotFoundError
from annotate.plan import Itinerary, Leg, Stop
from db.numbers import LARGEST_NUMBER

PLAN_ROW = "plan"
"""Row of the three rationale fields."""
TIME_FIELDS = ("start", "end")
ROW_FIELDS = (*TIME_FIELDS, "remark")
PLAN_FIELDS = ("decisions", "constraints", "buffers")
REMARK_CHARS = 2_000
RATIONALE_CHARS = 10_000
HOW_CHARS = 80

Value = int | str | None


class Cell(BaseModel):
    """A cell with its new value: `row` is a row id, or `plan` for `decisions`, `constraints` and `buffers`.

    `start` and `end` are minutes of the plan day (of a leg: planned departure and arrival), None empties
    them.
    """

    model_config = ConfigDict(frozen=True)

    row: Annotated[str, Field(max_length=80)]
    field: Annotated[str, Field(max_length=80)]
    value: Any


class Edit(BaseModel):
    """One edit of one client (a browser tab): all its cells change, or none.

    A client numbers its edits with `seq`, so that one that arrives twice is applied once. `base_rev` is the
    revision that the person saw. `how` says how the value came about (typed, dragged, suggested ...).
    """

    model_config = ConfigDict(frozen=True)

    client: Annotated[str, Field(pattern=r"^[\w.:/-]{1,80}$")]
    seq: Annotated[int, Field(ge=1, le=LARGEST_NUMBER)]
    base_rev: Annotated[int, Field(ge=0, le=LARGEST_NUMBER)]
    cells: Annotated[list[Cell], Field(min_length=1)]
    how: Annotated[str, Field(max_length=HOW_CHARS)] = "typed"

    @field_validator("how")
    @classmethod
    def _can_be_kept(cls, how: str) -> str:
        if (fault := fault_of_text(how, "How a value came about", HOW_CHARS)) is not None:
            raise ValueError(fault)
        return how


@dataclass(frozen=True, slots=True)
class Rejection:
    """A cell of an edit that was not applied: what was wanted, why not, and what stands there.

    `theirs` is the value in the plan; `by` and `at` say who put it there and when, where somebody else did.
    """

    client: str
    seq: int
    row: str
    field: str
    value: Value
    reason: str
    theirs: Value = None
    by: str | None = None
    at: datetime | None = None


@dataclass(frozen=True, slots=True)
class EditResult:
    """The plan after some edits: its revision, what was applied (client, seq), what was not and why."""

    rev: int
    itinerary: Itinerary
    accepted: tuple[tuple[str, int], ...]
    rejected: tuple[Rejection, ...]
    saved_at: datetime | None


def read_cell(itinerary: Itinerary, row: str, field: str) -> Value:
    """The value of a cell, None for an empty one.

    Raises NotFoundError for a row or field that the plan lacks.
    """
    if row == PLAN_ROW and field in PLAN_FIELDS:
        return str(getattr(itinerary.rationale, field))
    _, found = itinerary.find(row)
    if field == "start":
        return found.start_min
    if field == "end":
        return found.end_min
    if field == "remark":
        return found.remark
    raise NotFoundError(f"A row has no field {field}", expected=", ".join(ROW_FIELDS))


def with_cell(itinerary: Itinerary, row: str, field: str, value: Any) -> Itinerary:
    """The itinerary with a cell changed, to a value that `fault_of_cell` finds nothing wrong with."""
    if row == PLAN_ROW:
        return replace(itinerary, rationale=replace(itinerary.rationale, **{field: value or ""}))
    _, found = itinerary.find(row)
    if field == "remark":
        return itinerary.with_row(replace(found, remark=value or None))
    if isinstance(found, Leg):
        return itinerary.with_row(replace(found, **{_LEG_FIELDS[field]: value}))
    return itinerary.with_row(replace(found, **{f"{field}_min": value}))


_LEG_FIELDS = {"start": "depart_min", "end": "arrive_min"}


def fault_of_cell(itinerary: Itinerary, cell: Cell) -> str | None:
    """Why a value cannot stand in a cell, whatever stands elsewhere; None if it can."""
    if cell.row == PLAN_ROW:
        if cell.field not in PLAN_FIELDS:
            return f"The rationale has no part '{cell.field}': it has {', '.join(PLAN_FIELDS)}."
        return fault_of_text(cell.value, "The rationale", RATIONALE_CHARS)
    try:
        day, row = itinerary.find(cell.row)
    except NotFoundError:
        return f"The plan has no row '{cell.row}'."
    if cell.field not in ROW_FIELDS:
        return f"A row has no field '{cell.field}': it has {', '.join(ROW_FIELDS)}."
    if cell.field == "remark":
        return fault_of_text(cell.value, "A remark", REMARK_CHARS)
    if cell.value is None:
        return None
    if isinstance(cell.value, bool) or not isinstance(cell.value, int):
        return f"'{str(cell.value)[:40]}' is not a time in whole minutes."
    if cell.field == "start":
        if not 0 <= cell.value <= LAST_START_MIN:
            return (
                f"{row_name(row)} cannot start at {_time(cell.value)}: a start lies between 00:00 and "
                f"{_time(LAST_START_MIN)} of its plan day."
            )
        return None
    last = DAY_MIN * (len(itinerary.days) - day.number + 2)
    if not 1 <= cell.value <= last:
        return (
            f"{row_name(row)} cannot end at {_time(cell.value)}: an end lies after 00:00 of its plan day and "
            f"no later than a day after the trip ({_time(last)})."
        )
    return None


def fault_of_row(row: Stop | Leg) -> str | None:
    """Why the times of a row cannot stand together, None if they can."""
    start, end = row.start_min, row.end_min
    if start is None or end is None or end > start:
        return None
    return (
        f"{row_name(row)} would start at {_time(start)} and end at {_time(end)}: the end must come after the "
        "start (+1 means the next day)."
    )


def row_name(row: Stop | Leg) -> str:
    """A row as sentences name it."""
    if isinstance(row, Stop):
        return row.name
    carrier = f" {row.carrier}" if row.carrier else ""
    return f"{row.mode}{carrier} from {row.origin} to {row.destination}"


def _time(minute: int) -> str:
    return format_time_with_day(minute) if minute >= 0 else f"minute {minute}"


def fault_of_text(value: object, what: str, most: int) -> str | None:
    """Why a text cannot be kept (no text, too long, characters that no database takes), None if it can."""
    if value is None:
        return None
    if not isinstance(value, str):
        return f"{what} is text."
    if len(value) > most:
        return f"{what} has at most {most} characters; this one has {len(value)}."
    if any((ord(char) < 32 and char not in "\t\n\r") or 0xD800 <= ord(char) <= 0xDFFF for char in value):
        return f"{what} holds a character that cannot be stored."
    return None


def checked_text(text: str, what: str) -> str:
    """A text that must say something, trimmed. Raises InputError for an empty one or one that cannot be kept."""
    text = text.strip()
    if not text:
        raise InputError(f"{what} needs a text", expected=f"1 to {REMARK_CHARS} characters")
    if (fault := fault_of_text(text, what, REMARK_CHARS)) is not None:
        raise InputError(fault)
    return text
