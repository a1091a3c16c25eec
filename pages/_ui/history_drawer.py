"""The history of a plan in a drawer: what happened, who and when, each round with links to look at it and compare it."""

from html import escape
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
    "take over hold": "hold taken over",
    "release hold": "hold ended by a lead",
    "adjudicate": "made of several annotations",
}


@st.dialog("History", width="large", position="right")
def show_history(person: Person, annotation_id: int, address: str = "review-plan") -> None:
    """Open the history of a plan for whoever may look at it; `address` is the screen that shows a round."""
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
    st.html(
        f"<ul style='margin:0;padding-left:1.2em'>{''.join(_rounds(versions, annotation_id, address))}</ul>"
    )
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


def _rounds(versions: tuple[Version, ...], annotation_id: int, address: str) -> list[str]:
    """HTML of each version with its links; every text is escaped."""
    said = []
    for number, version in enumerate(versions):
        by = f" by {version.by.label}, {when(version.at)}" if version.by else ", as it stands now"
        links = []
        if version.submission_id is not None:
            links.append(_link(address, annotation_id, version.submission_id, None, "look at it"))
        for earlier in versions[:number]:
            words = f"compare with {earlier.label}"
            links.append(_link(address, annotation_id, version.submission_id, earlier.submission_id, words))
        said.append(f"<li><b>{escape(version.label)}</b>{escape(by)} {' · '.join(links)}</li>")
    return said


def _link(address: str, annotation_id: int, shown: int | None, against: int | None, words: str) -> str:
    parts = {"plan": annotation_id, "round": shown, "against": against}
    asked = urlencode({name: value for name, value in parts.items() if value is not None})
    return f'<a style="color:inherit" target="_self" href="/{address}?{escape(asked)}">{escape(words)}</a>'


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
