"""The README keeps its word: its links lead somewhere, its tables are the code's, its commands print what it says."""

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from tests.readme_tables import HOW_TO_MEND, README, ROOT, with_tables

DOCUMENTS = (
    README,
    ROOT / "CONTRIBUTING.md",
    ROOT / "CHANGELOG.md",
    *sorted((ROOT / "guidelines").rglob("*.md")),
)
LINK = re.compile(r"!?\[[^\]]*\]\(([^)\s]+)\)")
BLOCK = re.compile(r"<!-- tested -->\n```console\n(.*?)```", re.DOTALL)
PROMPT = "$ python "
LARGEST_PICTURE_BYTES = 250_000
SLOWEST_COMMAND_S = 200


def promised_commands() -> list[tuple[str, str]]:
    """Each command of the README's tested blocks with the output that it promises, in order."""
    commands = []
    for block in BLOCK.findall(README.read_text(encoding="utf-8")):
        for part in block.split(PROMPT)[1:]:
            command, _, output = part.partition("\n")
            commands.append((command, output))
    return commands


def as_pattern(output: str) -> str:
    """A pattern for a promised output: blanks count as one, `...` stands for anything."""
    words = " ".join(output.split())
    return ".*".join(re.escape(part.strip()).replace("\\ ", r"\s+") for part in words.split("...")).join(
        (r"\s*", r"\s*")
    )


@pytest.fixture
def workplace(tmp_path: Path) -> Path:
    """A folder in which the README's paths exist and what its commands write stays out of the project."""
    for name in ("annotate", "helpers", "db", "tests"):
        (tmp_path / name).symlink_to(ROOT / name)
    (tmp_path / "var").mkdir()
    return tmp_path


@pytest.mark.timeout(900)
def test_the_commands_of_the_readme_print_what_it_says(workplace: Path) -> None:
    commands = promised_commands()
    assert len(commands) > 10
    environment = os.environ | {"WORKBENCH_DATABASE_URL": f"sqlite:///{workplace / 'var' / 'readme.db'}"}
    for command, promised in commands:
        done = subprocess.run(
            [sys.executable, *shlex.split(command)],
            cwd=workplace,
            env=environment,
            capture_output=True,
            text=True,
            timeout=SLOWEST_COMMAND_S,
            check=False,
        )
        assert done.returncode == 0, f"python {command}\n{done.stdout}{done.stderr}"
        assert re.fullmatch(as_pattern(promised), done.stdout, re.DOTALL), f"python {command}\n{done.stdout}"


def test_the_tables_of_rules_and_scores_are_those_of_the_code() -> None:
    text = README.read_text(encoding="utf-8")
    assert text == with_tables(text), HOW_TO_MEND


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_every_link_of_a_document_leads_to_a_file(document: Path) -> None:
    for target in LINK.findall(document.read_text(encoding="utf-8")):
        if "://" in target or target.startswith("#"):
            continue
        assert (document.parent / target.partition("#")[0]).exists(), f"{document.name}: {target}"


def test_every_picture_of_the_readme_is_small_and_every_picture_is_shown() -> None:
    shown = {target for target in LINK.findall(README.read_text(encoding="utf-8")) if target.endswith(".png")}
    kept = {str(path.relative_to(ROOT)) for path in (ROOT / "guidelines" / "pictures").iterdir()}
    assert shown == kept
    for picture in shown:
        assert (ROOT / picture).stat().st_size <= LARGEST_PICTURE_BYTES, picture


def test_the_readme_names_every_environment_variable_that_the_code_reads() -> None:
    code = "\n".join(
        path.read_text(encoding="utf-8")
        for folder in ("annotate", "helpers", "db", "pages")
        for path in (ROOT / folder).rglob("*.py")
    )
    read = set(re.findall(r"\bWORKBENCH_[A-Z_]+\b", code))
    named = set(re.findall(r"`(WORKBENCH_[A-Z_]+)`", README.read_text(encoding="utf-8")))
    assert read == named


@pytest.mark.parametrize("document", ["README.md", "CONTRIBUTING.md"])
def test_every_make_target_that_a_document_names_exists(document: str) -> None:
    targets = set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))
    text = (ROOT / document).read_text(encoding="utf-8")
    named = set(re.findall(r"(?:`|^)make (?:[A-Z]+=\S+ )*([a-z]+)", text, re.MULTILINE))
    assert {"test", "check"} <= named
    assert named <= targets
