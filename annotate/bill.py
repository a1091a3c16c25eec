"""What a trip costs, line by line, from the tables' prices.

Meals, attractions, events and seats are paid per person, rooms per night, cabs per cab and km. A price
that is not known is None, never 0; only an attraction of the catalogue without an entry fee is listed at 0
as not priced.
"""

from dataclasses import dataclass
from math import ceil
from typing import NamedTuple

from annotate.facts import LegFacts, PlaceFacts
from annotate.plan import Meal, Mode, StopKind
from annotate.profile import Profile
from annotate.timeline import KIND_OF_FIELD, Choice, LegEntry, Timeline

_MEALS = frozenset(meal.value for meal in Meal)
CAB_SEATS = 4
"""People in one cab (guideline page MON001)."""
STATED_ROUNDING = 0.01
"""Amount by which a stated cost may differ from the bill's (guideline page MON002)."""


class BillLine(NamedTuple):
    """`units` x `unit_price` = `amount`, all in `currency`; None where not known, then `note` says what is
    missing.

    `is_priced` is False for an attraction without an entry fee, which counts 0. `source` labels where the
    price is from. `nights` are those of an accommodation, 1 for all else.
    """

    what: str
    rows: tuple[str, ...]
    unit_price: float | None
    units: float | None
    unit: str
    amount: float | None
    currency: str
    note: str | None = None
    source: str | None = None
    is_priced: bool = True
    nights: int = 1

    def may_state(self, cost: float) -> bool:
        """True if a cost that a plan states is the price of one unit, of a night or of the whole line."""
        night = None if self.amount is None else self.amount / self.nights
        return any(
            known is not None and abs(cost - known) <= STATED_ROUNDING
            for known in (self.unit_price, night, self.amount)
        )


@dataclass(frozen=True, slots=True)
class Bill:
    """The lines of a trip in the order of its days. `people` is None where the query does not say."""

    lines: tuple[BillLine, ...]
    currency: str
    people: int | None
    budget: float | None

    @property
    def known_total(self) -> float:
        """Sum of the lines whose amount is known, rounded to the hundredth."""
        return round(sum(line.amount for line in self.lines if line.amount is not None), 2)

    @property
    def unknown(self) -> tuple[BillLine, ...]:
        """The lines whose amount is not known."""
        return tuple(line for line in self.lines if line.amount is None)


def make_bill(trip: Timeline) -> Bill:
    """The bill of a trip in the currency of its budget."""
    query = trip.itinerary.query
    lines: list[BillLine] = []
    for day in trip.itinerary.days:
        if day.legs:
            lines += [_leg_line(trip, leg) for leg in trip.by_day[day.number] if isinstance(leg, LegEntry)]
        lines += [
            _per_person(trip, choice)
            for choice in trip.choices[day.number]
            if choice.field != StopKind.ACCOMMODATION
        ]
    lines += _room_lines(trip).values()
    return Bill(tuple(lines), query.budget_currency, query.people, query.budget)


def lines_of_rows(trip: Timeline, profile: Profile) -> dict[str, BillLine]:
    """Row id -> the line of the bill that pays for the row."""
    return {row: line for line in make_bill(trip).lines for row in line.rows}


def money(amount: float) -> str:
    """An amount with thousands apart, hundredths only where there are any: `18,673`, `18,673.50`."""
    return f"{amount:,.0f}" if amount == int(amount) else f"{amount:,.2f}"


def _line(
    trip: Timeline,
    what: str,
    rows: tuple[str, ...],
    *,
    unit_price: float | None,
    currency: str,
    units: float | None,
    unit: str,
    missing: str | None,
    source: str | None = None,
    note: str | None = None,
) -> BillLine:
    if missing is None and currency != (wanted := trip.itinerary.query.budget_currency):
        missing = f"its price is in {currency} and the budget in {wanted}"
    if missing is not None or unit_price is None or units is None:
        return BillLine(what, rows, unit_price, units, unit, None, currency, missing, source)
    return BillLine(what, rows, unit_price, units, unit, unit_price * units, currency, note, source)


def _source(place: PlaceFacts | LegFacts | None, field: str) -> str | None:
    found = place.sources.get(field) if place else None
    return found.label if found else None


def rows_paid(trip: Timeline, choice: Choice) -> tuple[str, ...]:
    """The rows of its day that a choice pays for: of a meal those of that meal, else those of no meal."""
    here = trip.rows_in_role(choice)
    if len(here) == 1 and here[0].row.meal is None:
        return (here[0].id,)
    own = [entry.id for entry in here if entry.row.meal == choice.field]
    return tuple(own or [entry.id for entry in here if entry.row.meal is None])


def line_of_choice(trip: Timeline, choice: Choice) -> BillLine:
    """The line of the bill that pays for a choice."""
    if choice.field == StopKind.ACCOMMODATION:
        return _room_lines(trip)[choice.identity]
    return _per_person(trip, choice)


def has_another_price(place: PlaceFacts, role: StopKind) -> bool:
    """True where the catalogue's price is of something else than what a place is used as: that of a room for a meal
    there, an entry fee for a meal."""
    return (place.kind is StopKind.ACCOMMODATION and role is not StopKind.ACCOMMODATION) or (
        role is StopKind.RESTAURANT and place.kind is not StopKind.RESTAURANT
    )


def _per_person(trip: Timeline, choice: Choice) -> BillLine:
    place, field, query = choice.place, choice.field, trip.itinerary.query
    is_meal = field in _MEALS
    what = f"{field} at {choice.named.name}" if is_meal else choice.named.name
    people = query.people
    rows = rows_paid(trip, choice)
    currency = place.currency if place else query.budget_currency
    price, missing = None, None
    is_other = place is not None and has_another_price(place, KIND_OF_FIELD[field])
    if place is None:
        missing = "it is not in the catalogue"
    elif (
        place.price is not None and people is not None and currency == query.budget_currency and not is_other
    ):  # the usual line, without asking what is missing
        amount = place.price * people
        return BillLine(
            what, rows, place.price, people, "person", amount, currency, None, _source(place, "price")
        )
    elif is_other:
        whose = "a meal" if is_meal else f"an {field}"
        missing = f"the catalogue holds it as {place.kind.value}, without the price of {whose}"
    elif place.price is None and field == StopKind.ATTRACTION:
        return BillLine(
            what, rows, None, people, "person", 0.0, currency, "no entry fee in the catalogue", None, False
        )
    elif place.price is None:
        missing = "its price is not known"
    else:
        price = place.price
        missing = None if people is not None else "the number of people is not known"
    return _line(
        trip,
        what,
        rows,
        unit_price=price,
        currency=currency,
        units=people,
        unit="person",
        missing=missing,
        source=_source(place, "price"),
    )


def _leg_line(trip: Timeline, entry: LegEntry) -> BillLine:
    people, known = trip.itinerary.query.people, trip.facts.legs.get(entry.id)
    what, rows = entry.label, (entry.id,)
    if entry.row.mode is Mode.CAB:
        return _cab_line(trip, what, rows, people, known)
    missing = None
    price: float | None = None
    note = None
    currency = known.currency if known else trip.itinerary.query.budget_currency
    if known is None or not known.prices:
        missing = "its price is not known"
    elif people is None:
        missing = "the number of people is not known"
    else:
        booked = min(known.prices, key=lambda name: (known.prices[name], name))
        price, note = known.prices[booked], f"cheapest class with a price: {booked}" if booked else None
    return _line(
        trip,
        what,
        rows,
        unit_price=price,
        currency=currency,
        units=people,
        unit="person",
        missing=missing,
        source=_source(known, "prices"),
        note=note,
    )


def _cab_line(
    trip: Timeline, what: str, rows: tuple[str, ...], people: int | None, known: LegFacts | None
) -> BillLine:
    km = known.distance_km if known else None
    rate = known.cab_km_inr if known else None
    cabs = ceil(people / CAB_SEATS) if people is not None else None
    missing = None
    if km is None:
        missing = "the distance is not known"
    elif rate is None:
        missing = "the rate of a cab per km is not known in the city it leaves"
    elif cabs is None:
        missing = "the number of people is not known"
    price = km * rate if km is not None and rate is not None else None
    note = f"{km:g} km at INR {rate:g} per km" if price is not None else None
    return _line(
        trip,
        what,
        rows,
        unit_price=price,
        currency="INR",
        units=cabs,
        unit="cab",
        missing=missing,
        source=_source(known, "cab_km_inr"),
        note=note,
    )


def _room_lines(trip: Timeline) -> dict[str, BillLine]:
    """Identity -> the line of an accommodation: rooms x the nights that a day's field names it."""
    nights_at: dict[str, list[Choice]] = {}
    for choices in trip.choices.values():
        for choice in choices:
            if choice.field == StopKind.ACCOMMODATION:
                nights_at.setdefault(choice.identity, []).append(choice)
    people = trip.itinerary.query.people
    lines = {}
    for identity, nights in nights_at.items():
        first, place = nights[0].named, nights[0].place
        rooms: int | None = None
        missing = None
        if place is None:
            missing = "it is not in the catalogue"
        elif place.price is None:
            missing = "its price is not known"
        elif not place.max_occupancy:
            missing = "how many people a room holds is not known"
        elif people is None:
            missing = "the number of people is not known"
        else:
            rooms = ceil(people / place.max_occupancy)
        units = rooms * len(nights) if rooms is not None else None
        note = f"rooms: {rooms}, nights: {len(nights)}" if rooms is not None else None
        stays = [trip.stays_at.get((day.number, identity), ()) for day in trip.itinerary.days]
        rows = tuple([entry.id for of_day in stays for entry in of_day])
        currency = place.currency if place else trip.itinerary.query.budget_currency
        price = place.price if place else None
        lines[identity] = _line(
            trip,
            first.name,
            rows,
            unit_price=price,
            currency=currency,
            units=units,
            unit="room and night",
            missing=missing,
            source=_source(place, "price"),
            note=note,
        )._replace(nights=len(nights))
    return lines
