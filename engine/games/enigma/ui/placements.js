// @ts-check
/* Squares of the conduit table: where they lie, how much of it is shown, and what may be laid where. */

import {SIZE} from "./tiles.js";

/** @import {Laid, Place} from "./types.js" */

/** The listed placements: square -> rotation -> cells ("-" and indices).
 * @typedef {Map<string, Map<string, Set<string>>>} Ways */

/** @param {number} x @param {number} y @returns {Place} */
export const middle = (x, y) => [x * SIZE, y * SIZE];

/** @param {string} square */
export const placeOf = (square) => /** @type {Place} */ (square.split(",").map(Number));

/** @param {string[]} moves @returns {Ways} */
export function waysOf(moves) {
  /** @type {Ways} */
  const ways = new Map();
  for (const move of moves) {
    const [, x, y, rot, cell] = /^P:(-?\d+),(-?\d+),(\d);(-|\d+)$/.exec(move) ?? [];
    if (cell === undefined) continue;
    const turns = ways.get(`${x},${y}`) ?? new Map();
    ways.set(`${x},${y}`, turns.set(rot, (turns.get(rot) ?? new Set()).add(cell)));
  }
  return ways;
}

/** All tiles with a square around them, at least four squares wide and three high.
 * @param {Laid[]} tiles */
export function boundsOf(tiles) {
  const [across, down] = [0, 1].map((axis) => tiles.map((laid) => Number(laid[axis])));
  const [left, right] = [Math.min(...across) - 1, Math.max(...across) + 1];
  const [top, bottom] = [Math.min(...down) - 1, Math.max(...down) + 1];
  const [wide, high] = [Math.max(right - left + 1, 4), Math.max(bottom - top + 1, 3)];
  const [x, y] = [((left + right) / 2 - wide / 2) * SIZE, ((top + bottom) / 2 - high / 2) * SIZE];
  return {x, y, width: wide * SIZE, height: high * SIZE};
}
