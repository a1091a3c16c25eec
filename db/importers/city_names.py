"""Which city a written name means. A city is its name and its state; there are two Aurangabads."""

import re
from collections.abc import Iterable
from dataclasses import dataclass, field

from annotate.errors import InputError
from annotate.names import match_key

RENAMED = (
    ("Allahabad", "Prayagraj"), ("Alleppey", "Alappuzha"), ("Bangalore", "Bengaluru"), ("Baroda", "Vadodara"),
    ("Belgaum", "Belagavi"), ("Bellary", "Ballari"), ("Benares", "Varanasi"), ("Bijapur", "Vijayapura"),
    ("Bombay", "Mumbai"), ("Calcutta", "Kolkata"), ("Calicut", "Kozhikode"), ("Cannanore", "Kannur"),
    ("Cochin", "Kochi"), ("Gulbarga", "Kalaburagi"), ("Gurgaon", "Gurugram"), ("Hubli", "Hubballi"),
    ("Madras", "Chennai"), ("Mangalore", "Mangaluru"), ("Mysore", "Mysuru"), ("Pondicherry", "Puducherry"),
    ("Poona", "Pune"), ("Quilon", "Kollam"), ("Shimoga", "Shivamogga"), ("Simla", "Shimla"),
    ("Tanjore", "Thanjavur"), ("Trichur", "Thrissur"), ("Trichy", "Tiruchirappalli"),
    ("Trivandrum", "Thiruvananthapuram"), ("Tumkur", "Tumakuru"), ("Vizag", "Visakhapatnam"),
)  # fmt: skip
"""Old and new names of Indian cities in use side by side (official renamings since 1947, and everyday short forms)."""

OTHER_NAMES: dict[str, list[str]] = {}
"""Folded name -> the other names of the same city."""
for _old, _new in RENAMED:
    OTHER_NAMES.setdefault(match_key(_old), []).append(_new)
    OTHER_NAMES.setdefault(match_key(_new), []).append(_old)

_IN_BRACKETS = re.compile(r"(?P<city>[^()]+?)\s*\((?P<state>[^()]+)\)\s*")


def city_key(name: str, state: str | None) -> str:
    """Identity of a city: folded name and state."""
    return f"{match_key(name)}|{match_key(state) if state else ''}"


@dataclass(slots=True)
class NewCity:
    """A city that is not in the database yet."""

    name: str
    state: str

    @property
    def words(self) -> str:
        """The name, with the state in brackets where one is said."""
        return f"{self.name} ({self.state})" if self.state else self.name


@dataclass(slots=True)
class CityNames:
    """All cities known so far, by name, alias and name + state.

    `ids`: key -> row id for cities that are in the database; `created`: cities made for unknown names in this run.
    """

    ids: dict[str, int] = field(default_factory=dict)
    shown: dict[str, str] = field(default_factory=dict)
    created: dict[str, NewCity] = field(default_factory=dict)
    _by_name: dict[str, set[str]] = field(default_factory=dict)
    _by_alias: dict[str, set[str]] = field(default_factory=dict)

    def add(self, name: str, state: str | None, aliases: Iterable[str] = ()) -> str:
        """Make a city known; returns its key. Aliases never hide a city whose own name they are."""
        key = city_key(name, state)
        self.shown.setdefault(key, f"{name} ({state})" if state else name)
        self._by_name.setdefault(match_key(name), set()).add(key)
        for alias in (*aliases, *OTHER_NAMES.get(match_key(name), ())):
            self.add_alias(alias, key)
        return key

    def add_alias(self, alias: str, key: str) -> None:
        """Make another name of a known city known."""
        self._by_alias.setdefault(match_key(alias), set()).add(key)

    def matches(self, name: str, state: str | None = None) -> list[str]:
        """Keys of the cities that a name (and state) can mean, own names before aliases."""
        folded = match_key(name)
        for table in (self._by_name, self._by_alias):
            found = table.get(folded, set())
            if state:
                wanted = match_key(state)
                found = {key for key in found if key.rpartition("|")[2] == wanted}
            if found:
                return sorted(found)
        return []

    def resolve(self, text: str, state: str | None = None, *, create: bool = False) -> str:
        """The key of the one city that `text` means; `Jaipur (Rajasthan)` names its state.

        An unknown one is made if `create`. Raises InputError for a name that fits none or two.
        """
        name = text.strip()
        bracketed = _IN_BRACKETS.fullmatch(name)
        found = self.matches(name, state)
        if not found and bracketed:
            beside, name, state = state, bracketed["city"].strip(), bracketed["state"].strip()
            if beside and match_key(beside) != match_key(state):
                raise InputError(
                    f"'{text.strip()}' names the state {state}, the column beside it says {beside}",
                    expected="one state",
                    todo="Correct one of the two.",
                )
            found = self.matches(name, state)
        if len(found) == 1:
            return found[0]
        if found:
            both = " and ".join(self.shown[key] for key in found)
            raise InputError(
                f"'{text.strip()}' fits {len(found)} cities: {both}",
                expected="a name with its state",
                todo=f"Write {' or '.join(self.shown[key] for key in found)}.",
            )
        if create:
            key = self.add(name, state or "")
            self.created[key] = NewCity(name, state or "")
            return key
        elsewhere = self.matches(name)
        known = f"; known: {', '.join(self.shown[key] for key in elsewhere)}" if state and elsewhere else ""
        raise InputError(
            f"No city is called '{name}'" + (f" in {state}" if state else "") + known,
            expected="a city of the cities table or one of its aliases",
            todo="Correct the name, add it to cities.csv, or import with --create-cities.",
        )
