"""Plans as rows of a table: which plan, its trip, where it stands, how far it has come."""

from collections.abc import Sequence
from datetime import date

from annotate.workflow import State
from db.events import now
from db.plan_list import PlanLine
from pages._ui.link_table import Cell, Column, Row, Tone
from pages._ui.page_head import count, when

STATE_TONES: dict[State, Tone] = {
    State.CHANGES_REQUESTED: "bad",
    State.IN_PROGRESS: "warn",
    State.ASSIGNED: "warn",
    State.GOLD: "good",
    State.APPROVED: "good",
    State.DISCARDED: "mute",
}
PROFILE_WORDS = {"risk tolerant": "Tolerant", "risk optimized": "Optimized", "risk averse": "Averse"}

PLAN_COLUMNS = (
    Column("Plan"),
    Column("Trip", wrap=True),
    Column("Days", number=True),
    Column("Risk profile"),
    Column("State"),
    Column("Times filled"),
    Column("To fix", number=True),
    Column("To explain", number=True),
    Column("Flags", number=True),
    Column("Due"),
    Column("Last saved"),
)


def plan_row(plan: PlanLine, href: str | None, *, with_annotator: bool = False) -> Row:
    """A plan as a row of a table with PLAN_COLUMNS."""
    share = plan.times / plan.times_wanted if plan.times_wanted else 0.0
    return Row(
        str(plan.annotation_id),
        href,
        [
            Cell(
                f"{plan.set_name} {plan.idx}",
                sub=plan.annotator.label if with_annotator else "",
                sort=f"{plan.set_name} {plan.idx:09d}",
            ),
            Cell(plan.title, sub=plan.batch or ""),
            Cell(str(plan.days), sort=plan.days),
            profile_cell(plan.risk_profile, plan.level),
            state_cell(plan.state, plan.round),
            Cell(f"{plan.times} of {plan.times_wanted}", share=share, sort=share),
            number_cell(plan.to_fix, "bad"),
            number_cell(plan.to_explain, "warn"),
            number_cell(plan.open_flags, "warn"),
            due_cell(plan.due_on, is_overdue=plan.is_overdue),
            Cell(
                when(plan.saved_at) if plan.saved_at else "not yet",
                sub=f"{spent_words(plan.active_s)} active" if plan.active_s else "",
                tone="" if plan.saved_at else "mute",
                sort=(plan.saved_at or plan.updated_at).timestamp(),
            ),
        ],
    )


def due_cell(due_on: date | None, *, is_overdue: bool) -> Cell:
    """Until when a plan is due, loud once that has passed."""
    if due_on is None:
        return Cell("no date", tone="mute", sort="9999")
    year = "" if due_on.year == now().year else f" {due_on.year}"
    return Cell(
        f"{due_on.day} {due_on:%b}{year}",
        sub="overdue" if is_overdue else "",
        tone="bad" if is_overdue else "",
        sort=due_on.isoformat(),
    )


def spent_words(active_s: int) -> str:
    """Active time as people say it: `0 min`, `42 min`, `3 h 05`."""
    minutes = round(active_s / 60)
    return f"{minutes} min" if minutes < 60 else f"{minutes // 60} h {minutes % 60:02d}"


def state_cell(state: State, round_number: int, note: str = "") -> Cell:
    """A state as a chip, the round below it, and a note on that."""
    below = ", ".join(filter(None, [f"round {round_number}", note]))
    return Cell(state.value, sub=below, tone=STATE_TONES.get(state, ""), chip=True)


def profile_cell(risk_profile: str | None, level: str | None = None) -> Cell:
    """`Averse`, or that the query names none; the level below it."""
    if not risk_profile:
        return Cell("none named", sub=level or "", tone="mute")
    return Cell(
        PROFILE_WORDS.get(risk_profile.casefold().replace("-", " ").replace("_", " "), risk_profile),
        sub=level or "",
    )


def number_cell(number: int, tone: Tone) -> Cell:
    """A count that is loud when there is something and quiet when there is nothing."""
    return Cell(str(number), tone=tone if number else "mute", sort=number)


def states_sentence(plans: Sequence[PlanLine]) -> str:
    """`3 in progress, 1 gold`, in the order of a plan's life."""
    here = [(state, sum(plan.state is state for plan in plans)) for state in State]
    return ", ".join(f"{number} {state.value}" for state, number in here if number) or count(0, "plan")
