"""Accounts: invitations, passwords, what a lead changes, and that a lead remains."""

import threading
from datetime import timedelta

import pytest
from sqlalchemy import select

from annotate.errors import ConflictError, InputError, NotAllowedError, NotFoundError, WorkbenchError
from db import accounts
from db.accounts import AccountState, LinkKind
from db.models import AccessLink, LogEntry, Person
from db.passwords import hash_password, is_right_password, require_good_password
from db.people import add_person, get_person
from db.schema import migrate
from db.session import open_session
from db.sign_ins import Browser, How, begin, find_account, who_is
from db.start import prepare
from tests.db.world import NINE, add_people, later

GOOD = "five plain words do well"
HERE = Browser("192.0.2.1", "Firefox on Linux")


def a_lead(session, code="L09"):
    person = add_person(session, code, "Lena Lead", ["lead"])
    session.get_one(Person, person.id).password_hash = "kept"
    return person


def invite(session, lead, name="Nila Sen", email="nila@example.org", roles=("annotator",), at=NINE):
    return accounts.invite(session, lead.id, name, email, roles, at=at)


def test_an_invited_person_sets_a_password_by_the_link_once(database_url):
    with open_session(write=True, url=database_url) as session:
        person, token = invite(session, a_lead(session))
        assert person.code == "A01" and person.roles == {"annotator"}
        assert accounts.person_of_link(session, token, at=later(1)) == person
        assert accounts.set_password_by_link(session, token, GOOD, at=later(2)) == person
        assert is_right_password(GOOD, session.get_one(Person, person.id).password_hash)
        for again in (accounts.person_of_link, lambda *a, at: accounts.set_password_by_link(*a, GOOD, at=at)):
            with pytest.raises(NotFoundError, match="used already"):
                again(session, token, at=later(3))


def test_neither_link_nor_password_stands_in_the_database(database_url):
    with open_session(write=True, url=database_url) as session:
        _, token = invite(session, a_lead(session))
        accounts.set_password_by_link(session, token, GOOD, at=later(2))
        link, person = session.scalars(select(AccessLink)).one(), find_account(session, "nila@example.org")
        assert token not in (link.token_hash, person.password_hash) and GOOD not in person.password_hash
        assert person.password_hash.startswith("$argon2id$")


@pytest.mark.parametrize(
    ("kind", "lasts"), [(LinkKind.INVITATION, timedelta(days=7)), (LinkKind.RESET, timedelta(days=1))]
)
def test_a_link_opens_until_its_last_minute_and_not_at_its_end(database_url, kind, lasts):
    with open_session(write=True, url=database_url) as session:
        lead = a_lead(session)
        person, _ = invite(session, lead)
        token = accounts.make_link(session, person.id, kind, lead.id, NINE)
        assert accounts.person_of_link(session, token, at=NINE + lasts - timedelta(minutes=1)) == person
        with pytest.raises(NotFoundError, match="expired"):
            accounts.person_of_link(session, token, at=NINE + lasts)


def test_a_refused_password_leaves_the_link_open(database_url):
    with open_session(write=True, url=database_url) as session:
        person, token = invite(session, a_lead(session))
        with pytest.raises(InputError, match="11 characters"):
            accounts.set_password_by_link(session, token, "a" * 11, at=later(1))
        assert accounts.set_password_by_link(session, token, GOOD, at=later(2)) == person


@pytest.mark.parametrize(
    ("password", "why"),
    [
        ("elevenchars", "11 characters"),
        ("abababababab", "repeats"),
        ("Asha  PILLAI", "own name"),
        ("asha.pillai@example.org", "own name"),
        ("asha.pillai-2026", "own name"),
        ("x" * 201, "201 characters"),
    ],
)
def test_a_password_is_neither_short_nor_uniform_nor_the_name_itself(password, why):
    with pytest.raises(InputError, match=why):
        require_good_password(password, ("Asha Pillai", "A07", "asha.pillai@example.org", None))


@pytest.mark.parametrize(
    "password", ["twelve chars", "asha likes long trains", "пять простых слов", "x y z w v u t"]
)
def test_any_other_password_of_twelve_characters_is_good(password):
    require_good_password(password, ("Asha Pillai", "A07", "asha.pillai@example.org"))


def test_no_password_is_right_where_none_was_kept():
    assert not is_right_password("nobody has this password", None)
    assert not is_right_password(GOOD, "not a hash")
    assert hash_password(GOOD) != hash_password(GOOD)


def test_a_new_link_takes_the_old_password_and_the_sign_ins_away(database_url):
    with open_session(write=True, url=database_url) as session:
        lead = a_lead(session)
        person, token = invite(session, lead)
        accounts.set_password_by_link(session, token, GOOD, at=later(1))
        cookie = begin(session, person.id, How.PASSWORD, HERE, at=later(2))
        first = accounts.reset_access(session, lead.id, person.id, at=later(3))
        second = accounts.reset_access(session, lead.id, person.id, at=later(4))
        assert who_is(session, cookie, at=later(5)) is None
        assert not accounts.has_password(session, person.id)
        with pytest.raises(NotFoundError):
            accounts.person_of_link(session, first, at=later(5))
        assert accounts.person_of_link(session, second, at=later(5)) == person
        with pytest.raises(InputError, match="your own account"):
            accounts.reset_access(session, lead.id, lead.id)


def test_changing_the_password_needs_the_present_one_and_signs_out_elsewhere(database_url):
    with open_session(write=True, url=database_url) as session:
        person, token = invite(session, a_lead(session))
        accounts.set_password_by_link(session, token, GOOD, at=NINE)
        here = begin(session, person.id, How.PASSWORD, HERE, at=NINE)
        there = begin(session, person.id, How.PASSWORD, HERE, at=NINE)
        with pytest.raises(NotAllowedError, match="present password"):
            accounts.change_password(session, person.id, "five plain words", GOOD + "!")
        but = who_is(session, here, at=later(1)).sign_in_id
        accounts.change_password(session, person.id, GOOD, "another long phrase", but=but, at=later(2))
        assert is_right_password("another long phrase", session.get_one(Person, person.id).password_hash)
        assert who_is(session, here, at=later(3)) and who_is(session, there, at=later(3)) is None


def test_a_deactivated_person_is_let_in_nowhere_and_comes_back_as_they_were(database_url):
    with open_session(write=True, url=database_url) as session:
        lead = a_lead(session)
        person, token = invite(session, lead)
        cookie = begin(session, person.id, How.LINK, HERE, at=NINE)
        accounts.deactivate(session, lead.id, person.id, at=later(1))
        assert who_is(session, cookie, at=later(2)) is None
        with pytest.raises(NotFoundError):
            accounts.person_of_link(session, token, at=later(2))
        with pytest.raises(NotFoundError):
            get_person(session, person.id)
        accounts.reactivate(session, lead.id, person.id, at=later(3))
        assert get_person(session, person.id) == person
        assert who_is(session, cookie, at=later(4)) is None


def test_the_last_lead_stays_a_lead(database_url):
    with open_session(write=True, url=database_url) as session:
        lead, invited = a_lead(session), invite(session, a_lead(session, "L10"), roles=["lead"])[0]
        accounts.set_roles(session, lead.id, find_account(session, "L10").id, ["expert"])
        for attempt in (
            lambda: accounts.set_roles(session, lead.id, lead.id, ["annotator"]),
            lambda: accounts.deactivate(session, lead.id, lead.id),
        ):
            with pytest.raises(InputError, match="last lead"):
                attempt()
        session.get_one(Person, invited.id).password_hash = "kept"
        accounts.set_roles(session, lead.id, lead.id, ["annotator"])
        with pytest.raises(NotAllowedError, match="role lead"):
            accounts.deactivate(session, lead.id, invited.id)


@pytest.mark.parametrize("roles", [[], ["boss"], ["lead", "boss"]])
def test_roles_are_one_or_more_of_the_three(database_url, roles):
    with open_session(write=True, url=database_url) as session:
        lead = a_lead(session)
        with pytest.raises(InputError, match="annotator, expert, lead"):
            accounts.set_roles(session, lead.id, lead.id, roles)
        with pytest.raises(InputError, match="annotator, expert, lead"):
            invite(session, lead, roles=roles)


@pytest.mark.parametrize(
    "email", ["", "nila", "nila@", "@example.org", "nila@localhost", "a b@example.org", "a@b@c.org"]
)
def test_what_is_no_email_is_refused(database_url, email):
    with open_session(write=True, url=database_url) as session, pytest.raises(InputError, match="e-mail"):
        invite(session, a_lead(session), email=email)


def test_an_email_belongs_to_one_person_in_any_case_of_letters(database_url):
    with open_session(write=True, url=database_url) as session:
        lead = a_lead(session)
        invite(session, lead, email="Nila@Example.org")
        assert find_account(session, " NILA@example.ORG ").email == "nila@example.org"
        assert find_account(session, "a01").code == "A01"
        with pytest.raises(ConflictError, match="has the e-mail"):
            invite(session, lead, email="nila@example.org")


def test_the_list_says_who_is_what_and_who_changed_it_is_recorded(database_url):
    with open_session(write=True, url=database_url) as session:
        lead = a_lead(session)
        person, _ = invite(session, lead, roles=["expert", "annotator"])
        gone, _ = invite(session, lead, email="gone@example.org")
        accounts.deactivate(session, lead.id, gone.id, at=later(1))
        add_person(session, "A50", "Demo, demo", ["annotator"], is_demo=True)
        begin(session, lead.id, How.PASSWORD, HERE, at=later(2))
        listed = {one.person.code: one for one in accounts.list_accounts(session, lead.id, at=later(3))}
        assert {code: one.state for code, one in listed.items()} == {
            "L09": AccountState.ACTIVE, "E01": AccountState.INVITED, "A01": AccountState.DEACTIVATED,
            "A50": AccountState.DEMO,
        }  # fmt: skip
        assert listed["L09"].last_seen_at == later(2)
        assert listed["E01"].link_until == NINE + timedelta(days=7) and listed["A01"].link_until is None
        assert person.code == "E01"
        kinds = session.execute(select(LogEntry.kind, LogEntry.by_id).order_by(LogEntry.id)).all()
        assert kinds == [("invite", lead.id), ("invite", lead.id), ("deactivate", lead.id)]


def test_the_first_lead_is_made_only_while_nobody_can_sign_in(empty_database_url, monkeypatch):
    monkeypatch.setenv("WORKBENCH_DEMO_SIGN_IN", "off")
    prepare(empty_database_url)
    with open_session(write=True, url=empty_database_url) as session:
        assert session.scalars(select(Person)).all() == [] and accounts.nobody_can_sign_in(session)
        with pytest.raises(InputError, match="11 characters"), session.begin_nested():
            accounts.make_first_lead(session, "Lena", "lena@example.org", "elevenchars")
        lead = accounts.make_first_lead(session, "Lena", "lena@example.org", GOOD, at=NINE)
        assert lead.code == "L01" and lead.roles == {"lead"}
        with pytest.raises(NotAllowedError, match="has people already"):
            accounts.make_first_lead(session, "Mala", "mala@example.org", GOOD)


def test_demo_people_count_as_people_only_while_one_click_lets_them_in(database_url, monkeypatch):
    with open_session(write=True, url=database_url) as session:
        add_people(session)
        assert accounts.nobody_can_sign_in(session)
        add_person(session, "L50", "Demo lead", ["lead"], is_demo=True)
        assert not accounts.nobody_can_sign_in(session) and not accounts.has_accounts(session)
        assert [one.code for one in accounts.demo_people(session)] == ["L50"]
        monkeypatch.setenv("WORKBENCH_DEMO_SIGN_IN", "off")
        assert accounts.nobody_can_sign_in(session) and accounts.demo_people(session) == []


def test_a_ticket_is_for_an_email_that_was_invited_and_opens_once_for_two_minutes(database_url):
    with open_session(write=True, url=database_url) as session:
        lead = a_lead(session)
        person, _ = invite(session, lead)
        ticket = accounts.make_ticket(session, "Nila@example.org", at=NINE)
        with pytest.raises(NotFoundError):
            accounts.person_of_link(session, ticket, at=later(1))
        assert accounts.use_ticket(session, ticket, at=later(1)) == person
        with pytest.raises(NotFoundError):
            accounts.use_ticket(session, ticket, at=later(1))
        late = accounts.make_ticket(session, "nila@example.org", at=NINE)
        with pytest.raises(NotFoundError):
            accounts.use_ticket(session, late, at=later(2))
        accounts.deactivate(session, lead.id, person.id)
        for email in ("nila@example.org", "stranger@example.org"):
            with pytest.raises(NotAllowedError, match="was invited here"):
                accounts.make_ticket(session, email)


def at_once(url, *works):
    """What each of these gave, or raised, when all began at the same moment, each in a transaction of its own."""
    start, results = threading.Barrier(len(works)), [None] * len(works)

    def run(number, work):
        start.wait()
        try:
            with open_session(write=True, url=url) as session:
                results[number] = work(session)
        except WorkbenchError as error:
            results[number] = error

    threads = [threading.Thread(target=run, args=one) for one in enumerate(works)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return results


def test_people_who_are_invited_at_the_same_moment_get_codes_of_their_own(database_url):
    with open_session(write=True, url=database_url) as session:
        lead = a_lead(session)
    invited = at_once(
        database_url,
        *(
            lambda session, n=n: invite(session, lead, f"Person {n}", f"person{n}@example.org")
            for n in range(8)
        ),
    )
    assert sorted(person.code for person, _ in invited) == [f"A{n:02d}" for n in range(1, 9)]


def test_one_address_that_is_invited_twice_at_the_same_moment_is_one_person(database_url):
    with open_session(write=True, url=database_url) as session:
        lead = a_lead(session)
    invited = at_once(database_url, *[lambda session: invite(session, lead)] * 4)
    refused = [one for one in invited if isinstance(one, ConflictError)]
    assert len(refused) == 3 and all("has the e-mail nila@example.org already" in str(one) for one in refused)


def test_of_two_first_leads_at_the_same_moment_one_is_made(empty_database_url):
    migrate(empty_database_url)
    made = at_once(
        empty_database_url,
        *(
            lambda session, n=n: accounts.make_first_lead(session, "Lena", f"lena{n}@example.org", GOOD)
            for n in range(2)
        ),
    )
    assert sorted(type(one).__name__ for one in made) == ["NotAllowedError", "Person"]
