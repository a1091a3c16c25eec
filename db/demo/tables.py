"""The tables of the demo workspace, each a list of rows under its header."""

import json
from collections.abc import Sequence
from itertools import permutations

from db.demo import transport, venues
from db.demo.crowds import CROWD_IN_COLUMNS, WITHOUT_CROWD, analysis_of
from db.demo.places import CITIES, SIGHTS
from db.demo.spots import STOPS, drawn, great_circle_km, located, nearest_stop, rating

ROAD_DETOUR = 1.3
ROAD_KMH = 50
TRAIN_CLASSES = ("SL", "3A", "2A", "CC")

Row = Sequence[object]


def header(columns: str) -> list[Row]:
    """A table that has nothing but its header yet."""
    return [columns.split()]


def compact(value: object) -> str:
    """JSON without blanks."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def places_tables() -> dict[str, list[Row]]:
    """Cities and what stands in them."""
    spots = located()
    cities = header("city state lat lon aliases")
    cities += [(c.city, c.state, c.lat, c.lon, ";".join(c.aliases)) for c in CITIES]
    attractions = header(
        "name city lat lon visit_duration categories rating entry_fee opening_hours analysis crowd_level"
    )
    for s in SIGHTS:
        level = CROWD_IN_COLUMNS.get((s.name, s.city), "")
        analysis = compact(analysis_of(s.name, s.city, "sight")) if level else ""
        attractions.append(
            (
                s.name,
                s.city,
                s.lat,
                s.lon,
                s.visit_h,
                ";".join(s.categories),
                rating(s.city, s.name),
                s.entry_fee_inr,
                s.opening_hours,
                analysis,
                level,
            )
        )
    restaurants = header("name city avg_cost cuisines rating lat lon opening_hours")
    for r in venues.RESTAURANTS:
        restaurants.append(
            (
                r.name,
                r.city,
                r.avg_cost_inr,
                ";".join(r.cuisines),
                rating(r.city, r.name),
                *spots[r.name, r.city],
                r.opening_hours,
            )
        )
    accommodations = header(
        "name city price_per_night max_occupancy house_rules house_type facilities services "
        "minimum_nights rating lat lon"
    )
    for a in venues.ACCOMMODATIONS:
        accommodations.append(
            (
                a.name,
                a.city,
                a.price_per_night_inr,
                a.max_occupancy,
                ";".join(a.house_rules),
                a.house_type,
                ";".join(a.facilities),
                ";".join(a.services),
                a.minimum_nights,
                rating(a.city, a.name),
                *spots[a.name, a.city],
            )
        )
    events = header("name city date start end category price address lat lon")
    for e in venues.EVENTS:
        events.append(
            (
                e.name,
                e.city,
                e.date,
                e.start,
                e.end,
                e.category,
                e.price_inr,
                e.address,
                *spots[e.name, e.city],
            )
        )
    costs = header("city item value currency")
    for city, values in transport.COSTS_INR.items():
        for item, value in zip(
            ("Taxi 1km", "Meal, Inexpensive Restaurant", "Water 0.5 l"), values, strict=True
        ):
            costs.append((city, item, value, "INR"))
    return {
        "cities": cities,
        "attractions": attractions,
        "restaurants": restaurants,
        "accommodations": accommodations,
        "events": events,
        "cost_of_living": costs,
    }


def surroundings_tables() -> dict[str, list[Row]]:
    """Stops, the nearest of them to each place, and crowds."""
    stations = header("name city lat lon kind code")
    stations += [(s.name, s.city, s.lat, s.lon, s.kind, s.code) for s in STOPS]
    nearest = header("poi city stop_name distance_m stop_lat stop_lon")
    for name, city in located():
        stop, distance_m = nearest_stop(name, city)
        nearest.append((name, city, stop.name, f"{distance_m:.2f}", stop.lat, stop.lon))
    crowd = header("poi city analysis")
    for s in SIGHTS:
        if (s.name, s.city) not in WITHOUT_CROWD | CROWD_IN_COLUMNS.keys():
            crowd.append((s.name, s.city, compact(analysis_of(s.name, s.city, "sight"))))
    for r in venues.RESTAURANTS:
        crowd.append((r.name, r.city, compact(analysis_of(r.name, r.city, "meal"))))
    return {"stations": stations, "transit_stops": nearest, "crowd": crowd}


def transport_tables() -> dict[str, list[Row]]:
    """Flights, trains, buses, roads and what is known of their delays."""
    flights = header(
        "flight_number airline origin destination dep_time arr_time arr_day_offset duration date price"
    )
    for f in transport.FLIGHTS:
        for date, price in f.prices_inr.items():
            flights.append((*f[:8], date, price))
    routes = {f.number: (f.origin, f.destination) for f in transport.FLIGHTS}
    records = header(
        "flight_number origin destination total_flights on_time late very_late excessive cancelled "
        "diverted avg_delay_min std_delay_min max_delay_min"
    )
    for k in transport.FLIGHT_RECORDS:
        on_time = k.total - k.late - k.very_late - k.excessive - k.cancelled - k.diverted
        records.append((k.number, *routes[k.number], k.total, on_time, *k[2:]))
    trains = header(
        "train_number train_name origin destination origin_station destination_station dep_time arr_time "
        "arr_day_offset duration run_days classes"
    )
    trains[0] = (*trains[0], *(f"price_{c}" for c in TRAIN_CLASSES))
    delays = header(
        "train_number station avg_delay_1w avg_delay_1m avg_delay_3m avg_delay_6m avg_delay_1y unknown_pct"
    )
    for t in transport.TRAINS:
        trains.append((*t[:11], ";".join(t.prices_inr), *(t.prices_inr.get(c) for c in TRAIN_CLASSES)))
        unknown_pct = round(4 * drawn("unknown", t.number).random(), 2)
        delays.append((t.number, t.destination_station, *t.delays_min, unknown_pct))
    for number, whole in transport.WHOLE_TRAIN_DELAYS.items():
        delays.append((number, "", *whole, 0.5))
    buses = header("operator bus_type origin destination dep_time arr_time arr_day_offset duration price")
    buses += transport.BUSES
    roads = header("origin destination free_flow_min historical_delay_min estimated_delay_min distance_km")
    for r in transport.ROADS:
        for origin, destination, delay_min in (
            (r.one, r.other, r.delay_min),
            (r.other, r.one, r.delay_back_min),
        ):
            roads.append((origin, destination, r.free_flow_min, delay_min, delay_min + 4, r.distance_km))
    return {
        "flights": flights,
        "flight_performance": records,
        "trains": trains,
        "train_delays": delays,
        "buses": buses,
        "road_routes": roads,
        "distance_matrix": distance_rows(),
    }


def distance_rows() -> list[Row]:
    """Every directed pair of cities: the road table's figures, else the great circle with a detour."""
    driven = {frozenset((r.one, r.other)): (r.free_flow_min, r.distance_km) for r in transport.ROADS}
    rows = header("origin destination duration_min distance_km")
    for here, there in permutations(CITIES, 2):
        straight_km = great_circle_km(here.lat, here.lon, there.lat, there.lon)
        estimated_km = round(straight_km * ROAD_DETOUR, 1)
        estimate = (round(estimated_km / ROAD_KMH * 60), estimated_km)
        rows.append((here.city, there.city, *driven.get(frozenset((here.city, there.city)), estimate)))
    return rows
