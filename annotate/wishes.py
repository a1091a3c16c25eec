"""What the traveller's local constraints mean, whatever way they are spelled."""

from annotate.names import match_key
from annotate.plan import Mode, Query

_FORBIDS = {
    "flight": Mode.FLIGHT,
    "flights": Mode.FLIGHT,
    "cab": Mode.CAB,
    "cabs": Mode.CAB,
    "taxi": Mode.CAB,
    "driving": Mode.CAB,
    "self driving": Mode.CAB,
    "car": Mode.CAB,
    "train": Mode.TRAIN,
    "trains": Mode.TRAIN,
    "bus": Mode.BUS,
    "buses": Mode.BUS,
}
"""Mode that `No <word>` forbids. "No cab" and "no self-driving" are one wish."""


def wish_key(text: str) -> str:
    """Key under which wishes are compared: case, `_` and `-` folded."""
    return match_key(match_key(text).replace("_", " ").replace("-", " "))


def forbidden_modes(query: Query) -> dict[Mode, str]:
    """Mode -> the wish that forbids it, as written."""
    found: dict[Mode, str] = {}
    for wish in query.constraints.transportation:
        key = wish_key(wish)
        mode = _FORBIDS.get(key.removeprefix("no ")) if key.startswith("no ") else None
        if mode is not None:
            found[mode] = wish
    return found
