"""TIM006: the night at an accommodation lasts until 06:00."""

from annotate.clock import DAY_MIN, format_duration, format_time_with_day
from annotate.due_remarks import STAY_REACHES_MIN, night_stays, short_nights
from annotate.facts import Facts
from annotate.profile import Profile
from annotate.rule import Finding, Group, Mend, Outcome, Rule, over_rows
from annotate.timeline import Timeline

RULE = Rule("TIM006", "short_night", Group.ADVICE, "The night stay reaches 06:00", "11", mend=Mend.TIME)


def check(trip: Timeline, facts: Facts, profile: Profile) -> Outcome:
    """The stay that ends a day's stops reaches 06:00 of the next date, the next day's first row included
    where both are one stay; transport places do not count. Nights that a leg takes over are exempt; a stay
    without an end is not judged, nor one that a leg that lacks a time may take over."""
    reach = format_time_with_day(DAY_MIN + STAY_REACHES_MIN)
    found = [
        Finding(
            RULE.code,
            (night.entry.id,),
            f"The night at {night.entry.label} ends {format_duration(night.short_min)} before 06:00.",
            night.short_min,
            "min",
            f"Let the stay of day {night.entry.day.number} end at {reach} or later.",
        )
        for night in trip.once(short_nights, profile)
    ]
    missing = [
        f"{entry.id} {entry.label}: it is not known when the night there ends."
        for entry, end in night_stays(trip)
        if end is None
    ]
    return over_rows(found, missing)
