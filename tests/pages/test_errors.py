"""An error that no screen expected reaches the person as its sentence."""

import asyncio
from concurrent.futures import ThreadPoolExecutor

from starlette.requests import Request
from streamlit.testing.v1 import AppTest

from annotate.errors import UnavailableError
from pages._ui.errors import answer_error, show_error


def _a_screen_that_meets_an_error() -> None:
    from annotate.errors import UnavailableError
    from pages._ui.errors import show_error

    show_error(UnavailableError("The database is locked", todo="End the other program."))


def test_a_screen_shows_the_sentence_and_what_to_do() -> None:
    screen = AppTest.from_function(_a_screen_that_meets_an_error).run()
    assert [error.value.replace("\\", "") for error in screen.error] == [
        "The database is locked. End the other program."
    ]


def test_an_error_of_the_program_is_left_to_the_traceback() -> None:
    assert show_error(ValueError("no")) is False


def test_a_page_outside_the_screens_answers_that_it_cannot_now() -> None:
    request = Request({"type": "http", "method": "GET", "path": "/sign-in", "headers": []})
    error = UnavailableError("The file <notes.db> is no database")
    with ThreadPoolExecutor(1) as thread:  # the browser of other tests keeps a loop in this one
        answer = thread.submit(asyncio.run, answer_error(request, error)).result()
    assert answer.status_code == 503
    assert b"&lt;notes.db&gt; is no database" in answer.body and b"Traceback" not in answer.body
