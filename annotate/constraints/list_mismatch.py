"""CMP004: a day's list holds what its fields choose, and nothing else."""

from collections import Counter

from annotate.facts import Facts
from annotate.plan import Day, StopKind
from annotate.profile import Profile
from annotate.rule import Finding, Group, Outcome, Rule, over_rows
from annotate.timeline import StopEntry, Timeline

RULE = Rule("CMP004", "list_mismatch", Group.COMMON, "The day's list is what its fields choose", "3")


def check(trip: Timeline, facts: Facts, profile: Profile) -> Outcome:
    """Each chosen meal, attraction, event and accommodation stands on the day's list, a place chosen twice
    twice; nothing stands there that was not chosen, transport places aside. The accommodation of the night
    before counts as chosen."""
    found = []
    before: Day | None = None
    for day in trip.itinerary.days:
        rows = [entry for entry in trip.by_day[day.number] if isinstance(entry, StopEntry)]
        listed = Counter(entry.identity for entry in rows)
        chosen: Counter[str] = Counter()
        for choice in trip.choices[day.number]:
            field, named = choice.field, choice.named
            chosen[choice.identity] += 1
            if chosen[choice.identity] > listed[choice.identity]:
                found.append(
                    Finding(
                        RULE.code,
                        (),
                        f"{named.name}, the {field} of day {day.number}, is not on the day's list.",
                        1,
                        "place",
                        f"Put {named.name} on the list of day {day.number}.",
                    )
                )
        if before is not None and (night_before := trip.accommodation(before)):
            chosen[night_before.identity] += 1
        found += [_unchosen(entry) for entry in rows if _is_unchosen(trip, entry, chosen)]
        before = day
    return over_rows(found)


def _is_unchosen(trip: Timeline, entry: StopEntry, chosen: Counter[str]) -> bool:
    return entry.kind is not StopKind.TRANSPORT and not chosen[entry.identity]


def _unchosen(entry: StopEntry) -> Finding:
    return Finding(
        RULE.code,
        (entry.id,),
        f"{entry.label} is on the list of day {entry.day.number}, but none of its fields chooses it.",
        1,
        "place",
        f"Name {entry.label} in a field of day {entry.day.number}, or take it off the list.",
    )
