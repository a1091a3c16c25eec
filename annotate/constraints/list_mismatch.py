"""CMP004: a day's list holds what its fields choose, and nothing else."""

from annotate.facts import Facts
from annotate.plan import Day, StopKind
from annotate.profile import Profile
from annotate.rule import Finding, Group, Outcome, Rule, over_rows
from annotate.timeline import Choice, StopEntry, Timeline

RULE = Rule("CMP004", "list_mismatch", Group.COMMON, "The day's list is what its fields choose", "3")

_STAY = StopKind.ACCOMMODATION.value


def check(trip: Timeline, facts: Facts, profile: Profile) -> Outcome:
    """Each chosen meal, attraction, event and accommodation stands on the day's list, a place chosen twice
    twice, a night at an accommodation as a stay and a meal taken there as another row; nothing stands there that
    was not chosen, transport places aside. The accommodation of the night before counts as chosen."""
    found, visits_at, stays_at = [], trip.visits_at, trip.stays_at
    before: Day | None = None
    for day in trip.itinerary.days:
        chosen = set()
        visits: dict[str, int] = {}
        for choice in trip.choices[day.number]:
            identity, rows, times = choice.identity, stays_at, 1
            chosen.add(identity)
            if choice.field != _STAY:
                rows, times = visits_at, visits.get(identity, 0) + 1
                visits[identity] = times
            if times > len(rows.get((day.number, identity), ())):
                found.append(_unlisted(choice))
        if before is not None and (night_before := trip.accommodation(before)):
            chosen.add(night_before.identity)
        for entry in trip.by_day[day.number]:
            if isinstance(entry, StopEntry) and entry.identity not in chosen and not _is_transport(entry):
                found.append(_unchosen(entry))
        before = day
    return over_rows(found)


def _is_transport(entry: StopEntry) -> bool:
    return entry.kind is StopKind.TRANSPORT


def _unlisted(choice: Choice) -> Finding:
    name, number = choice.named.name, choice.day.number
    return Finding(
        RULE.code,
        (),
        f"{name}, the {choice.field} of day {number}, is not on the day's list.",
        1,
        "place",
        f"Put {name} on the list of day {number}.",
    )


def _unchosen(entry: StopEntry) -> Finding:
    return Finding(
        RULE.code,
        (entry.id,),
        f"{entry.label} is on the list of day {entry.day.number}, but none of its fields chooses it.",
        1,
        "place",
        f"Name {entry.label} in a field of day {entry.day.number}, or take it off the list.",
    )
