"""Of the selected row: which of its cells the data bear out, and what each score would gain and lose by other times."""

from typing import Any

from annotate.clock import format_time_with_day
from annotate.grounding import FactualCell, Grounding, factual_cells
from annotate.plan import Leg
from annotate.profile import DEFAULT_PROFILE
from annotate.rule import Finding, Group, rule_of
from helpers.trade_offs import TradeOff, trade_offs
from pages._ui.desk import REMARK_DUE, Desk

SHOWN_STEP = 0.005
"""A gain that is smaller shows as 0.00."""
_GROUNDING_ORDER = (Grounding.NOT, Grounding.NORMALISED, Grounding.EXACT, Grounding.UNKNOWN)


def what_if_data(desk: Desk) -> dict[str, Any]:
    """What the side panel adds to the card of the selected row: `cells` and `trade_off`."""
    row = str(desk.selected)
    cells = [cell for cell in desk.trip.once(factual_cells, DEFAULT_PROFILE) if cell.row == row]
    return {
        "cells": [
            _cell(cell) for cell in sorted(cells, key=lambda one: _GROUNDING_ORDER.index(one.grounding))
        ],
        "trade_off": _trade_off(desk, row) if desk.plan.can_edit else None,
    }


def _cell(cell: FactualCell) -> dict[str, Any]:
    known = cell.known_text if cell.grounding is not Grounding.EXACT else None
    near = cell.known is None and cell.near
    return {
        "what": cell.what,
        "value": cell.value_text,
        "state": cell.grounding.name.lower(),
        "words": cell.grounding.value,
        "hint": None if known is None else f"did you mean {known}?" if near else f"the data have {known}",
    }


def _trade_off(desk: Desk, row: str) -> dict[str, Any] | None:
    """The alternatives of the selected row, worked out once for each version of the plan."""
    version = desk.trip
    if desk.alternatives is None or desk.alternatives[0] is not version or desk.alternatives[1] != row:
        desk.alternatives = (version, row, trade_offs(version, version.entry(row), desk.feedback))
    offers: list[TradeOff] = desk.alternatives[2]
    if not offers:
        return None
    moves = {
        key: [offer.gains[key] for offer in offers] for key in desk.feedback.scores if key in offers[0].gains
    }
    names = {key: score.name for key, score in desk.feedback.scores.items()}
    lively = [key for key, gains in moves.items() if any(gain and abs(gain) >= SHOWN_STEP for gain in gains)]
    return {
        "offers": [_offer(desk, row, offer) for offer in offers],
        "scores": [
            {
                "name": names[key],
                "now": desk.feedback.scores[key].value,
                "gains": [_shown(gain) for gain in moves[key]],
            }
            for key in lively
        ],
        "same": [
            names[key] for key in moves if key not in lively and desk.feedback.scores[key].value is not None
        ],
        "none": [
            names[key] for key in moves if key not in lively and desk.feedback.scores[key].value is None
        ],
    }


def _shown(gain: float | None) -> float | None:
    return None if gain is None else round(gain, 2) if abs(gain) >= SHOWN_STEP else 0.0


def _offer(desk: Desk, row: str, offer: TradeOff) -> dict[str, Any]:
    known = desk.itinerary.find(row)[1]
    moves_start = offer.start_min != known.start_min
    end = format_time_with_day(offer.end_min)
    verb = "arrive" if isinstance(known, Leg) else "leave"
    return {
        "label": offer.label,
        "times": f"{format_time_with_day(offer.start_min)}-{end}" if moves_start else f"{verb} {end}",
        "start_min": offer.start_min if moves_start else None,
        "end_min": offer.end_min,
        "opened": _names(offer.opened),
        "closed": _names(offer.closed),
    }


def _names(findings: tuple[Finding, ...]) -> list[str]:
    """Each fault once; a remark that falls due stands behind what wants it."""
    advised = {finding.rows for finding in findings if rule_of(finding.code).group is Group.ADVICE}
    named = (f for f in findings if f.code != REMARK_DUE or f.rows not in advised)
    return list(dict.fromkeys(rule_of(finding.code).short_name for finding in named))
