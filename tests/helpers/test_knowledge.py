"""The card beside the board: what is known of a row."""

from annotate.facts import Facts, LegFacts, Source, TrainDelays
from annotate.plan import Itinerary
from helpers.knowledge import what_we_know
from tests.builders import a_crowd, a_day, a_leg, a_place, a_stop, a_trip, an_itinerary, facts, hours


def card(itinerary: Itinerary, known: Facts, row: str) -> dict[str, str]:
    trip = a_trip(itinerary, known)
    return {advice.label: advice.text for advice in what_we_know(trip, trip.entry(row))}


def test_a_visit_shows_base_crowd_hours_price_stop_and_the_stay_that_scores() -> None:
    museum = a_place(
        "Museum", visit_duration_min=60.0, crowd_level="L", price=50.0, hours=hours(("09:00", "17:00")),
        nearest_stop_name="Gate", nearest_stop_m=84.5, crowd=a_crowd(q=[9], p=[12, 13]),
    )  # fmt: skip
    found = card(an_itinerary(a_stop("Museum", "10:00")), facts(museum), "d1.s1")
    assert found == {
        "Base duration": "1 h 00",
        "Crowd level": "Low",
        "Ideal buffer": "1 h 00 = 1 h 00 x 1.00",
        "Stay for BAS 1": "2 h 00 to 2 h 15: leave 12:00 to 12:15",
        "Open": "09:00-17:00",
        "Peak hours": "12-14 h",
        "Quiet hours": "09-10 h",
        "Price": "INR 50 a person",
        "Nearest stop": "Gate, 84.50 m",
    }


def test_what_is_not_known_is_said() -> None:
    museum = a_place("Museum", visit_duration_min=60.0)
    found = card(an_itinerary(a_stop("Museum", "10:00", "12:00")), facts(museum), "d1.s1")
    assert found["Crowd"] == "no data, so this row gets no BAS and no CATS"
    assert found["Price"] == "no entry fee known"


def test_an_unknown_place_shows_what_is_close_to_it() -> None:
    known = facts(near_misses={"musem|jaipur": ("Museum (Jaipur)",)})
    found = card(an_itinerary(a_stop("Musem")), known, "d1.s1")
    assert found["Catalogue"] == "does not hold this place in Jaipur; close to it: Museum (Jaipur)"


def test_a_train_shows_timetable_delays_by_horizon_and_the_arrival_that_scores() -> None:
    delays = TrainDelays(12, 25, 38, 41, 46, station="Jaipur Jn")
    known = facts(
        legs={
            "d1.l1": LegFacts(
                True, 330, 770, 440.0, delays=delays, prices={"SL": 400.0},
                sources={"delays": Source("import 3", "2025-10-01")},
            )
        }
    )  # fmt: skip
    found = card(an_itinerary(a_day(a_leg("Train", "05:30"), from_city="Bhopal")), known, "d1.l1")
    assert found["Timetable"] == "05:30 to 12:50"
    assert found["Mean delay, min"] == (
        "1 week 12, 1 month 25, 3 months 38, 6 months 41, 1 year 46 at Jaipur Jn"
    )
    assert found["Expected delay"] == "38.5 min"
    # 05:30 + 440 + 38.5 to 05:30 + 440 + 48.125
    assert found["Arrival for TDAS 1"] == "13:29 to 13:38"
    assert found["Price a person"] == "SL INR 400"
