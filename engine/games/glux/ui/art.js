/* How GLUX looks: tokens like chips of dark glass with spots of light, floors, room tags and bars. Knows no rules. */

import {marks, number, svg} from "/static/house/kit.js";
import {CELL, leadOf, middleOf} from "./grid.js";

export const RADIUS = 18;
const SPOTS = {
  1: [[0, 0]],
  2: [[-1, -1], [1, 1]],
  3: [[-1, -1], [0, 0], [1, 1]],
  4: [[-1, -1], [1, -1], [-1, 1], [1, 1]],
  5: [[-1, -1], [1, -1], [0, 0], [-1, 1], [1, 1]],
  6: [[-1, -1], [1, -1], [-1, 0], [1, 0], [-1, 1], [1, 1]],
};

/* One token: a rim in the seat's colour and pattern, a dark face, and its spots. face 0: lying hidden. */
export function tokenArt(seat, face, {x = 0, y = 0, r = RADIUS, shadow = true} = {}) {
  marks();
  const inner = r * 0.72, reach = r * 0.36, spot = r * 0.145;
  return svg("g", {class: `token seat-${seat}`},
    shadow && svg("ellipse", {cx: x + r * 0.06, cy: y + r * 0.22, rx: r * 1.2, ry: r * 1.12, fill: "url(#kit-shade)"}),
    svg("circle", {class: "rim", cx: x, cy: y, r}),
    ...pattern(seat, x, y, (r + inner) / 2, r - inner),
    svg("circle", {class: "edge", cx: x, cy: y, r: r - 0.6}),
    svg("circle", {class: "glass", cx: x, cy: y, r: inner}),
    ...(SPOTS[face] ?? []).flatMap(([dx, dy]) => [
      svg("circle", {class: "halo", cx: x + dx * reach, cy: y + dy * reach, r: spot * 1.45}),
      svg("circle", {class: "spot", cx: x + dx * reach, cy: y + dy * reach, r: spot}),
    ]),
    face === 0 && svg("text", {class: "unknown", x, y, "font-size": r * 0.85, text: "?"}));
}

/* plain, striped, dotted, checked: told by the rim, so that no colour is needed */
function pattern(seat, x, y, r, width) {
  const round = 2 * Math.PI * r;
  const ring = (radius, stroke, dashes, more = {}) => svg("circle",
    {class: "mark", cx: x, cy: y, r: radius, "stroke-width": stroke, "stroke-dasharray": dashes, ...more});
  if (seat === 1) return [ring(r, width, `${round / 20} ${round / 20}`)];
  if (seat === 2) return [ring(r, width * 0.5, `0 ${round / 8}`, {"stroke-linecap": "round"})];
  if (seat === 3) {
    const part = `${round / 12} ${round / 12}`;
    return [ring(r + width / 4, width / 2, part, {pathLength: round}),
      ring(r - width / 4, width / 2, part, {pathLength: round, "stroke-dashoffset": round / 12})];
  }
  return [];
}

export function stackArt(stack, at) {
  if (stack.length === 1) return svg("g", {class: "stack"}, tokenArt(stack[0].seat, stack[0].face, at));
  const [under, top] = stack;
  return svg("g", {class: "stack two"},
    svg("g", {class: "under"}, tokenArt(under.seat, under.face, {x: at.x + 4.5, y: at.y + 3.6, r: RADIUS - 0.5})),
    tokenArt(top.seat, top.face, {x: at.x - 2, y: at.y - 2.2, r: RADIUS - 0.5, shadow: false}));
}

export function floorArt(grid) {
  const floor = svg("g", {class: "floor", "aria-hidden": "true"});
  for (const cell of grid.cells.values()) {
    floor.append(svg("rect", {class: cell.room === null ? "path" : "room-floor", x: cell.x * CELL + 1, y: cell.y * CELL + 1,
      width: CELL - 2, height: CELL - 2, rx: cell.room === null ? 7 : 2}));
  }
  for (let x = 0; x < grid.width; x += 1) {
    floor.append(svg("text", {class: "rule", x: (x + 0.5) * CELL, y: -18, text: String.fromCharCode(65 + x)}));
  }
  for (let y = 0; y < grid.height; y += 1) floor.append(svg("text", {class: "rule", x: -11, y: (y + 0.5) * CELL, text: y + 1}));
  return floor;
}

export function startArt(cell) {
  const {x, y} = middleOf(cell), a = CELL / 2 - 3, b = a - 10;
  const corner = (sx, sy) => `M${x + sx * a} ${y + sy * b}V${y + sy * a}H${x + sx * b}`;
  return svg("g", {class: `start seat-${cell.start}`, "aria-hidden": "true"},
    svg("path", {d: [[-1, -1], [1, -1], [1, 1], [-1, 1]].map(([sx, sy]) => corner(sx, sy)).join("")}));
}

/* A room: its outline, a tag with its name and who leads by how much, and a bar with one part for each seat. */
export function roomArt(room, pips, middle) {
  const lead = leadOf(pips), one = lead?.seats.length === 1 ? lead.seats[0] : null;
  const drawn = svg("g", {class: `room ${one === null ? "" : `seat-${one}`}`, data: {room: room.id}, "aria-hidden": "true"},
    svg("path", {class: "wall", d: room.outline}));
  drawn.append(barArt(room, pips), tagArt(room, lead, one, middle));
  return drawn;
}

export function glowArt(room, pips) {
  const lead = leadOf(pips), one = lead?.seats.length === 1 ? lead.seats[0] : null;
  const glow = svg("g", {class: `glow ${one === null ? "" : `seat-${one}`}`, data: {glow: room.id}, "aria-hidden": "true"});
  for (const {x, y} of room.cells) glow.append(svg("rect", {x: x * CELL, y: y * CELL, width: CELL, height: CELL}));
  return glow;
}

function barArt(room, pips) {
  const {x, y, length} = room.run, left = x * CELL + 4, wide = length * CELL - 8, total = pips.reduce((sum, one) => sum + one, 0);
  const unit = Math.min(5, wide / Math.max(1, total)), top = (y + 1) * CELL - 6;
  const bar = svg("g", {class: "bar"}, svg("rect", {class: "trough", x: left, y: top, width: wide, height: 5, rx: 2.5}));
  let at = left;
  pips.forEach((one, seat) => {
    if (!one) return;
    const part = svg("g", {class: `part seat-${seat}`}, svg("rect", {x: at, y: top, width: one * unit - 0.8, height: 5, rx: 1.5}));
    for (let n = 0; n < one && unit > 2.4; n += 1) part.append(pipArt(seat, at + (n + 0.5) * unit - 0.4, top + 2.5));
    bar.append(part);
    at += one * unit;
  });
  return bar;
}

/* each seat has its own kind of pip in the bars: a point, a stroke, a ring, a square */
function pipArt(seat, x, y) {
  if (seat === 1) return svg("path", {class: "pip stroke", d: `M${x - 0.9} ${y + 1.9}l1.8 -3.8`});
  if (seat === 2) return svg("circle", {class: "pip ring", cx: x, cy: y, r: 1.3});
  if (seat === 3) return svg("rect", {class: "pip", x: x - 1.1, y: y - 1.1, width: 2.2, height: 2.2});
  return svg("circle", {class: "pip", cx: x, cy: y, r: 1.1});
}

function tagArt(room, lead, seat, middle) {
  const {x, y} = room.tag, left = x * CELL + 3, top = y * CELL - 7;
  const told = !lead ? "" : seat === null ? "=" : `+${number(lead.by)}`;
  const width = 17 + (told ? 8 + told.length * 7 + (seat === null ? 0 : 11) : 0);
  const tag = svg("g", {class: `tag ${room.id === middle ? "middle" : ""}`},
    svg("rect", {class: "plate", x: left, y: top, width, height: 14, rx: 7}),
    svg("text", {class: "id", x: left + 8.5, y: top + 7.3, text: /^\d$/.test(room.id) ? number(Number(room.id)) : room.id}));
  if (seat !== null) tag.append(svg("g", {}, tokenArt(seat, -1, {x: left + 22, y: top + 7, r: 5.4, shadow: false})));
  if (told) tag.append(svg("text", {class: "lead", x: left + width - 6, y: top + 7.3, text: told}));
  return tag;
}
