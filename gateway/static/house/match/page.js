// @ts-check
/* What the match page carries, where its parts stand, and what is on the board right now. */

import {say} from "../kit/words.js";

/** @import {Frame, Mounted, PageData, Params, Seat} from "../types.js" */

/** The part of the page with that id; every match page has it.
 * @param {string} id
 * @returns {HTMLElement} */
export function at(id) {
  const element = document.getElementById(id);
  if (!element) throw new Error(`the page has no #${id}`);
  return element;
}

/** A part that only some match pages have: those of a seat, of a match that is over.
 * @param {string} id */
export const maybe = (id) => document.getElementById(id);

/** @type {PageData} */
export const data = JSON.parse(at("data").textContent ?? "");
export const {card, texts, words, lang} = data;
/** @type {Seat[]} */
export const seats = card.seats.map((holder) => ({...holder, name: holder.name ?? "?"}));
export const query = data.invite ? `?invite=${encodeURIComponent(data.invite)}` : "";

/** @param {string} key @param {Params} [params] @param {string} [part] of the words of the house */
export const tell = (key, params, part = "match") => say(words, `${part}.${key}`, params, seats);
/** A sentence whose holes are filled with texts as they are: moments, spans, lists of names.
 * @param {string} key @param {Record<string, string>} parts */
export const tellWith = (key, parts) =>
  (words.match[key] ?? key).replace(/\{(\w+)\}/g, (whole, name) =>
    name in parts ? `\u2068${parts[name]}\u2069` : whole,
  );
/** @param {string} path */
export const api = (path) => `/api/matches/${card.id}${path}${query}`;

/* frame: the newest; shown: the one on the board, which may be a past one, and then shownSeq is its seq. */
/** @type {{frame: Frame, shown: Frame, shownSeq: number | null, board: Mounted | null, aborted: boolean}} */
export const now = {frame: data.frame, shown: data.frame, shownSeq: null, board: null, aborted: false};
/** The reader's own seat; null in the gallery. */
export const mySeat = data.frame.eye;

export const isAborted = () => data.card.status === "aborted" || now.aborted;
export const isOver = () => now.frame.winners !== null || isAborted();
export const isMyTurn = () => now.frame.decision !== null && now.shown === now.frame;
