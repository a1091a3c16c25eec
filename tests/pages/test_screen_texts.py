"""Texts from data on the list screens, and the answers of an import."""

import re

import pytest

from annotate.errors import InputError
from annotate.gold import GUIDELINES_VERSION
from db.importers.answers import Answers
from db.importers.base import Question
from pages._ui.guideline_pages import find_page, guideline_pages
from pages._ui.import_desk import answer
from pages._ui.page_head import plain


@pytest.mark.parametrize("sign", list(r"\`*_{}[]()#+-.!|~<>$:&"))
def test_a_sign_of_markdown_in_a_name_is_shown_as_it_is(sign: str) -> None:
    assert plain(f"a{sign}b") == f"a\\{sign}b"


def test_a_name_with_line_breaks_stays_on_its_line() -> None:
    assert plain("a\n# b") == "a \\# b"


def question(key: str) -> Question:
    """A question about `buses.csv`."""
    return Question("buses.csv", key, "?", "{}")


def test_an_answer_stands_under_the_name_of_its_file() -> None:
    said = answer(Answers(), question("encoding"), "latin-1").of("buses.csv")
    assert said.encoding == "latin-1"


def test_answers_on_columns_stand_beside_each_other() -> None:
    given = answer(Answers(), question("columns.operator"), "busname")
    given = answer(given, question("columns.origin"), "From")
    assert given.of("buses.csv").columns == {"operator": "busname", "origin": "From"}


def test_a_year_is_read_as_a_number() -> None:
    assert answer(Answers(), question("year"), "2025").of("buses.csv").year == 2025


def test_an_answer_that_does_not_fit_is_refused() -> None:
    with pytest.raises(InputError, match="window_ends"):
        answer(Answers(), question("window_ends"), "sometimes")


def test_every_rule_of_the_guide_has_a_page() -> None:
    guide = find_page("how_to_annotate")
    assert guide
    codes = set(re.findall(r"\b[A-Z]{3}\d{3}\b", guide.text))
    assert codes
    assert [code for code in sorted(codes) if find_page(code) is None] == []


def test_the_guide_says_the_version_that_releases_name() -> None:
    guide = find_page("how_to_annotate")
    assert guide
    assert f"Version {GUIDELINES_VERSION}" in guide.text


def test_a_page_is_found_by_its_code_in_any_case_and_no_two_share_a_key() -> None:
    keys = [page.key.casefold() for page in guideline_pages()]
    assert len(keys) == len(set(keys))
    page = find_page("tim004")
    assert page and page.key == "TIM004"
