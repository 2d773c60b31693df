// @ts-check
/* The sand timer: an hourglass that empties towards a moment, and the time left in figures. */

import {calm, el, houseNow, number, svg} from "/static/house/kit.js";

/** @import {Sand} from "./types.js" */

/** Minutes and seconds.
 * @param {number} ms */
export function clock(ms) {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  const rest = seconds % 60;
  return `${number(Math.floor(seconds / 60))}:${rest < 10 ? number(0) : ""}${number(rest)}`;
}

/** @param {Element} root */
export const sand = (root) => new SandGlass(root);

class SandGlass {
  /** @type {Sand | null} */
  #now = null;
  #timer = 0;

  /** @param {Element} root */
  constructor(root) {
    this.top = svg("path", {class: "sand-grain"});
    this.heap = svg("path", {class: "sand-grain"});
    this.stream = svg("path", {class: "sand-stream", d: "M20 31V52"});
    const wall = "M8 6C8 22 18 26 18 32C18 38 8 42 8 58H32C32 42 22 38 22 32C22 26 32 22 32 6Z";
    const glass = svg(
      "svg",
      {viewBox: "0 0 40 64", class: "sand-glass", "aria-hidden": "true"},
      this.top,
      this.heap,
      this.stream,
      svg("path", {class: "sand-wall", d: wall}),
      svg("path", {class: "sand-cap", d: "M5 4H35V8H5ZM5 56H35V60H5Z"}),
    );
    this.figures = el("span", {class: "sand-time"});
    this.word = el("span", {class: "sand-word"});
    this.box = el(
      "div",
      {class: "sand", role: "timer"},
      glass,
      el("div", {class: "sand-told"}, this.figures, this.word),
    );
    root.append(this.box);
  }

  /** @param {Sand | null} next */
  set(next) {
    this.#now = next;
    this.box.hidden = !next;
    this.stop();
    if (!next) return;
    this.word.textContent = next.label;
    this.box.classList.toggle("running", next.until !== null);
    this.#draw();
    if (next.until !== null) this.#timer = window.setInterval(() => this.#draw(), calm() ? 1000 : 200);
  }

  stop() {
    window.clearInterval(this.#timer);
    this.#timer = 0;
  }

  #draw() {
    const {until, span} = this.#now ?? {until: null, span: 1};
    const left = until === null ? 0 : Math.max(0, until - houseNow());
    const share = until === null ? 1 : Math.min(1, left / span);
    const [high, low] = [22 * share, 20 * (1 - share)];
    const lean = (22 - high) * 0.36;
    this.top.setAttribute("d", `M${10 + lean} ${30 - high}H${30 - lean}L20.6 31H19.4Z`);
    this.heap.setAttribute("d", `M9 57.5H31L${20 + 11 * (1 - share)} ${57.5 - low}H${20 - 11 * (1 - share)}Z`);
    this.stream.style.display = left > 0 ? "" : "none";
    this.figures.textContent = until === null ? "" : clock(left);
    this.box.classList.toggle("low", until !== null && left < 15000);
    if (left <= 0) this.stop();
  }
}
