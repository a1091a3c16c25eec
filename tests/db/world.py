"""A small office for storage tests: people, queries with skeletons, a plan somebody works on."""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from sqlalchemy.orm import Session

from annotate.plan import ITINERARY_JSON, Itinerary
from db import plans
from db.cells import Cell, Edit, EditResult, Value
from db.guideline_versions import confirm
from db.history import EDITED, HistoryLine, read_history
from db.models import QueryRow, Skeleton
from db.people import Person, add_person
from db.session import open_session
from tests.builders import a_leg, a_meal, a_stay, a_stop, an_itinerary

NINE = datetime(2026, 5, 4, 9, 0, tzinfo=UTC)
"""When the office opens."""


def later(minutes: int) -> datetime:
    """So many minutes after the office opened."""
    return NINE + timedelta(minutes=minutes)


@dataclass(frozen=True)
class Office:
    """People by what they are."""

    asha: Person
    binod: Person
    esha: Person
    ekta: Person
    leela: Person


def add_people(session: Session) -> Office:
    """Two annotators, two experts, one lead; who annotates has read the guidelines."""
    office = Office(
        add_person(session, "A01", "Asha", ["annotator"]),
        add_person(session, "A02", "Binod", ["annotator"]),
        add_person(session, "E01", "Esha", ["expert"]),
        add_person(session, "E02", "Ekta", ["expert", "annotator"]),
        add_person(session, "L01", "Leela", ["lead"]),
    )
    for person in (office.asha, office.binod, office.ekta):
        confirm(session, person.id, at=NINE)
    return office


def a_short_trip(idx: int = 1) -> Itinerary:
    """One day without times: d1.l1 train, d1.s1 Museum, d1.s2 Bistro (lunch), d1.s3 Plain Inn."""
    return an_itinerary(a_leg(), a_stop(), a_meal(), a_stay(), idx=idx)


def add_skeleton(session: Session, itinerary: Itinerary) -> int:
    """The query and its skeleton; gives the query's id."""
    query = QueryRow(
        set_name=itinerary.set_name,
        idx=itinerary.idx,
        payload={"JSON": {"org": itinerary.query.origin, "dest": list(itinerary.query.destinations)}},
        days=len(itinerary.days),
        level="easy",
        risk_profile="Risk Optimized",
    )
    session.add(query)
    session.flush()
    session.add(Skeleton(query_id=query.id, itinerary=ITINERARY_JSON.dump_json(itinerary).decode()))
    session.flush()
    return query.id


def a_plan_in_progress(url: str, itinerary: Itinerary | None = None) -> tuple[Office, int]:
    """An office in which Asha works on a short trip; gives the annotation's id too."""
    with open_session(write=True, url=url) as session:
        office = add_people(session)
        add_skeleton(session, itinerary or a_short_trip())
        found = plans.next_plan(session, office.asha.id, at=NINE)
        assert found.annotation_id is not None
        plans.start_work(session, office.asha.id, found.annotation_id, at=later(1))
    return office, found.annotation_id


def a_cell(row: str, field: str, value: Value) -> Cell:
    """A cell with its new value."""
    return Cell(row=row, field=field, value=value)


def an_edit(*cells: tuple[str, str, Value], client: str = "tab-1", seq: int = 1, base_rev: int = 0) -> Edit:
    """An edit of (row, field, value) cells."""
    return Edit(client=client, seq=seq, base_rev=base_rev, cells=[a_cell(*cell) for cell in cells])


def edit(url: str, person: Person, annotation_id: int, *edits: Edit) -> EditResult:
    """Applies edits in a transaction of their own."""
    with open_session(write=True, url=url) as session:
        return plans.apply_edits(session, person.id, annotation_id, edits, at=later(5))


ALL_FILLED = (
    ("d1.l1", "start", 330),
    ("d1.l1", "end", 770),
    ("d1.s1", "start", 800),
    ("d1.s1", "end", 900),
    ("d1.s2", "start", 920),
    ("d1.s2", "end", 1000),
    ("d1.s3", "start", 1320),
    ("d1.s3", "end", 1860),
    ("d1.l1", "remark", "Nothing is known of its delay; 10 min more."),
    ("d1.s1", "remark", "A short visit."),
    ("d1.s2", "remark", "A long lunch."),
    ("d1.s3", "remark", "Until 07:00."),
    ("plan", "decisions", "Museum first."),
    ("plan", "constraints", "None asked."),
    ("plan", "buffers", "From the tables."),
)
"""Everything that a short trip needs before it can be submitted."""


def fill(url: str, person: Person, annotation_id: int, *, seq: int = 1) -> EditResult:
    """Fills a short trip in one edit per cell pair."""
    times = [
        an_edit(*ALL_FILLED[start : start + 2], seq=seq + start, client="filler") for start in range(0, 8, 2)
    ]
    texts = [
        an_edit(cell, seq=seq + 100 + number, client="filler") for number, cell in enumerate(ALL_FILLED[8:])
    ]
    result = edit(url, person, annotation_id, *times, *texts)
    assert result.rejected == ()
    return result


def a_submitted_plan(url: str) -> tuple[Office, int]:
    """An office in which Asha has filled and submitted a short trip."""
    office, annotation_id = a_plan_in_progress(url)
    fill(url, office.asha, annotation_id)
    with open_session(write=True, url=url) as session:
        done = plans.submit(session, office.asha.id, annotation_id, at=later(10))
    assert isinstance(done, plans.Submitted), done
    return office, annotation_id


def moves_of(session: Session, office: Office, annotation_id: int) -> list[HistoryLine]:
    """What is recorded of a plan but for the edits, as its lead reads it."""
    return [one for one in read_history(session, office.leela.id, annotation_id) if one.kind != EDITED]
