// @ts-check
/* Luck that this browser takes part in: 32 random bytes go along when a table is opened or a seat is taken.

   The house binds itself first: a table's seed commitment is asked for before the bytes are made. */

import {post} from "./post.js";

const BYTES = 32;

export function makeEntropy() {
  const bytes = crypto.getRandomValues(new Uint8Array(BYTES));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** @param {HTMLFormElement} form @param {string} name @param {string} value */
function setField(form, name, value) {
  const known = form.elements.namedItem(name);
  const field = known instanceof HTMLInputElement ? known : document.createElement("input");
  if (field !== known) form.append(Object.assign(field, {type: "hidden", name}));
  field.value = value;
}

// Without an answer the form goes as it is: a match without this browser's bytes is better than none, and it says so.
/** @param {HTMLFormElement} form */
async function fill(form) {
  if (form.dataset.entropy === "open") {
    const bound = await post("/api/commitments", {});
    setField(form, "match", bound.match);
  }
  setField(form, "entropy", makeEntropy());
}

document.addEventListener("submit", async (event) => {
  const form = event.target;
  if (!(form instanceof HTMLFormElement) || !form.dataset.entropy || form.dataset.bound) return;
  event.preventDefault();
  const button = event.submitter instanceof HTMLButtonElement ? event.submitter : null;
  if (form.dataset.binding) return;
  form.dataset.binding = "true";
  try {
    await fill(form);
  } catch {
    /* said by the match page: none was sent */
  }
  form.dataset.bound = "true";
  if (button?.name) setField(form, button.name, button.value);
  form.submit();
});

/* A page that comes back from the browser's store asks anew. */
addEventListener("pageshow", () => {
  /** @type {NodeListOf<HTMLFormElement>} */
  const forms = document.querySelectorAll("form[data-entropy]");
  for (const form of forms) {
    delete form.dataset.bound;
    delete form.dataset.binding;
  }
});
