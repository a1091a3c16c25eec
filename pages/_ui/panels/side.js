// Beside the board: findings, worst first, each leading to its row; and what is known of the selected row, with its remark.

const INSTANCES = new WeakMap();
const ICON = { hard: ["!", "Hard constraint"], common: ["!", "Consistency"], advice: ["?", "Advice, wants a remark"], report: ["i", "Figure"], fault: ["×", "Fault of the program"] };

function finding(S, f, quoted = []) {
  const [sign, word] = ICON[f.group];
  const go = f.rows.length
    ? el("button", { type: "button", class: "link", "data-key": `go-${f.id}`, onclick: () => sendCommand(S, "go", f.rows[0]) }, f.where)
    : el("span", { class: "muted" }, "plan");
  const why = f.group === "fault" ? null : el("button", { type: "button", class: "link", "data-key": `why-${f.id}`, title: `${f.code}: ${f.title}`, onclick: () => sendCommand(S, "why", f.code) }, "why?");
  return el("li", { class: `finding ${f.group}${f.rows.includes(S.call.data.selected) ? " here" : ""}`, "data-code": f.code },
    el("span", { class: "icon", title: word, "aria-label": word }, sign),
    el("div", {}, f.message, f.advice ? el("small", {}, f.advice) : null,
      el("span", { class: "links" }, go, why ? " · " : null, why),
      fold(S, `quoted-${f.code}-${f.rows}`, `${quoted.length} ${quoted.length === 1 ? "finding" : "findings"} behind it`, quoted.map((q) => finding(S, q)))));
}

function fold(S, key, title, items) {
  if (!items.length) return null;
  const open = S.open?.has(key);
  return el("details", { open, ontoggle: (e) => (S.open ??= new Set())[e.target.open ? "add" : "delete"](key) },
    el("summary", { "data-key": `fold-${key}` }, title), el("ul", {}, items));
}

function findings(S, data) {
  const live = data.findings.filter((f) => !f.explained && !f.quoted_by && f.group !== "report");
  const behind = (f) => data.findings.filter((q) => q.quoted_by === f.code && q.rows[0] === f.rows[0]);
  const explained = data.findings.filter((f) => f.explained);
  const reports = data.findings.filter((f) => f.group === "report");
  return [
    live.length ? el("ul", { class: "live" }, live.map((f) => finding(S, f, behind(f))))
      : el("p", { class: "empty" }, data.missing_times ? `Nothing to fix in what is filled. ${data.missing_times} times are still missing.` : "Nothing to fix, nothing to explain."),
    fold(S, "explained", `${explained.length} explained by a remark`, explained.map((f) => finding(S, f))),
    fold(S, "report", `${reports.length} figures`, reports.map((f) => finding(S, f))),
    fold(S, "unchecked", `${data.unchecked.length} not checked`, data.unchecked.map((u) => el("li", { class: "finding unchecked" }, el("span", { class: "icon", "aria-label": "Not checked" }, "–"), el("div", {}, u.title, el("small", {}, u.missing), el("span", { class: "links" }, el("button", { type: "button", class: "link", onclick: () => sendCommand(S, "why", u.code) }, "why?")))))),
  ];
}

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
function showAddress({ plan, day, selected }) {
  const address = new URL(location.href);
  if (address.searchParams.get("plan") !== plan) return;
  address.searchParams.set("day", day);
  if (selected) address.searchParams.set("row", selected);
  if (address.href !== location.href) history.replaceState(history.state, "", address);
}

export default function ({ data, parentElement, setStateValue }) {
  let S = INSTANCES.get(parentElement);
  if (!S) {
    S = makePanel(parentElement);
    INSTANCES.set(parentElement, S);
    S.keys = (e) => {
      if (e.key !== "F8" || e.defaultPrevented) return;
      e.preventDefault();
      sendCommand(S, e.shiftKey ? "previous_finding" : "next_finding");
    };
    window.addEventListener("keydown", S.keys);
  }
  S.call = { data, setStateValue };
  takeAck(S, data);
  showAddress(data);
  const c = data.card;
  patch(S, "head", data.headline, () => [el("span", {}, data.headline), el("kbd", { title: "Next finding" }, "F8")]);
  patch(S, "findings", [data.findings, data.unchecked, data.missing_times, data.selected], () => findings(S, data));
  S.root.querySelector(".what").hidden = !c;
  if (c) {
    patch(S, "title", [c.title, c.row], () => [el("span", {}, c.title), el("span", { class: "muted hint" }, "what we know")]);
    patch(S, "card", [c.facts, c.crowd, c.scores, c.row], () => card(S, c));
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
  return () => window.removeEventListener("keydown", S.keys);
}
