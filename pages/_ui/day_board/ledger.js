// Ledger: what was done here and is not acknowledged yet. Nothing typed is lost: every unacknowledged
// operation, and every half-typed text, is mirrored in the browser until the server has it.

const MIRROR = "day-board/unsaved/";
const ORPHAN_MS = 60000; // a mirror of another tab that is older belongs to a tab that is gone
const SELECT_MS = 150;

const newClient = () => Array.from(crypto.getRandomValues(new Uint8Array(8)), (b) => b.toString(16).padStart(2, "0")).join("");

function makeLedger(board) {
  const ledger = {
    client: sessionStorage.getItem("day-board/client"),
    seq: Number(sessionStorage.getItem("day-board/seq") || 0),
    ops: [], // [{entry, was: [value of each cell before], at}]
    commands: [],
    drafts: new Map(), // "row|start" -> text that is typed and not sent
    offers: [], // [{row, field, value}] typed before a restart, and the cell has changed since
    parked: [], // operations whose rows belong to a day that is not on screen
    plan: null,
    isMirrored: true,
  };
  if (!ledger.client) {
    ledger.client = newClient();
    sessionStorage.setItem("day-board/client", ledger.client);
  }
  // A duplicated tab inherits sessionStorage; two tabs with one client id would hide each other's operations.
  ledger.channel = new BroadcastChannel("day-board");
  ledger.tab = newClient();
  ledger.channel.onmessage = ({ data }) => {
    if (data.client !== ledger.client || data.tab === ledger.tab) return;
    if (data.ask) ledger.channel.postMessage({ client: ledger.client, tab: ledger.tab, ask: false });
    else {
      ledger.client = newClient();
      sessionStorage.setItem("day-board/client", ledger.client);
      for (const entry of [...ledger.ops.map((kept) => kept.entry), ...ledger.commands]) entry.client = ledger.client;
    }
  };
  ledger.channel.postMessage({ client: ledger.client, tab: ledger.tab, ask: true });
  board.ledger = ledger;
  board.sender = joinOutbox({
    lists: () => ({ ops: ledger.ops.map((kept) => kept.entry), commands: ledger.commands.slice() }),
    post: (lists) => board.setStateValue("entries", lists),
    onLate: () => {
      board.late = ledger.ops.length > 0;
      drawStatus(board);
    },
  });
}

/** Whose an entry is, and where it stands among the others of its client and of the page. */
function numbered(ledger) {
  ledger.seq += 1;
  sessionStorage.setItem("day-board/seq", String(ledger.seq));
  return { client: ledger.client, seq: ledger.seq, order: nextOrder() };
}

/** Keep the unacknowledged in the browser, or remove the mirror when there is nothing to keep. */
function mirror(board) {
  const { ledger } = board;
  if (ledger.plan === null) return;
  const name = MIRROR + ledger.plan + "/" + ledger.client;
  const kept = ledger.parked.concat(ledger.ops);
  if (!kept.length && !ledger.drafts.size && !ledger.offers.length) {
    localStorage.removeItem(name);
    return;
  }
  const text = JSON.stringify({ at: Date.now(), ops: kept, drafts: [...ledger.drafts], offers: ledger.offers });
  try {
    localStorage.setItem(name, text);
    ledger.isMirrored = true;
  } catch (fault) {
    if (!(fault instanceof DOMException)) throw fault;
    ledger.isMirrored = false; // the browser's storage is full: the status line says so
  }
}

/** A mirror as it was kept; one that cannot be read (a browser that died while writing) is removed and said. */
function readMirror(board, name) {
  try {
    return JSON.parse(localStorage.getItem(name));
  } catch (fault) {
    if (!(fault instanceof SyntaxError)) throw fault;
    localStorage.removeItem(name);
    announce(board, "A copy of unsaved times in this browser could not be read and was removed.");
    return null;
  }
}

/** Send cells as one undo step. */
function sendOp(board, cells, how) {
  const { ledger, data } = board;
  const was = cells.map((c) => valueOf(board, c.row, c.field));
  const entry = { plan: data.plan, ...numbered(ledger), base_rev: data.rev, cells, how };
  ledger.ops.push({ entry, was, at: Date.now() });
  mirror(board);
  sendSoon(board.sender);
  drawStatus(board);
}

function sendCommand(board, name, row) {
  const { ledger } = board;
  if (name === "select") ledger.commands = ledger.commands.filter((c) => c.name !== "select");
  ledger.commands.push({ plan: board.data.plan, ...numbered(ledger), name, row: row ?? null });
  sendSoon(board.sender);
}

/** Tell the server which row is looked at, once the hands have rested a moment; only the last matters. */
function sendSelection(board, row) {
  clearTimeout(board.timers.select);
  board.timers.select = setTimeout(() => {
    if (board.selected === row && board.toldSelected !== row) {
      board.toldSelected = row;
      board.seenSelected = row;
      sendCommand(board, "select", row);
    }
  }, SELECT_MS);
}

/** Take the server's acknowledgement; true if an operation of ours was among it. */
function takeAck(board) {
  const { ledger, data } = board;
  const acked = data.ack[ledger.client];
  if (acked === undefined) {
    const isNewServer = board.wasKnown && ledger.ops.length > 0;
    board.wasKnown = false;
    if (isNewServer) {
      reconcile(board);
      sendAgain(board.sender);
    }
    return false;
  }
  board.wasKnown = true;
  const before = ledger.ops.length;
  ledger.ops = ledger.ops.filter((kept) => kept.entry.seq > acked);
  ledger.commands = ledger.commands.filter((c) => c.seq > acked);
  if (acked > ledger.seq) ledger.seq = acked;
  if (ledger.ops.length === before) return false;
  mirror(board);
  if (!ledger.ops.length) board.late = false;
  return true;
}

/** Open the mirrors of a plan: this tab's own, and those that closed tabs left behind. */
function openPlan(board) {
  const { ledger, data } = board;
  sendNow(board.sender); // what was typed in the plan before
  ledger.plan = data.plan;
  ledger.ops = [];
  ledger.drafts = new Map();
  ledger.offers = [];
  ledger.parked = [];
  const prefix = MIRROR + data.plan + "/";
  const names = Object.keys(localStorage).filter((n) => n.startsWith(prefix)).sort();
  for (const name of names) {
    const isOwn = name === prefix + ledger.client;
    const kept = readMirror(board, name);
    if (!kept) continue;
    if (!isOwn && Date.now() - kept.at < ORPHAN_MS) continue;
    if (!isOwn) {
      for (const op of kept.ops) Object.assign(op.entry, numbered(ledger));
      localStorage.removeItem(name);
    }
    for (const { entry } of kept.ops) {
      ledger.seq = Math.max(ledger.seq, entry.seq);
      keepOrder(entry);
    }
    ledger.ops.push(...kept.ops);
    for (const [cell, text] of kept.drafts) ledger.drafts.set(cell, text);
    ledger.offers.push(...kept.offers);
  }
  sessionStorage.setItem("day-board/seq", String(ledger.seq));
  if (ledger.ops.length) {
    reconcile(board);
    sendAgain(board.sender);
  }
  mirror(board);
}

/** Operations parked for another day are looked at again when their rows are on screen. */
function unpark(board) {
  const { ledger } = board;
  if (!ledger.parked.length) return;
  const here = ledger.parked.filter((kept) => kept.entry.cells.every((c) => rowOf(board, c.row)));
  if (!here.length) return;
  ledger.parked = ledger.parked.filter((kept) => !here.includes(kept));
  const live = ledger.ops;
  ledger.ops = here;
  reconcile(board);
  for (const kept of ledger.ops) Object.assign(kept.entry, numbered(ledger)); // later ones were acknowledged meanwhile
  ledger.ops = live.concat(ledger.ops);
  sendAgain(board.sender);
  mirror(board);
}

/**
 * Compare unacknowledged operations with the cells as the server has them now: what arrived is dropped,
 * what found its cells untouched stays to be sent again, anything else is offered to the person.
 */
function reconcile(board) {
  const { ledger } = board;
  const away = ledger.ops.filter((kept) => !kept.entry.cells.every((c) => rowOf(board, c.row)));
  const ops = ledger.ops.filter((kept) => !away.includes(kept));
  ledger.parked.push(...away);
  ledger.ops = [];
  const states = [new Map()];
  for (const kept of ops) {
    kept.entry.cells.forEach((c, i) => {
      const cell = c.row + "|" + c.field;
      if (!states[0].has(cell)) for (const state of states) state.set(cell, kept.was[i]);
    });
    const after = new Map(states[states.length - 1]);
    for (const c of kept.entry.cells) after.set(c.row + "|" + c.field, c.value);
    states.push(after);
  }
  const holds = (state) => [...state].every(([cell, value]) => {
    const [row, field] = cell.split("|");
    return rowOf(board, row)[field + "_min"] === value;
  });
  let arrived = ops.length;
  while (arrived >= 0 && !holds(states[arrived])) arrived -= 1;
  if (arrived >= 0) {
    ledger.ops = ops.slice(arrived);
    for (const kept of ledger.ops) kept.entry.base_rev = board.data.rev;
  } else {
    for (const [cell, value] of states[ops.length]) {
      const [row, field] = cell.split("|");
      if (rowOf(board, row)[field + "_min"] === value) continue;
      ledger.offers = ledger.offers.filter((o) => o.row !== row || o.field !== field);
      ledger.offers.push({ row, field, value });
    }
  }
  mirror(board);
}

const rowOf = (board, id) => board.data.rows.find((row) => row.row === id);

/** The value a cell shows: the last unacknowledged one, else the server's. */
function valueOf(board, id, field) {
  const { ops } = board.ledger;
  for (let i = ops.length - 1; i >= 0; i -= 1) {
    const cell = ops[i].entry.cells.find((c) => c.row === id && c.field === field);
    if (cell) return cell.value;
  }
  const row = rowOf(board, id);
  return row ? row[field + "_min"] : null;
}

const isPending = (board, id, field) =>
  board.ledger.ops.some((kept) => kept.entry.cells.some((c) => c.row === id && c.field === field));
