import pytest

from annotate.errors import InputError
from db.importers.opening_hours import opening_hours


def read(text: str):
    return opening_hours(text, None)


def test_plain_hours_hold_every_day():
    assert read("09:00-20:00") == [[[540, 1200]]]


def test_hours_over_midnight_end_before_they_start():
    assert read("18:00-02:00") == [[[1080, 120]]]


def test_hours_until_midnight_end_at_24():
    assert read("18:00 - 24:00") == read("6 PM – 12:00 AM") == [[[1080, 1440]]]


def test_two_windows_of_a_day_are_kept():
    assert read("9:00 AM - 1:00 PM, 3:30 PM to 8:00 PM") == [[[540, 780], [930, 1200]]]


def test_open_round_the_clock():
    assert read("Open 24 hours") == read("00:00-24:00") == [[[0, 1440]]]


def test_hours_by_weekday_and_a_closed_day():
    week = read("Mon-Fri 09:00-17:00; Sat: 10:00-14:00; Sun closed")
    assert week == [[[540, 1020]]] * 5 + [[[600, 840]], []]


def test_hours_by_weekday_as_an_object_or_a_list_of_seven():
    closed_on_monday = [[]] + [[[540, 1020]]] * 6
    assert read('{"Monday": "Closed", "Tue-Sun": "09:00-17:00"}') == closed_on_monday
    assert read('["closed", ' + ", ".join(['"09:00-17:00"'] * 6) + "]") == closed_on_monday


def test_seven_equal_days_are_one_entry():
    assert read("Mon-Sun 09:00-17:00") == [[[540, 1020]]]


@pytest.mark.parametrize("text", ["Mon-Fri 09:00-17:00", "sometimes", "09:00", "09:00-17:00; Sun closed"])
def test_hours_that_leave_a_day_open_or_say_nothing_are_refused(text):
    with pytest.raises(InputError, match="is not understood as opening hours"):
        read(text)


def test_a_time_that_is_none_is_refused():
    with pytest.raises(InputError, match="'25:10' is not a time"):
        read("09:00-25:10")
