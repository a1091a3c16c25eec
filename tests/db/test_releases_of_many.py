"""Releases of many plans: as many lines as approved, the same bytes after a way through an empty database, none with a flag."""

import json
from pathlib import Path

import pytest
from sqlalchemy import insert, select

from annotate.workflow import State
from db import releases
from db.models import Waiver
from db.people import Person
from db.release_gates import check
from db.releases import PreparedRelease
from db.session import open_session
from tests.databases import a_sqlite_database
from tests.db.importers.imported import put
from tests.db.many import add_copies
from tests.db.test_releases import a_gold_plan
from tests.quality_world import QualityWorld, rows

LEAD = Person(0, "L01", "Lena", frozenset({"lead"}))


def prepared(url: str) -> PreparedRelease:
    """What would be cut of all gold plans that may go out; nothing is written."""
    with open_session(write=False, url=url) as session:
        return releases.prepare(session, "many", LEAD, leave_out_held_back=True)


def lines_of(made: PreparedRelease) -> list[dict[str, object]]:
    return [json.loads(line) for line in made.made.files["gold.jsonl"].decode().splitlines()]


def test_a_release_holds_the_gold_plans_without_open_flags_and_failing_rules(
    small_quality_world: QualityWorld,
) -> None:
    made = prepared(small_quality_world.url)
    lines = lines_of(made)
    gold = rows(small_quality_world, "SELECT id, query_id FROM annotations WHERE state = 'gold'")
    flagged = rows(
        small_quality_world,
        "SELECT DISTINCT a.id FROM annotations a JOIN flags f ON f.annotation_id = a.id "
        "WHERE a.state = 'gold' AND f.state = 'open'",
    )
    with open_session(write=False, url=small_quality_world.url) as session:
        gates = check(session)
    assert len(lines) == len(gates.ready) == made.made.manifest["counts"]["items"]
    assert len(gates.ready) + len(gates.held_back) == len(gold)
    assert {one[0] for one in flagged} <= {item.annotation_id for item in gates.held_back}
    assert not any(flag["state"] == "open" for line in lines for flag in line["flags"])  # type: ignore[attr-defined]
    keys = [(line["idx"], line["set"]) for line in lines]
    assert keys == sorted(set(keys))
    assert len(lines) > 20


def test_the_same_plans_give_the_same_bytes_twice(small_quality_world: QualityWorld) -> None:
    assert prepared(small_quality_world.url).made.files == prepared(small_quality_world.url).made.files


def test_exported_wiped_imported_and_exported_again_is_the_same(
    small_quality_world: QualityWorld, database_url: str
) -> None:
    once = prepared(small_quality_world.url).made.files
    put(database_url, {"gold.jsonl": once["gold.jsonl"]})
    again = prepared(database_url).made.files
    assert again["gold.jsonl"] == once["gold.jsonl"]
    assert again["gold.csv"] == once["gold.csv"]
    assert len(once["gold.csv"].splitlines()) > 1_000


@pytest.mark.timeout(900)
def test_more_than_2000_plans_come_back_as_they_went_out(tmp_path: Path, migrated_file: Path) -> None:
    with a_sqlite_database(tmp_path / "many.db", migrated_file) as url:
        office, plan = a_gold_plan(url)
        with open_session(write=True, url=url) as session:
            ids = add_copies(session, plan, 2_001, [State.GOLD])
            known = session.scalars(select(Waiver).where(Waiver.annotation_id == plan)).all()
            session.execute(
                insert(Waiver),
                [
                    {
                        "annotation_id": one, "round": waiver.round, "code": waiver.code, "rows": waiver.rows,
                        "reason": waiver.reason, "by_id": office.esha.id, "at": waiver.at,
                    }
                    for one in ids
                    for waiver in known
                ],
            )  # fmt: skip
        once = prepared(url).made.files
    assert len(once["gold.jsonl"].splitlines()) == 2_002
    with a_sqlite_database(tmp_path / "other.db", migrated_file) as other:
        put(other, {"gold.jsonl": once["gold.jsonl"]})
        again = prepared(other).made.files
    assert again["gold.jsonl"] == once["gold.jsonl"]
    assert again["gold.csv"] == once["gold.csv"]
