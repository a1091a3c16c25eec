"""A catalogue with its timetables, and what it knows of any plan that is read against it."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from annotate.facts import Crowd, Facts, LegFacts, PlaceFacts
from annotate.names import match_key
from annotate.notation import ReadPlan, read_plan
from annotate.plan import Itinerary, Leg, Mode, StopKind
from tests.builders import ALL_TABLES, a_city, a_crowd, a_place, facts

Journey = tuple[str, str | None, str, str]
"""Mode, carrier, origin, destination."""


@dataclass(frozen=True)
class World:
    """Places, journeys and cities; a journey that is not held is unknown to the tables."""

    places: tuple[PlaceFacts, ...]
    journeys: Mapping[Journey, LegFacts]
    cities: Mapping[str, str] = field(default_factory=dict)
    """City -> state."""

    def catalogue(self, city: str, _state: str | None = None) -> dict[str, StopKind] | None:
        """The places of a city by the key of their name, as reading a plan wants them."""
        if match_key(city) not in {match_key(name) for name in self.cities}:
            return None
        return {
            match_key(one.name): one.kind for one in self.places if match_key(one.city) == match_key(city)
        }

    def read(self, plan: Mapping[str, Any]) -> ReadPlan:
        """The plan read against the catalogue, once through JSON as a line of a file is."""
        return read_plan(json.loads(json.dumps(plan)), set_name="sound", places_in=self.catalogue)

    def facts_of(self, itinerary: Itinerary) -> Facts:
        """Everything known about an itinerary."""
        cities = [a_city(name, state) for name, state in self.cities.items()]
        legs = {row.row: self._known(row) for _, row in itinerary.rows() if isinstance(row, Leg)}
        keys = {city.name: city.key for city in cities}
        routes = {
            f"{keys[origin]}|{keys[destination]}": (mode,) for mode, _, origin, destination in self.journeys
        }
        attractions = {
            keys[name]: sum(one.kind is StopKind.ATTRACTION and one.city == name for one in self.places)
            for name in self.cities
        }
        return facts(
            *self.places,
            legs=legs,
            cities=cities,
            tables=ALL_TABLES,
            routes=routes,
            attractions_in=attractions,
        )

    def _known(self, leg: Leg) -> LegFacts:
        carrier = None if leg.mode is Mode.CAB else leg.carrier
        key = (leg.mode.value, carrier, leg.origin, leg.destination)
        return self.journeys.get(key, LegFacts(known=False))


QUIET = a_crowd([(0, 24, "L")])
"""Low all day, no peak: a visit wants as many minutes again as its base duration, times the risk profile."""


def a_known(
    name: str,
    kind: str,
    city: str,
    at: int,
    price: float | None = None,
    *,
    crowd: Crowd = QUIET,
    **known: Any,
) -> PlaceFacts:
    """A place with all its facts, `at` x 200 m east of the middle of its city, beside the stop Gate 1.

    An attraction wants 60 min and restaurants serve Indian food where the test says nothing else.
    """
    lat, lon = {"Jaipur": (26.92, 75.82), "Udaipur": (24.58, 73.71), "Bhopal": (23.26, 77.41)}[city]
    usual: dict[str, Any] = {"lat": lat, "lon": lon + 0.002 * at, "price": price, "nearest_stop_name": "Gate 1",
                             "nearest_stop_m": 120.0}  # fmt: skip
    if kind in ("attraction", "restaurant"):
        usual |= {"crowd": crowd, "hours": (((360, 1440),),)}
    if kind == "attraction":
        usual |= {"visit_duration_min": 60.0, "categories": ("Sights & Landmarks",)}
    if kind == "restaurant":
        usual |= {"cuisines": ("Indian",)}
    return a_place(name, kind=kind, city=city, **(usual | known))
