"""The map of a day drawn from coordinates alone: numbered stops, their order, a scale. No network, no tiles."""

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from itertools import pairwise
from math import cos, hypot, pi, radians

from annotate.day_order import Walk
from annotate.profile import Profile
from annotate.timeline import StopEntry
from annotate.travel import EARTH_RADIUS_KM

WIDTH, HEIGHT = 340.0, 170.0
"""Size of a sketch in its own units; a drawing scales it."""
MARGIN = 22.0
MARK_RADIUS = 8.0
LETTER_WIDTH = 5.0
SMALLEST_SPAN_KM = 0.4
"""A day within a few houses is not blown up beyond this."""
LONGEST_SCALE = WIDTH / 3
_KM_PER_DEGREE = EARTH_RADIUS_KM * pi / 180
_PUSHES = 60

Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Mark:
    """The numbers of the rows at one place. It stands at (x, y); where that had to move aside, `at` is the place."""

    label: str
    x: float
    y: float
    at: Point

    @property
    def half_width(self) -> float:
        """Half the width of the mark, which grows with its label."""
        return MARK_RADIUS + LETTER_WIDTH / 2 * max(0, len(self.label) - 1)


@dataclass(frozen=True, slots=True)
class DaySketch:
    """A walk of a day in a box of WIDTH x HEIGHT, y downwards: marks, the path in order, a scale of `scale_km`.

    `lost` counts stops without coordinates, `length_km` is the great-circle length of the path times the detour factor.
    """

    title: str
    marks: tuple[Mark, ...]
    path: tuple[Point, ...]
    scale_km: float
    scale_width: float
    length_km: float
    lost: int

    @property
    def words(self) -> str:
        """What the sketch shows, for who cannot see it and as its caption."""
        lost = f", {self.lost} without coordinates" if self.lost else ""
        if len(self.marks) == 1:
            return f"{self.title}: one place{lost}"
        return f"{self.title}: {self.length_km:.1f} km by street in this order{lost}"


def day_sketches(walks: Sequence[Walk], numbers: dict[str, int], profile: Profile) -> tuple[DaySketch, ...]:
    """A sketch of each walk that has a stop with coordinates; `numbers` are those of the rows, by row id."""
    return tuple(_sketch(walk, numbers, profile) for walk in walks if walk.stops)


def _sketch(walk: Walk, numbers: dict[str, int], profile: Profile) -> DaySketch:
    points, per_km = _laid_out([_place(stop) for stop in walk.stops])
    labels: dict[Point, list[str]] = {}
    for stop, point in zip(walk.stops, points, strict=True):
        labels.setdefault(point, []).append(str(numbers[stop.id]))
    marks = _pushed_apart([Mark(", ".join(said), *point, point) for point, said in labels.items()])
    scale_km = _round_length(LONGEST_SCALE / per_km)
    path = tuple(point for index, point in enumerate(points) if index == 0 or point != points[index - 1])
    cities = dict.fromkeys(stop.place.city for stop in walk.stops if stop.place)
    return DaySketch(
        ", ".join(cities),
        tuple(marks),
        path,
        scale_km,
        scale_km * per_km,
        walk.length_km * profile.detour,
        len(walk.unmapped),
    )


def _place(stop: StopEntry) -> Point:
    place = stop.place
    if place is None or place.lat is None or place.lon is None:
        raise ValueError(f"{stop.id} has no coordinates")
    return place.lat, place.lon


def _laid_out(places: list[Point]) -> tuple[list[Point], float]:
    """(points in the box, units per km), equirectangular around the middle, both axes at one scale."""
    middle_lat = (min(lat for lat, _ in places) + max(lat for lat, _ in places)) / 2
    flat = [(lon * cos(radians(middle_lat)) * _KM_PER_DEGREE, -lat * _KM_PER_DEGREE) for lat, lon in places]
    left, right = min(x for x, _ in flat), max(x for x, _ in flat)
    top, bottom = min(y for _, y in flat), max(y for _, y in flat)
    wide = WIDTH - 2 * MARGIN
    high = HEIGHT - 2 * MARGIN
    per_km = min(wide / max(right - left, SMALLEST_SPAN_KM), high / max(bottom - top, SMALLEST_SPAN_KM))
    return [
        (
            round(WIDTH / 2 + (x - (left + right) / 2) * per_km, 2),
            round(HEIGHT / 2 + (y - (top + bottom) / 2) * per_km, 2),
        )
        for x, y in flat
    ], per_km


def _pushed_apart(marks: list[Mark]) -> list[Mark]:
    """Marks that do not cover each other: those too near step aside, always in the same way."""
    centres = [[mark.x, mark.y] for mark in marks]
    for _ in range(_PUSHES):
        moved = False
        for one in range(len(marks)):
            for other in range(one + 1, len(marks)):
                moved = _push(centres[one], centres[other], marks[one], marks[other]) or moved
        if not moved:
            break
    return [
        Mark(mark.label, round(x, 2), round(y, 2), mark.at)
        for mark, (x, y) in zip(marks, centres, strict=True)
    ]


def _push(one: list[float], other: list[float], mark: Mark, beside: Mark) -> bool:
    across, down = other[0] - one[0], other[1] - one[1]
    wanted = mark.half_width + beside.half_width + 1
    apart = hypot(across, down)
    if apart >= wanted:
        return False
    if apart < 1e-6:
        across, down, apart = 1.0, 0.5, hypot(1.0, 0.5)
    step = (wanted - apart) / 2 + 0.05
    for centre, sign, half in ((one, -1, mark.half_width), (other, 1, beside.half_width)):
        centre[0] = min(max(centre[0] + sign * step * across / apart, half + 2), WIDTH - half - 2)
        centre[1] = min(
            max(centre[1] + sign * step * down / apart, MARK_RADIUS + 2), HEIGHT - MARK_RADIUS - 2
        )
    return True


def _round_length(most_km: float) -> float:
    """The longest of 1, 2 and 5 times a power of ten that is no longer than `most_km`."""
    power = 1e-3
    found = power
    while power <= most_km:
        for factor in (1, 2, 5):
            if factor * power <= most_km:
                found = factor * power
        power *= 10
    return round(found, 3)


def scale_words(sketch: DaySketch) -> str:
    """Length of the scale bar: `500 m`, `2 km`."""
    return f"{sketch.scale_km * 1000:.0f} m" if sketch.scale_km < 1 else f"{sketch.scale_km:.0f} km"


def arrows(sketch: DaySketch) -> list[tuple[Point, Point, Point]]:
    """Triangles in the middle of each longer step of the path that say which way it goes."""
    found = []
    for (x, y), (to_x, to_y) in pairwise(sketch.path):
        length = hypot(to_x - x, to_y - y)
        if length < 4 * MARK_RADIUS:
            continue
        across, down = (to_x - x) / length, (to_y - y) / length
        tip = (x + to_x) / 2 + 4 * across, (y + to_y) / 2 + 4 * down
        back = tip[0] - 7 * across, tip[1] - 7 * down
        left = back[0] - 3 * down, back[1] + 3 * across
        right = back[0] + 3 * down, back[1] - 3 * across
        found.append((tip, left, right))
    return found


def sketch_svg(sketch: DaySketch) -> str:
    """The sketch as SVG for a page; every text is escaped."""
    path = " ".join(f"{x:g},{y:g}" for x, y in sketch.path)
    heads = "".join(
        '<polygon class="way-head" points="{}"/>'.format(" ".join(f"{x:.2f},{y:.2f}" for x, y in triangle))
        for triangle in arrows(sketch)
    )
    marks = "".join(_mark_svg(mark) for mark in sketch.marks)
    low = HEIGHT - 7
    scale = (
        f'<path class="scale" d="M8 {low - 3:g}v3h{sketch.scale_width:.2f}v-3"/>'
        f'<text class="scale-words" x="{12 + sketch.scale_width:.2f}" y="{low:g}">{scale_words(sketch)}</text>'
    )
    words = escape(sketch.words)
    return (
        f'<svg class="sketch" viewBox="0 0 {WIDTH:g} {HEIGHT:g}" role="img" aria-label="{words}">'
        f"<title>{words}</title>"
        f'<rect class="ground" x=".5" y=".5" width="{WIDTH - 1:g}" height="{HEIGHT - 1:g}" rx="4"/>'
        f'<polyline class="way" points="{path}"/>{heads}{marks}{scale}</svg>'
    )


def _mark_svg(mark: Mark) -> str:
    aside = ""
    if hypot(mark.x - mark.at[0], mark.y - mark.at[1]) > 1:
        aside = (
            f'<path class="aside" d="M{mark.at[0]:g} {mark.at[1]:g}L{mark.x:g} {mark.y:g}"/>'
            f'<circle class="aside-dot" cx="{mark.at[0]:g}" cy="{mark.at[1]:g}" r="2"/>'
        )
    half = mark.half_width
    return (
        f'{aside}<rect class="mark" x="{mark.x - half:.2f}" y="{mark.y - MARK_RADIUS:.2f}" width="{2 * half:.2f}" '
        f'height="{2 * MARK_RADIUS:g}" rx="{MARK_RADIUS:g}"/>'
        f'<text class="mark-words" x="{mark.x:g}" y="{mark.y + 3.4:.2f}">{escape(mark.label)}</text>'
    )
