// @ts-check
/* Plan ahead: whether a plan stands, its lines, leaving and dropping it. */

import {newId} from "../ids.js";
import {el} from "../kit/elements.js";
import {get, post} from "../post.js";
import {api, isOver, maybe, mySeat, now, query, tell} from "./page.js";
import {PlanBoard, spelled} from "./planboard.js";
import {announce, complain} from "./speaking.js";

/** @import {Problem} from "../types.js" */
/** @import {Ply} from "./lines.js" */

/** The lines of the plan that stands; null: not known yet. @type {Ply[][] | null} */
let known = null;
let drawn = "";

const stands = () => mySeat !== null && Boolean(now.frame.plans?.includes(mySeat));

async function learn() {
  const response = await get(api("/plan")).catch(() => null);
  known = response?.ok ? (await response.json()).lines : [];
  drawn = "";
  drawPlans();
}

export function drawPlans() {
  const fold = maybe("plan");
  const place = maybe("plan-state");
  if (!fold || !place) return;
  fold.hidden = isOver();
  const key = JSON.stringify([now.frame.plans, now.frame.decision !== null, known]);
  if (key === drawn) return;
  drawn = key;
  if (stands() && known === null && fold instanceof HTMLDetailsElement) learn();
  if (!stands()) known = null;
  place.replaceChildren(...rows());
}

function rows() {
  const others = (now.frame.plans ?? []).filter((seat) => seat !== mySeat);
  const status = others.map((seat) => el("p", {class: "small", text: tell("plan_others", {seat})}));
  if (stands()) status.unshift(el("p", {text: tell("plan_stands", {count: known?.length ?? 0})}));
  else status.unshift(el("p", {class: "muted small", text: tell("plan_none")}));
  const lines = (stands() ? (known ?? []) : []).map((line) => el("li", {class: "small", text: spelled(line)}));
  const asked = now.frame.decision !== null;
  const open = el("button", {class: "button small", type: "button", text: tell("plan_open"), data: {plan: "open"}});
  open.addEventListener("click", () => new PlanBoard(known ?? [], save).open().catch(() => {}));
  const drop = el("button", {class: "button small danger", type: "button", text: tell("plan_drop")});
  drop.addEventListener("click", dropPlan);
  const buttons = el("div", {class: "row"}, !asked && open, stands() && drop);
  return [
    ...status,
    el("ol", {}, ...lines),
    asked && el("p", {class: "small", text: tell("plan_asked")}),
    buttons,
  ].filter((part) => part !== false);
}

/** @param {Ply[][]} lines */
async function save(lines) {
  await post(api("/plan"), {lines, command_id: newId()}, {method: "PUT"});
  known = lines;
  drawn = "";
  announce(tell("plan_saved"));
  drawPlans();
}

async function dropPlan() {
  const command = `${query ? "&" : "?"}command_id=${newId()}`;
  try {
    await post(`${api("/plan")}${command}`, {}, {method: "DELETE"});
    announce(tell("plan_dropped_you"));
  } catch (problem) {
    complain(/** @type {Problem} */ (problem).detail || tell("not_done"));
  }
}
