// Cells: typing a time. A cell is one input; its content is selected when it gets the focus, as in a spreadsheet.

const NUDGE_MIN = 5;
const FINE_NUDGE_MIN = 1;
const NUDGE_REST_MS = 250; // held-down nudges become one undo step
const HAND_MS = 400; // a blur this soon after a press or a Tab is the person's own
const HOLD_FRAMES = 30;
const FIELDS = ["start", "end"];
const FIELD_WORDS = { start: "arrival", end: "departure" };
const LEG_WORDS = { start: "departure", end: "planned arrival" };

const wordOf = (row, field) => (row.kind === "leg" ? LEG_WORDS : FIELD_WORDS)[field];
const cellName = (row, field) => row.row + "|" + field;
const otherOf = (field) => (field === "start" ? "end" : "start");
const sayNumber = (row) => (row.number === null ? "" : "Row " + row.number + ", ");

/** The times a row shows at this moment: a drag or a nudge that is going on counts. */
function shownTimes(board, view) {
  if (board.drag && board.drag.view === view && board.drag.moved) return board.drag.now;
  const times = { start: valueOf(board, view.row.row, "start"), end: valueOf(board, view.row.row, "end") };
  if (board.nudge && board.nudge.view === view) {
    for (const cell of board.nudge.cells) if (cell.row === view.row.row) times[cell.field] = cell.value;
  }
  return times;
}

function makeCell(board, view, field) {
  const input = document.createElement("input");
  input.type = "text";
  input.inputMode = "numeric";
  input.autocomplete = "off";
  input.spellcheck = false;
  input.dataset.row = view.row.row;
  input.dataset.field = field;
  input.addEventListener("pointerdown", (event) => {
    if (isFocused(board, input)) return;
    event.preventDefault();
    input.focus();
  });
  input.addEventListener("focus", () => {
    input.select();
    selectRow(board, view.row.row);
  });
  input.addEventListener("input", () => {
    setDraft(board, view, field, input.value);
    view.errors[field] = null;
    patchRow(board, view);
    drawStatus(board);
  });
  input.addEventListener("blur", (event) => {
    flushNudge(board);
    if (isTakenAway(board, event)) holdFocus(board, view, field);
    else leaveCell(board, view, field);
  });
  input.addEventListener("keydown", (event) => onCellKey(board, view, field, event));
  return input;
}

function leaveCell(board, view, field) {
  if (commitCell(board, view, field) === "nothing" && view.errors[field]) clearError(board, view, field);
}

/**
 * While a page is still being drawn, the browser may drop the focus to nowhere in the middle of a word. No hand did
 * that: no press, no Tab, no other window.
 */
function isTakenAway(board, event) {
  return event.relatedTarget === null && document.hasFocus() && !board.drag && performance.now() - board.handAt > HAND_MS;
}

/** Give a cell its focus and caret back as soon as it can take them; if something else took the focus, leave. */
function holdFocus(board, view, field) {
  const input = view.inputs[field];
  const caret = [input.selectionStart, input.selectionEnd];
  let frames = 0;
  const again = () => {
    const holder = document.activeElement;
    const isFree = !holder || holder === document.body;
    if (!isFree || !input.isConnected || frames > HOLD_FRAMES) {
      if (!isFocused(board, input)) leaveCell(board, view, field);
      return;
    }
    frames += 1;
    input.focus({ preventScroll: true });
    if (isFocused(board, input)) input.setSelectionRange(...caret);
    else requestAnimationFrame(again);
  };
  setTimeout(again, 0);
}

const isFocused = (board, input) => board.root.activeElement === input;

function setDraft(board, view, field, text) {
  const name = cellName(view.row, field);
  if (text === null) board.ledger.drafts.delete(name);
  else board.ledger.drafts.set(name, text);
  mirror(board);
}

const draftOf = (board, view, field) => board.ledger.drafts.get(cellName(view.row, field));

/** What a cell's text comes to, beside the other cell of its row: {cells} to send, or {error}. */
function weighCell(board, view, field) {
  const { row } = view;
  const own = readTime(draftOf(board, view, field), valueOf(board, row.row, field));
  if (own.error) return own;
  const other = otherOf(field);
  const pair = { [field]: own.value, [other]: valueOf(board, row.row, other) };
  const otherText = draftOf(board, view, other);
  const otherRead = otherText === undefined ? null : readTime(otherText, pair[other]);
  if (otherRead && !otherRead.error) {
    const both = { [field]: own.value, [other]: otherRead.value };
    if (!faultOfPair(row, both.start, both.end, field)) {
      return { cells: FIELDS.map((name) => ({ row: row.row, field: name, value: both[name] })) };
    }
  }
  const before = valueOf(board, row.row, field);
  if (board.push && field === "start" && before !== null && own.value !== null && pair.end !== null) {
    pair.end += own.value - before;
  }
  const fault = faultOfPair(row, pair.start, pair.end, field);
  const isPair = pair.start !== null && pair.end !== null && pair.start <= LAST_START_MIN;
  return fault ? { error: fault, isPair } : { cells: [{ row: row.row, field, value: own.value }] };
}

/** Send what was typed in a cell, if anything was. Gives "sent", "nothing", "pair" or "invalid". */
function commitCell(board, view, field) {
  if (draftOf(board, view, field) === undefined || board.data.locked) return "nothing";
  const weighed = weighCell(board, view, field);
  const fault = weighed.error || commitCells(board, view, weighed.cells, "typed", field);
  if (fault) {
    setError(board, view, field, fault);
    return weighed.isPair ? "pair" : "invalid";
  }
  return "sent";
}

function setError(board, view, field, sentence) {
  if (view.errors[field] !== sentence) announce(board, view.row.name + ", " + wordOf(view.row, field) + ": " + sentence);
  view.errors[field] = sentence;
  patchRow(board, view);
  drawStatus(board);
}

/** A refused drag or nudge leaves nothing typed behind: its reason goes when the cell is left. */
function clearError(board, view, field) {
  view.errors[field] = null;
  if (board.views.get(view.row.row) === view) patchRow(board, view);
  drawStatus(board);
}

/** Cells that follow when the rest of the day moves along, or {error} when the day would run over. */
function followers(board, view, cells) {
  const id = view.row.row;
  const changed = (field) => cells.find((c) => c.row === id && c.field === field);
  const before = { start: valueOf(board, id, "start"), end: valueOf(board, id, "end") };
  const moved = changed("end") || changed("start");
  const from = moved ? before[moved.field] : null;
  if (!moved || moved.value === null || from === null || moved.value === from) return { cells: [] };
  const delta = moved.value - from;
  const follow = [];
  if (moved.field === "start" && before.end !== null) follow.push({ row: id, field: "end", value: before.end + delta });
  const rows = board.data.rows;
  for (const row of rows.slice(rows.findIndex((r) => r.row === id) + 1)) {
    if (row.kind === "leg" || row.timetable || row.locked_start) continue;
    for (const field of FIELDS) {
      const value = valueOf(board, row.row, field);
      if (value === null) continue;
      const shifted = value + delta;
      const last = field === "start" ? LAST_START_MIN : LAST_END_MIN;
      if (shifted < 0 || shifted > last) {
        return {
          error: "Moving the rest of the day along would take " + row.name + " " + (delta > 0 ? "past " + writeTime(last) : "before 00:00")
            + ". Switch that off, or move less.",
        };
      }
      follow.push({ row: row.row, field, value: shifted });
    }
  }
  return { cells: follow };
}

/** Send cells of one row, with what follows them; gives the reason when that cannot be. */
function commitCells(board, view, cells, how, field) {
  const follow = board.push && how !== "suggested" && !(how === "dragged" && field === "start" && cells.length === 1)
    ? followers(board, view, cells) : { cells: [] };
  if (follow.error) {
    if (how !== "typed") setError(board, view, field, follow.error);
    return follow.error;
  }
  const news = cells.concat(follow.cells).filter((c) => valueOf(board, c.row, c.field) !== c.value);
  for (const cell of cells) {
    setDraft(board, view, cell.field, null);
    view.errors[cell.field] = null;
  }
  if (news.length) sendOp(board, news, follow.cells.length ? "pushed" : how);
  patchAll(board);
  return null;
}

/** Take the suggested slot of a row: both of its times, as one undo step. */
function takeGhost(board, view) {
  const { row, ghost } = view.row;
  const cells = FIELDS.map((field) => ({ row, field, value: ghost[field + "_min"] }));
  commitCells(board, view, cells, "suggested", "start");
}

/** Take the suggestions of every row that misses a time, as one undo step; what was typed stays. */
function takeAllGhosts(board) {
  const cells = [];
  for (const row of board.data.rows) {
    if (!row.ghost) continue;
    for (const field of FIELDS) {
      if (valueOf(board, row.row, field) === null) cells.push({ row: row.row, field, value: row.ghost[field + "_min"] });
    }
  }
  if (!cells.length) return;
  for (const cell of cells) {
    const view = board.views.get(cell.row);
    setDraft(board, view, cell.field, null);
    view.errors[cell.field] = null;
  }
  sendOp(board, cells, "suggested");
  patchAll(board);
  focusCell(board, cells[0].row, cells[0].field);
}

/** Alt+Up and Alt+Down: later and earlier. Shown at once, sent when the key has rested. */
function nudge(board, view, field, delta) {
  if (draftOf(board, view, field) !== undefined && commitCell(board, view, field) !== "sent") return;
  const { row } = view;
  const times = shownTimes(board, view);
  const ghostMin = row.ghost ? row.ghost[field + "_min"] : null;
  const base = times[field] ?? ghostMin;
  if (base === null) {
    setError(board, view, field, "There is no time here yet that could be moved.");
    return;
  }
  const value = base + delta;
  const cells = [{ row: row.row, field, value }];
  const pair = { ...times, [field]: value };
  if (board.push && field === "start" && times.start !== null && times.end !== null) {
    pair.end = times.end + delta;
    cells.push({ row: row.row, field: "end", value: pair.end });
  }
  const fault = faultOfPair(row, pair.start, pair.end, field);
  if (fault) {
    setError(board, view, field, fault);
    return;
  }
  view.errors[field] = null;
  clearTimeout(board.timers.nudge);
  board.nudge = { view, field, cells };
  board.timers.nudge = setTimeout(() => flushNudge(board), NUDGE_REST_MS);
  patchAll(board);
}

function flushNudge(board) {
  if (!board.nudge) return;
  clearTimeout(board.timers.nudge);
  const { view, field, cells } = board.nudge;
  board.nudge = null;
  commitCells(board, view, cells.filter((c) => c.field === field), "nudged", field);
  patchAll(board);
}

function onCellKey(board, view, field, event) {
  const input = view.inputs[field];
  const plain = !event.ctrlKey && !event.metaKey && !event.altKey;
  const vertical = { ArrowUp: -1, ArrowDown: 1 }[event.key];
  if (event.key === "Enter" && plain) {
    event.preventDefault();
    flushNudge(board);
    enter(board, view, field, event.shiftKey ? -1 : 1);
  } else if (event.key === "Escape" && plain && (draftOf(board, view, field) !== undefined || view.errors[field])) {
    event.preventDefault();
    event.stopPropagation();
    setDraft(board, view, field, null);
    clearError(board, view, field);
    input.select();
  } else if (vertical && event.altKey && !event.ctrlKey && !event.metaKey) {
    event.preventDefault();
    if (!board.data.locked) nudge(board, view, field, -vertical * (event.shiftKey ? FINE_NUDGE_MIN : NUDGE_MIN));
  } else if (vertical && plain && !event.shiftKey) {
    event.preventDefault();
    moveFocus(board, view, field, vertical);
  } else if ((event.key === "ArrowLeft" || event.key === "ArrowRight") && plain && !event.shiftKey) {
    const back = event.key === "ArrowLeft";
    const edge = back ? 0 : input.value.length;
    const isAtEdge = input.selectionStart === edge && input.selectionEnd === edge;
    const isWhole = input.selectionStart === 0 && input.selectionEnd === input.value.length;
    if (!isAtEdge && !(isWhole && draftOf(board, view, field) === undefined)) return;
    event.preventDefault();
    focusCell(board, view.row.row, back ? "start" : field === "start" ? "end" : "remark");
  }
}

function enter(board, view, field, step) {
  const isEmpty = view.inputs[field].value.trim() === "";
  if (isEmpty && valueOf(board, view.row.row, field) === null && view.row.ghost && !board.data.locked) {
    takeGhost(board, view);
    moveFocus(board, view, field, step);
    return;
  }
  const outcome = commitCell(board, view, field);
  if (outcome === "pair" && field === "start") focusCell(board, view.row.row, "end");
  else if (outcome === "invalid" || outcome === "pair") view.inputs[field].select();
  else moveFocus(board, view, field, step);
}

/** Up and down keep the column and stop at the first and last row. */
function moveFocus(board, view, field, step) {
  const rows = board.data.rows;
  const next = rows[rows.findIndex((row) => row.row === view.row.row) + step];
  if (next) focusCell(board, next.row, field);
  else {
    commitCell(board, view, field);
    if (view.inputs[field]) view.inputs[field].select();
  }
}

function focusCell(board, id, field) {
  const view = board.views.get(id);
  if (!view) return;
  const target = view.inputs[field] || view.marks[field];
  target.focus();
  view.node.scrollIntoView({ block: "nearest" });
}
