"""All figures of agreement over many queries: whole, by row kind, city and day, and where people differ most."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

import numpy as np

from annotate.plan import Itinerary
from helpers.agreement import (
    FEWEST_PLANS,
    TIMES,
    Field,
    Item,
    ItemTable,
    TimeAgreement,
    agreement_on,
    common_items,
    table_of,
)
from helpers.estimates import Measured, Redraws, Undefined, estimate_data, mean_by_group
from helpers.plan_overlap import order_agreement, place_overlap

MOST_ROWS_LISTED = 200
"""Rows that are listed where people differ most; with more, nobody reads on."""
NOTHING = table_of(())
NO_OVERLAP = Undefined("there are no two plans of one query")
SPREAD_MIN = (0, 5, 15, 30, 60)
"""Upper ends of the classes of minutes apart; the last class is whatever is more."""

Plans = Mapping[int, Itinerary]
"""Plans of one query that are compared with each other, by any number that names them."""


@dataclass(frozen=True, slots=True)
class RowApart:
    """A row on which people differ: the largest distance of two times, and what each plan says (start, end)."""

    group: int
    row: str
    day: int
    name: str
    kind: str
    city: str
    apart_min: int
    times: tuple[tuple[int, int | None, int | None], ...]


@dataclass(frozen=True, slots=True)
class GroupApart:
    """What is compared together: how many times of two people there are, their mean distance, and the worst row."""

    group: int
    compared: int
    mean_apart_min: float
    worst: RowApart


@dataclass(frozen=True, slots=True)
class Part:
    """One kind, city or day: agreement on its times and on its stays, and the groups behind."""

    name: str
    times: TimeAgreement
    stays: TimeAgreement
    groups: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class AgreementReport:
    """Agreement over many groups of plans, each of one query.

    `pairs` counts every two plans of a group; `places` and `order` are means over them.

    `parts` has the keys `kind`, `city` and `day`. `spread` counts by row kind how many times lie in each class of
    `SPREAD_MIN`.
    """

    queries: int
    plans: int
    pairs: int
    times: TimeAgreement
    starts: TimeAgreement
    ends: TimeAgreement
    stays: TimeAgreement
    order: Measured
    places: Measured
    parts: Mapping[str, tuple[Part, ...]]
    spread: Mapping[str, tuple[int, ...]]
    worst_rows: tuple[RowApart, ...]
    worst_groups: tuple[GroupApart, ...]


def agreement_report(
    groups: Mapping[int, Plans], rng: np.random.Generator, query_of: Mapping[int, int] | None = None
) -> AgreementReport:
    """Every figure over groups of plans. With no two plans in a group each is undefined, and says so.

    A group is a query, or `query_of` names the query of each: whole queries are drawn for the intervals.
    """
    redraws = Redraws(rng)
    known = query_of or {group: group for group in groups}
    table = table_of(
        item for group, plans in groups.items() for item in common_items(group, plans, known[group])
    )
    fields = split(table, lambda item: item.field)
    times = table.only([place for place, item in enumerate(table.items) if item.field in TIMES])
    stays = fields.get(Field.STAY, NOTHING)
    pairs = [
        (known[group], pair) for group, plans in groups.items() for pair in combinations(plans.values(), 2)
    ]
    compared = [group for group, plans in groups.items() if len(plans) >= FEWEST_PLANS]
    rows = _rows_apart(times.items)
    return AgreementReport(
        len({known[group] for group in compared}),
        sum(len(groups[group]) for group in compared),
        len(pairs),
        agreement_on(times, redraws),
        agreement_on(fields.get(Field.START, NOTHING), redraws),
        agreement_on(fields.get(Field.END, NOTHING), redraws),
        agreement_on(stays, redraws),
        _mean_over_pairs(pairs, order_agreement, redraws),
        _mean_over_pairs(pairs, place_overlap, redraws),
        {
            "kind": _parts(times, stays, redraws, lambda item: item.kind),
            "city": _parts(times, stays, redraws, lambda item: item.city),
            "day": _parts(times, stays, redraws, lambda item: f"day {item.day}"),
        },
        _spread(times.items),
        tuple(rows[:MOST_ROWS_LISTED]),
        _groups_apart(times.items, rows),
    )


def split(table: ItemTable, name_of: Callable[[Item], str]) -> dict[str, ItemTable]:
    """The items by a name of theirs, names in alphabetical order."""
    places: dict[str, list[int]] = {}
    for place, item in enumerate(table.items):
        places.setdefault(name_of(item), []).append(place)
    return {name: table.only(places[name]) for name in sorted(places)}


def report_data(report: AgreementReport) -> dict[str, Any]:
    """A report as files hold it."""
    return {
        "queries": report.queries,
        "plans": report.plans,
        "pairs": report.pairs,
        **{name: _times_data(getattr(report, name)) for name in ("times", "starts", "ends", "stays")},
        "order": estimate_data(report.order),
        "places": estimate_data(report.places),
        **{
            f"by_{by}": {
                part.name: {"times": _times_data(part.times), "stays": _times_data(part.stays)}
                for part in parts
            }
            for by, parts in report.parts.items()
        },
    }


def report_lines(report: AgreementReport) -> list[dict[str, Any]]:
    """A report as a table: a line for each figure with `by`, `name`, `of`, `measure`, then what `estimate_data` says."""
    blocks = [("all", "all", of, getattr(report, of)) for of in ("times", "starts", "ends", "stays")]
    blocks += [
        (by, part.name, of, getattr(part, of))
        for by, parts in report.parts.items()
        for part in parts
        for of in ("times", "stays")
    ]
    lines = [
        {"by": by, "name": name, "of": of, "measure": measure, **data}
        for by, name, of, times in blocks
        for measure, data in _times_data(times).items()
    ]
    for measure in ("order", "places"):
        data = estimate_data(getattr(report, measure))
        lines.append({"by": "all", "name": "all", "of": "plans", "measure": measure, **data})
    return lines


def _times_data(times: TimeAgreement) -> dict[str, Any]:
    return {
        "mean_apart_min": estimate_data(times.mean_apart),
        **{f"within_{limit}_min_share": estimate_data(share) for limit, share in times.within.items()},
        "alpha": estimate_data(times.alpha),
    }


def _parts(
    times: ItemTable, stays: ItemTable, redraws: Redraws, name_of: Callable[[Item], str]
) -> tuple[Part, ...]:
    moments, lengths = split(times, name_of), split(stays, name_of)
    return tuple(
        Part(
            name,
            agreement_on(here, redraws),
            agreement_on(lengths.get(name, NOTHING), redraws),
            tuple(sorted({item.group for item in here.items})),
        )
        for name, here in moments.items()
    )


def _mean_over_pairs(
    pairs: Sequence[tuple[int, tuple[Itinerary, Itinerary]]],
    measure: Callable[[Itinerary, Itinerary], float | Undefined],
    redraws: Redraws,
) -> Measured:
    """The mean of a measure of two plans over all pairs that it is defined for; else why it is not."""
    values: dict[int, list[float]] = {}
    why = NO_OVERLAP
    for query, pair in pairs:
        value = measure(*pair)
        if isinstance(value, Undefined):
            why = value
        else:
            values.setdefault(query, []).append(value)
    return mean_by_group(values, redraws, why)


def _spread(items: Iterable[Item]) -> dict[str, tuple[int, ...]]:
    counts: dict[str, list[int]] = {}
    for item in items:
        here = counts.setdefault(item.kind, [0] * (len(SPREAD_MIN) + 1))
        for apart in item.apart_min:
            here[sum(apart > limit for limit in SPREAD_MIN)] += 1
    return {kind: tuple(here) for kind, here in sorted(counts.items())}


def _rows_apart(items: Iterable[Item]) -> list[RowApart]:
    """The rows on which people differ, the largest distance first."""
    by_row: dict[tuple[int, str], list[Item]] = {}
    for item in items:
        by_row.setdefault((item.group, item.row), []).append(item)
    found = []
    for some in by_row.values():
        apart = max(minutes for item in some for minutes in item.apart_min)
        if apart == 0:
            continue
        first = some[0]
        given = {item.field: item.minutes for item in some}
        plans = sorted({plan for item in some for plan in item.minutes})
        times = tuple(
            (plan, given.get(Field.START, {}).get(plan), given.get(Field.END, {}).get(plan)) for plan in plans
        )
        found.append(
            RowApart(first.group, first.row, first.day, first.name, first.kind, first.city, apart, times)
        )
    return sorted(found, key=lambda row: (-row.apart_min, row.group, row.day, row.row))


def _groups_apart(items: Iterable[Item], rows: Iterable[RowApart]) -> tuple[GroupApart, ...]:
    """The groups in which people differ, the largest mean distance first."""
    worst: dict[int, RowApart] = {}
    for row in rows:
        worst.setdefault(row.group, row)
    apart: dict[int, list[int]] = {}
    for item in items:
        apart.setdefault(item.group, []).extend(item.apart_min)
    found = [
        GroupApart(group, len(minutes), sum(minutes) / len(minutes), worst[group])
        for group, minutes in apart.items()
        if group in worst
    ]
    return tuple(sorted(found, key=lambda one: (-one.mean_apart_min, one.group)))
