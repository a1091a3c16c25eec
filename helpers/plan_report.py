"""A frozen plan as a report to be printed: what was asked, scores, findings, each day, costs, evidence, how it came about.

Every figure is the frozen round's own: its itinerary, its facts and the feedback on both; no score is computed anew.
"""

from collections.abc import Iterable
from datetime import datetime

from annotate.bill import BillLine, make_bill
from annotate.clock import WEEKDAYS, weekday_of
from annotate.errors import NotFoundError
from annotate.facts import Facts
from annotate.feedback import Feedback
from annotate.permissions import Action
from annotate.plan import Itinerary, LocalConstraint
from annotate.rule import Group, Verdict, rule_of
from annotate.score import all_scores
from annotate.timeline import LegEntry, StopEntry, Timeline
from db.flags import FlagState
from db.frozen_plans import FrozenPlan
from db.submissions import SUBMITTED, FrozenRound
from helpers.finding_words import row_words, settled_by, waiver_of, where_words
from helpers.knowledge import what_we_know
from helpers.report import Block, Cell, Column, Notice, Pairs, Report, Row, Section, Table, Text, Tiles, Tone
from helpers.report_days import day_sections, money, part_of

INVENTED = "invented"
"""Stands in the label of an import whose figures are not real."""
_GROUP_TONES: dict[Group, Tone] = {Group.HARD: "bad", Group.COMMON: "bad", Group.ADVICE: "warn"}
_FINAL_STEPS: dict[str, str] = {
    Action.BEGIN_FINAL_REVIEW: "final review begun",
    Action.MAKE_GOLD: "made gold",
}
_WISHES = (
    ("House rules", "house_rules"),
    ("House type", "house_type"),
    ("Facilities", "facilities"),
    ("Services", "services"),
    ("Cuisine", "cuisine"),
    ("Transport", "transportation"),
    ("Events", "event"),
    ("Attractions", "attraction"),
)


def plan_report(plan: FrozenPlan) -> Report:
    """The report of a plan's newest frozen round. Raises NotFoundError if nothing was submitted."""
    frozen = plan.frozen
    if frozen is None:
        raise NotFoundError(
            f"Nothing of {plan.label} was submitted, so there is nothing to print",
            todo="Print it once its annotator has submitted it.",
        )
    trip = Timeline(frozen.itinerary, frozen.facts)
    sections = (
        Section("What was asked", "", tuple(_asked(frozen.itinerary))),
        Section("Scores", f"under the profile {frozen.feedback.profile}", tuple(_scores(frozen.feedback))),
        Section("Findings", _verdict_words(frozen.feedback), tuple(_findings(plan, frozen))),
        *day_sections(trip, frozen),
        Section("Costs", "from the tables' prices", tuple(_costs(trip)), starts_page=True),
        Section("Rationale", "", tuple(_rationale(frozen.itinerary))),
        Section("Evidence", "source, sample size and date of each figure", tuple(_evidence(trip, frozen))),
        Section("How it came about", "", tuple(_history(plan, frozen))),
    )
    kind = "" if frozen.kind == SUBMITTED else ", revised by the expert"
    return Report(
        f"Plan {plan.set_name} {plan.idx}: {plan.title}",
        f"{_trip_words(frozen.itinerary)} · {plan.state.value} · round {frozen.round}{kind} · by {plan.annotator.code}",
        f"{plan.set_name} {plan.idx} · round {frozen.round} · {plan.annotator.code}",
        (*_warnings(plan, frozen), *sections),
    )


def instant(at: datetime) -> str:
    """An instant on paper: `2025-10-06 09:30 UTC`."""
    return f"{at:%Y-%m-%d %H:%M} UTC"


def _trip_words(itinerary: Itinerary) -> str:
    dates = itinerary.query.dates
    when = f", {dates[0]} to {dates[-1]}" if dates else ""
    profile = itinerary.risk_profile.value if itinerary.risk_profile else "no risk profile"
    return f"{len(itinerary.days)} days{when} · {profile}"


def _warnings(plan: FrozenPlan, frozen: FrozenRound) -> Iterable[Section]:
    said = []
    labels = sorted(label for label in _labels(frozen.facts) if INVENTED in label)
    if labels:
        said.append(
            f"Invented data: figures whose source is “{', '.join(labels)}” (hotels, restaurants, carriers, timetables, delays, "
            "crowds, prices) were made up for a demonstration."
        )
    if frozen.feedback.faults:
        faults = "; ".join(f"{fault.code}: {fault.error}" for fault in frozen.feedback.faults)
        said.append(f"The program failed on parts of this plan, so they are missing here: {faults}.")
    still_open = sum(flag.state is FlagState.OPEN for flag in plan.flags)
    if still_open:
        said.append(f"{still_open} of its flags {'is' if still_open == 1 else 'are'} still open.")
    if said:
        yield Section("", "", tuple(Notice(one) for one in said))


def _labels(facts: Facts) -> set[str]:
    sources = [one.sources for one in facts.places.values()] + [one.sources for one in facts.legs.values()]
    return {*facts.imports, *(source.label for known in sources for source in known.values())}


def _asked(itinerary: Itinerary) -> Iterable[Block]:
    query, persona = itinerary.query, itinerary.persona
    if query.text:
        yield Text(query.text, quoted=True)
    pairs = [("Route", f"{query.origin} to {', '.join(query.destinations)}"), ("Days", str(query.days))]
    if query.dates:
        pairs.append(("Dates", f"{_dated(query.dates[0])} to {_dated(query.dates[-1])}"))
    pairs.append(("People", "not said" if query.people is None else str(query.people)))
    budget = "none" if query.budget is None else money(query.budget, query.budget_currency)
    pairs.append(("Budget", budget))
    for label, said in (
        ("Level", query.level),
        ("Traveller", persona.traveler_type),
        ("Purpose", persona.purpose),
        ("Spending", persona.spending),
        ("Location", persona.location),
    ):
        if said:
            pairs.append((label, said))
    risk = itinerary.risk_profile
    if risk is None:
        pairs.append(("Risk profile", "none named"))
    else:
        low, high = risk.multipliers
        pairs.append(("Risk profile", f"{risk.value}: buffers of {low:g} to {high:g} times the ideal one"))
    pairs += _wishes(query.constraints)
    yield Pairs(tuple(pairs))


def _wishes(asked: LocalConstraint) -> list[tuple[str, str]]:
    said = [(label, ", ".join(getattr(asked, field))) for label, field in _WISHES]
    return [(label, words) for label, words in said if words]


def _dated(iso_date: str) -> str:
    return f"{iso_date} ({WEEKDAYS[weekday_of(iso_date)]})"


def _scores(feedback: Feedback) -> Iterable[Block]:
    names = {info.key: (info.name, info.title, info.rows) for info, _ in all_scores()}
    tiles: list[tuple[str, str, str]] = []
    rows = []
    for key, score in feedback.scores.items():
        name, title, counted = names.get(key, (score.name, score.name, "rows"))
        value = "-" if score.value is None else f"{score.value:.3f}"
        coverage = f"{score.scored} of {score.total} {counted if counted != 'plan' else ''}".strip()
        if len(tiles) < 3:
            tiles.append((name, value, coverage))
        rows.append(
            Row((Cell(name, strong=True), Cell(title), Cell(value), Cell(coverage), Cell(score.reason or "")))
        )
    columns = (
        Column("Score", 14),
        Column("Title", 36),
        Column("Value", 10, True),
        Column("Scored", 18, True),
        Column("If empty, why", 40),
    )
    yield Tiles(tuple(tiles))
    yield Table("Scores with their coverage", columns, tuple(rows))


def _verdict_words(feedback: Feedback) -> str:
    verdicts = list(feedback.verdicts.values())
    counted = [f"{verdicts.count(one)} {one.value.replace('_', ' ')}" for one in Verdict]
    return f"rules: {', '.join(counted)}"


def _findings(plan: FrozenPlan, frozen: FrozenRound) -> Iterable[Block]:
    found = frozen.feedback.findings
    rows = []
    for finding in found:
        rule = rule_of(finding.code)
        waiver = waiver_of(finding, plan.waivers)
        settled = settled_by(frozen.itinerary, finding, plan.waivers)
        notes = [("Advice", finding.advice)] if finding.advice and not settled else []
        if waiver is not None:
            notes.append((f"Waived by {waiver.by.code}, {instant(waiver.at)}", waiver.reason))
        state = settled or ("for the record" if rule.group is Group.REPORT else "open")
        tone: Tone = "mute" if settled else _GROUP_TONES.get(rule.group, "")
        rows.append(
            Row(
                (
                    Cell(finding.code, rule.group.value, strong=True),
                    Cell(finding.message),
                    Cell(where_words(frozen.itinerary, finding.rows)),
                    Cell(state, tone=tone),
                ),
                tuple(notes),
            )
        )
    columns = (Column("Rule", 14), Column("Finding", 62), Column("Where", 28), Column("Standing", 16))
    if rows:
        yield Table("Findings, worst first", columns, tuple(rows))
    else:
        yield Text("No rule found anything.")
    unchecked = [
        Row(
            (
                Cell(code, strong=True),
                Cell(rule_of(code).title),
                Cell("; ".join(outcome.missing) or "its facts are missing"),
            )
        )
        for code, outcome in frozen.feedback.outcomes.items()
        if outcome.verdict is Verdict.NOT_CHECKED
    ]
    if unchecked:
        yield Table(
            "Not checked, because facts are missing",
            (Column("Rule", 14), Column("What it asks", 40), Column("What is missing", 66)),
            tuple(unchecked),
        )


def _costs(trip: Timeline) -> Iterable[Block]:
    bill = make_bill(trip)
    total = money(bill.known_total, bill.currency)
    pairs = [("Known total", total)]
    if bill.budget is not None:
        left = bill.budget - bill.known_total
        standing = f"{money(abs(left), bill.currency)} {'over' if left < 0 else 'under'} it"
        pairs.append(("Budget", f"{money(bill.budget, bill.currency)}: {standing}"))
    if bill.people is not None:
        pairs.append(("People", str(bill.people)))
    if bill.unknown:
        pairs.append(("Without a known price", str(len(bill.unknown))))
    yield Pairs(tuple(pairs))
    columns = (
        Column("What", 50),
        Column("Where", 22),
        Column("Unit price", 16, True),
        Column("Units", 17, True),
        Column("Amount", 16, True),
        Column("From", 24),
    )
    if bill.lines:
        yield Table("The bill", columns, tuple(_cost_row(trip, line) for line in bill.lines))


def _cost_row(trip: Timeline, line: BillLine) -> Row:
    where = row_words(trip.itinerary, line.rows[0]) if line.rows else "the day's fields"
    price = "" if line.unit_price is None else money(line.unit_price, line.currency)
    units = "" if line.units is None else f"{line.units:g} x {line.unit}"
    amount = "not known" if line.amount is None else money(line.amount, line.currency)
    return Row(
        (
            Cell(line.what, line.note or ""),
            Cell(where),
            Cell(price),
            Cell(units),
            Cell(amount, tone="warn" if line.amount is None else ""),
            Cell(line.source or ""),
        )
    )


def _rationale(itinerary: Itinerary) -> Iterable[Block]:
    said = itinerary.rationale
    parts = (("Key decisions", said.decisions), ("Constraints", said.constraints), ("Buffers", said.buffers))
    yield Pairs(tuple((title, text if text.strip() else "not written") for title, text in parts))


def _evidence(trip: Timeline, frozen: FrozenRound) -> Iterable[Block]:
    columns = (
        Column("Row", 28),
        Column("What", 22),
        Column("Figure", 44),
        Column("n", 8, True),
        Column("Source", 42),
        Column("As of", 18),
    )
    seen: set[tuple[str, str, str]] = set()
    for day in trip.itinerary.days:
        rows: list[Row] = []
        for entry in trip.by_day[day.number]:
            rows += _evidence_rows(trip, frozen, entry, seen)
        if rows:
            yield Table(f"Evidence of day {day.number}", columns, tuple(rows))
    imports = ", ".join(frozen.facts.imports) or "none named"
    yield Pairs((("Imports behind these facts", imports),))


def _evidence_rows(
    trip: Timeline, frozen: FrozenRound, entry: StopEntry | LegEntry, seen: set[tuple[str, str, str]]
) -> list[Row]:
    """What is known of a row; a figure of a place that was listed for an earlier row is not listed again."""
    part = part_of(frozen.feedback, "tdas" if isinstance(entry, LegEntry) else "bas", entry.id)
    subject = entry.id if isinstance(entry, LegEntry) else entry.identity
    rows: list[Row] = []
    for one in what_we_know(trip, entry, frozen.profile, part):
        key = (subject, one.label, one.text)
        if key in seen:
            continue
        seen.add(key)
        where = Cell(entry.label, row_words(trip.itinerary, entry.id)) if not rows else Cell("")
        rows.append(
            Row(
                (
                    where,
                    Cell(one.label),
                    Cell(one.text),
                    Cell("" if one.n is None else f"{one.n:,}"),
                    Cell(one.source or "", tone="warn" if INVENTED in (one.source or "") else ""),
                    Cell(one.as_of or ""),
                ),
                joined=bool(rows),
            )
        )
    return rows


def _history(plan: FrozenPlan, frozen: FrozenRound) -> Iterable[Block]:
    pairs = [
        ("State", plan.state.value),
        ("Annotator", plan.annotator.code),
        ("Batch", plan.batch or "none"),
        ("This round", f"{frozen.round}, {frozen.kind} by {frozen.by.code}, {instant(frozen.submitted_at)}"),
        ("Scoring profile", frozen.feedback.profile),
        ("Version of the rules", frozen.rules_version),
    ]
    yield Pairs(tuple(pairs))
    rounds = [
        Row((Cell(f"round {one.round}"), Cell(one.kind), Cell(one.by.code), Cell(instant(one.at)), Cell("")))
        for one in plan.rounds
    ]
    rounds += [
        Row(
            (
                Cell(f"round {one.round}"),
                Cell(one.decision.value),
                Cell(one.by.code),
                Cell(instant(one.at)),
                Cell(one.why),
            )
        )
        for one in plan.decisions
    ]
    rounds += [
        Row(
            (
                Cell(f"round {one.round}"),
                Cell(_FINAL_STEPS[one.what]),
                Cell(one.by.code),
                Cell(instant(one.at)),
                Cell(one.why),
            )
        )
        for one in plan.final_steps
    ]
    rounds.sort(key=lambda row: row.cells[3].text)
    yield Table(
        "Rounds and decisions",
        (Column("Round", 14), Column("What", 34), Column("Who", 10), Column("When", 26), Column("Why", 56)),
        tuple(rounds),
    )
    if plan.flags:
        rows = []
        for flag in plan.flags:
            where = row_words(frozen.itinerary, flag.row) if flag.row else "the plan"
            notes = (("Answer", flag.resolution),) if flag.resolution else ()
            tone: Tone = "warn" if flag.state is FlagState.OPEN else ""
            rows.append(
                Row(
                    (Cell(flag.kind.value), Cell(where), Cell(flag.text), Cell(flag.state.value, tone=tone)),
                    notes,
                )
            )
        yield Table(
            "Flags",
            (Column("Flag", 26), Column("Where", 30), Column("Text", 68), Column("State", 14)),
            tuple(rows),
        )
