// @ts-check
/* The computer's view as figures: lines of expected shares, mistakes of a seat. Knows no page. */

/**
 * @typedef {{seq: number, seat: number, value: number, played: string, best: string, line: string[], lost: number,
 *   mark: string | null}} Step
 */

const [HIGH, EDGE] = [40, 2];
const round = (/** @type {number} */ value) => Math.round(value * 100) / 100;

/** A line of points for each seat, in a box of 100 by 40: what its own moves left it with. Of two seats one line says
 * all: what one expects the other does not.
 * @param {Step[]} steps @param {number} seats @returns {string[]} */
export function shareLines(steps, seats) {
  const x = (/** @type {number} */ n) => round(steps.length > 1 ? (n / (steps.length - 1)) * 100 : 0);
  const y = (/** @type {number} */ share) => round(HIGH - EDGE - (share / 1000) * (HIGH - 2 * EDGE));
  const left = (/** @type {Step} */ step) => step.value - step.lost;
  if (seats === 2)
    return [steps.map((step, n) => `${x(n)},${y(step.seat ? 1000 - left(step) : left(step))}`).join(" ")];
  return Array.from({length: seats}, (_, seat) =>
    steps.flatMap((step, n) => (step.seat === seat ? [`${x(n)},${y(left(step))}`] : [])).join(" "),
  );
}

/** The moves of a seat (null: of all) that gave something away, in order; the index is the number of the move.
 * @param {Step[]} steps @param {number | null} seat */
export function mistakesOf(steps, seat) {
  return steps
    .map((step, index) => ({...step, index}))
    .filter((step) => step.mark !== null && (seat === null || step.seat === seat));
}

/** Per mille as a percentage.
 * @param {number} share */
export const percent = (share) => Math.round(share / 10);
