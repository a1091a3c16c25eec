"""Which rounds are compared: the last or first of each person, of queries that two or more handed in."""

import numpy as np
import pytest

from db import batches, plans, reviews
from db.adjudications import adjudicate
from db.agreement import (
    WhichRound,
    frozen_itineraries,
    overlapped_queries,
    read_versions,
    retained_counts,
)
from db.calibration import REFERENCE, THEIRS, Against, pair_keys, pairs, read_compared
from db.quality_plans import PlanFilter, choose, quality_plans
from db.session import open_session
from helpers.agreement_report import agreement_report
from tests.db.test_adjudications import ROWS, two_submissions
from tests.db.test_screen_lists import counted
from tests.db.world import a_short_trip, a_submitted_plan, add_skeleton, an_edit, edit, fill, later


def chosen(session, **parts):
    return choose(
        quality_plans(session), PlanFilter(**{name: frozenset(some) for name, some in parts.items()})
    )


def annotators_of(session, **parts):
    return [
        (one.plan.label, [version.annotator.code for version in one.versions])
        for one in overlapped_queries(session, chosen(session, **parts))
    ]


def test_a_query_that_two_people_handed_in_is_compared_with_their_times(database_url):
    office, query, first, second = two_submissions(database_url)
    with open_session(write=False, url=database_url) as session:
        (one,) = overlapped_queries(session, chosen(session))
        assert (one.query_id, [version.annotation_id for version in one.versions]) == (query, [first, second])
        assert [version.annotator for version in one.versions] == [office.asha, office.binod]
        known = read_versions(session, [one.key])
    # Binod leaves the museum at 15:15 and not at 15:00; seven of the eight times are the same
    report = agreement_report(known, np.random.default_rng(1))
    assert report.times.mean_apart.value == pytest.approx(15 / 8)
    assert report.times.within[0].value == pytest.approx(7 / 8)
    assert [(row.name, row.apart_min) for row in report.worst_rows] == [("Museum", 15)]


def test_a_query_that_one_person_handed_in_is_not_compared(database_url):
    office, _ = a_submitted_plan(database_url)
    with open_session(write=True, url=database_url) as session:
        query = quality_plans(session)[0].query_id
        second = plans.assign(session, office.leela.id, query, office.binod.id, at=later(11))
        plans.start_work(session, office.binod.id, second, at=later(12))
        assert annotators_of(session) == []
        assert agreement_report({}, np.random.default_rng(1)).times.alpha.words.startswith(
            "undefined, because"
        )


def test_the_last_round_counts_or_the_first_if_asked(database_url):
    office, query, first, second = two_submissions(database_url)
    with open_session(write=True, url=database_url) as session:
        reviews.open_review(session, office.esha.id, second, at=later(20))
        reviews.decide(session, office.esha.id, second, "back to annotator", "Shorter.", at=later(21))
        plans.start_work(session, office.binod.id, second, at=later(22))
        rev = plans.open_plan(session, office.binod.id, second).rev
    edit(database_url, office.binod, second, an_edit(("d1.s1", "end", 901), client="b2", base_rev=rev))
    with open_session(write=True, url=database_url) as session:
        assert isinstance(plans.submit(session, office.binod.id, second, at=later(30)), plans.Submitted)
        selection = chosen(session)
        ends = {}
        for which in WhichRound:
            (one,) = overlapped_queries(session, selection, which)
            versions = read_versions(session, [one.key])[query]
            ends[which] = [versions[plan].find("d1.s1")[1].end_min for plan in (first, second)]
    assert ends == {WhichRound.LAST: [900, 901], WhichRound.FIRST: [900, 915]}


def test_an_annotation_made_of_others_is_not_compared_with_them(database_url):
    office, query, first, _ = two_submissions(database_url)
    with open_session(write=True, url=database_url) as session:
        adjudicate(session, office.esha.id, query, dict.fromkeys(ROWS, first), why="Asha's.", at=later(30))
        assert [codes for _, codes in annotators_of(session)] == [["A01", "A02"]]


def test_a_discarded_annotation_is_not_compared(database_url):
    office, _, _, second = two_submissions(database_url)
    with open_session(write=True, url=database_url) as session:
        plans.discard(session, office.leela.id, second, why="A slip.", at=later(30))
        assert annotators_of(session) == []


def test_a_training_set_is_measured_against_its_gold_only(database_url):
    office, plan = a_submitted_plan(database_url)
    with open_session(write=True, url=database_url) as session:
        reviews.approve(session, office.esha.id, office.ekta.id, plan, at=later(20))
        query = plans.open_plan(session, office.asha.id, plan).query_id
        batch = batches.make_batch(session, office.leela.id, "Training", query_ids=[query], kind="training")
        (theirs,) = plans.assign_batch(session, office.leela.id, batch, [office.binod.id], at=later(30))
        plans.start_work(session, office.binod.id, theirs, at=later(31))
    fill(database_url, office.binod, theirs)
    with open_session(write=True, url=database_url) as session:
        assert isinstance(plans.submit(session, office.binod.id, theirs, at=later(40)), plans.Submitted)
        assert annotators_of(session) == []
        (key,) = pair_keys(session, selection=chosen(session))
        assert (key.annotation_id, key.against, key.reference_id) == (theirs, Against.GOLD, plan)
        compared = read_compared(session, [key])
    assert agreement_report(compared, np.random.default_rng(1)).times.alpha.value == 1.0


def test_filters_choose_queries_and_everybody_who_annotated_them_is_compared(database_url):
    two_submissions(database_url)
    with open_session(write=False, url=database_url) as session:
        assert [codes for _, codes in annotators_of(session, annotators=["A01"])] == [["A01", "A02"]]
        assert annotators_of(session, annotators=["E02"]) == []
        assert annotators_of(session, batches=["none"]) == []


def test_an_experts_revision_stands_beside_what_was_handed_in(database_url):
    office, plan = a_submitted_plan(database_url)
    with open_session(write=True, url=database_url) as session:
        reviews.open_review(session, office.esha.id, plan, at=later(20))
        rev = plans.open_plan(session, office.esha.id, plan).rev
        moved = an_edit(("d1.s1", "end", 915), client="expert", base_rev=rev)
        assert plans.apply_edits(session, office.esha.id, plan, [moved], at=later(21)).rejected == ()
        reviews.decide(session, office.esha.id, plan, "retain after minor revision", "More.", at=later(22))
        selection = chosen(session)
        (key,) = pair_keys(session, selection=selection)
        assert (key.annotation_id, key.annotator_id, key.against) == (plan, office.asha.id, Against.EXPERT)
        compared = read_compared(session, [key])[key.theirs_id]
        assert retained_counts(session, selection) == (0, 1)
        assert pair_keys(session, selection=chosen(session, annotators=["A02"])) == []
        (pair,) = pairs(session)
    assert (pair.theirs, pair.reference) == (compared[THEIRS], compared[REFERENCE])
    report = agreement_report({key.theirs_id: compared}, np.random.default_rng(1))
    assert report.times.mean_apart.value == pytest.approx(15 / 8)
    assert report.stays.within[15].value == 1.0


def test_a_report_takes_as_many_queries_for_two_overlaps_as_for_one(database_url):
    office, *_ = two_submissions(database_url)

    def queries_sent():
        with open_session(write=False, url=database_url) as session:
            selection = chosen(session)
            with counted(session) as sent:
                found = overlapped_queries(session, selection)
                read_versions(session, [one.key for one in found])
                retained_counts(session, selection)
                read_compared(session, pair_keys(session, selection=selection))
            return len(found), len(sent)

    before = queries_sent()
    with open_session(write=True, url=database_url) as session:
        query = add_skeleton(session, a_short_trip(2))
        for minute, person in enumerate((office.asha, office.binod)):
            plan = plans.assign(session, office.leela.id, query, person.id, at=later(40 + minute))
            plans.start_work(session, person.id, plan, at=later(42 + minute))
    for person in (office.asha, office.binod):
        with open_session(write=False, url=database_url) as session:
            plan = next(
                one.annotation_id
                for one in quality_plans(session)
                if one.query_id == query and one.annotator == person
            )
        fill(database_url, person, plan)
        with open_session(write=True, url=database_url) as session:
            assert isinstance(plans.submit(session, person.id, plan, at=later(60)), plans.Submitted)
    after = queries_sent()
    assert (before[0], after[0]) == (1, 2)
    assert before[1] == after[1] <= 8


def test_more_plans_than_a_statement_may_name_are_read(database_url, monkeypatch):
    monkeypatch.setattr("db.agreement.ASKED_AT_ONCE", 1)
    two_submissions(database_url)
    with open_session(write=False, url=database_url) as session:
        (one,) = overlapped_queries(session, chosen(session))
        assert len(frozen_itineraries(session, [version.submission_id for version in one.versions])) == 2
