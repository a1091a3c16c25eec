"""Invented flights, trains, buses and road times of the demo workspace; no real carrier is meant."""

from typing import NamedTuple


class Flight(NamedTuple):
    """An invented flight; no dates means daily, else each date has its own price."""

    number: str
    airline: str
    origin: str
    destination: str
    dep: str
    arr: str
    arr_day_offset: int
    duration: str
    prices_inr: dict[str, int]


class FlightRecord(NamedTuple):
    """Invented on-time record of a flight, in flights and minutes; None where the record has a gap."""

    number: str
    total: int
    late: int
    very_late: int
    excessive: int
    cancelled: int
    diverted: int
    avg_delay_min: float | None
    std_delay_min: float | None
    max_delay_min: float | None


class Train(NamedTuple):
    """An invented train; `delays_min`: averages of 1 week, 1, 3, 6 and 12 months where one gets off."""

    number: str
    name: str
    origin: str
    destination: str
    origin_station: str
    destination_station: str
    dep: str
    arr: str
    arr_day_offset: int
    duration: str
    run_days: str
    prices_inr: dict[str, int]
    delays_min: tuple[float | None, ...]


class Bus(NamedTuple):
    """An invented bus service, daily."""

    operator: str
    bus_type: str
    origin: str
    destination: str
    dep: str
    arr: str
    arr_day_offset: int
    duration: str
    price_inr: int


class Road(NamedTuple):
    """Invented road figures of a pair of cities, there and back."""

    one: str
    other: str
    distance_km: float
    free_flow_min: int
    delay_min: int
    delay_back_min: int


DAILY = ""
_ALL_DAYS = "Mon;Tue;Wed;Thu;Fri;Sat;Sun"

# fmt: off
FLIGHTS = (
    Flight(
        "DHR-214", "Dhruva Air", "Jaipur", "Udaipur", "10:35", "11:40", 0, "1h 05m",
        {"2025-11-06": 2450, "2025-11-07": 2900, "2025-11-08": 3350, "2025-11-15": 2600},
    ),
    Flight(
        "DHR-215", "Dhruva Air", "Udaipur", "Jaipur", "17:30", "18:35", 0, "1h 05m",
        {"2025-11-06": 2500, "2025-11-08": 2750, "2025-11-09": 3600, "2025-11-15": 2650},
    ),
    Flight("DHR-302", "Dhruva Air", "Bhopal", "Jaipur", "07:15", "08:30", 0, "1h 15m", {DAILY: 3900}),
    Flight("DHR-303", "Dhruva Air", "Jaipur", "Bhopal", "19:20", "20:35", 0, "1h 15m", {DAILY: 4100}),
    Flight("DHR-118", "Dhruva Air", "Jaipur", "Jodhpur", "12:50", "13:45", 0, "55m", {DAILY: 2700}),
    Flight("MEG-531", "Megha Airways", "Jaipur", "Kochi", "09:10", "12:05", 0, "2h 55m", {DAILY: 6200}),
    Flight("MEG-532", "Megha Airways", "Kochi", "Jaipur", "17:40", "20:35", 0, "2h 55m", {DAILY: 6400}),
    Flight("MEG-777", "Megha Airways", "Kochi", "Jaipur", "22:40", "01:35", 1, "2h 55m", {DAILY: 5200}),
    Flight("MEG-640", "Megha Airways", "Bhopal", "Kochi", "08:20", "10:50", 0, "2h 30m", {DAILY: 6800}),
    Flight("MEG-641", "Megha Airways", "Kochi", "Bhopal", "17:10", "19:40", 0, "2h 30m", {DAILY: 6900}),
)

FLIGHT_RECORDS = (
    FlightRecord("DHR-214", 88, 12, 6, 3, 2, 0, 22.5, 9.0, 140.0),
    FlightRecord("DHR-215", 86, 16, 9, 5, 2, 1, 28.0, 14.0, 165.0),
    FlightRecord("DHR-302", 120, 18, 8, 4, 1, 0, 19.0, 8.5, 110.0),
    FlightRecord("DHR-303", 118, 25, 14, 8, 3, 1, 31.0, 17.5, None),
    FlightRecord("DHR-118", 0, 0, 0, 0, 0, 0, None, None, None),
    FlightRecord("MEG-531", 150, 30, 14, 9, 3, 1, 33.0, 15.0, 210.0),
    FlightRecord("MEG-532", 149, 28, 18, 12, 4, 0, 36.0, None, 195.0),
    FlightRecord("MEG-640", 96, 15, 9, 6, 2, 1, 27.0, 13.0, 180.0),
    FlightRecord("MEG-641", 97, 19, 11, 7, 3, 0, 30.0, 16.0, 170.0),
)

TRAINS = (
    Train(
        "20461", "Malwa Pink City Link", "Bhopal", "Jaipur", "Bhopal Junction", "Jaipur Junction", "05:50",
        "12:40", 0, "6h 50m", _ALL_DAYS, {"SL": 390, "3A": 1020, "CC": 840}, (18, 22, 26, 24, 25),
    ),
    Train(
        "20462", "Malwa Pink City Link", "Jaipur", "Bhopal", "Jaipur Junction", "Bhopal Junction", "15:20",
        "22:25", 0, "7h 05m", _ALL_DAYS, {"SL": 390, "3A": 1020, "CC": 840}, (30, 28, 32, 35, 33),
    ),
    Train(
        "04817", "Lakes Night Mail", "Bhopal", "Udaipur", "Bhopal Junction", "Udaipur City", "21:30",
        "07:00", 1, "9h 30m", "Mon;Wed;Fri;Sun", {"SL": 470, "3A": 1240, "2A": 1760}, (20, 24, 22, 26, 25),
    ),
    Train(
        "04818", "Lakes Night Mail", "Udaipur", "Bhopal", "Udaipur City", "Bhopal Junction", "21:30",
        "07:45", 1, "10h 15m", "Tue;Wed;Thu;Sat;Sun", {"SL": 470, "3A": 1240, "2A": 1760},
        (34, None, 38, 36, 40),
    ),
    Train(
        "22731", "Thar Day Rider", "Jaipur", "Jodhpur", "Jaipur Junction", "Jodhpur Junction", "10:45",
        "15:35", 0, "4h 50m", _ALL_DAYS, {"SL": 250, "3A": 680, "CC": 520}, (15, 14, 18, 16, 17),
    ),
    Train(
        "22732", "Thar Day Rider", "Jodhpur", "Jaipur", "Jodhpur Junction", "Jaipur Junction", "14:40",
        "19:35", 0, "4h 55m", _ALL_DAYS, {"SL": 250, "3A": 680, "CC": 520}, (22, 19, 21, 24, 23),
    ),
    Train(
        "14893", "Aravalli Crossing", "Jodhpur", "Udaipur", "Jodhpur Junction", "Udaipur City", "10:20",
        "15:40", 0, "5h 20m", _ALL_DAYS, {"SL": 240, "3A": 650}, (26, 24, 28, 27, 29),
    ),
    Train(
        "14894", "Aravalli Crossing", "Udaipur", "Jodhpur", "Udaipur City", "Jodhpur Junction", "09:30",
        "15:00", 0, "5h 30m", _ALL_DAYS, {"SL": 240, "3A": 650}, (None, None, 31, 30, 28),
    ),
    Train(
        "20465", "Desert & Lakes Express", "Jodhpur", "Bhopal", "Jodhpur Junction", "Rani Kamalapati",
        "14:30", "03:20", 1, "12h 50m", _ALL_DAYS, {"SL": 520, "3A": 1390, "2A": 1980},
        (36, 40, 38, 42, 41),
    ),
    Train(
        "20466", "Desert & Lakes Express", "Bhopal", "Jodhpur", "Rani Kamalapati", "Jodhpur Junction",
        "22:10", "10:50", 1, "12h 40m", _ALL_DAYS, {"SL": 520, "3A": 1390, "2A": 1980},
        (33, 35, 34, 37, 36),
    ),
    Train(
        "12977", "Mewar Morning", "Jaipur", "Udaipur", "Jaipur Junction", "Udaipur City", "06:15", "13:05",
        0, "6h 50m", _ALL_DAYS, {"SL": 310, "3A": 820, "CC": 660}, (12, 15, 14, 16, 15),
    ),
    Train(
        "12978", "Mewar Evening", "Udaipur", "Jaipur", "Udaipur City", "Jaipur Junction", "14:50", "21:50",
        0, "7h 00m", _ALL_DAYS, {"SL": 310, "3A": 820, "CC": 660}, (20, 22, 21, 23, 24),
    ),
    Train(
        "11271", "Narmada Yamuna Express", "Bhopal", "Agra", "Bhopal Junction", "Agra Cantt", "06:35",
        "12:10", 0, "5h 35m", _ALL_DAYS, {"SL": 340, "3A": 900, "CC": 730}, (16, 20, 19, 22, 21),
    ),
    Train(
        "11272", "Narmada Yamuna Express", "Agra", "Bhopal", "Agra Cantt", "Bhopal Junction", "15:45",
        "21:30", 0, "5h 45m", _ALL_DAYS, {"SL": 340, "3A": 900, "CC": 730}, (24, 27, 25, 26, 28),
    ),
    Train(
        "19667", "Two Forts Passenger", "Agra", "Jaipur", "Agra Fort Station", "Jaipur Junction", "17:10",
        "21:25", 0, "4h 15m", "Mon;Tue;Thu;Fri;Sat", {"SL": 190, "CC": 410}, (None, None, None, None, None),
    ),
    Train(
        "19668", "Two Forts Passenger", "Jaipur", "Agra", "Jaipur Junction", "Agra Fort Station", "06:20",
        "10:40", 0, "4h 20m", "Mon;Tue;Thu;Fri;Sat", {"SL": 190, "CC": 410}, (14, 16, 15, 17, 18),
    ),
    Train(
        "06341", "Backwater Shuttle", "Kochi", "Alappuzha", "Ernakulam Junction", "Alappuzha Station",
        "11:30", "12:45", 0, "1h 15m", _ALL_DAYS, {"SL": 80, "CC": 150}, (8, 10, 9, 11, 10),
    ),
    Train(
        "06342", "Backwater Shuttle", "Alappuzha", "Kochi", "Alappuzha Station", "Ernakulam Junction",
        "10:15", "11:35", 0, "1h 20m", _ALL_DAYS, {"SL": 80, "CC": 150}, (9, 12, 11, 12, 12),
    ),
    Train(
        "16341", "Coast to Desert Weekly", "Alappuzha", "Jaipur", "Alappuzha Station", "Jaipur Junction",
        "05:40", "21:55", 1, "40h 15m", "Fri", {"SL": 910, "3A": 2380, "2A": 3420}, (64, 70, 72, 68, 75),
    ),
    Train(
        "16343", "Coast to Lakes Weekly", "Alappuzha", "Bhopal", "Alappuzha Station", "Rani Kamalapati",
        "05:40", "12:30", 1, "30h 50m", "Sat", {"SL": 760, "3A": 1990, "2A": 2860}, (52, 58, None, 55, 60),
    ),
)
# fmt: on

WHOLE_TRAIN_DELAYS = {"20461": (19, 23, 24, 25, 26), "12977": (14, None, 16, 17, 18)}
"""Records without a station, for the whole train."""

# fmt: off
BUSES = (
    Bus("Marudhar Star Lines", "AC Seater (2+2)", "Jaipur", "Jodhpur", "10:30", "16:25", 0, "5h 55m", 620),
    Bus("Marudhar Star Lines", "AC Sleeper (2+1)", "Jodhpur", "Jaipur", "22:15", "04:20", 1, "6h 05m", 780),
    Bus(
        "Desert Fox & Sons", "Non AC Seater (2+3)", "Jodhpur", "Udaipur", "10:45", "15:55", 0, "5h 10m",
        410,
    ),
    Bus(
        "Lakes to Dunes Travels", "AC Seater (2+2)", "Udaipur", "Jodhpur", "07:15", "12:20", 0, "5h 05m",
        480,
    ),
    Bus(
        "Lakes to Dunes Travels", "AC Sleeper (2+1)", "Jodhpur", "Udaipur", "22:45", "04:00", 1, "5h 15m",
        560,
    ),
    Bus("Mewar Silver Coach", "AC Seater (2+2)", "Udaipur", "Jaipur", "13:30", "20:30", 0, "7h 00m", 690),
    Bus("Hill Mist Carriers", "Semi Sleeper", "Kochi", "Munnar", "07:10", "11:10", 0, "4h 00m", 320),
    Bus("Hill Mist Carriers", "Semi Sleeper", "Munnar", "Kochi", "15:15", "19:20", 0, "4h 05m", 320),
    Bus("Tea Trail Coaches", "AC Seater (2+2)", "Kochi", "Munnar", "10:45", "14:50", 0, "4h 05m", 450),
    Bus("Tea Trail Coaches", "AC Seater (2+2)", "Munnar", "Alappuzha", "10:30", "15:15", 0, "4h 45m", 520),
    Bus(
        "Coir Coast Connect", "Non AC Seater (2+2)", "Alappuzha", "Kochi", "11:10", "12:45", 0, "1h 35m",
        90,
    ),
    Bus(
        "Coir Coast Connect", "Non AC Seater (2+2)", "Kochi", "Alappuzha", "12:20", "13:55", 0, "1h 35m",
        90,
    ),
)

ROADS = (
    Road("Agra", "Jaipur", 240.0, 265, 30, 34),
    Road("Agra", "Bhopal", 505.0, 560, 48, 52),
    Road("Bhopal", "Jaipur", 595.0, 640, 55, 50),
    Road("Jaipur", "Jodhpur", 332.0, 345, 35, 38),
    Road("Jaipur", "Udaipur", 395.0, 405, 42, 40),
    Road("Jodhpur", "Udaipur", 255.0, 290, 28, 26),
    Road("Alappuzha", "Kochi", 55.0, 85, 20, 25),
    Road("Kochi", "Munnar", 128.0, 230, 36, 32),
    Road("Alappuzha", "Munnar", 168.0, 280, 40, 38),
)
# fmt: on

COSTS_INR = {
    "Agra": (14, 220, 20),
    "Alappuzha": (17, 180, 18),
    "Bhopal": (13, 190, 18),
    "Jaipur": (15, 230, 22),
    "Jodhpur": (14, 200, 20),
    "Kochi": (18, 210, 22),
    "Munnar": (20, 220, 20),
    "Udaipur": (15, 240, 22),
}
"""City -> Taxi 1km, Meal (inexpensive), Bottled water."""
