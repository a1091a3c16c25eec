"""T_attr, worked out by hand: a normal curve around the wanted duration times a Poisson probability."""

from math import exp

import pytest

from annotate.plan import Persona
from annotate.profile import DEFAULT_PROFILE
from annotate.score import Score
from annotate.scores.t_attr import is_adventurous, score, visit_score, wanted_duration
from tests.builders import a_day, a_place, a_stop, a_trip, an_itinerary, facts

ADVENTUROUS = Persona(traveler_type="Adventure Seeker")
LAID_BACK = Persona(traveler_type="Laidback Traveler")
KNOWN = facts(
    a_place("Fort", visit_duration_min=120),
    a_place("Museum", categories=("Museums",)),
    a_place("Unknown Gate"),
    a_place("Closed Gate", visit_duration_min=0),
    a_place("Rambagh", kind="transport"),
)


def t_attr_of(*days, persona=LAID_BACK) -> Score:
    return score(a_trip(an_itinerary(*days, persona=persona), KNOWN), KNOWN, DEFAULT_PROFILE)


@pytest.mark.parametrize(
    ("text", "adventurous"),
    [
        ("Adventure Seeker", True),
        ("adventurous traveller", True),
        ("Laidback Traveler", False),
        (None, False),
    ],
)
def test_the_traveller_type_says_who_is_adventurous(text, adventurous):
    assert is_adventurous(Persona(traveler_type=text)) is adventurous


def test_the_purpose_of_travel_does_not_make_anybody_adventurous():
    assert is_adventurous(Persona(text="Purpose of Travel: Adventure", purpose="Adventure")) is False


def test_the_wanted_duration_shrinks_by_16_61_minutes_for_each_attraction():
    assert wanted_duration(120, 2, adventurous=True) == pytest.approx(120 - 33.22, abs=1e-12)
    assert wanted_duration(120, 2, adventurous=False) == pytest.approx(120 + 33.22, abs=1e-12)
    assert wanted_duration(120, 4, adventurous=False) == 120


def test_a_visit_of_the_wanted_length_scores_the_probability_of_so_many_attractions():
    # Poisson(1; 1.11) = 1.11 e^-1.11, Poisson(2; 1.82) = 1.82^2 e^-1.82 / 2
    assert visit_score(100, 100, 1, adventurous=False) == pytest.approx(1.11 * exp(-1.11), abs=1e-12)
    assert visit_score(100, 100, 1, adventurous=False) == pytest.approx(0.365810447, abs=1e-9)
    assert visit_score(100, 100, 2, adventurous=True) == pytest.approx(1.6562 * exp(-1.82), abs=1e-12)


def test_one_standard_deviation_off_takes_away_e_to_the_minus_a_half():
    one_off = visit_score(153.82, 100, 1, adventurous=False)
    assert one_off == pytest.approx(1.11 * exp(-1.11) * exp(-0.5), abs=1e-12)


def test_a_plan_is_the_mean_over_days_of_the_mean_over_visits():
    # day 1: n = 2, m = 120 + 33.22 and 180 + 33.22; day 2: n = 1, m = 120 + 49.83
    days = (
        a_day(a_stop("Fort", "10:00", "12:00"), a_stop("Museum", "14:00", "17:00")),
        a_day(a_stop("Fort", "10:00", "12:00")),
    )
    off_two, off_one = exp(-(33.22**2) / (2 * 53.82**2)), exp(-(49.83**2) / (2 * 53.82**2))
    two, one = 1.11**2 / 2 * exp(-1.11), 1.11 * exp(-1.11)
    found = t_attr_of(*days)
    assert found.value == pytest.approx((two * off_two + one * off_one) / 2, abs=1e-9)
    assert [part.figures["wanted_min"] for part in found.parts] == pytest.approx([153.22, 213.22, 169.83])


def test_the_adventurous_want_shorter_visits():
    # n = 1: m = 120 - 16.61
    found = t_attr_of(a_day(a_stop("Fort", "10:00", "12:00")), persona=ADVENTUROUS)
    expected = 1.82 * exp(-1.82) * exp(-(16.61**2) / (2 * 53.82**2))
    assert found.value == pytest.approx(expected, abs=1e-9)


def test_a_visit_without_duration_or_times_is_not_scored_and_still_counts_among_the_days_attractions():
    found = t_attr_of(
        a_day(
            a_stop("Fort", "10:00", "12:00"),
            a_stop("Unknown Gate", "12:30", "13:00"),
            a_stop("Closed Gate", "13:30", "14:00"),
            a_stop("Museum", "15:00"),
        )
    )
    assert (found.scored, found.total) == (1, 4)
    assert found.parts[0].figures["attractions"] == 4
    assert found.value == pytest.approx(1.11**4 / 24 * exp(-1.11), abs=1e-9)


def test_a_station_does_not_count_among_the_days_attractions():
    # n = 1: m = 120 + 49.83; 240 min are 70.17 off
    found = t_attr_of(a_day(a_stop("Rambagh", "09:00", "09:30"), a_stop("Fort", "10:00", "14:00")))
    assert (found.scored, found.total, found.parts[0].figures["attractions"]) == (1, 1, 1)
    assert found.value == pytest.approx(1.11 * exp(-1.11) * exp(-(70.17**2) / (2 * 53.82**2)), abs=1e-9)
    assert found.value == pytest.approx(0.156363054294, abs=1e-12)


def test_a_visit_over_midnight_lasts_its_hour():
    found = t_attr_of(a_day(a_stop("Fort", "23:30", "24:30")))
    assert found.parts[0].figures["duration_min"] == 60


def test_a_plan_without_an_attraction_has_no_value():
    found = t_attr_of(a_day(a_stop("Bistro", "12:00", "13:00", kind="restaurant")))
    assert (found.value, found.total, found.reason) == (None, 0, "The plan has no attraction.")
