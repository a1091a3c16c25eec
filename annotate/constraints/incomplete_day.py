"""CMP001: the days' fields name everything a day needs."""

from collections.abc import Iterator

from annotate.facts import Facts
from annotate.names import is_null
from annotate.plan import Day, Query
from annotate.profile import Profile
from annotate.rule import Asked, Finding, Group, Outcome, Rule, over_rows
from annotate.timeline import Timeline

RULE = Rule("CMP001", "incomplete_day", Group.COMMON, "Every day names all that it needs", "Table 8")


def asks(query: Query) -> Iterator[Asked]:
    """The number of days."""
    noun = "day" if query.days == 1 else "days"
    yield Asked(f"{query.days} {noun}, each with all that it needs", query)


def check(trip: Timeline, facts: Facts, profile: Profile) -> Outcome:
    """Number of days; per day its city, transport where the city changes, accommodation but on the last
    day and for nights on board, an attraction and three meals on a full day. Whether a night is on board
    and a day is full may hang on the times of a leg: while a time that decides it is unknown, a field that
    only then is due is not judged."""
    found, missing = [], []
    query, days = trip.itinerary.query, trip.itinerary.days
    if len(days) != query.days:
        found.append(
            Finding(
                RULE.code,
                (),
                f"The plan has {len(days)} days; the query asks for {query.days}.",
                abs(len(days) - query.days),
                "days",
                f"Plan exactly {query.days} days.",
            )
        )
    for day in days:
        for field, is_due in _empty_fields(trip, day):
            if is_due:
                found.append(_finding(day, field))
            else:
                missing.append(
                    f"Day {day.number} has no {field}: the times of its leg tell whether it needs one."
                )
    return over_rows(found, missing)


def _empty_fields(trip: Timeline, day: Day) -> Iterator[tuple[str, bool]]:
    """(field, True if it is due, False if that is not known) for each empty field of a day."""
    if is_null(day.current_city):
        yield "city", True
    if not day.legs and is_null(day.transportation_text):
        changes = [change for change in trip.city_changes if change.day is day]
        if any(not change.is_served for change in changes):
            yield "transport", True
    is_last = day is trip.itinerary.days[-1]
    if day.accommodation is None and not is_last and trip.leg_at_night(day.number) is None:
        yield "accommodation", not trip.may_be_on_board(day.number)
    is_full = trip.full_day(day)
    if is_full is not False:
        for field in ("breakfast", "lunch", "dinner"):
            if getattr(day, field) is None:
                yield field, is_full is True
        if not day.attractions:
            yield "attraction", is_full is True


def _finding(day: Day, field: str) -> Finding:
    place = f"in {day.to_city}" if field not in ("city", "transport") else "as the route asks"
    return Finding(
        RULE.code,
        (),
        f"Day {day.number} has no {field}.",
        1,
        "field",
        f"Name the {field} of day {day.number} {place}.",
    )
