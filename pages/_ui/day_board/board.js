// Board: mounting, taking data, selection, keys of the whole board, status.

const boards = new WeakMap(); // by parentElement: the page calls the renderer again at every rerun
const SAVING_IS_LATE_MS = 4000;
const ALT_COMMANDS = { PageDown: "next_day", PageUp: "previous_day" };

function makeBoard(root) {
  const find = (selector) => root.querySelector(selector);
  const board = {
    root, frame: find(".board"), rowsNode: find(".rows"), axis: find(".axis"), axisCell: find(".axis-cell"),
    status: find(".status"), live: find(".live"), empty: find(".empty"), helpDialog: find("dialog"), dragLabel: find(".drag-label"),
    pushBox: find(".push input"), takeAll: find(".take-all"), grid: find(".grid"),
    views: new Map(), data: null, waiting: null, drag: null, nudge: null, selected: null, toldSelected: null, seenSelected: null, leaving: null,
    push: false, width: 0, span: { from: 300, to: 1800 }, timers: {}, changes: [], dismissed: new Set(), wasKnown: false, late: false,
    handAt: -Infinity,
    setStateValue: null,
  };
  makeLedger(board);
  board.rowsNode.replaceChildren();
  board.end = new AbortController(); // ends what listens outside the rows when the board is taken away
  const listen = (target, name, act) => target.addEventListener(name, act, { signal: board.end.signal });
  board.push = sessionStorage.getItem("day-board/push") === "on";
  board.pushBox.checked = board.push;
  listen(board.pushBox, "change", () => {
    board.push = board.pushBox.checked;
    sessionStorage.setItem("day-board/push", board.push ? "on" : "off");
  });
  listen(board.takeAll, "click", () => takeAllGhosts(board));
  listen(find(".keys"), "click", () => board.helpDialog.showModal());
  listen(find(".close"), "click", () => board.helpDialog.close());
  listen(board.frame, "keydown", (event) => onBoardKey(board, event));
  board.observer = new ResizeObserver(() => resize(board));
  board.observer.observe(board.axisCell);
  const onHand = (event) => {
    if (event.type === "pointerdown" || event.key === "Tab" || event.ctrlKey || event.metaKey) board.handAt = performance.now();
  };
  for (const name of ["pointerdown", "keydown"]) window.addEventListener(name, onHand, { capture: true, signal: board.end.signal });
  listen(window, "pagehide", () => flushNudge(board));
  return board;
}

function resize(board) {
  const width = Math.floor(board.axisCell.clientWidth);
  if (width === board.width || width < 1 || !board.data) return;
  board.width = width;
  if (board.drag) return;
  drawHours(board);
  patchAll(board);
}

/** Take new data, unless hands are on a bar: then it waits for the drop. */
function takeData(board, data) {
  if (board.drag) {
    board.waiting = data;
    return;
  }
  if (board.data && isLeaving(board, data)) {
    flushNudge(board);
    commitFocused(board);
  }
  board.data = data;
  if (board.ledger.plan !== data.plan) openPlan(board);
  unpark(board);
  const isAcked = takeAck(board);
  layRows(board);
  takeSelection(board);
  patchAll(board);
  arrive(board);
  if (isAcked && !board.ledger.ops.length) announce(board, ["Saved.", ...board.changes].join(" "));
  else if (board.changes.length) announce(board, board.changes.join(" "));
  board.changes = [];
  board.frame.dataset.rev = data.rev;
}

/** The row under the hands is not part of the new data: what is typed there is sent first. */
function isLeaving(board, data) {
  return data.plan !== board.data.plan || !data.rows.some((row) => row.row === board.selected);
}

/** After a drag: what came meanwhile, or the row as it was. */
function flush(board) {
  const waiting = board.waiting;
  board.waiting = null;
  for (const view of board.views.values()) view.plotMark = null;
  if (waiting) takeData(board, waiting);
  else patchAll(board);
}

/** Rows are keyed: kept, added, removed and ordered without rebuilding those that stay. */
function layRows(board) {
  const { data, views, rowsNode } = board;
  const kept = new Set(data.rows.map((row) => row.row));
  for (const [id, view] of views) {
    if (kept.has(id)) continue;
    views.delete(id);
    view.block.remove();
  }
  let at = rowsNode.firstElementChild;
  for (const row of data.rows) {
    let view = views.get(row.row);
    if (!view) {
      view = makeRow(board, row);
      views.set(row.row, view);
    }
    view.row = row;
    if (view.block === at) at = at.nextElementSibling;
    else rowsNode.insertBefore(view.block, at);
  }
  board.empty.hidden = data.rows.length > 0;
  board.grid.hidden = data.rows.length === 0;
}

function patchAll(board) {
  const span = spanOf(board);
  if (!board.drag && (span.from !== board.span.from || span.to !== board.span.to || !board.axis.firstChild)) {
    board.span = span;
    board.width = Math.floor(board.axisCell.clientWidth) || board.width;
    drawHours(board);
  }
  for (const row of board.data.rows) patchRow(board, board.views.get(row.row));
  const { locked, rows } = board.data;
  board.frame.classList.toggle("locked", locked);
  board.pushBox.disabled = locked;
  const isOpen = (row) => FIELDS.some((field) => valueOf(board, row.row, field) === null);
  const ghosts = rows.filter((row) => row.ghost && isOpen(row)).length;
  board.takeAll.hidden = locked || ghosts === 0;
  setText(board.takeAll, ghosts === 1 ? "Take suggestion" : "Take all " + ghosts + " suggestions");
  drawStatus(board);
}

function selectRow(board, id) {
  if (board.selected === id) return;
  const before = board.views.get(board.selected);
  board.selected = id;
  if (before) patchRow(board, before);
  const view = board.views.get(id);
  if (view) patchRow(board, view);
  sendSelection(board, id);
}

/** The page may select a row (a finding was clicked); an echo of our own selection is not that. */
function takeSelection(board) {
  const { data, ledger } = board;
  if (ledger.commands.some((c) => c.name === "select") || data.selected === board.seenSelected) return;
  board.seenSelected = data.selected;
  if (data.selected === null || data.selected === board.toldSelected || data.selected === board.selected) return;
  board.selected = data.selected;
  board.toldSelected = data.selected;
  const view = board.views.get(data.selected);
  if (!view) return;
  if (isOnCell(board)) {
    patchAll(board);
    focusCell(board, data.selected, "start");
  } else view.node.scrollIntoView({ block: "nearest" });
}

/** Ask for another day or the next finding. Until it is there the keyboard waits on the board, so that no key lands in the row left behind. */
function leaveFor(board, name, row) {
  commitFocused(board);
  flushNudge(board);
  clearTimeout(board.timers.select);
  sendCommand(board, name, row);
  board.leaving = board.ledger.seq;
  board.frame.focus({ preventScroll: true });
}

/** Give the keyboard to the row that was asked for. */
function arrive(board) {
  if (board.leaving === null || (board.data.ack[board.ledger.client] ?? 0) < board.leaving) return;
  board.leaving = null;
  if (board.root.activeElement === board.frame) focusCell(board, board.data.selected, "start");
}

function onBoardKey(board, event) {
  if (board.helpDialog.open) return;
  const control = event.ctrlKey || event.metaKey;
  const key = event.key.toLowerCase();
  const act = (name, row) => {
    event.preventDefault();
    flushNudge(board);
    sendCommand(board, name, row);
  };
  if (event.key === "F1") {
    event.preventDefault();
    board.helpDialog.showModal();
  } else if (event.key === "F2" && !control && !event.altKey && !event.shiftKey) {
    commitFocused(board);
    act("remark", board.selected);
  } else if (event.key === "F8" && !control && !event.altKey) {
    event.preventDefault();
    leaveFor(board, event.shiftKey ? "previous_finding" : "next_finding", board.selected);
  } else if (ALT_COMMANDS[event.key] && event.altKey && !control && !event.shiftKey) {
    event.preventDefault();
    leaveFor(board, ALT_COMMANDS[event.key], null);
  } else if (control && !event.altKey && (key === "z" || (key === "y" && !event.shiftKey))) {
    if (isTyping(board)) return;
    act(key === "y" || event.shiftKey ? "redo" : "undo", null);
  }
}

/** The cell in focus holds typed text: undo there is the browser's. */
function isTyping(board) {
  const { activeElement } = board.root;
  return Boolean(activeElement && activeElement.matches(".time input")
    && board.ledger.drafts.has(activeElement.dataset.row + "|" + activeElement.dataset.field));
}

/** The keyboard is in a cell or on a mark of the board. */
function isOnCell(board) {
  return Boolean(board.root.activeElement?.matches(".time input, .mark"));
}

function commitFocused(board) {
  if (!isTyping(board)) return;
  const { row, field } = board.root.activeElement.dataset;
  commitCell(board, board.views.get(row), field);
}

/** Say a sentence to a screen reader, even if it is the one said last. */
function announce(board, sentence) {
  board.live.textContent = board.live.textContent === sentence ? sentence + "\u00a0" : sentence;
}

function drawStatus(board) {
  const { ledger, data } = board;
  clearTimeout(board.timers.late);
  const held = [...board.views.values()].reduce((n, view) => n + FIELDS.filter((f) => view.errors[f]).length, 0)
    + ledger.offers.filter((o) => rowOf(board, o.row)).length + openRejections(board).length;
  let state = "saved";
  let text = data.saved_at ? "saved " + data.saved_at : "no changes yet";
  if (ledger.ops.length && (board.late || Date.now() - ledger.ops[0].at > SAVING_IS_LATE_MS)) {
    state = "late";
    text = "not saved yet: no answer from the server. What you typed is kept in this "
      + (ledger.isMirrored ? "browser" : "page only") + " and sent again";
  } else if (ledger.ops.length) {
    state = "saving";
    text = "saving";
    board.timers.late = setTimeout(() => drawStatus(board), SAVING_IS_LATE_MS + 50);
  } else if (held > 0) {
    state = "held";
    text = held + (held === 1 ? " time is" : " times are") + " not saved; see the row";
  } else if (data.locked) {
    state = "locked";
    text = "locked: read only";
  }
  board.status.className = "status " + state;
  setText(board.status, text);
}

export default function renderDayBoard({ data, parentElement, setStateValue }) {
  let board = boards.get(parentElement);
  if (!board) {
    board = makeBoard(parentElement);
    boards.set(parentElement, board);
  }
  board.setStateValue = setStateValue;
  takeData(board, data);
  return () => {
    flushNudge(board);
    board.observer.disconnect();
    board.ledger.channel.close();
    leaveOutbox(board.sender);
    board.end.abort();
    for (const timer of Object.values(board.timers)) clearTimeout(timer);
    boards.delete(parentElement);
  };
}
