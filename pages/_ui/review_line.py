"""The submissions that wait, as the filters of the queue leave them: which they are, and a narrow list of them beside one."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from html import escape
from urllib.parse import parse_qsl, urlencode

from annotate.workflow import State
from db.people import Person
from db.reviews import QueueItem

STYLE = """<style>
.waiting{border:1px solid color-mix(in srgb,currentColor 14%,transparent);border-radius:10px;overflow:hidden}
.waiting h2{font-size:12px;font-weight:600;margin:0;padding:10px 12px 6px;opacity:.7;display:flex;justify-content:space-between}
.waiting ol{list-style:none;margin:0;padding:0;max-height:620px;overflow:auto}
.waiting li{margin:0;border-top:1px solid color-mix(in srgb,currentColor 10%,transparent)}
.waiting a{display:flex;justify-content:space-between;gap:6px;padding:7px 12px;color:inherit;text-decoration:none;font-size:13px}
.waiting a:hover,.waiting a:focus-visible{background:color-mix(in srgb,currentColor 6%,transparent)}
.waiting a[aria-current]{background:color-mix(in srgb,var(--accent) 16%,transparent);font-weight:600}
.waiting small{display:block;font-weight:400;font-size:11.5px;opacity:.72;line-height:1.3}
.waiting em{font-style:normal;font-weight:400;font-size:11px;border:1px solid currentColor;border-radius:9px;padding:0 6px;
align-self:center;white-space:nowrap;opacity:.75}
</style>"""
_TAGS = {State.IN_REVIEW: "open", State.APPROVED: "approved", State.FINAL_REVIEW: "final"}


@dataclass(frozen=True, slots=True)
class QueueFilter:
    """What the address of the queue, and of a plan opened from it, leaves of the queue."""

    state: str = "all"
    find: str = ""
    mine: bool = False

    @classmethod
    def of(cls, address: Mapping[str, str]) -> "QueueFilter":
        """The filter that an address names."""
        return cls(address.get("state", "all"), address.get("find", ""), address.get("mine") == "true")

    @property
    def address(self) -> dict[str, str]:
        """Its part of an address; nothing where it leaves all."""
        parts = {"state": self.state, "find": self.find, "mine": "true" if self.mine else ""}
        return {name: value for name, value in parts.items() if value not in ("", "all")}

    @classmethod
    def kept_in(cls, address: Mapping[str, str]) -> "QueueFilter":
        """The filter of the queue from which the plan of an address was opened."""
        return cls.of(dict(parse_qsl(address.get("queue", ""))))

    @property
    def kept(self) -> dict[str, str]:
        """Its part of a plan's address, in one piece: the names in `address` belong to the queue's own fields."""
        return {"queue": urlencode(self.address)} if self.address else {}

    @property
    def needs_overlaps(self) -> bool:
        """Whether it asks which queries were annotated by several people."""
        return "overlap" in self.find.casefold()

    def choose(
        self,
        items: Iterable[QueueItem],
        person: Person,
        twice: Collection[tuple[str, int]],
        *,
        but: int | None = None,
    ) -> list[QueueItem]:
        """The submissions that it leaves, and the one with the id `but`. `twice` are the queries (set, number) that were
        annotated by several people."""
        words = self.find.casefold().split()
        return [
            item
            for item in items
            if item.annotation_id == but
            or (
                self.state in ("all", item.state.value)
                and all(word in _said(item, twice) for word in words)
                and not (self.mine and item.is_own(person))
            )
        ]


def _said(item: QueueItem, twice: Collection[tuple[str, int]]) -> str:
    """What the search looks through."""
    overlap = " overlap" if (item.set_name, item.idx) in twice else ""
    said = f"{item.set_name} {item.idx} {item.title} {item.annotator.label} round:{item.round}{overlap}"
    return said.casefold()


def waiting_html(items: list[QueueItem], current: int, chosen: QueueFilter) -> str:
    """HTML of the list, the open one marked; its links keep the filter."""
    lines = "".join(_line(item, item.annotation_id == current, chosen) for item in items)
    return (
        f'{STYLE}<nav class="waiting" aria-label="Waiting submissions" style="--accent:#0b6e69">'
        f"<h2><span>Waiting · {len(items)}</span><span>oldest first</span></h2><ol>{lines}</ol></nav>"
    )


def _line(item: QueueItem, is_current: bool, chosen: QueueFilter) -> str:
    tag = _TAGS.get(item.state) or ("new" if item.round == 1 else f"round {item.round}")
    here = ' aria-current="page"' if is_current else ""
    asked = urlencode({"plan": item.annotation_id} | chosen.kept)
    return (
        f'<li><a href="review-plan?{escape(asked)}" target="_self"{here}>'
        f"<span>{escape(item.set_name)} {item.idx}<small>{escape(item.title)} · {escape(item.annotator.code)}</small>"
        f"</span><em>{escape(tag)}</em></a></li>"
    )


def reviewable(items: list[QueueItem], person: Person) -> list[QueueItem]:
    """What this person may review: no plan or rows of their own, nothing that another has open."""
    return [
        item
        for item in items
        if not item.is_own(person) and (item.held_by is None or item.held_by.id == person.id)
    ]


def neighbours(items: list[QueueItem], current: int) -> tuple[int | None, int | None]:
    """The submissions before and after the open one; after the last comes the first."""
    ids = [item.annotation_id for item in items]
    if current not in ids:
        return None, ids[0] if ids else None
    at = ids.index(current)
    others = [one for one in (*ids[at + 1 :], *ids[:at]) if one != current]
    return (ids[at - 1] if at > 0 else None), (others[0] if others else None)
