// Commands and texts on their way to the server. Both are append-only lists with client id and sequence
// number; the server applies each once and acknowledges in `data.ack`.

const newId = () => Array.from(crypto.getRandomValues(new Uint8Array(8)), (b) => b.toString(16).padStart(2, "0")).join("");

const INSTANCES = new WeakMap(); // by parentElement: the page calls a panel again at every rerun

/** State of one mounted panel. `S.call` is renewed at each run: {data, setStateValue}. */
function makePanel(parentElement) {
  const S = { parentElement, root: parentElement.querySelector(".panel"), client: newId(), seq: 0, commands: [], ops: [], fields: new Map(), end: new AbortController() };
  S.sender = joinOutbox({
    lists: () => ({ ops: S.ops.slice(), commands: S.commands.slice() }),
    post: (lists) => S.call.setStateValue("entries", lists),
    onLate: () => {},
  });
  INSTANCES.set(parentElement, S);
  return S;
}

/** The panel is taken away: nothing listens or waits for it any more. */
function leave(S) {
  S.end.abort();
  leaveOutbox(S.sender);
  INSTANCES.delete(S.parentElement);
}

/** Drop what the server has; called first at each run. */
function takeAck(S, data) {
  const acked = data.ack[S.client] || 0;
  S.commands = S.commands.filter((c) => c.seq > acked);
  S.ops = S.ops.filter((o) => o.seq > acked);
}

function numbered(S) {
  S.seq += 1;
  return { client: S.client, seq: S.seq, order: nextOrder() };
}

function sendCommand(S, name, value) {
  S.commands.push({ plan: S.call.data.plan, ...numbered(S), name, value: value === undefined ? null : value });
  sendSoon(S.sender);
}

const sendText = (S, row, field, value) => sendCells(S, [{ row, field, value }], "typed");

function sendCells(S, cells, how) {
  S.ops.push({ plan: S.call.data.plan, ...numbered(S), base_rev: S.call.data.rev, cells, how });
  sendSoon(S.sender);
}

/** The node that has the keyboard, looked for inside components too. */
function focusedNode() {
  let node = document.activeElement;
  while (node?.shadowRoot?.activeElement) node = node.shadowRoot.activeElement;
  return node;
}

/** `el("div", {class: "x", onclick: f}, child, "text")`: strings become text nodes, never markup. */
function el(tag, attributes, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes || {})) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) node[name] = value;
    else node.setAttribute(name, value === true ? "" : value);
  }
  for (const child of children.flat()) if (child !== null && child !== undefined && child !== false) node.append(child);
  return node;
}

/** Replace a part of the panel only if what it shows has changed, so that focus and scrolling stay. */
function patch(S, slot, seen, build) {
  const text = JSON.stringify(seen);
  const place = S.root.querySelector(`[data-slot="${slot}"]`);
  if (place.dataset.seen === text) return;
  const focused = place.getRootNode().activeElement;
  const key = focused && place.contains(focused) ? focused.dataset.key : null;
  const caret = key && focused.matches("textarea") ? [focused.selectionStart, focused.selectionEnd] : null;
  place.dataset.seen = text;
  place.replaceChildren(...[build()].flat().filter(Boolean));
  const again = key ? place.querySelector(`[data-key="${CSS.escape(key)}"]`) : null;
  again?.focus();
  if (again && caret) again.setSelectionRange(...caret);
}
