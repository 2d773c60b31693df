// @ts-check
/* Cubes of the block desk, seen aslant, and where its parts lie. */

import {svg} from "/static/house/kit.js";

/** @import {Point} from "/static/house/kit.js" */
/** @import {Cube, Place} from "./types.js" */

export const [ACROSS, DOWN, UP] = [33, 17, 34];
/** @type {Record<string, string>} */
export const TONES = {R: "red", B: "blue", Y: "yellow", G: "green"};
/** Where the views from above, the shelf and the end of the table lie; on a phone below each other, for fingers. */
export const WIDE = {
  box: "0 0 560 452",
  wanted: {x: 372, y: 26, size: 30},
  mine: {x: 372, y: 226, size: 30},
  shelf: 354,
  edge: 352,
};
export const SLIM = {
  box: "0 24 360 624",
  wanted: {x: 214, y: 352, size: 28},
  mine: {x: 6, y: 352, size: 40},
  shelf: 554,
  edge: 330,
};
export const CORNER = {x: 0, y: 0};
export const CENTRED = {"text-anchor": "middle", "dominant-baseline": "central"};
/** A place in space as it is seen aslant.
 * @param {Cube} place @param {Point} from @returns {Place} */
const onto = ([x, y, z], from) => [from.x + (x - y) * ACROSS, from.y + (x + y) * DOWN - z * UP];

/** @param {string} kind @param {Cube[]} points @param {Point} from */
const face = (kind, points, from) =>
  svg("polygon", {class: kind, points: points.map((point) => onto(point, from).join(",")).join(" ")});

/** Those behind and below first. @param {Cube} a @param {Cube} b */
export const byDepth = (a, b) => a[0] + a[1] + a[2] - b[0] - b[1] - b[2];

/** The middle of a block as it is seen aslant. @param {Cube[]} cubes */
export function middleOf(cubes) {
  const ends = cubes.flatMap(([x, y, z]) => [
    onto([x, y, z + 1], CORNER),
    onto([x + 1, y + 1, z], CORNER),
    onto([x + 1, y, z], CORNER),
    onto([x, y + 1, z], CORNER),
  ]);
  const axes = [0, 1].map((axis) => ends.map((end) => end[axis]));
  return axes.map((values) => (Math.min(...values) + Math.max(...values)) / 2);
}

/** A square of the table.
 * @param {Place} square @param {Point} from */
export function drawFloor([x, y], from) {
  /** @type {Cube[]} */
  const points = [
    [x, y, 0],
    [x + 1, y, 0],
    [x + 1, y + 1, 0],
    [x, y + 1, 0],
  ];
  return face("floor", points, from);
}

/** @param {string} name @param {Cube} cube @param {Point} from @param {{letter: string, picked: boolean}} look */
export function drawCube(name, [x, y, z], from, {letter, picked}) {
  /** @type {(dx: number, dy: number, dz: number) => Cube} */
  const at = (dx, dy, dz) => [x + dx, y + dy, z + dz];
  const [tx, ty] = onto([x + 0.5, y + 0.5, z + 1], from);
  return svg(
    "g",
    {class: `cube ${TONES[name]} ${picked ? "picked" : ""}`, data: {block: name}},
    face("side-left", [at(0, 1, 0), at(1, 1, 0), at(1, 1, 1), at(0, 1, 1)], from),
    face("side-right", [at(1, 0, 0), at(1, 1, 0), at(1, 1, 1), at(1, 0, 1)], from),
    face("side-top", [at(0, 0, 1), at(1, 0, 1), at(1, 1, 1), at(0, 1, 1)], from),
    svg("text", {...CENTRED, x: tx, y: ty, "font-size": 13, text: letter}),
  );
}
