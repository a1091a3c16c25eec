"""Invented restaurants, accommodations and events of the demo workspace; no real business is meant."""

from typing import NamedTuple


class Restaurant(NamedTuple):
    """An invented restaurant; the cost is per person."""

    city: str
    name: str
    cuisines: tuple[str, ...]
    avg_cost_inr: int
    opening_hours: str = "06:30-23:30"


class Accommodation(NamedTuple):
    """An invented accommodation; the price is per room and night."""

    city: str
    name: str
    price_per_night_inr: int
    max_occupancy: int
    house_rules: tuple[str, ...]
    house_type: str
    facilities: tuple[str, ...]
    services: tuple[str, ...]
    minimum_nights: int = 1


class Event(NamedTuple):
    """An invented event; dates are ISO, times HH:MM, the price is per person."""

    city: str
    name: str
    date: str
    start: str
    end: str
    category: str
    price_inr: int
    address: str


LATE = "11:30-24:00"

# fmt: off
RESTAURANTS = (
    Restaurant("Agra", "Petha & Poori Counter", ("North Indian", "Street Food"), 130),
    Restaurant("Agra", "The Marble Teapot", ("Cafe", "Bakery"), 260),
    Restaurant("Agra", "Begum’s Kitchen, Second Floor", ("Mughlai",), 420),
    Restaurant("Agra", "From Tandoor to Table", ("North Indian", "Mughlai"), 380),
    Restaurant("Agra", "Yamuna Bend Thali House", ("North Indian",), 240),
    Restaurant("Agra", "Stay for Kebabs", ("Mughlai", "Grill"), 460, LATE),
    Restaurant("Agra", "Half Moon Noodle Bar", ("Chinese",), 320, "11:00-23:30"),
    Restaurant("Agra", "Gulmohar Dosa Corner", ("South Indian",), 180),
    Restaurant("Alappuzha", "Appam at Dawn", ("Kerala", "South Indian"), 140),
    Restaurant("Alappuzha", "Canal Side Kappa & Curry", ("Kerala", "Seafood"), 260),
    Restaurant("Alappuzha", "Captain Pathrose’s Table", ("Seafood", "Grill"), 520),
    Restaurant("Alappuzha", "Rice Boat Mess; Upstairs", ("Kerala",), 200),
    Restaurant("Alappuzha", "The Coir Basket Cafe", ("Cafe",), 280),
    Restaurant("Alappuzha", "Lamp-Post Grill", ("Seafood", "Steak", "Grill"), 600, LATE),
    Restaurant("Alappuzha", "Two Coconuts", ("Kerala", "Vegetarian"), 180),
    Restaurant("Alappuzha", "Vembanad Tiffin Room", ("South Indian",), 150),
    Restaurant("Bhopal", "Jalebi, Poha & Kettle", ("North Indian", "Street Food"), 110),
    Restaurant("Bhopal", "Nawab’s Lantern", ("Mughlai",), 430),
    Restaurant("Bhopal", "Two Lakes Canteen", ("North Indian",), 210),
    Restaurant("Bhopal", "From Wheat to Roti", ("North Indian", "Vegetarian"), 230),
    Restaurant("Bhopal", "The Blue Tonga", ("Cafe", "Italian"), 360),
    Restaurant("Bhopal", "Idgah Hill Tea-Room", ("Cafe", "Bakery"), 190),
    Restaurant("Bhopal", "Bajra Bowl", ("Vegetarian",), 250),
    Restaurant("Bhopal", "Smoke; Salt; Lime", ("Grill",), 480, LATE),
    Restaurant("Jaipur", "Kachori, Chai & Company", ("Rajasthani", "Street Food"), 120),
    Restaurant("Jaipur", "The Pink Ladle", ("Rajasthani", "North Indian"), 320),
    Restaurant("Jaipur", "Rani’s Rasoi", ("Rajasthani",), 380),
    Restaurant("Jaipur", "From Fort to Fork", ("North Indian", "Mughlai"), 420),
    Restaurant("Jaipur", "Stay for Supper", ("Italian", "Continental"), 520),
    Restaurant("Jaipur", "Nine Winds Rooftop", ("North Indian", "Chinese"), 450, LATE),
    Restaurant("Jaipur", "Block-Print Cafe", ("Cafe", "Bakery"), 240),
    Restaurant("Jaipur", "Sandstone Dosa Room", ("South Indian",), 190),
    Restaurant("Jodhpur", "Mirchi Vada Junction", ("Rajasthani", "Street Food"), 110),
    Restaurant("Jodhpur", "The Indigo Spoon", ("Rajasthani", "North Indian"), 330),
    Restaurant("Jodhpur", "Baiji’s Courtyard", ("Rajasthani",), 370),
    Restaurant("Jodhpur", "Visit the Baker", ("Cafe", "Bakery"), 230),
    Restaurant("Jodhpur", "Dune & Dal", ("North Indian", "Vegetarian"), 260),
    Restaurant("Jodhpur", "Lassi to Laal Maas", ("Rajasthani", "Mughlai"), 440),
    Restaurant("Jodhpur", "Stepwell Terrace", ("Continental", "Grill"), 540, LATE),
    Restaurant("Jodhpur", "Blue Lane Idli", ("South Indian",), 160),
    Restaurant("Kochi", "Puttu Before Nine", ("Kerala",), 130),
    Restaurant("Kochi", "The Pepper Warehouse", ("Kerala", "Seafood"), 420),
    Restaurant("Kochi", "Net, Hook & Sinker", ("Seafood", "Grill"), 560),
    Restaurant("Kochi", "Aunty Philo’s Veranda", ("Kerala", "Cafe"), 300),
    Restaurant("Kochi", "Ferry Nine Meals", ("Kerala", "Vegetarian"), 190),
    Restaurant("Kochi", "From the Harbour", ("Seafood",), 480, LATE),
    Restaurant("Kochi", "Spice-Lane Bakery", ("Cafe", "Bakery"), 240),
    Restaurant("Kochi", "Lantern Noodles", ("Chinese",), 340, "11:00-23:30"),
    Restaurant("Munnar", "First Flush Breakfasts", ("Cafe", "South Indian"), 170),
    Restaurant("Munnar", "Cardamom & Smoke", ("Kerala", "Grill"), 380),
    Restaurant("Munnar", "The Mist Canteen", ("South Indian",), 200),
    Restaurant("Munnar", "Hairpin No. 7", ("North Indian", "Chinese"), 310),
    Restaurant("Munnar", "Two Leaves, One Bud", ("Cafe", "Bakery"), 260),
    Restaurant("Munnar", "Planter’s Plate", ("Continental", "Steak"), 520),
    Restaurant("Munnar", "Shola-Side Meals", ("Kerala", "Vegetarian"), 190),
    Restaurant("Munnar", "Thattukada to Go", ("Kerala", "Street Food"), 140, "18:00-02:00"),
    Restaurant("Udaipur", "Ghat-Side Poha", ("Rajasthani", "Street Food"), 120),
    Restaurant("Udaipur", "The Lake Ledger", ("Cafe", "Italian"), 340),
    Restaurant("Udaipur", "Mewar Mess, Old Gate", ("Rajasthani",), 290),
    Restaurant("Udaipur", "Maharani’s Monday Kitchen", ("Rajasthani", "North Indian"), 390),
    Restaurant("Udaipur", "White Boat & Co.", ("Continental", "Seafood"), 560),
    Restaurant("Udaipur", "Stay, Sip & Samosa", ("Cafe",), 210),
    Restaurant("Udaipur", "From Mewar with Ghee", ("Rajasthani", "Vegetarian"), 330),
    Restaurant("Udaipur", "Eleven Steps Rooftop", ("North Indian", "Grill"), 470, LATE),
)
# fmt: on

_WIFI = "Free wifi"

# fmt: off
ACCOMMODATIONS = (
    Accommodation(
        "Agra", "Marble Dust Guest House", 1500, 2, ("No pets", "No smoking"), "Private room",
        (_WIFI, "Parking"), ("Daily housekeeping",),
    ),
    Accommodation(
        "Agra", "Jasmine Court Inn", 2400, 3, ("No smoking",), "Family friendly",
        (_WIFI, "Parking", "Restaurant"), ("Room service", "Laundry"),
    ),
    Accommodation(
        "Agra", "The Crescent & Quill", 4800, 2, ("No pets", "No parties"), "Heritage",
        (_WIFI, "Pool", "Restaurant"), ("Room service", "24-hour front desk", "Laundry"),
    ),
    Accommodation("Agra", "Tajganj Backpack Stay", 700, 1, ("No parties",), "Shared room", (_WIFI,), ()),
    Accommodation(
        "Alappuzha", "Paddy Line Homestay", 1700, 2, ("No smoking",), "Homestay",
        (_WIFI, "Parking", "Garden"), ("Breakfast", "Laundry"),
    ),
    Accommodation(
        "Alappuzha", "Kettuvallam Number Six", 5600, 4, ("No pets", "No parties"), "Entire home",
        ("Restaurant", "Garden"), ("Breakfast", "Room service"), 2,
    ),
    Accommodation(
        "Alappuzha", "Canal & Coir Rooms", 2300, 3, ("No pets",), "Family friendly",
        (_WIFI, "Parking", "Restaurant"), ("Room service",),
    ),
    Accommodation("Alappuzha", "Lighthouse View Lodge", 1100, 2, (), "Private room", ("Parking",), ()),
    Accommodation(
        "Bhopal", "Lakeward House", 1900, 2, ("No smoking",), "Family friendly", (_WIFI, "Parking"),
        ("Breakfast",),
    ),
    Accommodation(
        "Bhopal", "Begum Garden Rooms", 2700, 3, ("No pets",), "Heritage", (_WIFI, "Garden", "Restaurant"),
        ("Room service", "Laundry"),
    ),
    Accommodation("Bhopal", "Platform One Hostel", 650, 1, ("No parties",), "Shared room", (_WIFI,), ()),
    Accommodation(
        "Bhopal", "Shyamla Ridge Suites", 4400, 4, ("No pets", "No smoking"), "Entire home",
        (_WIFI, "Pool", "Parking"), ("24-hour front desk", "Laundry"),
    ),
    Accommodation(
        "Jaipur", "Sparrow Gate Haveli", 2200, 2, ("No pets", "No smoking"), "Heritage",
        (_WIFI, "Restaurant"), ("Room service", "24-hour front desk"),
    ),
    Accommodation(
        "Jaipur", "The Indigo Verandah", 3400, 3, ("No smoking",), "Family friendly",
        (_WIFI, "Pool", "Parking", "Restaurant"), ("Room service", "Laundry", "Breakfast"),
    ),
    Accommodation(
        "Jaipur", "Amber Lantern Stay; Old Town", 1400, 2, ("No parties",), "Private room",
        (_WIFI, "Parking"), ("Laundry",),
    ),
    Accommodation(
        "Jaipur", "Nine Peacocks Residency", 5200, 4, ("No pets", "No parties"), "Entire home",
        (_WIFI, "Pool", "Garden"), ("24-hour front desk", "Breakfast"), 2,
    ),
    Accommodation(
        "Jodhpur", "Blue Stair House", 1600, 2, ("No smoking",), "Private room", (_WIFI,), ("Laundry",),
    ),
    Accommodation(
        "Jodhpur", "Thar & Thyme Haveli", 2900, 3, ("No pets",), "Heritage",
        (_WIFI, "Restaurant", "Parking"), ("Room service", "Breakfast"),
    ),
    Accommodation("Jodhpur", "Rest-a-While Lodge", 1200, 2, (), "Family friendly", (_WIFI, "Parking"), ()),
    Accommodation(
        "Jodhpur", "Sandglass Suites", 4700, 4, ("No pets", "No smoking"), "Entire home",
        (_WIFI, "Pool", "Parking"), ("24-hour front desk", "Laundry"),
    ),
    Accommodation(
        "Kochi", "Cinnamon Pier Homestay", 1800, 2, ("No smoking",), "Homestay", (_WIFI, "Garden"),
        ("Breakfast",),
    ),
    Accommodation(
        "Kochi", "The Old Godown Rooms", 3100, 3, ("No pets", "No smoking"), "Heritage",
        (_WIFI, "Restaurant", "Pool"), ("Room service", "Laundry", "Airport transfer"),
    ),
    Accommodation("Kochi", "Monsoon & Mat", 1200, 2, ("No parties",), "Private room", (_WIFI,), ()),
    Accommodation(
        "Kochi", "Harbour Bell Suites", 5400, 4, ("No pets",), "Entire home", (_WIFI, "Pool", "Parking"),
        ("24-hour front desk", "Airport transfer"),
    ),
    Accommodation(
        "Munnar", "Cloud Shelf Cottages", 2600, 3, ("No smoking",), "Family friendly",
        (_WIFI, "Parking", "Garden"), ("Breakfast", "Room service"),
    ),
    Accommodation(
        "Munnar", "Third Bend Homestay", 1500, 2, ("No pets",), "Homestay", ("Parking", "Garden"),
        ("Breakfast",),
    ),
    Accommodation("Munnar", "Visit Again Guest House", 1100, 2, (), "Private room", (_WIFI,), ()),
    Accommodation(
        "Munnar", "Silver Oak, Upper Estate", 6200, 4, ("No pets", "No parties"), "Heritage",
        (_WIFI, "Restaurant", "Garden"), ("Room service", "Laundry"), 2,
    ),
    Accommodation(
        "Udaipur", "Kingfisher Ghat House", 2100, 2, ("No smoking",), "Heritage", (_WIFI, "Restaurant"),
        ("Room service", "Breakfast"),
    ),
    Accommodation(
        "Udaipur", "The Quiet Oar", 3600, 3, ("No pets", "No parties"), "Family friendly",
        (_WIFI, "Pool", "Restaurant"), ("Room service", "Laundry", "24-hour front desk"),
    ),
    Accommodation("Udaipur", "Marigold Lane Rooms", 1300, 2, (), "Private room", (_WIFI,), ("Laundry",)),
    Accommodation(
        "Udaipur", "Aravalli Window Villa", 5800, 5, ("No pets",), "Entire home",
        (_WIFI, "Pool", "Parking"), ("24-hour front desk",), 2,
    ),
)

EVENTS = (
    Event(
        "Agra", "River-Light Qawwali Evening", "2025-11-25", "18:30", "21:00", "Music", 300, "Yamuna Lawn",
    ),
    Event("Alappuzha", "Lamps on the Canal", "2025-11-20", "18:00", "20:30", "Festival", 0, "Canal Bund"),
    Event(
        "Alappuzha", "Snake-Boat Songs & Stories", "2025-11-27", "16:00", "18:00", "Arts & Theatre", 250,
        "Boat Shed Two",
    ),
    Event(
        "Bhopal", "Two Lakes Poetry Night", "2025-11-08", "19:00", "21:30", "Arts & Theatre", 150,
        "Hill Hall",
    ),
    Event(
        "Jaipur", "Kites, Drums & Blue Pottery", "2025-11-03", "16:30", "19:00", "Festival", 0,
        "Craft Square",
    ),
    Event(
        "Jaipur", "From Raga to Rajasthan", "2025-11-06", "16:00", "18:30", "Music", 350, "Courtyard Stage",
    ),
    Event(
        "Jaipur", "Old City Puppet Theatre", "2025-11-13", "16:30", "18:00", "Arts & Theatre", 200,
        "Lane Nine",
    ),
    Event(
        "Jaipur", "Half-Marathon Morning, Pink Walls", "2025-11-16", "06:00", "10:00", "Sports", 500,
        "Ring Gate",
    ),
    Event("Jodhpur", "Desert Strings", "2025-11-15", "18:00", "20:30", "Music", 300, "Fort Lawn"),
    Event(
        "Jodhpur", "Blue City Lantern Walk", "2025-11-29", "16:30", "18:30", "Festival", 100, "Market Arch",
    ),
    Event(
        "Kochi", "Kathakali by the Quay", "2025-11-18", "16:30", "18:30", "Arts & Theatre", 400,
        "Quay Theatre",
    ),
    Event("Kochi", "Spice Route Night Market", "2025-11-23", "17:00", "22:00", "Food", 0, "Pepper Yard"),
    Event("Munnar", "Tea Pluckers’ Fair", "2025-11-15", "15:00", "18:00", "Festival", 50, "Estate Ground"),
    Event("Udaipur", "Boats, Bells & Ballads", "2025-11-14", "16:30", "18:30", "Music", 250, "Lake Steps"),
)
# fmt: on
