"""crowd: how crowded a place is, one row a place, or a BestTime answer. Wins over the columns of the place's own row."""

from db.importers import cells
from db.importers.base import SourceFile
from db.importers.cells import dumped
from db.importers.columns import Column
from db.importers.crowd_analysis import Analysis, read_analysis
from db.importers.frame import Frame
from db.importers.places import CITY, LEVEL, STATE, crowds, named
from db.importers.table import Built, TableImporter

_COLUMNS = (
    Column("poi", cells.text, required=True, nullable=False, aliases=("name", "venue_name"), is_name=True),
    CITY, STATE,
    Column("analysis", read_analysis, required=True, aliases=("avg_besttime_analysis", "besttime_analysis")),
    LEVEL,
)  # fmt: skip


def _build(frame: Frame) -> Built:
    found, levels = crowds(frame)
    columns = {**named(frame, "poi"), "crowd_level": levels, "crowds": found}
    analyses: list[Analysis | None] = frame.get("analysis")
    for row, place in enumerate(zip(columns["name_key"], columns["city_id"], strict=True)):
        if levels[row] is None and analyses[row] in (None, Analysis()):
            frame.report(
                row, "analysis", f"Nothing is said of {columns['name'][row]}", "an analysis or a crowd level",
                "Left out: what else is known of the place counts.", "note",
            )  # fmt: skip
            frame.leave_out(row)
            continue
        frame.world.crowd_table.add(place)
        if (table := frame.world.crowd_columns.get(place)) is not None:
            frame.report(
                row, "poi", f"{columns['name'][row]} has crowd data here and in its row of {table}", "one source",
                "Both are kept; the table crowd wins.", "note",
            )  # fmt: skip
    return Built(columns)


def _answers(source: SourceFile) -> SourceFile | None:
    """BestTime answers as a table with the venue's name; the city is asked for. None: something else."""
    rows: list[list[str]] = []
    for item in source.objects:
        if not isinstance(item, dict) or "analysis" not in item:
            return None
        if not _is_days(item["analysis"]):
            return None
        info = item["venue_info"] if isinstance(item.get("venue_info"), dict) else {}
        rows.append(
            [str(item.get("poi") or info.get("venue_name") or item.get("venue_name") or ""), _text(item)]
        )
    if not rows:
        return None
    header: tuple[str, ...] = ("poi", "analysis")
    if all(isinstance(item.get("city"), str) for item in source.objects):
        header = ("poi", "analysis", "city")
        rows = [[*row, item["city"]] for row, item in zip(rows, source.objects, strict=True)]
    return SourceFile(
        source.name,
        source.sha256,
        "table",
        header,
        rows,
        lines=list(source.lines),
        problems=list(source.problems),
    )


def _is_days(analysis: object) -> bool:
    days = [analysis] if isinstance(analysis, dict) else analysis
    return (
        isinstance(days, list)
        and bool(days)
        and all(isinstance(d, dict) and "hour_analysis" in d for d in days)
    )


def _text(item: dict[str, object]) -> str:
    analysis = item["analysis"]
    if isinstance(analysis, dict) and "day_info" not in analysis and "day_int" in item:
        analysis = {**analysis, "day_int": item["day_int"]}
    return dumped(analysis)


IMPORTER = TableImporter("crowd", _COLUMNS, ("name_key", "city_id"), _build, order=20, from_objects=_answers)
