"""Two people, or one person's two tabs, at one plan, query or account in the same instant: both are told the truth."""

import json

from annotate.errors import InputError, LockedError, NotAllowedError
from annotate.workflow import State
from db import accounts, batches, flags, imports, plans, reviews
from db.adjudications import adjudicate
from db.annotator_profiles import AGE_BANDS, give_profile, own_profile
from db.comments import add_comment, resolve_thread, threads_of
from db.guideline_versions import confirm, has_confirmed
from db.integrity import check_database
from db.models import Annotation
from db.people import add_person
from db.session import open_session
from tests.db.importers.imported import put, read
from tests.db.importers.test_plans import jsonl
from tests.db.test_accounts import GOOD, invite
from tests.db.test_adjudications import ROWS, two_submissions
from tests.db.test_batches import an_office_with_queries, query_of
from tests.db.test_comments import in_review
from tests.db.test_releases import a_gold_plan, cut
from tests.db.test_two_leads import both
from tests.db.world import NINE, a_short_trip, add_people, add_skeleton, fill, later


def a_gold_line_of_a_free_query(url, out, annotator):
    """A release's line of query 2 by somebody with this code, and the query free here, with the same plan."""
    office, _ = a_gold_plan(url)
    cut(url, office, out)
    line = json.loads((out / "gold.jsonl").read_bytes()) | {"idx": 2}
    line["provenance"]["annotator"] = annotator
    put(url, {"gold.jsonl": jsonl(line)}, as_skeleton=True)
    return office, line


def taken(url, person):
    with open_session(write=True, url=url) as session:
        return take(session, person)


def take(session, person):
    return plans.next_plan(session, person.id, at=later(40)).annotation_id


def test_a_gold_line_that_is_imported_while_a_plan_of_its_query_is_made_gold_leaves_that_one(
    database_url, tmp_path
):
    office, line = a_gold_line_of_a_free_query(database_url, tmp_path, "A77")
    plan = taken(database_url, office.binod)
    with open_session(write=True, url=database_url) as session:
        plans.start_work(session, office.binod.id, plan)
    fill(database_url, office.binod, plan)
    with open_session(write=True, url=database_url) as session:
        assert isinstance(plans.submit(session, office.binod.id, plan), plans.Submitted)
        reviews.open_review(session, office.esha.id, plan)
        reviews.decide(session, office.esha.id, plan, "retain as it is")
        reviews.begin_final_review(session, office.ekta.id, plan)
    was_read = read(database_url, {"gold.jsonl": jsonl(line)})
    made, imported = both(
        database_url,
        lambda session: reviews.make_gold(session, office.ekta.id, plan),
        lambda session: imports.accept(session, was_read, office.leela).counts,
    )
    assert (made, imported.same) == (None, 1)
    assert check_database(database_url) == []


def test_a_gold_line_whose_annotator_takes_its_query_after_the_file_was_read_is_refused(
    database_url, tmp_path
):
    office, line = a_gold_line_of_a_free_query(database_url, tmp_path, "A02")
    was_read = read(database_url, {"gold.jsonl": jsonl(line)})
    plan, imported = both(
        database_url,
        lambda session: take(session, office.binod),
        lambda session: imports.accept(session, was_read, office.leela),
    )
    assert isinstance(plan, int) and isinstance(imported, InputError)
    (told,) = read(database_url, {"gold.jsonl": jsonl(line)}).errors
    assert (imported.message, imported.expected, imported.todo) == (told.found, told.expected, told.todo)
    assert imported.message == "plan 2: A02 works on this query (it is assigned)"
    assert imported.where == "gold line"


def test_a_merged_plan_that_is_discarded_while_its_expert_makes_it_anew_stays_discarded(database_url):
    office, query, first, _ = two_submissions(database_url)
    with open_session(write=True, url=database_url) as session:
        made = adjudicate(
            session, office.esha.id, query, dict.fromkeys(ROWS, first), why="Both fit.", at=later(30)
        )
        reviews.open_review(session, office.ekta.id, made, at=later(31))
        reviews.decide(session, office.ekta.id, made, "back to annotator", "Too late.", at=later(32))
    _, again = both(
        database_url,
        lambda session: plans.discard(session, office.leela.id, made, why="The query is wrong."),
        lambda session: adjudicate(session, office.esha.id, query, {}, why="Earlier now."),
    )
    assert isinstance(again, LockedError) and "it is discarded" in str(again)
    with open_session(write=False, url=database_url) as session:
        assert session.get_one(Annotation, made).state == State.DISCARDED


def test_the_answer_to_a_flag_is_of_whoever_set_its_state(database_url):
    office, plan = in_review(database_url)
    with open_session(write=True, url=database_url) as session:
        flag = flags.set_flag(session, office.esha.id, plan, row="d1.s1", kind="other", text="Too short.")
        flags.resolve_flag(session, office.esha.id, flag, state="fixed", text="Longer now.")
    both(
        database_url,
        lambda session: flags.resolve_flag(session, office.esha.id, flag, state="open", text="Not mended."),
        lambda session: flags.resolve_flag(session, office.ekta.id, flag, state="fixed", text="It is right."),
    )
    with open_session(write=False, url=database_url) as session:
        (view,) = flags.flags_of(session, plan)
    assert (view.state, view.resolution, view.resolved_by) == ("fixed", "It is right.", office.ekta.label)


def test_of_two_who_resolve_a_thread_at_once_the_second_is_told(database_url):
    office, plan = in_review(database_url)
    with open_session(write=True, url=database_url) as session:
        thread = add_comment(session, office.esha.id, plan, row=None, text="Why so late?")
    one, other = both(
        database_url,
        lambda session: resolve_thread(session, office.esha.id, thread),
        lambda session: resolve_thread(session, office.ekta.id, thread),
    )
    assert one is None and isinstance(other, InputError) and "resolved already" in str(other)
    with open_session(write=False, url=database_url) as session:
        assert threads_of(session, plan)[0].resolved_by == office.esha


def test_two_tabs_that_ask_for_the_next_plan_at_once_get_the_same_one(database_url):
    with open_session(write=True, url=database_url) as session:
        office, _ = an_office_with_queries(session, 3)
    one, other = both(
        database_url, lambda session: take(session, office.asha), lambda session: take(session, office.asha)
    )
    assert one == other


def test_two_tabs_that_ask_when_hidden_gold_is_due_get_it_once(database_url):
    office, plan = a_gold_plan(database_url)
    with open_session(write=True, url=database_url) as session:
        gold = query_of(session, plan)
        queries = [add_skeleton(session, a_short_trip(idx)) for idx in (2, 3, 4)]
        batches.make_batch(
            session, office.leela.id, "May", query_ids=queries, gold_every=1, gold_query_ids=[gold]
        )
        plans.start_work(session, office.binod.id, take(session, office.binod))
    one, other = both(
        database_url, lambda session: take(session, office.binod), lambda session: take(session, office.binod)
    )
    assert one == other
    with open_session(write=False, url=database_url) as session:
        assert query_of(session, one) == gold


def test_guidelines_that_are_confirmed_in_two_tabs_at_once_are_confirmed(database_url):
    with open_session(write=True, url=database_url) as session:
        nila = add_person(session, "A09", "Nila", ["annotator"])

    def confirm_them(session):
        confirm(session, nila.id)
        return has_confirmed(session, nila.id)

    assert both(database_url, confirm_them, confirm_them) == (True, True)


def test_of_a_profile_that_is_given_in_two_tabs_at_once_the_second_stays(database_url):
    with open_session(write=True, url=database_url) as session:
        asha = add_people(session).asha

    def give(age_band):
        return lambda session: give_profile(
            session, asha.id, age_band=age_band, region=None, english_years_band=None
        )

    assert both(database_url, give(AGE_BANDS[0]), give(AGE_BANDS[1])) == (None, None)
    with open_session(write=False, url=database_url) as session:
        assert own_profile(session, asha.id).age_band == AGE_BANDS[1]


def test_a_password_that_a_lead_takes_away_is_not_changed_by_who_knew_it(database_url):
    with open_session(write=True, url=database_url) as session:
        leela = add_people(session).leela
        person, token = invite(session, leela)
    with open_session(write=True, url=database_url) as session:
        accounts.set_password_by_link(session, token, GOOD, at=NINE)
    _, changed = both(
        database_url,
        lambda session: accounts.reset_access(session, leela.id, person.id),
        lambda session: accounts.change_password(session, person.id, GOOD, "another long phrase"),
    )
    assert isinstance(changed, NotAllowedError) and "has no password" in str(changed)
    with open_session(write=False, url=database_url) as session:
        assert not accounts.has_password(session, person.id)
