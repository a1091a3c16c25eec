"""Which version of the guidelines each person has confirmed to have read."""

from datetime import datetime

from sqlalchemy import select
from sqlalchemy.orm import Session

from annotate.errors import InputError, NotAllowedError
from annotate.gold import GUIDELINES_VERSION
from db.events import now
from db.models import GuidelineConfirmation
from db.people import Person, get_person


def has_confirmed(session: Session, person_id: int, version: str = GUIDELINES_VERSION) -> bool:
    """Whether a person has confirmed a version of the guidelines (default: the present one)."""
    found = select(GuidelineConfirmation.id).where(
        GuidelineConfirmation.person_id == person_id, GuidelineConfirmation.version == version
    )
    return session.scalar(found) is not None


def last_confirmed(session: Session, person_id: int) -> str | None:
    """The version that a person confirmed last, None if none."""
    return session.scalar(
        select(GuidelineConfirmation.version)
        .where(GuidelineConfirmation.person_id == person_id)
        .order_by(GuidelineConfirmation.at.desc(), GuidelineConfirmation.id.desc())
        .limit(1)
    )


def confirm(
    session: Session, person_id: int, version: str = GUIDELINES_VERSION, *, at: datetime | None = None
) -> None:
    """Records that a person has read a version; doing it again changes nothing.

    Raises InputError for a version that is not the present one: the page that was read is an older one.
    """
    get_person(session, person_id, in_turn=True)
    if version != GUIDELINES_VERSION:
        raise InputError(
            f"The guidelines are at version {GUIDELINES_VERSION}, not {version}",
            todo="Reload the page and read them again.",
        )
    if not has_confirmed(session, person_id, version):
        session.add(GuidelineConfirmation(person_id=person_id, version=version, at=at or now()))
        session.flush()


def require_confirmed(session: Session, person: Person, version: str = GUIDELINES_VERSION) -> None:
    """Raises NotAllowedError if a person has not confirmed the present guidelines."""
    if not has_confirmed(session, person.id, version):
        raise NotAllowedError(
            f"{person.label} has not confirmed version {version} of the guidelines",
            todo="Read the guidelines and confirm them first.",
        )
