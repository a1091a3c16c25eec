"""Release gold: what may go out and what holds the rest back, cutting a release, its files, comparing two releases."""

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import streamlit as st

from annotate.errors import WorkbenchError
from annotate.workflow import State
from db import releases
from db.people import Person
from db.releases import Comparison, Gates, GoldItem
from db.session import open_session
from pages._ui.link_table import Cell, Column, Row, link_table
from pages._ui.page_head import count, page_head, plain, section, when
from pages._ui.plan_drawer import show_plan_drawer
from pages._ui.plan_rows import profile_cell
from pages._ui.session import LEAD, Key, recall, remember, require_role

SCORES = ("bas", "cats", "tdas")
FILES = (
    ("gold.jsonl", "application/jsonl"),
    ("gold.csv", "text/csv"),
    ("manifest.json", "application/json"),
    ("README.md", "text/markdown"),
)
CHECKSUM_SHOWN = 12
NOT_YET = (State.SUBMITTED, State.IN_REVIEW, State.APPROVED, State.FINAL_REVIEW)


def _gates(person: Person, gates: Gates) -> None:
    section("Gold items", f"{len(gates.ready)} may go out, {len(gates.held_back)} held back")
    if not gates.items:
        waiting = sum(gates.by_state.get(state.value, 0) for state in NOT_YET)
        st.info(
            f"No plan is gold yet; {count(waiting, 'plan is', 'plans are')} on the way through review. "
            "A plan becomes gold in its final review.",
            icon=":material/workspace_premium:",
        )
        return
    headings = ("Plan", "Trip", "Days", "Risk profile", "Annotator", "BAS", "CATS", "TDAS", "Goes out")
    columns = [
        Column(name, number=name in ("Days", "BAS", "CATS", "TDAS"), wrap=name in ("Trip", "Goes out"))
        for name in headings
    ]
    opened = link_table(
        columns, [_item_row(item) for item in gates.items], key="gold-items", name="Gold items"
    )
    if opened is not None:
        show_plan_drawer(person, int(opened))


def _item_row(item: GoldItem) -> Row:
    line = item.line
    asked = line["JSON"]
    goal = asked.get("dest", "")
    days = len(line["timeline"])
    goes_out = Cell("; ".join(item.faults), tone="bad") if item.faults else Cell("yes", tone="good")
    cells = [
        Cell(item.label, sort=f"{line['set']} {line['idx']:09d}"),
        Cell(f"{asked.get('org', '')} to {', '.join(goal) if isinstance(goal, list) else goal}"),
        Cell(str(days), sort=days),
        profile_cell(line.get("risk_profile")),
        Cell(str(line["provenance"].get("annotator") or "-")),
        *(_score_cell(line["scores"].get(key)) for key in SCORES),
        goes_out,
    ]
    return Row(str(item.annotation_id), f"release?item={item.annotation_id}", cells)


def _score_cell(score: dict[str, Any] | None) -> Cell:
    if not score:
        return Cell("-", tone="mute", sort=-1.0)
    value = score.get("value")
    return Cell(
        "-" if value is None else f"{value:.2f}",
        sub=f"{score.get('scored', 0)} of {score.get('total', 0)}",
        sort=-1.0 if value is None else float(value),
    )


def _cut_form(person: Person, gates: Gates) -> None:
    ready, held_back = len(gates.ready), len(gates.held_back)
    if not ready:
        return
    with st.form("cut", border=True):
        name_at, skip_at, button_at = st.columns([2.2, 2, 1.2], vertical_alignment="bottom")
        name = name_at.text_input("Name of the release", key="release-name", placeholder="2026.1")
        leave_out = held_back > 0 and skip_at.checkbox(
            f"Leave {count(held_back, 'held back item', 'held back items')} out", key="leave-out"
        )
        pressed = button_at.form_submit_button(f"Cut {count(ready, 'item')}", type="primary", width="stretch")
        profiles = _counted(str(item.line.get("risk_profile") or "no profile") for item in gates.ready)
        lengths = _counted(f"{len(item.line['timeline'])} days" for item in gates.ready)
        st.caption(f"{profiles} · {lengths}. A release is frozen; the same content gives the same bytes.")
    if pressed:
        _cut(person, str(name or ""), leave_out=leave_out)


def _counted(values: Any) -> str:
    counts: dict[str, int] = {}
    for value in values:
        counts[value] = counts.get(value, 0) + 1
    return ", ".join(f"{value}: {number}" for value, number in sorted(counts.items()))


def _cut(person: Person, name: str, *, leave_out: bool) -> None:
    try:
        with TemporaryDirectory() as folder, open_session(write=True) as session:
            cut = releases.cut(session, name, Path(folder), person, leave_out_held_back=leave_out)
    except WorkbenchError as error:
        st.error(plain(error))
        return
    remember(Key.RELEASE, cut.name)
    st.rerun()


def _downloads(name: str) -> None:
    with open_session(write=False) as session:
        lines = releases.lines_of_release(session, name)
    files, _ = releases.release_files(name, lines)
    section(f"Files of {name}", count(len(lines), "item"))
    with st.container(horizontal=True):
        for file_name, mime in FILES:
            size_kb = len(files[file_name]) / 1024
            st.download_button(
                f"{file_name} · {size_kb:,.1f} kB",
                data=files[file_name],
                file_name=file_name,
                mime=mime,
                on_click="ignore",
                icon=":material/download:",
                key=f"download-{file_name}",
            )


def _past(names: list[str], rows: list[Row]) -> None:
    section("Releases", count(len(names), "release") if names else "")
    if not names:
        st.info("No release was cut yet.", icon=":material/inventory_2:")
        return
    headings = ("No.", "Name", "Items", "Cut", "gold.jsonl SHA-256", "gold.csv SHA-256")
    columns = [Column(name, number=name == "Items", wrap=name == "Name") for name in headings]
    chosen: str | None = recall(Key.RELEASE)
    shown = chosen if chosen in names else names[0]
    opened = link_table(columns, rows, key="releases", name="Releases", selected=shown)
    if opened is not None:
        remember(Key.RELEASE, opened)
        st.rerun()
    _downloads(shown)
    if len(names) > 1:
        _compare(names)


def _compare(names: list[str]) -> None:
    section("Compare two releases")
    before_at, after_at, _ = st.columns([1, 1, 2])
    with before_at:
        before = st.selectbox("Earlier", names, index=1, key="earlier", bind="query-params")
    with after_at:
        after = st.selectbox("Later", names, index=0, key="later", bind="query-params")
    with open_session(write=False) as session:
        earlier = releases.lines_of_release(session, before)
        later = releases.lines_of_release(session, after)
    _comparison(releases.compare(earlier, later))


def _comparison(found: Comparison) -> None:
    same = count(found.same, "item is the same", "items are the same")
    if not found.added and not found.removed and not found.changed:
        st.success(f"No difference: {same}.", icon=":material/equal:")
        return
    rows = [_difference(key, Cell("added", tone="good")) for key in found.added]
    rows += [_difference(key, Cell("removed", tone="bad")) for key in found.removed]
    rows += [
        _difference(key, Cell("changed", tone="warn"), ", ".join(parts))
        for key, parts in found.changed.items()
    ]
    link_table(
        [Column("Item"), Column("What"), Column("Parts that differ", wrap=True)],
        rows,
        key="comparison",
        name="Differences between the two releases",
    )
    st.caption(f"{same.capitalize()}.")


def _difference(key: tuple[str, int], what: Cell, parts: str = "-") -> Row:
    return Row(f"{key[0]} {key[1]}", None, [Cell(f"{key[0]} {key[1]}"), what, Cell(parts)])


def show() -> None:
    """Draw the screen."""
    person = require_role(LEAD)
    page_head(
        "Release gold",
        "Only gold plans go out: each hard and common rule passes, is not checked, or was waived by an expert.",
    )
    with open_session(write=False) as session:
        gates = releases.check(session)
        past = releases.list_releases(session)
        names = [one.name for one in past]
        rows = [_release_row(one.number, one.name, one.cut_at, one.manifest) for one in past]
    _cut_form(person, gates)
    _gates(person, gates)
    _past(names, rows)


def _release_row(number: int, name: str, cut_at: Any, manifest: dict[str, Any]) -> Row:
    sums = {file: known["sha256"] for file, known in manifest["files"].items()}
    items = manifest["counts"]["items"]
    cells = [
        Cell(str(number), sort=number),
        Cell(name),
        Cell(str(items), sort=items),
        Cell(when(cut_at), sort=cut_at.timestamp()),
        *(Cell(f"{sums.get(file, '-')[:CHECKSUM_SHOWN]}…") for file in ("gold.jsonl", "gold.csv")),
    ]
    return Row(name, "release", cells)


show()
