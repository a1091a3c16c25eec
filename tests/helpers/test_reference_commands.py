"""`python -m helpers delays|crowds|durations|buffers`: what the reference data say, with source and date."""

import json
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select

from db import models
from db.schema import migrate
from db.session import open_session
from helpers.__main__ import main
from tests.db.reference_rows import AS_OF, a_world, add


@pytest.fixture
def url(tmp_path: Path) -> str:
    address = f"sqlite:///{tmp_path / 'reference.db'}"
    migrate(address)
    with open_session(write=True, url=address) as session:
        ids = a_world(session)
        add(
            session, models.TrainDelay, number="12191", station="Jaipur Jn",
            avg_delay_1w=12, avg_delay_1m=25, avg_delay_3m=38, avg_delay_6m=41, avg_delay_1y=46,
        )  # fmt: skip
        add(
            session, models.FlightPerformance, number="6E-2145", route_key="", total_flights=62, late=8,
            very_late=5, excessive=3, cancelled=1, diverted=1, avg_delay_min=34.0, std_delay_min=21.5,
            max_delay_min=148.0,
        )  # fmt: skip
        pair = {"origin_id": ids["Agra"], "destination_id": ids["Jaipur"]}
        add(session, models.RoadRoute, **pair, free_flow_min=240.0, historical_delay_min=50.0)
        add(
            session, models.Attraction, name="Museum", city_id=ids["Jaipur"], visit_duration_min=180.0,
            crowds=[{"windows": [[540, 1080, "A"]], "quiet_hours": [9], "peak_hours": [12, 13]}],
        )  # fmt: skip
        add(
            session, models.Attraction, name="Bazaar", city_id=ids["Jaipur"], visit_duration_min=120.0,
            crowds=[{"windows": [[600, 840, "L"], [840, 1200, "H"]], "quiet_hours": [], "peak_hours": []}],
        )  # fmt: skip
        add(session, models.Restaurant, name="Bistro", city_id=ids["Jaipur"], crowd_level="H")
    return address


def asked(capsys: pytest.CaptureFixture[str], url: str, *words: str) -> dict[str, list[dict[str, Any]]]:
    assert main([*words, "--db", url, "--json"]) == 0
    found: dict[str, list[dict[str, Any]]] = json.loads(capsys.readouterr().out)
    return found


def values(found: list[dict[str, Any]]) -> dict[str, Any]:
    return {advice["label"]: advice["value"] for advice in found}


def test_a_train_s_delays_come_with_their_station_source_and_date(
    url: str, capsys: pytest.CaptureFixture[str]
) -> None:
    found = asked(capsys, url, "delays", "--train", "12191")["12191, Jaipur Jn"]
    assert values(found)["Expected delay"] == 38.5
    assert (found[0]["source"], found[0]["as_of"]) == ("import 1", AS_OF)


def test_a_flight_s_delays_come_with_the_number_of_flights(
    url: str, capsys: pytest.CaptureFixture[str]
) -> None:
    found = asked(capsys, url, "delays", "--flight", "6E 2145")["6E-2145, all routes"]
    assert values(found)["Expected delay"] == pytest.approx(16 / 62 * 55.5 + 2 / 62 * 148)
    assert found[0]["n"] == 62


def test_a_road_s_delay_is_that_of_its_direction(url: str, capsys: pytest.CaptureFixture[str]) -> None:
    there = asked(capsys, url, "delays", "--from", "Agra", "--to", "Jaipur")["Agra to Jaipur by road"]
    assert values(there)["Expected delay"] == 50.0
    back = asked(capsys, url, "delays", "--from", "Jaipur", "--to", "Agra")["Jaipur to Agra by road"]
    assert values(back)["Expected delay"] is None


@pytest.mark.parametrize(
    ("risk", "text"),
    [
        ("tolerant", "19.2 min to 38.5 min"),
        ("averse", "48.1 min to 1 h 17"),
        ("Risk-Optimized", "38.5 min to 48.1 min"),
    ],
)
def test_the_buffer_of_a_train_scales_with_the_risk_profile(
    url: str, capsys: pytest.CaptureFixture[str], risk: str, text: str
) -> None:
    found = asked(capsys, url, "buffers", "--risk", risk, "--train", "12191")["12191, Jaipur Jn"]
    assert [one["text"] for one in found if one["label"].startswith("Buffer")] == [text]


def test_without_a_profile_all_three_are_shown(url: str, capsys: pytest.CaptureFixture[str]) -> None:
    found = asked(capsys, url, "buffers", "--train", "12191")["12191, Jaipur Jn"]
    assert sum(one["label"].startswith("Buffer") for one in found) == 3


def test_the_buffer_of_a_visit_gives_the_departure_that_scores(
    url: str, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ("buffers", "--risk", "optimized", "--place", "Museum", "--city", "Jaipur", "--at", "09:00")
    found = asked(capsys, url, *words)["Museum, Jaipur (attraction)"]
    # v 180, C_f 1.5: 180 + 270 to 180 + 337.5 min after 09:00, in whole minutes
    assert values(found)["Ideal buffer"] == 270.0
    assert found[-1]["text"] == "7 h 30 to 8 h 37: leave 16:30 to 17:37"


def test_the_stay_of_a_visit_is_the_one_that_scores_in_the_crowd_it_meets(
    url: str, capsys: pytest.CaptureFixture[str]
) -> None:
    # Low until 14:00, then High: from 10:00 a stay of L > 240 has C_f = 1 + (L - 240) / L and may last
    # 120 + 1.25 x 120 x C_f, which is 300 at L = 300; at least 120 + 120.
    words = ("buffers", "--risk", "optimized", "--place", "Bazaar", "--city", "Jaipur", "--at", "10:00")
    found = {one["label"]: one for one in asked(capsys, url, *words)["Bazaar, Jaipur (attraction)"]}
    stay = found["Stay for BAS 1, Risk Optimized"]
    assert (stay["value"], stay["text"]) == (240, "4 h 00 to 5 h 00: leave 14:00 to 15:00")


def test_crowds_show_windows_peak_and_quiet_hours(url: str, capsys: pytest.CaptureFixture[str]) -> None:
    found = asked(capsys, url, "crowds", "--place", "Museum", "--city", "Jaipur")[
        "Museum, Jaipur (attraction)"
    ]
    assert {one["label"]: one["text"] for one in found} == {
        "09:00-18:00": "Average",
        "Peak hours": "12-14 h",
        "Quiet hours": "09-10 h",
    }


def test_the_duration_of_a_meal_depends_on_its_start(url: str, capsys: pytest.CaptureFixture[str]) -> None:
    for start, minutes in (("10:59", 50.0), ("11:00", 60.0), ("16:00", 75.0)):
        found = asked(capsys, url, "durations", "--at", start)[f"a meal at {start}"]
        assert found[0]["value"] == minutes


def test_the_duration_of_a_sight_is_the_catalogue_s(url: str, capsys: pytest.CaptureFixture[str]) -> None:
    found = asked(capsys, url, "durations", "--place", "Museum", "--city", "Jaipur")
    assert found["Museum, Jaipur (attraction)"][0]["value"] == 180.0


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("delays", "--train", "99"), "No delays of train 99"),
        (("delays",), "Nothing is asked for"),
        (("buffers", "--risk", "bold", "--train", "12191"), "'bold' is no risk profile"),
        (("crowds", "--place", "Musem", "--city", "Jaipur"), "Did you mean Museum (Jaipur)?"),
        (("crowds", "--place", "Museum", "--city", "Aurangabad"), "fits no city of the table, or two"),
        (("crowds", "--place", "Museum", "--city", "Jaipur", "--date", "1 May"), "is no date"),
        (("durations", "--at", "25:00"), "is not a time"),
    ],
)
def test_a_question_without_an_answer_says_what_to_do_and_gives_exit_code_2(
    url: str, capsys: pytest.CaptureFixture[str], words: tuple[str, ...], said: str
) -> None:
    assert main([*words, "--db", url]) == 2
    assert said in capsys.readouterr().err


def test_a_table_shows_figure_and_source(url: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["delays", "--train", "12191", "--db", url]) == 0
    said = capsys.readouterr().out
    assert "38.5 min" in said
    assert "import 1" in said


def test_a_database_without_tables_is_an_error(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["delays", "--train", "1", "--db", f"sqlite:///{tmp_path / 'empty.db'}"]) == 2
    assert "no tables" in capsys.readouterr().err


@pytest.mark.parametrize("name", ["Fort [/b]", "[red]Lake"])
def test_a_name_that_looks_like_markup_is_printed_as_it_is(
    url: str, capsys: pytest.CaptureFixture[str], name: str
) -> None:
    with open_session(write=True, url=url) as session:
        (city,) = session.scalars(select(models.City).where(models.City.name == "Jaipur"))
        add(session, models.Attraction, name=name, city_id=city.id, visit_duration_min=60.0, crowd_level="H")
        add(session, models.TrainDelay, number="1", station=name, avg_delay_1y=46)
    for command in ("crowds", "durations", "buffers"):
        assert main([command, "--place", name, "--city", "Jaipur", "--db", url]) == 0
        assert f"{name}, Jaipur (attraction)" in capsys.readouterr().out
    assert main(["delays", "--train", "1", "--db", url]) == 0
    assert f"1, {name}" in capsys.readouterr().out
