"""Every cell of the table of permissions, through the service layer: action, roles, own or others' plan."""

import shutil
from collections.abc import Callable
from copy import copy
from dataclasses import dataclass
from functools import cache
from itertools import combinations
from pathlib import Path

import pytest

from annotate.errors import InputError, NotAllowedError, NotFoundError
from annotate.permissions import PERMISSIONS, SCREENS, Action, Role, Whose, may, why_not_they
from annotate.workflow import DecisionKind, State
from db import (
    accounts,
    adjudications,
    annotator_profiles,
    assignments,
    batches,
    comments,
    flags,
    frozen_plans,
    imports,
    leases,
    model_sets,
    plans,
    release_drafts,
    releases,
    reviews,
    sign_ins,
    waivers,
)  # fmt: skip
from db.flags import FlagState
from db.guideline_versions import confirm
from db.importers.answers import Answers
from db.models import Annotation, Flag, ModelSet, Person, Release
from db.people import add_person
from db.session import open_session
from pages._ui.main import SCREENS as SCREEN_LIST
from tests.db.cutting import cut_release
from tests.db.world import NINE, a_short_trip, add_people, add_skeleton, an_edit, fill, later

ROLE_SETS = [frozenset(some) for size in range(4) for some in combinations(Role, size)]


class World:
    """Pia with all roles, and a plan in the state that an action starts from: hers, or Asha's with Pia as the expert."""

    def __init__(self, url: str, state: State, *, own: bool) -> None:
        self.url = url
        with open_session(write=True, url=url) as session:
            self.office = add_people(session)
            self.pia = add_person(session, "P01", "Pia", list(Role))
            confirm(session, self.pia.id, at=NINE)
            self.query = add_skeleton(session, a_short_trip(1))
            self.spare_query = add_skeleton(session, a_short_trip(2))
            session.get_one(Person, self.office.leela.id).password_hash = "kept"
        self.annotator = self.pia if own else self.office.asha
        self.expert = self.office.esha if own else self.pia
        self.plan = 0 if state is State.OPEN else self.brought_to(state, self.annotator)

    def do(self, verb, *args, **named):
        with open_session(write=True, url=self.url) as session:
            return verb(session, *args, **named)

    def brought_to(self, state: State, annotator) -> int:
        plan = self.do(assignments.assign, self.office.leela.id, self.query, annotator.id, at=NINE)
        if state is State.ASSIGNED:
            return plan
        self.do(plans.start_work, annotator.id, plan, at=later(1))
        if state is State.IN_PROGRESS:
            return plan
        fill(self.url, annotator, plan)
        self.do(plans.submit, annotator.id, plan, at=later(10))
        if state is State.SUBMITTED:
            return plan
        # The final review is a second expert's.
        expert = self.office.ekta if state in (State.APPROVED, State.FINAL_REVIEW) else self.expert
        self.do(reviews.open_review, expert.id, plan, at=later(11))
        if state is not State.IN_REVIEW:
            back = state is State.CHANGES_REQUESTED
            decision = DecisionKind.BACK_TO_ANNOTATOR if back else DecisionKind.RETAIN
            self.do(reviews.decide, expert.id, plan, decision, "Because.", at=later(12))
        if state is State.FINAL_REVIEW:
            self.do(reviews.begin_final_review, self.expert.id, plan, at=later(13))
        return plan


def _edit(session, world):
    """An edit, and what counts as one: undo, redo, facts gathered anew."""
    rev = session.get_one(Annotation, world.plan).rev
    wanted = an_edit(("d1.s1", "remark", "Another one."), client="pia", seq=900, base_rev=rev)
    assert plans.apply_edits(session, world.pia.id, world.plan, [wanted], at=later(20)).rejected == ()
    plans.undo(session, world.pia.id, world.plan, "pia", at=later(21))
    plans.redo(session, world.pia.id, world.plan, "pia", at=later(22))
    plans.refresh_facts(session, world.pia.id, world.plan, at=later(23))


def _flag(session, world):
    flag = flags.set_flag(
        session, world.pia.id, world.plan, row="d1.s1", kind="other", text="Look.", at=later(20)
    )
    flags.resolve_flag(session, world.pia.id, flag, state=FlagState.FIXED, text="Done.", at=later(21))


def _waive(session, world):
    review = reviews.view_review(session, world.office.leela.id, world.plan)
    finding = review.submission.feedback.findings[0]
    waivers.waive(
        session, world.pia.id, world.plan, code=finding.code, rows=finding.rows, reason="Fine.", at=later(20)
    )


def _waive_a_flag(session, world):
    flag = Flag(
        annotation_id=world.plan, round=1, row="", kind="other", text="Look.", state="open",
        by_id=world.office.ekta.id, at=later(19),
    )  # fmt: skip
    session.add(flag)
    session.flush()
    flags.resolve_flag(session, world.pia.id, flag.id, state=FlagState.WAIVED, text="Fine.", at=later(21))


def _comment(session, world):
    thread = comments.add_comment(session, world.pia.id, world.plan, row=None, text="Why?", at=later(20))
    comments.resolve_thread(session, world.pia.id, thread, at=later(21))


def _release_hold(session, world):
    holder = world.office.esha if world.annotator.id == world.pia.id else world.office.asha
    leases.hold(session, holder.id, world.plan, "a tab", at=later(20))
    leases.release_hold(session, world.pia.id, world.plan, at=later(20))


def _see_what_to_adjudicate(session, world):
    adjudications.candidates(session, world.pia.id, world.query)


def _make_a_batch(session, world):
    batches.make_batch(session, world.pia.id, "First", query_ids=[world.query], at=NINE)


def _add_a_model_set(session, world):
    upload = imports.Upload("plans.jsonl", b'{"idx": 1, "plan": null}\n')
    file = model_sets.read_plans(session, upload, query_set=None)
    return model_sets.add_model_set(session, world.pia.id, "A model", file, at=NINE)


def _a_model_set(session, world, state):
    row = ModelSet(
        name="A set", file_name="plans.jsonl", sha256="", state=state, total=0, done=0, rules_version="",
        by_id=world.office.leela.id, at=NINE,
    )  # fmt: skip
    session.add(row)
    session.flush()
    return row.id


def _on_a_draft(verb, *more):
    def do(session, world):
        release_drafts.plan_release(session, world.office.leela, "1", [])
        verb(session, world.pia, "1", *more)

    return do


def _leave_a_gold_plan_out(session, world):
    session.get_one(Annotation, world.plan).state = State.GOLD
    session.flush()
    _on_a_draft(release_drafts.leave_out, [world.plan], "Because.")(session, world)


def _withdraw_a_release(session, world):
    session.add(Release(number=1, name="1", cut_at=NINE, by_id=world.office.leela.id, manifest={}))
    session.flush()
    releases.withdraw(session, "1", world.pia, "Because.")


def _decide(decision):
    return lambda session, world: reviews.decide(
        session, world.pia.id, world.plan, decision, "Because.", at=later(20)
    )


def _on_plan(verb, **named):
    return lambda session, world: verb(session, world.pia.id, world.plan, at=later(20), **named)


def _about_binod(verb, *more):
    return lambda session, world: verb(session, world.pia.id, world.office.binod.id, *more)


@dataclass(frozen=True)
class Trial:
    """A verb of an action and the state of the plan that it starts from."""

    verb: Callable
    state: State = State.OPEN
    state_if_own: State | None = None


WORKED_ON = {"state": State.IN_REVIEW, "state_if_own": State.IN_PROGRESS}
TRIALS: dict[Action, list[Trial]] = {
    Action.TAKE: [Trial(lambda session, world: assignments.next_plan(session, world.pia.id, at=NINE))],
    Action.ASSIGN: [
        Trial(
            lambda session, world: assignments.assign(
                session, world.pia.id, world.spare_query, world.annotator.id, at=NINE
            )
        )
    ],
    Action.START: [Trial(_on_plan(plans.start_work), State.ASSIGNED)],
    Action.SKIP: [Trial(_on_plan(assignments.skip, why="Too long."), State.IN_PROGRESS)],
    Action.TAKE_AWAY: [Trial(_on_plan(assignments.take_away, why="On leave."), State.IN_PROGRESS)],
    Action.SUBMIT: [Trial(_on_plan(plans.submit), State.IN_PROGRESS)],
    Action.WITHDRAW: [Trial(_on_plan(plans.withdraw), State.SUBMITTED)],
    Action.OPEN_REVIEW: [
        Trial(_on_plan(reviews.open_review), State.SUBMITTED),
        Trial(_on_plan(reviews.open_review, take_over=True), State.IN_REVIEW),
    ],
    Action.APPROVE: [Trial(_decide(DecisionKind.RETAIN), State.IN_REVIEW)],
    Action.REQUEST_CHANGES: [
        Trial(_decide(DecisionKind.BACK_TO_ANNOTATOR), State.IN_REVIEW),
        Trial(_decide(DecisionKind.SOURCE_CORRECTION), State.IN_REVIEW),
    ],
    Action.RESUME: [Trial(_on_plan(plans.start_work), State.CHANGES_REQUESTED)],
    Action.BEGIN_FINAL_REVIEW: [Trial(_on_plan(reviews.begin_final_review), State.APPROVED)],
    Action.MAKE_GOLD: [Trial(_on_plan(reviews.make_gold), State.FINAL_REVIEW)],
    Action.DISCARD: [Trial(_on_plan(plans.discard, why="Unsolvable."), State.IN_PROGRESS)],
    Action.LOOK_AT: [
        Trial(lambda session, world: plans.open_plan(session, world.pia.id, world.plan), State.SUBMITTED),
        Trial(lambda session, world: reviews.view_review(session, world.pia.id, world.plan), State.SUBMITTED),
        Trial(
            lambda s, world: frozen_plans.look_at_frozen_plan(s, world.pia.id, world.plan), State.SUBMITTED
        ),
    ],
    Action.EDIT: [Trial(_edit, **WORKED_ON)],
    Action.FLAG: [Trial(_flag, **WORKED_ON)],
    Action.WAIVE: [Trial(_waive, State.IN_REVIEW), Trial(_waive_a_flag, State.IN_REVIEW, State.IN_PROGRESS)],
    Action.COMMENT: [Trial(_comment, State.IN_REVIEW)],
    Action.ADJUDICATE: [Trial(_see_what_to_adjudicate, State.SUBMITTED)],
    Action.HOLD: [Trial(lambda s, w: leases.hold(s, w.pia.id, w.plan, "a tab", at=later(20)), **WORKED_ON)],
    Action.RELEASE_HOLD: [Trial(_release_hold, State.IN_PROGRESS, State.IN_REVIEW)],
    Action.MAKE_BATCHES: [Trial(_make_a_batch)],
    Action.IMPORT_DATA: [Trial(lambda s, w: imports.accept(s, imports.ImportPlan(Answers()), w.pia))],
    Action.CUT_RELEASE: [
        Trial(lambda session, world: cut_release(session, "1", world.folder, world.pia)),
        Trial(lambda session, world: release_drafts.plan_release(session, world.pia, "1", [])),
        Trial(_leave_a_gold_plan_out, State.SUBMITTED),
        Trial(_on_a_draft(release_drafts.take_in, 1)),
        Trial(_on_a_draft(release_drafts.drop_draft)),
    ],
    Action.WITHDRAW_RELEASE: [Trial(_withdraw_a_release)],
    Action.SCORE_MODELS: [
        Trial(_add_a_model_set),
        *(
            Trial(lambda s, w, verb=verb, state=state: verb(s, w.pia.id, _a_model_set(s, w, state)))
            for verb, state in (
                (model_sets.cancel, "waiting"),
                (model_sets.go_on, "failed"),
                (model_sets.score_again, "done"),
                (model_sets.delete_model_set, "done"),
            )
        ),
        Trial(lambda s, w: model_sets.rename(s, w.pia.id, _a_model_set(s, w, "done"), "Another name")),
    ],
    Action.MANAGE_PEOPLE: [
        Trial(lambda s, w: accounts.invite(s, w.pia.id, "Nila", "nila@example.org", ["lead"])),
        Trial(lambda session, world: accounts.list_accounts(session, world.pia.id)),
        Trial(_about_binod(accounts.reset_access)),
        Trial(_about_binod(accounts.deactivate)),
        Trial(_about_binod(accounts.reactivate)),
        Trial(_about_binod(accounts.set_roles, ["expert"])),
    ],
    Action.KEEP_ACCOUNT: [
        Trial(lambda session, world: sign_ins.sign_out_everywhere(session, world.pia.id)),
        Trial(lambda session, world: sign_ins.sign_out_one(session, world.pia.id, 1)),
        Trial(lambda s, w: accounts.change_password(s, w.pia.id, "the present one", "the wholly new one")),
        Trial(lambda session, world: annotator_profiles.own_profile(session, world.pia.id)),
        Trial(lambda session, world: annotator_profiles.withdraw_profile(session, world.pia.id)),
    ],
}
"""For each action the verbs through which it is taken."""
ABOUT_ONES_OWN = {Action.TAKE}
NEEDS_ANNOTATOR = {Action.ASSIGN}
"""Actions that make a plan the person's own: they must be an annotator for that."""


@pytest.fixture(scope="module")
def world_of(migrated_file: Path, tmp_path_factory: pytest.TempPathFactory) -> Callable[..., World]:
    """Gives the world of a state, made once: each trial takes back what it did.

    It is on SQLite: who may do what is decided before the database is asked, and one kind of database shows it.
    """

    @cache
    def make(state: State, *, own: bool, has_two_submissions: bool) -> World:
        file = tmp_path_factory.mktemp("world") / "workbench.db"
        shutil.copy(migrated_file, file)
        world = World(f"sqlite:///{file}", state, own=own)
        if has_two_submissions:
            world.brought_to(State.SUBMITTED, world.office.binod)
        return world

    def give(state: State, *, own: bool, has_two_submissions: bool = False) -> World:
        return copy(make(state, own=own, has_two_submissions=has_two_submissions))

    return give


def test_every_action_has_its_row_in_the_table_and_its_verbs_here():
    assert set(PERMISSIONS) == set(TRIALS) == set(Action)


@pytest.mark.parametrize(
    ("action", "number", "own"),
    [
        (action, n, own)
        for action, trials in TRIALS.items()
        for n in range(len(trials))
        for own in (True, False)
        if own or action not in ABOUT_ONES_OWN
    ],
)
def test_a_verb_lets_in_exactly_whom_the_table_names(world_of, tmp_path, monkeypatch, action, number, own):
    monkeypatch.setattr("db.accounts.is_right_password", lambda present, kept: present == kept)
    trial = TRIALS[action][number]
    state = (own and trial.state_if_own) or trial.state
    world = world_of(state, own=own, has_two_submissions=action is Action.ADJUDICATE)
    world.folder = tmp_path
    expected, seen = {}, {}
    for roles in ROLE_SETS:
        if action in NEEDS_ANNOTATOR and own and Role.ANNOTATOR not in roles:
            continue
        expected[roles] = may(action, roles, own=own)
        seen[roles] = _is_let_in(trial, world, roles)
    assert seen == expected


def _is_let_in(trial, world, roles):
    """Try a verb with these roles, then take everything back. Whatever else it says, it says to those let in."""
    with open_session(write=False, url=world.url) as session:
        person = session.get_one(Person, world.pia.id)
        person.roles, person.password_hash = sorted(roles), "the present one"
        session.flush()
        world.pia = accounts.person_of(person)
        try:
            trial.verb(session, world)
        except NotAllowedError:
            return False
        except InputError as said:
            if "no gold item" not in str(said):  # a release may be empty: it was not refused
                raise
        finally:
            session.rollback()
    return True


# Importing and releasing are handed the person whom the screen has just looked up.
HANDED_A_PERSON = {Action.IMPORT_DATA, Action.CUT_RELEASE, Action.WITHDRAW_RELEASE}


@pytest.mark.parametrize("action", [action for action in Action if action not in HANDED_A_PERSON])
def test_a_deactivated_person_is_refused_by_every_verb(world_of, tmp_path, action):
    trial = TRIALS[action][0]
    world = world_of(trial.state, own=False)
    world.folder = tmp_path
    with open_session(write=False, url=world.url) as session:
        session.get_one(Person, world.pia.id).active = False
        session.flush()
        with pytest.raises(NotFoundError, match="Sign in again"):
            trial.verb(session, world)
        session.rollback()


def test_every_screen_of_the_navigation_stands_in_the_table_and_the_table_names_no_other():
    assert {screen[2]: set(screen[-1]) for screen in SCREEN_LIST} == {
        address: {role.value for role in roles} for address, roles in SCREENS.items()
    }


@pytest.mark.parametrize("action", [Action.APPROVE, Action.MAKE_GOLD, Action.WAIVE, Action.DISCARD])
def test_nobody_judges_their_own_plan_whatever_their_roles(action):
    assert not any(may(action, roles, own=True) for roles in ROLE_SETS)
    assert Whose.OWN not in PERMISSIONS[action].values()


@pytest.mark.parametrize("action", [Action.EDIT, Action.FLAG, Action.HOLD])
def test_who_may_no_longer_annotate_is_told_the_missing_role_on_their_own_plan(action):
    said = f"Only a person with the role annotator may {action} a plan of their own."
    assert why_not_they(action, {Role.EXPERT}, own=True) == said
    judged = "The person who annotated a plan never reviews it."
    assert why_not_they(Action.APPROVE, {Role.EXPERT}, own=True) == judged
