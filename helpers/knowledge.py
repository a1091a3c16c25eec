"""What is known of one row of a plan, as a list of Advice: the card beside the board."""

from math import ceil, floor

from annotate.buffers import minutes_text
from annotate.clock import DAY_MIN, format_time, format_time_with_day
from annotate.facts import LEVEL_NAMES, FlightPerformance, LegFacts, PlaceFacts, TrainDelays, Window
from annotate.names import place_key
from annotate.plan import Mode, StopKind
from annotate.profile import DEFAULT_PROFILE, Profile
from annotate.score import Part
from annotate.scores.bas import score_stop
from annotate.scores.penalty import TOLERANCE_MIN
from annotate.scores.tdas import score_leg
from annotate.timeline import LegEntry, StopEntry, Timeline
from helpers.advice import Advice, advice

_HORIZONS = (
    ("avg_delay_1w", "1 week"),
    ("avg_delay_1m", "1 month"),
    ("avg_delay_3m", "3 months"),
    ("avg_delay_6m", "6 months"),
    ("avg_delay_1y", "1 year"),
)


def what_we_know(
    trip: Timeline, entry: StopEntry | LegEntry, profile: Profile = DEFAULT_PROFILE
) -> list[Advice]:
    """The figures behind a row's scores and rules, and what the tables say beside them."""
    return _of_leg(trip, entry, profile) if isinstance(entry, LegEntry) else _of_stop(trip, entry, profile)


def _of_stop(trip: Timeline, entry: StopEntry, profile: Profile) -> list[Advice]:
    place = entry.place
    if entry.kind is StopKind.TRANSPORT:
        return [Advice("Place", "a station or airport; it is not scored")]
    if place is None:
        near = trip.facts.near_misses.get(place_key(entry.row.name, entry.row.city), ())
        hint = f"; close to it: {', '.join(near)}" if near else ""
        return [
            Advice("Catalogue", f"does not hold this place in {entry.row.city or 'an unresolved city'}{hint}")
        ]
    found: list[Advice] = []
    if entry.kind in (StopKind.ATTRACTION, StopKind.RESTAURANT):
        found += _stay(score_stop(trip, entry, profile), entry, place)
    found += _hours(trip, entry, place)
    if entry.kind is StopKind.EVENT:
        found += _event(place)
    found.append(_price(place))
    if place.nearest_stop_name:
        metres = f", {place.nearest_stop_m:,.2f} m" if place.nearest_stop_m is not None else ""
        found.append(
            advice(
                "Nearest stop",
                f"{place.nearest_stop_name}{metres}",
                place.nearest_stop_m,
                "m",
                place.sources.get("nearest_stop"),
            )
        )
    if place.categories:
        found.append(advice("Categories", ", ".join(place.categories), None, None, None))
    if place.cuisines:
        found.append(advice("Cuisines", ", ".join(place.cuisines), None, None, None))
    return found


def _stay(part: Part, entry: StopEntry, place: PlaceFacts) -> list[Advice]:
    figures = part.figures
    found = []
    if "base_min" in figures:
        source = figures["base_source"]
        origin = place.sources.get("visit_duration_min") if source == "catalogue" else source
        found.append(
            advice("Base duration", minutes_text(figures["base_min"]), figures["base_min"], "min", origin)
        )
    else:
        found.append(Advice("Base duration", part.reason or "not known"))
    if place.crowd_level is not None:
        found.append(
            advice(
                "Crowd level",
                LEVEL_NAMES[place.crowd_level],
                place.crowd_level,
                None,
                place.sources.get("crowd"),
            )
        )
    elif not place.crowds:
        found.append(Advice("Crowd", "no data, so this row gets no BAS and no CATS"))
    if "congestion" in figures:
        ideal = figures["ideal_buffer_min"]
        found.append(
            Advice(
                "Ideal buffer",
                f"{minutes_text(ideal)} = {minutes_text(figures['base_min'])} x {figures['congestion']:.2f}",
                ideal,
                "min",
                source=figures["congestion_source"],
            )
        )
    if "stay_range_min" in figures:
        low, high = figures["stay_range_min"]
        text = f"{minutes_text(low)} to {minutes_text(high)}"
        if entry.row.start_min is not None:
            start = entry.row.start_min
            text += f": leave {_whole_span(start + low, start + high)}"
        found.append(Advice("Stay for BAS 1", text, low, "min"))
    return found


def _whole_span(low: float, high: float) -> str:
    """The whole minutes inside a range, as clock times; the nearest ones outside where none lies inside."""
    first, last = ceil(low - TOLERANCE_MIN), floor(high + TOLERANCE_MIN)
    if first > last:
        return f"{format_time_with_day(last)} or {format_time_with_day(first)} (nearest whole minutes)"
    return (
        format_time_with_day(first)
        if first == last
        else f"{format_time_with_day(first)} to {format_time_with_day(last)}"
    )


def _hours(trip: Timeline, entry: StopEntry, place: PlaceFacts) -> list[Advice]:
    crowd = trip.crowd(entry)
    found = []
    if place.hours:
        at = entry.start if entry.start is not None else DAY_MIN * (entry.day.number - 1)
        hours = place.hours_on(trip.weekday(at))
        text = (
            "differ by weekday, and the trip has no dates"
            if hours is None
            else _windows(hours) or "closed that day"
        )
        found.append(advice("Open", text, None, None, place.sources.get("hours")))
    if crowd is not None and crowd.peak_hours:
        found.append(
            advice("Peak hours", _hour_runs(crowd.peak_hours), None, None, place.sources.get("crowd"))
        )
    if crowd is not None and crowd.quiet_hours:
        found.append(
            advice("Quiet hours", _hour_runs(crowd.quiet_hours), None, None, place.sources.get("crowd"))
        )
    return found


def _windows(windows: tuple[Window, ...]) -> str:
    return ", ".join(f"{format_time(start)}-{format_time(end)}" for start, end in windows)


def _hour_runs(hours: tuple[int, ...]) -> str:
    """`11-14 h, 18 h`: hours of the day, neighbours joined; the last hour is named by its end."""
    wanted = sorted({hour % 24 for hour in hours})
    runs: list[list[int]] = []
    for hour in wanted:
        if runs and runs[-1][1] == hour:
            runs[-1][1] = hour + 1
        else:
            runs.append([hour, hour + 1])
    return ", ".join(f"{start:02d}-{end:02d} h" for start, end in runs)


def _event(place: PlaceFacts) -> list[Advice]:
    found = []
    if place.event_dates:
        first, last = place.event_dates[0], place.event_dates[-1]
        found.append(Advice("Takes place", first if first == last else f"{first} to {last}"))
    if place.event_start_min is not None:
        end = f" to {format_time_with_day(place.event_end_min)}" if place.event_end_min is not None else ""
        found.append(
            Advice(
                "Begins", f"{format_time_with_day(place.event_start_min)}{end}", place.event_start_min, "min"
            )
        )
    return found


def _price(place: PlaceFacts) -> Advice:
    unit = "a room and night" if place.kind is StopKind.ACCOMMODATION else "a person"
    if place.price is None:
        text = "no entry fee known" if place.kind is StopKind.ATTRACTION else "not known"
        return Advice("Price", text)
    return advice(
        "Price",
        f"{place.currency} {place.price:,.0f} {unit}",
        place.price,
        place.currency,
        place.sources.get("price"),
    )


def _of_leg(trip: Timeline, entry: LegEntry, profile: Profile) -> list[Advice]:
    leg, known = entry.row, trip.facts.legs.get(entry.id)
    if known is None:
        return [Advice("Tables", "nothing is known of this leg")]
    part = score_leg(leg, known, trip.itinerary.risk_profile, profile)
    figures = part.figures
    found = []
    if known.known is False:
        others = f"; on this route: {', '.join(known.alternatives[:3])}" if known.alternatives else ""
        found.append(Advice("Tables", f"do not hold this {leg.mode.value.lower()}{others}"))
    if known.timetable_depart_min is not None and known.timetable_arrive_min is not None:
        depart, arrive = known.timetable_depart_min, known.timetable_arrive_min
        text = f"{format_time_with_day(depart)} to {format_time_with_day(arrive)}"
        found.append(
            advice("Timetable", text, known.timetable_duration_min, "min", known.sources.get("timetable"))
        )
    if "hist_duration_min" in figures:
        found.append(
            Advice(
                "Without delay",
                minutes_text(figures["hist_duration_min"]),
                figures["hist_duration_min"],
                "min",
                source=figures["hist_source"],
            )
        )
    found += _delays(leg.mode, known)
    if "expected_delay_min" in figures:
        found.append(
            Advice(
                "Expected delay",
                minutes_text(figures["expected_delay_min"]),
                figures["expected_delay_min"],
                "min",
            )
        )
    elif part.reason:
        found.append(Advice("Expected delay", part.reason))
    if "arrive_range_min" in figures:
        low, high = figures["arrive_range_min"]
        found.append(
            Advice(
                "Arrival for TDAS 1",
                f"{_whole_span(low, high)}",
                low,
                "min",
            )
        )
    found += [Advice("Note", note) for note in part.notes]
    if known.prices:
        text = ", ".join(
            f"{name or 'seat'} {known.currency} {price:,.0f}" for name, price in sorted(known.prices.items())
        )
        found.append(advice("Price a person", text, None, None, known.sources.get("prices")))
    if known.distance_km is not None:
        found.append(
            advice(
                "Distance",
                f"{known.distance_km:,.0f} km",
                known.distance_km,
                "km",
                known.sources.get("distance_km"),
            )
        )
    return found


def _delays(mode: Mode, known: LegFacts) -> list[Advice]:
    if mode is Mode.FLIGHT and known.performance is not None:
        return _flight(known.performance, known)
    if mode is Mode.TRAIN and known.delays is not None:
        return _train(known.delays, known)
    if known.historical_delay_min is not None:
        return [
            advice(
                "Usual delay on the road",
                minutes_text(known.historical_delay_min),
                known.historical_delay_min,
                "min",
                known.sources.get("historical_delay_min"),
            )
        ]
    return []


def _flight(seen: FlightPerformance, known: LegFacts) -> list[Advice]:
    late = seen.late + seen.very_late + seen.excessive
    stopped = seen.cancelled + seen.diverted
    source = known.sources.get("performance")
    found = [
        advice(
            "Late flights",
            f"{late} of {seen.total_flights}; cancelled or diverted {stopped}",
            late,
            None,
            source,
        )
    ]
    if seen.avg_delay_min is not None:
        spread = "" if seen.std_delay_min is None else f", spread {seen.std_delay_min:.0f}"
        worst = "" if seen.max_delay_min is None else f", worst {seen.max_delay_min:.0f}"
        found.append(
            advice(
                "Delay when late",
                f"mean {seen.avg_delay_min:.0f} min{spread}{worst}",
                seen.avg_delay_min,
                "min",
                source,
            )
        )
    return found


def _train(seen: TrainDelays, known: LegFacts) -> list[Advice]:
    parts = [
        f"{words} {value:.0f}" for name, words in _HORIZONS if (value := getattr(seen, name)) is not None
    ]
    if not parts:
        return []
    where = f" at {seen.station}" if seen.station else ""
    return [advice("Mean delay, min", ", ".join(parts) + where, None, "min", known.sources.get("delays"))]
