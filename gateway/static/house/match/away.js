// @ts-check
/* Pauses that are ended, a seat that is taken over and taken back. */

import {newId} from "../ids.js";
import {get, post} from "../post.js";
import {onPauses, pauseReasons} from "./clocks.js";
import {api, at, isOver, maybe, mySeat, seats, tell} from "./page.js";
import {complain} from "./speaking.js";

/** @import {NewsLine, PageData, Problem} from "../types.js" */

const HOLDERS = /^house\.(substituted|taken_over|returned)$/;

/** @param {string} path @returns {Promise<any>} null: it was refused, and that is said */
async function act(path) {
  try {
    complain();
    return await post(api(path), {command_id: newId()});
  } catch (problem) {
    complain(/** @type {Problem} */ (problem).detail || tell("not_done"));
    return null;
  }
}

export function drawAway() {
  const reasons = isOver() ? [] : pauseReasons();
  const [pause, vacation] = [maybe("pause"), maybe("vacation")];
  if (pause) pause.hidden = !reasons.includes("agreement");
  if (vacation) vacation.hidden = !reasons.includes("vacation");
  const away = maybe("away");
  if (away) away.hidden = isOver();
}

/** Somebody else holds a seat now: the page has other names, and the reader's own seat another page.
 * @param {NewsLine[]} fresh @param {() => void} redraw */
export async function heardHolders(fresh, redraw) {
  const changes = fresh.filter((line) => HOLDERS.test(line.code ?? ""));
  if (!changes.length) return;
  if (changes.some((line) => line.params?.seat === mySeat)) {
    location.reload();
    return;
  }
  const answer = await get(location.href).catch(() => null);
  if (!answer?.ok) return;
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const rows = page.getElementById("players");
  /** @type {PageData} */
  const {card} = JSON.parse(page.getElementById("data")?.textContent ?? "{}");
  if (!rows || !card) return;
  for (const [seat, holder] of card.seats.entries()) Object.assign(seats[seat], holder, {name: holder.name ?? "?"});
  at("players").replaceChildren(...rows.children);
  redraw();
}

export function startAway() {
  maybe("pause-end")?.addEventListener("click", () => act("/pause-end"));
  maybe("come-back")?.addEventListener("click", async () => {
    if (await act("/return")) location.reload(); // the seat's name and all that hangs on it change
  });
  onPauses(drawAway);
  drawAway();
}
