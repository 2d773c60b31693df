// @ts-check
/* The page of the analysis: board and history bar, trying out, what the computer thinks, playing on. */

import {Computer} from "./analysis/computer.js";
import {draw} from "./analysis/drawing.js";
import {Trying} from "./analysis/trying.js";
import {keyOf} from "./kit/keys.js";
import {history} from "./match/history.js";
import {at, card, data, lang, maybe, now, seats, tell, texts, words} from "./match/page.js";
import {Replay} from "./match/replay.js";
import {announce, complain} from "./match/speaking.js";

/** @import {Frame, Mount} from "./types.js" */

const TYPING = "input:not([type=range]), textarea, select, dialog";

/** A step of the match: nothing can be answered, and what was tried is left.
 * @param {Frame} frame @param {number | null} seq */
function show(frame, seq) {
  [now.shown, now.shownSeq] = [frame, seq];
  complain();
  trying.end();
  draw({...frame, decision: null, moves: null}, !replay.playing);
  const field = maybe("fork-seq");
  if (field instanceof HTMLInputElement) field.value = String(frame.seq);
}

/** @type {{mount: Mount}} */
const {mount} = await import(`/shelf/${card.game}/board.js`);
const trying = new Trying({
  show: (frame) => draw(frame, true),
  leave: () => draw({...now.shown, decision: null, moves: null}, true),
  here: () => now.shown.seq,
});
const replay = new Replay();
const {look, eye, far} = replay;
const quiet = () => replay.playing;
const steps = history({tell, first: data.first, look, show, now: () => now.frame, announce, complain, eye, far, quiet});

/** The position in which a move was made.
 * @param {number} seq */
function before(seq) {
  const known = replay.seqs();
  return steps.to(Math.max(0, known.indexOf(seq) - 1));
}

const computer = new Computer({before, tryOut: (seat, move) => trying.begin([[seat, move]])});

/** @param {KeyboardEvent} event */
function onKey(event) {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.target instanceof Element && event.target.closest(TYPING)) return;
  const key = keyOf(event);
  if (key === "m") computer.go(event.shiftKey ? -1 : 1);
  else if (key === "t" && !trying.active) trying.begin();
  else if (key === "Escape" && trying.active) trying.end();
}

at("board").replaceChildren();
const send = (/** @type {string} */ move) => trying.send(move);
now.board = mount(at("board"), {frame: now.frame, texts, send, announce, seats, lang, words: words.board});
show(now.frame, null);
await replay.start(steps, mount);
await steps.asked(data.asked);
trying.start();
computer.start();
document.addEventListener("keydown", onKey);
document.body.dataset.ready = "true";
