import pytest

from annotate.errors import InputError
from db.importers.city_names import CityNames
from tests.db.importers.imported import CITIES, TWO_AURANGABADS, put, read, rows, told


def names(*cities: tuple[str, str]) -> CityNames:
    known = CityNames()
    for name, state in cities:
        known.add(name, state)
    return known


def test_a_bare_name_means_the_only_city_of_that_name():
    assert names(("Jaipur", "Rajasthan")).resolve(" jaipur ") == "jaipur|rajasthan"


def test_a_name_with_its_state_in_brackets_is_understood():
    known = names(("Aurangabad", "Maharashtra"), ("Aurangabad", "Bihar"))
    assert known.resolve("Aurangabad (bihar)") == "aurangabad|bihar"
    assert known.resolve("Aurangabad(Bihar)") == "aurangabad|bihar"


def test_a_bare_name_that_fits_two_cities_is_refused_and_both_are_named():
    known = names(("Aurangabad", "Maharashtra"), ("Aurangabad", "Bihar"))
    with pytest.raises(
        InputError, match=r"fits 2 cities: Aurangabad \(Bihar\) and Aurangabad \(Maharashtra\)"
    ):
        known.resolve("Aurangabad")


def test_bangalore_is_bengaluru():
    assert names(("Bengaluru", "Karnataka")).resolve("Bangalore") == "bengaluru|karnataka"


def test_a_city_whose_own_name_it_is_wins_over_another_ones_alias():
    known = names(("Bengaluru", "Karnataka"), ("Bangalore", "Elsewhere"))
    assert known.resolve("Bangalore") == "bangalore|elsewhere"


def test_an_unknown_name_is_refused_unless_cities_may_be_made():
    known = names(("Jaipur", "Rajasthan"))
    with pytest.raises(InputError, match="No city is called 'Kota'"):
        known.resolve("Kota")
    assert known.resolve("Kota (Rajasthan)", create=True) == "kota|rajasthan"
    assert known.created["kota|rajasthan"].state == "Rajasthan"


def test_a_city_of_another_state_is_not_taken_for_the_one_asked():
    with pytest.raises(InputError, match=r"in Bihar; known: Jaipur \(Rajasthan\)"):
        names(("Jaipur", "Rajasthan")).resolve("Jaipur", "Bihar")


def test_two_aurangabads_are_two_rows(database_url):
    put(database_url, {"cities.csv": TWO_AURANGABADS})
    assert rows(database_url, "cities", "key") == [
        "aurangabad|maharashtra", "aurangabad|bihar", "jaipur|rajasthan",
    ]  # fmt: skip


def test_cities_without_a_header_and_apart_by_tabs_are_read(database_url):
    result = put(database_url, {"cities.txt": "Jaipur\tRajasthan\nUdaipur\tRajasthan\n"})
    assert result.counts.new == 2
    assert rows(database_url, "cities", "name", "state") == [
        ("Jaipur", "Rajasthan"),
        ("Udaipur", "Rajasthan"),
    ]


def test_an_old_name_in_the_same_state_is_read_as_the_city_that_is_known(database_url):
    put(database_url, {"cities.csv": "city,state\nBengaluru,Karnataka\n"})
    plan = read(database_url, {"cities.csv": "city,state,lat,lon\nBangalore,Karnataka,12.9,77.5\n"})
    assert told(plan.notes) == [(2, "city", "Bangalore (Karnataka) is another name of Bengaluru (Karnataka)")]
    put(database_url, {"cities.csv": "city,state,lat,lon\nBangalore,Karnataka,12.9,77.5\n"})
    assert rows(database_url, "cities", "name", "lat") == [("Bengaluru", 12.9)]


def test_aliases_of_a_cities_file_are_known_to_files_of_the_same_import(database_url):
    files = {
        "buses.csv": "operator,origin,destination,dep_time,arr_time\nA,Pink City,Udaipur,08:00,12:00\n",
        "cities.csv": "city,state,aliases\nJaipur,Rajasthan,Pink City;JPR\nUdaipur,Rajasthan,\n",
    }
    assert put(database_url, files).counts.new == 3


def test_a_row_of_a_name_that_fits_two_cities_is_an_error_of_that_row_only(database_url):
    buses = (
        "operator,origin,destination,dep_time,arr_time\n"
        "A,Aurangabad,Jaipur,08:00,12:00\n"
        "B,Aurangabad (Bihar),Jaipur,08:00,12:00\n"
    )
    plan = read(database_url, {"cities.csv": TWO_AURANGABADS, "buses.csv": buses})
    assert told(plan.errors) == [
        (2, "origin", "'Aurangabad' fits 2 cities: Aurangabad (Bihar) and Aurangabad (Maharashtra)")
    ]
    assert plan.counts == (4, 1)


def test_a_state_column_tells_two_cities_apart(database_url):
    attractions = "name,city,state,visit_duration,categories\nFort,Aurangabad,Bihar,2,Museums\n"
    put(database_url, {"cities.csv": TWO_AURANGABADS, "attractions.csv": attractions})
    assert rows(database_url, "attractions", "city_id") == [2]


def test_a_city_with_two_states_that_differ_is_an_error_of_its_row(database_url):
    attractions = (
        "name,city,state,visit_duration,categories\nFort,Aurangabad (Bihar),Maharashtra,2,Museums\n"
        "Lake,Aurangabad (Bihar), bihar ,2,Museums\nPark,Aurangabad (Bihar),-,2,Museums\n"
    )
    files = {"cities.csv": TWO_AURANGABADS, "attractions.csv": attractions}
    for how in ({}, {"create_cities": True}):
        assert told(read(database_url, files, **how).errors) == [
            (2, "city", "'Aurangabad (Bihar)' names the state Bihar, the column beside it says Maharashtra")
        ]
    put(database_url, files, skip_bad=True)
    assert rows(database_url, "attractions", "name", "city_id") == [("Lake", 2), ("Park", 2)]


def test_unknown_cities_are_made_when_asked_for(database_url):
    buses = "operator,origin,destination,dep_time,arr_time\nA,Kota (Rajasthan),Jaipur,08:00,12:00\n"
    result = put(database_url, {"cities.csv": CITIES, "buses.csv": buses}, create_cities=True)
    assert result.cities_created == 1
    assert rows(database_url, "cities", "name", "state")[-1] == ("Kota", "Rajasthan")


def test_a_city_that_is_known_may_get_another_alias_later(database_url):
    put(database_url, {"cities.csv": "city,state,aliases\nJaipur,Rajasthan,\nUdaipur,Rajasthan,\n"})
    more = {"cities.csv": "city,state,aliases\nJaipur,Rajasthan,Pink City\nUdaipur,Rajasthan,\n"}
    first = put(database_url, more)
    assert (first.counts.new, first.counts.changed, first.counts.same) == (0, 1, 1)
    again = put(database_url, more)
    assert (again.counts.new, again.counts.changed, again.counts.same) == (0, 0, 2)
    stations = {"stations.csv": "name,city,kind\nJaipur Jn,Pink City,railway\n"}
    assert put(database_url, stations).counts.new == 1


def test_two_columns_are_headerless_only_where_tabs_divide_them_and_the_map_names_none(database_url):
    plan = read(database_url, {"cities.csv": "Town,Region\nJaipur,Rajasthan\n"})
    assert [question.key for question in plan.questions] == ["columns.city", "columns.state"]
    answers = {"files": {"cities.tsv": {"columns": {"city": "Town", "state": "Region"}}}}
    put(database_url, {"cities.tsv": "Town\tRegion\nJaipur\tRajasthan\n"}, answers)
    assert rows(database_url, "cities", "name", "state") == [("Jaipur", "Rajasthan")]
