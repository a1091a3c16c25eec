"""The figures of people, computed once for the same work: frozen rounds never change, times only with new activity."""

from collections.abc import Sequence

import streamlit as st

from db import calibration
from db.calibration import PairKey
from db.people_figures import PersonFigures, last_activity, people_figures, working_time
from db.quality_plans import Selection
from db.session import Session, database_url, open_session
from helpers.people_figures import PairDepartures, departures_of

KEPT = 32
"""How many choices of plans are remembered."""


def read_people(session: Session, selection: Selection) -> list[PersonFigures]:
    """The figures of everybody who has or had one of the chosen plans."""
    return people_figures(session, selection, _working_time(database_url(), last_activity(session)))


def read_departures(session: Session, selection: Selection) -> tuple[PairDepartures, ...]:
    """How far the times of the chosen plans depart from experts and from gold."""
    return _kept(calibration.pair_keys(session, selection=selection))


def read_told_departures(session: Session, selection: Selection) -> tuple[PairDepartures, ...]:
    """The same, as far as annotators may be told of it: which plans are hidden gold stays hidden."""
    keys = calibration.pair_keys(session, selection=selection)
    return _kept(calibration.told_to_annotators(session, keys))


def _kept(keys: Sequence[PairKey]) -> tuple[PairDepartures, ...]:
    return _departures(database_url(), repr(keys), keys)


@st.cache_data(max_entries=2, show_spinner=False)
def _working_time(url: str, last: tuple[int, int]) -> dict[int, int]:
    with open_session(write=False, url=url) as session:
        return working_time(session)


@st.cache_data(max_entries=KEPT, show_spinner=False)
def _departures(url: str, which: str, _keys: Sequence[PairKey]) -> tuple[PairDepartures, ...]:
    """`which` tells the keys apart: one text is looked up in far less time than as many objects."""
    with open_session(write=False, url=url) as session:
        return tuple(map(departures_of, calibration.read_pairs(session, _keys)))
