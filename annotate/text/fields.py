"""The fields of a day: current city, and the places it chooses (`<name>, <city>`, lists apart by `;`)."""

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace

from annotate.names import is_null, match_key
from annotate.plan import NamedPlace, StopKind
from annotate.text.entry import read_cost
from annotate.text.quantity import CURRENCY
from annotate.text.reading import Reading

PlacesIn = Callable[[str, str | None], Mapping[str, StopKind] | None]
"""(city as written, target state of the plan) -> match key of each catalogue name there with its kind; None:
a city the catalogue does not know. The state says which city a name means that two bear.
"""

_FROM_TO = re.compile(r"from\s+(?P<from>.+?)\s+to\s+(?P<to>.+)", re.IGNORECASE | re.DOTALL)
_BY_AT_END = re.compile(
    r"(?<!\s)\s*(?:,\s+|(?<=\s))by\s+(?:flight|air|plane|train|rail|bus|cab|taxi|car|road|self-driving|driving)\s*$",
    re.IGNORECASE,
)
_COST_AT_END = re.compile(
    r"(?<![\s;,-])[\s;,-]*\b(?:cost|price)\s*:"
    rf"(?P<cost>\s*(?:(?:{CURRENCY})\s*)?\.?\d[^;]*|(?:\s*(?:[-_–—]|n/a|not\s+available|unknown))?\s*)$",
    re.IGNORECASE,
)
"""An amount behind its label, or that there is none; `Half Price: The Book Cafe, Jaipur` is a place."""
_STATE_IN_BRACKETS = re.compile(r"(?<!\s)\s*\([^()]*\)\s*$")


def city_key(text: str) -> str:
    """Key under which cities of one plan are compared; `Jaipur (Rajasthan)` and `Jaipur` are one."""
    return match_key(_STATE_IN_BRACKETS.sub("", text)) or match_key(text)


@dataclass(slots=True)
class Cities:
    """The cities a plan may mean: those of its query and days, and those of the catalogue."""

    places_in: PlacesIn | None = None
    state: str | None = None
    """The target state of the plan."""
    of_plan: set[str] = field(default_factory=set)
    _asked: dict[str, Mapping[str, StopKind] | None] = field(default_factory=dict)

    def add(self, names: Iterable[str]) -> None:
        """Take over cities that the plan names as such."""
        self.of_plan.update(city_key(name) for name in names if name.strip())

    def catalogue(self, city: str) -> Mapping[str, StopKind] | None:
        """Names and kinds that the catalogue holds in a city; None if it does not know the city (or there is
        none).
        """
        key = match_key(city)
        if key not in self._asked:
            self._asked[key] = self.places_in(city, self.state) if self.places_in else None
        return self._asked[key]

    def is_city(self, text: str) -> bool:
        """True for the name of a city of the plan or the catalogue."""
        return any(char.isalpha() for char in text) and (
            city_key(text) in self.of_plan or self.catalogue(text) is not None
        )


def read_current_city(value: object) -> tuple[str, str, str] | None:
    """(text, from city, to city) of `A` or `from A to B`, any case; a `by <mode>` behind it is left out.

    None for a field that names no city.
    """
    if not isinstance(value, str) or is_null(value):
        return None
    plain = _BY_AT_END.sub("", value.strip().rstrip(".,;").strip())
    if is_null(plain):
        return None
    match = _FROM_TO.fullmatch(plain)
    if match is None:
        return plain, plain, plain
    start, end = match["from"].strip(), match["to"].strip()
    return f"from {start} to {end}", start, end


def split_name_and_city(text: str, cities: Cities, list_names: Iterable[str] = ()) -> tuple[str, str | None]:
    """The name and the city behind its last comma. Without a city that is known as one, the whole text is the
    name.
    """
    whole = text.strip().rstrip(";,").rstrip()
    on_list = {match_key(name) for name in list_names}
    if match_key(whole) in on_list and not cities.is_city(whole.rpartition(",")[2].strip()):
        return whole, None
    dotless = whole.rstrip(".").rstrip()
    for candidate in dict.fromkeys((whole, dotless)):
        name, _, city = (part.strip() for part in candidate.rpartition(","))
        if name and city and cities.is_city(city):
            return name, city
    name, _, city = (part.strip() for part in dotless.rpartition(","))
    if name and match_key(name) in on_list and any(char.isalpha() for char in city):
        return name, city
    return whole, None


def read_place(
    value: object, cities: Cities, list_names: Iterable[str], where: str, reading: Reading
) -> NamedPlace | None:
    """The place that a single field chooses, None for an empty one."""
    text = _text_of(value, where, reading)
    if text is None or is_null(text):
        return None
    text, cost = _take_cost(text, cities, list_names, where, reading)
    stripped = text.strip().rstrip(";,").rstrip()
    if stripped != text.strip():
        reading.note(where, text, "the sign at the end is left out")
    if is_null(stripped):
        return None
    return NamedPlace(*_name_and_city(stripped, cities, list_names, where, reading), cost)


def read_places(
    value: object, cities: Cities, list_names: Iterable[str], where: str, reading: Reading
) -> tuple[NamedPlace, ...]:
    """The places of a list field. A name that holds `;` is known from the day's list or the catalogue."""
    if isinstance(value, list):
        reading.note(where, value, "read as a list of places")
        return tuple(
            place
            for number, item in enumerate(value, 1)
            if (place := read_place(item, cities, list_names, f"{where}, place {number}", reading))
            is not None
        )
    text = _text_of(value, where, reading)
    if text is None or is_null(text):
        return ()
    if text.strip().endswith(";"):
        reading.note(where, text, "the ; at the end is left out")
    pieces = text.split(";")
    names = {match_key(name) for name in list_names if ";" in name}
    places: list[NamedPlace] = []
    at = 0
    while at < len(pieces):
        end = _joined_end(pieces, at, names, cities)
        piece = ";".join(pieces[at:end])
        at = end
        bare, cost = _take_cost(piece, cities, list_names, where, reading)
        bare = bare.strip().rstrip(",").rstrip()
        if not bare and cost is not None and places:
            places[-1] = replace(places[-1], stated_cost=cost)
        elif not is_null(bare):
            places.append(NamedPlace(*_name_and_city(bare, cities, list_names, where, reading), cost))
    return tuple(places)


def _joined_end(pieces: list[str], at: int, names: set[str], cities: Cities) -> int:
    """End of the longest run of pieces from `at` that is one known name holding `;`."""
    for end in range(min(len(pieces), at + MAX_SEMICOLONS + 1), at + 1, -1):
        joined = ";".join(pieces[at:end]).strip()
        name, comma, city = (part.strip() for part in joined.rpartition(","))
        if match_key(joined) in names or (comma and match_key(name) in names and city):
            return end
        known = cities.catalogue(city) if comma else None
        if known and match_key(name) in known:
            return end
    return at + 1


MAX_SEMICOLONS = 5
"""A name holds at most so many semicolons; bounds the search for names that hold some."""


def _text_of(value: object, where: str, reading: Reading) -> str | None:
    if value is None or isinstance(value, str):
        return value
    reading.error(where, f"{value!r} is not a text", expected="<name>, <city>", todo="Write it as text.")
    return None


def _take_cost(
    text: str, cities: Cities, list_names: Iterable[str], where: str, reading: Reading
) -> tuple[str, float | None]:
    """The text without the cost at its end, and the cost. A place that is known as a whole has none."""
    match = _COST_AT_END.search(text)
    if match is None or _is_known(text.strip().rstrip(";,").rstrip(), cities, list_names):
        return text, None
    return text[: match.start()], read_cost(match["cost"], where, reading)


def _is_known(text: str, cities: Cities, list_names: Iterable[str]) -> bool:
    """True for a place of the day's list, or of the catalogue of the city behind its last comma."""
    on_list = {match_key(name) for name in list_names}
    name, _, city = (part.strip() for part in text.rpartition(","))
    if match_key(text) in on_list:
        return True
    known = {*on_list, *(cities.catalogue(city) or ())} if name and cities.is_city(city) else set()
    return match_key(name) in known


def _name_and_city(
    text: str, cities: Cities, list_names: Iterable[str], where: str, reading: Reading
) -> tuple[str, str | None]:
    name, city = split_name_and_city(text, cities, list_names)
    if city is not None:
        if f", {city}" not in text:
            reading.note(where, text, "the city is glued to the name; read apart")
        elif not text.endswith(city):
            reading.note(where, text, "the sign at the end is left out")
    return name, city


def written_cities(fields: Iterable[object]) -> set[str]:
    """Cities that a plan's fields write behind their places, where nothing else knows them as cities.

    A last part without a digit that two different places share, in a plan whose fields nearly all end in such
    a part.
    """
    shared: dict[str, set[str]] = {}
    written: dict[str, str] = {}
    count = 0
    for text in fields:
        for piece in text.split(";") if isinstance(text, str) else ():
            bare = _COST_AT_END.sub("", piece).strip().rstrip(".,")
            if is_null(bare):
                continue
            count += 1
            name, comma, city = (part.strip() for part in bare.rpartition(","))
            if comma and name and _CITY_WORDS.fullmatch(city):
                shared.setdefault(city_key(city), set()).add(match_key(name))
                written.setdefault(city_key(city), city)
    cities = {city for city, names in shared.items() if len(names) >= CITY_SHARED_BY_PLACES}
    covered = sum(len(shared[city]) for city in cities)
    distinct = sum(len(names) for names in shared.values())
    usual = distinct > 0 and covered >= USUAL_SHARE * distinct and distinct >= USUAL_SHARE * count / 2
    return {written[city] for city in cities} if usual else set()


CITY_SHARED_BY_PLACES = 2
USUAL_SHARE = 0.8
_CITY_WORDS = re.compile(r"[^\W\d_][^\d;,]{0,40}(?:\s*\([^()]*\))?")
