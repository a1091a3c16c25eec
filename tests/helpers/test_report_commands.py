"""`python -m helpers report` and `weekly`: what is written where, and what is refused."""

from pathlib import Path

import pytest

from helpers.__main__ import main
from tests.helpers.printed import Page, demo_url, pages_of


def run(*arguments: str) -> int:
    return main([*arguments, "--db", demo_url()])


def test_a_plan_is_printed_as_html_or_pdf_by_the_name_of_the_file(tmp_path: Path, capsys) -> None:
    for name in ("plan.html", "plan.PDF"):
        out = tmp_path / name
        assert run("report", "--set", "demo", "--idx", "2", "--out", str(out)) == 0
        assert f"{out}: Plan demo 2: Agra to Jaipur" in capsys.readouterr().out
    assert "Plan demo 2: Agra to Jaipur" in Page((tmp_path / "plan.html").read_text(encoding="utf-8")).text
    assert pages_of((tmp_path / "plan.PDF").read_bytes())[0].startswith("Plan demo 2")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--set", "demo", "--idx", "2", "--out", "plan.docx"], "neither HTML nor PDF"),
        (["--set", "demo", "--idx", "2", "--out", "nowhere/plan.pdf"], "folder does not exist"),
        (["--set", "demo", "--idx", "7", "--out", "plan.pdf"], "Several people work on demo 7"),
        (["--set", "demo", "--out", "plan.pdf"], "not clear what to print"),
        (["--plan", "1", "--batch", "May", "--out", "plan.pdf"], "not clear what to print"),
        (["--batch", "May", "--out", "plan.pdf"], "no batch 'May'"),
        (["--plan", "999", "--out", "plan.pdf"], "no plan with the number 999"),
        (["--plan", "9" * 30, "--out", "plan.pdf"], "no plan 999"),
        (
            ["--set", "\udcff", "--idx", "1", "--out", "plan.pdf"],
            "'set_name' holds a character that cannot be stored",
        ),
        (["--batch", "\udcff", "--out", "plan.pdf"], "'batch' holds a character that cannot be stored"),
        (["--set", "demo", "--idx", "12", "--out", "plan.pdf"], "nothing to print"),
    ],
)
def test_what_cannot_be_printed_is_said_and_nothing_is_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys, arguments: list[str], said: str
) -> None:
    monkeypatch.chdir(tmp_path)
    assert run("report", *arguments) == 2
    assert said in " ".join(capsys.readouterr().err.split())
    assert list(tmp_path.iterdir()) == []


def test_the_week_is_shown_or_written(tmp_path: Path, capsys) -> None:
    assert run("weekly", "--week", "2025-W41") == 0
    shown = capsys.readouterr().out
    assert "6 submitted (the week before: 0)" in shown
    assert "1. Speak with A02, A03: 3 plans are stuck" in shown
    assert run("weekly", "--week", "2025-W41", "--out", str(tmp_path / "week.pdf")) == 0
    assert pages_of((tmp_path / "week.pdf").read_bytes())[0].startswith("Week 2025-W41")
    (tmp_path / "folder.pdf").mkdir()
    assert run("weekly", "--week", "2025-W41", "--out", str(tmp_path / "folder.pdf")) == 2
    assert "cannot be written" in capsys.readouterr().err
    for beyond in ("0001-W01", "9999-W52", "2025-W00", "2025-W54"):
        assert run("weekly", "--week", beyond) == 2
        assert f"no week {beyond}" in capsys.readouterr().err
    assert run("weekly", "--week", "last") == 2
    assert "2025-W41" in capsys.readouterr().err
