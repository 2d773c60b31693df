// @ts-check
/* What a reader can do beside moving: resign, and copy a link to this moment. */

import {ask} from "../kit/ask.js";
import {post} from "../post.js";
import {api, at, maybe, now, tell} from "./page.js";
import {complain} from "./speaking.js";

/** @import {Problem} from "../types.js" */

const COPIED_MS = 2000;

/** @param {Event} event */
async function resign(event) {
  event.preventDefault();
  const sure = await ask({
    title: tell("resign_title"),
    text: tell("resign_text"),
    cancel: tell("cancel"),
    options: [{value: "yes", label: tell("resign_yes"), kind: "danger"}],
  });
  if (sure !== "yes") return;
  try {
    await post(api("/resignation"), {});
  } catch (problem) {
    complain(/** @type {Problem} */ (problem).detail || tell("failed"));
  }
}

/** @param {string} id of the button @param {boolean} moment whether the link leads to what is on the board now */
export async function share(id, moment) {
  const button = at(id);
  const link = new URL(location.href);
  const was = button.textContent;
  if (moment) link.searchParams.set("seq", String(now.shownSeq ?? now.frame.seq));
  try {
    await navigator.clipboard.writeText(link.href);
    button.textContent = tell("copied");
  } catch {
    prompt(tell("link"), link.href);
  }
  setTimeout(() => {
    button.textContent = was;
  }, COPIED_MS);
}

export function startActs() {
  maybe("resign")?.addEventListener("submit", resign);
  at("share").hidden = false;
  at("share").addEventListener("click", () => share("share", true));
}
