"""Leases: who has a plan open now, since when, and until when nothing is heard of them.

A lease is renewed while the plan is on a screen and ends by itself when nothing was heard for `LEASE_S`. It says who
is at work; the draft and whose plan it is do not depend on it. All instants are those of the database's server.
"""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy import select
from sqlalchemy.orm import Session

from annotate.errors import ConflictError, InputError, LockedError
from annotate.permissions import Action, may
from annotate.workflow import EDITED_BY_ANNOTATOR, EDITED_BY_REVIEWER, State
from db.cells import fault_of_text
from db.events import database_now, record
from db.lineage import has_rows_in
from db.models import Annotation, Lease
from db.moves import load_annotation
from db.notices import NoticeKind, tell
from db.people import Person, get_person, people_by_id, require

CLIENT_CHARS = 80
LEASE_S = 300
"""How long a hold lasts without a sign of life: ten beats, for a tab in the background beats once a minute only."""
RENEW_EVERY_S = 30
"""A hold is written again at most this often."""


@dataclass(frozen=True, slots=True)
class Holding:
    """Who holds a plan: since when, until when unless renewed, and whether that is over."""

    annotation_id: int
    holder: Person
    client: str
    since: datetime
    renewed_at: datetime
    expires_at: datetime
    is_over: bool

    @property
    def words(self) -> str:
        """Who holds it since when and until when, as errors say it."""
        return (
            f"{self.holder.label} has had it open since {_clock(self.since)}, until {_clock(self.expires_at)}"
        )


def hold(
    session: Session,
    person_id: int,
    annotation_id: int,
    client: str,
    *,
    take_over: bool = False,
    at: datetime | None = None,
) -> Holding:
    """Holds a plan that the person may change now, and says who holds it: the person, or who came first.

    Tabs of one person share the hold, and holding again renews it. What nobody holds, or whose hold is over, is
    taken; the former holder is told. `take_over` takes a hold that still lasts, which a lead may. Raises
    NotAllowedError, LockedError (the plan is closed to the person), NotFoundError, InputError (`client` cannot be kept).
    """
    if (fault := fault_of_text(client, "The name of a screen", CLIENT_CHARS)) is not None:
        raise InputError(fault, todo="Reload the page.")
    person = get_person(session, person_id)
    annotation = load_annotation(session, annotation_id, to_change=True)
    own = annotation.annotator_id == person.id
    require(person, Action.HOLD, own=own, has_rows=has_rows_in(session, person, annotation))
    state = State(annotation.state)
    if state not in (EDITED_BY_ANNOTATOR if own else EDITED_BY_REVIEWER):
        raise LockedError(f"The plan is {state}: it can be looked at, not held")
    moment = at or database_now(session)
    lease = session.scalar(select(Lease).where(Lease.annotation_id == annotation_id))
    if lease is None:
        lease = Lease(annotation_id=annotation_id, holder_id=person.id, since=moment)
        session.add(lease)
    elif lease.holder_id != person.id:
        if lease.expires_at > moment and not (take_over and may(Action.RELEASE_HOLD, person.roles, own=own)):
            return _holding(session, lease, moment)
        _tell_former(session, lease, person, moment, "took over a plan that you had open")
        lease.holder_id, lease.since = person.id, moment
    elif lease.expires_at <= moment:
        lease.since = moment
    elif lease.client == client and moment - lease.renewed_at < timedelta(seconds=RENEW_EVERY_S):
        return _holding(session, lease, moment)
    lease.client, lease.renewed_at = client, moment
    lease.expires_at = moment + timedelta(seconds=LEASE_S)
    session.flush()
    return _holding(session, lease, moment)


def release_hold(session: Session, person_id: int, annotation_id: int, *, at: datetime | None = None) -> None:
    """Ends a hold: one's own, or anybody's as a lead, of which the holder is told. The draft stays."""
    person = get_person(session, person_id)
    annotation = load_annotation(session, annotation_id, to_change=True)
    moment = at or database_now(session)
    lease = session.scalar(select(Lease).where(Lease.annotation_id == annotation_id))
    if lease is None or lease.expires_at <= moment:
        return
    if lease.holder_id != person.id:
        require(person, Action.RELEASE_HOLD, own=annotation.annotator_id == person.id)
        _tell_former(session, lease, person, moment, "released a plan that you had open")
    lease.expires_at = moment
    session.flush()


def held_by(session: Session, annotation_id: int, *, at: datetime | None = None) -> Holding | None:
    """Who holds a plan, None if nobody does or the hold is over."""
    lease = session.scalar(select(Lease).where(Lease.annotation_id == annotation_id))
    moment = at or database_now(session)
    return _holding(session, lease, moment) if lease is not None and lease.expires_at > moment else None


def require_free(session: Session, person: Person, annotation: Annotation, at: datetime) -> None:
    """Raises ConflictError that says who holds a plan, since when and until when, if another person does."""
    lease = session.scalar(select(Lease).where(Lease.annotation_id == annotation.id))
    if lease is None or lease.holder_id == person.id or lease.expires_at <= at:
        return
    raise ConflictError(
        _holding(session, lease, at).words, todo="Wait until the hold is over, or ask a lead to release it."
    )


def holdings(
    session: Session, annotation_ids: Collection[int] | None = None, *, at: datetime | None = None
) -> dict[int, Holding]:
    """Every hold that lasts, of all plans or of these, by plan; three queries at most."""
    moment = at or database_now(session)
    wanted = select(Lease).where(Lease.expires_at > moment).order_by(Lease.since, Lease.id)
    if annotation_ids is not None:
        wanted = wanted.where(Lease.annotation_id.in_(set(annotation_ids)))
    rows = session.scalars(wanted).all()
    people = people_by_id(session, (row.holder_id for row in rows))
    return {row.annotation_id: _view(row, people[row.holder_id], moment) for row in rows}


def _tell_former(session: Session, lease: Lease, person: Person, at: datetime, what: str) -> None:
    was_over = lease.expires_at <= at
    record(
        session, kind="take over hold" if "took" in what else "release hold", at=at, by_id=person.id,
        annotation_id=lease.annotation_id, data={"from": lease.holder_id, "was_over": was_over},
    )  # fmt: skip
    ended = "Your hold was over; " if was_over else ""
    tell(
        session, lease.holder_id, NoticeKind.HOLD_TAKEN_OVER, lease.annotation_id,
        f"{ended}{person.label} {what}. What you saved stays.", at=at, by_id=person.id,
    )  # fmt: skip


def _holding(session: Session, lease: Lease, at: datetime) -> Holding:
    return _view(lease, people_by_id(session, [lease.holder_id])[lease.holder_id], at)


def _view(lease: Lease, holder: Person, at: datetime) -> Holding:
    return Holding(
        lease.annotation_id,
        holder,
        lease.client,
        lease.since,
        lease.renewed_at,
        lease.expires_at,
        lease.expires_at <= at,
    )


def _clock(at: datetime) -> str:
    return f"{at:%d %b %Y %H:%M} UTC"
