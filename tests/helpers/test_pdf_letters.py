"""Scripts that the font of the PDF lacks, in Latin letters: place names of India against how maps spell them."""

import io

import pytest
from pypdf import PdfReader

from helpers.indic_letters import in_latin
from helpers.pdf_letters import FOOTNOTE, drawable
from helpers.report import Cell, Column, Entry, Report, Row, Section, Table, Text
from helpers.report_pdf import pdf_of, pdf_of_several


@pytest.mark.parametrize(
    ("written", "spelt"),
    [
        ("சென்னை", "chennai"),
        ("கோயம்புத்தூர்", "koyamputtur"),
        ("தமிழ்", "tamizh"),
        ("কলকাতা", "kalakata"),
        ("হাওড়া ১২৩", "haoda 123"),
        ("హైదరాబాద్", "haidarabad"),
        ("విశాఖపట్నం", "vishakhapatnam"),
        ("ಬೆಂಗಳೂರು", "bengaluru"),
        ("തിരുവനന്തപുരം", "tiruvanantapuram"),
        ("അവൻ", "avan"),
        ("સુરત", "surat"),
        ("ਅੰਮ੍ਰਿਤਸਰ", "ammritasar"),
        ("ଭୁବନେଶ୍ୱର", "bhubaneshwara"),
        ("ক", "ka"),
        ("Umaid ভবন (X)", "Umaid bhaban (X)"),
        ("", ""),
    ],
)
def test_a_name_in_an_indian_script_is_spelt_as_a_map_spells_it(written: str, spelt: str) -> None:
    assert in_latin(written) == spelt


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("Fort ₹1,250 – क्षत्रिय किला, Rānakpur", "Fort ₹1,250 – क्षत्रिय किला, Rānakpur"),
        ("Chennai (சென்னை)", "Chennai (‹chennai›)"),
        ("சென்னை கோட்டை, open", "‹chennai kottai›, open"),
        ("മലയാള\u200dം", "‹malayalam›"),
        ("Лакхнау لکھنؤ", "‹Lakkhnau lkhnu'›"),
        ("北京", "‹BeiJing›"),
        ("good \U0001f600!", "good ‹:grinning:›!"),
        ("a\u0301", "á"),
        ("x\ufe0f", "x"),
        ("\ue000", "‹U+E000›"),
        ("\u202egnirts \x07", "\u202egnirts \x07"),
    ],
)
def test_what_the_font_draws_stays_and_the_rest_is_spelt_and_marked(text: str, shown: str) -> None:
    assert drawable(text) == shown


def a_report(text: str) -> Report:
    table = Table("Places", (Column("Place", 1),), (Row((Cell(text),), (("Remark", text),)),))
    return Report("Plan 1", "", "demo 1", (Section("Day 1", "", (table, Text(text))),))


def pages(data: bytes) -> list[str]:
    return [page.extract_text() for page in PdfReader(io.BytesIO(data)).pages]


def test_a_report_whose_font_has_every_letter_says_nothing_of_letters() -> None:
    assert FOOTNOTE not in pages(pdf_of(a_report("Fort, जयपुर")))[0]


def test_the_foot_says_that_words_are_spelt_on_the_pages_of_such_a_report_only() -> None:
    reports = [a_report("Fort"), a_report("சென்னை"), a_report("Fort")]
    entries = [Entry(f"Plan {number}", "", "gold") for number in range(3)]
    found = pages(pdf_of_several("Batch", "", entries, reports.__getitem__))
    assert [FOOTNOTE in page for page in found] == [False, False, True, False]
    assert found[2].count("‹chennai›") == 3
    named = pages(pdf_of_several("சென்னை", "", entries, reports.__getitem__))
    assert [FOOTNOTE in page for page in named] == [True, False, True, False]


@pytest.mark.parametrize("letter", ["﷽", "\U0001f602", "ழ", "\ue000", "北"])
def test_a_cell_full_of_letters_that_are_spelt_long_still_fits_its_page(letter: str) -> None:
    assert len(pages(pdf_of(a_report(letter * 2_000)))) >= 1
