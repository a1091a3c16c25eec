"""Two buttons that print a plan as it was frozen last: as a page for the browser's printer, and as a PDF."""

from collections.abc import Callable

import streamlit as st

from annotate.workflow import State
from db.frozen_plans import look_at_frozen_plan
from db.people import Person
from db.plans import OpenPlan
from db.session import open_session
from helpers.plan_report import plan_report
from helpers.report import Report
from helpers.report_html import html_of

NOT_HANDED_IN = frozenset({State.OPEN, State.ASSIGNED, State.IN_PROGRESS})


def show_print_buttons(person: Person, plan: OpenPlan, *, key: str) -> None:
    """Draw the buttons where a round of the plan is frozen; the file is made when one is pressed."""
    if plan.round == 1 and plan.state in NOT_HANDED_IN:
        return

    def html() -> bytes:
        return html_of(_report(person, plan.annotation_id)).encode()

    def pdf() -> bytes:
        from helpers.report_pdf import pdf_of

        return pdf_of(_report(person, plan.annotation_id))

    name = f"plan-{plan.set_name}-{plan.idx}"
    with st.container(horizontal=True, width="content", gap="small"):
        _button("Print (HTML)", html, f"{name}.html", "text/html", ":material/print:", f"{key}-html")
        _button("PDF", pdf, f"{name}.pdf", "application/pdf", ":material/picture_as_pdf:", f"{key}-pdf")


def _button(label: str, make: Callable[[], bytes], file_name: str, mime: str, icon: str, key: str) -> None:
    st.download_button(
        label,
        data=make,
        file_name=file_name,
        mime=mime,
        on_click="ignore",
        icon=icon,
        key=key,
        type="tertiary",
    )


def _report(person: Person, annotation_id: int) -> Report:
    with open_session(write=False) as session:
        return plan_report(look_at_frozen_plan(session, person.id, annotation_id))
