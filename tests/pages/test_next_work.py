"""What comes after a plan: where a plan may be skipped."""

import pytest
from streamlit.testing.v1 import AppTest


def _a_plan_that_may_be_skipped(is_sent_back: bool) -> None:
    from dataclasses import replace

    from pages._ui.next_work import offer_skip
    from tests.builders import a_stop, an_itinerary
    from tests.builders import facts as known_facts
    from tests.pages.desks import a_desk

    desk = a_desk(an_itinerary(a_stop("Museum", "10:00", "13:00")), known_facts())
    desk.plan = replace(desk.plan, is_sent_back=is_sent_back)
    offer_skip(desk)


@pytest.mark.parametrize(("is_sent_back", "offered"), [(False, ["Skip it"]), (True, [])])
def test_a_plan_in_progress_may_be_skipped_but_not_one_that_an_expert_sent_back(is_sent_back, offered):
    screen = AppTest.from_function(
        _a_plan_that_may_be_skipped, default_timeout=300, kwargs={"is_sent_back": is_sent_back}
    ).run()
    assert not screen.exception
    assert [button.label for button in screen.button] == offered
