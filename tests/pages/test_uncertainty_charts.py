"""What the view of the reference data draws and gives away: shares beside the bars, gaps, hostile names."""

import pandas as pd
import pytest

from annotate.plan import StopKind
from db.reference_coverage import CityCoverage, Known
from db.reference_uncertainty import EXPECTED, OUTCOMES, DelaySpread, FlightOutcomes, HourlyCrowd
from pages._ui.charts import csv_bytes, png_bytes
from pages._ui.quality.reference_gaps import city_frame
from pages._ui.quality.uncertainty_charts import (
    class_chart,
    class_frame,
    hour_chart,
    hour_frame,
    outcome_chart,
    outcome_frame,
)

PNG = b"\x89PNG"
NOTHING = {50: None, 90: None, 95: None}


def a_spread(mode: str, figure: str, *classes: int) -> DelaySpread:
    """A spread with so many records in each class."""
    return DelaySpread(mode, figure, sum(classes), 1.0, NOTHING, 2.0, classes)


def test_only_what_tdas_takes_is_drawn_by_class_with_its_share_of_the_records() -> None:
    spreads = [
        a_spread("Train", "avg_delay_1w", 0, 9, 0, 0, 0, 0, 0),
        a_spread("Train", EXPECTED, 0, 1, 0, 3, 0, 0, 0),
        a_spread("Road", "historical_delay_min", 0, 0, 0, 0, 0, 0, 0),
    ]
    frame = class_frame(spreads)
    assert frame.delay_min.tolist() == [
        "early", "0 to 5", "5 to 15", "15 to 30", "30 to 60", "60 to 120", "120 and more"
    ]  # fmt: skip
    assert frame.share.tolist() == [0, 0.25, 0, 0.75, 0, 0, 0]
    assert set(frame["mode"]) == {"Train"}
    assert png_bytes(class_chart(frame)).startswith(PNG)


def test_the_outcomes_of_flights_are_shares_of_all_observed_ones() -> None:
    counts = dict(zip(OUTCOMES, (1200, 200, 50, 30, 15, 5), strict=True))
    frame = outcome_frame(FlightOutcomes(2, 1500, counts))
    assert frame.share.tolist()[:2] == [pytest.approx(0.8), pytest.approx(200 / 1500)]
    labels = [row["label"] for rows in outcome_chart(frame).to_dict()["datasets"].values() for row in rows]
    assert labels[0] == "1,200 (80.0%)"
    assert png_bytes(outcome_chart(frame)).startswith(PNG)


def test_an_hour_at_which_no_place_is_known_has_no_level() -> None:
    mean = (None,) * 10 + (0.5,) + (None,) * 13
    crowds = [
        HourlyCrowd(kind, 1, mean, tuple(int(one is not None) for one in mean))
        for kind in (StopKind.ATTRACTION, StopKind.RESTAURANT)
    ]
    frame = hour_frame(crowds)
    assert len(frame) == 48
    assert frame.mean_intensity.notna().sum() == 2
    at_ten = frame[(frame.hour == 10) & (frame.places == "restaurants")]
    assert at_ten[["mean_intensity", "n"]].values.tolist() == [[0.5, 1]]
    assert png_bytes(hour_chart(frame)).startswith(PNG)


def test_the_list_of_cities_is_safe_to_open_in_a_spreadsheet() -> None:
    known = Known(1, 4)
    city = CityCoverage(3, "=cmd()", "Rajasthan", (7, 9), known, Known(), Known(0, 4), Known(), Known())
    frame = city_frame([city])
    assert frame.loc[0, ["missing", "plans", "attraction_crowds_known", "attraction_crowds_of"]].tolist() == [
        7,
        2,
        1,
        4,
    ]
    assert isinstance(frame, pd.DataFrame)
    assert csv_bytes(frame).decode().splitlines()[1].startswith("'=cmd()")
