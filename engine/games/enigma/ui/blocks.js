// @ts-check
/* The block desk: four blocks turned in space and set layer by layer, seen aslant and from above. */

import {around, drag, el, layer, number, say, stage, svg, Walk} from "/static/house/kit.js";
import {ACROSS, byDepth, CENTRED, CORNER, DOWN, drawCube, drawFloor, middleOf, SLIM, TONES, UP, WIDE} from "./cubes.js";
import {Heap, NAMES} from "./heap.js";

/** @import {Point} from "/static/house/kit.js" */
/** @import {Params} from "/static/house/types.js" */
/** @import {BlockName, BlocksAnswer, BlocksData, Cube, DeskOptions, Place} from "./types.js" */

/** @type {Record<string, Place>} */
const WAYS = {ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1]};

/** @param {HTMLElement} root @param {DeskOptions<BlocksData, BlocksAnswer>} options */
export const desk = (root, options) => new BlocksDesk(root, options);

class BlocksDesk {
  /** @type {(() => void)[]} */
  #stops = [];
  /** @type {BlockName | null} */
  #chosen = null;
  #held = false; // the chosen block is moved by the arrow keys
  #places = WIDE;
  #fit = () => this.fit();

  /** @param {HTMLElement} root @param {DeskOptions<BlocksData, BlocksAnswer>} options */
  constructor(root, {data, said, texts, announce, live}) {
    this.texts = texts;
    this.announce = announce;
    this.live = live;
    this.heap = new Heap(data.view, said);
    this.origin = {x: 176 + ((this.heap.rows.length - this.heap.cols) * ACROSS) / 2, y: 140};
    this.drawing = stage(root, {width: 560, height: 452, label: this.tell("label")});
    this.drawing.classList.add("blocks");
    const [heap, pictures, shelf, hand] = ["heap", "pictures", "shelf", "hand"].map((name) =>
      layer(this.drawing, name),
    );
    this.layers = {heap, pictures, shelf, hand};
    this.bar = this.#makeBar();
    if (live) root.append(this.bar);
    this.#listen();
    this.path = new Walk(root, {
      pick: (spot, _, event) => this.#pick(spot, event),
      key: (event) => this.#key(event),
      back: () => this.#back(),
    });
    this.phone = matchMedia("(max-width: 30rem)");
    this.phone.addEventListener("change", this.#fit);
    this.fit();
  }

  #listen() {
    this.drawing.addEventListener("keydown", (event) => {
      if (!this.#held || !this.#chosen || !(event.key in WAYS)) return;
      event.preventDefault();
      event.stopPropagation();
      this.#shift(this.#chosen, WAYS[event.key]);
    });
    this.layers.heap.addEventListener("click", (event) => {
      const name = around(event, ".cube")?.dataset.block;
      if (name && this.live) this.#choose(/** @type {BlockName} */ (name));
    });
  }

  #makeBar() {
    const keys = {role: "toolbar", "aria-label": this.tell("tools")};
    return el(
      "div",
      {class: "desk-bar", ...keys},
      this.#tool("turn", "⟳", () => this.#turn("turn")),
      this.#tool("tip", "⤵", () => this.#turn("tip")),
      this.#tool("roll", "⤴", () => this.#turn("roll")),
      this.#tool("up", "↑", () => this.#lift(1), true),
      this.#tool("down", "↓", () => this.#lift(-1), true),
      this.#tool("off", "×", () => this.#away(), true),
    );
  }

  /** @param {string} name @param {string} sign @param {() => void} act @param {boolean} [placed] for blocks that lie */
  #tool(name, sign, act, placed = false) {
    const data = {act: name, placed: String(placed)};
    const word = el("span", {class: "tool-word", text: this.tell(name)});
    return el("button", {class: "button", type: "button", onclick: act, data, disabled: true}, `${sign} `, word);
  }

  answer() {
    return this.heap.answer;
  }

  reset() {
    this.heap.clear();
    this.#chosen = null;
    this.#held = false;
    this.#draw();
  }

  destroy() {
    this.path.destroy();
    this.phone.removeEventListener("change", this.#fit);
    for (const stop of this.#stops) stop();
  }

  fit() {
    this.#places = this.phone.matches ? SLIM : WIDE;
    this.drawing.setAttribute("viewBox", this.#places.box);
    this.drawing.classList.toggle("slim", this.phone.matches);
    this.#draw();
  }

  /** @param {string} key @param {Params} [params] */
  tell(key, params = {}) {
    return say(this.texts, `board.blocks.${key}`, params);
  }

  /* -- words -- */

  /** @param {BlockName} name */
  #blockWords(name) {
    const {comma} = this.texts.board;
    const cubes = this.heap.lying(name).map(([x, y, z]) => this.tell("cube", {x: x + 1, y: y + 1, z: z + 1}));
    const block = `block_${name}`;
    if (!cubes.length) return [this.tell("aside", {block}), this.tell("shape", this.heap.size(name))].join(comma);
    const held = this.#held && this.#chosen === name ? comma + this.tell("held") : "";
    return `${this.tell("lies", {block})} ${cubes.join("; ")}${held}`;
  }

  /** @param {number} x @param {number} y */
  #cellWords(x, y) {
    const colour = this.heap.rows[y][x];
    const place = {x: x + 1, y: y + 1, wanted: colour === "." ? "bare" : `block_${colour}`};
    const seen = this.heap.top(x, y);
    return seen
      ? this.tell("cell_seen", {...place, block: `block_${seen.name}`, n: seen.z + 1})
      : this.tell("cell", place);
  }

  #matchWords() {
    const overlap = NAMES.some((name) => this.heap.overlaps(name));
    return `${this.tell("match", this.heap.match)}${overlap ? ` ${this.tell("overlap")}` : ""}`;
  }

  /* -- drawing -- */

  #draw() {
    for (const stop of this.#stops.splice(0)) stop();
    this.#drawHeap();
    this.layers.pictures.replaceChildren(this.#drawWanted(), this.#drawMine());
    this.layers.shelf.replaceChildren(...NAMES.map((name, n) => this.#drawShelf(name, n)));
    const lies = this.#chosen !== null && this.heap.blocks[this.#chosen].at !== null;
    for (const tool of this.bar.querySelectorAll("button")) {
      tool.disabled = !this.#chosen || (tool.dataset.placed === "true" && !lies);
    }
    this.path.refresh();
  }

  #drawHeap() {
    const squares = this.heap.squares.map((square) => drawFloor(square, this.origin));
    const cubes = NAMES.flatMap((name) => this.heap.lying(name).map((cube) => ({name, cube})));
    cubes.sort((a, b) => byDepth(a.cube, b.cube));
    const drawn = cubes.map(({name, cube}) => {
      const group = this.#drawCube(name, cube, this.origin);
      if (this.live) this.#grab(group, name, cube);
      return group;
    });
    this.layers.heap.replaceChildren(...squares, ...drawn);
  }

  /** @param {BlockName} name @param {Cube} cube @param {Point} from */
  #drawCube(name, cube, from) {
    const letter = this.texts.board.letters[name];
    return drawCube(name, cube, from, {letter, picked: this.#chosen === name});
  }

  /** @param {"wanted" | "mine"} name @param {(SVGElement)[]} squares */
  #picture(name, squares) {
    const {x, y} = this.#places[name];
    const title = svg("text", {class: "picture-title", x, y: y - 9, text: this.tell(name)});
    return svg("g", {class: `picture ${name}`}, title, squares);
  }

  #drawWanted() {
    const {x: left, y: up, size} = this.#places.wanted;
    const squares = this.heap.squares.map(([x, y]) => {
      const colour = this.heap.rows[y][x];
      return this.#square(left + x * size, up + y * size, size, colour === "." ? null : colour);
    });
    return this.#picture("wanted", squares);
  }

  #drawMine() {
    return this.#picture(
      "mine",
      this.heap.squares.map(([x, y]) => this.#drawCell(x, y)),
    );
  }

  /** @param {number} x @param {number} y @param {number} size @param {string | null} colour */
  #square(x, y, size, colour) {
    const middle = {x: x + size / 2 - 1, y: y + size / 2 - 0.5, "font-size": size * 0.44};
    return svg(
      "g",
      {class: `pixel ${colour ? TONES[colour] : "bare"}`},
      svg("rect", {x, y, width: size - 2, height: size - 2, rx: 4}),
      colour && svg("text", {...CENTRED, ...middle, text: this.texts.board.letters[colour]}),
    );
  }

  /** A square of the own view from above.
   * @param {number} x @param {number} y */
  #drawCell(x, y) {
    const {x: left, y: up, size} = this.#places.mine;
    const [px, py] = [left + x * size, up + y * size];
    const seen = this.heap.top(x, y);
    const spot = {data: {spot: `cell:${x},${y}`}, "aria-label": this.#cellWords(x, y)};
    const height = {x: px + size - 6, y: py + 7, "font-size": size * 0.28};
    const wrong = seen && seen.name !== this.heap.rows[y][x];
    return svg(
      "g",
      {class: `my-pixel ${this.live && this.#chosen ? "lit" : ""}`, ...spot},
      this.#square(px, py, size, seen?.name ?? null),
      seen && svg("text", {class: "pixel-height", ...CENTRED, ...height, text: number(seen.z + 1)}),
      wrong && svg("path", {class: "pixel-wrong", d: `M${px + 3} ${py + size - 5}l5 -5m0 5l-5 -5`}),
      svg("rect", {class: "focus-mark", x: px - 1, y: py - 1, width: size, height: size, rx: 5}),
    );
  }

  /** @param {BlockName} name @param {number} n */
  #drawShelf(name, n) {
    const [x, y] = [8 + n * 88, this.#places.shelf];
    const {cubes, at} = this.heap.blocks[name];
    const [dx, dy] = middleOf(cubes);
    const chosen = this.#chosen === name;
    const small = svg(
      "g",
      {transform: `translate(${x + 41 - dx * 0.42} ${y + 46 - dy * 0.42}) scale(.42)`},
      [...cubes].sort(byDepth).map((cube) => this.#drawCube(name, cube, CORNER)),
    );
    const marks = `${this.live ? "lit" : ""} ${chosen ? "picked" : ""} ${at ? "placed" : ""}`;
    const spot = {data: {spot: `block:${name}`}, "aria-label": this.#blockWords(name), "aria-pressed": String(chosen)};
    const group = svg(
      "g",
      {class: `shelf-block ${marks}`, ...spot},
      svg("rect", {class: "shelf-slot", x, y, width: 82, height: 92, rx: 10}),
      small,
      at && svg("path", {class: "shelf-tick", d: `M${x + 62} ${y + 14}l5 6l9 -12`}),
      svg("rect", {class: "focus-mark", x: x - 1, y: y - 1, width: 84, height: 94, rx: 11}),
    );
    if (this.live) this.#grab(small, name, null);
    return group;
  }

  /* -- moving blocks -- */

  /** @param {SVGGElement} element @param {BlockName} name @param {Cube | null} cube what is held; null: on the shelf */
  #grab(element, name, cube) {
    const {hand} = this.layers;
    const stop = drag(this.drawing, element, {
      start: () => {
        this.#chosen = name;
        return true;
      },
      move: ({x, y}) => {
        const drawn = this.heap.blocks[name].cubes.map((part) => this.#drawCube(name, part, CORNER));
        hand.replaceChildren(svg("g", {class: "dragged", transform: `translate(${x} ${y}) scale(.7)`}, drawn));
      },
      drop: (at) => {
        hand.replaceChildren();
        this.#drop(name, cube, this.#squareUnder(at, cube?.[2] ?? 0));
      },
      cancel: () => {
        hand.replaceChildren();
        this.#draw();
      },
    });
    this.#stops.push(stop);
  }

  /** @param {BlockName} name @param {Cube | null} cube @param {Place | null} to null: off the table */
  #drop(name, cube, to) {
    const {at} = this.heap.blocks[name];
    const [gx, gy] = cube && at ? [cube[0] - at[0], cube[1] - at[1]] : [0, 0];
    if (to) this.#set(name, to[0] - gx, to[1] - gy);
    else this.#takeOff(name);
  }

  /** The square of the table, or of the own view from above, under the pointer.
   * @param {Point} at @param {number} z @returns {Place | null} */
  #squareUnder(at, z) {
    const [wide, high] = [this.heap.cols, this.heap.rows.length];
    const {x: left, y: up, size} = this.#places.mine;
    const [px, py] = [Math.floor((at.x - left) / size), Math.floor((at.y - up) / size)];
    if (px >= 0 && px < wide && py >= 0 && py < high) return [px, py];
    if (at.y > this.#places.edge || at.x > 360) return null;
    const [a, b] = [(at.x - this.origin.x) / ACROSS, (at.y - this.origin.y + z * UP) / DOWN];
    const [x, y] = [Math.floor((a + b) / 2), Math.floor((b - a) / 2)];
    if (x < -1 || y < -1 || x > wide || y > high) return null;
    return [Math.max(0, Math.min(wide - 1, x)), Math.max(0, Math.min(high - 1, y))];
  }

  /** @param {BlockName} name @param {number} x @param {number} y */
  #set(name, x, y) {
    if (!this.heap.fits(name)) {
      this.announce(this.tell("too_wide"));
      return;
    }
    this.heap.drop(name, x, y);
    this.#show(name);
  }

  /** @param {BlockName} name */
  #takeOff(name) {
    this.heap.blocks[name].at = null;
    this.#show(name);
  }

  /** @param {BlockName} name */
  #show(name) {
    this.#draw();
    this.announce(`${this.#blockWords(name)} ${this.#matchWords()}`);
  }

  /** @param {string} how */
  #turn(how) {
    if (!this.#chosen || !this.live) return;
    this.heap.turn(this.#chosen, how);
    this.#show(this.#chosen);
  }

  /** @param {number} by */
  #lift(by) {
    if (!this.#chosen || !this.heap.blocks[this.#chosen].at) return;
    this.heap.lift(this.#chosen, by);
    this.#show(this.#chosen);
  }

  #away() {
    if (this.#chosen) this.#takeOff(this.#chosen);
  }

  /** @param {BlockName} name @param {Place} way */
  #shift(name, [dx, dy]) {
    const {at} = this.heap.blocks[name];
    if (at) this.#set(name, at[0] + dx, at[1] + dy);
    else this.#set(name, 0, 0);
  }

  /** @param {BlockName} name */
  #choose(name) {
    this.#chosen = name;
    this.#draw();
    this.announce(this.#blockWords(name));
  }

  /** @param {string} spot @param {Event} event */
  #pick(spot, event) {
    if (!this.live) return;
    const [kind, what] = spot.split(":");
    const [x, y] = what.split(",").map(Number);
    if (kind === "block") {
      this.#held = event.type === "keydown" && !(this.#held && this.#chosen === what);
      this.#choose(/** @type {BlockName} */ (what));
    } else if (this.#chosen) this.#set(this.#chosen, x, y);
    else this.announce(this.#cellWords(x, y));
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (!this.live || !this.#chosen) return;
    /** @type {Record<string, () => void>} */
    const acts = {
      KeyT: () => this.#turn("turn"),
      KeyX: () => this.#turn("tip"),
      KeyY: () => this.#turn("roll"),
      PageUp: () => this.#lift(1),
      PageDown: () => this.#lift(-1),
      Delete: () => this.#away(),
      Backspace: () => this.#away(),
    };
    if (!(event.code in acts)) return;
    event.preventDefault();
    acts[event.code]();
  }

  #back() {
    if (this.#held) {
      this.#held = false;
      this.#draw();
      this.announce(this.tell("put_down"));
    } else if (this.#chosen) {
      this.#chosen = null;
      this.#draw();
    }
  }
}
