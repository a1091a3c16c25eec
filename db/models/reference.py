"""What is known of the world: the tables of reference data.

Times are minutes; `arr_min` counts from 00:00 of the departure date, so 1440 and more is the next date.
`name` is as written, `name_key` is `annotate.names.match_key(name)`. A figure that is not known is NULL,
never 0. A part of a natural key that a source may leave out is '' when left out, so that the key stays unique
on every database. Every row names the import it came from; its source and date are those of that import.

Rows are written in bulk with Core inserts of plain dicts: no column here has a default made in Python.
"""

from datetime import datetime
from typing import Any

from sqlalchemy import CheckConstraint, ForeignKey, Index, UniqueConstraint
from sqlalchemy.orm import Mapped, declared_attr, mapped_column

from db.models.base import JSON_OR_NULL, Base, UtcDateTime


class ImportBatch(Base):
    """One accepted file: where rows come from, as of when, read how, and what was wrong with it."""

    __tablename__ = "import_batches"

    id: Mapped[int] = mapped_column(primary_key=True)
    label: Mapped[str]
    """What people see as the source of a figure ("import 3, trains.csv", "demo (invented)")."""
    file_name: Mapped[str]
    sha256: Mapped[str] = mapped_column(index=True)
    imported_at: Mapped[datetime] = mapped_column(UtcDateTime)
    imported_by_id: Mapped[int | None] = mapped_column(ForeignKey("people.id"))
    as_of: Mapped[str | None]
    """ISO date of the data, None where the source does not say."""
    kind: Mapped[str]
    """A key of REFERENCE_MODELS, or `queries`, `skeletons`, `plans`, `gold`."""
    rows: Mapped[int]
    mapping: Mapped[Any] = mapped_column(JSON_OR_NULL, nullable=True)
    problems: Mapped[Any] = mapped_column(JSON_OR_NULL, nullable=True)


class _Imported:
    """A row that came with an import."""

    @declared_attr
    @classmethod
    def import_id(cls) -> Mapped[int]:
        """The import that wrote the row last."""
        return mapped_column(ForeignKey("import_batches.id"))


class _Priced:
    """A row with a price in some currency."""

    price: Mapped[float | None]
    currency: Mapped[str] = mapped_column(server_default="INR")


class _Route:
    """A row that leads from a city to a city."""

    @declared_attr
    @classmethod
    def origin_id(cls) -> Mapped[int]:
        """City it leaves."""
        return mapped_column(ForeignKey("cities.id"))

    @declared_attr
    @classmethod
    def destination_id(cls) -> Mapped[int]:
        """City it reaches."""
        return mapped_column(ForeignKey("cities.id"))


class _Named:
    """A row with a name in a city."""

    name: Mapped[str]
    name_key: Mapped[str]

    @declared_attr
    @classmethod
    def city_id(cls) -> Mapped[int]:
        """City of the row."""
        return mapped_column(ForeignKey("cities.id"), index=True)


class City(_Imported, Base):
    """A city.

    Its identity is name + state (there are two Aurangabads). `key` is `match_key(name)|match_key(state)`.
    """

    __tablename__ = "cities"

    id: Mapped[int] = mapped_column(primary_key=True)
    key: Mapped[str] = mapped_column(unique=True)
    name: Mapped[str]
    name_key: Mapped[str] = mapped_column(index=True)
    state: Mapped[str]
    """'' where the source names none."""
    lat: Mapped[float | None]
    lon: Mapped[float | None]


class CityAlias(_Imported, Base):
    """Another name of a city (Bangalore for Bengaluru)."""

    __tablename__ = "city_aliases"
    __table_args__ = (UniqueConstraint("alias_key", "city_id"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    alias: Mapped[str]
    alias_key: Mapped[str]
    city_id: Mapped[int] = mapped_column(ForeignKey("cities.id"))


class Flight(_Imported, _Route, _Priced, Base):
    """A flight on a route; `date` is ISO, '' for a daily flight."""

    __tablename__ = "flights"
    __table_args__ = (
        UniqueConstraint("number_key", "origin_id", "destination_id", "date"),
        Index(None, "origin_id", "destination_id"),
        CheckConstraint("dep_min BETWEEN 0 AND 1439", name="dep_min"),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    number: Mapped[str]
    number_key: Mapped[str]
    airline: Mapped[str | None]
    dep_min: Mapped[int]
    arr_min: Mapped[int]
    duration_min: Mapped[float | None]
    arr_inferred: Mapped[bool] = mapped_column(server_default="0")
    """True when the arrival's date was inferred."""
    date: Mapped[str]


class FlightPerformance(_Imported, Base):
    """Observed delays of a flight number, counts of flights and minutes.

    `route_key` is `origin_id>destination_id`, '' for a figure that holds for every route of the number.
    """

    __tablename__ = "flight_performance"
    __table_args__ = (UniqueConstraint("number_key", "route_key"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    number: Mapped[str]
    number_key: Mapped[str]
    route_key: Mapped[str]
    origin_id: Mapped[int | None] = mapped_column(ForeignKey("cities.id"))
    destination_id: Mapped[int | None] = mapped_column(ForeignKey("cities.id"))
    total_flights: Mapped[int]
    on_time: Mapped[int | None]
    late: Mapped[int]
    very_late: Mapped[int]
    excessive: Mapped[int]
    cancelled: Mapped[int]
    diverted: Mapped[int]
    avg_delay_min: Mapped[float | None]
    std_delay_min: Mapped[float | None]
    max_delay_min: Mapped[float | None]
    min_delay_min: Mapped[float | None]
    delay_observations: Mapped[int | None]
    codeshare: Mapped[str | None]


class Train(_Imported, _Route, _Priced, Base):
    """A train between two stations.

    `origin_station_key` is the folded station name, the city's key where the source names no station.
    `run_days` are weekdays (0 Monday), NULL where not known. `prices` by class; `price` where the source
    names no class.
    """

    __tablename__ = "trains"
    __table_args__ = (
        UniqueConstraint("number_key", "origin_station_key", "destination_station_key"),
        Index(None, "origin_id", "destination_id"),
        CheckConstraint("dep_min BETWEEN 0 AND 1439", name="dep_min"),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    number: Mapped[str]
    """Text: leading zeros stay."""
    number_key: Mapped[str]
    train_name: Mapped[str | None]
    origin_station: Mapped[str | None]
    destination_station: Mapped[str | None]
    origin_station_key: Mapped[str]
    destination_station_key: Mapped[str]
    dep_min: Mapped[int]
    arr_min: Mapped[int]
    duration_min: Mapped[float | None]
    arr_inferred: Mapped[bool] = mapped_column(server_default="0")
    run_days: Mapped[Any] = mapped_column(JSON_OR_NULL, nullable=True)
    classes: Mapped[Any] = mapped_column(JSON_OR_NULL, nullable=True)
    prices: Mapped[Any] = mapped_column(JSON_OR_NULL, nullable=True)


class TrainDelay(_Imported, Base):
    """Average delay of a train at a station in minutes, over five horizons.

    Station '' stands for the whole train.
    """

    __tablename__ = "train_delays"
    __table_args__ = (UniqueConstraint("number_key", "station_key"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    number: Mapped[str]
    number_key: Mapped[str]
    station: Mapped[str]
    station_key: Mapped[str]
    avg_delay_1w: Mapped[float | None]
    avg_delay_1m: Mapped[float | None]
    avg_delay_3m: Mapped[float | None]
    avg_delay_6m: Mapped[float | None]
    avg_delay_1y: Mapped[float | None]
    unknown_pct: Mapped[float | None]


class Bus(_Imported, _Route, _Priced, Base):
    """A bus; `bus_type` is '' where the source names none."""

    __tablename__ = "buses"
    __table_args__ = (
        UniqueConstraint("operator_key", "origin_id", "destination_id", "dep_min", "bus_type"),
        Index(None, "origin_id", "destination_id"),
        CheckConstraint("dep_min BETWEEN 0 AND 1439", name="dep_min"),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    operator: Mapped[str]
    operator_key: Mapped[str]
    bus_type: Mapped[str]
    dep_min: Mapped[int]
    arr_min: Mapped[int]
    duration_min: Mapped[float | None]
    arr_inferred: Mapped[bool] = mapped_column(server_default="0")


class RoadRoute(_Imported, Base):
    """Driving from a city to a city: minutes without traffic and the delay on top. The directed pair is the
    key.
    """

    __tablename__ = "road_routes"
    __table_args__ = (
        CheckConstraint("free_flow_min >= 0", name="free_flow_min"),
        CheckConstraint("historical_delay_min >= 0", name="historical_delay_min"),
        {"sqlite_with_rowid": False},
    )

    origin_id: Mapped[int] = mapped_column(ForeignKey("cities.id"), primary_key=True)
    destination_id: Mapped[int] = mapped_column(ForeignKey("cities.id"), primary_key=True)
    free_flow_min: Mapped[float]
    historical_delay_min: Mapped[float]
    estimated_delay_min: Mapped[float | None]
    distance_km: Mapped[float | None]


class Distance(_Imported, Base):
    """Road duration and distance between two cities.

    Over 1440 min means no usable road. The directed pair is the key.
    """

    __tablename__ = "distances"
    __table_args__ = (CheckConstraint("distance_km >= 0", name="distance_km"), {"sqlite_with_rowid": False})

    origin_id: Mapped[int] = mapped_column(ForeignKey("cities.id"), primary_key=True)
    destination_id: Mapped[int] = mapped_column(ForeignKey("cities.id"), primary_key=True)
    duration_min: Mapped[float]
    distance_km: Mapped[float]


class Attraction(_Imported, _Named, _Priced, Base):
    """A sight.

    `price` is the entry fee per person. `hours` and `crowds` are in the stored form of `annotate.facts`.
    """

    __tablename__ = "attractions"
    __table_args__ = (UniqueConstraint("name_key", "city_id"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    lat: Mapped[float | None]
    lon: Mapped[float | None]
    visit_duration_min: Mapped[float | None]
    categories: Mapped[Any] = mapped_column(JSON_OR_NULL, nullable=True)
    rating: Mapped[float | None]
    hours: Mapped[Any] = mapped_column(JSON_OR_NULL, nullable=True)
    crowd_level: Mapped[str | None]
    crowds: Mapped[Any] = mapped_column(JSON_OR_NULL, nullable=True)


class Restaurant(_Imported, _Named, _Priced, Base):
    """A restaurant.

    `price` is the average cost per person. `address_key` is '' unless a chain repeats in the city.
    """

    __tablename__ = "restaurants"
    __table_args__ = (UniqueConstraint("name_key", "city_id", "address_key"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    address: Mapped[str | None]
    address_key: Mapped[str]
    lat: Mapped[float | None]
    lon: Mapped[float | None]
    cuisines: Mapped[Any] = mapped_column(JSON_OR_NULL, nullable=True)
    rating: Mapped[float | None]
    hours: Mapped[Any] = mapped_column(JSON_OR_NULL, nullable=True)
    crowd_level: Mapped[str | None]
    crowds: Mapped[Any] = mapped_column(JSON_OR_NULL, nullable=True)


class Accommodation(_Imported, _Named, _Priced, Base):
    """A place to stay; `price` is per room and night."""

    __tablename__ = "accommodations"
    __table_args__ = (UniqueConstraint("name_key", "city_id"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    lat: Mapped[float | None]
    lon: Mapped[float | None]
    max_occupancy: Mapped[int | None]
    minimum_nights: Mapped[int | None]
    house_rules: Mapped[Any] = mapped_column(JSON_OR_NULL, nullable=True)
    house_type: Mapped[Any] = mapped_column(JSON_OR_NULL, nullable=True)
    facilities: Mapped[Any] = mapped_column(JSON_OR_NULL, nullable=True)
    services: Mapped[Any] = mapped_column(JSON_OR_NULL, nullable=True)
    rating: Mapped[float | None]


class Event(_Imported, _Named, _Priced, Base):
    """Something that takes place on a date.

    `end_date` is its last date (NULL: the first). `price` is per person.
    """

    __tablename__ = "events"
    __table_args__ = (UniqueConstraint("name_key", "city_id", "date"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    date: Mapped[str]
    end_date: Mapped[str | None]
    start_min: Mapped[int | None]
    end_min: Mapped[int | None]
    category: Mapped[str | None]
    address: Mapped[str | None]
    lat: Mapped[float | None]
    lon: Mapped[float | None]


class TransitStop(_Imported, _Named, Base):
    """The public transport stop nearest to a place (`name` is the place's).

    `computed` marks one found from stations.
    """

    __tablename__ = "transit_stops"
    __table_args__ = (
        UniqueConstraint("name_key", "city_id"),
        CheckConstraint("distance_m >= 0", name="distance_m"),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    stop_name: Mapped[str]
    distance_m: Mapped[float]
    stop_lat: Mapped[float | None]
    stop_lon: Mapped[float | None]
    computed: Mapped[bool] = mapped_column(server_default="0")


class Crowd(_Imported, _Named, Base):
    """How crowded a place is (`name` is the place's): `crowds` in the stored form, or one stated
    `crowd_level`.
    """

    __tablename__ = "crowds"
    __table_args__ = (UniqueConstraint("name_key", "city_id"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    crowd_level: Mapped[str | None]
    crowds: Mapped[Any] = mapped_column(JSON_OR_NULL, nullable=True)


class CostOfLiving(_Imported, Base):
    """What an item costs in a city (`Taxi 1km`)."""

    __tablename__ = "cost_of_living"
    __table_args__ = (UniqueConstraint("city_id", "item_key"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    city_id: Mapped[int] = mapped_column(ForeignKey("cities.id"))
    item: Mapped[str]
    item_key: Mapped[str]
    value: Mapped[float]
    currency: Mapped[str] = mapped_column(server_default="INR")


class Station(_Imported, _Named, Base):
    """A transport place; `kind` is airport, railway, bus or metro ('' where the source does not say)."""

    __tablename__ = "stations"
    __table_args__ = (UniqueConstraint("name_key", "city_id"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    lat: Mapped[float | None]
    lon: Mapped[float | None]
    kind: Mapped[str] = mapped_column(server_default="")
    code: Mapped[str | None]


REFERENCE_MODELS: dict[str, type[Base]] = {
    "cities": City,
    "flights": Flight,
    "flight_performance": FlightPerformance,
    "trains": Train,
    "train_delays": TrainDelay,
    "buses": Bus,
    "road_routes": RoadRoute,
    "distance_matrix": Distance,
    "attractions": Attraction,
    "restaurants": Restaurant,
    "accommodations": Accommodation,
    "events": Event,
    "transit_stops": TransitStop,
    "crowd": Crowd,
    "cost_of_living": CostOfLiving,
    "stations": Station,
}
"""Model by the file stem under which a reference table is imported."""
