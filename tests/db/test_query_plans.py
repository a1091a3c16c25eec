"""Gathering facts finds its rows by index, so it takes no longer when the tables grow."""

import re
from pathlib import Path
from typing import Any

from sqlalchemy import event

from annotate.plan import Mode
from db.facts import gather
from db.models import Base
from db.schema import migrate
from db.session import open_session
from tests.builders import a_day, a_leg, a_stop, an_itinerary
from tests.db.reference_rows import a_world

READ_WHOLE = {"cities", "city_aliases", "import_batches"}
"""Small, and needed whole: every name may be an alias of a city."""
SCANNED = re.compile(r"^SCAN (\w+)")


def test_no_query_for_the_facts_of_a_plan_reads_a_large_table_from_end_to_end(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'facts.db'}"
    migrate(url)
    with open_session(write=True, url=url) as session:
        a_world(session)
    legs = [a_leg(mode, origin="Bhopal", destination="Jaipur") for mode in Mode]
    plan = an_itinerary(a_day(*legs, a_stop("A museum that no table knows"), from_city="Bhopal"))
    sent: list[tuple[str, Any]] = []
    with open_session(write=False, url=url) as session:
        connection = session.connection()

        def keep(_connection: Any, _cursor: Any, statement: str, parameters: Any, *_: Any) -> None:
            sent.append((statement, parameters))

        event.listen(connection, "before_cursor_execute", keep)
        gather(session, plan)
        event.remove(connection, "before_cursor_execute", keep)
        scans = {
            (found.group(1), statement)
            for statement, parameters in sent
            if not statement.startswith("SELECT EXISTS")  # stops at the first row
            for step in connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {statement}", parameters)
            if (found := SCANNED.match(step.detail))
        }
    assert len(sent) > 15
    large = Base.metadata.tables.keys() - READ_WHOLE
    assert {scan for scan in scans if scan[0] in large} == set()
