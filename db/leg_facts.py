"""What the tables know of the legs that plans name. A constant number of queries for any number of plans."""

from collections import defaultdict
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import date
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from annotate.clock import format_time, format_time_with_day
from annotate.facts import FlightPerformance, LegFacts, Source, TrainDelays
from annotate.names import match_key
from annotate.plan import Mode
from db.carriers import number_key, operator_key
from db.lookup import Sources, among
from db.models import Bus, City, CostOfLiving, Distance, Flight, RoadRoute, Station, Train, TrainDelay
from db.models import FlightPerformance as PerformanceRow

Pair = tuple[int, int]
"""(origin id, destination id), directed."""

NO_ROAD_FROM_MIN = 1440
"""A road duration above this means that there is no usable road."""
TABLES_OF_MODE = {
    Mode.FLIGHT: frozenset({"flights"}),
    Mode.TRAIN: frozenset({"trains"}),
    Mode.BUS: frozenset({"buses"}),
    Mode.CAB: frozenset({"road_routes", "distance_matrix"}),
}
"""The tables that decide whether a leg exists."""
TAXI_ITEM = "taxi 1km"
ALTERNATIVES = 5
"""How many other departures on the route are offered."""


@dataclass(frozen=True, slots=True)
class LegAsked:
    """A leg as the tables are asked for it. `depart_min` is on the clock of `iso_date`, None if not known."""

    mode: Mode
    carrier: str | None
    origin: City
    destination: City
    iso_date: str | None
    depart_min: int | None

    @property
    def pair(self) -> Pair:
        """The directed city pair."""
        return self.origin.id, self.destination.id


class Transport:
    """All departures and roads between the asked cities, and the delays and prices that go with them."""

    def __init__(
        self,
        session: Session,
        *,
        pairs: Iterable[Pair],
        dates: Iterable[str],
        carriers: Iterable[str],
        sources: Sources,
        tables: frozenset[str],
    ) -> None:
        self._session, self._sources, self._tables = session, sources, tables
        wanted = set(pairs)
        self._origins, self._destinations = {a for a, _ in wanted}, {b for _, b in wanted}
        on = {*dates, ""}
        self._flights = self._by_pair(Flight, among(session, Flight.date, on) if len(on) > 1 else None)
        self._trains = self._by_pair(Train)
        self._buses = self._by_pair(Bus)
        self._roads = self._by_pair(RoadRoute)
        self._distances = self._by_pair(Distance)
        written = {number_key(carrier) for carrier in carriers}
        departures = [row for rows in (*self._flights.values(), *self._trains.values()) for row in rows]
        numbers = (
            written | {number_key(number) for number in written} | {row.number_key for row in departures}
        )
        self._performance = self._by_number(PerformanceRow, numbers)
        self._delays = self._by_number(TrainDelay, numbers)
        self._stations: dict[int, list[str]] = defaultdict(list)
        for station in session.execute(
            select(Station.city_id, Station.name_key).where(
                among(session, Station.city_id, self._destinations)
            )
        ):
            self._stations[station.city_id].append(station.name_key)
        query = select(CostOfLiving).where(
            among(session, CostOfLiving.city_id, self._origins), CostOfLiving.item_key == TAXI_ITEM
        )
        self._taxis = {row.city_id: row for row in session.scalars(query)}

    def _by_pair(self, model: Any, condition: Any = None) -> dict[Pair, list[Any]]:
        query = select(model).where(
            among(self._session, model.origin_id, self._origins),
            among(self._session, model.destination_id, self._destinations),
        )
        if condition is not None:
            query = query.where(condition)
        found: dict[Pair, list[Any]] = defaultdict(list)
        for row in self._session.scalars(query):
            found[row.origin_id, row.destination_id].append(row)
        return found

    def _by_number(self, model: Any, numbers: Iterable[str]) -> dict[str, list[Any]]:
        found: dict[str, list[Any]] = defaultdict(list)
        query = select(model).where(among(self._session, model.number_key, numbers)).order_by(model.id)
        for row in self._session.scalars(query):
            found[row.number_key].append(row)
        return found

    def modes(self, pair: Pair, iso_date: str | None) -> tuple[str, ...]:
        """The modes that exist on a route on a date (any date if None), in the order of `Mode`."""
        there = {
            Mode.FLIGHT: any(_flies(row, iso_date) for row in self._flights.get(pair, ())),
            Mode.TRAIN: any(_runs(row, iso_date) for row in self._trains.get(pair, ())),
            Mode.BUS: bool(self._buses.get(pair)),
            Mode.CAB: self._has_road(pair),
        }
        return tuple(mode.value for mode in Mode if there[mode])

    def _has_road(self, pair: Pair) -> bool:
        if self._roads.get(pair):
            return True
        return any(row.duration_min <= NO_ROAD_FROM_MIN for row in self._distances.get(pair, ()))

    def leg(self, asked: LegAsked) -> LegFacts:
        """What the tables know of one leg."""
        return _OF_MODE[asked.mode](self, asked)

    def flight(self, asked: LegAsked) -> LegFacts:
        """A flight by number, route and date, a row of that date before a daily one; its delays by number and
        route, else by number."""
        known, row = None, None
        if "flights" in self._tables:
            mine = [one for one in self._flights.get(asked.pair, ()) if _is_number(one, asked.carrier)]
            there = [one for one in mine if _flies(one, asked.iso_date)]
            row = min(
                there, key=lambda one: (bool(one.date) is (asked.iso_date is None), one.id), default=None
            )
            known = row is not None
        performance, source = self._performance_of(asked)
        sources = {} if source is None else {"performance": source}
        others = [one for one in self._flights.get(asked.pair, ()) if one is not row]
        alternatives = _offered(others, lambda one: one.number, asked.iso_date)
        if row is None:
            return LegFacts(known, performance=performance, alternatives=alternatives, sources=sources)
        return LegFacts(
            known, row.dep_min, row.arr_min, _duration(row), performance=performance, prices=_price(row),
            currency=row.currency, alternatives=alternatives, sources=self._timetable_source(row, sources),
            carrier=row.number,
        )  # fmt: skip

    def _performance_of(self, asked: LegAsked) -> tuple[FlightPerformance | None, Source | None]:
        rows = self._performance.get(number_key(asked.carrier or ""), [])
        of_route = [row for row in rows if (row.origin_id, row.destination_id) == asked.pair]
        row = next(iter(of_route or [row for row in rows if not row.route_key]), None)
        if row is None:
            return None, None
        performance = FlightPerformance(
            row.total_flights, row.late, row.very_late, row.excessive, row.cancelled, row.diverted,
            row.avg_delay_min, row.std_delay_min, row.max_delay_min, row.on_time,
        )  # fmt: skip
        return performance, self._sources.of(row.import_id, row.total_flights)

    def train(self, asked: LegAsked) -> LegFacts:
        """A train by number and route on a day on which it runs; its delays at the station where one gets off.

        Where the timetable names no station, it is the one of the destination city that the delays know.
        """
        known, row = None, None
        if "trains" in self._tables:
            mine = [one for one in self._trains.get(asked.pair, ()) if _is_number(one, asked.carrier)]
            row = _nearest([one for one in mine if _runs(one, asked.iso_date)], asked.depart_min)
            known = row is not None
        delay = self._delay_of(asked, row)
        sources = {} if delay is None else {"delays": self._sources.of(delay.import_id)}
        delays = None if delay is None else TrainDelays(
            delay.avg_delay_1w, delay.avg_delay_1m, delay.avg_delay_3m, delay.avg_delay_6m,
            delay.avg_delay_1y, delay.station or None, delay.unknown_pct,
        )  # fmt: skip
        others = [one for one in self._trains.get(asked.pair, ()) if one is not row]
        alternatives = _offered(others, lambda one: one.number, asked.iso_date)
        if row is None:
            return LegFacts(known, delays=delays, alternatives=alternatives, sources=sources)
        return LegFacts(
            known, row.dep_min, row.arr_min, _duration(row), delays=delays,
            prices=_price(row) | {key: fare for key, fare in (row.prices or {}).items() if fare is not None},
            currency=row.currency, alternatives=alternatives, sources=self._timetable_source(row, sources),
            carrier=row.number,
        )  # fmt: skip

    def _delay_of(self, asked: LegAsked, train: Train | None) -> TrainDelay | None:
        by_station = {row.station_key: row for row in self._delays.get(number_key(asked.carrier or ""), ())}
        here = [asked.destination.key, asked.destination.name_key]
        in_city = [name for name in self._stations.get(asked.destination.id, ()) if name in by_station]
        where = [*here, *(in_city if len(in_city) == 1 else ()), ""]
        if train is not None:
            named = match_key(train.destination_station) if train.destination_station else None
            where = [train.destination_station_key, *([named] if named else ()), *where]
        return next((by_station[station] for station in where if station in by_station), None)

    def bus(self, asked: LegAsked) -> LegFacts:
        """A bus by operator and route, the departure nearest to the plan's; its delays are those of the
        road."""
        known, row = None, None
        on_route = self._buses.get(asked.pair, [])
        if "buses" in self._tables:
            operator = operator_key(asked.carrier or "")
            mine = [one for one in on_route if one.operator_key == operator]
            row = _nearest(mine, asked.depart_min)
            known = row is not None
        others = [one for one in on_route if one is not row]
        alternatives = _offered(others, lambda one: one.operator, asked.iso_date)
        road = self._road(asked)
        if row is None:
            return LegFacts(known, **road, alternatives=alternatives)
        sources = self._timetable_source(row, road.pop("sources"))
        same = [one for one in on_route if (one.operator_key, one.dep_min) == (row.operator_key, row.dep_min)]
        prices = {one.bus_type: one.price for one in same if one.price is not None}
        return LegFacts(
            known, row.dep_min, row.arr_min, _duration(row), **road, prices=prices, currency=row.currency,
            alternatives=alternatives, sources=sources, carrier=row.operator,
        )  # fmt: skip

    def cab(self, asked: LegAsked) -> LegFacts:
        """A cab: the directed road pair, and the price of a kilometre where it leaves."""
        has_table = bool(self._tables & TABLES_OF_MODE[Mode.CAB])
        road = self._road(asked)
        sources = road.pop("sources")
        taxi = self._taxis.get(asked.origin.id)
        if taxi is not None:
            sources["cab_km_inr"] = self._sources.of(taxi.import_id)
        return LegFacts(
            self._has_road(asked.pair) if has_table else None,
            **road,
            cab_km_inr=taxi.value if taxi is not None and taxi.currency == "INR" else None,
            sources=sources,
        )

    def _road(self, asked: LegAsked) -> dict[str, Any]:
        found: dict[str, Any] = {}
        sources: dict[str, Source] = {}
        for far in self._distances.get(asked.pair, ()):
            if far.duration_min <= NO_ROAD_FROM_MIN:
                found["distance_km"] = far.distance_km
                sources["distance_km"] = self._sources.of(far.import_id)
        for road in self._roads.get(asked.pair, ()):
            source = self._sources.of(road.import_id)
            found.update(free_flow_min=road.free_flow_min, historical_delay_min=road.historical_delay_min)
            sources.update(free_flow_min=source, historical_delay_min=source)
            if road.distance_km is not None:
                found["distance_km"] = road.distance_km
                sources["distance_km"] = source
        return {**found, "sources": sources}

    def _timetable_source(self, row: Any, sources: dict[str, Source]) -> dict[str, Source]:
        source = self._sources.of(row.import_id)
        return {**sources, "timetable": source, "prices": source}


_OF_MODE: dict[Mode, Callable[[Transport, LegAsked], LegFacts]] = {
    Mode.FLIGHT: Transport.flight,
    Mode.TRAIN: Transport.train,
    Mode.BUS: Transport.bus,
    Mode.CAB: Transport.cab,
}


def _is_number(row: Any, carrier: str | None) -> bool:
    return carrier is not None and row.number_key == number_key(carrier)


def _flies(row: Flight, iso_date: str | None) -> bool:
    return not row.date or iso_date is None or row.date == iso_date


def _runs(row: Train, iso_date: str | None) -> bool:
    return row.run_days is None or iso_date is None or date.fromisoformat(iso_date).weekday() in row.run_days


def _nearest(rows: list[Any], depart_min: int | None) -> Any:
    """The departure nearest to the plan's, the first of the day if it has none."""
    if not rows:
        return None
    if depart_min is None:
        return min(rows, key=lambda row: (row.dep_min, row.id))
    return min(rows, key=lambda row: (abs(row.dep_min - depart_min), row.dep_min, row.id))


def _duration(row: Any) -> float:
    return float(row.arr_min - row.dep_min) if row.duration_min is None else float(row.duration_min)


def _price(row: Any) -> dict[str, float]:
    return {} if row.price is None else {"": row.price}


def _goes(row: Any, iso_date: str | None) -> bool:
    if isinstance(row, Flight):
        return _flies(row, iso_date)
    return not isinstance(row, Train) or _runs(row, iso_date)


def _offered(rows: list[Any], name: Callable[[Any], str], iso_date: str | None) -> tuple[str, ...]:
    there = [row for row in rows if _goes(row, iso_date)]
    ordered = sorted(there, key=lambda row: (row.dep_min, row.arr_min, name(row)))
    texts = (f"{name(row)} {format_time(row.dep_min)}-{format_time_with_day(row.arr_min)}" for row in ordered)
    return tuple(dict.fromkeys(texts))[:ALTERNATIVES]
