"""Agreement on times: minutes apart, limits, stays, alpha; across midnight; several people; undefined."""

from itertools import permutations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotate.adjudication import disagreements, mean_apart_min
from helpers.agreement import LIMITS_MIN, TIMES, Field, agreement_on, common_items, table_of
from helpers.bias import departures
from helpers.estimates import Estimate, Interval, Redraws, Undefined
from tests.builders import a_day, a_leg, a_meal, a_stay, a_stop, an_itinerary


def rng():
    return np.random.default_rng(5)


def agreement_of(plans, rng, fields=TIMES):
    """On the times of one query."""
    items = [item for item in common_items(0, dict(enumerate(plans))) if item.field in fields]
    return agreement_on(table_of(items), Redraws(rng))


def a_version(museum=("10:00", "13:00"), bistro=("14:00", "15:00"), leg=("06:00", "09:00")):
    return an_itinerary(
        a_leg(depart=leg[0], arrive=leg[1]), a_stop("Museum", *museum), a_meal("Bistro", *bistro)
    )


ASHA = a_version()
BINOD = a_version(("10:15", "12:20"), ("14:00", "15:05"), ("06:05", "09:00"))
# minutes apart: leg 5 and 0, Museum 15 and 40, Bistro 0 and 5


def test_minutes_apart_and_shares_by_hand():
    found = agreement_of([ASHA, BINOD], rng())
    assert found.mean_apart.value == pytest.approx(65 / 6)
    assert {limit: share.value for limit, share in found.within.items()} == pytest.approx(
        {0: 2 / 6, 5: 4 / 6, 15: 5 / 6, 30: 5 / 6}
    )
    assert (found.mean_apart.n, found.alpha.n, found.queries) == (6, 6, 1)


def test_the_mean_is_that_of_the_adjudication_and_of_the_bias():
    wanted = mean_apart_min(disagreements(ASHA, BINOD))
    assert agreement_of([ASHA, BINOD], rng()).mean_apart.value == pytest.approx(wanted)
    distances = [abs(one.minutes) for one in departures(ASHA, BINOD)]
    assert sum(distances) / len(distances) == pytest.approx(wanted)


@pytest.mark.parametrize("limit", LIMITS_MIN)
def test_a_limit_is_inclusive_and_one_minute_more_is_beyond_it(limit):
    def share(apart):
        plans = [
            an_itinerary(a_stop("Museum", 600, 700)),
            an_itinerary(a_stop("Museum", 600 + apart, 700 + apart)),
        ]
        return agreement_of(plans, rng()).within[limit].value

    assert (share(limit), share(limit + 1)) == (1.0, 0.0)


def test_stay_lengths_are_compared_by_themselves():
    # 180 and 125 min in the museum, 60 and 65 at the bistro, 180 and 175 on the way
    found = agreement_of([ASHA, BINOD], rng(), [Field.STAY])
    assert found.mean_apart.value == pytest.approx((55 + 5 + 5) / 3)
    moved = a_version(("11:00", "14:00"), ("15:00", "16:00"), ("07:00", "10:00"))
    same_length = agreement_of([ASHA, moved], rng(), [Field.STAY])
    assert (same_length.mean_apart.value, same_length.alpha.value) == (0.0, 1.0)
    assert agreement_of([ASHA, moved], rng()).mean_apart.value == 60.0


def test_across_midnight_minutes_count_and_not_what_the_clock_shows():
    before = an_itinerary(a_stop("Bazaar", "22:00", "23:50"), a_stay("Plain Inn", "23:55", "31:00"))
    after = an_itinerary(a_stop("Bazaar", "22:00", "24:10"), a_stay("Plain Inn", "24:15", "31:00"))
    assert agreement_of([before, after], rng()).mean_apart.value == (0 + 20 + 20 + 0) / 4


def test_the_same_instant_is_the_same_on_whichever_day_it_is_written():
    late = an_itinerary(
        a_day(a_meal("Bistro", "24:15", "25:15", meal="dinner"), number=1),
        a_day(a_stop("Fort", 540, 600), number=2),
    )
    early = an_itinerary(
        a_day(a_stop("Lake", 540, 600), number=1),
        a_day(a_meal("Bistro", "00:15", "01:15", meal="dinner"), a_stop("Fort", 540, 600), number=2),
    )
    assert agreement_of([late, early], rng()).mean_apart.value == 0.0
    whole_day = an_itinerary(a_day(a_stop("Fort", 540, 600), number=1))
    assert agreement_of([late, whole_day], rng()).mean_apart.value == 1440.0


def test_three_people_are_compared_two_by_two():
    third = a_version(("10:30", "13:00"))
    found = agreement_of([ASHA, BINOD, third], rng())
    # Asha-Binod 65, Asha-third 30, Binod-third 15 + 40 + 5 + 5
    assert found.mean_apart.value == pytest.approx((65 + 30 + 65) / 18)
    assert (found.mean_apart.n, found.alpha.n) == (18, 6)


def test_perfect_agreement_is_one_exactly_and_nothing_apart():
    for field in ([Field.START, Field.END], [Field.STAY]):
        found = agreement_of([ASHA, ASHA, ASHA], rng(), field)
        assert (found.mean_apart.value, found.alpha.value) == (0.0, 1.0)
        assert {share.value for share in found.within.values()} == {1.0}


def test_one_row_that_everybody_times_the_same_is_perfect_and_not_undefined():
    one = an_itinerary(a_stop("Museum", "10:00", None))
    assert agreement_of([one, one], rng()).alpha.value == 1.0


@given(
    st.lists(st.tuples(st.integers(0, 1799), st.integers(1, 600)), min_size=2, max_size=6),
    st.integers(0, 5),
    st.integers(1, 300),
)
def test_two_different_plans_never_agree_perfectly(times, at, minutes):
    def plan(times):
        return an_itinerary(
            *(a_stop(f"Stop {n}", start, start + stay) for n, (start, stay) in enumerate(times))
        )

    changed = list(times)
    start, stay = changed[at % len(times)]
    changed[at % len(times)] = (start, stay + minutes)
    found = agreement_of([plan(times), plan(changed)], rng())
    assert found.alpha.value < 1.0
    assert found.within[0].value < 1.0
    assert found.mean_apart.value > 0.0


def test_who_is_first_does_not_matter():
    plans = [ASHA, BINOD, a_version(("10:30", "13:00"))]
    several = [agreement_of(order, rng()) for order in permutations(plans)]
    assert (
        len({(one.mean_apart.value, *(share.value for share in one.within.values())) for one in several}) == 1
    )
    assert [one.alpha.value for one in several] == pytest.approx([several[0].alpha.value] * 6)


@pytest.mark.parametrize(
    ("plans", "because"),
    [
        ([], "there are no common items"),
        ([ASHA], "there are no common items"),
        ([ASHA, an_itinerary(a_stop("Fort", "10:00", "13:00"))], "there are no common items"),
        ([ASHA, an_itinerary(a_stop("Museum", city="Agra"))], "there are no common items"),
        ([a_version(("10:00", None), (None, None), (None, None)), a_version((None, "13:00"))], "there are no common items"),
    ],
)  # fmt: skip
def test_without_a_common_item_everything_is_undefined_and_says_why(plans, because):
    found = agreement_of(plans, rng())
    measures = [found.mean_apart, found.alpha, *found.within.values()]
    assert {one.words for one in measures if isinstance(one, Undefined)} == {f"undefined, because {because}"}
    assert all(isinstance(one, Undefined) for one in measures)


def test_items_know_their_kind_city_and_day_and_a_leg_the_city_it_leads_to():
    plan = an_itinerary(
        a_day(a_stay("Inn", 0, 400), number=1), a_day(a_leg(depart=500, arrive=600), number=2)
    )
    items = common_items(7, {1: plan, 2: plan})
    assert [(one.query, one.kind, one.city, one.day, str(one.field)) for one in items] == [
        *((7, "accommodation", "Jaipur", 1, field) for field in ("start", "end", "stay")),
        *((7, "leg", "Jaipur", 2, field) for field in ("start", "end", "stay")),
    ]
    lost = an_itinerary(a_stop("Fort", 1, 2, city=None))
    assert common_items(7, {1: lost, 2: lost})[0].city == "unresolved city"


def by_query(apart):
    """Items of several queries; in each two people are so many minutes apart on one start."""
    return table_of(
        item
        for query, minutes in enumerate(apart)
        for item in common_items(
            query,
            {
                1: an_itinerary(a_stop("Museum", 600, None)),
                2: an_itinerary(a_stop("Museum", 600 + minutes, None)),
            },
        )
    )


def test_the_interval_is_seeded_and_holds_the_mean():
    table = by_query([0, 5, 10, 40, 0, 20, 5, 15])
    first, again = (agreement_on(table, Redraws(rng())).mean_apart for _ in range(2))
    assert first == again
    assert first.interval.low < first.value == 95 / 8 < first.interval.high
    other = agreement_on(table, Redraws(np.random.default_rng(6))).mean_apart
    assert other.interval != first.interval


def test_the_interval_of_a_mean_is_near_the_normal_one():
    apart = list(np.random.default_rng(1).integers(0, 60, size=200))
    found = agreement_on(by_query([int(one) for one in apart]), Redraws(rng())).mean_apart
    half = 1.96 * np.std(apart, ddof=1) / np.sqrt(200)
    assert found.interval.low == pytest.approx(np.mean(apart) - half, abs=0.5)
    assert found.interval.high == pytest.approx(np.mean(apart) + half, abs=0.5)


def test_whole_queries_are_drawn_so_that_rows_of_one_query_do_not_count_as_many():
    plans = {
        query: [
            an_itinerary(*(a_stop(f"Stop {n}", 600 + 60 * n, None) for n in range(5))),
            an_itinerary(*(a_stop(f"Stop {n}", 600 + 60 * n + late, None) for n in range(5))),
        ]
        for query, late in enumerate((0, 30))
    }
    table = table_of(
        item for query, pair in plans.items() for item in common_items(query, dict(enumerate(pair)))
    )
    # two queries: a draw holds both, or one of them twice
    assert agreement_on(table, Redraws(rng())).mean_apart.interval == Interval(0.0, 30.0)


def test_one_query_has_a_value_and_no_interval_and_says_why():
    found = agreement_of([ASHA, BINOD], rng()).mean_apart
    assert isinstance(found, Estimate)
    assert found.interval == Undefined("it all comes from one query")


def test_the_interval_of_perfect_agreement_is_one_at_both_ends():
    found = agreement_on(by_query([0] * 5), Redraws(rng()))
    assert (found.alpha.value, found.alpha.interval) == (1.0, Interval(1.0, 1.0))
