// @ts-check
/* A frame on the page of an analysis: the board, whose turn it is, the scores. */

import {number} from "../kit/words.js";
import {at, now, seats, texts, words} from "../match/page.js";
import {resultText, turnOf} from "../match/sentences.js";

/** @import {Frame} from "../types.js" */

/** @param {Frame} frame @param {boolean} hurry */
export function draw(frame, hurry) {
  now.board?.update(frame, {hurry});
  const wording = {words, texts, seats};
  at("turn").textContent = frame.winners === null ? turnOf(frame.to_act, wording) : resultText(frame, null, wording);
  for (const row of at("players").children) if (row instanceof HTMLElement) drawPlayer(row, frame);
}

/** @param {HTMLElement} row @param {Frame} frame */
function drawPlayer(row, frame) {
  const seat = Number(row.dataset.seat);
  const score = row.querySelector("b");
  row.classList.toggle("acting", frame.to_act.includes(seat));
  row.classList.toggle("won", Boolean(frame.winners?.includes(seat)));
  if (score) score.textContent = number(frame.scores[seat] ?? 0);
}
