from annotate.constraints.facilities_missing import asks, check
from annotate.facts import Facts
from annotate.plan import LocalConstraint
from annotate.profile import DEFAULT_PROFILE
from tests.annotate.constraints.judging import FAIL, NOT_CHECKED, PASS, judge
from tests.builders import a_day, a_place, a_query, a_stay, a_trip, an_itinerary, facts

KNOWN = facts(
    a_place("Inn", kind="accommodation", facilities=("Free Wi-Fi", "Swimming pool", "Airport shuttle")),
    a_place("Lodge", kind="accommodation", facilities=("Parking",)),
    a_place("Blank", kind="accommodation"),
)


def outcome(*inns, wishes=("Wifi", "Airport_Shuttles")):
    days = [a_day(a_stay(inn)) for inn in inns]
    return judge(check, an_itinerary(*days, constraints=LocalConstraint(facilities=wishes)), KNOWN)


def test_wishes_and_catalogue_values_are_compared_after_case_plural_and_synonyms():
    assert outcome("Inn").verdict is PASS


def test_one_or_many_are_one_wish():
    known = facts(a_place("Inn", kind="accommodation", facilities=("Jacuzzi",)))
    for wish, verdict in (("Jacuzzis", PASS), ("Saunas", FAIL)):
        itinerary = an_itinerary(a_stay("Inn"), constraints=LocalConstraint(facilities=(wish,)))
        assert judge(check, itinerary, known).verdict is verdict


def test_every_accommodation_has_to_have_every_one():
    found = outcome("Inn", "Lodge")
    assert found.verdict is FAIL
    assert found.findings[0].rows == ("d2.s1",)
    assert found.findings[0].amount == 2
    assert found.findings[0].message == "Lodge does not meet: Wifi, Airport Shuttles (facilities)."


def test_a_part_of_a_value_is_not_the_value():
    assert outcome("Inn", wishes=("Airport",)).verdict is FAIL


def test_an_empty_cell_is_not_checked():
    assert outcome("Blank").verdict is NOT_CHECKED


def test_no_wish_no_verdict():
    assert check(a_trip(an_itinerary(a_stay("Inn")), KNOWN), Facts(), DEFAULT_PROFILE) is None


def test_a_trip_without_any_accommodation_is_not_checked():
    found = outcome()
    assert (found.verdict, found.missing) == (NOT_CHECKED, ("The plan names no accommodation.",))


def test_the_checklist_says_what_is_asked():
    asked = asks(a_query(constraints=LocalConstraint(facilities=("WiFi",))))
    assert [item.text for item in asked] == ["each accommodation with WiFi"]
