"""Cuts a release in one transaction and writes its files, for tests that ask what is in them."""

from datetime import datetime
from pathlib import Path

from sqlalchemy.orm import Session

from db import releases
from db.people import Person


def cut_release(
    session: Session,
    name: str,
    out_dir: Path,
    person: Person,
    *,
    leave_out_held_back: bool = False,
    at: datetime | None = None,
) -> releases.CutRelease:
    """The release of all gold plans, with its files in a folder."""
    prepared = releases.prepare(session, name, person, leave_out_held_back=leave_out_held_back)
    done = releases.record_cut(session, prepared, person, at=at)
    releases.write_files(out_dir, done.files)
    return done
