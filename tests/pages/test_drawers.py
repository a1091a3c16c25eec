"""The checklist and the bill in their drawers: verdicts in words, sums worked out by hand, names that stay text."""

from annotate.bill import make_bill
from annotate.checklist import checklist_of
from annotate.grounding import factual_cells
from annotate.plan import LocalConstraint
from annotate.profile import DEFAULT_PROFILE
from helpers.savings import Saving, WhatIf
from pages._ui.bill_drawer import bill_html, savings_html
from pages._ui.checklist_drawer import checklist_html, reliability_html
from pages._ui.query_strip import query_html
from tests.builders import a_day, a_meal, a_place, a_query, an_itinerary, facts
from tests.pages.desks import a_desk

PLAN = an_itinerary(
    a_day(a_meal("Thai <b>Corner</b>", "13:00", "14:00")),
    query=a_query(people=2, budget=700, constraints=LocalConstraint(cuisine=("Thai", "Italian"))),
)
KNOWN = facts(a_place("Thai <b>Corner</b>", kind="restaurant", price=400.0, cuisines=("Thai",)))


def test_the_checklist_says_the_share_that_is_met_and_why_an_item_is_not() -> None:
    desk = a_desk(PLAN, KNOWN)
    checklist = checklist_of(desk.trip, desk.feedback)
    page = checklist_html(checklist)
    assert f"{checklist.passed} of {len(checklist.items)} met" in page
    assert "All-pass: no" in page
    assert "✓ met</td><td>at least one Thai restaurant" in page
    assert "✕ not met</td><td>at least one Italian restaurant" in page


def test_the_bill_adds_up_and_leads_to_its_table() -> None:
    desk = a_desk(PLAN, KNOWN)
    page = bill_html(desk, make_bill(desk.trip))
    # 2 people x 400 are 800, 100 over the budget of 700
    assert "₹800 for 2 people of ₹700" in page and "₹100 over the budget" in page
    assert "reference?kind=place&amp;key=Thai+" in page and ">restaurants</a>" in page


def test_a_name_with_markup_stays_text() -> None:
    desk = a_desk(PLAN, KNOWN)
    bill, checklist = make_bill(desk.trip), checklist_of(desk.trip, desk.feedback)
    cells = desk.trip.once(factual_cells, DEFAULT_PROFILE)
    pages = (bill_html(desk, bill), checklist_html(checklist), reliability_html(desk, cells))
    assert not any("<b>Corner" in page for page in pages)


def test_the_strip_shows_each_wish_with_its_verdict_and_leaves_out_what_every_query_asks_and_is_met() -> None:
    desk = a_desk(PLAN, KNOWN)
    page = query_html(PLAN, checklist_of(desk.trip, desk.feedback), make_bill(desk.trip))
    assert "✓ at least one Thai restaurant" in page
    assert "✕ at least one Italian restaurant" in page
    assert "CMP001" not in page
    assert "✕ from Bhopal and back to Bhopal" in page
    assert "MON001" not in page, "the meter says it"


def test_savings_say_whether_they_suffice() -> None:
    saving = Saving(
        "lunch", (1,), "Thai Corner", a_place("Tea Stall", kind="restaurant"), 150.0, "INR", ("TIM005",)
    )
    page = savings_html(WhatIf(100.0, "INR", (saving,), (saving,)))
    assert "Day 1: Tea Stall instead of Thai Corner saves INR 150" in page
    assert "but then fails TIM005" in page and "Enough to come under" in page
    assert "do not make up for ₹100" in savings_html(WhatIf(100.0, "INR", (saving,), ()))
    assert "No cheaper place" in savings_html(WhatIf(100.0, "INR", (), ()))
