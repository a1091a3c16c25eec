"""Reports on paper: the HTML page and the PDF hold what the report holds, run nothing, load nothing, and stay in one piece."""

import io

import pytest
from pypdf import PdfReader

from annotate.clock import format_time_with_day
from annotate.errors import NotFoundError
from db.frozen_plans import BatchLine
from helpers.batch_report import batch_html, batch_pdf, batch_report
from helpers.pdf_words import PIECE_LETTERS, PIECE_LINES, fitted, in_pieces
from helpers.plan_report import plan_report
from helpers.report_html import html_of
from helpers.report_pdf import pdf_of
from tests.helpers.printed import HOSTILE, Page, gold_plan, hostile_plan, names_of, pages_of, week_plan


@pytest.fixture(scope="module")
def html():
    return html_of(plan_report(week_plan()))


@pytest.fixture(scope="module")
def pdf():
    return pdf_of(plan_report(week_plan()))


def times_of(plan):
    return {
        format_time_with_day(minute)
        for _, row in plan.frozen.itinerary.rows()
        for minute in (row.start_min, row.end_min)
    }


def test_the_page_holds_every_place_time_and_remark(html):
    page = Page(html)
    for text in (*names_of(week_plan()), *times_of(week_plan())):
        assert text in page.text
    for _, row in week_plan().frozen.itinerary.rows():
        assert row.remark is None or " ".join(row.remark.split()) in page.text


def test_the_page_needs_nothing_else_and_runs_nothing(html):
    page = Page(html)
    assert not {"script", "link", "img", "iframe", "object", "form", "base"} & set(page.tags)
    assert not [
        name for name, _ in page.attributes if name in ("src", "srcset", "action") or name.startswith("on")
    ]
    assert "url(" not in html and "@import" not in html
    assert "default-src 'none'" in html
    assert page.tags.count("svg") == 9  # seven days, of which two lie in two cities


def test_the_page_is_made_for_printing_with_a_page_for_each_day(html):
    assert "@page{size:A4" in html and "@media print" in html
    assert html.count("<section class=page>") == 8  # seven days and the costs


def test_the_pdf_holds_every_place_and_time_on_the_page_of_its_day(pdf):
    pages = pages_of(pdf)
    assert 10 <= len(pages) <= 20
    for day in week_plan().frozen.itinerary.days:
        page = next(text for text in pages if text.startswith(f"Day {day.number} "))
        for row in day.rows:
            assert format_time_with_day(row.start_min) in page
            assert getattr(row, "name", "") in page
    assert "₹22,620" in " ".join(pages)


def test_each_page_of_the_pdf_says_which_plan_and_which_page_it_is(pdf):
    pages = pages_of(pdf)
    for number, text in enumerate(pages, start=1):
        assert "demo 7 · round 1 · A04" in text
        assert f"page {number} of" in text
        assert str(len(pages)) in text


def test_the_same_plan_gives_the_same_bytes(html, pdf):
    assert html_of(plan_report(week_plan())) == html
    assert pdf_of(plan_report(week_plan())) == pdf
    assert str(PdfReader(io.BytesIO(pdf)).metadata.creation_date).startswith("2000-01-01")


def test_the_pdf_brings_its_font_along(pdf):
    embedded = set()
    for page in PdfReader(io.BytesIO(pdf)).pages:
        for font in page["/Resources"]["/Font"].values():
            if "/FontDescriptor" in (found := font.get_object()):
                assert "/FontFile2" in found["/FontDescriptor"].get_object()
                embedded.add(found["/BaseFont"].partition("+")[2])
    assert embedded == {"Mukta-Regular", "Mukta-SemiBold"}


def test_hostile_texts_are_shown_on_the_page_and_stay_texts():
    page = Page(html_of(plan_report(hostile_plan())))
    assert "script" not in page.tags
    assert page.tags.count("b") == 3  # the three score tiles
    assert "<script>alert('x')</script> & <b>Fort</b> ]]> {{7*7}} क्षत्रिय किला مرحبا \U0001f600" in page.text
    assert "x" * 20_000 in page.text
    assert page.text.count("line line") >= 100
    assert "\x07" not in page.text


def test_hostile_texts_are_shown_in_the_pdf_and_break_no_page():
    pdf = pdf_of(plan_report(hostile_plan()))
    pages = pages_of(pdf)
    whole = "".join("".join(pages).split())
    assert "<script>alert('x')</script>&<b>Fort</b>]]>{{7*7}}" in whole
    assert whole.count("unbroken") >= 3000
    assert "क" in whole
    assert "\u202e" not in whole and "\x07" not in whole
    for page in PdfReader(io.BytesIO(pdf)).pages:
        assert page.mediabox.width == pytest.approx(595.28, abs=0.1)


def test_pieces_of_a_text_are_short_and_hold_all_of_it():
    text = "word " * 800 + "\n" * 40 + "y" * 3000
    pieces = list(in_pieces(text))
    assert all(
        len(piece) <= PIECE_LETTERS + PIECE_LINES and piece.count("\n") < PIECE_LINES for piece in pieces
    )
    assert "".join("".join(pieces).split()) == "".join(text.split())
    assert list(in_pieces("")) == [""]


def test_marks_that_only_steer_are_left_out_and_joiners_stay():
    assert fitted("a\u202eb\x00c\td\u00ade") == "abc de"
    assert fitted("क्\u200dष") == "क्\u200dष"
    assert fitted("one\r\ntwo", keep_lines=True) == "one\ntwo"


def a_batch(told=None):
    plans = {1: gold_plan(), 2: week_plan()}
    lines = [
        BatchLine(2, "demo 7, A04", "Bhopal to Jaipur", week_plan().state, True),
        BatchLine(3, "demo 9, A01", HOSTILE, week_plan().state, False),
        BatchLine(1, "demo 2, A01", "Agra to Jaipur", gold_plan().state, True),
    ]
    return batch_report(HOSTILE, lines, lambda number: plans[number])


def test_a_batch_is_one_document_with_contents_and_its_plans_in_order():
    told = []
    pages = pages_of(batch_pdf(a_batch(), lambda done, total: told.append((done, total))))
    assert told == [(1, 3), (2, 3), (3, 3)]
    first = next(at for at, text in enumerate(pages, start=1) if text.startswith("Plan demo 7"))
    second = next(at for at, text in enumerate(pages, start=1) if text.startswith("Plan demo 2"))
    assert 1 < first < second
    contents = "".join(pages[: first - 1])
    assert "2 of 3 plans were submitted" in contents
    assert "nothing of it was submitted" in contents
    numbers = contents.split()
    assert str(first) in numbers and str(second) in numbers
    assert "page 1 of" in pages[0] and f"page {len(pages)} of" in pages[-1]
    assert "demo 2 · round 1" in pages[-1] and "demo 7 · round 1" in pages[first - 1]


def test_the_contents_of_a_batch_page_lead_to_its_plans():
    html = batch_html(a_batch())
    page = Page(html)
    targets = {value for name, value in page.attributes if name == "href"}
    assert targets == {"#r0", "#r2"}
    assert {value for name, value in page.attributes if name == "id"} >= {"r0", "r2"}
    assert "script" not in page.tags


def test_a_batch_of_which_nothing_was_submitted_cannot_be_printed():
    line = BatchLine(3, "demo 9, A01", "Agra to Jaipur", gold_plan().state, False)
    with pytest.raises(NotFoundError, match="Nothing of the batch 'May' was submitted"):
        batch_report("May", [line], lambda _: gold_plan())
