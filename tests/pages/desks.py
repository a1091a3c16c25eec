"""A desk with a plan on it, without a database."""

from collections.abc import Sequence
from datetime import UTC, datetime

from annotate.facts import Facts
from annotate.feedback import give_feedback
from annotate.permissions import Role
from annotate.plan import Itinerary
from annotate.workflow import State
from db.flags import FlagKind, FlagState, FlagView
from db.people import Person
from db.plans import OpenPlan
from db.waivers import WaiverView
from pages._ui.desk import Desk

NOON = datetime(2026, 5, 4, 12, 0, tzinfo=UTC)
ASHA = Person(1, "A01", "Asha", frozenset({Role.ANNOTATOR}))
ESHA = Person(2, "E01", "Esha", frozenset({Role.EXPERT}))


def a_desk(
    itinerary: Itinerary,
    known: Facts,
    *,
    selected: str | None = None,
    flags: Sequence[FlagView] = (),
    waivers: Sequence[WaiverView] = (),
    can_edit: bool = True,
) -> Desk:
    """Asha's desk on day 1 of a plan in progress."""
    plan = OpenPlan(
        annotation_id=1, query_id=1, set_name="demo", idx=1, state=State.IN_PROGRESS, round=1, rev=1,
        is_sent_back=False,
        itinerary=itinerary, facts=known, annotator=ASHA, has_rows=False, can_edit=can_edit, why_not=None, flags=tuple(flags),
        newer_reference=False, saved_at=None, facts_at=NOON,
    )  # fmt: skip
    return Desk(
        ASHA.id, plan, give_feedback(itinerary, known), day=1, selected=selected, waivers=tuple(waivers)
    )


def a_flag(text: str, row: str | None = None, state: FlagState = FlagState.OPEN) -> FlagView:
    """Asha's flag of a data error."""
    return FlagView(7, 1, row, FlagKind.DATA_ERROR, text, state, "Asha", NOON, None, None, None, None)


def a_waiver(code: str, *rows: str, reason: str = "It is fine.") -> WaiverView:
    """Esha's waiver of the finding with this code on these rows."""
    return WaiverView(9, 1, code, rows, reason, ESHA, NOON)
