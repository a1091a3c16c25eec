// Commands and texts on their way to the server. Both are append-only lists with client id and sequence
// number; the server applies each once and acknowledges in `data.ack`.

const RESEND_MS = 3000;
const TRIM_MS = 2000; // an idle moment after which the browser forgets the commands that were carried out: a restarted server is sent all it has

const newId = () => Array.from(crypto.getRandomValues(new Uint8Array(8)), (b) => b.toString(16).padStart(2, "0")).join("");

/** State of one mounted panel. `S.call` is renewed at each run: {data, setStateValue}. */
function makePanel(parentElement) {
  return { root: parentElement.querySelector(".panel"), client: newId(), seq: 0, commands: [], ops: [], fields: new Map(), timer: 0, resend: 0, trim: 0, isSent: false };
}

/** Drop what the server has; called first at each run. */
function takeAck(S, data) {
  const acked = data.ack[S.client] || 0;
  S.commands = S.commands.filter((c) => c.seq > acked);
  S.ops = S.ops.filter((o) => o.seq > acked);
  if (S.commands.length || !S.isSent) return;
  clearTimeout(S.trim);
  S.trim = setTimeout(() => {
    if (S.commands.length || !S.root.isConnected) return;
    S.isSent = false;
    S.call.setStateValue("commands", []);
  }, TRIM_MS);
}

/** Once more what got no answer: `tries` makes the lists differ, so that the server looks at them again. */
function resendLater(S) {
  clearTimeout(S.resend);
  S.resend = setTimeout(() => {
    const waiting = [...S.commands, ...S.ops];
    if (!waiting.length || !S.root.isConnected) return;
    for (const one of waiting) one.tries = (one.tries || 1) + 1;
    if (S.commands.length) S.call.setStateValue("commands", S.commands.slice());
    if (S.ops.length) S.call.setStateValue("ops", S.ops.slice());
    resendLater(S);
  }, RESEND_MS);
}

function sendCommand(S, name, value) {
  S.seq += 1;
  S.commands.push({ plan: S.call.data.plan, client: S.client, seq: S.seq, name, value: value === undefined ? null : value });
  S.isSent = true;
  S.call.setStateValue("commands", S.commands.slice());
  resendLater(S);
}

function sendText(S, row, field, value) {
  S.seq += 1;
  S.ops.push({ plan: S.call.data.plan, client: S.client, seq: S.seq, base_rev: S.call.data.rev, cells: [{ row, field, value }], how: "typed" });
  S.call.setStateValue("ops", S.ops.slice());
  resendLater(S);
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
