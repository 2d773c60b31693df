// @ts-check
/* Whether a move has to be confirmed before it is sent: the reader's wish, kept on this device for all games. */

import {maybe} from "./page.js";

/** @import {Confirm} from "../types.js" */

const KEY = "confirm";

/** @returns {Confirm} */
export function confirmWish() {
  const wish = kept();
  return wish === "always" || wish === "never" ? wish : "touch";
}

/** A browser may forbid its store; then the wish is as at first. */
function kept() {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}

/** @param {string} wish */
function keep(wish) {
  try {
    localStorage.setItem(KEY, wish);
  } catch {
    // the store is forbidden: nothing can be kept
  }
}

export function startConfirming() {
  const box = maybe("confirming");
  if (!box) return;
  box.hidden = false;
  for (const radio of box.querySelectorAll("input")) {
    radio.checked = radio.value === confirmWish();
    radio.addEventListener("change", () => keep(radio.value));
  }
}
