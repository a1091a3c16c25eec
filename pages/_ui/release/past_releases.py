"""The releases that were cut: their files, withdrawing one, comparing two."""

import io
import zipfile
from collections.abc import Callable, Mapping, Sequence
from functools import partial

import streamlit as st

from annotate.errors import WorkbenchError
from db import releases
from db.exporters import gold_csv, gold_jsonl, manifest
from db.people import Person, get_person
from db.releases import Comparison, ReleaseView
from db.session import open_session
from pages._ui.link_table import Cell, Column, Row, link_table
from pages._ui.page_head import count, plain, section, when
from pages._ui.session import is_still_signed_in

RELEASE, BESIDE = "release", "beside"
"""Parameters of the address: the release that is shown, and the one that it is compared with."""
CHECKSUM_SHOWN = 12
LIST_HEIGHT_PX = 420
_MIME = {
    ".jsonl": "application/jsonl",
    ".csv": "text/csv",
    ".json": "application/json",
    ".md": "text/markdown",
}
_ZIP_DATE = (1980, 1, 1, 0, 0, 0)
"""The first date that a zip file can hold: the same files give the same bytes."""
_HEADINGS = ("No.", "Name", "Items", "Cut", "By", "gold.jsonl SHA-256", "gold.csv SHA-256")


def show_releases(person: Person) -> None:
    """Draw the list and the release that the address names, else the newest."""
    with open_session(write=False) as session:
        past = releases.list_releases(session)
    section("Releases", count(len(past), "release") if past else "")
    if not past:
        st.info("No release was cut yet.", icon=":material/inventory_2:")
        return
    by_name = {one.name: one for one in past}
    shown = by_name.get(st.query_params.get(RELEASE, ""), past[0])
    columns = [Column(name, number=name in ("No.", "Items"), wrap=name == "Name") for name in _HEADINGS]
    opened = link_table(
        columns, [_row(one) for one in past], key="releases", name="Releases", selected=shown.name
    )
    if opened is not None:
        st.query_params[RELEASE] = opened
        st.rerun()
    _one_release(person, shown, [one.name for one in past if one.name != shown.name])


def _row(one: ReleaseView) -> Row:
    sums = {file: known["sha256"] for file, known in one.manifest["files"].items()}
    gone = one.withdrawn_at is not None
    cells = [
        Cell(str(one.number), sort=one.number),
        Cell(one.name, sub=f"withdrawn: {one.withdrawn_why}" if gone else "", tone="bad" if gone else ""),
        Cell(str(one.items), sort=one.items),
        Cell(when(one.cut_at), sort=one.cut_at.timestamp()),
        Cell(one.by.code),
        *(
            Cell(f"{sums.get(file, '-')[:CHECKSUM_SHOWN]}…")
            for file in (gold_jsonl.FILE_NAME, gold_csv.FILE_NAME)
        ),
    ]
    return Row(one.name, "release", cells)


def _one_release(person: Person, one: ReleaseView, others: Sequence[str]) -> None:
    section(f"Release {one.name}", count(one.items, "item"))
    if one.withdrawn_at is not None:
        by = f" by {one.withdrawn_by.label}" if one.withdrawn_by else ""
        st.warning(
            plain(
                f"Withdrawn {when(one.withdrawn_at)}{by}: {one.withdrawn_why} The files stay as they were cut."
            ),
            icon=":material/block:",
        )
    _files(one)
    with st.container(horizontal=True, vertical_alignment="bottom"):
        beside = None
        if others:
            beside = st.selectbox(
                "Compare with",
                others,
                index=None,
                key=BESIDE,
                bind="query-params",
                width=320,
                placeholder="another release",
            )
        withdrawing = one.withdrawn_at is None and st.button(
            "Withdraw this release", key="withdraw", icon=":material/block:"
        )
    if withdrawing:
        _withdraw(person, one)
    if beside is not None and beside in others:
        _compare(one.name, beside)


def _files(one: ReleaseView) -> None:
    sizes = {path: known["bytes"] for path, known in one.manifest["files"].items()}
    plain_files = [path for path in sorted(sizes) if "/" not in path] + [manifest.FILE_NAME]
    with st.container(horizontal=True):
        _download(
            "All files (zip)", f"{one.name}.zip", "application/zip", lambda: _zip(_read(one.name)), "zip"
        )
        for path in plain_files:
            size = f" · {sizes[path] / 1024:,.1f} kB" if path in sizes else ""
            mime = _MIME.get(path[path.rfind(".") :], "application/octet-stream")
            _download(f"{path}{size}", path, mime, partial(_read_one, one.name, path), path)


def _download(label: str, file_name: str, mime: str, make: Callable[[], bytes], key: str) -> None:
    st.download_button(
        label, data=make, file_name=file_name, mime=mime, on_click="ignore", icon=":material/download:",
        key=f"download-{key}",
    )  # fmt: skip


def _read(name: str) -> dict[str, bytes]:
    with open_session(write=False) as session:
        return releases.files_of(session, name)


def _read_one(name: str, path: str) -> bytes:
    return _read(name)[path]


def _zip(files: Mapping[str, bytes]) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for path, data in sorted(files.items()):
            archive.writestr(zipfile.ZipInfo(path, _ZIP_DATE), data, zipfile.ZIP_DEFLATED)
    return out.getvalue()


@st.dialog("Withdraw a release")
def _withdraw(person: Person, one: ReleaseView) -> None:
    st.write(
        plain(
            f"{one.name} stays in the list, marked, and its files can still be had. Its name is not cut again with other content."
        )
    )
    why = st.text_area("Why is it not to be used any more?", key="withdraw-why")
    if not st.button("Withdraw it", type="primary", key="really-withdraw"):
        return
    if not is_still_signed_in(person.id):
        st.rerun()
    try:
        with open_session(write=True) as session:
            releases.withdraw(session, one.name, get_person(session, person.id), why or "")
    except WorkbenchError as error:
        st.error(plain(error))
        return
    st.query_params[RELEASE] = one.name
    st.rerun()


def _compare(name: str, beside: str) -> None:
    with open_session(write=False) as session:
        found = releases.compare_releases(session, beside, name)
    section(f"How {name} differs from {beside}")
    _comparison(found, name, beside)


def _comparison(found: Comparison, name: str, beside: str) -> None:
    same = count(found.same, "item is the same", "items are the same")
    if not found.added and not found.removed and not found.changed:
        st.success(f"No difference: {same}.", icon=":material/equal:")
        return
    rows = [_difference(key, Cell(f"only in {name}", tone="good")) for key in found.added]
    rows += [_difference(key, Cell(f"only in {beside}", tone="bad")) for key in found.removed]
    rows += [
        _difference(key, Cell("changed", tone="warn"), ", ".join(parts))
        for key, parts in found.changed.items()
    ]
    link_table(
        [Column("Item"), Column("What", wrap=True), Column("Parts that differ", wrap=True)],
        rows,
        key="comparison",
        name="Differences between the two releases",
        height_px=LIST_HEIGHT_PX if len(rows) > 10 else None,
    )
    st.caption(f"{same.capitalize()}.")


def _difference(key: tuple[str, int], what: Cell, parts: str = "-") -> Row:
    return Row(f"{key[0]} {key[1]}", None, [Cell(f"{key[0]} {key[1]}"), what, Cell(parts)])
