"""What the day board shows of one day, as the data of its component (the contract stands in `pages._ui.day_board`)."""

from typing import Any

from annotate.buffers import lengths_inside
from annotate.clock import DAY_MIN, HOUR_MIN, format_duration
from annotate.facts import CROWD_LEVELS, PlaceFacts
from annotate.feedback import Feedback
from annotate.plan import Leg, Stop, StopKind, Verb
from annotate.profile import DEFAULT_PROFILE
from annotate.rule import Group, rule_of
from annotate.score import Part
from annotate.timeline import Entry, LegEntry, StopEntry, Timeline
from annotate.travel import Move, moves
from db.plans import Rejection
from pages._ui.day_board import Axis, BoardData
from pages._ui.desk import Desk

AXIS_FROM_MIN, AXIS_TO_MIN = 5 * HOUR_MIN, 30 * HOUR_MIN
_WORST = (Group.HARD, Group.COMMON, Group.ADVICE)


def board_data(
    desk: Desk, ghosts: dict[str, tuple[int, int]], costs: dict[str, str], saved_at: str | None
) -> BoardData:
    """The component's data. `ghosts` are suggested slots by row (day minutes), `costs` texts by row."""
    trip = desk.trip
    entries = trip.by_day[desk.day]
    drawn: list[Any] = [
        _leg_row(desk, e, costs) if isinstance(e, LegEntry) else _stop_row(desk, trip, e, costs)
        for e in entries
    ]
    number = 0
    for entry, row in zip(entries, drawn, strict=True):
        if isinstance(entry, StopEntry):
            number += 1
            row["number"] = number
        if entry.id in ghosts and not entry.row.is_timed:
            row["ghost"] = {"start_min": ghosts[entry.id][0], "end_min": ghosts[entry.id][1]}
    ways = {move.before.id: move for move in moves(trip, DEFAULT_PROFILE)}
    for entry, row in zip(entries[:-1], drawn, strict=False):
        if entry.id in ways:
            row["gap"] = _gap(ways[entry.id])
    return {
        "plan": str(desk.plan.annotation_id),
        "day": desk.day,
        "rev": desk.plan.rev,
        "ack": desk.acked,
        "rejected": [_rejection(r) for r in desk.rejected if r.field in ("start", "end")],
        "locked": not desk.plan.can_edit,
        "saved_at": saved_at,
        "selected": desk.selected,
        "axis": _axis(entries, ghosts),
        "rows": drawn,
    }


def _axis(entries: list[StopEntry | LegEntry], ghosts: dict[str, tuple[int, int]]) -> Axis:
    ends = [e.row.end_min for e in entries if e.row.end_min is not None] + [end for _, end in ghosts.values()]
    starts = [e.row.start_min for e in entries if e.row.start_min is not None] + [
        start for start, _ in ghosts.values()
    ]
    low = min([AXIS_FROM_MIN, *starts]) // HOUR_MIN * HOUR_MIN
    high = -(-max([AXIS_TO_MIN, *ends]) // HOUR_MIN) * HOUR_MIN
    return {"from_min": low, "to_min": high}


def _shared(desk: Desk, entry: Entry, costs: dict[str, str]) -> dict[str, Any]:
    found = [f for f in desk.feedback.findings if entry.id in f.rows and rule_of(f.code).group in _WORST]
    groups = [rule_of(f.code).group for f in found]
    return {
        "row": entry.id,
        "number": None,
        "start_min": entry.row.start_min,
        "end_min": entry.row.end_min,
        "locked_start": False,
        "timetable": None,
        "stay_range_min": None,
        "leave_range_min": None,
        "ghost": None,
        "base_min": None,
        "crowd": [],
        "open": None,
        "peak": [],
        "expected_delay_min": None,
        "cost": costs.get(entry.id),
        "gap": None,
        "remark": bool(entry.row.remark),
        "remark_due": not entry.row.remark
        and any(entry.id in f.rows for f in desk.feedback.findings if f.code == "REM001"),
        "flags": sum(flag.row == entry.id and flag.state == "open" for flag in desk.plan.flags),
        "findings": {"worst": next((g.value for g in _WORST if g in groups), None), "count": len(found)},
        "changed": False,
    }


def _leg_row(desk: Desk, entry: LegEntry, costs: dict[str, str]) -> dict[str, Any]:
    leg = entry.row
    row = _shared(desk, entry, costs)
    part = part_of(desk.feedback, "tdas", leg.row)
    known = desk.plan.facts.legs.get(leg.row)
    depart = (
        known.timetable_depart_min
        if known and known.timetable_depart_min is not None
        else leg.timetable_depart_min
    )
    arrive = (
        known.timetable_arrive_min
        if known and known.timetable_arrive_min is not None
        else leg.timetable_arrive_min
    )
    arrive_range = part.figures.get("arrive_range_min") if part else None
    row.update(
        kind="leg",
        name=f"{leg.origin} to {leg.destination}",
        what=" ".join(filter(None, [leg.mode.value, leg.carrier])),
        timetable={"depart_min": depart, "arrive_min": arrive}
        if depart is not None and arrive is not None
        else None,
        stay_range_min=_whole(part.figures.get("duration_range_min") if part else None),
        leave_range_min=_whole(arrive_range),
        base_min=part.figures.get("hist_duration_min") if part else None,
        expected_delay_min=part.figures.get("expected_delay_min") if part else None,
        scores=[_score("TDAS", part)],
    )
    return row


def _stop_row(desk: Desk, trip: Timeline, entry: StopEntry, costs: dict[str, str]) -> dict[str, Any]:
    row = _shared(desk, entry, costs)
    part = part_of(desk.feedback, "bas", entry.id)
    stay = part.figures.get("stay_range_min") if part else None
    start = entry.row.start_min
    if part and stay and start is not None:
        stay = lengths_inside(trip, entry, part.figures, DEFAULT_PROFILE) or stay
    crowd = trip.crowd(entry)
    row.update(
        kind=entry.kind.value,
        name=entry.row.name,
        what=what_happens(entry.row),
        stay_range_min=_whole(stay),
        leave_range_min=_whole((start + stay[0], start + stay[1])) if stay and start is not None else None,
        base_min=part.figures.get("base_min") if part else None,
        crowd=[
            [*_one_piece(start, end), CROWD_LEVELS.index(level)]
            for start, end, level in (crowd.windows if crowd else ())
        ],
        peak=[[hour * HOUR_MIN, (hour + 1) * HOUR_MIN] for hour in (crowd.peak_hours if crowd else ())],
        open=_open_spans(trip, entry.place, entry.day.number),
        scores=[_score("BAS", part), _score("CATS", part_of(desk.feedback, "cats", entry.id))]
        if part
        else [],
    )
    return row


def what_happens(stop: Stop) -> str:
    """The stop's role in the day in a word or two: `lunch`, `night stay`, `check-in`."""
    if stop.meal is not None:
        return stop.meal.value
    if stop.kind is StopKind.ACCOMMODATION:
        is_night = stop.verb is Verb.STAY and (stop.start_min or 0) >= 16 * HOUR_MIN
        return "night stay" if is_night else stop.verb.value
    return stop.kind.value


def part_of(feedback: Feedback, score: str, row: str) -> Part | None:
    """A row's part of a score, None where the score does not look at the row."""
    found = feedback.scores.get(score)
    return next((part for part in found.parts if part.row == row), None) if found else None


def row_label(desk: Desk, row_id: str) -> str:
    """`row 4` on the day that is shown, `day 2, row 4` on another; legs are `the leg`."""
    day, row = desk.itinerary.find(row_id)
    place = "leg" if isinstance(row, Leg) else f"row {day.stops.index(row) + 1}"
    return place if day.number == desk.day else f"day {day.number}, {place}"


def _one_piece(start: int, end: int) -> tuple[int, int]:
    """A daily window with an end after its start: over midnight it ends after 1440."""
    return (start, end) if end > start else (start, end + DAY_MIN)


def _open_spans(trip: Timeline, place: PlaceFacts | None, day: int) -> list[list[int]] | None:
    hours = place.hours_on(trip.weekday(DAY_MIN * (day - 1))) if place else None
    return None if hours is None else [list(_one_piece(start, end)) for start, end in hours]


def _gap(move: Move) -> dict[str, Any]:
    """The way to the next row in words: how long, how far, how much time there is, how much is missing."""
    gap, need, short = move.gap_min, move.needed_min, move.short_min
    if gap is not None and gap < 0:
        return {
            "need_min": need,
            "have_min": gap,
            "text": f"overlaps by {format_duration(-gap)}",
            "ok": False,
        }
    if need is None or move.km is None:
        text = "distance not known"
    else:
        text = "same place" if need == 0 else f"{need} min for {move.km * DEFAULT_PROFILE.detour:.1f} km"
    if gap is not None:
        text += f", {format_duration(gap)} there"
    if short is not None and short > 0:
        text += f": {short} min short"
    return {"need_min": need, "have_min": gap, "text": text, "ok": None if short is None else short <= 0}


def _score(name: str, part: Part | None) -> dict[str, Any]:
    if part is None:
        return {"name": name, "value": None, "why": "not scored"}
    return {"name": name, "value": part.value, "why": explain_part(name, part)}


def explain_part(name: str, part: Part) -> str:
    """One sentence with the figures behind a row's score."""
    f = part.figures
    if part.value is None:
        return part.reason or "not scored"
    if name == "BAS":
        return (
            f"buffer {f['buffer_min']:.0f} min, wanted {f['range_min'][0]:.0f} to {f['range_min'][1]:.0f} "
            f"({f['base_min']:.0f} x {f['congestion']:.2f}, {f['congestion_source']})"
        )
    if name == "CATS":
        return f"crowd {f['intensity']:.2f}, {f['quiet_ratio']:.0%} in quiet hours, {f['peak_ratio']:.0%} in peak hours"
    return (
        f"buffer {f['buffer_min']:.0f} min, wanted {f['range_min'][0]:.0f} to {f['range_min'][1]:.0f} "
        f"(expected delay {f['expected_delay_min']:.0f} min)"
    )


def _whole(span: tuple[float, float] | None) -> list[float] | None:
    return None if span is None else [round(span[0], 2), round(span[1], 2)]


def _rejection(rejection: Rejection) -> Any:
    return {
        "client": rejection.client,
        "seq": rejection.seq,
        "row": rejection.row,
        "field": rejection.field,
        "value": rejection.value,
        "reason": rejection.reason,
        "theirs": rejection.theirs,
        "by": rejection.by,
    }
