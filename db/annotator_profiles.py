"""What annotators choose to say of themselves: age, region, years of English. Each may be left out and taken back.

It leaves the database in groups only (`figures_of`), never of one person; nobody but the person reads their own.
"""

from collections import defaultdict
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime
from itertools import chain

from sqlalchemy import select
from sqlalchemy.orm import Session

from annotate.errors import InputError
from annotate.permissions import Action
from db.events import now
from db.exporters import dataset_card
from db.exporters.group_figures import GroupFigures, group_figures, says_nothing_of_few
from db.models import Annotation, AnnotatorProfile, Person, ReleaseFile, ReleaseItem
from db.people import get_person, require

AGE_BANDS = ("18 to 24", "25 to 34", "35 to 44", "45 to 54", "55 or more")
REGIONS = ("North", "North-East", "Central", "East", "West", "South", "outside India")
"""Parts of India in which somebody grew up."""
ENGLISH_YEARS_BANDS = ("under 5", "5 to 9", "10 to 14", "15 or more")
_FIELDS = (
    ("Age", "age_band", AGE_BANDS),
    ("Region", "region", REGIONS),
    ("Years of English", "english_years_band", ENGLISH_YEARS_BANDS),
)


@dataclass(frozen=True, slots=True)
class OwnProfile:
    """What somebody said of themselves; None: not said."""

    age_band: str | None = None
    region: str | None = None
    english_years_band: str | None = None
    given_at: datetime | None = None


def own_profile(session: Session, person_id: int) -> OwnProfile:
    """What a person said of themselves, to be shown to that person only."""
    require(get_person(session, person_id), Action.KEEP_ACCOUNT)
    row = session.get(AnnotatorProfile, person_id)
    if row is None:
        return OwnProfile()
    return OwnProfile(row.age_band, row.region, row.english_years_band, row.given_at)


def give_profile(
    session: Session,
    person_id: int,
    *,
    age_band: str | None,
    region: str | None,
    english_years_band: str | None,
    at: datetime | None = None,
) -> None:
    """Keeps what a person says of themselves in place of what they said before; None says nothing.

    Saying nothing at all takes everything back. Raises InputError for a value that is no band.
    """
    require(get_person(session, person_id, in_turn=True), Action.KEEP_ACCOUNT)
    said = {"age_band": age_band, "region": region, "english_years_band": english_years_band}
    for title, name, bands in _FIELDS:
        value = said[name]
        if value is not None and value not in bands:
            raise InputError(f"'{value}' cannot be given", where=title, expected=" or ".join(bands))
    row = session.get(AnnotatorProfile, person_id)
    if not any(said.values()):
        if row is not None:
            session.delete(row)
    elif row is None:
        session.add(AnnotatorProfile(person_id=person_id, given_at=at or now(), **said))
    else:
        row.age_band, row.region, row.english_years_band = age_band, region, english_years_band
        row.given_at = at or now()
    session.flush()


def withdraw_profile(session: Session, person_id: int) -> None:
    """Takes everything back that a person said of themselves; later releases do not count it."""
    give_profile(session, person_id, age_band=None, region=None, english_years_band=None)


def figures_of(session: Session, codes: Collection[str]) -> list[GroupFigures]:
    """What the annotators with these codes said, in groups, for a release of their plans; two queries.

    Empty if none of them said anything, and if taking the figures of an earlier release from these would tell of a
    group that is too small: of the people who are in one of both alone (decision record 27).
    """
    earlier = _annotators_of_releases_with_figures(session)
    rows = session.execute(
        select(Person.code, AnnotatorProfile)
        .join(AnnotatorProfile, Person.id == AnnotatorProfile.person_id)
        .where(Person.code.in_({*codes, *chain.from_iterable(earlier)}))
    )
    said = {row[0]: row[1] for row in rows}
    asked = set(codes)
    if said.keys().isdisjoint(asked):
        return []
    alone = [people for before in earlier for people in (asked - before, before - asked)]
    if not all(
        says_nothing_of_few(_answers(said, people, name)) for people in alone for _, name, _ in _FIELDS
    ):
        return []
    return [group_figures(title, bands, _answers(said, asked, name)) for title, name, bands in _FIELDS]


def _answers(said: Mapping[str, AnnotatorProfile], codes: Collection[str], name: str) -> list[str | None]:
    return [getattr(said[code], name) if code in said else None for code in codes]


def _annotators_of_releases_with_figures(session: Session) -> list[set[str]]:
    """The codes of the annotators of each release whose card gives figures of them; withdrawn ones are out too."""
    with_figures = select(ReleaseFile.release_id).where(
        ReleaseFile.path == dataset_card.FILE_NAME, ReleaseFile.text.contains(dataset_card.FIGURES_OF_PEOPLE)
    )
    rows = session.execute(
        select(ReleaseItem.release_id, Person.code)
        .join(Annotation, Annotation.id == ReleaseItem.annotation_id)
        .join(Person, Person.id == Annotation.annotator_id)
        .where(ReleaseItem.release_id.in_(with_figures))
        .distinct()
    )
    found: dict[int, set[str]] = defaultdict(set)
    for row in rows:
        found[row[0]].add(row[1])
    return list(found.values())
