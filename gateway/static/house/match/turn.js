// @ts-check
/* Whose turn it is or who has won: above the board, in the title, beside each player. */

import {tellAll} from "../home/line.js";
import {drawNext} from "../home/next.js";
import {number} from "../kit/words.js";
import {drawEnd, howEnded} from "./ending.js";
import {drawMoveLine} from "./moveline.js";
import {at, data, isAborted, isMyTurn, isOver, maybe, now, seats, tell, texts, words} from "./page.js";
import {resultText, turnOf} from "./sentences.js";

/** @import {Frame} from "../types.js" */

/** @param {Frame} frame */
export function turnText(frame) {
  const wording = {words, texts, seats};
  if (frame.winners !== null) return resultText(frame, data.frame.eye, wording, howEnded(frame));
  if (isAborted() && frame === now.frame) return tell("aborted");
  if (frame.decision !== null && frame === now.frame) return tell("your_turn");
  return turnOf(frame.to_act, wording);
}

export function drawTurn() {
  const turn = at("turn");
  const over = isOver();
  turn.textContent = turnText(now.shown);
  turn.classList.toggle("mine", isMyTurn());
  drawTitle();
  for (const row of at("players").children) if (row instanceof HTMLElement) drawPlayer(row);
  for (const name of ["resign", "end-bots"]) {
    const form = maybe(name);
    if (form) form.hidden = over;
  }
  if (over) document.body.dataset.over = "true";
  drawMoveLine();
  drawNext();
  drawEnd();
}

/** The reader's other tabs hear that this match waits for somebody else now. */
export function tellAnswered() {
  if (now.frame.decision === null) tellAll({thing: "answered", data: {match: data.card.id}});
}

function drawTitle() {
  const ahead = now.frame.decision !== null ? `${tell("your_turn")} · ` : "";
  document.title = document.title.replace(/^.*?(?=[^·]+ · [^·]+$)/, ahead);
}

/** @param {HTMLElement} row */
function drawPlayer(row) {
  const seat = Number(row.dataset.seat);
  const score = row.querySelector("b");
  row.classList.toggle("acting", now.shown.to_act.includes(seat));
  row.classList.toggle("won", Boolean(now.shown.winners?.includes(seat)));
  if (score) score.textContent = number(now.shown.scores[seat] ?? 0);
}
