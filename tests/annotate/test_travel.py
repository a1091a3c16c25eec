import pytest

from annotate.profile import DEFAULT_PROFILE, Profile
from annotate.travel import city_travel_min, great_circle_km


def test_one_degree_along_a_meridian_is_a_360th_of_the_circumference():
    # 2 pi x 6371.0088 km / 360
    assert great_circle_km(26, 75, 27, 75) == pytest.approx(111.19508, abs=1e-4)


def test_a_place_is_no_way_from_itself():
    assert great_circle_km(26.9, 75.8, 26.9, 75.8) == 0


def test_opposite_ends_of_the_earth_are_half_a_circumference_apart():
    assert great_circle_km(0, 0, 0, 180) == pytest.approx(20015.1147, abs=1e-3)


def test_the_way_is_the_same_back():
    assert great_circle_km(26.9, 75.8, 23.3, 77.4) == great_circle_km(23.3, 77.4, 26.9, 75.8)


@pytest.mark.parametrize(("km", "minutes"), [(0, 0), (0.001, 1), (10, 39), (10.001, 40)])
def test_minutes_are_km_times_1_3_at_20_km_h_rounded_up(km, minutes):
    assert city_travel_min(km, DEFAULT_PROFILE) == minutes


def test_factor_and_speed_are_settings():
    assert city_travel_min(10, Profile(detour=1.0, city_kmh=60)) == 10
