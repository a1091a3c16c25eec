// Clock: reading what people type and writing minutes of the plan day. Pure functions.

const DAY_MIN = 1440;
const LAST_START_MIN = 1799; // 29:59, the last minute at which a stop of this plan day may start
const LAST_END_MIN = 2 * DAY_MIN - 1; // a stay may end up to the evening of the next day
const LAST_LEG_MIN = 10 * DAY_MIN - 1;

const twoDigits = (n) => String(n).padStart(2, "0");

/** Minutes as `14:30`, with ` +1` for every day after the plan day; empty for no time. */
function writeTime(min) {
  if (min === null || min === undefined) return "";
  const days = Math.floor(min / DAY_MIN);
  const rest = min - days * DAY_MIN;
  return twoDigits(Math.floor(rest / 60)) + ":" + twoDigits(rest % 60) + (days > 0 ? " +" + days : "");
}

/** Minutes of a duration as `2h05`, or `45 min` under an hour. */
function writeStay(min) {
  if (min < 60) return min + " min";
  return Math.floor(min / 60) + "h" + twoDigits(min % 60);
}

const NO_TIME = "Write 9:30, 0930, 9.30 pm, or 1:30 +1 for the next day.";

/**
 * Read a typed time. `present` is the cell's value now (for `+1` alone).
 * Gives {value: minutes or null} or {error: sentence}; an empty text is {value: null}.
 */
function readTime(text, present) {
  const typed = text.trim().toLowerCase().replace(/\s+/g, " ");
  if (typed === "") return { value: null };
  const offset = typed.match(/^(.*?)\s*\(?\+\s*(\d)\)?$/);
  const days = offset ? Number(offset[2]) : 0;
  const clock = offset ? offset[1].trim() : typed;
  if (clock === "") {
    if (present === null) return { error: "There is no time here yet that could move to the next day." };
    if (present >= DAY_MIN) return { error: writeTime(present) + " is on the next day already." };
    return { value: present + days * DAY_MIN };
  }
  const parts = clock.match(/^(\d{1,2})(?:[:.h](\d{2})|h)?\s*(?:([ap])\.?m?\.?)?$/) || compact(clock);
  if (!parts) return { error: "“" + text.trim() + "” is no time. " + NO_TIME };
  let hour = Number(parts[1]);
  const minute = Number(parts[2] || 0);
  if (minute > 59) return { error: "Minutes go from 00 to 59." };
  if (parts[3]) {
    if (hour < 1 || hour > 12) return { error: "With am or pm the hour goes from 1 to 12." };
    hour = (hour % 12) + (parts[3] === "p" ? 12 : 0);
  }
  if (hour > 47) return { error: "Hours go from 0 to 47; 24 and more are the next day." };
  if (hour >= 24 && days > 0) return { error: parts[1] + " o’clock is the next day already: leave out the +" + days + "." };
  return { value: hour * 60 + minute + days * DAY_MIN };
}

/** `930`, `0930`, `1430pm`: digits without a separator. */
function compact(clock) {
  const run = clock.match(/^(\d{1,2})(\d{2})\s*(?:([ap])\.?m?\.?)?$/);
  return run && run[0].replace(/\D/g, "").length >= 3 ? run : null;
}

/** Why a row may not have these two times, or null. `field` is the cell that changed. */
function faultOfPair(row, start, end, field) {
  const isLeg = row.kind === "leg";
  if (start !== null && (start < 0 || start > (isLeg ? LAST_LEG_MIN : LAST_START_MIN))) {
    return "A stop of this day starts from 00:00 to 05:59 +1.";
  }
  if (end !== null && end > (isLeg ? LAST_LEG_MIN : LAST_END_MIN)) {
    return "It must end by " + writeTime(isLeg ? LAST_LEG_MIN : LAST_END_MIN) + ".";
  }
  if (start === null || end === null || end > start) return null;
  const [first, second] = isLeg ? ["departure", "planned arrival"] : ["arrival", "departure"];
  if (field === "start") {
    return "The " + first + " " + writeTime(start) + " is not before the " + second + " " + writeTime(end)
      + ". Type the new " + second + " too; both are saved together.";
  }
  const next = end + DAY_MIN > start && end < DAY_MIN ? " Next day? Write " + writeTime(end) + " +1." : "";
  return "The " + second + " " + writeTime(end) + " is not after the " + first + " " + writeTime(start) + "." + next;
}
