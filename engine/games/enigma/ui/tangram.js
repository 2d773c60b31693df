// @ts-check
/* The tangram desk: seven tans dragged, turned by 45 degrees, flipped, snapping to corners and sides. */

import {around, drag, el, layer, say, stage, svg, Walk} from "/static/house/kit.js";
import {centre, corners, inside, lying, place, snap, TANS} from "./tans.js";

/** @import {Params} from "/static/house/types.js" */
/** @import {DeskOptions, LyingTan, Place, TangramAnswer, TangramData} from "./types.js" */

const UNIT = 30;
/** @type {Record<string, Place>} */
const WAYS = {ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1]};
/** Where the tans wait: right, down, eighths of a turn; in one row, or in two where the page is narrow.
 * @typedef {Record<string, [number, number, number?]>} Shelf */
/** @type {Shelf} */
const SHELF = {c: [0, 4], d: [5, 4], m: [10, 2], p: [10, 5], s: [15, 2], a: [15, 5], b: [9, 0, 4]};
/** @type {Shelf} */
const NARROW = {c: [0, 4], d: [5, 4], m: [0, 7], p: [4, 7], s: [8, 7], a: [4, 0, 4], b: [9, 0, 4]};
/** @type {Place[]} The middles of the quarters of a cell. */
const QUARTERS = [
  [1, 1 / 3],
  [5 / 3, 1],
  [1, 5 / 3],
  [1 / 3, 1],
];

/** @param {LyingTan} tan */
const pointsOf = (tan) =>
  lying(tan)
    .map(place)
    .map(([x, y]) => `${x * UNIT},${-y * UNIT}`)
    .join(" ");

/** The outline, what it spans, and where the tans wait below it. */
class Field {
  /** @param {TangramData} data @param {boolean} live */
  constructor({outline}, live) {
    this.rings = outline.map((ring) => ring.map(place));
    const [xs, ys] = [0, 1].map((axis) => this.rings.flat().map((point) => point[axis]));
    this.left = Math.min(...xs);
    this.right = Math.max(...xs);
    this.low = Math.min(...ys);
    this.high = Math.max(...ys);
    this.narrow = window.innerWidth < 700;
    this.wide = Math.max(this.right - this.left + 3, live ? (this.narrow ? 12 : 19) : 0);
    this.from = (this.left + this.right) / 2 - this.wide / 2;
    this.bottom = live ? this.low - (this.narrow ? 9.6 : 7.6) : this.low - 1.2;
    this.samples = this.#sample();
  }

  get area() {
    const top = this.high + 1.2;
    const height = (top - this.bottom) * UNIT;
    return {x: this.from * UNIT, y: -top * UNIT, width: this.wide * UNIT, height};
  }

  get shelfLine() {
    const [from, to] = [(this.from + 0.5) * UNIT, (this.from + this.wide - 0.5) * UNIT];
    return `M${from} ${-(this.low - 1.1) * UNIT}H${to}`;
  }

  get path() {
    const points = (/** @type {Place[]} */ ring) => ring.map(([x, y]) => `${x * UNIT} ${-y * UNIT}`).join("L");
    return this.rings.map((ring) => `M${points(ring)}Z`).join("");
  }

  /** @param {string} tan @returns {LyingTan} */
  atHome(tan) {
    const [across, down, rot = 0] = (this.narrow ? NARROW : SHELF)[tan];
    const start = Math.round((this.left + this.right) / 2 - (this.narrow ? 5 : 8.5));
    return {
      tan,
      rot,
      flip: 0,
      at: [
        [start + across, 0],
        [Math.round(this.low) - 2 - down, 0],
      ],
    };
  }

  /** The middles of all quarter cells of the outline: enough to say how much is covered. */
  #sample() {
    /** @type {Place[]} */
    const points = [];
    for (let i = Math.floor(this.left / 2); i * 2 < this.right; i += 1) {
      for (let j = Math.floor(this.low / 2); j * 2 < this.high; j += 1) {
        points.push(...QUARTERS.map(([dx, dy]) => /** @type {Place} */ ([2 * i + dx, 2 * j + dy])));
      }
    }
    return points.filter(([x, y]) => this.rings.filter((ring) => inside(ring, x, y)).length % 2);
  }
}

/** @param {HTMLElement} root @param {DeskOptions<TangramData, TangramAnswer>} options */
export const desk = (root, options) => new TangramDesk(root, options);

class TangramDesk {
  /** @type {(() => void)[]} */
  #stops = [];
  /** @type {string | null} */
  #chosen = null;
  #held = false; // the chosen tan is moved by the arrow keys
  #order = Object.keys(TANS); // the last one lies on top

  /** @param {HTMLElement} root @param {DeskOptions<TangramData, TangramAnswer>} options */
  constructor(root, {data, said, texts, announce, live}) {
    this.data = data;
    this.texts = texts;
    this.announce = announce;
    this.live = live;
    this.field = new Field(data, live);
    /** @type {Record<string, LyingTan>} */
    this.tans = {};
    for (const tan of Object.keys(TANS)) this.tans[tan] = said ? {tan, ...said[tan]} : this.field.atHome(tan);
    this.drawing = stage(root, {...this.field.area, label: this.tell("label")});
    this.drawing.classList.add("tangram");
    const [ground, bodies, hand] = ["ground", "tans", "hand"].map((name) => layer(this.drawing, name));
    this.layers = {bodies, hand};
    ground.append(svg("path", {class: "outline", d: this.field.path, "fill-rule": "evenodd"}));
    if (live) ground.append(svg("path", {class: "shelf-line", d: this.field.shelfLine}));
    this.bar = this.#makeBar();
    this.covered = el("p", {class: "desk-sums", "aria-hidden": "true"});
    if (live) root.append(this.bar);
    root.append(this.covered);
    this.#listen();
    this.path = new Walk(root, {
      pick: (spot, _, event) => this.#pick(spot, event),
      key: (event) => this.#key(event),
      back: () => this.#back(),
    });
    this.#draw();
  }

  #listen() {
    this.drawing.addEventListener("keydown", (event) => {
      if (!this.#held || !this.#chosen || !(event.key in WAYS)) return;
      event.preventDefault();
      event.stopPropagation();
      this.#move(this.#chosen, WAYS[event.key]);
    });
    this.drawing.addEventListener("wheel", (event) => this.#wheel(event), {passive: false});
  }

  #makeBar() {
    return el(
      "div",
      {class: "desk-bar", role: "toolbar", "aria-label": this.tell("tools")},
      this.#tool("turn_left", "⟲", () => this.#change({by: 1})),
      this.#tool("turn_right", "⟳", () => this.#change({by: -1})),
      this.#tool("flip", "⇋", () => this.#change({flip: true})),
    );
  }

  /** @param {string} name @param {string} sign @param {() => void} act */
  #tool(name, sign, act) {
    const word = el("span", {class: "tool-word", text: this.tell(name)});
    return el(
      "button",
      {class: "button", type: "button", onclick: act, data: {act: name}, disabled: true},
      `${sign} `,
      word,
    );
  }

  answer() {
    return Object.fromEntries(Object.values(this.tans).map(({tan, at, flip, rot}) => [tan, {at, flip, rot}]));
  }

  reset() {
    for (const tan of Object.keys(TANS)) this.tans[tan] = this.field.atHome(tan);
    this.#chosen = null;
    this.#held = false;
    this.#draw();
  }

  destroy() {
    this.path.destroy();
    for (const stop of this.#stops) stop();
  }

  /** @param {string} key @param {Params} [params] */
  tell(key, params = {}) {
    return say(this.texts, `board.tangram.${key}`, params);
  }

  /* -- words -- */

  /** @param {string} name */
  #tanWords(name) {
    const {rot, flip, at} = this.tans[name];
    const [x, y] = place(at).map((n) => Math.round(n * 10) / 10);
    const words = [this.tell("tan", {tan: `tan_${name}`, degrees: rot * 45})];
    if (flip) words.push(this.tell("flipped"));
    words.push(this.#lies(name) ? this.tell("at", {x, y}) : this.tell("aside"));
    if (this.#held && this.#chosen === name) words.push(this.tell("held"));
    return words.join(this.texts.board.comma);
  }

  #coverWords() {
    const bodies = Object.values(this.tans).map((tan) => lying(tan).map(place));
    const {samples} = this.field;
    const layers = samples.map(([x, y]) => bodies.filter((body) => inside(body, x, y)).length);
    const [once, twice] = [1, 2].map((least) => layers.filter((n) => n >= least).length);
    const words = this.tell("covered", {n: once, of: samples.length});
    return twice ? `${words} ${this.tell("overlap", {n: twice})}` : words;
  }

  /* -- drawing -- */

  #draw() {
    for (const stop of this.#stops.splice(0)) stop();
    this.layers.bodies.replaceChildren(...this.#order.map((name) => this.#drawTan(name)));
    this.#allowTools();
    this.covered.textContent = this.#coverWords();
    this.path.refresh();
  }

  #allowTools() {
    for (const tool of this.bar.querySelectorAll("button")) tool.disabled = !this.#chosen;
  }

  /** @param {string} name */
  #drawTan(name) {
    const tan = this.tans[name];
    const [x, y] = centre(lying(tan));
    const chosen = this.#chosen === name;
    const marks = `${this.live ? "lit" : ""} ${chosen ? "picked" : ""} ${chosen && this.#held ? "held" : ""}`;
    const points = pointsOf(tan);
    const group = svg(
      "g",
      {
        class: `tan tan-${name} ${marks}`,
        data: {spot: name},
        "aria-label": this.#tanWords(name),
        "aria-pressed": String(chosen),
      },
      ["tan-body", "tan-grain", "focus-mark"].map((part) => svg("polygon", {class: part, points})),
      svg("circle", {class: "tan-eye", cx: x * UNIT, cy: -y * UNIT, r: 3.5}),
    );
    if (this.live) this.#grab(group, name);
    return group;
  }

  /* -- moving tans -- */

  /** @param {SVGGElement} group @param {string} name */
  #grab(group, name) {
    const {hand} = this.layers;
    const tan = this.tans[name];
    let start = place(tan.at);
    const stop = drag(this.drawing, group, {
      start: () => {
        this.#chosen = name;
        this.#allowTools();
        start = place(tan.at);
        group.classList.add("away");
        return true;
      },
      move: (_, way) => {
        const body = svg("polygon", {class: "tan-body", points: pointsOf(tan)});
        hand.replaceChildren(svg("g", {class: `tan tan-${name}`, transform: `translate(${way.x} ${way.y})`}, body));
      },
      drop: (_, way) => {
        hand.replaceChildren();
        this.#settle(name, [start[0] + way.x / UNIT, start[1] - way.y / UNIT]);
      },
      cancel: () => {
        hand.replaceChildren();
        this.#draw();
      },
    });
    this.#stops.push(stop);
  }

  /** The rings that a tan snaps to: the outline and the tans that lie in it.
   * @param {string} name */
  #others(name) {
    const tans = this.#order.filter((other) => other !== name && this.#lies(other));
    return [...this.data.outline, ...tans.map((other) => lying(this.tans[other]))];
  }

  /** Above the shelf.
   * @param {string} name */
  #lies(name) {
    return lying(this.tans[name]).some((point) => place(point)[1] > this.field.low - 1.2);
  }

  /** @param {string} name @param {Place} free */
  #settle(name, free) {
    const tan = this.tans[name];
    tan.at = snap(corners(tan.tan, tan.rot, tan.flip), free, this.#others(name));
    this.#order = [...this.#order.filter((other) => other !== name), name];
    this.#show(name);
  }

  /** @param {string} name */
  #show(name) {
    this.#draw();
    this.announce(`${this.#tanWords(name)} ${this.#coverWords()}`);
  }

  /** Turns about the middle, so that the tan stays where the hand holds it.
   * @param {{by?: number, flip?: boolean}} how */
  #change({by = 0, flip = false}) {
    if (!this.#chosen || !this.live) return;
    const tan = this.tans[this.#chosen];
    const before = centre(lying(tan));
    if (flip) [tan.flip, tan.rot] = [tan.flip ? 0 : 1, (8 - tan.rot) % 8];
    tan.rot = (tan.rot + by + 8) % 8;
    const middle = centre(corners(tan.tan, tan.rot, tan.flip));
    this.#settle(this.#chosen, [before[0] - middle[0], before[1] - middle[1]]);
  }

  /** @param {string} name @param {Place} way */
  #move(name, [dx, dy]) {
    const [x, y] = this.tans[name].at;
    this.tans[name].at = [
      [x[0] + dx, x[1]],
      [y[0] + dy, y[1]],
    ];
    this.#show(name);
  }

  /** Puts the first corner onto the next corner of the outline.
   * @param {string} name */
  #nextCorner(name) {
    const points = this.data.outline.flat();
    const now = JSON.stringify(this.tans[name].at);
    const here = points.findIndex((point) => JSON.stringify(point) === now);
    this.tans[name].at = structuredClone(points[(here + 1) % points.length]);
    this.#show(name);
  }

  /** @param {string} spot @param {Event} event */
  #pick(spot, event) {
    if (!this.live) return;
    this.#held = event.type === "keydown" && !(this.#held && this.#chosen === spot);
    this.#chosen = spot;
    this.#draw();
    this.announce(this.#tanWords(spot));
  }

  /** @param {WheelEvent} event */
  #wheel(event) {
    const spot = around(event, ".tan")?.dataset.spot;
    if (!spot || !this.live || event.ctrlKey) return;
    event.preventDefault();
    this.#chosen = spot;
    this.#change({by: event.deltaY > 0 ? -1 : 1});
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (!this.live || !this.#chosen) return;
    if (event.code === "KeyR") this.#change({by: event.shiftKey ? 1 : -1});
    else if (event.code === "KeyF") this.#change({flip: true});
    else if (event.code === "KeyN") this.#nextCorner(this.#chosen);
    else return;
    event.preventDefault();
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
