"""Plan objects in the form of plan files, for tests: `plan_object(day("J", lunch="Cafe, J", entries="Cafe, visit ..."))`."""

from typing import Any

from annotate.notation import ReadPlan, read_plan


def day(city: str, entries: str = "-", *, number: int | None = None, **fields: Any) -> dict[str, Any]:
    """A day object; fields that are not given are `-`."""
    made = {
        "days": number, "current_city": city, "transportation": "-", "breakfast": "-", "attraction": "-", "lunch": "-",
        "dinner": "-", "accommodation": "-", "event": "-", "point_of_interest_list": entries,
    }  # fmt: skip
    return {**made, **fields}


def plan_object(*days: dict[str, Any], idx: int = 1, **keys: Any) -> dict[str, Any]:
    """A plan of these days, numbered from 1, from H to J unless `JSON` says otherwise."""
    plan = [
        {**each, "days": number if each["days"] is None else each["days"]}
        for number, each in enumerate(days, 1)
    ]
    query = {
        "org": "H", "dest": "J", "days": len(days), "visiting_city_number": 1,
        "date": [f"2025-11-{n + 2:02d}" for n in range(len(days))], "people_number": 2, "local_constraint": None,
        "budget": 18000, "query": "From H to J.", "level": "easy",
    }  # fmt: skip
    return {
        "idx": idx,
        "JSON": query | keys.pop("JSON", {}),
        "persona": "Traveler Type: Laidback",
        "plan": plan,
        **keys,
    }


def read(*days: dict[str, Any], **options: Any) -> ReadPlan:
    """These days read as a plan of the set `demo`."""
    keys = {
        key: options.pop(key) for key in ("persona", "risk_profile", "JSON", "timeline") if key in options
    }
    return read_plan(plan_object(*days, **keys), set_name="demo", **options)


def rows(plan: ReadPlan) -> list[tuple[str, str, int | None, int | None]]:
    """(row id, name or carrier, start, end) of every row in the order of the trip."""
    return [
        (
            row.row,
            getattr(row, "name", None) or getattr(row, "carrier", None) or row.mode.value,
            row.start_min,
            row.end_min,
        )
        for _, row in plan.itinerary.rows()
    ]


def times(plan: ReadPlan) -> list[tuple[int | None, int | None]]:
    """(start, end) of every row in the order of the trip."""
    return [(row.start_min, row.end_min) for _, row in plan.itinerary.rows()]
