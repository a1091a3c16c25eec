"""What a browser sent is carried out once, however often it arrives: what was done is noted in the same transaction."""

from datetime import datetime

from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.orm import Session

from db.events import now
from db.models import CarriedOut


def is_first_time(
    session: Session, person_id: int, client: str, seq: int, *, at: datetime | None = None
) -> bool:
    """Notes that this transaction carries out a person's command; False if an earlier one has done so.

    `client` and `seq` are those under which the page sent it. A server that dies between the commit and its answer is
    sent the command again; a transaction that is rolled back leaves no note, so what was refused can be tried again. Two
    at once: the second waits for the first.
    """
    insert = (sqlite if session.get_bind().dialect.name == "sqlite" else postgresql).insert(CarriedOut)
    noted = session.scalar(
        insert.values(by_id=person_id, client=client, seq=seq, at=at or now())
        .on_conflict_do_nothing()
        .returning(CarriedOut.seq)
    )
    return noted is not None
