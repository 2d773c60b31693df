// @ts-check
/* The puzzle of the day: the board of ZERTZ answers moves that still force the win, and no others. */

import {tried} from "./analysis/asking.js";
import {plainDigits} from "./kit/keys.js";
import {isolate, say} from "./kit/words.js";
import {post} from "./post.js";

/** @import {Frame, GameTexts, HouseWords, Mount, Mounted, Problem, Receipt, Seat} from "./types.js" */
/** @import {Ply} from "./analysis/tree.js" */

/** @typedef {{id: string, position: string, seat: number, plies: number}} Puzzle */
/** @typedef {{state: string, reply: string | null, line?: string[], from?: {match: string, seq: number}}} Answer */

const GAME = "zertz";
const MOST_OFFERED = 60;
const SHOWN_MS = 900; // for each move of a line that is shown

/** @param {string} id */
function at(id) {
  const element = document.getElementById(id);
  if (!element) throw new Error(`the page has no #${id}`);
  return element;
}

/** @type {{puzzle: Puzzle, seats: Seat[], lang: string, texts: GameTexts, words: HouseWords}} */
const {puzzle, seats, lang, texts, words} = JSON.parse(at("data").textContent ?? "");
const tell = (/** @type {string} */ key, params = {}) => say(words, `puzzle.${key}`, params, seats);
const field = () => /** @type {HTMLInputElement} */ (at("puzzle-move"));
const start = {body: {game: GAME, position: puzzle.position}, eyes: false};

/** @type {Ply[]} */
let line = [];
/** @type {Frame | null} */
let frame = null;
/** @type {Mounted | null} */
let board = null;
let done = false;

const own = () => line.filter(([seat]) => seat === puzzle.seat).map(([, move]) => move);
const other = 1 - puzzle.seat;

/** Puts the position after a line on the board.
 * @param {Ply[]} next @param {{hurry?: boolean}} [options] */
async function to(next, {hurry = false} = {}) {
  const seat = next.length % 2 ? other : puzzle.seat;
  const result = await tried(start, next, seat);
  line = next;
  frame = result.frame;
  const shown = done ? {...frame, decision: null, moves: null} : frame;
  if (board) board.update(shown, {hurry});
  else board = await mountBoard(shown);
  at("puzzle-line").textContent = line.map(([, move]) => isolate(move)).join("  ");
  at("puzzle-again").hidden = !line.length;
  at("puzzle-form").hidden = done;
  at("puzzle-give-up").hidden = done;
  complete();
}

/** @param {Frame} shown */
async function mountBoard(shown) {
  /** @type {{mount: Mount}} */
  const {mount} = await import(`/shelf/${GAME}/board.js`);
  at("board").replaceChildren();
  return mount(at("board"), {frame: shown, texts, send, seats, lang, words: words.board});
}

/** @param {string} text */
function speak(text) {
  at("puzzle-told").textContent = text;
}

/** @param {string} move @returns {Promise<Receipt>} */
async function send(move) {
  /** @type {Ply[]} */
  const played = [...line, [puzzle.seat, move]];
  const answer = await ask({moves: [...own(), move]}, move);
  if (answer.state === "wrong") {
    speak(tell("wrong"));
    await to(line, {hurry: true}); // the question stands as before
    return {seq: 0};
  }
  if (answer.state === "solved") finish(answer, tell("solved"));
  await to(answer.reply ? [...played, [other, answer.reply]] : played);
  if (answer.reply) speak(tell("right", {reply: isolate(answer.reply)}));
  return {seq: 0};
}

/** @param {object} body @param {string} move @returns {Promise<Answer>} */
async function ask(body, move) {
  try {
    return await post(`/api/puzzles/${puzzle.id}/answers`, body);
  } catch (problem) {
    const {error} = /** @type {Problem} */ (problem);
    speak(error === "illegal-move" ? tell("illegal", {move: isolate(move)}) : tell("failed"));
    throw problem;
  }
}

/** @param {Answer} answer @param {string} text */
function finish(answer, text) {
  done = true;
  speak(text);
  const link = /** @type {HTMLAnchorElement} */ (at("puzzle-from"));
  if (!answer.from) return;
  link.href = `/matches/${answer.from.match}?seq=${answer.from.seq}`;
  link.hidden = false;
}

async function giveUp() {
  const answer = await ask({moves: own(), give_up: true}, "").catch(() => null);
  if (!answer) return;
  finish(answer, tell("told"));
  at("puzzle-told").focus();
  const moves = answer.line ?? [];
  for (let n = 0; n <= moves.length; n += 1) {
    await to(moves.slice(0, n).map((move, ply) => [ply % 2 ? other : puzzle.seat, move]));
    if (n < moves.length) await new Promise((resolve) => setTimeout(resolve, SHOWN_MS));
  }
  at("puzzle").dataset.shown = "true";
}

function complete() {
  const begun = plainDigits(field().value).trim().toLowerCase();
  const fit = (frame?.moves ?? []).filter((move) => move.toLowerCase().startsWith(begun)).slice(0, MOST_OFFERED);
  at("puzzle-moves").replaceChildren(...fit.map((value) => Object.assign(document.createElement("option"), {value})));
}

/** @param {Event} event */
async function onSubmit(event) {
  event.preventDefault();
  const typed = plainDigits(field().value).trim();
  if (!typed || done) return;
  field().value = "";
  const move = frame?.moves?.find((listed) => listed.toLowerCase() === typed.toLowerCase()) ?? typed;
  await send(move).catch(() => {
    field().value ||= typed;
  });
}

at("puzzle-form").addEventListener("submit", onSubmit);
field().addEventListener("input", complete);
at("puzzle-again").addEventListener("click", () => {
  if (!done) speak(tell("find"));
  to([], {hurry: true});
});
at("puzzle-give-up").addEventListener("click", giveUp);
await to([]);
document.body.dataset.ready = "true";
