import json

import pytest

from tests.db.importers.imported import CITIES, put, read, rows, told

BUS = "operator,bus_type,origin,destination,dep_time,arr_time,duration,price\n"
TRAIN = "train_number,origin,destination,dep_time,arr_time"


@pytest.fixture(autouse=True)
def cities(database_url):
    put(database_url, {"cities.csv": CITIES})


def test_an_arrival_before_the_departure_is_the_next_day_and_noted_as_inferred(database_url):
    text = BUS + "A,AC,Jaipur,Udaipur,22:20,00:20,,500\n"
    plan = read(database_url, {"buses.csv": text})
    assert told(plan.notes) == [(2, "arr_time", "Arrival 00:20 after departure 22:20, no day stated")]
    assert plan.notes[0].todo == "Read as the next day and marked inferred."
    put(database_url, {"buses.csv": text})
    assert rows(database_url, "buses", "dep_min", "arr_min", "arr_inferred") == [(1340, 1460, True)]


def test_a_duration_over_a_day_moves_the_arrival_to_the_day_that_fits_it(database_url):
    put(database_url, {"buses.csv": BUS + "A,AC,Jaipur,Udaipur,18:45,21:50,27h 05m,500\n"})
    assert rows(database_url, "buses", "arr_min", "duration_min", "arr_inferred") == [(2750, 1625, True)]


def test_a_journey_over_a_week_is_an_error(database_url):
    text = BUS + "A,AC,Jaipur,Udaipur,08:00,08:01,168h,500\nB,AC,Jaipur,Udaipur,08:00,08:01,169h,500\n"
    plan = read(database_url, {"buses.csv": text})
    assert told(plan.errors) == [(3, "duration", "The journey lasts 169 h 00")]


def test_a_stated_day_is_not_inferred_and_a_wrong_one_is_an_error(database_url):
    text = (
        TRAIN + ",arr_day_offset\n12345,Jaipur,Udaipur,22:00,06:00,1\n12346,Jaipur,Udaipur,22:00,06:00,0\n"
        "12347,Jaipur,Udaipur,22:00,06:00 (+1),\n"
    )
    plan = read(database_url, {"trains.csv": text})
    assert told(plan.errors) == [(3, "arr_time", "Arrival 06:00 is not after departure 22:00")]
    assert plan.notes == []


def test_two_stated_days_of_arrival_that_differ_are_an_error(database_url):
    text = (
        TRAIN + ",arr_day_offset\n1,Jaipur,Udaipur,08:00,12:00 (+1),0\n2,Jaipur,Udaipur,08:00,12:00 (+1),1\n"
        "3,Jaipur,Udaipur,08:00 3 Nov,12:00 4 Nov,2\n4,Jaipur,Udaipur,08:00 3 Nov,12:00 4 Nov,1\n"
    )
    plan = read(database_url, {"trains.csv": text})
    assert told(plan.errors) == [
        (2, "arr_time", "The time says 1 days after the departure, arr_day_offset says 0"),
        (4, "arr_time", "The time says 1 days after the departure, arr_day_offset says 2"),
    ]
    put(database_url, {"trains.csv": text}, skip_bad=True)
    assert rows(database_url, "trains", "number", "arr_min") == [("2", 2160), ("4", 2160)]


def test_times_and_duration_that_disagree_are_noted(database_url):
    plan = read(database_url, {"buses.csv": BUS + "A,AC,Jaipur,Udaipur,08:00,12:00,3h,500\n"})
    assert told(plan.notes) == [(2, "duration", "The times are 4 h 00 apart, the duration says 3 h 00")]


def test_headers_of_other_sources_are_known_in_any_case(database_url):
    text = (
        "Flight Number,OriginCityName,DestCityName,DepTime,ArrTime,ActualElapsedTime,FlightDate,PRICE\n"
        '6E-2145,Jaipur,Udaipur,7:05,08:15,1 hours 10 minutes,2025-11-02,"₹2,450"\n'
    )
    put(database_url, {"anything.csv": text})
    assert rows(
        database_url, "flights", "number", "dep_min", "duration_min", "date", "price", "currency"
    ) == [("6E-2145", 425, 70, "2025-11-02", 2450, "INR")]


def test_the_same_flight_on_two_dates_keeps_two_prices(database_url):
    text = (
        "flight_number,origin,destination,dep_time,arr_time,date,price\n"
        "6E-1,Jaipur,Udaipur,07:05,08:15,02-11-2025,90\n6E-1,Jaipur,Udaipur,07:05,08:15,04-11-2025,300\n"
    )
    put(database_url, {"flights.csv": text})
    assert rows(database_url, "flights", "date", "price") == [("2025-11-02", 90), ("2025-11-04", 300)]


def test_a_date_of_a_flight_without_a_year_asks_for_it_once(database_url):
    text = (
        "flight_number,origin,destination,dep_time,arr_time,date\n6E-1,Jaipur,Udaipur,07:05,01:10 4 Nov,Nov 3\n"
        "6E-2,Jaipur,Udaipur,07:05,08:15,\n6E-3,Jaipur,Udaipur,07:05,08:15,2026-13-40\n"
    )
    plan = read(database_url, {"flights.csv": text})
    assert [(q.key, q.add, q.text) for q in plan.questions] == [
        ("year", '"year": <year>', "1 dates name no year (line 2). Of which year are they?")
    ]
    assert told(plan.errors) == [(4, "date", "'2026-13-40' is no date")]
    put(database_url, {"flights.csv": text}, {"year": 2026}, skip_bad=True)
    assert rows(database_url, "flights", "date", "arr_min") == [("2026-11-03", 1510), ("", 495)]


def test_delay_figures_in_python_text_beside_a_flight_become_its_performance(database_url):
    counts = "{'totalObservations': 100, 'onTime': 70, 'late': 15, 'veryLate': 8, 'excessive': 4, 'cancelled': 2, 'diverted': 1}"
    delays = "{'mean': 22.5, 'standardDeviation': 9.0, 'max': 140, 'min': 1}"
    text = (
        "flight_number,origin,destination,dep_time,arr_time,OnTimePerformance,DelayStats\n"
        f'6E-1,Jaipur,Udaipur,07:05,08:15,"{counts}","{delays}"\n'
    )
    put(database_url, {"flights.csv": text})
    figures = (
        "number",
        "route_key",
        "total_flights",
        "late",
        "very_late",
        "excessive",
        "cancelled",
        "avg_delay_min",
    )
    assert rows(database_url, "flight_performance", *figures) == [("6E-1", "1>2", 100, 15, 8, 4, 2, 22.5)]


def test_text_that_looks_like_code_is_an_error_and_never_run(database_url):
    text = (
        "flight_number,origin,destination,dep_time,arr_time,OnTimePerformance\n"
        "6E-1,Jaipur,Udaipur,07:05,08:15,__import__('os').system('false')\n"
    )
    plan = read(database_url, {"flights.csv": text})
    assert [(p.line, p.column) for p in plan.errors] == [(2, "OnTimePerformance")]


def test_ratings_of_flightstats_are_read_and_codeshares_noted(database_url):
    rating = {
        "departureAirportFsCode": "BOM", "arrivalAirportFsCode": "JAI", "airlineFsCode": "AB", "flightNumber": "12",
        "codeshares": 0, "observations": 14, "ontime": 6, "late15": 2, "late30": 4, "late45": 2, "cancelled": 0,
        "diverted": 0, "delayObservations": 11, "delayMean": 28, "delayStandardDeviation": 17.1, "delayMin": 2,
        "delayMax": 55,
    }  # fmt: skip
    shared = {**rating, "airlineFsCode": "CD", "flightNumber": "7", "codeshares": 14}
    text = json.dumps({"ratings": [rating, shared]})
    plan = read(database_url, {"ratings.json": text})
    assert [p.found for p in plan.notes if p.column == "flight_number"] == [
        "CD7 has the same figures as AB12"
    ]
    put(database_url, {"ratings.json": text})
    assert rows(database_url, "flight_performance", "number", "route_key", "max_delay_min", "codeshare") == [
        ("AB12", "", 55, None), ("CD7", "", 55, "14 of 14"),
    ]  # fmt: skip


def test_an_airport_code_of_the_stations_table_is_its_city(database_url):
    stations = (
        "name,city,lat,lon,kind,code\n"
        "Jaipur Airport,Jaipur,26.8,75.8,airport,JAI\n"
        "Udaipur Airport,Udaipur,24.6,73.9,airport,UDR\n"
    )
    performance = (
        "flight_number,origin,destination,total_flights,late,very_late,excessive,cancelled,diverted,avg_delay_min,"
        "std_delay_min,max_delay_min\n6E-1,JAI,UDR,10,1,1,0,0,0,12,,\n"
    )
    put(database_url, {"stations.csv": stations, "flight_performance.csv": performance})
    assert rows(database_url, "flight_performance", "route_key", "std_delay_min") == [("1>2", None)]


def test_more_late_flights_than_flights_is_an_error(database_url):
    text = (
        "flight_number,total_flights,late,very_late,excessive,cancelled,diverted,avg_delay_min,std_delay_min,"
        "max_delay_min\n6E-1,10,9,1,1,0,0,12,3,40\n"
    )
    plan = read(database_url, {"flight_performance.csv": text})
    assert told(plan.errors) == [(2, "total_flights", "11 flights late, cancelled or diverted out of 10")]


def test_leading_zeros_of_a_train_number_stay(database_url):
    put(
        database_url,
        {"trains.csv": TRAIN + "\n04817,Jaipur,Udaipur,08:00,12:00\n4817,Jaipur,Udaipur,09:00,12:00\n"},
    )
    assert rows(database_url, "trains", "number") == ["04817", "4817"]


def test_prices_by_class_running_days_and_classes_are_read(database_url):
    text = (
        TRAIN
        + ',run_days,classes,price_SL,price_3A\n12345,Jaipur,Udaipur,08:00,12:00,"Mon, Wed-Fri",SL;3A,390,\n'
    )
    put(database_url, {"trains.csv": text})
    assert rows(database_url, "trains", "run_days", "classes", "prices", "price") == [
        ([0, 2, 3, 4], ["SL", "3A"], {"SL": 390}, None)
    ]


def test_a_class_is_what_the_header_says_behind_price(database_url):
    text = (
        TRAIN
        + ",priceSL,PRICE_2S,Price (3A),price-CC,prices,Price\n12345,Jaipur,Udaipur,08:00,12:00,1,2,3,4,5,6\n"
    )
    assert [note.found for note in read(database_url, {"trains.csv": text}).notes] == [
        "Columns that are not used: prices"
    ]
    put(database_url, {"trains.csv": text})
    assert rows(database_url, "trains", "prices", "price") == [({"SL": 1, "2S": 2, "3A": 3, "CC": 4}, 6)]


def test_columns_that_the_map_takes_for_prices_by_class_name_their_class(database_url):
    answers = {"files": {"trains.csv": {"columns": {"prices": ["SL", "price_3A"]}}}}
    text = TRAIN + ",SL,price_3A\n12345,Jaipur,Udaipur,08:00,12:00,390,\n1,Jaipur,Udaipur,08:00,12:00,,900\n"
    put(database_url, {"trains.csv": text}, answers)
    assert rows(database_url, "trains", "prices") == [{"SL": 390}, {"3A": 900}]


@pytest.mark.parametrize("header", ["Price", "prices"])
def test_a_header_without_a_class_that_the_map_takes_for_prices_by_class_is_asked_about(database_url, header):
    text = TRAIN + f",{header}\n12345,Jaipur,Udaipur,08:00,12:00,390\n"
    plan = read(database_url, {"trains.csv": text}, {"columns": {"prices": header}})
    assert [(q.key, q.text) for q in plan.questions] == [
        (
            "columns.prices",
            f"The map takes prices from '{header}', which names no class as price_<class> does. Which headers do?",
        )
    ]


def test_a_price_of_one_class_that_is_no_number_names_its_own_column(database_url):
    plan = read(
        database_url, {"trains.csv": TRAIN + ",price_SL,price_3A\n1,Jaipur,Udaipur,08:00,12:00,390,free\n"}
    )
    assert told(plan.errors) == [(2, "price_3A", "'free' is not an amount")]


def test_delays_that_sit_in_trains_go_to_the_station_where_one_gets_off(database_url):
    text = (
        TRAIN
        + ",destination_station,avg_delay_1month,avg_delay_1y\n12345,Jaipur,Udaipur,08:00,12:00,Udaipur City,,31\n"
    )
    put(database_url, {"trains.csv": text})
    assert rows(database_url, "train_delays", "number", "station", "avg_delay_1m", "avg_delay_1y") == [
        ("12345", "Udaipur City", None, 31)
    ]


def test_delays_with_a_blank_station_stand_for_the_whole_train(database_url):
    put(database_url, {"train_delays.csv": "train_number,station,avg_delay_1w,avg_delay_1y\n12345,,N/A,20\n"})
    assert rows(database_url, "train_delays", "station_key", "avg_delay_1w", "avg_delay_1y") == [
        ("", None, 20)
    ]


def test_delays_without_any_horizon_ask_which_column_it_is(database_url):
    text = "train_number,station,average_delay\n12345,X,20\n"
    plan = read(database_url, {"train_delays.csv": text})
    assert [(q.key, q.add) for q in plan.questions] == [
        ("columns.avg_delay_1y", '"columns": {"avg_delay_1y": "<header>"}')
    ]
    answers = {"files": {"train_delays.csv": {"columns": {"avg_delay_1y": "average_delay"}}}}
    assert read(database_url, {"train_delays.csv": text}, answers).questions == []


def test_a_train_number_in_the_file_name_is_taken_from_there(database_url):
    answers = {
        "files": {
            "0*.csv": {
                "table": "train_delays",
                "from_name": {"train_number": r"(\d{5})"},
                "columns": {"station": "Station_Name", "avg_delay_1y": "Average_Delay(min)"},
            }
        }
    }
    put(database_url, {"02501.csv": "Station_Name,Average_Delay(min)\nKOLKATA ,7\n"}, answers)
    assert rows(database_url, "train_delays", "number", "station", "avg_delay_1y") == [
        ("02501", "KOLKATA", 7)
    ]


def test_an_average_that_rests_on_few_days_is_noted(database_url):
    plan = read(
        database_url,
        {"train_delays.csv": "train_number,station,avg_delay_1y,unknown_pct\n1,X,0,99.73\n2,X,0,50\n"},
    )
    assert told(plan.notes) == [
        (2, "unknown_pct", "The train was cancelled or not seen on 99.73 % of the days")
    ]


def test_route_summaries_of_tomtom_become_minutes_and_a_delay_of_at_least_zero(database_url):
    summary = {"lengthInMeters": 120000, "travelTimeInSeconds": 7500, "noTrafficTravelTimeInSeconds": 7200,
               "historicTrafficTravelTimeInSeconds": 7080}  # fmt: skip
    text = json.dumps([{"origin": "Jaipur", "destination": "Udaipur", "summary": summary}])
    put(database_url, {"routes.json": text})
    assert rows(
        database_url,
        "road_routes",
        "free_flow_min",
        "historical_delay_min",
        "estimated_delay_min",
        "distance_km",
    ) == [(120, 0, 5, 120)]


def test_a_usual_delay_below_0_is_used_as_0_and_noted(database_url):
    text = (
        "origin,destination,free_flow_min,historical_delay_min\nJaipur,Udaipur,120,-5\nUdaipur,Jaipur,120,-\n"
    )
    plan = read(database_url, {"road_routes.csv": text})
    assert told(plan.notes) == [(2, "historical_delay_min", "A usual delay of -5 min")]
    assert told(plan.errors) == [(3, "historical_delay_min", "The cell is '-'")]
    put(database_url, {"road_routes.csv": text}, skip_bad=True)
    assert rows(database_url, "road_routes", "free_flow_min", "historical_delay_min") == [(120, 0)]


def test_route_summaries_without_cities_ask_for_them(database_url):
    summary = {"noTrafficTravelTimeInSeconds": 7200, "historicTrafficTravelTimeInSeconds": 7080}
    plan = read(database_url, {"road_routes.json": json.dumps([{"summary": summary}])})
    assert [question.key for question in plan.questions] == ["columns.origin", "columns.destination"]


def test_a_directed_pair_is_a_key_and_the_way_back_another_one(database_url):
    text = "origin,destination,duration_min,distance_km\nJaipur,Udaipur,400,393\nUdaipur,Jaipur,410,393\n"
    put(database_url, {"distance_matrix.csv": text})
    assert rows(database_url, "distance_matrix", "duration_min") == [400, 410]


def test_hours_stated_as_the_unit_of_a_duration_become_minutes(database_url):
    answers = {"files": {"distance_matrix.csv": {"units": {"duration_min": "hours"}}}}
    put(
        database_url,
        {"distance_matrix.csv": "origin,destination,duration_min,distance_km\nJaipur,Udaipur,6.5,393\n"},
        answers,
    )
    assert rows(database_url, "distance_matrix", "duration_min") == [390]


def test_a_range_of_times_in_one_cell_gives_departure_and_arrival(database_url):
    answers = {
        "files": {
            "small.csv": {
                "table": "flights",
                "columns": {
                    "flight_number": ["Airline", "Time"], "dep_time": "Time", "arr_time": "Time",
                    "arr_day_offset": "new day",
                },
            }
        }
    }  # fmt: skip
    text = (
        "Origin,Destination,Airline,Time,Duration,new day\nJaipur,Udaipur,Nila Air,20:35-0:50,4hr15min,yes\n"
    )
    put(database_url, {"small.csv": text}, answers)
    assert rows(database_url, "flights", "number", "dep_min", "arr_min", "duration_min", "arr_inferred") == [
        ("Nila Air 20:35-0:50", 1235, 1490, 255, False)
    ]


def test_an_empty_object_of_delays_leaves_the_flight_in(database_url):
    flights = """flight_number,origin,destination,dep_time,arr_time,OnTimePerformance,DelayStats
AI 1,Jaipur,Udaipur,08:00,09:00,{},{}
AI 2,Jaipur,Udaipur,08:00,09:00,"{'totalObservations': None}",
AI 3,Jaipur,Udaipur,08:00,09:00,"{'late15': 3}",
"""
    plan = read(database_url, {"cities.csv": CITIES, "flights.csv": flights})
    assert told(plan.errors) == [(4, "OnTimePerformance", "total_flights is missing")]
    assert plan.errors[0].expected == (
        "total_flights or totalObservations or observations, or an empty cell where nothing is known"
    )
    put(database_url, {"cities.csv": CITIES, "flights.csv": flights}, skip_bad=True)
    assert rows(database_url, "flights", "number") == ["AI 1", "AI 2"]
    assert rows(database_url, "flight_performance", "number") == []


def test_a_number_of_four_hundred_digits_is_an_error_of_its_cell(database_url):
    long = "9" * 400
    matrix = (
        f"origin,destination,duration_min,distance_km\nJaipur,Udaipur,{long},1\nUdaipur,Jaipur,1,{long}\n"
    )
    plan = read(database_url, {"cities.csv": CITIES, "distance_matrix.csv": matrix})
    assert [(one.line, one.column) for one in plan.errors] == [(2, "duration_min"), (3, "distance_km")]


@pytest.mark.parametrize(
    ("key", "column"),
    [
        ("noTrafficTravelTimeInSeconds", "free_flow_min"),
        ("historicTrafficTravelTimeInSeconds", "historical_delay_min"),
        ("travelTimeInSeconds", "estimated_delay_min"),
        ("lengthInMeters", "distance_km"),
    ],
)
@pytest.mark.parametrize("digits", ["1" + "0" * 400, "-1" + "0" * 400, "NaN", "1e13"])
def test_a_figure_of_a_route_summary_beyond_all_sense_is_an_error_of_its_row(
    database_url, key, column, digits
):
    summary = {"noTrafficTravelTimeInSeconds": 7200, "historicTrafficTravelTimeInSeconds": 7260}
    item = {"origin": "Jaipur", "destination": "Udaipur", "summary": summary}
    bad = {**item, "destination": "Bhopal", "summary": {**summary, key: "?"}}
    plan = read(database_url, {"routes.json": json.dumps([item, bad]).replace('"?"', digits)})
    assert column in [problem.column for problem in plan.errors]
    assert plan.counts == (1, 1)


def test_one_text_for_the_prices_by_class_asks_for_their_columns(database_url):
    text = TRAIN + ",fare\n12345,Jaipur,Udaipur,08:00,12:00,5\n"
    for said in ({"constants": {"prices": "5"}}, {"from_name": {"prices": "(t)"}}):
        plan = read(database_url, {"trains.csv": text}, said)
        assert [(q.key, q.add) for q in plan.questions] == [
            ("columns.prices", '"columns": {"prices": ["<header>", "<header>"]} in place of that text')
        ]


@pytest.mark.parametrize(
    ("pattern", "reason"),
    [
        ("(x)?", "takes nothing from trains"),
        ("t", "has no group in brackets"),
        ("(x)", "does not fit the name trains"),
        ("(", "is no regular expression (missing ), unterminated subpattern at position 0)"),
        ("(t){99999999999}", "is no regular expression (the repetition number is too large)"),
    ],
)
def test_a_pattern_that_takes_nothing_from_the_file_name_is_asked_about(database_url, pattern, reason):
    text = TRAIN + "\n12345,Jaipur,Udaipur,08:00,12:00\n"
    plan = read(database_url, {"trains.csv": text}, {"from_name": {"train_name": pattern}})
    assert [(q.key, q.text) for q in plan.questions] == [
        ("from_name.train_name", f"train_name comes from the file name by {pattern}, which {reason}.")
    ]


def test_delays_without_counts_leave_the_flight_in_with_a_note(database_url):
    flights = """flight_number,origin,destination,dep_time,arr_time,OnTimePerformance,DelayStats
6E1,Jaipur,Udaipur,10:00,12:00,,"{""mean"": 5}"
6E2,Jaipur,Udaipur,10:00,12:00,{},"{'mean': None}"
6E3,Jaipur,Udaipur,10:00,12:00,"{'foo': 3}","{'mean': 5}"
6E4,Jaipur,Udaipur,10:00,12:00,"{'total': 3}",
"""
    plan = read(database_url, {"flights.csv": flights})
    assert told(plan.notes) == [(2, "DelayStats", "Delays without counts beside them")]
    assert told(plan.errors) == [
        (4, "OnTimePerformance", "total_flights is missing"),
        (5, "OnTimePerformance", "total_flights is missing"),
    ]
    put(database_url, {"flights.csv": flights}, skip_bad=True)
    assert rows(database_url, "flights", "number") == ["6E1", "6E2"]
    assert rows(database_url, "flight_performance", "number") == []


def test_more_late_flights_than_flights_is_an_error_in_json_cells_too(database_url):
    counts = (
        "{'total_flights': 10, 'late': %d, 'very_late': 1, 'excessive': 1, 'cancelled': 0, 'diverted': 0}"
    )
    flights = "flight_number,origin,destination,dep_time,arr_time,OnTimePerformance\n" + "".join(
        f'6E{late},Jaipur,Udaipur,10:00,12:00,"{counts % late}"\n' for late in (8, 9)
    )
    plan = read(database_url, {"flights.csv": flights})
    assert told(plan.errors) == [(3, "OnTimePerformance", "11 flights late, cancelled or diverted out of 10")]
    put(database_url, {"flights.csv": flights}, skip_bad=True)
    assert rows(database_url, "flight_performance", "number", "late") == [("6E8", 8)]


def test_null_in_a_rating_is_not_known_and_an_entry_that_is_no_object_is_an_error(database_url):
    rating = {
        "departureAirportFsCode": None, "arrivalAirportFsCode": "JAI", "airlineFsCode": "AB", "flightNumber": 12,
        "codeshares": None, "observations": 14, "ontime": None, "late15": 2, "late30": 4, "late45": 2, "cancelled": 0,
        "diverted": 0, "delayMean": None, "delayStandardDeviation": None, "delayMax": 55,
    }  # fmt: skip
    files = {"ratings.json": json.dumps({"ratings": [rating, None, {**rating, "observations": None}, [3]]})}
    plan = read(database_url, files)
    assert told(plan.errors) == [
        (1, None, "Entry 2 of ratings is null"),
        (1, None, "Entry 4 of ratings is [3]"),
        (1, "observations", "The cell is empty"),
    ]
    assert plan.counts == (1, 3)
    put(database_url, files, skip_bad=True)
    figures = ("number", "on_time", "late", "avg_delay_min", "max_delay_min", "codeshare")
    assert rows(database_url, "flight_performance", *figures) == [("AB12", None, 2, None, 55, None)]
