"""The README's tables of rules and scores, made from the code.

python -m tests.readme_tables            print the tables
python -m tests.readme_tables --check    exit 1 if the README says otherwise
python -m tests.readme_tables --write    put them into the README, between their marks
"""

import argparse
import re
import sys
from collections.abc import Sequence
from pathlib import Path

from annotate.profile import RULES_VERSION
from annotate.rule import all_rules
from annotate.score import all_scores

ROOT = Path(__file__).resolve().parents[1]
README = ROOT / "README.md"
HOW_TO_MEND = (
    "README.md differs from the code. If the rules changed, ask first whether RULES_VERSION in annotate/profile.py must "
    "be raised (decision 12); then: python -m tests.readme_tables --write"
)


def rule_table() -> str:
    """The version of the rules, and every rule by code: code with its guideline page, group, title, source."""
    lines = [
        f"Version {RULES_VERSION} of the rules.",
        "",
        "| Code | Group | What it asks | Source |",
        "|---|---|---|---|",
    ]
    for rule, _ in all_rules():
        page = f"[{rule.code}](guidelines/constraints/{rule.name}.md)"
        lines.append(f"| {page} | {rule.group.value} | {_cell(rule.title)} | {_cell(rule.guideline)} |")
    return "\n".join(lines)


def score_table() -> str:
    """Every score in the order of the paper: name with its guideline page, title, rows, source."""
    lines = ["| Score | Title | Over | Source |", "|---|---|---|---|"]
    for info, _ in all_scores():
        page = f"[{info.name}](guidelines/scores/{info.key}.md)"
        lines.append(f"| {page} | {_cell(info.title)} | {info.rows} | {_cell(info.source)} |")
    return "\n".join(lines)


TABLES = {"rules": rule_table, "scores": score_table}


def with_tables(text: str) -> str:
    """The text with each table put between its two marks. Raises ValueError where a mark is missing."""
    for name, make in TABLES.items():
        begin, end = (
            f"<!-- {name}: made by python -m tests.readme_tables --write -->",
            f"<!-- end of {name} -->",
        )
        marked = re.compile(f"{re.escape(begin)}.*?{re.escape(end)}", re.DOTALL)
        if len(marked.findall(text)) != 1:
            raise ValueError(f"The README wants once `{begin}` and after it `{end}`.")
        new = f"{begin}\n{make()}\n{end}"
        text = marked.sub(lambda _, new=new: new, text)
    return text


def _cell(text: str) -> str:
    return text.replace("|", "\\|")


def main(arguments: Sequence[str] | None = None) -> int:
    """Print, check or write the tables; return the exit code."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.readme_tables", description=__doc__.partition("\n")[0]
    )
    what = parser.add_mutually_exclusive_group()
    what.add_argument("--check", action="store_true", help="exit 1 if the README says otherwise")
    what.add_argument("--write", action="store_true", help="put the tables into the README")
    chosen = parser.parse_args(arguments)
    if not chosen.check and not chosen.write:
        print("\n\n".join(make() for make in TABLES.values()))
        return 0
    now = README.read_text(encoding="utf-8")
    wanted = with_tables(now)
    if chosen.write:
        README.write_text(wanted, encoding="utf-8")
    elif now != wanted:
        print(HOW_TO_MEND, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
