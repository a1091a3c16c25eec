"""Which rules the plans break: by annotator or by city, and before and after review."""

from collections.abc import Mapping, Sequence
from functools import cache

import pandas as pd
import streamlit as st

from annotate.rule import Group, Rule, Verdict, all_rules
from db.people import Person
from db.quality_plans import QualityPlan, Selection, without_discarded
from db.session import open_session
from db.violation_figures import Broken, RuleVerdicts, first_verdicts, last_verdicts, worst_first
from pages._ui.charts import show_chart, show_downloads
from pages._ui.guideline_pages import GROUP_WORDS
from pages._ui.link_table import Cell, Column, Row, Tone, link_table
from pages._ui.page_head import count, section
from pages._ui.quality.figures import Figures
from pages._ui.quality.violation_charts import before_and_after_chart, heat_map

BY_ANNOTATOR, BY_CITY = "Annotator", "City"
EVERY_GROUP = "all groups"
GROUP_CHOICES = [EVERY_GROUP, *(GROUP_WORDS[group] for group in Group if group is not Group.REPORT)]
MOST_CITIES = 30
LEAST_FULL_SHARE = 0.05
"""The strongest fill stands for the largest share shown, but never for less than this."""
MAP_HEIGHT_PX, LIST_HEIGHT_PX = 640, 640
NO_LONGER = "no longer a rule"


def show(person: Person, selection: Selection) -> None:
    """Draw the view."""
    selection = without_discarded(selection)
    with open_session(write=False) as session:
        after = last_verdicts(session, selection)
        before = first_verdicts(session, selection)
    if not after.plans:
        st.info(
            "None of these plans was submitted yet. Rules are counted from the first frozen round on.",
            icon=":material/hourglass_empty:",
        )
        return
    st.caption(
        f"Verdicts on the last frozen round of {count(len(after.plans), 'plan')}; "
        f"{len(selection.plans) - len(after.plans):,} have none yet, discarded plans are left out. A rule counts on the "
        "plans on which it was checked; those on which it could not be are counted apart."
    )
    group = st.segmented_control(
        "Rules of", GROUP_CHOICES, default=EVERY_GROUP, required=True, key="group", bind="query-params"
    )
    order = [
        code
        for code in worst_first({*after.codes, *before.codes}, after, before)
        if group in (EVERY_GROUP, _group(code))
    ]
    broken = [code for code in order if after.broken(code).failed or before.broken(code).failed]
    figures = Figures()
    _show_map(selection, after, order, figures)
    figures.show_asked(person, selection)
    _show_before_and_after(before, after, broken, figures)
    figures.show_asked(person, selection)


def _show_map(selection: Selection, after: RuleVerdicts, order: list[str], figures: Figures) -> None:
    section("Who breaks which rule, and where", "worst rules first")
    with st.container(horizontal=True, vertical_alignment="center"):
        across = st.segmented_control(
            "Against", [BY_ANNOTATOR, BY_CITY], default=BY_ANNOTATOR, required=True, key="across",
            bind="query-params", label_visibility="collapsed",
        )  # fmt: skip
        every = st.toggle("Rules that no plan breaks too", key="every-rule", bind="query-params")
    codes = [code for code in order if every or after.broken(code).failed]
    if not codes:
        st.success(
            "No plan breaks one of these rules in its last frozen round.", icon=":material/check_circle:"
        )
        return
    plans = [plan for plan in selection.plans if plan.annotation_id in after.plans]
    groups = plans_by(across or BY_ANNOTATOR, plans)
    shown = dict(list(groups.items())[:MOST_CITIES]) if across == BY_CITY else groups
    shares = [after.broken(code, among).share or 0.0 for code in codes for among in shown.values()]
    full = max(LEAST_FULL_SHARE, *shares)
    kind = "city" if across == BY_CITY else "annotator"
    rows = [_map_row(code, after, shown, kind, full, figures) for code in codes]
    columns = [Column("Rule"), Column("All plans", number=True), Column("Not checked", number=True)]
    columns += [Column(f"{name}", number=True, above=across or BY_ANNOTATOR) for name in shown]
    name = f"Rules by {kind}"
    figures.ask(link_table(columns, rows, key="map", name=name, height_px=MAP_HEIGHT_PX, pinned=True))
    told = (
        f"Share of plans that fail; below it the plans that fail of those on which the rule was checked. The strongest "
        f"fill is {full:.0%}. A cell opens its plans."
    )
    if across == BY_CITY:
        told += " A plan with several cities counts in each."
        if len(groups) > len(shown):
            told += f" Shown are the {MOST_CITIES} cities with most plans of {len(groups):,}; the filter above finds others."
    st.caption(told)
    frame = map_frame(codes, after, groups, kind)
    drawn = frame[frame[kind].isin(list(shown))]
    show_downloads(frame, lambda: heat_map(drawn, kind), key="map", name=f"rules-by-{kind}")


def plans_by(across: str, plans: Sequence[QualityPlan]) -> dict[str, frozenset[int]]:
    """The annotations of each annotator, by code, or of each city, those with most plans first; a plan to several
    cities counts in each."""
    return _by_city(plans) if across == BY_CITY else _by_annotator(plans)


def _by_annotator(plans: Sequence[QualityPlan]) -> dict[str, frozenset[int]]:
    people = sorted({(plan.annotator.code, plan.annotator.name) for plan in plans})
    return {
        f"{code} {name}": frozenset(plan.annotation_id for plan in plans if plan.annotator.code == code)
        for code, name in people
    }


def _by_city(plans: Sequence[QualityPlan]) -> dict[str, frozenset[int]]:
    found: dict[str, set[int]] = {}
    for plan in plans:
        for city in plan.cities:
            found.setdefault(city, set()).add(plan.annotation_id)
    ordered = sorted(found.items(), key=lambda item: (-len(item[1]), item[0]))
    return {city: frozenset(ids) for city, ids in ordered}


@cache
def _rule(code: str) -> Rule | None:
    """The rule with a code, None for one that is no longer in the code."""
    return next((rule for rule, _ in all_rules() if rule.code == code), None)


def _name(code: str) -> str:
    rule = _rule(code)
    return rule.short_name if rule else NO_LONGER


def _group(code: str) -> str:
    rule = _rule(code)
    return GROUP_WORDS[rule.group] if rule else NO_LONGER


def _share_text(broken: Broken) -> str:
    return "-" if broken.share is None else f"{broken.share:.0%}"


def _share_cell(broken: Broken, key: str, ids: frozenset[int], words: str, figures: Figures) -> Cell:
    """The share of plans that fail, which opens them."""
    if not broken.checked:
        sub = f"{broken.not_checked:,} not checked" if broken.not_checked else ""
        return Cell("-", sub=sub, tone="mute", sort=-1.0)
    text, of = _share_text(broken), f"{broken.failed:,}/{broken.checked:,}"
    if not broken.failed:
        return Cell(text, sub=of, tone="mute", sort=0.0)
    figures.add(key, ids, words)
    return Cell(text, sub=of, sort=broken.share, href=figures.address(key), opens=key)


def _map_row(
    code: str,
    after: RuleVerdicts,
    groups: Mapping[str, frozenset[int]],
    kind: str,
    full: float,
    figures: Figures,
) -> Row:
    failing, unknown = after.of(code, Verdict.FAIL), after.of(code, Verdict.NOT_CHECKED)
    key = f"fail/{code}"
    every = _share_cell(after.broken(code), key, failing, f"{code} fails", figures)
    cells = [
        Cell(f"{code} {_name(code)}", sub=_group(code), sort=code),
        every,
        figures.cell(f"unknown/{code}", unknown, f"{code} could not be checked"),
    ]
    for name, among in groups.items():
        broken = after.broken(code, among)
        own = f"{key}/{kind}/{name}"
        cell = _share_cell(broken, own, failing & among, f"{code} fails, {name}", figures)
        cells.append(_filled(cell, (broken.share or 0.0) / full) if broken.failed else cell)
    return Row(key, figures.address(key) if every.opens else None, cells)


def _filled(cell: Cell, shade: float) -> Cell:
    return Cell(
        cell.text, sub=cell.sub, sort=cell.sort, shade=min(1.0, shade), href=cell.href, opens=cell.opens
    )


def map_frame(
    codes: Sequence[str], after: RuleVerdicts, groups: Mapping[str, frozenset[int]], kind: str
) -> pd.DataFrame:
    """The figures of the map, a line for each rule and group."""
    return pd.DataFrame(
        [
            {
                "rule": code,
                "name": _name(code),
                "group": _group(code),
                kind: name,
                "fail": broken.failed,
                "checked": broken.checked,
                "not checked": broken.not_checked,
                "share": broken.share,
            }
            for code in codes
            for name, among in groups.items()
            for broken in [after.broken(code, among)]
        ]
    )


BEFORE_COLUMNS = (
    Column("Rule"),
    Column("Group"),
    Column("First submitted", number=True),
    Column("Last frozen", number=True),
    Column("Difference", number=True),
    Column("Not checked at first", number=True),
    Column("Not checked at last", number=True),
    Column("Guideline"),
)


def _show_before_and_after(
    before: RuleVerdicts, after: RuleVerdicts, codes: list[str], figures: Figures
) -> None:
    section("Before and after review", "first submitted round against last frozen round, worst rules first")
    if not codes:
        st.success("No plan breaks a rule, neither at first nor at last.", icon=":material/check_circle:")
        return
    frame = before_frame(before, after, codes)
    show_chart(
        before_and_after_chart(frame),
        frame,
        key="before-after-chart",
        name="before-and-after-review",
        alt_text="Share of plans that fail each rule before and after review; the table below holds the same figures.",
    )
    rows = [_before_row(code, before, after, figures) for code in codes]
    figures.ask(
        link_table(
            BEFORE_COLUMNS,
            rows,
            key="before-after",
            name="Rules before and after review",
            height_px=LIST_HEIGHT_PX,
        )
    )


def _before_row(code: str, before: RuleVerdicts, after: RuleVerdicts, figures: Figures) -> Row:
    first, last = before.broken(code), after.broken(code)
    if first.share is None or last.share is None:
        change = Cell("-", tone="mute", sort=0.0)
    else:
        points = 100 * (last.share - first.share)
        tone: Tone = "mute" if first.share == last.share else "bad" if points > 0 else "good"
        change = Cell(f"{points:+.1f} points", tone=tone, sort=points)
    return Row(
        code,
        None,
        [
            Cell(code, sub=_name(code)),
            Cell(_group(code)),
            _share_cell(
                first, f"before/{code}", before.of(code, Verdict.FAIL), f"{code} failed at first", figures
            ),
            _share_cell(
                last, f"after/{code}", after.of(code, Verdict.FAIL), f"{code} fails at last", figures
            ),
            change,
            figures.cell(
                f"before-unknown/{code}",
                before.of(code, Verdict.NOT_CHECKED),
                f"{code} could not be checked at first",
            ),
            figures.cell(
                f"after-unknown/{code}",
                after.of(code, Verdict.NOT_CHECKED),
                f"{code} could not be checked at last",
            ),
            Cell("what it asks", href=f"guidelines?page={code}") if _rule(code) else Cell("-", tone="mute"),
        ],
    )


def before_frame(before: RuleVerdicts, after: RuleVerdicts, codes: Sequence[str]) -> pd.DataFrame:
    """The figures of both rounds, a line for each rule; a difference only where the rule was checked in both."""

    def figures(code: str) -> dict[str, object]:
        first, last = before.broken(code), after.broken(code)
        known = first.share is not None and last.share is not None
        return {
            "rule": code,
            "name": _name(code),
            "group": _group(code),
            "first fail": first.failed,
            "first checked": first.checked,
            "first share": first.share,
            "last fail": last.failed,
            "last checked": last.checked,
            "last share": last.share,
            "difference": (last.share or 0.0) - (first.share or 0.0) if known else None,
        }

    return pd.DataFrame([figures(code) for code in codes])
