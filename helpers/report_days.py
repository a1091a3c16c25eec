"""The days of a plan's report: a map and a table of rows with times, wanted ranges, crowd, scores, costs, ways, remarks."""

from collections.abc import Iterable
from math import ceil, floor

from annotate.bill import make_bill
from annotate.clock import WEEKDAYS, format_duration, format_time_with_day, weekday_of
from annotate.day_order import walks
from annotate.facts import LEVEL_INTENSITY, LEVEL_NAMES
from annotate.feedback import Feedback
from annotate.plan import Day, Stop
from annotate.profile import Profile
from annotate.rule import Group, rule_of
from annotate.score import Part
from annotate.timeline import LegEntry, StopEntry, Timeline
from annotate.travel import Move, moves
from db.submissions import FrozenRound
from helpers.day_sketch import day_sketches
from helpers.report import Block, Cell, Column, Row, Section, Sketches, Table, Text

COLUMNS = (
    Column("No", 8, True),
    Column("Place", 48),
    Column("Start", 14),
    Column("End", 15),
    Column("Stay", 31),
    Column("Crowd", 24),
    Column("Scores", 19),
    Column("Cost", 16, True),
)
_ROUNDING_MIN = 1e-6


def day_sections(trip: Timeline, frozen: FrozenRound) -> Iterable[Section]:
    """A section for each day, each on a page of its own."""
    costs = _costs(trip)
    ways = {move.before.id: move for move in moves(trip, frozen.profile)}
    codes = _codes(frozen.feedback)
    all_walks = walks(trip, frozen.profile)
    for day in trip.itinerary.days:
        entries = trip.by_day[day.number]
        numbers = {
            entry.id: number
            for number, entry in enumerate((one for one in entries if isinstance(one, StopEntry)), start=1)
        }
        blocks: list[Block] = []
        sketches = day_sketches([walk for walk in all_walks if walk.day is day], numbers, frozen.profile)
        blocks.append(
            Sketches(sketches)
            if sketches
            else Text("No stop of this day has coordinates in the catalogue, so there is no map of it.")
        )
        rows = tuple(
            _leg_row(entry, trip, frozen.feedback, costs, codes)
            if isinstance(entry, LegEntry)
            else _stop_row(entry, numbers[entry.id], trip, frozen, costs, codes, ways.get(entry.id))
            for entry in entries
        )
        blocks.append(Table(f"Rows of day {day.number}", COLUMNS, rows))
        yield Section(f"Day {day.number}", _day_words(day), tuple(blocks), starts_page=True)


def part_of(feedback: Feedback, score: str, row: str) -> Part | None:
    """A row's part of a frozen score, None where the score does not look at the row."""
    found = feedback.scores.get(score)
    return next((part for part in found.parts if part.row == row), None) if found else None


def money(amount: float, currency: str) -> str:
    """`₹1,250`, `USD 12.50`."""
    sign = "₹" if currency == "INR" else f"{currency} "
    return f"{sign}{amount:,.0f}" if amount == round(amount) else f"{sign}{amount:,.2f}"


def _day_words(day: Day) -> str:
    date = f"{WEEKDAYS[weekday_of(day.date)][:3]} {day.date} · " if day.date else ""
    return date + day.current_city


def _costs(trip: Timeline) -> dict[str, str]:
    """What each row costs; the first line of the bill that names a row counts."""
    return {
        line.rows[0]: "not known" if line.amount is None else money(line.amount, line.currency)
        for line in reversed(make_bill(trip).lines)
        if line.rows and (line.is_priced or line.amount is None)
    }


def _codes(feedback: Feedback) -> dict[str, list[str]]:
    """The rules with a finding on each row, worst first; what only reports is left out."""
    codes: dict[str, list[str]] = {}
    for finding in feedback.findings:
        if rule_of(finding.code).group is not Group.REPORT:
            for row in finding.rows:
                codes.setdefault(row, []).append(finding.code)
    return codes


def _stop_row(
    entry: StopEntry,
    number: int,
    trip: Timeline,
    frozen: FrozenRound,
    costs: dict[str, str],
    codes: dict[str, list[str]],
    way: Move | None,
) -> Row:
    feedback = frozen.feedback
    bas, cats = part_of(feedback, "bas", entry.id), part_of(feedback, "cats", entry.id)
    stop = entry.row
    notes = []
    if way is not None:
        notes.append(("To the next", _way_words(way, frozen.profile)))
    notes += _said(entry, codes)
    return Row(
        (
            Cell(str(number)),
            Cell(stop.name, "; ".join(filter(None, [_what(stop), _nearest(stop)])), strong=True),
            *_times(entry),
            Cell(_length(entry), _wanted(bas, "stay_range_min")),
            Cell(*_crowd(entry, cats)),
            Cell(*_scores(("BAS", bas), ("CATS", cats))),
            Cell(costs.get(entry.id, "")),
        ),
        tuple(notes),
    )


def _leg_row(
    entry: LegEntry, trip: Timeline, feedback: Feedback, costs: dict[str, str], codes: dict[str, list[str]]
) -> Row:
    leg, known = entry.row, trip.facts.legs.get(entry.id)
    part = part_of(feedback, "tdas", entry.id)
    notes = []
    depart = known.timetable_depart_min if known else None
    arrive = known.timetable_arrive_min if known else None
    depart = leg.timetable_depart_min if depart is None else depart
    arrive = leg.timetable_arrive_min if arrive is None else arrive
    if depart is not None and arrive is not None:
        notes.append(("Timetable", f"{format_time_with_day(depart)} to {format_time_with_day(arrive)}"))
    if part is not None and "expected_delay_min" in part.figures:
        said = f"{part.figures['expected_delay_min']:.1f} min"
        if "arrive_range_min" in part.figures:
            low, high = map(format_time_with_day, _whole_inside(*part.figures["arrive_range_min"]))
            said += f"; an arrival planned between {low} and {high} would hold it"
        notes.append(("Expected delay", said))
    elif part is not None and part.reason:
        notes.append(("Expected delay", part.reason))
    notes += _said(entry, codes)
    return Row(
        (
            Cell(""),
            Cell(
                f"{leg.origin} to {leg.destination}",
                " ".join(filter(None, [leg.mode.value, leg.carrier])),
                strong=True,
            ),
            *_times(entry),
            Cell(_length(entry), _wanted(part, "duration_range_min")),
            Cell(""),
            Cell(*_scores(("TDAS", part))),
            Cell(costs.get(entry.id, "")),
        ),
        tuple(notes),
    )


def _said(entry: StopEntry | LegEntry, codes: dict[str, list[str]]) -> list[tuple[str, str]]:
    notes = []
    if entry.row.remark:
        notes.append(("Remark", entry.row.remark))
    if entry.id in codes:
        notes.append(("Findings", ", ".join(codes[entry.id])))
    return notes


def _what(stop: Stop) -> str:
    what = stop.meal.value if stop.meal else f"{stop.kind.value}, {stop.verb.value}"
    return ", ".join(filter(None, [what, stop.city]))


def _nearest(stop: Stop) -> str:
    if stop.nearest_stop is None:
        return ""
    metres = "" if stop.nearest_stop.distance_m is None else f", {stop.nearest_stop.distance_m:,.2f} m away"
    return f"nearest {stop.nearest_stop.name}{metres}"


def _times(entry: StopEntry | LegEntry) -> tuple[Cell, Cell]:
    start, end = (
        Cell("-" if minute is None else format_time_with_day(minute), strong=True)
        for minute in (entry.row.start_min, entry.row.end_min)
    )
    return start, end


def _length(entry: StopEntry | LegEntry) -> str:
    start, end = entry.row.start_min, entry.row.end_min
    return "-" if start is None or end is None else format_duration(end - start)


def _wanted(part: Part | None, figure: str) -> str:
    """The buffer that the row has, and the length that its risk profile wants; "" where neither is known."""
    if part is None:
        return ""
    said = []
    if "buffer_min" in part.figures:
        said.append(f"buffer {_unbroken(part.figures['buffer_min'])}")
    if figure in part.figures:
        low, high = _whole_inside(*part.figures[figure])
        said.append(f"wanted {_unbroken(low)} to {_unbroken(high)}")
    return "; ".join(said)


def _whole_inside(low_min: float, high_min: float) -> tuple[int, int]:
    """The first and the last whole minute of a range, its ends themselves where none lies inside."""
    first, last = ceil(low_min - _ROUNDING_MIN), floor(high_min + _ROUNDING_MIN)
    return (first, last) if first <= last else (round(low_min), round(high_min))


def _unbroken(minutes: float) -> str:
    return format_duration(minutes).replace(" ", "\N{NO-BREAK SPACE}")


def _crowd(entry: StopEntry, cats: Part | None) -> tuple[str, str]:
    """The crowd over the visit in a word and in figures; "" for a row that no score looks at."""
    if cats is None:
        return "", ""
    if "intensity" not in cats.figures:
        stated = entry.place.crowd_level if entry.place else None
        return (LEVEL_NAMES[stated], "as stated") if stated else ("no data", "")
    intensity = cats.figures["intensity"]
    level = min(LEVEL_INTENSITY, key=lambda name: abs(LEVEL_INTENSITY[name] - intensity))
    peak = cats.figures["peak_ratio"]
    return LEVEL_NAMES[level], f"{intensity:.2f}" + (f", {peak:.0%} in peak hours" if peak else "")


def _scores(*parts: tuple[str, Part | None]) -> tuple[str, str]:
    said = [
        f"{name} {'-' if part.value is None else f'{part.value:.2f}'}"
        for name, part in parts
        if part is not None
    ]
    return (said[0], ", ".join(said[1:])) if said else ("", "")


def _way_words(way: Move, profile: Profile) -> str:
    need, gap = way.needed_min, way.gap_min
    if need is None or way.km is None:
        told = "distance not known"
    else:
        told = "the same place" if need == 0 else f"{need} min for {way.km * profile.detour:.1f} km"
    if gap is not None:
        told += (
            f", {format_duration(gap)} left for it" if gap >= 0 else f", overlaps by {format_duration(-gap)}"
        )
    return told
