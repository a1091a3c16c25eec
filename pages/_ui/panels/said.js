// What people say of rows: a link to the row, and a line to type an answer in.

const goTo = (S, row, words, key) => (row ? el("button", { type: "button", class: "link", "data-key": key, onclick: () => sendCommand(S, "go", row) }, words) : el("span", { class: "muted" }, words));

/** A line to type in that sends itself with Enter. What is typed stays while the panel is drawn anew, and after a reload. */
function line(S, key, { label, placeholder, send, value = "" }) {
  const { keep } = S.call.data;
  const field = el("textarea", { rows: 1, "aria-label": label, placeholder, maxlength: 2000, "data-key": key });
  field.value = keptText(keep, key) || value;
  field.oninput = () => keepText(keep, key, field.value);
  const act = () => {
    const text = field.value.trim();
    if (!text) return field.focus();
    keepText(keep, key, "");
    field.value = "";
    field.blur();
    send(text);
  };
  field.onkeydown = (e) => {
    e.stopPropagation();
    if (e.key === "Enter" && !e.shiftKey) { e.preventDefault(); act(); }
    if (e.key === "Escape") field.blur();
  };
  return { field, act };
}
