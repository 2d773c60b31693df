// @ts-check
/* Asks the house for the position after a line of moves: the page knows no rules. */

import {post} from "../post.js";

/** @import {Frame} from "../types.js" */
/** @import {Ply} from "./tree.js" */

/** What luck gave after a move of the line, by its index; null: before the first.
 * @typedef {{label: string, out: string[], after: number | null}} Drawn */
/** @typedef {{frame: Frame, moves: Record<string, string[]>, drawn: Drawn[], imagined?: boolean}} Tried */
/** Where one begins: a match and a step, or a position; `eyes`: any eye may be asked for.
 * @typedef {{body: object, query?: string, match?: string, eyes: boolean, seed?: string}} Start */

let decisions = 0; // rises with every frame: a board tells questions apart by it

/** The position after a line, seen by whoever is to move there, who may answer.
 * @param {Start} start @param {Ply[]} line @param {number | null} guess who will be to move
 * @returns {Promise<{frame: Frame, mover: number | null, drawn: Drawn[], imagined: boolean}>} */
export async function tried(start, line, guess) {
  let answer = await ask(start, line, guess);
  const seats = Object.keys(answer.moves).map(Number);
  const mover = guess !== null && seats.includes(guess) ? guess : (seats[0] ?? null);
  if (start.eyes && mover !== null && mover !== answer.frame.eye) answer = await ask(start, line, mover);
  decisions += 1;
  const moves = mover === null ? null : answer.moves[mover];
  const asked = {moves, decision: mover === null ? null : decisions, eye: mover ?? answer.frame.eye};
  const frame = {...answer.frame, ...asked, match: start.match ?? "", deadline: null, fingerprint: ""};
  return {frame, mover, drawn: answer.drawn, imagined: answer.imagined === true};
}

/** @param {Start} start @param {Ply[]} line @param {number | null} eye @returns {Promise<Tried>} */
function ask(start, line, eye) {
  const looking = start.eyes ? {eye: eye ?? "gallery"} : {};
  const luck = start.seed ? {seed: start.seed} : {};
  return post(`/api/tries${start.query ?? ""}`, {...start.body, ...looking, ...luck, line});
}
