// @ts-check
/* Whether a move has to be confirmed before it is sent: the reader's wish, kept with the account for all games. */

import {data, maybe, tell} from "./page.js";
import {complain} from "./speaking.js";

/** @import {Confirm} from "../types.js" */

/** @type {Confirm} */
let wish = data.confirm ?? "touch";

export const confirmWish = () => wish;

/** @param {HTMLInputElement} radio */
async function keep(radio) {
  wish = /** @type {Confirm} */ (radio.value);
  const token = document.querySelector("input[name=csrfmiddlewaretoken]");
  const body = new URLSearchParams({confirm: wish});
  if (token instanceof HTMLInputElement) body.set("csrfmiddlewaretoken", token.value);
  const answer = await fetch("/me/confirm", {method: "POST", body}).catch(() => null);
  complain(answer?.ok ? "" : tell("not_done"));
}

export function startConfirming() {
  const box = maybe("confirming");
  if (!box) return;
  box.hidden = false;
  for (const radio of box.querySelectorAll("input")) {
    radio.checked = radio.value === wish;
    radio.addEventListener("change", () => keep(radio));
  }
}
