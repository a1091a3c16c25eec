// The rationale of the plan, under the three headings of the guidelines.

export default function ({ data, parentElement, setStateValue }) {
  const S = INSTANCES.get(parentElement) ?? makePanel(parentElement);
  S.call = { data, setStateValue };
  takeAck(S, data);
  patch(S, "head", data.parts.map((p) => Boolean(p.value)), () => {
    const empty = data.parts.filter((p) => !p.value).length;
    return [el("span", {}, "Rationale of the plan"), el("span", { class: empty ? "warn" : "muted" }, empty ? `${empty} of 3 parts needed to submit` : "complete")];
  });
  const nodes = data.parts.map((p) => textField(S, { plan: data.plan, row: "plan", field: p.field, label: p.label, value: p.value, hint: p.hint, locked: data.locked, rows: 2 }));
  const slot = S.root.querySelector('[data-slot="fields"]');
  if (slot.firstChild !== nodes[0]) slot.replaceChildren(...nodes);
  patch(S, "offers", [data.offers, data.locked], () => (data.locked ? [] : data.offers.map((o) => offerButton(S, S.fields.get(`${data.plan}/plan/${o.field}`), o.text, `offer-${o.field}`, " "))));
  if (data.focus && data.focus !== S.focused) {
    S.focused = data.focus;
    const open = nodes.map((node) => node.querySelector("textarea"));
    (open.find((area) => !area.value) ?? open[0]).focus();
  }
  showRejections(S, data.rejected);
  return () => leave(S);
}
