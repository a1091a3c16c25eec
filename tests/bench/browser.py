"""The browser of the measurements: when a key was pressed, when what it changed was on the screen."""

from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

from tests.bench.servers import Running
from tests.browser.chromium import HOW_TO_GET_ONE, find_chromium
from tests.browser.steps import choose_person, settle

SLOWEST_PAINT_MS = 20_000
SIZE = {"width": 1440, "height": 900}
BAR, BOARD, RESULT = ".st-key-plan_bar", ".st-key-day_board", ".st-key-result"

# A component draws in a shadow root inside its element. Painted means: the frame that holds the change is drawn,
# which is when the first task after an animation frame runs.
_SHARED = """
  const rootOf = (host) => [...host.querySelectorAll('*')].map((node) => node.shadowRoot).find(Boolean) || host;
  const whenPainted = (act) => requestAnimationFrame(() => {
    const channel = new MessageChannel();
    channel.port1.onmessage = act;
    channel.port2.postMessage(null);
  });
"""
_WATCH_ENTER = f"""(selector) => {{ {_SHARED}
  const read = () => {{
    const root = rootOf(document.querySelector(selector));
    const scores = [...root.querySelectorAll('[data-score]')];
    return scores.length ? scores.map((node) => node.textContent).join('|') : root.textContent;
  }};
  const watch = window.benchWatch = {{ pressed: null, painted: null, waits: false, before: null }};
  window.addEventListener('keydown', (event) => {{
    if (event.key === 'Enter') Object.assign(watch, {{ pressed: event.timeStamp, painted: null, waits: true, before: read() }});
  }}, true);
  const look = () => {{
    if (!watch.waits || read() === watch.before) return;
    watch.waits = false;
    whenPainted(() => {{ watch.painted = performance.now(); }});
  }};
  const host = document.querySelector(selector);
  for (const root of new Set([document.body, rootOf(host)])) {{
    new MutationObserver(look).observe(root, {{ childList: true, subtree: true, characterData: true }});
  }}
}}"""
_WATCH_OPEN = f"""(() => {{ {_SHARED}
  const [host, wanted] = WANTED;
  const look = () => {{
    const found = document.querySelector(host);
    if (found && rootOf(found).querySelector(wanted)) whenPainted(() => {{ window.benchOpened = performance.now(); }});
    else requestAnimationFrame(look);
  }};
  look();
}})()"""

_WATCH_DRAWN = f"""(() => {{ {_SHARED}
  const wanted = WANTED;
  const every = (selector, isDrawn) => [...document.querySelectorAll(selector)].every(isDrawn);
  const hasContent = (host) => {{
    const root = host.shadowRoot || host;
    return (root.querySelector('.frame') || root).childElementCount > 0;
  }};
  const look = () => {{
    if (document.querySelector('[data-test-script-state="notRunning"]') && document.querySelector(wanted)
        && !document.querySelector('[data-testid^="stSkeleton"]')
        && every('[data-testid="stVegaLiteChart"]', (chart) => chart.querySelector('canvas, svg'))
        && every('[data-testid^="stBidiComponent"]', hasContent))
      whenPainted(() => {{ window.benchOpened = performance.now(); }});
    else requestAnimationFrame(look);
  }};
  look();
}})()"""


@contextmanager
def chromium() -> Iterator[Browser]:
    """A Chromium without a window. Raises RuntimeError where there is none."""
    path = find_chromium()
    if path is None:
        raise RuntimeError(HOW_TO_GET_ONE)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path)
        try:
            yield browser
        finally:
            browser.close()


def new_context(browser: Browser) -> BrowserContext:
    """A person's browser: no cookies yet, 1440 x 900."""
    return browser.new_context(viewport=SIZE, locale="en-GB")


def plan_address(server: Running, annotation_id: int) -> str:
    """Where the annotate screen of a plan is."""
    return f"{server.address}/annotate?plan={annotation_id}"


def sign_in(context: BrowserContext, server: Running, person: str, annotation_id: int) -> Page:
    """The annotate screen of a plan, as a person who has just signed in sees it."""
    page = context.new_page()
    page.goto(plan_address(server, annotation_id))
    page.wait_for_url("**/sign-in*")
    choose_person(page, name=person)
    page.locator(f"{BOARD} .row input").first.wait_for()
    settle(page)
    return page


def open_one_widget(context: BrowserContext, server: Running) -> Page:
    """The page with one widget."""
    page = context.new_page()
    page.goto(server.address)
    page.locator(".st-key-minute input").wait_for()
    settle(page)
    return page


def watch_enter(page: Page, host: str) -> None:
    """From now on note when Enter is pressed and when the texts under `host` have changed on the screen."""
    page.evaluate(_WATCH_ENTER, host)


def enter_to_paint_ms(page: Page) -> float:
    """Milliseconds from the last Enter to the changed texts on the screen."""
    page.wait_for_function("window.benchWatch.painted !== null", polling=10, timeout=SLOWEST_PAINT_MS)
    took: float = page.evaluate("window.benchWatch.painted - window.benchWatch.pressed")
    return took


def open_ms(context: BrowserContext, address: str, host: str, wanted: str) -> float:
    """Milliseconds from the start of the navigation until `wanted` inside `host` is on the screen."""
    return _opened_ms(context, address, _WATCH_OPEN.replace("WANTED", repr([host, wanted])))


def drawn_ms(context: BrowserContext, address: str, wanted: str) -> float:
    """Milliseconds from the start of the navigation until the screen's script has ended, `wanted` is there and every
    chart and table is drawn.
    """
    return _opened_ms(context, address, _WATCH_DRAWN.replace("WANTED", repr(wanted)))


def _opened_ms(context: BrowserContext, address: str, script: str) -> float:
    page = context.new_page()
    page.add_init_script(script)
    page.goto(address)
    page.wait_for_function("window.benchOpened !== undefined", polling=10, timeout=SLOWEST_PAINT_MS)
    took: float = page.evaluate("window.benchOpened")
    settle(page)
    page.close()
    return took
