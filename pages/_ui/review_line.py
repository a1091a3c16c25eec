"""The submissions that wait, beside the one that is open: a narrow list in the order of the queue."""

from html import escape

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


def waiting_html(items: list[QueueItem], current: int) -> str:
    """HTML of the list, the open one marked."""
    lines = "".join(_line(item, item.annotation_id == current) for item in items)
    return (
        f'{STYLE}<nav class="waiting" aria-label="Waiting submissions" style="--accent:#0b6e69">'
        f"<h2><span>Waiting · {len(items)}</span><span>oldest first</span></h2><ol>{lines}</ol></nav>"
    )


def _line(item: QueueItem, is_current: bool) -> str:
    tag = _TAGS.get(item.state) or ("new" if item.round == 1 else f"round {item.round}")
    here = ' aria-current="page"' if is_current else ""
    return (
        f'<li><a href="review-plan?plan={item.annotation_id}" target="_self"{here}>'
        f"<span>{escape(item.set_name)} {item.idx}<small>{escape(item.title)} · {escape(item.annotator.code)}</small>"
        f"</span><em>{escape(tag)}</em></a></li>"
    )


def reviewable(items: list[QueueItem], person: Person) -> list[QueueItem]:
    """What this person may review: no plan of their own, nothing that another has open."""
    return [
        item
        for item in items
        if item.annotator.id != person.id and (item.held_by is None or item.held_by.id == person.id)
    ]


def neighbours(items: list[QueueItem], current: int) -> tuple[int | None, int | None]:
    """The submissions before and after the open one; after the last comes the first."""
    ids = [item.annotation_id for item in items]
    if current not in ids:
        return None, ids[0] if ids else None
    at = ids.index(current)
    others = [one for one in (*ids[at + 1 :], *ids[:at]) if one != current]
    return (ids[at - 1] if at > 0 else None), (others[0] if others else None)
