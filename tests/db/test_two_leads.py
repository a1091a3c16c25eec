"""Two leads who do the same thing in the same instant: the second sees what the first did, and nothing is half done."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Event
from time import sleep
from typing import Any

import pytest
from sqlalchemy import func, select
from sqlalchemy.orm import Session

from annotate.errors import ConflictError, InputError, LockedError
from db import batches, imports, model_sets, release_drafts, releases
from db.imports import Upload
from db.models import (
    Batch,
    City,
    ImportBatch,
    ModelSet,
    QueryRow,
    Release,
    ReleaseDraft,
    ReleaseFile,
    ReleaseItem,
)
from db.people import get_person
from db.session import open_session
from tests.db.cutting import cut_release
from tests.db.importers.imported import CITIES, read
from tests.db.importers.test_plans import a_skeleton, jsonl
from tests.db.test_batches import an_office_with_queries
from tests.db.test_releases import a_gold_plan
from tests.db.world import add_people

HELD_S = 0.5
"""So long the first one keeps its transaction open while the second one begins."""
SLOWEST_S = 60


def both(url: str, first: Callable[[Session], Any], second: Callable[[Session], Any]) -> tuple[Any, Any]:
    """What both give or raise; the second begins when the first has done its work and not yet committed."""
    is_done = Event()

    def one() -> Any:
        with open_session(write=True, url=url) as session:
            result = first(session)
            is_done.set()
            sleep(HELD_S)
        return result

    def other() -> Any:
        is_done.wait(SLOWEST_S)
        with open_session(write=True, url=url) as session:
            return second(session)

    with ThreadPoolExecutor(2) as pool:
        futures = [pool.submit(one), pool.submit(other)]
        return tuple(future.exception(SLOWEST_S) or future.result() for future in futures)  # type: ignore[return-value]


def counted(url: str, model: Any) -> int:
    with open_session(write=False, url=url) as session:
        return session.scalar(select(func.count()).select_from(model)) or 0


def prepared(url: str, person_id: int, name: str) -> releases.PreparedRelease:
    with open_session(write=False, url=url) as session:
        return releases.prepare(session, name, get_person(session, person_id))


@pytest.mark.parametrize("names", [("first", "first"), ("first", "other")])
def test_two_leads_who_cut_at_once_get_the_same_release_or_two_of_their_own_numbers(database_url, names):
    office, _ = a_gold_plan(database_url)
    made = [prepared(database_url, office.leela.id, name) for name in names]
    one, other = both(
        database_url,
        lambda session: releases.record_cut(session, made[0], office.leela),
        lambda session: releases.record_cut(session, made[1], office.leela),
    )
    assert (one.number, one.name) == (1, "first")
    assert (other.number, other.name) == ((1, "first") if names[0] == names[1] else (2, "other"))
    assert other.files["gold.jsonl"] == one.files["gold.jsonl"]
    count = len(set(names))
    assert (counted(database_url, Release), counted(database_url, ReleaseItem)) == (count, count)
    assert counted(database_url, ReleaseFile) == count * (len(one.files) - 1)


def test_two_leads_who_cut_other_content_under_one_new_name_at_once_are_told(database_url):
    office, _ = a_gold_plan(database_url)
    first = prepared(database_url, office.leela.id, "first")
    with open_session(write=True, url=database_url) as session:
        release_drafts.plan_release(session, office.leela, "first", [])
    one, other = both(
        database_url,
        lambda session: releases.record_cut(
            session, prepared(database_url, office.leela.id, "first"), office.leela
        ),
        lambda session: releases.record_cut(session, first, office.leela),
    )
    assert one.number == 1
    assert isinstance(other, ConflictError) and "changed while the release was made" in str(other)
    assert counted(database_url, Release) == 1


def test_a_draft_that_is_changed_while_its_release_is_cut_stays_as_it_was(database_url):
    office, _ = a_gold_plan(database_url)
    made = prepared(database_url, office.leela.id, "first")
    one, other = both(
        database_url,
        lambda session: releases.record_cut(session, made, office.leela),
        lambda session: release_drafts.plan_release(session, office.leela, "first", []),
    )
    assert one.number == 1
    assert isinstance(other, LockedError) and "was cut" in str(other)
    assert counted(database_url, ReleaseDraft) == 0


def test_two_leads_who_make_the_same_draft_at_once_have_one(database_url):
    office, _ = a_gold_plan(database_url)

    def plan(session: Session) -> Any:
        return release_drafts.plan_release(session, office.leela, "first", []).name

    assert both(database_url, plan, plan) == ("first", "first")
    assert counted(database_url, ReleaseDraft) == 1


def test_two_leads_who_withdraw_a_release_at_once_leave_the_reason_of_the_first(database_url, tmp_path):
    office, _ = a_gold_plan(database_url)
    with open_session(write=True, url=database_url) as session:
        cut_release(session, "first", tmp_path, office.leela)
    one, other = both(
        database_url,
        lambda session: releases.withdraw(session, "first", office.leela, "Wrong prices."),
        lambda session: releases.withdraw(session, "first", office.leela, "Another reason."),
    )
    assert one is None
    assert isinstance(other, ConflictError) and "withdrawn already: Wrong prices." in str(other)


def test_two_leads_who_give_two_model_sets_one_name_at_once_are_told(database_url):
    office, _ = a_gold_plan(database_url)

    def add(session: Session) -> int:
        file = model_sets.read_plans(session, Upload("p.jsonl", b'{"idx": 1, "plan": []}'), query_set=None)
        return model_sets.add_model_set(session, office.leela.id, "model A", file)

    one, other = both(database_url, add, add)
    assert isinstance(one, int)
    assert isinstance(other, ConflictError) and "There is a model set 'model A' already" in str(other)
    assert counted(database_url, ModelSet) == 1


def test_two_leads_who_put_one_query_into_two_batches_at_once_are_told(database_url):
    with open_session(write=True, url=database_url) as session:
        office, queries = an_office_with_queries(session, 2)

    def make(name: str) -> Callable[[Session], int]:
        return lambda session: batches.make_batch(session, office.leela.id, name, query_ids=queries)

    one, other = both(database_url, make("May"), make("June"))
    assert isinstance(one, int)
    assert isinstance(other, InputError) and "belongs to 'May'" in str(other)
    assert counted(database_url, Batch) == 1


def test_two_leads_who_give_two_batches_one_name_at_once_are_told(database_url):
    with open_session(write=True, url=database_url) as session:
        office, queries = an_office_with_queries(session, 2)

    def make(query: int) -> Callable[[Session], int]:
        return lambda session: batches.make_batch(session, office.leela.id, "May", query_ids=[query])

    one, other = both(database_url, make(queries[0]), make(queries[1]))
    assert isinstance(one, int)
    assert isinstance(other, InputError) and "There is a batch 'May' already" in str(other)


def test_two_leads_who_close_a_batch_at_once_are_told(database_url):
    with open_session(write=True, url=database_url) as session:
        office, queries = an_office_with_queries(session, 1)
        batch = batches.make_batch(session, office.leela.id, "May", query_ids=queries)

    def close(session: Session) -> None:
        batches.close_batch(session, office.leela.id, batch)

    one, other = both(database_url, close, close)
    assert one is None
    assert isinstance(other, InputError) and "The batch 'May' is closed" in str(other)


def test_two_leads_who_say_which_cities_somebody_knows_at_once_are_both_heard(database_url):
    with open_session(write=True, url=database_url) as session:
        office = add_people(session)

    def say(*cities: str) -> Callable[[Session], None]:
        return lambda session: batches.set_cities(session, office.leela.id, office.asha.id, cities)

    assert both(database_url, say("Jaipur", "Goa"), say("Jaipur", "Pune")) == (None, None)
    with open_session(write=False, url=database_url) as session:
        assert set(batches.cities_known(session)[office.asha.id].values()) == {"Jaipur", "Pune"}


def test_two_leads_who_import_the_same_new_files_at_once_import_them_once(database_url):
    with open_session(write=True, url=database_url) as session:
        office = add_people(session)
    files = {"cities.csv": CITIES, "autumn.jsonl": jsonl(a_skeleton(1), a_skeleton(2))}
    were_read = [read(database_url, files) for _ in range(2)]
    one, other = both(
        database_url,
        lambda session: imports.accept(session, were_read[0], office.leela).counts,
        lambda session: imports.accept(session, were_read[1], office.leela).counts,
    )
    assert (one.new, other.new, other.changed) == (5, 0, 0)
    assert [counted(database_url, model) for model in (City, QueryRow, ImportBatch)] == [3, 2, 2]
