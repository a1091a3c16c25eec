"""How crowded a place is: what its own columns say and what the table of crowds says."""

from collections.abc import Iterator
from typing import Any

import pytest
from sqlalchemy.orm import Session

from annotate.facts import Crowd
from annotate.profile import DEFAULT_PROFILE
from annotate.scores import bas, cats
from annotate.timeline import Timeline
from db import models
from db.facts import gather
from db.session import open_session
from tests.builders import a_stop, an_itinerary
from tests.db.reference_rows import a_world, add, add_batch, an_attraction


@pytest.fixture
def session(database_url: str) -> Iterator[Session]:
    with open_session(write=True, url=database_url) as opened:
        yield opened


@pytest.fixture
def ids(session: Session) -> dict[str, int]:
    return a_world(session)


def test_the_crowd_table_wins_over_the_columns_of_the_place(session: Session, ids: dict[str, int]) -> None:
    an_attraction(session, ids["Jaipur"], crowd_level="L", crowds=[{"windows": [[0, 60, "L"]]}])
    other = add_batch(session, "import 2", "crowd")
    add(
        session, models.Crowd, name="Museum", city_id=ids["Jaipur"], crowd_level=None,
        crowds=[{"windows": [[540, 720, "H"]]}], import_id=other,
    )  # fmt: skip
    known = gather(session, an_itinerary(a_stop("Museum"))).place("Museum", "Jaipur")
    assert known is not None
    assert (known.crowd_level, known.crowds) == ("L", (Crowd(((540, 720, "H"),)),))
    assert known.sources["crowd"].label == "import 2"


@pytest.mark.parametrize(
    ("of_table", "level", "closed", "sources"),
    [
        ({}, "L", 60, ("import 1", None)),
        ({"crowd_level": "H"}, "H", 60, ("import 1", "import 2")),
        ({"crowds": [{"closed": [[0, 120]]}]}, "L", 120, ("import 2", "import 1")),
        ({"crowd_level": "H", "crowds": [{"closed": [[0, 120]]}]}, "H", 120, ("import 2", None)),
    ],
)
def test_what_the_crowd_table_says_nothing_of_stays_as_the_columns_say(
    session: Session,
    ids: dict[str, int],
    of_table: dict[str, Any],
    level: str,
    closed: int,
    sources: tuple[str, str | None],
) -> None:
    an_attraction(session, ids["Jaipur"], crowd_level="L", crowds=[{"closed": [[0, 60]]}])
    other = add_batch(session, "import 2", "crowd")
    add(session, models.Crowd, name="Museum", city_id=ids["Jaipur"], import_id=other, **of_table)
    known = gather(session, an_itinerary(a_stop("Museum"))).place("Museum", "Jaipur")
    assert known is not None
    assert (known.crowd_level, known.crowds[0].closed) == (level, ((0, closed),))
    found = [known.sources.get(key) for key in ("crowd", "crowd_level")]
    assert tuple(source.label if source else None for source in found) == sources


def test_a_stated_level_and_the_hours_score_wherever_each_of_them_stands(
    session: Session, ids: dict[str, int]
) -> None:
    windows = [{"windows": [[540, 1020, "A"]]}]
    an_attraction(session, ids["Jaipur"], "Fort", visit_duration_min=60.0, crowd_level="H")
    an_attraction(session, ids["Jaipur"], "Lake", visit_duration_min=60.0, crowds=windows)
    add(session, models.Crowd, name="Fort", city_id=ids["Jaipur"], crowds=windows)
    add(session, models.Crowd, name="Lake", city_id=ids["Jaipur"], crowd_level="BA")
    plan = an_itinerary(a_stop("Fort", "10:00", "12:00"), a_stop("Lake", "13:00", "15:00"))
    known = gather(session, plan)
    trip = Timeline(plan, known)
    parts = bas.score(trip, known, DEFAULT_PROFILE).parts
    # High 2.00 as stated and Below Average 1.25 as stated, not Average 1.50 of the hours
    assert [part.figures["congestion"] for part in parts] == [2.0, 1.25]
    found = cats.score(trip, known, DEFAULT_PROFILE)
    assert [part.value for part in found.parts] == [0.5, 0.5]
