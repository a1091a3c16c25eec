"""How far people agree on the times of one query: minutes apart, shares, Krippendorff's alpha.

An item is one time of one row: its start, its end, or its stay (end less start). It is compared between every two people
who gave it. Rows are the same where they are the same place (or leg) and its same mention in the trip. Times are minutes
from 00:00 of the plan day of the row, on a clock that runs on past midnight: 23:50 and 00:10 of the next day are 20 min
apart, 00:10 of the wrong day 1,420. Where two plans put a place on different days the whole days count.
Ranges, ends and what is undefined: guidelines/annotators/measuring_agreement.md.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import combinations

import numpy as np

from annotate.clock import DAY_MIN
from annotate.plan import Itinerary, Leg, Stop
from helpers.bias import place_name, row_kind
from helpers.estimates import (
    NO_COMMON_ITEMS,
    Estimate,
    Floats,
    Interval,
    Measured,
    Redraws,
    Undefined,
    intervals_of,
)
from helpers.interval_alpha import alpha_of_sums, interval_alpha, terms_of
from helpers.plan_overlap import ItemKey, absolute_minute, keyed_rows

SAME_MIN = 0
LIMITS_MIN = (SAME_MIN, 5, 15, 30)
"""Two times agree within a limit when they are that many minutes apart or fewer; 0 is the same minute."""
FEWEST_PLANS = 2
_PAIRS, _ALPHA = 0, 2 + len(LIMITS_MIN)
"""Where in the terms of an item its pairs stand and where what it adds to alpha; its minutes apart and its pairs within
each limit stand between."""
_TERMS = _ALPHA + 4
UNRESOLVED_CITY = "unresolved city"


class Field(StrEnum):
    """Which time of a row."""

    START = "start"
    END = "end"
    STAY = "stay"


TIMES = (Field.START, Field.END)


@dataclass(frozen=True, slots=True)
class Item:
    """One time of one row, as two or more people gave it. `group` numbers what is compared together, `query` the query.

    `minutes` by plan: of the row's day in the first plan that has it (a stay: its length). `row`, `day`, `name`, `kind`
    and `city` are that plan's; the city of a leg is the one it leads to.
    """

    group: int
    query: int
    row: str
    day: int
    name: str
    kind: str
    city: str
    field: Field
    minutes: Mapping[int, int]

    @property
    def apart_min(self) -> list[int]:
        """Minutes between every two people."""
        return [abs(one - other) for one, other in combinations(self.minutes.values(), 2)]


@dataclass(frozen=True, slots=True)
class TimeAgreement:
    """How far people agree on some times.

    `mean_apart`: mean minutes between two people's times, 0 or more. `within[limit]`: share of them at most so many
    minutes apart, in [0, 1]. Both are over every two people and every time that both gave. `alpha`: interval level, at
    most 1, over the items that two or more gave. `queries` is how many it comes from.
    """

    queries: int
    mean_apart: Measured
    within: Mapping[int, Measured]
    alpha: Measured


def common_items(group: int, plans: Mapping[int, Itinerary], query: int | None = None) -> list[Item]:
    """The times that two or more plans of a query give, in the order of the first plan that has them.

    `query` is the query's number where the group has another: two rounds of one query, each beside its gold.
    """
    found: dict[ItemKey, list[tuple[int, int, Stop | Leg]]] = {}
    for plan, itinerary in plans.items():
        for key, day, row in keyed_rows(itinerary):
            found.setdefault(key, []).append((plan, day, row))
    items = []
    for versions in found.values():
        if len(versions) < FEWEST_PLANS:
            continue
        _, base, first = versions[0]
        for field in Field:
            minutes = {
                plan: minute
                for plan, day, row in versions
                if (minute := _minute(row, field, day, base)) is not None
            }
            if len(minutes) >= FEWEST_PLANS:
                items.append(
                    Item(
                        group,
                        group if query is None else query,
                        first.row,
                        base,
                        place_name(first),
                        row_kind(first),
                        _city(first),
                        field,
                        minutes,
                    )
                )
    return items


@dataclass(frozen=True, slots=True)
class ItemTable:
    """Items with what each adds to the sums that all figures are made of (items x terms)."""

    items: tuple[Item, ...]
    terms: Floats

    def only(self, places: Sequence[int]) -> "ItemTable":
        """The items at some places."""
        return ItemTable(tuple(self.items[place] for place in places), self.terms[places])


def table_of(items: Iterable[Item]) -> ItemTable:
    """Items ready to be measured, whole or in parts."""
    kept = tuple(items)
    terms = [(*_pair_terms(item.apart_min), *terms_of(item.minutes)) for item in kept]
    return ItemTable(kept, np.array(terms, dtype=np.float64).reshape(len(kept), _TERMS))


def agreement_on(table: ItemTable, redraws: Redraws) -> TimeAgreement:
    """How far people agree on some items. Undefined, because there are no common items, without any.

    Starts and ends may stand together, stays only by themselves.
    """
    items = table.items
    if not items:
        return undefined_agreement(NO_COMMON_ITEMS)
    queries: dict[int, int] = {}
    of_query = [queries.setdefault(item.query, len(queries)) for item in items]
    by_query = np.zeros((len(queries), _TERMS))
    np.add.at(by_query, of_query, table.terms)
    total = by_query.sum(axis=0)
    shares = [float(share) for share in total[1:_ALPHA] / total[_PAIRS]]
    alpha = interval_alpha([item.minutes for item in items], total[_ALPHA:])
    drawn = redraws.sums(by_query)
    intervals: Sequence[Interval | Undefined] = (
        [drawn] * _ALPHA
        if isinstance(drawn, Undefined)
        else intervals_of(
            np.column_stack([drawn[:, 1:_ALPHA] / drawn[:, :1], alpha_of_sums(drawn[:, _ALPHA:])])
        )
    )
    compared = int(total[_PAIRS])
    apart, *within = [Estimate(*one) for one in zip(shares, [compared] * _ALPHA, intervals, strict=False)]
    return TimeAgreement(
        len(queries),
        apart,
        dict(zip(LIMITS_MIN, within, strict=True)),
        alpha if isinstance(alpha, Undefined) else Estimate(alpha, len(items), intervals[-1]),
    )


def undefined_agreement(why: Undefined) -> TimeAgreement:
    """No figure at all, for a reason."""
    return TimeAgreement(0, why, dict.fromkeys(LIMITS_MIN, why), why)


def _pair_terms(apart: Sequence[int]) -> tuple[int, ...]:
    """Pairs, minutes apart, and how many pairs lie within each limit."""
    return len(apart), sum(apart), *(sum(one <= limit for one in apart) for limit in LIMITS_MIN)


def _minute(row: Stop | Leg, field: Field, day: int, base: int) -> int | None:
    if field is Field.STAY:
        return None if row.start_min is None or row.end_min is None else row.end_min - row.start_min
    minute = row.start_min if field is Field.START else row.end_min
    return None if minute is None else absolute_minute(day, minute) - DAY_MIN * (base - 1)


def _city(row: Stop | Leg) -> str:
    if isinstance(row, Leg):
        return row.destination
    return row.city or UNRESOLVED_CITY
