// Outbox: how what is done in the components of a page goes to its server. Lists go out one after the other, each after the
// answer to the one before, and none into a run that is under way: where a run of a fragment begins right behind a whole one,
// Streamlit drops what that fragment drew and did not send yet, and the browser would take those parts away and make them anew.

const ANSWER_MS = 3000; // what got no answer for so long is sent again, and holds nothing back any more
const LOOK_MS = 25;

/**
 * One for all components of the page. A sender has `lists()`, giving {ops, commands} that are not acknowledged, each entry
 * with its `seq`; `post(lists)`, which hands them to Streamlit; and `onLate()`, called when no answer came.
 */
const outbox = (globalThis.workbenchOutbox ??= makeOutbox());

function makeOutbox() {
  const app = document.querySelector('[data-testid="stApp"]');
  const box = { app, senders: new Set(), waiting: new Set(), last: null, sentAt: 0, timer: 0 };
  const onChange = () => {
    // Streamlit hands all that a page keeps to a server that is new: what is acknowledged must not be among it.
    if (!isConnected(box)) for (const sender of box.senders) sender.post(sender.lists());
    goOn(box);
  };
  new MutationObserver(onChange).observe(app, { attributeFilter: ["data-test-script-state", "data-test-connection-state"] });
  // A click outside the components may lead to another screen: what waits goes with its run.
  const isOutside = (event) => !event.composedPath().some((node) => node instanceof ShadowRoot);
  document.addEventListener("click", (event) => isOutside(event) && sendAll(box), { capture: true });
  window.addEventListener("pagehide", () => sendAll(box));
  return box;
}

const isConnected = ({ app }) => app.dataset.testConnectionState === "CONNECTED";

const isAnswered = (sender) => !entriesOf(sender).some((entry) => entry.seq <= sender.sentSeq);

function entriesOf(sender) {
  const { ops, commands } = sender.lists();
  return [...ops, ...commands];
}

function joinOutbox(sender) {
  outbox.senders.add(Object.assign(sender, { sentSeq: 0, timer: 0 }));
  return sender;
}

function leaveOutbox(sender) {
  clearTimeout(sender.timer);
  outbox.senders.delete(sender);
  outbox.waiting.delete(sender);
  if (outbox.last === sender) outbox.last = null;
}

/** Send what a sender holds as soon as the page is at rest: at once, as a rule. */
function sendSoon(sender) {
  outbox.waiting.add(sender);
  goOn(outbox);
}

/** Once more what got no answer: `tries` makes the lists differ, so that the server looks at them again. */
function sendAgain(sender) {
  const entries = entriesOf(sender);
  for (const entry of entries) entry.tries = (entry.tries || 1) + 1;
  if (entries.length) sendSoon(sender);
}

/** Send the next list, if the page is at rest. Without a server nothing goes out: Streamlit keeps it for the next connection. */
function goOn(box) {
  clearTimeout(box.timer);
  while (box.waiting.size) {
    const isRunning = box.app.dataset.testScriptState === "running";
    const isAwaited = box.last && !isAnswered(box.last) && Date.now() - box.sentAt < ANSWER_MS;
    if (isConnected(box) && (isRunning || isAwaited)) {
      box.timer = setTimeout(() => goOn(box), LOOK_MS);
      return;
    }
    send(box, box.waiting.values().next().value);
  }
}

function sendAll(box) {
  for (const sender of [...box.waiting]) send(box, sender);
}

function send(box, sender) {
  box.waiting.delete(sender);
  box.last = sender;
  box.sentAt = Date.now();
  sender.sentSeq = Math.max(...entriesOf(sender).map((entry) => entry.seq), sender.sentSeq);
  sender.post(sender.lists());
  clearTimeout(sender.timer);
  sender.timer = setTimeout(() => {
    if (isAnswered(sender)) return;
    sender.onLate();
    sendAgain(sender);
  }, ANSWER_MS);
}
