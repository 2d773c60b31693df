// @ts-check
/* Through whose eyes a match that is over is seen: any seat, the gallery, or all side by side. */

import {el} from "../kit/elements.js";
import {at, card, lang, maybe, now, seats, tell, texts, words} from "./page.js";

/** @import {Frame, Mount, Mounted} from "../types.js" */

/** @typedef {number | "gallery" | "all" | null} Eye null: the reader's own */

/** @param {Eye} chosen @param {(eye: Eye) => void} choose */
export function offerEyes(chosen, choose) {
  const select = /** @type {HTMLSelectElement} */ (at("eye"));
  const own = now.frame.eye;
  const option = (/** @type {string} */ value, /** @type {string} */ text) => el("option", {value, text});
  const others = seats.flatMap((holder, seat) => (seat === own ? [] : [option(String(seat), holder.name)]));
  select.replaceChildren(
    option("", own === null ? tell("eye_gallery", {}, "replay") : tell("eye_own", {}, "replay")),
    ...others,
    ...(own === null ? [] : [option("gallery", tell("eye_gallery", {}, "replay"))]),
    ...(seats.length > 1 && maybe("eyes") ? [option("all", tell("eye_all", {}, "replay"))] : []),
  );
  select.value = chosen === null ? "" : String(chosen);
  at("eye-choice").hidden = select.options.length < 2;
  select.addEventListener("change", () => choose(readEye(select.value)));
}

/** @param {string} text @returns {Eye} */
function readEye(text) {
  if (text === "") return null;
  return text === "gallery" || text === "all" ? text : Number(text);
}

/** The boards of all seats, one beside the other. */
export class Boards {
  /** @type {Mounted[]} */
  #boards = [];

  /** @param {Mount} mount @param {Frame[]} frames */
  show(mount, frames) {
    const past = frames.map((frame) => ({...frame, decision: null, moves: null}));
    if (this.#boards.length) return past.forEach((frame, n) => this.#boards[n].update(frame, {hurry: true}));
    const roots = seats.map((holder) => {
      const root = el("div", {class: "eye-board"});
      return {root, box: el("section", {class: "one-eye"}, el("h2", {class: "small", text: holder.name}), root)};
    });
    at("eyes").replaceChildren(...roots.map(({box}) => box));
    const send = () => Promise.reject({});
    this.#boards = roots.map(({root}, n) =>
      mount(root, {frame: past[n], texts, send, seats, lang, words: words.board, confirm: () => "never"}),
    );
  }

  hide() {
    for (const board of this.#boards) board.destroy();
    this.#boards = [];
    maybe("eyes")?.replaceChildren();
  }
}

/** @param {number} seq */
export const pictureName = (seq) => `${card.game}-${card.id.slice(0, 8)}-${seq}`;
