// What is known of a row: facts, the crowd by hour, the row's scores with what they are made of.

function hours(crowd) {
  const box = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  box.setAttribute("viewBox", "0 0 240 40");
  box.setAttribute("class", "hours");
  box.setAttribute("role", "img");
  box.setAttribute("aria-label", crowd.says);
  crowd.levels.forEach((level, hour) => {
    const bar = document.createElementNS(box.namespaceURI, "rect");
    const height = level === null ? 2 : 6 + level * 6;
    for (const [k, v] of Object.entries({ x: hour * 10 + 1, width: 8, y: 30 - height, height, class: `l${level === null ? "x" : level}${crowd.visit.includes(hour) ? " visit" : ""}${crowd.peak.includes(hour) ? " peak" : ""}` })) bar.setAttribute(k, v);
    box.append(bar);
  });
  for (const hour of [0, 6, 12, 18]) {
    const text = document.createElementNS(box.namespaceURI, "text");
    text.setAttribute("x", hour * 10 + 1);
    text.setAttribute("y", 39);
    text.textContent = String(hour).padStart(2, "0");
    box.append(text);
  }
  return box;
}

function card(S, c) {
  const list = c.facts.map((f) => [el("dt", {}, f.label), el("dd", {}, f.value, f.note ? el("small", {}, ` ${f.note}`) : null)]);
  return [el("dl", {}, ...list.flat()), c.crowd ? hours(c.crowd) : null,
    el("div", { class: "scores" }, c.scores.map((s) => el("div", {}, el("b", {}, s.name), ` ${s.value === null ? "–" : s.value.toFixed(2)} `, el("small", {}, s.why))))];
}
