// @ts-check
/* How GLUX looks: tokens like chips of dark glass with spots of light, floors, room tags and bars. Knows no rules. */

import {marks, number, svg} from "/static/house/kit.js";
import {CELL, leadOf, middleOf} from "./grid.js";

/** @import {Cell, Drawn, DrawnRoom, Grid, Lead, Place, Token} from "./types.js" */

export const RADIUS = 18;
const [FIRST, MIDDLE, LAST] = [-1, 0, 1];
const CORNERS = [
  [FIRST, FIRST],
  [LAST, FIRST],
  [FIRST, LAST],
  [LAST, LAST],
];
const [ACROSS, CENTRE] = [
  [CORNERS[0], CORNERS[3]],
  [MIDDLE, MIDDLE],
];
const BESIDE = [
  [FIRST, MIDDLE],
  [LAST, MIDDLE],
];
/** Where the spots of a face lie, by its number. @type {number[][][]} */
const SPOTS = [[], [CENTRE], ACROSS, [...ACROSS, CENTRE], CORNERS, [...CORNERS, CENTRE], [...CORNERS, ...BESIDE]];

/** One token: a rim in the seat's colour and pattern, a dark face, and its spots. face 0: lying hidden.
 * @param {number} seat @param {number} face @param {Drawn} [at] */
export function tokenArt(seat, face, {x = 0, y = 0, r = RADIUS, shadow = true} = {}) {
  marks();
  const [inner, reach, spot] = [r * 0.72, r * 0.36, r * 0.145];
  return svg(
    "g",
    {class: `token seat-${seat}`},
    shadow && svg("ellipse", {cx: x + r * 0.06, cy: y + r * 0.22, rx: r * 1.2, ry: r * 1.12, fill: "url(#kit-shade)"}),
    svg("circle", {class: "rim", cx: x, cy: y, r}),
    ...pattern(seat, x, y, (r + inner) / 2, r - inner),
    svg("circle", {class: "edge", cx: x, cy: y, r: r - 0.6}),
    svg("circle", {class: "glass", cx: x, cy: y, r: inner}),
    ...(SPOTS[face] ?? []).flatMap(([dx, dy]) => [
      svg("circle", {class: "halo", cx: x + dx * reach, cy: y + dy * reach, r: spot * 1.45}),
      svg("circle", {class: "spot", cx: x + dx * reach, cy: y + dy * reach, r: spot}),
    ]),
    face === 0 && svg("text", {class: "unknown", x, y, "font-size": r * 0.85, text: "?"}),
  );
}

/** plain, striped, dotted, checked: known by the rim, so that no colour is needed
 * @param {number} seat @param {number} x @param {number} y @param {number} r @param {number} width */
function pattern(seat, x, y, r, width) {
  const round = 2 * Math.PI * r;
  const ring = (/** @type {number} */ radius, /** @type {number} */ wide, /** @type {string} */ dashes, more = {}) =>
    svg("circle", {class: "mark", cx: x, cy: y, r: radius, "stroke-width": wide, "stroke-dasharray": dashes, ...more});
  if (seat === 1) return [ring(r, width, `${round / 20} ${round / 20}`)];
  if (seat === 2) return [ring(r, width * 0.5, `0 ${round / 8}`, {"stroke-linecap": "round"})];
  if (seat === 3) {
    const part = `${round / 12} ${round / 12}`;
    return [
      ring(r + width / 4, width / 2, part, {pathLength: round}),
      ring(r - width / 4, width / 2, part, {pathLength: round, "stroke-dashoffset": round / 12}),
    ];
  }
  return [];
}

/** @param {Token[]} stack @param {Place} at */
export function stackArt(stack, at) {
  if (stack.length === 1) return svg("g", {class: "stack"}, tokenArt(stack[0].seat, stack[0].face, at));
  const [under, top] = stack;
  return svg(
    "g",
    {class: "stack two"},
    svg("g", {class: "under"}, tokenArt(under.seat, under.face, {x: at.x + 4.5, y: at.y + 3.6, r: RADIUS - 0.5})),
    tokenArt(top.seat, top.face, {x: at.x - 2, y: at.y - 2.2, r: RADIUS - 0.5, shadow: false}),
  );
}

/** @param {Grid} grid */
export function floorArt(grid) {
  const floor = svg("g", {class: "floor", "aria-hidden": "true"});
  for (const cell of grid.cells.values()) {
    floor.append(
      svg("rect", {
        class: cell.room === null ? "path" : "room-floor",
        x: cell.x * CELL + 1,
        y: cell.y * CELL + 1,
        width: CELL - 2,
        height: CELL - 2,
        rx: cell.room === null ? 7 : 2,
      }),
    );
  }
  for (let x = 0; x < grid.width; x += 1) {
    floor.append(svg("text", {class: "rule", x: (x + 0.5) * CELL, y: -18, text: String.fromCharCode(65 + x)}));
  }
  for (let y = 0; y < grid.height; y += 1)
    floor.append(svg("text", {class: "rule", x: -11, y: (y + 0.5) * CELL, text: y + 1}));
  return floor;
}

/** @param {Cell} cell */
export function startArt(cell) {
  const {x, y} = middleOf(cell);
  const far = CELL / 2 - 3;
  const near = far - 10;
  const corners = CORNERS.map(([dx, dy]) => `M${x + dx * far} ${y + dy * near}V${y + dy * far}H${x + dx * near}`);
  return svg("g", {class: `start seat-${cell.start}`, "aria-hidden": "true"}, svg("path", {d: corners.join("")}));
}

/** Whoever leads a room alone. @param {Lead | null} lead */
const leaderOf = (lead) => (lead?.seats.length === 1 ? lead.seats[0] : null);

/** @param {number | null} seat */
const seatClass = (seat) => (seat === null ? "" : `seat-${seat}`);

/** A room: its outline, a tag with its name and who leads by how much, and a bar with one part for each seat.
 * @param {DrawnRoom} room @param {number[]} pips @param {string} middle */
export function roomArt(room, pips, middle) {
  const lead = leadOf(pips);
  return svg(
    "g",
    {class: `room ${seatClass(leaderOf(lead))}`, data: {room: room.id}, "aria-hidden": "true"},
    svg("path", {class: "wall", d: room.outline}),
    barArt(room, pips),
    tagArt(room, lead, middle),
  );
}

/** @param {DrawnRoom} room @param {number[]} pips */
export function glowArt(room, pips) {
  const name = `glow ${seatClass(leaderOf(leadOf(pips)))}`;
  const cells = room.cells.map(({x, y}) => svg("rect", {x: x * CELL, y: y * CELL, width: CELL, height: CELL}));
  return svg("g", {class: name, data: {glow: room.id}, "aria-hidden": "true"}, cells);
}

/** @param {DrawnRoom} room @param {number[]} pips */
function barArt(room, pips) {
  const {x, y, length} = room.run;
  const [left, top, wide] = [x * CELL + 4, (y + 1) * CELL - 6, length * CELL - 8];
  const total = pips.reduce((sum, count) => sum + count, 0);
  const unit = Math.min(5, wide / Math.max(1, total));
  const trough = svg("rect", {class: "trough", x: left, y: top, width: wide, height: 5, rx: 2.5});
  const bar = svg("g", {class: "bar"}, trough);
  let at = left;
  pips.forEach((count, seat) => {
    if (count) bar.append(partArt(seat, count, {x: at, y: top, unit}));
    at += count * unit;
  });
  return bar;
}

/** One seat's part of a bar.
 * @param {number} seat @param {number} count @param {{x: number, y: number, unit: number}} at */
function partArt(seat, count, {x, y, unit}) {
  const back = svg("rect", {x, y, width: count * unit - 0.8, height: 5, rx: 1.5});
  const part = svg("g", {class: `part seat-${seat}`}, back);
  for (let n = 0; n < count && unit > 2.4; n += 1) part.append(pipArt(seat, x + (n + 0.5) * unit - 0.4, y + 2.5));
  return part;
}

/** Each seat has its own kind of pip in the bars: a point, a stroke, a ring, a square.
 * @param {number} seat @param {number} x @param {number} y */
function pipArt(seat, x, y) {
  if (seat === 1) return svg("path", {class: "pip stroke", d: `M${x - 0.9} ${y + 1.9}l1.8 -3.8`});
  if (seat === 2) return svg("circle", {class: "pip ring", cx: x, cy: y, r: 1.3});
  if (seat === 3) return svg("rect", {class: "pip", x: x - 1.1, y: y - 1.1, width: 2.2, height: 2.2});
  return svg("circle", {class: "pip", cx: x, cy: y, r: 1.1});
}

/** @param {DrawnRoom} room @param {Lead | null} lead @param {string} middle */
function tagArt(room, lead, middle) {
  const seat = leaderOf(lead);
  const [left, top] = [room.tag.x * CELL + 3, room.tag.y * CELL - 7];
  const ahead = !lead ? "" : seat === null ? "=" : `+${number(lead.by)}`;
  const width = 17 + (ahead ? 8 + ahead.length * 7 + (seat === null ? 0 : 11) : 0);
  const id = /^\d$/.test(room.id) ? number(Number(room.id)) : room.id;
  return svg(
    "g",
    {class: `tag ${room.id === middle ? "middle" : ""}`},
    svg("rect", {class: "plate", x: left, y: top, width, height: 14, rx: 7}),
    svg("text", {class: "id", x: left + 8.5, y: top + 7.3, text: id}),
    seat !== null && svg("g", {}, tokenArt(seat, -1, {x: left + 22, y: top + 7, r: 5.4, shadow: false})),
    ahead && svg("text", {class: "lead", x: left + width - 6, y: top + 7.3, text: ahead}),
  );
}
