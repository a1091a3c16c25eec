"""What happens before the first screen: the tables are brought up to date, an empty database gets the demo."""

from sqlalchemy import select

from db import turns
from db.demo.workspace import add_demo_people, load_demo
from db.models import ImportBatch, Person, QueryRow
from db.schema import migrate
from db.session import open_session
from db.sign_ins import demo_sign_in_is_on
from db.turns import Turn


def prepare(url: str | None = None) -> None:
    """Migrates to the newest revision and loads the demo workspace into a database that holds nothing.

    A database that holds data but nobody who could sign in gets the demo's people only. Where one-click
    sign-in is switched off nothing is loaded: the first lead is made on a page of its own. Starting again
    changes nothing; two processes that start at once load it once.
    """
    migrate(url)
    if not demo_sign_in_is_on():
        return
    with open_session(write=False, url=url) as session:
        if session.scalar(select(Person.id).limit(1)) is not None:
            return
    with open_session(write=True, url=url) as session:
        turns.wait_for(session, Turn.START)
        if session.scalar(select(Person.id).limit(1)) is not None:
            return
        holds_data = any(session.scalar(select(model.id).limit(1)) for model in (QueryRow, ImportBatch))
        if holds_data:
            add_demo_people(session)
        else:
            load_demo(session)
