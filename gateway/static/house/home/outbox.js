// @ts-check
/* Moves made without network: kept on this device, repeated with the same command id until answered. */

import {post} from "../post.js";

/** @import {Frame, Problem} from "../types.js" */

/** `busy`: until when (ms) some page of this browser is at it, so that no other page takes it for forgotten.
 * @typedef {{match: string, decision: number, seq: number, move: string, command_id: string,
 *   busy?: number}} KeptMove */

const PREFIX = "move:";
const BUSY_MS = 10_000; // without a word from the page that sends it

/** What becomes of a kept move: sent by itself only if question and position are as they were.
 * @param {KeptMove} move @param {Pick<Frame, "decision" | "seq">} frame @returns {"send" | "ask"} */
export const verdict = (move, frame) => (frame.decision === move.decision && frame.seq === move.seq ? "send" : "ask");

/** Whether an answer of the house settles it: everything but silence does.
 * @param {Problem} problem */
export const isSilence = (problem) => problem?.error === "no-answer" || problem?.error === undefined;

/** @param {KeptMove} move @param {Storage} [store] */
export function keepMove(move, store = localStorage) {
  try {
    store.setItem(PREFIX + move.match, JSON.stringify(move));
  } catch {
    // the store is forbidden or full: the move lives as long as the page
  }
}

/** Whether this browser keeps anything. */
export function keeps() {
  try {
    localStorage.setItem("keeps", "yes");
    return true;
  } catch {
    return false;
  }
}

/** @param {string} match @param {Storage} [store] @returns {KeptMove | null} */
export function keptMove(match, store = localStorage) {
  try {
    return JSON.parse(store.getItem(PREFIX + match) ?? "null");
  } catch {
    return null;
  }
}

/** The kept move of a match, unless a page is at it: then what becomes of it is that page's to say.
 * @param {string} match @param {Storage} [store] @returns {KeptMove | null} */
export function waitingMove(match, store = localStorage) {
  const move = keptMove(match, store);
  const left = (move?.busy ?? 0) - Date.now();
  return left > 0 && left <= BUSY_MS ? null : move; // more than that: the clock of this device was put back
}

/** @param {KeptMove} move */
const keepBusy = (move) => keepMove({...move, busy: Date.now() + BUSY_MS});

/** Forgets it, if it is that very command. @param {KeptMove} move @param {Storage} [store] */
export function dropMove(move, store = localStorage) {
  if (keptMove(move.match, store)?.command_id !== move.command_id) return;
  try {
    store.removeItem(PREFIX + move.match);
  } catch {
    // nothing was kept
  }
}

/** @param {Storage} [store] @returns {string[]} the matches that have one */
export function keptMatches(store = localStorage) {
  try {
    const keys = Array.from({length: store.length}, (_, n) => store.key(n) ?? "");
    return keys.filter((key) => key.startsWith(PREFIX)).map((key) => key.slice(PREFIX.length));
  } catch {
    return [];
  }
}

/** Sends a move; what is kept goes with the answer. Rejects with what the house says.
 * @param {KeptMove} move @param {string} url @param {() => void} [retry] @returns {Promise<any>} */
export async function deliver(move, url, retry = () => {}) {
  const {decision, move: text, command_id} = move;
  const isKept = () => keptMove(move.match)?.command_id === command_id;
  keepBusy(move);
  const again = () => {
    if (isKept()) keepBusy(move);
    retry();
  };
  try {
    const receipt = await post(url, {decision, move: text, command_id}, {retry: again});
    dropMove(move);
    return receipt;
  } catch (problem) {
    if (!isSilence(/** @type {Problem} */ (problem))) dropMove(move);
    else if (isKept()) keepMove({...move, busy: 0});
    throw problem;
  }
}

/** Moves of other matches, on any page: sent if nothing has changed; the rest waits for its own page.
 * @param {string | null} except the match whose page this is */
export async function flush(except) {
  for (const match of keptMatches()) {
    const move = waitingMove(match);
    if (!move || match === except) continue;
    const response = await fetch(`/api/matches/${match}/frame`, {cache: "no-store"}).catch(() => null);
    if (!response?.ok || verdict(move, await response.json()) === "ask") continue;
    await deliver(move, `/api/matches/${match}/moves`).catch(() => {});
  }
}
