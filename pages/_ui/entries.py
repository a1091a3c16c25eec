"""What the components of the annotate screen send: operations on cells and commands, read once and in order.

The browser is not trusted: shape, lengths and ranges are checked here, values of cells by the service.
"""

from collections.abc import Iterable, Mapping
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from annotate.errors import InputError
from db.plans import Edit
from pages._ui.session import recall

Plan = Annotated[int, Field(ge=1)]


class Operation(Edit):
    """Cells that change together, one undo step, in the plan that was open when the hands made it."""

    plan: Plan


class Command(BaseModel):
    """Anything that is not a cell: undo, the remark, another day. `row` and `value` say of what."""

    model_config = ConfigDict(frozen=True)

    plan: Plan
    client: Annotated[str, Field(pattern=r"^[\w.:/-]{1,80}$")]
    seq: Annotated[int, Field(ge=1)]
    name: Annotated[str, Field(max_length=32)]
    row: Annotated[str | None, Field(max_length=80)] = None
    value: Any = None


Entry = Operation | Command


def sent_by(component: str) -> tuple[list[Any], list[Any]]:
    """Operations and commands that a component (by its key) holds as sent, acknowledged or not."""
    state = recall(component) or {}
    sent = state.get("entries")
    if not isinstance(sent, Mapping):
        return [], []
    lists = sent.get("ops"), sent.get("commands")
    ops, commands = (one if isinstance(one, list) else [] for one in lists)
    return ops, commands


def read_entries(
    ops: Iterable[Any] | None, commands: Iterable[Any] | None, ack: Mapping[str, int]
) -> list[Entry]:
    """What `ack` (last sequence number by client) does not cover, each entry once, by client and number.

    Both lists share one counter per client, so an undo after a typed time stays after it. Raises InputError for an entry
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
    return [fresh[key] for key in sorted(fresh)]
