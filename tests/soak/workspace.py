"""An office for the soak: 14 annotators, 4 experts, a lead, 60 plans, some of them begun or handed in.

Everything goes through the verbs that people use. The trips and tables are those of the demo workspace.
"""

from dataclasses import dataclass

from sqlalchemy import select
from sqlalchemy.orm import Session

from annotate.permissions import Role
from annotate.plan import Itinerary
from db import batches, imports, plans
from db.cells import PLAN_FIELDS, PLAN_ROW
from db.demo.workspace import AS_OF, DATA, LABEL
from db.guideline_versions import confirm
from db.importers.answers import Answers, FileAnswers
from db.models import QueryRow
from db.people import Person, add_person
from db.schema import migrate
from db.session import open_session
from helpers.suggest import suggest_day

ANNOTATORS, EXPERTS, PLANS = 14, 4, 60
UNSOLVABLE_IDX = 12
"""The demo query that no times can solve: sent back, not filled."""
LIGHT_CLIENT = "light"
"""Under which what is filled without a browser is logged."""


@dataclass(frozen=True, slots=True)
class Office:
    """Who works in it, and where."""

    url: str
    annotators: tuple[Person, ...]
    experts: tuple[Person, ...]
    lead: Person


def make_office(url: str, *, begun: int, submitted: int) -> Office:
    """A new database with its people and plans.

    The first `begun` annotators have a plan of which only the first day is missing; the last `submitted` ones, who
    have no browser, have handed one in.
    """
    migrate(url)
    with open_session(write=True, url=url) as session:
        lead = add_person(session, "L01", "Lead 1, soak", [Role.LEAD], is_demo=True)
        annotators = tuple(
            add_person(session, f"A{n:02d}", f"Annotator {n}, soak", [Role.ANNOTATOR], is_demo=True)
            for n in range(1, ANNOTATORS + 1)
        )
        experts = tuple(
            add_person(session, f"E{n:02d}", f"Expert {n}, soak", [Role.EXPERT], is_demo=True)
            for n in range(1, EXPERTS + 1)
        )
        for person in annotators:
            confirm(session, person.id)
        _import_tables(session, lead)
        batches.make_batch(session, lead.id, "Soak", query_ids=_import_plans(session, lead))
    office = Office(url, annotators, experts, lead)
    for person in annotators[:begun]:
        plan = _take(office, person)
        fill_missing(url, person.id, plan, but_day=1)
    for person in annotators[ANNOTATORS - submitted :]:
        plan = _take(office, person)
        fill_missing(url, person.id, plan)
        with open_session(write=True, url=url) as session:
            done = plans.submit(session, person.id, plan)
        if isinstance(done, plans.Refused):
            raise RuntimeError(
                f"Plan {plan} is not complete: {' '.join(one.message for one in done.findings)}"
            )
    return office


def fill_missing(url: str, person_id: int, plan: int, *, but_day: int | None = None) -> None:
    """Fill what is missing of a plan without a browser: suggested times, remarks, rationale; `but_day` stays as it is."""
    with open_session(write=False, url=url) as session:
        opened = plans.open_plan(session, person_id, plan)
    cells = _missing(opened.itinerary, opened, but_day)
    if not cells:
        return
    with open_session(write=True, url=url) as session:
        edit = plans.Edit(
            client=f"{LIGHT_CLIENT}-{opened.rev}", seq=1, base_rev=opened.rev, cells=cells, how="suggested"
        )
        done = plans.apply_edits(session, person_id, plan, [edit])
    if done.rejected:
        first = done.rejected[0]
        raise RuntimeError(f"Plan {plan}, {first.row} {first.field}: {first.reason}")


def _missing(itinerary: Itinerary, opened: plans.OpenPlan, but_day: int | None) -> list[plans.Cell]:
    cells = []
    for day in itinerary.days:
        if day.number == but_day:
            continue
        suggested = suggest_day(itinerary, opened.facts, day.number)
        for row in day.rows:
            start, end = suggested.get(row.row, (None, None))
            if row.start_min is None:
                cells.append(plans.Cell(row=row.row, field="start", value=start))
            if row.end_min is None:
                cells.append(plans.Cell(row=row.row, field="end", value=end))
            if not row.remark:
                cells.append(plans.Cell(row=row.row, field="remark", value="As suggested; it fits the day."))
    for field in PLAN_FIELDS:
        if not getattr(itinerary.rationale, field):
            cells.append(plans.Cell(row=PLAN_ROW, field=field, value="As the traveller asked."))
    return cells


def _take(office: Office, person: Person) -> int:
    with open_session(write=True, url=office.url) as session:
        found = plans.next_plan(session, person.id)
        if found.annotation_id is None:
            raise RuntimeError(f"There is no plan for {person.label}: {found.why_none}")
        plans.start_work(session, person.id, found.annotation_id)
        return found.annotation_id


def _import_tables(session: Session, lead: Person) -> None:
    answers = Answers(everywhere=FileAnswers(as_of=AS_OF))
    read = imports.read_files(sorted(DATA.glob("*.csv")), answers, session=session)
    imports.accept(session, read, lead, label=LABEL)


def _import_plans(session: Session, lead: Person) -> list[int]:
    """The demo's skeletons under as many set names as it takes; gives the queries, short trips first."""
    number = 0
    found: list[tuple[int, int]] = []
    while len(found) < PLANS:
        number += 1
        name = f"soak-{number}"
        read = imports.read_files([DATA / "skeletons.jsonl"], Answers(), session=session, set_name=name)
        imports.accept(session, read, lead)
        rows = session.scalars(
            select(QueryRow).where(QueryRow.set_name == name, QueryRow.idx != UNSOLVABLE_IDX)
        )
        found += [(row.days, row.id) for row in rows]
    return [query_id for _, query_id in sorted(found[:PLANS])]
