"""Reports: one document of a whole batch, or the summary of a week, to be printed or kept."""

from collections.abc import Callable
from datetime import date, datetime, timedelta
from typing import NamedTuple

import streamlit as st

from annotate.errors import WorkbenchError
from db.batches import list_batches
from db.events import now
from db.frozen_plans import FrozenPlan, look_at_frozen_plan, plans_of_batch
from db.people import Person
from db.session import open_session
from db.week import first_and_last_move, read_week
from helpers.batch_report import batch_html, batch_pdf, batch_report
from helpers.progress import week_of
from helpers.report_html import html_of
from helpers.report_pdf import pdf_of
from helpers.weekly_summary import monday_of, week_name, weekly_summary
from pages._ui.page_head import count, page_head, plain, section
from pages._ui.session import LEAD, Key, forget, recall, remember, require_role

WEEK, BATCH = "The week", "A batch"
PREVIEW_HEIGHT_PX = 900
MIMES = {"PDF": "application/pdf", "HTML": "text/html"}


class _Made(NamedTuple):
    """A document that was made on this page."""

    batch: str
    form: str
    data: bytes
    words: str


def _week(at: datetime) -> None:
    with open_session(write=False) as session:
        moved = first_and_last_move(session) or (at, at)
    weeks = _weeks(moved[0].date(), at.date())
    newest = weeks.index(week_name(moved[1].date()))
    with st.container(horizontal=True, vertical_alignment="bottom"):
        name = st.selectbox("Week", weeks, index=newest, key="week", bind="query-params", width=200)
        with open_session(write=False) as session:
            report = weekly_summary(read_week(session, monday_of(name), at=at))
        html = html_of(report)
        _download("PDF", lambda: pdf_of(report), f"week-{name}.pdf", "week-pdf")
        _download("HTML", html.encode(), f"week-{name}.html", "week-html")
    section("As it will be printed")
    st.iframe(html, height=PREVIEW_HEIGHT_PX, alt=f"The summary of the week {name}")


def _weeks(first: date, last: date) -> list[str]:
    """The ISO weeks from one day to another, the newest first."""
    monday = week_of(last)
    found = []
    while monday + timedelta(days=6) >= first:
        found.append(week_name(monday))
        monday -= timedelta(days=7)
    return found or [week_name(last)]


def _batch(person: Person) -> None:
    with open_session(write=False) as session:
        batches = list_batches(session)
    if not batches:
        st.info(
            "There is no batch yet. Make one on the screen Assign work; single plans are printed from where they are shown.",
            icon=":material/inventory_2:",
        )
        return
    with st.container(horizontal=True, vertical_alignment="bottom"):
        name = st.selectbox(
            "Batch", [batch.name for batch in batches], key="batch", bind="query-params", width=360
        )
        form = st.segmented_control("Form", list(MIMES), default="PDF", required=True, key="form") or "PDF"
        pressed = st.button("Make the document", type="primary", key="make")
    with open_session(write=False) as session:
        lines = plans_of_batch(session, name)
    submitted = sum(line.is_frozen for line in lines)
    st.caption(
        f"{submitted} of {count(len(lines), 'plan')} of this batch were submitted and can be printed; "
        "a plan of seven days takes about 17 pages and one or two seconds."
    )
    if pressed:
        _make(person, name, form)
    made: _Made | None = recall(Key.PRINTED)
    if made is not None and (made.batch, made.form) == (name, form):
        st.success(plain(made.words), icon=":material/task:")
        _download(f"Download the {made.form}", made.data, f"batch.{made.form.lower()}", "batch-download")


def _make(person: Person, name: str, form: str) -> None:
    bar = st.progress(0.0, "Reading the batch")

    def told(done: int, total: int) -> None:
        bar.progress(done / total, f"{done} of {count(total, 'plan')} laid out")

    def read(annotation_id: int) -> FrozenPlan:
        with open_session(write=False) as session:
            return look_at_frozen_plan(session, person.id, annotation_id)

    forget(Key.PRINTED)
    try:
        with open_session(write=False) as session:
            batch = batch_report(name, plans_of_batch(session, name), read)
        data = batch_pdf(batch, told) if form == "PDF" else batch_html(batch, told).encode()
    except WorkbenchError as error:
        st.error(plain(error))
        return
    finally:
        bar.empty()
    remember(
        Key.PRINTED, _Made(name, form, data, f"{batch.title}: {batch.subtitle}, {len(data) / 1024:,.0f} kB")
    )


def _download(label: str, data: bytes | Callable[[], bytes], file_name: str, key: str) -> None:
    mime = MIMES["PDF" if file_name.endswith(".pdf") else "HTML"]
    st.download_button(
        label,
        data=data,
        file_name=file_name,
        mime=mime,
        on_click="ignore",
        icon=":material/download:",
        key=key,
    )


def show() -> None:
    """Draw the screen."""
    person = require_role(LEAD)
    page_head(
        "Reports",
        "What a week brought, or all plans of a batch in one document: to be printed, sent or kept. A single plan is "
        "printed from where it is shown.",
    )
    what = st.segmented_control(
        "Report", [WEEK, BATCH], default=WEEK, required=True, key="report", bind="query-params",
        label_visibility="collapsed",
    )  # fmt: skip
    if what == BATCH:
        _batch(person)
    else:
        _week(now())


show()
