"""Q of a buffer against a range, from eq. 3."""

import pytest

from annotate.errors import InputError
from annotate.scores.penalty import penalty, require_order


@pytest.mark.parametrize(
    ("buffer", "q"),
    [
        (60, 0.0),
        (59, 1 / 60),
        (120, 0.0),
        (121, 1 / 60),
        (90, 0.0),
        (30, 0.5),
        (150, 0.5),
        (0, 1.0),
        (1, 59 / 60),
        (180, 1.0),
        (181, 1.0),
        (-500, 1.0),
    ],
)
def test_a_buffer_is_fined_by_its_distance_in_widths_of_the_range(buffer: float, q: float) -> None:
    assert penalty(buffer, 60, 120) == pytest.approx(q, abs=1e-12)


@pytest.mark.parametrize(("miss", "inside"), [(1e-9, True), (1e-6, False)])
def test_a_billionth_of_a_minute_outside_is_inside(miss: float, inside: bool) -> None:
    assert (penalty(60 - miss, 60, 120) == 0) is inside
    assert (penalty(120 + miss, 60, 120) == 0) is inside


@pytest.mark.parametrize(("buffer", "q"), [(0, 0.0), (1, 1.0), (-1, 1.0)])
def test_a_range_without_width_wants_exactly_that_buffer(buffer: float, q: float) -> None:
    assert penalty(buffer, 0, 0) == q


def test_a_range_that_ends_before_it_begins_is_an_input_error() -> None:
    with pytest.raises(InputError, match="ends before it begins"):
        penalty(1, 2, 1)


def test_an_end_must_lie_after_its_start() -> None:
    require_order(600, 601)
    for end in (600, 599):
        with pytest.raises(InputError, match="not after the start"):
            require_order(600, end)
