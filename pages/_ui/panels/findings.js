// Findings by what to do next, worst first; hard, common and advice told apart by shape and word.

const ICON = {
  hard: ["!", "Hard constraint", "hard"], common: ["!", "Consistency", "common"], advice: ["?", "Advice, wants a remark", "advice"],
  report: ["i", "Figure", "figure"], fault: ["×", "Fault of the program", "program"],
};

function finding(S, f) {
  const [sign, title, word] = ICON[f.group];
  const goTo = (row, where, at) => el("button", { type: "button", class: "link", "data-key": `go-${f.key}-${at}`, "data-row": row, onclick: () => sendCommand(S, "go", row) }, where);
  const links = f.rows.length ? [goTo(f.rows[0], f.where, 0), ...f.also.map((a, i) => [" and ", goTo(a.row, a.where, i + 1)])].flat() : [el("span", {}, "plan")];
  if (f.group !== "fault") links.push(" · ", el("button", { type: "button", class: "link", "data-key": `why-${f.key}`, title: `${f.code}: ${f.title}`, onclick: () => sendCommand(S, "why", f.code) }, "why?"));
  if (f.tell && S.call.data.findings.can_tell) links.push(" · ", el("button", { type: "button", class: "link", "data-key": `tell-${f.key}`, title: "Flag it for the expert; nothing that you could type mends it", onclick: () => tell(S, f) }, "tell the expert"));
  return el("li", { class: `finding ${f.group}${f.rows.includes(S.call.data.selected) ? " here" : ""}`, "data-code": f.code },
    el("span", { class: "icon", title, "aria-label": title }, sign),
    el("div", {}, f.message, f.known ? el("small", { class: "known" }, f.known) : f.advice ? el("small", { class: "advice-text" }, f.advice) : null,
      el("span", { class: "links" }, el("b", { class: "word" }, word), " ", links),
      fold(S, `behind-${f.key}`, `${f.behind.length} ${f.behind.length === 1 ? "finding" : "findings"} behind it`, f.behind.map((q) => finding(S, q)))));
}

const tell = (S, f) => sendCommand(S, "flag", { row: f.rows[0] ?? null, kind: f.code === "REP002" ? "repeated attraction" : "data error", text: `${f.code}: ${f.message}`.slice(0, 500) });

function fold(S, key, title, items) {
  if (!items.length) return null;
  const open = S.open?.has(key);
  return el("details", { open, ontoggle: (e) => (S.open ??= new Set())[e.target.open ? "add" : "delete"](key) },
    el("summary", { "data-key": `fold-${key}` }, title), el("ul", {}, items));
}

function moved(S, m) {
  if (!m) return null;
  if (!m.closed.length && !m.opened.length) return el("p", { class: "moved" }, "last edit: no finding opened or closed");
  const opened = m.opened.map((o, i) => [i ? ", " : "opened ", o.row
    ? el("button", { type: "button", class: "link bad", "data-key": `moved-${i}`, title: o.message, onclick: () => sendCommand(S, "go", o.row) }, o.name)
    : el("span", { class: "bad", title: o.message }, o.name)]);
  return el("p", { class: "moved" }, "last edit: ",
    m.closed.length ? el("span", { class: "closed" }, `closed ${m.closed.map((c) => c.name).join(", ")}`) : null,
    m.closed.length && m.opened.length ? "; " : null, opened.flat());
}

function findings(S, data) {
  const groups = data.groups.filter((g) => g.items.length);
  return [
    el("div", { class: "live" },
      data.faults.length ? el("ul", {}, data.faults.map((f) => finding(S, f))) : null,
      groups.length ? groups.map((g) => el("section", { class: "step", "aria-label": g.title }, el("h3", {}, g.title, el("small", {}, String(g.items.length))), el("ul", {}, g.items.map((f) => finding(S, f)))))
        : el("p", { class: "empty" }, "Nothing to fix, nothing to explain.")),
    fold(S, "known", `${data.known.title} (${data.known.items.length})`, data.known.items.map((f) => finding(S, f))),
    fold(S, "report", `${data.reports.length} ${data.reports.length === 1 ? "figure" : "figures"}`, data.reports.map((f) => finding(S, f))),
    fold(S, "unchecked", `${data.unchecked.length} not checked`, data.unchecked.map((u) => el("li", { class: "finding unchecked" }, el("span", { class: "icon", "aria-label": "Not checked" }, "–"), el("div", {}, u.title, el("small", {}, u.missing), el("span", { class: "links" }, el("button", { type: "button", class: "link", onclick: () => sendCommand(S, "why", u.code) }, "why?")))))),
  ];
}

function findingsHead(S, data) {
  return [el("span", {}, data.headline), el("span", {},
    data.back ? el("button", { type: "button", class: "link back", "data-key": "back", title: "Back to the row that you came from", onclick: () => sendCommand(S, "back") }, `‹ back to ${data.back} `) : null,
    el("kbd", { title: "Next finding; Shift+F8 the one before" }, "F8"))];
}
