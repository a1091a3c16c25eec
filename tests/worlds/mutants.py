"""Ways to break a sound plan in one thing: in its text, in what its query asks, or in a row that was read."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from types import ModuleType
from typing import Any

from annotate.plan import Itinerary
from tests.worlds import five_days, three_days

Rows = tuple[str, ...]
PLAN: Rows = ()
"""The rows of a finding on the plan as a whole."""


@dataclass(frozen=True)
class Mutant:
    """What is changed and the hard and common findings that follow: (code, rows), no more and no less."""

    name: str
    expected: tuple[tuple[str, Rows], ...]
    text: Callable[[dict[str, Any]], None] | None = None
    rows: Callable[[Itinerary], Itinerary] | None = None
    sound: ModuleType = three_days


def swap(day: int, field: str, old: str, new: str) -> Callable[[dict[str, Any]], None]:
    """Writes `new` for `old` in a field of a day, which holds it exactly once."""

    def change(plan: dict[str, Any]) -> None:
        text = plan["plan"][day - 1][field]
        assert text.count(old) == 1, (old, text)
        plan["plan"][day - 1][field] = text.replace(old, new)

    return change


def listed(day: int, old: str, new: str) -> Callable[[dict[str, Any]], None]:
    """Writes `new` for `old` in the list of a day."""
    return swap(day, "point_of_interest_list", old, new)


def all_of(*changes: Callable[[dict[str, Any]], None]) -> Callable[[dict[str, Any]], None]:
    """Several changes that make one: a place stands in a field and on the list."""

    def change(plan: dict[str, Any]) -> None:
        for each in changes:
            each(plan)

    return change


def moved(day: int, old: str, new: str) -> Callable[[dict[str, Any]], None]:
    """Moves the entry that has the times `old` ("09:45 to 11:30") to `new`."""
    return listed(day, f"from {old}", f"from {new}")


def asked(**changed: Any) -> Callable[[dict[str, Any]], None]:
    """Another query."""
    return lambda plan: plan["JSON"].update(changed)


def wished(**changed: Any) -> Callable[[dict[str, Any]], None]:
    """Other local constraints."""
    return lambda plan: plan["JSON"]["local_constraint"].update(changed)


def row(row_id: str, **changed: Any) -> Callable[[Itinerary], Itinerary]:
    """A row that was read, changed."""
    return lambda trip: trip.with_row(replace(trip.find(row_id)[1], **changed))


def mutant(
    name: str, change: Callable[..., Any], *expected: tuple[str, Rows], sound: ModuleType = three_days
) -> Mutant:
    """A mutant by its change of the text."""
    return Mutant(name, expected, text=change, sound=sound)


_G = "nearest transit: Gate 1, 120.00m away"
_FORT, _MUSEUM, _STEPWELL = "Fort; Upper Town to Gate", "Museum of Travel, Vol. 2", "Mughal-era Stepwell"
_GRILL, _LETTERS, _MARS = "O'Brien's: Grill", "Letters from Istoria", "Visit Mars; Stay for Lunch"
_HOTEL, _OTHER, _EVENT = three_days.HOTEL, three_days.OTHER_HOTEL, three_days.EVENT
_HOTEL_ROWS = ("d1.s1", "d1.s6", "d2.s1", "d2.s7", "d3.s1")
_HAVELI_ROWS = ("d1.s1", "d1.s5", "d2.s1", "d2.s7", "d3.s1")
_LAKESIDE_ROWS = ("d3.s3", "d3.s5", "d4.s1")

MUTANTS = (
    mutant("the last leg goes to a third city",
           all_of(swap(3, "transportation", "to Bhopal", "to Indore"), swap(3, "current_city", "to Bhopal", "to Indore")),
           ("ROU001", ("d3.l1",)), ("ROU002", PLAN), ("ROU002", PLAN)),
    mutant("two cities are asked for", asked(visiting_city_number=2), ("ROU002", PLAN)),
    mutant("another city is asked for", asked(dest="Udaipur"), ("ROU002", PLAN)),
    mutant("a lunch lies 300 km away in another city",
           all_of(swap(2, "lunch", ", Jaipur", ", Udaipur")),
           ("ROU003", ("d2.s4",)), ("TIM002", ("d2.s3", "d2.s4")), ("TIM002", ("d2.s4", "d2.s5"))),
    mutant("the lunch of day 1 is the dinner of day 2",
           all_of(swap(2, "dinner", "O\u2019Brien\u2019s: Grill", _LETTERS), listed(2, _GRILL, _LETTERS),
                  wished(cuisine=["Indian"])),
           ("REP001", ("d1.s2", "d2.s6"))),
    mutant("the sight of day 1 is the sight of day 3",
           all_of(swap(3, "attraction", "Bazaar", _STEPWELL), listed(3, "Bazaar", _STEPWELL)),
           ("REP002", ("d1.s3", "d3.s3"))),
    mutant("the event is attended twice",
           all_of(swap(2, "event", "-", f"{_EVENT}, Jaipur"),
                  listed(2, f"; {_GRILL}", f"; {_EVENT}, visit from 17:40 to 18:50, {_G}; {_GRILL}")),
           ("REP003", ("d1.s4", "d2.s6"))),
    mutant("four days are asked for", asked(days=4), ("CMP001", PLAN)),
    mutant("a full day has no lunch",
           all_of(swap(2, "lunch", f"{_MARS}, Jaipur", "-"),
                  listed(2, f"{_MARS}, visit from 13:30 to 15:10, {_G}; ", "")),
           ("CMP001", PLAN)),
    mutant("the full day has no breakfast but an empty sign",
           all_of(swap(2, "breakfast", "Poha, Jalebi & Co., Jaipur", "\u2013"),
                  listed(2, f"Poha, Jalebi & Co., visit from 08:00 to 09:20, {_G}; ", "")),
           ("CMP001", PLAN)),
    Mutant("a sight has no end", (("CMP002", ("d2.s3",)),), rows=row("d2.s3", end_min=None)),
    Mutant("a leg has no arrival", (("CMP002", ("d1.l1",)),), rows=row("d1.l1", arrive_min=None)),
    mutant("a sight has no transit stop", listed(2, f"11:30, {_G}", "11:30"), ("CMP003", ("d2.s3",))),
    mutant("a sight is listed but not chosen", swap(2, "attraction", f"{_MUSEUM}, Jaipur;", ""),
           ("CMP004", ("d2.s5",)), ("WSH006", PLAN)),
    mutant("an event is chosen but not listed",
           listed(1, f"{_EVENT}, visit from 17:45 to 19:00, {_G}; ", ""), ("CMP004", PLAN)),
    mutant("day 2 does not begin at its hotel", listed(2, f"{_HOTEL}, stay from 07:00 to 07:40, {_G}; ", ""),
           ("DAY001", ("d2.s1",))),
    mutant("day 2 does not end at its hotel", listed(2, f"; {_HOTEL}, stay from 21:45 to 07:30, {_G}", ""),
           ("DAY001", ("d2.s6",))),
    mutant("a sight overlaps the breakfast", moved(2, "09:45 to 11:30", "09:10 to 10:55"),
           ("TIM001", ("d2.s2", "d2.s3")), ("TIM002", ("d2.s2", "d2.s3"))),
    mutant("one minute for a kilometre", moved(2, "09:45 to 11:30", "09:21 to 11:06"),
           ("TIM002", ("d2.s2", "d2.s3"))),
    mutant("twenty-nine minutes after the arrival", moved(1, "13:00 to 13:20", "12:39 to 12:59"),
           ("TIM003", ("d1.l1", "d1.s1"))),
    mutant("twenty-nine minutes before the departure", moved(3, "13:40 to 15:20", "14:51 to 16:31"),
           ("TIM003", ("d3.s4", "d3.l1"))),
    mutant("lunch 239 minutes after breakfast", moved(2, "13:30 to 15:10", "13:19 to 14:59"),
           ("TIM004", ("d2.s2", "d2.s4"))),
    mutant("a museum is visited a minute after it closes", moved(2, "15:30 to 17:20", "16:20 to 18:01"),
           ("TIM005", ("d2.s5",))),
    mutant("an event is left a minute after its end", moved(1, "17:45 to 19:00", "17:45 to 19:01"),
           ("TIM005", ("d1.s4",))),
    mutant("no transport on day 1",
           lambda plan: plan["plan"][0].update(transportation="-"),
           ("TRA001", PLAN), ("CMP001", PLAN)),
    mutant("a cab beside a flight",
           swap(3, "transportation", "Bus: Hill, Valley Lines,", "Self-driving,"),
           ("TRA002", ("d1.l1", "d3.l1")), sound=five_days),
    mutant("no flight is wanted", wished(transportation="No Flight"), ("TRA003", ("d1.l1",)), sound=five_days),
    mutant("no train is wanted", wished(transportation=["no train"]),
           ("TRA003", ("d1.l1",)), ("TRA003", ("d3.l1",))),
    mutant("a train that no table knows", swap(1, "transportation", "12182", "99999"), ("TRA004", ("d1.l1",))),
    mutant("a departure a minute after the timetable's", swap(1, "transportation", "05:30", "05:31"),
           ("TRA005", ("d1.l1",))),
    Mutant("a leg a minute faster than its timetable", (("TRA005", ("d1.l1",)),),
           rows=row("d1.l1", arrive_min=699, remark="The train is fast.")),
    mutant("another hotel on the second night",
           all_of(swap(2, "accommodation", _HOTEL, _OTHER), listed(3, _HOTEL, _OTHER),
                  listed(2, f"{_HOTEL}, stay from 21:45", f"{_OTHER}, stay from 21:45")),
           ("STY001", ("d2.s7",))),
    mutant("one night where two are asked",
           all_of(swap(3, "accommodation", five_days.LAKESIDE, "Two-Night Hall"),
                  listed(3, f"{five_days.LAKESIDE}, check-in", "Two-Night Hall, check-in"),
                  listed(3, f"{five_days.LAKESIDE}, stay", "Two-Night Hall, stay"),
                  listed(4, five_days.LAKESIDE, "Two-Night Hall")),
           ("STY002", ("d3.s3", "d3.s5")), sound=five_days),
    mutant("a part of a name", all_of(swap(3, "attraction", "Bazaar", "Baz"), listed(3, "Bazaar", "Baz")),
           ("SBX001", ("d3.s3",))),
    mutant("a place of another city's catalogue",
           all_of(swap(4, "lunch", "Ghat, The", "Stay; Dine"), listed(4, "Ghat, The", "Stay; Dine")),
           ("SBX001", ("d4.s4",)), sound=five_days),
    mutant("a distance six metres off", listed(2, f"11:30, {_G}", f"11:30, {_G.replace('120', '126')}"),
           ("SBX002", ("d2.s3",))),
    mutant("another stop", listed(2, f"11:30, {_G}", f"11:30, {_G.replace('Gate 1', 'Gate')}"),
           ("SBX002", ("d2.s3",))),
    mutant("one rupee too little", asked(budget=three_days.COST_INR - 1), ("MON001", PLAN)),
    mutant("a third traveller's cost", all_of(asked(people_number=5)), ("MON001", PLAN), sound=five_days),
    mutant("a price that is not the table's", swap(1, "lunch", "300", "310"),
           ("MON002", ("d1.s2",)), ("REM001", ("d1.s2",))),
    mutant("a cuisine that nobody serves", wished(cuisine=["Indian", "Thai"]), ("WSH001", PLAN)),
    mutant("no smoking is asked for", wished(house_rules=["No_Smoking"]), ("WSH002", _HOTEL_ROWS)),
    mutant("smoking has to be allowed", wished(**{"house rule": "smoking"}),
           ("WSH002", _HAVELI_ROWS), ("WSH002", _LAKESIDE_ROWS), sound=five_days),
    mutant("a villa is asked for", wished(house_type=["villa"]), ("WSH003", _HOTEL_ROWS)),
    mutant("a pool is asked for", wished(facilities_amenities=["WiFi", "pool"]), ("WSH004", _HOTEL_ROWS)),
    mutant("a shuttle is asked for", wished(services=["shuttle"]), ("WSH005", _HOTEL_ROWS)),
    mutant("a zoo is asked for", wished(attraction=["Zoos & Aquariums"]), ("WSH006", PLAN)),
    mutant("sports are asked for", wished(event=["Sports"]), ("WSH007", PLAN)),
    mutant("a stay a minute too long", moved(2, "09:45 to 11:30", "09:45 to 11:46"), ("REM001", ("d2.s3",))),
    mutant("a visit a minute in the peak", moved(2, "09:45 to 11:30", "10:21 to 12:01"), ("REM001", ("d2.s3",))),
    mutant("a leg a minute too long", swap(1, "transportation", "12:10", "12:21"), ("REM001", ("d1.l1",))),
    mutant("a night until 05:59",
           all_of(moved(1, "22:00 to 07:30", "22:00 to 05:00"), moved(2, "07:00 to 07:40", "05:00 to 05:59")),
           ("REM001", ("d1.s6",))),
    Mutant("a given time moved by 31 minutes", (("REM001", ("d2.s3",)),),
           rows=row("d2.s3", given_start_min=585 - 31)),
    mutant("a rationale that does not speak of buffers", lambda plan: plan["rationale"].update(buffers=" "),
           ("REM002", PLAN)),
)  # fmt: skip
