"""Model sets as they come in, wait, are scored by one process at a time, and go."""

import json
from collections.abc import Iterable

import pytest
from sqlalchemy import func, select

from annotate.errors import ConflictError, InputError, LockedError, NotAllowedError, NotFoundError
from annotate.rule import Verdict
from db import model_plans, model_scoring, model_sets
from db.imports import Upload
from db.model_scoring import MOST_TRIES, SILENT_S, Claim, Result
from db.model_sets import ModelSetView, SetState
from db.models import ModelPlan, ModelSet
from db.plan_figures import PlanFigures, ScoreFigure
from db.session import open_session
from tests.db.test_screen_lists import counted
from tests.db.world import NINE, Office, a_short_trip, add_people, add_skeleton, later

HOSTILE = "<script>alert(1)</script> [x](javascript:alert(1)) =1+1"


def lines(*objects: object) -> bytes:
    return "".join((one if isinstance(one, str) else json.dumps(one)) + "\n" for one in objects).encode()


def an_office(url: str, queries: Iterable[int] = (1, 2, 3)) -> Office:
    with open_session(write=True, url=url) as session:
        office = add_people(session)
        for idx in queries:
            add_skeleton(session, a_short_trip(idx))
    return office


def add(url: str, office: Office, data: bytes, name: str = "first", *, query_set: str | None = "demo") -> int:
    with open_session(write=True, url=url) as session:
        file = model_sets.read_plans(session, Upload("plans.jsonl", data), query_set=query_set)
        return model_sets.add_model_set(session, office.leela.id, name, file, at=NINE)


def known(url: str, name: str = "first") -> ModelSetView:
    with open_session(write=False, url=url) as session:
        return model_sets.get_model_set(session, name)


def do(url: str, verb, office: Office, *args: object) -> None:
    with open_session(write=True, url=url) as session:
        verb(session, office.leela.id, *args)


def claim(url: str, minute: int = 0, embedder: str | None = None) -> Claim | None:
    with open_session(write=True, url=url) as session:
        return model_scoring.claim_next(session, embedder=embedder, at=later(minute))


def keep(url: str, held: Claim, minute: int = 0, at_most: int = 1) -> bool:
    """Score the next plans, without looking at them."""
    with open_session(write=True, url=url) as session:
        waiting = model_scoring.next_plans(session, held, at_most)
        results = [a_result(one.plan_id, one.line.idx) for one in waiting]
        return model_scoring.keep(session, held, results, at=later(minute))


def a_result(plan_id: int, idx: int | None) -> Result:
    figures = PlanFigures(
        idx, "Risk Averse", 3, True, None, {"bas": ScoreFigure(0.1 + 0.2, 2, 5)}, {"TIM004": Verdict.FAIL}
    )
    return Result(plan_id, figures, {"idx": idx}, None)


def test_one_plan_is_due_for_each_query_and_what_else_the_file_holds_is_listed_with_its_line(
    database_url: str,
) -> None:
    office = an_office(database_url)
    plan = {"idx": 1, "plan": []}
    add(database_url, office, lines(plan, {"idx": 3, "plan": None}, plan, {"idx": 9, "plan": []}, "{oops"))
    found = known(database_url)
    assert (found.state, found.total, found.done, found.query_set) == (SetState.WAITING, 3, 0, "demo")
    assert [(one.line, one.idx) for one in found.problems] == [(3, 1), (4, 9), (5, None)]
    assert "stands on line 1 already" in found.problems[0].reason
    assert found.problems[1].reason == model_sets.NOT_ASKED_FOR
    assert "not JSON" in found.problems[2].reason
    held = claim(database_url)
    assert held is not None
    with open_session(write=False, url=database_url) as session:
        waiting = model_scoring.next_plans(session, held, 10)
    assert [(one.line.idx, one.line.line) for one in waiting] == [(1, 1), (2, None), (3, 2)]
    assert waiting[1].line.obj is not None and waiting[1].line.obj["plan"] is None


def test_a_plan_that_comes_twice_on_one_line_of_an_array_is_due_once(database_url: str) -> None:
    office = an_office(database_url)
    data = b"[" + b",".join([b'{"idx": 1, "plan": []}'] * 2) + b"]"
    add(database_url, office, data)
    assert "stands on line 1 already" in known(database_url).problems[0].reason
    add(database_url, office, data, "second", query_set=None)
    held = claim(database_url)
    assert held is not None
    with open_session(write=False, url=database_url) as session:
        files = [model_sets.read_plans(session, Upload("plans.json", data), query_set=None)]
    assert [line.error for line, _ in files[0].due] == [
        None,
        "Plan 1 stands on line 1 already; this one is not used.",
    ]


@pytest.mark.parametrize("levels", [101, 900])
def test_a_plan_that_is_nested_without_end_is_listed_with_the_reason(database_url: str, levels: int) -> None:
    office = an_office(database_url)
    nested = '{"idx": 2, "plan": ' + "[" * levels + "]" * levels + "}"
    add(database_url, office, lines({"idx": 1, "plan": []}, nested))
    with open_session(write=False, url=database_url) as session:
        file = model_sets.read_plans(
            session, Upload("plans.jsonl", lines({"idx": 1, "plan": []}, nested)), query_set="demo"
        )
    assert file.due[1][0].error == "It is nested deeper than 100 levels."


def test_without_a_set_of_queries_every_line_of_the_file_is_due(database_url: str) -> None:
    office = an_office(database_url, ())
    add(database_url, office, lines({"idx": 7, "plan": None}, "{oops", [1]), query_set=None)
    found = known(database_url)
    assert (found.total, found.problems, found.query_set) == (3, (), None)


@pytest.mark.parametrize(
    ("data", "told"),
    [
        (b"", "The file is empty"),
        (b"idx,plan\n1,2\n", "None of the 2 lines"),
        (lines({"hello": "world"}), "None of the 1 lines"),
        (lines({"idx": 77, "plan": []}), "No plan of plans.jsonl answers a query of the set 'demo'"),
        ("{\"idx\": 1, \"plan\": \"é\"}".encode("latin-1"), "UTF-8|encod"),
        (b"\x00\x01\x02\xff\xfe", "."),
    ],
)  # fmt: skip
def test_a_broken_file_is_refused_and_leaves_nothing(database_url: str, data: bytes, told: str) -> None:
    office = an_office(database_url)
    with pytest.raises(InputError, match=told):
        add(database_url, office, data)
    with open_session(write=False, url=database_url) as session:
        assert model_sets.list_model_sets(session) == []
        assert session.scalar(select(func.count()).select_from(ModelPlan)) == 0


@pytest.mark.parametrize("name", ["", "   ", "x" * (model_sets.NAME_CHARS + 1), "a\nb"])
def test_a_set_wants_a_name_of_its_own(database_url: str, name: str) -> None:
    office = an_office(database_url)
    with pytest.raises(InputError, match="no name"):
        add(database_url, office, lines({"idx": 1, "plan": None}), name)
    add(database_url, office, lines({"idx": 1, "plan": None}), "taken")
    with pytest.raises(ConflictError, match="'taken' already"):
        add(database_url, office, lines({"idx": 1, "plan": None}), " taken ")


def test_hostile_names_texts_and_numbers_are_kept_as_text_or_refused_line_by_line(database_url: str) -> None:
    office = an_office(database_url)
    data = lines(
        {"idx": 1, "plan": [{"days": HOSTILE, "current_city": HOSTILE}]},
        '{"idx": 2, "plan": "half a letter \\ud800"}',
        '{"idx": 3, "plan": NaN}',
        '{"idx": 123456789012345678901234567890, "plan": []}',
        "[" * 100_000,
        f'{{"idx": {"9" * 5_000}, "plan": []}}',
        {"idx": "9" * 5_000, "plan": []},
    )
    add(database_url, office, data, HOSTILE)
    found = known(database_url, HOSTILE)
    assert found.name == HOSTILE
    assert [one.line for one in found.problems] == [4, 5, 6, 7]
    assert "a number has too many digits" in found.problems[2].reason
    held = claim(database_url)
    assert held is not None
    with open_session(write=False, url=database_url) as session:
        errors = [one.line.error for one in model_scoring.next_plans(session, held, 10)]
    assert errors[0] is None
    assert errors[1] is not None and "half of a letter" in errors[1]
    assert errors[2] is not None and "not finite" in errors[2]


def test_a_file_on_the_server_is_read_by_its_path_only_if_it_is_one_of_plans(tmp_path) -> None:
    file = tmp_path / "plans.jsonl"
    file.write_bytes(b"{}\n")
    assert model_sets.file_on_server(f" {file} ") == Upload("plans.jsonl", b"{}\n")
    secret = tmp_path / "secret.txt"
    secret.write_text("no plans")
    for path in ("", str(tmp_path), str(secret), str(tmp_path / "none.jsonl")):
        with pytest.raises(InputError, match="There is no file of plans"):
            model_sets.file_on_server(path)


def test_only_a_lead_adds_and_changes_a_set(database_url: str) -> None:
    office = an_office(database_url)
    number = add(database_url, office, lines({"idx": 1, "plan": None}))
    with open_session(write=True, url=database_url) as session:
        for person in (office.asha, office.esha):
            with pytest.raises(NotAllowedError):
                model_sets.cancel(session, person.id, number)


def test_one_process_scores_at_a_time_and_the_oldest_set_comes_first(database_url: str) -> None:
    office = an_office(database_url)
    assert claim(database_url) is None
    first = add(database_url, office, lines({"idx": 1, "plan": None}), "first")
    second = add(database_url, office, lines({"idx": 1, "plan": None}), "second")
    held = claim(database_url, 0)
    assert held is not None and held.set_id == first
    assert claim(database_url, 0) is None  # somebody is at work
    while keep(database_url, held) and known(database_url).done < 3:
        continue
    with open_session(write=True, url=database_url) as session:
        assert model_scoring.finish(session, held, {"plans": 3}, at=later(0))
    found = known(database_url)
    assert (found.state, found.done, found.summary) == (SetState.DONE, 3, {"plans": 3})
    after = claim(database_url, 0)
    assert after is not None and after.set_id == second


def test_after_its_silence_a_set_is_taken_over_where_it_stopped_and_the_late_one_keeps_nothing(
    database_url: str,
) -> None:
    office = an_office(database_url)
    add(database_url, office, lines({"idx": 1, "plan": None}))
    dead = claim(database_url, 0)
    assert dead is not None and keep(database_url, dead, 0)
    assert SILENT_S == 60
    assert claim(database_url, 0) is None
    fresh = claim(database_url, 1)  # silent for exactly a minute
    assert fresh is not None and fresh.set_id == dead.set_id and fresh.word != dead.word
    assert not keep(database_url, dead, 2)
    with open_session(write=True, url=database_url) as session:
        assert model_scoring.work_of(session, dead) is None
        assert not model_scoring.finish(session, dead, {}, at=later(2))
        assert not model_scoring.fail(session, dead, "late")
        assert [one.line.idx for one in model_scoring.next_plans(session, fresh, 10)] == [2, 3]
    assert known(database_url).done == 1


def test_a_set_at_which_the_scoring_always_ends_is_given_up_with_the_reason(database_url: str) -> None:
    office = an_office(database_url)
    add(database_url, office, lines({"idx": 1, "plan": None}))
    for minute in range(MOST_TRIES):
        assert claim(database_url, 2 * minute) is not None
    assert claim(database_url, 2 * MOST_TRIES) is None
    found = known(database_url)
    assert found.state is SetState.FAILED
    assert found.error == (
        f"The scoring ended {MOST_TRIES} times after 0 of 3 plans. The server's log says why."
    )
    do(database_url, model_sets.go_on, office, found.id)
    held = claim(database_url, 20)
    assert held is not None
    assert keep(database_url, held, 20)  # one plan more counts the tries anew
    assert claim(database_url, 22) is not None


def test_a_set_is_cancelled_goes_on_where_it_was_is_renamed_and_deleted(database_url: str) -> None:
    office = an_office(database_url)
    number = add(database_url, office, lines({"idx": 1, "plan": None}))
    held = claim(database_url)
    assert held is not None and keep(database_url, held)
    with pytest.raises(LockedError, match="nothing to go on with"):
        do(database_url, model_sets.go_on, office, number)
    do(database_url, model_sets.cancel, office, number)
    assert not keep(database_url, held)
    assert (known(database_url).state, known(database_url).done) == (SetState.CANCELLED, 1)
    assert claim(database_url) is None
    with pytest.raises(LockedError, match="nothing to cancel"):
        do(database_url, model_sets.cancel, office, number)
    do(database_url, model_sets.go_on, office, number)
    again = claim(database_url)
    assert again is not None and keep(database_url, again)
    assert known(database_url).done == 2
    do(database_url, model_sets.rename, office, number, "better")
    assert known(database_url, "better").id == number
    do(database_url, model_sets.delete_model_set, office, number)
    assert not keep(database_url, again)
    with pytest.raises(NotFoundError, match="no model set 'better'"):
        known(database_url, "better")
    with open_session(write=False, url=database_url) as session:
        assert session.scalar(select(func.count()).select_from(ModelPlan)) == 0


def test_results_of_other_rules_or_another_embedder_are_not_mixed(database_url: str) -> None:
    office = an_office(database_url)
    add(database_url, office, lines({"idx": 1, "plan": None}))
    held = claim(database_url)
    assert held is not None and keep(database_url, held)
    after = claim(database_url, 5, embedder="another")
    assert after is not None
    assert (known(database_url).done, known(database_url).embedder) == (0, "another")
    assert keep(database_url, after, 5)
    with open_session(write=True, url=database_url) as session:
        session.get_one(ModelSet, after.set_id).rules_version = "0"
    assert claim(database_url, 10, embedder="another") is not None
    assert known(database_url).done == 0


def test_figures_come_back_exactly_and_in_one_query(database_url: str) -> None:
    office = an_office(database_url)
    number = add(database_url, office, lines({"idx": 1, "plan": None}))
    held = claim(database_url)
    assert held is not None and keep(database_url, held, at_most=3)
    with open_session(write=False, url=database_url) as session, counted(session) as sent:
        found = model_plans.figures_of_set(session, number)
    assert len(sent) == 1
    assert found[0] == a_result(0, 1).figures
    assert found[0].scores["bas"].value == 0.1 + 0.2  # no place is lost


def test_the_list_takes_two_queries_however_many_sets_there_are(database_url: str) -> None:
    office = an_office(database_url)
    add(database_url, office, lines({"idx": 1, "plan": None}), "one")
    with open_session(write=False, url=database_url) as session, counted(session) as few:
        model_sets.list_model_sets(session)
    for name in ("two", "three"):
        add(database_url, office, lines({"idx": 1, "plan": None}), name)
    with open_session(write=False, url=database_url) as session, counted(session) as many:
        found = model_sets.list_model_sets(session)
    assert [one.name for one in found] == ["three", "two", "one"]
    assert len(few) == len(many) == 2
