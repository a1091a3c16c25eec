"""Who is compared with whom on the agreement view, and the figures, computed once for the same frozen rounds."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

import numpy as np
import streamlit as st

from db import calibration
from db.agreement import OverlapKey, OverlappedQuery, WhichRound, overlapped_queries, read_versions
from db.calibration import REFERENCE, THEIRS, Against, PairKey
from db.quality_plans import QualityPlan, Selection
from db.session import Session, database_url, open_session
from helpers.agreement_report import AgreementReport, agreement_report
from helpers.estimates import SEED

KEPT_REPORTS = 32
"""How many selections are remembered: frozen rounds never change, so that a figure of the same rounds stays true."""


class Compared(StrEnum):
    """Who is compared with whom."""

    ANNOTATORS = "Annotators with each other"
    EXPERT = "Annotator with expert"
    GOLD = "Annotator with gold"


@dataclass(frozen=True, slots=True)
class Group:
    """What is compared together: a query's versions, or a round beside its reference. `who` names each plan."""

    plan: QualityPlan
    who: Mapping[int, str]
    annotation_ids: tuple[int, ...]
    is_overlap: bool

    @property
    def people(self) -> str:
        """The people, apart by commas."""
        return ", ".join(self.who.values())


@dataclass(frozen=True, slots=True)
class Comparison:
    """The groups by the numbers that the report knows them by, and the report."""

    groups: Mapping[int, Group]
    report: AgreementReport

    def behind(self, numbers: Sequence[int]) -> list[int]:
        """The annotations behind some groups."""
        return [one for number in numbers for one in self.groups[number].annotation_ids]


def compare(session: Session, selection: Selection, compared: Compared, which: WhichRound) -> Comparison:
    """The comparison of the chosen plans."""
    if compared is Compared.ANNOTATORS:
        queries = overlapped_queries(session, selection, which)
        return Comparison(
            {one.query_id: _overlap_group(one) for one in queries},
            _overlap_report(database_url(), tuple(one.key for one in queries)),
        )
    against = Against.EXPERT if compared is Compared.EXPERT else Against.GOLD
    keys = [key for key in calibration.pair_keys(session, selection=selection) if key.against is against]
    plans = {plan.annotation_id: plan for plan in selection.plans}
    return Comparison(
        {
            key.theirs_id: _pair_group(key, plans[key.annotation_id])
            for key in keys
            if key.annotation_id in plans
        },
        _pair_report(database_url(), tuple(key for key in keys if key.annotation_id in plans)),
    )


def _overlap_group(query: OverlappedQuery) -> Group:
    return Group(
        query.plan,
        {version.annotation_id: version.annotator.label for version in query.versions},
        tuple(version.annotation_id for version in query.versions),
        True,
    )


def _pair_group(key: PairKey, plan: QualityPlan) -> Group:
    other = "expert" if key.against is Against.EXPERT else "gold"
    return Group(plan, {THEIRS: plan.annotator.label, REFERENCE: other}, (key.annotation_id,), False)


@st.cache_data(max_entries=KEPT_REPORTS, show_spinner=False)
def _overlap_report(url: str, keys: tuple[OverlapKey, ...]) -> AgreementReport:
    with open_session(write=False, url=url) as session:
        plans = read_versions(session, keys)
    return agreement_report(plans, np.random.default_rng(SEED))


@st.cache_data(max_entries=KEPT_REPORTS, show_spinner=False)
def _pair_report(url: str, keys: tuple[PairKey, ...]) -> AgreementReport:
    with open_session(write=False, url=url) as session:
        plans = calibration.read_compared(session, keys)
    queries = {key.theirs_id: key.query_id for key in keys}
    return agreement_report(plans, np.random.default_rng(SEED), queries)
