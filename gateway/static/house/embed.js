// @ts-check
/* A match in which nobody answers: inside a page of somebody else, or brought from elsewhere. Board and history bar. */

import {number} from "./kit/words.js";
import {history} from "./match/history.js";
import {at, card, data, lang, maybe, now, seats, tell, texts, words} from "./match/page.js";
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
  drawLinks(frame);
}

/** The way to the match itself, to what else was played from here, and the move that led here.
 * @param {Frame} frame */
function drawLinks(frame) {
  const own = maybe("open-match");
  if (own instanceof HTMLAnchorElement) {
    const url = new URL(own.href);
    for (const name of ["seq", "eye"]) {
      const value = new URL(location.href).searchParams.get(name);
      if (value === null) url.searchParams.delete(name);
      else url.searchParams.set(name, value);
    }
    own.href = url.href;
  }
  const explore = maybe("explore-here");
  const {position} = /** @type {{position?: string}} */ (frame.view);
  if (explore instanceof HTMLAnchorElement && position) explore.search = String(new URLSearchParams({position}));
  for (const link of document.querySelectorAll(".moves a[data-seq]")) {
    const here = link instanceof HTMLElement && Number(link.dataset.seq) === frame.seq;
    if (here) link.setAttribute("aria-current", "step");
    else link.removeAttribute("aria-current");
  }
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
document.addEventListener("click", (event) => {
  const link = event.target instanceof Element && event.target.closest(".moves a[data-seq]");
  if (!(link instanceof HTMLElement) || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  steps.go(Number(link.dataset.seq));
});
at("board").replaceChildren();
now.board = mount(at("board"), {frame: now.frame, texts, send, announce, seats, lang, words: words.board});
show(now.frame, null);
await replay.start(steps, mount);
await steps.asked(data.asked);
document.body.dataset.ready = "true";
