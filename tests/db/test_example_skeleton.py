"""An annotator's skeleton in the paper's form, where one is there: filled and released it comes in again as it was."""

import json
from pathlib import Path

import pytest
from sqlalchemy import select

from annotate.gates import is_gate
from annotate.plan import ITINERARY_JSON, Itinerary, Leg, StopKind
from db import plans, releases, reviews, waivers
from db.models import Annotation, Person, Submission
from db.people import get_person
from db.schema import migrate
from db.session import open_session
from tests.databases import a_sqlite_database
from tests.db.cutting import cut_release
from tests.db.importers.imported import put, read
from tests.db.test_releases import cut
from tests.db.world import add_people, an_edit, edit, later

EXAMPLE = Path(__file__).resolve().parents[3] / "shared" / "examples" / "skeletons.jsonl"
pytestmark = pytest.mark.skipif(not EXAMPLE.is_file(), reason="the example is not here")


def cells_that_fill(itinerary: Itinerary) -> list[tuple[str, str, int | str]]:
    """Times for every row, one row after the other, a remark for each, and the three parts of the rationale."""
    cells: list[tuple[str, str, int | str]] = []
    for day in itinerary.days:
        at = 8 * 60
        for row in day.rows:
            start = at if row.start_min is None else row.start_min
            end = start + 45 if row.end_min is None else row.end_min
            if isinstance(row, Leg) and row.timetable_arrive_min is not None:
                end = row.timetable_arrive_min
            cells += [
                (row.row, "start", start),
                (row.row, "end", end),
                (row.row, "remark", "Room for delays."),
            ]
            at = end + 15
    return [*cells, *(("plan", part, "As asked.") for part in ("decisions", "constraints", "buffers"))]


def made_gold(url: str, out: Path) -> tuple[releases.CutRelease, Itinerary]:
    """The example imported, filled, submitted, reviewed with every finding waived, and released; its last round."""
    put(url, {"skeletons.jsonl": EXAMPLE.read_bytes()})
    with open_session(write=True, url=url) as session:
        office = add_people(session)
        plan = plans.next_plan(session, office.asha.id, at=later(0)).annotation_id
        assert plan is not None
        plans.start_work(session, office.asha.id, plan, at=later(1))
        itinerary = ITINERARY_JSON.validate_json(session.get_one(Annotation, plan).draft)
    edits = [an_edit(cell, seq=seq) for seq, cell in enumerate(cells_that_fill(itinerary), 1)]
    assert edit(url, office.asha, plan, *edits).rejected == ()
    with open_session(write=True, url=url) as session:
        assert isinstance(plans.submit(session, office.asha.id, plan, at=later(10)), plans.Submitted)
        reviews.open_review(session, office.esha.id, plan, at=later(20))
        feedback = reviews.view_review(session, office.esha.id, plan).submission.feedback
        for finding in feedback.findings:
            if is_gate(finding.code):
                waivers.waive(
                    session, office.esha.id, plan, code=finding.code, rows=finding.rows, reason="An example.",
                    at=later(21),
                )  # fmt: skip
        reviews.decide(session, office.esha.id, plan, "retain as it is", at=later(30))
        reviews.begin_final_review(session, office.ekta.id, plan, at=later(31))
        reviews.make_gold(session, office.ekta.id, plan, at=later(32))
        frozen = ITINERARY_JSON.validate_json(session.scalars(select(Submission.itinerary)).one())
    return cut(url, office, out), frozen


def test_the_example_filled_and_released_comes_in_again_as_an_equal_plan(database_url, tmp_path):
    first, frozen = made_gold(database_url, tmp_path / "a")
    with a_sqlite_database(tmp_path / "other.db", None) as other:
        migrate(other)
        assert read(other, {"gold.jsonl": first.files["gold.jsonl"]}).errors == []
        put(other, {"gold.jsonl": first.files["gold.jsonl"]})
        with open_session(write=True, url=other) as session:
            lead = Person(code="L09", name="Lena", roles=["lead"])
            session.add(lead)
            session.flush()
            again = cut_release(session, "first", tmp_path / "b", get_person(session, lead.id))
            copy = ITINERARY_JSON.validate_json(session.scalars(select(Annotation.draft)).one())
    assert copy == frozen
    assert again.files == first.files


def test_the_text_of_the_example_alone_holds_its_places_times_and_stops(database_url, tmp_path):
    first, frozen = made_gold(database_url, tmp_path / "a")
    line = json.loads(first.files["gold.jsonl"])
    text = {key: line[key] for key in ("idx", "JSON", "persona", "risk_profile", "plan")}
    plan = read(database_url, {"text.jsonl": json.dumps(text)})
    assert plan.errors == []
    ((_, reading),) = plan.readings
    for day, before in zip(reading.rows[0].read.itinerary.days, frozen.days, strict=True):
        assert list(day.named_places()) == list(before.named_places())
        assert [(leg.carrier, leg.depart_min, leg.arrive_min) for leg in day.legs] == [
            (leg.carrier, leg.depart_min, leg.arrive_min) for leg in before.legs
        ]
        assert [
            (stop.name, stop.start_min, stop.end_min, stop.meal, stop.nearest_stop) for stop in day.stops
        ] == [
            (stop.name, stop.start_min, stop.end_min, stop.meal, stop.nearest_stop)
            for stop in before.stops
            if stop.kind is not StopKind.TRANSPORT
        ]
