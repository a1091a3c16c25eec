"""The demo workspace's queries with their chosen plans, written row by row.

A row is `<what happens> <name>`, in the order of the day's list; a given time follows ` @ ` as start-end,
`()` where missing. A leg is `<mode> <from> <to> <number or operator>`; `moved` changes the city without one.
"""

from typing import NamedTuple

Day = tuple[str, ...]


class Trip(NamedTuple):
    """A query and the rows of its days; `query` holds `{budget}` where the amount in INR belongs."""

    idx: int
    org: str
    dest: tuple[str, ...]
    state: str
    start: str
    people: int
    budget_inr: int
    level: str
    risk_profile: str
    persona: str
    wishes: dict[str, object]
    query: str
    days: tuple[Day, ...]


TOLERANT, OPTIMIZED, AVERSE = "Risk Tolerant", "Risk Optimized", "Risk Averse"


def persona(traveller: str, purpose: str, spending: str, location: str, *more: str) -> str:
    """The persona in the paper's form."""
    parts = (
        f"Traveler Type: {traveller}",
        f"Purpose of Travel: {purpose}",
        f"Spending Preference: {spending}",
    )
    return "; ".join((*parts, f"Location Preference: {location}", *more))


# fmt: off
TRIPS = (
    Trip(
        1, "Bhopal", ("Jaipur",), "Rajasthan", "2025-11-02", 2, 10500, "easy", OPTIMIZED,
        persona("Laidback Traveler", "Cultural Exploration", "Economical Traveler", "Old cities"), {},
        "Plan three days for two people from Bhopal to Jaipur, 2 to 4 November 2025, by train, for at "
        "most INR {budget}.",
        (
            (
                "train Bhopal Jaipur 20461", "check-in Sparrow Gate Haveli", "attraction Hawa Mahal",
                "dinner The Pink Ladle", "night Sparrow Gate Haveli",
            ),
            (
                "morning Sparrow Gate Haveli", "breakfast Kachori, Chai & Company",
                "attraction City Palace", "lunch Sandstone Dosa Room", "dinner Nine Winds Rooftop",
                "night Sparrow Gate Haveli",
            ),
            (
                "checkout Sparrow Gate Haveli", "breakfast Block-Print Cafe",
                "attraction Albert Hall Museum", "train Jaipur Bhopal 20462",
            ),
        ),
    ),
    Trip(
        2, "Agra", ("Jaipur",), "Rajasthan", "2025-11-05", 4, 34000, "easy", TOLERANT,
        persona("Adventure Seeker", "Family Visit", "Luxury Traveler", "Forts"),
        {"house_type": "Family_Friendly", "event": "Music"},
        "Four of us want to go by taxi from Agra to Jaipur, 5 to 7 November 2025, stay in a "
        "family-friendly place and hear some music. We can spend INR {budget}.",
        (
            (
                "taxi Agra Jaipur", "check-in The Indigo Verandah", "attraction Jantar Mantar",
                "dinner From Fort to Fork", "night The Indigo Verandah",
            ),
            (
                "morning The Indigo Verandah", "breakfast Block-Print Cafe", "attraction Amber Fort",
                "lunch The Pink Ladle", "event From Raga to Rajasthan", "dinner Stay for Supper",
                "night The Indigo Verandah",
            ),
            (
                "checkout The Indigo Verandah", "breakfast Kachori, Chai & Company",
                "attraction Hawa Mahal", "taxi Jaipur Agra",
            ),
        ),
    ),
    Trip(
        3, "Jaipur", ("Udaipur",), "Rajasthan", "2025-11-07", 2, 24500, "medium", AVERSE,
        persona("Laidback Traveler", "Relaxation", "Luxury Traveler", "Lakes"),
        {"cuisine": "Rajasthani", "house_type": "Heritage"},
        "A quiet long weekend for two: fly from Jaipur to Udaipur on 7 November 2025 and back on the "
        "9th, a heritage house, Rajasthani food, no more than INR {budget} in all.",
        (
            (
                "flight Jaipur Udaipur DHR-214", "check-in Kingfisher Ghat House",
                "attraction Bagore Ki Haveli", "dinner Eleven Steps Rooftop", "night Kingfisher Ghat House",
            ),
            (
                "morning Kingfisher Ghat House", "breakfast Ghat-Side Poha", "attraction City Palace",
                "lunch Mewar Mess, Old Gate", "dinner From Mewar with Ghee", "night Kingfisher Ghat House",
            ),
            (
                "checkout Kingfisher Ghat House", "breakfast The Lake Ledger",
                "attraction Saheliyon-ki-Bari", "flight Udaipur Jaipur DHR-215",
            ),
        ),
    ),
    Trip(
        4, "Bhopal", ("Udaipur",), "Rajasthan", "2025-11-10", 2, 9500, "medium", AVERSE,
        persona("Laidback Traveler", "Photography", "Economical Traveler", "Lakes"),
        {"transportation": "No_flight"},
        "Two people, Bhopal to Udaipur and back by night train, 10 to 12 November 2025, without flying, "
        "within INR {budget}.",
        (
            ("dinner The Blue Tonga", "station Bhopal Junction", "train Bhopal Udaipur 04817"),
            (
                "breakfast Ghat-Side Poha", "check-in Marigold Lane Rooms", "attraction Jagdish Temple",
                "lunch Maharani’s Monday Kitchen", "dinner White Boat & Co.", "night Marigold Lane Rooms",
            ),
            (
                "checkout Marigold Lane Rooms", "breakfast Stay, Sip & Samosa", "attraction Lake Pichola",
                "lunch Mewar Mess, Old Gate", "station Udaipur City", "train Udaipur Bhopal 04818",
            ),
        ),
    ),
    Trip(
        5, "Bhopal", ("Jaipur", "Jodhpur"), "Rajasthan", "2025-11-12", 3, 32000, "medium", OPTIMIZED,
        persona("Laidback Traveler", "Cultural Exploration", "Economical Traveler", "Bazaars"),
        {"cuisine": "Rajasthani", "facilities_amenities": "Restaurant"},
        "Five days in Rajasthan for three, 12 to 16 November 2025, from Bhopal to two cities by train, "
        "places to stay with a restaurant, Rajasthani food, INR {budget} at most.",
        (
            (
                "train Bhopal Jaipur 20461", "check-in The Indigo Verandah", "attraction Johari Bazaar",
                "dinner Rani’s Rasoi", "night The Indigo Verandah",
            ),
            (
                "morning The Indigo Verandah", "breakfast Sandstone Dosa Room", "attraction Jantar Mantar",
                "lunch The Pink Ladle", "event Old City Puppet Theatre", "dinner Nine Winds Rooftop",
                "night The Indigo Verandah",
            ),
            (
                "checkout The Indigo Verandah", "breakfast Kachori, Chai & Company",
                "train Jaipur Jodhpur 22731", "check-in Thar & Thyme Haveli", "attraction Ghanta Ghar",
                "dinner Lassi to Laal Maas", "night Thar & Thyme Haveli",
            ),
            (
                "morning Thar & Thyme Haveli", "breakfast Mirchi Vada Junction", "attraction Jaswant Thada",
                "lunch The Indigo Spoon", "dinner Baiji’s Courtyard", "night Thar & Thyme Haveli",
            ),
            (
                "checkout Thar & Thyme Haveli", "breakfast Visit the Baker", "attraction Toorji Ka Jhalra",
                "train Jodhpur Bhopal 20465",
            ),
        ),
    ),
    Trip(
        6, "Jaipur", ("Kochi", "Alappuzha"), "Kerala", "2025-11-17", 2, 53000, "hard", AVERSE,
        persona("Laidback Traveler", "Food and Culture", "Luxury Traveler", "Coast and backwaters"),
        {"cuisine": ["Seafood", "Kerala"], "house_rules": "No_Pets", "services": "Room_Service",
         "event": "Arts_&_Theatre", "transportation": "No_cab"},
        "Five days in Kerala for two from Jaipur, 17 to 21 November 2025: two cities, seafood and Kerala "
        "cooking, an evening of theatre, rooms without pets but with room service, no cab between "
        "cities, INR {budget}.",
        (
            (
                "flight Jaipur Kochi MEG-531", "check-in The Old Godown Rooms",
                "attraction Chinese Fishing Nets", "dinner The Pepper Warehouse",
                "night The Old Godown Rooms",
            ),
            (
                "morning The Old Godown Rooms", "breakfast Puttu Before Nine",
                "attraction Mattancherry Palace", "lunch Ferry Nine Meals", "event Kathakali by the Quay",
                "dinner From the Harbour", "night The Old Godown Rooms",
            ),
            (
                "checkout The Old Godown Rooms", "breakfast Spice-Lane Bakery",
                "train Kochi Alappuzha 06341", "check-in Canal & Coir Rooms",
                "attraction Alappuzha Lighthouse", "dinner Captain Pathrose’s Table",
                "night Canal & Coir Rooms",
            ),
            (
                "morning Canal & Coir Rooms", "breakfast Appam at Dawn", "attraction Punnamada Lake",
                "lunch Rice Boat Mess; Upstairs", "dinner Lamp-Post Grill", "night Canal & Coir Rooms",
            ),
            (
                "checkout Canal & Coir Rooms", "breakfast Vembanad Tiffin Room",
                "train Alappuzha Kochi 06342", "flight Kochi Jaipur MEG-532",
            ),
        ),
    ),
    Trip(
        7, "Bhopal", ("Jaipur", "Jodhpur", "Udaipur"), "Rajasthan", "2025-11-09", 2, 26500, "medium",
        OPTIMIZED, persona("Laidback Traveler", "Heritage", "Economical Traveler", "Old cities"),
        {"house_type": "Private_Room", "attraction": "Museums"},
        "A week in three cities of Rajasthan for two, from Bhopal, 9 to 15 November 2025, by train and "
        "bus, in private rooms, with museums, for INR {budget}.",
        (
            (
                "train Bhopal Jaipur 20461", "check-in Amber Lantern Stay; Old Town",
                "attraction Jantar Mantar", "dinner Rani’s Rasoi", "night Amber Lantern Stay; Old Town",
            ),
            (
                "morning Amber Lantern Stay; Old Town", "breakfast Kachori, Chai & Company",
                "attraction City Palace", "lunch Sandstone Dosa Room", "dinner From Fort to Fork",
                "night Amber Lantern Stay; Old Town",
            ),
            (
                "checkout Amber Lantern Stay; Old Town", "breakfast Block-Print Cafe",
                "bus Jaipur Jodhpur Marudhar Star Lines", "check-in Blue Stair House",
                "attraction Ghanta Ghar", "dinner Dune & Dal", "night Blue Stair House",
            ),
            (
                "morning Blue Stair House", "breakfast Blue Lane Idli", "attraction Umaid Bhawan Palace",
                "lunch The Indigo Spoon", "dinner Baiji’s Courtyard", "night Blue Stair House",
            ),
            (
                "checkout Blue Stair House", "breakfast Visit the Baker", "train Jodhpur Udaipur 14893",
                "check-in Marigold Lane Rooms", "dinner The Lake Ledger", "night Marigold Lane Rooms",
            ),
            (
                "morning Marigold Lane Rooms", "breakfast Ghat-Side Poha", "attraction City Palace",
                "lunch Mewar Mess, Old Gate", "event Boats, Bells & Ballads", "dinner Eleven Steps Rooftop",
                "night Marigold Lane Rooms",
            ),
            (
                "checkout Marigold Lane Rooms", "breakfast Stay, Sip & Samosa",
                "attraction Saheliyon-ki-Bari", "lunch From Mewar with Ghee", "station Udaipur City",
                "train Udaipur Bhopal 04818",
            ),
        ),
    ),
    Trip(
        8, "Bhopal", ("Kochi", "Munnar", "Alappuzha"), "Kerala", "2025-11-22", 2, 72000, "hard", TOLERANT,
        persona("Adventure Seeker", "Nature", "Luxury Traveler", "Hills and backwaters"),
        {"cuisine": ["Seafood", "Kerala"], "event": "Food",
         "attraction": "Boat Tours & Water Sports", "transportation": "No_cab"},
        "Seven days in Kerala for two: fly from Bhopal to Kochi on 22 November 2025, then Munnar and "
        "Alappuzha by bus, home on the 28th. Seafood, a food market, time on the water; INR {budget}.",
        (
            (
                "flight Bhopal Kochi MEG-640", "check-in Cinnamon Pier Homestay",
                "attraction Santa Cruz Cathedral Basilica", "dinner Net, Hook & Sinker",
                "night Cinnamon Pier Homestay",
            ),
            (
                "morning Cinnamon Pier Homestay", "breakfast Puttu Before Nine",
                "attraction Mattancherry Palace", "lunch Aunty Philo’s Veranda",
                "event Spice Route Night Market", "dinner From the Harbour", "night Cinnamon Pier Homestay",
            ),
            (
                "checkout Cinnamon Pier Homestay", "breakfast Spice-Lane Bakery",
                "bus Kochi Munnar Tea Trail Coaches", "check-in Cloud Shelf Cottages",
                "dinner Cardamom & Smoke", "night Cloud Shelf Cottages",
            ),
            (
                "morning Cloud Shelf Cottages", "breakfast First Flush Breakfasts",
                "attraction Mattupetty Dam", "lunch Hairpin No. 7", "attraction Tea Museum",
                "dinner Planter’s Plate", "night Cloud Shelf Cottages",
            ),
            (
                "checkout Cloud Shelf Cottages", "breakfast The Mist Canteen",
                "bus Munnar Alappuzha Tea Trail Coaches", "check-in Kettuvallam Number Six",
                "dinner Canal Side Kappa & Curry", "night Kettuvallam Number Six",
            ),
            (
                "morning Kettuvallam Number Six", "breakfast Appam at Dawn", "attraction Punnamada Lake",
                "lunch Two Coconuts", "event Snake-Boat Songs & Stories", "dinner Lamp-Post Grill",
                "night Kettuvallam Number Six",
            ),
            (
                "checkout Kettuvallam Number Six", "breakfast Vembanad Tiffin Room",
                "bus Alappuzha Kochi Coir Coast Connect", "flight Kochi Bhopal MEG-641",
            ),
        ),
    ),
    Trip(
        9, "Jaipur", ("Jodhpur", "Udaipur"), "Rajasthan", "2025-11-18", 5, 96000, "easy", TOLERANT,
        persona("Adventure Seeker", "Sightseeing", "Luxury Traveler", "Forts and lakes"), {},
        "Five friends drive themselves from Jaipur to Jodhpur and Udaipur and back, 18 to 22 November "
        "2025, with INR {budget} to spend.",
        (
            (
                "self-driving Jaipur Jodhpur", "check-in Sandglass Suites", "dinner Stepwell Terrace",
                "night Sandglass Suites",
            ),
            (
                "morning Sandglass Suites", "breakfast Mirchi Vada Junction", "attraction Mehrangarh Fort",
                "lunch The Indigo Spoon", "attraction Mandore Gardens", "dinner Lassi to Laal Maas",
                "night Sandglass Suites",
            ),
            (
                "checkout Sandglass Suites", "breakfast Visit the Baker", "self-driving Jodhpur Udaipur",
                "check-in Aravalli Window Villa", "dinner White Boat & Co.", "night Aravalli Window Villa",
            ),
            (
                "morning Aravalli Window Villa", "breakfast Ghat-Side Poha", "attraction City Palace",
                "lunch From Mewar with Ghee", "attraction Lake Pichola", "dinner Eleven Steps Rooftop",
                "night Aravalli Window Villa",
            ),
            (
                "checkout Aravalli Window Villa", "breakfast The Lake Ledger", "attraction Jagdish Temple",
                "self-driving Udaipur Jaipur",
            ),
        ),
    ),
    Trip(
        10, "Kochi", ("Munnar",), "Kerala", "2025-11-14", 2, 8500, "medium", OPTIMIZED,
        persona("Laidback Traveler", "Nature", "Economical Traveler", "Hills"), {"event": "Festival"},
        "Two people by bus from Kochi to Munnar, 14 to 16 November 2025, waterfalls, tea and the fair, "
        "for INR {budget}.",
        (
            (
                "bus Kochi Munnar Hill Mist Carriers", "check-in Third Bend Homestay",
                "attraction Attukad Waterfalls", "dinner Cardamom & Smoke", "night Third Bend Homestay",
            ),
            (
                "morning Third Bend Homestay", "breakfast First Flush Breakfasts", "attraction Tea Museum",
                "lunch Shola-Side Meals", "event Tea Pluckers’ Fair", "dinner Hairpin No. 7",
                "night Third Bend Homestay",
            ),
            (
                "checkout Third Bend Homestay", "breakfast Two Leaves, One Bud",
                "attraction Mattupetty Dam", "bus Munnar Kochi Hill Mist Carriers",
            ),
        ),
    ),
    Trip(
        11, "Bhopal", ("Agra",), "Uttar Pradesh", "2025-11-24", 2, 11000, "easy", "",
        persona("Laidback Traveler", "Heritage", "Economical Traveler", "Monuments",
                "Risk Profile: Risk-Averse"),
        {},
        "Bhopal to Agra for two by train, 24 to 26 November 2025, the great monuments without haste, INR "
        "{budget}.",
        (
            (
                "train Bhopal Agra 11271", "check-in Jasmine Court Inn", "attraction Agra Fort",
                "dinner Begum’s Kitchen, Second Floor", "night Jasmine Court Inn",
            ),
            (
                "morning Jasmine Court Inn", "breakfast Petha & Poori Counter", "attraction Taj Mahal",
                "lunch Yamuna Bend Thali House", "dinner From Tandoor to Table", "night Jasmine Court Inn",
            ),
            (
                "checkout Jasmine Court Inn", "breakfast The Marble Teapot", "attraction Agra Fort",
                "train Agra Bhopal 11272",
            ),
        ),
    ),
    Trip(
        12, "Agra", ("Munnar",), "Kerala", "2025-11-20", 2, 30000, "medium", OPTIMIZED,
        persona("Laidback Traveler", "Nature", "Economical Traveler", "Hills"), {},
        "Two people straight from Agra to Munnar and back, 20 to 22 November 2025, for INR {budget}.",
        (
            (
                "moved Agra Munnar", "check-in Visit Again Guest House", "dinner The Mist Canteen",
                "night Visit Again Guest House",
            ),
            (
                "morning Visit Again Guest House", "breakfast First Flush Breakfasts",
                "attraction Tea Museum", "lunch Shola-Side Meals", "dinner Planter’s Plate",
                "night Visit Again Guest House",
            ),
            ("checkout Visit Again Guest House", "breakfast Two Leaves, One Bud", "moved Munnar Agra"),
        ),
    ),
    Trip(
        13, "Jodhpur", ("Jaipur",), "Rajasthan", "2025-11-15", 2, 12000, "hard", TOLERANT,
        persona("Adventure Seeker", "Celebration", "Luxury Traveler", "Rooftops",
                "Risk Profile: Risk Tolerant"),
        {"house_type": "Entire_Home", "facilities_amenities": "Pool", "cuisine": "Italian",
         "house_rules": "No_Parties"},
        "Jodhpur to Jaipur by train for two, 15 to 17 November 2025, a whole house with a pool and no "
        "parties, Italian food once, and all of it for INR {budget}.",
        (
            (
                "train Jodhpur Jaipur 22732", "check-in Nine Peacocks Residency", "dinner Stay for Supper",
                "night Nine Peacocks Residency",
            ),
            (
                "morning Nine Peacocks Residency", "breakfast Block-Print Cafe",
                "attraction Nahargarh Fort", "lunch From Fort to Fork", "attraction Jal Mahal",
                "dinner Nine Winds Rooftop", "night Nine Peacocks Residency",
            ),
            (
                "checkout Nine Peacocks Residency", "breakfast Kachori, Chai & Company",
                "train Jaipur Jodhpur 22731",
            ),
        ),
    ),
    Trip(
        14, "Udaipur", ("Jodhpur",), "Rajasthan", "2025-11-28", 2, 9500, "medium", AVERSE,
        persona("Laidback Traveler", "Photography", "Economical Traveler", "Blue lanes",
                "Risk Profile: risk_averse"),
        {"house_type": "Family_Friendly", "event": "Festival"},
        "Two of us by bus from Udaipur to Jodhpur on 28 November 2025, the lantern walk on the 29th, "
        "home on the night bus of the 30th, a family-friendly place, INR {budget}.",
        (
            (
                "bus Udaipur Jodhpur Lakes to Dunes Travels", "check-in Rest-a-While Lodge",
                "attraction Toorji Ka Jhalra", "dinner Stepwell Terrace @ 19:30-()",
                "night Rest-a-While Lodge",
            ),
            (
                "morning Rest-a-While Lodge @ ()-07:00", "breakfast Blue Lane Idli @ 07:30-()",
                "attraction Umaid Bhawan Palace", "lunch Dune & Dal",
                "event Blue City Lantern Walk @ 16:45-18:30", "dinner Baiji’s Courtyard",
                "night Rest-a-While Lodge",
            ),
            (
                "checkout Rest-a-While Lodge", "breakfast Mirchi Vada Junction",
                "attraction Mandore Gardens @ 10:00-12:30", "lunch The Indigo Spoon",
                "dinner Lassi to Laal Maas", "bus Jodhpur Udaipur Lakes to Dunes Travels",
            ),
        ),
    ),
)
# fmt: on
