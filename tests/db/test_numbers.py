"""Numbers that no row can have and characters that no database takes: refused in words, on both databases alike."""

import pytest
from pydantic import ValidationError
from starlette.applications import Starlette
from starlette.routing import Route
from starlette.testclient import TestClient

from annotate.errors import InputError, NotAllowedError, NotFoundError
from annotate.workflow import State
from db import (
    accounts,
    adjudications,
    batches,
    comments,
    flags,
    frozen_plans,
    leases,
    model_sets,
    notices,
    plans,
    release_drafts,
    sign_ins,
)
from db.numbers import LARGEST_NUMBER, number_in
from db.people import get_person
from db.session import open_session
from pages._ui.sign_in import sign_in
from tests.db.world import a_plan_in_progress, an_edit, edit

TOO_LARGE = (2**31, 2**63, -(2**31) - 1)


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("0", 0),
        ("7", 7),
        ("2147483647", LARGEST_NUMBER),
        ("2147483648", None),
        ("9" * 5_000, None),
        ("-1", None),
        ("1.0", None),
        ("²", None),
        ("", None),
        (None, None),
    ],
)
def test_a_number_is_read_up_to_the_largest_that_a_column_holds(text, number):
    assert number_in(text) == number


@pytest.mark.parametrize("number", [LARGEST_NUMBER, *TOO_LARGE])
def test_whatever_has_a_number_is_not_found_by_one_that_no_row_can_have(database_url, number):
    office, plan = a_plan_in_progress(database_url)
    lead, expert, asha = office.leela.id, office.esha.id, office.asha.id
    asked = (
        lambda s: get_person(s, number),
        lambda s: accounts.deactivate(s, lead, number),
        lambda s: plans.open_plan(s, asha, number),
        lambda s: frozen_plans.look_at_frozen_plan(s, lead, number),
        lambda s: plans.assign(s, lead, number, asha),
        lambda s: comments.add_comment(s, asha, plan, row=None, text="Yes.", thread_id=number),
        lambda s: comments.resolve_thread(s, expert, number),
        lambda s: flags.resolve_flag(s, expert, number, state="fixed", text="Done."),
        lambda s: batches.close_batch(s, lead, number),
        lambda s: model_sets.delete_model_set(s, lead, number),
        lambda s: adjudications.adjudicate(s, expert, number, {}, why="Both."),
        lambda s: notices.mark_read(s, asha, [number]),
    )
    for ask in asked:
        with pytest.raises(NotFoundError), open_session(write=True, url=database_url) as session:
            ask(session)
    with open_session(write=True, url=database_url) as session:
        release_drafts.plan_release(session, office.leela, "first", [])
        with pytest.raises(NotFoundError, match="no gold plan"):
            release_drafts.leave_out(session, office.leela, "first", [plan, number], "Because.")
        with pytest.raises(InputError, match="no skeleton"):
            batches.make_batch(session, lead, "May", query_ids=[number])
        with pytest.raises(InputError, match="handed in by 0"):
            adjudications.candidates(session, expert, number)


def test_hidden_gold_comes_behind_a_number_of_plans_that_a_column_holds(database_url):
    office, _ = a_plan_in_progress(database_url)
    with open_session(write=True, url=database_url) as session:
        for every in (0, LARGEST_NUMBER + 1):
            with pytest.raises(InputError, match="from 1 to 2147483647"):
                batches.make_batch(
                    session, office.leela.id, "May", query_ids=[1], gold_every=every, gold_query_ids=[2]
                )


def test_an_edit_of_a_revision_that_no_plan_reaches_or_of_an_unknown_kind_is_refused(database_url):
    office, plan = a_plan_in_progress(database_url)
    ahead = an_edit(("d1.s1", "end", 905), base_rev=LARGEST_NUMBER)
    assert "reload" in edit(database_url, office.asha, plan, ahead).rejected[0].reason.casefold()
    with pytest.raises(ValidationError, match="less than or equal to 2147483647"):
        an_edit(("d1.s1", "end", 905), base_rev=LARGEST_NUMBER + 1)
    sent = ahead.model_dump()
    for how in ("a\0b", "\ud800"):
        with pytest.raises(ValidationError):
            type(ahead).model_validate(sent | {"how": how})
    assert type(ahead).model_validate(sent | {"how": "dragged"}).how == "dragged"


@pytest.mark.parametrize("character", ["\0", "\ud800"])
def test_what_cannot_be_kept_is_refused_wherever_it_is_typed(database_url, character):
    office, plan = a_plan_in_progress(database_url)
    typed = f"Jai{character}pur"
    with open_session(write=True, url=database_url) as session:
        with pytest.raises(InputError, match="cannot be stored"):
            batches.set_cities(session, office.leela.id, office.asha.id, ["Udaipur", typed])
        with pytest.raises(InputError, match="cannot be stored"):
            leases.hold(session, office.asha.id, plan, typed)
        assert batches.cities_known(session) == {}
        assert plans.open_plan(session, office.asha.id, plan).state is State.IN_PROGRESS


def test_the_sign_in_refuses_numbers_and_names_that_nobody_has(database_url):
    with pytest.raises(NotAllowedError, match="do not fit together"):
        sign_ins.sign_in_by_password("a\0b", "a\0b", sign_ins.Browser("192.0.2.1", ""))
    client = TestClient(Starlette(routes=[Route("/sign-in", sign_in, methods=["POST"])]))
    for form in (
        {"person": "3000000000"},
        {"person": "9" * 20},
        {"person": "9" * 4_000},
        {"person": "²"},
        {"name": "a\0b", "password": "x"},
        {"name": "A01", "password": "a\0b"},
        {"name": "x" * 3_000, "password": "x"},
    ):
        assert client.post("/sign-in", data=form).status_code == 403, form
