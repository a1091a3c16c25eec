// A text field that saves itself: a moment after the last key, and when it is left. What is not saved yet is
// mirrored in the browser and offered again after a restart.

const SAVE_AFTER_MS = 700;
const MIRROR = "workbench/text/";

/** Build or update the field for `spec` = {plan, row, field, label, value, hint, locked} and return its node. */
function textField(S, spec) {
  const id = `${spec.plan}/${spec.row}/${spec.field}`;
  let F = S.fields.get(id);
  if (!F) {
    F = { id, saved: spec.value, timer: 0 };
    F.area = el("textarea", { rows: spec.rows || 3, placeholder: spec.hint, maxlength: 4000, "data-key": id });
    F.note = el("small", { class: "note", "aria-live": "polite" });
    F.node = el("label", { class: "text-field" }, el("span", { class: "label" }, spec.label), F.area, F.note);
    F.area.oninput = () => {
      localStorage.setItem(MIRROR + id, JSON.stringify({ text: F.area.value, was: F.saved }));
      F.note.textContent = "typing";
      clearTimeout(F.timer);
      F.timer = setTimeout(() => saveText(S, F), SAVE_AFTER_MS);
    };
    F.area.onblur = () => saveText(S, F);
    F.area.onkeydown = (e) => {
      const isDone = e.key === "Escape" || (e.key === "Enter" && (e.ctrlKey || e.metaKey));
      if (/^F\d+$/.test(e.key) || (e.altKey && e.key.startsWith("Page"))) return;
      e.stopPropagation();
      if (toOffers(S, F, e) || !isDone) return;
      e.preventDefault();
      saveText(S, F);
      if (S.cameFrom?.isConnected) S.cameFrom.focus();
      else F.area.blur();
    };
    F.area.value = spec.value;
    S.fields.set(id, F);
    const kept = JSON.parse(localStorage.getItem(MIRROR + id) || "null");
    if (kept && kept.text !== spec.value && !spec.locked) {
      if (kept.was === spec.value) {
        F.area.value = kept.text;
        F.spec = spec;
        setTimeout(() => saveText(S, F), 0);
      } else offerText(S, F, kept.text);
    } else if (kept) localStorage.removeItem(MIRROR + id);
  }
  F.spec = spec;
  F.area.readOnly = spec.locked;
  const waiting = S.ops.some((o) => o.cells[0].row === spec.row && o.cells[0].field === spec.field);
  if (!waiting) {
    const untouched = F.area.value === F.saved;
    F.saved = spec.value;
    if (untouched && F.area.value !== spec.value) F.area.value = spec.value;
    if (F.area.value === spec.value) {
      localStorage.removeItem(MIRROR + id);
      if (F.note.textContent === "typing" || F.note.textContent === "saving") F.note.textContent = spec.value ? "saved" : "";
    }
  }
  return F.node;
}

/** A ready sentence above a field. ArrowUp from the start of the text goes there, Enter takes it, Escape goes back. */
function offerButton(S, F, text, key, join) {
  const take = () => {
    F.area.value = F.area.value.trim() ? F.area.value.trim() + join + text : text;
    F.area.oninput();
    F.area.focus();
    saveText(S, F);
  };
  const button = el("button", { type: "button", class: "offer", "data-key": key, "data-field": F.id, title: "Put this into the text", onclick: take }, text);
  button.onkeydown = (e) => {
    const step = { ArrowUp: -1, ArrowLeft: -1, ArrowDown: 1, ArrowRight: 1 }[e.key];
    if (!step && e.key !== "Escape") return;
    e.preventDefault();
    e.stopPropagation();
    const all = offersOf(S, F);
    const next = step ? all[all.indexOf(button) + step] : F.area;
    if (next) next.focus();
    else if (step > 0) F.area.focus();
  };
  return button;
}

const offersOf = (S, F) => [...S.root.querySelectorAll(`.offer[data-field="${CSS.escape(F.id)}"]`)];

function toOffers(S, F, e) {
  const isAtStart = F.area.selectionStart === 0 && F.area.selectionEnd === 0;
  const offers = offersOf(S, F);
  if (e.key !== "ArrowUp" || !isAtStart || !offers.length) return false;
  e.preventDefault();
  offers[offers.length - 1].focus();
  return true;
}

function saveText(S, F) {
  clearTimeout(F.timer);
  const { row, field, locked } = F.spec;
  if (locked) return;
  const waiting = S.ops.filter((o) => o.cells[0].row === row && o.cells[0].field === field);
  const known = waiting.length ? waiting[waiting.length - 1].cells[0].value : F.saved;
  if (F.area.value === known) return;
  F.note.textContent = "saving";
  sendText(S, row, field, F.area.value);
}

/** The text that was typed before the server's one changed: shown beside it, taken or dropped by the person. */
function offerText(S, F, text) {
  const take = el("button", { type: "button", onclick: () => { F.area.value = text; F.note.replaceChildren(); saveText(S, F); } }, "take it");
  const drop = el("button", { type: "button", onclick: () => { localStorage.removeItem(MIRROR + F.id); F.note.replaceChildren(); } }, "drop it");
  F.note.replaceChildren(`typed but not saved: “${text.slice(0, 120)}” `, take, " ", drop);
}

/** What another tab or person wrote into the same field: both versions stay in view. */
function showRejections(S, rejected) {
  for (const r of rejected) {
    if (r.client !== S.client) continue;
    for (const F of S.fields.values()) {
      if (F.spec.row !== r.row || F.spec.field !== r.field || F.shownRejection === r.seq) continue;
      F.shownRejection = r.seq;
      const mine = r.value;
      F.area.value = r.theirs || "";
      F.saved = F.area.value;
      offerText(S, F, mine);
      F.note.prepend(`${r.reason} `);
    }
  }
}
