// @ts-check
/* The weights desk: weights go from the tray into pans that multiply them; the scale tilts. */

import {animate, drag, el, keyOf, layer, number, say, slide, stage, svg, Walk} from "/static/house/kit.js";

/** @import {Params} from "/static/house/types.js" */
/** @import {Point} from "/static/house/kit.js" */
/** @import {DeskOptions, Pan, Place, WeightsAnswer, WeightsData} from "./types.js" */

const WEIGHTS = 6;
const [WIDTH, HEIGHT, TRAY] = [600, 420, 372];
const PIVOT = [300, 96];
/** @type {["left", "right"]} */
const SIDES = ["left", "right"];
const OUTERMOST = {left: -255, right: 79};

/** Where the pans hang along the beam, from the middle outwards and in the order of the puzzle.
 * @param {WeightsData} data @returns {Pan[]} */
function arms(data) {
  return SIDES.flatMap((side) => {
    const first = OUTERMOST[side] + (3 - data[side].length) * 44;
    return data[side].map((value, at) => ({side, at, value, x: first + at * 88}));
  });
}

/** @param {number} x @param {number} bottom */
function drawWeight(x, bottom) {
  const top = bottom - 17;
  return svg(
    "g",
    {class: "weight"},
    svg("path", {class: "iron", d: `M${x - 12} ${bottom}L${x - 9} ${top}H${x + 9}L${x + 12} ${bottom}Z`}),
    svg("path", {class: "iron", d: `M${x - 4} ${top}V${top - 3}A4 4 0 0 1 ${x + 4} ${top - 3}V${top}`}),
  );
}

/** @param {HTMLElement} root @param {DeskOptions<WeightsData, WeightsAnswer>} options */
export const desk = (root, options) => new WeightsDesk(root, options);

class WeightsDesk {
  /** @type {(() => void)[]} */
  #stops = [];
  #leaning = 0;

  /** @param {HTMLElement} root @param {DeskOptions<WeightsData, WeightsAnswer>} options */
  constructor(root, {data, said, texts, announce, live}) {
    this.data = data;
    this.texts = texts;
    this.announce = announce;
    this.live = live;
    this.pans = arms(data);
    /** @type {WeightsAnswer} */
    this.counts = {left: [], right: []};
    for (const side of SIDES) this.counts[side] = data[side].map((_, at) => said?.[side][at] ?? 0);
    this.drawing = stage(root, {y: 40, width: WIDTH, height: HEIGHT - 40, label: this.tell("label", {n: data.use})});
    this.drawing.classList.add("scale");
    const [stand, beam, hung, tray, hand] = ["stand", "beam", "hung", "tray", "hand"].map((name) =>
      layer(this.drawing, name),
    );
    this.layers = {beam, hung, tray, hand};
    stand.append(
      svg("path", {class: "wood", d: "M292 96H308L316 330H284Z"}),
      svg("path", {class: "wood", d: "M220 330H380L396 350H204Z"}),
    );
    this.sums = el("p", {class: "desk-sums", "aria-hidden": "true"});
    root.append(this.sums);
    this.path = new Walk(root, {
      pick: (spot, _, event) => this.#pick(spot, event),
      key: (event) => this.#key(event),
    });
    this.#draw();
  }

  answer() {
    return {left: this.counts.left, right: this.counts.right};
  }

  reset() {
    for (const side of SIDES) this.counts[side].fill(0);
    this.#settled();
  }

  destroy() {
    this.path.destroy();
    for (const stop of this.#stops) stop();
  }

  /** @param {string} key @param {Params} [params] */
  tell(key, params = {}) {
    return say(this.texts, `board.weights.${key}`, params);
  }

  get used() {
    return [...this.counts.left, ...this.counts.right].reduce((sum, n) => sum + n, 0);
  }

  /** @param {"left" | "right"} side */
  #load(side) {
    return this.counts[side].reduce((sum, n, at) => sum + n * this.data[side][at], 0);
  }

  get #tilt() {
    return Math.max(-0.16, Math.min(0.16, (this.#load("right") - this.#load("left")) * 0.018));
  }

  /** @param {Pan} pan @param {number} angle @returns {Place} */
  #place({x}, angle) {
    return [PIVOT[0] + x * Math.cos(angle), PIVOT[1] + x * Math.sin(angle)];
  }

  /* -- words -- */

  #stateWords() {
    const [left, right] = [this.#load("left"), this.#load("right")];
    const lean = left === right ? "even" : left > right ? "left_down" : "right_down";
    return `${this.tell(lean, {left, right})} ${this.tell("placed", {used: this.used, use: this.data.use})}`;
  }

  /** @param {Pan} pan */
  #panWords({side, at, value}) {
    const held = this.counts[side][at];
    return this.tell("pan", {side, n: at + 1, value, held, total: value * held});
  }

  /* -- drawing -- */

  #draw() {
    for (const stop of this.#stops.splice(0)) stop();
    const angle = this.#tilt;
    const swing = this.#leaning - angle;
    this.layers.beam.replaceChildren(
      svg(
        "g",
        {transform: `rotate(${(angle * 180) / Math.PI} ${PIVOT[0]} ${PIVOT[1]})`},
        svg("rect", {class: "brass", x: 24, y: 90, width: 552, height: 11, rx: 5}),
        svg("path", {class: "brass", d: "M293 90L300 60L307 90Z"}),
      ),
      svg("circle", {class: "brass-deep", cx: 300, cy: 96, r: 9}),
    );
    this.layers.hung.replaceChildren(...this.pans.map((pan) => this.#drawPan(pan, angle)));
    this.#drawTray();
    this.sums.textContent = this.#stateWords();
    this.path.refresh();
    if (Math.abs(swing) > 0.001) this.#swingIn(angle, swing);
    this.#leaning = angle;
  }

  /** The beam turns and the pans go up and down from where they were.
   * @param {number} angle @param {number} swing */
  #swingIn(angle, swing) {
    const {beam, hung} = this.layers;
    beam.style.transformOrigin = `${PIVOT[0]}px ${PIVOT[1]}px`;
    animate(beam, [{transform: `rotate(${swing}rad)`}, {transform: "none"}]);
    this.pans.forEach((pan, n) => {
      const [x, y] = this.#place(pan, angle);
      const [fromX, fromY] = this.#place(pan, angle + swing);
      slide(hung.children[n], {x: fromX - x, y: fromY - y});
    });
  }

  /** @param {Pan} pan @param {number} angle */
  #drawPan(pan, angle) {
    const [x, y] = this.#place(pan, angle);
    const bowl = y + 118;
    const spot = {class: `pan ${this.live ? "lit" : ""}`, data: {spot: `${pan.side}:${pan.at}`}};
    const figure = {x, y: bowl + 36, "text-anchor": "middle", "dominant-baseline": "central", text: number(pan.value)};
    const rim = `M${x - 40} ${bowl}H${x + 40}C${x + 34} ${bowl + 20} ${x - 34} ${bowl + 20} ${x - 40} ${bowl}Z`;
    const group = svg(
      "g",
      {...spot, "aria-label": this.#panWords(pan)},
      svg("rect", {class: "grip", x: x - 42, y: y + 4, width: 84, height: 168}),
      svg("path", {class: "cord", d: `M${x} ${y}L${x - 34} ${bowl}M${x} ${y}L${x + 34} ${bowl}`}),
      svg("path", {class: "brass", d: rim}),
      svg("rect", {class: "plate", x: x - 21, y: bowl + 21, width: 42, height: 29, rx: 6}),
      svg("text", {class: "plate-text", ...figure}),
    );
    const n = this.counts[pan.side][pan.at];
    for (let k = 0; k < n; k += 1) {
      const at = x + (k % 2 ? 15 : -15) + (n === 1 ? 15 : 0);
      const weight = drawWeight(at, bowl - 4 - Math.floor(k / 2) * 25);
      group.append(weight);
      if (this.live) this.#grab(weight, pan);
    }
    group.append(svg("rect", {class: "focus-mark", x: x - 44, y: y + 4, width: 88, height: 170, rx: 10}));
    return group;
  }

  #drawTray() {
    const left = WEIGHTS - this.used;
    const {use} = this.data;
    const words = this.tell("tray", {n: left, used: this.used, use});
    const counted = {x: 470, y: TRAY + 22, text: `${number(this.used)} / ${number(use)}`};
    const group = svg(
      "g",
      {class: `weights-tray ${this.live ? "lit" : ""}`, data: {spot: "tray"}, "aria-label": words},
      svg("rect", {class: "tray-box", x: 120, y: TRAY, width: 360, height: 42, rx: 10}),
    );
    for (let k = 0; k < left; k += 1) {
      const weight = drawWeight(165 + k * 34, TRAY + 35);
      group.append(weight);
      if (this.live) this.#grab(weight, null);
    }
    group.append(
      svg("text", {class: "tray-text", "text-anchor": "end", "dominant-baseline": "central", ...counted}),
      svg("rect", {class: "focus-mark", x: 118, y: TRAY - 2, width: 364, height: 46, rx: 12}),
    );
    this.layers.tray.replaceChildren(group);
  }

  /* -- moving weights -- */

  /** @param {SVGGElement} weight @param {Pan | null} pan where it lies; null: in the tray */
  #grab(weight, pan) {
    const {hand} = this.layers;
    const stop = drag(this.drawing, weight, {
      start() {
        weight.classList.add("away");
        return true;
      },
      move: ({x, y}) => hand.replaceChildren(drawWeight(x, y + 10)),
      drop: (at) => {
        hand.replaceChildren();
        const to = this.#under(at);
        if (pan) this.#change(pan, -1, false);
        if (to) this.#change(to, 1, false);
        this.#settled();
      },
      cancel: () => {
        hand.replaceChildren();
        this.#draw();
      },
    });
    this.#stops.push(stop);
  }

  /** @param {Point} at @returns {Pan | null} */
  #under({x, y}) {
    if (y > TRAY - 14) return null;
    const angle = this.#tilt;
    const far = (/** @type {Pan} */ pan) => Math.abs(this.#place(pan, angle)[0] - x);
    return this.pans.reduce((best, pan) => (far(pan) < far(best) ? pan : best));
  }

  /** @param {Pan} pan @param {number} by */
  #change(pan, by, speak = true) {
    const n = this.counts[pan.side][pan.at] + by;
    if (n < 0 || (by > 0 && this.used >= WEIGHTS)) return;
    this.counts[pan.side][pan.at] = n;
    if (speak) this.#settled();
  }

  #settled() {
    this.#draw();
    this.announce(this.#stateWords());
  }

  /** @param {string} spot */
  #named(spot) {
    return this.pans.find((pan) => `${pan.side}:${pan.at}` === spot);
  }

  /** A click on a weight that lies in the pan takes it out; anywhere else on the pan puts one in.
   * @param {string} spot @param {Event} event */
  #pick(spot, event) {
    if (!this.live) return;
    const pan = this.#named(spot);
    const onWeight = event.type === "click" && event.target instanceof Element && event.target.closest(".weight");
    if (pan) this.#change(pan, onWeight ? -1 : 1);
    else this.announce(this.#stateWords());
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const pan = this.#named(this.path.spot ?? "");
    if (!this.live || !pan) return;
    const sign = keyOf(event);
    if (["Backspace", "Delete", "-"].includes(sign)) this.#change(pan, -1);
    else if (sign === "+") this.#change(pan, 1);
    else if (/^[0-6]$/.test(sign)) {
      const others = this.used - this.counts[pan.side][pan.at];
      this.counts[pan.side][pan.at] = Math.min(Number(sign), WEIGHTS - others);
      this.#settled();
    } else return;
    event.preventDefault();
    event.stopPropagation();
  }
}
