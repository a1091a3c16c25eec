"""The history of a plan in a drawer: what happened, who and when, each round with links to look at it and compare it."""

from urllib.parse import urlencode

import streamlit as st

from annotate.errors import WorkbenchError
from db.adjudications import lineage_of
from db.differences import Version, versions_of
from db.history import EDITED, HistoryLine, read_history
from db.people import Person
from db.session import open_session
from pages._ui.page_head import SECTION_STYLE, count, plain, section, when

_WORDS = {
    "take": "taken",
    "assign": "assigned",
    "start": "begun",
    "skip": "given back",
    "take away": "taken away",
    "submit": "submitted",
    "withdraw": "taken back",
    "open review": "review begun",
    "approve": "approved",
    "request changes": "sent back",
    "resume": "taken up again",
    "begin final review": "final review begun",
    "make gold": "made gold",
    "discard": "discarded",
    "flag": "flagged",
    "resolve flag": "flag answered",
    "waive": "finding waived",
    "resolve thread": "thread resolved",
    "comment": "commented",
    "refresh facts": "newer reference data taken",
    "adjudicate": "made of several annotations",
}


@st.dialog("History", width="large", position="right")
def show_history(person: Person, annotation_id: int, address: str | None = "review-plan") -> None:
    """Open the history of a plan for whoever may look at it; `address` is the screen that shows a round, if any."""
    try:
        with open_session(write=False) as session:
            lines = read_history(session, person.id, annotation_id)
            versions = versions_of(session, person.id, annotation_id)
            lineage = lineage_of(session, annotation_id)
    except WorkbenchError as error:
        st.error(plain(error))
        return
    st.html(SECTION_STYLE)
    section("Rounds", "each frozen as it was; nothing is deleted")
    st.markdown("\n".join(_rounds(versions, annotation_id, address)) or "No round was submitted yet.")
    if lineage:
        sources = {(one.annotation_id, one.annotator.label, one.round) for one in lineage}
        section("Made of", f"{len(lineage)} rows")
        st.markdown(
            "\n".join(
                f"- {plain(label)}, round {number}: "
                f"{count(sum(one.annotation_id == source for one in lineage), 'row')}"
                for source, label, number in sorted(sources)
            )
        )
    section("What happened", f"{len(lines)}, oldest first")
    st.markdown("\n".join(_line(line) for line in lines))


def _rounds(versions: tuple[Version, ...], annotation_id: int, address: str | None) -> list[str]:
    said = []
    for number, version in enumerate(versions):
        by = f" by {plain(version.by.label)}, {when(version.at)}" if version.by else ", as it stands now"
        links = []
        if address is not None and version.submission_id is not None:
            links.append(f"[look at it]({_link(address, annotation_id, version.submission_id, None)})")
        for earlier in versions[:number] if address is not None else ():
            link = _link(address or "", annotation_id, version.submission_id, earlier.submission_id)
            links.append(f"[compare with {plain(earlier.label)}]({link})")
        said.append(f"- **{plain(version.label)}**{by} {' · '.join(links)}")
    return said


def _link(address: str, annotation_id: int, shown: int | None, against: int | None) -> str:
    parts = {"plan": annotation_id, "round": shown, "against": against}
    return f"/{address}?" + urlencode({name: value for name, value in parts.items() if value is not None})


def _line(line: HistoryLine) -> str:
    if line.kind == EDITED:
        until = f" to {when(line.until)}" if line.until and line.until != line.at else ""
        words = f"{count(line.cells, 'cell')} edited in round {line.round}"
        return f"- {when(line.at)}{until} · **{words}** · {plain(line.by or '')}"
    words = _WORDS.get(line.kind, line.kind)
    move = f" :gray[{plain(line.from_state)} to {plain(line.to_state)}]" if line.to_state else ""
    where = f" on {plain(line.row)}" if line.row else ""
    why = f": {plain(line.why)}" if line.why else ""
    return f"- {when(line.at)} · **{plain(words)}**{where}{move} · {plain(line.by or 'the workbench')}{why}"
