"""What is known of one train, flight, bus operator, road, place or city, as the explorer shows it."""

from collections.abc import Callable, Iterable

import streamlit as st

from annotate.clock import HOUR_MIN, format_duration, format_time_with_day
from annotate.errors import NotFoundError
from annotate.facts import LEVEL_NAMES, Crowd, FlightPerformance, PlaceFacts, Source, TrainDelays, Window
from annotate.plan import StopKind
from annotate.scores.tdas import expected_flight_delay, expected_road_delay, expected_train_delay
from db import explore, reference
from db.session import open_session
from helpers.advice import Advice, advice
from pages._ui.link_table import Cell, Column, Row, link_table
from pages._ui.page_head import count, plain, section
from pages._ui.reference_charts import show_crowd, show_delay_horizons, show_on_time_record

INVENTED = "invented"
ADVICE_COLUMNS = (
    Column("What"),
    Column("Figure", wrap=True),
    Column("n", number=True),
    Column("Source", wrap=True),
    Column("As of"),
)


def _figures(found: Iterable[Advice], *, key: str, name: str) -> None:
    """Figures as a table: value in words, sample size, source and date."""
    rows = [
        Row(
            str(number),
            None,
            [
                Cell(one.label),
                Cell(one.text, tone="mute" if one.value is None and one.source is None else ""),
                Cell(
                    "-" if one.n is None else f"{one.n:,}",
                    tone="mute" if one.n is None else "",
                    sort=one.n or 0,
                ),
                Cell(one.source or "-", tone="warn" if INVENTED in (one.source or "") else ""),
                Cell(one.as_of or "not stated", tone="" if one.as_of else "mute"),
            ],
        )
        for number, one in enumerate(found)
    ]
    link_table(ADVICE_COLUMNS, rows, key=key, name=name)


def _title(title: str, note: str, sources: Iterable[Source]) -> None:
    words, mark = st.columns([4, 1], vertical_alignment="center")
    with words:
        section(title, note)
    if any(INVENTED in source.label for source in sources):
        mark.badge("demo (invented)", color="orange", icon=":material/science:")


def _minutes(value: float | None) -> str:
    return (
        "not known"
        if value is None
        else f"{round(value, 1):g} min" + (f" ({format_duration(value)})" if value >= HOUR_MIN else "")
    )


def _timetable(found: list[explore.Departure]) -> None:
    named = len({one.name for one in found}) > 1
    rows = []
    for number, one in enumerate(found):
        prices = ", ".join(f"{name + ' ' if name else ''}{price:,.0f}" for name, price in one.prices.items())
        arrival = format_time_with_day(one.arr_min) + (" (day inferred)" if one.arr_inferred else "")
        cells = [
            *([Cell(one.name or one.number)] if named else []),
            Cell(one.origin),
            Cell(one.destination),
            Cell(format_time_with_day(one.dep_min)),
            Cell(arrival),
        ]
        cells += [
            Cell(format_duration(one.arr_min - one.dep_min), sort=one.arr_min - one.dep_min),
            Cell(one.days),
            Cell(f"{one.currency} {prices}" if prices else "not known", tone="" if prices else "mute"),
            Cell(one.source.label),
        ]
        rows.append(Row(str(number), None, cells))
    headings = (
        *(("Name",) if named else ()),
        "From",
        "To",
        "Departs",
        "Arrives",
        "Takes",
        "Runs",
        "Price a person",
        "Source",
    )
    columns = [
        Column(name, wrap=name in ("From", "To", "Runs", "Price a person", "Source", "Name"))
        for name in headings
    ]
    link_table(columns, rows, key="timetable", name="Timetable", height_px=320)


def _no_figures(kind: str, what: str) -> None:
    with open_session(write=False) as session:
        have = explore.coverage(session, kind)
    noun = {
        "train": "trains",
        "flight": "flights",
        "road": "road pairs",
        "place": "attractions and restaurants",
    }[kind]
    st.info(
        f"No {what} here; {have.with_figures:,} of {have.things:,} {noun} have some. What is not known is not scored.",
        icon=":material/do_not_disturb_on:",
    )


def _train(key: str) -> None:
    with open_session(write=False) as session:
        found, records = explore.departures(session, "train", key), reference.train_delays(session, key)
    if not found and not records:
        raise NotFoundError(f"No table knows the train {key}", todo="Choose one from the list.")
    _title(
        f"Train {key}",
        found[0].name if found else "not in the timetable",
        [*(one.source for one in found), *(one.source for one in records)],
    )
    _timetable(found)
    section("Delays", "the station where the traveller gets off counts")
    if not records:
        _no_figures("train", "delay data")
        return
    show_delay_horizons(records)
    figures = []
    for record in records:
        if isinstance(record.delays, TrainDelays):
            expected = expected_train_delay(record.delays)
            words = "; ".join(filter(None, [_minutes(expected.minutes), expected.reason, *expected.notes]))
            figures.append(
                advice(f"Expected delay, {record.where}", words, expected.minutes, "min", record.source)
            )
            if record.delays.unknown_pct is not None:
                figures.append(
                    advice(
                        f"Runs without a record, {record.where}",
                        f"{record.delays.unknown_pct:g} %",
                        record.delays.unknown_pct,
                        "%",
                        record.source,
                    )
                )
    _figures(figures, key="figures", name="Delay figures")


def _flight(key: str) -> None:
    with open_session(write=False) as session:
        found, records = (
            explore.departures(session, "flight", key),
            reference.flight_performance(session, key),
        )
    if not found and not records:
        raise NotFoundError(f"No table knows the flight {key}", todo="Choose one from the list.")
    _title(
        f"Flight {key}",
        found[0].name if found else "not in the timetable",
        [*(one.source for one in found), *(one.source for one in records)],
    )
    _timetable(found)
    section("On-time record")
    if not records:
        _no_figures("flight", "on-time record")
        return
    for number, record in enumerate(records):
        if isinstance(record.delays, FlightPerformance):
            st.caption(plain(record.where))
            show_on_time_record(record.delays)
            expected = expected_flight_delay(record.delays)
            words = "; ".join(filter(None, [_minutes(expected.minutes), expected.reason, *expected.notes]))
            seen = record.delays
            words_of = (
                ("mean", seen.avg_delay_min),
                ("sd", seen.std_delay_min),
                ("longest", seen.max_delay_min),
            )
            spread = ", ".join(f"{word} {_minutes(value)}" for word, value in words_of)
            _figures(
                [
                    advice("Expected delay", words, expected.minutes, "min", record.source),
                    advice(
                        "Delay of late flights", spread, record.delays.avg_delay_min, "min", record.source
                    ),
                ],
                key=f"figures-{number}",
                name="Delay figures",
            )


def _bus(key: str) -> None:
    with open_session(write=False) as session:
        found = explore.departures(session, "bus", key)
    if not found:
        raise NotFoundError(f"No table knows the bus operator {key}", todo="Choose one from the list.")
    _title(key, count(len(found), "departure"), [one.source for one in found])
    _timetable(found)
    st.caption("What a bus loses in traffic stands under its road pair.")


def _road(key: str) -> None:
    origin, _, destination = key.partition(explore.KEY_SEPARATOR)
    with open_session(write=False) as session:
        known = reference.road(session, origin, destination)
    _title(f"{origin} to {destination}", "by road", known.sources.values())
    expected = expected_road_delay(known.historical_delay_min)
    figures = [
        advice(
            "Without traffic",
            _minutes(known.free_flow_min),
            known.free_flow_min,
            "min",
            known.sources.get("free_flow_min"),
        ),
        advice(
            "Expected delay",
            _minutes(expected.minutes),
            expected.minutes,
            "min",
            known.sources.get("historical_delay_min"),
        ),
        advice(
            "Distance",
            "not known" if known.distance_km is None else f"{known.distance_km:,.1f} km",
            known.distance_km,
            "km",
            known.sources.get("distance_km"),
        ),
    ]
    if known.cab_km_inr is not None and known.distance_km is not None:
        cost = known.cab_km_inr * known.distance_km
        figures.append(
            advice(
                "Cab for up to four",
                f"INR {cost:,.0f} ({known.cab_km_inr:g} a km)",
                cost,
                "INR",
                known.sources.get("cab_km_inr"),
            )
        )
    _figures(figures, key="figures", name="Figures of the road")
    if known.historical_delay_min is None:
        _no_figures("road", "delay data for this pair")


def _place(key: str) -> None:
    name, _, city = key.rpartition(explore.KEY_SEPARATOR)
    with open_session(write=False) as session:
        found = reference.places(session, name, city)
    for number, place in enumerate(found):
        _title(place.name, f"{place.kind.value}, {place.city}", place.sources.values())
        _figures(_place_figures(place), key=f"figures-{number}", name=f"Figures of {place.name}")
        if place.kind in (StopKind.ATTRACTION, StopKind.RESTAURANT):
            _crowd(place, number)


def _place_figures(place: PlaceFacts) -> list[Advice]:
    of = place.sources.get
    unit = "a room and night" if place.kind is StopKind.ACCOMMODATION else "a person"
    lists = (
        ("Categories", place.categories),
        ("Cuisines", place.cuisines),
        ("House rules", place.house_rules),
        ("House type", place.house_type),
        ("Facilities", place.facilities),
        ("Services", place.services),
    )
    figures = [
        advice(
            "Price",
            "not known" if place.price is None else f"{place.currency} {place.price:,.0f} {unit}",
            place.price,
            place.currency,
            of("price"),
        ),
    ]
    if place.kind is StopKind.ATTRACTION:
        figures.insert(
            0,
            advice(
                "Visit duration",
                _minutes(place.visit_duration_min),
                place.visit_duration_min,
                "min",
                of("visit_duration_min"),
            ),
        )
    figures += [
        advice(label, ", ".join(values), ", ".join(values), None, of(label.casefold().replace(" ", "_")))
        for label, values in lists
        if values
    ]
    if place.hours:
        figures.append(advice("Open", _hours(place.hours), None, None, of("hours")))
    if place.event_dates:
        figures.append(
            advice(
                "Takes place",
                f"{place.event_dates[0]} to {place.event_dates[-1]}"
                if len(place.event_dates) > 1
                else place.event_dates[0],
                place.event_dates[0],
                None,
                of("event_dates"),
            )
        )
    for label, value, field in (
        ("Sleeps", place.max_occupancy, "max_occupancy"),
        ("Nights at least", place.minimum_nights, "minimum_nights"),
        ("Rating", place.rating, "rating"),
    ):
        if value is not None:
            figures.append(advice(label, f"{value:g}", value, None, of(field)))
    if place.nearest_stop_name is not None:
        metres = "" if place.nearest_stop_m is None else f", {place.nearest_stop_m:,.0f} m"
        figures.append(
            advice(
                "Nearest stop",
                f"{place.nearest_stop_name}{metres}",
                place.nearest_stop_m,
                "m",
                of("nearest_stop"),
            )
        )
    if place.lat is not None and place.lon is not None:
        figures.append(
            Advice("Coordinates", f"{place.lat:.4f}, {place.lon:.4f}", f"{place.lat}, {place.lon}")
        )
    return figures


def _hours(hours: tuple[tuple[Window, ...], ...]) -> str:
    days = [
        ", ".join(f"{format_time_with_day(a)} to {format_time_with_day(b)}" for a, b in day) or "closed"
        for day in hours
    ]
    if len(set(days)) == 1:
        return f"daily {days[0]}"
    return "; ".join(f"{name} {words}" for name, words in zip(explore.WEEKDAYS, days, strict=True))


def _crowd(place: PlaceFacts, number: int) -> None:
    level = f"stated level: {LEVEL_NAMES[place.crowd_level]}" if place.crowd_level else ""
    sources = [place.sources[key] for key in ("crowd_level", "crowd") if key in place.sources]
    origins = [", ".join([source.label, source.as_of or "date not stated"]) for source in sources]
    section("Crowd", " · ".join(filter(None, [level, *origins])))
    if not place.crowds:
        if not place.crowd_level:
            _no_figures("place", "crowd data")
        return
    crowd: Crowd = place.crowds[0]
    if len(place.crowds) == len(explore.WEEKDAYS):
        day = st.segmented_control(
            "Weekday", explore.WEEKDAYS, default=explore.WEEKDAYS[0], required=True, key=f"weekday-{number}"
        )
        crowd = place.crowds[explore.WEEKDAYS.index(day or explore.WEEKDAYS[0])]
    show_crowd(crowd)


def _city(key: str) -> None:
    with open_session(write=False) as session:
        card = explore.city_card(session, key)
    where = (
        "coordinates not known" if card.lat is None or card.lon is None else f"{card.lat:.4f}, {card.lon:.4f}"
    )
    _title(
        card.name,
        " · ".join(
            filter(None, [card.state, where, f"also {', '.join(card.aliases)}" if card.aliases else ""])
        ),
        [card.source],
    )
    left, right = st.columns(2, gap="medium")
    with left:
        rows = [
            Row(name, None, [Cell(name), Cell(f"{number:,}", tone="" if number else "mute", sort=number)])
            for name, number in card.rows.items()
        ]
        link_table(
            [Column("What is known"), Column("Rows", number=True)],
            rows,
            key="city-rows",
            name="Rows by table",
        )
    with right:
        if card.costs:
            rows = [
                Row(
                    item, None, [Cell(item), Cell(f"{currency} {value:,.0f}", sort=value), Cell(source.label)]
                )
                for item, value, currency, source in card.costs
            ]
            link_table(
                [
                    Column("Cost of living", wrap=True),
                    Column("Value", number=True),
                    Column("Source", wrap=True),
                ],
                rows,
                key="city-costs",
                name="Cost of living",
            )
        else:
            st.info("No cost of living is known: cab rides from here have no price.")


CARDS: dict[str, Callable[[str], None]] = {
    "train": _train,
    "flight": _flight,
    "bus": _bus,
    "road": _road,
    "place": _place,
    "city": _city,
}
"""By kind of thing: draws what is known of the thing with a key. Raises NotFoundError."""
