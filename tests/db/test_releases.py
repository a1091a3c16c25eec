"""Releases: what may go out, the same bytes again, comparing."""

import csv
import errno
import hashlib
import io
import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from sqlalchemy import select, update

from annotate.errors import ConflictError, InputError, LockedError, NotAllowedError
from annotate.gates import is_gate
from annotate.gold import LINE_KEYS
from annotate.plan import ITINERARY_JSON
from db import releases, reviews, waivers
from db import session as session_module
from db.__main__ import main
from db.exporters import gold_csv
from db.models import Annotation, Person, ReleaseItem, Submission
from db.people import get_person
from db.schema import migrate
from db.session import open_session
from tests.databases import a_sqlite_database
from tests.db.cutting import cut_release
from tests.db.importers.imported import put, read, told
from tests.db.world import Office, a_submitted_plan, later


def a_gold_plan(url: str) -> tuple[Office, int]:
    """An office with one gold plan, every failing hard and common finding waived in review."""
    office, plan = a_submitted_plan(url)
    with open_session(write=True, url=url) as session:
        reviews.open_review(session, office.esha.id, plan, at=later(20))
        feedback = reviews.view_review(session, office.esha.id, plan).submission.feedback
        for finding in feedback.findings:
            if is_gate(finding.code):
                waivers.waive(
                    session, office.esha.id, plan, code=finding.code, rows=finding.rows, reason="A short trip.",
                    at=later(21),
                )  # fmt: skip
        reviews.decide(session, office.esha.id, plan, "retain as it is", at=later(30))
        reviews.begin_final_review(session, office.ekta.id, plan, at=later(31))
        reviews.make_gold(session, office.ekta.id, plan, at=later(32))
    return office, plan


def cut(url: str, office: Office, out: Path, name: str = "first", **how: bool) -> releases.CutRelease:
    with open_session(write=True, url=url) as session:
        return cut_release(session, name, out, office.leela, **how)


def test_a_release_holds_the_documented_keys_in_their_order(database_url, tmp_path):
    office, _ = a_gold_plan(database_url)
    cut(database_url, office, tmp_path)
    (text,) = (tmp_path / "gold.jsonl").read_text(encoding="utf-8").splitlines()
    line = json.loads(text)
    assert tuple(line) == LINE_KEYS
    assert line["provenance"]["annotator"] == "A01"
    assert line["provenance"]["rounds"] == [
        {"round": 1, "submitted_at": "2026-05-04T09:10:00Z", "decision": "retain as it is", "by": "E01"}
    ]
    leg, first = line["timeline"][0]["rows"][:2]
    assert (leg["kind"], leg["number"], leg["depart_min"], leg["arrive_min"]) == ("leg", "12182", 330, 770)
    assert (first["name"], first["start_min"], first["end_min"], first["remark"]) == (
        "Museum",
        800,
        900,
        "A short visit.",
    )
    assert line["rationale"]["decisions"] == "Museum first."
    assert line["scores"]["bas"]["total"] == 2


def test_no_name_of_a_person_goes_out(database_url, tmp_path):
    office, _ = a_gold_plan(database_url)
    done = cut(database_url, office, tmp_path)
    for data in done.files.values():
        for name in ("Asha", "Esha", "Leela"):
            assert name not in data.decode()


def test_the_manifest_has_the_checksum_of_each_file(database_url, tmp_path):
    office, _ = a_gold_plan(database_url)
    out = tmp_path / "out"
    cut(database_url, office, out)
    made = json.loads((out / "manifest.json").read_bytes())
    assert set(made["files"]) == {
        "gold.jsonl", "gold.csv", "README.md", "croissant.json", "charts/items.svg", "charts/scores.svg",
        "charts/coverage.svg",
    }  # fmt: skip
    for name, said in made["files"].items():
        assert said["sha256"] == hashlib.sha256((out / name).read_bytes()).hexdigest()
    assert made["counts"]["items"] == 1
    assert (made["counts"]["stops"], made["counts"]["legs"]) == (3, 1)
    there = {path.relative_to(out).as_posix() for path in out.rglob("*") if path.is_file()}
    assert there == {*made["files"], "manifest.json"}


def test_the_same_content_gives_the_same_bytes(database_url, tmp_path):
    office, _ = a_gold_plan(database_url)
    first = cut(database_url, office, tmp_path / "a")
    again = cut(database_url, office, tmp_path / "b")
    assert first.files == again.files
    assert first.number == again.number == 1


def test_export_wipe_import_export_gives_equal_bytes(database_url, tmp_path):
    office, _ = a_gold_plan(database_url)
    first = cut(database_url, office, tmp_path / "a")
    gold = (tmp_path / "a" / "gold.jsonl").read_bytes()
    with a_sqlite_database(tmp_path / "other.db", None) as other:
        migrate(other)
        put(other, {"gold.jsonl": gold})
        with open_session(write=True, url=other) as session:
            lead = Person(code="L09", name="Lena", roles=["lead"])
            session.add(lead)
            session.flush()
            second = cut_release(session, "first", tmp_path / "b", get_person(session, lead.id))
        assert second.files["gold.jsonl"] == gold == first.files["gold.jsonl"]
        assert second.files["gold.csv"] == first.files["gold.csv"]
        assert second.files == first.files
        again = put(other, {"gold.jsonl": gold})
        assert (again.counts.same, again.counts.new, again.counts.changed) == (1, 0, 0)


def test_an_imported_gold_line_gives_the_itinerary_that_was_frozen(database_url, tmp_path):
    office, plan = a_gold_plan(database_url)
    cut(database_url, office, tmp_path)
    put(database_url, {"gold.jsonl": (tmp_path / "gold.jsonl").read_bytes()}, set_name="copy")
    with open_session(write=False, url=database_url) as session:
        frozen = ITINERARY_JSON.validate_json(session.scalars(select(Submission.itinerary)).one())
        drafts = dict(session.execute(select(Annotation.id, Annotation.draft)).all())
        (copy,) = (ITINERARY_JSON.validate_json(text) for number, text in drafts.items() if number != plan)
    assert copy.days == frozen.days
    assert (copy.rationale, copy.risk_profile) == (frozen.rationale, frozen.risk_profile)


def test_importing_a_release_where_it_was_cut_keeps_the_gold_plan(database_url, tmp_path):
    office, plan = a_gold_plan(database_url)
    cut(database_url, office, tmp_path)
    gold = {"gold.jsonl": (tmp_path / "gold.jsonl").read_bytes()}
    assert ("gold line", "plan 1: the query has a gold plan made here") in [
        found[1:] for found in told(read(database_url, gold).notes)
    ]
    put(database_url, gold)
    with open_session(write=False, url=database_url) as session:
        assert [item.annotation_id for item in releases.check(session).items] == [plan]


def test_only_gold_goes_out(database_url, tmp_path):
    office, _ = a_submitted_plan(database_url)
    with pytest.raises(InputError, match="no gold item"):
        cut(database_url, office, tmp_path)
    with open_session(write=False, url=database_url) as session:
        gates = releases.check(session)
    assert (gates.items, gates.by_state) == ((), {"submitted": 1})
    assert not (tmp_path / "gold.jsonl").exists()


def test_a_failing_rule_that_nobody_waived_holds_an_item_back(database_url, tmp_path):
    office, plan = a_submitted_plan(database_url)
    with open_session(write=True, url=database_url) as session:
        reviews.approve(session, office.esha.id, office.ekta.id, plan, at=later(20))
        gates = releases.check(session)
        assert gates.ready == ()
        assert any("fails and is not waived" in fault.said for fault in gates.held_back[0].faults)
    with pytest.raises(LockedError, match="1 of 1 gold items may not go out: demo 1"):
        cut(database_url, office, tmp_path)
    with pytest.raises(InputError, match="no gold item"):
        cut(database_url, office, tmp_path, leave_out_held_back=True)


def test_only_a_lead_cuts_and_a_name_is_given_once(database_url, tmp_path):
    office, _ = a_gold_plan(database_url)
    with open_session(write=True, url=database_url) as session, pytest.raises(NotAllowedError):
        cut_release(session, "first", tmp_path, office.asha)
    with pytest.raises(InputError, match="no name"):
        cut(database_url, office, tmp_path, name=" ")
    cut(database_url, office, tmp_path)
    put(database_url, {"gold.jsonl": (tmp_path / "gold.jsonl").read_bytes()}, set_name="copy")
    with pytest.raises(ConflictError, match="other content"):
        cut(database_url, office, tmp_path)
    assert cut(database_url, office, tmp_path, name="second").number == 2
    with open_session(write=False, url=database_url) as session:
        found = releases.compare(
            releases.lines_of_release(session, "first"), releases.lines_of_release(session, "second")
        )
        assert (found.added, found.removed, found.changed, found.same) == ((("copy", 1),), (), {}, 1)
        assert releases.compare_releases(session, "first", "second") == found
        assert session.scalars(select(ReleaseItem.sha256)).all()


def test_a_release_is_not_cut_from_plans_that_changed_while_it_was_made(database_url, tmp_path):
    office, plan = a_gold_plan(database_url)
    with open_session(write=False, url=database_url) as session:
        prepared = releases.prepare(session, "first", office.leela)
    with open_session(write=True, url=database_url) as session:
        session.get_one(Annotation, plan).updated_at = later(90)
    with (
        open_session(write=True, url=database_url) as session,
        pytest.raises(ConflictError, match="changed while the release was made"),
    ):
        releases.record_cut(session, prepared, office.leela)
    with open_session(write=False, url=database_url) as session:
        assert releases.list_releases(session) == []


def test_a_comparison_by_name_reads_the_lines_that_differ(database_url, tmp_path):
    office, _ = a_gold_plan(database_url)
    gold = cut(database_url, office, tmp_path).files["gold.jsonl"]
    put(database_url, {"gold.jsonl": gold}, set_name="copy")
    cut(database_url, office, tmp_path, name="second")
    changed = json.dumps(json.loads(gold) | {"persona": "Purpose of Travel: Rest"}).encode()
    put(database_url, {"gold.jsonl": changed}, set_name="copy")
    cut(database_url, office, tmp_path, name="third")
    with open_session(write=False, url=database_url) as session:
        found = releases.compare_releases(session, "second", "third")
        assert found == releases.compare(
            releases.lines_of_release(session, "second"), releases.lines_of_release(session, "third")
        )
    assert (found.changed, found.same) == ({("copy", 1): ("persona",)}, 1)


def test_a_comparison_names_the_keys_that_differ():
    one = {"set": "demo", "idx": 1, "persona": "A", "scores": {}}
    found = releases.compare([one, {**one, "idx": 2}], [{**one, "persona": "B"}, {**one, "idx": 3}])
    assert (found.added, found.removed, found.same) == ((("demo", 3),), (("demo", 2),), 0)
    assert found.changed == {("demo", 1): ("persona",)}


@pytest.mark.parametrize("text", ["=1+1", "+1", "-1", "@x", "\tx", "\rx", "\n=1", " =1"])
def test_a_cell_that_looks_like_a_formula_stands_behind_an_apostrophe(text):
    assert gold_csv.formula_safe(text) == f"'{text}"
    assert gold_csv.formula_safe("Fort - West") == "Fort - West"
    assert (gold_csv.formula_safe(None), gold_csv.formula_safe(-1.5)) == ("", "-1.5")


def test_the_csv_has_one_row_per_stop_and_leg(database_url, tmp_path):
    office, _ = a_gold_plan(database_url)
    cut(database_url, office, tmp_path)
    rows = list(csv.DictReader(io.StringIO((tmp_path / "gold.csv").read_text(encoding="utf-8"), newline="")))
    assert [(row["row"], row["name"], row["start"], row["end"]) for row in rows] == [
        ("d1.l1", "12182", "05:30", "12:50"),
        ("d1.s1", "Museum", "13:20", "15:00"),
        ("d1.s2", "Bistro", "15:20", "16:40"),
        ("d1.s3", "Plain Inn", "22:00", "07:00 +1"),
    ]


def test_the_command_line_releases_what_was_imported_into_an_empty_database(database_url, tmp_path, capsys):
    office, _ = a_gold_plan(database_url)
    cut(database_url, office, tmp_path / "a")
    with a_sqlite_database(tmp_path / "other.db", None) as other, pytest.MonkeyPatch.context() as patch:
        patch.setenv("WORKBENCH_DATABASE_URL", other)
        assert main(["import", str(tmp_path / "a" / "gold.jsonl")]) == 0
        assert main(["release", "first", "--out", str(tmp_path / "b"), "--check"]) == 0
        assert main(["release", "first", "--out", str(tmp_path / "b")]) == 0
        assert main(["compare", str(tmp_path / "a"), "first"]) == 0
        assert "0 added, 0 removed, 0 changed, 1 the same" in capsys.readouterr().out
        for file in (tmp_path / "a").rglob("*.*"):
            assert file.read_bytes() == (tmp_path / "b" / file.relative_to(tmp_path / "a")).read_bytes()


def test_the_command_line_refuses_where_nothing_is_gold(database_url, tmp_path, capsys):
    assert main(["release", "first", "--out", str(tmp_path)]) == 1
    assert "no gold item" in capsys.readouterr().err


def test_the_command_line_says_which_line_cannot_be_compared(database_url, tmp_path, capsys, monkeypatch):
    monkeypatch.setenv("WORKBENCH_DATABASE_URL", database_url)
    file = tmp_path / "gold.jsonl"
    for text in (
        "[1]",
        '{"set": "demo"}',
        '{"set": {}, "idx": 1}',
        '{"set": "\\ud800", "idx": 1}',
        '{"set": "demo", "idx": "x"}',
        "[" * 100_000,
    ):
        file.write_text(text + "\n", encoding="utf-8")
        assert main(["compare", str(file), str(file)]) == 1
        assert "gold line" in (said := capsys.readouterr().err) or "cannot be read" in said
    assert main(["compare", "x" * 5_000, str(file)]) == 1
    assert "There is no release 'xxx" in capsys.readouterr().err


def test_a_second_line_of_one_plan_is_told_when_files_are_compared(
    database_url, tmp_path, capsys, monkeypatch
):
    monkeypatch.setenv("WORKBENCH_DATABASE_URL", database_url)
    once, twice = tmp_path / "once.jsonl", tmp_path / "twice.jsonl"
    lines = ['{"set": "demo", "idx": 1}', '{"set": "demo", "idx": 2}', '{"set": "demo", "idx": 1, "days": 3}']
    once.write_text("\n".join(lines[:2]), encoding="utf-8")
    twice.write_text("\n\n".join(lines), encoding="utf-8")
    assert main(["compare", str(once), str(once)]) == 0
    capsys.readouterr()
    assert main(["compare", str(once), str(twice)]) == 1
    assert "Line 5 is demo 1, as line 1 is" in capsys.readouterr().err


@pytest.mark.parametrize(
    "words",
    [["compare", "\udcff", "y"], ["release", "\udcff", "--check"], ["withdraw", "first", "--why", "\udcff"]],
)
def test_words_that_are_no_utf8_are_refused(database_url, capsys, words):
    assert main(words) == 1
    assert "character that cannot be stored" in capsys.readouterr().err


def test_a_folder_that_cannot_be_written_is_said(tmp_path):
    file = tmp_path / "file"
    file.write_text("kept", encoding="utf-8")
    for folder in (file, file / "below"):
        with pytest.raises(InputError, match="cannot be written"):
            releases.write_files(folder, {"gold.jsonl": b""})
    assert file.read_text(encoding="utf-8") == "kept"


def test_a_disk_that_is_full_leaves_no_half_file_and_the_files_are_written_again(
    database_url, tmp_path, monkeypatch, capsys
):
    office, _ = a_gold_plan(database_url)
    write_bytes = Path.write_bytes

    def until_full(path: Path, data: bytes) -> int:
        if "gold.csv" in path.name:
            write_bytes(path, data[:10])
            raise OSError(errno.ENOSPC, "No space left on device")
        return write_bytes(path, data)

    monkeypatch.setattr(Path, "write_bytes", until_full)
    out = tmp_path / "out"
    assert main(["release", "first", "--out", str(out)]) == 1
    told = capsys.readouterr().err
    assert "'first' is cut" in told and "No space left on device" in told and "--again" in told
    assert not [path.name for path in out.iterdir() if "gold.csv" in path.name]
    monkeypatch.setattr(Path, "write_bytes", write_bytes)
    assert main(["release", "first", "--out", str(out), "--again"]) == 0
    assert (out / "gold.csv").read_bytes() == cut(database_url, office, tmp_path / "b").files["gold.csv"]


@pytest.mark.parametrize(
    ("step", "known"),
    [("prepare", 0), ("record_cut", 0), ("write_files", 1)],
    ids=["made", "kept", "written"],
)
def test_a_process_that_is_killed_while_it_cuts_leaves_all_or_nothing_and_keeps_nobody_waiting(
    database_url, tmp_path, step, known
):
    office, _ = a_gold_plan(database_url)
    script = """
import os, signal, sys
from db import releases
from db.__main__ import main
setattr(releases, sys.argv[2], lambda *_, **__: os.kill(os.getpid(), signal.SIGKILL))
main(["release", "first", "--out", sys.argv[1]])
"""
    environment = os.environ | {"WORKBENCH_DATABASE_URL": database_url}
    killed = subprocess.run([sys.executable, "-c", script, str(tmp_path), step], env=environment, check=False)
    assert killed.returncode == -signal.SIGKILL
    with open_session(write=False, url=database_url) as session:
        assert len(releases.list_releases(session)) == known
    assert not list(tmp_path.glob("gold*"))
    assert cut(database_url, office, tmp_path).number == 1
    assert (tmp_path / "gold.jsonl").exists()


def test_nobody_waits_while_the_command_line_makes_the_lines(database_url, tmp_path, monkeypatch):
    a_gold_plan(database_url)
    make_files = releases.make_files

    def while_others_write(*said):
        with open_session(write=True, url=database_url) as session:
            session.execute(update(Person).where(Person.code == "L01").values(name="Leela Devi"))
        return make_files(*said)

    monkeypatch.setattr(session_module, "WRITER_PATIENCE_S", 1)
    monkeypatch.setattr(session_module, "BUSY_TIMEOUT_MS", 100)
    monkeypatch.setattr(releases, "make_files", while_others_write)
    assert main(["release", "first", "--out", str(tmp_path)]) == 0


def test_the_command_line_cuts_in_the_name_of_an_active_lead_alone(database_url, tmp_path, capsys):
    a_gold_plan(database_url)
    for code, why in (("E01", "lead"), ("X99", "Nobody who is active has the code X99")):
        assert main(["release", "first", "--out", str(tmp_path), "--by", code]) == 1
        assert why in capsys.readouterr().err
    with open_session(write=True, url=database_url) as session:
        session.execute(update(Person).where(Person.code == "L01").values(active=False))
    for command in (
        ["release", "first", "--out", str(tmp_path), "--by", "L01"],
        ["withdraw", "first", "--why", "No.", "--by", "L01"],
    ):
        assert main(command) == 1
        assert "Nobody who is active has the code L01" in capsys.readouterr().err
    with open_session(write=False, url=database_url) as session:
        assert releases.list_releases(session) == []


def test_a_line_with_the_documented_keys_alone_comes_in_and_goes_out_as_it_came(database_url, tmp_path):
    office, _ = a_gold_plan(database_url)
    line = json.loads(cut(database_url, office, tmp_path / "a").files["gold.jsonl"])
    line |= {"idx": 9, "scores": {"bas": line["scores"]["bas"], "cats": {}, "tdas": {}}}
    for day in line["timeline"]:
        for row in day["rows"]:
            for key in ("given", "stated_cost", "mode_text", "meal"):
                row.pop(key, None)
        for key in ("from_city", "to_city", "chosen", "transportation_text"):
            day.pop(key)
    put(database_url, {"gold.jsonl": json.dumps(line)})
    files = cut(database_url, office, tmp_path / "b", name="second").files
    assert json.loads(files["gold.jsonl"].splitlines()[-1]) == line
    last = list(csv.DictReader(io.StringIO(files["gold.csv"].decode(), newline="")))[-1]
    assert (last["idx"], last["name"], last["end"], last["meal"]) == ("9", "Plain Inn", "07:00 +1", "")


def test_a_line_of_another_shape_is_an_error_that_names_the_place_and_nothing_of_it_comes_in(
    database_url, tmp_path
):
    office, _ = a_gold_plan(database_url)
    line = json.loads(cut(database_url, office, tmp_path / "a").files["gold.jsonl"]) | {"idx": 9}
    line["scores"]["bas"]["value"] = "high"
    plan = read(database_url, {"gold.jsonl": json.dumps(line)})
    assert told(plan.errors) == [
        (1, "gold line", "plan 9: scores, bas, value: input should be a valid number")
    ]
    assert plan.counts == (0, 1)
