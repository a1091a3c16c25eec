"""The text of a day's point-of-interest list: `<name>, <verb> from HH:MM to HH:MM, nearest transit: <stop>,
<distance>m away; ...`.

Names may hold commas, semicolons, colons, "from", "to", "stay", "visit": an entry is read against the known
names of the day first, and else from its last verb-and-times.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass

from annotate.errors import InputError
from annotate.names import is_null
from annotate.plan import Meal, NearestStop, StopKind, Verb
from annotate.text.quantity import ClockTime, read_clock, read_distance_m, read_money
from annotate.text.reading import Reading

_CLOCK = (
    r"\d{1,3}:\d{1,2}(?::\d{2})?(?:\s*[ap]\.?m\b\.?)?"
    r"(?:\s*\(\s*(?:\+\s*\d(?:\s*d(?:ays?)?)?|next\s+day)\s*\)|\s*\+\s*\d(?:\s*d(?:ays?)?\b)?|\s+next\s+day\b"
    r"|\s+\d{1,2}(?:st|nd|rd|th)?\s+(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\b)?"
)
_TIME = rf"(?:\(\s*\)|{_CLOCK})"
_VERB = r"overnight\s+stay|stay|visit|check[\s-]?in|check[\s-]?out|arrive|travel|breakfast|lunch|dinner"
_VERB_TIMES = rf"""(?P<verb>{_VERB})\s*
    (?: (?P<from>from)?\s*(?P<start>{_TIME})\s*(?P<to>to|until|till|-|–)\s*(?P<end>{_TIME})
      | (?:from\s*)?(?P<empty>\(\s*\)) )"""
_HEAD = re.compile(rf"(?:^|(?<=[\s,])){_VERB_TIMES}", re.IGNORECASE | re.VERBOSE)
_AFTER_NAME = re.compile(rf"\s*(?P<comma>,?)\s*{_VERB_TIMES}", re.IGNORECASE | re.VERBOSE)
_TRANSIT = re.compile(r"\s*[,;]?\s*nearest\s+transit(?:\s+stop)?\s*:\s*", re.IGNORECASE)
_DISTANCE_TAIL = re.compile(
    r",\s*(?P<distance>\d[\d.,]*\s*(?P<unit>[^\W\d_]*))(?P<away>\s*away)?[\s.,]*(?=;|$)", re.IGNORECASE
)
_COST = re.compile(r"\s*[,;]?\s*cost\s*:\s*(?P<cost>(?:[^;,]|(?<=\d),(?=\d))*)", re.IGNORECASE)
_COST_PIECE = re.compile(r"\s*;\s*cost\s*:[^;\d]{0,8}\d[^;]*", re.IGNORECASE)

_NOTHING = re.compile(
    r"(?:-|_|–|—|\(\s*\))(?:\s*,\s*(?:-|_|–|—|\(\s*\))\s*(?:m|km)?)?(?:\s*away)?[\s.,]*", re.IGNORECASE
)
"""A stop and a distance that are both marked as missing: `-`, `-, -`, `(), () away`."""
_BLANKS = re.compile(r"\s*")

_VERBS = {
    "stay": (Verb.STAY, None),
    "overnight stay": (Verb.STAY, None),
    "visit": (Verb.VISIT, None),
    "check-in": (Verb.CHECK_IN, None),
    "checkout": (Verb.CHECKOUT, None),
    "arrive": (Verb.ARRIVE, None),
    "travel": (Verb.TRAVEL, None),
    "breakfast": (Verb.VISIT, Meal.BREAKFAST),
    "lunch": (Verb.VISIT, Meal.LUNCH),
    "dinner": (Verb.VISIT, Meal.DINNER),
}
_EXPECTED = "<name>, <verb> from HH:MM to HH:MM, nearest transit: <stop>, <distance>m away"


@dataclass(frozen=True, slots=True)
class EntryText:
    """One entry as read, not yet resolved. A time that is missing is None. `number` counts the list's entries
    from 1.
    """

    number: int
    name: str
    verb: Verb
    meal_hint: Meal | None
    start: ClockTime | None
    end: ClockTime | None
    nearest_stop: NearestStop | None
    stated_cost: float | None


def entry_names(text: str) -> list[str]:
    """The names on a list read by its verbs and times alone, for telling names in the day's fields apart."""
    return [name for name, _, _ in _split(text, ())]


def read_entries(text: str, known_names: Iterable[str], where: str, reading: Reading) -> list[EntryText]:
    """The entries of a list. `known_names`: how the day's fields (with and without city) write its places."""
    if is_null(text):
        return []
    entries = []
    for number, (name, head, tail) in enumerate(_split(text, known_names), 1):
        place = f"{where}, entry {number}"
        if head is None:
            reading.error(
                place,
                f"'{name}' has no verb with times",
                expected=_EXPECTED,
                todo="Complete the entry; write () for a time that is missing.",
            )
            continue
        if not name:
            reading.error(place, "The entry has no name", expected=_EXPECTED, todo="Name the place.")
            continue
        verb, hint = _read_verb(head["verb"], place, reading)
        start = _read_time(head["start"], place, reading, end=False)
        end = _read_time(head["end"], place, reading, end=True)
        if head["empty"] is None and (head["from"] is None or head["to"].lower() != "to"):
            reading.note(place, head[0], "read as from ... to ...")
        nearest, cost = _read_tail(tail, place, reading)
        entries.append(EntryText(number, name, verb, hint, start, end, nearest, cost))
    return entries


def _split(text: str, known_names: Iterable[str]) -> list[tuple[str, re.Match[str] | None, str]]:
    """(name, verb-and-times, rest) of each entry, in order."""
    patterns = [
        _name_pattern(name) for name in sorted(set(known_names), key=len, reverse=True) if name.strip()
    ]
    found: list[tuple[str, re.Match[str] | None, str]] = []
    at = 0
    while at < len(text):
        if text[at] in "; \t\n\r":
            at += 1
            continue
        name_end, head = _head_by_name(text, at, patterns) or _head_by_times(text, at, patterns)
        name = " ".join(text[at:name_end].split()).rstrip(",").rstrip()
        if head is None:
            if name.strip(".,; "):
                found.append((name, None, ""))
            at = name_end + 1
            continue
        tail_end = _end_with_cost(text, _end_of_tail(text, head.end()))
        found.append((name, head, text[head.end() : tail_end]))
        at = tail_end + 1
    return found


def _name_pattern(name: str) -> re.Pattern[str]:
    parts = []
    for char in name.strip():
        if char.isspace():
            parts.append(r"\s+")
        elif char in "'\u2018\u2019\u02bc":
            parts.append("['\u2018\u2019\u02bc]")
        elif char in '"\u201c\u201d':
            parts.append('["\u201c\u201d]')
        else:
            parts.append(re.escape(char))
    return re.compile("".join(parts), re.IGNORECASE)


def _head_by_name(
    text: str, at: int, patterns: list[re.Pattern[str]]
) -> tuple[int, re.Match[str] | None] | None:
    for pattern in patterns:
        if (name := pattern.match(text, at)) and (head := _AFTER_NAME.match(text, name.end())):
            return name.end(), head
    return None


def _head_by_times(text: str, at: int, patterns: list[re.Pattern[str]]) -> tuple[int, re.Match[str] | None]:
    """The last verb-and-times of the first `;` piece that has any.

    A name may run over pieces without one, up to a piece that is an entry with a known name. A piece that is a known name
    and nothing else is an entry without verb and times.
    """
    piece_start = at
    while piece_start <= len(text):
        blanks = _BLANKS.match(text, piece_start)
        if piece_start > at and blanks and _head_by_name(text, blanks.end(), patterns):
            return piece_start - 1, None
        piece_end = text.find(";", piece_start)
        piece_end = len(text) if piece_end < 0 else piece_end
        heads = list(_HEAD.finditer(text, piece_start, piece_end))
        if heads:
            return heads[-1].start(), heads[-1]
        if piece_start == at and _is_name(text[at:piece_end].strip(" ,"), patterns):
            return piece_end, None
        piece_start = piece_end + 1
    return len(text), None


def _is_name(text: str, patterns: list[re.Pattern[str]]) -> bool:
    return any(pattern.fullmatch(text) for pattern in patterns)


def _end_of_tail(text: str, at: int) -> int:
    """Where the entry whose times end at `at` ends: at a `;`, which a stop's name may hold before its
    distance.
    """
    first = text.find(";", at)
    first = len(text) if first < 0 else first
    transit = _TRANSIT.match(text, at)
    if transit is None:
        if (cost := _COST.match(text, at)) and cost.end() > first:
            first = text.find(";", cost.end())
            return len(text) if first < 0 else first
        return first
    first = text.find(";", transit.end())
    first = len(text) if first < 0 else first
    if _DISTANCE_TAIL.search(text, transit.end(), first) or first == len(text):
        return first
    following = _HEAD.search(text, first)
    limit = following.start() if following else len(text)
    for distance in _DISTANCE_TAIL.finditer(text, first, limit):
        ends_entry = distance.end() == len(text) or text[distance.end()] == ";"
        if ends_entry and (distance["unit"] or distance["away"]):
            return distance.end()
    return first


def _end_with_cost(text: str, end: int) -> int:
    """Where an entry ends that would end at `end`, a `; Cost: 14` behind it included."""
    cost = _COST_PIECE.match(text, end)
    return end if cost is None or _HEAD.search(text, end, cost.end()) else cost.end()


def _read_verb(written: str, place: str, reading: Reading) -> tuple[Verb, Meal | None]:
    folded = re.sub(r"\s+", " ", written.lower())
    folded = {
        "check in": "check-in",
        "checkin": "check-in",
        "check-out": "checkout",
        "check out": "checkout",
    }.get(folded, folded)
    verb, hint = _VERBS[folded]
    if (
        hint
        or folded == "overnight stay"
        or (written.lower() != folded and folded in ("check-in", "checkout"))
    ):
        reading.note(place, written, f"read as {verb.value}" + (f", {hint.value}" if hint else ""))
    return verb, hint


def _read_time(text: str | None, place: str, reading: Reading, *, end: bool) -> ClockTime | None:
    if text is None or text.startswith("("):
        return None
    try:
        time = read_clock(text, end=end)
    except InputError as error:
        reading.failed(place, error)
        return None
    if time.tolerated:
        reading.note(place, time.tolerated, "read as HH:MM")
    return time


def _read_tail(tail: str, place: str, reading: Reading) -> tuple[NearestStop | None, float | None]:
    nearest, cost, rest = None, None, tail
    if found := _COST.match(rest):
        cost, rest = read_cost(found["cost"], place, reading), rest[found.end() :]
    if transit := _TRANSIT.match(rest):
        rest = rest[transit.end() :]
        if later := _COST.search(rest):
            cost, rest = read_cost(later["cost"], place, reading), rest[: later.start()] + rest[later.end() :]
        nearest, rest = _read_nearest(rest, place, reading), ""
    if rest.strip(" .,;\n\t"):
        reading.error(
            place,
            f"'{rest.strip(' .,;')}' after the times is not understood",
            expected=_EXPECTED,
            todo="Remove it or write it as nearest transit.",
        )
    elif rest.strip():
        reading.note(place, rest.strip(), "left out")
    return nearest, cost


def _read_nearest(text: str, place: str, reading: Reading) -> NearestStop | None:
    stripped = text.strip()
    if _NOTHING.fullmatch(stripped):
        if any(char in stripped for char in "(,"):
            reading.note(place, stripped, "no nearest transit stop is named")
        return None
    tails = list(_DISTANCE_TAIL.finditer(stripped))
    if not tails or (not tails[-1]["away"] and not tails[-1]["unit"]):
        name = stripped.rstrip(" .,")
        if is_null(name):
            return None
        if re.search(r"\baway\b", stripped, re.IGNORECASE):
            reading.error(
                place,
                f"'{stripped}' names no distance that can be read",
                expected="metres (m) or kilometres (km), such as 841.96m away",
                todo="Correct the distance.",
            )
        else:
            reading.note(place, stripped, "the nearest transit stop has no distance")
        return NearestStop(name, None)
    tail = tails[-1]
    name = stripped[: tail.start()].strip()
    if not name or is_null(name):
        reading.error(
            place, "The nearest transit stop has no name", expected=_EXPECTED, todo="Name the stop."
        )
        return None
    try:
        distance_m = read_distance_m(tail["distance"])
    except InputError as error:
        reading.failed(place, error)
        return None
    if not tail["away"]:
        reading.note(place, tail[0].lstrip(", "), "'away' is missing; read as a distance")
    elif tail["unit"].lower() not in ("m", "km"):
        reading.note(place, tail[0].lstrip(", "), "read as metres")
    ending = tail[0][len(tail[0].rstrip(" .,")) :].strip()
    if ending:
        reading.note(place, ending, "left out at the end of the entry")
    return NearestStop(name, distance_m)


def read_cost(text: str, place: str, reading: Reading) -> float | None:
    """The amount of a `Cost: ...`; a remark behind it ("for 3 nights") is left out and reported."""
    match = re.match(r"\s*(?P<money>\D{0,8}?\d[\d,]*(?:\.\d+)?)(?P<rest>.*)", text, re.DOTALL)
    try:
        money = read_money(match["money"] if match else text)
    except InputError:
        reading.note(place, f"Cost: {text.strip()}", "no amount can be read; the cost is unknown")
        return None
    reading.note(place, f"Cost: {text.strip()}", "kept as the stated cost")
    return money.amount


def write_entry(name: str, kind: StopKind, times: tuple[str, str], nearest: NearestStop | None) -> str:
    """An entry in the strict form: `visit`, or `stay` for accommodation; metres with two decimals."""
    verb = "stay" if kind is StopKind.ACCOMMODATION else "visit"
    text = f"{name}, {verb} from {times[0]} to {times[1]}"
    if nearest is not None:
        text += f", nearest transit: {nearest.name}"
        if nearest.distance_m is not None:
            text += f", {nearest.distance_m:.2f}m away"
    return text
