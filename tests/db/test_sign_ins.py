"""Sign-ins hold, end and wait as they should."""

import threading
from datetime import timedelta

import pytest
from sqlalchemy import select

from annotate.errors import NotAllowedError, NotFoundError, ThrottledError
from db import accounts, sign_ins
from db.models import FailedSignIn, Person, SignIn
from db.people import add_person
from db.session import engine_for, open_session
from db.sign_in_throttle import ACCOUNT, ADDRESS, count_as_right, count_try, wait_s
from db.sign_ins import Browser, How, begin, sign_in_by_password, who_is
from tests.db.world import NINE, add_people, later

GOOD = "five plain words do well"
HERE = Browser("192.0.2.1", "Firefox on Linux")
THERE = Browser("198.51.100.9", "Chrome on Windows")


def an_account(url, email="nila@example.org"):
    with open_session(write=True, url=url) as session:
        lead = add_person(session, "L09", "Lena Lead", ["lead"])
        person, token = accounts.invite(session, lead.id, "Nila Sen", email, ["annotator"], at=NINE)
        accounts.set_password_by_link(session, token, GOOD, at=NINE)
    return person


def holds(url, token, at):
    with open_session(write=False, url=url) as session:
        return who_is(session, token, at=at)


@pytest.mark.parametrize("name", ["A01", "a01", "nila@example.org", " NILA@Example.org"])
def test_code_or_email_and_password_sign_in(database_url, name):
    person = an_account(database_url)
    token = sign_in_by_password(name, GOOD, HERE, at=NINE, url=database_url)
    assert holds(database_url, token, later(1)).person == person


def test_wrong_unknown_passwordless_and_inactive_are_refused_in_the_same_words(database_url):
    person = an_account(database_url)
    with open_session(write=True, url=database_url) as session:
        add_person(session, "A50", "Dia, demo", ["annotator"], is_demo=True)
    said = set()
    for name, password in (("A01", "wrong"), ("nobody@example.org", GOOD), ("A50", GOOD), ("", "")):
        with pytest.raises(NotAllowedError) as refused:
            sign_in_by_password(name, password, HERE, at=NINE, url=database_url)
        said.add(str(refused.value))
    with open_session(write=True, url=database_url) as session:
        session.get_one(Person, person.id).active = False
    with pytest.raises(NotAllowedError) as refused:
        sign_in_by_password("A01", GOOD, HERE, at=NINE, url=database_url)
    assert said == {str(refused.value)}


@pytest.mark.parametrize("name", ["A01", "nobody@example.org"])
def test_after_five_wrong_passwords_an_account_waits_whether_it_exists_or_not(database_url, name):
    an_account(database_url)
    for _ in range(5):
        with pytest.raises(NotAllowedError):
            sign_in_by_password(name, "wrong", HERE, at=NINE, url=database_url)
    engine_for(database_url).dispose()  # as a restart of the server would
    for seconds in (0, 29):
        with pytest.raises(ThrottledError, match="Wait"):
            sign_in_by_password(name, GOOD, THERE, at=NINE + timedelta(seconds=seconds), url=database_url)
    with pytest.raises(NotAllowedError):
        sign_in_by_password(name, "wrong", THERE, at=NINE + timedelta(seconds=30), url=database_url)
    with pytest.raises(ThrottledError, match="Wait 60 seconds"):
        sign_in_by_password(name, GOOD, THERE, at=NINE + timedelta(seconds=30), url=database_url)


def test_a_right_password_begins_the_count_anew(database_url):
    an_account(database_url)
    for _ in range(3):
        for _ in range(4):
            with pytest.raises(NotAllowedError):
                sign_in_by_password("A01", "wrong", HERE, at=NINE, url=database_url)
        assert sign_in_by_password("A01", GOOD, HERE, at=NINE, url=database_url)
    with open_session(write=False, url=database_url) as session:
        (left,) = session.scalars(select(FailedSignIn)).all()
        assert left.failures == 12 and left.key.startswith("address:")


def test_an_address_waits_after_twenty_wrong_passwords_for_whatever_accounts(database_url):
    with open_session(write=True, url=database_url) as session:
        for number in range(20):
            count_try(session, f"name {number}", HERE.address, NINE)
        with pytest.raises(ThrottledError):
            count_try(session, "another", HERE.address, NINE)
        count_try(session, "another", THERE.address, NINE)
        count_as_right(session, "another", THERE.address)


@pytest.mark.parametrize(
    ("failures", "account", "address"),
    [(4, 0, 0), (5, 30, 0), (6, 60, 0), (9, 480, 0), (10, 900, 0), (20, 900, 30), (200, 900, 900)],
)
def test_the_wait_doubles_up_to_a_quarter_of_an_hour(failures, account, address):
    assert (wait_s(failures, ACCOUNT), wait_s(failures, ADDRESS)) == (account, address)


def test_wrong_passwords_are_forgotten_an_hour_later(database_url):
    with open_session(write=True, url=database_url) as session:
        for _ in range(5):
            count_try(session, "A01", HERE.address, NINE)
        count_try(session, "A02", HERE.address, later(60))
        assert len(session.scalars(select(FailedSignIn)).all()) == 3
        count_try(session, "A02", HERE.address, later(61))
        assert len(session.scalars(select(FailedSignIn)).all()) == 2


def test_what_was_typed_as_a_name_does_not_stand_in_the_database(database_url):
    with pytest.raises(NotAllowedError):
        sign_in_by_password("my secret by mistake", "x", HERE, at=NINE, url=database_url)
    with open_session(write=False, url=database_url) as session:
        assert not any("secret" in row.key for row in session.scalars(select(FailedSignIn)))


def test_one_click_lets_in_demo_people_only_and_only_while_it_is_on(database_url, monkeypatch):
    with open_session(write=True, url=database_url) as session:
        office = add_people(session)
        demo = add_person(session, "A50", "Dia, demo", ["annotator"], is_demo=True)
        with pytest.raises(NotAllowedError, match="one click"):
            begin(session, office.asha.id, How.DEMO, HERE)
        with pytest.raises(NotFoundError):
            begin(session, 999, How.DEMO, HERE)
        token = begin(session, demo.id, How.DEMO, HERE, at=NINE)
        assert who_is(session, token, at=later(1)).person == demo
        monkeypatch.setenv("WORKBENCH_DEMO_SIGN_IN", "off")
        assert who_is(session, token, at=later(1)) is None
        with pytest.raises(NotAllowedError, match="one click"):
            begin(session, demo.id, How.DEMO, HERE)


def test_a_sign_in_holds_for_fourteen_days_and_a_made_up_token_never(database_url):
    with open_session(write=True, url=database_url) as session:
        asha = add_people(session).asha
        token = begin(session, asha.id, How.LINK, HERE, at=NINE)
        assert session.scalars(select(SignIn.token_hash)).one() != token
        assert who_is(session, token, at=later(14 * 24 * 60 - 1))
        assert who_is(session, token, at=later(14 * 24 * 60)) is None
        assert who_is(session, token + "x", at=NINE) is None and who_is(session, "", at=NINE) is None


def test_signing_out_ends_one_everywhere_ends_all_and_nobody_ends_anothers(database_url):
    with open_session(write=True, url=database_url) as session:
        office = add_people(session)
        tokens = [begin(session, office.asha.id, How.LINK, HERE, at=later(n)) for n in range(4)]
        ids = [who_is(session, token, at=later(5)).sign_in_id for token in tokens]
        sign_ins.sign_out(session, tokens[0], at=later(6))
        sign_ins.sign_out_one(session, office.binod.id, ids[1], at=later(6))
        assert [who_is(session, token, at=later(7)) is None for token in tokens] == [
            True,
            False,
            False,
            False,
        ]
        sign_ins.sign_out_one(session, office.asha.id, ids[1], at=later(8))
        assert [one.id for one in sign_ins.sign_ins_of(session, office.asha.id, at=later(9))] == [
            ids[3],
            ids[2],
        ]
        assert sign_ins.sign_out_everywhere(session, office.asha.id, but=ids[3], at=later(10)) == 1
        assert [one.id for one in sign_ins.sign_ins_of(session, office.asha.id, at=later(11))] == [ids[3]]
        assert sign_ins.sign_out_everywhere(session, office.asha.id, at=later(12)) == 1
        assert not any(who_is(session, token, at=later(13)) for token in tokens)


def test_when_a_browser_was_last_seen_is_kept(database_url):
    with open_session(write=True, url=database_url) as session:
        asha = add_people(session).asha
        token = begin(session, asha.id, How.LINK, HERE, at=NINE)
        sign_ins.note_seen(session, who_is(session, token, at=NINE).sign_in_id, at=later(30))
        (seen,) = sign_ins.sign_ins_of(session, asha.id, at=later(31))
        assert (seen.created_at, seen.seen_at, seen.address, seen.agent) == (
            NINE, later(30), "192.0.2.1", "Firefox on Linux",
        )  # fmt: skip


def test_many_first_tries_at_once_are_each_counted(database_url):
    failures = []

    def guess():
        try:
            with open_session(write=True, url=database_url) as session:
                count_try(session, "A01", HERE.address, NINE)
        except ThrottledError as error:
            failures.append(error)

    threads = [threading.Thread(target=guess) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    with open_session(write=False, url=database_url) as session:
        assert {row.failures for row in session.scalars(select(FailedSignIn))} == {5}
    assert len(failures) == 3
