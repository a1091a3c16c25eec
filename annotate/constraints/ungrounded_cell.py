"""FCT001: how many of the plan's factual cells the data bear out."""

from annotate.facts import Facts
from annotate.grounding import FactualCell, Grounding, factual_cells, reliability_of
from annotate.profile import Profile
from annotate.rule import Finding, Group, Outcome, Rule
from annotate.timeline import Timeline

RULE = Rule("FCT001", "ungrounded_cell", Group.REPORT, "Factual cells that the data bear out", "Table 8")


def check(trip: Timeline, facts: Facts, profile: Profile) -> Outcome:
    """One finding on the plan with the share of grounded cells (the factual reliability), then one per row
    (or field) with cells that are not grounded; see `annotate.grounding`. A report: findings and no verdict.
    Nothing could be judged: no finding, and it says so."""
    cells = trip.once(factual_cells, profile)
    counts = reliability_of(cells)
    share = counts.share
    missing = (f"{counts.unknown} cells state what no table knows.",) if counts.unknown else ()
    if share is None:
        return Outcome(None, (), missing)
    judged = counts.exact + counts.normalised + counts.ungrounded
    message = (
        f"{counts.exact + counts.normalised} of {judged} factual cells are in the data "
        f"({counts.normalised} after normalising): factual reliability {100 * share:.1f} %."
    )
    advice = (
        "Correct the cells that are not in the data." if counts.ungrounded else "Nothing is to be corrected."
    )
    found = [Finding(RULE.code, (), message, share, "share", advice)]
    if counts.ungrounded:
        by_place: dict[str, list[FactualCell]] = {}
        for cell in cells:
            if cell.grounding is Grounding.NOT:
                by_place.setdefault(cell.row or f"field {cell.value_text}", []).append(cell)
        found += [_finding(trip, of_place) for of_place in by_place.values()]
    return Outcome(None, tuple(found), missing)


def _finding(trip: Timeline, cells: list[FactualCell]) -> Finding:
    row = cells[0].row
    label = trip.entry(row).label if row else cells[0].value_text
    told = ", ".join(f"{cell.what} {cell.value_text}" for cell in cells)
    noun = "cell" if len(cells) == 1 else "cells"
    known = [f"{cell.what}: {text}" for cell in cells if (text := cell.known_text)]
    return Finding(
        RULE.code,
        (row,) if row else (),
        f"{label}: not in the data: {told}.",
        len(cells),
        noun,
        f"The data have {'; '.join(known)}." if known else "Nothing in the data comes near.",
    )
