// @ts-check
/* Draws cards: rock with tunnels, doors, trolls, gold, ladders, goals, tools and tokens. In card units, 56 by 80. */

import {svg} from "/static/house/kit.js";
import {ACTIONS, armsOf, lying} from "./cards.js";

/** @import {Arm, Lying, Marks, Reach, Tool} from "./types.js" */
/** @typedef {[number, number]} Point */

export const [WIDE, HIGH] = [56, 80];
const [MIDDLE_X, MIDDLE_Y] = [WIDE / 2, HIGH / 2];
/** @type {Record<Arm, Point>} */
const EDGE = {N: [MIDDLE_X, 0], E: [WIDE, MIDDLE_Y], S: [MIDDLE_X, HIGH], W: [0, MIDDLE_Y]};
/** @type {Record<Arm, Point>} */
const STUB = {N: [MIDDLE_X, 19], E: [WIDE - 12, MIDDLE_Y], S: [MIDDLE_X, HIGH - 19], W: [12, MIDDLE_Y]};
/** @type {Record<Arm, Point>} */
const NEAR = {N: [MIDDLE_X, 9], E: [WIDE - 8, MIDDLE_Y], S: [MIDDLE_X, HIGH - 9], W: [8, MIDDLE_Y]};
const SLAB = {class: "slab", x: 0.75, y: 0.75, width: WIDE - 1.5, height: HIGH - 1.5, rx: 5};

/** @param {number} x @param {number} y @param {(SVGElement | null)[]} parts */
const at = (x, y, ...parts) => svg("g", {transform: `translate(${x} ${y})`}, ...parts);

/** The line of a group through its card.
 * @param {string} group */
export function way(group) {
  const arms = armsOf(group);
  const [a, b] = arms.map((arm) => EDGE[arm]);
  if (arms.length === 1) return `M${a} L${STUB[arms[0]]}`;
  if (arms.length === 2 && (a[0] === b[0] || a[1] === b[1])) return `M${a} L${b}`;
  if (arms.length === 2) return `M${a} Q${MIDDLE_X},${MIDDLE_Y} ${b}`;
  return arms.map((arm) => `M${EDGE[arm]} L${MIDDLE_X},${MIDDLE_Y}`).join(" ");
}

/** Where gold or a counter of a group lies.
 * @param {string} group @param {boolean} [alone] @returns {Point} */
export function heart(group, alone = true) {
  const arms = armsOf(group);
  if (arms.length === 1) return STUB[arms[0]];
  if (arms.length > 2) return [MIDDLE_X, MIDDLE_Y];
  const [a, b] = arms.map((arm) => EDGE[arm]);
  if (a[0] === b[0]) return alone ? [MIDDLE_X, MIDDLE_Y] : [MIDDLE_X, 17];
  if (a[1] === b[1]) return alone ? [MIDDLE_X, MIDDLE_Y] : [13, MIDDLE_Y];
  return [(a[0] + b[0]) / 4 + MIDDLE_X / 2, (a[1] + b[1]) / 4 + MIDDLE_Y / 2];
}

/** @param {string} [className] */
export function rock(className = "") {
  return svg(
    "g",
    {class: `rock ${className}`},
    svg("rect", SLAB),
    svg("path", {
      class: "crack",
      d: "M6 10 l6 4 l-2 7 M47 8 l-5 6 l4 5 M8 66 l7 -3 l1 -6 M50 70 l-7 -4 l-1 -6 M44 60 l5 -2",
    }),
  );
}

/** Two tunnels that cross: the one from north to south runs above.
 * @param {Lying} shape */
function isBridge({groups}) {
  return groups.length === 2 && groups.every((group) => group.length === 2) && groups.includes("NS");
}

/** @param {string} card @param {number} [turn] @param {Marks} [marks] */
export function tunnelCard(card, turn = 0, {keys = [], bribed = null, claims = new Map(), reach = []} = {}) {
  const shape = lying(card, turn);
  const bridge = isBridge(shape);
  const order = shape.groups.map((group, index) => ({group, index}));
  if (bridge) order.sort((a, b) => Number(a.group === "NS") - Number(b.group === "NS"));
  const tunnels = order.flatMap(({group, index}) => {
    const seen = reach.filter(({groups}) => groups.has(index));
    return tunnelArt(group, {over: bridge && group === "NS", seen, many: reach.length > 1});
  });
  const nuggets = [...shape.gold].map(([index, value]) => {
    const owner = claims.get(index);
    const parts = owner ? [gold(value, true), dwarf(owner)] : [gold(value)];
    return at(...heart(shape.groups[index], !bridge), ...parts);
  });
  return svg(
    "g",
    {class: "tunnel-card", "aria-hidden": "true"},
    rock(shape.start ? "start" : card[0] === "Z" ? "goal" : ""),
    tunnels,
    shape.ladder && (shape.start ? hat(shape.ladder) : ladder(shape.ladder, heart(shape.groups[0]))),
    shape.doors.map(({arm, colour}) => door(arm, colour, keys.includes(arm))),
    shape.troll && troll(shape.troll, bribed),
    nuggets,
  );
}

/** @param {string} group @param {{over: boolean, seen: Reach[], many: boolean}} how */
function tunnelArt(group, {over, seen, many}) {
  const d = way(group);
  const parts = [svg("path", {class: `bank ${over ? "over" : ""}`, d}), svg("path", {class: "floor", d})];
  if (group.length === 1) parts.push(rubble(heart(group)));
  for (const {seat, colour} of seen) {
    parts.push(svg("path", {class: `reach ${colour} ${many ? `two-${seat}` : ""}`, d}));
  }
  return parts;
}

/** @param {Point} point */
function rubble([x, y]) {
  return svg("path", {class: "rubble", d: `M${x - 5} ${y + 2} l3 -4 l4 1 l3 -3 l2 4 l-3 3 z`});
}

/** @param {Arm} arm @param {string} colour @param {boolean} key */
function door(arm, colour, key) {
  const flat = arm === "N" || arm === "S";
  const size = flat ? {x: -9, y: -4, width: 18, height: 8} : {x: -4, y: -9, width: 8, height: 18};
  const [x, y] = NEAR[arm];
  return svg(
    "g",
    {class: `door ${colour}`, transform: `translate(${x} ${y})`},
    svg("rect", {class: "leaf", ...size, rx: 1.5}),
    sign(colour, 3.4),
    key ? at(flat ? 11 : 2, flat ? 3 : 13, keyArt(0.62)) : null,
  );
}

/** The mark of a colour for eyes that do not tell them apart: green round, blue a diamond.
 * @param {string} colour @param {number} [size] */
export function sign(colour, size = 4) {
  if (colour === "green") return svg("circle", {class: "sign", r: size});
  const s = size * 1.25;
  return svg("path", {class: "sign", d: `M0 ${-s} L${s} 0 L0 ${s} L${-s} 0 z`});
}

/** @param {Arm} arm @param {string | null} bribed */
function troll(arm, bribed) {
  const [x, y] = NEAR[arm];
  return svg(
    "g",
    {class: `troll ${bribed ? "bribed" : ""}`, transform: `translate(${x} ${y})`},
    svg("path", {class: "horn", d: "M-8 -4 l-3 -6 l6 3 z M8 -4 l3 -6 l-6 3 z"}),
    svg("path", {class: "face", d: "M-9 -4 q9 -7 18 0 q2 9 -4 12 q-5 2 -10 0 q-6 -3 -4 -12 z"}),
    svg("circle", {class: "eye", cx: -3.4, cy: -0.6, r: 1.7}),
    svg("circle", {class: "eye", cx: 3.4, cy: -0.6, r: 1.7}),
    svg("path", {class: "mouth", d: bribed ? "M-4 4 q4 3.6 8 0" : "M-4 5.4 q4 -3.4 8 0"}),
    bribed ? at(0, -9, dwarf(bribed, 0.72)) : null,
  );
}

/** Where the nuggets of so much gold lie. @type {Point[][]} */
const NUGGETS = [
  [],
  [[0, 0]],
  [
    [-4, 1],
    [4, -1],
  ],
  [
    [-5, 2.5],
    [5, 2],
    [0, -4],
  ],
];

/** @param {number} value @param {boolean} [dim] */
export function gold(value, dim = false) {
  const nuggets = (NUGGETS[value] ?? NUGGETS[1]).map(([x, y]) =>
    svg("path", {class: "nugget", d: `M${x - 5} ${y + 1.5} l2.4 -5 l4.4 -1 l3.4 3.4 l-1.4 4.6 l-5.6 1 z`}),
  );
  return svg("g", {class: `gold ${dim ? "dim" : ""}`}, nuggets);
}

/** A counter: a dwarf's head with a cap.
 * @param {string} colour @param {number} [scale] */
export function dwarf(colour, scale = 1) {
  return svg(
    "g",
    {class: `dwarf ${colour}`, transform: `scale(${scale})`},
    svg("circle", {class: "disc", r: 9.5}),
    svg("path", {class: "beard", d: "M-5 1 q5 9 10 0 z"}),
    svg("path", {class: "cap", d: "M-6.4 1 q1.4 -8.4 6.4 -8.6 q5 .2 6.4 8.6 z"}),
    at(0, -2, sign(colour, 2)),
  );
}

/** @param {string} colour */
function hat(colour) {
  return svg(
    "g",
    {class: `hat ${colour}`},
    at(
      MIDDLE_X,
      MIDDLE_Y,
      svg("circle", {class: "plate", r: 15}),
      svg("g", {transform: "translate(0 2)"}, dwarf(colour, 1.25)),
    ),
  );
}

/** @param {string} colour @param {Point} point */
function ladder(colour, [x, y]) {
  const rungs = [-9, -4.5, 0, 4.5, 9].map((line) => svg("line", {x1: -4.5, y1: line, x2: 4.5, y2: line}));
  return svg(
    "g",
    {class: `ladder ${colour}`, transform: `translate(${x} ${y})`},
    svg("rect", {class: "plate", x: -9, y: -14, width: 18, height: 28, rx: 4}),
    svg(
      "g",
      {class: "rails"},
      svg("line", {x1: -4.5, y1: -12, x2: -4.5, y2: 12}),
      svg("line", {x1: 4.5, y1: -12, x2: 4.5, y2: 12}),
      ...rungs,
    ),
    at(0, 0, sign(colour, 3.4)),
  );
}

/** A goal that lies face down. seen: what this eye has looked at.
 * @param {number} number @param {{seen?: string | null, lookers?: string[]}} [known] */
export function goalBack(number, {seen = null, lookers = []} = {}) {
  const face = seen
    ? [svg("g", {class: "peek", transform: "translate(11 16) scale(.6)"}, tunnelCard(seen))]
    : [at(MIDDLE_X, 34, gold(3)), svg("text", {class: "query", x: MIDDLE_X, y: 60, text: "?"})];
  return svg(
    "g",
    {class: "goal-back", "aria-hidden": "true"},
    svg("rect", SLAB),
    svg("rect", {class: "frame", x: 5, y: 5, width: WIDE - 10, height: HIGH - 10, rx: 3}),
    face,
    svg("text", {class: "goal-number", x: 12, y: 13, text: `g${number}`}),
    lookers.map((colour, place) => at(WIDE - 12 - place * 15, 11, eyeArt(colour))),
  );
}

/** @param {string} colour */
function eyeArt(colour) {
  return svg(
    "g",
    {class: `looked ${colour}`},
    svg("path", {class: "lid", d: "M-7 0 q7 -7 14 0 q-7 7 -14 0 z"}),
    sign(colour, 2.2),
  );
}

/** @param {number} [scale] */
export function keyArt(scale = 1) {
  return svg(
    "g",
    {class: "key", transform: `scale(${scale})`},
    svg("circle", {cx: -6, cy: 0, r: 4.4}),
    svg("path", {d: "M-1.6 0 h12 M6 0 v5 M10 0 v4"}),
  );
}

/** @type {Record<Tool, () => SVGGElement>} */
const TOOL = {
  pick: () => svg("g", {class: "tool"}, svg("path", {d: "M-11 -5 q11 -10 22 0"}), svg("path", {d: "M0 -9 L0 13"})),
  lamp: () =>
    svg(
      "g",
      {class: "tool"},
      svg("rect", {x: -6, y: -6, width: 12, height: 15, rx: 2}),
      svg("path", {d: "M-4 -6 q4 -9 8 0 M-8 10 h16"}),
      svg("circle", {class: "flame", r: 3, cy: 2}),
    ),
  cart: () =>
    svg(
      "g",
      {class: "tool"},
      svg("path", {d: "M-11 -6 h22 l-3.4 11 h-15.2 z"}),
      svg("circle", {cx: -5, cy: 9, r: 3.2}),
      svg("circle", {cx: 5, cy: 9, r: 3.2}),
    ),
};

export const TOOLS = /** @type {Tool[]} */ (Object.keys(TOOL));

/** @param {Tool} tool @param {"broken" | "fine"} state */
export function toolArt(tool, state) {
  const cross = svg("path", {class: "cross", d: "M-12 -12 L12 12 M12 -12 L-12 12"});
  return svg("g", {class: `tool-art ${state}`}, TOOL[tool](), state === "broken" && cross);
}

/** @param {string} card */
function actionCard(card) {
  const {kind, tools} = ACTIONS.get(card) ?? {kind: "", tools: []};
  /** @type {Record<string, () => SVGElement[]>} */
  const pictures = {
    sabotage: () => [at(MIDDLE_X, 40, svg("g", {transform: "scale(1.35)"}, toolArt(tools[0], "broken")))],
    repair: () => mendedArt(tools),
  };
  const picture = pictures[kind] ?? (() => [at(MIDDLE_X, 40, PICTURE[card]())]);
  const className = `action-card ${pictures[kind] ? kind : card.toLowerCase()}`;
  return svg("g", {class: className, "aria-hidden": "true"}, svg("rect", SLAB), picture());
}

/** @param {Tool[]} tools */
function mendedArt(tools) {
  const shown = tools.map((tool, place) => {
    return at(MIDDLE_X, tools.length === 1 ? 38 : 24 + place * 30, toolArt(tool, "fine"));
  });
  return [...shown, at(WIDE - 12, HIGH - 12, svg("path", {class: "tick", d: "M-6 0 l4 5 l8 -9"}))];
}

/** @type {Record<string, () => SVGElement>} */
const PICTURE = {
  KEY: () => svg("g", {transform: "rotate(-45)"}, keyArt(1.7)),
  ROCK: () =>
    svg(
      "g",
      {class: "boulders"},
      svg("path", {d: "M-17 16 l5 -13 l11 -3 l7 7 l-2 9 z"}),
      svg("path", {d: "M1 2 l3 -10 l9 -2 l5 8 l-5 7 z"}),
      svg("path", {d: "M-15 -9 l4 -9 l9 -1 l4 7 l-6 7 z"}),
    ),
  MAP: () =>
    svg(
      "g",
      {class: "chart"},
      svg("path", {class: "sheet", d: "M-18 -16 l12 4 l12 -4 l12 4 v30 l-12 -4 l-12 4 l-12 -4 z"}),
      svg("path", {class: "trail", d: "M-12 12 q4 -12 10 -6 q6 6 10 -12"}),
      svg("path", {class: "cross", d: "M5 -10 l7 7 M12 -10 l-7 7"}),
    ),
};

/** @param {string} card @param {number} [turn] */
export function cardArt(card, turn = 0) {
  return ACTIONS.has(card) ? actionCard(card) : tunnelCard(card, turn);
}

export function cardBack() {
  return svg(
    "g",
    {class: "card-back", "aria-hidden": "true"},
    svg("rect", SLAB),
    at(MIDDLE_X, MIDDLE_Y, svg("g", {transform: "scale(1.5)"}, TOOL.pick())),
  );
}
