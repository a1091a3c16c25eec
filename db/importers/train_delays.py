"""train_delays: average delay of a train at a station over five horizons."""

from db.carriers import number_key
from db.importers import cells
from db.importers.columns import Column
from db.importers.frame import Frame, keys_of
from db.importers.table import Built, TableImporter

KEY = ("number_key", "station_key")
_HORIZONS = {
    "avg_delay_1w": ("avg_delay_1week",), "avg_delay_1m": ("avg_delay_1month",),
    "avg_delay_3m": ("avg_delay_3month", "avg_delay_3months"),
    "avg_delay_6m": ("avg_delay_6month", "avg_delay_6months"), "avg_delay_1y": ("avg_delay_1year",),
}  # fmt: skip
UNKNOWN_PCT_NOTE = 50.0
"""An average is noted as thin where the train was cancelled or not seen on more than this share of days, in percent."""
DELAY_COLUMNS = (
    *(Column(name, cells.number, aliases=aliases) for name, aliases in _HORIZONS.items()),
    Column("unknown_pct", cells.amount),
)
DELAY_FIELDS = tuple(column.field for column in DELAY_COLUMNS)
_COLUMNS = (
    Column("train_number", cells.text, required=True, nullable=False),
    Column("station", cells.text, aliases=("station_name",), is_name=True),
    *DELAY_COLUMNS,
)


def _build(frame: Frame) -> Built:
    numbers, stations = frame.get("train_number"), frame.get("station")
    if not any(frame.has(name) for name in _HORIZONS):
        unused = tuple(frame.layout.unused)
        frame.ask(
            "columns.avg_delay_1y",
            f"No column holds an average delay ({', '.join(_HORIZONS)}). Which one does, and over which time? "
            f"Headers not used yet: {', '.join(unused)}.",
            '"columns": {"avg_delay_1y": "<header>"}',
            unused,
        )
    for row, share in enumerate(frame.get("unknown_pct")):
        if share is not None and share > 100:
            frame.report(row, "unknown_pct", f"{share} percent", "0 to 100", "Correct the share.")
        elif share is not None and share > UNKNOWN_PCT_NOTE:
            frame.report(
                row, "unknown_pct", f"The train was cancelled or not seen on {share:g} % of the days",
                "an average that rests on most days", "Used; the share is kept and shown beside the average.", "note",
            )  # fmt: skip
    return Built(
        {
            "number": numbers,
            "number_key": [number_key(number) for number in numbers],
            "station": [station or "" for station in stations],
            "station_key": keys_of(stations),
            **{name: frame.get(name) for name in DELAY_FIELDS},
        }
    )


IMPORTER = TableImporter("train_delays", _COLUMNS, KEY, _build, telling=("station", *_HORIZONS))
