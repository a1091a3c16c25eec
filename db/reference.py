"""Read-only lookups in the reference data: one thing at a time, and what reading a plan needs."""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from sqlalchemy import literal, select
from sqlalchemy.orm import Session

from annotate.errors import NotFoundError
from annotate.facts import FlightPerformance, LegFacts, PlaceFacts, Source, TrainDelays
from annotate.names import match_key
from annotate.notation import ReadPlan, read_plan
from annotate.plan import Mode, StopKind
from db.carriers import number_key, operator_key
from db.leg_facts import NO_ROAD_FROM_MIN, LegAsked, Transport
from db.lookup import Cities, Sources, filled_tables
from db.models import Bus, City, Distance, Flight, RoadRoute, Station, Train, TrainDelay
from db.models import FlightPerformance as PerformanceRow
from db.place_facts import CATALOGUES, Catalogue


@dataclass(frozen=True, slots=True)
class DelayRecord:
    """Delays of one train at one station, or of one flight number on one route, and where they come from.

    `where` is the station or the route in words ("whole train", "all routes" where the source names none).
    """

    number: str
    where: str
    delays: TrainDelays | FlightPerformance
    source: Source


def find_city(session: Session, written: str) -> City:
    """The city that a name means. Raises NotFoundError where it fits none or two."""
    city = Cities(session).find(written)
    if city is None:
        raise NotFoundError(
            f"'{written}' fits no city of the table, or two",
            expected="a name such as Jaipur or Aurangabad (Bihar)",
            todo="Write the state in brackets, or import the city.",
        )
    return city


def train_delays(session: Session, number: str) -> list[DelayRecord]:
    """Delays of a train at each station that the table knows, in the order of the table."""
    sources = Sources(session)
    query = select(TrainDelay).where(TrainDelay.number_key == number_key(number)).order_by(TrainDelay.id)
    return [
        DelayRecord(
            row.number,
            row.station or "whole train",
            TrainDelays(
                row.avg_delay_1w, row.avg_delay_1m, row.avg_delay_3m, row.avg_delay_6m, row.avg_delay_1y,
                row.station or None, row.unknown_pct,
            ),
            sources.of(row.import_id),
        )
        for row in session.scalars(query)
    ]  # fmt: skip


def flight_performance(session: Session, number: str) -> list[DelayRecord]:
    """On-time records of a flight number, one per route."""
    sources, cities = Sources(session), Cities(session).by_id
    query = select(PerformanceRow).where(PerformanceRow.number_key == number_key(number))
    found = []
    for row in session.scalars(query.order_by(PerformanceRow.id)):
        ends = [cities[end].name for end in (row.origin_id, row.destination_id) if end is not None]
        performance = FlightPerformance(
            row.total_flights, row.late, row.very_late, row.excessive, row.cancelled, row.diverted,
            row.avg_delay_min, row.std_delay_min, row.max_delay_min, row.on_time,
        )  # fmt: skip
        source = sources.of(row.import_id, row.total_flights)
        found.append(DelayRecord(row.number, " to ".join(ends) or "all routes", performance, source))
    return found


def road(session: Session, origin: str, destination: str) -> LegFacts:
    """The road from a city to a city as a cab takes it. Raises NotFoundError for an unknown city."""
    leaves, reaches = find_city(session, origin), find_city(session, destination)
    transport = Transport(
        session,
        pairs=[(leaves.id, reaches.id)],
        dates=(),
        carriers=(),
        sources=Sources(session),
        tables=filled_tables(session),
    )
    return transport.leg(LegAsked(Mode.CAB, None, leaves, reaches, None, None))


def places(session: Session, name: str, city: str) -> list[PlaceFacts]:
    """What each catalogue knows of a place. Raises NotFoundError, with near misses, if none holds it."""
    where = find_city(session, city)
    named = (match_key(name), where.id)
    catalogue = Catalogue(session, [named], {where.id: where}, Sources(session))
    found = [place for kind in catalogue.kinds(named) if (place := catalogue.place(named, kind, ()))]
    if not found:
        near = catalogue.near_misses([named]).get(named, ())
        raise NotFoundError(
            f"'{name}' is not in the catalogue of {where.name}",
            todo=f"Did you mean {', '.join(near)}?" if near else "Check the name, or import the place.",
        )
    return found


def cheapest(session: Session, kind: StopKind, city: str, *, currency: str, limit: int) -> list[PlaceFacts]:
    """The cheapest places of a kind in a city whose price is known in a currency, at most `limit`, the
    cheapest first. Raises NotFoundError as `find_city`."""
    where = find_city(session, city)
    model = CATALOGUES[kind]
    query = (
        select(model.name_key)
        .where(model.city_id == where.id, model.price.is_not(None), model.currency == currency)
        .order_by(model.price, model.name_key)
        .limit(limit)
    )
    named = [(name, where.id) for name in dict.fromkeys(session.scalars(query))]
    catalogue = Catalogue(session, named, {where.id: where}, Sources(session))
    return [place for one in named if (place := catalogue.place(one, kind, ()))]


ONE_BY_ONE = 12
"""So many cities, or city pairs of one table, are looked up one by one; then the table is read as a whole,
once."""


@dataclass(frozen=True, slots=True)
class _Departure:
    """What reading a plan needs to know of a departure or a road."""

    key: str
    date: str
    dep_min: int
    duration_min: float


class PlanReader:
    """Reads plan texts against the catalogue and the timetables of a database; what it looked up, it
    keeps."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._cities = Cities(session)
        self._places: dict[int, dict[str, StopKind]] = {}
        self._knows_all_places = False
        self._departures: dict[Mode, dict[tuple[int, int], list[_Departure]]] = defaultdict(dict)
        self._knows_all_of: set[Mode] = set()

    def read(self, obj: object, *, set_name: str, as_skeleton: bool = False) -> ReadPlan:
        """The plan of one object of a plan file. Raises NotationError for one that cannot be understood."""
        return read_plan(
            obj,
            set_name=set_name,
            as_skeleton=as_skeleton,
            places_in=self.places_in,
            leg_duration=self.leg_duration,
        )

    def places_in(self, city: str, state: str | None = None) -> Mapping[str, StopKind] | None:
        """Match key of each catalogue name in a city with its kind; None for a city that no table knows. A
        bare name that two cities bear is the one in `state`."""
        found = self._cities.find(city, [state] if state else [])
        if found is None:
            return None
        if found.id not in self._places and not self._knows_all_places:
            self._knows_all_places = len(self._places) >= ONE_BY_ONE
            only = None if self._knows_all_places else found.id
            self._places.setdefault(found.id, {})
            for kind, model in {**CATALOGUES, StopKind.TRANSPORT: Station}.items():
                query = select(model.city_id, model.name_key)
                for city_id, key in self._session.execute(
                    query if only is None else query.where(model.city_id == only)
                ):
                    self._places.setdefault(city_id, {}).setdefault(key, kind)
        return self._places.get(found.id, {})

    def leg_duration(
        self,
        mode: Mode,
        carrier: str | None,
        origin: str,
        destination: str,
        iso_date: str | None,
        state: str | None = None,
    ) -> float | None:
        """The timetable's duration of a leg in minutes (cab: free flow), None if no table knows it. A bare
        name that two cities bear is the one in `state`."""
        states = [state] if state else []
        leaves, reaches = self._cities.find(origin, states), self._cities.find(destination, states)
        if leaves is None or reaches is None:
            return None
        if mode is Mode.CAB:
            return self._road_min(leaves.id, reaches.id)
        if carrier is None:
            return None
        asked = operator_key(carrier) if mode is Mode.BUS else number_key(carrier)
        rows = [row for row in self._on_route(mode, leaves.id, reaches.id) if row.key == asked]
        dated = [row for row in rows if row.date in ("", iso_date)] or rows
        return min(dated, key=lambda row: row.dep_min).duration_min if dated else None

    def _road_min(self, origin_id: int, destination_id: int) -> float | None:
        road = self._session.get(RoadRoute, (origin_id, destination_id))
        if road is not None:
            return float(road.free_flow_min)
        far = self._session.get(Distance, (origin_id, destination_id))
        return float(far.duration_min) if far is not None and far.duration_min <= NO_ROAD_FROM_MIN else None

    def _on_route(self, mode: Mode, origin_id: int, destination_id: int) -> list[_Departure]:
        known, pair = self._departures[mode], (origin_id, destination_id)
        if pair not in known and mode not in self._knows_all_of:
            model, key = _DEPARTURES[mode]
            on = model.date if mode is Mode.FLIGHT else literal("")
            query = select(
                model.origin_id,
                model.destination_id,
                key,
                on,
                model.dep_min,
                model.arr_min,
                model.duration_min,
            ).order_by(model.id)
            if len(known) >= ONE_BY_ONE:
                self._knows_all_of.add(mode)
                known.clear()
            else:
                query = query.where(model.origin_id == origin_id, model.destination_id == destination_id)
            known.setdefault(pair, [])
            for start, end, number, iso_date, depart, arrive, duration in self._session.execute(query):
                lasts = float(arrive - depart if duration is None else duration)
                known.setdefault((start, end), []).append(_Departure(number, iso_date, depart, lasts))
        return known.get(pair, [])


_DEPARTURES: dict[Mode, tuple[Any, Any]] = {
    Mode.FLIGHT: (Flight, Flight.number_key),
    Mode.TRAIN: (Train, Train.number_key),
    Mode.BUS: (Bus, Bus.operator_key),
}
