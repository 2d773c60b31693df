// @ts-check
/* ZERTZ without drawing: where rings lie, which clicks a move is made of, what stands where while a move is picked. */

/** @import {Capture, Placement, Other, Sign, View} from "./types.js" */

export const GAP = 56; // from a ring's middle to the next
export const COLOURS = /** @type {const} */ (["W", "G", "B"]);
const LETTERS = "abcdefghi";
const PART = /([WGB])([a-i][1-9])/g;

/** @typedef {{x: number, y: number, q: number, s: number}} Place */
/** @typedef {Map<string, Place>} Places */

/** The places of all rings (Z5): column q, height s.
 * @param {Pick<View, "columns" | "lows">} view @returns {Places} */
export function placesOf({columns, lows}) {
  const tallest = columns.length === 9 ? 4 : 3;
  /** @type {Places} */
  const places = new Map();
  columns.forEach((signs, q) => {
    const low = lows?.[q] ?? Math.max(0, q - tallest);
    for (let n = 0; n < signs.length; n += 1) {
      const s = low + n;
      places.set(`${LETTERS[q]}${n + 1}`, {x: (q * GAP * Math.sqrt(3)) / 2, y: -(s - q / 2) * GAP, q, s});
    }
  });
  return places;
}

/** @param {Places} places @param {string} label @returns {Place} */
export function placeOf(places, label) {
  const place = places.get(label);
  if (!place) throw new Error(`no ring ${label}`);
  return place;
}

/** The ring half-way, which a jump goes over.
 * @param {Places} places @param {string} from @param {string} to */
export function between(places, from, to) {
  const [a, b] = [placeOf(places, from), placeOf(places, to)];
  for (const [label, place] of places) {
    if (2 * place.q === a.q + b.q && 2 * place.s === a.s + b.s) return label;
  }
  throw new Error(`no ring between ${from} and ${to}`);
}

/** The clicks of a move: marble, ring, ring to remove; or jumper, landing, landing.
 * @param {string} move */
export function clicksOf(move) {
  if (move.startsWith("x ")) return [move.slice(2, 4), ...[...move.slice(4).matchAll(PART)].map((part) => part[2])];
  if (move.length < 3) return [move];
  const [core, removed] = move.split(" x ")[0].split(",");
  return removed ? [core[0], core.slice(1), removed] : [core[0], core.slice(1)];
}

/** @param {string | undefined} text @returns {text is "W" | "G" | "B"} */
export const isColour = (text) => text === "W" || text === "G" || text === "B";

/** The rings a capture touches, the first one first.
 * @param {Capture} last */
export const ringsOf = (last) => [last.start, ...last.jumps.map((jump) => jump.to)];

/** @param {Pick<View, "columns">} view @returns {Map<string, Sign>} */
export function signsOf(view) {
  /** @type {Map<string, Sign>} */
  const signs = new Map();
  view.columns.forEach((column, q) => {
    [...column].forEach((sign, n) => {
      signs.set(`${LETTERS[q]}${n + 1}`, /** @type {Sign} */ (sign));
    });
  });
  return signs;
}

/** @typedef {{signs: Map<string, Sign>, gone: string[], mover: string | null}} Look */

/** What stands where, with the steps picked so far already made.
 * @param {View} view @param {Places} places @param {string[]} path @returns {Look} */
export function lookOf(view, places, path) {
  const signs = signsOf(view);
  if (!path.length || (isColour(path[0]) && path.length < 2)) return {signs, gone: [], mover: null};
  if (isColour(path[0])) {
    signs.set(path[1], path[0]);
    return {signs, gone: [], mover: path[1]};
  }
  const jumper = signs.get(path[0]) ?? "o";
  const gone = path.slice(1).map((to, n) => between(places, path[n], to));
  for (const ring of [...gone, ...path]) signs.set(ring, "o");
  const mover = /** @type {string} */ (path.at(-1));
  signs.set(mover, jumper);
  return {signs, gone, mover};
}

/** The rings whose marble a capture would take from here on.
 * @param {string[]} moves @param {Places} places @param {number} made how many steps are picked */
export function threatenedRings(moves, places, made) {
  const rings = new Set();
  for (const path of moves.filter((move) => move.startsWith("x ")).map(clicksOf)) {
    for (let n = Math.max(1, made); n < path.length; n += 1) rings.add(between(places, path[n - 1], path[n]));
  }
  return rings;
}

/** Where the board ends when its middle is the mean of its places: one gap outward from a ring.
 * @param {Places} places @param {string} label */
export function outward(places, label) {
  const all = [...places.values()];
  const {x, y} = placeOf(places, label);
  const dx = x - all.reduce((sum, place) => sum + place.x, 0) / all.length;
  const dy = y - all.reduce((sum, place) => sum + place.y, 0) / all.length;
  const far = Math.hypot(dx, dy) || 1;
  return {x: (dx / far) * GAP, y: (dy / far) * GAP};
}

/** The two ends of a step, in units of the drawing.
 * @param {Places} places @param {string} from @param {string} to */
export function stepFrom(places, from, to) {
  const [a, b] = [placeOf(places, from), placeOf(places, to)];
  return {x: a.x - b.x, y: a.y - b.y};
}

/** A move without what isolation took, which the mover does not spell.
 * @param {Placement | Capture | Other} last */
export const spelledBy = (last) => (last.kind === "capture" ? last.text : last.text.split(" x ")[0]);
