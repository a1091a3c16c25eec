import json

import pytest

from annotate.errors import InputError
from db.importers.best_time import week_of
from db.importers.crowd_analysis import analysis_of
from tests.db.importers.imported import CITIES, put, read, rows, told


@pytest.fixture
def cities(database_url):
    put(database_url, {"cities.csv": CITIES})


def stored(value, *, exclusive=False):
    return analysis_of(value).stored(exclusive=exclusive)


def crowd_csv(*analyses: object) -> str:
    lines = ["poi,city,analysis"]
    for number, analysis in enumerate(analyses):
        text = analysis if isinstance(analysis, str) else json.dumps(analysis)
        quoted = text.replace('"', '""')
        lines.append(f'Fort {number},Jaipur,"{quoted}"')
    return "\n".join(lines) + "\n"


def test_the_last_hour_of_a_window_belongs_to_it():
    assert stored({"cw": [[11, 16, "BA"]]})[0]["windows"] == [[660, 1020, "BA"]]


def test_window_ends_said_to_be_exclusive_do_not_belong_to_it():
    assert stored({"cw": [[11, 16, "BA"]]}, exclusive=True)[0]["windows"] == [[660, 960, "BA"]]


def test_a_window_over_midnight_stays_one_window():
    assert stored({"cw": [[22, 1, "H"]]})[0]["windows"] == [[1320, 120, "H"]]


def test_a_window_up_to_hour_23_ends_at_midnight():
    assert stored({"cw": [[20, 23, "high"]]})[0]["windows"] == [[1200, 1440, "H"]]


def test_two_ascending_peak_numbers_are_a_window_and_any_others_hours():
    assert stored({"p": [17, 19]})[0]["peak_hours"] == [17, 18, 19]
    assert stored({"p": [19, 17]})[0]["peak_hours"] == [19, 17]
    assert stored({"p": [9, 12, 18]})[0]["peak_hours"] == [9, 12, 18]
    assert stored({"p": [9]})[0]["peak_hours"] == [9]


def test_two_quiet_numbers_are_two_hours():
    assert stored({"q": [7, 9]})[0]["quiet_hours"] == [7, 9]


def test_hours_outside_opening_and_closing_of_the_papers_form_are_closed():
    day = {"cw": [[9, 12, "L"]], "q": [9], "p": [11, 12]}
    assert stored({"o": 9, "c": 18, "s": {"in": 10, "out": 17}, "I": {}, "avg_day": day}) == [
        {"windows": [[540, 780, "L"]], "quiet_hours": [9], "peak_hours": [11, 12], "closed": [[1080, 540]]}
    ]


def test_a_place_open_round_the_clock_is_never_closed():
    assert stored({"o": 0, "c": 24, "avg_day": {"cw": [[9, 12, "L"]]}})[0]["closed"] == []


def test_an_empty_analysis_says_nothing():
    assert stored({"cw": [], "q": [], "p": []}) == []


def test_an_unknown_level_is_refused():
    with pytest.raises(InputError, match="'XL' is not a crowd level"):
        analysis_of({"cw": [[9, 12, "XL"]]})


def test_an_hour_above_24_is_refused():
    with pytest.raises(InputError, match="25 in cw is not an hour"):
        analysis_of({"cw": [[9, 25, "L"]]})


def test_index_0_of_a_forecast_is_six_in_the_morning_and_hours_before_six_are_the_next_date():
    monday = [1] + [999] * 17 + [2] + [-2] * 5
    closed = [999] * 24
    week = week_of([monday, *[closed] * 6])
    assert week[0]["windows"] == [[360, 420, "AA"]]
    assert week[1]["windows"] == [[0, 60, "H"], [60, 360, "L"]]
    assert week[0]["closed"] == [[0, 360], [420, 1440]]
    assert week[1]["closed"] == [[360, 1440]]


def test_peak_and_quiet_hours_after_midnight_are_the_next_date():
    day = {
        "day_info": {"day_int": 6},
        "hour_analysis": [{"hour": (6 + n) % 24, "intensity_nr": 0} for n in range(24)],
        "quiet_hours": [6, 1],
        "peak_hours": [{"peak_start": 22, "peak_end": 0}],
    }
    week = week_of({"analysis": day})
    assert (week[6]["peak_hours"], week[0]["peak_hours"]) == ([22, 23], [0])
    assert (week[6]["quiet_hours"], week[0]["quiet_hours"]) == ([6], [1])
    assert week[3] == {"windows": [], "quiet_hours": [], "peak_hours": [], "closed": []}


def test_an_intensity_out_of_range_is_refused_with_its_hour():
    with pytest.raises(InputError, match="intensity_nr of 07:00 is 3"):
        week_of([[0, 3, *[0] * 22], *[[0] * 24] * 6])


@pytest.mark.usefixtures("cities")
def test_overlapping_windows_ask_for_the_ends_and_the_answer_lets_the_file_in(database_url):
    text = crowd_csv({"cw": [[9, 12, "L"], [13, 15, "A"]]}, {"cw": [[9, 12, "L"], [12, 15, "A"]]})
    plan = read(database_url, {"crowd.csv": text})
    assert [(q.key, q.add) for q in plan.questions] == [("window_ends", '"window_ends": "exclusive"')]
    assert "line 3, column analysis" in plan.questions[0].text
    put(database_url, {"crowd.csv": text}, {"window_ends": "exclusive"})
    assert [entry[0]["windows"] for entry in rows(database_url, "crowd", "crowds")] == [
        [[540, 720, "L"], [780, 900, "A"]], [[540, 720, "L"], [720, 900, "A"]],
    ]  # fmt: skip


@pytest.mark.usefixtures("cities")
def test_windows_that_overlap_although_the_ends_are_stated_are_an_error_of_the_row(database_url):
    text = crowd_csv({"cw": [[9, 12, "L"], [12, 15, "A"]]})
    plan = read(database_url, {"crowd.csv": text}, {"window_ends": "inclusive"})
    assert told(plan.errors) == [(2, "analysis", "Crowd windows overlap at 12:00")]


@pytest.mark.usefixtures("cities")
def test_python_text_and_plain_levels_are_read_and_broken_text_is_an_error(database_url):
    text = crowd_csv("{'cw': [[9, 12, 'L']], 'q': [], 'p': []}", "Above average", "very busy", "{'cw': [")
    plan = read(database_url, {"crowd.csv": text})
    assert told(plan.errors) == [
        (4, "analysis", "'very busy' is not a crowd level"),
        (5, "analysis", "'{'cw': [' is not a JSON value"),
    ]
    put(database_url, {"crowd.csv": text}, skip_bad=True)
    assert rows(database_url, "crowd", "crowd_level") == [None, "AA"]


@pytest.mark.usefixtures("cities")
def test_the_table_crowd_wins_over_a_places_own_columns_and_the_report_says_so(database_url):
    attractions = "name,city,visit_duration,categories,poi_str\nFort 0,Jaipur,2,Museums,High\nPark,Jaipur,2,Museums,Low\n"
    plan = read(
        database_url, {"attractions.csv": attractions, "crowd.csv": crowd_csv({"cw": [[9, 12, "L"]]})}
    )
    assert told(plan.notes) == [(2, "poi", "Fort 0 has crowd data here and in its row of attractions")]
    assert plan.notes[0].todo == "Both are kept; the table crowd wins."
    put(database_url, {"crowd.csv": crowd_csv({"cw": [[9, 12, "L"]]})})
    later = read(database_url, {"attractions.csv": attractions})
    assert told(later.notes) == [(2, "poi_str", "Fort 0 has crowd data here and in the table crowd")]


@pytest.mark.usefixtures("cities")
def test_a_forecast_file_asks_for_the_city_and_is_stored_by_weekday(database_url):
    days = [
        {"day_info": {"day_int": n}, "hour_analysis": [{"hour": 6, "intensity_nr": n % 3}]} for n in range(7)
    ]
    text = json.dumps({"analysis": days, "venue_info": {"venue_name": "Step Cafe"}, "status": "OK"})
    plan = read(database_url, {"forecast.json": text}, {"files": {"forecast.json": {"table": "crowd"}}})
    assert [question.key for question in plan.questions] == ["columns.city"]
    put(
        database_url,
        {"forecast.json": text},
        {"files": {"forecast.json": {"table": "crowd", "constants": {"city": "Jaipur"}}}},
    )
    (name, crowds) = rows(database_url, "crowd", "name", "crowds")[0]
    assert name == "Step Cafe"
    assert [day["windows"] for day in crowds][:3] == [
        [[360, 420, "A"]],
        [[360, 420, "AA"]],
        [[360, 420, "H"]],
    ]


def test_an_empty_analysis_drops_no_sight_and_an_empty_row_of_the_table_crowd_hides_no_column(database_url):
    sights = """name,city,visit_duration,categories,analysis,crowd_level
Fort,Jaipur,1,Museums,{},High
Lake,Jaipur,1,Museums,[],
"""
    put_files = {
        "cities.csv": CITIES,
        "attractions.csv": sights,
        "crowd.csv": "poi,city,analysis\nFort,Jaipur,-\nLake,Jaipur,{}\n",
    }
    plan = read(database_url, put_files)
    assert plan.errors == []
    assert told(plan.notes) == [
        (2, "analysis", "Nothing is said of Fort"),
        (3, "analysis", "Nothing is said of Lake"),
    ]
    put(database_url, put_files)
    assert rows(database_url, "attractions", "name", "crowd_level") == [("Fort", "H"), ("Lake", None)]
    assert rows(database_url, "crowd", "name") == []


def test_two_weeks_of_windows_that_differ_are_told_in_one_line(database_url):
    weeks = [json.dumps([[level] * 24] * 7) for level in (0, 2)]
    table = "poi,city,analysis\n" + "".join(f'Fort,Jaipur,"{week}"\n' for week in weeks)
    (error,) = read(database_url, {"cities.csv": CITIES, "crowd.csv": table}).errors
    assert error.found.startswith(
        "The row has the same key as line 2 but other values: crowds [{'windows': [[0, 1440, 'H']]"
    )
    assert len(error.found) < 250


@pytest.mark.parametrize("hour", ["²", "1" * 5000, "-1", "٣", "007"])
def test_an_hour_that_is_no_plain_number_is_refused(hour):
    with pytest.raises(InputError, match="in cw is not an hour"):
        analysis_of({"cw": [[hour, 12, "A"]]})


def test_an_hour_as_text_is_read():
    assert stored({"cw": [["09:00", " 12 ", "A"]]})[0]["windows"] == [[540, 780, "A"]]


@pytest.mark.parametrize("intensity", ["--2", "²", "9" * 5000, "2-", "", "٢"])
def test_an_intensity_that_is_no_plain_number_is_refused(intensity):
    with pytest.raises(InputError, match=r"intensity_nr of 06:00 is .{0,40}\. Expected -2 to 2"):
        week_of([[intensity, *[0] * 23], *[[0] * 24] * 6])


def test_an_intensity_as_text_is_read():
    week = week_of([["-2", " 2 ", *["999"] * 22], *[["999"] * 24] * 6])
    assert week[0]["windows"] == [[360, 420, "L"], [420, 480, "H"]]


@pytest.mark.usefixtures("cities")
def test_a_hostile_hour_or_intensity_is_an_error_of_its_row_only(database_url):
    good = {"cw": [[9, 12, "L"]]}
    plan = read(
        database_url,
        {"crowd.csv": crowd_csv({"cw": [["²", 12, "A"]]}, good, [["--2", *[0] * 23], *[[0] * 24] * 6])},
    )
    assert told(plan.errors) == [
        (2, "analysis", "² in cw is not an hour"),
        (4, "analysis", "intensity_nr of 06:00 is --2"),
    ]
    assert plan.counts == (1, 2)
