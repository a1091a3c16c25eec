"""Places that a trip visits more than once."""

from dataclasses import dataclass

from annotate.plan import StopKind
from annotate.profile import Profile
from annotate.rule import Finding, Outcome, Rule, over_rows
from annotate.timeline import KIND_OF_FIELD, Timeline


@dataclass(slots=True)
class _Visits:
    """What the trip shows of one place: how often on which day, and its rows."""

    name: str
    city: str | None
    kind: StopKind
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


def repeats(trip: Timeline, profile: Profile) -> dict[StopKind, list[Repeat]]:
    """By kind (the catalogue's, else the role it is chosen for) the places that a trip visits twice, in
    any role.

    A place is one identity: catalogue id, else full name + city. On a day it is visited as often as the
    fields choose it or as it stands on the list, whichever is more.
    """
    seen: dict[str, _Visits] = {}
    for entry in trip.stops:
        visits = seen.get(entry.identity)
        if visits is None:
            visits = seen[entry.identity] = _Visits(entry.row.name, entry.row.city, entry.kind, {}, [])
        number = entry.day.number
        visits.by_day[number] = visits.by_day.get(number, 0) + 1
        visits.rows.append(entry.id)
    chosen: dict[tuple[str, int], int] = {}
    for number, choices in trip.choices.items():
        for choice in choices:
            key = choice.identity, number
            chosen[key] = chosen.get(key, 0) + 1
            if choice.identity not in seen:
                kind = choice.place.kind if choice.place else KIND_OF_FIELD[choice.field]
                seen[choice.identity] = _Visits(choice.named.name, choice.named.city, kind, {}, [])
    for (identity, number), times in chosen.items():
        by_day = seen[identity].by_day
        by_day[number] = max(by_day.get(number, 0), times)
    found: dict[StopKind, list[Repeat]] = {kind: [] for kind in StopKind}
    for visits in seen.values():
        if len(visits.by_day) > 1 or max(visits.by_day.values()) > 1:
            days = tuple(day for day, times in sorted(visits.by_day.items()) for _ in range(times))
            found[visits.kind].append(Repeat(visits.name, visits.city, days, tuple(visits.rows)))
    return found


def ready_remark(trip: Timeline, profile: Profile, row: str) -> str | None:
    """`repeated on day 2 and day 4` for a row whose attraction the trip visits more than once (guideline 12), else
    None."""
    found = trip.once(repeats, profile)[StopKind.ATTRACTION]
    return next((f"repeated {one.on_days}" for one in found if row in one.rows), None)


def outcome_of_repeats(trip: Timeline, profile: Profile, rule: Rule, kind: StopKind, advice: str) -> Outcome:
    """One finding per repeated place; `advice` may name `{name}`, `{city}` and `{on_days}`."""
    found = []
    for repeat in trip.once(repeats, profile)[kind]:
        city = repeat.city or "an unknown city"
        found.append(
            Finding(
                rule.code,
                repeat.rows,
                f"{repeat.name} ({city}) is visited {repeat.times} times: {repeat.on_days}.",
                repeat.times,
                "visits",
                advice.format(name=repeat.name, city=city, on_days=repeat.on_days),
            )
        )
    return over_rows(found)
