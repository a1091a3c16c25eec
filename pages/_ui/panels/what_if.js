// Of the selected row: which cells the data bear out, and what each score gains and loses by other times.

const MARK = { exact: "✓", normalised: "≈", not: "✕", unknown: "?" };

function cellMarks(cells) {
  if (!cells.length) return [];
  return [el("ul", { class: "cells", "aria-label": "Cells against the data" }, cells.map((c) =>
    el("li", { class: c.state, title: `${c.what} ${c.value}: ${c.words}` }, el("i", { "aria-label": c.words }, MARK[c.state]), ` ${c.what}`,
      c.state === "not" ? el("b", {}, ` ${c.value}`) : null, c.hint ? el("small", {}, ` ${c.hint}`) : null)))];
}

const gain = (x) => (x === null ? "–" : x === 0 ? "0" : (x > 0 ? "+" : "−") + Math.abs(x).toFixed(2));
const tone = (x) => (x > 0 ? "up" : x < 0 ? "dn" : "muted");

function takeOffer(S, row, offer) {
  const cells = [{ row, field: "end", value: offer.end_min }];
  if (offer.start_min !== null) cells.unshift({ row, field: "start", value: offer.start_min });
  sendCells(S, cells, "suggested");
}

function tradeOff(S, row, t) {
  if (!t) return [];
  const head = el("tr", {}, el("th", { scope: "col" }, "what if"), el("th", { scope: "col" }, "now"), t.offers.map((o) => el("th", { scope: "col" }, el("span", { class: "times" }, o.times), el("small", {}, o.label))));
  const scores = t.scores.map((s) => el("tr", {}, el("th", { scope: "row" }, s.name), el("td", {}, s.now === null ? "–" : s.now.toFixed(2)), s.gains.map((g) => el("td", { class: tone(g) }, gain(g)))));
  const line = (label, pick, cls) => (t.offers.some((o) => o[pick].length) ? el("tr", { class: "faults" }, el("th", { scope: "row", colspan: 2 }, label), t.offers.map((o) => el("td", { class: cls }, o[pick].join(", ")))) : null);
  const take = el("tr", {}, el("td", { colspan: 2 }), t.offers.map((o, i) => el("td", {}, el("button", { type: "button", class: "btn small", "data-key": `take-${i}`, title: `Change this row: ${o.times}`, onclick: () => takeOffer(S, row, o) }, "take it"))));
  const rest = [t.same.length ? `unchanged: ${t.same.join(", ")}` : null, t.none.length ? `no value: ${t.none.join(", ")}` : null].filter(Boolean).join(" · ");
  return [el("table", { class: "what-if" }, el("thead", {}, head), el("tbody", {}, scores, line("closes", "closed", "up"), line("opens", "opened", "dn"), take)), rest ? el("p", { class: "rest" }, rest) : null];
}
