"""Backup, restore and check: what comes back is what went in, from either kind of database to the other."""

import hashlib
import json
import random
import zipfile

import pytest
from sqlalchemy import insert, select, text, update

from annotate.errors import InputError, LockedError
from db import plans, reviews
from db.__main__ import main
from db.backups import restore_backup, write_backup
from db.integrity import check_database
from db.models import Annotation, Attraction, Base, City, Distance, EditLog, ImportBatch, Person, Submission
from db.schema import differences, migrate
from db.session import engine_for, open_session
from tests.db.world import NINE, a_short_trip, a_submitted_plan, add_skeleton, later


@pytest.fixture
def office(database_url):
    """(url, office, annotation id) with reference data and a plan that was sent back."""
    people, plan = a_submitted_plan(database_url)
    with open_session(write=True, url=database_url) as session:
        batch = ImportBatch(label="i", file_name="f", sha256="", imported_at=NINE, kind="cities", rows=2)
        session.add(batch)
        session.flush()
        names = ("Jaipur", "Aurangabad’s")
        cities = [City(key=n, name=n, name_key=n, state="", import_id=batch.id) for n in names]
        session.add_all(cities)
        session.flush()
        one, two = (city.id for city in cities)
        session.execute(
            insert(Distance),
            [{"origin_id": one, "destination_id": two, "duration_min": 0.1 + 0.2, "distance_km": 1e-7,
              "import_id": batch.id}],
        )  # fmt: skip
        session.add(
            Attraction(name="Fort", name_key="fort", city_id=one, import_id=batch.id, hours=[[[1, 2]]])
        )
        reviews.open_review(session, people.esha.id, plan, at=later(20))
        reviews.decide(session, people.esha.id, plan, "back to annotator", "Ünclear.", at=later(21))
    return database_url, people, plan


def everything(url):
    with engine_for(url).connect() as connection:
        return {
            table.name: connection.execute(select(table).order_by(*table.primary_key.columns)).all()
            for table in Base.metadata.sorted_tables
        }


def test_a_backup_restores_equal_and_work_goes_on(office, tmp_path):
    url, people, plan = office
    before = everything(url)
    rows = write_backup(tmp_path / "b.zip", url)
    assert rows["annotations"] == 1 and rows["edits"] == 11
    assert restore_backup(tmp_path / "b.zip", url, replace=True) == rows
    assert everything(url) == before and check_database(url) == [] and differences(url) == []
    with open_session(write=True, url=url) as session:
        assert session.scalars(select(Attraction.id).where(Attraction.crowds.is_(None))).all()
        plans.start_work(session, people.asha.id, plan)
        add_skeleton(session, a_short_trip(2))
        assert plans.next_plan(session, people.binod.id).annotation_id == plan + 1


def test_a_backup_of_one_kind_of_database_restores_into_the_other(office, tmp_path, request):
    url, _, _ = office
    write_backup(tmp_path / "b.zip", url)
    if url.startswith("sqlite"):
        from tests.databases import a_postgresql_database

        other = a_postgresql_database(request.getfixturevalue("postgresql_server"), None)
    else:
        from tests.databases import a_sqlite_database

        other = a_sqlite_database(tmp_path / "other.db", None)
    with other as other_url:
        restore_backup(tmp_path / "b.zip", other_url)
        assert everything(other_url) == everything(url)
        assert check_database(other_url) == []


def test_a_database_that_holds_rows_is_not_overwritten_unless_told(office, tmp_path):
    url, _, _ = office
    write_backup(tmp_path / "b.zip", url)
    before = everything(url)
    with pytest.raises(LockedError, match="--replace"):
        restore_backup(tmp_path / "b.zip", url)
    assert everything(url) == before


def test_a_damaged_or_foreign_file_is_refused_and_nothing_is_lost(office, tmp_path):
    url, _, _ = office
    write_backup(tmp_path / "good.zip", url)
    before = everything(url)
    (tmp_path / "text.zip").write_text("no zip")
    with zipfile.ZipFile(tmp_path / "other.zip", "w") as archive:
        archive.writestr("readme.txt", "hello")
    with (
        zipfile.ZipFile(tmp_path / "good.zip") as good,
        zipfile.ZipFile(tmp_path / "changed.zip", "w") as changed,
        zipfile.ZipFile(tmp_path / "newer.zip", "w") as newer,
    ):
        for name in good.namelist():
            data = good.read(name)
            changed.writestr(name, data.replace(b"Asha", b"Usha"))
            newer.writestr(
                name, json.dumps(json.loads(data) | {"revision": "9999"}) if name == "manifest.json" else data
            )
    for name, told in (
        ("text", "cannot be read"),
        ("other", "no backup"),
        ("changed", "damaged"),
        ("newer", "9999"),
    ):
        with pytest.raises(InputError, match=told):
            restore_backup(tmp_path / f"{name}.zip", url, replace=True)
    with pytest.raises(InputError, match="cannot be read"):
        restore_backup(tmp_path / "absent.zip", url, replace=True)
    assert everything(url) == before


def with_manifest(good, file, change, leave_out=None):
    """A copy of a backup whose manifest says what `change` makes of it."""
    with zipfile.ZipFile(good) as source, zipfile.ZipFile(file, "w") as target:
        for name in source.namelist():
            data = source.read(name)
            if name == "manifest.json":
                data = json.dumps(change(json.loads(data)))
            if name != leave_out:
                target.writestr(name, data)
    return file


def with_columns(change):
    def changed(manifest):
        people = manifest["tables"]["people"]
        return manifest | {
            "tables": manifest["tables"] | {"people": people | {"columns": change(people["columns"])}}
        }

    return changed


def with_table(name, **said):
    return lambda manifest: manifest | {"tables": manifest["tables"] | {name: said}}


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (lambda _: [1], "no backup"),
        (lambda _: None, "no backup"),
        (lambda manifest: {name: manifest[name] for name in ("format", "revision")}, "no backup"),
        (lambda manifest: manifest | {"tables": []}, "no backup"),
        (lambda manifest: manifest | {"tables": {}}, "has no table"),
        (lambda manifest: manifest | {"revision": ["0001"]}, "no backup"),
        (with_table("people", columns=["id"], rows="many", sha256=""), "no backup"),
        (with_table("nobody", columns=[], rows=0, sha256=""), "no item named 'nobody.jsonl'"),
        (with_columns(lambda columns: [*columns, "nosuch"]), "columns of people"),
        (with_columns(lambda columns: columns[:-1]), "columns of people"),
        (with_columns(lambda columns: [*columns[:-1], columns[0]]), "columns of people"),
    ],
)
def test_a_manifest_that_backup_did_not_write_is_refused_and_nothing_is_lost(office, tmp_path, change, told):
    url, _, _ = office
    write_backup(tmp_path / "good.zip", url)
    before = everything(url)
    with pytest.raises(InputError, match=told):
        restore_backup(with_manifest(tmp_path / "good.zip", tmp_path / "bad.zip", change), url, replace=True)
    assert everything(url) == before


def test_a_table_whose_file_is_lost_is_told_and_nothing_is_lost(office, tmp_path):
    url, _, _ = office
    write_backup(tmp_path / "good.zip", url)
    before = everything(url)
    bad = with_manifest(tmp_path / "good.zip", tmp_path / "bad.zip", dict, leave_out="people.jsonl")
    with pytest.raises(InputError, match=r"no item named 'people\.jsonl'"):
        restore_backup(bad, url, replace=True)
    assert everything(url) == before


@pytest.mark.parametrize(
    "row",
    [b"7", b"\xff", {"id": 10**30}, {"name": "\ud800"}, {"password_at": "noon"}],
    ids=["a number", "no UTF-8", "too large", "no character", "no instant"],
)
def test_a_row_that_is_none_is_told_whatever_the_checksum_says(office, tmp_path, row):
    url, _, _ = office
    write_backup(tmp_path / "good.zip", url)
    before = everything(url)
    with zipfile.ZipFile(tmp_path / "good.zip") as good, zipfile.ZipFile(tmp_path / "bad.zip", "w") as bad:
        manifest = json.loads(good.read("manifest.json"))
        table = manifest["tables"]["people"]
        first, *others = good.read("people.jsonl").splitlines()
        if isinstance(row, dict):
            as_kept = dict(zip(table["columns"], json.loads(first), strict=True))
            row = json.dumps(list((as_kept | row).values())).encode()
        data = b"\n".join([row, *others, b""])
        table["sha256"] = hashlib.sha256(data).hexdigest()
        changed = {"people.jsonl": data, "manifest.json": json.dumps(manifest)}
        for name in good.namelist():
            bad.writestr(name, changed.get(name, good.read(name)))
    with pytest.raises(InputError, match="cannot be"):
        restore_backup(tmp_path / "bad.zip", url, replace=True)
    assert everything(url) == before


def test_whichever_bit_of_a_backup_is_wrong_it_is_refused_or_whole(office, tmp_path):
    url, _, _ = office
    write_backup(tmp_path / "good.zip", url)
    good, chance = (tmp_path / "good.zip").read_bytes(), random.Random(1)
    directory = good.index(b"PK\1\2")
    damaged = 0
    for begin, end, times in ((0, directory, 20), (directory, len(good), 80)):
        for _ in range(times):
            data = bytearray(good)
            data[chance.randrange(begin, end)] ^= 1 << chance.randrange(8)
            (tmp_path / "bad.zip").write_bytes(data)
            # What is whole is refused too, after it was read: the database holds rows.
            with pytest.raises((InputError, LockedError)) as told:
                restore_backup(tmp_path / "bad.zip", url)
            damaged += told.type is InputError
    assert damaged > 30


def test_a_row_that_cannot_be_restored_leaves_the_database_as_it_was(office, tmp_path):
    url, _, _ = office
    write_backup(tmp_path / "good.zip", url)
    before = everything(url)
    with zipfile.ZipFile(tmp_path / "good.zip") as good, zipfile.ZipFile(tmp_path / "bad.zip", "w") as bad:
        manifest = json.loads(good.read("manifest.json"))
        people = good.read("people.jsonl")
        twice = people + people
        manifest["tables"]["people"]["sha256"] = hashlib.sha256(twice).hexdigest()
        for name in good.namelist():
            bad.writestr(
                name,
                {"people.jsonl": twice, "manifest.json": json.dumps(manifest)}.get(name, good.read(name)),
            )
    with pytest.raises(InputError, match="row of people"):
        restore_backup(tmp_path / "bad.zip", url, replace=True)
    assert everything(url) == before


def test_a_backup_never_overwrites_a_file_and_leaves_no_half_written_one(office, tmp_path):
    url, _, _ = office
    (tmp_path / "b.zip").write_text("precious")
    with pytest.raises(InputError, match="exists already"):
        write_backup(tmp_path / "b.zip", url)
    with pytest.raises(InputError, match="cannot be written"):
        write_backup(tmp_path / "nowhere" / "b.zip", url)
    with pytest.raises(InputError, match="cannot be written"):
        write_backup(tmp_path / ("x" * 5_000), url)
    assert [one.name for one in tmp_path.iterdir() if one.suffix in {".zip", ".part"}] == ["b.zip"]
    assert (tmp_path / "b.zip").read_text() == "precious"


def test_more_than_2000_rows_come_back(database_url, tmp_path):
    with open_session(write=True, url=database_url) as session:
        session.execute(
            insert(Person),
            [{"code": f"A{n}", "name": f"Person {n}", "roles": ["annotator"]} for n in range(5001)],
        )
    write_backup(tmp_path / "b.zip", database_url)
    before = everything(database_url)
    assert restore_backup(tmp_path / "b.zip", database_url, replace=True)["people"] == 5001
    assert everything(database_url) == before


def test_a_whole_database_has_no_problems(office):
    assert check_database(office[0]) == []


def test_a_submission_that_was_changed_behind_our_back_is_found(office):
    url, _, plan = office
    with open_session(write=True, url=url) as session:
        text_of = session.scalar(select(Submission.itinerary))
        session.execute(update(Submission).values(itinerary=text_of.replace("Museum", "Mausoleum")))
    assert check_database(url) == [f"Round 1 of annotation {plan} was changed after it was frozen."]


def test_a_wrong_state_a_lost_round_and_a_wrong_revision_are_found(office):
    url, _, plan = office
    with open_session(write=True, url=url) as session:
        session.execute(text("DELETE FROM decisions"))
        session.execute(text("DELETE FROM round_scores"))
        session.execute(text("DELETE FROM round_verdicts"))
        session.execute(text("DELETE FROM submissions"))
        session.execute(update(Annotation).values(rev=99))
        logged = session.scalar(select(EditLog.rev).order_by(EditLog.rev.desc()).limit(1))
    assert check_database(url) == [
        f"Annotation {plan} is changes requested but has no frozen round.",
        f"Annotation {plan} is at revision 99, its log of edits at {logged}.",
    ]
    with open_session(write=True, url=url) as session:
        session.execute(update(Annotation).values(state="lost"))
    assert f"Annotation {plan} is in a state that does not exist: lost." in check_database(url)


def test_rows_that_refer_to_nothing_are_found(tmp_path):
    url = f"sqlite:///{tmp_path / 'w.db'}"
    migrate(url)
    with engine_for(url).connect() as connection:
        connection.rollback()
        connection.connection.driver_connection.execute("PRAGMA foreign_keys = OFF")
        connection.connection.driver_connection.execute(
            "INSERT INTO skeletons (query_id, itinerary) VALUES (7, '{}')"
        )
        connection.connection.driver_connection.execute("PRAGMA foreign_keys = ON")
    assert check_database(url) == ["1 rows of skeletons refer by query_id to rows that are not there."]
    engine_for(url).dispose()


def test_tables_of_another_revision_are_told_before_anything_else(empty_database_url):
    assert "run migrate" in check_database(empty_database_url)[0]
    migrate(empty_database_url, "0001")
    assert "revision 0001" in check_database(empty_database_url)[0]


def test_the_command_line_migrates_checks_backs_up_and_restores(empty_database_url, tmp_path, capsys):
    file = str(tmp_path / "b.zip")
    assert main(["check"]) == 1
    assert main(["backup", file]) == 1
    assert main(["migrate"]) == 0 and main(["migrate"]) == 0
    assert main(["migrate", "no-such"]) == 1
    assert main(["check"]) == 0
    with open_session(write=True, url=empty_database_url) as session:
        session.add(Person(code="A01", name="Asha", roles=["annotator"]))
    assert main(["backup", file]) == 0
    assert main(["restore", file]) == 1
    assert main(["restore", file, "--replace"]) == 0
    told = capsys.readouterr()
    assert "1 rows of" in told.out and "Everything is whole" in told.out
    assert "holds 1 rows already" in told.err and "no-such" in told.err


def test_a_wrong_command_is_exit_2(capsys):
    with pytest.raises(SystemExit) as ended:
        main(["no-such-command"])
    assert ended.value.code == 2 and "invalid choice" in capsys.readouterr().err
