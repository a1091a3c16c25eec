"""The data card and the charts: figures as counted by hand, hostile names as text, the same bytes on another run."""

import hashlib
import os
import subprocess
import sys
from xml.etree import ElementTree

import pytest

from annotate.gates import RuleState
from db.exporters import card_charts, dataset_card, manifest
from db.exporters.card_header import header
from db.exporters.group_figures import GroupFigures
from db.exporters.item_summary import ItemSummary
from db.plan_figures import ScoreFigure


def an_item(
    idx: int, risk: str = "Risk Averse", days: int = 3, bas: float | None = 0.5, **known: object
) -> ItemSummary:
    values: dict[str, object] = {
        "set_name": "demo", "idx": idx, "risk_profile": risk, "level": "easy", "days": days, "stops": 9, "legs": 2,
        "scores": {"bas": ScoreFigure(bas, 0 if bas is None else 6, 9)}, "rules": {"TIM004": RuleState.PASS},
        "waivers": 0, "waived_codes": (), "rounds": 1, "annotator": "A01", "experts": ("E01",),
        "versions": {"profile": "utp", "rules": "1"}, "imports": ("demo",), "more_keys": (), **known,
    }  # fmt: skip
    return ItemSummary(**values)  # type: ignore[arg-type]


ITEMS = [
    an_item(1, bas=0.2),
    an_item(2, bas=0.6, rules={"TIM004": RuleState.NOT_CHECKED, "MON001": RuleState.WAIVED}),
    an_item(3, "Risk Tolerant", 5, None, annotator="A02", rounds=3),
]


def card(items: list[ItemSummary], name: str = "trial 1", groups: tuple[GroupFigures, ...] = ()) -> str:
    made = manifest.make_manifest(name, items, {"gold.jsonl": b"x"})
    return dataset_card.to_bytes(name, items, made, groups).decode()


def test_means_leave_out_what_could_not_be_scored_and_say_how_many_are_in_them():
    text = card(ITEMS)
    assert "| Risk Averse | 2 | 0.400 (2) |" in text
    assert "| Risk Tolerant | 1 | null (0) |" in text
    assert "| all | 3 | 0.400 (2) |" in text
    assert "2 annotators and 1 expert took part; rounds of an item: 1 in the median; 2 of 3" in text


def test_what_was_not_checked_or_waived_is_listed_by_rule_with_its_numbers():
    text = card(ITEMS)
    assert "| 2 | 1 | 0 |" in next(line for line in text.splitlines() if line.startswith("| TIM004"))
    assert "| 0 | 0 | 1 |" in next(line for line in text.splitlines() if line.startswith("| MON001"))
    assert manifest.make_manifest("x", ITEMS, {})["counts"]["not_checked"] == {"TIM004": 1}
    assert "passes on every item" in card([an_item(1)])


def test_a_hostile_name_stands_as_text_in_header_and_title():
    hostile = '"x: [y](javascript:z) <b>|`'
    text = card([an_item(1)], hostile)
    assert r'pretty_name: "\"x: [y](javascript:z) <b>|`"' in text
    assert r'# "x: \[y\](javascript:z) \<b\>\|\`' in text


def test_the_header_names_every_key_of_the_lines_with_its_type():
    said = header("x", [an_item(1, more_keys=("extra",))])
    assert said.startswith("---\nlicense: other") and said.endswith("---\n")
    assert '  - name: "idx"\n    dtype: int64' in said
    assert '  - name: "facts"\n    dtype: json' in said
    assert '  - name: "extra"\n    dtype: json' in said


@pytest.mark.parametrize(("items", "size"), [(999, "n<1K"), (1_000, "1K<n<10K")])
def test_the_header_says_how_large_the_release_is(items, size):
    assert f"- {size}\n" in header("x", [an_item(1)] * items)


def test_the_card_gives_groups_with_their_numbers_and_the_rest_in_one():
    text = card([an_item(1)], groups=(GroupFigures("Age", (("25 to 34", 6),), 3),))
    assert "| Age: 25 to 34 | 6 |" in text
    assert "| Age: smaller groups, or not said | 3 |" in text
    assert "in groups of 5 or more" not in card([an_item(1)])


def test_each_chart_is_a_picture_with_its_numbers_written_out():
    charts = card_charts.charts_of(ITEMS)
    assert set(charts) == {"charts/items.svg", "charts/scores.svg", "charts/coverage.svg"}
    texts = {
        path: [one.text for one in ElementTree.fromstring(data).iter("{http://www.w3.org/2000/svg}text")]
        for path, data in charts.items()
    }
    assert {"2", "1", "3 days", "5 days", "Risk Averse"} <= set(texts["charts/items.svg"])
    assert "0.40" in texts["charts/scores.svg"]
    assert "12 of 27" in texts["charts/coverage.svg"]
    for path in charts:
        assert f"]({path})" in card(ITEMS)


def test_charts_of_no_items_are_drawn_too():
    assert all(data.startswith(b"<svg") for data in card_charts.charts_of([]).values())


def test_another_process_draws_the_same_bytes():
    program = (
        "import hashlib\nfrom db.exporters import card_charts\nfrom tests.db.exporters.test_data_card import ITEMS\n"
        "print(hashlib.sha256(b''.join(card_charts.charts_of(ITEMS).values())).hexdigest())"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], env=os.environ | {"PYTHONHASHSEED": "7", "PYTHONPATH": "."},
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    here = hashlib.sha256(b"".join(card_charts.charts_of(ITEMS).values())).hexdigest()
    assert done.stdout.strip() == here
