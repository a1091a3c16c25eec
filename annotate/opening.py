"""When a place is open, in absolute minutes of the trip."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain

from annotate.clock import DAY_MIN, LAST_START_MIN, date_of, format_time, overlap_min
from annotate.facts import PlaceFacts, Window
from annotate.plan import StopKind
from annotate.timeline import StopEntry, Timeline

_WITH_HOURS = (StopKind.ATTRACTION, StopKind.RESTAURANT)
OPENING_HOURS = "opening hours"
EVENT_DATES, EVENT_START, EVENT_END = "event dates", "event start", "event end"
"""Sources of a closing that an event's dates or one of its times tell while the others are not known."""
_DAY_ENDS_MIN = LAST_START_MIN + 1
"""06:00 of the next date, when a plan day ends: until then an event without a known end may last, and an end
before 06:00 without a known start may be that of the next date."""
Span = tuple[int, int]
"""Half-open [start, end) in absolute minutes."""


@dataclass(frozen=True, slots=True)
class Opening:
    """The open spans around a visit, apart and in order; `source` says who tells so."""

    spans: tuple[Span, ...]
    source: str

    def closed_min(self, start: int, end: int) -> int:
        """Minutes of [start, end) in which the place is closed."""
        return end - start - int(sum(overlap_min(start, end, *span) for span in self.spans))

    def on_date(self, absolute: int) -> str:
        """The open spans that begin on the date of an absolute minute, in words: `09:00-17:30`."""
        midnight = absolute // DAY_MIN * DAY_MIN
        return ", ".join(
            f"{format_time(start)}-{format_time(end)}"
            for start, end in self.spans
            if midnight <= start < midnight + DAY_MIN
        )


def is_open_throughout(trip: Timeline, entry: StopEntry) -> bool:
    """True if one window of the stop's own date surely holds all of its visit: the usual case, told
    without looking any further. False proves nothing."""
    start, end = entry.start, entry.end
    if start is None or end is None or entry.kind not in _WITH_HOURS:
        return False
    midnight = start // DAY_MIN * DAY_MIN
    for opens, closes in trip.hours(entry) or ():
        if midnight + opens <= start and end <= midnight + closes + (DAY_MIN if closes <= opens else 0):
            return True
    return False


def opening(trip: Timeline, entry: StopEntry) -> Opening | None:
    """When the place of a timed stop is open around its visit; None if that is not known.

    Attraction, restaurant: its opening hours; where it has none, all but what the crowd source says is
    closed. A visit at 01:00 is inside the 18:00-02:00 of the evening before. Event: its start and end on
    each of its dates, those beside the trip too; while these are not known, it is surely closed on other
    dates, and where one of them is known, before the start or after the end. Other kinds: None.
    """
    place, start, end = entry.place, entry.start, entry.end
    if place is None or start is None or end is None:
        return None
    if entry.kind is StopKind.EVENT:
        return _of_event(trip, place, start, end)
    if entry.kind not in _WITH_HOURS:
        return None
    first, last = start // DAY_MIN - 1, end // DAY_MIN + 1
    if len(place.hours) == 1:
        return _every_day(place.hours[0], first, last)
    weekdays = [(day * DAY_MIN, trip.weekday(day * DAY_MIN)) for day in range(first, last)]
    hours = [(midnight, place.hours_on(weekday)) for midnight, weekday in weekdays]
    if all(windows is not None for _, windows in hours):
        return Opening(_joined(_spans(midnight, windows or ()) for midnight, windows in hours), OPENING_HOURS)
    crowds = [(midnight, place.crowd_on(weekday)) for midnight, weekday in weekdays]
    closed = [_spans(midnight, crowd.closed) for midnight, crowd in crowds if crowd]
    if not any(closed):
        return None
    return Opening(_between(_joined(closed), first * DAY_MIN, last * DAY_MIN), "crowd data")


@lru_cache(maxsize=4096)
def _every_day(windows: tuple[Window, ...], first: int, last: int) -> Opening:
    """The opening of a place with the same hours every day, from day index `first` until before `last`."""
    return Opening(_joined(_spans(day * DAY_MIN, windows) for day in range(first, last)), OPENING_HOURS)


def _of_event(trip: Timeline, place: PlaceFacts, start: int, end: int) -> Opening | None:
    opens, closes = place.event_start_min, place.event_end_min
    dates, first_date = place.event_dates, trip.itinerary.first_date
    midnights = [
        midnight
        for midnight in range((start // DAY_MIN - 1) * DAY_MIN, (end // DAY_MIN + 1) * DAY_MIN, DAY_MIN)
        if not dates or first_date is None or date_of(first_date, midnight) in dates
    ]
    if opens is not None and closes is not None:
        return Opening(tuple((at + opens, at + closes) for at in midnights), "event times")
    on_its_dates = any(overlap_min(start, end, at, at + DAY_MIN) for at in midnights)
    if opens is None and closes is None:
        return None if on_its_dates else Opening((), EVENT_DATES)
    source = EVENT_DATES if not on_its_dates else EVENT_START if closes is None else EVENT_END
    if closes is None:
        closes = _DAY_ENDS_MIN
    elif closes + DAY_MIN <= _DAY_ENDS_MIN:
        closes += DAY_MIN
    widest = Opening(_joined([(at + (opens or 0), at + closes)] for at in midnights), source)
    return widest if widest.closed_min(start, end) else None


def _spans(midnight: int, windows: tuple[Window, ...]) -> list[Span]:
    return [(midnight + start, midnight + end + (DAY_MIN if end <= start else 0)) for start, end in windows]


def _joined(several: Iterable[list[Span]]) -> tuple[Span, ...]:
    """Spans in order, those that touch or overlap made one."""
    joined: list[Span] = []
    for start, end in sorted(chain.from_iterable(several)):
        if joined and start <= joined[-1][1]:
            joined[-1] = (joined[-1][0], max(end, joined[-1][1]))
        else:
            joined.append((start, end))
    return tuple(joined)


def _between(closed: tuple[Span, ...], first: int, last: int) -> tuple[Span, ...]:
    """What is left of [first, last) outside the closed spans."""
    left, at = [], first
    for start, end in closed:
        if start > at:
            left.append((at, start))
        at = max(at, end)
    return (*left, (at, last)) if at < last else tuple(left)
