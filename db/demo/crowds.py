"""Invented crowds of the demo workspace's sights and restaurants."""

from collections.abc import Sequence
from typing import Any

from db.demo.places import SIGHTS
from db.demo.spots import drawn

Analysis = dict[str, Any]
"""A crowd analysis as it stands in a file."""

WITHOUT_CROWD = {("Attukad Waterfalls", "Munnar")}
"""Places of which deliberately nothing is known about crowds."""

CROWD_IN_COLUMNS = {
    ("Toorji Ka Jhalra", "Jodhpur"): "Low",
    ("Jagdish Temple", "Udaipur"): "Average",
    ("Birla Mandir", "Jaipur"): "Below Average",
    ("Johari Bazaar", "Jaipur"): "High",
    ("Chinese Fishing Nets", "Kochi"): "Above Average",
}
"""Places whose crowd data stand in the columns of the attractions' file, with a stated level."""

CROWD_LONG_FORM = {
    ("Agra Fort", "Agra"),
    ("Amber Fort", "Jaipur"),
    ("City Palace", "Udaipur"),
    ("Marine Drive", "Kochi"),
}
"""Places whose crowd analysis is written in the paper's long form."""

SIGHT_CROWDS: tuple[Analysis, ...] = (
    {
        "cw": [[6, 9, "L"], [10, 12, "BA"], [13, 15, "A"], [16, 17, "AA"], [18, 20, "BA"]],
        "q": [7, 8, 9],
        "p": [16, 17],
    },
    {
        "cw": [[6, 8, "L"], [9, 10, "BA"], [11, 13, "A"], [14, 16, "BA"], [17, 19, "A"]],
        "q": [8, 9],
        "p": [11, 12, 18],
    },
    {
        "cw": [[6, 9, "BA"], [10, 12, "A"], [13, 15, "BA"], [16, 18, "A"], [19, 20, "L"]],
        "q": [13, 14, 15],
        "p": [17, 18],
    },
)
MEAL_CROWDS: tuple[Analysis, ...] = (
    {
        "cw": [
            [6, 8, "L"],
            [9, 11, "BA"],
            [12, 12, "A"],
            [13, 14, "AA"],
            [15, 18, "L"],
            [19, 19, "BA"],
            [20, 22, "A"],
            [23, 23, "L"],
        ],
        "q": [7, 16, 17],
        "p": [13, 14, 21],
    },
    {
        "cw": [[6, 9, "L"], [10, 11, "BA"], [12, 14, "A"], [15, 18, "BA"], [19, 22, "A"], [23, 23, "BA"]],
        "q": [7, 8, 15],
        "p": [13, 20],
    },
    {
        "cw": [[6, 9, "BA"], [10, 14, "BA"], [15, 18, "L"], [19, 21, "A"], [22, 23, "BA"]],
        "q": [6, 7, 16],
        "p": [20, 21],
    },
)


def picked(choices: Sequence[Analysis], *seed: str) -> Analysis:
    """One of the choices, settled by the given words."""
    return choices[int(drawn(*seed).random() * len(choices))]


def analysis_of(name: str, city: str, kind: str) -> Analysis:
    """The invented crowd analysis of a place, in the short form or in the paper's long one."""
    short = picked(SIGHT_CROWDS if kind == "sight" else MEAL_CROWDS, "crowd", city, name)
    if (name, city) not in CROWD_LONG_FORM:
        return short
    hours = next(s.opening_hours for s in SIGHTS if (s.name, s.city) == (name, city)).split("-")
    opens, closes = (int(clock.split(":")[0]) for clock in hours)
    intensity = {str(hour): level for first, last, level in short["cw"] for hour in range(first, last + 1)}
    return {"o": opens, "c": closes, "s": {"in": 10, "out": 17}, "I": intensity, "avg_day": short}
