"""DAY001: a day's list begins where the traveller slept and ends where the traveller will sleep."""

from itertools import pairwise

from annotate.facts import Facts
from annotate.plan import Day, NamedPlace
from annotate.profile import Profile
from annotate.rule import Finding, Group, Outcome, Rule, over_rows
from annotate.timeline import StopEntry, Timeline

RULE = Rule(
    "DAY001", "not_from_hotel_to_hotel", Group.COMMON, "Each day runs from its hotel to its hotel", "Table 8"
)


def check(trip: Timeline, facts: Facts, profile: Profile) -> Outcome:
    """The first stop on the list is the accommodation of the night before, the last one that of the night
    to come.

    Exempt: the start of day 1, the end of the last day, the evening a night leg is boarded and the morning
    it arrives. Where the day names no accommodation and a leg lacks a time that decides whether the night is
    on board: not judged.
    """
    found, missing = [], []
    days = trip.itinerary.days
    stops: dict[int, list[StopEntry]] = {day.number: [] for day in days}
    for entry in trip.pois:
        stops[entry.day.number].append(entry)
    for evening, morning in pairwise(days):
        if trip.leg_at_night(evening.number) is not None:
            continue
        hotel = trip.accommodation(evening)
        if hotel is None and trip.may_be_on_board(evening.number):
            missing.append(
                f"The night after day {evening.number}: the times of its leg tell whether it is on board."
            )
            continue
        for day, at, word in ((evening, -1, "end"), (morning, 0, "begin")):
            entries = stops[day.number]
            stop = entries[at] if entries else None
            if hotel is None or stop is None or stop.identity != hotel.identity:
                found.append(_finding(day, word, stop, hotel.named if hotel else None))
    return over_rows(found, missing)


def _finding(day: Day, word: str, stop: StopEntry | None, hotel: NamedPlace | None) -> Finding:
    rows = (stop.id,) if stop else ()
    what = f"{word}s at {stop.label}" if stop else "has no stops"
    if hotel is None:
        return Finding(
            RULE.code, rows, f"Day {day.number} {what}; the night has no accommodation.", 1, "end of a day",
            "Choose an accommodation for the night.",
        )  # fmt: skip
    night = "to come" if word == "end" else "before"
    return Finding(
        RULE.code,
        rows,
        f"Day {day.number} {what}, not at {hotel.name}, the accommodation of the night {night}.",
        1,
        "end of a day",
        f"Let the list of day {day.number} {word} with {hotel.name}.",
    )
