"""`python -m helpers score` with `--gold` and `--queries`: which reference plan and which query belong to a plan."""

from pathlib import Path

import pytest

from tests.helpers.test_score_command import DAY, QUERY, a_plan, folder, lines, score

__all__ = ["folder"]
"""A fixture, used by its name."""


def test_reference_plans_give_the_ordering_score(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    gold = folder / "gold.jsonl"
    gold.write_text(lines(a_plan(1)), encoding="utf-8")
    code, found = score(folder, lines(a_plan(1), a_plan(2)), "--gold", str(gold))
    assert code == 0
    assert found["plans"][0]["scores"]["o_ord"]["value"] == 1.0
    assert found["plans"][1]["scores"]["o_ord"]["value"] is None
    assert "no reference plan for 2" in capsys.readouterr().err


def test_a_reference_plan_that_cannot_be_read_is_named(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    gold = folder / "gold.jsonl"
    gold.write_text(lines(a_plan(1, plan="nothing of the kind")), encoding="utf-8")
    code, found = score(folder, lines(a_plan(1)), "--gold", str(gold))
    assert code == 1
    assert found["plans"][0]["scores"]["o_ord"]["value"] is None
    assert "gold.jsonl" in capsys.readouterr().err


OTHER_DAY = {
    **DAY,
    "point_of_interest_list": "Copper Ladle, visit from 16:00 to 18:00, nearest transit: Clock, 1000.00m away; "
    "Bend View, visit from 18:30 to 20:30, nearest transit: Gate, 210.00m away",
}


def ordering(folder: Path, plans: str, gold: str) -> list[float | None]:
    (folder / "gold.jsonl").write_text(gold, encoding="utf-8")
    _, found = score(folder, plans, "--gold", str(folder / "gold.jsonl"))
    return [plan["scores"]["o_ord"]["value"] for plan in found["plans"]]


def test_the_reference_plan_is_that_of_the_plan_s_own_set(folder: Path) -> None:
    gold = lines(a_plan(1, set="a"), a_plan(1, set="b", plan=[OTHER_DAY]))
    own_and_other = [1.0, ordering(folder, lines(a_plan(1)), lines(a_plan(1, plan=[OTHER_DAY])))[0]]
    assert own_and_other[1] != 1.0
    assert ordering(folder, lines(a_plan(1, set="a")), gold) == [1.0]
    assert ordering(folder, lines(a_plan(1, set="a"), a_plan(1, set="b")), gold) == own_and_other
    assert ordering(folder, lines(a_plan(1, set="c")), gold) == [None]


def test_a_reference_plan_is_found_by_its_idx_where_one_side_names_no_set(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert ordering(folder, lines(a_plan(1, set="a")), lines(a_plan(1))) == [1.0]
    assert ordering(folder, lines(a_plan(1)), lines(a_plan(1, set="a"))) == [1.0]
    assert "fits" not in capsys.readouterr().err
    assert ordering(folder, lines(a_plan(1)), lines(a_plan(1, set="a"), a_plan(1, set="b"))) == [None]
    assert "Idx 1 fits 2 sets ('a', 'b')" in capsys.readouterr().err
    assert ordering(folder, lines(a_plan(1, set="a"), a_plan(1, set="b")), lines(a_plan(1))) == [None, None]
    assert "Idx 1 fits 2 sets ('a', 'b')" in capsys.readouterr().err


def test_the_queries_of_two_sets_ask_for_the_plans_of_their_own_set(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    queries = folder / "queries.jsonl"
    other = {**QUERY, "days": 2}
    asked = lines(a_plan(1, set="b", JSON=other, plan=None), a_plan(1, set="a", plan=None))
    queries.write_text(asked, encoding="utf-8")
    plans = lines({"set": "a", "idx": 1, "plan": [DAY]}, {"set": "b", "idx": 1, "plan": [DAY, DAY]})
    code, found = score(folder, plans, "--queries", str(queries))
    assert (code, [(plan["delivered"], plan["days"]) for plan in found["plans"]]) == (
        0,
        [(True, 2), (True, 1)],
    )
    capsys.readouterr()
    code, found = score(folder, lines({"idx": 1, "plan": [DAY]}), "--queries", str(queries))
    assert (code, [plan["delivered"] for plan in found["plans"]]) == (1, [False, False])
    assert "plan 1: Idx 1 fits 2 sets ('a', 'b')" in capsys.readouterr().err
