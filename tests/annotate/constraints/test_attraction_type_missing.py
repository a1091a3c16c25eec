from annotate.constraints.attraction_type_missing import asks, check
from annotate.facts import Facts
from annotate.plan import LocalConstraint
from annotate.profile import DEFAULT_PROFILE
from tests.annotate.constraints.judging import FAIL, NOT_CHECKED, PASS, judge
from tests.builders import a_place, a_query, a_stop, a_trip, an_itinerary, facts

KNOWN = facts(
    a_place("Fort", categories=("Sights & Landmarks",)),
    a_place("Palm Bay", categories=("Beach",)),
    a_place("Mystery"),
)


def outcome(*names, wish="Sights & Landmarks"):
    rows = [a_stop(name) for name in names]
    return judge(check, an_itinerary(*rows, constraints=LocalConstraint(attraction=(wish,))), KNOWN)


def test_a_chosen_type_passes():
    assert outcome("Fort").verdict is PASS


def test_a_plural_is_the_same_type():
    assert outcome("Palm Bay", wish="Beaches").verdict is PASS
    assert outcome("Palm Bay", wish="Churches").verdict is FAIL


def test_a_type_that_no_attraction_has_fails():
    found = outcome("Fort", wish="Museums")
    assert found.verdict is FAIL
    assert found.findings[0].message == "No chosen attraction is of the type Museums."


def test_while_the_categories_of_one_are_unknown_it_is_not_checked():
    assert outcome("Fort", "Mystery", wish="Museums").verdict is NOT_CHECKED
    assert outcome("Fort", "Mystery").verdict is PASS


def test_no_wish_no_verdict():
    assert check(a_trip(an_itinerary(a_stop("Fort")), KNOWN), Facts(), DEFAULT_PROFILE) is None


def test_the_checklist_says_what_is_asked():
    asked = asks(a_query(constraints=LocalConstraint(attraction=("Museums",))))
    assert [item.text for item in asked] == ["at least one attraction of the type Museums"]
