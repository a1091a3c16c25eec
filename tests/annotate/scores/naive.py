"""BAS, CATS and TDAS once more, from the text of the formulas alone: minute by minute, nothing shared.

Slow and plain on purpose; the code under test is not imported here.
"""

from typing import Any

INTENSITY = {"L": 0.0, "BA": 0.25, "A": 0.5, "AA": 0.75, "H": 1.0}
FACTOR = {"L": 1.0, "BA": 1.25, "A": 1.5, "AA": 1.75, "H": 2.0}
RANGE = {"tolerant": (0.5, 1.0), "optimized": (1.0, 1.25), "averse": (1.25, 2.0)}
TABLE_7_HOURS = {"Museums": 3.0, "Shopping": 1.5, "Nature & Parks": 4.5, "Nightlife": 2.5}

Windows = list[tuple[int, int, str]]


def levels_of_the_day(windows: Windows) -> list[str | None]:
    """The level of each of the 1440 minutes of a day, None where no window lies. Windows in hours."""
    levels: list[str | None] = [None] * 1440
    for start, end, level in windows:
        minute = start * 60 % 1440
        last = end * 60 % 1440
        while True:
            levels[minute] = level
            minute = (minute + 1) % 1440
            if minute == last:
                break
    return levels


def q_of(buffer: float, low: float, high: float) -> float:
    """The penalty."""
    if low - 1e-9 <= buffer <= high + 1e-9:
        return 0.0
    if high - low <= 1e-9:
        return 1.0
    return min(min(abs(buffer - low), abs(buffer - high)) / (high - low), 1.0)


def base_of(row: dict[str, Any]) -> float | None:
    """v in minutes."""
    if row["kind"] == "restaurant":
        hour = row["arrive"] // 60
        if hour < 6:
            return None
        return 50.0 if hour < 11 else 60.0 if hour < 16 else 75.0
    if row["visit_duration_min"] is None:
        hours = [TABLE_7_HOURS[name] for name in set(row["categories"]) if name in TABLE_7_HOURS]
        return sum(hours) * 60 / len(hours) if hours else None
    return row["visit_duration_min"] or None


def congestion_of(row: dict[str, Any], option: str, missing: str) -> float | None:
    """C_f."""
    levels = levels_of_the_day(row["cw"])
    stated = FACTOR[row["crowd_level"]] if row["crowd_level"] else None
    found = None
    if option == "arrival_hour":
        level = levels[row["arrive"] % 1440]
        found = FACTOR[level] if level else stated
    elif stated is not None:
        found = stated
    else:
        met = [levels[minute % 1440] for minute in range(row["arrive"], row["depart"])]
        known = [INTENSITY[level] for level in met if level]
        found = 1 + sum(known) / len(known) if known else None
    return 1.0 if found is None and missing == "low" else found


def bas_row(row: dict[str, Any], risk: str, option: str, missing: str) -> dict[str, float] | None:
    """The figures of one visit."""
    if row["kind"] not in ("attraction", "restaurant"):
        return None
    base, factor = base_of(row), congestion_of(row, option, missing)
    if base is None or factor is None:
        return None
    buffer = row["depart"] - row["arrive"] - base
    low, high = (share * base * factor for share in RANGE[risk])
    return {"base_min": base, "congestion": factor, "buffer_min": buffer, "low": low, "high": high,
            "q": q_of(buffer, low, high)}  # fmt: skip


def cats_row(row: dict[str, Any], divide_by: str) -> dict[str, float] | None:
    """The figures of one visit."""
    if row["kind"] not in ("attraction", "restaurant"):
        return None
    levels = levels_of_the_day(row["cw"])
    quiet, peak = {hour % 24 for hour in row["q"]}, {hour % 24 for hour in row["p"]}
    visit = covered = in_quiet = in_peak = 0
    weighted = 0.0
    for minute in range(row["arrive"], row["depart"]):
        visit += 1
        level = levels[minute % 1440]
        if level is not None:
            covered += 1
            weighted += INTENSITY[level]
        in_quiet += minute // 60 % 24 in quiet
        in_peak += minute // 60 % 24 in peak
    if not covered:
        return None
    intensity = weighted / (visit if divide_by == "visit" else covered)
    raw = (1 - intensity) + in_quiet / visit * (1 - intensity) - in_peak / visit * intensity
    return {"intensity": intensity, "quiet_ratio": in_quiet / visit, "peak_ratio": in_peak / visit,
            "score": max(0.0, min(1.0, raw))}  # fmt: skip


def delay_of(leg: dict[str, Any], horizon: str) -> float | None:
    """E[D] in minutes."""
    if leg["mode"] == "Flight":
        record = leg["performance"]
        if record is None or record["total"] == 0:
            return None
        late = (record["late"] + record["very_late"] + record["excessive"]) / record["total"]
        lost = (record["cancelled"] + record["diverted"]) / record["total"]
        expected = late * (record["mean"] + (record["std"] or 0.0))
        if record["max"] is not None:
            expected += lost * record["max"]
    elif leg["mode"] == "Train":
        weights = dict(zip(["1w", "1m", "3m", "6m", "1y"], [1, 2, 3, 4, 6], strict=True))
        known = {key: value for key, value in leg["delays"].items() if value is not None}
        if not known or (horizon == "skip" and len(known) < 5):
            return None
        expected = sum(weights[key] * value for key, value in known.items()) / sum(
            weights[key] for key in known
        )
    else:
        expected = leg["historical_delay_min"]
        if expected is None:
            return None
    return max(0.0, expected)


def tdas_row(leg: dict[str, Any], risk: str, bus: str, horizon: str) -> dict[str, float] | None:
    """The figures of one leg."""
    expected = delay_of(leg, horizon)
    timetable, free_flow = leg["timetable_duration_min"], leg["free_flow_min"]
    if leg["mode"] in ("Flight", "Train"):
        historical = timetable
    elif leg["mode"] == "Cab" or bus == "free_flow" or timetable is None:
        historical = free_flow
    else:
        historical = timetable
    if expected is None or historical is None:
        return None
    low, high = (share * expected for share in RANGE[risk])
    buffer = leg["arrive"] - leg["depart"] - historical
    return {"expected_delay_min": expected, "buffer_min": buffer, "low": low, "high": high,
            "q": q_of(buffer, low, high)}  # fmt: skip


def mean(values: list[float]) -> float | None:
    """Mean of what is scored."""
    return sum(values) / len(values) if values else None
