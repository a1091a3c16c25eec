"""Which of a plan's factual cells the data bear out: ids, times, names, prices, distances.

A cell is grounded exactly, grounded after normalising (case, blanks, quotes, hyphens of a number, a distance
within 5 m), or not grounded. What the data do not say anything about is unknown and counts for nothing.
"""

from collections.abc import Iterable, Iterator, Sequence
from enum import StrEnum
from functools import lru_cache
from typing import NamedTuple

from annotate.clock import DAY_MIN, format_time
from annotate.due_remarks import StatedCost, differing_prices, stated_costs, table_prices
from annotate.facts import Facts
from annotate.names import match_key, place_key
from annotate.plan import Leg, Mode, StopKind
from annotate.profile import Profile
from annotate.timeline import KIND_OF_FIELD, LegEntry, StopEntry, Timeline

DISTANCE_TOLERANCE_M = 5.0
"""Metres by which a stated distance may differ from the table's (SBX002)."""
WRITTEN_EXACTLY_M = 0.005
"""Metres by which a distance may differ that is written with two decimals."""
_ROUNDING_M = 1e-9
_KEPT_STOPS = 4096
CATALOGUES = {
    StopKind.ATTRACTION: "attractions",
    StopKind.RESTAURANT: "restaurants",
    StopKind.ACCOMMODATION: "accommodations",
    StopKind.EVENT: "events",
}
"""Reference table that holds the places of a kind."""


class Grounding(StrEnum):
    """Whether the data bear a cell out."""

    EXACT = "exact"
    NORMALISED = "after normalising"
    NOT = "not grounded"
    UNKNOWN = "unknown"


_EXACT, _NORMALISED, _NOT, _UNKNOWN = Grounding
_IN_ORDER = (_EXACT, _NORMALISED, _NOT, _UNKNOWN)


class FactualCell(NamedTuple):
    """One cell that states a fact: its row (None: only a day's field holds it), what it is, as written, and
    what the data hold or hold near it. Distances are metres, times minutes, prices amounts."""

    row: str | None
    what: str
    value: str | float
    grounding: Grounding
    known: str | float | None = None
    near: tuple[str, ...] = ()

    @property
    def value_text(self) -> str:
        """The value in words."""
        return self._text(self.value)

    @property
    def known_text(self) -> str | None:
        """What the data hold, else what comes near, in words; None where nothing does."""
        if self.known is not None:
            return self._text(self.known)
        return " or ".join(self.near) or None

    def _text(self, value: str | float) -> str:
        if isinstance(value, str):
            return value
        if self.what == "distance":
            return f"{value:.2f} m"
        return f"{value:g}" if self.what == "price" else format_time(int(value))


class Reliability(NamedTuple):
    """How many cells of a plan are grounded exactly, after normalising, not, and how many are unknown."""

    exact: int
    normalised: int
    ungrounded: int
    unknown: int

    @property
    def share(self) -> float | None:
        """Factual reliability: grounded cells of those that could be judged, None if none could."""
        grounded = self.exact + self.normalised
        judged = grounded + self.ungrounded
        return grounded / judged if judged else None


def factual_cells(trip: Timeline, profile: Profile) -> tuple[FactualCell, ...]:
    """Every factual cell of a plan, in the order of its rows, then those that only a day's field holds."""
    cells: list[FactualCell] = []
    stated = trip.once(stated_costs, profile)
    prices = _price_cells(trip, stated, profile) if stated else {}
    for entry in trip.entries:
        cells += _leg_cells(trip, entry) if isinstance(entry, LegEntry) else _stop_cells(trip.facts, entry)
        cells += prices.get(entry.id, ())
    cells += _field_cells(trip)
    cells += prices.get(None, ())
    return tuple(cells)


def _price_cells(
    trip: Timeline, stated: Iterable[StatedCost], profile: Profile
) -> dict[str | None, list[FactualCell]]:
    """Row id (None: no row) -> the cells of its stated costs."""
    differing = {id(price.stated.what): price.known for price in trip.once(differing_prices, profile)}
    cells: dict[str | None, list[FactualCell]] = {}
    for one in stated:
        known = differing.get(id(one.what))
        if known is not None:
            cell = FactualCell(one.row, "price", one.cost, _NOT, known)
        else:
            state = _EXACT if table_prices(trip, one.what, profile) else _UNKNOWN
            cell = FactualCell(one.row, "price", one.cost, state)
        cells.setdefault(one.row, []).append(cell)
    return cells


def reliability_of(cells: Iterable[FactualCell]) -> Reliability:
    """The counts of some cells."""
    states = [cell.grounding for cell in cells]
    counts = [states.count(state) for state in _IN_ORDER]
    return Reliability(*counts)


def _compared(written: str, known: str) -> Grounding:
    if written == known:
        return _EXACT
    return _NORMALISED if match_key(written) == match_key(known) else _NOT


def _named(written: str, known: str) -> Grounding:
    """Of a name under which the tables were asked and answered: it is the same name."""
    return _EXACT if written == known else _NORMALISED


def _stop_cells(facts: Facts, entry: StopEntry) -> Sequence[FactualCell]:
    row, stop, place = entry.id, entry.row, entry.place
    stated = stop.nearest_stop
    if place is None:
        name = _unknown_name(facts, row, stop.name, stop.city, stop.kind)
        return (name, *_transit_cells(row, stated.name, stated.distance_m, None, None)) if stated else (name,)
    if stated is None:
        return (_name_cell(row, stop.name, place.name),)
    return _place_cells(row, stop.name, place.name, stated.name, stated.distance_m,
                        place.nearest_stop_name, place.nearest_stop_m)  # fmt: skip


@lru_cache(maxsize=_KEPT_STOPS)
def _place_cells(
    row: str,
    name: str,
    known_name: str,
    stop: str,
    distance_m: float | None,
    known_stop: str | None,
    known_m: float | None,
) -> tuple[FactualCell, ...]:
    """The cells of a place of the catalogue, kept by what they say: another time of the row changes none."""
    transit = _transit_cells(row, stop, distance_m, known_stop, known_m)
    return (_name_cell(row, name, known_name), *transit)


def _name_cell(row: str, name: str, known: str) -> FactualCell:
    return FactualCell(row, "name", name, _named(name, known), known)


def _transit_cells(
    row: str, stop: str, distance_m: float | None, known_stop: str | None, known_m: float | None
) -> Iterator[FactualCell]:
    if known_stop is None:
        yield FactualCell(row, "nearest stop", stop, _UNKNOWN)
    else:
        yield FactualCell(row, "nearest stop", stop, _compared(stop, known_stop), known_stop)
    if distance_m is not None:
        yield _distance_cell(row, distance_m, known_m)


def _distance_cell(row: str, stated: float, known: float | None) -> FactualCell:
    if known is None:
        return FactualCell(row, "distance", stated, _UNKNOWN)
    off = abs(stated - known)
    state = _NOT
    if off <= WRITTEN_EXACTLY_M + _ROUNDING_M:
        state = _EXACT
    elif off <= DISTANCE_TOLERANCE_M + _ROUNDING_M:
        state = _NORMALISED
    return FactualCell(row, "distance", stated, state, known)


def _unknown_name(facts: Facts, row: str | None, name: str, city: str | None, kind: StopKind) -> FactualCell:
    if kind is StopKind.TRANSPORT or CATALOGUES[kind] not in facts.tables:
        return FactualCell(row, "name", name, _UNKNOWN)
    return FactualCell(row, "name", name, _NOT, None, facts.near_misses.get(place_key(name, city), ()))


def _field_cells(trip: Timeline) -> Iterator[FactualCell]:
    for choices in trip.choices.values():
        for choice in choices:
            if not trip.rows_in_role(choice):
                named, place = choice.named, choice.place
                if place is not None:
                    grounding = _named(named.name, place.name)
                    yield FactualCell(None, "name", named.name, grounding, place.name)
                else:
                    kind = KIND_OF_FIELD[choice.field]
                    yield _unknown_name(trip.facts, None, named.name, named.city, kind)


def _leg_cells(trip: Timeline, entry: LegEntry) -> list[FactualCell]:
    leg, facts = entry.row, trip.facts
    known = facts.legs.get(entry.id)
    cells = [
        _city_cell(facts, entry.id, what, city)
        for what, city in (("from", leg.origin), ("to", leg.destination))
    ]
    if leg.carrier is not None:
        what = "operator" if leg.mode is Mode.BUS else "number"
        if known is None or known.known is None:
            cells.append(FactualCell(entry.id, what, leg.carrier, _UNKNOWN))
        elif not known.known:
            cells.append(FactualCell(entry.id, what, leg.carrier, _NOT, None, known.alternatives))
        else:
            carrier = known.carrier or leg.carrier
            cells.append(FactualCell(entry.id, what, leg.carrier, _named(leg.carrier, carrier), carrier))
    if leg.mode is not Mode.CAB:
        cells += _time_cells(entry.id, leg, known.timetable_depart_min if known else None,
                             known.timetable_arrive_min if known else None)  # fmt: skip
    return cells


def _time_cells(row: str, leg: Leg, depart: int | None, arrive: int | None) -> Iterator[FactualCell]:
    """The planned departure is the timetable's; a planned arrival holds the buffer and is no fact, the
    timetable's arrival that a skeleton states is one."""
    for what, stated, known in (
        ("departure", leg.depart_min, depart),
        ("timetable arrival", leg.timetable_arrive_min, arrive),
    ):
        if stated is None:
            continue
        if known is None:
            yield FactualCell(row, what, stated, _UNKNOWN)
        else:
            is_same = (stated - known) % DAY_MIN == 0
            state = _EXACT if is_same else _NOT
            yield FactualCell(row, what, stated, state, known)


def _city_cell(facts: Facts, row: str, what: str, written: str) -> FactualCell:
    city = facts.cities.get(match_key(written))
    if city is not None:
        return FactualCell(row, what, written, _named(written, city.name), city.name)
    state = _NOT if "cities" in facts.tables else _UNKNOWN
    return FactualCell(row, what, written, state)
