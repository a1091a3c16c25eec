"""One mapping table: what means the same, and what is in no list of known words."""

import pytest

from annotate.plan import Mode
from annotate.scores.bas import CATEGORY_HOURS
from annotate.wish_words import KNOWN, SYNONYMS, apart, forbidden_mode, unmapped, wish_key


@pytest.mark.parametrize(
    ("wish", "value"),
    [
        ("Family_Friendly", "family-friendly"),
        ("No_Pets", "No pet"),
        ("WiFi", "Free Wi-Fi"),
        ("Swimming Pool", "POOLS"),
        ("Entire_Home", "Entire home/apt"),
        ("Laundry", "Laundry service"),
        ("Sports", "Sport"),
        ("Museums", "Museum"),
        ("Nature & Parks", "Nature and Parks"),
        ("Art & Theater", "arts and theatre"),
        ("children under 10", "Child under 10"),
    ],
)
def test_case_underscore_plural_and_synonyms_are_one(wish, value):
    assert wish_key(wish) == wish_key(value)


@pytest.mark.parametrize(
    ("singular", "plural"),
    [
        ("Sandwich", "Sandwiches"),
        ("Church", "Churches"),
        ("Beach", "Beaches"),
        ("Dish", "Dishes"),
        ("Box", "Boxes"),
        ("Class", "Classes"),
        ("Bus", "Buses"),
        ("Circus", "Circuses"),
        ("Guesthouse", "Guesthouses"),
        ("Quiz", "Quizzes"),
        ("Mango", "Mangoes"),
        ("Taxi", "Taxis"),
        ("Jacuzzi", "Jacuzzis"),
        ("Haveli", "Havelis"),
        ("Menu", "Menus"),
        ("TV", "TVs"),
        ("Movie", "Movies"),
        ("Cookie", "Cookies"),
        ("Smoothie", "Smoothies"),
        ("Pie", "Pies"),
        ("Curry", "Curries"),
        ("Activity", "Activities"),
        ("Cafe", "Cafes"),
        ("Headache", "Headaches"),
    ],
)
def test_a_plural_meets_its_singular(singular, plural):
    assert wish_key(plural) == wish_key(singular)


@pytest.mark.parametrize("spelling", SYNONYMS)
def test_each_spelling_of_the_table_meets_what_it_means_and_its_key_is_its_own_key(spelling):
    key = wish_key(spelling)
    assert key == wish_key(SYNONYMS[spelling])
    assert wish_key(key) == key


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("No Pets", "Pets"),
        ("Thai", "Tea"),
        ("Spa", "Spas & Wellness"),
        ("Child care", "Child car"),
        ("Space", "Spa"),
    ],
)
def test_what_means_something_else_stays_apart(one, other):
    assert wish_key(one) != wish_key(other)


def test_no_synonym_leads_to_another_one():
    assert {new for new in SYNONYMS.values() if new in SYNONYMS} == set()


def test_no_two_categories_of_table_7_meet():
    assert len({wish_key(category) for category in CATEGORY_HOURS}) == 15


def test_every_category_of_table_7_is_a_known_attraction_type():
    assert unmapped("attraction", CATEGORY_HOURS) == ()


def test_a_choice_is_known_where_each_alternative_is():
    assert unmapped("cuisine", ["Seafood/Steak/Grill", "Seafood/Plankton", "Thai"]) == ("Seafood/Plankton",)


def test_what_is_in_no_list_is_named_once_as_it_was_first_written():
    assert unmapped("facilities", ["Helipad", "WiFi", "helipads"]) == ("Helipad",)


@pytest.mark.parametrize(
    ("field", "text", "wishes"),
    [
        ("transportation", "no flight, no self-driving", ("no flight", "no self-driving")),
        ("cuisine", "Indian;Thai", ("Indian", "Thai")),
        ("house_rules", "No_Pets & No_Smoking", ("No_Pets", "No_Smoking")),
        ("attraction", "Zoos & Aquariums", ("Zoos & Aquariums",)),
        ("attraction", "Zoos & Aquariums, Museums", ("Zoos & Aquariums", "Museums")),
        ("cuisine", "Seafood/Steak", ("Seafood/Steak",)),
        ("cuisine", "Indian, Plankton", ("Indian, Plankton",)),
        ("cuisine", "Indian,", ("Indian,",)),
    ],
)
def test_known_wishes_in_one_text_are_told_apart_and_unknown_ones_stay_as_written(field, text, wishes):
    assert apart(field, text) == wishes


def test_a_transport_wish_is_known_where_it_names_a_mode():
    assert unmapped("transportation", ["No Flight", "no self-driving", "no walking"]) == ("no walking",)


@pytest.mark.parametrize(
    ("wish", "mode"),
    [
        ("No Cab", Mode.CAB),
        ("no_self-driving", Mode.CAB),
        ("NO TAXI", Mode.CAB),
        ("no flights", Mode.FLIGHT),
        ("No Taxis", Mode.CAB),
        ("no cars", Mode.CAB),
        ("no selfdriving", Mode.CAB),
        ("No Self Drive", Mode.CAB),
        ("no self-drive", Mode.CAB),
        ("no_selfdrive", Mode.CAB),
        ("no rental car", Mode.CAB),
        ("no rental vans", Mode.CAB),
        ("no personal vehicle", Mode.CAB),
        ("No buses", Mode.BUS),
        ("no bus", Mode.BUS),
        ("no trains", Mode.TRAIN),
        ("Flight", None),
    ],
)
def test_a_wish_forbids_the_mode_it_names(wish, mode):
    assert forbidden_mode(wish) is mode


def test_every_field_of_the_local_constraints_has_its_words():
    assert set(KNOWN) == {
        "house_rules",
        "house_type",
        "facilities",
        "services",
        "cuisine",
        "event",
        "attraction",
    }
