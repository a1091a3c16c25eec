"""events: what takes place where on which date."""

from annotate.clock import DAY_MIN
from db.importers import cells
from db.importers.arrivals import prices_of
from db.importers.columns import Column
from db.importers.event_dates import EventDate, ask_for_year, asked_of_file, event_date, one_date
from db.importers.frame import Frame
from db.importers.places import CITY, CURRENCY, LAT, LON, NAME, STATE, coordinates, named
from db.importers.table import Built, TableImporter
from db.importers.wish_values import note_unmapped

_COLUMNS = (
    NAME, CITY, STATE,
    Column("date", asked_of_file(event_date), required=True, nullable=False, aliases=("dateTitle",)),
    Column("end_date", asked_of_file(one_date), aliases=("end date",)),
    Column("start", cells.start_of_day, aliases=("start_time",)),
    Column("end", cells.end_of_day, aliases=("end_time",)),
    Column("category", cells.text, aliases=("segmentName",)),
    Column("price", cells.money),
    CURRENCY,
    Column("address", cells.text, aliases=("venue",)),
    LAT, LON,
)  # fmt: skip


def _build(frame: Frame) -> Built:
    ask_for_year(frame, "date", "end_date")
    dates: list[EventDate] = [found or EventDate("") for found in frame.get("date")]
    starts = [
        found.start_min if start is None else start
        for found, start in zip(dates, frame.get("start"), strict=True)
    ]
    ends = [
        found.end_min if end is None else end.minute + DAY_MIN * (end.day_offset or 0)
        for found, end in zip(dates, frame.get("end"), strict=True)
    ]
    last_dates = [
        found.end_date if end is None else end
        for found, end in zip(dates, frame.get("end_date"), strict=True)
    ]
    for row, (start, end) in enumerate(zip(starts, ends, strict=True)):
        if start is not None and end is not None and end <= start:
            ends[row] = end + DAY_MIN
        if dates[row].open_ended:
            frame.report(
                row,
                "date",
                "The event goes on without a last date",
                "an end date",
                "Only its first date is kept.",
                "note",
            )
        last = last_dates[row]
        if last is not None and last < dates[row].date:
            frame.report(
                row, "end_date", f"The last date {last} lies before the first, {dates[row].date}",
                "a last date after the first", "Correct the dates.",
            )  # fmt: skip
    lats, lons = coordinates(frame)
    prices, currencies = prices_of(frame)
    note_unmapped(frame, "category", "event", ([value] if value else None for value in frame.get("category")))
    return Built(
        {
            **named(frame),
            "date": [found.date for found in dates],
            "end_date": last_dates,
            "start_min": starts,
            "end_min": ends,
            "category": frame.get("category"),
            "address": frame.get("address"),
            "lat": lats,
            "lon": lons,
            "price": prices,
            "currency": currencies,
        }
    )


IMPORTER = TableImporter("events", _COLUMNS, ("name_key", "city_id", "date"), _build)
