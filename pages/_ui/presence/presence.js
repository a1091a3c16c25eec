// Says every half minute that the plan is still on the screen, and whether a hand moved since the last time.
const BEAT_MS = 30_000;
const SIGNS = ["keydown", "pointerdown", "pointermove", "wheel"];
const watches = new WeakMap();

function watch(parentElement) {
  const state = { number: 0, moved: false, data: null, send: null };
  const note = () => {
    state.moved = true;
  };
  for (const sign of SIGNS) window.addEventListener(sign, note, { passive: true, capture: true });
  const beat = () => {
    if (isBusy(outbox)) {
      timer = setTimeout(beat, LOOK_MS);
      return;
    }
    state.number += 1;
    state.send("beat", { plan: state.data.plan, number: state.number, active: state.moved });
    state.moved = false;
    timer = setTimeout(beat, BEAT_MS);
  };
  let timer = setTimeout(beat, BEAT_MS);
  state.end = () => {
    clearTimeout(timer);
    for (const sign of SIGNS) window.removeEventListener(sign, note, { capture: true });
    watches.delete(parentElement);
  };
  watches.set(parentElement, state);
  return state;
}

export default function ({ data, parentElement, setStateValue }) {
  const state = watches.get(parentElement) ?? watch(parentElement);
  state.data = data;
  state.send = setStateValue;
  return state.end;
}
