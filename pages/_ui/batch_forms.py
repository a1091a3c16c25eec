"""Forms of the lead: make a batch of queries, share it out, give one query by hand, say who knows which cities."""

from collections.abc import Callable, Sequence
from datetime import date

import streamlit as st

from annotate.errors import WorkbenchError
from annotate.permissions import Role
from annotate.sharing import Sharing
from db import assignments, batches
from db.batches import BatchKind, BatchView
from db.people import Person
from db.queries import QueryLine
from db.session import open_session
from pages._ui.page_head import count, plain

WAYS = {
    Sharing.EVENLY: "evenly",
    Sharing.BY_LEVEL: "evenly within each level",
    Sharing.BY_CITY: "to who knows the cities",
}
KINDS = {BatchKind.WORK: "work", BatchKind.TRAINING: "training (compared with gold)"}


def done(change: Callable[[], str]) -> bool:
    """Make a change and say what became of it; False with the reason on the screen if it was refused."""
    try:
        said = change()
    except WorkbenchError as error:
        st.error(plain(error))
        return False
    st.toast(said, icon=":material/check:")
    return True


def new_batch(lead: Person, queries: Sequence[QueryLine]) -> None:
    """The form of a new batch. Filters choose among the queries of no open batch, in the order of their numbers."""
    name_at, kind_at, due_at, overlap_at = st.columns([2, 1.6, 1.2, 1], vertical_alignment="bottom")
    name = name_at.text_input("Name", key="batch-name", placeholder="May, Rajasthan")
    kind = kind_at.selectbox("For", list(KINDS), format_func=KINDS.__getitem__, key="batch-kind")
    due_on = due_at.date_input("Due", value=None, key="batch-due", format="YYYY-MM-DD")
    overlap = overlap_at.number_input(
        "Annotators each",
        1,
        batches.MOST_OVERLAP,
        1,
        key="batch-overlap",
        disabled=kind is BatchKind.TRAINING,
    )
    training = kind is BatchKind.TRAINING
    free = [one for one in queries if one.batch is None and one.has_gold == training]
    chosen = _chosen(free)
    gold = [] if training else [one for one in queries if one.has_gold]
    gold_at, every_at, button_at = st.columns([3, 1, 1.2], vertical_alignment="bottom")
    hidden = gold_at.multiselect(
        "Hidden gold items",
        gold,
        format_func=_label,
        key="batch-gold",
        placeholder="none" if gold else "no query with a gold plan wants times",
        disabled=not gold,
    )
    every = every_at.number_input("One behind", 1, 50, 10, key="batch-gold-every", disabled=not hidden)
    if not button_at.button(
        f"Make it of {count(len(chosen), 'query', 'queries')}",
        type="primary",
        key="make-batch",
        width="stretch",
        disabled=not chosen,
    ):
        return

    def make() -> str:
        with open_session(write=True) as session:
            batches.make_batch(
                session,
                lead.id,
                name or "",
                query_ids=[one.query_id for one in chosen],
                kind=kind,
                overlap=int(overlap),
                due_on=due_on if isinstance(due_on, date) else None,
                gold_every=int(every) if hidden else None,
                gold_query_ids=[one.query_id for one in hidden],
            )
        return f"Batch {name} made."

    if done(make):
        st.rerun()


def _chosen(free: Sequence[QueryLine]) -> list[QueryLine]:
    level_at, days_at, city_at, most_at = st.columns([1.4, 1.2, 2.2, 1], vertical_alignment="bottom")
    levels = level_at.multiselect(
        "Level", sorted({one.level for one in free if one.level}), key="batch-levels", placeholder="any"
    )
    days = days_at.multiselect(
        "Days", sorted({one.days for one in free}), key="batch-days", placeholder="any"
    )
    cities = city_at.multiselect(
        "City",
        sorted({city for one in free for city in one.destinations}),
        key="batch-cities",
        placeholder="any",
    )
    fit = [
        one
        for one in free
        if (not levels or one.level in levels)
        and (not days or one.days in days)
        and (not cities or set(cities) & set(one.destinations))
    ]
    most = most_at.number_input(f"At most (of {len(fit)})", 0, value=len(fit), key="batch-most")
    return fit[: int(most)]


def share_batch(lead: Person, batch: BatchView, people: Sequence[Person]) -> None:
    """Share a batch out, change its due date and overlap, close it."""
    who_at, way_at, button_at = st.columns([3, 1.6, 1], vertical_alignment="bottom")
    who = who_at.multiselect(
        "Annotators", people, default=list(people), format_func=lambda one: one.label, key=f"share-{batch.id}"
    )
    training = batch.kind is BatchKind.TRAINING
    way = way_at.selectbox(
        "How", list(WAYS), format_func=WAYS.__getitem__, key=f"way-{batch.id}", disabled=training
    )
    if button_at.button("Share out", type="primary", key=f"share-out-{batch.id}", width="stretch"):

        def share() -> str:
            with open_session(write=True) as session:
                made = assignments.assign_batch(session, lead.id, batch.id, [one.id for one in who], way)
            return f"{count(len(made), 'plan')} given out."

        if done(share):
            st.rerun()
    due_at, overlap_at, save_at, close_at, _ = st.columns([1.2, 1, 0.8, 1, 2], vertical_alignment="bottom")
    due_on = due_at.date_input("Due", value=batch.due_on, key=f"due-{batch.id}", format="YYYY-MM-DD")
    overlap = overlap_at.number_input(
        "Annotators each",
        1,
        batches.MOST_OVERLAP,
        batch.overlap,
        key=f"overlap-{batch.id}",
        disabled=training,
    )
    if save_at.button("Save", key=f"save-{batch.id}", width="stretch"):

        def save() -> str:
            with open_session(write=True) as session:
                if due_on != batch.due_on:
                    batches.set_due_date(
                        session, lead.id, batch.id, due_on if isinstance(due_on, date) else None
                    )
                if int(overlap) != batch.overlap:
                    batches.set_overlap(session, lead.id, batch.id, int(overlap))
            return "Saved."

        if done(save):
            st.rerun()
    if close_at.button("Close the batch", key=f"close-{batch.id}", help="Who has a plan of it goes on."):

        def close() -> str:
            with open_session(write=True) as session:
                batches.close_batch(session, lead.id, batch.id)
            return "Closed."

        if done(close):
            st.rerun()


def assign_by_hand(lead: Person, queries: Sequence[QueryLine], people: Sequence[Person]) -> None:
    """Give one query to one annotator."""
    query_at, who_at, due_at, button_at = st.columns([3, 2, 1.2, 1], vertical_alignment="bottom")
    query = query_at.selectbox(
        "Query", queries, index=None, format_func=_label, key="hand-query", placeholder="set, number or city"
    )
    who = who_at.selectbox(
        "Annotator", people, index=None, format_func=lambda one: one.label, key="hand-who", placeholder="who"
    )
    due_on = due_at.date_input("Due", value=None, key="hand-due", format="YYYY-MM-DD")
    pressed = button_at.button("Assign", key="hand-assign", width="stretch", disabled=not (query and who))
    if not pressed or query is None or who is None:
        return

    def give() -> str:
        with open_session(write=True) as session:
            assignments.assign(
                session, lead.id, query.query_id, who.id, due_on=due_on if isinstance(due_on, date) else None
            )
        return f"{query.set_name} {query.idx} is {who.name}'s."

    if done(give):
        st.rerun()


def cities_form(lead: Person, people: Sequence[Person], known: dict[int, dict[str, str]]) -> None:
    """Which cities an annotator knows."""
    who_at, cities_at, button_at = st.columns([1.6, 3.4, 1], vertical_alignment="bottom")
    if not people:
        who_at.caption("Nobody annotates yet.")
        return
    who = who_at.selectbox("Annotator", people, format_func=lambda one: one.label, key="knows-who")
    cities = cities_at.text_input(
        "Cities, with commas between",
        value=", ".join(known.get(who.id, {}).values()),
        key=f"knows-{who.id}",
        placeholder="Jaipur, Udaipur",
    )
    if button_at.button("Save", key="knows-save", width="stretch"):

        def save() -> str:
            with open_session(write=True) as session:
                batches.set_cities(session, lead.id, who.id, (cities or "").split(","))
            return "Saved."

        if done(save):
            st.rerun()


def people_who_annotate(people: Sequence[Person]) -> list[Person]:
    """The annotators among some people, in their order."""
    return [one for one in people if Role.ANNOTATOR in one.roles]


def _label(query: QueryLine) -> str:
    return f"{query.set_name} {query.idx} · {query.title} · {query.level or 'no level'}"
