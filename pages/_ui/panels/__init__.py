"""The panels around the day board: bar, side panel, rationale; in review flags, comments and decisions.

Each is a component with its data as a dict.

What goes in: `data` as built by `pages._ui.panel_data`. What comes out: `entries`, two append-only
lists of things with `client` and `seq`: `commands` ({name, value}) and `ops` (edits of texts, as `db.plans.Edit`),
acknowledged in `data["ack"]`.
"""

from collections.abc import Callable
from pathlib import Path
from typing import Any

from pages._ui.component_files import register

_HERE = Path(__file__).parent


def _register(name: str, *scripts: str) -> Any:
    scripts = ("../outbox.js", "ledger.js", *scripts)
    return register(f"plan_{name}", _HERE, html=f"{name}.html", style="panels.css", scripts=scripts)


_BAR = _register("bar", "bar.js")
_SIDE = _register("side", "text_field.js", "evidence.js", "findings.js", "what_if.js", "side.js")
_RATIONALE = _register("rationale", "text_field.js", "rationale.js")
_REVIEW_SIDE = _register(
    "review_side", "text_field.js", "evidence.js", "kept.js", "said.js", "review_side.js"
)
_RETURNED = _register("returned", "kept.js", "said.js", "returned.js")
_DECISION = _register("decision", "kept.js", "decision.js")


def plan_bar(data: dict[str, Any], *, key: str, on_entries: Callable[[], None]) -> None:
    """The bar: plan, days, scores, saved, undo, redo, submit."""
    _mount(_BAR, data, key, on_entries)


def plan_side(data: dict[str, Any], *, key: str, on_entries: Callable[[], None]) -> None:
    """Findings, and what is known of the selected row with its remark and flags."""
    _mount(_SIDE, data, key, on_entries)


def plan_rationale(data: dict[str, Any], *, key: str, on_entries: Callable[[], None]) -> None:
    """The three parts of the rationale."""
    _mount(_RATIONALE, data, key, on_entries)


def review_side(data: dict[str, Any], *, key: str, on_entries: Callable[[], None]) -> None:
    """Flags, comments, findings and evidence beside a submission; the keys that walk through what changed."""
    _mount(_REVIEW_SIDE, data, key, on_entries)


def plan_returned(data: dict[str, Any], *, key: str, on_entries: Callable[[], None]) -> None:
    """Flags, comments and corrections of a plan that came back to its annotator."""
    _mount(_RETURNED, data, key, on_entries)


def review_decision(data: dict[str, Any], *, key: str, on_entries: Callable[[], None]) -> None:
    """The decisions in one bar."""
    _mount(_DECISION, data, key, on_entries)


def _mount(component: Any, data: dict[str, Any], key: str, on_entries: Callable[[], None]) -> None:
    component(
        key=key,
        data=data,
        default={"entries": {"ops": [], "commands": []}},
        on_entries_change=on_entries,
    )
