// @ts-check
/* Past frames of one eye, fetched in stretches ahead of the reader, so that a film or a dragged slider has no gap. */

/** @import {Frame} from "../types.js" */

const BEHIND = 40; // steps before the one asked for that come with it
const TOGETHER = 180; // steps of one request; the house gives 200 at most
const AHEAD = 60; // with fewer known steps ahead, the next stretch is fetched
const MOST_KEPT = 1500;

/** @typedef {{frames: Frame[], next: number | null}} Stretch */
/** @typedef {(from: number, to: number) => Promise<Stretch>} FetchStretch */

export class Stretches {
  /** @type {Map<number, Frame>} */
  #frames = new Map();
  /** By the first index of a stretch. @type {Map<number, Promise<void>>} */
  #underway = new Map();
  #fetch;
  #seqs;
  #fetchOne;

  /** @param {FetchStretch} fetchStretch @param {() => number[]} seqs the steps that are known by now
   * @param {(seq: number) => Promise<Frame>} fetchOne for a seq that is none of them */
  constructor(fetchStretch, seqs, fetchOne) {
    this.#fetch = fetchStretch;
    this.#seqs = seqs;
    this.#fetchOne = fetchOne;
  }

  /** A frame that is here already.
   * @param {number} seq */
  known(seq) {
    return this.#frames.get(seq);
  }

  /** The frame of a step; what lies around it is fetched along, and what lies ahead soon after.
   * @param {number} seq @returns {Promise<Frame>} */
  async frame(seq) {
    const index = this.#seqs().indexOf(seq);
    if (index >= 0 && !this.#frames.has(seq)) await this.#around(index, seq);
    const frame = this.#frames.get(seq) ?? (await this.#fetchOne(seq));
    this.#frames.set(seq, frame);
    if (index >= 0) this.lookAhead(index);
    return frame;
  }

  /** Fetches what will be asked for soon, in both directions; nothing is said if that fails.
   * @param {number} index */
  lookAhead(index) {
    const seqs = this.#seqs();
    const missing = [AHEAD, AHEAD / 2, -AHEAD / 2, -2 * AHEAD]
      .map((away) => index + away)
      .map((n) => Math.min(Math.max(n, 0), seqs.length - 1))
      .find((n) => n >= 0 && !this.#frames.has(seqs[n]));
    if (missing !== undefined) this.#around(missing, seqs[missing]).catch(() => {});
  }

  /** @param {number} index @param {number} seq */
  #around(index, seq) {
    const seqs = this.#seqs();
    for (const [begin, request] of this.#underway) if (begin <= index && index < begin + TOGETHER) return request;
    const first = this.#firstMissing(index);
    let last = index;
    while (last + 1 < Math.min(first + TOGETHER, seqs.length) && !this.#frames.has(seqs[last + 1])) last += 1;
    const request = this.#take(seqs[first], seqs[last], seq).finally(() => this.#underway.delete(first));
    this.#underway.set(first, request);
    return request;
  }

  /** The first step before the one at `index` that is not known yet, but not too far back.
   * @param {number} index */
  #firstMissing(index) {
    const seqs = this.#seqs();
    let first = index;
    while (first > 0 && index - first < BEHIND && !this.#frames.has(seqs[first - 1])) first -= 1;
    return first;
  }

  /** Big frames come in several answers: until the one that is wanted is among them.
   * @param {number} from @param {number} to @param {number} wanted */
  async #take(from, to, wanted) {
    /** @type {number | null} */
    let next = from;
    while (next !== null && next <= to && (next === from || !this.#frames.has(wanted))) {
      const stretch = await this.#fetch(next, to);
      if (this.#frames.size > MOST_KEPT) this.#frames.clear();
      for (const frame of stretch.frames) this.#frames.set(frame.seq, frame);
      next = stretch.next;
    }
  }
}
