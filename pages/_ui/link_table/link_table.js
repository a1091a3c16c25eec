const states = new WeakMap();
const DEEP_FROM = 0.57; // where the other ink is read better, in both themes

export default function (component) {
  const { data, parentElement, setTriggerValue } = component;
  const frame = parentElement.querySelector(".frame");
  const state = states.get(parentElement) ?? { column: null, up: true };
  states.set(parentElement, state);
  state.data = data;
  state.open = (id) => setTriggerValue("open", id);
  const written = JSON.stringify(data);
  if (state.written !== written) {
    state.written = written;
    draw(frame, state);
  }
  frame.classList.toggle("dark", isDark(frame));
}

function isDark(frame) {
  const [r, g, b] = (getComputedStyle(frame).color.match(/[\d.]+/g) ?? [0, 0, 0]).map(Number);
  return r + g + b > 384;
}

function draw(frame, state) {
  const { columns, rows, name, selected, headings, height_px: height, pinned } = state.data;
  const root = frame.getRootNode();
  const focused = root.activeElement?.closest?.("tr")?.dataset.id;
  frame.style.maxHeight = height ? `${height}px` : "";
  const table = make("table", pinned ? "pinned" : "");
  table.setAttribute("aria-label", name);
  if (headings) table.append(head(frame, state, columns));
  const body = make("tbody");
  for (const row of sorted(rows, columns, state)) body.append(line(row, columns, state, row.id === selected));
  table.append(body);
  frame.replaceChildren(table);
  if (focused) body.querySelector(`tr[data-id="${CSS.escape(focused)}"] a`)?.focus();
}

function head(frame, state, columns) {
  const thead = make("thead");
  const tr = make("tr");
  columns.forEach((column, index) => {
    const th = make("th", column.number ? "number" : "");
    th.scope = "col";
    if (state.column === index) th.setAttribute("aria-sort", state.up ? "ascending" : "descending");
    const button = make("button");
    button.type = "button";
    button.textContent = column.label;
    button.onclick = () => {
      state.up = state.column === index ? !state.up : true;
      state.column = index;
      draw(frame, state);
    };
    th.append(button);
    tr.append(th);
  });
  if (columns.some((column) => column.above)) thead.append(above(columns));
  thead.append(tr);
  return thead;
}

function above(columns) {
  const tr = make("tr", "above");
  for (let at = 0; at < columns.length; ) {
    let next = at + 1;
    while (next < columns.length && columns[next].above && columns[next].above === columns[at].above) next++;
    const th = make(columns[at].above ? "th" : "td");
    if (columns[at].above) th.scope = "colgroup";
    th.colSpan = next - at;
    th.textContent = columns[at].above;
    tr.append(th);
    at = next;
  }
  return tr;
}

function sorted(rows, columns, state) {
  if (state.column === null || state.column >= columns.length) return rows;
  const value = (row) => row.cells[state.column].sort ?? row.cells[state.column].text;
  const compare = (a, b) =>
    typeof a === "number" && typeof b === "number" ? a - b : String(a).localeCompare(String(b), undefined, { numeric: true });
  return [...rows].sort((a, b) => compare(value(a), value(b)) * (state.up ? 1 : -1));
}

function line(row, columns, state, isSelected) {
  const tr = make("tr", `${row.href === null ? "" : "leads"} ${isSelected ? "selected" : ""}`);
  tr.dataset.id = row.id;
  if (isSelected) tr.setAttribute("aria-current", "true");
  row.cells.forEach((cell, index) => {
    const column = columns[index];
    const td = make("td", `${column.number ? "number" : ""} ${column.wrap ? "wrap" : ""}`);
    const inner = cell.href !== null ? cellLink(cell, state) : index === 0 && row.href !== null ? anchor(row.href, row.id, state) : make("span");
    fill(inner, cell);
    td.append(inner);
    if (cell.sub) {
      const small = make("small");
      small.textContent = cell.sub;
      (cell.opens === null ? td : inner).append(small);
    }
    if (cell.shade !== null) {
      td.classList.add("shade");
      td.classList.toggle("deep", cell.shade > DEEP_FROM);
      td.style.setProperty("--shade", `${Math.round(cell.shade * 100)}%`);
    }
    tr.append(td);
  });
  if (row.href !== null) {
    tr.onclick = (event) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || getSelection()?.toString()) return;
      state.open(row.id);
    };
    tr.onkeydown = (event) => step(event, tr);
  }
  return tr;
}

function cellLink(cell, state) {
  if (cell.opens !== null) {
    const a = anchor(cell.href, cell.opens, state);
    a.className = "cell";
    a.onkeydown = (event) => stepCell(event, a);
    return a;
  }
  const a = make("a", "beside");
  a.href = cell.href;
  a.target = "_blank";
  a.onclick = (event) => event.stopPropagation();
  return a;
}

function stepCell(event, a) {
  const td = a.closest("td");
  const [x, y] = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key] ?? [0, 0];
  if ((!x && !y) || event.altKey || event.ctrlKey || event.metaKey) return;
  const rows = [...td.closest("tbody").rows];
  const row = rows[rows.indexOf(td.parentElement) + y];
  const to = row?.cells[td.cellIndex + x]?.querySelector("a.cell");
  if (!to) return;
  event.preventDefault();
  event.stopPropagation();
  to.focus();
}

function anchor(href, id, state) {
  const a = make("a");
  a.href = href;
  a.target = "_self";
  a.onclick = (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) {
      event.stopPropagation();
      return;
    }
    event.preventDefault();
    event.stopPropagation();
    state.open(id);
  };
  return a;
}

function step(event, tr) {
  const rows = [...tr.parentElement.querySelectorAll("tr.leads")];
  const at = rows.indexOf(tr);
  const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: rows.length - 1 }[event.key];
  if (to === undefined || !rows[to] || event.altKey || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  rows[to].querySelector("a").focus();
}

function fill(element, cell) {
  if (cell.share !== null) {
    const meter = make("span", "meter");
    const bar = make("i");
    bar.style.width = `${Math.round(cell.share * 100)}%`;
    meter.append(bar);
    element.append(meter);
  }
  const text = make("span", `${cell.tone} ${cell.chip && cell.text ? "chip" : ""}`);
  text.textContent = cell.text;
  element.append(text);
}

function make(tag, className = "") {
  const element = document.createElement(tag);
  if (className.trim()) element.className = className.trim();
  return element;
}
