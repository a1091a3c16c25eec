"""Names and text.

| fault | test |
|---|---|
| "Letters from Istoria" cut at the wrong "from"; words and signs in names | test_a_name_is_cut_at_the_last_times_only |
| "Cafe 24, 7" has no city "7"; "Hotel A, Goa."; "Cafe, Goa;" | test_a_number_is_no_city, test_a_sign_behind_the_city |
| "No City Name" costs 0 | test_a_place_without_a_city_is_shown_and_never_costs_nothing |
| "Inn" is found in "Plain Inn", "A" in "Amber Fort" | test_a_part_of_a_name_is_not_in_the_catalogue |
| "Plain Inn Deluxe" before "Plain Inn" | test_the_price_is_that_of_the_full_name |
| an empty breakfast is a place; a hyphen makes a name empty | test_an_empty_sign_is_no_place, test_a_hyphen_makes_no_name_empty |
| "Fort, J;", "Atlantis, J"; a repeat behind a blank | test_semicolons_neither_add_nor_lose_a_place, test_a_repeat_is_found |
| a list ends in ";" or "."; a trailing comma behind times | test_signs_at_the_end, test_a_comma_behind_the_times_of_a_leg |
| curly and straight quotes | test_quotes_name_one_place |
| "0.5km away", "841.96m away", "3 km away", unknown unit | test_distances_are_metres, test_an_unknown_unit |
| a blank at the end of a catalogue name; a restaurant "NA" or "None" | test_a_blank_at_the_end, test_a_restaurant_called_na |
| a text that looks like code | test_code_is_text |
| one name in two cities of a day | test_a_chain_in_both_cities_of_a_day_is_each_where_the_traveller_is |
"""

from pathlib import Path

import pytest

from annotate.errors import NotationError
from annotate.plan import NamedPlace, StopKind
from tests.faults.seen import PLACES, TAIL, look
from tests.plan_objects import day, plan_object

NAMES = [
    "Letters from Istoria", "Trip to Thali", "Stay Awhile", "Visit: The Museum", "Poha, Jalebi & Co.", "Old; New",
    "Half-Way House", "Visit from 9 to 5", "Stay from 10:00 to 11:00", "Cafe 24, 7", "From () to ()",
]  # fmt: skip


def one_restaurant(name: str, cost: str = "100") -> dict[str, str]:
    quoted = name.replace('"', '""')
    return {**PLACES, "restaurants": f'name,city,avg_cost,cuisines\n"{quoted}",J,{cost},Indian\n'}


@pytest.mark.parametrize("name", NAMES)
def test_a_name_is_cut_at_the_last_times_only(tmp_path: Path, name: str) -> None:
    plan = plan_object(day("J", f"{name}, visit from 14:15 to 15:15{TAIL}", lunch=f"{name}, J"))
    seen = look(tmp_path, plan, one_restaurant(name))
    (stop,) = seen.day.stops
    assert (stop.name, stop.city, stop.start_min, stop.end_min, stop.meal) == (name, "J", 855, 915, "lunch")
    assert (seen.verdict("SBX001"), seen.verdict("CMP004")) == ("pass", "pass")
    assert seen.line(name).amount == 200.0


def test_a_number_is_no_city(tmp_path: Path) -> None:
    plan = plan_object(day("J", f"Cafe 24, 7, visit from 14:15 to 15:15{TAIL}", lunch="Cafe 24, 7"))
    seen = look(tmp_path, plan, one_restaurant("Cafe 24, 7"))
    assert seen.day.lunch == NamedPlace("Cafe 24, 7", "J")
    assert seen.verdict("SBX001") == "pass"


@pytest.mark.parametrize("written", ["Cafe, J.", "Cafe, J;", "Cafe, J,", "Cafe, J"])
def test_a_sign_behind_the_city(tmp_path: Path, written: str) -> None:
    plan = plan_object(day("J", f"Cafe, visit from 14:15 to 15:15{TAIL}", lunch=written))
    seen = look(tmp_path, plan)
    assert seen.day.lunch == NamedPlace("Cafe", "J")
    assert (seen.verdict("SBX001"), seen.line("Cafe").amount) == ("pass", 200.0)


def test_a_place_without_a_city_is_shown_and_never_costs_nothing(tmp_path: Path) -> None:
    plan = plan_object(
        day("J", f"No City Name, visit from 14:15 to 15:15{TAIL}", lunch="No City Name", attraction="Nowhere")
    )
    seen = look(tmp_path, plan)
    assert seen.day.lunch == NamedPlace("No City Name", None)
    assert any("unresolved" in note for note in seen.notes)
    assert seen.rows("SBX001") == [("d1.s1",), ()]
    assert [line.amount for line in seen.bill.lines] == [None, None]
    assert seen.verdict("MON001") == "not_checked"
    assert "No City Name" in seen.missing("MON001")


@pytest.mark.parametrize(
    ("field", "name"), [("accommodation", "Inn"), ("attraction", "For"), ("lunch", "A"), ("lunch", "")]
)
def test_a_part_of_a_name_is_not_in_the_catalogue(tmp_path: Path, field: str, name: str) -> None:
    verb = "stay" if field == "accommodation" else "visit"
    entries = f"{name}, {verb} from 14:15 to 15:15{TAIL}" if name else "-"
    seen = look(tmp_path, plan_object(day("J", entries, **{field: f"{name}, J" if name else "-"})))
    assert seen.verdict("SBX001") == ("fail" if name else "pass")
    assert seen.rows("SBX001") == ([("d1.s1",)] if name else [])


@pytest.mark.parametrize("order", [1, -1])
def test_the_price_is_that_of_the_full_name(tmp_path: Path, order: int) -> None:
    inns = ["Plain Inn Deluxe,J,900,2\n", "Plain Inn,J,100,2\n"][::order]
    tables = {**PLACES, "accommodations": "name,city,price_per_night,max_occupancy\n" + "".join(inns)}
    plan = plan_object(day("J", f"Plain Inn, stay from 22:00 to 08:00{TAIL}", accommodation="Plain Inn, J"))
    assert look(tmp_path, plan, tables).line("Plain Inn").unit_price == 100.0


@pytest.mark.parametrize("empty", ["-", "_", "\u2013", "\u2014", "", None])
def test_an_empty_sign_is_no_place(tmp_path: Path, empty: str | None) -> None:
    seen = look(
        tmp_path, plan_object(day("J", breakfast=empty, attraction=empty, event=empty, accommodation=empty))
    )
    assert list(seen.day.named_places()) == []
    assert seen.bill.lines == ()


@pytest.mark.parametrize("name", ["Mughal-era Stepwell", "A_B", "-x-", "Ghat \u2013 North"])
def test_a_hyphen_makes_no_name_empty(tmp_path: Path, name: str) -> None:
    tables = {**PLACES, "attractions": f"name,city,visit_duration,categories\n{name},J,1.5,Museums\n"}
    plan = plan_object(day("J", f"{name}, visit from 14:15 to 15:15{TAIL}", attraction=f"{name}, J"))
    seen = look(tmp_path, plan, tables)
    assert [(stop.name, stop.kind) for stop in seen.day.stops] == [(name, StopKind.ATTRACTION)]
    assert seen.verdict("SBX001") == "pass"


@pytest.mark.parametrize(
    ("written", "names"),
    [("Fort, J;", ["Fort"]), ("Palace, J", ["Palace"]), ("Fort, J;Palace, J", ["Fort", "Palace"]),
     ("Fort, J; ;Palace, J;;", ["Fort", "Palace"])],
)  # fmt: skip
def test_semicolons_neither_add_nor_lose_a_place(tmp_path: Path, written: str, names: list[str]) -> None:
    seen = look(tmp_path, plan_object(day("J", attraction=written)))
    assert seen.day.attractions == tuple(NamedPlace(name, "J") for name in names)


def test_a_repeat_is_found(tmp_path: Path) -> None:
    plan = plan_object(day("J", attraction="Fort, J;Palace, J"), day("J", attraction="Bazaar, J; Palace, J"))
    seen = look(tmp_path, plan)
    assert seen.verdict("REP002") == "fail"
    assert seen.amounts("REP002") == [2]
    assert "Palace" in next(one.message for one in seen.feedback.findings if one.code == "REP002")


@pytest.mark.parametrize("sign", [";", ".", ",", "; ", " ."])
def test_signs_at_the_end(tmp_path: Path, sign: str) -> None:
    entries = f"Fort, visit from 10:00 to 11:00{TAIL}; Palace, visit from 12:00 to 13:00{TAIL}{sign}"
    seen = look(tmp_path, plan_object(day("J", entries, attraction="Fort, J;Palace, J")))
    assert [(stop.name, stop.end_min) for stop in seen.day.stops] == [("Fort", 660), ("Palace", 780)]
    assert seen.verdict("CMP003") == "pass"


def test_a_comma_behind_the_times_of_a_leg(tmp_path: Path) -> None:
    text = "Train Number: 1, from H to J, Departure Time: 19:14, Arrival Time: 21:04,"
    (leg,) = look(tmp_path, plan_object(day("from H to J", transportation=text))).day.legs
    assert (leg.carrier, leg.depart_min, leg.arrive_min) == ("1", 1154, 1264)


@pytest.mark.parametrize(("field", "listed"), [("Alexander\u2019s", "Alexander's"), ("Alexander's", "Alexander\u2019s"),
                                               ("\u201cTen\u201d", '"Ten"')])  # fmt: skip
def test_quotes_name_one_place(tmp_path: Path, field: str, listed: str) -> None:
    plan = plan_object(day("J", f"{listed}, visit from 20:00 to 21:00{TAIL}", dinner=f"{field}, J"))
    seen = look(tmp_path, plan, one_restaurant(listed))
    assert (seen.verdict("CMP004"), seen.verdict("SBX001"), seen.verdict("REP001")) == ("pass",) * 3
    assert (seen.day.stops[0].meal, seen.line(field).amount) == ("dinner", 200.0)


@pytest.mark.parametrize(
    ("written", "metres"), [("0.5km away", 500.0), ("841.96m away", 841.96), ("3 km away", 3000.0)]
)
def test_distances_are_metres(tmp_path: Path, written: str, metres: float) -> None:
    tables = {**PLACES, "transit_stops": f"poi,city,stop_name,distance_m\nFort,J,Gate,{metres}\n"}
    plan = plan_object(
        day("J", f"Fort, visit from 10:00 to 11:00, nearest transit: Gate, {written}", attraction="Fort, J")
    )
    seen = look(tmp_path, plan, tables)
    stop = seen.day.stops[0].nearest_stop
    assert stop is not None
    assert (stop.distance_m, seen.verdict("SBX002")) == (metres, "pass")


@pytest.mark.parametrize("written", ["3 miles away", "3 away", "3 kms2 away"])
def test_an_unknown_unit(tmp_path: Path, written: str) -> None:
    entries = f"Fort, visit from 10:00 to 11:00, nearest transit: Gate, {written}"
    with pytest.raises(NotationError, match="entry 1"):
        look(tmp_path, plan_object(day("J", entries, attraction="Fort, J")))


def test_a_blank_at_the_end(tmp_path: Path) -> None:
    tables = one_restaurant("  Cafe  Blue ")
    plan = plan_object(day("J", f"Cafe Blue, visit from 10:00 to 11:00{TAIL}", breakfast="Cafe Blue, J"))
    seen = look(tmp_path, plan, tables)
    assert (seen.verdict("SBX001"), seen.line("Cafe Blue").amount) == ("pass", 200.0)
    assert any("Cafe  Blue" in note for note in seen.notes)


@pytest.mark.parametrize("name", ["NA", "None", "Nan", "null"])
def test_a_restaurant_called_na(tmp_path: Path, name: str) -> None:
    plan = plan_object(day("J", f"{name}, visit from 13:00 to 14:00{TAIL}", lunch=f"{name}, J"))
    seen = look(tmp_path, plan, one_restaurant(name))
    assert (seen.verdict("SBX001"), seen.line(name).amount) == ("pass", 200.0)


def test_code_is_text(tmp_path: Path) -> None:
    made = tmp_path / "made"
    code = f"__import__('os').system('touch {made}')"
    tables = {**one_restaurant(code), "accommodations": f'name,city,price_per_night\n"{code}",J,100\n'}
    plan = plan_object(
        day("J", f"{code}, visit from 13:00 to 14:00{TAIL}", lunch=f"{code}, J"),
        JSON={"query": code, "local_constraint": {"house rule": code}},
    )
    seen = look(tmp_path, plan, tables)
    assert (seen.itinerary.query.text, seen.day.stops[0].name) == (code, code)
    with pytest.raises(NotationError):
        look(tmp_path, {**plan, "plan": code}, tables)
    with pytest.raises(NotationError):
        look(tmp_path, plan_object(day("J"), JSON={"local_constraint": code}), tables)
    assert not made.exists()


def test_a_chain_in_both_cities_of_a_day_is_each_where_the_traveller_is(tmp_path: Path) -> None:
    tables = {
        **PLACES,
        "restaurants": PLACES["restaurants"] + "Cafe,K,300,Indian,22.0,75.0\n",
        "accommodations": PLACES["accommodations"] + "Plain Inn,K,500,2,22.0,75.0\n",
    }
    entries = (
        f"Plain Inn, checkout from 08:00 to 08:30{TAIL}; Cafe, visit from 09:00 to 10:00{TAIL}; "
        f"Cafe, visit from 19:00 to 20:00{TAIL}; Plain Inn, stay from 22:00 to 08:00{TAIL}"
    )
    plan = plan_object(
        day("J", f"Plain Inn, stay from 22:00 to 08:00{TAIL}", accommodation="Plain Inn, J"),
        day("from J to K", entries, breakfast="Cafe, J", dinner="Cafe, K", accommodation="Plain Inn, K",
            transportation="Taxi, from J to K, Departure Time: 12:00, Arrival Time: 15:00"),
    )  # fmt: skip
    seen = look(tmp_path, plan, tables)
    assert [stop.city for stop in seen.itinerary.days[1].stops] == ["J", "J", "K", "K"]
    assert [stop.meal for stop in seen.itinerary.days[1].stops] == [None, "breakfast", "dinner", None]
    codes = ("REP001", "CMP004", "ROU003", "SBX001", "STY001", "DAY001")
    assert {code: seen.verdict(code) for code in codes} == dict.fromkeys(codes, "pass")
    assert [line.amount for line in seen.bill.lines if "Cafe" in line.what] == [200.0, 600.0]
