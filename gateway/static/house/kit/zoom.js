// @ts-check
/* Pan and zoom of a large board by its viewBox: wheel, pinch, drag, keys, buttons. */

import {el} from "./elements.js";
import {keyOf} from "./keys.js";

/** @import {Point} from "./elements.js" */

/** @typedef {{x: number, y: number, width: number, height: number}} Box */
/** @typedef {{in: string, out: string, fit: string}} Labels */

const STEP = 1.4;
const NEAR = 1.01; // from here on the board counts as zoomed
const DRAG_PX = 6;

/** @param {SVGSVGElement} drawing @returns {Box} */
function boxOf(drawing) {
  const {x, y, width, height} = drawing.viewBox.baseVal;
  return {x, y, width, height};
}

/** @param {number} value @param {number} low @param {number} high */
const clamp = (value, low, high) => Math.min(Math.max(value, low), high);

export class Zoom {
  #drawing;
  #frame;
  #bar;
  #most;
  #outer;
  #seen;
  /** @type {Map<number, Point>} */
  #fingers = new Map();
  /** @type {{way: number, x: number, y: number} | null} */
  #pinch = null;
  #dragged = false;
  /** @type {[EventTarget, string, boolean | AddEventListenerOptions][]} */
  #listened;

  /** ctrl-wheel and pinch zoom, drag pans once zoomed, keys + - 0, three buttons with these labels.
   * @param {SVGSVGElement} drawing @param {{words: Labels, most?: number}} options */
  constructor(drawing, {words, most = 6}) {
    this.#drawing = drawing;
    this.#frame = /** @type {HTMLElement} */ (drawing.parentElement);
    this.#most = most;
    this.#outer = boxOf(drawing);
    this.#seen = {...this.#outer};
    this.#bar = this.#buttons(words);
    this.#frame.append(this.#bar);
    this.#listened = [
      [drawing, "pointerdown", false],
      [drawing, "pointermove", false],
      [drawing, "wheel", {passive: false}],
      [drawing, "click", true],
      [this.#frame, "keydown", false],
      [window, "pointerup", false],
      [window, "pointercancel", false],
    ];
    for (const [target, name, options] of this.#listened) target.addEventListener(name, this, options);
    this.#show();
  }

  get #factor() {
    return this.#outer.width / this.#seen.width;
  }

  #show() {
    const {x, y, width, height} = this.#outer;
    const wide = clamp(this.#seen.width, width / this.#most, width);
    const high = (wide * height) / width;
    this.#seen = {
      width: wide,
      height: high,
      x: clamp(this.#seen.x, x, x + width - wide),
      y: clamp(this.#seen.y, y, y + height - high),
    };
    this.#drawing.setAttribute("viewBox", `${this.#seen.x} ${this.#seen.y} ${wide} ${high}`);
    this.#drawing.style.touchAction = this.#factor > NEAR ? "none" : "pan-y";
  }

  /** @param {number} factor @param {Point} [at] what stays where it is */
  #scale(factor, at) {
    const seen = this.#seen;
    const width = clamp(seen.width / factor, this.#outer.width / this.#most, this.#outer.width);
    const k = width / seen.width;
    const {x, y} = at ?? {x: seen.x + seen.width / 2, y: seen.y + seen.height / 2};
    this.#seen = {x: x - (x - seen.x) * k, y: y - (y - seen.y) * k, width, height: seen.height * k};
    this.#show();
  }

  /** A place of the window in units of the board, and how many units a pixel is.
   * @param {Point} at */
  #units(at) {
    const area = this.#drawing.getBoundingClientRect();
    const k = this.#seen.width / area.width;
    return {x: this.#seen.x + (at.x - area.left) * k, y: this.#seen.y + (at.y - area.top) * k, k};
  }

  /** @param {Event} event */
  handleEvent(event) {
    if (event instanceof WheelEvent) this.#onWheel(event);
    else if (event instanceof KeyboardEvent) this.#onKey(event);
    else if (event.type === "click") this.#onClick(event);
    else if (event instanceof PointerEvent) this.#onPointer(event);
  }

  /** @param {PointerEvent} event */
  #onPointer(event) {
    if (event.type === "pointerdown") this.#onDown(event);
    else if (event.type === "pointermove") this.#onMove(event);
    else {
      this.#fingers.delete(event.pointerId);
      this.#pinch = null;
    }
  }

  /** @param {WheelEvent} event */
  #onWheel(event) {
    if (!event.ctrlKey && !event.metaKey) return;
    event.preventDefault();
    this.#scale(Math.exp(-event.deltaY * 0.004), this.#units({x: event.clientX, y: event.clientY}));
  }

  /** @param {PointerEvent} event */
  #onDown(event) {
    this.#fingers.set(event.pointerId, {x: event.clientX, y: event.clientY});
    if (this.#fingers.size === 1) this.#dragged = false;
    this.#pinch = this.#fingers.size === 2 ? this.#spread() : null;
  }

  #spread() {
    const [a, b] = [...this.#fingers.values()];
    return {way: Math.hypot(a.x - b.x, a.y - b.y), x: (a.x + b.x) / 2, y: (a.y + b.y) / 2};
  }

  /** @param {PointerEvent} event */
  #onMove(event) {
    const last = this.#fingers.get(event.pointerId);
    if (!last || event.defaultPrevented) return;
    const alone = this.#fingers.size === 1;
    if (alone) this.#pan(event.clientX - last.x, event.clientY - last.y);
    if (!alone || this.#dragged) this.#fingers.set(event.pointerId, {x: event.clientX, y: event.clientY});
    if (this.#fingers.size === 2 && this.#pinch) this.#squeeze(this.#pinch);
  }

  /** @param {number} dx @param {number} dy */
  #pan(dx, dy) {
    if (this.#factor <= NEAR || (!this.#dragged && Math.hypot(dx, dy) <= DRAG_PX)) return;
    this.#dragged = true;
    const {k} = this.#units({x: 0, y: 0});
    this.#seen = {...this.#seen, x: this.#seen.x - dx * k, y: this.#seen.y - dy * k};
    this.#show();
  }

  /** @param {{way: number}} before */
  #squeeze(before) {
    const now = this.#spread();
    this.#scale(now.way / before.way, this.#units(now));
    this.#pinch = now;
    this.#dragged = true;
  }

  /** The click that ends a drag picks nothing.
   * @param {Event} event */
  #onClick(event) {
    if (!this.#dragged) return;
    event.stopPropagation();
    event.preventDefault();
    this.#dragged = false;
  }

  /** @param {KeyboardEvent} event */
  #onKey(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const key = keyOf(event);
    if (key === "+" || key === "=") this.#scale(STEP);
    else if (key === "-") this.#scale(1 / STEP);
    else if (key === "0") this.fit();
    else return;
    event.preventDefault();
  }

  /** @param {Labels} words */
  #buttons(words) {
    const button = (/** @type {string} */ sign, /** @type {string} */ label, /** @type {() => void} */ act) =>
      el("button", {
        class: "button icon small",
        type: "button",
        "aria-label": label,
        title: label,
        text: sign,
        onclick: act,
      });
    return el(
      "div",
      {class: "kit-zoom"},
      button("+", words.in, () => this.#scale(STEP)),
      button("−", words.out, () => this.#scale(1 / STEP)),
      button("⤢", words.fit, () => this.fit()),
    );
  }

  fit() {
    this.#seen = {...this.#outer};
    this.#show();
  }

  /** The board grew: new outer limits. It stays where it is, or fits if it was not zoomed.
   * @param {Box} next */
  bounds(next) {
    const whole = this.#factor <= NEAR;
    this.#outer = {...next};
    if (whole) this.fit();
    else this.#show();
  }

  /** Brings that part into sight.
   * @param {Box} part */
  reveal({x, y, width, height}) {
    if (this.#factor <= NEAR) return;
    const seen = this.#seen;
    seen.x = clamp(seen.x, x + 1.5 * width - seen.width, x - width / 2);
    seen.y = clamp(seen.y, y + 1.5 * height - seen.height, y - height / 2);
    this.#show();
  }

  destroy() {
    this.#bar.remove();
    for (const [target, name, options] of this.#listened) target.removeEventListener(name, this, options);
  }
}
