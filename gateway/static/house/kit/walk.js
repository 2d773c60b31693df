// @ts-check
/* Roving focus over everything with data-spot; clicks and keys become picks. */

import {around} from "./elements.js";

/** @type {Record<string, [number, number]>} */
const AWAY = {ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0]};
const MOST_ASIDE = 2.2; // so much farther aside than along, and a spot does not lie in that direction
const ASIDE_COSTS = 1.6;
const LISTENED = ["keydown", "click", "focusin", "focusout"];

/** @typedef {HTMLElement | SVGElement} Spot */
/**
 * @typedef {object} Picks
 * @property {(spot: string, element: Spot, event: Event) => void} pick
 * @property {() => void} [back]
 * @property {(event: KeyboardEvent) => void} [key]
 */

/** @param {Element} element @returns {[number, number]} */
function middle(element) {
  const box = element.getBoundingClientRect();
  return [box.left + box.width / 2, box.top + box.height / 2];
}

/** @param {Spot[]} spots @param {Spot} from @param {[number, number]} direction */
function nearest(spots, from, [dx, dy]) {
  const [x, y] = middle(from);
  let best = null;
  let least = Infinity;
  for (const spot of spots) {
    if (spot === from) continue;
    const [sx, sy] = middle(spot);
    const along = (sx - x) * dx + (sy - y) * dy;
    const aside = Math.abs((sx - x) * dy) + Math.abs((sy - y) * dx);
    const cost = along + aside * ASIDE_COSTS;
    if (along < 3 || aside > along * MOST_ASIDE || cost >= least) continue;
    [best, least] = [spot, cost];
  }
  return best;
}

/** @param {Spot[]} spots @param {[number, number]} place */
function closest(spots, [x, y]) {
  const far = (/** @type {Spot} */ spot) => {
    const [sx, sy] = middle(spot);
    return Math.hypot(sx - x, sy - y);
  };
  return spots.length ? spots.reduce((best, spot) => (far(spot) < far(best) ? spot : best)) : null;
}

/** Arrows go to the nearest spot in that direction, Home and End to the first and last; Enter, Space and clicks call
 * pick, Escape calls back, other keys go to key(). One Tab stop for the whole board. Give every spot an aria-label;
 * role="button" is added unless it has a role; aria-disabled unless its class says "lit" (can be picked) or "picked"
 * (can be taken back). Spots need not be SVG: buttons in HTML can carry data-spot, too. */
export class Walk {
  #board;
  #picks;
  /** @type {string | null} */
  #current = null;
  /** Where the reader was last. A redraw measures nothing: that would lay the page out in the middle of it.
   * @type {[number, number] | null} */
  #place = null;
  #held = false; // the focus is in the board, or was when what had it went away

  /** @param {HTMLElement} board @param {Picks} picks */
  constructor(board, picks) {
    this.#board = board;
    this.#picks = picks;
    for (const name of LISTENED) board.addEventListener(name, this);
    document.addEventListener("pointerdown", this);
    this.refresh();
  }

  get spot() {
    return this.#current;
  }

  /** @returns {Spot[]} */
  #spots() {
    return [...this.#board.querySelectorAll("[data-spot]")].map((spot) => /** @type {Spot} */ (spot));
  }

  /** @param {string | null} name */
  #named(name) {
    return this.#spots().find((spot) => spot.dataset.spot === name) ?? null;
  }

  /** @param {Spot | null} element @param {boolean} [focus] */
  #settle(element, focus = false) {
    for (const spot of this.#spots()) spot.setAttribute("tabindex", spot === element ? "0" : "-1");
    this.#current = element?.dataset.spot ?? null;
    if (focus) element?.focus({preventScroll: false});
  }

  /** The reader has come to that spot. @param {Spot} element @param {boolean} [focus] */
  #come(element, focus = false) {
    this.#place = middle(element);
    this.#settle(element, focus);
  }

  /** Call after every redraw: keeps the focus on the same spot, or on the nearest living one. */
  refresh() {
    const all = this.#spots();
    for (const spot of all) {
      if (!spot.hasAttribute("role") && spot.tagName !== "BUTTON") spot.setAttribute("role", "button");
      spot.setAttribute("aria-disabled", String(!spot.matches(".lit, .picked")));
    }
    const lost = this.#place && this.#current !== null ? closest(all, this.#place) : (all[0] ?? null);
    const kept = this.#named(this.#current);
    this.#settle(kept ?? lost, this.#held && document.activeElement === document.body);
  }

  /** @param {string} name */
  focus(name) {
    const spot = this.#named(name);
    if (spot) this.#come(spot, true);
  }

  /** @param {Event} event */
  handleEvent(event) {
    if (event instanceof KeyboardEvent) this.#onKey(event);
    else if (event.type === "click") this.#onClick(/** @type {MouseEvent} */ (event));
    else if (event.type === "focusin") this.#onFocus(event);
    else if (event.type === "focusout") this.#onBlur(/** @type {FocusEvent} */ (event));
    else if (event.target instanceof Node && !this.#board.contains(event.target)) this.#held = false;
  }

  /** @param {KeyboardEvent} event */
  #onKey(event) {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const {back, pick, key} = this.#picks;
    if (event.key === "Escape" && back) {
      back();
      event.stopPropagation();
      return;
    }
    const at = around(event, "[data-spot]");
    if (!at) return;
    const to = this.#reached(event.key, at);
    const picked = event.key === "Enter" || event.key === " ";
    if (!to && !picked) {
      key?.(event);
      return;
    }
    event.preventDefault();
    if (to) this.#come(to, true);
    else pick(at.dataset.spot ?? "", at, event);
  }

  /** Where a key leads to; null: it leads nowhere.
   * @param {string} key @param {Spot} at */
  #reached(key, at) {
    const all = this.#spots();
    if (key in AWAY) return nearest(all, at, AWAY[key]) ?? at;
    return {Home: all[0], End: all[all.length - 1]}[key] ?? null;
  }

  /** @param {MouseEvent} event */
  #onClick(event) {
    const at = around(event, "[data-spot]");
    if (!at || event.detail === 0) return; // detail 0: a click made by the keyboard, Enter has been handled
    this.#come(at);
    this.#picks.pick(at.dataset.spot ?? "", at, event);
  }

  /** @param {Event} event */
  #onFocus(event) {
    this.#held = true;
    const at = around(event, "[data-spot]");
    if (at) this.#come(at);
  }

  /** @param {FocusEvent} event */
  #onBlur(event) {
    if (event.relatedTarget instanceof Node && !this.#board.contains(event.relatedTarget)) this.#held = false;
  }

  destroy() {
    document.removeEventListener("pointerdown", this);
    for (const name of LISTENED) this.#board.removeEventListener(name, this);
  }
}
