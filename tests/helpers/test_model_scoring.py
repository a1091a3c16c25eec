"""Model sets scored in the background: the command line's figures to the byte, through a kill and on both databases."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select

from annotate.notation import write_plan
from annotate.plan import RiskProfile
from annotate.rule import Group, all_rules
from annotate.workflow import State
from db import model_plans, model_sets
from db.demo.workspace import DATA
from db.human_plans import figures_of_people, itineraries_of, plans_of_people
from db.imports import Upload
from db.model_sets import ModelSetView, SetState
from db.models import ModelPlan
from db.people import add_person
from db.session import open_session
from db.start import prepare
from helpers import model_scoring
from helpers.__main__ import main
from helpers.paper_table import by_profile, paper_rows
from helpers.results_table import rows_of
from helpers.summary import rules_of, summary_of_figures
from tests.db.importers.imported import put
from tests.helpers.test_score_command import (
    ATTRACTIONS,
    CITIES,
    DAY,
    DELAYS,
    RESTAURANTS,
    TRAINS,
    a_plan,
    lines,
)

MODEL_A = "Demo model A (invented)"
SLOWEST_S = 240
KILLED_AFTER_PLANS = 3
SCORE_AND_DIE = f"""
import os, signal
from helpers import model_scoring
model_scoring.AT_ONCE = 1
kept = []
def tell(name, plans):
    kept.append(plans)
    if len(kept) == {KILLED_AFTER_PLANS}:
        os.kill(os.getpid(), signal.SIGKILL)
model_scoring.score_waiting(tell=tell)
"""


def known(url: str, name: str = MODEL_A) -> ModelSetView:
    with open_session(write=False, url=url) as session:
        return model_sets.get_model_set(session, name)


def gold_file(url: str, folder: Path) -> Path:
    """The gold plans of the demo as a file of reference plans."""
    with open_session(write=False, url=url) as session:
        gold = plans_of_people(session, "demo", [State.GOLD])
        itineraries = itineraries_of(session, [plan.annotation_id for plan in gold])
    assert [plan.idx for plan in gold] == [2]
    file = folder / "gold.jsonl"
    file.write_text(lines(*(write_plan(one) for one in itineraries.values())), encoding="utf-8")
    return file


def scored_by_command(url: str, folder: Path, plans: Path = DATA / "model_a.jsonl") -> str:
    out = folder / "scores.json"
    code = main(
        ["score", str(plans), "--queries", str(DATA / "skeletons.jsonl"), "--gold", str(gold_file(url, folder)),
         "--db", url, "--out", str(out)]
    )  # fmt: skip
    assert code == 1  # the file has lines that cannot be read
    return out.read_text(encoding="utf-8")


def test_a_set_gives_the_score_file_of_the_command_line_byte_for_byte_and_keeps_its_figures(
    database_url: str, tmp_path: Path
) -> None:
    prepare(database_url)
    assert model_scoring.score_waiting() == 2
    found = known(database_url)
    assert (found.state, found.done, found.total, found.reference_plans) == (SetState.DONE, 14, 14, 1)
    text = scored_by_command(database_url, tmp_path)
    assert model_scoring.score_file_of(found) == text
    file = json.loads(text)
    assert found.summary == file["summary"]
    with open_session(write=False, url=database_url) as session:
        rows = session.scalars(
            select(ModelPlan).where(ModelPlan.model_set_id == found.id).order_by(ModelPlan.position)
        ).all()
        failed = model_plans.failed_plans(session, found.id)
    for row, plan in zip(rows, file["plans"], strict=True):
        scores = {key: one["value"] for key, one in plan["scores"].items()} if plan["delivered"] else {}
        assert (row.idx, row.delivered, row.reason, row.risk_profile, row.days, row.verdicts) == (
            plan["idx"], plan["delivered"], plan.get("reason"), plan["risk_profile"], plan["days"], plan["verdicts"]
        )  # fmt: skip
        assert {
            key: value if value is None else round(value, 12) for key, value in row.scores.items()
        } == scores
    assert file["plans"][1]["scores"]["o_ord"]["value"] == 1.0  # against the gold plan of query 2
    assert [(plan.idx, plan.line) for plan in failed] == [(4, 4), (6, None), (8, 8), (13, None)]
    assert [plan["idx"] for plan in file["summary"]["failed_plans"]] == [4, 6, 8, 13]


def test_a_killed_process_is_followed_by_another_that_ends_with_the_same_bytes(
    database_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    prepare(database_url)
    dying = subprocess.run([sys.executable, "-c", SCORE_AND_DIE], env=os.environ, check=False)
    assert dying.returncode == -signal.SIGKILL
    left = known(database_url)
    assert (left.state, left.done) == (SetState.SCORING, KILLED_AFTER_PLANS)
    assert model_scoring.score_waiting() == 0  # it may still be alive
    assert not model_scoring.see_to_scoring()
    monkeypatch.setattr("db.model_scoring.SILENT_S", 0)
    assert model_scoring.score_waiting() == 2
    found = known(database_url)
    assert (found.state, found.done) == (SetState.DONE, 14)
    assert model_scoring.score_file_of(found) == scored_by_command(database_url, tmp_path)


def test_one_background_process_scores_all_that_waits_and_a_page_that_asks_meanwhile_starts_no_other(
    database_url: str,
) -> None:
    prepare(database_url)
    assert model_scoring.see_to_scoring()
    assert not model_scoring.see_to_scoring()
    latest = time.monotonic() + SLOWEST_S
    with open_session(write=False, url=database_url) as session:
        names = [one.name for one in model_sets.list_model_sets(session)]
    while any(known(database_url, name).is_under_way for name in names) and time.monotonic() < latest:
        time.sleep(0.2)
    assert [known(database_url, name).state for name in names] == [SetState.DONE, SetState.DONE]
    assert not model_scoring.see_to_scoring()


def test_a_set_that_is_cancelled_while_it_is_scored_stops_and_goes_on_later(
    database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    prepare(database_url)
    number = known(database_url).id
    monkeypatch.setattr(model_scoring, "AT_ONCE", 5)

    def cancel(_name: str, _plans: int) -> None:
        if known(database_url).is_under_way and known(database_url).done == 5:
            with open_session(write=True, url=database_url) as session:
                model_sets.cancel(session, known(database_url).by.id, number)

    assert model_scoring.score_waiting(tell=cancel) == 1  # the other set
    assert (known(database_url).state, known(database_url).done) == (SetState.CANCELLED, 5)
    with open_session(write=True, url=database_url) as session:
        model_sets.go_on(session, known(database_url).by.id, number)
    assert model_scoring.score_waiting() == 1
    assert (known(database_url).state, known(database_url).done) == (SetState.DONE, 14)


def test_scoring_again_gives_the_same_of_the_same_and_reads_lines_that_could_not_be_read(
    database_url: str,
) -> None:
    prepare(database_url)
    model_scoring.score_waiting()
    before = known(database_url)
    text = model_scoring.score_file_of(before)
    with open_session(write=True, url=database_url) as session:
        model_sets.score_again(session, before.by.id, before.id)
    assert (known(database_url).state, known(database_url).done, known(database_url).summary) == (
        SetState.WAITING,
        0,
        None,
    )
    assert model_scoring.score_waiting() == 1
    assert model_scoring.score_file_of(known(database_url)) == text


def a_small_set(url: str, model_lines: str) -> ModelSetView:
    """Four queries of one day for a risk-averse traveller, and a model's answers to them, scored."""
    tables = {
        "cities.csv": CITIES, "trains.csv": TRAINS, "train_delays.csv": DELAYS, "attractions.csv": ATTRACTIONS,
        "restaurants.csv": RESTAURANTS,
    }  # fmt: skip
    put(url, tables)
    queries = lines(*(a_plan(idx, plan=None) for idx in (1, 2, 3, 4)))
    put(url, {"queries.jsonl": queries}, set_name="small")
    with open_session(write=True, url=url) as session:
        lead = add_person(session, "L01", "Leela", ["lead"])
        upload = Upload("answers.jsonl", model_lines.encode())
        file = model_sets.read_plans(session, upload, query_set="small")
        model_sets.add_model_set(session, lead.id, "small model", file)
    assert model_scoring.score_waiting() == 1
    return known(url, "small model")


def test_denominators_are_the_plans_and_checks_that_are_due(database_url: str) -> None:
    prose = {**DAY, "point_of_interest_list": "A day in the hills."}
    answers = lines({"idx": 1, "plan": [DAY]}, {"idx": 2, "plan": None}, {"idx": 3, "plan": [prose]})
    found = a_small_set(database_url, answers)
    summary: dict[str, Any] = found.summary or {}
    with open_session(write=False, url=database_url) as session:
        figures = model_plans.figures_of_set(session, found.id)
    groups = {rule.code: rule.group for rule, _ in all_rules()}
    one = [(groups[code], verdict) for code, verdict in figures[0].verdicts.items()]
    common = [verdict for group, verdict in one if group is Group.COMMON and verdict != "not_checked"]
    every = sum(rule.group is Group.COMMON and not rule.for_annotations_only for rule, _ in all_rules())
    # one plan of four came; the three others fail each commonsense rule, and the one hard rule asked for: the budget
    assert [plan.delivered for plan in figures] == [True, False, False, False]
    assert [plan.asked for plan in figures[1:]] == [("MON001",)] * 3
    assert (summary["plans"], summary["delivered"], summary["delivery_rate"]) == (4, 1, 0.25)
    assert summary["commonsense"]["checks_made"] == len(common) + 3 * every
    assert summary["commonsense"]["checks_passed"] == common.count("pass")
    assert summary["commonsense"]["plans"] == summary["hard"]["plans"] == 4
    assert summary["scores"]["tdas"] == {"mean": 1.0, "plans": 1, "null": 0, "rows_scored": 1, "rows": 1}
    # the paper's Table 3: q of the visit is 18.75 / 101.25, that of the dinner 1
    (row,) = paper_rows("small model", summary["groups"])
    assert (row.days, row.plans) == (1, 4)
    assert (row.figures["delivery_rate"].of_text, row.figures["delivery_rate"].value) == ("1/4", 0.25)
    assert row.figures["commonsense_macro"].of_text.endswith("/4")
    bas = row.figures[by_profile("bas", RiskProfile.AVERSE)]
    assert (bas.of_text, bas.value) == ("1/4", pytest.approx((1 - 18.75 / 101.25) / 2))
    assert rows_of(summary)[-1][:4] == ("all", "", "4", "25.0")


def test_rules_count_every_plan_once_and_say_how_many_fail_for_lack_of_a_plan(database_url: str) -> None:
    found = a_small_set(database_url, lines({"idx": 1, "plan": [DAY]}, {"idx": 2, "plan": [DAY]}))
    with open_session(write=False, url=database_url) as session:
        figures = model_plans.figures_of_set(session, found.id)
    by_code = {one.rule.code: one for one in rules_of(figures)}
    money = by_code["MON001"]
    # what the train costs is not known, so that the budget of the two plans was not checked; the two others lack a plan
    assert (money.failed, money.undelivered, money.passed, money.not_checked) == (2, 2, 0, 2)
    assert money.failed_share == 1.0
    for one in by_code.values():
        counted = one.passed + one.failed + one.not_checked
        assert counted <= 4
        assert counted == sum(one.rule.code in plan.verdicts for plan in figures) + one.undelivered
    assert [one.failed for one in rules_of(figures)] == sorted(
        (one.failed for one in by_code.values()), reverse=True
    )


def test_people_and_model_are_summed_up_over_the_same_rules(database_url: str) -> None:
    prepare(database_url)
    with open_session(write=False, url=database_url) as session:
        plans = plans_of_people(session, "demo", [State.GOLD, State.FINAL_REVIEW, State.APPROVED])
        figures = figures_of_people(session, plans)
    assert [(plan.idx, plan.state) for plan in plans] == [
        (2, State.GOLD),
        (3, State.APPROVED),
        (7, State.FINAL_REVIEW),
    ]
    assert not {"REM001", "REM002"} & {code for one in figures for code in one.verdicts}
    summary = summary_of_figures(figures)
    assert (summary["plans"], summary["delivery_rate"], summary["final_pass_rate"]) == (3, 1.0, 1.0)


def test_the_command_scores_what_waits_and_refuses_a_claim_that_is_none(
    database_url: str, capsys: pytest.CaptureFixture[str]
) -> None:
    prepare(database_url)
    for claim in ("nonsense", f"{10**22}:late", "3000000000:late"):
        assert main(["score-sets", "--claim", claim]) == 2
        assert f"'{claim}' is no claim" in capsys.readouterr().err
    assert main(["score-sets", "--claim", "1:\udcff"]) == 2
    assert "'claim' holds a character" in capsys.readouterr().err
    assert main(["score-sets"]) == 0
    said = capsys.readouterr()
    assert "2 model sets scored" in said.out
    assert "model_a: 14 more plans" in said.err
    assert main(["score-sets", "--claim", "1:late"]) == 0
    assert "0 model sets scored" in capsys.readouterr().out
