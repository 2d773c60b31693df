// @ts-check
/* The history bar: a slider over the plies, buttons, the keys [ and ] (with Shift by turns), a link to each moment. */

import {keyOf} from "../kit/keys.js";
import {docking} from "./docking.js";
import {at} from "./page.js";

/** @import {Frame, Params, Problem} from "../types.js" */

/**
 * @typedef {object} Stepping
 * @property {(key: string, params?: Params) => string} tell
 * @property {number} first the seq of the beginning
 * @property {(seq: number) => Promise<Frame>} look
 * @property {(frame: Frame, seq: number | null) => void} show
 * @property {() => Frame} now
 * @property {(text: string) => void} announce
 * @property {(text?: string) => void} complain
 * @property {() => string | null} eye the eye that links carry; null: the reader's own
 * @property {() => boolean} quiet while a film runs no step is announced
 * @property {(name: string, here: number) => number | null} far where a jump over several steps leads
 */

const TYPING = "input:not([type=range]), textarea, select, dialog";

/** @param {Stepping} given */
export function history(given) {
  const steps = new Steps(given);
  steps.listen();
  return steps;
}

class Steps {
  /** @type {number[]} */
  #plies = [];
  /** The index in plies while looking back, null: now. @type {number | null} */
  #place = null;
  /** The seq that is on the board, null: now. @type {number | null} */
  #seen = null;
  #wanted = 0;
  #behind = false;
  #given;
  #bar = at("history");
  #slider = /** @type {HTMLInputElement} */ (at("step"));

  /** @param {Stepping} given */
  constructor(given) {
    this.#given = given;
  }

  /** @param {number[]} seqs @param {number} head */
  grew(seqs, head) {
    const plies = [...new Set([...seqs, this.#given.first])].filter((seq) => seq <= head).sort((a, b) => a - b);
    const seq = this.#place === null ? null : this.#plies[this.#place];
    const grew = (plies.at(-1) ?? 0) > (this.#plies.at(-1) ?? 0);
    this.#behind = this.#place !== null && (this.#behind || grew);
    this.#plies = plies;
    if (seq !== null)
      this.#place = Math.max(
        0,
        plies.findLastIndex((ply) => ply <= seq),
      );
    this.#draw();
  }

  get last() {
    return this.#plies.length - 1;
  }

  get here() {
    return this.#place ?? this.last;
  }

  #draw() {
    const last = this.#plies.length - 1;
    const here = this.#place ?? last;
    const text = this.#given.tell("history_at", {step: here, steps: last});
    this.#bar.hidden = last < 1;
    this.#slider.max = String(Math.max(last, 0));
    this.#slider.value = String(here);
    this.#slider.setAttribute("aria-valuetext", text);
    at("step-told").textContent = text;
    this.#drawPast(this.#place !== null);
    for (const name of ["first", "back"]) this.#button(name).disabled = here <= 0;
    for (const name of ["on", "now"]) this.#button(name).disabled = this.#place === null;
    this.#keepAddress();
  }

  /** @param {boolean} past */
  #drawPast(past) {
    const words = at("looking").querySelector("span");
    this.#bar.classList.toggle("past", past);
    at("step-told").hidden = past;
    at("looking").hidden = !past;
    if (words) words.textContent = past ? this.#lookingText() : "";
    docking.set(past);
  }

  #keepAddress() {
    const url = new URL(location.href);
    if (this.#place === null) url.searchParams.delete("seq");
    else url.searchParams.set("seq", String(this.#plies[this.#place]));
    const eye = this.#given.eye();
    if (eye === null) url.searchParams.delete("eye");
    else url.searchParams.set("eye", eye);
    if (url.href !== location.href) window.history.replaceState(null, "", url);
  }

  #lookingText() {
    const {tell} = this.#given;
    const text = tell("looking_back", {step: this.#place ?? 0, steps: this.#plies.length - 1});
    return this.#behind ? `${text} ${tell("behind")}` : text;
  }

  /** @param {string} name @returns {HTMLButtonElement} */
  #button(name) {
    return /** @type {HTMLButtonElement} */ (this.#bar.querySelector(`[data-step=${name}]`));
  }

  /** What stands at the present place is asked for anew: through another eye. */
  again() {
    return this.to(this.here);
  }

  /** @param {number} index */
  async to(index) {
    this.#wanted += 1;
    const turn = this.#wanted;
    if (index >= this.last && this.#given.eye() === null) {
      this.#toNow();
      return;
    }
    this.#place = Math.min(Math.max(0, index), this.last);
    const seq = this.#plies[this.#place];
    this.#draw();
    const frame = await this.#frameAt(seq, () => turn === this.#wanted);
    if (!frame || turn !== this.#wanted) return;
    this.#seen = seq;
    this.#given.show(frame, seq);
    // the slider speaks for itself
    if (document.activeElement !== this.#slider) this.#given.announce(this.#lookingText());
  }

  #toNow() {
    this.#seen = null;
    this.#place = null;
    this.#behind = false;
    this.#draw();
    this.#given.show(this.#given.now(), null);
  }

  /** @param {number} seq @param {() => boolean} wanted */
  async #frameAt(seq, wanted) {
    try {
      return await this.#given.look(seq);
    } catch (problem) {
      if (!wanted()) return null;
      this.#place = this.#seen === null ? null : this.#plies.indexOf(this.#seen);
      this.#draw();
      this.#given.complain(/** @type {Problem} */ (problem)?.detail || this.#given.tell("look_failed"));
      return null;
    }
  }

  /** @param {string | undefined} name */
  #act(name) {
    const {here} = this;
    const far = name ? this.#given.far(name, here) : null;
    if (far !== null) this.to(far);
    else if (name === "first") this.to(0);
    else if (name === "back") this.to(here - 1);
    else if (name === "on") this.to(here + 1);
    else if (name === "now") this.to(this.last);
  }

  listen() {
    this.#bar.addEventListener("click", (event) => {
      const button = event.target instanceof Element && event.target.closest("[data-step]");
      if (button instanceof HTMLElement) this.#act(button.dataset.step);
    });
    this.#slider.addEventListener("input", () => this.to(Number(this.#slider.value)));
    at("to-now").addEventListener("click", () => this.#act("now"));
    document.addEventListener("keydown", (event) => this.#onKey(event));
  }

  /** @param {KeyboardEvent} event */
  #onKey(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target instanceof Element && event.target.closest(TYPING)) return;
    const name = {"[": "back", "]": "on", "{": "turn-back", "}": "turn-on"}[keyOf(event)];
    if (!name) return;
    this.#act(name);
    event.preventDefault();
  }

  /** @param {number} seq */
  go = (seq) => {
    const index = this.#plies.findLastIndex((ply) => ply <= seq);
    if (index >= 0) this.to(index);
  };

  /** A link to a moment: the ply at that seq, or the last one before it.
   * @param {number | null | undefined} seq */
  async asked(seq) {
    const wanted = seq ?? Number.POSITIVE_INFINITY;
    const own = this.#given.eye() === null;
    if (own && wanted >= (this.#plies.at(-1) ?? 0)) return this.#draw();
    const index = this.#plies.findLastIndex((ply) => ply <= wanted);
    return this.to(Math.max(0, index));
  }
}
