"""The scripts and styles of our components, fetched once by the browser instead of sent with every redraw.

Streamlit puts a component's whole script and style into each message that draws it. Ours are served under a name that
holds their hash and may be kept for ever; what Streamlit sends is a few lines that fetch them.
"""

import json
from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any

import streamlit as st
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import BaseRoute, Route

COMPONENTS_PATH = "/components"
_KEPT = {"Cache-Control": "public, max-age=31536000, immutable", "X-Content-Type-Options": "nosniff"}
_served: dict[str, tuple[str, str]] = {}
"""File name -> text and media type of what this process serves."""

_STUB = """
const files = {files};
const [script, style] = await Promise.all([
  import(new URL(files.script, location.origin).href),
  fetch(new URL(files.style, location.origin)).then((answer) => answer.text()),
]);
const sheet = new CSSStyleSheet();
sheet.replaceSync(style);
export default (component) => {{
  const root = component.parentElement.getRootNode();
  if (!root.adoptedStyleSheets.includes(sheet)) root.adoptedStyleSheets.push(sheet);
  return script.default(component);
}};
"""


def register(name: str, folder: Path, *, html: str, style: str, scripts: Sequence[str]) -> Any:
    """Register a component from files of `folder`; the scripts are joined in their order. Gives Streamlit's mount."""

    def read(file: str) -> str:
        return (folder / file).read_text(encoding="utf-8")

    files = {
        "script": _serve(name, "js", "\n".join(read(script) for script in scripts), "text/javascript"),
        "style": _serve(name, "css", read(style), "text/css"),
    }
    return st.components.v2.component(name, html=read(html), js=_STUB.format(files=json.dumps(files)))


def component_routes() -> list[BaseRoute]:
    """The route that the launcher adds for them."""
    return [Route(f"{COMPONENTS_PATH}/{{file}}", _answer, methods=["GET"])]


def _serve(name: str, ending: str, text: str, media_type: str) -> str:
    file = f"{name}-{sha256(text.encode()).hexdigest()[:16]}.{ending}"
    _served[file] = (text, media_type)
    return f"{COMPONENTS_PATH}/{file}"


async def _answer(request: Request) -> Response:
    found = _served.get(request.path_params["file"])
    if found is None:
        return PlainTextResponse("No such file: reload the page.", status_code=404)
    return Response(found[0], media_type=found[1], headers=_KEPT)
