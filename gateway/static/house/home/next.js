// @ts-check
/* Next: leads to the next match that asks the reader; by a link, and by the key N. */

import {keyOf} from "../kit/keys.js";
import {present} from "./line.js";
import {nextAfter} from "./state.js";

const TYPING = "input:not([type=range]):not([type=checkbox]):not([type=radio]), textarea, select, dialog";
const here = () => location.pathname.match(/^\/matches\/([0-9a-f-]{36})/)?.[1] ?? null;

/** @param {string} match */
const addressOf = (match) => `/matches/${match}`;

export function drawNext() {
  const next = nextAfter(present(), here());
  const mine = document.querySelector("#turn.mine") !== null;
  for (const link of document.querySelectorAll("[data-next]")) {
    if (!(link instanceof HTMLAnchorElement)) continue;
    link.hidden = !next || mine;
    if (next) link.href = addressOf(next.match);
  }
}

/** @param {KeyboardEvent} event */
function onKey(event) {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
  if (event.target instanceof Element && event.target.closest(TYPING)) return;
  if (keyOf(event).toLowerCase() !== "n") return;
  const next = nextAfter(present(), here());
  if (next) location.href = addressOf(next.match);
}

export function startNext() {
  document.addEventListener("keydown", onKey);
}
