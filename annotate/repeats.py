"""Places that a trip visits more than once."""

from dataclasses import dataclass

from annotate.plan import Day, NamedPlace, StopKind
from annotate.rule import Finding, Outcome, over_rows
from annotate.timeline import StopEntry, Timeline

_KIND_OF_FIELD = {
    "breakfast": StopKind.RESTAURANT,
    "lunch": StopKind.RESTAURANT,
    "dinner": StopKind.RESTAURANT,
    "attraction": StopKind.ATTRACTION,
    "event": StopKind.EVENT,
    "accommodation": StopKind.ACCOMMODATION,
}


@dataclass(slots=True)
class _Visits:
    """What the trip shows of one place: how often on which day, and its rows."""

    name: str
    city: str | None
    by_day: dict[int, int]
    rows: list[str]


@dataclass(frozen=True, slots=True)
class Repeat:
    """A place that is visited `times` times, on `days` (a day as often as it is visited on it)."""

    name: str
    city: str | None
    days: tuple[int, ...]
    rows: tuple[str, ...]

    @property
    def times(self) -> int:
        """Number of visits."""
        return len(self.days)

    @property
    def on_days(self) -> str:
        """`on day 2 and day 4`, `twice on day 2`."""
        if len(set(self.days)) == 1:
            often = "twice" if self.times == 2 else f"{self.times} times"
            return f"{often} on day {self.days[0]}"
        names = [f"day {day}" for day in self.days]
        return f"on {', '.join(names[:-1])} and {names[-1]}"


def repeats(trip: Timeline, kind: StopKind) -> list[Repeat]:
    """The places of a kind (the catalogue's, else the role it is chosen for) that a trip visits twice, in
    any role.

    A place is one identity: catalogue id, else full name + city. On a day it is visited as often as the
    fields choose it or as it stands on the list, whichever is more.
    """
    seen: dict[str, _Visits] = {}
    for day in trip.itinerary.days:
        listed = _listed(trip, day, kind)
        chosen = _chosen(trip, day, kind)
        for identity in dict.fromkeys([*listed, *chosen]):
            rows = listed.get(identity, [])
            fields = chosen.get(identity, [])
            first = rows[0].row if rows else fields[0]
            visits = seen.setdefault(identity, _Visits(first.name, first.city, {}, []))
            visits.by_day[day.number] = max(len(rows), len(fields))
            visits.rows += [entry.id for entry in rows]
    return [
        Repeat(
            visits.name,
            visits.city,
            tuple(day for day, times in visits.by_day.items() for _ in range(times)),
            tuple(visits.rows),
        )
        for visits in seen.values()
        if sum(visits.by_day.values()) > 1
    ]


def _listed(trip: Timeline, day: Day, kind: StopKind) -> dict[str, list[StopEntry]]:
    found: dict[str, list[StopEntry]] = {}
    for entry in trip.by_day[day.number]:
        if isinstance(entry, StopEntry) and entry.kind is kind:
            found.setdefault(trip.identity(entry), []).append(entry)
    return found


def _chosen(trip: Timeline, day: Day, kind: StopKind) -> dict[str, list[NamedPlace]]:
    found: dict[str, list[NamedPlace]] = {}
    for field, named in day.named_places():
        place = trip.place_named(day, named)
        if (place.kind if place else _KIND_OF_FIELD[field]) is kind:
            found.setdefault(trip.identity_named(day, named), []).append(named)
    return found


def outcome_of_repeats(trip: Timeline, code: str, kind: StopKind, advice: str) -> Outcome:
    """One finding per repeated place; `advice` may name `{name}`, `{city}` and `{on_days}`."""
    found = []
    for repeat in repeats(trip, kind):
        city = repeat.city or "an unknown city"
        found.append(
            Finding(
                code,
                repeat.rows,
                f"{repeat.name} ({city}) is visited {repeat.times} times: {repeat.on_days}.",
                repeat.times,
                "visits",
                advice.format(name=repeat.name, city=city, on_days=repeat.on_days),
            )
        )
    return over_rows(found)
