// @ts-check
/* The grid of a GLUX view: cells, stacks, rooms, and the ways that the view lists. Draws nothing. */

/** @import {Cell, DrawnRoom, Grid, Lead, Place, Token, View, Way} from "./types.js" */

export const CELL = 48;

/** @param {View} view @returns {Grid} */
export function gridOf(view) {
  const [width, height] = [view.rows[0].length, view.rows.length];
  const stacks = view.position.split("/").map((row) => row.split(","));
  /** @type {Map<string, Cell>} */
  const cells = new Map();
  view.rows.forEach((row, y) =>
    [...row].forEach((kind, x) => {
      if (kind === "#") return;
      const name = nameOf(x, y);
      cells.set(name, {
        name,
        x,
        y,
        room: kind === "." ? null : kind,
        stack: stackOf(stacks[y][x]),
        start: view.starts.indexOf(name),
      });
    }),
  );
  return {width, height, cells, starts: view.starts};
}

/** @param {number} x @param {number} y */
export function nameOf(x, y) {
  return `${String.fromCharCode(65 + x)}${y + 1}`;
}

/** @param {string} text @returns {Token[]} */
function stackOf(text) {
  return text === "-" ? [] : text.split(".").map((token) => ({seat: Number(token[0]), face: Number(token[1])}));
}

/** Destination -> the ways to it, with the cells counted.
 * @param {Grid} grid @param {[string, number, string][]} listed @returns {Map<string, Way[]>} */
export function waysOf(grid, listed) {
  /** @type {Map<string, Way[]>} */
  const ways = new Map();
  for (const [from, face, to] of listed) {
    const way = {from, face, steps: stepsOf(grid, from, to)};
    ways.set(to, [...(ways.get(to) ?? []), way]);
  }
  return ways;
}

/** The cells of a straight line, without the first.
 * @param {Grid} grid @param {string} from @param {string} to */
function stepsOf(grid, from, to) {
  const [a, b] = [grid.cells.get(from), grid.cells.get(to)];
  if (!a || !b) return [];
  const far = Math.max(Math.abs(b.x - a.x), Math.abs(b.y - a.y));
  const [dx, dy] = [Math.sign(b.x - a.x), Math.sign(b.y - a.y)];
  return Array.from({length: far}, (_, n) => nameOf(a.x + (n + 1) * dx, a.y + (n + 1) * dy));
}

/** @param {Place} cell */
export function middleOf(cell) {
  return {x: (cell.x + 0.5) * CELL, y: (cell.y + 0.5) * CELL};
}

/** Every room: its cells, its outline as path data, the cell that carries its tag and the run that carries its bar.
 * @param {Grid} grid @returns {DrawnRoom[]} */
export function roomsOf(grid) {
  /** @type {Map<string, Cell[]>} */
  const rooms = new Map();
  for (const cell of grid.cells.values()) {
    if (cell.room !== null) rooms.set(cell.room, [...(rooms.get(cell.room) ?? []), cell]);
  }
  return [...rooms].map(([id, cells]) => ({
    id,
    cells,
    outline: outline(grid, id, cells),
    tag: cells[0],
    run: longestRun(cells),
  }));
}

/** @param {Grid} grid @param {string} id @param {Cell[]} cells */
function outline(grid, id, cells) {
  const inside = (/** @type {number} */ x, /** @type {number} */ y) => grid.cells.get(nameOf(x, y))?.room === id;
  let path = "";
  for (const {x, y} of cells) {
    const [left, top, right, bottom] = [x, y, x + 1, y + 1].map((at) => at * CELL);
    if (!inside(x, y - 1)) path += `M${left} ${top}H${right}`;
    if (!inside(x, y + 1)) path += `M${left} ${bottom}H${right}`;
    if (!inside(x - 1, y)) path += `M${left} ${top}V${bottom}`;
    if (!inside(x + 1, y)) path += `M${right} ${top}V${bottom}`;
  }
  return path;
}

/** @param {Cell[]} cells */
function longestRun(cells) {
  let best = {x: 0, y: 0, length: 0};
  for (const {x, y} of cells) {
    let length = 1;
    while (cells.some((cell) => cell.y === y && cell.x === x + length)) length += 1;
    if (length >= best.length) best = {x, y, length};
  }
  return best;
}

/** Who leads a room; nobody in it: null.
 * @param {number[]} pips @returns {Lead | null} */
export function leadOf(pips) {
  const most = Math.max(...pips);
  if (!most) return null;
  const seats = pips.flatMap((count, seat) => (count === most ? [seat] : []));
  const rest = Math.max(0, ...pips.filter((count) => count < most));
  return {seats, by: seats.length > 1 ? 0 : most - rest, pips: most, alone: seats.length === 1 && rest === 0};
}
