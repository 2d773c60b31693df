// @ts-check
/* The move line: a move typed in notation, completed from the legal ones. */

import {plainDigits} from "../kit/keys.js";
import {isolate} from "../kit/words.js";
import {at, isMyTurn, isOver, maybe, now, tell} from "./page.js";
import {moveOnItsWay, send} from "./sending.js";
import {announce} from "./speaking.js";

/** @import {Problem} from "../types.js" */

const MOST_OFFERED = 60;
const UNJUDGED_MS = 1500; // a move that is not judged by then is said to have been sent

const field = () => /** @type {HTMLInputElement} */ (at("move"));

export function drawMoveLine() {
  const line = maybe("moveline");
  if (!line) return;
  const mine = isMyTurn();
  const busy = mine && moveOnItsWay() !== null;
  line.hidden = isOver();
  line.setAttribute("aria-busy", String(busy));
  field().disabled = !mine;
  field().readOnly = busy; // not disabled: it keeps the focus
  const button = line.querySelector("button");
  if (button) button.disabled = !mine || busy;
  if (!mine) field().value = "";
  at("move-help").textContent = busy ? tell("move_sending", {move: moveOnItsWay() ?? ""}) : mine ? helpText() : "";
  complete();
}

function helpText() {
  const {moves} = now.frame;
  return moves ? tell("move_help", {count: moves.length}) : tell("move_help_free");
}

function complete() {
  const start = plainDigits(field().value).trim().toLowerCase();
  const offered = [];
  for (const move of now.frame.moves ?? []) {
    if (move.toLowerCase().startsWith(start)) offered.push(move);
    if (offered.length === MOST_OFFERED) break;
  }
  const options = offered.map((move) => Object.assign(document.createElement("option"), {value: move}));
  at("moves").replaceChildren(...options);
}

/** The listed move that is meant, whatever its letters' case.
 * @param {string} move */
function spelled(move) {
  const {moves} = now.frame;
  return (
    moves?.find((listed) => listed === move) ??
    moves?.find((listed) => listed.toLowerCase() === move.toLowerCase()) ??
    move
  );
}

/** @param {SubmitEvent} event */
async function onSubmit(event) {
  event.preventDefault();
  const typed = field();
  const move = plainDigits(typed.value).trim();
  if (!move || now.frame.decision === null || typed.readOnly) return;
  typed.value = ""; // at once: the next question may be open, and typed in, before the answer is back
  try {
    const receipt = await send(spelled(move));
    setTimeout(() => {
      if (now.frame.seq <= receipt.seq) announce(`${tell("move_sent")}: ${isolate(spelled(move))}`);
    }, UNJUDGED_MS);
  } catch (error) {
    announce(/** @type {Problem} */ (error).detail || tell("failed"));
    if (typed.value) return;
    typed.value = move;
    typed.select();
  }
}

/** The list of the browser offers only what holds the very signs, so Persian digits become Latin ones.
 * @param {Event} event */
function onInput(event) {
  const typed = field();
  const end = typed.selectionEnd;
  const plain = plainDigits(typed.value);
  if (plain !== typed.value && !(event instanceof InputEvent && event.isComposing)) {
    typed.value = plain;
    typed.setSelectionRange(end, end);
  }
  complete();
}

export function startMoveLine() {
  maybe("moveline")?.addEventListener("submit", (event) => onSubmit(/** @type {SubmitEvent} */ (event)));
  maybe("move")?.addEventListener("input", onInput);
}
