"""`python -m helpers vectors`: green or the name of each case that differs."""

import json
from pathlib import Path
from typing import Any

import pytest

from annotate.errors import InputError
from annotate.plan import RiskProfile
from helpers.__main__ import main
from helpers.vectors import bas_figures, cats_figures, check_file, same, tdas_figures

GOLDEN = Path(__file__).parents[1] / "golden"


def changed(tmp_path: Path, name: str, change: Any) -> Path:
    cases = json.loads((GOLDEN / f"{name}.json").read_text())
    change(cases)
    path = tmp_path / f"{name}.json"
    path.write_text(json.dumps(cases))
    return path


def test_all_golden_files_are_green(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["vectors", *(str(path) for path in sorted(GOLDEN.glob("*.json")))]) == 0
    assert "55 of 55" in capsys.readouterr().out


@pytest.mark.parametrize(("off_by", "code"), [(9e-10, 0), (2e-9, 1)])
def test_a_figure_may_differ_by_a_billionth(tmp_path: Path, off_by: float, code: int) -> None:
    def change(cases: Any) -> None:
        cases[0]["expect"]["each"][0]["congestion"] += off_by

    assert main(["vectors", str(changed(tmp_path, "bas", change))]) == code


def test_each_case_that_differs_is_named_with_the_figure(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def change(cases: Any) -> None:
        cases[0]["expect"]["each"][0]["q"] = 0.5
        cases[1]["expect"]["bas"] = None
        cases[2]["expect"]["each"] = [None]

    path = changed(tmp_path, "bas", change)
    assert main(["vectors", str(path)]) == 1
    said = capsys.readouterr().out
    assert "buffer exactly at the lower end of the range: each[0].q should be 0.5, is 0.0" in said
    assert check_file(path).failed_cases == tuple(case["name"] for case in json.loads(path.read_text())[:3])


def test_a_file_that_is_no_list_of_cases_gives_exit_code_2(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "odd.json"
    path.write_text('{"a": 1}')
    assert main(["vectors", str(path)]) == 2
    assert "no list of cases" in capsys.readouterr().err
    assert main(["vectors", str(tmp_path / "absent.json")]) == 2


def test_one_unreadable_file_among_good_ones_gives_exit_code_1(tmp_path: Path) -> None:
    assert main(["vectors", str(GOLDEN / "cats.json"), str(tmp_path / "absent.json")]) == 1


def test_a_case_that_cannot_be_understood_differs_and_hides_no_other(tmp_path: Path) -> None:
    def change(cases: Any) -> None:
        del cases[1]["input"]
        cases[2]["expect"] = {"each": []}
        cases[3] = "no case"
        cases[4]["expect"]["cats"] = None

    path = changed(tmp_path, "cats", change)
    names = [case["name"] for case in json.loads((GOLDEN / "cats.json").read_text())]
    found = check_file(path)
    assert found.failed_cases == (names[1], names[2], "case 4", names[4])
    assert [one.where for one in found.differences] == ["case", "case", "case", "cats"]
    assert "not to be understood (KeyError: 'input')" in str(found.differences[0])
    assert main(["vectors", str(path)]) == 1


def test_a_file_without_any_case_that_can_be_understood_is_an_input_error(tmp_path: Path) -> None:
    path = tmp_path / "odd.json"
    path.write_text('[{"a": 1}, 2]')
    with pytest.raises(InputError, match="None of its cases"):
        check_file(path)
    assert main(["vectors", str(path)]) == 2


def a_leg(mode: str, **known: Any) -> dict[str, Any]:
    return {"mode": mode, "depart": 480, "arrive": 780, "hist_duration_min": 240, **known}


A_RECORD = {
    "total_flights": 50, "late": 5, "very_late": 0, "excessive": 0, "cancelled": 1, "diverted": 0,
    "avg_delay_min": 40, "std_delay_min": 20, "max_delay_min": 100,
}  # fmt: skip


@pytest.mark.parametrize(
    ("without", "expected"),
    [
        ((), 0.1 * 60 + 0.02 * 100),
        (("std_delay_min",), 0.1 * 40 + 0.02 * 100),
        (("max_delay_min",), 0.1 * 60),
    ],
)
def test_a_delay_that_a_record_does_not_hold_is_missing(without: tuple[str, ...], expected: float) -> None:
    record = {name: value for name, value in A_RECORD.items() if name not in without}
    found = tdas_figures(a_leg("Flight", performance={**record, "min_delay_min": 3}), RiskProfile.OPTIMIZED)
    assert found is not None
    assert same(expected, found["expected_delay_min"])


def test_a_record_without_a_count_cannot_be_understood(tmp_path: Path) -> None:
    def change(cases: Any) -> None:
        del cases[0]["input"][0]["performance"]["late"]

    (found,) = check_file(changed(tmp_path, "tdas", change)).differences
    assert found.found == "not to be understood (KeyError: 'late')"


@pytest.mark.parametrize("mode", ["Cab", "Taxi", "Driving", "Self-driving"])
def test_every_car_is_a_cab(mode: str) -> None:
    found = tdas_figures(a_leg(mode, historical_delay_min=50), RiskProfile.OPTIMIZED)
    assert found is not None
    assert (found["expected_delay_min"], found["q"]) == (50, 0.0)


@pytest.mark.parametrize("kind", ["hotel", "station", "airport", "event", "accommodation", "transport"])
def test_a_row_that_is_no_attraction_and_no_restaurant_is_not_scored(kind: str) -> None:
    row = {"kind": kind, "arrive": 600, "depart": 800, "visit_duration_min": 90, "crowd_level": "Low"}
    assert bas_figures(row, RiskProfile.AVERSE) is None


A_VISIT = {
    "kind": "attraction", "arrive": 600, "depart": 720, "visit_duration_min": 60, "cw": [[9, 18, "A"]],
}  # fmt: skip


@pytest.mark.parametrize("stated", [{}, {"crowd_level": "Low"}])
@pytest.mark.parametrize(
    ("times", "is_scored"),
    [
        ({}, True),
        ({"depart": 601}, True),
        ({"depart": 600}, False),
        ({"depart": 599}, False),
        ({"depart": None}, False),
        ({"arrive": None}, False),
        ({"arrive": None, "depart": None}, False),
    ],
)
def test_a_visit_is_scored_with_both_times_and_an_end_after_its_start(
    times: dict[str, Any], is_scored: bool, stated: dict[str, Any]
) -> None:
    row = {**A_VISIT, **stated, **times}
    for figures_of in (bas_figures, cats_figures):
        assert (figures_of(row, RiskProfile.OPTIMIZED) is not None) is is_scored
        without = {key: value for key, value in row.items() if value is not None}
        assert (figures_of(without, RiskProfile.OPTIMIZED) is not None) is is_scored


@pytest.mark.parametrize(
    ("times", "is_scored"),
    [
        ({"arrive": 481}, True),
        ({"arrive": 480}, False),
        ({"arrive": 479}, False),
        ({"arrive": None}, False),
        ({"depart": None}, False),
    ],
)
def test_a_leg_is_scored_with_both_times_and_an_arrival_after_its_departure(
    times: dict[str, Any], is_scored: bool
) -> None:
    found = tdas_figures({**a_leg("Cab", historical_delay_min=50), **times}, RiskProfile.OPTIMIZED)
    assert (found is not None) is is_scored


def test_a_row_without_a_time_equals_null_and_the_rows_beside_it_count(tmp_path: Path) -> None:
    def change(cases: Any) -> None:
        rows, each = cases[0]["input"], cases[0]["expect"]["each"]
        rows += [{**rows[0], "depart": None}, {**rows[0], "depart": rows[0]["arrive"]}]
        each += [None, None]

    for name in ("bas", "cats"):
        assert check_file(changed(tmp_path, name, change)).differences == ()


@pytest.mark.parametrize(
    ("wanted", "found", "equal"),
    [
        (None, None, True),
        (None, 0.0, False),
        (0.0, None, False),
        ([1.0, 2.0], (1.0, 2.0), True),
        ([1.0], (1.0, 2.0), False),
        (1, 1.0, True),
        ("a", "a", True),
    ],
)
def test_null_equals_only_null_and_lists_are_compared_by_figure(
    wanted: object, found: object, equal: bool
) -> None:
    assert same(wanted, found) is equal


def test_the_result_can_be_had_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["vectors", str(GOLDEN / "tdas.json"), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)[0] == {
        "file": str(GOLDEN / "tdas.json"),
        "score": "tdas",
        "cases": 31,
        "failed": [],
        "differences": [],
    }
