"""A browser test that is tried again begins on the workspace as it was before its first try."""

from tests.browser.annotating import give_plan, stored
from tests.browser.server import Server


def test_another_try_finds_none_of_the_first_ones_work(server: Server) -> None:
    first = give_plan(server, 1)
    server.start_afresh()
    assert give_plan(server, 1) == first, "a new assignment, not refused for the one of the first try"
    assert stored(server, first).rev == 0
