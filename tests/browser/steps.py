"""What a person does on any screen: sign in, wait until the screen has settled."""

from playwright.sync_api import Page

from tests.browser.server import Server

SLOWEST_RUN_MS = 60_000


def settle(page: Page) -> None:
    """Wait until Streamlit has finished drawing the screen."""
    page.locator('[data-test-script-state="notRunning"]').wait_for(state="attached", timeout=SLOWEST_RUN_MS)


def choose_person(page: Page, *, role: str = "annotator", name: str | None = None) -> str:
    """On the sign-in page choose the named person, else the first who has just this role; return the name."""
    cards = page.locator("button[name=person]")
    card = cards.filter(
        has=page.locator(f'b:text-is("{name}")' if name else f'small:text-is("{role}")')
    ).first
    chosen = card.locator("b").inner_text()
    card.click()
    settle(page)
    return chosen


def sign_in(
    page: Page, server: Server, wanted: str = "/", *, role: str = "annotator", name: str | None = None
) -> str:
    """Open ``wanted`` as a stranger, choose a person on the sign-in, arrive there; return the name."""
    page.goto(server.address + wanted)
    page.wait_for_url("**/sign-in*")
    return choose_person(page, role=role, name=name)
