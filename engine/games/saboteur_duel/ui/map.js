// @ts-check
/* The map: which cells there are, what lies in them, how far it stretches, how a cell is spoken. */

import {svg} from "/static/house/kit.js";
import {goalBack, HIGH, tunnelCard, WIDE} from "./art.js";
import {lying} from "./cards.js";

/** @import {Cell, Lying, Tell, View} from "./types.js" */

const GAP = 3;
const PAD = 8;
const ARMS = /\u2066?@\u2069?/; // where the arms of a card are put in, which are words already
export const CELL = {x: WIDE + GAP, y: HIGH + GAP};

/** @param {number} x @param {number} y */
export const key = (x, y) => `${x},${y}`;

/** @param {string} cell */
export const unkey = (cell) => cell.split(",").map(Number);

/** @param {number} x @param {number} y @returns {Cell} */
function emptyCell(x, y) {
  const tokens = {claims: new Map(), owners: new Map(), keys: [], bribed: null, briber: null, reach: []};
  return {x, y, card: null, turn: 0, goal: null, face: null, up: false, looked: [], ...tokens};
}

/** Every cell in which something lies, by its name.
 * @param {View} view @returns {Map<string, Cell>} */
export function cellsOf(view) {
  /** @type {Map<string, Cell>} */
  const cells = new Map();
  const place = (/** @type {number} */ x, /** @type {number} */ y, /** @type {Partial<Cell>} */ what) =>
    cells.set(key(x, y), {...emptyCell(x, y), ...what});
  for (const [card, x, y] of view.starts) place(x, y, {card});
  for (const [card, x, y, turn] of view.table) place(x, y, {card, turn});
  for (const [goal, {x, y, face, turn, looked}] of view.goals.entries()) {
    const up = turn !== null;
    place(x, y, {card: up ? face : null, turn: turn ?? 0, goal, face, up, looked});
  }
  placeTokens(cells, view);
  return cells;
}

/** @param {Map<string, Cell>} cells @param {View} view */
function placeTokens(cells, view) {
  const colour = (/** @type {number} */ seat) => view.colours[seat];
  for (const [x, y, group, seat] of view.claims) {
    cells.get(key(x, y))?.claims.set(group, colour(seat));
    cells.get(key(x, y))?.owners.set(group, seat);
  }
  for (const [x, y, seat] of view.bribes) {
    Object.assign(cells.get(key(x, y)) ?? {}, {bribed: colour(seat), briber: seat});
  }
  for (const [x, y, arm] of view.keys) cells.get(key(x, y))?.keys.push(arm);
  for (const [seat, nodes] of view.reach.entries()) {
    for (const [x, y, group] of nodes) addReach(cells.get(key(x, y)), {seat, colour: colour(seat), group});
  }
}

/** @param {Cell | undefined} cell @param {{seat: number, colour: string, group: number}} node */
function addReach(cell, {seat, colour, group}) {
  const known = cell?.reach.find((reach) => reach.seat === seat);
  if (known) known.groups.add(group);
  else cell?.reach.push({seat, colour, groups: new Set([group])});
}

/** The cells in which something else lies now; null: none.
 * @param {View} before @param {View} after */
export function changedCells(before, after) {
  const was = contentsOf(before);
  const names = [...contentsOf(after)].filter(([name, contents]) => was.get(name) !== contents).map(([name]) => name);
  return names.length ? new Set(names) : null;
}

/** @param {View} view @returns {Map<string, string>} */
function contentsOf(view) {
  return new Map(
    [...cellsOf(view)].map(([name, {card, turn, claims, bribed, keys, looked}]) => [
      name,
      `${card}/${turn}/${claims.size}/${bribed}/${keys.length}/${looked.length}`,
    ]),
  );
}

/** The part of the table that is drawn: all cards, all lit cells, and a margin.
 * @param {Map<string, Cell>} cells @param {string[]} lit */
export function extent(cells, lit) {
  const spots = [...cells.keys(), ...lit].map(unkey);
  const [xs, ys] = [spots.map(([x]) => x), spots.map(([, y]) => y)];
  const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  return {
    x: left * CELL.x - PAD,
    y: top * CELL.y - PAD,
    width: (right - left + 1) * CELL.x - GAP + 2 * PAD,
    height: (bottom - top + 1) * CELL.y - GAP + 2 * PAD,
  };
}

/** @param {Cell} cell @param {View} view @param {Set<number>} overlays the seats whose reach is shown */
export function cellArt(cell, view, overlays) {
  if (cell.card === null) {
    const lookers = cell.looked.map((seat) => view.colours[seat]);
    return goalBack((cell.goal ?? 0) + 1, {seen: cell.face, lookers});
  }
  const reach = cell.reach.filter(({seat}) => overlays.has(seat));
  return tunnelCard(cell.card, cell.turn, {keys: cell.keys, bribed: cell.bribed, claims: cell.claims, reach});
}

/** @param {number} x @param {number} y @param {string} className @param {number} [inset] */
export function box(x, y, className, inset = 0) {
  const size = {width: WIDE - 2 * inset, height: HIGH - 2 * inset};
  return svg("rect", {class: className, x: x * CELL.x + inset, y: y * CELL.y + inset, ...size, rx: 5});
}

/* -- spoken names -- */

/** @typedef {{tell: Tell, words: Record<string, string>, eye: number | null}} Speaking */

/** @param {Cell} cell @param {Speaking} speaking @returns {string[]} */
export function spokenCell(cell, {tell, words, eye}) {
  const {x, y, card, face} = cell;
  const goal = cell.goal === null ? null : `g${cell.goal + 1}`;
  if (card === null) {
    const known = {x, y, goal: goal ?? ""};
    const name = face ? tell("cell_goal_known", {...known, face}) : tell("cell_goal_down", known);
    return [name, ...cell.looked.filter((seat) => seat !== eye).map((seat) => tell("looked_by", {seat}))];
  }
  const shape = lying(card, cell.turn);
  const arms = shape.groups.map((group) => [...group].map((arm) => words[arm]).join(" ")).join(" / ");
  const name = goal
    ? tell("cell_goal_up", {x, y, goal, face: card, arms: "@"})
    : tell("cell_card", {x, y, card, arms: "@"});
  return [name.replace(ARMS, arms), ...spokenParts(cell, shape, tell)];
}

/** @param {Cell} cell @param {Lying} shape @param {Tell} tell */
function spokenParts(cell, shape, tell) {
  const parts = shape.doors.map(({arm, colour}) => {
    const key = cell.keys.includes(arm) ? ` (${tell("key_here")})` : "";
    return tell("door_here", {arm, colour}) + key;
  });
  if (shape.troll) {
    const {briber} = cell;
    parts.push(briber === null ? tell("troll_here", {arm: shape.troll}) : tell("bribed_by", {seat: briber}));
  }
  for (const group of shape.gold.keys()) {
    const seat = cell.owners.get(group);
    parts.push(seat === undefined ? tell("free_gold") : tell("claimed_by", {seat}));
  }
  return [...parts, ...cell.reach.map(({seat}) => tell("reached_by", {seat}))];
}
