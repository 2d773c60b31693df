// @ts-check
/* Replay: the outline of a match, its frames in stretches, the film, the eyes, pictures. Works the history bar. */

import {get} from "../post.js";
import {Boards, offerEyes, pictureName} from "./eyes.js";
import {hasRounds, roundFrom, turnFrom, waitAfter} from "./film.js";
import {drawMarks, onMarks} from "./marks.js";
import {api, at, data, isMyTurn, maybe, now, query, seats, tell} from "./page.js";
import {savePng, saveSvg} from "./picture.js";
import {Player} from "./player.js";
import {announce, complain} from "./speaking.js";
import {Stretches} from "./stretches.js";

/** @import {Frame, Mount, OutlineStep} from "../types.js" */
/** @import {Eye} from "./eyes.js" */

/** @typedef {{here: number, last: number, to: (index: number) => Promise<unknown>, go: (seq: number) => void,
 *   again: () => Promise<unknown>, grew: (seqs: number[], head: number) => void}} Bar */

const HANDS_OFF = "input:not([type=range]), textarea, select, button, a, summary, dialog";
const JUMPS = new Map([
  ["turn-back", -1],
  ["turn-on", 1],
  ["round-back", -1],
  ["round-on", 1],
]);

/** @param {string} path @param {Record<string, string | number>} [params] */
async function ask(path, params = {}) {
  const words = new URLSearchParams(Object.entries(params).map(([name, value]) => [name, String(value)]));
  const url = `${api(path)}${query ? "&" : "?"}${words}`;
  const answer = data.embedded ? await fetch(url, {credentials: "omit"}) : await get(url);
  if (!answer.ok) throw await answer.json();
  return answer.json();
}

export class Replay {
  /** @type {OutlineStep[]} */
  #steps = [];
  /** Whether steps were added here that the house has not sent yet. */
  #behind = false;
  /** @type {Map<Eye, Stretches>} */
  #stretches = new Map();
  /** @type {Eye} */
  #eye = data.eye ?? null;
  #boards = new Boards();
  /** @type {Mount | null} */
  #mount = null;
  /** @type {Bar | null} */
  #bar = null;
  #player = new Player({
    here: () => this.#bar?.here ?? 0,
    last: () => this.#bar?.last ?? 0,
    go: async (index) => this.#bar?.to(index),
    wait: (index) => waitAfter(this.#steps, index, this.#pace()),
    changed: (playing) => this.#drawPlaying(playing),
  });

  get playing() {
    return this.#player.playing;
  }

  eye = () => (this.#eye === null ? null : String(this.#eye));

  /** The steps that are known; before the outline has come, the moments that have news.
   * @param {number[]} [moments] */
  seqs = (moments = []) => (this.#steps.length ? this.#steps.map((step) => step.seq) : moments);

  /** The frame of a step through the chosen eye; side by side all seats are drawn along.
   * @param {number} seq @returns {Promise<Frame>} */
  look = async (seq) => {
    if (this.#eye !== "all") return this.#of(this.#eye).frame(seq);
    const frames = await Promise.all(seats.map((_, seat) => this.#of(seat).frame(seq)));
    if (this.#mount) this.#boards.show(this.#mount, frames);
    return frames[0];
  };

  /** @param {Eye} eye */
  #of(eye) {
    const kept = this.#stretches.get(eye);
    if (kept) return kept;
    /** @type {Record<string, string>} */
    const looking = eye === null ? {} : {eye: String(eye)};
    const made = new Stretches(
      (from, to) => ask("/frames", {from, to, ...looking}),
      this.seqs,
      (seq) => ask(`/frames/${seq}`, looking),
    );
    this.#stretches.set(eye, made);
    return made;
  }

  /** Where a jump by turns or rounds leads.
   * @param {string} name @param {number} here */
  far = (name, here) => {
    const direction = /** @type {1 | -1 | undefined} */ (JUMPS.get(name));
    if (!direction || !this.#steps.length) return null;
    return (name.startsWith("turn") ? turnFrom : roundFrom)(this.#steps, here, direction);
  };

  /** A frame came while the match is played: one more step at the end.
   * @param {Frame} frame */
  grew(frame) {
    const last = this.#steps.at(-1);
    if (!last || frame.seq <= last.seq) return;
    const {seq, to_act, scores} = frame;
    const at = frame.at ?? new Date().toISOString();
    this.#behind = true;
    this.#steps.push({seq, at, type: "", seat: null, move: null, to_act, round: last.round, scores, moment: null});
  }

  /** @param {Bar} bar @param {Mount} mount */
  async start(bar, mount) {
    this.#bar = bar;
    this.#mount = mount;
    this.#listen();
    await this.#load();
    if (now.frame.winners !== null) {
      offerEyes(this.#eye, (eye) => this.#choose(eye));
      this.#of(this.#eye === "all" ? 0 : this.#eye).lookAhead(bar.here);
    }
    if (this.#eye !== null) await this.#choose(this.#eye);
  }

  async #load() {
    try {
      this.#steps = (await ask("/outline")).steps;
    } catch {
      return; // the bar goes by the news, as it did before
    }
    this.#behind = false;
    this.#bar?.grew(this.seqs(), Math.max(now.frame.seq, this.#steps.at(-1)?.seq ?? 0));
    drawMarks(this.#steps);
    at("by-round").hidden = !hasRounds(this.#steps);
  }

  /** @param {Eye} eye */
  async #choose(eye) {
    this.#eye = eye;
    const all = eye === "all";
    at("board").hidden = all;
    const eyes = maybe("eyes");
    if (eyes) eyes.hidden = !all;
    if (!all) this.#boards.hide();
    await this.#bar?.again();
  }

  #pace() {
    const {value} = /** @type {HTMLSelectElement} */ (at("pace"));
    return value === "rhythm" ? value : Number(value);
  }

  /** @param {boolean} playing */
  #drawPlaying(playing) {
    const button = at("play");
    const label = tell(playing ? "pause" : "play", {}, "replay");
    button.setAttribute("aria-pressed", String(playing));
    button.setAttribute("aria-label", label);
    button.title = label;
    const text = playing ? tell("playing", {}, "replay") : tell("stopped", {step: this.#bar?.here ?? 0}, "replay");
    announce(text);
  }

  async #toggle() {
    if (!this.playing && this.#behind) await this.#load();
    this.#player.toggle();
  }

  #listen() {
    at("play").addEventListener("click", () => this.#toggle());
    at("pace").addEventListener("change", () => this.#player.again());
    at("step").addEventListener("pointerdown", () => this.#player.stop());
    at("history").addEventListener("pointerenter", () => this.#prepare());
    at("history").addEventListener("focusin", () => this.#prepare());
    at("history").addEventListener("click", (event) => {
      if (event.target instanceof Element && event.target.closest("[data-step], .film-mark")) this.#player.stop();
    });
    onMarks((seq) => this.#bar?.go(seq));
    document.addEventListener("keydown", (event) => this.#onKey(event));
    this.#listenToPictures();
  }

  /** Whoever reaches for the bar is about to look back. */
  #prepare() {
    if (this.#behind) this.#load();
    if (this.#eye !== "all") this.#of(this.#eye).lookAhead(this.#bar?.here ?? 0);
  }

  #listenToPictures() {
    const board = () => at(this.#eye === "all" ? "eyes" : "board");
    const name = () => pictureName(now.shown.seq);
    at("save-svg").addEventListener("click", () => saveSvg(board(), name()));
    at("save-png").addEventListener("click", () =>
      savePng(board(), name()).catch(() => complain(tell("save_failed", {}, "replay"))),
    );
  }

  /** Space plays and stops, unless it means something where the focus is.
   * @param {KeyboardEvent} event */
  #onKey(event) {
    if (event.key !== " " || event.ctrlKey || event.metaKey || event.altKey) return;
    const {target} = event;
    if (target instanceof Element && (target.closest(HANDS_OFF) || (target.closest("#board") && isMyTurn()))) return;
    event.preventDefault();
    this.#toggle();
  }
}
