"""TRA004: every leg exists in the tables."""

from annotate.facts import Facts
from annotate.plan import Mode
from annotate.profile import Profile
from annotate.rule import Finding, Group, Outcome, Rule, over_rows
from annotate.timeline import LegEntry, Timeline

RULE = Rule("TRA004", "unknown_transport", Group.COMMON, "Every leg is in the tables", "Table 8")
_IDENTITY = {
    Mode.FLIGHT: "number, route and date",
    Mode.TRAIN: "number, route and date",
    Mode.BUS: "operator and route",
    Mode.CAB: "road pair",
}
_TABLE = {Mode.FLIGHT: "flights", Mode.TRAIN: "trains", Mode.BUS: "buses", Mode.CAB: "road_routes"}


def check(trip: Timeline, facts: Facts, profile: Profile) -> Outcome:
    """Number + route + date (bus: operator + route, cab: the road pair). A missing table is not_checked,
    never a fail."""
    found, missing = [], []
    for leg in trip.legs:
        known = facts.legs.get(leg.id)
        if known is None or known.known is None:
            missing.append(f"{leg.id} {leg.label}: no table of {_TABLE[leg.row.mode]}.")
        elif not known.known:
            found.append(_finding(leg, known.alternatives))
    return over_rows(found, missing)


def _finding(leg: LegEntry, alternatives: tuple[str, ...]) -> Finding:
    advice = (
        f"On this route the tables have: {', '.join(alternatives)}."
        if alternatives
        else "The tables have nothing on this route and date: ask for a source correction."
    )
    return Finding(
        RULE.code,
        (leg.id,),
        f"{leg.label} is not in the table of {_TABLE[leg.row.mode]} ({_IDENTITY[leg.row.mode]}).",
        1,
        "leg",
        advice,
    )
