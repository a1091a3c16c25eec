// Rows: one keyed piece of the page per row. A row whose data and times did not change is not touched.

const SCORE_MIDDLE_SHARE = 1 / 3; // colour bands of a score; the number beside says it too
const SCORE_GOOD_SHARE = 2 / 3;
const KIND_WORDS = {
  accommodation: "accommodation", restaurant: "restaurant", attraction: "attraction", event: "event", transport: "transport", leg: "leg",
};
const REMARK_PATH = "M3 13.2V15h1.8l7.4-7.4-1.8-1.8zM13.6 6.2a.5.5 0 0 0 0-.7l-1.1-1.1a.5.5 0 0 0-.7 0l-.9.9 1.8 1.8z";
const FLAG_PATH = "M4 2.5v13h1.4v-5h3l.4 1.2H14V4.4H9.600l-.4-1.200H5.400v-.7z";

function element(name, className, text) {
  const node = document.createElement(name);
  if (className) node.className = className;
  if (text !== undefined) node.textContent = text;
  return node;
}

/** Assign only what differs, so that untouched nodes keep focus, selection and animation. */
function setText(node, text) {
  if (node.textContent !== text) node.textContent = text;
}

function setAttribute(node, name, value) {
  if (value === null) node.removeAttribute(name);
  else if (node.getAttribute(name) !== value) node.setAttribute(name, value);
}

function gridCell(className) {
  const cell = element("div", className);
  cell.setAttribute("role", "gridcell");
  return cell;
}

function makeRow(board, row) {
  const view = { row, inputs: {}, old: {}, marks: {}, errors: { start: null, end: null }, scores: null, drawn: null, bar: null };
  const block = element("div", "block");
  block.setAttribute("role", "presentation");
  const node = element("div", "row");
  node.setAttribute("role", "row");
  view.block = block;
  view.node = node;
  view.number = element("span", "number");
  const numberCell = gridCell("cell-number");
  numberCell.append(view.number);
  const place = gridCell("place");
  view.name = element("b");
  view.what = element("small");
  view.badge = element("span", "badge");
  const title = element("span", "name");
  title.append(view.name, view.badge);
  place.append(title, view.what);
  const cells = FIELDS.map((field) => {
    const cell = gridCell("time " + field);
    view.inputs[field] = makeCell(board, view, field);
    view.old[field] = element("s", "old");
    cell.append(view.old[field], view.inputs[field]);
    return cell;
  });
  view.stay = gridCell("stay");
  view.range = gridCell("range");
  view.plot = gridCell("plot");
  view.svg = document.createElementNS(SVG, "svg");
  view.svg.setAttribute("aria-hidden", "true");
  view.plot.append(view.svg);
  view.scoreCells = [gridCell("score"), gridCell("score")];
  const marks = gridCell("marks");
  for (const [name, path] of [["remark", REMARK_PATH], ["flag", FLAG_PATH]]) marks.append(makeMark(board, view, name, path));
  node.append(numberCell, place, ...cells, view.stay, view.range, view.plot, ...view.scoreCells, marks);
  node.addEventListener("click", (event) => {
    if (!event.target.closest("input, button, .bar")) focusCell(board, row.row, "start");
  });
  view.note = element("div", "note");
  view.note.id = "note-" + row.row;
  view.gap = element("div", "gap");
  view.gap.setAttribute("role", "presentation");
  view.gapText = element("span", "gap-text");
  view.gapSvg = document.createElementNS(SVG, "svg");
  view.gapSvg.setAttribute("aria-hidden", "true");
  view.gapSvg.setAttribute("height", 18);
  const gapPlot = element("span", "gap-plot");
  gapPlot.append(view.gapSvg);
  view.gap.append(view.gapText, gapPlot);
  block.append(node, view.note, view.gap);
  return view;
}

function makeMark(board, view, name, path) {
  const button = element("button", "mark " + name);
  button.type = "button";
  button.tabIndex = -1;
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", "0 0 18 18");
  svg.setAttribute("aria-hidden", "true");
  draw(svg, "path", { d: path });
  const count = element("span", "count");
  button.append(svg, count);
  button.addEventListener("focus", () => selectRow(board, view.row.row));
  button.addEventListener("click", () => sendCommand(board, name, view.row.row));
  button.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (step) moveFocus(board, view, name, step);
    else if (event.key === "ArrowLeft") focusCell(board, view.row.row, name === "flag" ? "remark" : "end");
    else if (event.key === "ArrowRight") focusCell(board, view.row.row, "flag");
    else return;
    event.preventDefault();
  });
  view.marks[name] = button;
  return button;
}

function notesOf(board, view) {
  const { row } = view;
  const notes = [];
  for (const field of FIELDS) {
    if (view.errors[field]) notes.push({ kind: "error", field, text: view.errors[field] });
    else if (draftOf(board, view, field) !== undefined && !isFocused(board, view.inputs[field])) {
      notes.push({ kind: "draft", field, text: "Typed and not saved yet: Enter in the cell saves it, Escape drops it." });
    }
  }
  for (const offer of board.ledger.offers.filter((o) => o.row === row.row)) {
    const now = valueOf(board, row.row, offer.field);
    notes.push({
      kind: "offer", field: offer.field, offer,
      text: "Typed but not saved: " + wordOf(row, offer.field) + " " + (writeTime(offer.value) || "cleared") + ". Now it is "
        + (writeTime(now) || "empty") + ".",
    });
  }
  for (const rejected of openRejections(board).filter((r) => r.row === row.row)) {
    const by = rejected.by ? " " + rejected.by + " set " + (writeTime(rejected.theirs) || "no time") + " meanwhile." : "";
    notes.push({
      kind: "rejected", field: rejected.field, rejected,
      text: "Not saved: " + wordOf(row, rejected.field) + " " + (writeTime(rejected.value) || "cleared") + ". " + rejected.reason + by,
    });
  }
  if (row.remark_pieces) notes.push({ kind: "words", field: "remark", pieces: row.remark_pieces });
  return notes;
}

const PIECE_TAGS = { kept: "span", added: "ins", removed: "del" };

const rejectionName = (r) => [r.client, r.seq, r.row, r.field].join("|");
const openRejections = (board) =>
  board.data.rejected.filter((r) => r.client === board.ledger.client && !board.dismissed.has(rejectionName(r)));

function drawNotes(board, view, notes) {
  view.note.replaceChildren();
  for (const note of notes) {
    const line = element("p", note.kind);
    line.id = "note-" + view.row.row + "-" + note.field;
    if (note.kind === "words") {
      const words = element("span", "");
      for (const [kind, text] of note.pieces) words.append(element(PIECE_TAGS[kind], "", text));
      line.append(words);
    } else line.append(element("span", "", note.text));
    if (note.kind === "offer") {
      const close = () => {
        board.ledger.offers = board.ledger.offers.filter((o) => o !== note.offer);
        mirror(board);
      };
      line.append(
        makeChoice("take it", () => { close(); settle(board, view, note.field, note.offer.value); }),
        makeChoice("drop it", () => { close(); settle(board, view, note.field); }),
      );
    } else if (note.kind === "rejected") {
      const close = () => board.dismissed.add(rejectionName(note.rejected));
      if (!board.data.locked) {
        line.append(makeChoice("use mine", () => { close(); settle(board, view, note.field, note.rejected.value); }));
      }
      line.append(makeChoice("keep theirs", () => { close(); settle(board, view, note.field); }));
    }
    view.note.append(line);
  }
}

function makeChoice(text, act) {
  const button = element("button", "choice", text);
  button.type = "button";
  button.addEventListener("click", act);
  return button;
}

/** Close a note; with a value, type that value as the person would. */
function settle(board, view, field, value) {
  if (value !== undefined) {
    setDraft(board, view, field, writeTime(value));
    commitCell(board, view, field);
  }
  patchAll(board);
  focusCell(board, view.row.row, field);
}

/** Bring a row's nodes up to its data and to the times it shows now. */
function patchRow(board, view) {
  const { row } = view;
  if (board.drag && board.drag.view === view) return;
  const times = shownTimes(board, view);
  const next = nextView(board, view);
  const notes = notesOf(board, view);
  const drafts = FIELDS.map((field) => draftOf(board, view, field));
  const pending = FIELDS.map((field) => isPending(board, row.row, field));
  const isSelected = board.selected === row.row;
  const nextStart = next ? shownTimes(board, next).start : null;
  const plotMark = JSON.stringify([row, times, board.span, board.width, board.data.locked]);
  const noteMark = JSON.stringify(notes);
  const mark = plotMark + JSON.stringify([drafts, pending, isSelected, nextStart]) + noteMark;
  if (view.drawn === mark) return;
  if (view.noteMark !== noteMark) {
    view.noteMark = noteMark;
    drawNotes(board, view, notes);
  }
  FIELDS.forEach((field, i) => patchCell(board, view, field, times[field], drafts[i], pending[i], notes));
  patchFacts(board, view, isSelected);
  if (view.plotMark !== plotMark) {
    view.plotMark = plotMark;
    drawPlot(board, view);
  }
  drawTimes(board, view);
  view.drawn = mark;
}

function patchCell(board, view, field, value, draft, isSaving, notes) {
  const { row } = view;
  const input = view.inputs[field];
  const text = draft ?? writeTime(value);
  const isHere = isFocused(board, input);
  if (input.value !== text) {
    input.value = text;
    if (isHere) input.select();
  }
  const error = view.errors[field];
  const fixed = field === "start" && row.locked_start;
  const placeholder = row.ghost ? writeTime(row.ghost[field + "_min"]) : "";
  input.className = [
    error ? "wrong" : "", draft !== undefined ? "draft" : "", isSaving ? "saving" : "", fixed ? "fixed" : "",
    (text || placeholder).includes("+") ? "later" : "",
  ].filter(Boolean).join(" ");
  const old = row.was && row.was[field + "_min"] !== value ? writeTime(row.was[field + "_min"]) || "none" : "";
  setText(view.old[field], old);
  setAttribute(input, "aria-label", sayNumber(row) + row.name + ", " + wordOf(row, field) + (old ? ", was " + old : ""));
  setAttribute(input, "aria-invalid", error ? "true" : null);
  const described = notes.filter((n) => n.field === field).length ? "note-" + row.row + "-" + field : null;
  setAttribute(input, "aria-describedby", described);
  input.placeholder = placeholder;
  input.readOnly = board.data.locked;
  const table = row.timetable && row.timetable[field === "start" ? "depart_min" : "arrive_min"];
  input.title = typeof table === "number" ? "Timetable " + writeTime(table) : "";
}

function patchFacts(board, view, isSelected) {
  const { row, node } = view;
  node.classList.toggle("selected", isSelected);
  setAttribute(node, "aria-selected", String(isSelected));
  view.block.className = "block " + row.kind;
  view.block.dataset.row = row.row;
  setText(view.number, row.number === null ? "" : String(row.number));
  setText(view.name, row.name);
  view.name.title = row.name;
  const what = [row.what || KIND_WORDS[row.kind], row.cost].filter(Boolean).join(" · ");
  setText(view.what, what);
  view.what.title = what;
  node.classList.toggle("changed", row.changed);
  const { worst, count } = row.findings;
  view.badge.className = "badge " + (worst || "none");
  setText(view.badge, worst === null ? "" : String(count));
  view.badge.title = worst === null ? "" : count + (count === 1 ? " finding, " : " findings, the worst ") + worst;
  patchScores(board, view);
  const { remark, flag } = view.marks;
  remark.className = "mark remark" + (row.remark ? " on" : "") + (row.remark_due && !row.remark ? " due" : "");
  setAttribute(remark, "aria-label", (row.remark ? "Remark" : row.remark_due ? "Remark is due" : "No remark") + ", F2");
  remark.title = remark.getAttribute("aria-label");
  flag.className = "mark flag" + (row.flags ? " on" : "");
  setAttribute(flag, "aria-label", row.flags ? row.flags + (row.flags === 1 ? " flag" : " flags") : "Flag this row");
  flag.title = flag.getAttribute("aria-label");
  setText(flag.lastChild, row.flags > 1 ? String(row.flags) : "");
}

function patchScores(board, view) {
  const { row } = view;
  const isLeg = row.kind === "leg";
  const shown = isLeg ? [row.scores[0]] : [row.scores.find((s) => s.name === "BAS"), row.scores.find((s) => s.name !== "BAS")];
  view.scoreCells[1].hidden = isLeg;
  view.scoreCells[0].classList.toggle("wide", isLeg);
  shown.forEach((score, i) => {
    const cell = view.scoreCells[i];
    const value = score ? score.value : null;
    const before = view.scores && view.scores[i];
    cell.classList.remove("low", "middle", "good", "none");
    cell.classList.add(value === null ? "none" : value < SCORE_MIDDLE_SHARE ? "low" : value < SCORE_GOOD_SHARE ? "middle" : "good");
    cell.title = score ? score.name + ": " + score.why : "";
    const text = value === null ? "–" : value.toFixed(2);
    if (score && score.was !== undefined) cell.title += "; was " + (score.was === null ? "not scored" : score.was.toFixed(2));
    if (score && score.was !== undefined) cell.replaceChildren(element("span", "", text), scoreMoved(score));
    else if (isLeg && score) {
      cell.replaceChildren(element("small", "", score.name), element("span", "", text));
    } else setText(cell, text);
    if (score && view.scores && before !== value) {
      board.changes.push(row.name + " " + score.name + " " + (value === null ? "not scored" : text));
      cell.animate?.([{ backgroundColor: "var(--flash)" }, { backgroundColor: "transparent" }], { duration: 900 });
    }
  });
  view.scores = shown.map((score) => (score ? score.value : null));
}

/** What a score gained or lost since the version that is compared with. */
function scoreMoved(score) {
  if (score.was === null || score.value === null) return element("small", "moved", score.was === null ? "new" : "lost");
  const gained = score.value - score.was;
  return element("small", "moved " + (gained > 0 ? "up" : "down"), (gained > 0 ? "+" : "−") + Math.abs(gained).toFixed(2));
}

function nextView(board, view) {
  const rows = board.data.rows;
  const next = rows[rows.findIndex((row) => row.row === view.row.row) + 1];
  return next ? board.views.get(next.row) : null;
}

/** What follows from a row's times: cells while dragging, stay, range, and the way to the next row. */
function drawTimes(board, view) {
  const { row } = view;
  const { start, end } = shownTimes(board, view);
  const isDragged = board.drag && board.drag.view === view;
  if (isDragged) {
    view.inputs.start.value = writeTime(start);
    view.inputs.end.value = writeTime(end);
  }
  const stay = start !== null && end !== null ? end - start : null;
  setText(view.stay, stay === null ? "" : writeStay(stay));
  const range = row.stay_range_min;
  const within = range && stay !== null && stay >= range[0] - 1e-9 && stay <= range[1] + 1e-9;
  view.range.className = "range " + (!range || stay === null ? "" : within ? "inside" : "outside");
  if (row.kind === "leg") setText(view.range, row.expected_delay_min === null ? "" : "delay " + Math.round(row.expected_delay_min));
  else setText(view.range, range ? Math.ceil(range[0]) + "–" + Math.floor(range[1]) : "");
  const sentence = factSentence(row, stay, within);
  view.range.title = sentence;
  view.stay.title = sentence;
  view.stay.className = view.range.className.replace("range", "stay");
  const { was } = row;
  if (was && stay !== null && was.start_min !== null && was.end_min !== null) {
    const longer = stay - (was.end_min - was.start_min);
    if (longer) view.stay.append(element("small", "longer", (longer > 0 ? "+" : "−") + Math.abs(longer) + " min"));
  }
  drawGapText(board, view);
  if (isDragged) {
    const rows = board.data.rows;
    const before = rows[rows.findIndex((r) => r.row === row.row) - 1];
    if (before) drawGapText(board, board.views.get(before.row));
  }
}

function factSentence(row, stay, within) {
  const parts = [];
  if (row.base_min !== null) parts.push("Base duration " + row.base_min + " min");
  if (row.stay_range_min) {
    parts.push("stay " + Math.ceil(row.stay_range_min[0]) + " to " + Math.floor(row.stay_range_min[1]) + " min is in range");
    if (stay !== null) parts.push(within ? "it is" : "now " + stay + " min");
  }
  if (row.expected_delay_min !== null) parts.push("expected delay " + Math.round(row.expected_delay_min) + " min");
  if (row.cost) parts.push(row.cost);
  return parts.join("; ");
}

function drawGapText(board, view) {
  const { row, gap } = view;
  const next = nextView(board, view);
  gap.hidden = !next;
  if (!next) return;
  if (!row.gap) {
    setText(view.gapText, "");
    gap.className = "gap";
    drawGap(board, view, next);
    return;
  }
  const end = shownTimes(board, view).end;
  const { start } = shownTimes(board, next);
  const isAsSaved = end === row.end_min && start === next.row.start_min;
  const { need_min: need, ok } = row.gap;
  const have = isAsSaved || end === null || start === null ? row.gap.have_min : start - end;
  const short = isAsSaved ? ok === false : need !== null && have !== null && have < need;
  const live = have === null ? row.gap.text : have < 0 ? "overlaps by " + -have + " min"
    : need === null ? have + " min there" : need + " min needed, " + have + " there";
  setText(view.gapText, isAsSaved ? row.gap.text : live);
  gap.className = "gap" + (short ? " short" : "");
  drawGap(board, view, next);
}
