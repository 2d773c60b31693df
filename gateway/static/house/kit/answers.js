// @ts-check
/* Answers decisions, each of them once. */

/** @import {Receipt, Send} from "../types.js" */

/** The frame with the next decision often comes before the answer to the last one is back: what is closed goes by the
 * decision and not by whether send() has returned. */
export class Answers {
  #send;
  /** The decision that was answered last and not refused. @type {number | null} */
  #last = null;

  /** @param {Send} send */
  constructor(send) {
    this.#send = send;
  }

  /** True from the moment it is sent on, unless it is refused.
   * @param {number | null | undefined} decision */
  sent(decision) {
    return decision != null && decision === this.#last;
  }

  /** Throws what the given send() throws.
   * @param {number | null} decision @param {string} move @returns {Promise<Receipt>} */
  async send(decision, move) {
    this.#last = decision;
    try {
      return await this.#send(move, decision);
    } catch (problem) {
      if (this.#last === decision) this.#last = null;
      throw problem;
    }
  }
}
