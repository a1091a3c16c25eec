"""The golden vectors: cases worked out apart from this code, exact to 1e-9."""

from pathlib import Path

import pytest

from helpers.vectors import check_file

GOLDEN = Path(__file__).parents[2] / "golden"


@pytest.mark.parametrize(("name", "cases"), [("bas", 55), ("cats", 36), ("tdas", 31)])
def test_every_golden_case_comes_out_to_the_ninth_decimal(name: str, cases: int) -> None:
    report = check_file(GOLDEN / f"{name}.json")
    assert report.differences == ()
    assert (report.score, report.cases) == (name, cases)
