"""Two sound plans pass every rule; broken in one thing, they fail by the right rule on the right rows."""

from types import ModuleType

import pytest

from annotate.bill import make_bill
from annotate.facts import Facts
from annotate.feedback import Feedback, give_feedback
from annotate.notation import read_plan, write_plan
from annotate.plan import Itinerary, Stop
from annotate.rule import Group, Verdict, all_rules
from annotate.timeline import Timeline
from tests.worlds import five_days, three_days
from tests.worlds.mutants import MUTANTS, Mutant, asked

SOUND = pytest.mark.parametrize("sound", [three_days, five_days], ids=["three_days", "five_days"])
JUDGED = (Group.HARD, Group.COMMON)
RULES = {rule.code: rule for rule, _ in all_rules()}
"""A rule that is taken out of the house takes its part of these tests with it."""


def read(sound: ModuleType) -> Itinerary:
    itinerary: Itinerary = sound.WORLD.read(sound.plan()).itinerary
    return itinerary


def feedback_on(sound: ModuleType, itinerary: Itinerary) -> Feedback:
    return give_feedback(itinerary, sound.WORLD.facts_of(itinerary))


@SOUND
def test_a_sound_plan_passes_every_rule_and_nothing_is_left_unchecked(sound: ModuleType) -> None:
    feedback = feedback_on(sound, read(sound))
    assert feedback.faults == ()
    assert set(feedback.verdicts.values()) == {Verdict.PASS}
    assert [one for one in feedback.findings if RULES[one.code].group is not Group.REPORT] == []
    assert [outcome.missing for outcome in feedback.outcomes.values() if outcome.missing] == []


@SOUND
def test_only_rules_that_nobody_asks_for_have_no_verdict(sound: ModuleType) -> None:
    verdicts = feedback_on(sound, read(sound)).verdicts
    absent = {code for code, rule in RULES.items() if rule.group is not Group.REPORT} - set(verdicts)
    without_wish = {"MON002", "TRA003", "WSH001", "WSH004", "WSH005", "WSH006", "WSH007"}
    assert absent == (set() if sound is three_days else without_wish & set(RULES))


@SOUND
def test_a_sound_plan_scores_1_where_every_stay_and_leg_is_inside_its_range(sound: ModuleType) -> None:
    scores = feedback_on(sound, read(sound)).scores
    visits, legs = (11, 2) if sound is three_days else (16, 3)
    assert [
        (scores[key].value, scores[key].scored, scores[key].total) for key in ("bas", "cats", "tdas")
    ] == [
        (1.0, visits, visits),
        (1.0, visits, visits),
        (1.0, legs, legs),
    ]


@SOUND
def test_a_sound_plan_costs_what_its_hand_made_bill_says(sound: ModuleType) -> None:
    itinerary = read(sound)
    bill = make_bill(Timeline(itinerary, sound.WORLD.facts_of(itinerary)))
    assert (bill.known_total, bill.unknown) == (sound.COST_INR, ())


@SOUND
def test_exactly_the_cost_as_budget_is_enough(sound: ModuleType) -> None:
    plan = sound.plan()
    asked(budget=sound.COST_INR)(plan)
    itinerary = sound.WORLD.read(plan).itinerary
    assert set(feedback_on(sound, itinerary).verdicts.values()) == {Verdict.PASS}


@SOUND
def test_names_come_out_of_the_text_as_they_were_written(sound: ModuleType) -> None:
    known = {(place.name.replace("\u2019", "'"), place.city) for place in sound.WORLD.places}
    stops = [row for _, row in read(sound).rows() if isinstance(row, Stop)]
    assert {(stop.name.replace("\u2019", "'"), stop.city) for stop in stops} - known == set()
    assert all(stop.is_timed for stop in stops)


@SOUND
def test_a_sound_plan_is_written_and_read_again_as_the_same_plan(sound: ModuleType) -> None:
    itinerary = read(sound)
    again = read_plan(write_plan(itinerary), set_name="sound").itinerary
    assert again == itinerary


@SOUND
def test_without_any_table_no_rule_that_needs_facts_passes(sound: ModuleType) -> None:
    verdicts = give_feedback(read(sound), Facts()).verdicts
    needs_facts = {"TIM002", "TIM005", "TRA004", "TRA005", "STY002", "SBX001", "SBX002", "MON001", "BUF001", "BUF002",
                   "CRD001", "WSH001", "WSH002", "WSH003", "WSH004", "WSH005", "WSH006", "WSH007", "MON002"}  # fmt: skip
    assert {code: verdict for code, verdict in verdicts.items() if code in needs_facts} == {
        code: Verdict.NOT_CHECKED for code in needs_facts if code in verdicts
    }


@pytest.mark.parametrize("mutant", MUTANTS, ids=lambda mutant: mutant.name)
def test_a_mutant_is_caught_by_the_right_rules_on_the_right_rows(mutant: Mutant) -> None:
    plan = mutant.sound.plan()
    if mutant.text:
        mutant.text(plan)
    itinerary = mutant.sound.WORLD.read(plan).itinerary
    if mutant.rows:
        itinerary = mutant.rows(itinerary)
    feedback = feedback_on(mutant.sound, itinerary)
    found = [(one.code, one.rows) for one in feedback.findings if RULES[one.code].group in JUDGED]
    assert feedback.faults == ()
    expected = [(code, rows) for code, rows in mutant.expected if code in RULES]
    assert sorted(found) == sorted(expected)
    assert {code for code, _ in expected} == {
        code
        for code, verdict in feedback.verdicts.items()
        if verdict is Verdict.FAIL and RULES[code].group in JUDGED
    }


def test_there_are_more_than_forty_mutants_and_they_know_every_hard_and_common_rule() -> None:
    assert len({mutant.name for mutant in MUTANTS}) == len(MUTANTS) > 40
    caught = {code for mutant in MUTANTS for code, _ in mutant.expected}
    assert {code for code, rule in RULES.items() if rule.group in JUDGED} - caught == set()
