"""The selected row's cells against the data, and its trade-off as the panel draws it."""

from annotate.grounding import Grounding
from pages._ui.panel_data import bar_data, side_data
from pages._ui.what_if_data import what_if_data
from tests.builders import a_day, a_place, a_stop, an_itinerary, facts
from tests.pages.desks import a_desk

MUSEUM = facts(
    a_place(
        "Museum",
        visit_duration_min=120,
        crowd_level="A",
        nearest_stop_name="Clock Corner",
        nearest_stop_m=120.0,
    )
)
"""v x C_f = 180: a stay of 300 to 345 min has BAS 1."""
PLAN = an_itinerary(a_day(a_stop("Museum", "10:00", "14:50")))


def test_every_cell_of_the_row_says_how_the_data_bear_it_out() -> None:
    cells = what_if_data(a_desk(PLAN, MUSEUM, selected="d1.s1"))["cells"]
    assert {(cell["what"], cell["state"]) for cell in cells} >= {("name", "exact"), ("distance", "exact")}


def test_a_name_that_is_not_in_the_data_comes_first_with_what_is_near() -> None:
    known = facts(near_misses={"musem|jaipur": ("Museum",)})
    desk = a_desk(an_itinerary(a_day(a_stop("Musem"))), known, selected="d1.s1")
    first = what_if_data(desk)["cells"][0]
    assert (first["what"], first["value"], first["words"]) == ("name", "Musem", Grounding.NOT.value)
    assert first["hint"] == "did you mean Museum?"


def test_gains_are_shown_with_two_decimals_and_what_stays_is_summed_up() -> None:
    shown = what_if_data(a_desk(PLAN, MUSEUM, selected="d1.s1"))["trade_off"]
    assert [offer["times"] for offer in shown["offers"]] == ["leave 15:00", "leave 12:00"]
    # 10 of a width of 45 min too short: BAS is 1 - 10/45 = 0.78
    bas = next(score for score in shown["scores"] if score["name"] == "BAS")
    assert bas["gains"] == [0.22, -0.78]
    assert shown["offers"][0]["closed"] == ["Stop buffer"]
    assert "O_ord" in shown["none"] and "TDAS" in shown["none"]


def test_a_plan_that_is_locked_has_no_trade_off() -> None:
    assert what_if_data(a_desk(PLAN, MUSEUM, selected="d1.s1", can_edit=False))["trade_off"] is None


def test_the_trade_off_is_worked_out_once_for_a_version_of_the_plan() -> None:
    desk = a_desk(PLAN, MUSEUM, selected="d1.s1")
    side_data(desk)
    kept = desk.alternatives
    side_data(desk)
    assert desk.alternatives is kept


def test_the_bar_shows_three_scores_large_and_five_below_with_reasons() -> None:
    data = bar_data(a_desk(PLAN, MUSEUM), warning=None, previous=None, following=None, saved="")
    assert [score["name"] for score in data["scores"]] == ["BAS", "CATS", "TDAS"]
    others = {score["name"]: score for score in data["others"]}
    assert set(others) == {"T_meal", "T_attr", "S_spatial", "O_ord", "P_persona"}
    assert others["O_ord"]["value"] is None and others["O_ord"]["why"] == "There is no reference plan."
