"""The map of a day: where its marks lie to each other, what its scale means, and that names cannot break out of it."""

from dataclasses import replace
from math import cos, hypot, radians
from xml.etree import ElementTree

import pytest

from annotate.day_order import walks
from annotate.profile import DEFAULT_PROFILE
from annotate.travel import great_circle_km
from helpers.day_sketch import HEIGHT, MARK_RADIUS, WIDTH, arrows, day_sketches, scale_words, sketch_svg
from tests.builders import a_day, a_place, a_stop, a_trip, an_itinerary, facts


def sketch_of(*places):
    """The sketch of a day of museums at (lat, lon), numbered from 1."""
    names = [f"Museum {number}" for number in range(len(places))]
    known = [a_place(name, lat=lat, lon=lon) for name, (lat, lon) in zip(names, places, strict=True)]
    trip = a_trip(an_itinerary(a_day(*map(a_stop, names))), facts(*known))
    numbers = {entry.id: number for number, entry in enumerate(trip.stops, start=1)}
    return day_sketches(walks(trip, DEFAULT_PROFILE), numbers, DEFAULT_PROFILE)


NORTH, MIDDLE, EAST = (26.95, 75.80), (26.92, 75.80), (26.92, 75.85)


def test_north_is_up_east_is_right_and_one_scale_holds_for_both():
    (sketch,) = sketch_of(NORTH, MIDDLE, EAST)
    north, middle, east = (mark.at for mark in sketch.marks)
    assert north[1] < middle[1] == east[1]
    assert north[0] == middle[0] < east[0]
    # 0.03 degrees of latitude against 0.05 of longitude at 26.935 degrees north
    expected = 0.03 / (0.05 * cos(radians(26.935)))
    assert hypot(middle[0] - north[0], middle[1] - north[1]) / (east[0] - middle[0]) == pytest.approx(
        expected, rel=1e-3
    )


def test_the_scale_bar_is_as_long_as_it_says():
    (sketch,) = sketch_of(NORTH, MIDDLE, EAST)
    _, middle, east = (mark.at for mark in sketch.marks)
    per_km = (east[0] - middle[0]) / great_circle_km(*MIDDLE, *EAST)
    assert sketch.scale_width / sketch.scale_km == pytest.approx(per_km, rel=1e-3)
    # 0.03 degrees are 3.336 km over the 126 units between the margins: a third of the width (113) is 3.0 km
    assert scale_words(sketch) == "2 km"


def test_a_day_at_one_place_has_one_mark_with_all_its_numbers():
    (sketch,) = sketch_of(MIDDLE, MIDDLE)
    assert [mark.label for mark in sketch.marks] == ["1, 2"]
    assert sketch.path == ((WIDTH / 2, HEIGHT / 2),)
    assert sketch.words == "Jaipur: one place"
    # 0.4 km over 126 units: a third of the width is 360 m
    assert scale_words(sketch) == "200 m"


def test_marks_of_near_places_step_aside_and_stay_inside():
    near = [(26.92 + step * 1e-5, 75.80) for step in range(6)]
    (sketch,) = sketch_of(*near, (26.99, 75.90))
    marks = sketch.marks
    for index, one in enumerate(marks):
        assert one.half_width <= one.x <= WIDTH - one.half_width
        assert MARK_RADIUS <= one.y <= HEIGHT - MARK_RADIUS
        for other in marks[index + 1 :]:
            assert hypot(one.x - other.x, one.y - other.y) >= one.half_width + other.half_width - 0.5


def test_the_length_is_the_great_circle_way_times_the_detour():
    (sketch,) = sketch_of(NORTH, MIDDLE, EAST)
    km = (great_circle_km(*NORTH, *MIDDLE) + great_circle_km(*MIDDLE, *EAST)) * DEFAULT_PROFILE.detour
    assert sketch.length_km == pytest.approx(km)
    assert f"{km:.1f} km by street" in sketch.words
    assert len(arrows(sketch)) == 2


def test_stops_without_coordinates_are_counted_and_a_day_of_only_such_has_no_map():
    (sketch,) = sketch_of(NORTH, MIDDLE, (None, None))
    assert sketch.words.endswith("1 without coordinates")
    assert sketch_of((None, None)) == ()


def test_the_svg_is_well_formed_and_names_stay_texts():
    (sketch,) = sketch_of(NORTH, MIDDLE)
    root = ElementTree.fromstring(sketch_svg(replace(sketch, title="<script>alert(1)</script>'&")))
    assert "script" not in {element.tag for element in root.iter()}
    assert root.find("title").text.startswith("<script>alert(1)</script>")
