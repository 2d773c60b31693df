// @ts-check
/* Pauses that are ended, a seat that is taken back. */

import {newId} from "../ids.js";
import {post} from "../post.js";
import {onPauses, pauseReasons} from "./clocks.js";
import {api, isOver, maybe, tell} from "./page.js";
import {complain} from "./speaking.js";

/** @import {Problem} from "../types.js" */

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

export function startAway() {
  maybe("pause-end")?.addEventListener("click", () => act("/pause-end"));
  maybe("come-back")?.addEventListener("click", async () => {
    if (await act("/return")) location.reload(); // the seat's name and all that hangs on it change
  });
  onPauses(drawAway);
  drawAway();
}
