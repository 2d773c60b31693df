// @ts-check
/* Plays the history by itself: a step, a pause, the next step, until the end. */

/**
 * @typedef {object} Playing
 * @property {() => number} here the index that is shown
 * @property {() => number} last
 * @property {(index: number) => Promise<unknown>} go
 * @property {(index: number) => number} wait how long a step is shown, in ms
 * @property {(playing: boolean) => void} changed
 */

export class Player {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  #playing = false;
  #given;

  /** @param {Playing} given */
  constructor(given) {
    this.#given = given;
  }

  get playing() {
    return this.#playing;
  }

  /** From the end it begins anew. */
  async start() {
    if (this.#playing || this.#given.last() < 1) return;
    this.#playing = true;
    this.#given.changed(true);
    if (this.#given.here() >= this.#given.last()) await this.#given.go(0);
    this.#plan();
  }

  stop() {
    if (!this.#playing) return;
    this.#playing = false;
    clearTimeout(this.#timer);
    this.#given.changed(false);
  }

  toggle() {
    if (this.#playing) this.stop();
    else this.start();
  }

  /** The pace has changed: the step that is shown is timed anew. */
  again() {
    if (!this.#playing) return;
    clearTimeout(this.#timer);
    this.#plan();
  }

  #plan() {
    if (!this.#playing) return;
    this.#timer = setTimeout(() => this.#next(), this.#given.wait(this.#given.here()));
  }

  async #next() {
    const index = this.#given.here() + 1;
    if (index > this.#given.last()) return this.stop();
    await this.#given.go(index);
    if (index >= this.#given.last()) this.stop();
    else this.#plan();
  }
}
