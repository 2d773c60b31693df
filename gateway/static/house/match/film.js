// @ts-check
/* The steps of a match as a film: where the next turn, the next round and the moments are, how long a step is shown,
   and the line of the scores. Knows no page. */

/** @import {OutlineStep} from "../types.js" */

const USUAL_MS = 1200; // a step is shown so long at 1×
const LONGEST_MS = 3000; // pauses of the log's own rhythm are cut to this
const SHORTEST_MS = 120;

/** How long the step at an index is shown before the next: a pace like 2, or "rhythm" for the log's own.
 * @param {OutlineStep[]} steps @param {number} index @param {number | "rhythm"} pace */
export function waitAfter(steps, index, pace) {
  if (pace !== "rhythm") return USUAL_MS / pace;
  const [here, next] = [steps[index], steps[index + 1]];
  if (!here?.at || !next?.at) return USUAL_MS; // a record of the moves has no times
  return Math.min(Math.max(Date.parse(next.at) - Date.parse(here.at), SHORTEST_MS), LONGEST_MS);
}

/** The next index in a direction (1 or -1) at which `differs` from here, or the end of the film.
 * @param {OutlineStep[]} steps @param {number} index @param {1 | -1} direction
 * @param {(here: OutlineStep, there: OutlineStep) => boolean} differs */
function away(steps, index, direction, differs) {
  for (let n = index + direction; n >= 0 && n < steps.length; n += direction) {
    if (differs(steps[index], steps[n])) return n;
  }
  return direction > 0 ? steps.length - 1 : 0;
}

/** The next step with another to_act.
 * @param {OutlineStep[]} steps @param {number} index @param {1 | -1} direction */
export function turnFrom(steps, index, direction) {
  return away(steps, index, direction, (here, there) => String(here.to_act) !== String(there.to_act));
}

/** The first step of the next round; backward the first of this round, or of the one before if we are there.
 * @param {OutlineStep[]} steps @param {number} index @param {1 | -1} direction */
export function roundFrom(steps, index, direction) {
  if (direction > 0) return away(steps, index, 1, (here, there) => here.round !== there.round);
  const begins = (/** @type {number} */ n) => n === 0 || steps[n - 1].round !== steps[n].round;
  for (let n = index - 1; n > 0; n -= 1) if (begins(n)) return n;
  return 0;
}

/** @param {OutlineStep[]} steps */
export const hasRounds = (steps) => new Set(steps.map((step) => step.round)).size > 1;

/** @param {OutlineStep[]} steps
 * @returns {{index: number, seq: number, code: string, text: string}[]} */
export function momentsOf(steps) {
  return steps.flatMap(({seq, moment}, index) => (moment ? [{index, seq, ...moment}] : []));
}

/** One line of points for each seat in a square of 100: time to the right, points up.
 * @param {OutlineStep[]} steps @returns {string[]} */
export function scoreLines(steps) {
  const all = steps.flatMap((step) => step.scores);
  const [least, most] = [Math.min(0, ...all), Math.max(0, ...all)];
  if (steps.length < 2 || least === most) return [];
  const round = (/** @type {number} */ value) => Math.round(value * 100) / 100;
  return steps[0].scores.map((_, seat) =>
    steps
      .map(({scores}, n) => {
        const high = ((scores[seat] ?? 0) - least) / (most - least);
        return `${round((n / (steps.length - 1)) * 100)},${round(95 - high * 90)}`;
      })
      .join(" "),
  );
}
