"""What stands in the plans of the quality workspace: times as people would give them, edits, frozen rounds, flags, waivers.

Facts are those of the demo's reference data; each frozen round has the feedback that `give_feedback` gives on it.
"""

import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import Any

from annotate.facts import FACTS_JSON, Facts
from annotate.feedback import FEEDBACK_JSON, Feedback, give_feedback
from annotate.plan import ITINERARY_JSON, Itinerary, Leg, Rationale, Stop, StopKind
from annotate.profile import DEFAULT_PROFILE
from annotate.rule import Group, rule_of
from annotate.workflow import DecisionKind, State
from db.cells import PLAN_FIELDS, PLAN_ROW, with_cell
from db.flags import FlagKind, FlagState
from db.models import (
    ActivityMark,
    Annotation,
    Decision,
    EditLog,
    Flag,
    FlagFix,
    RoundScore,
    RoundVerdict,
    Submission,
    Waiver,
)
from db.submissions import REVISED, SUBMITTED, checksum, figures_of
from helpers.suggest import suggest_day
from tests.bench.quality_lives import MOST_ROUNDS, Hand, Life, Move, Round, sessions, whole_seconds

Times = dict[str, tuple[int, int]]
Row = dict[str, Any]
Tables = dict[type[Any], list[Row]]
MARK_S = 30
_MOVED = frozenset({StopKind.RESTAURANT, StopKind.ATTRACTION, StopKind.EVENT})
_LEAST_STAY_MIN = 10
_SCATTER_BY_ROUND = {1: 1.0, 2: 0.5, 3: 0.3}
_SLIPS_BY_ROUND = {1: 0.04, 2: 0.015, 3: 0.005}
"""On how many rows of a round somebody forgets the way to the next place, the hours of a meal or of a door."""
_EXPERT_SCATTER_MIN = 4.0
_LONGEST_WAY_MIN = 45
_PROFILE = DEFAULT_PROFILE.model_dump(mode="json")
_RATIONALE = Rationale(
    "Sights in the cool hours, meals four hours apart.",
    "The bill stays within the budget and every wish is met.",
    "Buffers follow the risk profile; legs keep their expected delay.",
)
_REMARKS = {
    StopKind.RESTAURANT: "The usual hour of the meal; peak hours cannot be avoided here.",
    StopKind.ATTRACTION: "Base duration and the buffer of the profile.",
    StopKind.EVENT: "The event's own hours.",
    StopKind.ACCOMMODATION: "Check-in and nights as the plan asks.",
    StopKind.TRANSPORT: "Time to find the platform.",
}
_LEG_REMARK = "Timetable and expected delay."


@dataclass(frozen=True, slots=True)
class Template:
    """A query's plan with its facts, and the times that the suggestions give it."""

    itinerary: Itinerary
    facts: Facts
    facts_text: str
    times: Times

    @classmethod
    def of(cls, itinerary: Itinerary, facts: Facts) -> "Template":
        """The template of a skeleton."""
        filled = itinerary
        for day in itinerary.days:
            for row, (start, end) in suggest_day(filled, facts, day.number).items():
                filled = with_cell(with_cell(filled, row, "start", start), row, "end", end)
        times = {
            row.row: (row.start_min, row.end_min)
            for _, row in filled.rows()
            if row.start_min is not None and row.end_min is not None
        }
        return cls(itinerary, facts, FACTS_JSON.dump_json(facts).decode(), times)


def draw_times(
    rng: random.Random,
    template: Template,
    scatter_min: float,
    bias_min: float,
    *,
    slips: float = 0.0,
    before: Times | None = None,
) -> Times:
    """Times near the suggested ones, late by the bias, in order within a day; of those before about a third changes.

    On a share of `slips` of the rows they heed neither the way to the next place nor the hours of meals.
    """
    drawn: Times = {}
    for day in template.itinerary.days:
        rows = list(day.rows)
        free_from = 0
        for number, row in enumerate(rows):
            start, end = template.times[row.row]
            latest = template.times[rows[number + 1].row][0] if number + 1 < len(rows) else end + 60
            way_min = min(max(0, latest - end), _LONGEST_WAY_MIN)
            slips_here = rng.random() < slips
            if before is not None and rng.random() > 0.35:
                start, end = before[row.row]
            elif isinstance(row, Leg):
                end = min(end + rng.choice((0, 0, 0, 1, 2, 5)), max(latest, end))
            elif row.kind in _MOVED and row.given_start_min is None and row.given_end_min is None:
                earlier, later = rng.gauss(0, scatter_min / 2), rng.gauss(bias_min, scatter_min)
                if slips_here:
                    start, end = start + _fives(earlier), min(end + _fives(abs(later)) + 10, latest)
                elif row.meal is not None:
                    start, end = start + _fives(abs(earlier)), end + min(0, _fives(later))
                else:
                    start, end = start + _fives(abs(earlier)), min(end + _fives(later), latest - way_min)
            start = max(start, free_from)
            drawn[row.row] = start, max(end, start + _LEAST_STAY_MIN)
            free_from = drawn[row.row][1]
    return drawn


def timed(itinerary: Itinerary, times: Mapping[str, tuple[int, int]], rationale: Rationale) -> Itinerary:
    """The plan with these times, a remark on every row that has one, and the rationale."""

    def stop(row: Stop) -> Stop:
        if row.row not in times:
            return row
        start, end = times[row.row]
        return replace(row, start_min=start, end_min=end, remark=_REMARKS[row.kind])

    def leg(row: Leg) -> Leg:
        if row.row not in times:
            return row
        start, end = times[row.row]
        return replace(row, depart_min=start, arrive_min=end, remark=_LEG_REMARK)

    days = tuple(
        replace(day, stops=tuple(map(stop, day.stops)), legs=tuple(map(leg, day.legs)))
        for day in itinerary.days
    )
    return replace(itinerary, days=days, rationale=rationale)


@dataclass(slots=True)
class Writer:
    """Turns lives into rows of tables. Numbers of rows go on from one life to the next."""

    rng: random.Random
    tables: Tables = field(default_factory=dict)
    log: list[Row] = field(default_factory=list)
    _last: dict[type[Any], int] = field(default_factory=dict)

    def add(self, model: type[Any], **values: Any) -> int:
        """A row under the next number of its table."""
        number = self._last[model] = self._last.get(model, 0) + 1
        self.tables.setdefault(model, []).append({"id": number, **values})
        return number

    def take(self) -> Tables:
        """The rows since the last call."""
        tables, self.tables = self.tables, {}
        return tables

    def record(self, kind: str, at: datetime, by: Hand, annotation_id: int, **values: Any) -> None:
        """An entry of the history, which gets its number at the end."""
        empty = {"from_state": None, "to_state": None, "why": None, "data": None}
        self.log.append(
            {"at": whole_seconds(at), "by_id": by.person_id, "annotation_id": annotation_id, "kind": kind}
            | empty
            | values
        )


class Contents:
    """The rows of one life."""

    def __init__(self, writer: Writer, life: Life, template: Template, query_id: int, number: int) -> None:
        self.writer, self.life, self.template, self.number = writer, life, template, number
        self.query_id, self.rng = query_id, writer.rng
        self.draft, self.rev, self.seq = template.itinerary, 0, 0
        self.saved_at: datetime | None = None
        self.edit_of_row: dict[str, int] = {}
        self.open_flags: list[tuple[Row, Round]] = []
        self.times: Times | None = None

    def write(self, submission_ids: Mapping[tuple[int, str], int]) -> None:
        """Everything that the life left behind; `submission_ids` by (round, kind)."""
        life, writer = self.life, self.writer
        own: Row = {"id": self.number}
        writer.tables.setdefault(Annotation, []).append(own)
        for one in life.rounds:
            self._round(one, submission_ids)
        for number, session in sessions(life):
            for at in sorted({_mark(instant) for instant in session.instants}):
                writer.add(
                    ActivityMark,
                    annotation_id=self.number,
                    person_id=session.by.person_id,
                    round=number,
                    at=at,
                )
        for move in life.moves:
            data = dict(move.data)
            if move.action == "submit":
                data["submission"] = submission_ids[data["round"], SUBMITTED]
            writer.record(
                str(move.action), move.at, move.by, self.number, from_state=str(move.source),
                to_state=str(_target(life, move)), why=move.why, data=data,
            )  # fmt: skip
        last = life.rounds[-1]
        in_review = life.state is State.IN_REVIEW and last.reviewer is not None
        own |= {
            "query_id": self.query_id,
            "annotator_id": life.annotator.person_id,
            "state": str(life.state),
            "round": len(life.rounds),
            "rev": self.rev,
            "draft": ITINERARY_JSON.dump_json(self.draft).decode(),
            "facts": self.template.facts_text,
            "facts_at": whole_seconds(last.facts_at),
            "created_at": whole_seconds(life.moves[0].at),
            "updated_at": whole_seconds(max(life.moves[-1].at, self.saved_at or life.moves[-1].at)),
            "saved_at": self.saved_at,
            "reviewer_id": last.reviewer.person_id if in_review and last.reviewer else None,
            "review_opened_at": whole_seconds(life.moves[-1].at) if in_review else None,
            "imported_gold": None,
        }

    def _round(self, one: Round, submission_ids: Mapping[tuple[int, str], int]) -> None:
        if one.work is None:
            return
        hand = one.work.by
        scatter_min = hand.scatter_min * _SCATTER_BY_ROUND[min(one.number, MOST_ROUNDS)]
        self.times = draw_times(
            self.rng, self.template, scatter_min, hand.bias_min / one.number,
            slips=_SLIPS_BY_ROUND[min(one.number, MOST_ROUNDS)], before=self.times,
        )  # fmt: skip
        rows = list(self.times.items())
        if one.submitted_at is None:
            rows = rows[: len(rows) // 2]
        self._edit(one, one.work.by, one.work.instants, dict(rows), whole=one.submitted_at is not None)
        self._answer_flags(one)
        if one.submitted_at is None:
            return
        feedback, submission_id = self._freeze(
            one, SUBMITTED, one.submitted_at, hand, submission_ids[one.number, SUBMITTED]
        )
        if one.review is None or one.decision is None or one.decided_at is None:
            return
        expert = one.review.by
        if one.decision is DecisionKind.RETAIN_REVISED:
            self.times = self._revision(self.times)
            self._edit(one, expert, one.review.instants, self.times, whole=True)
            feedback, submission_id = self._freeze(
                one, REVISED, one.decided_at, expert, submission_ids[one.number, REVISED]
            )
        if one.decision in (DecisionKind.BACK_TO_ANNOTATOR, DecisionKind.SOURCE_CORRECTION):
            self._flag(one, expert, one.decision)
        if one.decision in (DecisionKind.RETAIN, DecisionKind.RETAIN_REVISED):
            if self.number % 40 == 0:
                self._flag(one, expert, one.decision)
            self._waive(one, expert, feedback)
        self.writer.add(
            Decision, annotation_id=self.number, round=one.number, submission_id=submission_id,
            decision=str(one.decision), why=next(m.why for m in self.life.moves if m.at == one.decided_at) or "",
            by_id=expert.person_id, at=whole_seconds(one.decided_at),
        )  # fmt: skip

    def _revision(self, before: Times) -> Times:
        """A few times as the expert would have them, at least one of them another than before."""
        after = draw_times(self.rng, self.template, _EXPERT_SCATTER_MIN, 0.0, before=before)
        if after == before:
            row = self._movable()[0].row
            start, end = before[row]
            after = after | {row: (start, end - 5 if end - start > 2 * _LEAST_STAY_MIN else end + 5)}
        return after

    def _edit(
        self, one: Round, by: Hand, instants: tuple[datetime, ...], times: Times, *, whole: bool
    ) -> None:
        """One edit for each row that changes, spread over the presence, and one for the rationale."""
        rationale = _RATIONALE if whole else self.draft.rationale
        after = timed(self.draft, times, rationale)
        edits = list(_changes(self.draft, after))
        for number, cells in enumerate(edits):
            at = whole_seconds(instants[number * len(instants) // len(edits)])
            self.rev, self.seq, self.saved_at = self.rev + 1, self.seq + 1, at
            edit_id = self.writer.add(
                EditLog, annotation_id=self.number, round=one.number, rev=self.rev, client=f"desk-{by.code}",
                seq=self.seq, by_id=by.person_id, at=at, how=self.rng.choice(("typed", "typed", "dragged", "suggested")),
                cells=cells, rejections=None, undoes_id=None,
            )  # fmt: skip
            self.edit_of_row[cells[0]["row"]] = edit_id
        self.draft = after

    def _freeze(
        self, one: Round, kind: str, at: datetime, by: Hand, submission_id: int
    ) -> tuple[Feedback, int]:
        feedback = give_feedback(self.draft, self.template.facts)
        assert not feedback.faults, feedback.faults
        itinerary = ITINERARY_JSON.dump_json(self.draft).decode()
        written = FEEDBACK_JSON.dump_json(feedback).decode()
        tables = self.writer.tables
        tables.setdefault(Submission, []).append(
            {
                "id": submission_id,
                "annotation_id": self.number,
                "round": one.number,
                "kind": kind,
                "itinerary": itinerary,
                "facts": self.template.facts_text,
                "feedback": written,
                "profile": _PROFILE,
                "rules_version": feedback.rules_version,
                "sha256": checksum(itinerary, self.template.facts_text, written),
                "submitted_at": whole_seconds(at),
                "by_id": by.person_id,
            }
        )
        scores, verdicts = figures_of(submission_id, feedback)
        tables.setdefault(RoundScore, []).extend(scores)
        tables.setdefault(RoundVerdict, []).extend(verdicts)
        return feedback, submission_id

    def _movable(self) -> list[Stop]:
        return [row for _, row in self.draft.rows() if isinstance(row, Stop) and row.kind in _MOVED]

    def _flag(self, one: Round, expert: Hand, decision: DecisionKind) -> None:
        assert one.review is not None
        rows = self.rng.sample(self._movable(), self.rng.choice((1, 1, 1, 2)))
        for row in rows:
            source = decision is DecisionKind.SOURCE_CORRECTION
            kind = (
                FlagKind.DATA_ERROR
                if source
                else self.rng.choice((FlagKind.UNREALISTIC_TIME, FlagKind.OTHER))
            )
            text, at = _FLAG_TEXTS[kind], whole_seconds(one.review.instants[-1])
            number = self.writer.add(
                Flag, annotation_id=self.number, round=one.number, row=row.row, kind=str(kind), text=text,
                state=str(FlagState.OPEN), by_id=expert.person_id, at=at, resolution=None, resolved_by_id=None,
                resolved_at=None,
            )  # fmt: skip
            self.open_flags.append((self.writer.tables[Flag][-1], one))
            self.writer.record(
                "flag", at, expert, self.number, why=text,
                data={"flag": number, "row": row.row, "kind": str(kind)},
            )  # fmt: skip

    def _answer_flags(self, one: Round) -> None:
        """The flags of the round before are fixed by this round's edits, or answered in words alone."""
        if one.work is None or one.submitted_at is None:
            return
        hand, at = one.work.by, whole_seconds(one.work.instants[-1])
        for flag, _ in self.open_flags:
            edit_id = self.edit_of_row.get(flag["row"])
            flag |= {
                "state": str(FlagState.FIXED),
                "resolution": "Moved as asked.",
                "resolved_by_id": hand.person_id,
                "resolved_at": at,
            }
            if edit_id is not None:
                self.writer.add(
                    FlagFix,
                    flag_id=flag["id"],
                    edit_id=edit_id,
                    round=one.number,
                    by_id=hand.person_id,
                    at=at,
                )
            self.writer.record(
                "resolve flag", at, hand, self.number, why="Moved as asked.",
                data={"flag": flag["id"], "state": str(FlagState.FIXED), "edit": edit_id},
            )  # fmt: skip
        self.open_flags.clear()

    def _waive(self, one: Round, expert: Hand, feedback: Feedback) -> None:
        """Accepts what still fails, but on one plan in thirty."""
        assert one.review is not None
        if self.number % 30 == 0:
            return
        at = whole_seconds(one.review.instants[-1])
        reason = "Accepted: the day leaves no better place for it."
        for finding in feedback.findings:
            if rule_of(finding.code).group in (Group.HARD, Group.COMMON):
                number = self.writer.add(
                    Waiver, annotation_id=self.number, round=one.number, code=finding.code,
                    rows=list(finding.rows), reason=reason, by_id=expert.person_id, at=at,
                )  # fmt: skip
                self.writer.record(
                    "waive", at, expert, self.number, why=reason,
                    data={"waiver": number, "code": finding.code, "rows": list(finding.rows)},
                )  # fmt: skip


_FLAG_TEXTS = {
    FlagKind.DATA_ERROR: "The price differs from the table.",
    FlagKind.UNREALISTIC_TIME: "Too short for this traveller.",
    FlagKind.OTHER: "Please say why it comes so late.",
}


def log_rows(log: list[Row]) -> list[Row]:
    """The history in the order of its instants, numbered."""
    ordered = sorted(log, key=lambda row: (row["at"], row["annotation_id"]))
    return [{"id": number, **row} for number, row in enumerate(ordered, start=1)]


def _target(life: Life, move: Move) -> State:
    following = life.moves.index(move) + 1
    return life.moves[following].source if following < len(life.moves) else life.state


def _changes(before: Itinerary, after: Itinerary) -> Iterator[list[Row]]:
    """The cells that differ, row by row, as the log of edits writes them."""
    for (_, old), (_, new) in zip(before.rows(), after.rows(), strict=True):
        cells = [
            {"row": new.row, "field": name, "before": was, "after": now}
            for name, was, now in (
                ("start", old.start_min, new.start_min),
                ("end", old.end_min, new.end_min),
                ("remark", old.remark, new.remark),
            )
            if was != now
        ]
        if cells:
            yield cells
    cells = [
        {"row": PLAN_ROW, "field": name, "before": getattr(before.rationale, name),
         "after": getattr(after.rationale, name)}
        for name in PLAN_FIELDS
        if getattr(before.rationale, name) != getattr(after.rationale, name)
    ]  # fmt: skip
    if cells:
        yield cells


def _fives(minutes: float) -> int:
    return 5 * round(minutes / 5)


def _mark(at: datetime) -> datetime:
    seconds = whole_seconds(at)
    return seconds - timedelta(seconds=seconds.second % MARK_S)
