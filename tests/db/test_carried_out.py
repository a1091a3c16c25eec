"""A command of a page is carried out once: when it arrives again, at the same moment, after a refusal."""

import threading

import pytest

from annotate.errors import InputError
from db.carried_out import is_first_time
from db.flags import flags_of, set_flag
from db.session import open_session
from tests.db.world import a_plan_in_progress


def flag_once(url: str, person_id: int, plan: int, seq: int, kind: str = "data error") -> bool:
    with open_session(write=True, url=url) as session:
        first = is_first_time(session, person_id, "tab", seq)
        if first:
            set_flag(session, person_id, plan, row="d1.s1", kind=kind, text="Wrong.")
    return first


def test_a_command_that_arrives_again_is_told_apart_and_another_is_not(database_url: str) -> None:
    office, plan = a_plan_in_progress(database_url)
    assert [flag_once(database_url, office.asha.id, plan, seq) for seq in (1, 1, 2, 1)] == [
        True, False, True, False,
    ]  # fmt: skip
    with open_session(write=False, url=database_url) as session:
        assert len(flags_of(session, plan)) == 2


def test_a_command_that_was_refused_can_be_tried_again(database_url: str) -> None:
    office, plan = a_plan_in_progress(database_url)
    with pytest.raises(InputError, match="no kind of flag"):
        flag_once(database_url, office.asha.id, plan, 1, kind="nonsense")
    assert flag_once(database_url, office.asha.id, plan, 1)


def test_the_number_of_one_person_takes_nothing_from_another(database_url: str) -> None:
    office, _ = a_plan_in_progress(database_url)
    with open_session(write=True, url=database_url) as session:
        for person in (office.asha, office.esha):
            assert is_first_time(session, person.id, "tab", 1)


def test_of_two_at_the_same_moment_one_carries_it_out(database_url: str) -> None:
    office, plan = a_plan_in_progress(database_url)
    start, firsts = threading.Barrier(4), []

    def send() -> None:
        start.wait()
        firsts.append(flag_once(database_url, office.asha.id, plan, 1))

    threads = [threading.Thread(target=send) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(firsts) == [False, False, False, True]
    with open_session(write=False, url=database_url) as session:
        assert len(flags_of(session, plan)) == 1
