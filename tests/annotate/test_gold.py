"""A line of a release: its keys, costs, facts and figures."""

import json
from typing import Any

import pytest

from annotate.facts import LegFacts, Source
from annotate.feedback import give_feedback
from annotate.file_form import rounded
from annotate.gold import LINE_KEYS, dump_line, gold_faults, gold_line
from annotate.plan import Rationale
from tests.builders import a_crowd, a_day, a_leg, a_meal, a_place, a_stay, a_stop, an_itinerary, facts

SOURCE = Source("import 3, places.csv", "2026-05-01", 12)
TRIP = an_itinerary(
    a_day(
        a_leg("Train", "05:30", "13:20", timetable=("05:30", "12:50")),
        a_stay("Plain Inn", "14:10", "14:40", verb="check-in"),
        a_stop("Museum", "15:00", "20:00"),
        a_meal("Bistro", "20:30", "22:30", meal="dinner"),
        a_stay("Plain Inn", "23:00", "31:00"),
    ),
    people=3,
    rationale=Rationale("Museum first.", "None.", "From the tables."),
)
KNOWN = facts(
    a_place("Museum", visit_duration_min=180, price=50, crowd_level="A",
            sources={"visit_duration_min": SOURCE, "crowd": Source("import 4, crowd.csv")}),
    a_place("Bistro", kind="restaurant", price=200),
    a_place("Plain Inn", kind="accommodation", price=900, max_occupancy=2),
    legs={"d1.l1": LegFacts(True, 330, 770, 440, prices={"SL": 300.1, "3A": 700}, sources={"timetable": SOURCE})},
)  # fmt: skip


def a_line() -> dict[str, object]:
    return gold_line(
        TRIP, KNOWN, give_feedback(TRIP, KNOWN), flags=[], waivers=[],
        provenance={"annotator": "A01", "rounds": [], "profile": "utp-2609.02421"},
    )  # fmt: skip


def test_a_line_has_its_keys_in_their_order() -> None:
    assert tuple(a_line()) == LINE_KEYS


def test_the_cost_stands_with_the_row_that_pays() -> None:
    rows = a_line()["timeline"][0]["rows"]
    assert {row["row"]: row["cost_inr"] for row in rows} == {
        "d1.l1": 900.3,  # 3 seats at 300.10, the cheapest class
        "d1.s1": 0.0,  # the stay below pays
        "d1.s2": 150.0,  # 3 tickets at 50
        "d1.s3": 600.0,  # 3 dinners at 200
        "d1.s4": 1800.0,  # 2 double rooms at 900, one night
    }


def test_an_unknown_cost_is_null_and_never_zero() -> None:
    line = gold_line(
        TRIP, facts(), give_feedback(TRIP, facts()), flags=[], waivers=[], provenance={"annotator": "A01"}
    )
    costs = {row["row"]: row["cost_inr"] for row in line["timeline"][0]["rows"]}
    assert costs["d1.l1"] is None and costs["d1.s3"] is None and costs["d1.s4"] is None


def test_each_fact_has_its_source_sample_size_and_date() -> None:
    known = a_line()["facts"]
    assert known["d1.s2"]["visit_duration_min"] == {
        "value": 180, "n": 12, "source": "import 3, places.csv", "as_of": "2026-05-01",
    }  # fmt: skip
    assert known["d1.s2"]["crowd_level"]["source"] == "import 4, crowd.csv"
    assert known["d1.l1"]["timetable_duration_min"]["n"] == 12
    assert "rating" not in known["d1.s2"]


@pytest.mark.parametrize(("own", "expected"), [({}, "import 2"), ({"crowd_level": SOURCE}, SOURCE.label)])
def test_a_stated_crowd_level_names_its_own_source_where_it_has_one(
    own: dict[str, Source], expected: str
) -> None:
    sources = {"crowd": Source("import 2"), **own}
    known = facts(a_place("Museum", crowd=a_crowd([[9, 12, "H"]]), crowd_level="A", sources=sources))
    line = gold_line(
        TRIP, known, give_feedback(TRIP, known), flags=[], waivers=[], provenance={"annotator": "A01"}
    )
    figures = line["facts"]["d1.s2"]
    assert (figures["crowd_level"]["source"], figures["crowds"]["source"]) == (expected, "import 2")


def test_scores_are_those_of_the_feedback_with_one_part_per_row() -> None:
    bas = a_line()["scores"]["bas"]
    assert (bas["scored"], bas["total"]) == (1, 2)
    (part, other) = bas["parts"]
    # v 180, C_f 1.5, optimized: 270..337.5; a stay of 300 leaves 120, which is 150 short of 270, over the cap
    assert (part["row"], part["buffer_min"], part["range_min"], part["q"]) == (
        "d1.s2",
        120.0,
        [270.0, 337.5],
        1.0,
    )
    assert (other["row"], other["scored"]) == ("d1.s3", False)


def test_the_same_content_gives_the_same_text() -> None:
    assert dump_line(a_line()) == dump_line(a_line())
    again = json.loads(dump_line(a_line()))
    assert dump_line(again) == dump_line(a_line())
    assert dump_line(dict(reversed(again.items()))) == dump_line(again)


def test_floats_are_rounded_to_twelve_places() -> None:
    assert rounded({"a": (0.1 + 0.2, [1 / 3]), "b": 1}) == {"a": [0.3, [0.333333333333]], "b": 1}


def test_a_line_without_its_evidence_is_no_gold_line() -> None:
    line = a_line()
    del line["scores"]
    assert gold_faults(line) == ["'scores' is missing"]
    assert gold_faults({**a_line(), "provenance": {}})[0] == "the provenance names no annotator"


@pytest.mark.parametrize(
    ("place", "value", "said"),
    [
        (("waivers",), [[]], "waivers, no. 1: input should be a valid dictionary"),
        (("waivers",), [{"rows": []}], "'waivers, no. 1, code' is missing"),
        (("findings",), [{"code": "TIM001", "rows": [{}], "message": "m"}], "findings, no. 1, rows, no. 1: input should"),
        (("scores", "bas", "value"), "0.5", "scores, bas, value: input should be a valid number"),
        (("scores", "bas", "parts"), ["x"], "scores, bas, parts, no. 1: input should be"),
        (("verdicts", "TIM001"), "maybe", "verdicts, TIM001: input should be 'pass', 'fail' or 'not_checked'"),
        (("timeline", 0, "rows", 0, "nearest_stop"), ["Gate"], "timeline, no. 1, rows, no. 1, nearest_stop: input"),
        (("timeline", 0, "rows", 0, "timetable"), "08:00", "timeline, no. 1, rows, no. 1, timetable: input should"),
        (("facts",), {"d1.s1": 3}, "facts, d1.s1: input should be a valid dictionary"),
        (("JSON",), "{'org': 'H'}", "JSON: input should be a valid dictionary"),
        (("idx",), "7", "idx: input should be a valid integer"),
        (("plan",), None, "plan: input should be a valid list"),
        (("provenance", "rounds"), [{"by": 3}], "provenance, rounds, no. 1, by: input should be a valid string"),
    ],
)  # fmt: skip
def test_a_line_of_another_shape_is_no_gold_line_and_the_place_is_named(
    place: tuple[str | int, ...], value: object, said: str
) -> None:
    line = json.loads(dump_line(a_line()))
    at: Any = line
    for key in place[:-1]:
        at = at[key]
    at[place[-1]] = value
    assert gold_faults(line)[0].startswith(said)


def test_scores_without_figures_and_rows_without_times_are_of_the_shape() -> None:
    line = json.loads(dump_line(a_line()))
    line["scores"] = {"bas": line["scores"]["bas"], "cats": {}, "tdas": {}}
    for row in line["timeline"][0]["rows"]:
        for key in ("start_min", "end_min", "meal", "given", "stated_cost"):
            row.pop(key, None)
    assert gold_faults(line) == gold_faults(a_line())
