"""How the address stood when the page lost its server.

A new server is told that, so that a person goes on where they were.

Streamlit sends a new server the query of its own last change of address. Day and row, which the side panel writes there
as the hands move, are not in it.
"""

from pathlib import Path
from urllib.parse import parse_qsl

from pages._ui.component_files import register

_ADDRESS = register(
    "address", Path(__file__).parent, html="address.html", style="address.css", scripts=("../outbox.js", "address.js")
)  # fmt: skip


def query_when_lost() -> dict[str, str]:
    """The query of the address when this page last lost its server; empty where it lost none. Nothing is seen of it."""
    said = _ADDRESS(key="address", default={"query": ""}, on_query_change=lambda: None)
    return dict(parse_qsl(str(said.query)))
