"""The filters that all views of the quality screen share; the address keeps them."""

from collections.abc import Iterable

import streamlit as st

from db.quality_plans import PlanFilter, QualityPlan, Selection, choose


def choose_plans(plans: list[QualityPlan], *, with_annotator: bool = True) -> Selection:
    """Draw the filters over what there is to choose from; return the plans that they leave."""
    with st.container(horizontal=True, key="filters"):
        batches = _several("Batch", "batch", {plan.batch for plan in plans})
        cities = _several("City", "city", {city for plan in plans for city in plan.cities})
        days = _several("Days", "days", {str(plan.days) for plan in plans})
        profiles = _several("Risk profile", "risk", {plan.risk_profile for plan in plans})
        levels = _several("Level", "level", {plan.level for plan in plans})
        annotators = (
            _several("Annotator", "annotator", {plan.annotator.code for plan in plans})
            if with_annotator
            else frozenset[str]()
        )
    chosen = PlanFilter(batches, cities, frozenset(map(int, days)), profiles, levels, annotators)
    return choose(plans, chosen)


def _several(label: str, key: str, values: Iterable[str | None]) -> frozenset[str]:
    options = sorted({value for value in values if value})
    picked = st.multiselect(label, options, key=key, bind="query-params", placeholder="all", width=148)
    return frozenset(picked)
