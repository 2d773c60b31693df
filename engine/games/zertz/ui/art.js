// @ts-check
/* Draws the parts of ZERTZ: rings, bows of jumps, heaps of marbles. */

import {marble, svg} from "/static/house/kit.js";
import {GAP} from "./moves.js";

/** @import {Point} from "/static/house/kit.js" */
/** @import {Colour} from "./types.js" */

export const RING = 22;
export const BALL = 19.5;
/** @type {Record<Colour, "white" | "grey" | "black">} */
export const TONE = {W: "white", G: "grey", B: "black"};

/** @param {Point} at */
export function ringShape({x, y}) {
  return svg(
    "g",
    {class: "ring"},
    svg("ellipse", {cx: x + 1, cy: y + 4, rx: RING + 8, ry: RING + 7, fill: "url(#kit-shade)"}),
    svg("circle", {class: "hole", cx: x, cy: y, r: RING}),
    svg("circle", {class: "body", cx: x, cy: y, r: RING}),
    svg("circle", {class: "edge", cx: x, cy: y, r: RING + 4.2}),
    svg("circle", {class: "edge", cx: x, cy: y, r: RING - 4.2}),
    svg("path", {class: "shine", d: `M${x - 19} ${y - 11}A${RING} ${RING} 0 0 1 ${x + 4} ${y - 21.6}`}),
  );
}

/** @param {Colour} sign @param {Point} at */
export const ball = (sign, {x, y}) => marble(TONE[sign], {x, y, r: BALL, letter: sign});

/** @param {Point} at @param {string} kind @param {number} half */
export const cross = ({x, y}, kind, half) =>
  svg("path", {
    class: kind,
    d: `M${x - half} ${y - half}l${2 * half} ${2 * half}m0 ${-2 * half}l${-2 * half} ${2 * half}`,
  });

/** What can be done with a ring that is lit, and where the focus and a finger meet it.
 * @param {Point} at @param {{lit: boolean, vacant: boolean, removable: boolean}} state */
export function ringMarks({x, y}, {lit, vacant, removable}) {
  return [
    lit && svg("circle", {class: "glow", cx: x, cy: y, r: vacant ? 13.5 : RING + 4.5}),
    removable && cross({x, y}, "away", 6),
    svg("circle", {class: "focus-mark", cx: x, cy: y, r: RING + 5}),
    svg("circle", {class: "touch", cx: x, cy: y, r: GAP / 2}),
  ].filter((mark) => mark !== false);
}

/** A jump, drawn as a bow over the marble that is jumped.
 * @param {Point} a @param {Point} b @param {string} kind */
export function bow(a, b, kind) {
  const [dx, dy, aside, k] = [b.x - a.x, b.y - a.y, 0.34, 0.2];
  const from = {x: a.x + dx * k + dy * aside * 0.55, y: a.y + dy * k - dx * aside * 0.55};
  const to = {x: b.x - dx * k * 0.7 + dy * aside * 0.3, y: b.y - dy * k * 0.7 - dx * aside * 0.3};
  const top = {x: (a.x + b.x) / 2 + dy * aside * 1.15, y: (a.y + b.y) / 2 - dx * aside * 1.15};
  const turn = Math.atan2(to.y - top.y, to.x - top.x);
  const tip = (/** @type {number} */ by) => `L${to.x - 9 * Math.cos(turn + by)} ${to.y - 9 * Math.sin(turn + by)}`;
  const line = `M${from.x} ${from.y}Q${top.x} ${top.y} ${to.x} ${to.y}`;
  return svg("path", {class: kind, d: `${line}${tip(0.5)}M${to.x} ${to.y}${tip(-0.5)}`});
}

/** Marbles of one colour in a groove. slots: how many are wanted; mark: where the goal "of each" is reached.
 * @param {Colour} colour @param {number} count
 * @param {{room: number, lines?: number, slots?: number, mark?: number}} size */
export function heap(colour, count, {room, lines = 1, slots = 0, mark = 0}) {
  const gap = 21;
  const most = Math.max(room, Math.ceil(count / lines));
  const [wide, high] = [gap * most + 6, 22 * lines + 2];
  const at = (/** @type {number} */ n) => ({x: 14 + (n % most) * gap, y: 12 + Math.floor(n / most) * gap});
  const drawing = svg(
    "svg",
    {class: "heap", viewBox: `0 0 ${wide} ${high}`, "aria-hidden": "true"},
    svg("rect", {class: "groove", x: 1, y: 1, width: wide - 2, height: high - 2, rx: 11}),
  );
  for (let n = count; n < slots; n += 1) {
    const {x, y} = at(n);
    drawing.append(svg("circle", {class: "slot", cx: x, cy: y, r: 8}));
    drawing.append(svg("text", {class: "sign", x, y: y + 0.5, text: colour}));
  }
  const x = at(mark).x - gap / 2;
  if (mark) drawing.append(svg("line", {class: "goal", x1: x, x2: x, y1: 3, y2: 21}));
  for (let n = 0; n < count; n += 1) drawing.append(marble(TONE[colour], {...at(n), r: 9, letter: colour}));
  return drawing;
}
