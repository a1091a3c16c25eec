"""The tables of the reference data are those of the import formats."""

import pytest
from sqlalchemy import insert, select
from sqlalchemy.exc import IntegrityError

from db.models import REFERENCE_MODELS, Attraction, Base, City, Crowd, Flight, ImportBatch
from db.session import open_session
from tests.db.world import NINE

STEMS = {
    "cities",
    "flights",
    "flight_performance",
    "trains",
    "train_delays",
    "buses",
    "road_routes",
    "distance_matrix",
    "attractions",
    "restaurants",
    "accommodations",
    "events",
    "transit_stops",
    "crowd",
    "cost_of_living",
    "stations",
}


def an_import(session):
    batch = ImportBatch(
        label="import 1", file_name="f.csv", sha256="", imported_at=NINE, kind="cities", rows=1
    )
    session.add(batch)
    session.flush()
    city = City(
        key="jaipur|rajasthan", name="Jaipur", name_key="jaipur", state="Rajasthan", import_id=batch.id
    )
    other = City(key="agra|", name="Agra", name_key="agra", state="", import_id=batch.id)
    session.add_all([city, other])
    session.flush()
    return batch.id, city.id, other.id


def test_every_table_of_the_import_formats_has_a_model():
    assert set(REFERENCE_MODELS) == STEMS


def test_every_reference_row_names_its_import_and_every_place_its_city():
    for model in REFERENCE_MODELS.values():
        table = model.__table__
        assert "import_id" in table.c and not table.c.import_id.nullable
        if "name_key" in table.c and model is not City:
            assert [key.column.table.name for key in table.c.city_id.foreign_keys] == ["cities"]


def test_reference_rows_have_no_default_made_in_python():
    for model in REFERENCE_MODELS.values():
        for column in model.__table__.c:
            assert column.default is None and column.onupdate is None, column


def test_every_table_has_a_key_that_repeats_are_told_by():
    for model in REFERENCE_MODELS.values():
        table = model.__table__
        natural = [one for one in table.constraints if type(one).__name__ == "UniqueConstraint"]
        assert natural or len(table.primary_key.columns) == 2 or any(c.unique for c in table.c), table.name


def test_parts_of_a_key_are_never_null_so_that_it_stays_unique():
    for table in Base.metadata.tables.values():
        for constraint in table.constraints:
            if type(constraint).__name__ == "UniqueConstraint":
                assert not any(column.nullable for column in constraint.columns), table.name


def test_the_same_daily_flight_cannot_stand_there_twice(database_url):
    with open_session(write=True, url=database_url) as session:
        batch, city, other = an_import(session)
    row = {
        "number": "6E-2145",
        "number_key": "6e-2145",
        "origin_id": city,
        "destination_id": other,
        "dep_min": 480,
        "arr_min": 630,
        "date": "",
        "import_id": batch,
    }
    with pytest.raises(IntegrityError), open_session(write=True, url=database_url) as session:
        session.execute(insert(Flight), [row, row])


def test_a_row_in_bulk_gets_its_currency_and_its_unknown_lists_are_null(database_url):
    with open_session(write=True, url=database_url) as session:
        batch, city, _ = an_import(session)
        session.execute(
            insert(Attraction),
            [
                {
                    "name": "Amber Fort",
                    "name_key": "amber fort",
                    "city_id": city,
                    "import_id": batch,
                    "categories": ["Forts"],
                    "hours": [[[480, 1050]]],
                    "crowds": None,
                    "visit_duration_min": 210,
                },
            ],
        )
    with open_session(write=False, url=database_url) as session:
        found = session.scalars(select(Attraction)).one()
        assert (found.currency, found.price, found.crowds) == ("INR", None, None)
        assert (found.categories, found.hours, found.visit_duration_min) == (["Forts"], [[[480, 1050]]], 210)
        assert session.scalars(select(Attraction.id).where(Attraction.crowds.is_(None))).all() == [found.id]


def test_a_departure_outside_its_date_is_refused(database_url):
    with open_session(write=True, url=database_url) as session:
        batch, city, other = an_import(session)
    with pytest.raises(IntegrityError), open_session(write=True, url=database_url) as session:
        session.add(
            Flight(
                number="X",
                number_key="x",
                origin_id=city,
                destination_id=other,
                dep_min=1440,
                arr_min=1500,
                date="",
                import_id=batch,
            )
        )


def test_names_keep_their_letters(database_url):
    name = "Alexander’s Café — नमस्ते 🏰"
    with open_session(write=True, url=database_url) as session:
        batch, city, _ = an_import(session)
        session.add(Crowd(name=name, name_key="k", city_id=city, import_id=batch, crowds=[{"windows": []}]))
    with open_session(write=False, url=database_url) as session:
        assert session.scalar(select(Crowd.name)) == name
