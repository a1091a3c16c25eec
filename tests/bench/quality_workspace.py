"""A workspace as quality is watched on: about 1,000 plans through up to three rounds, eight weeks of work of 19 people.

    url = make_quality_workspace(folder, plans=1000)        a new SQLite file in `folder`, 20 to 40 s
    fill_quality_workspace(url, plans=60)                   the same in an empty migrated database (PostgreSQL too)

`plans` annotations are approved or gold; some in every other state come on top, a training set too. The set is called
`quality`: queries are the demo's trips under all risk profiles and levels, facts those of the demo's reference data,
feedback real. People: annotators A01 to A14, experts E01 to E04, lead L01, all with one-click sign-in. One query in
ten is annotated by two or three people; batches 6 to 10 hide gold. The same arguments give the same content.
"""

import json
import random
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from functools import cache
from itertools import count
from pathlib import Path
from typing import Any

from sqlalchemy import insert, update
from sqlalchemy.orm import Session

from annotate.notation import read_plan
from annotate.plan import ITINERARY_JSON, RiskProfile
from annotate.workflow import DecisionKind, Role, State
from db import imports
from db.backups import continue_numbers
from db.demo.workspace import AS_OF, DATA, LABEL
from db.facts import gather_many
from db.guideline_versions import confirm
from db.importers.answers import Answers, FileAnswers
from db.models import (
    ActivityMark,
    Annotation,
    Assignment,
    Base,
    Batch,
    BatchQuery,
    Decision,
    EditLog,
    Flag,
    FlagFix,
    ImportBatch,
    LogEntry,
    QueryRow,
    RoundScore,
    RoundVerdict,
    Skeleton,
    Submission,
    Waiver,
)
from db.people import add_person
from db.schema import migrate
from db.session import open_session
from db.submissions import REVISED, SUBMITTED
from tests.bench.quality_contents import Contents, Template, Writer, log_rows
from tests.bench.quality_lives import Hand, Life, Office

SET_NAME = "quality"
PLANS, SEED = 1000, 2609
WEEKS = 8
ENDS_AT = datetime(2026, 5, 29, 12, 0, tzinfo=UTC)
"""When the last thing happened, unless told otherwise: a Friday."""
BATCHES = 10
HIDE_GOLD_FROM = 6
"""The first batch with hidden gold; it is of the first two batches."""
_DAYS_BETWEEN_BATCHES = 4.5
_LIVES_AT_ONCE = 100
_UNSOLVABLE_IDX = 12
_LEVELS = ("easy", "medium", "hard")
_IN_FLIGHT = (
    State.ASSIGNED, State.IN_PROGRESS, State.SUBMITTED, State.IN_REVIEW, State.CHANGES_REQUESTED,
    State.FINAL_REVIEW, State.DISCARDED, State.OPEN,
)  # fmt: skip
_ANNOTATORS = (
    "Aarav Pillai", "Bhavna Kulkarni", "Chitra Bose", "Devansh Gill", "Eshan Thakur", "Falguni Shah", "Gaurav Sen",
    "Harini Subramaniam", "Ishaan Bhat", "Jhanvi Chauhan", "Kiran Reddy", "Leena D'Souza", "Manav Saxena", "Nandini Iyer",
)  # fmt: skip
_EXPERTS = ("Padma Krishnan", "Qadir Ansari", "Rukmini Ghosh", "Sameer Kohli")
_INSERTED = (Annotation, Assignment, Submission, RoundScore, RoundVerdict, EditLog, ActivityMark, Flag, FlagFix, Waiver,
             Decision)  # fmt: skip


@dataclass(frozen=True, slots=True)
class _Query:
    """A query of the set: its number, which trip under which profile and level, and the batch it came in."""

    idx: int
    template: tuple[int, RiskProfile, str]
    batch: int


@dataclass(frozen=True, slots=True)
class _Work:
    """An annotation to be: whose, of which query, under which batch, up to which state, begun when."""

    query: _Query
    hand: Hand
    goal: State
    batch: int
    begin: datetime
    is_training: bool = False


def make_quality_workspace(
    folder: Path, *, plans: int = PLANS, seed: int = SEED, ends_at: datetime = ENDS_AT
) -> str:
    """Address of a new database in `folder`, filled."""
    url = f"sqlite:///{folder / 'workbench.db'}"
    migrate(url)
    fill_quality_workspace(url, plans=plans, seed=seed, ends_at=ends_at)
    return url


def fill_quality_workspace(
    url: str, *, plans: int = PLANS, seed: int = SEED, ends_at: datetime = ENDS_AT
) -> None:
    """Fill a database that has all tables and no rows."""
    starts_at = ends_at - timedelta(weeks=WEEKS)
    with open_session(write=True, url=url) as session:
        _Filling(session, random.Random(seed), plans, starts_at, ends_at).fill()


class _Filling:
    """One filling of a database."""

    def __init__(
        self, session: Session, rng: random.Random, plans: int, starts_at: datetime, ends_at: datetime
    ) -> None:
        self.session, self.rng, self.plans = session, rng, plans
        self.starts_at, self.ends_at = starts_at, ends_at
        self._idx = count(1)

    def fill(self) -> None:
        """Reference data, people, queries, batches, then one life after the other."""
        read = imports.read_files(
            sorted(DATA.glob("*.csv")),
            Answers(everywhere=FileAnswers(as_of=AS_OF)),
            session=self.session,
        )
        imports.accept(self.session, read, label=LABEL)
        self.session.execute(update(ImportBatch).values(imported_at=self.starts_at - timedelta(days=30)))
        self._add_people()
        work = [*self._done(), *self._in_flight()]
        templates = self._templates({one.query.template for one in work})
        self._add_queries({one.query for one in work}, templates)
        office = Office(self.rng, self.annotators, self.experts, self.lead)
        lives = [(one, self._live(office, one, templates)) for one in work]
        lives.sort(key=lambda pair: pair[1].moves[0].at)
        self._add_batches(lives)
        self._write(lives, templates)
        for table in Base.metadata.sorted_tables:
            continue_numbers(self.session.connection(), table)

    def _add_people(self) -> None:
        session, rng = self.session, self.rng

        def added(code: str, name: str, role: Role) -> Hand:
            person = add_person(session, code, name, [role], is_demo=True)
            if role is Role.ANNOTATOR:
                confirm(session, person.id, at=self.starts_at - timedelta(days=7))
            return Hand(
                person.id, code, rng.uniform(0.7, 1.6), rng.uniform(-20, 15), rng.uniform(6, 22),
                rng.uniform(0.3, 0.8),
            )  # fmt: skip

        self.annotators = [
            added(f"A{n:02d}", name, Role.ANNOTATOR) for n, name in enumerate(_ANNOTATORS, start=1)
        ]
        self.experts = [added(f"E{n:02d}", name, Role.EXPERT) for n, name in enumerate(_EXPERTS, start=1)]
        self.lead = added("L01", "Tara Venkatesh", Role.LEAD)

    def _done(self) -> Iterator[_Work]:
        """The plans that are to be approved or gold, hidden gold among them, and the training set."""
        hidden = self.plans // 40
        copies = []
        while sum(copies) < self.plans - hidden:
            wanted = {7: 2, 13: 3}.get((len(copies) + 1) % 20, 1)
            copies.append(min(wanted, self.plans - hidden - sum(copies)))
        whose: dict[_Query, list[Hand]] = {}
        for number, several in enumerate(copies):
            query = self._query(1 + number * BATCHES // len(copies))
            whose[query] = self.rng.sample(self.annotators, several)
            for place, hand in enumerate(whose[query]):
                goal = State.APPROVED if place or query.idx % 5 == 0 else State.GOLD
                yield _Work(query, hand, goal, query.batch, self._begin(query.batch))
        gold = [query for query in whose if query.batch <= 2 and query.idx % 5]
        for number in range(hidden):
            query = gold[number % len(gold)]
            hand = self.rng.choice([one for one in self.annotators if one not in whose[query]])
            whose[query].append(hand)
            batch = HIDE_GOLD_FROM + number % (BATCHES + 1 - HIDE_GOLD_FROM)
            yield _Work(query, hand, State.APPROVED, batch, self._begin(batch))
        for query in gold[-max(1, self.plans // 300) :]:
            for hand in self.annotators:
                if hand not in whose[query]:
                    yield _Work(query, hand, State.SUBMITTED, 0, self._begin(4), is_training=True)

    def _in_flight(self) -> Iterator[_Work]:
        """Some in every other state, of the last days."""
        for _ in range(max(1, self.plans // 50)):
            for goal in _IN_FLIGHT:
                query = self._query(BATCHES + 1)
                begin = self.ends_at - timedelta(days=self.rng.uniform(0, 10))
                yield _Work(query, self.rng.choice(self.annotators), goal, query.batch, begin)

    def _query(self, batch: int) -> _Query:
        trips = [idx for idx in _lines() if idx != _UNSOLVABLE_IDX]
        template = (self.rng.choice(trips), self.rng.choice(list(RiskProfile)), self.rng.choice(_LEVELS))
        return _Query(next(self._idx), template, batch)

    def _begin(self, batch: int) -> datetime:
        days = (batch - 1 + self.rng.random()) * _DAYS_BETWEEN_BATCHES
        return self.starts_at + timedelta(days=days)

    def _live(self, office: Office, work: _Work, templates: dict[Any, Template]) -> Life:
        rows = len(templates[work.query.template].times)
        return office.live(
            work.hand, work.goal, rows, work.begin, latest=self.ends_at, training=work.is_training
        )

    def _templates(self, wanted: set[tuple[int, RiskProfile, str]]) -> dict[Any, Template]:
        keys = sorted(wanted)
        itineraries = [read_plan(_line(0, key), set_name=SET_NAME).itinerary for key in keys]
        known = gather_many(self.session, itineraries)
        made: dict[Any, Template] = {}
        times: dict[tuple[int, RiskProfile], Template] = {}
        for key, itinerary, facts in zip(keys, itineraries, known, strict=True):
            like = times.get(key[:2])
            made[key] = (
                Template.of(itinerary, facts)
                if like is None
                else replace(like, itinerary=itinerary, facts=facts)
            )
            times.setdefault(key[:2], made[key])
        return made

    def _add_queries(self, queries: set[_Query], templates: dict[Any, Template]) -> None:
        ordered = sorted(queries, key=lambda query: query.idx)
        rows, skeletons = [], []
        for query in ordered:
            line, itinerary = _line(query.idx, query.template), templates[query.template].itinerary
            rows.append(
                {"id": query.idx, "set_name": SET_NAME, "idx": query.idx, "days": len(itinerary.days),
                 "payload": {key: line[key] for key in ("JSON", "persona", "risk_profile")},
                 "level": query.template[2], "risk_profile": str(query.template[1]), "delivered": True,
                 "import_id": None}
            )  # fmt: skip
            text = ITINERARY_JSON.dump_json(replace(itinerary, idx=query.idx)).decode()
            skeletons.append(
                {"query_id": query.idx, "itinerary": text, "is_filled": False, "import_id": None}
            )
        self.session.execute(insert(QueryRow), rows)
        self.session.execute(insert(Skeleton), skeletons)

    def _add_batches(self, lives: list[tuple[_Work, Life]]) -> None:
        """Batch 0 is the training set; each of the others is closed once it has been due for a while."""
        rows, places = [], []
        for batch in range(BATCHES + 2):
            members = [(work, life) for work, life in lives if work.batch == batch]
            begins = min(life.moves[0].at for _, life in members)
            due_on = (begins + timedelta(days=11)).date() if batch else None
            closed = 0 < batch <= BATCHES - 3
            rows.append(
                {"id": batch + 1, "name": f"Batch {batch:02d}" if batch else "Training",
                 "kind": "work" if batch else "training", "overlap": 1,
                 "gold_every": 20 if batch >= HIDE_GOLD_FROM else None, "due_on": due_on,
                 "created_at": (begins - timedelta(hours=2)).replace(microsecond=0), "by_id": self.lead.person_id,
                 "closed_at": (begins + timedelta(days=14)).replace(microsecond=0) if closed else None}
            )  # fmt: skip
            queries = dict.fromkeys(sorted((work.query for work, _ in members), key=lambda query: query.idx))
            places += [
                {"batch_id": batch + 1, "query_id": query.idx, "position": position,
                 "is_hidden_gold": bool(batch) and query.batch != batch}
                for position, query in enumerate(queries, start=1)
            ]  # fmt: skip
        self.session.execute(insert(Batch), rows)
        self.session.execute(insert(BatchQuery), places)

    def _write(self, lives: list[tuple[_Work, Life]], templates: dict[Any, Template]) -> None:
        submission_ids = _submission_ids([life for _, life in lives])
        writer = Writer(self.rng)
        for number, (work, life) in enumerate(lives, start=1):
            template = templates[work.query.template]
            own = replace(template, itinerary=replace(template.itinerary, idx=work.query.idx))
            Contents(writer, life, own, work.query.idx, number).write(submission_ids[number - 1])
            writer.add(Assignment, annotation_id=number, batch_id=work.batch + 1, due_on=None)
            if number % _LIVES_AT_ONCE == 0:
                self._insert(writer)
        self._insert(writer)
        self.session.execute(insert(LogEntry), log_rows(writer.log))

    def _insert(self, writer: Writer) -> None:
        tables = writer.take()
        for model in _INSERTED:
            if tables.get(model):
                self.session.execute(insert(model), tables[model])


def _submission_ids(lives: list[Life]) -> list[dict[tuple[int, str], int]]:
    """For each life the number of each frozen round, by (round, kind), in the order in which they were frozen."""
    frozen = []
    for place, life in enumerate(lives):
        for one in life.rounds:
            if one.submitted_at is not None:
                frozen.append((one.submitted_at, place, one.number, SUBMITTED))
            if one.decision is DecisionKind.RETAIN_REVISED and one.decided_at is not None:
                frozen.append((one.decided_at, place, one.number, REVISED))
    ids: list[dict[tuple[int, str], int]] = [{} for _ in lives]
    for number, (_, place, round_number, kind) in enumerate(sorted(frozen), start=1):
        ids[place][round_number, kind] = number
    return ids


@cache
def _lines() -> dict[int, Any]:
    text = (DATA / "skeletons.jsonl").read_text(encoding="utf-8")
    return {line["idx"]: line for line in map(json.loads, text.splitlines())}


def _line(idx: int, template: tuple[int, RiskProfile, str]) -> dict[str, Any]:
    """The input line of a query: the demo's trip under another number, risk profile and level."""
    trip, risk_profile, level = template
    line = _lines()[trip]
    persona = line["persona"].partition("; Risk Profile:")[0]
    return line | {
        "idx": idx,
        "persona": persona,
        "risk_profile": str(risk_profile),
        "JSON": line["JSON"] | {"level": level},
    }
