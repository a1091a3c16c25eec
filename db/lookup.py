"""What every reader of reference data needs: cities by written name, sources by import, long lists in one
parameter."""

import json
from collections.abc import Iterable
from functools import cached_property
from typing import Any

from sqlalchemy import JSON, ColumnElement, bindparam, cast, exists, func, literal, select
from sqlalchemy.orm import InstrumentedAttribute, Session

from annotate.facts import CityFacts, Source
from annotate.names import match_key
from db.importers.city_names import CityNames
from db.models import REFERENCE_MODELS, City, CityAlias, ImportBatch


def among(
    session: Session, column: InstrumentedAttribute[Any], values: Iterable[str | int]
) -> ColumnElement[bool]:
    """`column IN values` with all values in one parameter: lists of any length, one query.

    The values are sent as a JSON array, which SQLite and PostgreSQL both unfold.
    """
    listed = sorted(set(values), key=str)
    if session.get_bind().dialect.name == "postgresql":
        unfolded = func.json_array_elements_text(cast(bindparam(None, listed, type_=JSON), JSON))
        return column.in_(select(cast(unfolded.column_valued("one"), column.type)))
    each = func.json_each(literal(json.dumps(listed))).table_valued("value")
    return column.in_(select(each.c.value))


class Cities:
    """All cities of the table and the names that they go by. Two queries."""

    def __init__(self, session: Session) -> None:
        self._names = CityNames()
        self._by_key: dict[str, City] = {}
        key_of: dict[int, str] = {}
        for city in session.scalars(select(City)):
            key = self._names.add(city.name, city.state or None)
            self._by_key[key] = city
            key_of[city.id] = key
        for alias in session.scalars(select(CityAlias)):
            self._names.add_alias(alias.alias, key_of[alias.city_id])

    @cached_property
    def by_id(self) -> dict[int, City]:
        """City by row id."""
        return {city.id: city for city in self._by_key.values()}

    def find(self, written: str | None, states: Iterable[str] = ()) -> City | None:
        """The city that a written name means: `Jaipur`, an alias or `Jaipur (Rajasthan)`.

        A bare name that fits two cities is the one in `states`; None where it fits none, or still two.
        """
        if not written:
            return None
        name, state = written.strip(), None
        found = self._names.matches(name)
        if not found and name.endswith(")") and "(" in name:
            name, _, state = name[:-1].rpartition("(")
            found = self._names.matches(name.strip(), state.strip())
        if len(found) > 1:
            wanted = {match_key(one) for one in states}
            found = [key for key in found if key.rpartition("|")[2] in wanted]
        return self._by_key[found[0]] if len(found) == 1 else None


def city_facts(city: City) -> CityFacts:
    """A city as the core knows it."""
    return CityFacts(city.key, city.name, city.state or None, city.lat, city.lon)


class Sources:
    """Where rows come from, by their import; remembers which imports were used. One query."""

    def __init__(self, session: Session) -> None:
        columns = (ImportBatch.id, ImportBatch.label, ImportBatch.as_of)
        self._known = {row.id: Source(row.label, row.as_of) for row in session.execute(select(*columns))}

    def of(self, import_id: int, n: int | None = None) -> Source:
        """The source of a row, with the sample size where it has one."""
        known = self._known[import_id]
        return known if n is None else Source(known.label, known.as_of, n)


def filled_tables(session: Session) -> frozenset[str]:
    """Names of the reference tables that hold anything. One query."""
    columns = [
        exists(select(literal(1)).select_from(model)).label(stem) for stem, model in REFERENCE_MODELS.items()
    ]
    row = session.execute(select(*columns)).one()._mapping
    return frozenset(stem for stem in REFERENCE_MODELS if row[stem])
