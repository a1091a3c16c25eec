"""Whatever stands in a cell, an import says what is wrong with it and goes on."""

import csv
import io
import json

import pytest

from db.importers.columns import Column
from db.importers.registry import all_importers
from tests.db.importers.imported import CITIES, put, read

NASTY = (
    "", " ", "-", "–", "N/A", "nan", "NaN", "inf", "-1", "1e400", "0", "007", "99999999999999999999", "1,2,3", "'", '"',
    "{", "[", "{}", "[]", "[[]]", "[null]", "{'a': 1}", '{"cw": 3}', '{"cw": [[1]]}', '{"cw": [["a", "b", "c"]]}',
    '{"q": ["x"]}', '{"p": [[1, 2], [3]]}', '{"o": "x", "c": 3, "avg_day": {}}', '{"avg_day": []}', '{"price": null}',
    '{"analysis": [{"hour_analysis": [{"hour": "x"}], "day_info": []}]}', '{"analysis": [{"hour_analysis": [null]}]}',
    '{"analysis": {"hour_analysis": [0], "day_info": {"day_int": 0}, "quiet_hours": ["x"], "peak_hours": [{}]}}',
    '{"analysis": {"hour_analysis": 1}}', "[[0]]", "25:10", "24:00", "12:60", "7:00 PM", "01:10 22 Mar", "06:00 (+9)",
    "09:00-", "-20:00", "Mon", "Mon-", "Mon-Fri-Sun 9:00-10:00", "Daily", "31-02-2026", "00-00-0000", "Every Sun",
    "Sat, 14 Feb – ", "Jaipur", "Jaipur (", "()", "Jaipur (Bihar)", "High", "$", "₹", "Rs.", "1 km", "-5 m", "3 miles",
    "__import__('os').system('false')", "=1+1", "\u200b", "\u202e", "é" * 3, "a;b;;c", "x" * 5000, "[" * 3000,
)  # fmt: skip
GOOD = {
    "city": "Jaipur", "state": "Rajasthan", "origin": "Jaipur", "destination": "Udaipur", "dep_time": "08:00",
    "arr_time": "12:00", "date": "2026-02-14", "analysis": "High", "distance_m": "12",
}  # fmt: skip


def columns_of(importer: object) -> tuple[Column, ...]:
    return getattr(importer, "columns", ())


@pytest.mark.parametrize("table", [one.table for one in all_importers() if columns_of(one)])
def test_no_cell_makes_an_import_fall_over(migrated_file, tmp_path, table):
    url = f"sqlite:///{tmp_path / 'a.db'}"
    (tmp_path / "a.db").write_bytes(migrated_file.read_bytes())
    put(url, {"cities.csv": CITIES})
    (importer,) = (one for one in all_importers() if one.table == table)
    names = [f"{column.prefix}SL" if column.prefix else column.field for column in columns_of(importer)]
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow(names)
    count = 0
    for position, name in enumerate(names):
        for nasty in NASTY:
            row = [
                GOOD.get(one, "7") if columns_of(importer)[n].required else "" for n, one in enumerate(names)
            ]
            row[position] = nasty if name != "name" else nasty or "x"
            writer.writerow(row)
            count += 1
    answers = {
        "year": 2026,
        "window_ends": "inclusive",
        "files": {f"{table}.csv": {"constants": {"address": ""}}},
    }
    answers = answers if table == "restaurants" else {"year": 2026, "window_ends": "inclusive"}
    plan = read(url, {f"{table}.csv": out.getvalue()}, answers)
    assert plan.questions == []
    assert sum(plan.counts) <= count
    put(url, {f"{table}.csv": out.getvalue()}, answers, skip_bad=True)


@pytest.mark.parametrize(
    "value",
    [
        None, 3, "x", [], {}, [1, None, "x"], [[]], [{}], {"ratings": [None, {}]}, {"ratings": [{"flightNumber": 3}]},
        {"analysis": 3}, {"analysis": [{"hour_analysis": None}], "venue_info": 3}, {"summary": {}},
        {"routes": [None]}, [{"summary": {"noTrafficTravelTimeInSeconds": "x", "historicTrafficTravelTimeInSeconds": 1}}],
        [{"city": {"a": 1}, "state": None}, 3], {"plan": 3}, [{"JSON": None, "plan": [None]}],
    ],
)  # fmt: skip
def test_no_json_makes_an_import_fall_over(migrated_file, tmp_path, value):
    url = f"sqlite:///{tmp_path / 'a.db'}"
    (tmp_path / "a.db").write_bytes(migrated_file.read_bytes())
    for name in (
        "a.json",
        "crowd.json",
        "flight_performance.json",
        "road_routes.json",
        "cities.json",
        "a.jsonl",
    ):
        plan = read(url, {name: json.dumps(value)})
        assert plan.questions or plan.problems or plan.counts == (0, 0)
