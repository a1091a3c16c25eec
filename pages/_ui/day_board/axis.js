// Axis: the day as a line of pixels. Everything is drawn at the real width, so lines stay crisp.

const SVG = "http://www.w3.org/2000/svg";
const PLOT_PX = 46; // height of a row's plot
const BAR_TOP_PX = 6;
const BAR_PX = 16;
const STRIP_PX = 44; // base line of the crowd strip
const LEVEL_PX = [3, 7, 11, 15, 19]; // height of the five crowd levels
const LEVEL_SHORT = ["L", "BA", "A", "AA", "H"];
const LEVEL_NAMES = ["Low", "Below Average", "Average", "Above Average", "High"];
const HANDLE_PX = 8;
const LABEL_PX = 26; // least room of an hour label

function draw(parent, name, attributes, text) {
  const node = document.createElementNS(SVG, name);
  for (const key in attributes) node.setAttribute(key, attributes[key]);
  if (text !== undefined) node.textContent = text;
  parent.append(node);
  return node;
}

/** The axis as the data asks for it, stretched to whole hours so that every bar is whole. */
function spanOf(board) {
  let from = board.data.axis.from_min;
  let to = board.data.axis.to_min;
  for (const row of board.data.rows) {
    const ends = [valueOf(board, row.row, "start"), valueOf(board, row.row, "end")];
    if (row.ghost) ends.push(row.ghost.start_min, row.ghost.end_min);
    if (row.was) ends.push(row.was.start_min, row.was.end_min);
    if (row.timetable) ends.push(row.timetable.depart_min, row.timetable.arrive_min);
    for (const min of ends) {
      if (min === null) continue;
      if (min < from) from = Math.floor(min / 60) * 60;
      if (min > to) to = Math.ceil(min / 60) * 60;
    }
  }
  return { from, to };
}

const atX = (board, min) => ((min - board.span.from) / (board.span.to - board.span.from)) * board.width;
const crispX = (board, min) => Math.round(atX(board, min)) + 0.5;
const minPerPx = (board) => (board.span.to - board.span.from) / board.width;

function hourStep(board) {
  const hourPx = (60 / (board.span.to - board.span.from)) * board.width;
  return [1, 2, 3, 4, 6, 12, 24].find((step) => step * hourPx >= LABEL_PX) || 24;
}

function eachHour(board, visit) {
  const step = hourStep(board);
  for (let hour = Math.ceil(board.span.from / 60 / step) * step; hour * 60 < board.span.to; hour += step) {
    if (hour * 60 > board.span.from) visit(hour);
  }
}

function drawHours(board) {
  const svg = board.axis;
  svg.replaceChildren();
  svg.setAttribute("width", board.width);
  eachHour(board, (hour) => {
    const label = draw(svg, "text", { x: atX(board, hour * 60), y: 13, "text-anchor": "middle" }, twoDigits(hour % 24));
    if (hour % 24 === 0) label.classList.add("midnight");
  });
}

/** Windows repeat daily; the parts that fall on the axis. */
function daily(board, start, end) {
  const parts = [];
  for (let day = -1; day * DAY_MIN < board.span.to; day += 1) {
    const a = Math.max(start + day * DAY_MIN, board.span.from);
    const b = Math.min(end + day * DAY_MIN, board.span.to);
    if (b > a) parts.push([a, b]);
  }
  return parts;
}

/** Draw one row's plot from its data and the times it shows now. */
function drawPlot(board, view) {
  const { svg, row } = view;
  const { start, end } = shownTimes(board, view);
  svg.replaceChildren();
  svg.setAttribute("width", board.width);
  svg.setAttribute("height", PLOT_PX);
  eachHour(board, (hour) => {
    const x = crispX(board, hour * 60);
    draw(svg, "line", { class: hour % 24 === 0 ? "hour midnight" : "hour", x1: x, x2: x, y1: 0, y2: PLOT_PX });
  });
  drawSurroundings(board, view);
  if (row.was) drawWas(board, view);
  view.bar = null;
  if (start !== null && end !== null) drawBar(board, view, start, end, false);
  else if (row.ghost && !board.data.locked) drawBar(board, view, row.ghost.start_min, row.ghost.end_min, true);
  for (const min of start === null || end === null ? [start, end] : []) {
    if (min === null) continue;
    const x = crispX(board, min);
    draw(svg, "line", { class: "lone", x1: x, x2: x, y1: BAR_TOP_PX - 2, y2: BAR_TOP_PX + BAR_PX + 2 });
  }
  if (row.leave_range_min) {
    const [low, high] = row.leave_range_min;
    const x = crispX(board, low);
    const box = draw(svg, "rect", {
      class: "bracket", x, y: BAR_TOP_PX - 3.5, width: Math.max(5, Math.round(atX(board, high) - atX(board, low))),
      height: BAR_PX + 7, rx: 3,
    });
    const what = row.kind === "leg" ? "Planned arrival" : "Departure";
    draw(box, "title", {}, what + " should fall between " + writeTime(Math.ceil(low)) + " and " + writeTime(Math.floor(high)));
  }
}

/** Crowd, opening and peak hours, timetable: what the day is like where the bar stands. */
function drawSurroundings(board, view) {
  const { svg, row } = view;
  for (const [from, to, level] of row.crowd) {
    for (const [a, b] of daily(board, from, to)) {
      const x = Math.round(atX(board, a));
      const width = Math.max(1, Math.round(atX(board, b)) - x - 1);
      const group = draw(svg, "g", { class: "crowd level" + level });
      draw(group, "rect", { x, y: STRIP_PX - LEVEL_PX[level], width, height: LEVEL_PX[level] });
      draw(group, "line", { x1: x, x2: x + width, y1: STRIP_PX - LEVEL_PX[level] + 0.5, y2: STRIP_PX - LEVEL_PX[level] + 0.5 });
      if (level > 0 && width > 18) {
        draw(group, "text", { x: x + width / 2, y: STRIP_PX - LEVEL_PX[level] - 2.5, "text-anchor": "middle" }, LEVEL_SHORT[level]);
      }
      draw(group, "title", {}, "Crowd " + LEVEL_NAMES[level] + ", " + writeTime(a) + " to " + writeTime(b));
    }
  }
  for (const [from, to] of row.peak) {
    for (const [a, b] of daily(board, from, to)) {
      const peak = draw(svg, "rect", {
        class: "peak", x: atX(board, a), width: atX(board, b) - atX(board, a), y: STRIP_PX - 5, height: 5, fill: "url(#hatch)",
      });
      draw(peak, "title", {}, "Peak hours, " + writeTime(a) + " to " + writeTime(b));
    }
  }
  for (const [from, to] of row.open || []) {
    for (const [a, b] of daily(board, from, to)) {
      const open = draw(svg, "line", { class: "open", x1: atX(board, a), x2: atX(board, b), y1: STRIP_PX + 1, y2: STRIP_PX + 1 });
      draw(open, "title", {}, "Open " + writeTime(a) + " to " + writeTime(b));
    }
  }
  if (row.timetable) drawTimetable(board, view);
}

/** The bar as it was in the version that is compared with: an outline below the bar that is. */
function drawWas(board, view) {
  const { start_min: start, end_min: end } = view.row.was;
  if (start === null || end === null) return;
  const x = crispX(board, start);
  const box = draw(view.svg, "rect", {
    class: "was", x, y: BAR_TOP_PX + BAR_PX + 2.5, width: Math.max(3, Math.round(atX(board, end) - atX(board, start))), height: 7, rx: 2.5,
  });
  draw(box, "title", {}, "Was " + writeTime(start) + " to " + writeTime(end) + ", " + writeStay(end - start));
}

/** The timetable of a leg: a thin line with a tick at each end, and the expected delay after it. */
function drawTimetable(board, view) {
  const { svg, row } = view;
  const { depart_min: depart, arrive_min: arrive } = row.timetable;
  const y = BAR_TOP_PX + BAR_PX + 7.5;
  const group = draw(svg, "g", { class: "timetable" });
  draw(group, "line", { x1: crispX(board, depart), x2: crispX(board, arrive), y1: y, y2: y });
  for (const min of [depart, arrive]) {
    draw(group, "line", { x1: crispX(board, min), x2: crispX(board, min), y1: y - 4, y2: y + 4 });
  }
  let sentence = "Timetable " + writeTime(depart) + " to " + writeTime(arrive);
  if (row.expected_delay_min !== null) {
    const late = arrive + row.expected_delay_min;
    draw(group, "line", { class: "delay", x1: crispX(board, arrive), x2: atX(board, late), y1: y, y2: y });
    sentence += ", expected " + Math.round(row.expected_delay_min) + " min late";
  }
  draw(group, "title", {}, sentence);
}

/** The bar of a row (or its ghost), with the two handles that stretch it. */
function drawBar(board, view, start, end, ghost) {
  const group = draw(view.svg, "g", { class: "bar " + view.row.kind + (ghost ? " ghost" : "") });
  const body = draw(group, "rect", { class: "body", y: BAR_TOP_PX + (ghost ? 0.5 : 0), height: BAR_PX - (ghost ? 1 : 0), rx: 4 });
  const hit = draw(group, "rect", { class: "hit", y: BAR_TOP_PX - 4, height: BAR_PX + 8 });
  const title = draw(hit, "title", {});
  const handles = ["start", "end"].map((edge) =>
    draw(group, "rect", { class: "handle", "data-edge": edge, y: BAR_TOP_PX - 4, height: BAR_PX + 8, width: HANDLE_PX }));
  view.bar = { group, body, hit, handles, title, start, end, ghost };
  placeBar(board, view, start, end);
  if (!board.data.locked) group.addEventListener("pointerdown", (event) => beginDrag(board, view, event));
}

function placeBar(board, view, start, end) {
  const { body, hit, handles, title, ghost } = view.bar;
  const x = Math.round(atX(board, start));
  const width = Math.max(3, Math.round(atX(board, end)) - x);
  body.setAttribute("x", ghost ? x + 0.5 : x);
  body.setAttribute("width", ghost ? Math.max(2, width - 1) : width);
  // A short bar keeps a middle to take hold of: its handles lie outside.
  const inset = width >= 3 * HANDLE_PX ? 3 : HANDLE_PX;
  hit.setAttribute("x", x);
  hit.setAttribute("width", width);
  handles[0].setAttribute("x", x - inset);
  handles[1].setAttribute("x", x + width - HANDLE_PX + inset);
  title.textContent = (ghost ? "Suggested " : "") + writeTime(start) + " to " + writeTime(end) + ", " + writeStay(end - start)
    + (ghost ? ". Drag it, or press Enter in an empty cell" : "");
}

/** The way to the next row: the minutes needed as a line, the minutes missing in red. */
function drawGap(board, view, next) {
  const { gapSvg: svg, row } = view;
  svg.replaceChildren();
  svg.setAttribute("width", board.width);
  const gap = row.gap;
  const from = shownTimes(board, view).end;
  const to = shownTimes(board, next).start;
  eachHour(board, (hour) => {
    const x = crispX(board, hour * 60);
    draw(svg, "line", { class: hour % 24 === 0 ? "hour midnight" : "hour", x1: x, x2: x, y1: 0, y2: 18 });
  });
  if (from === null || !gap || gap.need_min === null) return;
  const reach = from + gap.need_min;
  const y = 9.5;
  const x1 = crispX(board, from);
  draw(svg, "path", { class: "way", d: "M" + x1 + " 0V" + y + "H" + crispX(board, to === null ? reach : Math.min(reach, Math.max(to, from))) });
  if (to === null) return;
  if (to < reach) {
    draw(svg, "path", { class: "short", d: "M" + crispX(board, to) + " 18V" + y + "H" + crispX(board, reach) });
  } else {
    draw(svg, "path", { class: "spare", d: "M" + crispX(board, reach) + " " + y + "H" + crispX(board, to) + "V18" });
  }
}
