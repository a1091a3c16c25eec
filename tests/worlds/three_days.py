"""A sound plan of three days in one city, as text, with all its facts; Risk Tolerant.

A visit at Low crowd wants v + [0.5 v, v]: breakfast 75 to 100 min, lunch 90 to 120, dinner 112.5 to 150, a
sight of 60 min 90 to 120. Trains hold an expected delay of 40 min: 20 to 40 min more than the timetable.
"""

from typing import Any

from annotate.facts import LegFacts, TrainDelays
from tests.builders import a_crowd, hours
from tests.worlds.world import World, a_known

HOTEL = "Stay, Rest & Visit Inn; Old Wing"
OTHER_HOTEL = "Check-in to Heaven"
EVENT = "From Dusk to Dawn: A Recital"
COST_INR = 11_200
"""Trains 2 x 1,400; meals 2 x 1,850; sights 2 x 150; recital 2 x 200; two nights at 2,000."""
_TRAIN = {"delays": TrainDelays(40, 40, 40, 40, 40), "prices": {"SL": 700.0, "3A": 1500.0}}
_HOTEL: dict[str, Any] = {
    "max_occupancy": 2, "minimum_nights": 1, "house_rules": ("No pets", "No parties"), "house_type": ("Entire home",),
    "facilities": ("Wi-Fi", "Parking"), "services": ("Laundry", "Room service"),
}  # fmt: skip

WORLD = World(
    (
        a_known(HOTEL, "accommodation", "Jaipur", 1, 2000.0, **_HOTEL),
        a_known(OTHER_HOTEL, "accommodation", "Jaipur", 2, 2000.0, **_HOTEL),
        a_known("Letters from Istoria", "restaurant", "Jaipur", 3, 300.0),
        a_known("Alexander's", "restaurant", "Jaipur", 4, 400.0),
        a_known("Poha, Jalebi & Co.", "restaurant", "Jaipur", 0, 100.0),
        a_known("Visit Mars; Stay for Lunch", "restaurant", "Jaipur", 3, 250.0),
        a_known("Visit Mars; Stay for Lunch", "restaurant", "Udaipur", 3, 250.0),
        a_known("O'Brien's: Grill", "restaurant", "Jaipur", 5, 450.0, cuisines=("Steak", "Grill")),
        a_known("Cafe 24, 7", "restaurant", "Jaipur", 2, 150.0),
        a_known("Half-Way House", "restaurant", "Jaipur", 1, 200.0),
        a_known("Mughal-era Stepwell", "attraction", "Jaipur", 4, 50.0, categories=("Nature & Parks",)),
        a_known("Fort; Upper Town to Gate", "attraction", "Jaipur", 5,
                crowd=a_crowd([(0, 24, "L")], q=[9], p=[12])),
        a_known("Museum of Travel, Vol. 2", "attraction", "Jaipur", 4, 100.0, hours=hours(("10:00", "18:00")),
                categories=("Museums",)),
        a_known("Bazaar", "attraction", "Jaipur", 2, categories=("Shopping",)),
        a_known(EVENT, "event", "Jaipur", 3, 200.0, categories=("Concerts & Shows",),
                event_dates=("2025-11-03", "2025-11-04"), event_start_min=1050, event_end_min=1140),
    ),
    {
        ("Train", "12182", "Bhopal", "Jaipur"): LegFacts(True, 330, 700, 370.0, **_TRAIN),
        ("Train", "12181", "Jaipur", "Bhopal"): LegFacts(True, 1020, 1380, 360.0, **_TRAIN),
        ("Train", "12181", "Jaipur", "Indore"): LegFacts(True, 1020, 1380, 360.0, **_TRAIN),
    },
    {"Bhopal": "Madhya Pradesh", "Indore": "Madhya Pradesh", "Jaipur": "Rajasthan", "Udaipur": "Rajasthan"},
)  # fmt: skip

_GATE = "nearest transit: Gate 1, 120.00m away"


def plan() -> dict[str, Any]:
    """The plan as a file holds it; a new object at each call."""
    return {
        "idx": 3,
        "JSON": {
            "org": "Bhopal", "dest": "Jaipur", "target_state": "Rajasthan", "days": 3, "visiting_city_number": 1,
            "date": ["2025-11-03", "2025-11-04", "2025-11-05"], "people_number": 2, "budget": 12000,
            "local_constraint": {
                "house_rules": ["No_Pets"], "house_type": ["entire_home"], "facilities_amenities": ["WiFi"],
                "services": ["laundry"], "cuisine": ["Seafood/Steak/Grill", "Indian"], "transportation": ["No flight"],
                "event": ["Concerts & Shows"], "attraction": ["Museums"],
            },
            "query": "Three days in Jaipur for two.", "level": "hard",
        },
        "persona": "Traveler Type: Laidback; Purpose of Travel: Culture; Risk Profile: Risk-Tolerant",
        "rationale": {"decisions": "Slow days.", "constraints": "All met.", "buffers": "By the lower range."},
        "plan": [
            {
                "days": 1,
                "current_city": "from Bhopal to Jaipur",
                "transportation": "Train Number: 12182, from Bhopal to Jaipur, Departure Time: 05:30, "
                "Arrival Time: 12:10",
                "breakfast": "-",
                "attraction": "Mughal-era Stepwell, Jaipur;",
                "lunch": "Letters from Istoria, Jaipur; Cost: 300",
                "dinner": "Alexander\u2019s, Jaipur",
                "accommodation": f"{HOTEL}, Jaipur",
                "event": f"{EVENT}, Jaipur",
                "point_of_interest_list": f"{HOTEL}, check-in from 13:00 to 13:20, {_GATE}; "
                f"Letters from Istoria, visit from 13:40 to 15:20, {_GATE}; "
                f"Mughal-era Stepwell, visit from 15:40 to 17:20, {_GATE}; "
                f"{EVENT}, visit from 17:45 to 19:00, {_GATE}; "
                f"Alexander's, visit from 19:30 to 21:30, {_GATE}; "
                f"{HOTEL}, stay from 22:00 to 07:30, {_GATE}.",
            },
            {
                "days": 2,
                "current_city": "Jaipur",
                "transportation": "-",
                "breakfast": "Poha, Jalebi & Co., Jaipur",
                "attraction": "Fort; Upper Town to Gate, Jaipur;Museum of Travel, Vol. 2, Jaipur;",
                "lunch": "Visit Mars; Stay for Lunch, Jaipur",
                "dinner": "O\u2019Brien\u2019s: Grill, Jaipur",
                "accommodation": f"{HOTEL}, Jaipur",
                "event": "-",
                "point_of_interest_list": f"{HOTEL}, stay from 07:00 to 07:40, {_GATE}; "
                f"Poha, Jalebi & Co., visit from 08:00 to 09:20, {_GATE}; "
                f"Fort; Upper Town to Gate, visit from 09:45 to 11:30, {_GATE}; "
                f"Visit Mars; Stay for Lunch, visit from 13:30 to 15:10, {_GATE}; "
                f"Museum of Travel, Vol. 2, visit from 15:30 to 17:20, {_GATE}; "
                f"O'Brien's: Grill, visit from 19:20 to 21:20, {_GATE}; "
                f"{HOTEL}, stay from 21:45 to 07:30, {_GATE}",
            },
            {
                "days": 3,
                "current_city": "from Jaipur to Bhopal",
                "transportation": "Train Number: 12181, from Jaipur to Bhopal, Departure Time: 17:00, "
                "Arrival Time: 23:30",
                "breakfast": "Cafe 24, 7, Jaipur",
                "attraction": "Bazaar, Jaipur",
                "lunch": "Half-Way House, Jaipur",
                "dinner": "-",
                "accommodation": "-",
                "event": "-",
                "point_of_interest_list": f"{HOTEL}, checkout from 07:30 to 08:00, {_GATE}; "
                f"Cafe 24, 7, visit from 08:15 to 09:35, {_GATE}; "
                f"Bazaar, visit from 10:00 to 11:45, {_GATE}; "
                f"Half-Way House, visit from 13:40 to 15:20, {_GATE};",
            },
        ],
    }  # fmt: skip
