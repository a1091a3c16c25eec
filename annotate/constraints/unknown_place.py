"""SBX001: every named place is in the catalogue of the city written with it."""

from annotate.facts import Facts
from annotate.grounding import CATALOGUES
from annotate.names import place_key
from annotate.plan import StopKind
from annotate.profile import Profile
from annotate.rule import Finding, Group, Outcome, Rule, over_rows
from annotate.timeline import KIND_OF_FIELD, StopEntry, Timeline

RULE = Rule(
    "SBX001", "unknown_place", Group.COMMON, "Every named place is in its city's catalogue", "Table 8"
)


def check(trip: Timeline, facts: Facts, profile: Profile) -> Outcome:
    """Places of the fields and of the list, each once. Full names only; what comes near is suggested,
    never accepted. A place whose kind has no catalogue at all is not judged; a place without a city is
    unknown, and so is one that only the stations hold."""
    rows_of: dict[str, list[str]] = {}
    named: dict[str, tuple[str, str | None, StopKind]] = {}
    for entry in trip.stops:
        if entry.row.kind is StopKind.TRANSPORT:
            continue
        key = place_key(entry.row.name, entry.row.city)
        if not _is_held(facts, key):
            named.setdefault(key, (entry.row.name, entry.row.city, entry.row.kind))
            rows_of.setdefault(key, []).append(entry.id)
    for day in trip.itinerary.days:
        for choice in trip.choices[day.number]:
            place = choice.named
            if place.city is None and (
                choice.place or _is_listed(trip, day.number, place_key(place.name, None))
            ):
                continue
            key = place_key(place.name, place.city)
            if not _is_held(facts, key):
                named.setdefault(key, (place.name, place.city, KIND_OF_FIELD[choice.field]))
    found, missing = [], []
    for key, (name, city, kind) in named.items():
        if CATALOGUES[kind] not in facts.tables:
            missing.append(f"{name}: no table of {CATALOGUES[kind]}.")
            continue
        found.append(_finding(name, city, tuple(rows_of.get(key, ())), facts.near_misses.get(key, ())))
    return over_rows(found, missing)


def _is_held(facts: Facts, key: str) -> bool:
    """True if a catalogue holds the place; the table of stations is none."""
    place = facts.places.get(key)
    return place is not None and place.kind is not StopKind.TRANSPORT


def _is_listed(trip: Timeline, day: int, key: str) -> bool:
    return any(
        isinstance(entry, StopEntry) and place_key(entry.row.name, None) == key for entry in trip.by_day[day]
    )


def _finding(name: str, city: str | None, rows: tuple[str, ...], near: tuple[str, ...]) -> Finding:
    where = f"the catalogue of {city}" if city else "any catalogue: its city is not known"
    advice = (
        f"Did you mean {' or '.join(near)}?"
        if near
        else "No name comes near it: ask for a source correction."
    )
    return Finding(RULE.code, rows, f"{name} is not in {where}.", 1, "place", advice)
