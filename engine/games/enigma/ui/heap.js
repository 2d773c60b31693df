// @ts-check
/* Four blocks on a table of squares: how they are turned, where they lie, and what is seen from above. */

/** @import {Block, BlockName, BlocksAnswer, Cube, Place} from "./types.js" */

/** @type {BlockName[]} */
export const NAMES = ["R", "B", "Y", "G"];
export const TALLEST = 6;
/** @type {Record<BlockName, Cube[]>} */
const BLOCKS = {
  R: [
    [0, 0, 0],
    [1, 0, 0],
    [0, 1, 0],
  ],
  B: [
    [0, 0, 0],
    [1, 0, 0],
    [2, 0, 0],
    [0, 1, 0],
  ],
  Y: [
    [0, 0, 0],
    [1, 0, 0],
    [2, 0, 0],
    [1, 1, 0],
  ],
  G: [
    [0, 0, 0],
    [1, 0, 0],
    [1, 1, 0],
    [2, 1, 0],
  ],
};
/** @type {Record<string, (cube: Cube) => Cube>} */
const TURNS = {turn: ([x, y, z]) => [-y, x, z], tip: ([x, y, z]) => [x, -z, y], roll: ([x, y, z]) => [z, y, -x]};

/** @param {Cube[]} cubes @returns {Cube} */
function least(cubes) {
  const [x, y, z] = [0, 1, 2].map((axis) => Math.min(...cubes.map((cube) => cube[axis])));
  return [x, y, z];
}

/** @param {Cube} cube @param {Cube} by @returns {Cube} */
const moved = ([x, y, z], [dx, dy, dz]) => [x + dx, y + dy, z + dz];

/** The cubes pushed into the corner.
 * @param {Cube[]} cubes */
function cornered(cubes) {
  const [x, y, z] = least(cubes);
  return cubes.map((cube) => moved(cube, [-x, -y, -z]));
}

/** @param {number} n @param {number} most */
const clamp = (n, most) => Math.max(0, Math.min(most, n));

export class Heap {
  /** @param {string[]} rows what is to be seen from above, "." for the bare table @param {BlocksAnswer | null} said */
  constructor(rows, said) {
    this.rows = rows;
    this.cols = rows[0].length;
    /** @type {Record<string, Block>} */
    this.blocks = {};
    for (const name of NAMES) {
      const cubes = said?.[name];
      const whole = cubes?.length === BLOCKS[name].length;
      this.blocks[name] = whole ? {cubes: cornered(cubes), at: least(cubes)} : {cubes: BLOCKS[name], at: null};
    }
  }

  clear() {
    for (const name of NAMES) this.blocks[name] = {cubes: BLOCKS[name], at: null};
  }

  /** The cubes of a block as they lie; none while it waits on the shelf.
   * @param {string} name @param {Cube | null} [at] @returns {Cube[]} */
  lying(name, at = this.blocks[name].at) {
    return at ? this.blocks[name].cubes.map((cube) => moved(cube, at)) : [];
  }

  /** Where the other blocks lie.
   * @param {string} name */
  #taken(name) {
    const others = NAMES.filter((other) => other !== name);
    return new Set(others.flatMap((other) => this.lying(other)).map(String));
  }

  /** Whether a block lies inside others.
   * @param {string} name */
  overlaps(name, at = this.blocks[name].at) {
    const others = this.#taken(name);
    return this.lying(name, at).some((cube) => others.has(String(cube)));
  }

  /** How long a block is along each axis.
   * @param {string} name */
  size(name) {
    const [x, y, z] = [0, 1, 2].map((axis) => Math.max(...this.blocks[name].cubes.map((cube) => cube[axis])) + 1);
    return {x, y, z};
  }

  /** @param {string} name */
  fits(name) {
    const {x, y} = this.size(name);
    return x <= this.cols && y <= this.rows.length;
  }

  /** Lets a block fall from above onto what lies there, inside the table.
   * @param {string} name @param {number} x @param {number} y */
  drop(name, x, y) {
    const size = this.size(name);
    const [left, up] = [clamp(x, this.cols - size.x), clamp(y, this.rows.length - size.y)];
    let z = TALLEST;
    while (z > 0 && !this.overlaps(name, [left, up, z - 1])) z -= 1;
    this.blocks[name].at = [left, up, z];
  }

  /** @param {string} name @param {string} how */
  turn(name, how) {
    const block = this.blocks[name];
    block.cubes = cornered(block.cubes.map(TURNS[how]));
    if (!block.at) return;
    if (this.fits(name)) this.drop(name, block.at[0], block.at[1]);
    else block.at = null;
  }

  /** @param {string} name @param {number} by */
  lift(name, by) {
    const {at} = this.blocks[name];
    if (at) at[2] = clamp(at[2] + by, TALLEST);
  }

  /** What is seen of a square from above.
   * @param {number} x @param {number} y @returns {{name: BlockName, z: number} | null} */
  top(x, y) {
    const over = NAMES.flatMap((name) => this.lying(name).map((cube) => ({name, cube})));
    const here = over.filter(({cube}) => cube[0] === x && cube[1] === y);
    const heights = here.map(({name, cube}) => ({name, z: cube[2]}));
    return heights.reduce((best, seen) => (best && best.z >= seen.z ? best : seen), /** @type {any} */ (null));
  }

  /** Every square of the table. @returns {Place[]} */
  get squares() {
    return this.rows.flatMap((row, y) => [...row].map((_, x) => /** @type {Place} */ ([x, y])));
  }

  /** How many coloured squares are seen as they should be, and how many there are. */
  get match() {
    const wanted = this.squares.filter(([x, y]) => this.rows[y][x] !== ".");
    return {n: wanted.filter(([x, y]) => this.top(x, y)?.name === this.rows[y][x]).length, of: wanted.length};
  }

  /** @returns {BlocksAnswer} */
  get answer() {
    const sorted = (/** @type {Cube[]} */ cubes) => cubes.sort((a, b) => a[0] - b[0] || a[1] - b[1] || a[2] - b[2]);
    return Object.fromEntries(NAMES.map((name) => [name, sorted(this.lying(name))]));
  }
}
