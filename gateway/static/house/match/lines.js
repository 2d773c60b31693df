// @ts-check
/* The lines of a plan: kept, merged, checked. Pure. */

/** One ply of a line: who moves, and what. @typedef {[number, string]} Ply */

export const MOST_LINES = 20;
export const MOST_PLIES = 20;

/** @param {Ply[]} a @param {Ply[]} b whether b begins with a */
export const isPrefix = (a, b) => a.length <= b.length && a.every(([seat, text], n) => same([seat, text], b[n]));

/** @param {Ply} a @param {Ply} b */
const same = (a, b) => a[0] === b[0] && a[1] === b[1];

/** The lines with one more; what it contains already is left out.
 * @param {Ply[][]} lines @param {Ply[]} line */
export function withLine(lines, line) {
  if (lines.some((other) => isPrefix(line, other))) return lines;
  return [...lines.filter((other) => !isPrefix(other, line)), line];
}

/** Up to its last answer of the seat: what others do afterwards is not answered.
 * @param {Ply[]} line @param {number} seat */
export function answered(line, seat) {
  return line.slice(0, line.findLastIndex(([mover]) => mover === seat) + 1);
}

/** What speaks against a line: the key of a sentence, or null.
 * @param {Ply[][]} lines @param {Ply[]} line @param {number} seat */
export function against(lines, line, seat) {
  if (!line.some(([mover]) => mover === seat)) return "plan_needs_answer";
  if (line.length > MOST_PLIES || withLine(lines, line).length > MOST_LINES) return "plan_full";
  return lines.some((other) => contradict(other, line, seat)) ? "plan_contradicts" : null;
}

/** Whether two lines give two answers to the same moves.
 * @param {Ply[]} a @param {Ply[]} b @param {number} seat */
export function contradict(a, b, seat) {
  const parting = a.findIndex((ply, n) => n < b.length && !same(ply, b[n]));
  return parting >= 0 && a[parting][0] === seat && b[parting][0] === seat;
}
