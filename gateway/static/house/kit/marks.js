// @ts-check
/* Gradients, patterns, marbles and seat chips: one set for all boards of a page. */

import {svg} from "./elements.js";

/** @typedef {"white" | "grey" | "black" | "red" | "blue" | "yellow" | "green" | "violet"} Tone */

/** Light, body, deep, and the ink of the letter. @type {Record<Tone, [string, string, string, string]>} */
const TONES = {
  white: ["#ffffff", "#f2eee4", "#c9c0ae", "#3a332b"],
  grey: ["#d6dadd", "#90969c", "#565c63", "#14161a"],
  black: ["#70707e", "#2b2a31", "#0b0a0e", "#f6f2ea"],
  red: ["#ff9d9d", "#c8323f", "#7a1120", "#ffffff"],
  blue: ["#9cc3ff", "#2d63c8", "#132f72", "#ffffff"],
  yellow: ["#fff3b8", "#eab420", "#a06c00", "#3a2600"],
  green: ["#a9ecc4", "#2b8552", "#0e4427", "#ffffff"],
  violet: ["#dcbcff", "#7d4bb0", "#42206b", "#ffffff"],
};

/** Makes sure that gradients and patterns exist; they live once per page, their ids are global. */
export function marks() {
  if (document.getElementById("kit-marks")) return;
  const defs = svg("defs");
  for (const [tone, colours] of Object.entries(TONES)) defs.append(glass(tone, colours));
  defs.append(shade(), shine(), rim(), wood(), felt(), hatch(), ...[0, 1, 2, 3].map(seatPattern));
  document.body.append(
    svg("svg", {class: "kit-defs", id: "kit-marks", "aria-hidden": "true", width: 0, height: 0}, defs),
  );
}

/** @param {string} offset @param {string} colour @param {number} [opacity] */
function stop(offset, colour, opacity = 1) {
  return svg("stop", {offset, style: {"stop-color": colour, "stop-opacity": opacity}});
}

/** @param {string} tone @param {string[]} colours */
function glass(tone, [light, body, deep]) {
  return svg(
    "radialGradient",
    {id: `kit-glass-${tone}`, cx: "50%", cy: "50%", r: "55%", fx: "36%", fy: "28%"},
    stop("0%", light),
    stop("38%", body),
    stop("86%", deep),
    stop("100%", body),
  );
}

function shade() {
  return svg(
    "radialGradient",
    {id: "kit-shade"},
    stop("0%", "var(--shade)", 0.5),
    stop("60%", "var(--shade)", 0.26),
    stop("100%", "var(--shade)", 0),
  );
}

function shine() {
  return svg(
    "radialGradient",
    {id: "kit-shine", cx: "50%", cy: "40%", r: "60%"},
    stop("0%", "#ffffff", 0.95),
    stop("55%", "#ffffff", 0.35),
    stop("100%", "#ffffff", 0),
  );
}

function rim() {
  return svg(
    "radialGradient",
    {id: "kit-rim", cx: "50%", cy: "96%", r: "62%"},
    stop("0%", "#ffffff", 0.55),
    stop("45%", "#ffffff", 0.14),
    stop("100%", "#ffffff", 0),
  );
}

function wood() {
  return svg(
    "linearGradient",
    {id: "kit-wood", x1: 0, y1: 0, x2: 0, y2: 1},
    stop("0%", "color-mix(in srgb, var(--wood), white 14%)"),
    stop("45%", "var(--wood)"),
    stop("100%", "var(--wood-deep)"),
  );
}

function felt() {
  return svg(
    "radialGradient",
    {id: "kit-felt", cx: "50%", cy: "42%", r: "75%"},
    stop("0%", "var(--felt)"),
    stop("100%", "var(--felt-deep)"),
  );
}

function hatch() {
  return svg(
    "pattern",
    {id: "kit-hatch", width: 8, height: 8, patternUnits: "userSpaceOnUse", patternTransform: "rotate(45)"},
    svg("line", {x1: 0, y1: 0, x2: 0, y2: 8, style: {stroke: "var(--stroke)", "stroke-width": 2, opacity: 0.35}}),
  );
}

const OVER = {style: {fill: "var(--on-seat)", stroke: "var(--on-seat)", opacity: 0.5}};

/** @param {number} seat */
function seatPattern(seat) {
  const made = svg(
    "pattern",
    {id: `kit-seat-${seat}`, width: 10, height: 10, patternUnits: "userSpaceOnUse"},
    svg("rect", {width: 10, height: 10, style: {fill: `var(--seat-${seat})`}}),
  );
  if (seat === 1) made.append(svg("path", {d: "M-2 2L2 -2M-2 12L12 -2M8 12L12 8", "stroke-width": 2, ...OVER}));
  if (seat === 2) made.append(svg("circle", {cx: 5, cy: 5, r: 1.7, "stroke-width": 0, ...OVER}));
  if (seat === 3) made.append(svg("path", {d: "M0 0H5V5H0ZM5 5H10V10H5Z", "stroke-width": 0, ...OVER}));
  return made;
}

/** The letter is what a colour-blind eye reads: always give one.
 * @param {Tone} tone @param {{x?: number, y?: number, r?: number, letter?: string}} [place] */
export function marble(tone, {x = 0, y = 0, r = 20, letter = ""} = {}) {
  marks();
  const [, , deep, ink] = TONES[tone];
  return svg(
    "g",
    {class: `kit-marble ${tone}`},
    svg("ellipse", {cx: x + r * 0.1, cy: y + r * 0.3, rx: r * 1.18, ry: r * 1.05, fill: "url(#kit-shade)"}),
    svg("circle", {cx: x, cy: y, r, fill: `url(#kit-glass-${tone})`, stroke: deep, "stroke-width": r * 0.045}),
    svg("circle", {cx: x, cy: y, r: r * 0.94, fill: "url(#kit-rim)"}),
    svg("ellipse", {
      cx: x - r * 0.3,
      cy: y - r * 0.46,
      rx: r * 0.42,
      ry: r * 0.27,
      fill: "url(#kit-shine)",
      transform: `rotate(-32 ${x - r * 0.3} ${y - r * 0.46})`,
    }),
    letter &&
      svg("text", {
        x,
        y: y + r * 0.14,
        "text-anchor": "middle",
        "dominant-baseline": "central",
        "font-size": r * 0.82,
        "font-weight": 650,
        fill: ink,
        "aria-hidden": "true",
        text: letter,
      }),
  );
}

/** A disc in the seat's colour and pattern: plain, stripes, dots, checks.
 * @param {number} seat @param {{x?: number, y?: number, r?: number}} [place] */
export function seatChip(seat, {x = 0, y = 0, r = 8} = {}) {
  marks();
  return svg(
    "g",
    {class: "kit-seat"},
    svg("circle", {
      cx: x,
      cy: y,
      r,
      fill: `url(#kit-seat-${seat})`,
      style: {stroke: "var(--stroke)", "stroke-width": 1.5},
    }),
  );
}
