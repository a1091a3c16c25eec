// A plan that came back: why first, then open flags, then comments, then what the expert changed; each leads to its row.

function flagItem(S, f) {
  const isOpen = f.state === "open";
  const form = isOpen && f.can_answer ? line(S, `fixed-${f.id}`, { label: `What was done about ${f.where}`, placeholder: "What you did, or why it stays", send: (text) => sendCommand(S, "fixed", { flag: f.id, text }) }) : null;
  return el("li", { class: `said${f.row && f.row === S.call.data.selected ? " here" : ""}`, "data-flag": f.id },
    el("div", { class: "top" }, goTo(S, f.row, f.where, `go-flag-${f.id}`), el("b", {}, f.kind), el("span", { class: `tag ${f.state}` }, f.state)),
    el("p", {}, f.text), el("small", {}, f.by),
    f.answer ? el("p", { class: "answer" }, f.answer) : null, f.fix ? el("p", { class: "answer fix" }, f.fix) : null,
    form ? el("div", { class: "say" }, form.field, el("button", { type: "button", class: "btn", "data-key": `fix-${f.id}`, onclick: form.act }, "Fixed")) : null);
}

function threadItem(S, t) {
  const form = line(S, `thread-${t.id}`, { label: "Answer", placeholder: "Answer", send: (text) => sendCommand(S, "comment", { text, thread: t.id }) });
  return el("li", { class: `said${t.row && t.row === S.call.data.selected ? " here" : ""}`, "data-thread": t.id },
    el("div", { class: "top" }, goTo(S, t.row, t.where, `go-thread-${t.id}`), t.resolved ? el("span", { class: "tag fixed" }, "resolved") : null),
    t.comments.map((c) => el("p", {}, c.text, el("small", {}, c.by))),
    el("div", { class: "say" }, form.field, t.can_resolve ? el("button", { type: "button", class: "btn", onclick: () => sendCommand(S, "resolve_thread", { thread: t.id }) }, "Resolve") : null));
}

function fold(S, key, title, items) {
  if (!items.length) return null;
  const open = S.open?.has(key);
  return el("details", { open, ontoggle: (e) => (S.open ??= new Set())[e.target.open ? "add" : "delete"](key) }, el("summary", { "data-key": `fold-${key}` }, title), el("ul", {}, items));
}

export default function ({ data, parentElement, setStateValue }) {
  const S = INSTANCES.get(parentElement) ?? makePanel(parentElement);
  S.call = { data, setStateValue };
  takeAck(S, data);
  const open = data.flags.filter((f) => f.state === "open");
  const done = data.flags.filter((f) => f.state !== "open");
  patch(S, "head", [data.open, data.flags.length], () => [el("span", {}, "From the expert"), el("span", {}, data.flags.length ? `${data.open} of ${data.flags.length} ${data.flags.length === 1 ? "flag" : "flags"} open` : "")]);
  patch(S, "reason", data.reason, () => (data.reason ? el("div", { class: "said reason" }, el("b", {}, data.reason.decision), el("p", {}, data.reason.text), el("small", {}, data.reason.by)) : []));
  patch(S, "flags", [data.keep, data.flags, data.selected], () => [el("ul", {}, open.map((f) => flagItem(S, f))), fold(S, "done", `${done.length} answered`, done.map((f) => flagItem(S, f)))]);
  patch(S, "threads", [data.keep, data.threads, data.selected], () => [el("ul", {}, data.threads.filter((t) => !t.resolved).map((t) => threadItem(S, t))),
    fold(S, "resolved", `${data.threads.filter((t) => t.resolved).length} resolved`, data.threads.filter((t) => t.resolved).map((t) => threadItem(S, t)))]);
  patch(S, "corrections", data.corrections, () => (data.corrections.length ? el("ul", { class: "corrections" }, data.corrections.map((c) =>
    el("li", { class: "said" }, el("div", { class: "top" }, goTo(S, c.row, c.where), el("b", {}, "changed")), el("p", {}, c.text), el("small", {}, c.by)))) : []));
  return () => leave(S);
}
