"""What the traveller's local constraints mean, whatever way they are spelled, and whether a place meets them.

Wishes and catalogue values are compared after one mapping table, `annotate.wish_words`.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any

from annotate.plan import Mode, Query
from annotate.rule import Asked, Finding, Outcome, Rule, over_rows
from annotate.timeline import Choice, Timeline
from annotate.wish_words import forbidden_mode, wish_key


def wish_keys(texts: Iterable[str]) -> set[str]:
    """Keys of several values; a value that is a list of its own (`Indian, Chinese`) has those of its parts
    too."""
    return {wish_key(part) for text in texts for part in (text, *text.split(","))}


def house_rule_keys(texts: Iterable[str]) -> set[str]:
    """Keys of house rules; TripCraft's catalogue joins several in one value (`No parties & No pets`)."""
    return {wish_key(rule) for text in texts for rule in (text, *re.split("[&,]", text))}


def alternatives(wish: str) -> set[str]:
    """Keys of a wish that offers a choice (`Seafood/Steak/Grill`): each alternative and the whole."""
    return {wish_key(wish), *map(wish_key, wish.split("/"))}


def each_wish(query: Query, field: str) -> Iterator[tuple[str, Query]]:
    """(wish, the query with this wish alone) for each wish of a field of the local constraints."""
    for wish in getattr(query.constraints, field):
        alone: dict[str, Any] = {field: (wish,)}
        yield wish, replace(query, constraints=replace(query.constraints, **alone))


def asked_wishes(query: Query, field: str, text: str) -> Iterator[Asked]:
    """Checklist items of a field; `text` may name `{wish}`."""
    for wish, alone in each_wish(query, field):
        yield Asked(text.format(wish=words(wish)), alone)


def forbidden_modes(query: Query) -> dict[Mode, str]:
    """Mode -> the wish that forbids it, as written."""
    found: dict[Mode, str] = {}
    for wish in query.constraints.transportation:
        if (mode := forbidden_mode(wish)) is not None:
            found[mode] = wish
    return found


def accommodations(trip: Timeline) -> list[Choice]:
    """Every accommodation of the trip, each once, by its first night."""
    chosen = [choice for day in trip.itinerary.days if (choice := trip.accommodation(day))]
    return list({choice.identity: choice for choice in reversed(chosen)}.values())[::-1]


def over_accommodations(trip: Timeline, findings: Sequence[Finding], missing: Sequence[str]) -> Outcome:
    """Outcome of a rule on every accommodation: where the trip names none, nothing was checked."""
    none = () if accommodations(trip) else ("The plan names no accommodation.",)
    return over_rows(findings, (*missing, *none))


def every_accommodation_has(
    trip: Timeline,
    rule: Rule,
    wishes: Sequence[str],
    column: str,
    noun: str,
    keys_of: Callable[[Iterable[str]], set[str]] = wish_keys,
) -> Outcome | None:
    """Outcome of a rule that wants each wish in `column` (a list of the catalogue) of every accommodation.

    None (no verdict) without wishes. A place or a cell that the catalogue lacks is not_checked, a trip that
    names no accommodation too.
    """
    if not wishes:
        return None
    found, missing = [], []
    for choice in accommodations(trip):
        values = getattr(choice.place, column) if choice.place else None
        if not values:
            missing.append(f"{choice.named.name}: its {noun} are not known.")
            continue
        held = keys_of(values)
        lacking = [wish for wish in wishes if not alternatives(wish) & held]
        if lacking:
            found.append(lacks(trip, rule, choice, lacking, noun))
    return over_accommodations(trip, found, missing)


def lacks(trip: Timeline, rule: Rule, choice: Choice, lacking: Sequence[str], noun: str) -> Finding:
    """The finding on an accommodation that does not meet some wishes."""
    wanted = ", ".join(words(wish) for wish in lacking)
    return Finding(
        rule.code,
        tuple(entry.id for entry in trip.pois if entry.identity == choice.identity),
        f"{choice.named.name} does not meet: {wanted} ({noun}).",
        len(lacking),
        "wishes",
        f"Choose an accommodation in {choice.named.city or choice.day.to_city} with {wanted}.",
    )


def words(wish: str) -> str:
    """A wish as people write it: `No_Pets` is `No Pets`."""
    return wish.replace("_", " ")
