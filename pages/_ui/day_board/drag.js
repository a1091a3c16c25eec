// Drag: moving and stretching bars, and placing a ghost. No redraw happens while a drag is on.

const SNAP_MIN = 5;
const FINE_SNAP_MIN = 1;
const SHORTEST_MIN = 5;
const SLACK_PX = 3; // a press that moves less is a click

function beginDrag(board, view, event) {
  if (event.button !== 0 || board.drag) return;
  event.preventDefault();
  flushNudge(board);
  selectRow(board, view.row.row);
  const { group, start, end, ghost } = view.bar;
  const edge = event.target.getAttribute("data-edge");
  const drag = { view, edge, ghost, x: event.clientX, from: { start, end }, now: { start, end }, moved: false };
  board.drag = drag;
  group.setPointerCapture(event.pointerId);
  const onKey = (key) => {
    if (key.key !== "Escape") return;
    key.preventDefault();
    key.stopPropagation();
    finish(false);
  };
  const onMove = (move) => {
    if (!drag.moved && Math.abs(move.clientX - drag.x) < SLACK_PX) return;
    drag.moved = true;
    drag.now = dragged(board, drag, (move.clientX - drag.x) * minPerPx(board), move.shiftKey ? FINE_SNAP_MIN : SNAP_MIN);
    placeBar(board, view, drag.now.start, drag.now.end);
    group.classList.add("held");
    showDragLabel(board, view, drag.now);
    drawTimes(board, view);
  };
  const onUp = () => finish(drag.moved);
  const finish = (keep) => {
    board.drag = null;
    window.removeEventListener("keydown", onKey, true);
    group.removeEventListener("pointermove", onMove);
    group.removeEventListener("pointerup", onUp);
    group.removeEventListener("pointercancel", onCancel);
    group.removeEventListener("lostpointercapture", onCancel);
    if (group.hasPointerCapture(event.pointerId)) group.releasePointerCapture(event.pointerId);
    board.dragLabel.hidden = true;
    group.classList.remove("held");
    if (keep) drop(board, view, drag);
    else focusCell(board, view.row.row, edge || "start");
    view.drawn = null;
    flush(board);
  };
  const onCancel = () => finish(false);
  window.addEventListener("keydown", onKey, true);
  group.addEventListener("pointermove", onMove);
  group.addEventListener("pointerup", onUp);
  group.addEventListener("pointercancel", onCancel);
  group.addEventListener("lostpointercapture", onCancel);
}

/** The times a drag of `delta` minutes gives, snapped and kept inside the day. */
function dragged(board, drag, delta, snap) {
  const isLeg = drag.view.row.kind === "leg";
  const { start, end } = drag.from;
  const lastStart = isLeg ? LAST_LEG_MIN : LAST_START_MIN;
  const lastEnd = isLeg ? LAST_LEG_MIN : LAST_END_MIN;
  const to = (min) => Math.round((min + delta) / snap) * snap;
  const within = (min, low, high) => Math.min(Math.max(min, low), high);
  if (drag.edge === "start") return { start: within(to(start), 0, Math.min(end - SHORTEST_MIN, lastStart)), end };
  if (drag.edge === "end") return { start, end: within(to(end), start + SHORTEST_MIN, lastEnd) };
  const moved = within(to(start), 0, Math.min(lastStart, lastEnd - (end - start)));
  return { start: moved, end: moved + end - start };
}

function showDragLabel(board, view, { start, end }) {
  const label = board.dragLabel;
  label.textContent = writeTime(start) + " – " + writeTime(end) + "  ·  " + writeStay(end - start);
  label.hidden = false;
  const plot = view.svg.getBoundingClientRect();
  const frame = board.frame.getBoundingClientRect();
  const middle = plot.left - frame.left + (atX(board, start) + atX(board, end)) / 2;
  const half = label.offsetWidth / 2;
  label.style.left = Math.min(Math.max(middle, half + 4), frame.width - half - 4) + "px";
  label.style.top = plot.top - frame.top - label.offsetHeight + 2 + "px";
}

function drop(board, view, drag) {
  const { start, end } = drag.now;
  const cells = [];
  const id = view.row.row;
  if (valueOf(board, id, "start") !== start) cells.push({ row: id, field: "start", value: start });
  if (valueOf(board, id, "end") !== end) cells.push({ row: id, field: "end", value: end });
  if (cells.length) commitCells(board, view, cells, "dragged", drag.edge || "start");
  focusCell(board, id, drag.edge || "start");
}
