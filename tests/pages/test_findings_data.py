"""Findings by what to do next, what makes one known, and what the last edit changed; times worked out by hand."""

from typing import Any

from annotate.plan import Itinerary
from annotate.rule import Mend
from db.flags import FlagState
from db.waivers import WaiverView
from pages._ui import desk as desks
from pages._ui.findings_data import findings_data
from tests.builders import a_day, a_meal, a_place, a_stay, a_stop, an_itinerary, facts
from tests.pages.desks import a_desk, a_flag, a_waiver

KNOWN = facts(a_place("Museum", visit_duration_min=120, crowd_level="A"))
"""2 h at Average crowd: the wanted stay is 120 + [1, 1.25] x 120 x 1.5 = 300 to 345 min."""


def a_plan(remark: str | None = None, leave: str = "13:00") -> Itinerary:
    """Museum from 10:00 (too short), lunch from 12:30, night from 22:00; d1.s1, d1.s2, d1.s3."""
    return an_itinerary(
        a_day(
            a_stop("Museum", "10:00", leave, remark=remark),
            a_meal("Bistro", "12:30", "13:30"),
            a_stay("Plain Inn", "22:00", "31:00"),
        )
    )


def group(data: dict[str, Any], mend: Mend) -> list[dict[str, Any]]:
    return next(one["items"] for one in data["groups"] if one["key"] == mend.value)


def codes(items: list[dict[str, Any]]) -> list[str]:
    return [item["code"] for item in items]


def test_findings_stand_under_what_to_do_next() -> None:
    data = findings_data(a_desk(a_plan(), KNOWN))
    assert codes(group(data, Mend.TIME)) == ["TIM001"]
    assert codes(group(data, Mend.TEXT)) == ["REM001", "REM002"]
    assert "TRA001" in codes(group(data, Mend.SOURCE))
    assert all(item["tell"] for item in group(data, Mend.SOURCE))
    assert not any(item["tell"] for item in group(data, Mend.TIME) + group(data, Mend.TEXT))


def test_a_remark_that_is_due_says_the_time_that_would_do() -> None:
    due = group(findings_data(a_desk(a_plan(), KNOWN)), Mend.TEXT)[0]
    assert due["advice"] == "Write why it is so, or: Leave between 15:00 and 15:45."
    assert codes(due["behind"]) == ["BUF001"]
    assert due["where"] == "row 1"


def test_an_overlap_leads_to_both_rows() -> None:
    overlap = group(findings_data(a_desk(a_plan(), KNOWN)), Mend.TIME)[0]
    assert overlap["rows"] == ["d1.s1", "d1.s2"]
    assert overlap["also"] == [{"row": "d1.s2", "where": "row 2"}]


def test_advice_that_a_remark_explains_is_known() -> None:
    data = findings_data(a_desk(a_plan(remark="A short look is enough."), KNOWN))
    assert "REM001" not in codes(group(data, Mend.TEXT))
    assert [(item["code"], item["known"]) for item in data["known"]["items"]] == [
        ("BUF001", "explained by the remark")
    ]


def test_a_finding_of_the_source_is_known_once_the_expert_is_told() -> None:
    desk = a_desk(a_plan(), KNOWN)
    told = group(findings_data(desk), Mend.SOURCE)[0]
    row = told["rows"][0] if told["rows"] else None
    flagged = a_desk(a_plan(), KNOWN, flags=[a_flag(f"{told['code']}: {told['message']}", row)])
    data = findings_data(flagged)
    assert told["key"] not in [item["key"] for item in group(data, Mend.SOURCE)]
    assert "the expert is told" in [item["known"] for item in data["known"]["items"]]
    waived = a_desk(a_plan(), KNOWN, flags=[a_flag(told["code"], row, FlagState.WAIVED)])
    assert told["key"] in [item["key"] for item in group(findings_data(waived), Mend.SOURCE)]


def test_a_flag_does_not_settle_what_another_time_would_mend() -> None:
    desk = a_desk(a_plan(), KNOWN, flags=[a_flag("TIM001: it overlaps", "d1.s1")])
    assert codes(group(findings_data(desk), Mend.TIME)) == ["TIM001"]


def test_a_waived_finding_is_known_with_its_reason() -> None:
    waiver: WaiverView = a_waiver("TIM001", "d1.s1", "d1.s2", reason="Lunch is inside the museum.")
    data = findings_data(a_desk(a_plan(), KNOWN, waivers=[waiver]))
    assert codes(group(data, Mend.TIME)) == []
    assert "waived by Esha: Lunch is inside the museum." in [item["known"] for item in data["known"]["items"]]


def test_missing_times_are_one_finding_that_leads_to_the_next_of_the_day() -> None:
    plan = an_itinerary(
        a_day(a_stop("Museum", "10:00", "12:00"), a_meal("Bistro", "14:00"), a_stay()), a_day(a_stay())
    )
    missing = group(findings_data(a_desk(plan, KNOWN)), Mend.TIME)[-1]
    assert missing["message"] == "5 times are missing, 3 on this day."
    assert missing["advice"].startswith("Next: Bistro, departure.")
    assert missing["rows"] == ["d1.s2"]


def test_back_leads_to_the_row_that_a_finding_left() -> None:
    desk = a_desk(a_plan(), KNOWN, selected="d1.s3")
    desks.take_entries(desk, [], [command(1, "go", "d1.s1")])
    assert (desk.selected, findings_data(desk)["back"]) == ("d1.s1", "row 3")
    desks.take_entries(desk, [], [command(2, "back")])
    assert (desk.selected, findings_data(desk)["back"]) == ("d1.s3", None)
    desks.take_entries(desk, [], [command(3, "back")])
    assert desk.selected == "d1.s3"


def command(seq: int, name: str, value: str | None = None) -> dict[str, Any]:
    return {"plan": "1", "client": "tab", "seq": seq, "name": name, "value": value}


def test_the_next_finding_follows_the_order_of_the_panel() -> None:
    desk = a_desk(a_plan(), KNOWN)
    data = findings_data(desk)
    shown = [item["code"] for one in data["groups"] for item in one["items"]]
    assert [f.code for f in desks.in_order_of_work(desks.open_findings(desk))] == shown
