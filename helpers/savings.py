"""What would bring a plan under its budget: cheaper places of the same city for its accommodations and meals.

A substitution is tried as a whole: the plan with the other place is billed and judged by every rule, so that
"keeps the wishes" means what the rules mean.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from annotate.bill import make_bill
from annotate.facts import Facts, PlaceFacts
from annotate.feedback import give_feedback
from annotate.names import place_key
from annotate.plan import Day, Itinerary, Meal, NamedPlace, NearestStop, Stop, StopKind
from annotate.profile import DEFAULT_PROFILE, Profile
from annotate.rule import Group, Verdict, rule_of
from annotate.timeline import Choice, Timeline
from db.reference import cheapest
from db.session import Session

CANDIDATES = 8
"""Places that are tried for each accommodation and meal: the cheapest of the city."""
SHOWN = 5
"""Substitutions that are offered, those that save most."""


@dataclass(frozen=True, slots=True)
class Saving:
    """Another place instead of a chosen one.

    `what` is `accommodation` or the meal, `days` the numbers of its days, `saves` the amount that the known
    bill falls by, in `currency`. `breaks` are the codes of commonsense rules that the plan would then fail and
    does not fail now (the other place may be too far or closed).
    """

    what: str
    days: tuple[int, ...]
    instead_of: str
    place: PlaceFacts
    saves: float
    currency: str
    breaks: tuple[str, ...]

    @property
    def text(self) -> str:
        """`Day 1, 2: Plain Inn instead of Grand Palace saves INR 4,200`."""
        days = ", ".join(map(str, self.days))
        return f"Day {days}: {self.place.name} instead of {self.instead_of} saves {self.currency} {self.saves:,.0f}"


@dataclass(frozen=True, slots=True)
class WhatIf:
    """How far a plan is over its budget, the substitutions that save most, and the fewest of them that bring
    the known bill under it (none: they do not suffice)."""

    over: float
    currency: str
    savings: tuple[Saving, ...]
    enough: tuple[Saving, ...]


def what_if(
    session: Session, itinerary: Itinerary, facts: Facts, profile: Profile = DEFAULT_PROFILE
) -> WhatIf | None:
    """What would bring a plan under its budget, None where the known bill is not over one.

    A substitution under which a hard rule that passes now would no longer pass is left out. Those that break no
    commonsense rule come first, then those that save most. Reads the catalogue, changes nothing.
    """
    budget = itinerary.query.budget
    bill = make_bill(Timeline(itinerary, facts))
    if budget is None or bill.known_total <= budget:
        return None
    over = round(bill.known_total - budget, 2)
    now = _verdicts(itinerary, facts, profile)
    trip = Timeline(itinerary, facts)
    taken = {entry.identity for entry in trip.stops}
    found: list[Saving] = []
    for choices in _replaceable(trip):
        best = _best_saving(
            session, trip, choices, total=bill.known_total, now=now, taken=taken, profile=profile
        )
        found += best
    found.sort(key=lambda saving: (bool(saving.breaks), -saving.saves, saving.days, saving.place.name))
    enough = _enough(found, over)
    return WhatIf(over, bill.currency, tuple(found[:SHOWN]), enough)


def _verdicts(itinerary: Itinerary, facts: Facts, profile: Profile) -> dict[str, Verdict]:
    return give_feedback(itinerary, facts, profile, is_annotation=False).verdicts


def _loses_a_wish(now: Mapping[str, Verdict], then: Mapping[str, Verdict]) -> bool:
    """True if a hard rule that passes now would not pass then: what the catalogue does not say of the other
    place is no pass."""
    return any(
        then.get(code) is not Verdict.PASS
        for code, verdict in now.items()
        if verdict is Verdict.PASS and rule_of(code).group is Group.HARD
    )


def _replaceable(trip: Timeline) -> Iterator[list[Choice]]:
    """The choices that one substitution replaces together: all nights at an accommodation, one meal."""
    stays: dict[str, list[Choice]] = {}
    for choices in trip.choices.values():
        for choice in choices:
            if choice.place is None or choice.place.price is None:
                continue
            if choice.field == StopKind.ACCOMMODATION:
                stays.setdefault(choice.identity, []).append(choice)
            elif choice.field in set(Meal):
                yield [choice]
    yield from stays.values()


def _best_saving(
    session: Session,
    trip: Timeline,
    choices: Sequence[Choice],
    *,
    total: float,
    now: Mapping[str, Verdict],
    taken: set[str],
    profile: Profile,
) -> list[Saving]:
    """The substitution that saves most; where it breaks a commonsense rule, also the best that does not."""
    chosen = choices[0]
    if chosen.place is None or chosen.place.price is None:
        return []
    kind = StopKind.ACCOMMODATION if chosen.field == StopKind.ACCOMMODATION else StopKind.RESTAURANT
    currency = trip.itinerary.query.budget_currency
    city = f"{chosen.place.city} ({chosen.place.state})" if chosen.place.state else chosen.place.city
    offers: list[Saving] = []
    for place in cheapest(session, kind, city, currency=currency, limit=CANDIDATES):
        if place.place_id in taken or place.price is None or place.price >= chosen.place.price:
            continue
        itinerary, facts = _with_place(trip, choices, place)
        saves = round(total - make_bill(Timeline(itinerary, facts)).known_total, 2)
        if saves <= 0 or any(best.saves >= saves and not best.breaks for best in offers):
            continue
        then = _verdicts(itinerary, facts, profile)
        if _loses_a_wish(now, then):
            continue
        fails = [
            code
            for code, verdict in then.items()
            if verdict is Verdict.FAIL and now.get(code) is not Verdict.FAIL
        ]
        breaks = tuple(sorted(code for code in fails if rule_of(code).group is Group.COMMON))
        days = tuple(choice.day.number for choice in choices)
        offers.append(Saving(chosen.field, days, chosen.named.name, place, saves, currency, breaks))
    offers.sort(key=lambda saving: -saving.saves)
    sound = [saving for saving in offers if not saving.breaks]
    return sound[:1] if sound else offers[:1]


def _with_place(trip: Timeline, choices: Sequence[Choice], place: PlaceFacts) -> tuple[Itinerary, Facts]:
    """The plan with another place in the fields and rows of some choices, and the facts with that place."""
    city = choices[0].named.city or choices[0].day.to_city
    days = tuple(_day_with(trip, day, choices, place, city) for day in trip.itinerary.days)
    places = {**trip.facts.places, place_key(place.name, city): place}
    return replace(trip.itinerary, days=days), replace(trip.facts, places=places)


def _day_with(trip: Timeline, day: Day, choices: Sequence[Choice], place: PlaceFacts, city: str) -> Day:
    field = choices[0].field
    is_stay = field == StopKind.ACCOMMODATION
    changed: dict[str, Any] = {}
    if any(choice.day is day for choice in choices):
        changed[field] = NamedPlace(place.name, city)
    rows = {
        entry.id
        for entry in trip.stops
        if entry.identity == choices[0].identity
        and (is_stay or (entry.day is choices[0].day and entry.row.meal == field))
    }
    if any(stop.row in rows for stop in day.stops):
        changed["stops"] = tuple(
            _stop_with(stop, place, city) if stop.row in rows else stop for stop in day.stops
        )
    return replace(day, **changed) if changed else day


def _stop_with(stop: Stop, place: PlaceFacts, city: str) -> Stop:
    nearest = None
    if place.nearest_stop_name is not None:
        nearest = NearestStop(place.nearest_stop_name, place.nearest_stop_m)
    return replace(stop, name=place.name, city=city, nearest_stop=nearest, stated_cost=None)


def _enough(savings: Sequence[Saving], over: float) -> tuple[Saving, ...]:
    """The fewest savings, each with a place of its own, that make up for an excess; () if all do not."""
    used: list[Saving] = []
    for saving in sorted(savings, key=lambda one: -one.saves):
        if any(saving.place.place_id == other.place.place_id for other in used):
            continue
        used.append(saving)
        if sum(one.saves for one in used) >= over:
            return tuple(used)
    return ()
