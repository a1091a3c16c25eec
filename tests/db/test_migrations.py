"""The tables come from the migrations, up and down, and agree with the models."""

import pytest
from sqlalchemy import inspect, text

from annotate.errors import WorkbenchError
from db.models import Base
from db.people import list_people
from db.schema import current_revision, differences, head_revision, migrate
from db.session import engine_for, open_session
from db.start import prepare
from tests.db.cutting import cut_release


def test_models_and_newest_migration_agree(database_url):
    assert differences(database_url) == []


def test_migrating_up_makes_every_table_and_down_removes_them_all(empty_database_url):
    assert current_revision(empty_database_url) is None
    migrate(empty_database_url)
    assert current_revision(empty_database_url) == head_revision()
    with engine_for(empty_database_url).connect() as connection:
        assert set(Base.metadata.tables) <= set(inspect(connection).get_table_names())
    migrate(empty_database_url, "base")
    with engine_for(empty_database_url).connect() as connection:
        assert set(inspect(connection).get_table_names()) <= {"alembic_version"}
    migrate(empty_database_url)
    assert differences(empty_database_url) == []


def test_each_revision_goes_down_one_step_and_up_again(empty_database_url):
    migrate(empty_database_url)
    migrate(empty_database_url, "0001")
    assert current_revision(empty_database_url) == "0001"
    migrate(empty_database_url, "0001")
    migrate(empty_database_url)
    assert current_revision(empty_database_url) == head_revision()


def test_migrating_twice_changes_nothing(database_url):
    migrate(database_url)
    assert current_revision(database_url) == head_revision()


def test_a_database_of_a_newer_workbench_is_left_alone(database_url):
    with engine_for(database_url).begin() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    with pytest.raises(WorkbenchError, match="9999"):
        migrate(database_url)
    assert current_revision(database_url) == "9999"


def test_the_figures_of_rounds_that_were_frozen_before_are_filled_in(empty_database_url, tmp_path):
    prepare(empty_database_url)
    frozen = figures_of_rounds(empty_database_url)
    assert len(frozen["round_scores"]) > 20 and len(frozen["round_verdicts"]) > 100
    with open_session(write=True, url=empty_database_url) as session:
        lead = next(person for person in list_people(session) if "lead" in person.roles)
        cut_release(session, "before", tmp_path, lead)
    migrate(empty_database_url, "0005")
    migrate(empty_database_url)
    assert figures_of_rounds(empty_database_url) == frozen


def figures_of_rounds(url):
    """The rows of both tables, in order."""
    with engine_for(url).connect() as connection:
        return {
            name: connection.execute(text(f"SELECT * FROM {name} ORDER BY 1, 2")).all()
            for name in ("round_scores", "round_verdicts")
        }
