// @ts-check
/* The end of a match: a panel over the board with who won and how, the points by part, and what can be done next. */

import {makeEntropy} from "../entropy.js";
import {onHome} from "../home/line.js";
import {newId} from "../ids.js";
import {el} from "../kit/elements.js";
import {number} from "../kit/words.js";
import {get, post} from "../post.js";
import {share} from "./acts.js";
import {api, at, data, isAborted, isOver, maybe, mySeat, now, seats, tell, texts, words} from "./page.js";
import {outcome, reasonText} from "./sentences.js";
import {announce, complain} from "./speaking.js";

/** @import {Ending, Frame, Problem} from "../types.js" */

const LOOK_AGAIN_MS = [5000, 5000, 10_000, 10_000, 20_000, 30_000];
const wording = {words, texts, seats};
let looks = 0;
let looking = false;
/** The reader wants to see the board instead. */
let closed = false;
/** The end was drawn, and its numbers stand. */
let filled = false;

/** The sentence of the game about how it ended; empty where it has none.
 * @param {Frame} frame */
export const howEnded = (frame) => summed(frame).how;

/** @param {Frame} frame @returns {Ending} */
const summed = (frame) => now.board?.endingOf?.(frame) ?? {how: "", parts: []};

/** Shows the panel once the last move has been seen, and only over the end of the match. */
export function drawEnd() {
  const wanted = () => isOver() && now.shownSeq === null && !closed;
  const show = () => {
    if (wanted() && !filled) fill();
    const hidden = !wanted();
    if (at("end").hidden !== hidden) at("end").hidden = hidden;
    at("end-open").hidden = !isOver() || !hidden;
  };
  if (!wanted() || !now.board?.whenStill) show();
  else now.board.whenStill(show);
}

function fill() {
  filled = true;
  const {frame} = now;
  const {how, parts} = summed(frame);
  const over = frame.winners;
  at("end-title").textContent = over === null ? tell("aborted") : outcome(over, mySeat, wording);
  at("end-how").textContent = over === null ? "" : how || reasonText(frame, wording);
  const total = [{label: tell("score"), values: frame.scores}];
  at("end-scores").replaceChildren(scoreTable(parts.length ? parts : total));
  at("end-scores").hidden = isAborted() && over === null;
  drawRematch();
}

/** @param {Ending["parts"]} parts the last row is the sum */
function scoreTable(parts) {
  const winners = now.frame.winners ?? [];
  const heads = seats.map((holder, seat) =>
    el(
      "th",
      {scope: "col", class: winners.includes(seat) ? "won" : null},
      el("span", {class: `chip seat-${seat}`, "aria-hidden": "true"}),
      el("bdi", {text: holder.name}),
    ),
  );
  const rows = parts.map(({label, values}, n) =>
    el(
      "tr",
      {class: n === parts.length - 1 ? "sum" : null},
      el("th", {scope: "row", text: label}),
      values.map((value) => el("td", {text: number(value)})),
    ),
  );
  const corner = el("td", {}, el("span", {class: "visually-hidden", text: tell("end_part")}));
  return el("table", {}, el("thead", {}, el("tr", {}, corner, heads)), el("tbody", {}, rows));
}

/* -- the rematch -- */

/** Where people sat: whoever asks first opens the table, the others see it, and asking seats them there. */
function drawRematch() {
  const place = maybe("rematch");
  if (!place || !isOver()) return;
  place.hidden = false;
  const there = data.card.rematch;
  if (place.dataset.there === String(there)) return;
  place.dataset.there = String(there);
  const button = el("button", {class: "button primary", type: "button", onclick: openRematch});
  button.textContent = tell(there ? "rematch_go" : "rematch");
  place.replaceChildren(...(there ? [el("span", {text: tell("rematch_there")})] : []), button);
  if (there) announce(tell("rematch_there"));
  else setTimeout(keepLooking, LOOK_AGAIN_MS[0]);
}

async function openRematch() {
  try {
    complain();
    const table = await askForRematch();
    location.href = `/tables/${table.id}${table.invite ? `?invite=${table.invite}` : ""}`;
  } catch (problem) {
    complain(/** @type {Problem} */ (problem).detail || tell("not_done"));
  }
}

/** Whoever opens the table has the house bound to its seed first; who sits down sees the seed bound there. */
async function askForRematch() {
  const bound = data.card.rematch ? {} : {match: (await post("/api/commitments", {})).match};
  const asked = {command_id: newId(), entropy: makeEntropy(), ...bound};
  return post(api("/rematch"), asked).catch(async (problem) => {
    if (problem.error !== "commitment-gone") throw problem;
    return post(api("/rematch"), {command_id: newId(), entropy: makeEntropy()}); // the other side was quicker
  });
}

async function lookForRematch() {
  if (looking || data.card.rematch || !maybe("rematch") || !isOver()) return;
  looking = true;
  const response = await get(api("")).catch(() => null);
  if (response?.ok) data.card.rematch = (await response.json()).rematch;
  looking = false;
  drawRematch();
}

/** Who has asked not to hear of invitations finds it, too. */
async function keepLooking() {
  if (document.visibilityState === "visible") await lookForRematch();
  looks += 1;
  const wait = LOOK_AGAIN_MS[Math.min(looks, LOOK_AGAIN_MS.length - 1)];
  if (!data.card.rematch) setTimeout(keepLooking, wait);
}

/** @param {boolean} close */
function setClosed(close) {
  closed = close;
  drawEnd();
  at(close ? "end-open" : "end-close").focus();
}

/** @param {{to: (index: number) => Promise<unknown>}} steps */
export function startEnding(steps) {
  for (const id of ["end-close", "review", "end-share"]) at(id).hidden = false;
  at("end-close").addEventListener("click", () => setClosed(true));
  at("end-open").addEventListener("click", () => {
    if (now.shownSeq !== null) at("to-now").click();
    setClosed(false);
  });
  at("end").addEventListener("keydown", (event) => {
    if (event.key === "Escape") setClosed(true);
  });
  at("review").addEventListener("click", async () => {
    closed = true;
    await steps.to(0);
    at("step").focus();
  });
  at("end-share").addEventListener("click", () => share("end-share", false));
  onHome((_home, {thing}) => {
    if (thing === "invitation" || thing === "start") lookForRematch();
  });
  drawEnd();
}
