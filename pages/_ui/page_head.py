"""What every list screen begins with: where you are, and what it is for; and texts from data made safe."""

import re
from datetime import UTC, datetime, tzinfo
from html import escape
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import streamlit as st

SECTION_STYLE = """<style>
.page-section{font-size:.95rem;font-weight:600;margin:.4rem 0 0;padding:0}
.page-section small{font-weight:400;opacity:.7;font-size:.85rem;margin-left:.5em}
</style>"""
"""For a screen without a `page_head`, which brings it along."""
STYLE = """<style>
[data-testid="stMainBlockContainer"]{max-width:1400px}
.page-head{margin:0 0 .2rem}
.page-head h1{font-size:1.35rem;line-height:1.25;font-weight:650;margin:0;padding:0}
.page-head p{margin:.15rem 0 0;font-size:.9rem;opacity:.72;max-width:62em}
</style>"""
_MARKDOWN = re.compile(r"([\\`*_{}\[\]()#+\-.!|~<>$:&])")


def page_head(title: str, sub: str = "") -> None:
    """The title of a screen and one sentence under it; both are plain text."""
    below = f"<p>{escape(sub)}</p>" if sub else ""
    st.html(f'{STYLE}{SECTION_STYLE}<div class="page-head"><h1>{escape(title)}</h1>{below}</div>')


def section(title: str, note: str = "") -> None:
    """A heading inside a screen with a quiet note beside it; both are plain text."""
    small = f"<small>{escape(note)}</small>" if note else ""
    st.html(f'<h2 class="page-section">{escape(title)}{small}</h2>')


def plain(text: object) -> str:
    """A text from data as markdown that shows just that text: no markup, icon, formula or link in it works."""
    return _MARKDOWN.sub(r"\\\1", " ".join(str(text).split()))


def when(at: datetime | None) -> str:
    """An instant as the reader's clock shows it: `12 Nov 14:20`; `never` for None."""
    if at is None:
        return "never"
    zone = reader_zone()
    local = at.astimezone(zone)
    year = "" if local.year == datetime.now(zone).year else f" {local.year}"
    return f"{local.day} {local:%b}{year} {local:%H:%M}{' UTC' if zone is UTC else ''}"


def reader_zone() -> tzinfo:
    """The time zone of the reader's browser, UTC where it does not say one; every screen shows instants in it."""
    name = st.context.timezone
    if not name:
        return UTC
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError):
        return UTC


def count(number: int, noun: str, plural: str | None = None) -> str:
    """`1 plan`, `12 plans`."""
    return f"{number:,} {noun if number == 1 else plural or noun + 's'}"
