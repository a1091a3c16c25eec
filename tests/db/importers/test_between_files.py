"""Two files of one import that say something of the same row."""

from tests.db.importers.imported import CITIES, put, read, rows, told
from tests.db.importers.test_plans import a_plan, jsonl, queries
from tests.plan_objects import day, plan_object

CITY = {"cities.csv": CITIES}
ATTRACTIONS = "name,city,visit_duration,categories,rating\n"
TRAINS = (
    "train_number,origin,destination,destination_station,dep_time,arr_time,avg_delay_1y\n"
    "02501,Jaipur,Bhopal,Bhopal Jn,08:00,12:00,20\n"
)
DELAYS = "train_number,station,avg_delay_1w,avg_delay_1m,avg_delay_3m,avg_delay_6m,avg_delay_1y\n"


def test_two_files_that_contradict_each_other_are_an_error_of_the_later_row(database_url):
    files = {
        **CITY,
        "attractions.csv": f"{ATTRACTIONS}Amber Fort,Jaipur,3,Museums,4\n",
        "more.csv": f"{ATTRACTIONS}Lake,Udaipur,1,Museums,4\nAmber Fort,Jaipur,2,Museums,4\n",
    }
    plan = read(database_url, files)
    assert told(plan.errors) == [
        (3, None, "The row has the same key as line 2 of attractions.csv but other values: "
         "visit_duration_min 120.0 (there 180.0)"),
    ]  # fmt: skip
    assert plan.errors[0].file == "more.csv"
    assert plan.counts == (5, 1)
    put(database_url, files, skip_bad=True)
    assert rows(database_url, "attractions", "name", "visit_duration_min") == [
        ("Amber Fort", 180),
        ("Lake", 60),
    ]


def test_two_files_that_fill_each_other_up_give_one_row_and_the_same_import_again_changes_nothing(
    database_url,
):
    files = {
        **CITY,
        "attractions.csv": f"{ATTRACTIONS}Amber Fort,Jaipur,3,Museums,\n",
        "more.csv": f"{ATTRACTIONS}Amber Fort,Jaipur,,Museums,4\n",
    }
    put(database_url, files)
    assert rows(database_url, "attractions", "visit_duration_min", "rating") == [(180, 4)]
    again = put(database_url, files)
    assert (again.counts.new, again.counts.changed) == (0, 0)


def test_delays_that_sit_in_trains_fill_up_their_own_table_and_never_empty_it(database_url):
    files = {**CITY, "trains.csv": TRAINS, "train_delays.csv": f"{DELAYS}02501,Bhopal Jn,1,2,3,4,\n"}
    put(database_url, files)
    assert rows(database_url, "train_delays", "avg_delay_1w", "avg_delay_1y") == [(1, 20)]
    again = put(database_url, files)
    assert (again.counts.new, again.counts.changed) == (0, 0)


def test_their_own_table_wins_over_delays_that_sit_in_trains_and_a_note_says_so(database_url):
    files = {**CITY, "trains.csv": TRAINS, "train_delays.csv": f"{DELAYS}02501,Bhopal Jn,1,2,3,4,5\n"}
    plan = read(database_url, files)
    assert plan.errors == []
    assert (
        2,
        None,
        "The row says other train_delays figures than line 2 of train_delays.csv: avg_delay_1y 20.0 (there 5.0)",
    ) in told(plan.notes)
    put(database_url, files)
    assert rows(database_url, "train_delays", "avg_delay_1y") == [5]
    again = put(database_url, files)
    assert (again.counts.new, again.counts.changed) == (0, 0)


def test_the_same_row_in_two_files_is_no_problem(database_url):
    text = f"{ATTRACTIONS}Amber Fort,Jaipur,3,Museums,4\n"
    plan = read(
        database_url, {**CITY, "attractions.csv": text, "more.csv": text.replace("Amber Fort", "AMBER FORT")}
    )
    assert plan.problems == []


def test_a_plan_that_two_files_hold_is_an_error_of_the_later_one_and_an_empty_one_gives_way(database_url):
    other = plan_object(day("J", "Fort, visit from 11:00 to 12:00", attraction="Fort, J"))
    asked = {key: value for key, value in a_plan(2).items() if key != "plan"}
    files = {
        "a.jsonl": jsonl(asked, a_plan(1)),
        "b.jsonl": jsonl(a_plan(1), other | {"idx": 2}),
        "c.jsonl": jsonl(other),
    }
    plan = read(database_url, files, set_name="one")
    assert [(one.file, one.line, one.level, one.found) for one in plan.problems if "too" in one.found] == [
        ("a.jsonl", 1, "note", "plan 2: Set one has this plan on line 2 of b.jsonl too"),
        ("c.jsonl", 1, "error", "plan 1: Set one has this plan on line 2 of a.jsonl too"),
    ]
    assert plan.counts == (3, 1)
    put(database_url, files, skip_bad=True, set_name="one")
    assert queries(database_url) == [("one", 1, True), ("one", 2, True)]
    again = put(database_url, files, skip_bad=True, set_name="one")
    assert (again.counts.new, again.counts.changed) == (0, 0)
