"""The order of rows and of imports is no fact: it never changes a score, a verdict or a finding."""

import random
from pathlib import Path
from typing import Any

import pytest

from annotate.feedback import FEEDBACK_JSON, Feedback, give_feedback
from db.facts import gather_many
from db.importers.answers import Answers
from db.imports import accept, read_files
from db.reference import PlanReader
from db.schema import current_revision, migrate
from db.session import open_session
from tests.faults.seen import CITIES, IN_MEMORY, PLACES, TAIL
from tests.plan_objects import day, plan_object

TABLES = {
    **CITIES,
    **PLACES,
    "trains": "train_number,origin,destination,dep_time,arr_time,price_SL,price_3A\n7,H,J,06:00,09:00,300,900\n"
    "7,J,H,06:00,09:00,310,910\n8,J,H,18:00,21:00,320,920\n9,H,J,06:00,09:00,330,930\n",
    "train_delays": "train_number,station,avg_delay_1w,avg_delay_1m,avg_delay_3m,avg_delay_6m,avg_delay_1y\n"
    "7,,10,20,30,40,50\n8,,5,5,5,5,5\n9,,1,1,1,1,1\n",
    "transit_stops": "poi,city,stop_name,distance_m\nFort,J,Gate,120\nPalace,J,Gate,90\nCafe,J,Gate,120\n",
    "crowd": 'poi,city,analysis\nFort,J,"{""cw"": [[8, 12, ""H""]], ""q"": [9], ""p"": [10]}"\n'
    'Cafe,J,"{""cw"": [[8, 12, ""L""]], ""q"": [], ""p"": []}"\n',
}
OUT = "Train Number: 7, from H to J, Departure Time: 06:00, Arrival Time: 09:30"
BACK = "Train Number: 8, from J to H, Departure Time: 18:00, Arrival Time: 21:10"
STAY = f"Plain Inn, stay from 22:00 to 08:00{TAIL}"
PLAN: dict[str, Any] = plan_object(
    day("from H to J", f"Fort, visit from 10:00 to 12:00{TAIL}; {STAY}", attraction="Fort, J",
        transportation=OUT, accommodation="Plain Inn, J"),
    day("from J to H", f"Plain Inn, checkout from 08:00 to 08:30{TAIL}; Cafe, visit from 09:00 to 10:00{TAIL}; "
        f"Palace, visit from 10:30 to 12:00{TAIL}", breakfast="Cafe, J", attraction="Palace, J", transportation=BACK),
    risk_profile="Risk Averse",
)  # fmt: skip


def feedback_after(folder: Path, imports: list[dict[str, str]]) -> Feedback:
    """Feedback on the plan after several imports, one after the other."""
    if current_revision(IN_MEMORY) is None:
        migrate(IN_MEMORY)
    with open_session(write=True, url=IN_MEMORY) as session:
        for number, tables in enumerate(imports):
            data = folder / str(number)
            data.mkdir(parents=True)
            for stem, text in tables.items():
                (data / f"{stem}.csv").write_text(text, encoding="utf-8")
            imported = read_files([data], Answers(), session=session)
            assert imported.errors == []
            accept(session, imported)
        read = PlanReader(session).read(PLAN, set_name="order")
        (known,) = gather_many(session, [read.itinerary])
        session.rollback()
    return give_feedback(read.itinerary, known)


def told(feedback: Feedback) -> bytes:
    return FEEDBACK_JSON.dump_json(feedback)


@pytest.mark.parametrize("seed", range(5))
def test_the_order_of_rows_changes_nothing(tmp_path: Path, seed: int) -> None:
    dice = random.Random(seed)
    shuffled = {}
    for stem, text in TABLES.items():
        header, *rows = text.splitlines()
        dice.shuffle(rows)
        shuffled[stem] = "\n".join([header, *rows]) + "\n"
    before = feedback_after(tmp_path / "a", [TABLES])
    after = feedback_after(tmp_path / "b", [shuffled])
    assert told(after) == told(before)
    assert [before.scores[key].scored for key in ("bas", "cats", "tdas")] == [2, 2, 2]


@pytest.mark.parametrize("seed", range(5))
def test_the_order_of_imports_changes_nothing(tmp_path: Path, seed: int) -> None:
    later = [{stem: text} for stem, text in TABLES.items() if stem != "cities"]
    before = feedback_after(tmp_path / "a", [CITIES, *later])
    random.Random(seed).shuffle(later)
    after = feedback_after(tmp_path / "b", [CITIES, *later])
    assert told(after) == told(before)
