"""What the reference data lack: cities without crowd data, places without a duration or a price, routes without
delay figures. Added up by the database; the number of queries is constant."""

from collections import defaultdict
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import (
    ColumnElement,
    Select,
    and_,
    case,
    exists,
    func,
    literal,
    null,
    or_,
    select,
    union_all,
)
from sqlalchemy.orm import Session, aliased

from annotate.facts import Source
from db.leg_facts import NO_ROAD_FROM_MIN
from db.lookup import Sources
from db.models import (
    REFERENCE_MODELS,
    Accommodation,
    Attraction,
    Bus,
    City,
    Crowd,
    Distance,
    Flight,
    FlightPerformance,
    ImportBatch,
    Restaurant,
    RoadRoute,
    Train,
    TrainDelay,
)
from db.reference_uncertainty import HORIZONS, Scope, column_of, crowd_of

ROAD = "Road"
MODES = ("Train", "Flight", ROAD)
"""How a route can be travelled, as far as delays are known by it: bus and cab share the road."""
SUBJECTS: dict[str, tuple[Any, ...]] = {
    "delays": (FlightPerformance, TrainDelay, RoadRoute),
    "places": (Attraction, Restaurant, Accommodation, Crowd),
    "timetables": (Train, Flight, Bus, Distance),
}
"""The tables whose imports are told together."""


@dataclass(frozen=True, slots=True)
class Known:
    """How many of the things that want a figure have one."""

    known: int = 0
    things: int = 0

    @property
    def lacking(self) -> int:
        """How many have none."""
        return self.things - self.known

    @property
    def share(self) -> float | None:
        """Known of things, in [0, 1]; None without things."""
        return self.known / self.things if self.things else None

    def __add__(self, other: "Known") -> "Known":
        return Known(self.known + other.known, self.things + other.things)


@dataclass(frozen=True, slots=True)
class CityCoverage:
    """What is known of the places of a city: crowd data of attractions and restaurants (windows or a stated
    level), the catalogue's own visit durations of attractions, prices of restaurants and of accommodations.
    `plans` are the chosen annotations that lead there."""

    city_id: int
    name: str
    state: str
    plans: tuple[int, ...]
    attraction_crowds: Known
    restaurant_crowds: Known
    durations: Known
    restaurant_prices: Known
    accommodation_prices: Known

    @property
    def crowds(self) -> Known:
        """Crowd data of both kinds of place."""
        return self.attraction_crowds + self.restaurant_crowds

    @property
    def lacking(self) -> int:
        """How many figures are missing in all."""
        others = (self.durations, self.restaurant_prices, self.accommodation_prices)
        return self.crowds.lacking + sum(one.lacking for one in others)


@dataclass(frozen=True, slots=True)
class RouteCoverage:
    """A directed pair of cities by one mode. `departures` are lines of the timetable (of buses on a road, which
    a cab may take without any); `lacking` of them have no delay figure."""

    mode: str
    origin: str
    destination: str
    departures: int
    lacking: int


@dataclass(frozen=True, slots=True)
class ModeCoverage:
    """How many routes of a mode have a delay figure for one departure at least, how many departures have one, and
    the routes that `lack` one, the worst first."""

    mode: str
    routes: Known
    departures: Known
    lack: tuple[RouteCoverage, ...]


def city_coverage(session: Session, scope: Scope) -> list[CityCoverage]:
    """Every city of the scope: those without crowd data first, among them those that most plans lead to, then
    those that lack most figures. Two queries."""
    counts: dict[tuple[int, str], tuple[Known, Known]] = defaultdict(lambda: (Known(), Known()))
    for kind, city_id, things, crowds, figures in session.execute(_places_by_city(session, scope)):
        counts[city_id, kind] = Known(crowds, things), Known(figures, things)
    cities = session.execute(
        select(City.id, City.name, City.state)
        .where(scope.holds(session, City.id))
        .order_by(City.name, City.state)
    )
    found = []
    for city_id, name, state in cities:
        seen, durations = counts[city_id, "attractions"]
        eaten, meals = counts[city_id, "restaurants"]
        _, rooms = counts[city_id, "accommodations"]
        plans = scope.plans_to.get(city_id, ())
        found.append(CityCoverage(city_id, name, state, plans, seen, eaten, durations, meals, rooms))
    return sorted(found, key=lambda city: (city.crowds.known > 0, -len(city.plans), -city.lacking))


def _places_by_city(session: Session, scope: Scope) -> Any:
    """(kind, city, places, with crowd data, with a duration or a price)."""

    def of(kind: str, model: Any, crowd_rows: ColumnElement[Any], figure: Any) -> Any:
        columns = (literal(kind), model.city_id, func.count(), func.count(crowd_rows), func.count(figure))
        return select(*columns).where(scope.holds(session, model.city_id)).group_by(model.city_id)

    queries = []
    for kind, model, figure in (
        ("attractions", Attraction, func.nullif(Attraction.visit_duration_min, 0)),
        ("restaurants", Restaurant, Restaurant.price),
    ):
        told = (column.is_not(None) for one in (model, Crowd) for column in (one.crowds, one.crowd_level))
        has_crowd = case((or_(*told), 1))
        queries.append(of(kind, model, has_crowd, figure).outerjoin(Crowd, crowd_of(model)))
    queries.append(of("accommodations", Accommodation, null(), Accommodation.price))
    return union_all(*queries)


def mode_coverage(session: Session, scope: Scope, mode: str, *, limit: int | None = None) -> ModeCoverage:
    """What is known of the delays on the routes of a mode (one of MODES), with at most `limit` of the routes that
    lack a figure: most departures without first, then by name. One query."""
    routes = _ROUTES[mode](session, scope).cte()
    start, end = aliased(City), aliased(City)
    is_lacking = routes.c.covered == 0 if mode == ROAD else routes.c.lacking > 0
    worst = (
        select(
            literal(1).label("part"), start.name, end.name, routes.c.departures, routes.c.lacking, literal(0)
        )
        .select_from(routes)
        .join(start, start.id == routes.c.origin_id)
        .join(end, end.id == routes.c.destination_id)
        .where(is_lacking)
        .order_by(routes.c.lacking.desc(), start.name, end.name, routes.c.origin_id, routes.c.destination_id)
        .limit(limit)
        .subquery()
    )
    totals = select(
        literal(0).label("part"),
        literal(""),
        literal(""),
        _total(routes.c.departures),
        _total(routes.c.lacking),
        _total(case((routes.c.covered > 0, 1), else_=0)),
        func.count().label("routes"),
    )
    found = session.execute(union_all(totals, select(worst, literal(0)))).all()
    _, _, _, departures, lacking, covered, number = next(row for row in found if row[0] == 0)
    listed = [
        RouteCoverage(mode, origin, destination, leaving, without)
        for part, origin, destination, leaving, without, _, _ in found
        if part
    ]
    known = Known(int(departures) - int(lacking), int(departures))
    return ModeCoverage(mode, Known(int(covered), number), known, tuple(listed))


def _total(column: ColumnElement[Any]) -> ColumnElement[Any]:
    return func.coalesce(func.sum(column), 0)


def _routes(session: Session, scope: Scope, model: Any, has_delay: ColumnElement[bool]) -> Select[Any]:
    """(origin_id, destination_id, departures, lacking, covered) of a timetable."""
    covered = func.sum(case((has_delay, 1), else_=0))
    return (
        select(
            model.origin_id,
            model.destination_id,
            func.count().label("departures"),
            (func.count() - covered).label("lacking"),
            covered.label("covered"),
        )
        .where(scope.touched(session, model))
        .group_by(model.origin_id, model.destination_id)
    )


def _train_routes(session: Session, scope: Scope) -> Select[Any]:
    """A train counts as covered when its number has a delay figure over any horizon, at any station."""
    has_figure = or_(*(column_of(TrainDelay, horizon).is_not(None) for horizon in HORIZONS))
    return _routes(
        session, scope, Train, Train.number_key.in_(select(TrainDelay.number_key).where(has_figure))
    )


def _flight_routes(session: Session, scope: Scope) -> Select[Any]:
    """A flight counts as covered when its number has observed flights on its route, or on no stated one."""
    record = FlightPerformance
    on_route = or_(
        record.route_key == "",
        and_(record.origin_id == Flight.origin_id, record.destination_id == Flight.destination_id),
    )
    has_record = exists().where(record.number_key == Flight.number_key, record.total_flights > 0, on_route)
    return _routes(session, scope, Flight, has_record)


def _road_routes(session: Session, scope: Scope) -> Select[Any]:
    """Pairs with a usable road or a record of one; the departures are those of the buses on it."""
    roads = select(Distance.origin_id, Distance.destination_id).where(
        Distance.duration_min <= NO_ROAD_FROM_MIN, scope.touched(session, Distance)
    )
    pairs = roads.union(
        select(RoadRoute.origin_id, RoadRoute.destination_id).where(scope.touched(session, RoadRoute))
    ).subquery()
    buses = (
        select(Bus.origin_id, Bus.destination_id, func.count().label("number"))
        .where(scope.touched(session, Bus))
        .group_by(Bus.origin_id, Bus.destination_id)
        .subquery()
    )
    number = func.coalesce(buses.c.number, 0)
    return (
        select(
            pairs.c.origin_id,
            pairs.c.destination_id,
            number.label("departures"),
            case((RoadRoute.origin_id.is_(None), number), else_=0).label("lacking"),
            case((RoadRoute.origin_id.is_(None), 0), else_=1).label("covered"),
        )
        .outerjoin(
            RoadRoute,
            and_(
                RoadRoute.origin_id == pairs.c.origin_id, RoadRoute.destination_id == pairs.c.destination_id
            ),
        )
        .outerjoin(
            buses,
            and_(buses.c.origin_id == pairs.c.origin_id, buses.c.destination_id == pairs.c.destination_id),
        )
    )


_ROUTES = {"Train": _train_routes, "Flight": _flight_routes, ROAD: _road_routes}


def reference_sources(session: Session) -> dict[str, list[Source]]:
    """The imports that rows come from, by subject (a key of SUBJECTS), in the order of their labels. Two queries."""
    known = Sources(session)
    used = [
        select(literal(subject), model.import_id).distinct()
        for subject, models in SUBJECTS.items()
        for model in models
    ]
    found: dict[str, set[Source]] = {subject: set() for subject in SUBJECTS}
    for subject, import_id in session.execute(union_all(*used)):
        found[subject].add(known.of(import_id))
    return {subject: sorted(sources, key=lambda one: one.label) for subject, sources in found.items()}


def newest_import(session: Session) -> tuple[int, datetime] | None:
    """What changes with every import of reference data: the last one's id and the latest instant. One query."""
    is_reference = ImportBatch.kind.in_(list(REFERENCE_MODELS)) & (ImportBatch.rows > 0)
    last, at = session.execute(
        select(func.max(ImportBatch.id), func.max(ImportBatch.imported_at)).where(is_reference)
    ).one()
    return None if last is None else (last, at)
