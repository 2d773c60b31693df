// @ts-check
/* Speaks the news to screen readers, and says what went wrong. */

import {at, maybe} from "./page.js";
import {sentences} from "./sentences.js";

const TOGETHER_MS = 60; // what is said within this time is spoken as one

/** @type {string[]} */
const unsaid = [];

/** @param {string} text */
export function announce(text) {
  if (!text || unsaid.includes(text)) return;
  if (unsaid.push(text) > 1) return;
  at("spoken").textContent = "";
  setTimeout(() => {
    at("spoken").textContent = sentences(unsaid.splice(0));
  }, TOGETHER_MS);
}

/** @param {string} [text] nothing: the last complaint goes away */
export function complain(text = "") {
  at("problem").textContent = text;
  at("problem").hidden = !text;
  repeatAtMoveLine();
}

/** What stands below the board is said beside the move line, too: on a phone they are far apart. */
export function repeatAtMoveLine() {
  const status = maybe("move-told");
  if (status) status.textContent = at("problem").textContent || (at("cut").hidden ? "" : at("cut").textContent);
}
