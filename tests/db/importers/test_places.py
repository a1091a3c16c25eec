import pytest

from tests.db.importers.imported import CITIES, put, read, rows, told


@pytest.fixture(autouse=True)
def cities(database_url):
    put(database_url, {"cities.csv": CITIES})


def test_visit_durations_are_hours_unless_the_map_says_minutes(database_url):
    text = (
        "name,city,visit_duration,categories\n"
        "Fort,Jaipur,3.5,Museums\n"
        "Park,Jaipur,,Nature & Parks\n"
        "Lake,Jaipur,90 min,Nature & Parks\n"
    )
    put(database_url, {"attractions.csv": text})
    assert rows(database_url, "attractions", "visit_duration_min") == [210, None, 90]
    answers = {"files": {"attractions.csv": {"units": {"visit_duration": "minutes"}}}}
    put(
        database_url,
        {"attractions.csv": "name,city,visit_duration,categories\nFort,Jaipur,95,Museums\n"},
        answers,
    )
    assert rows(database_url, "attractions", "visit_duration_min") == [95, None, 90]


def test_a_visit_duration_of_0_stays_0_and_is_noted(database_url):
    text = "name,city,visit_duration,categories\nFort,Jaipur,0,Museums\nPark,Jaipur,-,Museums\nLake,Jaipur,0 min,Other\n"
    plan = read(database_url, {"attractions.csv": text})
    assert plan.errors == []
    assert told(plan.notes) == [
        (2, "visit_duration", "A visit of 0 min"),
        (4, "visit_duration", "A visit of 0 min"),
    ]
    put(database_url, {"attractions.csv": text})
    assert rows(database_url, "attractions", "visit_duration_min") == [0, None, 0]


def test_categories_are_apart_by_semicolons_or_a_list(database_url):
    text = (
        "Name,City,visit_duration,subcategories\nFort,Jaipur,1,Museums;Sights & Landmarks;\n"
        "Park,Jaipur,1,\"['Nature & Parks', 'Shopping']\"\nLake,Jaipur,1,-\n"
    )
    put(database_url, {"sights.csv": text})
    assert rows(database_url, "attractions", "categories") == [
        ["Museums", "Sights & Landmarks"], ["Nature & Parks", "Shopping"], None,
    ]  # fmt: skip


def test_venues_called_na_none_and_nan_survive(database_url):
    text = "name,city,avg_cost,cuisines\nNA,Jaipur,100,Cafe\nNone,Jaipur,100,Cafe\nNan,Jaipur,N/A,\n"
    put(database_url, {"restaurants.csv": text})
    assert rows(database_url, "restaurants", "name", "price") == [("NA", 100), ("None", 100), ("Nan", None)]


def test_a_name_that_is_only_a_dash_is_an_error_of_its_row(database_url):
    plan = read(
        database_url,
        {"restaurants.csv": "name,city,avg_cost,cuisines\n–,Jaipur,100,Cafe\nA,Jaipur,100,Cafe\n"},
    )
    assert told(plan.errors) == [(2, "name", "The cell is '–'")]
    assert plan.counts == (1, 1)


def test_names_are_trimmed_with_a_note_and_curly_quotes_are_folded_for_matching_only(database_url):
    text = "name,city,avg_cost,cuisines\n Alexander’s ,Jaipur,100,Cafe\n"
    plan = read(database_url, {"restaurants.csv": text})
    assert told(plan.notes) == [(2, "name", "' Alexander’s '")]
    put(database_url, {"restaurants.csv": text})
    assert rows(database_url, "restaurants", "name", "name_key") == [("Alexander’s", "alexander's")]


def test_a_chain_that_repeats_in_a_city_asks_for_the_address(database_url):
    text = "name,city,avg_cost,cuisines,where\nCafe,Jaipur,100,Cafe,East\nCafe,Jaipur,140,Cafe,West\nInn,Jaipur,90,Cafe,West\n"
    plan = read(database_url, {"restaurants.csv": text})
    assert [(q.key, q.choices) for q in plan.questions] == [("columns.address", ("where",))]
    assert "Cafe, lines 2, 3" in plan.questions[0].text
    put(
        database_url,
        {"restaurants.csv": text},
        {"files": {"restaurants.csv": {"columns": {"address": "where"}}}},
    )
    assert rows(database_url, "restaurants", "name", "address_key") == [
        ("Cafe", "east"),
        ("Cafe", "west"),
        ("Inn", ""),
    ]


def test_a_price_inside_an_object_is_that_price_with_its_currency(database_url):
    text = (
        "name,city,pricing,roomType,minimum nights\n"
        "Inn,Jaipur,\"{'price': '$1,250'}\",Private room,2\n"
        'Plain,Jaipur,"₹2,262",,\n'
    )
    put(database_url, {"accommodations.csv": text})
    assert rows(database_url, "accommodations", "price", "currency", "house_type", "minimum_nights") == [
        (1250, "USD", ["Private room"], 2), (2262, "INR", None, None),
    ]  # fmt: skip


def test_a_hotel_that_costs_nothing_is_an_error(database_url):
    plan = read(database_url, {"accommodations.csv": "name,city,price_per_night\nInn,Jaipur,0\n"})
    assert told(plan.errors) == [(2, "price_per_night", "The price is 0")]


def test_mark_columns_become_facilities_by_their_headers(database_url):
    text = "name,city,price_per_night,Wifi,Pool,Spa,Rating\nInn,Jaipur,900,1,0,yes,4.5\nPlain,Jaipur,500,0,0,0,0\n"
    answers = {"files": {"accommodations.csv": {"columns": {"facilities": "Wifi ... Spa"}}}}
    put(database_url, {"accommodations.csv": text}, answers)
    assert rows(database_url, "accommodations", "facilities", "rating") == [
        (["Wifi", "Spa"], 4.5),
        ([], None),
    ]


def test_coordinates_at_zero_or_twice_the_same_are_left_out_with_a_note(database_url):
    text = "name,city,price_per_night,lat,lon\nInn,Jaipur,900,0,0\nTwin,Jaipur,900,28.69,28.69\nGood,Jaipur,900,26.9,75.8\n"
    plan = read(database_url, {"accommodations.csv": text})
    assert told(plan.notes) == [
        (2, "lat", "The coordinates are 0, 0"),
        (3, "lat", "The coordinates are 28.69, 28.69"),
    ]
    put(database_url, {"accommodations.csv": text})
    assert rows(database_url, "accommodations", "lat") == [None, None, 26.9]


def test_the_day_stands_before_the_month_always(database_url):
    plan = read(
        database_url, {"events.csv": "name,city,dateTitle\nA,Jaipur,03-04-2026\nB,Jaipur,02-13-2026\n"}
    )
    assert told(plan.errors) == [(3, "dateTitle", "'02-13-2026' is no date")]
    put(database_url, {"events.csv": "name,city,dateTitle\nA,Jaipur,03-04-2026\n"})
    assert rows(database_url, "events", "date") == ["2026-04-03"]


def test_dates_without_a_year_ask_for_it_once(database_url):
    text = (
        'name,city,date\nA,Jaipur,"Sat, 14 Feb – Sun, 15 Feb, 11:00 AM"\nB,Jaipur,"Fri, 06 Feb, 10:45 PM"\n'
    )
    plan = read(database_url, {"events.csv": text})
    assert [(q.key, q.add) for q in plan.questions] == [("year", '"year": <year>')]
    put(database_url, {"events.csv": text}, {"year": 2026})
    assert rows(database_url, "events", "date", "end_date", "start_min", "end_min") == [
        ("2026-02-14", "2026-02-15", 660, None), ("2026-02-06", None, 1365, None),
    ]  # fmt: skip


def test_a_last_date_without_a_year_asks_for_it_too(database_url):
    text = "name,city,date,end_date\nA,Jaipur,3 Feb,Feb 5\nB,Jaipur,2026-02-03,Feb 5\nC,Jaipur,2026-02-03,\n"
    plan = read(database_url, {"events.csv": text})
    assert [(q.key, q.add, q.text) for q in plan.questions] == [
        ("year", '"year": <year>', "3 dates name no year (line 2, 3). Of which year are they?")
    ]
    assert plan.errors == []
    put(database_url, {"events.csv": text}, {"year": 2026})
    assert rows(database_url, "events", "date", "end_date") == [
        ("2026-02-03", "2026-02-05"), ("2026-02-03", "2026-02-05"), ("2026-02-03", None),
    ]  # fmt: skip


def test_a_weekday_that_the_year_does_not_have_is_an_error(database_url):
    plan = read(database_url, {"events.csv": 'name,city,date\nA,Jaipur,"Sat, 14 Feb"\n'}, {"year": 2025})
    assert told(plan.errors) == [(2, "date", "'Sat, 14 Feb' in 2025 is a Fri")]


def test_an_event_that_repeats_or_has_no_date_is_an_error(database_url):
    plan = read(
        database_url, {"events.csv": 'name,city,date\nA,Jaipur,"Every Sun & Sat, 8:30 PM"\nB,Jaipur,\n'}
    )
    assert told(plan.errors) == [
        (2, "date", "'Every Sun & Sat, 8:30 PM' names no single date"), (3, "date", "The cell is empty"),
    ]  # fmt: skip


def test_an_event_over_midnight_ends_on_the_next_day(database_url):
    put(database_url, {"events.csv": "name,city,date,start,end\nA,Jaipur,2026-02-14,22:00,01:30\n"})
    assert rows(database_url, "events", "start_min", "end_min") == [(1320, 1530)]


def test_an_end_that_states_its_day_is_on_that_day_and_no_start_is_on_another(database_url):
    text = (
        "name,city,date,start,end\nA,Jaipur,2026-02-14,18:00,23:00 (+1)\nB,Jaipur,2026-02-14,22:00,01:30 (+1)\n"
        "C,Jaipur,2026-02-14,,24:00 next day\nD,Jaipur,2026-02-14,06:00 (+1),07:00\nE,Jaipur,2026-02-14,06:00 (+0),07:00\n"
    )
    plan = read(database_url, {"events.csv": text})
    assert told(plan.errors) == [(5, "start", "'06:00 (+1)' is not on the day of the row")]
    put(database_url, {"events.csv": text}, skip_bad=True)
    assert rows(database_url, "events", "name", "start_min", "end_min") == [
        ("A", 1080, 2820), ("B", 1320, 1530), ("C", None, 2880), ("E", 360, 420),
    ]  # fmt: skip


def test_distances_of_transit_stops_are_metres_unless_they_say_otherwise(database_url):
    text = (
        "PoI,City,nearest_stop_name,nearest_stop_distance\n"
        "Fort,Jaipur,Gate,841.96\n"
        "Park,Jaipur,Gate,0.5km\n"
        "Lake,Jaipur,Gate,3 miles\n"
    )
    plan = read(database_url, {"transit_stops.csv": text})
    assert told(plan.errors) == [(4, "nearest_stop_distance", "'3 miles' is not a distance")]
    put(database_url, {"transit_stops.csv": text}, skip_bad=True)
    assert rows(database_url, "transit_stops", "distance_m", "computed") == [(841.96, False), (500, False)]


@pytest.mark.parametrize(
    ("unit", "metres"), [("km", 500), ("kilometres", 500), (" KMs ", 500), ("m", 0.5), ("Metres", 0.5)]
)
def test_the_map_may_name_the_unit_of_a_distance_in_any_word(database_url, unit, metres):
    text = "poi,city,stop_name,distance_m\nFort,Jaipur,Gate,0.5\nPark,Jaipur,Gate,3 km\n"
    put(database_url, {"transit_stops.csv": text}, {"units": {"distance_m": unit}})
    assert rows(database_url, "transit_stops", "distance_m") == [metres, 3000]


@pytest.mark.parametrize("unit", ["miles", "", "5 km", "h"])
def test_a_unit_that_is_none_of_a_distance_is_an_error(database_url, unit):
    stops = "poi,city,stop_name,distance_m\nFort,Jaipur,Gate,0.5\n"
    plan = read(database_url, {"transit_stops.csv": stops}, {"units": {"distance_m": unit}})
    assert told(plan.errors) == [(2, "distance_m", f"unit '{unit}' of distance_m")]
    assert (plan.errors[0].expected, plan.errors[0].todo) == ("m or km", "Correct the map.")
    matrix = "origin,destination,duration_min,distance_km\nJaipur,Udaipur,400,393\n"
    plan = read(database_url, {"distance_matrix.csv": matrix}, {"units": {"distance_km": unit}})
    assert told(plan.errors) == [(2, "distance_km", f"unit '{unit}' of distance_km")]


def test_metres_may_be_the_unit_of_a_field_in_kilometres(database_url):
    matrix = "origin,destination,duration_min,distance_km\nJaipur,Udaipur,400,393500\n"
    put(database_url, {"distance_matrix.csv": matrix}, {"units": {"distance_km": "meters"}})
    assert rows(database_url, "distance_matrix", "distance_km") == [393.5]


def test_a_unit_of_a_field_that_the_table_does_not_have_is_asked_about(database_url):
    text = "poi,city,stop_name,distance_m\nFort,Jaipur,Gate,0.5\n"
    plan = read(database_url, {"transit_stops.csv": text}, {"units": {"distance": "km", "distance_m": "m"}})
    assert [(q.key, q.add) for q in plan.questions] == [
        ("units.distance", '"units": {"<field>": "<unit>"} in place of "distance"')
    ]


def test_the_nearest_station_is_computed_where_no_stop_is_stated_and_marked_so(database_url):
    files = {
        "attractions.csv": (
            "name,city,lat,lon,visit_duration,categories\n"
            "Fort,Jaipur,26.90,75.80,1,Museums\n"
            "Park,Jaipur,26.91,75.80,1,Museums\n"
        ),
        "stations.csv": (
            "name,city,lat,lon,kind\n"
            "Near,Jaipur,26.901,75.80,metro\n"
            "Far,Jaipur,26.95,75.80,railway\n"
            "Air,Jaipur,26.90,75.80,airport\n"
        ),
        "transit_stops.csv": "poi,city,stop_name,distance_m\nPark,Jaipur,Stated Stop,12\n",
    }
    result = put(database_url, files)
    assert result.stops_computed == 1
    (park, fort) = rows(database_url, "transit_stops", "name", "stop_name", "distance_m", "computed")
    assert park == ("Park", "Stated Stop", 12, False)
    assert fort == ("Fort", "Near", pytest.approx(111.195, abs=0.01), True)
    assert put(database_url, files).counts.changed == 0


def test_a_metro_station_far_from_all_others_is_noted(database_url):
    text = "name,city,lat,lon,kind\nA,Jaipur,26.90,75.80,metro\nB,Jaipur,26.91,75.80,metro\nC,Jaipur,27.10,75.80,metro\n"
    plan = read(database_url, {"stations.csv": text})
    assert told(plan.notes) == [(4, "lat", "The next metro station is 21 km away")]


def test_costs_keep_their_currency(database_url):
    put(
        database_url,
        {
            "cost_of_living.csv": "city,item,value,currency\nJaipur,Taxi 1km,14,INR\nJaipur,Tea,$2,\nJaipur,Water,3,EUR\n"
        },
    )
    assert rows(database_url, "cost_of_living", "item", "value", "currency") == [
        ("Taxi 1km", 14, "INR"), ("Tea", 2, "USD"), ("Water", 3, "EUR"),
    ]  # fmt: skip


def test_values_that_no_wish_may_ever_meet_are_listed_once_per_column(database_url: str) -> None:
    hotels = (
        "name,city,price_per_night,max_occupancy,house_rules,house_type,facilities,services\n"
        "Plain Inn,Jaipur,900,2,No Pets,Hotel,WiFi;Helipad,Room Service\n"
        "Amber Inn,Jaipur,950,2,No Pets,Igloo,Helipad;Moat,Laundry\n"
    )
    plan = read(database_url, {"cities.csv": CITIES, "accommodations.csv": hotels})
    assert plan.errors == []
    assert told(plan.notes) == [
        (None, "house_type", "1 value is in no list of known words: 'Igloo' (1)"),
        (None, "facilities", "2 values are in no list of known words: 'Helipad' (2), 'Moat' (1)"),
    ]


def test_a_price_object_without_a_price_leaves_the_price_unknown_and_keeps_the_row(database_url):
    hotels = """name,city,price_per_night
Inn,Jaipur,"{'price': None}"
Plain Inn,Jaipur,{}
Old Inn,Jaipur,"{'price': '-', 'tax': 3}"
"""
    put(database_url, {"cities.csv": CITIES, "accommodations.csv": hotels})
    assert rows(database_url, "accommodations", "name", "price") == [
        ("Inn", None),
        ("Plain Inn", None),
        ("Old Inn", None),
    ]


def test_a_price_object_of_another_kind_and_a_needed_price_that_is_empty_are_errors(database_url):
    files = {
        "cities.csv": CITIES,
        "accommodations.csv": "name,city,price_per_night\nInn,Jaipur,{'cost': 5}\n",
        "cost_of_living.csv": "city,item,value\nJaipur,Taxi 1km,{'price': None}\n",
    }
    assert told(read(database_url, files).errors) == [
        (2, "price_per_night", "'{'cost': 5}' is not an amount"),
        (2, "value", "The cell is '{'price': None}'"),
    ]


def test_the_same_place_in_two_spellings_is_counted_once(database_url):
    items = """city,item,value
Jaipur,Taxi 1km,20
Jaipur,TAXI  1km,20
Udaipur,Alexander’s,1
Udaipur,Alexander's,1
"""
    plan = read(database_url, {"cities.csv": CITIES, "cost_of_living.csv": items})
    assert plan.errors == []
    assert told(plan.notes) == [(3, None, "The row repeats line 2"), (5, None, "The row repeats line 4")]
    assert {note.todo for note in plan.notes} == {"Counted once."}


def test_a_currency_may_be_a_sign_a_word_or_a_code_and_contradicts_no_sign_of_its_row(database_url):
    items = """city,item,value,currency
Jaipur,a,1,Rs.
Jaipur,b,1,₹
Jaipur,c,1,usd
Jaipur,d,$1,
Jaipur,e,1,
Jaipur,f,₹1,USD
Jaipur,g,1,pebbles
"""
    files = {"cities.csv": CITIES, "cost_of_living.csv": items}
    assert told(read(database_url, files, {"currency": "eur"}).errors) == [
        (7, "value", "The price is in INR, the column currency says USD"),
        (8, "currency", "'pebbles' is not a currency"),
    ]
    put(database_url, files, {"currency": "eur"}, skip_bad=True)
    assert rows(database_url, "cost_of_living", "item", "currency") == [
        ("a", "INR"),
        ("b", "INR"),
        ("c", "USD"),
        ("d", "USD"),
        ("e", "EUR"),
    ]
