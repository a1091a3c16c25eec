// Beside the board: findings, each leading to its row; and what is known of the selected row, with its remark.

function offers(S, c) {
  const F = S.fields.get(`${S.call.data.plan}/${c.row}/remark`);
  return c.offers.map((text, i) => offerButton(S, F, text, `offer-${i}`, "; "));
}

function flags(S, c) {
  const kinds = S.call.data.flag_kinds;
  const pick = el("select", { "aria-label": "Kind of flag", "data-key": "flag-kind" }, kinds.map((k) => el("option", { value: k }, k)));
  const text = el("input", { type: "text", "aria-label": "What is wrong", placeholder: "What is wrong?", maxlength: 500, "data-key": "flag-text" });
  text.value = c.flag_offer || "";
  if (c.flag_kind_offer) pick.value = c.flag_kind_offer;
  const send = () => { if (text.value.trim()) sendCommand(S, "flag", { row: c.row, kind: pick.value, text: text.value.trim() }); };
  text.onkeydown = (e) => { e.stopPropagation(); if (e.key === "Enter") send(); };
  return [
    el("ul", { class: "flags" }, c.flags.map((f) => el("li", {}, el("b", {}, `⚑ ${f.kind}`), ` ${f.text} `, el("small", {}, `${f.by}, ${f.state}`)))),
    c.can_flag ? el("details", { class: "flag", open: Boolean(c.flag_offer) || S.call.data.focus?.what === "flag" }, el("summary", { "data-key": "flag-fold" }, "Flag this row"), el("div", { class: "flag-form" }, pick, text, el("button", { type: "button", class: "btn", onclick: send }, "Flag"))) : null];
}

/** Day and row stand in the address, so that F5 and a copied link come back to them; Back leaves the plan. */
function showAddress(S, { plan, day, selected }) {
  const address = new URL(location.href);
  S.screen ??= address.pathname;
  if (address.pathname !== S.screen || address.searchParams.get("plan") !== plan) return;
  address.searchParams.set("day", day);
  if (selected) address.searchParams.set("row", selected);
  if (address.href !== location.href) history.replaceState(history.state, "", address);
}

export default function ({ data, parentElement, setStateValue }) {
  let S = INSTANCES.get(parentElement);
  if (!S) {
    S = makePanel(parentElement);
    const onKey = (e) => {
      if (e.key !== "F8" || e.defaultPrevented) return;
      e.preventDefault();
      sendCommand(S, e.shiftKey ? "previous_finding" : "next_finding");
    };
    window.addEventListener("keydown", onKey, { signal: S.end.signal });
  }
  S.call = { data, setStateValue };
  takeAck(S, data);
  showAddress(S, data);
  const c = data.card;
  const f = data.findings;
  patch(S, "head", [f.headline, f.back], () => findingsHead(S, f));
  patch(S, "moved", f.moved, () => moved(S, f.moved));
  patch(S, "findings", [f.faults, f.groups, f.known, f.reports, f.unchecked, f.can_tell, data.selected], () => findings(S, f));
  S.root.querySelector(".what").hidden = !c;
  if (c) S.root.querySelector(".what").dataset.row = c.row;
  if (c) {
    patch(S, "title", [c.title, c.row], () => [el("span", {}, c.title), el("span", { class: "muted hint" }, "what we know")]);
    patch(S, "card", [c.facts, c.crowd, c.scores, c.row], () => card(S, c));
    patch(S, "cells", [c.cells, c.row], () => cellMarks(c.cells));
    patch(S, "what-if", [c.trade_off, c.row], () => tradeOff(S, c.row, c.trade_off));
    const field = textField(S, { plan: data.plan, row: c.row, field: "remark", label: c.remark_due ? "Remark · due" : "Remark", value: c.remark, hint: "Why do this row’s times stand as they do?", locked: data.locked, rows: 3 });
    field.classList.toggle("due", c.remark_due && !c.remark);
    field.querySelector(".label").textContent = c.remark_due && !c.remark ? "Remark · due" : "Remark";
    const slot = S.root.querySelector('[data-slot="remark"]');
    if (slot.firstChild !== field) {
      const hadFocus = slot.contains(slot.getRootNode().activeElement);
      slot.replaceChildren(field);
      if (hadFocus) field.querySelector("textarea").focus();
    }
    patch(S, "offers", [c.offers, c.row, data.locked], () => (data.locked ? [] : offers(S, c)));
    patch(S, "flags", [c.flags, c.row, c.can_flag, c.flag_offer], () => flags(S, c));
    showRejections(S, data.rejected);
    if (data.focus && data.focus.token !== S.focused) {
      S.focused = data.focus.token;
      if (!S.root.contains(focusedNode())) S.cameFrom = focusedNode();
      if (data.focus.what === "remark") field.querySelector("textarea").focus();
      if (data.focus.what === "flag") { const d = S.root.querySelector("details.flag"); if (d) { d.open = true; d.querySelector("input").focus(); } }
    }
  }
  return () => leave(S);
}
