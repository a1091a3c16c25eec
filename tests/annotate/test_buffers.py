import pytest

from annotate.buffers import minutes_text


@pytest.mark.parametrize(
    ("minutes", "text"),
    [
        (0, "0 min"),
        (45, "45 min"),
        (22.5, "22.5 min"),
        (60, "1 h 00"),
        (517.5, "8 h 37.5"),
        (59.97, "1 h 00.0"),
    ],
)
def test_lengths_are_written_in_hours_and_minutes_with_tenths_where_there_are_any(minutes, text):
    assert minutes_text(minutes) == text
