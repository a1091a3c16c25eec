"""The final review is a second expert's: not the annotator's, not that of the expert who approved the plan."""

import pytest

from annotate.errors import LockedError, NotAllowedError
from annotate.workflow import State
from db import plans, reviews
from db.people import add_person
from db.session import open_session
from tests.db.test_reviews import state_of
from tests.db.world import a_short_trip, a_submitted_plan, add_skeleton, an_edit, edit, fill, later


def an_approved_plan(url):
    office, plan = a_submitted_plan(url)
    with open_session(write=True, url=url) as session:
        reviews.open_review(session, office.esha.id, plan, at=later(20))
        reviews.decide(session, office.esha.id, plan, "retain as it is", at=later(21))
    return office, plan


def test_the_expert_who_approved_a_plan_gives_it_no_final_review(database_url):
    office, plan = an_approved_plan(database_url)
    with open_session(write=True, url=database_url) as session:
        assert reviews.approver_of(session, plan) == office.esha
        with pytest.raises(NotAllowedError, match=r"Esha \(E01\) approved this plan.*second expert"):
            reviews.begin_final_review(session, office.esha.id, plan)
        reviews.begin_final_review(session, office.ekta.id, plan)
        with pytest.raises(NotAllowedError, match="approved this plan"):
            reviews.make_gold(session, office.esha.id, plan)
    assert state_of(database_url, office.asha, plan) is State.FINAL_REVIEW
    with open_session(write=True, url=database_url) as session:
        reviews.make_gold(session, office.ekta.id, plan)
    assert state_of(database_url, office.asha, plan) is State.GOLD


def test_the_annotator_of_a_plan_gives_it_no_final_review_even_as_a_second_expert(database_url):
    office, _ = a_submitted_plan(database_url)
    with open_session(write=True, url=database_url) as session:
        add_skeleton(session, a_short_trip(2))
        own = plans.next_plan(session, office.ekta.id).annotation_id
        plans.start_work(session, office.ekta.id, own)
    fill(database_url, office.ekta, own)
    with open_session(write=True, url=database_url) as session:
        plans.submit(session, office.ekta.id, own)
        reviews.open_review(session, office.esha.id, own)
        reviews.decide(session, office.esha.id, own, "retain as it is")
        with pytest.raises(NotAllowedError, match="never reviews"):
            reviews.begin_final_review(session, office.ekta.id, own)


def test_a_lead_and_an_annotator_give_no_final_review(database_url):
    office, plan = an_approved_plan(database_url)
    with open_session(write=True, url=database_url) as session:
        for person in (office.leela, office.binod):
            with pytest.raises(NotAllowedError, match="role expert"):
                reviews.begin_final_review(session, person.id, plan)


def test_who_revised_and_approved_in_a_later_round_is_the_approver(database_url):
    office, plan = a_submitted_plan(database_url)
    with open_session(write=True, url=database_url) as session:
        third = add_person(session, "E03", "Edda", ["expert"])
        reviews.open_review(session, office.esha.id, plan)
        reviews.decide(session, office.esha.id, plan, "back to annotator", "Longer.")
        plans.start_work(session, office.asha.id, plan)
        plans.submit(session, office.asha.id, plan)
        reviews.open_review(session, third.id, plan)
        rev = plans.open_plan(session, third.id, plan).rev
    edit(database_url, third, plan, an_edit(("d1.s1", "end", 910), base_rev=rev, client="review"))
    with open_session(write=True, url=database_url) as session:
        assert reviews.decide(session, third.id, plan, "retain after minor revision") is State.APPROVED
        with pytest.raises(NotAllowedError, match="Edda"):
            reviews.begin_final_review(session, third.id, plan)
        reviews.begin_final_review(session, office.esha.id, plan)
        with pytest.raises(LockedError):
            reviews.begin_final_review(session, office.esha.id, plan)
