// @ts-check
/* Conduit sides: reading their codes and drawing them. */

import {svg} from "/static/house/kit.js";

/** @import {Colour, Part, Place} from "./types.js" */

export const SIZE = 100; // a tile's width in units
/** @type {Place[]} */
export const STEPS = [
  [0, -1],
  [1, 0],
  [0, 1],
  [-1, 0],
];
/** @type {Record<string, string>} */
const TONES = {R: "red", B: "blue", Y: "yellow"};

/** @param {string} code @returns {Part[]} */
export function partsOf(code) {
  return code.split(" ").map((part) => {
    const [edges, cells] = part.split(":");
    return {edges, cells};
  });
}

/** @param {Part[]} parts */
export function cellsOf(parts) {
  return parts.flatMap((part, at) => [...part.cells].map((sign) => ({part: at, colour: /** @type {Colour} */ (sign)})));
}

/* -- where things lie on a tile, at rotation 0, from its middle ---------------------------------------------------- */

/** @type {Record<string, Place>} */
const AT = {N: [0, -1], E: [1, 0], S: [0, 1], W: [-1, 0]};
/** @param {Place} place @param {number} rot @returns {Place} */
const turn = ([x, y], rot) => (rot > 0 ? turn([-y, x], rot - 1) : [x, y]);

/** @param {string} edges */
function isElbow(edges) {
  return edges.length === 2 && edges !== "NS" && edges !== "EW";
}

/** Where the cells of a part lie.
 * @param {Part} part @param {boolean} alone @param {boolean} crossed @returns {Place[]} */
function spotsOf({edges, cells}, alone, crossed) {
  const n = cells.length;
  if (edges.length === 1) return alone ? alongLine(AT[edges], n, 15) : [scaled(AT[edges], 29)];
  if (isElbow(edges)) return n === 1 ? [onCurve(edges, 0.5)] : [onCurve(edges, 0.24), onCurve(edges, 0.76)];
  if (edges.length === 2) return crossed ? [scaled(AT[edges[0]], 27)] : alongLine(AT[edges[0]], n, 19);
  if (n === 1) return [[0, alone ? 0 : -3]];
  return n === 2
    ? [
        [-18, 0],
        [18, 0],
      ]
    : [
        [0, -21],
        [19, 11],
        [-19, 11],
      ];
}

/** @param {Place} way @param {number} by @returns {Place} */
const scaled = ([x, y], by) => [x * by, y * by];

/** One cell in the middle, or two on both sides of it.
 * @param {Place} way @param {number} n @param {number} far @returns {Place[]} */
const alongLine = (way, n, far) => (n === 1 ? [[0, 0]] : [scaled(way, far), scaled(way, -far)]);

/** @param {string} edges @param {number} t @returns {Place} */
function onCurve(edges, t) {
  const [a, b] = [AT[edges[0]], AT[edges[1]]];
  const at = (/** @type {0 | 1} */ k) => 50 * (a[k] * (1 - t) ** 2 + b[k] * t ** 2);
  return [at(0), at(1)];
}

/** @param {Part[]} parts @param {number} rot */
export function cellSpots(parts, rot) {
  const crossed = parts.length === 2 && parts.every((part) => part.edges === "NS" || part.edges === "EW");
  return parts.flatMap((part) => spotsOf(part, parts.length === 1, crossed).map((at) => turn(at, rot)));
}

/** @param {Part} part @param {boolean} alone @param {number} rot */
function channelPath(part, alone, rot) {
  const ends = [...part.edges].map((edge) => turn(scaled(AT[edge], 50), rot));
  if (isElbow(part.edges)) return `M${ends[0]}Q0 0 ${ends[1]}`;
  if (part.edges.length === 1) {
    const [x, y] = ends[0];
    const far = alone ? (part.cells.length > 1 ? -0.3 : 0) : 0.58;
    return `M${x} ${y}L${x * far} ${y * far}`;
  }
  if (part.edges.length === 2) return `M${ends[0]}L${ends[1]}`;
  return ends.map((end) => `M${end}L0 0`).join("") + (part.cells.length === 3 ? "M0 -21L19 11L-19 11Z" : "");
}

/* -- drawing ----------------------------------------------------------------------------------------------------- */

/** A tile around its middle. `letters` are what a cell says beside its colour.
 * @param {string} code @param {number} rot @param {Record<string, string>} letters
 * @param {{start?: boolean}} [options] */
export function drawTile(code, rot, letters, {start = false} = {}) {
  const parts = partsOf(code);
  const alone = parts.length === 1;
  const group = svg(
    "g",
    {class: `tile ${start ? "start" : ""}`},
    svg("rect", {class: "tile-base", x: -48.5, y: -48.5, width: 97, height: 97, rx: 9}),
    svg("rect", {class: "tile-rim", x: -44, y: -44, width: 88, height: 88, rx: 6}),
  );
  const spots = cellSpots(parts, rot);
  let index = 0;
  parts.forEach((part, at) => {
    const path = channelPath(part, alone, rot);
    const drawn = svg(
      "g",
      {class: "part", data: {part: at}},
      svg("path", {class: "channel-edge", d: path}),
      svg("path", {class: "channel", d: path}),
      svg("path", {class: "channel-core", d: path}),
    );
    for (const colour of part.cells) {
      const [x, y] = spots[index];
      drawn.append(drawCell(colour, x, y, letters, index));
      index += 1;
    }
    group.append(drawn);
  });
  return group;
}

/** @param {string} colour @param {number} x @param {number} y */
function shapeOf(colour, x, y) {
  if (colour === "R") return svg("circle", {cx: x, cy: y, r: 11.5});
  if (colour === "B") return svg("rect", {x: x - 10.5, y: y - 10.5, width: 21, height: 21, rx: 5});
  return svg("path", {d: `M${x} ${y - 14}L${x + 14} ${y}L${x} ${y + 14}L${x - 14} ${y}Z`});
}

/** @param {string} colour @param {number} x @param {number} y @param {Record<string, string>} letters
 * @param {number} index */
function drawCell(colour, x, y, letters, index) {
  const shape = shapeOf(colour, x, y);
  shape.setAttribute("class", "cell-shape");
  return svg(
    "g",
    {class: `cell ${TONES[colour]}`, data: {cell: index}},
    shape,
    svg("text", {
      x,
      y: y + 0.5,
      "text-anchor": "middle",
      "dominant-baseline": "central",
      "font-size": 12,
      text: letters[colour] ?? colour,
    }),
  );
}

const MEEPLE =
  "M0 -17a5.2 5.2 0 0 1 3.4 9l8.6 4.4l-1.6 4l-4.4 -0.6l4 9.2h-7.2l-2.8 -5.4l-2.8 5.4h-7.2l4 -9.2l-4.4 0.6l-1.6 -4" +
  "l8.6 -4.4a5.2 5.2 0 0 1 3.4 -9Z";

/** @param {number} seat @param {number} x @param {number} y */
export function drawMeeple(seat, x, y, size = 1) {
  const transform = `translate(${x} ${y}) scale(${size})`;
  return svg("g", {class: "meeple"}, svg("path", {d: MEEPLE, transform, fill: `url(#kit-seat-${seat})`}));
}
