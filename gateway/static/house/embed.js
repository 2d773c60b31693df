// @ts-check
/* A match inside a page of somebody else: the board and the history bar, nothing to answer. */

import {number} from "./kit/words.js";
import {history} from "./match/history.js";
import {at, card, data, lang, now, seats, tell, texts, words} from "./match/page.js";
import {Replay} from "./match/replay.js";
import {resultText, turnOf} from "./match/sentences.js";
import {announce, complain} from "./match/speaking.js";

/** @import {Frame, Mount} from "./types.js" */

/** @param {Frame} frame @param {number | null} seq */
function show(frame, seq) {
  [now.shown, now.shownSeq] = [frame, seq];
  complain();
  now.board?.update({...frame, decision: null, moves: null}, {hurry: !replay.playing});
  const wording = {words, texts, seats};
  at("turn").textContent = frame.winners === null ? turnOf(frame.to_act, wording) : resultText(frame, null, wording);
  for (const row of at("players").children) if (row instanceof HTMLElement) drawPlayer(row, frame);
  const link = /** @type {HTMLAnchorElement} */ (at("open-match"));
  const url = new URL(link.href);
  for (const name of ["seq", "eye"]) {
    const value = new URL(location.href).searchParams.get(name);
    if (value === null) url.searchParams.delete(name);
    else url.searchParams.set(name, value);
  }
  link.href = url.href;
}

/** @param {HTMLElement} row @param {Frame} frame */
function drawPlayer(row, frame) {
  const seat = Number(row.dataset.seat);
  const score = row.querySelector("b");
  row.classList.toggle("acting", frame.to_act.includes(seat));
  row.classList.toggle("won", Boolean(frame.winners?.includes(seat)));
  if (score) score.textContent = number(frame.scores[seat] ?? 0);
}

/** @type {{mount: Mount}} */
const {mount} = await import(`/shelf/${card.game}/board.js`);
const replay = new Replay();
const {look, eye, far} = replay;
const quiet = () => replay.playing;
const steps = history({tell, first: data.first, look, show, now: () => now.frame, announce, complain, eye, far, quiet});
const send = () => Promise.reject({});
at("board").replaceChildren();
now.board = mount(at("board"), {frame: now.frame, texts, send, announce, seats, lang, words: words.board});
show(now.frame, null);
await replay.start(steps, mount);
await steps.asked(data.asked);
document.body.dataset.ready = "true";
