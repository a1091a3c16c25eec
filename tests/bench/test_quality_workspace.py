"""The generated quality workspace is whole, holds what it says and is the same each time."""

from pathlib import Path
from typing import Any

import pytest

from annotate.facts import FACTS_JSON
from annotate.feedback import FEEDBACK_JSON, give_feedback
from annotate.plan import ITINERARY_JSON
from annotate.workflow import State
from db.cells import read_cell
from db.integrity import check_database
from db.models import Annotation, Base, EditLog, RoundScore, RoundVerdict, Submission
from db.session import engine_for, open_session
from db.submissions import figures_of
from tests.bench.quality_workspace import make_quality_workspace
from tests.quality_world import QualityWorld, rows


def test_the_workspace_is_whole(small_quality_world: QualityWorld) -> None:
    assert check_database(small_quality_world.url) == []


def test_so_many_plans_as_asked_for_are_approved_or_gold_and_some_are_in_every_other_state(
    small_quality_world: QualityWorld,
) -> None:
    states = dict(rows(small_quality_world, "SELECT state, count(*) FROM annotations GROUP BY state"))
    assert set(states) == set(State)
    assert states[State.APPROVED] + states[State.GOLD] == small_quality_world.plans


def test_the_history_of_each_plan_leads_from_open_to_its_state_without_a_gap(
    small_quality_world: QualityWorld,
) -> None:
    at: dict[int, str] = {}
    for number, source, target in rows(
        small_quality_world,
        "SELECT annotation_id, from_state, to_state FROM event_log WHERE to_state IS NOT NULL ORDER BY id",
    ):
        assert at.get(number, State.OPEN) == source
        at[number] = target
    assert at == dict(rows(small_quality_world, "SELECT id, state FROM annotations"))


def test_a_draft_is_what_its_edits_made_of_the_skeleton(small_quality_world: QualityWorld) -> None:
    with open_session(write=False, url=small_quality_world.url) as session:
        for annotation in session.query(Annotation).limit(20):
            draft = ITINERARY_JSON.validate_json(annotation.draft)
            last: dict[tuple[str, str], Any] = {}
            for edit in session.query(EditLog).filter_by(annotation_id=annotation.id).order_by(EditLog.rev):
                for cell in edit.cells:
                    key = cell["row"], cell["field"]
                    assert last.get(key, cell["before"]) == cell["before"]
                    last[key] = cell["after"]
            assert {key: read_cell(draft, *key) for key in last} == last


def test_frozen_feedback_and_figures_are_those_of_the_frozen_plan(small_quality_world: QualityWorld) -> None:
    with open_session(write=False, url=small_quality_world.url) as session:
        for frozen in session.query(Submission).limit(20):
            itinerary = ITINERARY_JSON.validate_json(frozen.itinerary)
            feedback = give_feedback(itinerary, FACTS_JSON.validate_json(frozen.facts))
            assert FEEDBACK_JSON.dump_json(feedback).decode() == frozen.feedback
            scores, verdicts = figures_of(frozen.id, feedback)
            for model, wanted in ((RoundScore, scores), (RoundVerdict, verdicts)):
                found = session.query(model).filter_by(submission_id=frozen.id).all()
                kept = [{name: getattr(row, name) for name in wanted[0]} for row in found]
                key = "score" if model is RoundScore else "code"
                assert sorted(kept, key=lambda row: row[key]) == sorted(wanted, key=lambda row: row[key])


def test_the_same_seed_gives_the_same_content_and_another_one_other_content(
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    def content(folder: Path, seed: int) -> dict[str, list[Any]]:
        engine = engine_for(make_quality_workspace(folder, plans=20, seed=seed))
        with engine.connect() as connection:
            found = {
                table.name: list(map(tuple, connection.execute(table.select())))
                for table in Base.metadata.sorted_tables
            }
        engine.dispose()
        return found

    first, second, other = (content(tmp_path_factory.mktemp("seeded"), seed) for seed in (2609, 2609, 2610))
    assert first == second
    assert first["submissions"] != other["submissions"]
