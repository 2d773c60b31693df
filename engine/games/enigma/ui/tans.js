// @ts-check
/* The seven tans in exact numbers: [a, b] stands for a + b * sqrt(2); y points up. */

/** @import {Exact, ExactPoint, LyingTan, Place} from "./types.js" */

export const ROOT = Math.SQRT2;
/** @type {Record<string, Place[]>} */
export const TANS = {
  a: [
    [0, 0],
    [2, 0],
    [0, 2],
  ],
  b: [
    [0, 0],
    [2, 0],
    [0, 2],
  ],
  m: [
    [0, 0],
    [4, 0],
    [2, 2],
  ],
  c: [
    [0, 0],
    [4, 0],
    [0, 4],
  ],
  d: [
    [0, 0],
    [4, 0],
    [0, 4],
  ],
  s: [
    [0, 0],
    [2, 0],
    [2, 2],
    [0, 2],
  ],
  p: [
    [0, 0],
    [2, 0],
    [4, 2],
    [2, 2],
  ],
};

/** @param {Exact} number */
export const value = ([a, b]) => a + b * ROOT;
/** @param {ExactPoint} p @param {ExactPoint} q @returns {ExactPoint} */
export const plus = (p, q) => [
  [p[0][0] + q[0][0], p[0][1] + q[0][1]],
  [p[1][0] + q[1][0], p[1][1] + q[1][1]],
];
/** @param {ExactPoint} p @param {ExactPoint} q @returns {ExactPoint} */
export const minus = (p, q) => [
  [p[0][0] - q[0][0], p[0][1] - q[0][1]],
  [p[1][0] - q[1][0], p[1][1] - q[1][1]],
];
/** @param {ExactPoint} p @returns {Place} */
export const place = (p) => [value(p[0]), value(p[1])];
/** @param {number} n */
const clean = (n) => (Object.is(n, -0) ? 0 : n);

/** (x - y, x + y) / sqrt(2): the corners of tans are even, so the halves are whole.
 * @param {ExactPoint} point @returns {ExactPoint} */
function turnBy45([x, y]) {
  const over = (/** @type {Exact} */ [a, b]) => /** @type {Exact} */ ([clean(b), clean(a / 2)]);
  return [over([x[0] - y[0], x[1] - y[1]]), over([x[0] + y[0], x[1] + y[1]])];
}

/** The corners from the first one, exact.
 * @param {string} tan @param {number} rot @param {boolean | number} flip @returns {ExactPoint[]} */
export function corners(tan, rot, flip) {
  return TANS[tan].map(([x, y]) => {
    /** @type {ExactPoint} */
    let point = [
      [flip ? clean(-x) : x, 0],
      [y, 0],
    ];
    for (let n = 0; n < rot; n += 1) point = turnBy45(point);
    return point;
  });
}

/** @param {LyingTan} tan */
export const lying = ({tan, rot, flip, at}) => corners(tan, rot, flip).map((corner) => plus(corner, at));

/** @param {ExactPoint[]} points @returns {Place} */
export function centre(points) {
  const sum = points.map(place).reduce(([x, y], [px, py]) => [x + px, y + py], [0, 0]);
  return [sum[0] / points.length, sum[1] / points.length];
}

/** The exact place near a free one: a corner onto a corner, else a corner onto a side, else whole numbers.
 * @param {ExactPoint[]} shape @param {Place} free @param {ExactPoint[][]} rings @param {{near?: number}} [options]
 * @returns {ExactPoint} */
export function snap(shape, free, rings, {near = 0.75} = {}) {
  /** @type {ExactPoint | null} */
  let best = null;
  let least = near;
  for (const corner of shape) {
    const [cx, cy] = place(corner);
    const [x, y] = [free[0] + cx, free[1] + cy];
    for (const ring of rings) {
      for (const target of ring) {
        const [tx, ty] = place(target);
        const far = Math.hypot(tx - x, ty - y);
        if (far < least - 1e-9) [best, least] = [minus(target, corner), far];
      }
    }
  }
  return (
    best ??
    alongSide(shape, free, rings) ?? [
      [Math.round(free[0]), 0],
      [Math.round(free[1]), 0],
    ]
  );
}

/** @param {ExactPoint[]} shape @param {Place} free @param {ExactPoint[][]} rings */
function alongSide(shape, free, rings) {
  /** @type {ExactPoint | null} */
  let best = null;
  let least = 0.6;
  for (const corner of shape) {
    const [cx, cy] = place(corner);
    const at = /** @type {Place} */ ([free[0] + cx, free[1] + cy]);
    for (const ring of rings) {
      for (const [n, start] of ring.entries()) {
        const point = onSide(at, start, ring[(n + 1) % ring.length]);
        if (!point) continue;
        const [px, py] = place(point);
        const far = Math.hypot(px - at[0], py - at[1]);
        if (far < least) [best, least] = [minus(point, corner), far];
      }
    }
  }
  return best;
}

/** The exact point of a side nearest to a place; null: the place lies beside neither end.
 * @param {Place} at @param {ExactPoint} start @param {ExactPoint} end */
function onSide([x, y], start, end) {
  const [sx, sy] = place(start);
  const [ex, ey] = place(end);
  const [ux, uy] = [Math.sign(Math.round((ex - sx) * 1e6)), Math.sign(Math.round((ey - sy) * 1e6))];
  const step = Math.hypot(ux, uy);
  const along = ((x - sx) * ux + (y - sy) * uy) / step;
  if (along < -0.01 || along > Math.hypot(ex - sx, ey - sy) + 0.01) return null;
  const k = Math.round(along / step);
  return plus(start, [
    [k * ux, 0],
    [k * uy, 0],
  ]);
}

/** @param {Place[]} points @param {number} x @param {number} y */
export function inside(points, x, y) {
  let within = false;
  points.forEach(([x1, y1], n) => {
    const [x2, y2] = points[(n + 1) % points.length];
    if (y1 > y !== y2 > y && x < ((x2 - x1) * (y - y1)) / (y2 - y1) + x1) within = !within;
  });
  return within;
}
