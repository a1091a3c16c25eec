"""A disk without room, as a process meets it: a limit on the size of the files that it writes."""

import resource
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from sqlalchemy import make_url


@contextmanager
def no_more_room(url: str) -> Iterator[None]:
    """While this lasts, the write-ahead log of a SQLite database does not grow: commits fail."""
    log = Path(f"{make_url(url).database}-wal")
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (log.stat().st_size, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
