"""The transport text of a day: `Flight Number: 6E-2145, from A to B, Departure Time: 08:00, Arrival Time:
10:30`, `Train Number: ...`, `Bus: <operator>, ...`, `Taxi, from A to B`; several legs apart by `;`.
"""

import re
from dataclasses import dataclass

from annotate.errors import InputError
from annotate.names import is_null
from annotate.plan import Leg, Mode
from annotate.text.entry import read_cost
from annotate.text.fields import Cities, city_key
from annotate.text.quantity import ClockTime, read_clock, read_duration_min
from annotate.text.reading import Reading

_PUBLIC_HEAD = r"(?:transportation\s*:\s*)?(?P<mode>flight|train|bus)(?:\s*(?:number|no\.?))?\s*:\s*"
_PUBLIC_TO_LAST_FROM = re.compile(rf"{_PUBLIC_HEAD}(?P<carrier>.*)(?=,\s*from\s)", re.IGNORECASE | re.DOTALL)
_PUBLIC = re.compile(
    rf"{_PUBLIC_HEAD}(?P<carrier>.*?)\s*"
    r"(?=,?\s*\bfrom\s|,?\s*(?:departure|arrival)(?:\s+time)?\s*:|,?\s*(?:duration|distance|cost)\s*:|,?\s*$)",
    re.IGNORECASE | re.DOTALL,
)
_CAR = re.compile(
    r"(?:transportation\s*:\s*)?(?P<mode>taxi|cab|self[\s-]?driving|driving|"
    r"rental\s+(?:car|van)|personal\s+vehicle|car)\b",
    re.IGNORECASE,
)
_NAMED_BUS = re.compile(r"(?P<carrier>[^,;:]+?)\s+bus\s*(?=,)", re.IGNORECASE)
_LABEL = (
    r"(?:departure|arrival|pickup|drop-off)(?:\s+time)?\s*:|duration\s*[:;]|distance\s*:"
    r"|(?:estimated\s+)?(?:cost|budget)\s*:"
)
_FROM_TO = re.compile(
    rf"\bfrom\s+(?P<from>.+?)\s+to\s+(?P<to>.+?)\s*(?=,\s*(?:{_LABEL})|;|,?\s*$)", re.IGNORECASE | re.DOTALL
)
_TO = re.compile(rf"^\s*,?\s*(?:return\s+)?to\s+(?P<to>.+?)\s*(?=,\s*(?:{_LABEL})|,?\s*$)", re.IGNORECASE)
_TIME = re.compile(
    r"\b(?P<which>departure|arrival)(?:\s+time)?\s*:\s*(?P<time>\(\s*\)|[^,;()]*(?:\(\s*(?:\+[^)]*|next\s+day\s*)\))?)(?P<rest>[^,;]*)",
    re.IGNORECASE,
)
_GAP = re.compile(r"\b(?:departure|arrival)(?:\s+time)?\s*:\s*\(\s*\)", re.IGNORECASE)
_DURATION = re.compile(r"\bduration\s*[:;]\s*(?P<duration>[^,;(]*)", re.IGNORECASE)
_COST = re.compile(r"\bcost\s*:\s*(?P<cost>.*?)(?=,\s*[a-z]|;|$)", re.IGNORECASE)
_NEW_LEG = re.compile(
    r";(?=\s*(?:transportation\s*:\s*)?(?:flight|train|bus)\b|\s*(?:taxi|cab|self[\s-]?driving|driving|rental)\b)",
    re.IGNORECASE,
)
_EXPECTED = "Train Number: 12182, from A to B, Departure Time: HH:MM, Arrival Time: HH:MM"


@dataclass(frozen=True, slots=True)
class LegText:
    """One leg as read. `number` counts the day's legs from 1; a time that is missing is None.

    `has_gap`: a time is marked as missing, `()`.
    """

    number: int
    mode: Mode
    mode_text: str
    carrier: str | None
    origin: str
    destination: str
    depart: ClockTime | None
    arrive: ClockTime | None
    duration_min: float | None
    stated_cost: float | None
    has_gap: bool

    @property
    def misses_time(self) -> bool:
        """True when a time is not there; a cab without any misses none, for filled plans write cabs so."""
        is_bare_cab = self.mode is Mode.CAB and self.depart is None and self.arrive is None
        return self.has_gap or (not is_bare_cab and (self.depart is None or self.arrive is None))


def read_transport(
    value: object, ends: tuple[str, str], cities: Cities, where: str, reading: Reading
) -> tuple[list[LegText], str]:
    """The legs of a transport text, and the text as it came. `ends` are the cities where the day begins and
    ends.

    A text that names no leg (`Taxi; Cost: 50` within a city) gives none and is kept as text.
    """
    if value is None or (isinstance(value, str) and is_null(value)):
        return [], "-"
    if not isinstance(value, str):
        reading.error(where, f"{value!r} is not a text", expected=_EXPECTED, todo="Write it as text.")
        return [], "-"
    legs: list[LegText] = []
    for piece in _NEW_LEG.split(value):
        text = piece.strip()
        if not text.rstrip(" .,;"):
            continue
        leg = _read_leg(text, len(legs) + 1, ends, cities=cities, where=where, reading=reading)
        if leg is not None:
            legs.append(leg)
    return legs, value.strip()


def _read_leg(
    text: str, number: int, ends: tuple[str, str], *, cities: Cities, where: str, reading: Reading
) -> LegText | None:
    stripped = text.rstrip(" .,;")
    if stripped != text:
        reading.note(where, text, "the sign at the end is left out")
    public = _PUBLIC_TO_LAST_FROM.match(stripped) or _PUBLIC.match(stripped)
    car, named_bus = _CAR.match(stripped), _NAMED_BUS.match(stripped)
    mode, mode_text, carrier, rest = Mode.CAB, "", None, ""
    if public:
        mode = Mode(public["mode"].capitalize())
        mode_text, rest = public["mode"], stripped[public.end() :]
        carrier = None if is_null(public["carrier"]) else public["carrier"].strip().rstrip(",")
    elif car:
        mode_text, rest = " ".join(car["mode"].split()), stripped[car.end() :]
    elif named_bus:
        mode, mode_text, carrier = Mode.BUS, "Bus", named_bus["carrier"].strip()
        rest = stripped[named_bus.end() :]
        reading.note(where, text, f"read as a bus of {carrier}")
    else:
        _unread(text, ends, where, reading)
        return None
    if car and mode_text.lower().startswith(("rental", "personal", "car")):
        reading.note(where, text, f"{mode_text} is taken for a cab")
    route = _route(rest, mode, ends, cities=cities, text=text, where=where, reading=reading)
    if route is None:
        return None
    depart, arrive = _times(rest, where, reading)
    cost = _COST.search(rest)
    return LegText(
        number, mode, mode_text, carrier, *route, depart, arrive, _duration(rest, where, reading),
        read_cost(cost["cost"], where, reading) if cost else None,
        _GAP.search(rest) is not None,
    )  # fmt: skip


def _unread(text: str, ends: tuple[str, str], where: str, reading: Reading) -> None:
    what = "" if city_key(ends[0]) == city_key(ends[1]) else "; the way between the cities has no leg"
    reading.note(where, text, f"no mode of transport is named; kept as text{what}")


def _route(
    rest: str, mode: Mode, ends: tuple[str, str], *, cities: Cities, text: str, where: str, reading: Reading
) -> tuple[str, str] | None:
    """(origin, destination), or None where the text means a ride within a city."""
    if match := _FROM_TO.search(rest):
        route = _best_route(match, rest, cities)
        if mode is Mode.CAB and not any(cities.is_city(city) for city in route):
            reading.note(where, text, "neither end is a city; kept as text, no leg")
            return None
        return route
    if city_key(ends[0]) == city_key(ends[1]):
        if mode is Mode.CAB:
            reading.note(where, text, "a ride within the city; kept as text, no leg")
            return None
        reading.error(
            where, f"'{text}' does not say from where to where", expected=_EXPECTED, todo="Add from A to B."
        )
        return None
    if match := _TO.match(rest):
        reading.note(where, text, "no origin is named; taken to leave the city of the day")
        return ends[0], match["to"].strip()
    reading.note(where, text, "no cities are named; taken for the way between those of the day")
    return ends


def _best_route(match: re.Match[str], rest: str, cities: Cities) -> tuple[str, str]:
    """Origin and destination; where a name holds " to ", the split whose ends are both known cities."""
    whole = rest[match.start("from") : match.end("to")].strip().rstrip(",")
    parts = re.split(r"\s+to\s+", whole)
    for cut in range(1, len(parts)):
        route = (" to ".join(parts[:cut]), " to ".join(parts[cut:]))
        if all(cities.is_city(city) for city in route):
            return route
    return match["from"].strip(), match["to"].strip().rstrip(",")


def _times(rest: str, where: str, reading: Reading) -> tuple[ClockTime | None, ClockTime | None]:
    found: dict[str, ClockTime | None] = {"departure": None, "arrival": None}
    for match in _TIME.finditer(rest):
        written = match["time"].strip()
        if written.startswith("(") or is_null(written):
            continue
        try:
            time = read_clock(written, end=match["which"].lower() == "arrival")
        except InputError as error:
            reading.failed(where, error)
            continue
        if time.tolerated:
            reading.note(where, time.tolerated, "read as HH:MM")
        if match["rest"].strip(" ."):
            reading.note(where, match[0], "what stands behind the time is left out")
        found[match["which"].lower()] = time
    return found["departure"], found["arrival"]


def _duration(rest: str, where: str, reading: Reading) -> float | None:
    match = _DURATION.search(rest)
    if match is None:
        return None
    try:
        return read_duration_min(match["duration"])
    except InputError:
        reading.note(where, match[0].strip(), "the duration cannot be read and is not used")
        return None


def write_leg(leg: Leg, times: tuple[str, str] | None) -> str:
    """A leg in the strict form; without times where neither is there."""
    carrier = leg.carrier if leg.carrier is not None else "-"
    if leg.mode is Mode.CAB:
        text = leg.mode_text or "Taxi"
    elif leg.mode is Mode.BUS:
        text = f"Bus: {carrier}"
    else:
        text = f"{leg.mode.value} Number: {carrier}"
    text += f", from {leg.origin} to {leg.destination}"
    return text if times is None else f"{text}, Departure Time: {times[0]}, Arrival Time: {times[1]}"
