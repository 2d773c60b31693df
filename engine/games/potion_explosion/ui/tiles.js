// @ts-check
/* Potion tiles, flasks and tokens, drawn. */

import {marble, number, svg} from "/static/house/kit.js";

/** @import {Recipe, Slot, TileOptions} from "./types.js" */
/** @import {Tone} from "/static/house/kit.js" */

/** @type {Record<string, Tone>} */
export const TONE = {R: "red", B: "blue", K: "black", Y: "yellow"};
export const [WIDE, HIGH] = [100, 118];
/** How the holes of a tile lie, by their number. @type {Record<number, number[]>} */
const ROWS = {4: [2, 2], 5: [3, 2], 6: [3, 3], 7: [2, 3, 2]};
const HOLE = 12.6;
const [RIGHT, LOW] = [WIDE - 3, HIGH - 3];
const BACK = [
  `M14 4H${WIDE - 14}Q${RIGHT} 4 ${RIGHT} 15V${HIGH - 22}`,
  `Q${RIGHT} ${LOW} ${WIDE - 22} ${LOW}H22Q3 ${LOW} 3 ${HIGH - 22}V15Q3 4 14 4Z`,
].join("");
const BAND = `M14 4H${WIDE - 14}Q${RIGHT} 4 ${RIGHT} 15V32H3V15Q3 4 14 4Z`;
const FLAME = [
  "M50 36C54 48 68 54 68 70A18 18 0 0 1 32 70C32 60 40 58 42 48C46 52 48 46 50 36Z",
  "M50 60C46 66 43 69 43 74A7 7 0 0 0 57 74C57 69 53 67 50 60Z",
].join("");

/** One sign per kind, in a 24 by 24 field. @type {Record<string, string[]>} */
const SIGN = {
  W: ["M12 6C9 4 5 4 3 5V19C5 18 9 18 12 20C15 18 19 18 21 19V5C19 4 15 4 12 6ZM12 6V20"],
  L: ["M12 20C4 14 3 10 4 7C5.5 3.5 10 4 12 8C14 4 18.500 3.500 20 7C21 10 20 14 12 20Z"],
  M: ["M5 4V12A7 7 0 0 0 19 12V4H15V12A3 3 0 0 1 9 12V4ZM5 8H9M15 8H19"],
  J: ["M3 18A9 9 0 0 1 21 18M6.500 18A5.500 5.500 0 0 1 17.500 18M10 18A2 2 0 0 1 14 18"],
  A: ["M4 5H20M12 8V20M7 15L12 20L17 15"],
  S: ["M6 3H18M6 21H18M7 3C7 9 12 10 12 12C12 14 7 15 7 21M17 3C17 9 12 10 12 12C12 14 17 15 17 21"],
  U: ["M12 3C8 9 6 12 6 15A6 6 0 0 0 18 15C18 12 16 9 12 3Z", "M9 15A3 3 0 0 0 12 18"],
  F: ["M3 4H21L14 12V20L10 18V12Z"],
};

/** @param {string} kind @param {{x?: number, y?: number, size?: number}} [place] */
export function sign(kind, {x = 0, y = 0, size = 24} = {}) {
  return svg(
    "g",
    {class: `sign sign-${kind}`, transform: `translate(${x} ${y}) scale(${size / 24})`, "aria-hidden": "true"},
    SIGN[kind].map((d) => svg("path", {d})),
  );
}

/** @param {string} kind @param {number} [size] */
export function signIcon(kind, size = 22) {
  return svg(
    "svg",
    {viewBox: "0 0 24 24", style: {"inline-size": `${size}px`}, class: "sign-icon", "aria-hidden": "true"},
    sign(kind),
  );
}

/** @param {string} colour @param {number} [size] */
export function ball(colour, size = 26) {
  return svg(
    "svg",
    {viewBox: "-22 -22 44 44", style: {"inline-size": `${size}px`}, class: "ball", "aria-hidden": "true"},
    marble(TONE[colour], {r: 19, letter: colour}),
  );
}

/** The holes of a tile in colour order, filled ones of a colour first. filled: the marble in it; nth: which of the
 * open ones of its colour it is.
 * @param {string} holes @param {Slot | null} tile @returns {{hole: string, filled: string | null, nth: number}[]} */
export function holesOf(holes, tile) {
  const open = tile ? tile.open : holes;
  const pairs = tile?.filled.match(/../g) ?? [];
  return [..."RBKY"].flatMap((hole) => [
    ...pairs.filter((pair) => pair[0] === hole).map((pair) => ({hole, filled: pair[1], nth: -1})),
    ...[...open].filter((colour) => colour === hole).map((_, nth) => ({hole, filled: null, nth})),
  ]);
}

/** @param {number} count @returns {{x: number, y: number, r: number}[]} */
function spread(count) {
  const rows = ROWS[count] ?? [];
  const tall = rows.length === 3;
  const [gap, wide, r] = tall ? [25.5, 28, 11] : [30, 29, HOLE];
  const top = 73 - ((rows.length - 1) * gap) / 2;
  return rows.flatMap((many, row) =>
    Array.from({length: many}, (_, n) => ({x: WIDE / 2 + (n - (many - 1) / 2) * wide, y: top + row * gap, r})),
  );
}

/** A tile: its sign and letter, points, holes.
 * @param {string} design @param {Recipe} recipe @param {TileOptions} [options] */
function tilePicture(design, [, holes, points], {tile = null, spot = null, lit = new Set()} = {}) {
  const kind = design[0];
  const places = spread(holes.length);
  const quiet = {"text-anchor": "middle", "aria-hidden": "true"};
  return svg(
    "g",
    {class: `tile kind-${kind}`},
    svg("path", {class: "tile-back", d: BACK}),
    svg("path", {class: "tile-band", d: BAND}),
    sign(kind, {x: 8, y: 7, size: 22}),
    svg("text", {class: "tile-name", x: 34, y: 24, text: design, "aria-hidden": "true"}),
    svg("circle", {class: "tile-coin", cx: WIDE - 18, cy: 18, r: 11.5}),
    svg("text", {class: "tile-points", x: WIDE - 18, y: 22.5, text: number(points), ...quiet}),
    holesOf(holes, tile).map(({hole, filled, nth}, n) => {
      if (filled) return filledHole(hole, filled, places[n]);
      const named = spot?.(hole, nth) ?? null;
      return openHole(hole, places[n], {named, lit: Boolean(named && lit.has(named.spot))});
    }),
  );
}

/** @typedef {{x: number, y: number, r: number}} Place */

/** @param {string} hole @param {string} colour @param {Place} place */
function filledHole(hole, colour, {x, y, r}) {
  const wild = colour !== hole && svg("circle", {class: `wild ring-${hole}`, cx: x, cy: y, r: r + 1.5});
  return svg("g", {class: "hole filled"}, marble(TONE[colour], {x, y, r, letter: colour}), wild);
}

/** @param {string} hole @param {Place} place
 * @param {{named: {spot: string, label: string} | null, lit: boolean}} how */
function openHole(hole, {x, y, r}, {named, lit}) {
  const spoken = named ? {data: {spot: named.spot}, "aria-label": named.label} : {};
  const letter = {x, y: y + 4.2, "text-anchor": "middle", text: hole, "aria-hidden": "true"};
  return svg(
    "g",
    {class: `hole open hole-${hole}${lit ? " lit" : ""}`, ...spoken},
    svg("circle", {class: "hole-ring", cx: x, cy: y, r: r - 1}),
    svg("text", {class: "hole-letter", ...letter}),
    svg("circle", {class: "focus-mark", cx: x, cy: y, r: r + 2.5}),
  );
}

/** @param {string} design "": none lies there @param {Recipe} recipe @param {TileOptions} [options] */
export function tileDrawing(design, recipe, options = {}) {
  const {label, spot} = options;
  const spoken = label ? {role: spot ? "group" : "img", "aria-label": label} : {"aria-hidden": "true"};
  return svg(
    "svg",
    {viewBox: `0 0 ${WIDE} ${HIGH}`, class: "tile-svg", ...spoken},
    design ? tilePicture(design, recipe, options) : emptyBurner(),
  );
}

function emptyBurner() {
  return svg(
    "g",
    {class: "burner-empty"},
    svg("rect", {x: 6, y: 8, width: WIDE - 12, height: HIGH - 14, rx: 16}),
    svg("path", {d: FLAME}),
  );
}

/** Completed potions of one kind: bottles, the drunk ones empty.
 * @param {string} kind @param {number} count @param {number} drunk @param {string} label */
export function bottles(kind, count, drunk, label) {
  const shown = Math.min(count, 8);
  const width = 4 + shown * 18;
  return svg(
    "svg",
    {
      viewBox: `0 0 ${width} 30`,
      style: {"inline-size": `${width}px`},
      class: `bottles kind-${kind}`,
      role: "img",
      "aria-label": label,
    },
    Array.from({length: shown}, (_, n) => bottle(2 + n * 18, n >= count - drunk)),
  );
}

const LIQUID = "M3.800 18.500H14.200L15.200 21.500Q16.500 26.700 12.300 26.700H5.700Q1.500 26.700 2.800 21.500Z";

/** @param {number} x @param {boolean} empty */
function bottle(x, empty) {
  return svg(
    "g",
    {class: empty ? "bottle drunk" : "bottle", transform: `translate(${x} 0)`},
    svg("path", {d: "M6 4H12V11L16 21Q18 28 12.500 28H5.500Q0 28 2 21L6 11Z"}),
    !empty && svg("path", {class: "liquid", d: LIQUID}),
    svg("path", {class: "cork", d: "M5.500 2H12.500V5H5.500Z"}),
  );
}

export const star = () =>
  svg(
    "svg",
    {viewBox: "0 0 24 24", style: {"inline-size": "19px"}, class: "star", "aria-hidden": "true"},
    svg("path", {d: "M12 2L15 9L22 9.500L16.500 14.500L18.500 22L12 17.800L5.500 22L7.500 14.500L2 9.500L9 9Z"}),
  );
