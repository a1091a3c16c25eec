"""Rows of reference data for tests: `a_world(session)` holds a small one, `add` puts one row more into it."""

from datetime import UTC, datetime
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from annotate.names import match_key
from db import models
from db.carriers import number_key

FIRST_IMPORT = 1
AS_OF = "2025-10-01"


def add(session: Session, model: Any, **columns: Any) -> Any:
    """One row, with its folded keys and its import."""
    for written, key in (("name", "name_key"), ("number", "number_key"), ("operator", "operator_key"),
                         ("item", "item_key"), ("station", "station_key")):  # fmt: skip
        if written in columns and hasattr(model, key):
            fold = number_key if written == "number" else match_key
            columns.setdefault(key, fold(columns[written]))
    if hasattr(model, "address_key"):
        columns.setdefault("address_key", "")
    columns.setdefault("import_id", FIRST_IMPORT)
    row = model(**columns)
    session.add(row)
    session.flush()
    return row


def add_batch(session: Session, label: str, kind: str) -> int:
    """An accepted import."""
    batch = models.ImportBatch(
        label=label, file_name=f"{kind}.csv", sha256="0" * 64, imported_at=datetime(2025, 10, 2, tzinfo=UTC),
        as_of=AS_OF, kind=kind, rows=1,
    )  # fmt: skip
    session.add(batch)
    session.flush()
    return int(batch.id)


def add_city(session: Session, name: str, state: str, **columns: Any) -> int:
    """A city of the table; returns its id."""
    key = f"{match_key(name)}|{match_key(state)}"
    return int(add(session, models.City, name=name, state=state, key=key, **columns).id)


def city_id(session: Session, name: str) -> int:
    """Id of a city by its folded name."""
    return session.scalars(select(models.City.id).where(models.City.name_key == match_key(name))).one()


def a_world(session: Session) -> dict[str, int]:
    """Bhopal, Jaipur, Agra and two Aurangabads under one import; returns the city ids by name."""
    assert add_batch(session, "import 1", "cities") == FIRST_IMPORT
    return {
        "Bhopal": add_city(session, "Bhopal", "Madhya Pradesh"),
        "Jaipur": add_city(session, "Jaipur", "Rajasthan", lat=26.9, lon=75.8),
        "Agra": add_city(session, "Agra", "Uttar Pradesh"),
        "Bengaluru": add_city(session, "Bengaluru", "Karnataka"),
        "Aurangabad MH": add_city(session, "Aurangabad", "Maharashtra"),
        "Aurangabad BR": add_city(session, "Aurangabad", "Bihar"),
    }


def an_attraction(session: Session, city: int, name: str = "Museum", **known: Any) -> Any:
    """An attraction of a city, with what the test says of it."""
    return add(session, models.Attraction, name=name, city_id=city, **known)
