// @ts-check
/* Pauses that are ended, a seat that is taken back, a return match. */

import {newId} from "../ids.js";
import {el} from "../kit/elements.js";
import {get, post} from "../post.js";
import {onPauses, pauseReasons} from "./clocks.js";
import {api, data, isOver, maybe, query, tell} from "./page.js";
import {announce, complain} from "./speaking.js";

/** @import {Problem} from "../types.js" */

const LOOK_AGAIN_MS = [5000, 5000, 10_000, 10_000, 20_000, 30_000];
let looks = 0;

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
  drawRematch();
}

/** Where people sat, the end leads to a return match; whoever asks first opens the table, and the others see it. */
function drawRematch() {
  const place = maybe("rematch");
  if (!place || !isOver()) return;
  place.hidden = false;
  const there = data.card.rematch;
  if (there && !place.dataset.there) {
    place.dataset.there = there;
    const link = el("a", {class: "button small primary", href: `/tables/${there}${query}`, text: tell("rematch_go")});
    place.replaceChildren(el("span", {text: tell("rematch_there")}), link);
    announce(tell("rematch_there"));
  } else if (!there && !place.children.length) {
    const button = el("button", {class: "button small primary", type: "button", text: tell("rematch")});
    button.addEventListener("click", openRematch);
    place.replaceChildren(button);
    setTimeout(lookForRematch, LOOK_AGAIN_MS[0]);
  }
}

async function openRematch() {
  const table = await act("/rematch");
  if (table) location.href = `/tables/${table.id}${table.invite ? `?invite=${table.invite}` : ""}`;
}

async function lookForRematch() {
  if (document.visibilityState === "visible") {
    const response = await get(api("")).catch(() => null);
    if (response?.ok) data.card.rematch = (await response.json()).rematch;
    drawRematch();
  }
  looks += 1;
  const wait = LOOK_AGAIN_MS[Math.min(looks, LOOK_AGAIN_MS.length - 1)];
  if (!data.card.rematch) setTimeout(lookForRematch, wait);
}

export function startAway() {
  maybe("pause-end")?.addEventListener("click", () => act("/pause-end"));
  maybe("come-back")?.addEventListener("click", async () => {
    if (await act("/return")) location.reload(); // the seat's name and all that hangs on it change
  });
  onPauses(drawAway);
  drawAway();
}
