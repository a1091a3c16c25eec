"""Reference tables at the size of UTP-Bench, and how long their import takes against a raw `executemany`.

`python -m tests.bench.utp_scale DIR` only writes the CSV files to DIR.

504 cities, 253,512 distances (every directed pair), 68,000 trains, 35,000 buses, 29,000 flights; seeded, so that two
machines measure the same rows. The raw figure inserts the very rows that the import stored, into the same tables of an
empty database, through the driver. Times are processor time, which a busy machine does not lengthen.
"""

import csv
import random
import sqlite3
import sys
import time
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from db import imports
from db.importers.answers import Answers
from db.importers.base import Counts
from db.models import Bus as BusRow
from db.models import City, Distance, Flight, ImportBatch, Train
from db.schema import migrate
from db.session import open_session
from tests.bench.figure import Figure


@dataclass(frozen=True, slots=True)
class Size:
    """How many rows; distances are every directed pair of cities."""

    cities: int
    trains: int
    buses: int
    flights: int


UTP_BENCH = Size(504, 68_000, 35_000, 29_000)
REDUCED = Size(40, 1_400, 700, 600)
SEED = 2609
ATTRACTIONS_A_CITY, RESTAURANTS_A_CITY, ACCOMMODATIONS_A_CITY = 15, 30, 10
MOST_TIMES_RAW = 4.0
"""An import may take at most so many times the raw insert."""
_MEASURED = (ImportBatch, City, Distance, Train, BusRow, Flight)


def write_tables(folder: Path, size: Size, seed: int = SEED) -> None:
    """Write cities, distance_matrix, trains, buses and flights as CSV."""
    rng = random.Random(seed)
    names = [f"City {n:03d}" for n in range(size.cities)]
    _write(
        folder / "cities.csv",
        ("city", "state", "lat", "lon"),
        (
            (name, f"State {n % 28}", round(rng.uniform(8, 34), 4), round(rng.uniform(69, 96), 4))
            for n, name in enumerate(names)
        ),
    )
    _write(
        folder / "distance_matrix.csv",
        ("origin", "destination", "duration_min", "distance_km"),
        (
            (a, b, rng.randint(30, 3000), round(rng.uniform(20, 2800), 1))
            for a in names
            for b in names
            if a != b
        ),
    )
    _write(
        folder / "trains.csv",
        ("train_number", "train_name", "origin", "destination", "origin_station", "destination_station",
         "dep_time", "arr_time", "duration", "run_days", "price_SL", "price_3A"),
        (_train(rng, n, names) for n in range(size.trains)),
    )  # fmt: skip
    _write(
        folder / "buses.csv",
        ("operator", "bus_type", "origin", "destination", "dep_time", "arr_time", "duration", "price"),
        (_bus(rng, n, names) for n in range(size.buses)),
    )
    _write(
        folder / "flights.csv",
        (
            "flight_number",
            "airline",
            "origin",
            "destination",
            "dep_time",
            "arr_time",
            "duration",
            "date",
            "price",
        ),
        (_flight(rng, n, names) for n in range(size.flights)),
    )


def write_places(folder: Path, size: Size, seed: int = SEED) -> None:
    """Write attractions, restaurants, accommodations and train_delays of the cities and trains as CSV."""
    rng = random.Random(seed)
    names = [f"City {n:03d}" for n in range(size.cities)]
    _write(
        folder / "attractions.csv",
        ("name", "city", "lat", "lon", "visit_duration", "categories", "price"),
        (
            (f"Sight {n}", city, *_somewhere(rng), rng.choice((1, 2, 3)), "Museums", rng.randint(0, 500))
            for city in names
            for n in range(ATTRACTIONS_A_CITY)
        ),
    )
    _write(
        folder / "restaurants.csv",
        ("name", "city", "lat", "lon", "avg_cost", "cuisines"),
        (
            (f"Kitchen {n}", city, *_somewhere(rng), rng.randint(100, 900), "North Indian")
            for city in names
            for n in range(RESTAURANTS_A_CITY)
        ),
    )
    _write(
        folder / "accommodations.csv",
        ("name", "city", "lat", "lon", "price", "max_occupancy"),
        (
            (f"Inn {n}", city, *_somewhere(rng), rng.randint(500, 9000), rng.randint(1, 4))
            for city in names
            for n in range(ACCOMMODATIONS_A_CITY)
        ),
    )
    horizons = ("avg_delay_1w", "avg_delay_1m", "avg_delay_3m", "avg_delay_6m", "avg_delay_1y")
    _write(
        folder / "train_delays.csv",
        ("train_number", "station", *horizons),
        ((f"{n:05d}", "", *(rng.randint(0, 90) for _ in horizons)) for n in range(size.trains)),
    )


def _somewhere(rng: random.Random) -> tuple[float, float]:
    return round(rng.uniform(8, 34), 4), round(rng.uniform(69, 96), 4)


def _write(path: Path, header: tuple[str, ...], rows: Iterable[tuple[object, ...]]) -> None:
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(header)
        writer.writerows(rows)


def _times(rng: random.Random, longest_min: int) -> tuple[str, str, str]:
    leaves, takes = rng.randrange(1440), rng.randrange(40, longest_min)
    lands = (leaves + takes) % 1440
    return (
        f"{leaves // 60:02d}:{leaves % 60:02d}",
        f"{lands // 60:02d}:{lands % 60:02d}",
        f"{takes // 60}h {takes % 60:02d}m",
    )


def _train(rng: random.Random, n: int, names: list[str]) -> tuple[object, ...]:
    a, b = rng.sample(names, 2)
    days = rng.choice(("Daily", "Mon;Wed;Fri", "Tue;Thu;Sat;Sun"))
    return (
        f"{n:05d}",
        f"Express {n}",
        a,
        b,
        f"{a} Jn",
        f"{b} Jn",
        *_times(rng, 2400),
        days,
        rng.randint(150, 900),
        rng.randint(500, 2500),
    )


def _bus(rng: random.Random, n: int, names: list[str]) -> tuple[object, ...]:
    a, b = rng.sample(names, 2)
    return (
        f"Operator {n % 900}",
        rng.choice(("AC Sleeper (2+1)", "Non AC Seater")),
        a,
        b,
        *_times(rng, 1200),
        rng.randint(200, 2500),
    )


def _flight(rng: random.Random, n: int, names: list[str]) -> tuple[object, ...]:
    a, b = rng.sample(names, 2)
    return (
        f"6E-{n:05d}",
        "Invented Air",
        a,
        b,
        *_times(rng, 240),
        f"2025-11-{rng.randint(1, 30):02d}",
        rng.randint(2000, 15000),
    )


def measure(folder: Path, *, quick: bool) -> list[Figure]:
    """Import, the same import again, the raw insert; each into the tables of an empty database."""
    tables = write_tables_in(folder, quick=quick)
    imported, empty = folder / "imported.db", folder / "raw.db"
    url = f"sqlite:///{imported}"
    migrate(url)
    first, again = import_tables([tables], url), import_tables([tables], url)
    migrate(f"sqlite:///{empty}")
    raw_s = _raw(imported, empty)
    rows = first.counts.new
    why = f"reading and checking takes {first.read_s:.1f} s, writing {first.total_s - first.read_s:.1f} s"
    beside = f"import {first.total_s:.1f} s, executemany {raw_s:.1f} s, {rows:,} rows; {why}"
    return [
        Figure("import", "rows imported", rows / first.total_s, "rows/s", beside=beside),
        Figure("import", "import beside raw executemany", first.total_s / raw_s, "times", MOST_TIMES_RAW, beside, why),
        Figure("import", "rows imported again, nothing changed", again.counts.same / again.total_s, "rows/s"),
    ]  # fmt: skip


def write_tables_in(folder: Path, *, quick: bool) -> Path:
    """Write the tables to a folder inside `folder` and return it."""
    tables = folder / "utp"
    tables.mkdir()
    write_tables(tables, REDUCED if quick else UTP_BENCH)
    return tables


@dataclass(frozen=True, slots=True)
class Imported:
    """Processor time of an import, and what it changed."""

    read_s: float
    total_s: float
    counts: Counts


def import_tables(tables: list[Path], url: str) -> Imported:
    """Read, check and accept the tables (files or folders), as the import screen does."""
    start = time.process_time()
    with open_session(write=False, url=url) as session:
        plan = imports.read_files(tables, Answers(), session=session)
    read = time.process_time() - start
    with open_session(write=True, url=url) as session:
        result = imports.accept(session, plan)
    return Imported(read, time.process_time() - start, result.counts)


def _raw(filled: Path, empty: Path) -> float:
    source = sqlite3.connect(filled)
    tables = [model.__tablename__ for model in _MEASURED]
    rows = {table: source.execute(f"SELECT * FROM {table}").fetchall() for table in tables}
    source.close()
    target = sqlite3.connect(empty, isolation_level=None)
    for pragma in ("journal_mode = WAL", "synchronous = NORMAL", "foreign_keys = ON"):
        target.execute(f"PRAGMA {pragma}")
    start = time.process_time()
    target.execute("BEGIN IMMEDIATE")
    for table in tables:
        marks = ", ".join("?" * len(rows[table][0]))
        target.executemany(f"INSERT INTO {table} VALUES ({marks})", rows[table])
    target.execute("COMMIT")
    took = time.process_time() - start
    target.close()
    return took


def main(arguments: list[str]) -> int:
    """Write the tables to the folder named."""
    folder = Path(arguments[0])
    folder.mkdir(parents=True, exist_ok=True)
    write_tables(folder, UTP_BENCH)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
