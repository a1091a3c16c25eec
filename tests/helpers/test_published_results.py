"""The file of published results: what stands in it, and what is wrong with one that cannot be used."""

from pathlib import Path

import pytest

from annotate.errors import InputError
from annotate.plan import RiskProfile
from helpers.paper_table import PaperRow, by_profile, paper_columns
from helpers.published_results import COLUMNS, published_rows

HEADER = ",".join(COLUMNS)


def a_line(**cells: str) -> str:
    """A line of the file; without a risk profile it holds rates and quality scores."""
    known = {"set": "Model", "source": "A paper", "days": "3"}
    return ",".join({**known, **cells}.get(column, "") for column in COLUMNS)


def read(tmp_path: Path, *lines: str, header: str = HEADER) -> list[PaperRow]:
    """The rows of a file with these lines."""
    file = tmp_path / "published.csv"
    file.write_text("\n".join([header, *lines]) + "\n", encoding="utf-8")
    return list(published_rows(file))


def test_figures_that_the_papers_text_names_stand_in_its_rows() -> None:
    rows = {(row.set_name, row.days): row for row in published_rows()}
    texts = {key: {c.key: row.text(c) for c in paper_columns()} for key, row in rows.items()}
    tolerant, averse = RiskProfile.TOLERANT, RiskProfile.AVERSE
    assert [texts["GPT-5", days]["commonsense_micro"] for days in (3, 7)] == ["88.86", "87.44"]
    assert [texts["Qwen3 (14B)", days]["hard_macro"] for days in (3, 5, 7)] == ["12.78", "9.16", "10.45"]
    mistral = [texts["Mistral-7B-Instruct-v0.3", days][by_profile("bas", tolerant)] for days in (3, 7)]
    assert mistral == ["14.99", "40.97"]
    assert texts["Phi-4-mini-Instruct", 7][by_profile("cats", tolerant)] == "63.94"
    assert texts["GPT-5", 7][by_profile("tdas", averse)] == "11.85"
    assert [texts["Qwen3 (14B)", days][by_profile("tdas", tolerant)] for days in (3, 5)] == ["7.58", "1.57"]


def test_published_rows_are_whole_and_lie_in_the_ranges_that_the_paper_tells() -> None:
    rows = published_rows()
    assert len(rows) == 12
    assert {row.source for row in rows} == {"UTP-Bench (arXiv 2609.02421), Table 3"}
    for row in rows:
        assert {column.key for column in paper_columns()} == set(row.figures)
    tdas = [row.figures[by_profile("tdas", profile)].value for row in rows for profile in RiskProfile]
    assert (min(tdas), max(tdas)) == (0.0037, 0.1185)  # "uniformly low scores (0.37-11.85%)"
    delivery = [row.figures["delivery_rate"].value for row in rows]
    assert 0.92 <= min(delivery) <= max(delivery) == 1.0  # "high delivery rates (92-100%)"


def test_lines_of_a_set_and_length_make_one_row(tmp_path: Path) -> None:
    rows = read(
        tmp_path,
        a_line(delivery_rate="0.9976", t_meal="0.669", note="read twice"),
        a_line(risk_profile="Risk Averse", bas="0.0141"),
    )
    assert [(row.set_name, row.days, row.plans, row.source, row.note) for row in rows] == [
        ("Model", 3, None, "A paper", "read twice")
    ]
    texts = {column.key: rows[0].text(column) for column in paper_columns()}
    assert texts["delivery_rate"] == "99.76"
    assert texts["t_meal"] == "0.669"
    assert texts[by_profile("bas", RiskProfile.AVERSE)] == "1.41"
    assert texts["hard_micro"] == "-"


def test_a_file_with_nothing_but_its_header_has_no_rows(tmp_path: Path) -> None:
    assert read(tmp_path) == []


@pytest.mark.parametrize(
    ("line", "told"),
    [
        (a_line(delivery_rate="88.86"), r"line 2, delivery_rate.*0\.8886|88\.86 is no share"),
        (a_line(delivery_rate="high"), "'high' is no number"),
        (a_line(delivery_rate="nan"), "nan is no share"),
        (a_line(set=""), "empty"),
        (a_line(source=""), "empty"),
        (a_line(days="three"), "no trip length"),
        (a_line(days="0"), "no trip length"),
        (a_line(risk_profile="Risk Loving", bas="0.5"), "no risk profile"),
        (a_line(bas="0.5"), "wrong line"),
        (a_line(risk_profile="Risk Averse", t_meal="0.5"), "wrong line"),
        ("Model,A paper", "cells"),
    ],
)
def test_a_line_that_cannot_be_used_is_named_with_what_is_wrong(tmp_path: Path, line: str, told: str) -> None:
    with pytest.raises(InputError, match=told) as refused:
        read(tmp_path, line)
    assert "published.csv, line 2" in str(refused.value)


def test_a_line_that_comes_twice_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="come twice"):
        read(tmp_path, a_line(t_meal="0.5"), a_line(t_meal="0.6"))


def test_another_header_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="header"):
        read(tmp_path, header="model,days")
