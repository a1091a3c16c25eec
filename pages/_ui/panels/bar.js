// The bar: which plan, its days, its scores with coverage and what the last edit changed, saved or not, what to do next.

const STATE_WORDS = { done: "all times filled", part: "some times missing", empty: "no times yet" };

const signed = (x) => (x > 0 ? "+" : "−") + Math.abs(x).toFixed(2);

function dayButton(S, day, current) {
  const findings = day.fix + day.explain;
  const says = `Day ${day.day}: ${STATE_WORDS[day.state]}, ${day.fix} to fix, ${day.explain} to explain`;
  return el("button", { type: "button", class: day.day === current ? "on" : "", "aria-pressed": String(day.day === current), "aria-label": says, title: says,
    "data-key": `day-${day.day}`, onclick: () => sendCommand(S, "day", day.day) },
    el("i", { class: `mark ${day.state}` }), `Day ${day.day}`, el("small", {}, day.date),
    findings ? el("b", { class: day.fix ? "n bad" : "n warn" }, String(findings)) : null);
}

function tile(score) {
  const change = score.delta ? el("i", { class: score.delta > 0 ? "up" : "dn" }, signed(score.delta)) : null;
  return el("div", { class: "tile", title: score.why },
    el("div", { class: "k" }, score.name), el("div", { class: "v", "data-score": score.name }, score.value === null ? "–" : score.value.toFixed(2)),
    el("div", { class: "d" }, score.coverage, change ? " " : null, change));
}

/** Ask for the dialog, and give the keyboard back to where it was once that is closed and nothing else has taken it. */
function submit(S) {
  const node = focusedNode();
  let isOpen = false;
  S.dialog?.disconnect();
  S.dialog = new MutationObserver(() => {
    const wasOpen = isOpen;
    isOpen = Boolean(document.querySelector('[role="dialog"]'));
    if (!wasOpen || isOpen) return;
    S.dialog.disconnect();
    setTimeout(() => document.activeElement === document.body && node.isConnected && node.focus(), 0);
  });
  S.dialog.observe(document.body, { childList: true, subtree: true });
  sendCommand(S, "submit");
}

export default function ({ data, parentElement, setStateValue }) {
  let S = INSTANCES.get(parentElement);
  if (!S) {
    S = makePanel(parentElement);
    S.end.signal.addEventListener("abort", () => S.dialog?.disconnect());
    const onKey = (e) => {
      const d = S.call.data;
      if (e.defaultPrevented || document.querySelector('[role="dialog"]')) return;
      const step = { PageDown: 1, PageUp: -1 }[e.key];
      if (e.altKey && !e.ctrlKey && !e.shiftKey && step && d.days.some((x) => x.day === d.day + step)) sendCommand(S, "day", d.day + step);
      else if (e.altKey && !e.ctrlKey && e.code === "KeyJ" && d.next) sendCommand(S, "plan", d.next);
      else if (e.altKey && !e.ctrlKey && e.code === "KeyK" && d.previous) sendCommand(S, "plan", d.previous);
      else if ((e.ctrlKey || e.metaKey) && e.key === "Enter" && !e.composedPath()[0].matches?.("textarea") && d.can_submit) submit(S);
      else return;
      e.preventDefault();
    };
    window.addEventListener("keydown", onKey, { signal: S.end.signal });
  }
  S.call = { data, setStateValue };
  takeAck(S, data);
  patch(S, "title", [data.title, data.sub, data.warning, data.previous, data.next], () => [
    el("div", { class: "line" },
      el("button", { type: "button", class: "step", title: "Previous plan (Alt+K)", "aria-label": "Previous plan", disabled: !data.previous, "data-key": "previous", onclick: () => sendCommand(S, "plan", data.previous) }, "‹"),
      el("h1", {}, data.title),
      el("button", { type: "button", class: "step", title: "Next plan (Alt+J)", "aria-label": "Next plan", disabled: !data.next, "data-key": "next", onclick: () => sendCommand(S, "plan", data.next) }, "›")),
    el("div", { class: "sub" }, data.sub, data.warning ? el("span", { class: "warn" }, ` · ${data.warning}`) : null)]);
  patch(S, "days", [data.days, data.day], () => data.days.map((day) => dayButton(S, day, data.day)));
  patch(S, "scores", data.scores, () => data.scores.map(tile));
  patch(S, "more", data.others.map((o) => [o.name, o.value]), () => data.others.map((o) => el("span", { title: o.why }, `${o.name} `, el("b", { "data-score": o.name }, o.value === null ? "–" : o.value.toFixed(2)))));
  patch(S, "others", data.others, () => el("table", {}, data.others.map((o) => el("tr", {}, el("th", { scope: "row" }, o.name), el("td", {}, o.value === null ? "–" : o.value.toFixed(2)),
    el("td", { class: o.delta > 0 ? "up" : "dn" }, o.delta ? signed(o.delta) : ""), el("td", {}, o.value === null ? o.why : o.coverage)))));
  patch(S, "saved", data.saved, () => el("span", { class: data.saved.problem ? "problem" : "" }, data.saved.problem || data.saved.text));
  patch(S, "do", [data.can_edit, data.can_submit, data.submit_label], () => [
    data.can_edit ? el("button", { type: "button", class: "btn", title: "Undo (Ctrl+Z)", "data-key": "undo", onclick: () => sendCommand(S, "undo") }, "Undo") : null,
    data.can_edit ? el("button", { type: "button", class: "btn", title: "Redo (Ctrl+Shift+Z)", "data-key": "redo", onclick: () => sendCommand(S, "redo") }, "Redo") : null,
    data.submit_label ? el("button", { type: "button", class: "btn primary", disabled: !data.can_submit, title: "Submit (Ctrl+Enter)", "data-key": "submit", onclick: () => submit(S) }, data.submit_label) : null]);
  return () => leave(S);
}
