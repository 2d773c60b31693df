// @ts-check
/* Follows the stream of a match for as long as the page lives; comes back by itself after a cut. */

/** @import {Frame} from "../types.js" */

const PATIENCE_MS = 1500; // a cut shorter than this is not worth a word
const FIRST_WAIT_MS = 300;
const LONGEST_WAIT_MS = 5000;

/** @typedef {(name: "live" | "cut" | "off") => void} SayState */
/** @typedef {{url: () => string, frame: (frame: Frame) => void, state: (name: "live" | "cut" | "off") => void,
 *   over: boolean, phrase?: (said: {seat: number, phrase: string}) => void}} Following */

/** @param {Following} given */
export function follow(given) {
  if (given.over) given.state("off");
  else new Follower(given).start();
}

class Follower {
  /** @type {EventSource | null} */
  #source = null;
  #wait = FIRST_WAIT_MS;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #banner;
  #over = false;
  #given;

  /** @param {Following} given */
  constructor(given) {
    this.#given = given;
  }

  start() {
    addEventListener("online", () => {
      this.#wait = FIRST_WAIT_MS;
      this.#open();
    });
    addEventListener("offline", () => {
      if (!this.#over) this.#given.state("cut");
    });
    addEventListener("pageshow", (event) => {
      if (event.persisted) this.#open();
    });
    this.#open();
  }

  #open() {
    if (this.#over) return;
    this.#source?.close();
    const source = new EventSource(this.#given.url());
    this.#source = source;
    source.addEventListener("open", () => {
      this.#wait = FIRST_WAIT_MS;
      this.#say("live");
    });
    source.addEventListener("frame", (event) => this.#given.frame(JSON.parse(event.data)));
    source.addEventListener("phrase", (event) => this.#given.phrase?.(JSON.parse(event.data)));
    source.addEventListener("over", () => {
      this.#over = true;
      source.close();
      this.#say("off");
    });
    source.addEventListener("error", () => this.#lost());
  }

  /** @param {"live" | "off"} name */
  #say(name) {
    clearTimeout(this.#banner);
    this.#banner = undefined;
    this.#given.state(name);
  }

  /** A stream that the server closed comes back at once; only a longer cut is worth a word. */
  #lost() {
    if (this.#over) return;
    this.#source?.close();
    this.#banner ??= setTimeout(() => this.#given.state("cut"), PATIENCE_MS);
    setTimeout(() => this.#open(), this.#wait);
    this.#wait = Math.min(this.#wait * 2, LONGEST_WAIT_MS);
  }
}
