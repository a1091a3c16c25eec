"""Who gets which query."""

from annotate.sharing import Job, Sharing, Worker, share_out


def test_even_sharing_gives_to_whoever_has_least_to_do_and_then_in_turn():
    workers = [Worker(1, load=2), Worker(2), Worker(3, load=1)]
    shares = share_out([Job(number) for number in range(10, 16)], workers, Sharing.EVENLY)
    # loads 2 0 1: 2 (1), 2 (2) or 3 (2) ... everybody ends with three
    assert shares == [(10, 2), (11, 2), (12, 3), (13, 1), (14, 2), (15, 3)]


def test_sharing_by_level_gives_everybody_as_many_of_each_level():
    jobs = [Job(number, level="easy" if number < 4 else "hard") for number in range(8)]
    shares = share_out(jobs, [Worker(1, load=5), Worker(2)], Sharing.BY_LEVEL)
    easy = sorted(person for query, person in shares if query < 4)
    hard = sorted(person for query, person in shares if query >= 4)
    assert easy == hard == [1, 1, 2, 2]


def test_sharing_by_city_prefers_who_knows_most_of_the_cities_and_then_who_has_least():
    knows_both = Worker(1, load=9, cities=frozenset({"jaipur", "udaipur"}))
    knows_one = Worker(2, cities=frozenset({"jaipur"}))
    knows_none = Worker(3)
    jobs = [
        Job(10, cities=frozenset({"jaipur", "udaipur"})),
        Job(11, cities=frozenset({"jaipur"})),
        Job(12, cities=frozenset({"agra"})),
    ]
    assert share_out(jobs, [knows_both, knows_one, knows_none], Sharing.BY_CITY) == [
        (10, 1),
        (11, 2),
        (12, 3),
    ]


def test_overlap_gives_a_query_to_as_many_different_people_as_it_wants():
    workers = [Worker(1), Worker(2), Worker(3)]
    jobs = [Job(10, wanted=2), Job(11, wanted=2, given=1, had_by=frozenset({3}))]
    assert share_out(jobs, workers, Sharing.EVENLY) == [(10, 1), (10, 2), (11, 1)]


def test_who_skipped_a_query_does_not_get_it_again():
    assert share_out([Job(10, had_by=frozenset({1}))], [Worker(1), Worker(2)], Sharing.EVENLY) == [(10, 2)]


def test_a_query_that_nobody_is_left_for_stays_with_fewer():
    assert share_out([Job(10, wanted=3)], [Worker(1), Worker(2)], Sharing.EVENLY) == [(10, 1), (10, 2)]
    assert share_out([Job(10)], [], Sharing.EVENLY) == []


def test_a_training_set_goes_to_everybody_who_has_not_had_it():
    jobs = [Job(10, given=1), Job(11, had_by=frozenset({2}))]
    assert share_out(jobs, [Worker(1), Worker(2)], Sharing.EVERYBODY) == [(10, 1), (10, 2), (11, 1)]
