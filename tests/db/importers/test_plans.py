"""Importing queries, skeletons, plans and gold lines."""

import json
from pathlib import Path

import pytest
from sqlalchemy import func, select

from annotate.errors import InputError
from annotate.plan import ITINERARY_JSON
from db.importers.quotes import repaired
from db.models import Annotation, QueryRow, Skeleton
from db.session import open_session
from tests.db.importers.imported import put, read, told
from tests.db.test_releases import a_gold_plan, cut
from tests.plan_objects import day, plan_object

REAL = Path(__file__).parents[4] / "shared" / "real" / "plans"
CORPUS = Path(__file__).parents[2] / "corpus"


def jsonl(*plans: object) -> str:
    return "".join(json.dumps(plan, ensure_ascii=False) + "\n" for plan in plans)


def a_plan(idx: int = 1, **keys: object) -> dict[str, object]:
    entries = "Inn, stay from 08:00 to 09:00; Fort, visit from 10:00 to 11:00"
    return plan_object(day("J", entries, attraction="Fort, J", accommodation="Inn, J"), idx=idx, **keys)


def a_skeleton(idx: int = 1) -> dict[str, object]:
    return plan_object(day("J", "Fort, visit from () to ()", attraction="Fort, J"), idx=idx)


def queries(url: str) -> list[tuple[str, int, bool]]:
    with open_session(write=False, url=url) as session:
        found = session.scalars(select(QueryRow).order_by(QueryRow.set_name, QueryRow.idx))
        return [(row.set_name, row.idx, row.delivered) for row in found]


def skeletons(url: str) -> list[tuple[str, bool]]:
    """(itinerary, is filled) of all plans."""
    with open_session(write=False, url=url) as session:
        return [
            (row.itinerary, row.is_filled) for row in session.scalars(select(Skeleton).order_by(Skeleton.id))
        ]


def test_plans_are_keyed_by_the_stem_of_their_file_and_idx(database_url):
    put(database_url, {"autumn.jsonl": jsonl(a_skeleton(1), a_plan(2), a_plan(3, plan=None))})
    assert queries(database_url) == [("autumn", 1, True), ("autumn", 2, True), ("autumn", 3, False)]
    assert [filled for _, filled in skeletons(database_url)] == [False, True]


def test_the_set_may_be_named(database_url):
    put(database_url, {"autumn.json": json.dumps([a_plan()])}, set_name="pilot")
    assert queries(database_url) == [("pilot", 1, True)]


def test_the_same_file_again_changes_nothing_and_another_version_changes_its_plan(database_url):
    first = put(database_url, {"autumn.jsonl": jsonl(a_plan(1), a_plan(2))})
    assert (first.counts.new, first.files[0].import_id is None) == (2, False)
    again = put(database_url, {"autumn.jsonl": jsonl(a_plan(1), a_plan(2))})
    assert (again.counts.same, again.counts.changed, again.files[0].import_id) == (2, 0, None)
    other = put(database_url, {"autumn.jsonl": jsonl(a_plan(1), a_skeleton(2))})
    assert (other.counts.same, other.counts.changed) == (1, 1)
    assert [filled for _, filled in skeletons(database_url)] == [True, False]


def test_a_filled_plan_may_be_kept_as_a_skeleton(database_url):
    put(database_url, {"autumn.jsonl": jsonl(a_plan())}, as_skeleton=True)
    ((text, filled),) = skeletons(database_url)
    assert not filled
    assert ITINERARY_JSON.validate_json(text).days[0].stops[1].given_start_min == 600


def test_a_line_separator_inside_a_name_ends_no_line(database_url):
    line = a_plan()
    line["plan"][0]["lunch"] = "Line\u2028Walk, J"
    put(database_url, {"autumn.jsonl": jsonl(line, a_plan(2))})
    assert "Line\u2028Walk" in ITINERARY_JSON.validate_json(skeletons(database_url)[0][0]).days[0].lunch.name


@pytest.mark.parametrize(
    ("name", "text"), [("plans.csv", "idx,plan\n1,foo\n"), ("plans.csv", ""), ("plans.jsonl", "[]"), ("plans.json", "[]")]
)  # fmt: skip
def test_a_file_that_holds_no_plans_is_one_error(database_url, name, text):
    plan = read(database_url, {name: text})
    assert told(plan.problems) == [(None, None, "The file holds no plans")]
    assert plan.problems[0].expected == "a .jsonl or .json file, one object a plan"
    assert plan.counts == (0, 0)


def test_a_table_that_the_map_calls_plans_is_one_error_and_a_broken_line_stays_what_it_is(database_url):
    plan = read(database_url, {"a.csv": "idx,plan\n1,foo\n"}, {"table": "plans"})
    assert told(plan.errors) == [(None, None, "The file holds no plans")]
    assert told(read(database_url, {"plans.jsonl": "{\n"}).errors)[0][0] == 1


def test_a_broken_line_is_named_and_the_others_are_read(database_url):
    plan = read(database_url, {"autumn.jsonl": jsonl(a_plan(1)) + '{"idx": 2,\n' + jsonl(a_plan(3))})
    assert [(problem.line, problem.level) for problem in plan.errors] == [(2, "error")]
    assert plan.counts == (2, 1)
    with pytest.raises(InputError, match="nothing was written"):
        put(database_url, {"autumn.jsonl": jsonl(a_plan(1)) + '{"idx": 2,\n'})
    put(database_url, {"autumn.jsonl": jsonl(a_plan(1)) + '{"idx": 2,\n'}, skip_bad=True)
    assert queries(database_url) == [("autumn", 1, True)]


def test_every_error_of_every_plan_is_told_with_its_place(database_url):
    unreadable = (CORPUS / "unreadable_plans.jsonl").read_text(encoding="utf-8")
    plan = read(database_url, {"bad.jsonl": unreadable})
    assert plan.counts == (0, 6)
    assert told(plan.errors)[0] == (
        1, "point_of_interest_list", "plan 11, day 1, entry 1: Fort ends at 09:10, not after its start at 10:00",
    )  # fmt: skip
    assert {problem.line for problem in plan.errors} == {1, 2, 3, 4, 5, 6}


def test_what_was_tolerated_is_told_as_notes(database_url):
    plan = read(database_url, {"quirks.jsonl": (CORPUS / "plan_quirks.jsonl").read_text(encoding="utf-8")})
    assert not plan.errors
    assert (1, "accommodation", "plan 1, day 1: 'Cost: 321 for 3 nights'") in told(plan.notes)
    glued = [problem for problem in plan.notes if problem.column == "lunch"]
    assert [problem.todo for problem in glued] == ["The city is glued to the name; read apart."]


def test_an_idx_twice_in_one_file_is_an_error_of_the_later_line(database_url):
    plan = read(database_url, {"autumn.jsonl": jsonl(a_plan(1), a_plan(2), a_plan(1))})
    assert told(plan.errors) == [(3, "idx", "Plan 1 of set autumn stands on line 1 already")]


def test_a_null_plan_is_received_and_counted_as_not_delivered(database_url):
    plan = read(database_url, {"model.jsonl": jsonl(a_plan(1, plan=None))})
    assert not plan.errors
    assert told(plan.notes) == [(1, "plan", "plan 1: no plan")]
    put(database_url, {"model.jsonl": jsonl(a_plan(1, plan=None))})
    assert (queries(database_url), skeletons(database_url)) == ([("model", 1, False)], [])


def test_a_city_that_no_table_knows_is_told_where_there_is_a_table(database_url):
    put(database_url, {"cities.csv": "city,state\nJ,Rajasthan\n"})
    plan = read(database_url, {"autumn.jsonl": jsonl(a_plan())})
    assert told(plan.notes)[-1] == (1, "cities", "plan 1: No city is called 'H'")


def test_a_query_that_came_as_a_sentence_is_derived_from_it_and_the_days(database_url):
    text = "Please plan a 1-day trip for two people from Hilltown to Lakeside on March 3rd, with a budget of $1,400."
    line = {
        "idx": 5,
        "query": text,
        "plan": [day("from Hilltown to Lakeside", number=1, lunch="Cafe, Lakeside")],
    }
    put(database_url, {"sentences.jsonl": jsonl(line)})
    found = ITINERARY_JSON.validate_json(skeletons(database_url)[0][0]).query
    assert (found.origin, found.destinations, found.people) == ("Hilltown", ("Lakeside",), 2)
    assert (found.budget, found.budget_currency, found.dates, found.text) == (1400, "USD", (), text)


def test_a_sentence_that_says_too_little_is_listed_with_the_reason(database_url):
    plan = read(
        database_url, {"sentences.jsonl": jsonl({"idx": 5, "query": "Somewhere nice, please.", "plan": None})}
    )
    ((line, column, found),) = told(plan.errors)
    assert (line, column) == (1, "JSON")
    assert "does not say the origin and the destination and the number of days" in found


CURLY = (
    "{“idx”: 1, “JSON”: {“org”: “H”, “dest”: “J”, “days”: 1},\n"
    "“plan”: [{“days”: 1, “current_city”: “J”, “lunch”: “Baxter’s,\nJ”}]}\n"
)


def test_a_file_in_curly_quotes_is_repaired_if_the_map_says_so(database_url):
    asked = read(database_url, {"curly.txt": CURLY})
    assert [question.add for question in asked.questions] == ['"repair": "quotes"']
    assert len(asked.errors) == 1
    put(database_url, {"curly.txt": CURLY}, {"files": {"curly.txt": {"repair": "quotes"}}})
    assert ITINERARY_JSON.validate_json(skeletons(database_url)[0][0]).days[0].lunch.name == "Baxter’s"


def test_good_lines_keep_their_curly_quotes_in_a_repair():
    good = '{"name": "The “Best” Cafe"}'
    assert repaired(f"{good}\n{{“a”: 1}}\n") == [(1, {"name": "The “Best” Cafe"}), (2, {"a": 1})]
    assert repaired("{“a”: 1") is None
    assert repaired('{"a": 1,}') is None


def test_code_in_a_plan_is_text_and_never_run(database_url):
    code = "__import__('os').system('true')"
    plan = read(database_url, {"evil.jsonl": jsonl(a_plan(1, JSON={"query": code}), a_plan(2, plan=code))})
    assert [problem.line for problem in plan.errors] == [2]


@pytest.mark.skipif(not REAL.is_dir(), reason="the real plan files are not here")
@pytest.mark.parametrize(
    ("name", "good", "delivered", "answers"),
    [
        ("travelplanner_example_evaluation.jsonl", 180, 161, {}),
        ("tripcraft_sample_evaluation_format.jsonl", 1, 1, {}),
        ("triptide_dap_sample_evaluation_format.jsonl", 1, 1, {}),
        ("triptide_example_plan_smartquotes.txt", 1, 1, {"repair": "quotes"}),
    ],
)
def test_real_plan_files_import_without_an_error(database_url, name, good, delivered, answers):
    files = {name: (REAL / name).read_bytes()}
    plan = read(database_url, files, {"files": {name: answers}})
    assert not plan.errors
    assert plan.counts == (good, 0)
    assert all(problem.todo for problem in plan.notes)
    put(database_url, files, {"files": {name: answers}})
    assert sum(found[2] for found in queries(database_url)) == delivered
    assert put(database_url, files, {"files": {name: answers}}).counts.same == good


@pytest.mark.skipif(
    not (REAL.parent.parent / "examples" / "skeletons.jsonl").is_file(), reason="the example is not here"
)
def test_the_example_skeleton_imports_with_four_notes(database_url):
    text = (REAL.parent.parent / "examples" / "skeletons.jsonl").read_bytes()
    plan = read(database_url, {"skeletons.jsonl": text})
    assert (plan.counts, len(plan.errors), len(plan.notes)) == ((1, 0), 0, 4)


def test_an_import_of_plans_leaves_annotations_alone(database_url):
    put(database_url, {"autumn.jsonl": jsonl(a_skeleton())})
    with open_session(write=False, url=database_url) as session:
        assert session.scalar(select(func.count()).select_from(Annotation)) == 0


@pytest.mark.parametrize("text", ['"level": NaN', '"level": "a\\u0000b"', '"level": "\\ud800"'])
def test_what_no_database_can_keep_is_an_error_of_its_line(database_url, text):
    line = json.dumps(a_plan()).replace('"level": "easy"', text)
    plan = read(database_url, {"autumn.jsonl": line + "\n" + jsonl(a_plan(2))})
    assert [(problem.line, problem.level) for problem in plan.errors] == [(1, "error")]
    put(database_url, {"autumn.jsonl": line + "\n" + jsonl(a_plan(2))}, skip_bad=True)
    assert queries(database_url) == [("autumn", 2, True)]


def test_a_gold_line_may_be_kept_as_a_skeleton(database_url):
    line = {**a_plan(), "provenance": {"annotator": "A01"}}
    put(database_url, {"gold.jsonl": jsonl(line)}, as_skeleton=True)
    assert [filled for _, filled in skeletons(database_url)] == [False]
    assert read(database_url, {"gold.jsonl": jsonl(line)}).errors


def test_a_plan_knows_the_tables_that_are_imported_with_it(database_url):
    files = {
        "cities.csv": "city,state\nH,Rajasthan\nJ,Rajasthan\n",
        "trains.csv": "train_number,origin,destination,dep_time,arr_time,arr_day_offset\n00821,H,J,10:00,12:00,1\n",
        "attractions.csv": "name,city,visit_duration,categories\nFort,J,2,Museums\n",
        "zz_plans.jsonl": jsonl(
            plan_object(
                day(
                    "from H to J",
                    "Fort, visit from 16:00 to 17:00; Lost, visit from 18:00 to 19:00",
                    attraction="Fort",
                    transportation="Train Number: 00821, from H to J, Departure Time: 10:00, Arrival Time: 12:10",
                )
            )
        ),
    }
    put(database_url, files)
    found = ITINERARY_JSON.validate_json(skeletons(database_url)[0][0]).days[0]
    assert found.legs[0].arrive_min == 1440 + 730
    assert [stop.city for stop in found.stops] == ["J", None]
    again = put(database_url, files)
    assert (again.counts.new, again.counts.changed) == (0, 0)


def test_a_gold_line_leaves_the_skeleton_it_came_from_alone(database_url, tmp_path):
    office, _ = a_gold_plan(database_url)
    cut(database_url, office, tmp_path / "out")
    before = skeletons(database_url)
    put(database_url, {"gold.jsonl": (tmp_path / "out" / "gold.jsonl").read_bytes()})
    assert skeletons(database_url) == before
