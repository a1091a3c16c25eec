from annotate.constraints.event_type_missing import asks, check
from annotate.facts import Facts
from annotate.plan import LocalConstraint
from annotate.profile import DEFAULT_PROFILE
from tests.annotate.constraints.judging import FAIL, NOT_CHECKED, PASS, judge
from tests.builders import MONDAY, a_day, a_place, a_query, a_stop, a_trip, an_itinerary, facts


def an_event(dates=(MONDAY,), **more):
    return a_place("Raga Night", kind="event", categories=("Music",), event_dates=dates, **more)


def outcome(*events, known=None, wish="music"):
    rows = [a_stop(name, kind="event") for name in events]
    constraints = LocalConstraint(event=(wish,))
    return judge(check, an_itinerary(a_day(*rows), constraints=constraints), known or facts(an_event()))


def test_an_event_of_the_type_on_its_date_passes():
    assert outcome("Raga Night").verdict is PASS


def test_an_event_asked_where_none_exists_is_not_met_and_nothing_breaks():
    found = outcome()
    assert found.verdict is FAIL
    assert found.findings[0].message == "No chosen event is of the type music, in its city and on its date."


def test_on_the_day_before_or_after_its_date_it_does_not_take_place():
    assert outcome("Raga Night", known=facts(an_event(("2025-11-02",)))).verdict is FAIL
    assert outcome("Raga Night", known=facts(an_event(("2025-11-04",)))).verdict is FAIL


def test_another_type_is_not_the_one():
    assert outcome("Raga Night", wish="Sports").verdict is FAIL


def test_unknown_dates_are_not_checked():
    assert outcome("Raga Night", known=facts(an_event(()))).verdict is NOT_CHECKED


def test_an_event_of_unknown_dates_but_another_type_is_not_the_one():
    assert outcome("Raga Night", known=facts(an_event(())), wish="Sports").verdict is FAIL


def test_an_event_of_unknown_type_may_be_it_only_on_its_date_and_in_its_city():
    def untyped(*dates):
        return facts(a_place("Raga Night", kind="event", event_dates=dates))

    assert outcome("Raga Night", known=untyped(MONDAY)).verdict is NOT_CHECKED
    assert outcome("Raga Night", known=untyped("2025-11-04")).verdict is FAIL
    elsewhere = an_itinerary(
        a_day(a_stop("Raga Night", kind="event", city="Agra")), constraints=LocalConstraint(event=("music",))
    )
    assert judge(check, elsewhere, facts()).verdict is FAIL


def test_each_type_is_judged_by_itself():
    known = facts(an_event(()), a_place("Match", kind="event", categories=("Sports",), event_dates=(MONDAY,)))
    constraints = LocalConstraint(event=("music", "Sports", "Film"))
    rows = [a_stop(name, kind="event") for name in ("Raga Night", "Match")]
    found = judge(check, an_itinerary(a_day(*rows), constraints=constraints), known)
    assert [finding.message for finding in found.findings] == [
        "No chosen event is of the type Film, in its city and on its date."
    ]
    assert found.missing == ("Raga Night: its type or its dates are not known.",)


def test_no_wish_no_verdict():
    assert check(a_trip(an_itinerary(a_stop("Raga Night", kind="event"))), Facts(), DEFAULT_PROFILE) is None


def test_the_checklist_says_what_is_asked():
    asked = asks(a_query(constraints=LocalConstraint(event=("Music",))))
    assert [item.text for item in asked] == ["at least one event of the type Music"]
