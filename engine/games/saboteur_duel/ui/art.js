/* Draws cards: rock with tunnels, doors, trolls, gold, ladders, goals, tools and tokens. All in card units, 56 by 80. */

import {svg} from "/static/house/kit.js";
import {lying} from "./shapes.js";

export const WIDE = 56, HIGH = 80;
const MID = {x: WIDE / 2, y: HIGH / 2};
const EDGE = {N: [MID.x, 0], E: [WIDE, MID.y], S: [MID.x, HIGH], W: [0, MID.y]};
const STUB = {N: [MID.x, 19], E: [WIDE - 12, MID.y], S: [MID.x, HIGH - 19], W: [12, MID.y]};
const NEAR = {N: [MID.x, 9], E: [WIDE - 8, MID.y], S: [MID.x, HIGH - 9], W: [8, MID.y]};

const at = (x, y, ...parts) => svg("g", {transform: `translate(${x} ${y})`}, ...parts);

/* the line of a group through its card */
export function way(arms) {
  const [a, b] = [...arms].map((arm) => EDGE[arm]);
  if (arms.length === 1) return `M${a} L${STUB[arms]}`;
  if (arms.length === 2 && (a[0] === b[0] || a[1] === b[1])) return `M${a} L${b}`;
  if (arms.length === 2) return `M${a} Q${MID.x},${MID.y} ${b}`;
  return [...arms].map((arm) => `M${EDGE[arm]} L${MID.x},${MID.y}`).join(" ");
}

/* where gold or a counter of a group lies */
export function heart(arms, alone = true) {
  if (arms.length === 1) return STUB[arms];
  if (arms.length > 2) return [MID.x, MID.y];
  const [a, b] = [...arms].map((arm) => EDGE[arm]);
  if (a[0] === b[0]) return alone ? [MID.x, MID.y] : [MID.x, 17];
  if (a[1] === b[1]) return alone ? [MID.x, MID.y] : [13, MID.y];
  return [(a[0] + b[0]) / 4 + MID.x / 2, (a[1] + b[1]) / 4 + MID.y / 2];
}

export function rock(className = "") {
  return svg("g", {class: `rock ${className}`},
    svg("rect", {class: "slab", x: 0.75, y: 0.75, width: WIDE - 1.5, height: HIGH - 1.5, rx: 5}),
    svg("path", {class: "crack", d: "M6 10 l6 4 l-2 7 M47 8 l-5 6 l4 5 M8 66 l7 -3 l1 -6 M50 70 l-7 -4 l-1 -6 M44 60 l5 -2"}));
}

export function tunnelCard(card, turn = 0, {keys = [], bribed = null, claims = new Map(), reach = [], quiet = false} = {}) {
  const shape = lying(card, turn), parts = [rock(shape.start ? "start" : card[0] === "Z" ? "goal" : "")];
  const bridge = shape.groups.length === 2 && shape.groups.every((arms) => arms.length === 2) && shape.groups.includes("NS");
  const order = shape.groups.map((arms, index) => ({arms, index}));
  if (bridge) order.sort((one, other) => (one.arms === "NS" ? 1 : 0) - (other.arms === "NS" ? 1 : 0));
  for (const {arms, index} of order) {
    parts.push(svg("path", {class: `bank ${bridge && arms === "NS" ? "over" : ""}`, d: way(arms)}), svg("path", {class: "floor", d: way(arms)}));
    if (arms.length === 1) parts.push(rubble(STUB[arms]));
    for (const {seat, colour} of reach.filter((one) => one.groups.has(index))) {
      parts.push(svg("path", {class: `reach ${colour} ${reach.length > 1 ? `two-${seat}` : ""}`, d: way(arms)}));
    }
  }
  if (shape.start) parts.push(hat(shape.ladder));
  else if (shape.ladder) parts.push(ladder(shape.ladder, heart(shape.groups[0])));
  for (const [arm, colour] of shape.doors) parts.push(door(arm, colour, keys.includes(arm)));
  if (shape.troll) parts.push(troll(shape.troll, bribed));
  for (const [group, value] of shape.gold) {
    const spot = heart(shape.groups[group], !bridge);
    parts.push(claims.has(group) ? at(...spot, gold(value, true), dwarf(claims.get(group))) : at(...spot, gold(value)));
  }
  return svg("g", {class: `tunnel-card ${quiet ? "quiet" : ""}`, "aria-hidden": "true"}, ...parts);
}

function rubble([x, y]) {
  return svg("path", {class: "rubble", d: `M${x - 5} ${y + 2} l3 -4 l4 1 l3 -3 l2 4 l-3 3 z`});
}

function door(arm, colour, key) {
  const [x, y] = NEAR[arm], flat = arm === "N" || arm === "S";
  const leaf = svg("rect", {class: "leaf", x: flat ? -9 : -4, y: flat ? -4 : -9, width: flat ? 18 : 8, height: flat ? 8 : 18, rx: 1.5});
  return svg("g", {class: `door ${colour}`, transform: `translate(${x} ${y})`}, leaf, sign(colour, 3.4), key ? at(flat ? 11 : 2, flat ? 3 : 13, keyArt(0.62)) : null);
}

/* the mark of a colour for eyes that do not tell them apart: green round, blue a diamond */
export function sign(colour, size = 4) {
  if (colour === "green") return svg("circle", {class: "sign", r: size});
  const s = size * 1.25;
  return svg("path", {class: "sign", d: `M0 ${-s} L${s} 0 L0 ${s} L${-s} 0 z`});
}

function troll(arm, bribed) {
  const [x, y] = NEAR[arm];
  return svg("g", {class: `troll ${bribed ? "bribed" : ""}`, transform: `translate(${x} ${y})`},
    svg("path", {class: "horn", d: "M-8 -4 l-3 -6 l6 3 z M8 -4 l3 -6 l-6 3 z"}),
    svg("path", {class: "face", d: "M-9 -4 q9 -7 18 0 q2 9 -4 12 q-5 2 -10 0 q-6 -3 -4 -12 z"}),
    svg("circle", {class: "eye", cx: -3.4, cy: -0.6, r: 1.7}), svg("circle", {class: "eye", cx: 3.4, cy: -0.6, r: 1.7}),
    svg("path", {class: "mouth", d: bribed ? "M-4 4 q4 3.6 8 0" : "M-4 5.4 q4 -3.4 8 0"}),
    bribed ? at(0, -9, dwarf(bribed, 0.72)) : null);
}

export function gold(value, dim = false) {
  const one = (x, y) => svg("path", {class: "nugget", d: `M${x - 5} ${y + 1.5} l2.4 -5 l4.4 -1 l3.4 3.4 l-1.4 4.6 l-5.6 1 z`});
  const places = {1: [[0, 0]], 2: [[-4, 1], [4, -1]], 3: [[-5, 2.5], [5, 2], [0, -4]]}[value] ?? [[0, 0]];
  return svg("g", {class: `gold ${dim ? "dim" : ""}`}, ...places.map(([x, y]) => one(x, y)));
}

/* a counter: a dwarf's head with a cap */
export function dwarf(colour, scale = 1) {
  return svg("g", {class: `dwarf ${colour}`, transform: `scale(${scale})`},
    svg("circle", {class: "disc", r: 9.5}), svg("path", {class: "beard", d: "M-5 1 q5 9 10 0 z"}), svg("path", {class: "cap", d: "M-6.4 1 q1.4 -8.4 6.4 -8.6 q5 .2 6.4 8.6 z"}), at(0, -2, sign(colour, 2)));
}

function hat(colour) {
  return svg("g", {class: `hat ${colour}`}, at(MID.x, MID.y, svg("circle", {class: "plate", r: 15}), svg("g", {transform: "translate(0 2)"}, dwarf(colour, 1.25))));
}

function ladder(colour, [x, y]) {
  const rungs = [-9, -4.5, 0, 4.5, 9].map((line) => svg("line", {x1: -4.5, y1: line, x2: 4.5, y2: line}));
  return svg("g", {class: `ladder ${colour}`, transform: `translate(${x} ${y})`},
    svg("rect", {class: "plate", x: -9, y: -14, width: 18, height: 28, rx: 4}),
    svg("g", {class: "rails"}, svg("line", {x1: -4.5, y1: -12, x2: -4.5, y2: 12}), svg("line", {x1: 4.5, y1: -12, x2: 4.5, y2: 12}), ...rungs),
    at(0, 0, sign(colour, 3.4)));
}

export function goalBack(number, {seen = null, lookers = []} = {}) {
  const parts = [svg("rect", {class: "slab", x: 0.75, y: 0.75, width: WIDE - 1.5, height: HIGH - 1.5, rx: 5}),
    svg("rect", {class: "frame", x: 5, y: 5, width: WIDE - 10, height: HIGH - 10, rx: 3})];
  if (seen) parts.push(svg("g", {class: "peek", transform: "translate(11 16) scale(.6)"}, tunnelCard(seen, 0)));
  else parts.push(at(MID.x, 34, gold(3)), svg("text", {class: "query", x: MID.x, y: 60, text: "?"}));
  parts.push(svg("text", {class: "goal-number", x: 12, y: 13, text: `g${number}`}));
  lookers.forEach((colour, place) => parts.push(at(WIDE - 12 - place * 15, 11, eyeArt(colour))));
  return svg("g", {class: "goal-back", "aria-hidden": "true"}, ...parts);
}

function eyeArt(colour) {
  return svg("g", {class: `looked ${colour}`}, svg("path", {class: "lid", d: "M-7 0 q7 -7 14 0 q-7 7 -14 0 z"}), sign(colour, 2.2));
}

export function keyArt(scale = 1) {
  return svg("g", {class: "key", transform: `scale(${scale})`}, svg("circle", {cx: -6, cy: 0, r: 4.4}), svg("path", {d: "M-1.6 0 h12 M6 0 v5 M10 0 v4"}));
}

const TOOL = {
  pick: () => svg("g", {class: "tool"}, svg("path", {d: "M-11 -5 q11 -10 22 0"}), svg("path", {d: "M0 -9 L0 13"})),
  lamp: () => svg("g", {class: "tool"}, svg("rect", {x: -6, y: -6, width: 12, height: 15, rx: 2}), svg("path", {d: "M-4 -6 q4 -9 8 0 M-8 10 h16"}), svg("circle", {class: "flame", r: 3, cy: 2})),
  cart: () => svg("g", {class: "tool"}, svg("path", {d: "M-11 -6 h22 l-3.4 11 h-15.2 z"}), svg("circle", {cx: -5, cy: 9, r: 3.2}), svg("circle", {cx: 5, cy: 9, r: 3.2})),
};

export function toolArt(tool, state = "") {
  return svg("g", {class: `tool-art ${state}`}, TOOL[tool](), state === "broken" ? svg("path", {class: "cross", d: "M-12 -12 L12 12 M12 -12 L-12 12"}) : null);
}

const BROKEN = {SP: "pick", SL: "lamp", SC: "cart"};
const MENDED = {RP: ["pick"], RL: ["lamp"], RC: ["cart"], RPL: ["pick", "lamp"], RPC: ["pick", "cart"], RLC: ["lamp", "cart"]};

export function actionCard(card) {
  const kind = BROKEN[card] ? "sabotage" : MENDED[card] ? "repair" : card.toLowerCase();
  const parts = [svg("rect", {class: "slab", x: 0.75, y: 0.75, width: WIDE - 1.5, height: HIGH - 1.5, rx: 5})];
  if (BROKEN[card]) parts.push(at(MID.x, 40, svg("g", {transform: "scale(1.35)"}, toolArt(BROKEN[card], "broken"))));
  else if (MENDED[card]) {
    const tools = MENDED[card];
    tools.forEach((tool, place) => parts.push(at(MID.x, tools.length === 1 ? 38 : 24 + place * 30, toolArt(tool, "fine"))));
    parts.push(at(WIDE - 12, HIGH - 12, svg("path", {class: "tick", d: "M-6 0 l4 5 l8 -9"})));
  } else parts.push(at(MID.x, 40, PICTURE[card]()));
  return svg("g", {class: `action-card ${kind}`, "aria-hidden": "true"}, ...parts);
}

const PICTURE = {
  KEY: () => svg("g", {transform: "rotate(-45)"}, keyArt(1.7)),
  ROCK: () => svg("g", {class: "boulders"}, svg("path", {d: "M-17 16 l5 -13 l11 -3 l7 7 l-2 9 z"}), svg("path", {d: "M1 2 l3 -10 l9 -2 l5 8 l-5 7 z"}), svg("path", {d: "M-15 -9 l4 -9 l9 -1 l4 7 l-6 7 z"})),
  MAP: () => svg("g", {class: "chart"}, svg("path", {class: "sheet", d: "M-18 -16 l12 4 l12 -4 l12 4 v30 l-12 -4 l-12 4 l-12 -4 z"}), svg("path", {class: "trail", d: "M-12 12 q4 -12 10 -6 q6 6 10 -12"}), svg("path", {class: "cross", d: "M5 -10 l7 7 M12 -10 l-7 7"})),
};

export function cardArt(card, turn = 0, more = {}) {
  return BROKEN[card] || MENDED[card] || PICTURE[card] ? actionCard(card) : tunnelCard(card, turn, more);
}

export function cardBack() {
  return svg("g", {class: "card-back", "aria-hidden": "true"}, svg("rect", {class: "slab", x: 0.75, y: 0.75, width: WIDE - 1.5, height: HIGH - 1.5, rx: 5}), at(MID.x, MID.y, svg("g", {transform: "scale(1.5)"}, TOOL.pick())));
}
