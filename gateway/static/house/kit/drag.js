// @ts-check
/* Drags an element with pointer events; a press that goes nowhere stays a click. */

import {point} from "./elements.js";

/** @import {Point} from "./elements.js" */

const LEAST_PX = 4;

/**
 * Places are in the drawing's units; `way` is the way since the start. start may return false to refuse.
 * @typedef {object} Hand
 * @property {(at: Point) => boolean | void} [start]
 * @property {(at: Point, way: Point) => void} move
 * @property {(at: Point, way: Point) => void} drop
 * @property {() => void} [cancel]
 */

/** Returns what stops it. Escape cancels.
 * @param {SVGSVGElement} drawing @param {HTMLElement | SVGElement} element @param {Hand} hand */
export function drag(drawing, element, hand) {
  const dragging = new Dragging(drawing, hand);
  element.style.touchAction = "none";
  element.addEventListener("pointerdown", dragging);
  return () => {
    dragging.end();
    element.removeEventListener("pointerdown", dragging);
  };
}

const WHILE_PRESSED = ["pointermove", "pointerup", "pointercancel", "keydown"];

class Dragging {
  #drawing;
  #hand;
  /** @type {{event: PointerEvent, at: Point} | null} */
  #pressed = null;
  #moving = false;

  /** @param {SVGSVGElement} drawing @param {Hand} hand */
  constructor(drawing, hand) {
    this.#drawing = drawing;
    this.#hand = hand;
  }

  /** @param {Event} event */
  handleEvent(event) {
    if (event instanceof KeyboardEvent) this.#key(event);
    else if (event instanceof PointerEvent) this.#pointer(event);
  }

  /** @param {PointerEvent} event */
  #pointer(event) {
    if (event.type === "pointerdown") this.#down(event);
    else if (event.pointerId !== this.#pressed?.event.pointerId) return;
    else if (event.type === "pointermove") this.#move(event);
    else if (event.type === "pointerup") this.#up(event);
    else this.#lost();
  }

  /** @param {PointerEvent} event */
  #down(event) {
    if (event.button !== 0 || this.#pressed) return;
    this.#pressed = {event, at: point(this.#drawing, event)};
    this.#moving = false;
    for (const name of WHILE_PRESSED) window.addEventListener(name, this, name === "keydown");
  }

  /** @param {PointerEvent} event @returns {[Point, Point]} */
  #way(event) {
    const at = point(this.#drawing, event);
    const from = this.#pressed?.at ?? at;
    return [at, {x: at.x - from.x, y: at.y - from.y}];
  }

  /** @param {PointerEvent} event */
  #move(event) {
    if (!this.#moving && !this.#begins(event)) return;
    event.preventDefault();
    this.#hand.move(...this.#way(event));
  }

  /** @param {PointerEvent} event */
  #begins(event) {
    if (!this.#pressed) return false;
    const {event: first, at} = this.#pressed;
    if (Math.hypot(event.clientX - first.clientX, event.clientY - first.clientY) < LEAST_PX) return false;
    this.#moving = this.#hand.start?.(at) !== false;
    if (!this.#moving) this.end();
    return this.#moving;
  }

  /** @param {PointerEvent} event */
  #up(event) {
    const was = this.#moving;
    const way = this.#way(event);
    this.end();
    if (!was) return;
    window.addEventListener("click", swallow, {capture: true, once: true});
    setTimeout(() => window.removeEventListener("click", swallow, true));
    this.#hand.drop(...way);
  }

  #lost() {
    const was = this.#moving;
    this.end();
    if (was) this.#hand.cancel?.();
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (event.key !== "Escape") return;
    event.stopPropagation();
    this.#lost();
  }

  end() {
    this.#pressed = null;
    this.#moving = false;
    for (const name of WHILE_PRESSED) window.removeEventListener(name, this, name === "keydown");
  }
}

/** @param {Event} event */
function swallow(event) {
  event.stopPropagation();
  event.preventDefault();
}
