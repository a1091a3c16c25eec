"""The checks behind a soak find each fault they are there for."""

from pathlib import Path

from sqlalchemy import delete, select, update

from db import reviews
from db.models import Annotation, EditLog, LogEntry
from db.session import open_session
from tests.db.world import a_plan_in_progress, a_submitted_plan, an_edit, edit, later
from tests.soak.checks import NEVER_IN_THE_LOG, problems_after, problems_in_log
from tests.soak.record import Acked


def test_whole_work_has_no_problem(database_url: str) -> None:
    office, plan = a_submitted_plan(database_url)
    with open_session(write=True, url=database_url) as session:
        reviews.open_review(session, office.esha.id, plan, at=later(20))
        reviews.decide(session, office.esha.id, plan, "back to annotator", "Longer.", at=later(21))
    assert problems_after(database_url, [Acked(plan, "filler", "d1.s1", "start", 800)]) == []


def test_a_lost_edit_is_found_in_the_draft_and_in_the_acknowledgements(database_url: str) -> None:
    office, plan = a_plan_in_progress(database_url)
    edit(database_url, office.asha, plan, an_edit(("d1.s1", "start", 600)))
    edit(database_url, office.asha, plan, an_edit(("d1.s2", "start", 700), seq=2, base_rev=1))
    with open_session(write=True, url=database_url) as session:
        session.execute(delete(EditLog).where(EditLog.seq == 1))
    told = " ".join(problems_after(database_url, [Acked(plan, "tab-1", "d1.s1", "start", 600)]))
    assert f"The draft of plan {plan} is not what its edits lead to." in told
    assert "d1.s1 start = 600 was acknowledged to tab-1; it is logged 0 times." in told


def test_a_doubled_edit_is_found(database_url: str) -> None:
    office, plan = a_plan_in_progress(database_url)
    edit(database_url, office.asha, plan, an_edit(("d1.s1", "start", 600)))
    with open_session(write=True, url=database_url) as session:
        first = session.scalars(select(EditLog)).one()
        session.add(
            EditLog(
                annotation_id=plan, round=1, rev=2, client="tab-2", seq=1, by_id=first.by_id, at=first.at, how="typed",
                cells=first.cells, rejections=None,
            )
        )  # fmt: skip
    told = " ".join(problems_after(database_url, [Acked(plan, "tab-1", "d1.s1", "start", 600)]))
    assert "edit tab-2 1 met None in d1.s1 start; the edits before left 600." in told
    assert "it is logged 2 times." in told


def test_a_frozen_round_that_lacks_an_edit_is_found(database_url: str) -> None:
    _, plan = a_submitted_plan(database_url)
    with open_session(write=True, url=database_url) as session:
        session.execute(update(EditLog).where(EditLog.seq == 107).values(round=2))
        session.execute(update(Annotation).values(round=2))
    told = problems_after(database_url, [])
    assert f"Round 1 of plan {plan} was frozen otherwise than its edits lead to." in told


def test_a_review_with_two_experts_is_found(database_url: str) -> None:
    office, plan = a_submitted_plan(database_url)
    with open_session(write=True, url=database_url) as session:
        reviews.open_review(session, office.esha.id, plan, at=later(20))
        session.add(
            LogEntry(
                at=later(21), by_id=office.ekta.id, annotation_id=plan, kind="open review", from_state="submitted",
                to_state="in review",
            )
        )  # fmt: skip
    (told,) = problems_after(database_url, [])
    assert told == (
        f"The review of plan {plan} was opened by {office.ekta.id} while {office.esha.id} had it."
    )


def test_a_log_that_says_locked_is_found_with_what_stands_behind_it(tmp_path: Path) -> None:
    log = tmp_path / "server.log"
    log.write_text("started\n", encoding="utf-8")
    assert problems_in_log(log) == []
    log.write_text("".join(f"started\n{words}\nbehind it\n" for words in NEVER_IN_THE_LOG), encoding="utf-8")
    told = problems_in_log(log)
    assert len(told) == len(NEVER_IN_THE_LOG)
    assert "database is locked\nbehind it" in told[0]
