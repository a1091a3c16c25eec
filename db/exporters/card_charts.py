"""charts/*.svg: what the data card shows of a release, drawn from the figures of its items alone.

The specifications are plain Vega-Lite, drawn by vl-convert with the font that it brings along: no clock, no generated
names, no fonts of the machine, so the same items give the same bytes. SVG, because it stays sharp in print and a
difference between two releases can be read.
"""

from collections.abc import Sequence
from statistics import fmean
from typing import Any

import vl_convert

from annotate.score import all_scores
from db.exporters.item_summary import ItemSummary
from db.exporters.palette import COLORS

FOLDER = "charts"
ITEMS, SCORES, COVERAGE = f"{FOLDER}/items.svg", f"{FOLDER}/scores.svg", f"{FOLDER}/coverage.svg"
_FONT = "Liberation Sans"
"""Comes with vl-convert, which measures the texts by it; of the width of Arial, which stands in for it elsewhere."""
_FONTS = f"{_FONT}, Arial, Helvetica, sans-serif"
_WIDTH_PX = 560
_BAR_PX = 22
_MOST_TICKS = 8
_CONFIG = {
    "font": _FONT,
    "view": {"stroke": None},
    "axis": {"labelFontSize": 12, "titleFontSize": 12, "titleFontWeight": "normal", "labelLimit": 200},
    "legend": {"labelFontSize": 12, "titleFontSize": 12, "titleFontWeight": "normal", "orient": "top"},
    "title": {"fontSize": 14, "fontWeight": "normal", "anchor": "start"},
    "range": {"category": list(COLORS)},
}


def charts_of(items: Sequence[ItemSummary]) -> dict[str, bytes]:
    """The charts by the name of their file."""
    return {ITEMS: _drawn(_items(items)), SCORES: _drawn(_scores(items)), COVERAGE: _drawn(_coverage(items))}


def _drawn(spec: dict[str, Any]) -> bytes:
    whole = {"background": "#ffffff", "padding": 12, "config": _CONFIG, **spec}
    svg = vl_convert.vegalite_to_svg(whole).replace(f'font-family="{_FONT}"', f'font-family="{_FONTS}"')
    return (svg.rstrip("\n") + "\n").encode()


def _items(items: Sequence[ItemSummary]) -> dict[str, Any]:
    """Items by trip length and risk profile, each bar with its number."""
    cells = sorted({(item.days, item.risk_profile) for item in items})
    values: list[dict[str, str | int]] = [
        {
            "days": f"{days} days",
            "risk": risk,
            "items": sum(item.days == days and item.risk_profile == risk for item in items),
        }
        for days, risk in cells
    ]
    most = max((int(value["items"]) for value in values), default=0)
    return {
        "title": "Items by trip length and risk profile",
        "data": {"values": values},
        "width": _WIDTH_PX,
        "height": {"step": _BAR_PX},
        "encoding": {
            "y": {"field": "days", "type": "nominal", "title": None, "sort": None},
            "yOffset": {"field": "risk", "type": "nominal"},
            "x": {
                "field": "items", "type": "quantitative", "title": "items",
                "axis": {"tickCount": min(most, _MOST_TICKS), "format": "d"},
            },
        },
        "layer": [
            {
                "mark": {"type": "bar"},
                "encoding": {"color": {"field": "risk", "type": "nominal", "title": "risk profile"}},
            },
            {
                "mark": {"type": "text", "align": "left", "dx": 4, "fontSize": 12},
                "encoding": {"text": {"field": "items", "type": "quantitative"}},
            },
        ],
    }  # fmt: skip


def _scores(items: Sequence[ItemSummary]) -> dict[str, Any]:
    """Mean of each score by risk profile, with its value; scores that no item has are left out."""
    values = []
    for info, _ in all_scores():
        for risk in sorted({item.risk_profile for item in items}):
            known = _known(items, info.key, risk)
            if known:
                mean = round(fmean(known), 6)
                values.append({"score": info.name, "risk": risk, "mean": mean, "label": f"{mean:.2f}"})
    return {
        "title": "Mean scores by risk profile (1 is best)",
        "data": {"values": values},
        "width": _WIDTH_PX,
        "height": {"step": 16},
        "encoding": {
            "y": {"field": "score", "type": "nominal", "title": None, "sort": None},
            "yOffset": {"field": "risk", "type": "nominal"},
            "x": {
                "field": "mean", "type": "quantitative", "title": "mean over the items that could be scored",
                "scale": {"domain": [0, 1]},
            },
        },
        "layer": [
            {
                "mark": {"type": "bar"},
                "encoding": {"color": {"field": "risk", "type": "nominal", "title": "risk profile"}},
            },
            {
                "mark": {"type": "text", "align": "left", "dx": 4, "fontSize": 11},
                "encoding": {"text": {"field": "label", "type": "nominal"}},
            },
        ],
    }  # fmt: skip


def _known(items: Sequence[ItemSummary], key: str, risk: str) -> list[float]:
    found = [item.scores[key].value for item in items if item.risk_profile == risk and key in item.scores]
    return [value for value in found if value is not None]


def _coverage(items: Sequence[ItemSummary]) -> dict[str, Any]:
    """Share of the rows that each score could judge; with the numbers."""
    values = []
    for info, _ in all_scores():
        scored = sum(item.scores[info.key].scored for item in items if info.key in item.scores)
        total = sum(item.scores[info.key].total for item in items if info.key in item.scores)
        if total:
            share = round(scored / total, 6)
            values.append({"score": info.name, "share": share, "label": f"{scored:,} of {total:,}"})
    return {
        "title": "How many rows each score could judge",
        "data": {"values": values},
        "width": _WIDTH_PX,
        "height": {"step": _BAR_PX},
        "encoding": {
            "y": {"field": "score", "type": "nominal", "title": None, "sort": None},
            "x": {
                "field": "share", "type": "quantitative", "title": "share of the rows with facts",
                "scale": {"domain": [0, 1.15], "nice": False}, "axis": {"format": ".0%", "values": [0, 0.25, 0.5, 0.75, 1]},
            },
        },
        "layer": [
            {"mark": {"type": "bar", "color": COLORS[0]}},
            {
                "mark": {"type": "text", "align": "left", "dx": 4, "fontSize": 11},
                "encoding": {"text": {"field": "label", "type": "nominal"}},
            },
        ],
    }  # fmt: skip
