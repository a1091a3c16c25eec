"""A demo workspace whose plans are printed, and what is read out of printed pages."""

import io
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from tempfile import mkdtemp

from pypdf import PdfReader

from annotate.plan import Rationale, Stop
from db.frozen_plans import FrozenPlan, find_annotation, frozen_plan
from db.quality_plans import quality_plans
from db.session import open_session
from db.start import prepare
from helpers.report import Report, Table

A_WEEK, ITS_ANNOTATOR = 7, "A04"
"""Number of the demo's plan of seven days, and one of the two who handed it in."""
HOSTILE = (
    "<script>alert('x')</script> & <b>Fort</b> ]]> {{7*7}} क्षत्रिय किला مرحبا \U0001f600 \u202egnirts \x07 ₹5"
)


@cache
def demo_url() -> str:
    """Address of a demo workspace that is made once and only read."""
    url = f"sqlite:///{Path(mkdtemp()) / 'demo.db'}"
    prepare(url)
    return url


@cache
def week_plan() -> FrozenPlan:
    """The plan of seven days."""
    with open_session(write=False, url=demo_url()) as session:
        number = next(
            plan.annotation_id
            for plan in quality_plans(session)
            if (plan.idx, plan.annotator.code) == (A_WEEK, ITS_ANNOTATOR)
        )
        return frozen_plan(session, number)


@cache
def gold_plan() -> FrozenPlan:
    """The gold plan of three days."""
    with open_session(write=False, url=demo_url()) as session:
        return frozen_plan(session, find_annotation(session, "demo", 2))


def hostile_plan() -> FrozenPlan:
    """The gold plan with names, remarks and a rationale that want to break out of the page."""
    plan = gold_plan()
    frozen = plan.frozen
    assert frozen is not None
    itinerary = frozen.itinerary
    for number, (_, row) in enumerate(list(itinerary.rows())):
        remark = (HOSTILE, "n\n" * 400, "unbroken" * 1000, "लम्बा " * 900)[number % 4]
        changed = replace(row, remark=remark)
        if isinstance(changed, Stop):
            changed = replace(changed, name=f"{HOSTILE} {number}" + "W" * 400 * (number % 3))
        itinerary = itinerary.with_row(changed)
    texts = Rationale(HOSTILE, "line\n" * 300, "x" * 20_000)
    query = replace(itinerary.query, text=HOSTILE * 40)
    itinerary = replace(itinerary, rationale=texts, query=query)
    return replace(plan, title=HOSTILE, batch=HOSTILE, frozen=replace(frozen, itinerary=itinerary))


def table_of(report: Report, name: str) -> Table:
    """The table of a report with this name."""
    return next(
        block
        for section in report.sections
        for block in section.blocks
        if isinstance(block, Table) and block.name == name
    )


def pages_of(pdf: bytes) -> list[str]:
    """The text of each page of a PDF, blanks folded."""
    return [" ".join(page.extract_text().split()) for page in PdfReader(io.BytesIO(pdf)).pages]


class Page(HTMLParser):
    """An HTML page as a browser reads it: its tags, its addresses, its text; fails where tags do not nest."""

    VOID = frozenset({"meta", "col", "rect", "polyline", "polygon", "path", "circle", "br"})

    def __init__(self, html: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.attributes: list[tuple[str, str | None]] = []
        self.texts: list[str] = []
        self._open: list[str] = []
        self.feed(html)
        self.close()
        assert self._open == [], self._open

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes += attrs
        if tag not in self.VOID:
            self._open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes += attrs

    def handle_endtag(self, tag: str) -> None:
        assert self._open.pop() == tag

    def handle_data(self, data: str) -> None:
        if self._open and self._open[-1] != "style":
            self.texts.append(data)

    @property
    def text(self) -> str:
        """All its text, blanks folded."""
        return " ".join(" ".join(self.texts).split())


def names_of(plan: FrozenPlan) -> Iterator[str]:
    """Every place of a plan, in the order of the trip."""
    assert plan.frozen is not None
    for _, row in plan.frozen.itinerary.rows():
        if isinstance(row, Stop):
            yield row.name
