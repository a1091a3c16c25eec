"""The lead's week in words: which week, what it says, and what it tells the lead to do next."""

from dataclasses import replace
from datetime import UTC, date, datetime, timedelta

import pytest

from annotate.errors import InputError
from annotate.workflow import State
from db.session import open_session
from db.week import BrokenRule, read_week
from helpers.report import Tiles
from helpers.report_html import html_of
from helpers.report_pdf import pdf_of
from helpers.weekly_summary import monday_of, next_steps, week_name, weekly_summary
from tests.db.test_adjudications import two_submissions
from tests.db.world import NINE
from tests.helpers.printed import Page, demo_url, pages_of, table_of

WEEK_41 = date(2025, 10, 6)
AFTER = datetime(2025, 12, 1, tzinfo=UTC)


@pytest.fixture(scope="module")
def week():
    with open_session(write=False, url=demo_url()) as session:
        return read_week(session, WEEK_41, at=AFTER)


def test_a_week_is_named_by_year_and_number_as_iso_8601_has_it():
    assert monday_of("2025-W41") == WEEK_41
    assert monday_of("2025W41") == WEEK_41
    assert monday_of("2026-W01") == date(2025, 12, 29)
    assert week_name(date(2025, 12, 31)) == "2026-W01"
    assert week_name(date(2027, 1, 3)) == "2026-W53"
    assert monday_of("2026-W53") == date(2026, 12, 28)


@pytest.mark.parametrize("text", ["", "41", "2025-W00", "2025-W53", "2025-41", "W41", "2025-W41-1"])
def test_what_is_no_week_is_refused_with_an_example(text):
    with pytest.raises(InputError, match="2025-W41"):
        monday_of(text)


def test_the_demo_s_week_counts_what_its_people_did(week):
    report = weekly_summary(week)
    tiles = next(block for block in report.sections[0].blocks if isinstance(block, Tiles))
    assert [(name, value) for name, value, _ in tiles.tiles] == [
        ("submitted", "6"),
        ("sent back", "1"),
        ("approved", "3"),
        ("gold", "1"),
    ]
    people = {
        row.cells[0].text: [cell.text for cell in row.cells[1:]] for row in table_of(report, "People").rows
    }
    assert people["A04"] == ["2", "0", "0", "0", "0"]
    assert people["A03"] == ["1", "1", "0", "0", "0"]
    assert people["E02"] == ["0", "0", "2", "1", "1"]
    rules = [[cell.text for cell in row.cells] for row in table_of(report, "Rules").rows]
    assert rules[0][0] == "CRD001" and rules[0][2:4] == ["6 of 6", "100%"]


def test_the_lead_is_told_whom_to_speak_with_and_what_waits(week):
    told = next_steps(week)
    assert told[0].startswith("Speak with A02, A03: 3 plans are stuck (")
    assert told[1].startswith("Find experts for 3 plans")
    assert any(one.startswith("Talk about CRD001") for one in told)
    assert any("1 open flag" in one for one in told)


def test_a_rule_that_half_of_the_rounds_broke_is_not_yet_talked_about(week):
    def said(rounds):
        changed = replace(week, broken=(BrokenRule("CRD001", rounds, rounds),))
        return any("CRD001" in one for one in next_steps(changed))

    assert week.submissions == 6
    assert not said(3)
    assert said(4)


def test_a_week_with_nothing_to_do_says_so(week):
    calm = replace(
        week, in_hand=(), to_review=(), disputed=(), broken=(), batches=(), open_flags=0,
        by_state=week.by_state | {State.OPEN: 1},
    )  # fmt: skip
    assert next_steps(calm) == []
    assert "Nothing presses." in Page(html_of(weekly_summary(calm))).text
    assert next_steps(replace(calm, by_state=week.by_state | {State.OPEN: 0})) == [
        "Import skeletons or make a batch: nothing is left to give out."
    ]


def test_two_people_who_are_far_apart_are_sent_to_an_expert(database_url):
    two_submissions(database_url)
    with open_session(write=False, url=database_url) as session:
        week = read_week(session, NINE.date(), at=NINE + timedelta(days=30))
    # one of eight times differs, by 15 min
    apart = table_of(weekly_summary(week), "Mean minutes between the times of its annotators").rows[0]
    assert [cell.text for cell in apart.cells[1:]] == ["A01, A02", "2 min"]
    assert not any("adjudicate" in one for one in next_steps(week))


def test_an_empty_week_names_the_week_in_which_something_moved():
    with open_session(write=False, url=demo_url()) as session:
        week = read_week(session, date(2025, 11, 24), at=AFTER)
    assert (
        "Nothing moved in this week; the last move was in 2025-W41."
        in Page(html_of(weekly_summary(week))).text
    )


def test_the_summary_is_printed_with_the_same_bytes_each_time(week):
    report = weekly_summary(week)
    assert pdf_of(report) == pdf_of(weekly_summary(week))
    pages = pages_of(pdf_of(report))
    assert len(pages) == 2
    assert pages[0].startswith("Week 2025-W41")
    assert "Speak with A02, A03" in pages[0]
