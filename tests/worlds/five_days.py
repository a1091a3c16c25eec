"""A sound plan of five days in two cities, as text, with all its facts; Risk Optimized, TripCraft's keys.

A visit at Low crowd wants v + [v, 1.25 v]: breakfast 100 to 112.5 min, lunch 120 to 135, dinner 150 to
168.75, a sight of 60 min 120 to 135. The last night is on board a train.
"""

from typing import Any

from annotate.facts import FlightPerformance, LegFacts, TrainDelays
from tests.worlds.world import World, a_known

HAVELI = "Haveli, from Dawn to Dusk"
LAKESIDE = "Lake-side Stay; Annexe"
COST_INR = 30_750
"""Seats 3 x 4,700; eleven meals 3 x 2,200; event 3 x 150; two rooms, two nights at 1,500 and one at 1,800."""
_ROOMS: dict[str, Any] = {"max_occupancy": 2, "house_rules": ("No smoking",), "house_type": ("Private room",)}

WORLD = World(
    (
        a_known(HAVELI, "accommodation", "Jaipur", 1, 1500.0, minimum_nights=2, **_ROOMS),
        a_known(LAKESIDE, "accommodation", "Udaipur", 1, 1800.0, minimum_nights=1, **_ROOMS),
        a_known("Two-Night Hall", "accommodation", "Udaipur", 2, 1800.0, minimum_nights=2, **_ROOMS),
        a_known("Lunch, Actually", "restaurant", "Jaipur", 2, 200.0),
        a_known("Stay; Dine", "restaurant", "Jaipur", 3, 200.0),
        a_known("Anna\u2019s", "restaurant", "Jaipur", 2, 200.0),
        a_known("Trip to Thali", "restaurant", "Jaipur", 0, 200.0),
        a_known("Visit 9:05", "restaurant", "Jaipur", 4, 200.0),
        a_known("Lake View", "restaurant", "Jaipur", 1, 200.0),
        a_known("Lake View", "restaurant", "Udaipur", 2, 200.0),
        a_known("From Field to Table", "restaurant", "Udaipur", 1, 200.0),
        a_known("Ghat, The", "restaurant", "Udaipur", 3, 200.0),
        a_known("Dinner at Eight", "restaurant", "Udaipur", 2, 200.0),
        a_known("Home, at Last", "restaurant", "Bhopal", 1, 200.0),
        a_known("Palace, The", "attraction", "Jaipur", 3),
        a_known("Walk to Wall", "attraction", "Jaipur", 2),
        a_known("Boat; from Pier 1 to 2", "attraction", "Udaipur", 3),
        a_known("Sunset-point", "attraction", "Udaipur", 2),
        a_known("Upper Lake", "attraction", "Bhopal", 2),
        a_known("Puppets: Stay Tuned", "event", "Jaipur", 3, 150.0, categories=("Theatre",),
                event_dates=("2025-12-02",), event_start_min=930, event_end_min=1080),
    ),
    {
        # E[D] = 20/100 x (30 + 20) + 2/100 x 250 = 15: 15 to 18.75 min more than 90
        ("Flight", "6E-2145", "Bhopal", "Jaipur"): LegFacts(
            True, 480, 570, 90.0, performance=FlightPerformance(100, 10, 5, 5, 1, 1, 30.0, 20.0, 250.0),
            prices={"": 3000.0}),
        # 35 to 43.75 min more than 370
        ("Bus", "Hill, Valley Lines", "Jaipur", "Udaipur"): LegFacts(
            True, 600, 970, 370.0, free_flow_min=330.0, historical_delay_min=35.0, prices={"": 800.0}),
        ("Cab", None, "Jaipur", "Udaipur"): LegFacts(
            True, free_flow_min=370.0, historical_delay_min=35.0, distance_km=400.0, cab_km_inr=15.0),
        # 48 to 60 min more than 420
        ("Train", "00821", "Udaipur", "Bhopal"): LegFacts(
            True, 1360, 1780, 420.0, delays=TrainDelays(48, 48, 48, 48, 48), prices={"SL": 900.0}),
    },
    {"Bhopal": "Madhya Pradesh", "Jaipur": "Rajasthan", "Udaipur": "Rajasthan"},
)  # fmt: skip

_GATE = "nearest transit: Gate 1, 120.00m away"


def plan() -> dict[str, Any]:
    """The plan as a file holds it; a new object at each call."""
    return {
        "idx": 5,
        "JSON": {
            "org": "Bhopal", "dest": ["Jaipur", "Udaipur"], "days": 5, "visiting_city_number": 2,
            "date": [f"2025-12-0{day}" for day in range(1, 6)], "people_number": 3, "budget": 40000,
            "local_constraint": {"house rule": "pets", "room type": "not shared room", "cuisine": None,
                                 "transportation": None},
            "query": "Five days in Rajasthan for three.", "level": "medium",
        },
        "persona": "Traveler Type: Adventure Seeker",
        "risk_profile": "Risk Optimized",
        "rationale": {"decisions": "Two cities.", "constraints": "All met.", "buffers": "By the range."},
        "plan": [
            {
                "days": 1,
                "current_city": "from Bhopal to Jaipur",
                "transportation": "flight number: 6E-2145, from Bhopal to Jaipur, Departure Time: 08:00, "
                "Arrival Time: 09:47,",
                "breakfast": "-",
                "attraction": "Palace, The, Jaipur",
                "lunch": "Lunch, Actually, Jaipur",
                "dinner": "Stay; Dine, Jaipur",
                "accommodation": f"{HAVELI}, Jaipur",
                "event": "-",
                "point_of_interest_list": f"{HAVELI}, check-in from 10:30 to 10:50, {_GATE}; "
                f"Palace, The, visit from 11:05 to 13:10, {_GATE}; "
                f"Lunch, Actually, visit from 13:25 to 15:30, {_GATE}; "
                f"Stay; Dine, visit from 19:40 to 22:15, {_GATE}; "
                f"{HAVELI}, stay from 22:30 to 07:00, {_GATE}",
            },
            {
                "days": 2,
                "current_city": "Jaipur",
                "transportation": "-",
                "breakfast": "Anna's, Jaipur",
                "attraction": "Walk to Wall, Jaipur",
                "lunch": "Trip to Thali, Jaipur",
                "dinner": "Visit 9:05, Jaipur",
                "accommodation": f"{HAVELI}, Jaipur",
                "event": "Puppets: Stay Tuned, Jaipur",
                "point_of_interest_list": f"{HAVELI}, stay from 06:00 to 07:00, {_GATE}; "
                f"Anna\u2019s, visit from 07:15 to 09:00, {_GATE}; "
                f"Walk to Wall, visit from 09:15 to 11:20, {_GATE}; "
                f"Trip to Thali, visit from 13:05 to 15:10, {_GATE}; "
                f"Puppets: Stay Tuned, visit from 16:00 to 18:00, {_GATE}; "
                f"Visit 9:05, visit from 19:15 to 21:50, {_GATE}; "
                f"{HAVELI}, stay from 22:10 to 07:00, {_GATE}",
            },
            {
                "days": 3,
                "current_city": "from Jaipur to Udaipur",
                "transportation": "Bus: Hill, Valley Lines, from Jaipur to Udaipur, Departure Time: 10:00, "
                "Arrival Time: 16:50",
                "breakfast": "Lake View, Jaipur",
                "attraction": "-",
                "lunch": "-",
                "dinner": "Lake View, Udaipur",
                "accommodation": f"{LAKESIDE}, Udaipur",
                "event": "-",
                "point_of_interest_list": f"{HAVELI}, checkout from 07:00 to 07:20, {_GATE}; "
                f"Lake View, Jaipur, visit from 07:30 to 09:15, {_GATE}; "
                f"{LAKESIDE}, check-in from 17:30 to 17:50, {_GATE}; "
                f"Lake View, Udaipur, visit from 18:30 to 21:05, {_GATE}; "
                f"{LAKESIDE}, stay from 21:30 to 07:00, {_GATE}",
            },
            {
                "days": 4,
                "current_city": "from Udaipur to Bhopal",
                "transportation": "Train Number: 00821, from Udaipur to Bhopal, Departure Time: 22:40, "
                "Arrival Time: 06:30",
                "breakfast": "From Field to Table, Udaipur",
                "attraction": "Boat; from Pier 1 to 2, Udaipur; Sunset-point, Udaipur",
                "lunch": "Ghat, The, Udaipur",
                "dinner": "Dinner at Eight, Udaipur",
                "accommodation": "-",
                "event": "-",
                "point_of_interest_list": f"{LAKESIDE}, stay from 06:30 to 07:10, {_GATE}; "
                f"From Field to Table, visit from 07:25 to 09:10, {_GATE}; "
                f"Boat; from Pier 1 to 2, visit from 09:30 to 11:35, {_GATE}; "
                f"Ghat, The, visit from 13:15 to 15:20, {_GATE}; "
                f"Sunset-point, visit from 15:45 to 17:50, {_GATE}; "
                f"Dinner at Eight, visit from 19:25 to 22:00, {_GATE}",
            },
            {
                "days": 5,
                "current_city": "Bhopal",
                "transportation": "-",
                "breakfast": "Home, at Last, Bhopal",
                "attraction": "Upper Lake, Bhopal",
                "lunch": "-",
                "dinner": "-",
                "accommodation": "-",
                "event": "-",
                "point_of_interest_list": f"Home, at Last, visit from 07:10 to 08:55, {_GATE}; "
                f"Upper Lake, visit from 09:15 to 11:20, {_GATE}",
            },
        ],
    }  # fmt: skip
