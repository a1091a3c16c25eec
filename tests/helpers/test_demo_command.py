"""`python -m helpers demo`: something to look at in an empty database, once."""

from pathlib import Path

import pytest

from helpers.__main__ import main


def test_the_demo_is_loaded_once_and_counted(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    url = f"sqlite:///{tmp_path / 'demo.db'}"
    assert main(["demo", "--db", url]) == 0
    first = capsys.readouterr().out
    assert "8 people" in first
    assert "gold: 1" in first
    assert main(["demo", "--db", url]) == 0
    assert capsys.readouterr().out == first


def test_the_demo_s_train_answers_the_helper_scripts(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    url = f"sqlite:///{tmp_path / 'demo.db'}"
    main(["demo", "--db", url])
    capsys.readouterr()
    assert main(["buffers", "--risk", "averse", "--train", "20461", "--db", url]) == 0
    assert "demo (invented)" in capsys.readouterr().out
