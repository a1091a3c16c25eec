"""How far the work is: plans by state over time, how many move in a week, when it is done and where plans wait."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta, tzinfo

import altair as alt
import pandas as pd
import streamlit as st

from annotate.workflow import State
from db.events import now
from db.exporters.palette import COLORS
from db.people import Person
from db.progress import Progress, progress_of
from db.quality_plans import Selection
from db.session import open_session
from helpers.forecast import Forecast, NoForecast, forecast
from helpers.progress import (
    WAITS_FOR,
    WORKED_STATES,
    Stage,
    bottleneck,
    day_ends,
    moved_in,
    plans_at,
    stages,
    states_at,
    week_of,
)
from pages._ui.charts import download_table, show_chart
from pages._ui.link_table import Cell, Column, Row, link_table
from pages._ui.page_head import count, reader_zone, section
from pages._ui.quality.figures import Figures

STATE_COLORS = dict(
    zip(WORKED_STATES, (*(COLORS[place] for place in (7, 4, 1, 3, 5, 0)), "#7a5195", COLORS[2], COLORS[6]), strict=True)
)  # fmt: skip
"""Neighbours in the order of a plan's life differ in lightness."""
THROUGHPUT = {
    State.SUBMITTED: "handed in",
    State.CHANGES_REQUESTED: "sent back",
    State.APPROVED: "approved",
    State.GOLD: "made gold",
}
"""The moves that are counted, by the state that they lead to."""
MOST_WEEKS, MOST_DAYS = 26, 28
"""So many periods are shown at most, the last ones."""
MOST_DAYS_DRAWN = 120
"""Over a longer time each week is drawn by its end."""
MOST_LABELS = 40
"""More bars than this have no room for their numbers; the table below has them."""
CHART_HEIGHT_PX = 280
_DAY, _WEEK = "day", "week"
PERIODS = {"Weeks": _WEEK, "Days": _DAY}
_SUNDAY = 6


@dataclass(frozen=True, slots=True)
class _Told:
    """What the view tells, for one reader at one instant."""

    person: Person
    selection: Selection
    progress: Progress
    stages: list[Stage]
    now: datetime
    zone: tzinfo
    figures: Figures

    @property
    def today(self) -> date:
        """The reader's date."""
        return self.now.astimezone(self.zone).date()

    def periods(self, *, by_week: bool) -> list[date]:
        """The days, or Mondays of weeks, that are shown, oldest first, those without a move too. They end today, or with
        the last move where nothing has moved in any of them.
        """
        step, most = (7, MOST_WEEKS) if by_week else (1, MOST_DAYS)
        first, moved = (self.progress.moves[place].at.astimezone(self.zone).date() for place in (0, -1))
        last = moved if (self.today - moved).days >= step * most else self.today
        if by_week:
            first, last = week_of(first), week_of(last)
        known = (last - first).days // step + 1
        return [last - timedelta(days=step * ago) for ago in range(min(known, most) - 1, -1, -1)]

    def end_section(self, opened: str | None) -> None:
        """Open the figure that was just chosen, or list the plans of one of this section's that is asked for."""
        self.figures.ask(opened)
        self.figures.show_asked(self.person, self.selection)


def show(person: Person, selection: Selection) -> None:
    """Draw the view."""
    moment = now()
    with open_session(write=False) as session:
        progress = progress_of(session, selection)
    if not progress.moves:
        st.info("No move of these plans is on record yet.", icon=":material/timeline:")
        return
    told = _Told(person, selection, progress, stages(progress, moment), moment, reader_zone(), Figures())
    _show_forecast(told)
    _show_states(told)
    _show_throughput(told)
    _show_stages(told)


def _show_forecast(told: _Told) -> None:
    found = forecast(told.progress, told.now)
    with st.container(border=True):
        if isinstance(found, NoForecast):
            left = f"{count(found.left, 'plan is', 'plans are')} left to finish. " if found.left else ""
            st.markdown(f"**{left}No forecast, because {found.because}.**")
        else:
            st.markdown(f"**{_forecast_words(found, told)}**")
        free = told.progress.free_queries
        st.caption(
            "A plan is finished when it is approved or discarded; training sets are not counted. Left: "
            f"{count(len(told.progress.unfinished), 'plan')} under way"
            + (f" and {count(free, 'query', 'queries')} that nobody has. " if free else ". ")
            + "Expected end = now + plans left / mean of the last weeks; the range takes the fastest and the slowest of "
            "them."
        )
        if (worst := bottleneck(told.stages)) is not None:
            st.markdown(
                f"Bottleneck: **{worst.state}**. {count(len(worst.hours), 'plan waits', 'plans wait')} there for "
                f"{WAITS_FOR[worst.state]}, {_long(worst.total_h)} together, the oldest for {_long(worst.hours[0])}."
            )


def _forecast_words(found: Forecast, told: _Told) -> str:
    weeks = len(found.by_week)
    latest = (
        f"{_date(found.latest_at, told)} (slowest week, {min(found.by_week)})"
        if found.latest_at is not None
        else "no end at all (slowest week, none)"
    )
    return (
        f"{count(found.left, 'plan is', 'plans are')} left, done about {_date(found.expected_at, told)} at "
        f"{found.pace:.0f} a week (mean of {'the last week' if weeks == 1 else f'the last {weeks} weeks'}); between "
        f"{_date(found.earliest_at, told)} (fastest week, {max(found.by_week)}) and {latest}."
    )


def _show_states(told: _Told) -> None:
    ends = day_ends(told.progress.moves, told.now, told.zone)
    if len(ends) > MOST_DAYS_DRAWN:
        ends = [(day, end) for day, end in ends if day.weekday() == _SUNDAY or day == told.today]
    every = "day" if len(ends) <= 1 or (ends[1][0] - ends[0][0]).days == 1 else "week"
    section("Plans by state", f"at the end of each {every}; a plan that was given back counts no more")
    counted = states_at(told.progress.moves, [end for _, end in ends])
    frame = pd.DataFrame(
        [
            {"day": day.isoformat(), "state": state.value, "plans": number, "order": place}
            for (day, _), by_state in zip(ends, counted, strict=True)
            for place, (state, number) in enumerate(by_state.items())
        ]
    )
    used = [state for state in WORKED_STATES if any(by_state[state] for by_state in counted)]
    chart = (
        alt.Chart(frame[frame["state"].isin([state.value for state in used])])
        .mark_area(interpolate="step-after")
        .encode(
            x=alt.X("day:T", title=None, scale=alt.Scale(type="utc"), axis=alt.Axis(format="%d %b")),
            y=alt.Y("plans:Q", title="plans", stack="zero"),
            color=alt.Color(
                "state:N",
                title="",
                sort=[state.value for state in used],
                scale=alt.Scale(
                    domain=[state.value for state in used], range=[STATE_COLORS[state] for state in used]
                ),
                legend=alt.Legend(orient="top", columns=len(used), symbolType="square"),
            ),
            order=alt.Order("order:Q", sort="descending"),
            tooltip=[alt.Tooltip("utcyearmonthdate(day):T", title="day"), "state:N", "plans:Q"],
        )
        .properties(height=CHART_HEIGHT_PX)
    )
    last = ", ".join(f"{number} {state.value}" for state, number in counted[-1].items() if number)
    show_chart(
        chart,
        frame.drop(columns="order"),
        key="states-chart",
        name="plans-by-state",
        alt_text=f"Stacked areas of plans by state from {ends[0][0]} to {ends[-1][0]}. Now: {last}.",
    )
    shown = [(day, end) for day, end in ends if day.weekday() == _SUNDAY or day == told.today][-MOST_WEEKS:]
    there = plans_at(told.progress.moves, [end for _, end in shown])
    rows = []
    for (day, _), plans in zip(reversed(shown), reversed(there), strict=True):
        when = "now" if day == told.today else f"at the end of {_day(day)}"
        cells = [
            told.figures.cell(f"at-{day}-{state.value}", plans[state], f"{state.value} {when}")
            for state in used
        ]
        label = Cell("now" if day == told.today else _day(day), sort=day.isoformat())
        rows.append(Row(f"at-{day}", None, [label, *cells]))
    columns = [Column("At the end of"), *(Column(state.value, number=True) for state in used)]
    told.end_section(
        link_table(columns, rows, key="states", name="Plans by state at the end of each week", height_px=340)
    )


def _show_throughput(told: _Told) -> None:
    with st.container(horizontal=True, vertical_alignment="bottom", horizontal_alignment="distribute"):
        section("Throughput", "moves of plans; one that is handed in twice counts twice")
        asked = st.segmented_control(
            "Periods", list(PERIODS), default="Weeks", required=True, key="periods", bind="query-params",
            label_visibility="collapsed",
        )  # fmt: skip
    per = PERIODS[asked or "Weeks"]
    moved = moved_in(told.progress.moves, THROUGHPUT, told.zone, by_week=per == _WEEK)
    periods, names = told.periods(by_week=per == _WEEK), list(THROUGHPUT.values())
    frame = pd.DataFrame(
        [
            {per: period.isoformat(), "label": _day(period), "move": name, "plans": len(moved.get((period, name), []))}
            for period in periods
            for name in names
        ]
    )  # fmt: skip
    base = alt.Chart(frame).encode(
        x=alt.X(
            "label:N",
            title=f"{per} from" if per == _WEEK else None,
            sort=None,
            axis=alt.Axis(labelAngle=0 if len(periods) <= 12 else -60),
        ),
        xOffset=alt.XOffset("move:N", sort=names),
        y=alt.Y("plans:Q", title="plans", axis=alt.Axis(tickMinStep=1)),
    )
    colors = [STATE_COLORS[state] for state in THROUGHPUT]
    chart = base.mark_bar().encode(
        color=alt.Color(
            "move:N",
            title="",
            sort=names,
            scale=alt.Scale(domain=names, range=colors),
            legend=alt.Legend(orient="top"),
        ),
        tooltip=["label:N", "move:N", "plans:Q"],
    )
    if len(frame) <= MOST_LABELS:
        chart += base.mark_text(dy=-6, fontSize=10, color="#8a8f98").encode(text="plans:Q")
    latest = ", ".join(f"{len(moved.get((periods[-1], name), []))} {name}" for name in names)
    show_chart(
        chart.properties(height=CHART_HEIGHT_PX),
        frame.drop(columns="label"),
        key="throughput-chart",
        name=f"throughput-per-{per}",
        alt_text=f"Bars of plans moved per {per}, {len(periods)} of them. The present {per}: {latest}.",
    )
    rows = []
    for period in reversed(periods):
        when = f"{'in the week from' if per == _WEEK else 'on'} {_day(period)}"
        cells = [
            told.figures.cell(f"moved-{per}-{period}-{name}", moved.get((period, name), []), f"{name} {when}")
            for name in names
        ]
        rows.append(Row(period.isoformat(), None, [Cell(_day(period), sort=period.isoformat()), *cells]))
    columns = [
        Column("Week from" if per == _WEEK else "Day"), *(Column(name, number=True) for name in names)
    ]  # fmt: skip
    told.end_section(
        link_table(columns, rows, key=f"throughput-{per}", name=f"Plans moved per {per}", height_px=340)
    )


def _show_stages(told: _Told) -> None:
    section(
        "Where plans wait",
        "hours since the plan came into its state, nights and weekends too; usual: the median of the stays that have ended",
    )
    rows = [
        Row(
            stage.state.value,
            None,
            [
                Cell(stage.state.value, sub=f"waits for {WAITS_FOR[stage.state]}"),
                told.figures.cell(
                    f"waits-{stage.state.value}", stage.annotation_ids, f"waiting, {stage.state.value}"
                ),
                _hours(stage.median_h),
                _hours(stage.oldest_h),
                _hours(stage.total_h if stage.hours else None),
                _hours(stage.usual_h),
                Cell(f"{stage.stays:,}", sort=stage.stays),
            ],
        )
        for stage in told.stages
    ]
    headings = ("Plans", "Median wait h", "Oldest h", "Together h", "Usual stay h", "Stays ended")
    columns = [Column("State", wrap=True), *(Column(name, number=True) for name in headings)]
    opened = link_table(columns, rows, key="stages", name="Where plans wait")
    download_table(lambda: _stage_frame(told.stages), key="stages-table", name="where-plans-wait")
    told.end_section(opened)


def _stage_frame(found: Sequence[Stage]) -> pd.DataFrame:
    return pd.DataFrame(
        {
            "state": stage.state.value,
            "plans": len(stage.hours),
            "median_wait_h": stage.median_h,
            "oldest_h": stage.oldest_h,
            "together_h": stage.total_h,
            "usual_stay_h": stage.usual_h,
            "stays_ended": stage.stays,
        }
        for stage in found
    )


def _hours(hours: float | None) -> Cell:
    return Cell("none", tone="mute", sort=-1.0) if hours is None else Cell(f"{hours:,.1f}", sort=hours)


def _long(hours: float) -> str:
    """`5 h`, `3.4 days`, `1,200 days`."""
    if hours < 48:
        return f"{hours:.0f} h"
    return f"{hours / 24:,.0f} days" if hours >= 2400 else f"{hours / 24:.1f} days"


def _date(at: datetime, told: _Told) -> str:
    return f"{at.astimezone(told.zone):%-d %b %Y}"


def _day(day: date) -> str:
    return f"{day:%-d %b %Y}"
