"""The day on a map: numbered stops, their order, distances. Needs no network; tiles are a setting."""

import os
from html import escape
from itertools import pairwise
from urllib.parse import quote

import folium
import streamlit as st
from streamlit_folium import st_folium

from annotate.day_order import Walk, walks
from annotate.plan import StopKind
from annotate.profile import DEFAULT_PROFILE
from annotate.timeline import StopEntry
from annotate.travel import great_circle_km
from pages._ui.desk import Desk
from pages._ui.sign_in import LEAFLET_PATH

TILES_VARIABLE = "WORKBENCH_MAP_TILES"
"""A tile address with {z}/{x}/{y}; none by default, because the workbench must be useful without a network."""
HEIGHT_PX = 292
SCRIPTS = [("leaflet", f"{LEAFLET_PATH}/leaflet.js")]
STYLES = [("leaflet_css", f"{LEAFLET_PATH}/leaflet.css")]
_GROUND = {"light": ("#f3f1ea", "#fff", "#22262b"), "dark": ("#1d2024", "#2a2e34", "#e8e6e1")}
"""Ground, controls and text of a map without tiles, by theme."""
_HEAD = (
    '<p style="margin:0;font-size:12px;line-height:1.4;display:flex;justify-content:space-between;gap:10px">'
    '<b style="font-weight:600">{left}</b><span style="opacity:.72" title="{why}">{right}</span></p>'
)


@st.fragment(key="day-map")
def show_day_map(desk: Desk) -> None:
    """Draw the stops of the day that is shown, and how much longer their order is than the best one."""
    entries = [
        e for e in desk.trip.by_day[desk.day] if isinstance(e, StopEntry) and e.kind is not StopKind.TRANSPORT
    ]
    numbers = {
        e.id: n
        for n, e in enumerate((e for e in desk.trip.by_day[desk.day] if isinstance(e, StopEntry)), start=1)
    }
    placed = [e for e in entries if e.place and e.place.lat is not None and e.place.lon is not None]
    lost = len(entries) - len(placed)
    with st.container(border=True, key="day-map"):
        ways = [walk for walk in desk.trip.once(walks, DEFAULT_PROFILE) if walk.day.number == desk.day]
        shorter = [walk for walk in ways if walk.excess_km]
        right = (
            _length_words(placed) + _excess_words(ways) + (f" · {lost} without coordinates" if lost else "")
        )
        why = f"Straight lines times {DEFAULT_PROFILE.detour:g}, the detour factor of the rules"
        st.html(_HEAD.format(left=f"Day {desk.day} on the map", right=right, why=why))
        if not placed:
            st.caption("No stop of this day has coordinates in the catalogue, so there is nothing to draw.")
            return
        points = [_point(e) for e in placed]
        group = folium.FeatureGroup(name="day")
        folium.PolyLine(points, color="#0b8a83", weight=3, opacity=0.9).add_to(group)
        if shorter and st.toggle(
            "Best order, dashed",
            key="best-order",
            help="The same stops in the shortest order; the filler of times keeps the order as it is",
        ):
            for walk in shorter:
                best = [_point(stop) for stop in walk.best or ()]
                folium.PolyLine(
                    best,
                    color="#c2571a",
                    weight=3,
                    opacity=0.95,
                    dash_array="7 7",
                    tooltip=_order_words(walk),
                ).add_to(group)
        for point, labels in _stacked(placed, numbers).items():
            folium.Marker(point, icon=_number_icon(labels), tooltip=_tooltip(placed, point)).add_to(group)
        base = _base_map()
        base.fit_bounds([_south_west(points), _north_east(points)], padding=(28, 28))
        st_folium(
            base,
            key=f"map-{desk.plan.annotation_id}-{desk.day}",
            height=HEIGHT_PX,
            use_container_width=True,
            feature_group_to_add=group,
            returned_objects=[],
        )


def _base_map() -> folium.Map:
    tiles = os.environ.get(TILES_VARIABLE)
    base = folium.Map(
        tiles=tiles,
        attr="set by WORKBENCH_MAP_TILES" if tiles else None,
        control_scale=True,
        zoom_control=True,
    )
    base.default_js, base.default_css = SCRIPTS, [*STYLES, ("ground", _ground_css())]
    return base


def _ground_css() -> str:
    """A style sheet as an address: the map's frame takes addresses only."""
    ground, control, text = _GROUND["dark" if st.context.theme.type == "dark" else "light"]
    rules = (
        f".leaflet-container{{background:{ground}}}"
        f".leaflet-bar a,.leaflet-control-scale-line,.leaflet-control-attribution"
        f"{{background:{control}!important;color:{text}!important;border-color:{text}40!important;text-shadow:none!important}}"
        ".leaflet-control-attribution{display:none}"
    )
    return f"data:text/css,{quote(rules)}"


def _point(entry: StopEntry) -> tuple[float, float]:
    assert entry.place is not None and entry.place.lat is not None and entry.place.lon is not None
    return entry.place.lat, entry.place.lon


def _stacked(placed: list[StopEntry], numbers: dict[str, int]) -> dict[tuple[float, float], list[int]]:
    """Rows at one point share a marker: the hotel in the morning and at night is `1, 7`."""
    found: dict[tuple[float, float], list[int]] = {}
    for entry in placed:
        found.setdefault(_point(entry), []).append(numbers[entry.id])
    return found


def _number_icon(labels: list[int]) -> folium.DivIcon:
    text = ", ".join(map(str, labels))
    width = 22 if len(labels) == 1 else 16 + 11 * len(labels)
    style = (
        f"width:{width}px;height:22px;border-radius:11px;background:#22262b;color:#fff;border:1.5px solid #fff;"
        "font:600 11px/20px system-ui,sans-serif;text-align:center"
    )
    return folium.DivIcon(
        html=f'<div style="{style}">{text}</div>',
        icon_size=(width, 22),
        icon_anchor=(width // 2, 11),
        class_name="stop-number",
    )


def _tooltip(placed: list[StopEntry], point: tuple[float, float]) -> str:
    return "<br>".join(dict.fromkeys(escape(e.row.name) for e in placed if _point(e) == point))


def _length_words(placed: list[StopEntry]) -> str:
    km = sum(great_circle_km(*_point(a), *_point(b)) for a, b in pairwise(placed)) * DEFAULT_PROFILE.detour
    return f"{km:.1f} km by street" if len(placed) > 1 else "one place"


def _excess_words(ways: list[Walk]) -> str:
    """How much shorter the best order of the day's stops is; empty where that is not known."""
    known = [walk.excess_km for walk in ways if walk.excess_km is not None]
    if not known:
        return ""
    excess = sum(known) * DEFAULT_PROFILE.detour
    return f", the best order {excess:.1f} km shorter" if excess else ", the best order"


def _order_words(walk: Walk) -> str:
    return "Best order: " + ", ".join(escape(stop.row.name) for stop in walk.best or ())


def _south_west(points: list[tuple[float, float]]) -> tuple[float, float]:
    return min(lat for lat, _ in points), min(lon for _, lon in points)


def _north_east(points: list[tuple[float, float]]) -> tuple[float, float]:
    return max(lat for lat, _ in points), max(lon for _, lon in points)
