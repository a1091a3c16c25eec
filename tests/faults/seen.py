"""A plan as it is seen after the whole way: tables and plan through the importers, facts, rules, bill."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from annotate.bill import Bill, BillLine, make_bill
from annotate.facts import Facts
from annotate.feedback import Feedback, give_feedback
from annotate.plan import Day, Itinerary
from annotate.rule import all_rules
from annotate.timeline import Timeline
from db.facts import gather_many
from db.importers.answers import Answers
from db.imports import accept, read_files
from db.reference import PlanReader
from db.schema import current_revision, migrate
from db.session import open_session

IN_MEMORY = "sqlite://"

TAIL = ", nearest transit: Gate, 120.00m away"
CITIES = {"cities": "city,state,lat,lon\nH,Land,24.0,75.0\nJ,Land,20.0,75.0\nK,Land,22.0,75.0\n"}
PLACES = {
    "attractions": "name,city,visit_duration,categories,lat,lon\nFort,J,1,Museums,20.0,75.0\n"
    "Palace,J,1,Museums,20.0,75.0\nBazaar,J,1,Shopping,20.0,75.0\n",
    "restaurants": "name,city,avg_cost,cuisines,lat,lon\nBistro,J,100,Indian,20.0,75.0\nCafe,J,100,Indian,20.0,75.0\n"
    "Grill,J,100,Indian,20.0,75.0\nTea House,K,100,Indian,22.0,75.0\n",
    "accommodations": "name,city,price_per_night,max_occupancy,lat,lon\nPlain Inn,J,100,2,20.0,75.0\n"
    "Far Inn,K,100,2,22.0,75.0\n",
}  # fmt: skip
_CODES = {rule.code for rule, _ in all_rules()}


@dataclass(frozen=True)
class Seen:
    """What came out of one plan."""

    itinerary: Itinerary
    notes: tuple[str, ...]
    """What was tolerated in the tables and in the plan."""
    facts: Facts
    feedback: Feedback
    bill: Bill

    @property
    def day(self) -> Day:
        """The first day."""
        return self.itinerary.days[0]

    def verdict(self, code: str) -> str | None:
        """The verdict of a rule, None where it does not apply; a code that no rule has is a fault of the test."""
        assert code in _CODES, f"there is no rule {code}"
        verdict = self.feedback.verdicts.get(code)
        return verdict.value if verdict else None

    def rows(self, code: str) -> list[tuple[str, ...]]:
        """The rows of each finding of a rule."""
        self.verdict(code)
        return [finding.rows for finding in self.feedback.findings if finding.code == code]

    def amounts(self, code: str) -> list[float | None]:
        """How much each finding of a rule is about."""
        self.verdict(code)
        return [finding.amount for finding in self.feedback.findings if finding.code == code]

    def missing(self, code: str) -> str:
        """What a rule says that it lacked."""
        self.verdict(code)
        return " ".join(self.feedback.outcomes[code].missing)

    def line(self, what: str) -> BillLine:
        """The one line of the bill that names a thing."""
        (found,) = [line for line in self.bill.lines if what in line.what]
        return found


def write_tables(folder: Path, tables: Mapping[str, str]) -> Path:
    """A folder of tables, CSV by stem."""
    data = folder / "data"
    data.mkdir(exist_ok=True)
    for stem, text in {**CITIES, **tables}.items():
        (data / f"{stem}.csv").write_text(text, encoding="utf-8")
    return data


def look(folder: Path, plan: Mapping[str, Any], tables: Mapping[str, str] = PLACES) -> Seen:
    """A plan object against tables, read as the import screen reads them; every row has to be usable.

    The tables are there for this one look: nothing is kept.
    """
    if current_revision(IN_MEMORY) is None:
        migrate(IN_MEMORY)
    with open_session(write=True, url=IN_MEMORY) as session:
        imported = read_files([write_tables(folder, tables)], Answers(), session=session)
        assert [problem.sentence for problem in imported.errors] == []
        accept(session, imported)
        read = PlanReader(session).read(plan, set_name="faults")
        (facts,) = gather_many(session, [read.itinerary])
        session.rollback()
    feedback = give_feedback(read.itinerary, facts, is_annotation=False)
    assert feedback.faults == ()
    bill = make_bill(Timeline(read.itinerary, facts))
    notes = (*(problem.sentence for problem in imported.notes), *map(str, read.notes))
    return Seen(read.itinerary, notes, facts, feedback, bill)
