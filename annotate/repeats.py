"""Places that a trip visits more than once."""

from dataclasses import dataclass

from annotate.plan import StopKind
from annotate.profile import Profile
from annotate.rule import Finding, Outcome, Rule, over_rows
from annotate.timeline import KIND_OF_FIELD, Timeline


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
    any role but that of an accommodation: nights are no visits, meals taken there are.

    A place is one identity: catalogue id, else full name + city. On a day it is visited as often as the
    fields choose it or as it stands on the list, whichever is more.
    """
    visits: dict[str, dict[int, int]] = {}
    """Identity -> day number -> how often the place is visited on it."""
    for (number, identity), rows in trip.visits_at.items():
        visits.setdefault(identity, {})[number] = len(rows)
    for number, choices in trip.choices.items():
        chosen: dict[str, int] = {}
        for choice in choices:
            if choice.field == StopKind.ACCOMMODATION:
                continue
            times = chosen[choice.identity] = chosen.get(choice.identity, 0) + 1
            by_day = visits.setdefault(choice.identity, {})
            if times > by_day.get(number, 0):
                by_day[number] = times
    found: dict[StopKind, list[Repeat]] = {kind: [] for kind in StopKind}
    for identity, by_day in visits.items():
        if len(by_day) > 1 or max(by_day.values()) > 1:
            kind, repeat = _repeat(trip, identity, by_day)
            found[kind].append(repeat)
    return found


def _repeat(trip: Timeline, identity: str, by_day: dict[int, int]) -> tuple[StopKind, Repeat]:
    """A place with its kind: as its first visit has it, without rows as the first field that chooses it. An accommodation
    is what it is visited as."""
    days = tuple(day for day, times in sorted(by_day.items()) for _ in range(times))
    rows = [entry for day in by_day for entry in trip.visits_at.get((day, identity), ())]
    if rows:
        rows.sort(key=lambda entry: entry.index)
        first, ids = rows[0], tuple(entry.id for entry in rows)
        kind = first.row.kind if first.kind is StopKind.ACCOMMODATION else first.kind
        return kind, Repeat(first.row.name, first.row.city, days, ids)
    choice = next(
        one
        for of_day in trip.choices.values()
        for one in of_day
        if one.identity == identity and one.field != StopKind.ACCOMMODATION
    )
    kind = choice.place.kind if choice.place else StopKind.ACCOMMODATION
    if kind is StopKind.ACCOMMODATION:
        kind = KIND_OF_FIELD[choice.field]
    return kind, Repeat(choice.named.name, choice.named.city, days, ())


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
