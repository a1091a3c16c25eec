"""A chart with what it shows as data and as a picture to take away; colours that colour-blind people tell apart."""

from collections.abc import Callable
from typing import Any, Final

import altair as alt
import pandas as pd
import streamlit as st

from db.exporters.gold_csv import formula_safe
from db.exporters.palette import COLORS

SEQUENCE: Final = "viridis"
"""A scheme for amounts whose lightness alone tells them apart."""
PICTURE_SCALE = 2


def show_chart(chart: Any, frame: pd.DataFrame, *, key: str, name: str, alt_text: str) -> None:
    """Draw a chart; below it, its data as CSV and itself as PNG. `name` begins the names of the files."""
    st.altair_chart(chart, key=key, alt=alt_text)
    show_downloads(frame, lambda: chart, key=key, name=name)


def show_downloads(frame: pd.DataFrame, make_chart: Callable[[], Any], *, key: str, name: str) -> None:
    """Offer data as CSV and a chart of them as PNG; both are made when they are asked for."""
    with st.container(horizontal=True, horizontal_alignment="right"):
        _download("Data (CSV)", lambda: csv_bytes(frame), f"{name}.csv", "text/csv", f"{key}-csv")
        _download("Picture (PNG)", lambda: png_bytes(make_chart()), f"{name}.png", "image/png", f"{key}-png")


def download_table(make: Callable[[], pd.DataFrame], *, key: str, name: str) -> None:
    """Offer the data of a table as CSV; they are made when they are asked for. `name` begins the file's name."""
    with st.container(horizontal=True, horizontal_alignment="right"):
        _download("Data (CSV)", lambda: csv_bytes(make()), f"{name}.csv", "text/csv", f"{key}-csv")


def csv_bytes(frame: pd.DataFrame) -> bytes:
    """The data of a chart, safe to open in a spreadsheet."""
    texts = frame.select_dtypes(include=["object", "string"]).columns
    safe = frame.assign(**{str(name): frame[name].map(_safe) for name in texts})
    return safe.to_csv(index=False, lineterminator="\n").encode()


def png_bytes(chart: Any) -> bytes:
    """The picture of a chart, on white."""
    import vl_convert

    spec = chart.properties(background="white").to_dict()
    return bytes(vl_convert.vegalite_to_png(spec, scale=PICTURE_SCALE))


def color(field: str, *, title: str = "", order: list[str] | None = None) -> alt.Color:
    """A colour by name, in the palette's order, explained above the chart."""
    return alt.Color(
        field,
        title=title,
        sort=order,
        scale=alt.Scale(range=list(COLORS)),
        legend=alt.Legend(orient="top"),
    )


def _download(label: str, make: Callable[[], bytes], file_name: str, mime: str, key: str) -> None:
    st.download_button(
        label, data=make, file_name=file_name, mime=mime, key=key, on_click="ignore", type="tertiary",
        icon=":material/download:",
    )  # fmt: skip


def _safe(value: Any) -> Any:
    return formula_safe(value) if isinstance(value, str) else value
