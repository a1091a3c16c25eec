"""`python -m helpers score`: a folder of tables and a file of plans in, scores and a table out."""

import json
from pathlib import Path
from typing import Any

import pytest

from helpers.__main__ import main

CITIES = "city,state\nNagpur,Maharashtra\nJabalpur,Madhya Pradesh\n"
TRAINS = (
    "train_number,origin,destination,dep_time,arr_time,duration\n00821,Nagpur,Jabalpur,06:30,14:05,7h 35m\n"
)
DELAYS = (
    "train_number,station,avg_delay_1w,avg_delay_1m,avg_delay_3m,avg_delay_6m,avg_delay_1y\n"
    "00821,,10,20,,30,40\n"
)
ATTRACTIONS = (
    "name,city,visit_duration,categories,crowd_level\nBend View,Jabalpur,1.5,Nature & Parks,Average\n"
)
RESTAURANTS = (
    "name,city,avg_cost,cuisines,analysis\n"
    'Copper Ladle,Jabalpur,300,Indian,"{""cw"": [[18, 21, ""H""]], ""q"": [], ""p"": [20]}"\n'
)
QUERY = {
    "org": "Nagpur", "dest": "Jabalpur", "days": 1, "visiting_city_number": 1, "date": ["2025-11-02"],
    "people_number": 2, "local_constraint": {}, "budget": 18000, "query": "One day.", "level": "easy",
}  # fmt: skip
DAY = {
    "days": 1,
    "current_city": "from Nagpur to Jabalpur",
    "transportation": "Train Number: 00821, from Nagpur to Jabalpur, Departure Time: 06:30, Arrival Time: 14:45",
    "breakfast": "-",
    "attraction": "Bend View, Jabalpur",
    "lunch": "-",
    "dinner": "Copper Ladle, Jabalpur",
    "accommodation": "-",
    "event": "-",
    "point_of_interest_list": "Bend View, visit from 16:00 to 20:00, nearest transit: Gate, 210.00m away; "
    "Copper Ladle, visit from 20:30 to 22:30, nearest transit: Clock, 1000.00m away",
}


def a_plan(idx: int, **changed: Any) -> dict[str, Any]:
    return {"idx": idx, "JSON": QUERY, "persona": "", "risk_profile": "Risk Averse", "plan": [DAY], **changed}


def lines(*objects: Any) -> str:
    return "".join((one if isinstance(one, str) else json.dumps(one)) + "\n" for one in objects)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    data = tmp_path / "data"
    data.mkdir()
    tables = {
        "cities": CITIES, "trains": TRAINS, "train_delays": DELAYS, "attractions": ATTRACTIONS,
        "restaurants": RESTAURANTS,
    }  # fmt: skip
    for stem, text in tables.items():
        (data / f"{stem}.csv").write_text(text, encoding="utf-8")
    return tmp_path


def score(folder: Path, plans: str, *options: str) -> tuple[int, dict[str, Any]]:
    (folder / "plans.jsonl").write_text(plans, encoding="utf-8")
    out = folder / "scores.json"
    code = main(
        ["score", str(folder / "plans.jsonl"), "--data", str(folder / "data"), "--out", str(out), *options]
    )
    return code, json.loads(out.read_text(encoding="utf-8")) if out.exists() else {}


def test_a_plan_is_scored_against_a_folder_of_tables(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code, found = score(folder, lines(a_plan(1)))
    assert code == 0
    assert found["profile"] == "utp-2609.02421"
    plan = found["plans"][0]
    assert {key: plan[key] for key in ("idx", "delivered", "risk_profile", "days")} == {
        "idx": 1,
        "delivered": True,
        "risk_profile": "Risk Averse",
        "days": 1,
    }
    # visit: v 90, C_f 1.5, B 150 in [168.75, 270]; dinner: v 75, C_f 2, B 45 far below [187.5, 300]
    assert plan["scores"]["bas"]["parts"] == [
        {
            "row": "d1.s1", "base_min": 90.0, "congestion": 1.5, "buffer_min": 150.0,
            "range_min": [168.75, 270.0], "q": round(18.75 / 101.25, 12), "scored": True, "reason": None,
        },
        {
            "row": "d1.s2", "base_min": 75.0, "congestion": 2.0, "buffer_min": 45.0,
            "range_min": [187.5, 300.0], "q": 1.0, "scored": True, "reason": None,
        },
    ]  # fmt: skip
    assert plan["scores"]["bas"]["value"] == round((1 - 18.75 / 101.25) / 2, 12)
    # dinner 20:30-22:30: 90 of 120 min High (the window's last hour counts), 30 min peak: 0.25 - 0.25 x 0.75
    assert plan["scores"]["cats"] == {
        "value": 0.0625,
        "scored": 1,
        "total": 2,
        "parts": [
            {
                "row": "d1.s1", "intensity": None, "quiet_ratio": None, "peak_ratio": None, "score": None,
                "scored": False, "reason": "No crowd windows.",
            },
            {
                "row": "d1.s2", "intensity": 0.75, "quiet_ratio": 0.0, "peak_ratio": 0.25, "score": 0.0625,
                "scored": True, "reason": None,
            },
        ],
    }  # fmt: skip
    # E[D] = (1 x 10 + 2 x 20 + 4 x 30 + 6 x 40) / 13; B = 495 - 455
    expected = 410 / 13
    assert plan["scores"]["tdas"]["parts"] == [
        {
            "row": "d1.l1", "expected_delay_min": round(expected, 12), "buffer_min": 40.0,
            "range_min": [round(1.25 * expected, 12), round(2 * expected, 12)], "q": 0.0, "scored": True,
            "reason": None,
        }
    ]  # fmt: skip
    assert plan["scores"]["tdas"]["total"] == 1
    assert set(plan["verdicts"].values()) <= {"pass", "fail", "not_checked"}
    assert not {"REM001", "REM002"} & set(plan["verdicts"])
    assert {tuple(finding) for finding in plan["findings"]} == {("code", "rows", "amount", "unit", "message")}
    table = capsys.readouterr().out
    assert "Delivery" in table
    assert "0.407 (1/1)" in table


def test_a_visit_of_0_hours_in_the_catalogue_is_not_scored_and_an_empty_one_takes_its_category(
    folder: Path,
) -> None:
    table = folder / "data" / "attractions.csv"
    table.write_text(ATTRACTIONS.replace(",1.5,", ",0,"), encoding="utf-8")
    _, found = score(folder, lines(a_plan(1)))
    scores = found["plans"][0]["scores"]
    part = scores["bas"]["parts"][0]
    assert (part["scored"], part["base_min"], part["reason"]) == (
        False, None, "The catalogue's visit duration is 0.",
    )  # fmt: skip
    assert (scores["t_attr"]["value"], scores["t_attr"]["scored"], scores["t_attr"]["total"]) == (None, 0, 1)
    table.write_text(ATTRACTIONS.replace(",1.5,", ",,"), encoding="utf-8")
    _, found = score(folder, lines(a_plan(1)))
    # Nature & Parks, 4.5 h (Table 7)
    assert found["plans"][0]["scores"]["bas"]["parts"][0]["base_min"] == 270.0


def test_the_same_plans_and_tables_give_the_same_bytes(folder: Path) -> None:
    score(folder, lines(a_plan(1), a_plan(2)))
    first = (folder / "scores.json").read_bytes()
    score(folder, lines(a_plan(1), a_plan(2)))
    assert (folder / "scores.json").read_bytes() == first


def test_a_null_plan_is_received_and_not_delivered(folder: Path) -> None:
    code, found = score(folder, lines(a_plan(1), a_plan(2, plan=None)))
    assert code == 0
    missing = found["plans"][1]
    assert (missing["idx"], missing["delivered"], missing["verdicts"], missing["findings"]) == (
        2,
        False,
        {},
        [],
    )
    assert missing["scores"]["bas"] == {"value": None, "scored": 0, "total": 0, "parts": []}
    summary = found["summary"]
    assert (summary["plans"], summary["delivered"], summary["delivery_rate"]) == (2, 1, 0.5)
    assert summary["scores"]["tdas"] == {"mean": 1.0, "plans": 1, "null": 0, "rows_scored": 1, "rows": 1}


def test_an_unreadable_plan_is_named_counts_as_not_delivered_and_gives_exit_code_1(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    bad = {
        **DAY,
        "point_of_interest_list": "Bend View, visit from 25:00 to 26:00, nearest transit: G, 1.00m away",
    }
    code, found = score(folder, lines(a_plan(1), a_plan(2, plan=[bad]), "{oops"))
    assert code == 1
    assert [(plan["idx"], plan["delivered"]) for plan in found["plans"]] == [
        (1, True),
        (2, False),
        (None, False),
    ]
    said = capsys.readouterr().err
    assert "line 2" in said
    assert "line 3" in said


def test_a_plan_that_fails_as_a_whole_fails_every_commonsense_rule_and_the_hard_ones_it_asks_for(
    folder: Path,
) -> None:
    _, found = score(folder, lines(a_plan(1, plan=None)))
    summary = found["summary"]
    assert summary["commonsense"]["checks_passed"] == 0
    assert summary["commonsense"]["checks_made"] > 10
    assert summary["hard"]["checks_made"] >= 1
    assert (summary["commonsense"]["macro"], summary["final_pass_rate"]) == (0.0, 0.0)


def test_the_queries_say_which_plans_are_due(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    queries = folder / "queries.jsonl"
    queries.write_text(lines(a_plan(1, plan=None), a_plan(2, plan=None)), encoding="utf-8")
    code, found = score(folder, lines({"idx": 1, "plan": [DAY]}, a_plan(9)), "--queries", str(queries))
    assert code == 1
    assert [(plan["idx"], plan["delivered"]) for plan in found["plans"]] == [(1, True), (2, False)]
    assert found["plans"][0]["risk_profile"] == "Risk Averse"
    assert "plan 9" in capsys.readouterr().err


def test_an_idx_that_comes_twice_is_used_once(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, found = score(folder, lines(a_plan(1), a_plan(1)))
    assert code == 1
    assert [plan["delivered"] for plan in found["plans"]] == [True, False]
    assert "stands on line 1 already" in capsys.readouterr().err


def test_a_row_of_a_table_that_cannot_be_used_is_named_and_left_out(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "data" / "attractions.csv").write_text(ATTRACTIONS + "Fort,Atlantis,2,Museums,Low\n")
    code, found = score(folder, lines(a_plan(1)))
    assert code == 1
    assert found["plans"][0]["scores"]["bas"]["scored"] == 2
    assert "Atlantis" in capsys.readouterr().err


def test_a_table_that_is_not_utf_8_is_asked_about_and_nothing_is_scored(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "data" / "trains.csv").write_bytes(TRAINS.encode() + b"\xe9\n")
    (folder / "data" / "attractions.csv").write_text(ATTRACTIONS, encoding="utf-16")
    code, found = score(folder, lines(a_plan(1)))
    assert (code, found) == (2, {})
    said = capsys.readouterr().err
    assert "2 questions are open" in said
    assert "trains.csv: Line 3 is not UTF-8: byte 0xE9" in said
    assert '{"files": {"trains.csv": {"encoding": "<encoding>"}}}' in said
    assert '{"files": {"attractions.csv": {"encoding": "<encoding>"}}}' in said
    answers = folder / "map.json"
    answers.write_text(
        '{"files": {"trains.csv": {"encoding": "utf-8"}, "attractions.csv": {"encoding": "utf-16"}}}'
    )
    code, found = score(folder, lines(a_plan(1)), "--map", str(answers))
    assert (code, found["plans"][0]["scores"]["tdas"]["scored"]) == (1, 1)


def test_an_encoding_of_the_map_that_is_none_gives_exit_code_2(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    answers = folder / "map.json"
    answers.write_text('{"files": {"attractions.csv": {"encoding": "zz"}}}')
    code, found = score(folder, lines(a_plan(1)), "--map", str(answers))
    assert (code, found) == (2, {})
    assert "'zz' is no known encoding" in capsys.readouterr().err


def test_a_table_that_is_broken_as_a_whole_gives_exit_code_1_and_is_named(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "data" / "places.json").write_text('[{"name": "Fort"')
    code, found = score(folder, lines(a_plan(1)))
    assert (code, found["plans"][0]["scores"]["bas"]["scored"]) == (1, 2)
    assert "error: places.json" in capsys.readouterr().err


def test_a_table_whose_header_fits_none_is_listed_and_a_file_of_plans_is_passed_over(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "data" / "rail.csv").write_text("train_number,origin,destination\n00821,Nagpur,Jabalpur\n")
    (folder / "data" / "old.jsonl").write_text(lines(a_plan(1, plan="nothing of the kind")))
    code, _ = score(folder, lines(a_plan(1)))
    assert code == 0
    said = capsys.readouterr().err
    assert (
        "note: rail.csv: No table is recognised (Nearest: trains, which also needs dep_time, arr_time). "
        "The file is left out." in said
    )
    assert "old.jsonl" not in said


def test_a_folder_whose_only_table_is_broken_gives_exit_code_2_and_says_why(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for table in (folder / "data").iterdir():
        table.unlink()
    (folder / "data" / "places.json").write_text('[{"name": "Fort"')
    code, _ = score(folder, lines(a_plan(1)))
    assert code == 2
    assert "error: places.json" in capsys.readouterr().err


def test_a_profile_changes_the_options_and_is_recorded(folder: Path) -> None:
    profile = folder / "profile.json"
    profile.write_text('{"name": "strict", "missing_horizon": "skip"}')
    code, found = score(folder, lines(a_plan(1)), "--profile", str(profile))
    assert code == 0
    assert (found["profile"], found["options"]["missing_horizon"]) == ("strict", "skip")
    assert found["plans"][0]["scores"]["tdas"]["value"] is None


def test_changed_options_never_go_under_the_default_s_name(folder: Path) -> None:
    profile = folder / "profile.json"
    profile.write_text('{"missing_crowd": "low"}')
    _, found = score(folder, lines(a_plan(1)), "--profile", str(profile))
    assert found["profile"] == "utp-2609.02421 with missing_crowd=low"
    profile.write_text('{"missing_crowd": "skip"}')
    _, found = score(folder, lines(a_plan(1)), "--profile", str(profile))
    assert found["profile"] == "utp-2609.02421"


def test_a_json_array_is_read_like_lines(folder: Path) -> None:
    plans = folder / "plans.json"
    plans.write_text(json.dumps([a_plan(1), a_plan(2)]))
    out = folder / "scores.json"
    assert main(["score", str(plans), "--data", str(folder / "data"), "--out", str(out)]) == 0
    assert len(json.loads(out.read_text())["plans"]) == 2


@pytest.mark.parametrize(
    ("option", "text"),
    [("--profile", '{"congestion": "guessed"}'), ("--map", "not JSON")],
)
def test_a_wrong_option_file_gives_exit_code_2_and_no_score_file(
    folder: Path, option: str, text: str, capsys: pytest.CaptureFixture[str]
) -> None:
    wrong = folder / "wrong.json"
    wrong.write_text(text)
    code, found = score(folder, lines(a_plan(1)), option, str(wrong))
    assert (code, found) == (2, {})
    assert "wrong.json" in capsys.readouterr().err


def test_a_folder_without_tables_gives_exit_code_2(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for table in (folder / "data").iterdir():
        table.unlink()
    code, _ = score(folder, lines(a_plan(1)))
    assert code == 2
    assert "No file" in capsys.readouterr().err


def test_a_database_without_tables_gives_exit_code_2(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "plans.jsonl").write_text(lines(a_plan(1)))
    code = main(["score", str(folder / "plans.jsonl"), "--db", f"sqlite:///{folder / 'empty.db'}"])
    assert code == 2
    assert "no tables" in capsys.readouterr().err
    assert not (folder / "empty.db").exists()


def test_a_gold_line_is_judged_as_an_annotation(folder: Path) -> None:
    rationale = {"decisions": "", "constraints": "", "buffers": ""}
    _, found = score(folder, lines(a_plan(1, rationale=rationale)))
    assert found["plans"][0]["verdicts"]["REM002"] == "fail"


def test_without_an_embedder_the_persona_score_is_null_and_the_file_says_so(folder: Path) -> None:
    code, found = score(folder, lines(a_plan(1, persona="Traveler Type: Laidback Traveler")), "--no-embedder")
    assert code == 0
    assert found["embedder"] is None
    assert found["plans"][0]["scores"]["p_persona"]["value"] is None


def test_the_table_goes_to_a_file_and_failed_plans_are_listed(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    table = folder / "table.csv"
    code, found = score(folder, lines(a_plan(1), a_plan(2, plan=None)), "--table", str(table))
    assert code == 0
    rows = table.read_text(encoding="utf-8").splitlines()
    assert rows[1].startswith("1,Risk Averse,2,50.0,")
    assert found["summary"]["failed_plans"] == [{"idx": 2, "reason": "No plan was delivered."}]
    assert "plan 2: No plan was delivered." in capsys.readouterr().err


@pytest.mark.parametrize(
    ("option", "told"),
    [("--out", "The folder does not exist"), ("--table", "The folder does not exist")],
)
def test_a_file_that_could_not_be_written_gives_exit_code_2_before_anything_is_scored(
    folder: Path, capsys: pytest.CaptureFixture[str], option: str, told: str
) -> None:
    (folder / "plans.jsonl").write_text(lines(a_plan(1)), encoding="utf-8")
    asked = ["score", str(folder / "plans.jsonl"), "--data", str(folder / "data")]
    assert main([*asked, option, str(folder / "none" / "file.csv")]) == 2
    assert told in capsys.readouterr().err
    assert main([*asked, option, str(folder)]) == 2


@pytest.mark.parametrize("option", ["--out", "--table"])
@pytest.mark.parametrize("name", ["plans.jsonl", "data/trains.csv", "gold.jsonl"])
def test_a_score_file_over_a_file_that_is_read_is_refused(
    folder: Path, capsys: pytest.CaptureFixture[str], option: str, name: str
) -> None:
    for plans in ("plans.jsonl", "gold.jsonl"):
        (folder / plans).write_text(lines(a_plan(1)), encoding="utf-8")
    before = (folder / name).read_bytes()
    asked = ["score", str(folder / "plans.jsonl"), "--data", str(folder / "data")]
    assert main([*asked, "--gold", str(folder / "gold.jsonl"), option, str(folder / name)]) == 2
    assert "The file would be written over, but it is read as well." in capsys.readouterr().err
    assert (folder / name).read_bytes() == before


@pytest.mark.parametrize("option", ["--map", "--profile"])
def test_an_option_file_with_a_byte_order_mark_is_read_and_one_that_is_not_utf8_refused(
    folder: Path, capsys: pytest.CaptureFixture[str], option: str
) -> None:
    (folder / "plans.jsonl").write_text(lines(a_plan(1)), encoding="utf-8")
    asked = [
        "score",
        str(folder / "plans.jsonl"),
        "--data",
        str(folder / "data"),
        option,
        str(folder / "o.json"),
    ]
    (folder / "o.json").write_bytes(b"\xef\xbb\xbf{}")
    assert main(asked) == 0
    (folder / "o.json").write_bytes(b"\xff\xfe{}")
    assert main(asked) == 2
    assert str(folder / "o.json") in capsys.readouterr().err


def test_an_empty_file_of_plans_gives_exit_code_2(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "plans.jsonl").write_bytes(b"\xef\xbb\xbf\r\n")
    assert main(["score", str(folder / "plans.jsonl"), "--data", str(folder / "data")]) == 2
    assert "The file is empty." in capsys.readouterr().err
