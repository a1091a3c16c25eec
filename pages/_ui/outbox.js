// Outbox: the one way from the components of a page to its server. Entries go out in the order in which the hands made them,
// a list after the answer to the one before, and none into a run that is under way: where a run of a fragment begins right
// behind a whole one, Streamlit drops what that fragment drew and did not send yet, and the browser would take those parts
// away and make them anew. A run of a fragment behind one that opens another screen even leaves that screen empty.

const ANSWER_MS = 3000; // what got no answer for so long is sent again
const CLICK_MS = 1000; // within this the run of a click has begun
const LOOK_MS = 25;

/**
 * One for all components of the page. A sender has `lists()`, giving {ops, commands} that are not acknowledged, each entry
 * with the `order` that `nextOrder` gave it; `post(lists)`, which hands them to Streamlit; and `onLate()`, called when no
 * answer came. `posted` is the order up to which its entries were handed over.
 */
const outbox = (globalThis.workbenchOutbox ??= makeOutbox());

function makeOutbox() {
  const app = document.querySelector('[data-testid="stApp"]');
  const box = { app, senders: new Set(), waiting: new Set(), awaited: null, sentAt: 0, quietUntil: 0, isLeaving: false, order: 0, timer: 0 };
  const onChange = () => {
    // Streamlit hands all that a page keeps to a server that is new: what is acknowledged must not be among it.
    if (!isConnected(box)) for (const sender of box.senders) sender.post(sender.lists());
    if (isRunning(box)) box.quietUntil = 0;
    goOn(box);
  };
  new MutationObserver(onChange).observe(app, { attributeFilter: ["data-test-script-state", "data-test-connection-state"] });
  document.addEventListener("click", (event) => onClick(box, event), { capture: true });
  window.addEventListener("popstate", () => keepQuiet(box, ANSWER_MS), { capture: true });
  return box;
}

/** A click outside the components begins a whole run; one that leads to another screen waits for what is on its way. */
function onClick(box, event) {
  if (event.composedPath().some((node) => node instanceof ShadowRoot)) return;
  const link = event.target.closest("a[href]");
  if (link && isOnItsWay(box) && !box.isLeaving && !event.ctrlKey && !event.metaKey && !event.shiftKey) {
    event.preventDefault();
    event.stopImmediatePropagation();
    follow(box, link, performance.now() + ANSWER_MS);
  } else if (link) keepQuiet(box, ANSWER_MS);
  else if (event.target.closest("button, label, input")) keepQuiet(box, CLICK_MS);
}

function follow(box, link, latest) {
  if (isOnItsWay(box) && performance.now() < latest) {
    setTimeout(() => follow(box, link, latest), LOOK_MS);
    return;
  }
  box.isLeaving = true;
  link.click();
  box.isLeaving = false;
}

function keepQuiet(box, inMs) {
  box.quietUntil = performance.now() + inMs;
}

/** A number above all before it, on this page and on those before it. */
function nextOrder() {
  outbox.order = Math.max(outbox.order + 1, Date.now());
  return outbox.order;
}

/** An entry of an earlier page stays before what is made from now on. */
function keepOrder(entry) {
  entry.order ??= nextOrder();
  outbox.order = Math.max(outbox.order, entry.order);
}

function joinOutbox(sender) {
  outbox.senders.add(Object.assign(sender, { posted: 0, isAgain: false, timer: 0 }));
  return sender;
}

/** The component is taken away; what waits is handed over, unasked whether the page is at rest. */
function leaveOutbox(sender) {
  clearTimeout(sender.timer);
  outbox.senders.delete(sender);
  if (outbox.waiting.delete(sender)) sender.post(sender.lists());
  if (outbox.awaited === sender) outbox.awaited = null;
}

/** Send what a sender holds: now, if the page is at rest, else as soon as it is. */
function sendSoon(sender) {
  if (!outbox.senders.has(sender)) {
    sender.post(sender.lists()); // typed as its component was taken away
    return;
  }
  outbox.waiting.add(sender);
  goOn(outbox);
}

/** Send what waits of a sender, at rest or not: its entries are about to be forgotten. */
function sendNow(sender) {
  if (outbox.waiting.has(sender)) send(outbox, sender, Infinity);
}

/** Once more what got no answer: `tries` makes the lists differ, so that the server looks at them again. */
function sendAgain(sender) {
  for (const entry of entriesOf(sender.lists())) entry.tries = (entry.tries || 1) + 1;
  Object.assign(sender, { posted: 0, isAgain: true });
  sendSoon(sender);
}

const isConnected = ({ app }) => app.dataset.testConnectionState === "CONNECTED";

const isRunning = ({ app }) => app.dataset.testScriptState === "running";

/** The answer to the last list is not there yet; a second try is waited for by nobody. */
const isAwaited = (box) => box.awaited !== null && !isAnswered(box.awaited) && performance.now() - box.sentAt < ANSWER_MS;

/** Something was done here that the server does not have, or has not said that it has. */
const isOnItsWay = (box) => isConnected(box) && (box.waiting.size > 0 || isAwaited(box));

/** Nothing is sent now: a run is under way or about to begin, or an answer is. Without a server Streamlit keeps all for the next. */
const isBusy = (box) => isConnected(box) && (isRunning(box) || performance.now() < box.quietUntil || isAwaited(box));

const entriesOf = ({ ops, commands }) => [...ops, ...commands];

const isAnswered = (sender) => !entriesOf(sender.lists()).some((entry) => entry.order <= sender.posted);

/** The order of the first entry of a sender that was not handed over. */
const firstOf = (sender) => Math.min(...entriesOf(sender.lists()).map((entry) => entry.order).filter((order) => order > sender.posted));

/** Send what waits, if the page is at rest: of the sender whose turn it is, what was made before the turn of another. */
function goOn(box) {
  clearTimeout(box.timer);
  for (;;) {
    const turns = [...box.waiting].map((sender) => [firstOf(sender), sender]).sort((a, b) => a[0] - b[0]);
    for (const [first, sender] of turns) if (first === Infinity) box.waiting.delete(sender);
    if (!box.waiting.size) return;
    if (isBusy(box)) {
      box.timer = setTimeout(() => goOn(box), LOOK_MS);
      return;
    }
    send(box, turns[0][1], turns[1]?.[0] ?? Infinity);
  }
}

/** Hand over the entries of a sender that were made before `end`. */
function send(box, sender, end) {
  const { ops, commands } = sender.lists();
  const isBefore = (entry) => entry.order < end;
  const lists = { ops: ops.filter(isBefore), commands: commands.filter(isBefore) };
  sender.posted = Math.max(sender.posted, ...entriesOf(lists).map((entry) => entry.order));
  if (firstOf(sender) === Infinity) box.waiting.delete(sender);
  box.awaited = sender.isAgain ? null : sender;
  box.sentAt = performance.now();
  sender.isAgain = false;
  sender.post(lists);
  clearTimeout(sender.timer);
  sender.timer = setTimeout(() => {
    if (isAnswered(sender)) return;
    sender.onLate();
    sendAgain(sender);
  }, ANSWER_MS);
}
