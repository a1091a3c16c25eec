"""The lead's week as a report: what moved, who did it, who is stuck, which rules break, who disagrees, what to do next."""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from datetime import date, timedelta

from annotate.adjudication import disagreements, mean_apart_min
from annotate.errors import InputError
from annotate.permissions import Action
from annotate.rule import rule_of
from annotate.workflow import DecisionKind, State
from db.agreement import OverlappedQuery
from db.plan_summary import PlanSummary
from db.week import WEEK, Week, WeekMove
from db.work_in_hand import STUCK_AFTER, PlanInHand
from helpers.plan_report import instant
from helpers.report import Block, Cell, Column, Report, Row, Section, Table, Text, Tiles

MOST_LISTED = 15
"""Lines of a list on paper; the rest is counted."""
REVIEW_WAITS_LONG = timedelta(days=2)
FAR_APART_MIN = 30
"""Two people's times that are further apart on the mean are worth talking about."""
DUE_SOON = timedelta(days=7)
_WEEK = re.compile(r"(\d{4})-?W(\d{2})")
_MOVES = (
    ("Taken or given out", frozenset({Action.TAKE, Action.ASSIGN})),
    ("Begun or taken up again", frozenset({Action.START, Action.RESUME})),
    ("Submitted", frozenset({Action.SUBMIT})),
    ("Taken back by the annotator", frozenset({Action.WITHDRAW})),
    ("Sent back", frozenset({Action.REQUEST_CHANGES})),
    ("Approved", frozenset({Action.APPROVE})),
    ("Made gold", frozenset({Action.MAKE_GOLD})),
    ("Discarded", frozenset({Action.DISCARD})),
    ("Given back or taken away", frozenset({Action.SKIP, Action.TAKE_AWAY})),
)
_TILES = (Action.SUBMIT, Action.REQUEST_CHANGES, Action.APPROVE, Action.MAKE_GOLD)
_TILE_NAMES = ("submitted", "sent back", "approved", "gold")


def monday_of(week: str) -> date:
    """The Monday of `2025-W41`. Raises InputError for anything else."""
    match = _WEEK.fullmatch(week.strip())
    try:
        if match:
            monday = date.fromisocalendar(int(match[1]), int(match[2]), 1)
            _ = monday - WEEK, monday + WEEK  # the calendar ends in the years 1 and 9999
            return monday
    except (ValueError, OverflowError) as error:
        raise InputError(
            f"There is no week {week}", expected="a week of that year, such as 2025-W41"
        ) from error
    raise InputError(f"'{week}' is no week", expected="year and ISO week, such as 2025-W41")


def week_name(day: date) -> str:
    """`2025-W41`, the ISO week that a day lies in."""
    year, number, _ = day.isocalendar()
    return f"{year}-W{number:02d}"


def weekly_summary(week: Week) -> Report:
    """The report of a week."""
    last = week.first_day + timedelta(days=6)
    name = week_name(week.first_day)
    todo = next_steps(week)
    steps = tuple(Text(f"{number}. {one}") for number, one in enumerate(todo, start=1))
    return Report(
        f"Week {name}",
        f"Monday {week.first_day} to Sunday {last}, seen from {instant(week.until)}",
        f"Weekly summary {name}",
        (
            Section("What moved", "beside the week before", tuple(_moved(week))),
            Section("What to do next", "", steps or (Text("Nothing presses."),)),
            Section("Who did what", "", tuple(_throughput(week))),
            Section(
                "Who is stuck", "plans as they stand now, seen from the end of the week", tuple(_stuck(week))
            ),
            Section("Rules broken most often", _handed_in(week), tuple(_broken(week))),
            Section("Where people disagree", "", tuple(_disputed(week))),
            Section("Batches", "as they stand now", tuple(_batches(week))),
        ),
    )


def next_steps(week: Week) -> list[str]:
    """What the lead should see to, the most pressing first; a sentence each."""
    said = []
    for title, found in (
        ("overdue", [one for one in week.in_hand if one.is_overdue]),
        ("stuck", _only_stuck(week)),
    ):
        if found:
            verb = "is" if len(found) == 1 else "are"
            said.append(
                f"Speak with {_codes(found)}: {_count(len(found), 'plan')} {verb} {title} ({_labels(found)})."
            )
    waiting = [
        one
        for one in week.to_review
        if one.held_by is None and week.until - one.submitted_at > REVIEW_WAITS_LONG
    ]
    if waiting:
        said.append(
            f"Find experts for {_count(len(waiting), 'plan')} that nobody has open and that waited more than "
            f"{REVIEW_WAITS_LONG.days} days for a review ({_labels(waiting)})."
        )
    apart = [
        (query, minutes) for query, minutes in _apart(week) if minutes is not None and minutes > FAR_APART_MIN
    ]
    if apart:
        told = ", ".join(query.plan.label for query, _ in apart[:MOST_LISTED])
        said.append(
            f"Have an expert adjudicate {told}: its annotators are more than {FAR_APART_MIN} min apart on the mean."
        )
    if week.broken and week.submissions and week.broken[0].rounds * 2 > week.submissions:
        worst = week.broken[0]
        said.append(
            f"Talk about {worst.code} ({rule_of(worst.code).title.lower()}): "
            f"{worst.rounds} of {_count(week.submissions, 'round')} handed in broke it."
        )
    for batch in week.batches:
        left = (batch.places or batch.given) - batch.handed_in
        if batch.due_on is not None and left > 0 and batch.due_on <= week.until.date() + DUE_SOON:
            said.append(
                f"The batch “{batch.name}” is due on {batch.due_on}: {_count(left, 'plan')} of it are not handed in."
            )
    if week.open_flags:
        said.append(f"Have {_count(week.open_flags, 'open flag')} answered; a plan with one cannot go out.")
    if not week.by_state[State.OPEN]:
        said.append("Import skeletons or make a batch: nothing is left to give out.")
    return said


def _moved(week: Week) -> Iterable[Block]:
    now, before = _by_kind(week.moves), _by_kind(week.moves_before)
    yield Tiles(
        tuple(
            (name, str(now[action]), f"the week before: {before[action]}")
            for name, action in zip(_TILE_NAMES, _TILES, strict=True)
        )
    )
    if not week.moves:
        last = f"; the last move was in {week_name(week.last_move_at.date())}" if week.last_move_at else ""
        yield Text(f"Nothing moved in this week{last}.")
    rows = [
        Row(
            (
                Cell(name),
                Cell(str(sum(now[kind] for kind in kinds))),
                Cell(str(sum(before[kind] for kind in kinds))),
            )
        )
        for name, kinds in _MOVES
    ]
    states = ", ".join(f"{number} {state.value}" for state, number in week.by_state.items() if number)
    yield Table(
        "Moves",
        (Column("What", 60), Column("This week", 20, True), Column("Week before", 20, True)),
        tuple(rows),
    )
    yield Text(f"All plans as they stand now: {states or 'none'}.")


def _by_kind(moves: Sequence[WeekMove]) -> Counter[str]:
    return Counter(move.kind for move in moves)


def _throughput(week: Week) -> Iterable[Block]:
    done: dict[int, Counter[str]] = {}
    for move in week.moves:
        if move.by_id is not None and move.kind in (Action.SUBMIT, Action.MAKE_GOLD):
            done.setdefault(move.by_id, Counter())[move.kind] += 1
        plan = week.plans.get(move.annotation_id)
        if plan is not None and move.kind == Action.REQUEST_CHANGES:
            done.setdefault(plan.annotator.id, Counter())["came back"] += 1
    for one in week.decisions:
        done.setdefault(one.by_id, Counter())["decided"] += 1
        if one.decision in (DecisionKind.RETAIN, DecisionKind.RETAIN_REVISED):
            done[one.by_id]["retained"] += 1
    if not done:
        yield Text("Nobody handed in or decided anything in this week.")
        return
    keys = (Action.SUBMIT, "came back", "decided", "retained", Action.MAKE_GOLD)
    names = ("Handed in", "Came back to them", "Decided", "of these retained", "Made gold")
    people = sorted(done, key=lambda number: week.people[number].code)
    rows = [
        Row(
            (
                Cell(week.people[number].code, strong=True),
                *(Cell(str(done[number][key]) or "") for key in keys),
            )
        )
        for number in people
    ]
    yield Table("People", (Column("Who", 20), *(Column(name, 20, True) for name in names)), tuple(rows))


def _only_stuck(week: Week) -> list[PlanInHand]:
    return [one for one in week.in_hand if one.is_stuck and not one.is_overdue]


def _stuck(week: Week) -> Iterable[Block]:
    found = [one for one in week.in_hand if one.is_overdue or one.is_stuck]
    days = STUCK_AFTER.days
    if found:
        rows = [
            Row(
                (
                    Cell(f"{one.set_name} {one.idx}", one.title, strong=True),
                    Cell(one.annotator.code),
                    Cell(one.state.value, f"round {one.round}"),
                    Cell(
                        "no date" if one.due_on is None else str(one.due_on),
                        "overdue" if one.is_overdue else "",
                    ),
                    Cell(f"{(week.until - one.rests_since).days} days", f"since {instant(one.rests_since)}"),
                )
            )
            for one in found[:MOST_LISTED]
        ]
        yield Table(
            "With their annotators",
            (
                Column("Plan", 50),
                Column("Who", 12),
                Column("State", 28),
                Column("Due", 20),
                Column("Rests for", 40),
            ),
            tuple(rows),
        )
        yield from _rest(len(found), "plan")
    else:
        yield Text(f"No plan is overdue, and none has rested for {days} days or more.")
    if week.to_review:
        rows = [
            Row(
                (
                    Cell(f"{one.set_name} {one.idx}", one.title, strong=True),
                    Cell(one.annotator.code),
                    Cell(one.state.value, f"round {one.round}"),
                    Cell(one.held_by.code if one.held_by else "nobody"),
                    Cell(
                        f"{(week.until - one.submitted_at).days} days", f"since {instant(one.submitted_at)}"
                    ),
                )
            )
            for one in week.to_review[:MOST_LISTED]
        ]
        yield Table(
            "With the experts, longest waiting first",
            (
                Column("Plan", 50),
                Column("Who", 12),
                Column("State", 28),
                Column("Open with", 20),
                Column("Waits for", 40),
            ),
            tuple(rows),
        )
        yield from _rest(len(week.to_review), "submission")
    else:
        yield Text("No submission waits for an expert.")


def _rest(number: int, noun: str) -> Iterable[Block]:
    if number > MOST_LISTED:
        yield Text(f"and {_count(number - MOST_LISTED, f'further {noun}')}.")


def _handed_in(week: Week) -> str:
    return f"{_count(week.submissions, 'round')} handed in"


def _broken(week: Week) -> Iterable[Block]:
    if not week.broken:
        yield Text(
            "No rule was broken by a round handed in." if week.submissions else "No round was handed in."
        )
        return
    rows = [
        Row(
            (
                Cell(one.code, rule_of(one.code).group.value, strong=True),
                Cell(rule_of(one.code).title),
                Cell(f"{one.rounds} of {week.submissions}"),
                Cell(f"{one.rounds / week.submissions:.0%}"),
                Cell(str(one.findings)),
            )
        )
        for one in week.broken[:MOST_LISTED]
    ]
    yield Table(
        "Rules",
        (Column("Rule", 18), Column("What it asks", 70), Column("Rounds", 22, True), Column("Share", 16, True),
         Column("Findings", 20, True)),
        tuple(rows),
    )  # fmt: skip
    yield from _rest(len(week.broken), "rule")


def _apart(week: Week) -> list[tuple[OverlappedQuery, float | None]]:
    """Each disputed query with the mean minutes between its annotators, the furthest apart first.

    The mean over every pair of them; None where the skeletons differ or no time is common.
    """
    found = []
    for query in week.disputed:
        plans = [week.itineraries[version.submission_id] for version in query.versions]
        pairs = []
        for index, one in enumerate(plans):
            for other in plans[index + 1 :]:
                try:
                    minutes = mean_apart_min(disagreements(one, other))
                except InputError:
                    continue
                if minutes is not None:
                    pairs.append(minutes)
        found.append((query, sum(pairs) / len(pairs) if pairs else None))
    return sorted(found, key=lambda pair: (pair[1] is None, -(pair[1] or 0.0), pair[0].plan.label))


def _disputed(week: Week) -> Iterable[Block]:
    if not week.disputed:
        yield Text("No query was handed in by a second person in this week, so nothing can be compared.")
        return
    rows = [
        Row(
            (
                Cell(query.plan.label, query.plan.title, strong=True),
                Cell(", ".join(version.annotator.code for version in query.versions)),
                Cell("not comparable" if minutes is None else f"{minutes:.0f} min"),
            )
        )
        for query, minutes in _apart(week)[:MOST_LISTED]
    ]
    yield Table(
        "Mean minutes between the times of its annotators",
        (Column("Plan", 70), Column("Annotators", 40), Column("Apart", 24, True)),
        tuple(rows),
    )
    yield from _rest(len(week.disputed), "plan")


def _batches(week: Week) -> Iterable[Block]:
    if not week.batches:
        yield Text("No batch is open.")
        return
    rows = [
        Row(
            (
                Cell(batch.name, batch.kind.value, strong=True),
                Cell("no date" if batch.due_on is None else str(batch.due_on)),
                Cell(f"{batch.given} of {batch.places}" if batch.places is not None else str(batch.given)),
                Cell(str(batch.handed_in)),
                Cell(str(batch.by_state.get(State.GOLD, 0))),
            )
        )
        for batch in week.batches
    ]
    yield Table(
        "Open batches",
        (Column("Batch", 50), Column("Due", 22), Column("Given out", 22, True), Column("Handed in", 22, True),
         Column("Gold", 16, True)),
        tuple(rows),
    )  # fmt: skip


def _codes(plans: Sequence[PlanInHand]) -> str:
    return ", ".join(sorted({one.annotator.code for one in plans}))


def _labels(plans: Sequence[PlanInHand | PlanSummary]) -> str:
    named = ", ".join(f"{one.set_name} {one.idx} of {one.annotator.code}" for one in plans[:MOST_LISTED])
    return named + (", ..." if len(plans) > MOST_LISTED else "")


def _count(number: int, noun: str) -> str:
    return f"{number:,} {noun if number == 1 else noun + 's'}"
