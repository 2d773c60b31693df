/* Potion tiles, flasks and tokens, drawn. */

import {marble, number, svg} from "/static/house/kit.js";

export const TONE = {R: "red", B: "blue", K: "black", Y: "yellow"};
export const WIDE = 100, HIGH = 118;
const ROWS = {4: [2, 2], 5: [3, 2], 6: [3, 3], 7: [2, 3, 2]};
const HOLE = 12.6;

/* One sign per kind, in a 24 by 24 field. */
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

export function sign(kind, {x = 0, y = 0, size = 24} = {}) {
  return svg("g", {class: `sign sign-${kind}`, transform: `translate(${x} ${y}) scale(${size / 24})`, "aria-hidden": "true"},
    SIGN[kind].map((d) => svg("path", {d})));
}

export function signIcon(kind, size = 22) {
  return svg("svg", {viewBox: "0 0 24 24", style: {"inline-size": `${size}px`}, class: "sign-icon", "aria-hidden": "true"}, sign(kind));
}

export function ball(colour, size = 26) {
  return svg("svg", {viewBox: "-22 -22 44 44", style: {"inline-size": `${size}px`}, class: "ball", "aria-hidden": "true"},
    marble(TONE[colour], {r: 19, letter: colour}));
}

/* The holes of a tile in colour order, filled ones of a colour first: {hole, marble} with marble null when open. */
export function holesOf(holes, tile) {
  if (!tile) return [...holes].map((hole) => ({hole, marble: null}));
  const pairs = tile.filled.match(/../g) ?? [];
  return [..."RBKY"].flatMap((colour) => [
    ...pairs.filter((pair) => pair[0] === colour).map((pair) => ({hole: colour, marble: pair[1]})),
    ...[...tile.open].filter((one) => one === colour).map(() => ({hole: colour, marble: null})),
  ]);
}

function spread(count) {
  const rows = ROWS[count], tall = rows.length === 3, gap = tall ? 25.5 : 30, top = 73 - (rows.length - 1) * gap / 2;
  return rows.flatMap((many, row) => Array.from({length: many}, (_, n) => ({
    x: WIDE / 2 + (n - (many - 1) / 2) * (tall ? 28 : 29), y: top + row * gap, r: tall ? 11 : HOLE,
  })));
}

/* A tile: its sign and letter, points, holes. `spot(hole, n)` gives the data-spot and label of the n-th open hole of a colour. */
export function tilePicture(design, recipe, {tile = null, spot = null, lit = new Set(), kit = {}} = {}) {
  const [, holes, points] = recipe, kind = design[0], many = {};
  const made = svg("g", {class: `tile kind-${kind}`},
    svg("path", {class: "tile-back", d: `M14 4H${WIDE - 14}Q${WIDE - 3} 4 ${WIDE - 3} 15V${HIGH - 22}Q${WIDE - 3} ${HIGH - 3} ${WIDE - 22} ${HIGH - 3}H22Q3 ${HIGH - 3} 3 ${HIGH - 22}V15Q3 4 14 4Z`}),
    svg("path", {class: "tile-band", d: `M14 4H${WIDE - 14}Q${WIDE - 3} 4 ${WIDE - 3} 15V32H3V15Q3 4 14 4Z`}),
    sign(kind, {x: 8, y: 7, size: 22}),
    svg("text", {class: "tile-name", x: 34, y: 24, text: design, "aria-hidden": "true"}),
    svg("circle", {class: "tile-coin", cx: WIDE - 18, cy: 18, r: 11.5}),
    svg("text", {class: "tile-points", x: WIDE - 18, y: 22.5, "text-anchor": "middle", text: number(points), "aria-hidden": "true"}));
  const at = spread(holes.length);
  holesOf(holes, tile).forEach(({hole, marble: ball_}, n) => {
    const {x, y, r} = at[n];
    if (ball_) {
      made.append(svg("g", {class: "hole filled"}, marble(TONE[ball_], {x, y, r, letter: ball_}),
        ball_ !== hole && svg("circle", {class: `wild ring-${hole}`, cx: x, cy: y, r: r + 1.5})));
      return;
    }
    const nth = many[hole] = (many[hole] ?? -1) + 1;
    const told = spot?.(hole, nth) ?? null;
    made.append(svg("g", {class: `hole open hole-${hole}${told && lit.has(told.spot) ? " lit" : ""}`, data: told ? {spot: told.spot} : {}, "aria-label": told?.label},
      svg("circle", {class: "hole-ring", cx: x, cy: y, r: r - 1}),
      svg("text", {class: "hole-letter", x, y: y + 4.2, "text-anchor": "middle", text: hole, "aria-hidden": "true"}),
      svg("circle", {class: "focus-mark", cx: x, cy: y, r: r + 2.5})));
  });
  return made;
}

export function tileDrawing(design, recipe, options = {}) {
  return svg("svg", {viewBox: `0 0 ${WIDE} ${HIGH}`, class: "tile-svg", role: options.label ? (options.spot ? "group" : "img") : null, "aria-label": options.label, "aria-hidden": options.label ? null : "true"},
    design ? tilePicture(design, recipe, options) : emptyBurner());
}

function emptyBurner() {
  return svg("g", {class: "burner-empty"},
    svg("rect", {x: 6, y: 8, width: WIDE - 12, height: HIGH - 14, rx: 16}),
    svg("path", {d: "M50 36C54 48 68 54 68 70A18 18 0 0 1 32 70C32 60 40 58 42 48C46 52 48 46 50 36ZM50 60C46 66 43 69 43 74A7 7 0 0 0 57 74C57 69 53 67 50 60Z"}));
}

/* Completed potions of one kind: bottles, the drunk ones empty. */
export function bottles(kind, count, drunk, label) {
  const shown = Math.min(count, 8), width = 4 + shown * 18;
  const made = svg("svg", {viewBox: `0 0 ${width} 30`, style: {"inline-size": `${width}px`}, class: `bottles kind-${kind}`, role: "img", "aria-label": label});
  for (let n = 0; n < shown; n += 1) {
    const empty = n >= count - drunk;
    made.append(svg("g", {class: empty ? "bottle drunk" : "bottle", transform: `translate(${2 + n * 18} 0)`},
      svg("path", {d: "M6 4H12V11L16 21Q18 28 12.500 28H5.500Q0 28 2 21L6 11Z"}), !empty && svg("path", {class: "liquid", d: "M3.800 18.500H14.200L15.200 21.500Q16.500 26.700 12.300 26.700H5.700Q1.500 26.700 2.800 21.500Z"}),
      svg("path", {class: "cork", d: "M5.500 2H12.500V5H5.500Z"})));
  }
  return made;
}

export const star = () => svg("svg", {viewBox: "0 0 24 24", style: {"inline-size": "19px"}, class: "star", "aria-hidden": "true"},
  svg("path", {d: "M12 2L15 9L22 9.500L16.500 14.500L18.500 22L12 17.800L5.500 22L7.500 14.500L2 9.500L9 9Z"}));
