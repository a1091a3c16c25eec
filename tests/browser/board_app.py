"""A page with nothing but the day board on fixed rows, to test the board's contract alone.

Query parameters: ``deaf`` takes no entries, ``theirs`` has a lunch that somebody else moved, ``locked`` is
read-only, ``refuse`` refuses every operation. Streamlit is run with this file as its script.
"""

import sys
from pathlib import Path
from typing import Any

import streamlit as st

sys.path.insert(0, str(Path(__file__).parents[2]))

from pages._ui.day_board import BoardData, Row, day_board
from pages._ui.entries import Operation, read_entries, sent_by

KEY = "board"
RESTAURANT_CROWD = [
    (420, 660, 1),
    (660, 840, 2),
    (840, 960, 3),
    (960, 1140, 0),
    (1140, 1320, 4),
    (1320, 1440, 1),
]
MUSEUM_CROWD = [(540, 660, 0), (660, 840, 2), (840, 1080, 3), (1080, 1200, 2)]


def a_row(row: str, kind: Any, number: int | None, name: str, what: str, times: Any, **facts: Any) -> Row:
    """Return a row with nothing known but what is given."""
    start_min, end_min = times
    given: dict[str, Any] = {
        "row": row,
        "kind": kind,
        "number": number,
        "name": name,
        "what": what,
        "start_min": start_min,
        "end_min": end_min,
        "locked_start": False,
        "timetable": None,
        "stay_range_min": None,
        "leave_range_min": None,
        "ghost": None,
        "base_min": None,
        "crowd": [],
        "open": None,
        "peak": [],
        "expected_delay_min": None,
        "scores": [],
        "cost": None,
        "gap": None,
        "remark": False,
        "remark_due": False,
        "flags": 0,
        "findings": {"worst": None, "count": 0},
        "changed": False,
    }
    return given | facts  # type: ignore[return-value]


def the_rows() -> list[Row]:
    """Return the rows of the day: a stay, three meals, sights with and without times, a train, a night."""
    bas_cats = [
        {"name": "BAS", "value": 0.58, "why": "buffer 95 of 105 to 131 min"},
        {"name": "CATS", "value": 0.86, "why": "quiet half of the visit"},
    ]
    meal = {
        "crowd": RESTAURANT_CROWD,
        "peak": [(780, 900), (1170, 1290)],
        "open": [(420, 1440)],
        "cost": "INR 400",
    }
    return [
        a_row(
            "d2.s1",
            "accommodation",
            1,
            "Plain Inn",
            "stay",
            (480, 530),
            gap={"need_min": 9, "have_min": 30, "text": "9 min to walk, 30 min there", "ok": True},
        ),
        a_row(
            "d2.s2",
            "restaurant",
            2,
            "Cafe 24, 7",
            "breakfast",
            (560, 680),
            scores=bas_cats,
            base_min=50,
            stay_range_min=(112.5, 129),
            leave_range_min=(672.5, 689),
            remark=True,
            **meal,
            gap={"need_min": 13, "have_min": 35, "text": "13 min by road, 35 min there", "ok": True},
        ),
        a_row(
            "d2.s3",
            "attraction",
            3,
            "<img src=x onerror=window.hacked=1>Letters from Hawa to Mahal Museum",
            "attraction",
            (715, 925),
            crowd=MUSEUM_CROWD,
            open=[(540, 1200)],
            peak=[(840, 1020)],
            base_min=180,
            stay_range_min=(250, 284),
            leave_range_min=(965, 999),
            remark_due=True,
            flags=1,
            scores=[
                {"name": "BAS", "value": 0.0, "why": "40 min short"},
                {"name": "CATS", "value": 0.38, "why": "65 min in peak hours"},
            ],
            findings={"worst": "common", "count": 2},
            gap={"need_min": 12, "have_min": -15, "text": "overlaps by 15 min", "ok": False},
        ),
        a_row(
            "d2.s4",
            "restaurant",
            4,
            "Visit Again Dhaba",
            "lunch",
            (910, 1065),
            scores=bas_cats,
            base_min=60,
            stay_range_min=(165, 191),
            leave_range_min=(1075, 1101),
            findings={"worst": "hard", "count": 1},
            **meal,
            gap={"need_min": 6, "have_min": 45, "text": "6 min by road, 45 min there", "ok": True},
        ),
        a_row(
            "d2.s5",
            "attraction",
            5,
            "Step Well Garden",
            "attraction",
            (None, None),
            crowd=MUSEUM_CROWD,
            ghost={"start_min": 1080, "end_min": 1170},
        ),
        a_row(
            "d2.s6",
            "event",
            6,
            "Sufi Evening; Live, at the Fort",
            "event",
            (1180, 1240),
            gap={"need_min": 11, "have_min": 65, "text": "11 min by road, 65 min there", "ok": True},
        ),
        a_row(
            "d2.l1",
            "leg",
            None,
            "Bhopal to Jaipur",
            "Train 12182 Bhopal to Jaipur",
            (1270, 1390),
            locked_start=True,
            timetable={"depart_min": 1270, "arrive_min": 1370},
            expected_delay_min=24,
            leave_range_min=(1394, 1400),
            scores=[{"name": "TDAS", "value": 0.83, "why": "buffer 20 of 24 to 30 min"}],
        ),
        a_row(
            "d2.s7",
            "restaurant",
            7,
            "Peacock's Rooftop",
            "dinner",
            (1405, 1490),
            scores=bas_cats,
            base_min=75,
            changed=True,
            **meal,
            gap={"need_min": 14, "have_min": 20, "text": "14 min by road, 20 min there", "ok": True},
        ),
        a_row("d2.s8", "accommodation", 8, "Plain Inn", "night stay", (1510, 1860)),
    ]


def apply(entry: Operation, refuse: bool) -> None:
    """Write an operation's cells, or refuse them as a person who came second would be."""
    state = st.session_state
    if refuse:
        for cell in entry.cells:
            state.rejected.append(
                {
                    "client": entry.client,
                    "seq": entry.seq,
                    "row": cell.row,
                    "field": cell.field,
                    "value": cell.value,
                    "reason": "Somebody changed this cell.",
                    "theirs": 885,
                    "by": "Asha",
                }
            )
        return
    state.undo.append({row["row"]: (row["start_min"], row["end_min"]) for row in state.rows})
    for row in state.rows:
        for cell in entry.cells:
            if row["row"] == cell.row:
                row[f"{cell.field}_min"] = cell.value
    state.rev += 1
    state.saved_at = f"12:03:{state.rev % 60:02d}"


def on_entries() -> None:
    """Apply what the board sent, once and in order."""
    state = st.session_state
    if "deaf" in st.query_params:
        return
    for entry in read_entries(*sent_by([KEY]), state.ack):
        state.log.append(
            [entry.seq, entry.how if isinstance(entry, Operation) else f"{entry.name} {entry.row}"]
        )
        if isinstance(entry, Operation):
            apply(entry, "refuse" in st.query_params)
        elif entry.name == "undo" and state.undo:
            before = state.undo.pop()
            for row in state.rows:
                row["start_min"], row["end_min"] = before[row["row"]]
            state.rev += 1
        elif entry.name == "select":
            state.selected = entry.row
        state.ack[entry.client] = entry.seq


st.set_page_config(layout="wide")
if "rows" not in st.session_state:
    st.session_state.update(
        rows=the_rows(), day=2, rev=1, ack={}, rejected=[], undo=[], log=[], selected="d2.s4", saved_at=None
    )
    if "theirs" in st.query_params:
        st.session_state.rows[3]["start_min"] = 900
on_entries()


@st.fragment(key="day")
def day() -> None:
    """The board, and what the page knows, in plain text for a test to read."""
    state = st.session_state
    data: BoardData = {
        "plan": "7",
        "day": state.day,
        "rev": state.rev,
        "ack": state.ack,
        "rejected": state.rejected,
        "locked": "locked" in st.query_params,
        "saved_at": state.saved_at,
        "selected": state.selected,
        "axis": {"from_min": 300, "to_min": 1800},
        "rows": state.rows if state.day == 2 else state.rows[:1],
    }
    day_board(data, key=KEY, on_entries=on_entries)
    times = {row["row"]: [row["start_min"], row["end_min"]] for row in state.rows}
    with st.container(key="times"):
        st.json(times, expanded=False)
        st.text(str(times))
    with st.container(key="log"):
        st.text(str(state.log))


if st.button("Day 1", key="first_day"):
    st.session_state.day = 1
if "narrow" in st.query_params:
    with st.columns([640, 372])[0]:
        day()
else:
    day()
st.button("Run again", key="again")
if st.button("Select the dinner", key="dinner"):
    st.session_state.selected = "d2.s7"
    st.rerun()
