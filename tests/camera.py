"""What every picture of the README has in common: the window, the language, the time zone, and how small it is kept."""

from io import BytesIO
from pathlib import Path

from PIL import Image
from playwright.sync_api import Browser, Page

from tests.browser.server import Server
from tests.browser.steps import settle, sign_in

LARGEST_BYTES = 250_000
"""A picture in the README costs every reader its download."""
COLOURS = 256
"""A screen has few colours: a palette makes its picture a third as large."""
WINDOW = {"width": 1440, "height": 900}
SLOW_MS = 60_000


class Camera:
    """Opens screens as somebody and takes pictures of them into `folder`; `taken` has their paths in order."""

    def __init__(self, browser: Browser, folder: Path) -> None:
        self.browser, self.folder = browser, folder
        self.taken: list[Path] = []

    def open(self, server: Server, address: str, name: str, theme: str = "light") -> Page:
        """A new window of the named person at an address of the server."""
        context = self.browser.new_context(
            viewport=WINDOW,  # type: ignore[arg-type]
            locale="en-GB",
            timezone_id="Asia/Kolkata",
            color_scheme="dark" if theme == "dark" else "light",
            reduced_motion="reduce",
        )
        page = context.new_page()
        page.set_default_timeout(SLOW_MS)
        sign_in(page, server, address, name=name)
        return page

    def take(self, page: Page, name: str) -> None:
        """Write `name`.png once the screen has come to rest."""
        settle(page)
        page.mouse.move(WINDOW["width"] - 1, WINDOW["height"] - 1)
        page.wait_for_timeout(1200)
        settle(page)
        path = self.folder / f"{name}.png"
        taken = Image.open(BytesIO(page.screenshot(animations="disabled", caret="hide"))).convert("RGB")
        taken.quantize(COLOURS, dither=Image.Dither.NONE).save(path, optimize=True)
        self.taken.append(path)
