"""What the components of the annotate and the review screen send: operations and commands, read once and in order.

The browser is not trusted: shape, lengths and ranges are checked here, values of cells by the service.
"""

from collections.abc import Iterable, Mapping
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from annotate.errors import InputError
from db.numbers import LARGEST_NUMBER
from db.plans import Edit
from pages._ui.session import recall

Plan = Annotated[int, Field(ge=1, le=LARGEST_NUMBER)]
Order = Annotated[int, Field(ge=0)]
"""Where an entry stands among all of its page, whichever component made it."""


class Operation(Edit):
    """Cells that change together, one undo step, in the plan that was open when the hands made it."""

    plan: Plan
    order: Order = 0


class Command(BaseModel):
    """Anything that is not a cell: undo, the remark, another day. `row` and `value` say of what."""

    model_config = ConfigDict(frozen=True)

    plan: Plan
    client: Annotated[str, Field(pattern=r"^[\w.:/-]{1,80}$")]
    seq: Annotated[int, Field(ge=1, le=LARGEST_NUMBER)]
    order: Order = 0
    name: Annotated[str, Field(max_length=32)]
    row: Annotated[str | None, Field(max_length=80)] = None
    value: Any = None


Entry = Operation | Command


def sent_by(components: Iterable[str]) -> tuple[list[Any], list[Any]]:
    """Operations and commands that components (by their keys) hold as sent, acknowledged or not."""
    ops: list[Any] = []
    commands: list[Any] = []
    for component in components:
        sent = (recall(component) or {}).get("entries")
        if isinstance(sent, Mapping):
            ops += _list(sent.get("ops"))
            commands += _list(sent.get("commands"))
    return ops, commands


def _list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []


def read_entries(
    ops: Iterable[Any] | None, commands: Iterable[Any] | None, ack: Mapping[str, int]
) -> list[Entry]:
    """What `ack` (last sequence number by client) does not cover, each entry once, in the order the hands made them.

    Both lists share one counter per client, so an undo after a typed time stays after it; `order` says so for the
    components of one page. Raises InputError for an entry
    that no component of ours sends.
    """
    try:
        entries: list[Entry] = [Operation.model_validate(op) for op in ops or ()]
        entries += [Command.model_validate(command) for command in commands or ()]
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(map(str, first["loc"]))
        raise InputError(
            f"The page sent something unreadable ({where}: {first['msg']})", todo="Reload the page."
        ) from error
    fresh = {(entry.client, entry.seq): entry for entry in entries if entry.seq > ack.get(entry.client, 0)}
    return sorted(fresh.values(), key=lambda entry: (entry.order, entry.client, entry.seq))
