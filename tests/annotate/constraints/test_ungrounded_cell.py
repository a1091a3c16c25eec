"""FCT001: one cell at a time, grounded exactly, after normalising, or not."""

import pytest

from annotate.constraints.ungrounded_cell import check
from annotate.facts import LegFacts
from annotate.grounding import Grounding, factual_cells, reliability_of
from annotate.plan import NamedPlace
from annotate.profile import DEFAULT_PROFILE
from tests.annotate.constraints.judging import failing_rows, judge
from tests.builders import a_city, a_day, a_leg, a_place, a_stop, a_trip, an_itinerary, facts

EXACT, NORMALISED, NOT, UNKNOWN = Grounding.EXACT, Grounding.NORMALISED, Grounding.NOT, Grounding.UNKNOWN
FORT = a_place("Amber Fort", nearest_stop_name="Gate", nearest_stop_m=100.0, price=200.0)
TRAIN = LegFacts(True, 480, 600, 120, prices={"SL": 300.0}, carrier="12182")
CITIES = (a_city("Bhopal"), a_city("Jaipur"))


def cell_of(what, *rows, known=None, **more):
    known = known or facts(FORT, legs={"d1.l1": TRAIN}, cities=CITIES, **more)
    cells = factual_cells(a_trip(an_itinerary(*rows), known), DEFAULT_PROFILE)
    return next((cell for cell in cells if cell.what == what), None)


@pytest.mark.parametrize(
    ("name", "grounding"),
    [("Amber Fort", EXACT), ("amber  fort", NORMALISED), ("Amber", NOT), ("Amber Fort Palace", NOT)],
)
def test_a_name_is_grounded_as_a_whole_and_never_by_a_part(name, grounding):
    assert cell_of("name", a_stop(name)).grounding is grounding


def test_a_near_miss_is_suggested_and_not_accepted():
    cell = cell_of("name", a_stop("Amber Forte"), near_misses={"amber forte|jaipur": ("Amber Fort",)})
    assert (cell.grounding, cell.near) == (NOT, ("Amber Fort",))


def test_a_name_without_a_catalogue_and_a_transport_place_are_unknown():
    assert cell_of("name", a_stop("Gate"), known=facts(tables=frozenset())).grounding is UNKNOWN
    assert cell_of("name", a_stop("Junction", kind="transport")).grounding is UNKNOWN


@pytest.mark.parametrize(
    ("metres", "grounding"),
    [
        (100.0, EXACT),
        (100.005, EXACT),
        (100.01, NORMALISED),
        (105.0, NORMALISED),
        (105.01, NOT),
        (94.99, NOT),
    ],
)
def test_a_distance_may_be_off_by_5_m(metres, grounding):
    assert cell_of("distance", a_stop("Amber Fort", nearest=("Gate", metres))).grounding is grounding


@pytest.mark.parametrize(("stop", "grounding"), [("Gate", EXACT), ("gate", NORMALISED), ("Gat", NOT)])
def test_a_nearest_stop_is_that_of_the_table(stop, grounding):
    assert cell_of("nearest stop", a_stop("Amber Fort", nearest=(stop, 100.0))).grounding is grounding


@pytest.mark.parametrize(
    ("carrier", "known", "grounding"),
    [
        ("12182", TRAIN, EXACT),
        ("12-182", TRAIN, NORMALISED),
        ("99999", LegFacts(False), NOT),
        ("12182", LegFacts(None), UNKNOWN),
    ],
)
def test_a_number_is_in_the_tables(carrier, known, grounding):
    rows = a_leg("Train", "08:00", "10:30", carrier=carrier)
    cell = cell_of("number", rows, known=facts(legs={"d1.l1": known}))
    assert cell.grounding is grounding


@pytest.mark.parametrize(
    ("depart", "grounding"), [("08:00", EXACT), ("32:00", EXACT), ("08:01", NOT), ("07:59", NOT)]
)
def test_a_departure_is_the_timetables(depart, grounding):
    assert cell_of("departure", a_leg("Train", depart, "34:00")).grounding is grounding


def test_a_planned_arrival_holds_the_buffer_and_is_no_fact():
    cells = factual_cells(
        a_trip(an_itinerary(a_leg("Train", "08:00", "11:00")), facts(legs={"d1.l1": TRAIN})), DEFAULT_PROFILE
    )
    assert [cell.what for cell in cells] == ["from", "to", "number", "departure"]


@pytest.mark.parametrize(("cost", "grounding"), [(200.0, EXACT), (400.0, EXACT), (201.0, NOT)])
def test_a_stated_price_is_that_for_one_or_for_all(cost, grounding):
    assert cell_of("price", a_stop("Amber Fort", cost=cost)).grounding is grounding


@pytest.mark.parametrize(
    ("city", "grounding"), [("Jaipur", EXACT), ("JAIPUR", NORMALISED), ("Atlantis", NOT)]
)
def test_a_city_is_in_the_table(city, grounding):
    assert cell_of("to", a_leg("Train", destination=city)).grounding is grounding


def test_a_place_that_only_a_field_names_counts_once():
    known = facts(FORT)
    day = a_day(a_stop("Amber Fort", nearest=None), attractions=["Amber Fort", "Lost Gate"])
    cells = factual_cells(a_trip(an_itinerary(day), known), DEFAULT_PROFILE)
    assert [(cell.row, cell.value, cell.grounding) for cell in cells] == [
        ("d1.s1", "Amber Fort", EXACT),
        (None, "Lost Gate", NOT),
    ]


def test_the_report_gives_the_share_first_and_then_each_row():
    rows = a_stop("Amber Fort", nearest=("Gate", 100.0)), a_stop("amber fort", nearest=("Gat", 300.0))
    outcome = judge(check, an_itinerary(*rows), facts(FORT))
    assert outcome.verdict is None
    assert failing_rows(outcome) == [(), ("d1.s2",)]
    whole, row = outcome.findings
    assert (whole.amount, whole.unit) == (pytest.approx(4 / 6), "share")
    assert whole.message == (
        "4 of 6 factual cells are in the data (1 after normalising): factual reliability 66.7 %."
    )
    assert row.message == "amber fort: not in the data: nearest stop Gat, distance 300.00 m."
    assert row.advice == "The data have nearest stop: Gate; distance: 100.00 m."


def test_without_any_table_nothing_is_judged():
    outcome = judge(check, an_itinerary(a_stop("Gate")), facts(tables=frozenset()))
    assert (outcome.verdict, outcome.findings) == (None, ())
    assert outcome.missing == ("3 cells state what no table knows.",)
    assert reliability_of(()).share is None


@pytest.mark.parametrize(("stated", "grounding", "known"), [(400.0, EXACT, None), (14.0, NOT, 200.0)])
def test_the_price_of_a_choice_that_is_not_on_the_list_is_a_cell(stated, grounding, known):
    day = a_day(attractions=[NamedPlace("Amber Fort", "Jaipur", stated)])
    cells = factual_cells(a_trip(an_itinerary(day, people=2), facts(FORT)), DEFAULT_PROFILE)
    price = next(cell for cell in cells if cell.what == "price")
    assert (price.row, price.value, price.grounding, price.known) == (None, stated, grounding, known)
