"""What annotators say of themselves: each part a choice, taken back at will, out of the house in groups only."""

import pytest
from sqlalchemy import func, select

from annotate.errors import InputError
from annotate.workflow import State
from db import annotator_profiles, releases
from db.annotator_profiles import OwnProfile
from db.exporters.group_figures import GroupFigures
from db.models import Annotation, AnnotatorProfile, Person, Release, ReleaseFile, ReleaseItem
from db.people import add_person
from db.session import open_session
from tests.db.many import add_copies
from tests.db.test_releases import a_gold_plan, cut
from tests.db.world import NINE, add_people

GIVEN = {"age_band": "25 to 34", "region": "South", "english_years_band": "10 to 14"}


def test_each_part_is_a_choice_and_everything_can_be_taken_back(database_url):
    with open_session(write=True, url=database_url) as session:
        asha = add_people(session).asha.id
        assert annotator_profiles.own_profile(session, asha) == OwnProfile()
        annotator_profiles.give_profile(
            session, asha, age_band=None, region="South", english_years_band=None, at=NINE
        )
        assert annotator_profiles.own_profile(session, asha) == OwnProfile(region="South", given_at=NINE)
        annotator_profiles.give_profile(session, asha, **GIVEN, at=NINE)
        assert annotator_profiles.own_profile(session, asha).age_band == "25 to 34"
        annotator_profiles.withdraw_profile(session, asha)
        assert annotator_profiles.own_profile(session, asha) == OwnProfile()
        assert session.scalar(select(func.count()).select_from(AnnotatorProfile)) == 0
        annotator_profiles.withdraw_profile(session, asha)


@pytest.mark.parametrize("field", list(GIVEN))
def test_only_a_band_of_the_list_can_be_given(database_url, field):
    with open_session(write=True, url=database_url) as session:
        asha = add_people(session).asha.id
        with pytest.raises(InputError, match="'31' cannot be given"):
            annotator_profiles.give_profile(session, asha, **{**GIVEN, field: "31"})


def give(session, codes, **said):
    for code in codes:
        person = add_person(session, code, code, ["annotator"])
        annotator_profiles.give_profile(session, person.id, **{**GIVEN, **said}, at=NINE)


def test_the_figures_count_the_annotators_of_a_release_and_no_others(database_url):
    with open_session(write=True, url=database_url) as session:
        give(session, [f"B{n}" for n in range(5)])
        give(session, [f"C{n}" for n in range(5)], region="North")
        give(session, ["D1", "D2"], region="East")
        of_two_groups = {f"B{n}" for n in range(5)} | {f"C{n}" for n in range(4)} | {"A99"}
        age, region, _ = annotator_profiles.figures_of(session, of_two_groups)
        assert age == GroupFigures("Age", (("25 to 34", 9),), 1)
        assert region == GroupFigures("Region", (), 10)  # 5 of the South would give the 4 of the North away
        everybody = of_two_groups | {"C4", "D1", "D2"}
        assert annotator_profiles.figures_of(session, everybody)[1] == GroupFigures(
            "Region", (("South", 5),), 8
        )
        assert annotator_profiles.figures_of(session, {"A99"}) == []


def test_the_card_says_nothing_of_a_small_group_and_a_cut_release_never_changes(database_url, tmp_path):
    office, _ = a_gold_plan(database_url)
    with open_session(write=True, url=database_url) as session:
        annotator_profiles.give_profile(session, office.asha.id, **GIVEN)
    first = cut(database_url, office, tmp_path / "a")
    card = first.files["README.md"].decode()
    assert "in groups of 5 or more" in card
    assert not any(said in card for said in GIVEN.values())
    with open_session(write=True, url=database_url) as session:
        annotator_profiles.withdraw_profile(session, office.asha.id)
    again = cut(database_url, office, tmp_path / "b")
    assert again.files == first.files
    with open_session(write=False, url=database_url) as session:
        assert releases.files_of(session, "first") == first.files
    other = cut(database_url, office, tmp_path / "c", name="second")
    assert "in groups of" not in other.files["README.md"].decode()
    assert other.files["gold.jsonl"] == first.files["gold.jsonl"]


def published(session, number, annotation_ids, lead_id, *, card):
    """A release of these plans whose card is this text."""
    release = Release(number=number, name=str(number), cut_at=NINE, by_id=lead_id, manifest={})
    session.add(release)
    session.flush()
    session.add(ReleaseFile(release_id=release.id, path="README.md", text=card))
    session.add_all(
        ReleaseItem(release_id=release.id, annotation_id=one, set_name="demo", idx=one, line="{}", sha256="0")
        for one in annotation_ids
    )
    session.flush()


def test_a_release_gives_no_figures_that_less_those_of_an_earlier_one_tell_of_few(database_url):
    office, plan = a_gold_plan(database_url)
    ten = [f"B{n}" for n in range(10)]
    with open_session(write=True, url=database_url) as session:
        give(session, [*ten, "E1", "F1", "F2", "F3", "F4", "F5"])
        give(session, ["N1"], region="North")
        add_person(session, "S1", "S1", ["annotator"])
        plans = add_copies(session, plan, len(ten), [State.GOLD])
        for one, code in zip(plans, ten, strict=True):
            annotator = session.scalars(select(Person).where(Person.code == code)).one()
            session.get_one(Annotation, one).annotator_id = annotator.id
        published(session, 1, plans, office.leela.id, card="No figures of people.")
        assert annotator_profiles.figures_of(session, {*ten, "E1"})[0].shown == (("25 to 34", 11),)

        published(
            session, 2, plans, office.leela.id, card="What annotators chose to say of themselves, in groups."
        )
        assert annotator_profiles.figures_of(session, ten)[0].shown == (("25 to 34", 10),)
        for told_of in (
            {*ten, "E1"},
            {*ten, "S1"},
            {*ten[:9]},
            {*ten[:9], "E1"},
            {*ten, "F1", "F2", "F3", "F4", "N1"},
        ):
            assert annotator_profiles.figures_of(session, told_of) == [], told_of
        five_alike = {*ten, "F1", "F2", "F3", "F4", "F5"}
        assert annotator_profiles.figures_of(session, five_alike)[0].shown == (("25 to 34", 15),)
