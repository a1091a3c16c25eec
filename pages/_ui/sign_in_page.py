"""The sign-in as HTML: no script, no file from elsewhere, light and dark as the reader's system says."""

from dataclasses import dataclass
from html import escape
from urllib.parse import urlencode

STYLE = """
:root{color-scheme:light dark;--bg:#fbfaf7;--panel:#fff;--line:#e4e1da;--ink:#22262b;--mute:#63686f;
--accent:#0b6e69;--soft:#d7ecea;--on:#fff;--bad:#a3261c}
@media (prefers-color-scheme:dark){:root{
--bg:#16181b;--panel:#1d2024;--line:#32363c;--ink:#e8e6e1;--mute:#9aa0a8;
--accent:#4db6ac;--soft:#1f3b39;--on:#0d1f1e;--bad:#f0958c}}
*{box-sizing:border-box}
body{margin:0;background:var(--bg);color:var(--ink);
font:15px/1.45 system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans",sans-serif}
main{max-width:760px;margin:0 auto;padding:9vh 24px 48px}
h1{font-size:24px;font-weight:650;margin:0 0 4px;letter-spacing:-.01em}
h2{font-size:12px;font-weight:600;color:var(--mute);margin:28px 0 8px;letter-spacing:.03em}
p{margin:0;color:var(--mute)}
ul{list-style:none;margin:0;padding:0;display:grid;gap:8px;grid-template-columns:repeat(auto-fill,minmax(216px,1fr))}
button{display:block;width:100%;text-align:left;font:inherit;color:inherit;background:var(--panel);cursor:pointer;
border:1px solid var(--line);border-radius:8px;padding:10px 14px}
button:hover{border-color:var(--accent);background:var(--soft)}
button:focus-visible,a:focus-visible{outline:2px solid var(--accent);outline-offset:2px}
form.fields{display:grid;gap:14px;max-width:360px;margin:24px 0 28px}
label{display:grid;gap:4px;font-size:13px;color:var(--mute)}
input{font:inherit;color:var(--ink);background:var(--panel);border:1px solid var(--line);border-radius:8px;padding:9px 12px}
input:focus-visible{outline:2px solid var(--accent);outline-offset:1px}
button.go{background:var(--accent);border-color:var(--accent);color:var(--on);text-align:center;font-weight:600}
button.go:hover{background:var(--accent);filter:brightness(1.08)}
.problem{color:var(--bad);border-left:3px solid var(--bad);padding:2px 0 2px 12px;margin:18px 0 0;max-width:44em}
.way{margin:18px 0}
button b{display:block;font-weight:600}
button small{color:var(--mute);font-size:12.5px}
footer{margin-top:36px;padding-top:14px;border-top:1px solid var(--line);font-size:13px;color:var(--mute)}
a{color:var(--accent)}
"""


@dataclass(frozen=True)
class Choices:
    """The ways in. ``groups`` holds the demo people as (heading, [(id, name, roles)])."""

    groups: list[tuple[str, list[tuple[str, str, str]]]]
    asks_password: bool = False
    openid_path: str | None = None
    first_lead_path: str | None = None


def sign_in_page(choices: Choices, wanted: str, *, typed: str = "", problem: str = "") -> str:
    """Return the page with the ways in; ``wanted`` is the checked path to go on to. Everything is escaped here."""
    going_on = "" if wanted == "/" else " Then you go on to the page you asked for."
    if choices.first_lead_path:
        return _page(
            "Sign in",
            "<h1>Gold Itinerary Workbench</h1><p>Nobody has an account here yet.</p>"
            f'<p class="way"><a href="{choices.first_lead_path}">Create the first lead</a></p>',
        )
    opening = "Choose who you are." if choices.groups and not choices.asks_password else "Sign in."
    said = f'<p class="problem" role="alert">{escape(problem)}</p>' if problem else ""
    ways = [said]
    hidden = f'<input type="hidden" name="next" value="{escape(wanted)}">'
    if choices.asks_password:
        ways.append(
            f'<form class="fields" method="post" action="/sign-in">{hidden}'
            + field("name", "Code or e-mail", value=typed, autocomplete="username")
            + field("password", "Password", kind="password", autocomplete="current-password")
            + '<button class="go">Sign in</button></form>'
        )
    if choices.openid_path:
        going = f"?{urlencode({'next': wanted})}" if wanted != "/" else ""
        ways.append(
            f'<p class="way"><a href="{choices.openid_path}{escape(going)}">'
            "Sign in with your organisation’s account</a></p>"
        )
    notes = []
    if choices.groups:
        heading = "<p>Or choose a demo user:</p>" if choices.asks_password or choices.openid_path else ""
        ways.append(
            f'<form method="post" action="/sign-in">{hidden}{heading}{_people(choices.groups)}</form>'
        )
        notes.append("Demo users have no password.")
    notes.append("You stay signed in on this browser for 14 days.")
    return _page(
        "Sign in",
        f"<h1>Gold Itinerary Workbench</h1><p>{opening}{going_on}</p>{''.join(ways)}"
        f"<footer>{' '.join(notes)}</footer>",
    )


def _people(groups: list[tuple[str, list[tuple[str, str, str]]]]) -> str:
    return "".join(
        f"<h2>{escape(heading)}</h2><ul>"
        + "".join(
            f'<li><button name="person" value="{escape(person_id)}"><b>{escape(name)}</b>'
            f"<small>{escape(roles)}</small></button></li>"
            for person_id, name, roles in rows
        )
        + "</ul>"
        for heading, rows in groups
    )


def field(name: str, label: str, *, kind: str = "text", value: str = "", autocomplete: str = "off") -> str:
    """Return a labelled input."""
    return (
        f'<label>{escape(label)}<input name="{name}" type="{kind}" value="{escape(value)}" '
        f'autocomplete="{autocomplete}" required></label>'
    )


def hidden_field(name: str, value: str) -> str:
    """Return an input that is sent but not shown."""
    return f'<input type="hidden" name="{name}" value="{escape(value)}">'


def form_page(title: str, opening: str, action: str, fields: str, button: str, *, problem: str = "") -> str:
    """Return a page with one form; ``fields`` is HTML from `field`, all other texts are plain."""
    said = f'<p class="problem" role="alert">{escape(problem)}</p>' if problem else ""
    return _page(
        title,
        f"<h1>{escape(title)}</h1><p>{escape(opening)}</p>{said}"
        f'<form class="fields" method="post" action="{action}">{fields}'
        f'<button class="go">{escape(button)}</button></form>',
    )


def refusal_page(sentence: str, sign_in_path: str) -> str:
    """Return the page that says why a sign-in was refused."""
    return _page(
        "Not signed in",
        f"<h1>You are not signed in</h1><p>{escape(sentence)}</p>"
        f'<footer><a href="{sign_in_path}">Open the sign-in</a></footer>',
    )


def unavailable_page(sentence: str, path: str) -> str:
    """Return the page that says why ``path`` cannot be answered now; both are plain text."""
    return _page(
        "Not now",
        f"<h1>The workbench cannot answer now</h1><p>{escape(sentence)}</p>"
        f'<footer><a href="{escape(path)}">Try again</a></footer>',
    )


def _page(title: str, body: str) -> str:
    return (
        '<!doctype html><html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width,initial-scale=1">'
        f"<title>{title} · Gold Itinerary Workbench</title><style>{STYLE}</style></head>"
        f"<body><main>{body}</main></body></html>"
    )
