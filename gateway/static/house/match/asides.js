// @ts-check
/* Beside the match: a note to oneself, and polite phrases to the others. */

import {el} from "../kit/elements.js";
import {get, post} from "../post.js";
import {api, maybe, mySeat, tell, words} from "./page.js";
import {announce, complain} from "./speaking.js";

/** @import {Problem} from "../types.js" */

const SHOWN_MS = 20_000;
const QUIET_MS = 800; // after the last key the note is kept

/** A phrase that somebody said; it goes by itself.
 * @param {{seat: number, phrase: string}} said */
export function heardPhrase({seat, phrase}) {
  const place = maybe("said");
  const text = words.phrases[phrase];
  if (!place || !text) return;
  const line = el("li", {text: `${tell("says", {seat})} ${text}`});
  place.append(line);
  if (seat !== mySeat) announce(line.textContent ?? "");
  setTimeout(() => line.remove(), SHOWN_MS);
}

function startPhrases() {
  const place = maybe("phrases");
  place?.addEventListener("click", async (event) => {
    const button = event.target instanceof Element && event.target.closest("[data-phrase]");
    if (!(button instanceof HTMLElement)) return;
    try {
      complain();
      await post(api("/phrases"), {phrase: button.dataset.phrase});
    } catch (problem) {
      complain(/** @type {Problem} */ (problem).detail || tell("not_done"));
    }
  });
}

function startNote() {
  const fold = maybe("note");
  const field = maybe("note-text");
  const status = maybe("note-told");
  if (!(fold instanceof HTMLDetailsElement) || !(field instanceof HTMLTextAreaElement) || !status) return;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let later;
  const write = async () => {
    const kept = await post(api("/note"), {text: field.value}, {method: "PUT"}).catch(() => null);
    status.textContent = tell(kept ? "note_kept" : "note_failed");
  };
  fold.addEventListener("toggle", async () => {
    const response = fold.open && !field.value ? await get(api("/note")).catch(() => null) : null;
    if (response?.ok && !field.value) field.value = (await response.json()).text;
  });
  field.addEventListener("input", () => {
    status.textContent = "";
    clearTimeout(later);
    later = setTimeout(write, QUIET_MS);
  });
}

export function startAsides() {
  startPhrases();
  startNote();
}
