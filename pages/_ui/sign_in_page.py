"""The sign-in as HTML: no script, no file from elsewhere, light and dark as the reader's system says."""

from html import escape

STYLE = """
:root{color-scheme:light dark;--bg:#fbfaf7;--panel:#fff;--line:#e4e1da;--ink:#22262b;--mute:#63686f;
--accent:#0b6e69;--soft:#d7ecea}
@media (prefers-color-scheme:dark){:root{
--bg:#16181b;--panel:#1d2024;--line:#32363c;--ink:#e8e6e1;--mute:#9aa0a8;
--accent:#4db6ac;--soft:#1f3b39}}
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
button b{display:block;font-weight:600}
button small{color:var(--mute);font-size:12.5px}
footer{margin-top:36px;padding-top:14px;border-top:1px solid var(--line);font-size:13px;color:var(--mute)}
a{color:var(--accent)}
"""


def sign_in_page(groups: list[tuple[str, list[tuple[str, str, str]]]], wanted: str) -> str:
    """Return the page on which a person is chosen.

    ``groups`` holds (heading, [(id, name, roles)]); ``wanted`` is the checked path to go on to. Everything
    is escaped here.
    """
    going_on = "" if wanted == "/" else " Then you go on to the page you asked for."
    lists = "".join(
        f"<h2>{escape(heading)}</h2><ul>"
        + "".join(
            f'<li><button name="person" value="{escape(person_id)}"><b>{escape(name)}</b>'
            f"<small>{escape(roles)}</small></button></li>"
            for person_id, name, roles in rows
        )
        + "</ul>"
        for heading, rows in groups
    )
    empty = "" if groups else "<h2>Nobody is registered in this database yet.</h2>"
    return _page(
        "Sign in",
        f"<h1>Gold Itinerary Workbench</h1><p>Choose who you are.{going_on}</p>"
        f'<form method="post" action="/sign-in"><input type="hidden" name="next" value="{escape(wanted)}">'
        f"{lists}{empty}</form>"
        "<footer>These are demo users without passwords. "
        "You stay signed in on this browser for 14 days.</footer>",
    )


def refusal_page(sentence: str, sign_in_path: str) -> str:
    """Return the page that says why a sign-in was refused; ``sentence`` is already escaped."""
    return _page(
        "Not signed in",
        f"<h1>You are not signed in</h1><p>{sentence}</p>"
        f'<footer><a href="{sign_in_path}">Open the sign-in</a></footer>',
    )


def unavailable_page(sentence: str, path: str) -> str:
    """Return the page that says why ``path`` cannot be answered now; ``sentence`` is already escaped."""
    return _page(
        "Not now",
        f"<h1>The workbench cannot answer now</h1><p>{sentence}</p>"
        f'<footer><a href="{path}">Try again</a></footer>',
    )


def _page(title: str, body: str) -> str:
    return (
        '<!doctype html><html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width,initial-scale=1">'
        f"<title>{title} · Gold Itinerary Workbench</title><style>{STYLE}</style></head>"
        f"<body><main>{body}</main></body></html>"
    )
