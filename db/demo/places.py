"""Facts of the demo workspace: cities, sights and stations that exist, with their coordinates.

Coordinates are WGS 84 degrees, rounded, good to a few hundred metres (a park or a lake by one point in it).
"""

from typing import NamedTuple


class City(NamedTuple):
    """A city: state, centre, other names, and the quarter where the invented restaurants and hotels stand."""

    city: str
    state: str
    lat: float
    lon: float
    aliases: tuple[str, ...]
    quarter_lat: float
    quarter_lon: float


class Sight(NamedTuple):
    """A sight: categories as the table of base durations has them; `visit_h` is invented or left open."""

    city: str
    name: str
    lat: float
    lon: float
    categories: tuple[str, ...]
    visit_h: float | None
    entry_fee_inr: int | None
    opening_hours: str


class Station(NamedTuple):
    """A transport place; kind is airport, railway, bus or metro."""

    city: str
    name: str
    lat: float
    lon: float
    kind: str
    code: str


# fmt: off
CITIES = (
    City("Agra", "Uttar Pradesh", 27.1767, 78.0081, (), 27.17, 78.029),
    City("Alappuzha", "Kerala", 9.4981, 76.3388, ("Alleppey",), 9.497, 76.333),
    City("Bhopal", "Madhya Pradesh", 23.2599, 77.4126, (), 23.248, 77.402),
    City("Jaipur", "Rajasthan", 26.9124, 75.7873, ("Pink City",), 26.92, 75.82),
    City("Jodhpur", "Rajasthan", 26.2389, 73.0243, (), 26.292, 73.025),
    City("Kochi", "Kerala", 9.9312, 76.2673, ("Cochin",), 9.964, 76.248),
    City("Munnar", "Kerala", 10.0889, 77.0595, (), 10.088, 77.059),
    City("Udaipur", "Rajasthan", 24.5854, 73.7125, (), 24.581, 73.686),
)
# fmt: on

_LANDMARK = ("Sights & Landmarks",)
_MUSEUM = ("Museums",)
_NATURE = ("Nature & Parks",)

# fmt: off
SIGHTS = (
    Sight(
        "Agra", "Taj Mahal", 27.1751, 78.0421, _LANDMARK, 2.0, 50,
        "Mon-Thu 06:00-18:30; Fri closed; Sat-Sun 06:00-18:30",
    ),
    Sight("Agra", "Agra Fort", 27.1795, 78.0211, _LANDMARK, 1.5, 40, "06:00-18:00"),
    Sight("Agra", "Mehtab Bagh", 27.18, 78.0421, _NATURE, 1.0, 25, "06:00-18:30"),
    Sight("Agra", "Tomb of I'timad-ud-Daulah", 27.1929, 78.031, _LANDMARK, 1.0, 20, "06:00-18:00"),
    Sight("Agra", "Akbar's Tomb", 27.2206, 77.9505, _LANDMARK, 1.5, 20, "06:00-18:00"),
    Sight("Agra", "Jama Masjid", 27.1832, 78.016, _LANDMARK, 0.5, 0, "05:00-20:00"),
    Sight("Agra", "Kinari Bazaar", 27.185, 78.015, ("Shopping",), None, None, "11:00-21:00"),
    Sight("Alappuzha", "Alappuzha Beach", 9.493, 76.318, ("Outdoor Activities",), 1.5, 0, "00:00-24:00"),
    Sight("Alappuzha", "Alappuzha Lighthouse", 9.4944, 76.3211, _LANDMARK, 0.5, 20, "09:00-18:00"),
    Sight(
        "Alappuzha", "Punnamada Lake", 9.503, 76.356, ("Boat Tours & Water Sports",), 1.5, 400,
        "07:00-18:30",
    ),
    Sight("Alappuzha", "Mullakkal Temple", 9.4957, 76.3397, _LANDMARK, 1.0, 0, "05:00-20:00"),
    Sight("Alappuzha", "Ambalapuzha Sri Krishna Temple", 9.3833, 76.3695, _LANDMARK, 1.0, 0, "05:00-20:00"),
    Sight(
        "Alappuzha", "Pathiramanal", 9.619, 76.384, ("Nature & Parks", "Boat Tours & Water Sports"), None,
        None, "08:00-17:30",
    ),
    Sight("Bhopal", "Taj-ul-Masajid", 23.2629, 77.3927, _LANDMARK, 1.0, 0, "05:30-20:30"),
    Sight("Bhopal", "Bharat Bhavan", 23.247, 77.391, _MUSEUM, 1.5, 10, "13:00-20:00"),
    Sight("Bhopal", "Madhya Pradesh Tribal Museum", 23.2349, 77.3851, _MUSEUM, 1.5, 20, "11:00-20:00"),
    Sight(
        "Bhopal", "Van Vihar National Park", 23.23, 77.372, ("Zoos & Aquariums", "Nature & Parks"), None,
        75, "06:30-18:00",
    ),
    Sight(
        "Bhopal", "Indira Gandhi Rashtriya Manav Sangrahalaya", 23.2327, 77.3778, _MUSEUM, 2.0, 50,
        "10:00-17:30",
    ),
    Sight(
        "Bhopal", "Lakshmi Narayan Temple (Birla Mandir)", 23.2428, 77.4095, _LANDMARK, 1.0, 0,
        "06:00-21:00",
    ),
    Sight(
        "Bhopal", "Boat Club, Upper Lake", 23.2447, 77.3857, ("Boat Tours & Water Sports",), 1.0, 150,
        "09:00-19:00",
    ),
    Sight("Jaipur", "Amber Fort", 26.9855, 75.8513, _LANDMARK, 2.0, 100, "08:00-19:00"),
    Sight("Jaipur", "Hawa Mahal", 26.9239, 75.8267, _LANDMARK, 1.0, 50, "08:30-20:00"),
    Sight(
        "Jaipur", "City Palace", 26.9258, 75.8237, ("Museums", "Sights & Landmarks"), 1.5, 200,
        "08:30-19:30",
    ),
    Sight("Jaipur", "Jantar Mantar", 26.9247, 75.8246, _LANDMARK, 1.0, 50, "08:30-19:00"),
    Sight("Jaipur", "Albert Hall Museum", 26.9118, 75.8195, _MUSEUM, 1.0, 40, "08:30-19:30"),
    Sight("Jaipur", "Nahargarh Fort", 26.9373, 75.8155, _LANDMARK, 1.5, 50, "09:30-20:00"),
    Sight("Jaipur", "Jal Mahal", 26.9534, 75.8462, _LANDMARK, 0.5, 0, "06:00-20:00"),
    Sight("Jaipur", "Jaigarh Fort", 26.9851, 75.8455, _LANDMARK, None, 35, "09:00-18:00"),
    Sight("Jaipur", "Birla Mandir", 26.8922, 75.8154, _LANDMARK, 1.0, 0, "06:00-21:00"),
    Sight("Jaipur", "Johari Bazaar", 26.92, 75.827, ("Shopping",), None, None, "10:00-21:30"),
    Sight(
        "Jodhpur", "Mehrangarh Fort", 26.2978, 73.0187, ("Sights & Landmarks", "Museums"), 2.0, 100,
        "08:30-18:30",
    ),
    Sight("Jodhpur", "Jaswant Thada", 26.3042, 73.0247, _LANDMARK, 1.0, 30, "08:00-19:00"),
    Sight(
        "Jodhpur", "Umaid Bhawan Palace", 26.2809, 73.0472, ("Museums", "Sights & Landmarks"), 1.0, 60,
        "09:00-18:00",
    ),
    Sight(
        "Jodhpur", "Ghanta Ghar", 26.2944, 73.0242, ("Sights & Landmarks", "Shopping"), 1.0, 0,
        "08:00-22:00",
    ),
    Sight("Jodhpur", "Toorji Ka Jhalra", 26.2966, 73.0232, _LANDMARK, 0.5, 0, "00:00-24:00"),
    Sight("Jodhpur", "Mandore Gardens", 26.352, 73.0335, _NATURE, 1.5, 0, "08:00-20:00"),
    Sight("Jodhpur", "Rao Jodha Desert Rock Park", 26.3033, 73.0175, _NATURE, 1.5, 100, "07:00-18:30"),
    Sight("Kochi", "Chinese Fishing Nets", 9.968, 76.242, _LANDMARK, 1.0, 0, "05:00-20:00"),
    Sight("Kochi", "Mattancherry Palace", 9.9583, 76.2593, _MUSEUM, 1.0, 5, "09:00-17:00"),
    Sight("Kochi", "Paradesi Synagogue", 9.9573, 76.2596, _LANDMARK, 0.5, 10, "10:00-17:00"),
    Sight("Kochi", "St. Francis Church", 9.966, 76.241, _LANDMARK, 0.5, 0, "09:00-17:30"),
    Sight("Kochi", "Santa Cruz Cathedral Basilica", 9.965, 76.2437, _LANDMARK, 1.0, 0, "07:00-19:00"),
    Sight("Kochi", "Hill Palace", 9.9526, 76.3639, _MUSEUM, 2.0, 30, "09:00-17:00"),
    Sight("Kochi", "Marine Drive", 9.979, 76.276, ("Outdoor Activities",), 1.0, 0, "00:00-24:00"),
    Sight("Munnar", "Eravikulam National Park", 10.2, 77.0833, _NATURE, 2.5, 200, "07:30-17:00"),
    Sight(
        "Munnar", "Mattupetty Dam", 10.1063, 77.124, ("Sights & Landmarks", "Boat Tours & Water Sports"),
        1.5, 10, "08:30-18:00",
    ),
    Sight("Munnar", "Kundala Lake", 10.143, 77.198, ("Boat Tours & Water Sports",), 1.5, 20, "08:00-18:00"),
    Sight(
        "Munnar", "Top Station", 10.1228, 77.2442, ("Outdoor Activities", "Nature & Parks"), None, None,
        "06:00-18:30",
    ),
    Sight("Munnar", "Tea Museum", 10.0944, 77.0498, _MUSEUM, 1.0, 125, "09:00-17:30"),
    Sight("Munnar", "Attukad Waterfalls", 10.0547, 77.0497, _NATURE, 1.0, 0, "07:00-18:30"),
    Sight(
        "Udaipur", "City Palace", 24.5764, 73.6835, ("Museums", "Sights & Landmarks"), 1.5, 250,
        "09:00-18:00",
    ),
    Sight(
        "Udaipur", "Lake Pichola", 24.572, 73.679, ("Boat Tours & Water Sports",), 1.0, 400, "08:00-19:00",
    ),
    Sight("Udaipur", "Jagdish Temple", 24.5796, 73.6838, _LANDMARK, 0.5, 0, "04:30-22:00"),
    Sight("Udaipur", "Saheliyon-ki-Bari", 24.603, 73.6862, _NATURE, 1.0, 20, "08:00-19:00"),
    Sight(
        "Udaipur", "Fateh Sagar Lake", 24.601, 73.674, ("Boat Tours & Water Sports", "Nature & Parks"), 1.5,
        200, "08:00-20:00",
    ),
    Sight(
        "Udaipur", "Bagore Ki Haveli", 24.5799, 73.6823, ("Museums", "Concerts & Shows"), 1.0, 60,
        "09:30-19:30",
    ),
    Sight("Udaipur", "Sajjangarh Monsoon Palace", 24.594, 73.6393, _LANDMARK, None, 110, "09:00-18:00"),
    Sight(
        "Udaipur", "Jag Mandir", 24.5678, 73.6778, ("Sights & Landmarks", "Boat Tours & Water Sports"), 1.5,
        450, "10:00-18:00",
    ),
)

STATIONS = (
    Station("Agra", "Agra Cantt", 27.158, 77.9905, "railway", "AGC"),
    Station("Agra", "Agra Fort Station", 27.1836, 78.0192, "railway", "AF"),
    Station("Agra", "Agra Airport", 27.1558, 77.9609, "airport", "AGR"),
    Station("Alappuzha", "Alappuzha Station", 9.4844, 76.3226, "railway", "ALLP"),
    Station("Alappuzha", "Alappuzha Bus Station", 9.501, 76.345, "bus", ""),
    Station("Bhopal", "Bhopal Junction", 23.2667, 77.4136, "railway", "BPL"),
    Station("Bhopal", "Rani Kamalapati", 23.222, 77.4396, "railway", "RKMP"),
    Station("Bhopal", "Raja Bhoj Airport", 23.2875, 77.3374, "airport", "BHO"),
    Station("Jaipur", "Jaipur Junction", 26.9196, 75.788, "railway", "JP"),
    Station("Jaipur", "Jaipur International Airport", 26.8242, 75.8122, "airport", "JAI"),
    Station("Jaipur", "Sindhi Camp", 26.923, 75.8, "bus", ""),
    Station("Jaipur", "Chandpole", 26.9262, 75.808, "metro", ""),
    Station("Jaipur", "Badi Chaupar", 26.9233, 75.8262, "metro", ""),
    Station("Jodhpur", "Jodhpur Junction", 26.2836, 73.0226, "railway", "JU"),
    Station("Jodhpur", "Jodhpur Airport", 26.2511, 73.0489, "airport", "JDH"),
    Station("Jodhpur", "Raika Bagh Bus Stand", 26.2925, 73.0385, "bus", ""),
    Station("Kochi", "Ernakulam Junction", 9.969, 76.2908, "railway", "ERS"),
    Station("Kochi", "Cochin International Airport", 10.152, 76.4019, "airport", "COK"),
    Station("Kochi", "MG Road", 9.9834, 76.2822, "metro", ""),
    Station("Kochi", "Vyttila Mobility Hub", 9.9688, 76.3202, "bus", ""),
    Station("Munnar", "Munnar Bus Stand", 10.0772, 77.0655, "bus", ""),
    Station("Udaipur", "Udaipur City", 24.5703, 73.6985, "railway", "UDZ"),
    Station("Udaipur", "Maharana Pratap Airport", 24.6177, 73.8961, "airport", "UDR"),
    Station("Udaipur", "Udiapole Bus Stand", 24.574, 73.6995, "bus", ""),
)
# fmt: on
