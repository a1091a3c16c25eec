"""The demo workspace with people of our own, whose plans nobody has touched."""

from dataclasses import dataclass
from pathlib import Path

from sqlalchemy import select

from annotate.plan import Itinerary
from annotate.workflow import Role
from db import plans
from db.guideline_versions import confirm
from db.models import QueryRow
from db.people import add_person
from db.session import open_session
from db.start import prepare
from helpers.suggest import suggest_day

DEMO_SET, THREE_DAYS_IDX = "demo", 1


@dataclass(frozen=True, slots=True)
class Desk:
    """A plan of the demo set that is assigned to a person of ours."""

    url: str
    person_id: int
    person: str
    annotation_id: int

    def open(self) -> plans.OpenPlan:
        """The plan as it is saved now."""
        with open_session(write=False, url=self.url) as session:
            return plans.open_plan(session, self.person_id, self.annotation_id)


def make_workspace(folder: Path) -> str:
    """Address of a new database in `folder` with the demo workspace."""
    url = f"sqlite:///{folder / 'workbench.db'}"
    prepare(url)
    return url


def assign_plan(url: str, name: str, idx: int = THREE_DAYS_IDX) -> Desk:
    """A new annotator with an untouched demo plan, in progress."""
    with open_session(write=True, url=url) as session:
        lead = add_person(session, f"L-{name}", f"{name} lead", [Role.LEAD], is_demo=True)
        annotator = add_person(session, f"A-{name}", name, [Role.ANNOTATOR], is_demo=True)
        confirm(session, annotator.id)
        query_id = session.scalars(
            select(QueryRow.id).where(QueryRow.set_name == DEMO_SET, QueryRow.idx == idx)
        ).one()
        annotation_id = plans.assign(session, lead.id, query_id, annotator.id)
        plans.start_work(session, annotator.id, annotation_id)
    return Desk(url, annotator.id, name, annotation_id)


def fill_times(desk: Desk) -> Itinerary:
    """Take every suggested time, day by day, and return the filled plan."""
    seq = 0
    for number in [day.number for day in desk.open().itinerary.days]:
        plan = desk.open()
        edits = []
        for row, (start, end) in suggest_day(plan.itinerary, plan.facts, number).items():
            seq += 1
            cells = [
                plans.Cell(row=row, field="start", value=start),
                plans.Cell(row=row, field="end", value=end),
            ]
            edits.append(plans.Edit(client="bench", seq=seq, base_rev=plan.rev, cells=cells, how="suggested"))
        with open_session(write=True, url=desk.url) as session:
            plans.apply_edits(session, desk.person_id, desk.annotation_id, edits)
    return desk.open().itinerary
