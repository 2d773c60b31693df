// @ts-check
/* A move that waits for the network: shown, sent when it is back, asked about where the position has changed. */

import {deliver, dropMove, isSilence, keptMove, verdict, waitingMove} from "../home/outbox.js";
import {ask} from "../kit/ask.js";
import {api, card, maybe, now, tell} from "./page.js";
import {announce, complain} from "./speaking.js";

/** @import {Problem} from "../types.js" */

const AGAIN_MS = 5000;
let busy = false;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let later;

export function drawWaiting() {
  const place = maybe("kept");
  if (!place) return;
  const move = busy ? null : waitingMove(card.id);
  place.hidden = !move;
  const text = place.querySelector("span");
  if (move && text) text.textContent = tell("kept_move", {move: move.move});
}

/** Tries to send what is kept: by itself if question and position are as they were, else the reader is asked. */
export async function sendWaiting() {
  clearTimeout(later);
  if (busy) return;
  const move = waitingMove(card.id);
  if (move && navigator.onLine) {
    busy = true;
    if (verdict(move, now.frame) === "send" || (await isWanted(move.move))) await attempt(move);
    else drop(move, tell("kept_dropped"));
    busy = false;
  }
  drawWaiting();
  if (keptMove(card.id)) later = setTimeout(sendWaiting, AGAIN_MS);
}

/** @param {import("../home/outbox.js").KeptMove} move */
async function attempt(move) {
  try {
    await deliver(move, api("/moves"));
    complain();
    announce(tell("move_sent"));
  } catch (problem) {
    const refusal = /** @type {Problem} */ (problem);
    if (!isSilence(refusal)) complain(`${tell("kept_refused")} ${refusal.detail ?? ""}`);
  }
}

/** @param {string} move */
async function isWanted(move) {
  const answer = await ask({
    title: tell("kept_title"),
    text: tell("kept_changed", {move}),
    cancel: tell("kept_drop"),
    options: [{value: "send", label: tell("kept_send"), kind: "primary"}],
  });
  return answer === "send";
}

/** @param {import("../home/outbox.js").KeptMove} move @param {string} word */
function drop(move, word) {
  dropMove(move);
  announce(word);
}

export function startWaiting() {
  maybe("kept-drop")?.addEventListener("click", () => {
    const move = keptMove(card.id);
    if (move) drop(move, tell("kept_dropped"));
    location.reload(); // the board asks anew
  });
  addEventListener("online", () => setTimeout(sendWaiting, 500));
  drawWaiting();
  if (keptMove(card.id)) later = setTimeout(sendWaiting, 500);
}
