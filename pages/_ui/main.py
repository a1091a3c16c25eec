"""The page list: every screen stands here once, shown to the roles it is for.

A screen that is not for somebody stays reachable by its address, where it refuses by itself and says why.
"""

from html import escape
from pathlib import Path

import streamlit as st

from annotate.permissions import SCREENS as ROLES
from db.notices import count_unread
from db.people import Person
from db.session import open_session
from pages._ui.openid import show_openid_page
from pages._ui.openid_settings import OPENID_PAGE, is_configured
from pages._ui.page_head import count
from pages._ui.session import look_up_person
from pages._ui.sign_in import SIGN_OUT_PATH

PAGES = Path(__file__).resolve().parents[1]
ACCOUNT, NOTICES, REVIEW_PLAN = "account", "notices", "review-plan"
"""Reached by the name and the bell in the bar and from the queue, so they take no room among the pages."""


# group, file, address, title, icon (plain tuples: this file runs again at every click)
_SCREENS = (
    ("", "annotators/start.py", "start", "Start", "home"),
    ("Annotate", "annotators/my_plans.py", "my-plans", "My plans", "list_alt"),
    ("Annotate", "annotators/annotate_plan.py", "annotate", "Annotate a plan", "edit_calendar"),
    ("Annotate", "annotators/my_figures.py", "my-figures", "My figures", "insights"),
    ("Review", "experts/review_queue.py", "review", "Review queue", "rate_review"),
    ("Review", "experts/review_plan.py", REVIEW_PLAN, "Review a plan", "fact_check"),
    ("Review", "experts/adjudicate.py", "adjudicate", "Adjudicate", "merge"),
    ("Lead", "leads/assign_work.py", "assign", "Assign work", "assignment_ind"),
    ("Lead", "leads/quality.py", "quality", "Quality", "monitoring"),
    ("Lead", "leads/import_data.py", "import", "Import data", "upload_file"),
    ("Lead", "leads/model_sets.py", "model-sets", "Model sets", "smart_toy"),
    ("Lead", "leads/release_gold.py", "release", "Release gold", "workspace_premium"),
    ("Lead", "leads/print_reports.py", "reports", "Reports", "print"),
    ("Lead", "leads/manage_people.py", "people", "People", "group"),
    ("Look up", "annotators/explore_reference.py", "reference", "Reference data", "travel_explore"),
    ("Look up", "annotators/read_guidelines.py", "guidelines", "Guidelines", "menu_book"),
    ("", "annotators/notices.py", NOTICES, "Notices", "notifications"),
    ("", "annotators/my_account.py", ACCOUNT, "My account", "account_circle"),
)
SCREENS = tuple((*screen, tuple(sorted(ROLES[screen[2]]))) for screen in _SCREENS)
"""The screens with the roles that each opens for: group, file, address, title, icon, roles."""
# Up to this many pages stand beside each other in the bar; more are folded into their groups.
MOST_UNGROUPED_PAGES = 6
ONE_DAY_S = 24 * 60 * 60
ICON = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">'
    '<rect width="32" height="32" rx="7" fill="#0b6e69"/>'
    '<path d="M7 10h12M11 16h14M7 22h9" stroke="#fff" stroke-width="3.4" stroke-linecap="round"/></svg>'
)
STYLE = """<style>
[data-testid="stMainBlockContainer"]{padding-left:1.75rem;padding-right:1.75rem}
.st-key-signed-in{position:fixed;top:.95rem;right:3.6rem;width:auto;z-index:999991;pointer-events:none}
.st-key-signed-in p{margin:0;font-size:.85rem;line-height:2.2;white-space:nowrap;pointer-events:auto}
.st-key-signed-in a{color:inherit}
.st-key-signed-in span{opacity:.7}
.bell{text-decoration:none}
.bell i{font:normal 1.15rem/1 "Material Symbols Rounded";vertical-align:-.22em;text-decoration:none}
.bell b{background:#b3261e;color:#fff;border-radius:.7em;padding:.05em .45em;font-size:.75rem;margin-left:.1em}
@media (max-width:1200px){.st-key-signed-in span{display:none}}
</style>"""
# White on the light accent of the dark theme is hard to read.
DARK_STYLE = """<style>
[data-testid="stMainBlockContainer"]{padding-left:1.75rem;padding-right:1.75rem}
:is([data-testid="stBaseButton-primary"],[data-testid="stBaseButton-primaryFormSubmit"]),
:is([data-testid="stBaseButton-primary"],[data-testid="stBaseButton-primaryFormSubmit"]) *{color:#0d1f1e}
</style>"""


def show() -> None:
    """Draw the navigation for whoever is signed in and run the page that was asked for."""
    st.set_page_config(
        page_title="Gold Itinerary Workbench",
        page_icon=ICON,
        layout="wide",
        menu_items={"About": "Gold Itinerary Workbench: travel plans with times filled in by people."},
    )
    person = look_up_person()
    page = st.navigation(_page_list(person), position="top" if person else "hidden")
    st.html(STYLE + (DARK_STYLE if st.context.theme.type == "dark" else ""))
    if person:
        _show_who_is_signed_in(person)
    _come_back_after_a_restart()
    page.run()


@st.fragment(run_every=ONE_DAY_S)
def _come_back_after_a_restart() -> None:
    """Have a page that lost its server ask the next one for a whole run.

    A server that was started anew knows no fragment of the pages that are open, and ignores what is sent from one. A
    page asks for a whole run when it is connected again only if the last run was cut short or of a fragment, or if
    some fragment runs by the clock: this one, which draws nothing.
    """


def _page_list(person: Person | None) -> dict[str, list[st.Page]]:
    roles = person.roles if person else frozenset()
    shown = sum(
        bool(roles & set(for_roles))
        for _, _, address, _, _, for_roles in SCREENS
        if address not in (ACCOUNT, NOTICES, REVIEW_PLAN)
    )
    pages: dict[str, list[st.Page]] = {}
    for group, file, address, title, icon, for_roles in SCREENS:
        page = st.Page(
            PAGES / file,
            title=title,
            icon=f":material/{icon}:",
            url_path=address,
            default=address == "start",
            visibility="visible"
            if roles & set(for_roles) and address not in (ACCOUNT, NOTICES, REVIEW_PLAN)
            else "hidden",
        )
        pages.setdefault(group if shown > MOST_UNGROUPED_PAGES else "", []).append(page)
    if person is None and is_configured():
        pages[""] = [*pages.get("", []), st.Page(show_openid_page, title="Sign in", url_path=OPENID_PAGE)]
    return pages


def _show_who_is_signed_in(person: Person) -> None:
    with st.container(key="signed-in"):
        st.html(
            f'<p><a href="/{ACCOUNT}" target="_self" title="My account"><b>{escape(person.name)}</b></a> '
            f"<span>{escape(', '.join(sorted(person.roles)))}</span> · {_bell(person)} "
            f'· <a href="{SIGN_OUT_PATH}" target="_self">Sign out</a></p>'
        )


def _bell(person: Person) -> str:
    """A link to the notices with the number of those that wait."""
    with open_session(write=False) as session:
        unread = count_unread(session, person.id)
    label = f"{count(unread, 'notice')} to read" if unread else "Notices"
    number = f"<b>{unread}</b>" if unread else ""
    return (
        f'<a class="bell" href="/{NOTICES}" target="_self" title="{label}" aria-label="{label}">'
        f"<i>notifications</i>{number}</a>"
    )


if __name__ == "__main__":
    show()
