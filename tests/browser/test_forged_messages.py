"""A page that is made to send what its person may not do: the server takes each message for what its sender may do.

The messages are Streamlit's own, as a browser sent them, with other plans in them or through another person's connection.
"""

import json
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect
from streamlit.proto.BackMsg_pb2 import BackMsg

from annotate.workflow import State
from db import plans, reviews
from db.flags import flags_of
from db.people import list_people
from db.session import open_session
from tests.browser.annotating import (
    ANNOTATOR,
    EXPERT,
    SLOW_MS,
    decide,
    fill_the_rest,
    give_plan,
    is_saved,
    open_plan,
    state_becomes,
    stored,
    stored_times,
    type_time,
)
from tests.browser.server import Server
from tests.browser.steps import settle, sign_in

SOMEBODY_ELSE = "Ananya Rao, demo"
KEEP_SOCKETS = """window.sockets = [];
window.WebSocket = class extends window.WebSocket { constructor(...all) { super(...all); window.sockets.push(this); } };"""
SEND = "(bytes) => window.sockets.filter((one) => one.readyState === 1).at(-1).send(new Uint8Array(bytes))"


@pytest.fixture
def sent(page: Page) -> list[BackMsg]:
    """The messages that the page has sent to the server, in order."""
    messages: list[BackMsg] = []

    def note(payload: bytes | str) -> None:
        if isinstance(payload, bytes):
            messages.append(BackMsg.FromString(payload))

    page.on("websocket", lambda socket: socket.on("framesent", note))
    page.add_init_script(KEEP_SOCKETS)
    return messages


def widgets_of(message: BackMsg) -> dict[str, Any]:
    """The values of our components in a message, by the component's key."""
    return {
        one.id.rpartition("-")[2]: json.loads(one.json_value)
        for one in message.rerun_script.widget_states.widgets
        if one.json_value
    }


def last_with(sent: list[BackMsg], component: str, entries: str) -> BackMsg:
    """The last message in which a component sent something in one of its lists."""
    return next(
        one for one in reversed(sent) if widgets_of(one).get(component, {}).get("entries", {}).get(entries)
    )


def forge(message: BackMsg, component: str, change: Callable[[dict[str, Any]], None]) -> BackMsg:
    """The same message with another value of a component."""
    forged = BackMsg()
    forged.CopyFrom(message)
    for widget in forged.rerun_script.widget_states.widgets:
        if widget.id.endswith(f"-{component}"):
            value = json.loads(widget.json_value)
            change(value)
            widget.json_value = json.dumps(value)
    return forged


def send(page: Page, message: BackMsg) -> None:
    """Send a message over the page's own connection and wait until it was dealt with."""
    page.evaluate(SEND, list(message.SerializeToString()))
    page.wait_for_timeout(1_500)
    settle(page)


def hand_in(server: Server, idx: int, name: str = ANNOTATOR) -> int:
    plan = give_plan(server, idx, name)
    fill_the_rest(server, plan, name)
    with open_session(write=True, url=server.database_url) as session:
        person = next(one for one in list_people(session) if one.name == name)
        assert isinstance(plans.submit(session, person.id, plan), plans.Submitted)
    return plan


def test_a_forged_edit_changes_no_plan_of_somebody_else_and_none_that_was_handed_in(
    page: Page, server: Server, sent: list[BackMsg]
) -> None:
    own, handed_in, theirs = give_plan(server, 4), hand_in(server, 6), give_plan(server, 8, SOMEBODY_ELSE)
    fill_the_rest(server, theirs, SOMEBODY_ELSE)
    others = ((handed_in, ANNOTATOR), (theirs, SOMEBODY_ELSE))
    before = [stored(server, *one).itinerary for one in others]
    open_plan(page, server, own)
    type_time(page, "d1.s1", "start", "0930")
    is_saved(page)
    real = last_with(sent, "day_board", "ops")
    for seq, plan in enumerate((handed_in, theirs, 999_999), start=1):

        def name_another(value: dict[str, Any], plan: int = plan, seq: int = seq) -> None:
            value["entries"]["ops"][0] |= {"plan": str(plan), "client": "forged", "seq": seq, "base_rev": 0}

        send(page, forge(real, "day_board", name_another))
    assert [stored(server, *one).itinerary for one in others] == before
    assert stored_times(server, own)["d1.s1"][0] == "09:30"
    page.reload()
    expect(page.locator("section.board")).to_be_visible(timeout=SLOW_MS)
    type_time(page, "d1.s1", "start", "0935")  # the honest page goes on
    is_saved(page)


def test_a_decision_of_an_expert_sent_by_the_annotator_decides_nothing(
    page: Page, server: Server, sent: list[BackMsg]
) -> None:
    reviewed, waiting = hand_in(server, 2), hand_in(server, 5)
    sign_in(page, server, f"/review-plan?plan={reviewed}", name=EXPERT)
    decide(page, "retain as it is")
    state_becomes(page, server, reviewed, State.APPROVED)
    real = last_with(sent, "review_decision", "commands")

    def name_another(value: dict[str, Any]) -> None:
        value["entries"]["commands"] = [
            {"plan": str(waiting), "client": "forged", "seq": 1, "name": "flag",
             "value": {"row": None, "kind": "other", "text": "Forged."}},
            {"plan": str(waiting), "client": "forged", "seq": 2, "name": "decide",
             "value": {"decision": "retain as it is", "why": ""}},
        ]  # fmt: skip

    forged = forge(real, "review_decision", name_another)
    forged.rerun_script.query_string = f"plan={waiting}"
    page.context.clear_cookies()
    sign_in(page, server, "/my-plans", name=ANNOTATOR)
    send(page, forged)
    expect(page.get_by_text("This page is not for you")).to_be_visible(timeout=SLOW_MS)
    with open_session(write=False, url=server.database_url) as session:
        waits = next(one for one in reviews.queue(session) if one.annotation_id == waiting)
        assert (waits.state, waits.held_by) == (State.SUBMITTED, None)
        assert reviews.decisions_of(session, waiting) == () and flags_of(session, waiting) == ()

    page.context.clear_cookies()  # the same message is good in the hands of an expert
    sign_in(page, server, f"/review-plan?plan={waiting}", name=EXPERT)
    expect(page.locator("section.board .block").first).to_be_visible(timeout=SLOW_MS)
    send(page, forged)
    state_becomes(page, server, waiting, State.APPROVED)
