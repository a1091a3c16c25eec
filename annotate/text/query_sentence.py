"""A query that came as a sentence only: what can be told from it, and from its plan, without guessing.

What stands in the text in one way only is taken; what could mean two things is left out and said so.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any

from annotate.errors import InputError
from annotate.text.fields import city_key, read_current_city

_MONTHS = (
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
)
_NUMBERS = {
    word: number
    for number, word in enumerate(
        ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"), 1
    )
}
_NUMBER = rf"(?:\d{{1,2}}|{'|'.join(_NUMBERS)})"
_DAY = r"(\d{1,2})(?:st|nd|rd|th)?"
_MONTH = rf"({'|'.join(_MONTHS)})"
_SPAN = re.compile(
    rf"{_MONTH}\s+{_DAY}(?:,?\s+(\d{{4}}))?\s*(?:,\s*)?(?:to|and|until|till|through|-|–)\s+"
    rf"(?:(?:ending|ends|concluding)\s+(?:on\s+)?)?(?:{_MONTH}\s+)?{_DAY},?\s+(\d{{4}})",
    re.IGNORECASE,
)
_DAYS = (
    re.compile(rf"\b({_NUMBER})[\s-]day\b", re.IGNORECASE),
    re.compile(rf"\b({_NUMBER})\s+days\b", re.IGNORECASE),
)
_WEEK = re.compile(r"\b(?:week-long|(?:a|one)[\s-]week)\b", re.IGNORECASE)
_PEOPLE = re.compile(
    rf"\b(?:group|party)\s+of\s+({_NUMBER})\b|\b({_NUMBER})\s+(?:people|persons?|individuals?|travell?ers?)\b",
    re.IGNORECASE,
)
_ALONE = re.compile(r"\b(?:solo|alone|single person|an individual)\b", re.IGNORECASE)
_PAIR = re.compile(r"\b(?:duo|couple)\b", re.IGNORECASE)
_BUDGET = re.compile(r"\$\s?(\d[\d,]*(?:\.\d+)?)")
_WORD = r"(?:(?:St|Ft|Mt)\.|[A-Z][\w'’-]*)"
_NAME = rf"({_WORD}(?:\s+(?:{_WORD}|(?:of|de|del)\s+{_WORD}))*)"
_ORIGIN = (
    re.compile(rf"\b(?:depart\w*|start\w*|begin\w*|leav\w*|journey\w*|originat\w*|commenc\w*|travel\w*)\s+"
               rf"(?:(?:out\s+)?from|in|at)\s+{_NAME}"),
    re.compile(rf"\bleaving\s+{_NAME}"),
    re.compile(rf"\bfrom\s+{_NAME}\s+(?:to|and)\s"),
)  # fmt: skip
_DESTINATION = (
    re.compile(rf"\b(?:head\w*\s+(?:to|towards?|for)|visit(?:ing)?|ending\s+in|ends\s+in|going\s+to|explor\w+)\s+{_NAME}"),
    re.compile(rf"\b(?:cities|places)\s+(?:with)?in\s+{_NAME}"),
    re.compile(rf"\bfrom\s+[A-Z][\w.'’ -]*?\s+to\s+{_NAME}"),
    re.compile(rf"\bto\s+{_NAME}"),
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class DerivedQuery:
    """The `JSON` object made of a sentence and its plan. `missing` names what could not be told."""

    json: dict[str, Any]
    missing: tuple[str, ...]


def derive_query(text: str, plan: object) -> DerivedQuery:
    """The query that a sentence and its plan (days, or None) state.

    Raises InputError where origin, destination or number of days cannot be told.
    """
    days = [item for item in plan if isinstance(item, dict)] if isinstance(plan, list) else []
    route = _route([each.get("current_city") for each in days])
    origin = route[0] if route else _only_one(_ORIGIN, text)
    destinations = [city for city in route[1:] if city_key(city) != city_key(route[0])] if route else []
    if not destinations and (said := _only_one(_DESTINATION, text)):
        destinations = [said]
    day_count = _day_count(text) or len([each for each in days if "current_city" in each])
    dates = _dates(text, day_count)
    lacking = [
        name
        for name, value in (("origin", origin), ("destination", destinations), ("number of days", day_count))
        if not value
    ]
    if lacking:
        raise InputError(
            f"There is no JSON, and the text does not say the {' and the '.join(lacking)} in one way only",
            expected='a "JSON" object with org, dest, days',
            todo="Add it.",
        )
    people, amount = _people(text), _only_amount(text)
    optional = (("dates", dates), ("number of people", people), ("budget", amount))
    json = {
        "org": origin,
        "dest": destinations[0] if len(destinations) == 1 else destinations,
        "days": day_count,
        "visiting_city_number": len(destinations),
        "date": dates,
        "people_number": people,
        "local_constraint": None,
        "budget": amount,
        "query": text,
    }
    return DerivedQuery(json, tuple(name for name, value in optional if not value))


def _route(current_cities: Sequence[object]) -> list[str]:
    """Cities in the order of the days, each once; empty where the first day leaves none for another."""
    found: dict[str, str] = {}
    for index, value in enumerate(current_cities):
        read = read_current_city(value)
        if read is None or (index == 0 and city_key(read[1]) == city_key(read[2])):
            if index == 0:
                return []
            continue
        for city in read[1:]:
            found.setdefault(city_key(city), city)
    return list(found.values())


def _only_one(patterns: Sequence[re.Pattern[str]], text: str) -> str | None:
    """The one name that the first fitting pattern finds; None where it finds two."""
    for pattern in patterns:
        names = {match[1].rstrip(".,") for match in pattern.finditer(text) if match[1] not in _MONTHS}
        names = {name for name in names if name.split()[0] not in _MONTHS}
        if names:
            return names.pop() if len(names) == 1 else None
    return None


def _number(word: str) -> int:
    return _NUMBERS.get(word.lower()) or int(word)


def _day_count(text: str) -> int | None:
    found = {_number(match[1]) for pattern in _DAYS for match in pattern.finditer(text)}
    if _WEEK.search(text):
        found.add(7)
    return found.pop() if len(found) == 1 else None


def _dates(text: str, days: int | None) -> list[str]:
    """The dates of the one span that the text names, if it is as long as the trip; else none."""
    spans = list(_SPAN.finditer(text))
    if len(spans) != 1 or days is None:
        return []
    month, day, year, end_month, end_day, end_year = spans[0].groups()
    try:
        end = date(int(end_year), _month(end_month or month), int(end_day))
        start = date(int(year or end_year), _month(month), int(day))
    except ValueError:
        return []
    if (end - start).days + 1 != days:
        return []
    return [(start + timedelta(days=shift)).isoformat() for shift in range(days)]


def _month(name: str) -> int:
    return _MONTHS.index(name.capitalize()) + 1


def _people(text: str) -> int | None:
    found = {_number(match[1] or match[2]) for match in _PEOPLE.finditer(text)}
    found |= {1} if _ALONE.search(text) else set()
    found |= {2} if _PAIR.search(text) else set()
    return found.pop() if len(found) == 1 else None


def _only_amount(text: str) -> str | None:
    found = {match[1].rstrip(",") for match in _BUDGET.finditer(text)}
    return f"${found.pop()}" if len(found) == 1 else None
