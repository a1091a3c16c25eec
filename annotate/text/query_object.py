"""The query of a plan as a JSON object, its persona line and its risk profile."""

import re
from datetime import date
from itertools import pairwise
from typing import Any

from annotate.errors import InputError
from annotate.names import is_null, match_key
from annotate.plan import LocalConstraint, Persona, Query, RiskProfile, read_risk_profile
from annotate.text.quantity import read_literal, read_money
from annotate.text.reading import Reading
from annotate.wish_words import apart, unmapped

_CONSTRAINT_KEYS = {
    "house rules": "house_rules",
    "house rule": "house_rules",
    "house type": "house_type",
    "room type": "house_type",
    "facilities amenities": "facilities",
    "facilities": "facilities",
    "amenities": "facilities",
    "services": "services",
    "cuisine": "cuisine",
    "cuisines": "cuisine",
    "transportation": "transportation",
    "event": "event",
    "events": "event",
    "attraction": "attraction",
    "attractions": "attraction",
}
_TRIPCRAFT_KEYS = frozenset({"house rule", "room type"})
_PERSONA_KEYS = {
    "traveler type": "traveler_type",
    "traveller type": "traveler_type",
    "purpose of travel": "purpose",
    "spending preference": "spending",
    "location preference": "location",
}
_RISK_KEY = "risk profile"
MAX_DAYS = 60
"""A trip is at most so long; keeps a mistyped number from becoming a plan."""
FIELD_MAX_CHARS = 2_000
"""Longest text of a name or another short field that is read."""
_YEARS = range(1900, 2200)
"""Years of a trip; a mistyped one further off would lead out of the calendar, which ends with the year 9999."""
_WHOLE_MAX = 10**9
"""No count of days, cities or people is higher; keeps a mistyped number out of the databases, which end at 2^31 - 1."""


def read_query(value: object, reading: Reading) -> Query | None:
    """The query of a `JSON` object (or its text). None, with the reasons in `reading`, if it is of no use."""
    where = "JSON"
    given = _literal(value, where, reading)
    if not isinstance(given, dict):
        reading.error(
            where, "There is no query", expected='an object {"org", "dest", "days", ...}', todo="Add it."
        )
        return None
    origin = _text(given.get("org"), f"{where}, org", reading)
    if not origin:
        reading.error(f"{where}, org", "The origin is missing", expected="the name of a city", todo="Add it.")
    destinations = _names(given.get("dest"), f"{where}, dest", reading)
    if not destinations:
        reading.error(
            f"{where}, dest", "The destination is missing", expected="a name or a list", todo="Add it."
        )
    dates = _dates(given.get("date"), f"{where}, date", reading)
    days = _whole(given.get("days"), f"{where}, days", reading)
    if days is None and dates:
        days = len(dates)
        reading.note(f"{where}, days", given.get("days"), f"taken from the dates: {days}")
    if days is None or not 1 <= days <= MAX_DAYS:
        found = "The number of days is missing" if days is None else f"{days} days"
        reading.error(f"{where}, days", found, expected=f"1 to {MAX_DAYS} days", todo="Correct it.")
        days = 0
    if dates and len(dates) != days:
        reading.note(
            f"{where}, date", given.get("date"), f"{len(dates)} dates for {days} days; kept as they are"
        )
    budget, currency = _budget(given.get("budget"), f"{where}, budget", reading)
    return Query(
        origin=origin or "",
        destinations=destinations,
        target_state=_text(given.get("target_state"), f"{where}, target_state", reading),
        days=days,
        city_count=_count(given.get("visiting_city_number"), f"{where}, visiting_city_number", reading),
        dates=dates,
        people=_count(given.get("people_number"), f"{where}, people_number", reading),
        budget=budget,
        constraints=read_constraints(given.get("local_constraint"), f"{where}, local_constraint", reading),
        text=_text(given.get("query"), f"{where}, query", reading, keep=True),
        level=_text(given.get("level"), f"{where}, level", reading),
        budget_currency=currency,
        source=given,
    )


def write_query(query: Query) -> dict[str, Any]:
    """The `JSON` object of a query: the one it came with, else one made from its fields."""
    if query.source:
        return query.source
    wishes = query.constraints
    rules, kind = ("house rule", "room type") if wishes.tripcraft_keys else ("house_rules", "house_type")
    constraint: dict[str, Any] = {rules: wishes.house_rules, kind: wishes.house_type}
    if not wishes.tripcraft_keys or wishes.facilities or wishes.services:
        constraint |= {"facilities_amenities": wishes.facilities, "services": wishes.services}
    constraint |= {
        "cuisine": wishes.cuisine, "transportation": wishes.transportation, "event": wishes.event,
        "attraction": wishes.attraction,
    }  # fmt: skip
    dest: object = list(query.destinations) if len(query.destinations) != 1 else query.destinations[0]
    budget: object = query.budget
    if query.budget is not None and query.budget_currency != "INR":
        budget = f"{query.budget_currency} {query.budget:.12g}"
    return {
        "org": query.origin,
        "dest": dest,
        "target_state": query.target_state,
        "days": query.days,
        "visiting_city_number": query.city_count,
        "date": list(query.dates),
        "people_number": query.people,
        "local_constraint": {key: list(values) or None for key, values in constraint.items()},
        "budget": budget,
        "query": query.text,
        "level": query.level,
    }


def read_constraints(value: object, where: str, reading: Reading) -> LocalConstraint:
    """Local constraints under the keys of either benchmark; each wish a text or a list."""
    given = _literal(value, where, reading)
    if given in (None, []) or (isinstance(given, str) and is_null(given)):
        return LocalConstraint()
    if not isinstance(given, dict):
        reading.error(
            where, f"{given!r} is not an object", expected='{"cuisine": ..., ...}', todo="Correct it."
        )
        return LocalConstraint()
    wishes: dict[str, tuple[str, ...]] = {}
    held: set[str] = set()
    for key, wish in given.items():
        name = _CONSTRAINT_KEYS.get(_folded_key(key))
        if name is None:
            if wish not in (None, "", [], "-"):
                reading.note(f"{where}, {key}", wish, "this wish is not known and is not judged")
            continue
        asked = _wishes(wish, f"{where}, {key}", reading)
        if len(several := tuple(one for text in asked for one in apart(name, text))) > len(asked):
            reading.note(f"{where}, {key}", wish, f"read as {len(several)} wishes")
            asked = several
        if asked:
            held.add(_folded_key(key))
        for word in unmapped(name, asked):
            reading.note(
                f"{where}, {key}", word, "this wish is in no list of known words; compared as written"
            )
        wishes[name] = wishes.get(name, ()) + asked
    keys = held if wishes.get("house_rules") else {_folded_key(key) for key in given}
    tripcraft = bool(keys & _TRIPCRAFT_KEYS) and "house rules" not in keys
    return LocalConstraint(**wishes, tripcraft_keys=tripcraft)


def _folded_key(key: object) -> str:
    """A key of the constraints, with blanks or underscores, in any case."""
    return match_key(str(key).replace("_", " "))


def read_persona(value: object, risk_key: object, reading: Reading) -> tuple[Persona, RiskProfile | None]:
    """The persona line and the risk profile, which stands beside it or inside it; two that differ are an
    error.
    """
    if isinstance(value, dict):
        value = "; ".join(f"{key}: {text}" for key, text in value.items())
        reading.note("persona", value, "an object read as a persona line")
    if value is not None and not isinstance(value, str):
        reading.error(
            "persona", f"{value!r} is not a text", expected="Traveler Type: ...; ...", todo="Correct it."
        )
        value = None
    text = value or ""
    parts: dict[str, str] = {}
    stated: list[tuple[str, str]] = []
    for piece in re.split(r";|\n", text):
        key, colon, said = piece.partition(":")
        folded = match_key(key).replace("_", " ")
        if colon and folded == _RISK_KEY:
            stated.append(("persona", said.strip()))
        elif colon and folded in _PERSONA_KEYS and not is_null(said):
            parts[_PERSONA_KEYS[folded]] = said.strip()
        elif piece.strip() and not (colon and folded in _PERSONA_KEYS):
            reading.note("persona", piece.strip(), "kept in the line, not among its four parts")
    if risk_key is not None and not (isinstance(risk_key, str) and is_null(risk_key)):
        stated.append(("risk_profile", str(risk_key)))
    return Persona(text, **parts), _risk(stated, reading)


def _risk(stated: list[tuple[str, str]], reading: Reading) -> RiskProfile | None:
    meant: dict[RiskProfile, str] = {}
    for where, written in stated:
        if is_null(written):
            continue
        profile = read_risk_profile(written)
        if profile is None:
            reading.error(
                where, f"'{written}' is not a risk profile",
                expected="Risk Tolerant, Risk Optimized or Risk Averse", todo="Correct it.",
            )  # fmt: skip
            continue
        if written != profile.value:
            reading.note(where, written, f"read as {profile.value}")
        meant.setdefault(profile, where)
    if len(meant) > 1:
        said = " but ".join(f"{profile.value} in {where}" for profile, where in meant.items())
        reading.error("risk_profile", f"Two risk profiles differ: {said}", expected="one", todo="Remove one.")
        return None
    return next(iter(meant), None)


def _literal(value: object, where: str, reading: Reading) -> object:
    """A text that holds an object or a list, read as one; anything else as it is. Never evaluated."""
    if isinstance(value, str) and value.strip()[:1] in ("{", "["):
        try:
            read = read_literal(value)
        except InputError as error:
            reading.failed(where, error)
            return None
        reading.note(where, value, "a text read as the object it holds")
        return _plain(read)
    return value


def _plain(value: object) -> object:
    """A literal in the types of JSON: tuples and sets become lists."""
    if isinstance(value, dict):
        return {str(key): _plain(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(item) for item in value]
    if isinstance(value, set | frozenset):
        return [_plain(item) for item in sorted(value, key=repr)]
    return value if value is None or isinstance(value, str | bool | int | float) else str(value)


def _text(value: object, where: str, reading: Reading, *, keep: bool = False) -> str | None:
    if value is None or (isinstance(value, str) and (is_null(value) or (keep and not value.strip()))):
        return None
    if not isinstance(value, str):
        reading.error(where, f"{value!r} is not a text", expected="a text", todo="Write it as text.")
        return None
    if not keep and len(value) > FIELD_MAX_CHARS:
        said = f"The text has {len(value):,} characters"
        reading.error(where, said, expected=f"at most {FIELD_MAX_CHARS:,}", todo="Correct it.")
        return None
    return value if keep else value.strip()


def _names(value: object, where: str, reading: Reading) -> tuple[str, ...]:
    given = _literal(value, where, reading)
    items = given if isinstance(given, list | tuple) else [given]
    return tuple(name for item in items if (name := _text(item, where, reading)))


def _wishes(value: object, where: str, reading: Reading) -> tuple[str, ...]:
    given = _literal(value, where, reading)
    found: list[str] = []
    for item in given if isinstance(given, list | tuple) else [given]:
        if isinstance(item, list | tuple):
            found.extend(_wishes(list(item), where, reading))
        elif (text := _text(item, where, reading)) and match_key(text) not in ("none", "null"):
            found.append(text)
    return tuple(found)


def _dates(value: object, where: str, reading: Reading) -> tuple[str, ...]:
    found = []
    for written in _names(value, where, reading):
        if (day := read_date(written[:10] if "T" in written else written, where, reading)) is not None:
            found.append(day)
    ordinals = [date.fromisoformat(day).toordinal() for day in found]
    if any(later - earlier != 1 for earlier, later in pairwise(ordinals)):
        reading.error(
            where,
            f"The dates {', '.join(found)} do not follow each other",
            expected="one date per day, in order",
            todo="Correct the dates.",
        )
    return tuple(found)


def read_date(written: str, where: str, reading: Reading) -> str | None:
    """A date of a trip as ISO date; None, with the reason in `reading`, for what is none."""
    try:
        day = date.fromisoformat(written)
    except ValueError:
        reading.error(where, f"'{written}' is not a date", expected="YYYY-MM-DD", todo="Correct the date.")
        return None
    if day.year not in _YEARS:
        expected = f"a year from {_YEARS[0]} to {_YEARS[-1]}"
        reading.error(where, f"'{written}' is no date of a trip", expected=expected, todo="Correct the date.")
        return None
    return day.isoformat()


def _whole(value: object, where: str, reading: Reading) -> int | None:
    if value is None or (isinstance(value, str) and is_null(value)):
        return None
    text = value.strip() if isinstance(value, str) else value
    if isinstance(text, str) and re.fullmatch(r"[0-9]{1,6}", text):
        reading.note(where, value, "a text read as a number")
        return int(text)
    if (
        isinstance(text, bool)
        or not isinstance(text, int | float)
        or not -_WHOLE_MAX <= text <= _WHOLE_MAX
        or text != int(text)
    ):
        reading.error(
            where, f"{value!r} is not a whole number", expected="a whole number", todo="Correct it."
        )
        return None
    return int(text)


def _count(value: object, where: str, reading: Reading) -> int | None:
    """A whole number of 1 or more; for none the budget of nobody would hold."""
    number = _whole(value, where, reading)
    if number is not None and number < 1:
        reading.error(
            where, f"{value!r} is too few", expected="a whole number of 1 or more", todo="Correct it."
        )
    return number


def _budget(value: object, where: str, reading: Reading) -> tuple[float | None, str]:
    if value is None or (isinstance(value, str) and is_null(value)):
        return None, "INR"
    try:
        money = read_money(value)
    except InputError as error:
        reading.failed(where, error)
        return None, "INR"
    if isinstance(value, str):
        reading.note(where, value, f"read as an amount in {money.currency or 'INR (no currency is stated)'}")
    return money.amount, money.currency or "INR"
