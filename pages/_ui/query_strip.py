"""The query as the traveller said it, persona, risk profile in words, constraints with their verdicts, budget meter."""

from html import escape

from annotate.bill import Bill
from annotate.feedback import Feedback
from annotate.plan import Itinerary, RiskProfile

_PROFILE_WORDS = {
    RiskProfile.TOLERANT: "buffers 0.5 to 1 times the ideal",
    RiskProfile.OPTIMIZED: "buffers 1 to 1.25 times the ideal",
    RiskProfile.AVERSE: "buffers 1.25 to 2 times the ideal",
}
_WISHES = (
    ("cuisine", "{} food", "WSH001"),
    ("house_rules", "{}", "WSH002"),
    ("house_type", "{}", "WSH003"),
    ("facilities", "{}", "WSH004"),
    ("services", "{}", "WSH005"),
    ("attraction", "{} to see", "WSH006"),
    ("event", "{} event", "WSH007"),
    ("transportation", "{}", "TRA003"),
)
_VERDICT_WORDS = {"pass": "met", "fail": "not met", "not_checked": "not checked", "": "judged by the expert"}

STYLE = """<style>
.query-strip{display:flex;flex-wrap:wrap;gap:8px 18px;align-items:flex-start;font-size:13px;line-height:1.4}
.query-strip{font-variant-numeric:tabular-nums}
.query-strip .words{margin:0;flex:1 1 300px;max-width:560px}
.query-strip .facts{display:block;opacity:.72;font-size:12px;margin-top:2px}
.query-strip ul{list-style:none;margin:0;padding:0;display:flex;flex-wrap:wrap;gap:5px;flex:2 1 280px}
.query-strip li{border:1px solid color-mix(in srgb,currentColor 22%,transparent);border-radius:12px}
.query-strip li{padding:1px 9px;font-size:12px;margin:0}
.query-strip li.fail{border:1px solid #b42318;font-weight:600}
.query-strip .budget{flex:0 0 180px;font-size:12px}
.query-strip .budget span{opacity:.72}
.query-strip meter{width:100%;height:9px;display:block}
</style>"""


def query_html(itinerary: Itinerary, feedback: Feedback, bill: Bill) -> str:
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
    chips = "".join([*_persona_chips(itinerary), *_wish_chips(itinerary, feedback)])
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


def _wish_chips(itinerary: Itinerary, feedback: Feedback) -> list[str]:
    chips = []
    for field, form, code in _WISHES:
        verdict = feedback.verdicts.get(code)
        said = verdict.value if verdict else ""
        sign = {"pass": "✓ ", "fail": "✕ ", "not_checked": "? "}.get(said, "")
        for wish in getattr(itinerary.query.constraints, field):
            words = form.format(wish.replace("_", " "))
            chips.append(
                f'<li class="{said}" title="{escape(_VERDICT_WORDS[said])}">{sign}{escape(words)}</li>'
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
