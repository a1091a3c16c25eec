"""What is known of one row of a plan, as a list of Advice: the card beside the board."""

from annotate.buffers import lengths_inside, minutes_text
from annotate.clock import DAY_MIN, format_time, format_time_with_day
from annotate.facts import PlaceFacts, Window
from annotate.names import place_key
from annotate.plan import StopKind
from annotate.profile import DEFAULT_PROFILE, Profile
from annotate.score import Part
from annotate.scores.bas import score_stop
from annotate.scores.tdas import ExpectedDelay, score_leg
from annotate.timeline import LegEntry, StopEntry, Timeline
from helpers import buffers, crowds, delays, distances, prices, stops
from helpers.advice import Advice, advice
from helpers.durations import CATALOGUE

ALTERNATIVES_SHOWN = 3


def what_we_know(
    trip: Timeline,
    entry: StopEntry | LegEntry,
    profile: Profile = DEFAULT_PROFILE,
    part: Part | None = None,
) -> list[Advice]:
    """The figures behind a row's scores and rules, and what the tables say beside them.

    `part` is the row's part of BAS, of a leg TDAS, where it is known already (a frozen round holds it).
    """
    if isinstance(entry, LegEntry):
        return _of_leg(trip, entry, profile, part)
    return _of_stop(trip, entry, profile, part)


def _of_stop(trip: Timeline, entry: StopEntry, profile: Profile, part: Part | None) -> list[Advice]:
    place = entry.place
    if entry.kind is StopKind.TRANSPORT:
        return [Advice("Place", "a station or airport; it is not scored")]
    if place is None:
        near = trip.facts.near_misses.get(place_key(entry.row.name, entry.row.city), ())
        hint = f"; close to it: {', '.join(near)}" if near else ""
        return [
            Advice("Catalogue", f"does not hold this place in {entry.row.city or 'an unresolved city'}{hint}")
        ]
    found: list[Advice | None] = []
    if entry.kind in (StopKind.ATTRACTION, StopKind.RESTAURANT):
        found += _stay(trip, part or score_stop(trip, entry, profile), entry, place, profile)
    found += _hours(trip, entry, place)
    if entry.kind is StopKind.EVENT:
        found += _event(place)
    found += [prices.place_price(place), stops.nearest_stop(place)]
    if place.categories:
        found.append(Advice("Categories", ", ".join(place.categories)))
    if place.cuisines:
        found.append(Advice("Cuisines", ", ".join(place.cuisines)))
    return [one for one in found if one is not None]


def _stay(
    trip: Timeline, part: Part, entry: StopEntry, place: PlaceFacts, profile: Profile
) -> list[Advice | None]:
    figures, risk = part.figures, trip.itinerary.risk_profile
    found: list[Advice | None] = []
    if "base_min" in figures:
        base, source = figures["base_min"], figures["base_source"]
        origin = place.sources.get("visit_duration_min") if source == CATALOGUE else source
        found.append(advice("Base duration", minutes_text(base), base, "min", origin))
    else:
        found.append(Advice("Base duration", part.reason or "not known"))
    found.append(crowds.crowd_level(place))
    if "congestion" in figures:
        base, congestion = figures["base_min"], figures["congestion"]
        found.append(buffers.ideal_buffer(base, congestion, figures["congestion_source"]))
        if risk is not None:
            inside = lengths_inside(trip, entry, figures, profile)
            found.append(buffers.stay_for_bas(base, congestion, risk, entry.row.start_min, inside))
    return found + [Advice("Note", note) for note in part.notes]


def _hours(trip: Timeline, entry: StopEntry, place: PlaceFacts) -> list[Advice]:
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
    return found + crowds.crowd_hours(place, trip.crowd(entry))


def _windows(windows: tuple[Window, ...]) -> str:
    return ", ".join(f"{format_time(start)}-{format_time(end)}" for start, end in windows)


def _event(place: PlaceFacts) -> list[Advice]:
    found = []
    if place.event_dates:
        first, last = place.event_dates[0], place.event_dates[-1]
        found.append(Advice("Takes place", first if first == last else f"{first} to {last}"))
    if place.event_start_min is not None:
        end = f" to {format_time_with_day(place.event_end_min)}" if place.event_end_min is not None else ""
        text = f"{format_time_with_day(place.event_start_min)}{end}"
        found.append(Advice("Begins", text, place.event_start_min, "min"))
    return found


def _of_leg(trip: Timeline, entry: LegEntry, profile: Profile, part: Part | None) -> list[Advice]:
    leg, known = entry.row, trip.facts.legs.get(entry.id)
    if known is None:
        return [Advice("Tables", "nothing is known of this leg")]
    part = part or score_leg(leg, known, trip.itinerary.risk_profile, profile)
    figures = part.figures
    found: list[Advice | None] = []
    if known.known is False:
        others = ", ".join(known.alternatives[:ALTERNATIVES_SHOWN])
        found.append(
            Advice(
                "Tables",
                f"do not hold this {leg.mode.value.lower()}"
                + (f"; on this route: {others}" if others else ""),
            )
        )
    if known.timetable_depart_min is not None and known.timetable_arrive_min is not None:
        times = (known.timetable_depart_min, known.timetable_arrive_min)
        text = " to ".join(format_time_with_day(minute) for minute in times)
        source = known.sources.get("timetable")
        found.append(advice("Timetable", text, known.timetable_duration_min, "min", source))
    if "hist_duration_min" in figures:
        without = figures["hist_duration_min"]
        text = minutes_text(without)
        found.append(Advice("Without delay", text, without, "min", source=figures["hist_source"]))
    found += delays.leg_delays(leg.mode, known)
    if "expected_delay_min" in figures:
        found += delays.expected_delay(ExpectedDelay(figures["expected_delay_min"]))
    elif part.reason:
        found.append(Advice("Expected delay", part.reason))
    if "arrive_range_min" in figures:
        found.append(buffers.arrival_for_tdas(*figures["arrive_range_min"]))
    found += [Advice("Note", note) for note in part.notes]
    found += [prices.leg_price(known), distances.road_distance(known)]
    return [one for one in found if one is not None]
