// Beside a submission: flags with their answers, comment threads, findings with waivers, evidence of the row.
// J and K walk through what changed (with Shift through all rows), F flags the row, C comments on it, N opens the next submission, H the history.

const ICON = { hard: ["!", "Hard constraint"], common: ["!", "Consistency"], advice: ["?", "Advice, wants a remark"], report: ["i", "Figure"] };
const KEYS = { j: "next_change", k: "previous_change", n: "next_submission", h: "history" };

function answer(S, flag, state, words) {
  const key = `flag-${flag.id}-${state}`;
  const form = line(S, key, { label: words, placeholder: "Why?", send: (text) => sendCommand(S, "answer_flag", { flag: flag.id, state, text }) });
  const box = el("details", { class: "inline" }, el("summary", { "data-key": `${key}-fold` }, words), el("div", { class: "say" }, form.field, el("button", { type: "button", class: "btn", onclick: form.act }, "Send")));
  box.ontoggle = () => box.open && form.field.focus();
  return box;
}

function flagItem(S, f) {
  return el("li", { class: `said${f.row && f.row === S.call.data.selected ? " here" : ""}`, "data-flag": f.id },
    el("div", { class: "top" }, goTo(S, f.row, f.where), el("b", {}, f.kind), el("span", { class: `tag ${f.state}` }, f.state)),
    el("p", {}, f.text), el("small", {}, f.by),
    f.answer ? el("p", { class: "answer" }, f.answer) : null, f.fix ? el("p", { class: "answer fix" }, f.fix) : null,
    el("div", { class: "acts" }, f.acts.map(([state, words]) => answer(S, f, state, words))));
}

function flagForm(S, data) {
  if (!data.can_flag || !data.card) return [];
  const kinds = el("select", { "aria-label": "Kind of flag", "data-key": "flag-kind" }, data.flag_kinds.map((kind) => el("option", { value: kind }, kind)));
  kinds.value = data.flag_offer?.kind || data.flag_kind;
  kinds.onkeydown = (e) => e.stopPropagation();
  const form = line(S, `flag-text-${data.selected}`, { label: "What is wrong", placeholder: `What is wrong with ${data.card.where}?`, value: data.flag_offer?.text || "",
    send: (text) => sendCommand(S, "flag", { row: data.selected, kind: kinds.value, text }) });
  return el("details", { class: "flag", open: Boolean(data.flag_offer || keptText(data.keep, `flag-text-${data.selected}`)) }, el("summary", { "data-key": "flag-fold" }, `Flag ${data.card.where} `, el("kbd", {}, "F")),
    el("div", { class: "say" }, kinds, form.field, el("button", { type: "button", class: "btn", onclick: form.act }, "Flag")));
}

function threadItem(S, t) {
  const form = line(S, `thread-${t.id}`, { label: "Answer", placeholder: "Answer", send: (text) => sendCommand(S, "comment", { row: t.row, text, thread: t.id }) });
  return el("li", { class: `said${t.row && t.row === S.call.data.selected ? " here" : ""}`, "data-thread": t.id },
    el("div", { class: "top" }, goTo(S, t.row, t.where), t.resolved ? el("span", { class: "tag fixed" }, "resolved") : null),
    t.comments.map((c) => el("p", {}, c.text, el("small", {}, c.by))),
    el("div", { class: "say" }, form.field, t.can_resolve ? el("button", { type: "button", class: "btn", "data-key": `resolve-${t.id}`, onclick: () => sendCommand(S, "resolve_thread", { thread: t.id }) }, "Resolve") : null));
}

function commentForm(S, data) {
  if (!data.can_comment || !data.card) return [];
  const form = line(S, `comment-${data.selected}`, { label: `Comment on ${data.card.where}`, placeholder: `Comment on ${data.card.where} (C)`,
    send: (text) => sendCommand(S, "comment", { row: data.selected, text, thread: null }) });
  return el("div", { class: "say new" }, form.field, el("button", { type: "button", class: "btn", onclick: form.act }, "Comment"));
}

function findingItem(S, f) {
  const [sign, word] = ICON[f.group];
  const form = f.can_waive ? line(S, `waive-${f.code}-${f.rows}`, { label: "Why it is accepted", placeholder: "Why is it accepted?", send: (reason) => sendCommand(S, "waive", { code: f.code, rows: f.rows, reason }) }) : null;
  return el("li", { class: `finding ${f.group}${f.rows.includes(S.call.data.selected) ? " here" : ""}${f.settled ? " settled" : ""}`, "data-code": f.code },
    el("span", { class: "icon", title: word, "aria-label": word }, sign),
    el("div", {}, f.is_new ? el("span", { class: "tag open" }, "new") : null, f.settled ? el("span", { class: "tag fixed" }, f.settled) : null, ` ${f.message}`,
      f.note ? el("small", {}, f.note) : null,
      el("span", { class: "links" }, goTo(S, f.rows[0], f.where), " · ", el("button", { type: "button", class: "link", title: f.code, onclick: () => sendCommand(S, "why", f.code) }, "why?")),
      form ? el("details", { class: "inline" }, el("summary", { "data-key": `waive-${f.code}-${f.rows}-fold` }, "waive"), el("div", { class: "say" }, form.field, el("button", { type: "button", class: "btn", onclick: form.act }, "Waive"))) : null));
}

function fold(S, key, title, items) {
  if (!items.length) return null;
  const open = S.open?.has(key);
  return el("details", { open, ontoggle: (e) => (S.open ??= new Set())[e.target.open ? "add" : "delete"](key) }, el("summary", { "data-key": `fold-${key}` }, title), el("ul", {}, items));
}

const isText = (node) => Boolean(node?.matches?.("textarea:not([readonly]), select, input:not([readonly]), [contenteditable]"));
/** A time cell of the board takes no letter that is a key here. */
const isTimeCell = (node) => Boolean(node?.dataset?.row && node.dataset.field);

function reach(S, selector, key) {
  const place = S.root.querySelector(selector);
  const box = place?.querySelector("details");
  if (box) box.open = true;
  const field = place?.querySelector(`textarea[data-key^="${key}"]`);
  field?.focus();
  field?.scrollIntoView({ block: "nearest" });
}

function onKey(S, e) {
  if (e.defaultPrevented || e.ctrlKey || e.metaKey || e.altKey || document.querySelector('[role="dialog"]')) return;
  const at = e.composedPath()[0];
  if (isText(at) && !isTimeCell(at)) return;
  const key = e.key.toLowerCase();
  if (e.shiftKey && (key === "j" || key === "k")) sendCommand(S, key === "j" ? "next_row" : "previous_row");
  else if (KEYS[key]) sendCommand(S, KEYS[key]);
  else if (key === "f") reach(S, '[data-slot="flag-form"]', "flag-text");
  else if (key === "c") reach(S, '[data-slot="comment-form"]', "comment-");
  else return;
  e.preventDefault();
  e.stopPropagation();
}

export default function ({ data, parentElement, setStateValue }) {
  let S = INSTANCES.get(parentElement);
  if (!S) {
    S = makePanel(parentElement);
    window.addEventListener("keydown", (e) => onKey(S, e), { capture: true, signal: S.end.signal });
  }
  S.call = { data, setStateValue };
  takeAck(S, data);
  const c = data.card;
  const openFlags = data.flags.filter((f) => f.state === "open").length;
  patch(S, "flags-head", [data.flags.length, openFlags], () => [el("span", {}, "Flags"), el("span", {}, data.flags.length ? `${data.flags.length - openFlags} of ${data.flags.length} answered` : "none")]);
  patch(S, "flags", [data.keep, data.flags, data.selected], () => el("ul", {}, data.flags.map((f) => flagItem(S, f))));
  patch(S, "flag-form", [data.keep, data.can_flag, data.selected, data.flag_offer, c?.where], () => flagForm(S, data));
  patch(S, "threads-head", data.threads.map((t) => t.resolved), () => [el("span", {}, "Comments"), el("span", {}, data.threads.length ? `${data.threads.filter((t) => !t.resolved).length} open` : "none")]);
  patch(S, "threads", [data.keep, data.threads, data.selected], () => [
    el("ul", {}, data.threads.filter((t) => !t.resolved).map((t) => threadItem(S, t))),
    fold(S, "resolved", `${data.threads.filter((t) => t.resolved).length} resolved`, data.threads.filter((t) => t.resolved).map((t) => threadItem(S, t)))]);
  patch(S, "comment-form", [data.keep, data.can_comment, data.selected, c?.where], () => commentForm(S, data));
  const live = data.findings.filter((f) => !f.settled && f.group !== "report");
  patch(S, "findings-head", [data.findings_head], () => [el("span", {}, "Findings"), el("span", {}, data.findings_head)]);
  patch(S, "findings", [data.keep, data.findings, data.closed, data.selected], () => [
    live.length ? el("ul", { class: "live" }, live.map((f) => findingItem(S, f))) : el("p", { class: "empty" }, "Nothing is open."),
    fold(S, "closed", `${data.closed.length} closed since ${data.against}`, data.closed.map((f) => findingItem(S, f))),
    fold(S, "settled", `${data.findings.filter((f) => f.settled).length} explained or waived`, data.findings.filter((f) => f.settled).map((f) => findingItem(S, f))),
    fold(S, "report", `${data.findings.filter((f) => f.group === "report").length} figures`, data.findings.filter((f) => f.group === "report").map((f) => findingItem(S, f)))]);
  S.root.querySelector(".what").hidden = !c;
  if (c) {
    patch(S, "title", [c.title, data.evidence], () => [el("span", {}, c.title), el("span", { class: "muted hint" }, data.evidence)]);
    patch(S, "card", [c.facts, c.crowd, c.scores, c.row], () => card(S, c));
    const field = textField(S, { plan: data.plan, row: c.row, field: "remark", label: "Remark", value: c.remark, hint: "No remark", locked: data.locked, rows: 2 });
    const slot = S.root.querySelector('[data-slot="remark"]');
    if (slot.firstChild !== field) slot.replaceChildren(field);
    showRejections(S, data.rejected);
  }
  if (data.focus && data.focus.token !== S.focused) {
    S.focused = data.focus.token;
    if (data.focus.what === "flag") reach(S, '[data-slot="flag-form"]', "flag-text");
    else reach(S, '[data-slot="comment-form"]', "comment-");
  }
  return () => leave(S);
}
