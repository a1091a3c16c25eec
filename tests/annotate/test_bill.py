import pytest

from annotate.bill import make_bill
from annotate.facts import LegFacts
from tests.builders import a_day, a_leg, a_meal, a_place, a_stay, a_stop, a_trip, an_itinerary, facts

INN = a_place("Plain Inn", kind="accommodation", price=1000, max_occupancy=2)


def amounts(itinerary, known):
    return {line.what: line.amount for line in make_bill(a_trip(itinerary, known)).lines}


def test_five_people_need_two_cabs_and_three_double_rooms():
    rows = a_leg("Cab"), a_stay("Plain Inn")
    known = facts(INN, legs={"d1.l1": LegFacts(True, distance_km=100, cab_km_inr=15)})
    found = amounts(an_itinerary(*rows, people=5), known)
    assert found == {"Cab from Bhopal to Jaipur": 2 * 1500, "Plain Inn": 3 * 1000}


@pytest.mark.parametrize(("people", "cabs"), [(4, 1), (5, 2), (8, 2), (9, 3)])
def test_four_people_share_a_cab(people, cabs):
    known = facts(legs={"d1.l1": LegFacts(True, distance_km=10, cab_km_inr=20)})
    assert amounts(an_itinerary(a_leg("Cab"), people=people), known) == {
        "Cab from Bhopal to Jaipur": cabs * 200
    }


def test_nights_are_the_days_whose_accommodation_field_names_it():
    days = (
        a_day(a_stay("Plain Inn")),
        a_day(a_stay("Plain Inn")),
        a_day(a_stay("Plain Inn"), accommodation=None),
    )
    assert amounts(an_itinerary(*days, people=2), facts(INN)) == {"Plain Inn": 2000}


def test_the_price_is_that_of_the_full_name_whatever_stands_before_it_in_the_catalogue():
    deluxe = a_place("Plain Inn Deluxe", kind="accommodation", price=900, max_occupancy=2)
    plain = a_place("Plain Inn", kind="accommodation", price=100, max_occupancy=2)
    assert amounts(an_itinerary(a_stay("Plain Inn")), facts(deluxe, plain)) == {"Plain Inn": 100}


def test_a_train_without_a_class_costs_the_cheapest_class_that_has_a_price_and_names_it():
    known = facts(legs={"d1.l1": LegFacts(True, prices={"3A": 900.0, "SL": 350.0})})
    line = make_bill(a_trip(an_itinerary(a_leg(), people=2), known)).lines[0]
    assert (line.unit_price, line.units, line.amount) == (350, 2, 700)
    assert line.note == "cheapest class with a price: SL"


def test_an_attraction_without_entry_fee_is_listed_at_nothing_as_not_priced():
    line = make_bill(a_trip(an_itinerary(a_stop("Fort")), facts(a_place("Fort")))).lines[0]
    assert (line.amount, line.is_priced, line.note) == (0.0, False, "no entry fee in the catalogue")


def test_priced_attractions_and_events_are_paid_per_person():
    known = facts(a_place("Fort", price=50), a_place("Raga Night", kind="event", price=300))
    rows = a_stop("Fort"), a_stop("Raga Night", kind="event")
    assert amounts(an_itinerary(*rows, people=3), known) == {"Fort": 150, "Raga Night": 900}


def test_a_hotel_and_its_restaurant_of_the_same_name_are_two_things():
    inn = a_place("Sea View", kind="accommodation", price=5000, max_occupancy=2)
    table = a_place("Sea View", kind="restaurant", price=300)
    known = facts(inn)
    known.places["sea view|jaipur|restaurant"] = table
    known.places["sea view|jaipur|accommodation"] = inn
    itinerary = an_itinerary(a_meal("Sea View", meal="dinner"), a_stay("Sea View"), people=2)
    assert amounts(itinerary, known) == {"dinner at Sea View": 600, "Sea View": 5000}


def test_a_room_is_neither_a_meal_nor_an_entry_fee():
    known = facts(a_place("Sea View", kind="accommodation", price=5000, max_occupancy=2))
    lines = make_bill(
        a_trip(an_itinerary(a_day(lunch="Sea View", attractions=["Sea View"], events=["Sea View"])), known)
    ).lines
    assert [(line.amount, line.note) for line in lines] == [
        (None, "the catalogue holds it as accommodation, without the price of a meal"),
        (None, "the catalogue holds it as accommodation, without the price of an attraction"),
        (None, "the catalogue holds it as accommodation, without the price of an event"),
    ]


def test_the_same_number_costs_what_the_table_says_for_its_own_date():
    known = facts(
        legs={
            "d1.l1": LegFacts(True, prices={"": 90.0}),
            "d2.l1": LegFacts(True, prices={"": 300.0}),
        }
    )
    days = a_day(a_leg("Flight")), a_day(a_leg("Flight", origin="Jaipur", destination="Bhopal"))
    bill = make_bill(a_trip(an_itinerary(*days, people=1), known))
    assert [line.amount for line in bill.lines] == [90, 300]


def test_lines_name_their_rows_and_unknown_ones_do_not_enter_the_total():
    rows = a_meal("Bistro"), a_meal("Grill", meal="dinner")
    bill = make_bill(
        a_trip(an_itinerary(*rows, people=2), facts(a_place("Bistro", kind="restaurant", price=400)))
    )
    assert [line.rows for line in bill.lines] == [("d1.s1",), ("d1.s2",)]
    assert bill.known_total == 800
    assert [line.what for line in bill.unknown] == ["dinner at Grill"]
