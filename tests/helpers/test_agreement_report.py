"""All figures of agreement together: by kind, city and day, where people differ most, and how they are written."""

import numpy as np
import pytest

from helpers.agreement_report import NO_OVERLAP, SPREAD_MIN, agreement_report, report_data, report_lines
from helpers.agreement_words import alpha_text, minutes_text, sample_words, share_text, value_words
from helpers.estimates import Estimate, Interval, Undefined
from tests.builders import a_day, a_leg, a_meal, a_stop, an_itinerary


def rng():
    return np.random.default_rng(5)


def a_trip(museum, lunch, fort, leg=360):
    return an_itinerary(
        a_day(
            a_leg(depart=leg, arrive=540),
            a_stop("Museum", museum, 780),
            a_meal("Bistro", lunch, 900),
            number=1,
        ),
        a_day(a_stop("Fort", fort, 720, city="Agra"), number=2),
    )


QUERIES = {
    1: {11: a_trip(600, 840, 540), 12: a_trip(600, 840, 540)},
    2: {21: a_trip(600, 840, 540), 22: a_trip(610, 846, 601, leg=361)},
    3: {31: a_trip(600, 840, 540)},
}  # fmt: skip
# query 2: leg 1, Museum 10, Bistro 6, Fort 61; every end is the same


def named(parts):
    return {part.name: part for part in parts}


def test_counts_are_of_queries_with_two_plans():
    found = agreement_report(QUERIES, rng())
    assert (found.queries, found.plans, found.pairs) == (2, 4, 2)
    assert found.times.mean_apart.value == pytest.approx(78 / 16)
    assert found.starts.mean_apart.value == pytest.approx(78 / 8)
    assert found.ends.mean_apart.value == 0.0
    assert found.stays.mean_apart.value == pytest.approx(78 / 8)
    assert (found.order.value, found.places.value) == (1.0, 1.0)


def test_parts_hold_the_items_of_their_kind_city_and_day():
    parts = agreement_report(QUERIES, rng()).parts
    assert {
        name: part.times.mean_apart.value for name, part in named(parts["kind"]).items()
    } == pytest.approx({"attraction": 71 / 8, "leg": 1 / 4, "restaurant": 6 / 4})
    assert {
        name: part.times.mean_apart.value for name, part in named(parts["city"]).items()
    } == pytest.approx({"Agra": 61 / 4, "Jaipur": 17 / 12})
    assert {name: part.times.mean_apart.value for name, part in named(parts["day"]).items()} == pytest.approx(
        {"day 1": 17 / 12, "day 2": 61 / 4}
    )
    assert named(parts["city"])["Agra"].groups == (1, 2)
    assert sum(part.times.mean_apart.n for part in parts["kind"]) == 16


def test_a_part_without_a_stay_says_that_its_stays_are_undefined():
    only_starts = {query: an_itinerary(a_stop("Museum", 600, None)) for query in (1, 2)}
    (part,) = agreement_report({1: only_starts}, rng()).parts["kind"]
    assert part.stays.alpha.words == "undefined, because there are no common items"


def test_the_spread_counts_each_time_in_one_class_and_classes_end_where_they_say():
    assert agreement_report(QUERIES, rng()).spread["attraction"] == (6, 0, 1, 0, 0, 1)
    for place, limit in enumerate(SPREAD_MIN):
        pair = {
            1: an_itinerary(a_stop("Fort", 600, None)),
            2: an_itinerary(a_stop("Fort", 600 + limit, None)),
        }
        beyond = {
            1: an_itinerary(a_stop("Fort", 600, None)),
            2: an_itinerary(a_stop("Fort", 601 + limit, None)),
        }
        assert agreement_report({1: pair}, rng()).spread["attraction"][place] == 1
        assert agreement_report({1: beyond}, rng()).spread["attraction"][place + 1] == 1


def test_rows_and_groups_on_which_people_differ_come_worst_first_and_others_not_at_all():
    found = agreement_report(QUERIES, rng())
    assert [(row.group, row.name, row.apart_min) for row in found.worst_rows] == [
        (2, "Fort", 61), (2, "Museum", 10), (2, "Bistro", 6), (2, "Train from Bhopal to Jaipur", 1),
    ]  # fmt: skip
    assert found.worst_rows[0].times == ((21, 540, 720), (22, 601, 720))
    (group,) = found.worst_groups
    assert (group.group, group.compared, group.worst.name) == (2, 8, "Fort")
    assert group.mean_apart_min == pytest.approx(78 / 8)


def test_groups_of_one_query_are_drawn_together():
    groups = {
        one: {1: an_itinerary(a_stop("Fort", 600, None)), 2: an_itinerary(a_stop("Fort", 600 + late, None))}
        for one, late in ((7, 0), (8, 30))
    }
    apart = agreement_report(groups, rng(), {7: 1, 8: 1})
    assert (apart.queries, apart.plans, apart.pairs) == (1, 4, 2)
    assert apart.times.mean_apart == Estimate(15.0, 2, Undefined("it all comes from one query"))
    assert agreement_report(groups, rng()).times.mean_apart == Estimate(15.0, 2, Interval(0.0, 30.0))


@pytest.mark.parametrize("queries", [{}, {3: QUERIES[3]}])
def test_without_two_plans_of_a_query_every_figure_is_undefined(queries):
    found = agreement_report(queries, rng())
    assert (found.queries, found.pairs, found.order, found.places) == (0, 0, NO_OVERLAP, NO_OVERLAP)
    assert found.times.alpha.words == "undefined, because there are no common items"
    assert found.parts == {"kind": (), "city": (), "day": ()}
    data = report_data(found)
    assert data["times"]["alpha"] == {
        "value": None, "n": 0, "low": None, "high": None, "undefined": "there are no common items",
    }  # fmt: skip


def test_the_table_of_a_report_holds_every_figure_once():
    lines = report_lines(agreement_report(QUERIES, rng()))
    keys = [(line["by"], line["name"], line["of"], line["measure"]) for line in lines]
    assert len(keys) == len(set(keys)) == 4 * 6 + 7 * 2 * 6 + 2  # 3 kinds, 2 cities, 2 days
    mean = next(line for line in lines if line["measure"] == "mean_apart_min" and line["name"] == "Agra")
    assert (mean["by"], mean["of"], mean["value"], mean["n"]) == ("city", "times", 61 / 4, 4)


def test_the_same_plans_give_the_same_report():
    assert agreement_report(QUERIES, rng()) == agreement_report(QUERIES, rng())


def test_a_figure_below_one_never_reads_as_one_and_one_above_nothing_never_as_nothing():
    assert [share_text(one) for one in (0, 0.0004, 0.5, 0.9994, 0.9995, 0.99999, 1)] == [
        "0.0%", "<0.1%", "50.0%", "99.9%", ">99.9%", ">99.9%", "100.0%",
    ]  # fmt: skip
    assert [alpha_text(one) for one in (1, 0.99999, 0.9995, 0.9994, -0.5)] == [
        "1.000", ">0.999", ">0.999", "0.999", "-0.500",
    ]  # fmt: skip
    assert [minutes_text(one) for one in (0, 0.01, 0.05, 12.34)] == [
        "0.0 min",
        "<0.1 min",
        "0.1 min",
        "12.3 min",
    ]


def test_a_figure_comes_with_its_interval_and_n_or_with_the_reason_why_not():
    known = Estimate(12.34, 1200, Interval(10.0, 15.0))
    assert (value_words(known, minutes_text), sample_words(known, minutes_text)) == (
        "12.3 min", "95%: 10.0 to 15.0 min, n 1,200",
    )  # fmt: skip
    single = Estimate(0.5, 3, Undefined("it all comes from one query"))
    assert sample_words(single, share_text) == "n 3, no interval: it all comes from one query"
    nothing = Undefined("there are no common items")
    assert (value_words(nothing, share_text), sample_words(nothing, share_text)) == (
        "undefined", "because there are no common items",
    )  # fmt: skip
