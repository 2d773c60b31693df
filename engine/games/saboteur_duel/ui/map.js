/* The map: which cells there are, what lies in them, how far it stretches. */

import {svg} from "/static/house/kit.js";
import {HIGH, WIDE, goalBack, tunnelCard} from "./art.js";
import {lying} from "./shapes.js";

const GAP = 3;
export const CELL = {x: WIDE + GAP, y: HIGH + GAP};
export const key = (x, y) => `${x},${y}`;
export const unkey = (cell) => cell.split(",").map(Number);

/* cell -> {x, y, card, turn, goal, face, looked, claims, keys, bribed, reach} */
export function cellsOf(view) {
  const cells = new Map(), colour = (seat) => view.colours[seat];
  const place = (x, y, more) => cells.set(key(x, y), {x, y, goal: null, claims: new Map(), owners: new Map(), keys: [], bribed: null, briber: null, reach: [], ...more});
  for (const [card, x, y] of view.starts) place(x, y, {card, turn: 0});
  for (const [card, x, y, turn] of view.table) place(x, y, {card, turn});
  view.goals.forEach((goal, index) => {
    const up = goal.turn !== null;
    place(goal.x, goal.y, {card: up ? goal.face : null, turn: goal.turn ?? 0, goal: index, face: goal.face, up, looked: goal.looked});
  });
  for (const [x, y, group, seat] of view.claims) {
    cells.get(key(x, y))?.claims.set(group, colour(seat));
    cells.get(key(x, y))?.owners.set(group, seat);
  }
  for (const [x, y, seat] of view.bribes) Object.assign(cells.get(key(x, y)) ?? {}, {bribed: colour(seat), briber: seat});
  for (const [x, y, arm] of view.keys) cells.get(key(x, y))?.keys.push(arm);
  view.reach.forEach((nodes, seat) => {
    for (const [x, y, group] of nodes) {
      const cell = cells.get(key(x, y));
      if (!cell) continue;
      let mine = cell.reach.find((one) => one.seat === seat);
      if (!mine) cell.reach.push(mine = {seat, colour: colour(seat), groups: new Set()});
      mine.groups.add(group);
    }
  });
  return cells;
}

/* the part of the table that is drawn: all cards, all lit cells, and a margin */
export function extent(cells, lit) {
  const spots = [...cells.keys(), ...lit].map(unkey);
  const xs = spots.map(([x]) => x), ys = spots.map(([, y]) => y);
  const left = Math.min(...xs), right = Math.max(...xs), top = Math.min(...ys), bottom = Math.max(...ys);
  const pad = 8;
  return {x: left * CELL.x - pad, y: top * CELL.y - pad, width: (right - left + 1) * CELL.x - GAP + 2 * pad, height: (bottom - top + 1) * CELL.y - GAP + 2 * pad};
}

export function cellArt(cell, view, overlays) {
  if (cell.goal !== null && !cell.up) {
    return goalBack(cell.goal + 1, {seen: cell.face, lookers: cell.looked.map((seat) => view.colours[seat])});
  }
  const reach = cell.reach.filter((one) => overlays.has(one.seat));
  return tunnelCard(cell.card, cell.turn, {keys: cell.keys, bribed: cell.bribed, claims: cell.claims, reach});
}

export function box(x, y, className, inset = 0) {
  return svg("rect", {class: className, x: x * CELL.x + inset, y: y * CELL.y + inset, width: WIDE - 2 * inset, height: HIGH - 2 * inset, rx: 5});
}

/* -- spoken names -- */
export function spokenCell(cell, {tell, words, eye}) {
  const {x, y} = cell, said = [];
  const goal = cell.goal === null ? null : `g${cell.goal + 1}`;
  if (goal && !cell.up) {
    said.push(cell.face ? tell("cell_goal_known", {x, y, goal, face: cell.face}) : tell("cell_goal_down", {x, y, goal}));
    for (const seat of cell.looked) if (seat !== eye) said.push(tell("looked_by", {seat}));
    return said;
  }
  const shape = lying(cell.card, cell.turn);
  const arms = shape.groups.map((group) => [...group].map((arm) => words[arm]).join(" ")).join(" / ");
  said.push(goal ? tell("cell_goal_up", {x, y, goal, face: cell.card, arms: "@" }).replace(/.?@.?/, arms) : tell("cell_card", {x, y, card: cell.card, arms: "@"}).replace(/.?@.?/, arms));
  for (const [arm, colour] of shape.doors) said.push(tell("door_here", {arm, colour}) + (cell.keys.includes(arm) ? ` (${tell("key_here")})` : ""));
  if (shape.troll) said.push(cell.briber === null ? tell("troll_here", {arm: shape.troll}) : tell("bribed_by", {seat: cell.briber}));
  for (const group of shape.gold.keys()) said.push(cell.owners.has(group) ? tell("claimed_by", {seat: cell.owners.get(group)}) : tell("free_gold"));
  for (const {seat} of cell.reach) said.push(tell("reached_by", {seat}));
  return said;
}
