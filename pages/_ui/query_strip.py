"""The query as the traveller said it, persona, risk profile in words, constraints with their verdicts, budget meter."""

from html import escape

from annotate.bill import Bill
from annotate.checklist import Checklist
from annotate.plan import Itinerary, RiskProfile
from annotate.rule import Group, Verdict, rule_of

_PROFILE_WORDS = {
    RiskProfile.TOLERANT: "buffers 0.5 to 1 times the ideal",
    RiskProfile.OPTIMIZED: "buffers 1 to 1.25 times the ideal",
    RiskProfile.AVERSE: "buffers 1.25 to 2 times the ideal",
}
_VERDICTS = {
    Verdict.PASS: ("pass", "✓ ", "met"),
    Verdict.FAIL: ("fail", "✕ ", "not met"),
    Verdict.NOT_CHECKED: ("not_checked", "? ", "not checked"),
    None: ("", "", "the rule failed in the program"),
}
_BUDGET = "MON001"
"""Its chip is the meter."""

STYLE = """<style>
.query-strip{display:flex;flex-wrap:wrap;gap:8px 18px;align-items:flex-start;font-size:13px;line-height:1.4}
.query-strip{font-variant-numeric:tabular-nums}
.query-strip .words{margin:0;flex:1 1 260px;max-width:560px}
.query-strip .facts{display:block;opacity:.72;font-size:12px;margin-top:2px}
.query-strip ul{list-style:none;margin:0;padding:0;display:flex;flex-wrap:wrap;gap:5px;flex:3 1 300px}
.query-strip li{border:1px solid color-mix(in srgb,currentColor 22%,transparent);border-radius:12px}
.query-strip li{padding:1px 9px;font-size:12px;margin:0}
.query-strip li.fail{border:1px solid color-mix(in srgb,#e0362b 80%,currentColor);font-weight:600}
.query-strip .budget{flex:0 0 150px;font-size:12px}
.query-strip .budget span{opacity:.72}
.query-strip meter{width:100%;height:9px;display:block}
</style>"""


def query_html(itinerary: Itinerary, checklist: Checklist, bill: Bill) -> str:
    """HTML of the strip; every text is escaped."""
    query = itinerary.query
    facts = [f"{query.origin} to {', '.join(query.destinations)}", f"{query.days} days"]
    if query.dates:
        facts.append(f"{query.dates[0]} to {query.dates[-1]}" if len(query.dates) > 1 else query.dates[0])
    if query.people:
        facts.append(f"{query.people} {'person' if query.people == 1 else 'people'}")
    if query.level:
        facts.append(query.level)
    text = f"“{escape(query.text)}”" if query.text else "The query has no text; its facts stand below."
    chips = "".join([*_persona_chips(itinerary), *_asked_chips(checklist)])
    return (
        f'{STYLE}<div class="query-strip"><p class="words">{text}<span class="facts">{escape(" · ".join(facts))}</span></p>'
        f'<ul aria-label="Persona and constraints">{chips}</ul>{_budget(bill)}</div>'
    )


def _persona_chips(itinerary: Itinerary) -> list[str]:
    persona = itinerary.persona
    parts = (persona.traveler_type, persona.purpose, persona.spending, persona.location)
    chips = [f"<li>{escape(part)}</li>" for part in parts if part]
    if itinerary.risk_profile is None:
        return [*chips, '<li class="fail" title="BAS and TDAS need it">no risk profile</li>']
    words = _PROFILE_WORDS[itinerary.risk_profile]
    return [*chips, f"<li><b>{escape(itinerary.risk_profile.value)}</b>: {words}</li>"]


def _asked_chips(checklist: Checklist) -> list[str]:
    """The traveller's own wishes, and of what every query asks only what is not met; the drawer has all."""
    chips = []
    for item in checklist.items:
        is_wish = rule_of(item.code).group is Group.HARD
        if item.code == _BUDGET or (item.verdict is Verdict.PASS and not is_wish):
            continue
        css, sign, words = _VERDICTS[item.verdict]
        chips.append(
            f'<li class="{css}" data-code="{item.code}" title="{escape(words)}">{sign}{escape(item.text)}</li>'
        )
    return chips


def _budget(bill: Bill) -> str:
    currency = "₹" if bill.currency == "INR" else f"{escape(bill.currency)} "
    total, unknown = bill.known_total, len(bill.unknown)
    note = f" · {unknown} without a price" if unknown else ""
    if bill.budget is None:
        return f'<div class="budget">{currency}{total:,.0f} <span>· no budget asked{note}</span></div>'
    over = " <b>over budget</b>" if total > bill.budget else ""
    return (
        f'<div class="budget">{currency}{total:,.0f} <span>of {currency}{bill.budget:,.0f}{note}</span>{over}'
        f'<meter min="0" max="{bill.budget:.2f}" high="{bill.budget * 0.999:.2f}" value="{min(total, bill.budget):.2f}" '
        f'aria-label="Cost against the budget"></meter></div>'
    )
