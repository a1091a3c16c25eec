"""Findings in words: which rows they name, and why one needs nothing more."""

from collections.abc import Iterable
from itertools import groupby

from annotate.plan import Itinerary, Leg
from annotate.rule import Finding, Group, rule_of
from db.waivers import WaiverView


def waiver_of(finding: Finding, waivers: Iterable[WaiverView]) -> WaiverView | None:
    """The newest waiver of a finding, None if nobody accepted it."""
    found = [one for one in waivers if (one.code, one.rows) == (finding.code, finding.rows)]
    return found[-1] if found else None


def settled_by(itinerary: Itinerary, finding: Finding, waivers: Iterable[WaiverView]) -> str | None:
    """Why a finding needs nothing more: `waived`, or `explained` (advice on rows that carry a remark); else None."""
    if waiver_of(finding, waivers) is not None:
        return "waived"
    if rule_of(finding.code).group is not Group.ADVICE or not finding.rows:
        return None
    return "explained" if all(itinerary.find(row)[1].remark for row in finding.rows) else None


def row_words(itinerary: Itinerary, row_id: str) -> str:
    """`day 2, row 3`, `day 1, Train 20461`."""
    day, row = itinerary.find(row_id)
    if isinstance(row, Leg):
        return f"day {day.number}, {' '.join(filter(None, [row.mode.value, row.carrier]))}"
    return f"day {day.number}, row {day.stops.index(row) + 1}"


def where_words(itinerary: Itinerary, rows: Iterable[str]) -> str:
    """The rows of a finding, day by day: `day 4, rows 1 to 6`, `day 1, Train 20461; day 2, row 3`; `the plan` for none."""
    said = []
    found = [itinerary.find(row) for row in rows]
    for day, of_day in groupby(found, key=lambda pair: pair[0]):
        stops = []
        for _, row in of_day:
            if isinstance(row, Leg):
                said.append(row_words(itinerary, row.row))
            else:
                stops.append(day.stops.index(row) + 1)
        if len(stops) == 1:
            said.append(f"day {day.number}, row {stops[0]}")
        elif stops:
            is_run = len(stops) > 2 and stops == list(range(stops[0], stops[-1] + 1))
            numbers = f"{stops[0]} to {stops[-1]}" if is_run else ", ".join(map(str, stops))
            said.append(f"day {day.number}, rows {numbers}")
    return "; ".join(said) or "the plan"
