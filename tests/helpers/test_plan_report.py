"""A plan's report says what its frozen round says: every figure is looked up there by other means than the report's."""

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from annotate.clock import format_time_with_day
from annotate.errors import NotFoundError
from annotate.plan import Leg
from annotate.rule import Verdict
from db.people import Person
from db.waivers import WaiverView
from helpers import knowledge
from helpers.finding_words import where_words
from helpers.plan_report import plan_report
from helpers.report import Notice, Pairs, Sketches, Table
from tests.helpers.printed import gold_plan, hostile_plan, names_of, table_of, week_plan


@pytest.fixture(scope="module")
def frozen():
    return week_plan().frozen


@pytest.fixture(scope="module")
def report():
    return plan_report(week_plan())


def cells(table: Table) -> list[list[str]]:
    return [[cell.text for cell in row.cells] for row in table.rows]


def pairs_of(report) -> dict[str, str]:
    blocks = [block for section in report.sections for block in section.blocks if isinstance(block, Pairs)]
    return dict(pair for block in blocks for pair in block.pairs)


def test_the_scores_are_those_of_the_frozen_feedback_with_their_coverage(report, frozen):
    listed = {row[0]: (row[2], row[3]) for row in cells(table_of(report, "Scores with their coverage"))}
    assert len(listed) == len(frozen.feedback.scores) == 8
    for score in frozen.feedback.scores.values():
        value, coverage = listed[score.name]
        assert value == ("-" if score.value is None else f"{score.value:.3f}")
        assert coverage.startswith(f"{score.scored} of {score.total}")
    assert listed["BAS"] == ("0.955", "22 of 22 stops")


def test_every_row_of_every_day_stands_there_with_its_times_and_scores(report, frozen):
    for day in frozen.itinerary.days:
        rows = table_of(report, f"Rows of day {day.number}").rows
        assert len(rows) == len(list(day.rows))
        for row, printed in zip(day.rows, rows, strict=True):
            name = f"{row.origin} to {row.destination}" if isinstance(row, Leg) else row.name
            assert printed.cells[1].text == name
            assert printed.cells[2].text == format_time_with_day(row.start_min)
            assert printed.cells[3].text == format_time_with_day(row.end_min)
            notes = dict(printed.notes)
            assert notes.get("Remark") == row.remark
            key = "tdas" if isinstance(row, Leg) else "bas"
            values = [part.value for part in frozen.feedback.scores[key].parts if part.row == row.row]
            told = printed.cells[6].text
            assert told == "".join(f"{key.upper()} {value:.2f}" for value in values if value is not None)


def test_a_row_says_which_buffer_it_has_and_which_stay_is_wanted(report, frozen):
    # Jantar Mantar: 60 min at congestion 1.25, 14:05 to 16:20; 1 to 1.25 times 75 min are wanted on top
    part = next(part for part in frozen.feedback.scores["bas"].parts if part.row == "d1.s2")
    assert (part.figures["base_min"], part.figures["buffer_min"]) == (60, 75)
    stay = table_of(report, "Rows of day 1").rows[2].cells[4]
    assert stay.text == "2 h 15"
    assert stay.sub.replace("\xa0", " ") == "buffer 1 h 15; wanted 2 h 15 to 2 h 33"


def test_no_score_is_computed_anew(monkeypatch):
    def never(*_):
        raise AssertionError("a score was computed for a report")

    expected = plan_report(week_plan())
    monkeypatch.setattr(knowledge, "score_stop", never)
    monkeypatch.setattr(knowledge, "score_leg", never)
    assert plan_report(week_plan()) == expected


def test_every_finding_is_listed_and_explained_where_a_remark_answers_it(report, frozen):
    listed = cells(table_of(report, "Findings, worst first"))
    assert [(row[0], row[1]) for row in listed] == [
        (one.code, one.message) for one in frozen.feedback.findings
    ]
    assert {row[3] for row in listed if row[0] in ("BUF001", "CRD001")} == {"explained"}


def test_a_waived_finding_names_who_waived_it_when_and_why():
    plan = week_plan()
    finding = plan.frozen.feedback.findings[0]
    expert = Person(1, "E09", "Esha", frozenset({"expert"}))
    at = datetime(2025, 10, 7, 9, 5, tzinfo=UTC)
    waiver = WaiverView(1, 1, finding.code, finding.rows, "Guests wait there.", expert, at)
    row = table_of(plan_report(replace(plan, waivers=(waiver,))), "Findings, worst first").rows[0]
    assert row.cells[3].text == "waived"
    assert ("Waived by E09, 2025-10-07 09:05 UTC", "Guests wait there.") in row.notes


def test_rules_that_could_not_be_checked_say_what_is_missing():
    plan = gold_plan()
    outcomes = plan.frozen.feedback.outcomes
    some = next(code for code, outcome in outcomes.items() if outcome.verdict is Verdict.PASS)
    changed = replace(outcomes[some], verdict=Verdict.NOT_CHECKED, missing=("The table of buses.",))
    feedback = replace(plan.frozen.feedback, outcomes=outcomes | {some: changed})
    report = plan_report(replace(plan, frozen=replace(plan.frozen, feedback=feedback)))
    listed = cells(table_of(report, "Not checked, because facts are missing"))
    assert [(row[0], row[2]) for row in listed] == [(some, "The table of buses.")]


def test_the_costs_are_the_sum_of_the_bill_and_stand_beside_the_budget(report, frozen):
    amounts = [row[4].replace("₹", "").replace(",", "") for row in cells(table_of(report, "The bill"))]
    total = sum(float(amount) for amount in amounts if amount != "not known")
    pairs = pairs_of(report)
    assert pairs["Known total"] == f"₹{total:,.0f}" == "₹22,620"
    assert frozen.itinerary.query.budget == 26_500
    assert pairs_of(report)["Budget"] == "₹26,500: ₹3,880 under it"


def test_each_figure_of_the_evidence_has_its_source_and_date(report, frozen):
    listed = [row for day in range(1, 8) for row in cells(table_of(report, f"Evidence of day {day}"))]
    prices = [row for row in listed if row[1] == "Price"]
    assert prices
    assert {(row[4], row[5]) for row in prices} == {("demo (invented)", "2025-10-01")}
    named = {cell.text for day in range(1, 8) for row in table_of(report, f"Evidence of day {day}").rows
             for cell in row.cells[:1]}  # fmt: skip
    assert set(names_of(week_plan())) - {"Udaipur City", "Bhopal Junction"} <= named | {""}


def test_the_way_of_a_gold_plan_is_told_step_by_step_with_who_took_it():
    steps = cells(table_of(plan_report(gold_plan()), "Rounds and decisions"))
    assert [(row[1], row[2]) for row in steps] == [
        ("submitted", "A01"),
        ("retain as it is", "E01"),
        ("final review begun", "E02"),
        ("made gold", "E02"),
    ]
    assert [row[3] for row in steps] == sorted(row[3] for row in steps)


def test_a_demo_plan_says_first_that_its_data_are_invented(report):
    notices = [block.text for block in report.sections[0].blocks if isinstance(block, Notice)]
    assert len(notices) == 1
    assert notices[0].startswith("Invented data")
    assert "demo (invented)" in notices[0]


def test_people_are_named_by_code_alone(report):
    said = repr(report)
    assert "A04" in said and "E01" in said
    for name in ("Ananya", "Meera", "Lakshmi", "Vikram"):
        assert name not in said


def test_each_day_has_a_map_and_one_between_two_cities_has_two(report, frozen):
    maps = [
        block.sketches
        for section in report.sections
        for block in section.blocks
        if isinstance(block, Sketches)
    ]
    assert [len(sketches) for sketches in maps] == [1, 1, 2, 1, 2, 1, 1]
    assert [sketch.title for sketch in maps[2]] == ["Jaipur", "Jodhpur"]
    days = [section for section in report.sections if section.title.startswith("Day ")]
    assert len(days) == len(frozen.itinerary.days) == 7
    assert all(section.starts_page for section in days)


def test_a_plan_of_which_nothing_was_submitted_cannot_be_printed():
    with pytest.raises(NotFoundError, match="Nothing of demo 2, A01 was submitted"):
        plan_report(replace(gold_plan(), frozen=None))


def test_rows_of_a_finding_are_named_day_by_day(frozen):
    itinerary = frozen.itinerary
    rows = [row.row for row in itinerary.days[3].stops]
    assert where_words(itinerary, rows) == "day 4, rows 1 to 6"
    assert where_words(itinerary, [rows[0], rows[2]]) == "day 4, rows 1, 3"
    assert where_words(itinerary, ["d1.l1", "d2.s3"]) == "day 1, Train 20461; day 2, row 3"
    assert where_words(itinerary, []) == "the plan"


def test_texts_of_others_go_into_a_report_as_they_are():
    plan = hostile_plan()
    report = plan_report(plan)
    assert plan.title in report.title
    assert pairs_of(report)["Key decisions"] == plan.frozen.itinerary.rationale.decisions
