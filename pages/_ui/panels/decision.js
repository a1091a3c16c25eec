// The decisions in one bar. A digit chooses one, Ctrl+Enter carries it out; S starts the review. What is chosen and typed
// stays while the review begins, and is offered again after a reload.

const isText = (node) => Boolean(node?.matches?.("textarea:not([readonly]), select, input:not([readonly]), [contenteditable]"));

function choose(S, kind) {
  const found = S.call.data.decisions.find((d) => d.kind === kind);
  if (!found || found.why_not) return;
  S.chosen = kind;
  keep(S);
  draw(S);
  const why = S.root.querySelector("textarea");
  if (found.needs_why) why?.focus();
}

/** Keep in the browser which decision is chosen and what is typed for it. */
const keep = (S) => keepText(S.call.data.keep, "decision", S.chosen || S.why.trim() ? JSON.stringify({ kind: S.chosen, why: S.why }) : "");

/** Begin with what was kept for this plan and round, if anything. */
function takeKept(S, data) {
  const kept = JSON.parse(keptText(data.keep, "decision") || "{}");
  Object.assign(S, { keep: data.keep, wanted: 0, told: "", chosen: kept.kind ?? null, why: kept.why ?? "", isOffered: Boolean(kept.why) });
}

function notYet(S) {
  S.chosen = null;
  keep(S);
  draw(S);
}

function carryOut(S) {
  if (S.commands.some((c) => c.name === "decide")) return;
  const found = S.call.data.decisions.find((d) => d.kind === S.chosen);
  if (!found) return;
  if (found.needs_why && !S.why.trim()) {
    S.told = "Say why: the annotator reads it first.";
    draw(S);
    S.root.querySelector("textarea")?.focus();
    return;
  }
  S.told = "";
  sendCommand(S, "decide", { decision: found.kind, why: S.why.trim() });
}

function decisionButton(S, d, number) {
  return el("button", { type: "button", class: `btn${S.chosen === d.kind ? " chosen" : ""}`, disabled: Boolean(d.why_not), title: d.why_not || `${d.label} (${number})`, "aria-pressed": String(S.chosen === d.kind),
    "data-key": `decision-${number}`, "data-decision": d.kind, onclick: () => choose(S, d.kind) }, el("kbd", {}, String(number)), ` ${d.label}`);
}

function whyForm(S, d) {
  const area = el("textarea", { rows: 1, "aria-label": "Why", placeholder: d.needs_why ? "What is to be mended, and why" : "Why (may stay empty)", maxlength: 2000, "data-key": "why" });
  area.value = S.why;
  area.oninput = () => {
    S.why = area.value;
    S.isOffered = false;
    keep(S);
  };
  area.onkeydown = (e) => {
    e.stopPropagation();
    if (e.key === "Enter" && (e.ctrlKey || e.metaKey)) { e.preventDefault(); carryOut(S); }
    if (e.key === "Escape") notYet(S);
  };
  return el("div", { class: "why" }, el("b", {}, d.label), area,
    el("button", { type: "button", class: "btn primary", "data-key": "carry-out", onclick: () => carryOut(S) }, d.do, " ", el("kbd", {}, "Ctrl+Enter")),
    el("button", { type: "button", class: "link", "data-key": "not-yet", onclick: () => notYet(S) }, "not yet"),
    S.isOffered ? el("small", { class: "muted" }, "Typed before the page was loaded; not decided yet.") : null);
}

function draw(S) {
  const { data } = S.call;
  const isOpen = (d) => d.kind === S.chosen && !d.why_not;
  if (S.chosen && data.decisions.length && !data.decisions.some(isOpen)) S.chosen = null;
  const chosen = data.decisions.find((d) => d.kind === S.chosen);
  patch(S, "decide", [data.title, data.words, data.begin, data.decisions, data.problem, S.chosen, S.told, data.keep], () => [
    el("div", { class: "decisions" }, el("b", {}, data.title), data.words ? el("span", { class: "muted" }, data.words) : null,
      data.begin ? el("button", { type: "button", class: "btn", "data-key": "begin", onclick: () => sendCommand(S, "begin") }, el("kbd", {}, "S"), ` ${data.begin}`) : null,
      data.decisions.map((d, i) => decisionButton(S, d, i + 1)), el("span", { class: "grow" }),
      el("span", { class: "muted keys" }, data.keys)),
    data.problem || S.told ? el("p", { class: "problem", role: "alert" }, data.problem || S.told) : null,
    chosen ? whyForm(S, chosen) : null]);
}

export default function ({ data, parentElement, setStateValue }) {
  let S = INSTANCES.get(parentElement);
  if (!S) {
    S = makePanel(parentElement);
    const onKey = (e) => {
      if (e.defaultPrevented || document.querySelector('[role="dialog"]')) return;
      const d = S.call.data;
      const at = e.composedPath()[0];
      const isPlain = !e.ctrlKey && !e.metaKey && !e.altKey && !isText(at);
      const decision = d.decisions[Number(e.key) - 1];
      if (isPlain && /^[1-5]$/.test(e.key) && decision) choose(S, decision.kind);
      else if (isPlain && /^[1-5]$/.test(e.key) && S.commands.some((c) => c.name === "begin")) S.wanted = Number(e.key);
      else if (isPlain && e.key.toLowerCase() === "s" && d.begin) sendCommand(S, "begin");
      else if (isPlain && e.key === "Escape" && S.chosen) notYet(S);
      else if ((e.ctrlKey || e.metaKey) && e.key === "Enter" && S.chosen) carryOut(S);
      else return;
      e.preventDefault();
    };
    window.addEventListener("keydown", onKey, { signal: S.end.signal });
  }
  S.call = { data, setStateValue };
  takeAck(S, data);
  if (S.keep !== data.keep) {
    if (S.keep?.startsWith(data.keep.split("/", 2).join("/") + "/")) keepText(S.keep, "decision", ""); // it was decided
    takeKept(S, data);
  }
  draw(S);
  const wanted = data.decisions[S.wanted - 1];
  if (wanted) {
    S.wanted = 0;
    choose(S, wanted.kind);
  }
  return () => leave(S);
}
