"""`python -m helpers agreement`: of people in a database, and of files of plans."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from helpers.__main__ import main
from helpers.agreement_report import agreement_report
from helpers.cli.agreement import show_report
from tests.builders import a_stop, an_itinerary
from tests.db.test_adjudications import two_submissions
from tests.faults.seen import PLACES, TAIL, write_tables
from tests.plan_objects import day, plan_object


def asked(capsys: pytest.CaptureFixture[str], *words: str) -> dict[str, Any]:
    assert main(["agreement", *words, "--json"]) == 0
    found: dict[str, Any] = json.loads(capsys.readouterr().out)
    return found


def two_files(folder: Path, other: str, first: str = "Fort, visit from 10:00 to 12:00") -> list[str]:
    write_tables(folder, PLACES)
    for name, visit in (("people", first), ("model", other)):
        plan = plan_object(day("J", f"{visit}{TAIL}", attraction=visit.split(",")[0] + ", J"), idx=1)
        (folder / f"{name}.jsonl").write_text(json.dumps(plan) + "\n", encoding="utf-8")
    return [str(folder / "people.jsonl"), str(folder / "model.jsonl"), "--data", str(folder / "data")]


def test_it_tells_how_far_two_people_of_the_database_agree(
    database_url: str, capsys: pytest.CaptureFixture[str]
) -> None:
    two_submissions(database_url)
    found = asked(capsys)
    assert (found["queries"], found["plans"], found["pairs"]) == (1, 2, 1)
    # one of eight times is 15 min apart
    assert found["times"]["mean_apart_min"]["value"] == pytest.approx(15 / 8)
    assert found["times"]["within_0_min_share"]["value"] == pytest.approx(7 / 8)
    assert found["by_kind"]["attraction"]["times"]["mean_apart_min"]["value"] == pytest.approx(7.5)
    assert found["order"]["value"] == 1.0
    alone = asked(capsys, "--with", "expert")
    assert alone["times"]["alpha"]["undefined"] == "there are no common items"


def test_the_table_says_undefined_and_why(database_url: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["agreement"]) == 0
    assert "undefined, because there are no common items" in capsys.readouterr().out


def test_two_files_of_plans_are_compared_by_idx(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    found = asked(capsys, *two_files(tmp_path, "Fort, visit from 10:20 to 12:00"))
    assert found["times"]["mean_apart_min"] == {
        "value": 10.0, "n": 2, "low": None, "high": None, "undefined": None,
    }  # fmt: skip
    assert found["places"]["value"] == 1.0


def test_two_files_without_a_common_place_overlap_by_nothing_and_their_times_are_undefined(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    found = asked(capsys, *two_files(tmp_path, "Palace, visit from 10:00 to 12:00"))
    assert found["places"]["value"] == 0.0
    assert found["times"]["mean_apart_min"]["undefined"] == "there are no common items"
    assert found["order"]["undefined"] == "there are no common items"


def test_plans_of_two_sets_under_one_idx_are_two_queries(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = two_files(tmp_path, "Fort, visit from 10:20 to 12:00")
    for file, minutes in (("people", ("00", "00")), ("model", ("10", "20"))):
        plans = [
            {
                "set": name,
                **plan_object(
                    day("J", f"Fort, visit from 10:{start} to 12:00{TAIL}", attraction="Fort, J"), idx=1
                ),
            }
            for name, start in zip("ab", minutes, strict=True)
        ]
        plans = plans[:: 1 if file == "people" else -1]
        (tmp_path / f"{file}.jsonl").write_text(
            "".join(json.dumps(one) + "\n" for one in plans), encoding="utf-8"
        )
    found = asked(capsys, *words)
    assert (found["queries"], found["plans"], found["pairs"]) == (2, 4, 2)
    # 10, 0, 20 and 0 minutes
    assert found["times"]["mean_apart_min"]["value"] == pytest.approx(7.5)


def test_a_name_that_looks_like_markup_is_printed_as_it_is(capsys: pytest.CaptureFixture[str]) -> None:
    plan = an_itinerary(a_stop("Fort", "10:00", "12:00", city="[red]J[/red]"))
    show_report(agreement_report({1: {1: plan, 2: plan}}, np.random.default_rng(1)), "city")
    assert "[red]J[/red]" in capsys.readouterr().out


def test_plans_without_a_query_of_their_own_need_the_file_of_queries(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = two_files(tmp_path, "Fort, visit from 10:20 to 12:00")
    model = tmp_path / "model.jsonl"
    plan = json.loads(model.read_text(encoding="utf-8"))
    model.write_text(json.dumps({"idx": 1, "plan": plan["plan"]}) + "\n", encoding="utf-8")
    assert main(["agreement", *words]) == 1
    assert "model.jsonl, line 1" in " ".join(capsys.readouterr().err.split())
    assert asked(capsys, *words, "--queries", words[0])["times"]["mean_apart_min"]["value"] == 10.0


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["one.jsonl"], "One file alone agrees with nothing"),
        (["--batch", "June"], "No plan is of a batch 'June'"),
        (["--data", "folder"], "go with files of plans"),
    ],
)
def test_what_cannot_be_asked_is_refused_with_what_to_do(
    database_url: str, capsys: pytest.CaptureFixture[str], words: list[str], said: str
) -> None:
    assert main(["agreement", *words]) == 2
    assert said in " ".join(capsys.readouterr().err.split())
