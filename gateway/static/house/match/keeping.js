// @ts-check
/* A quiet word to guests, once they have made a move: how to keep the account, and a link that leads back. */

import {keep, kept} from "../home/wishes.js";
import {maybe, now} from "./page.js";

const KEY = "guest-word";

/** Whoever is asked for the second time has moved, and whoever is not asked may have.
 * @param {boolean} [moved] */
export function drawKeeping(moved = false) {
  const word = maybe("keep-word");
  if (!word?.hidden) return;
  word.hidden = kept(KEY) === "later" || !(moved || (now.frame.decision ?? 0) > 1);
}

export function startKeeping() {
  const word = maybe("keep-word");
  const later = maybe("keep-later");
  if (!word || !later) return;
  word.hidden = true;
  later.hidden = false;
  later.addEventListener("click", () => {
    word.hidden = true;
    keep(KEY, "later");
  });
  drawKeeping();
}
