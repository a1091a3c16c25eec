"""How far the work is: plans by state."""

from annotate.workflow import State
from db.people import Person
from db.quality_plans import Selection
from pages._ui.link_table import Cell, Column, Row, link_table
from pages._ui.quality.behind import ask_behind, asked_behind, show_plans_behind


def show(person: Person, selection: Selection) -> None:
    """Draw the view."""
    by_state = {state: [plan for plan in selection.plans if plan.state is state] for state in State}
    rows = [
        Row(state.value, None, [Cell(state.value), Cell(str(len(plans)), sort=len(plans))])
        for state, plans in by_state.items()
        if plans
    ]
    opened = link_table(
        [Column("State"), Column("Plans", number=True)], rows, key="states", name="Plans by state"
    )
    if opened is not None:
        ask_behind(opened)
    asked = asked_behind()
    if asked in by_state:
        show_plans_behind(person, selection, [plan.annotation_id for plan in by_state[State(asked)]], asked)
