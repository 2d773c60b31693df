// @ts-check
/* Asks for one of a few things in a modal dialog. */

import {el} from "./elements.js";

/** @typedef {{value: string, label: string, icon?: Node, kind?: string}} Option */
/** @typedef {{title: string, text?: string | null, options: Option[], cancel?: string | null}} Question */

/** The value of the option that was chosen; null when cancelled by Escape, backdrop or the cancel button.
 * Where an option is of kind "danger" the cancel button has the focus at first.
 * @param {Question} question @returns {Promise<string | null>} */
export function ask({title, text = null, options, cancel = null}) {
  const risky = options.some((option) => option.kind === "danger"); // then Enter, pressed once more, must not do it
  return new Promise((resolve) => {
    /** @type {string | null} */
    let answer = null;
    const close = (/** @type {string | null} */ value) => {
      answer = value;
      dialog.close();
    };
    const cancelButton =
      cancel &&
      el("button", {class: "button quiet", type: "button", text: cancel, autofocus: risky, onclick: () => close(null)});
    const dialog = el(
      "dialog",
      {class: "choice", "aria-label": title},
      el("h3", {text: title}),
      text && el("p", {text}),
    );
    dialog.append(el("div", {class: "options"}, ...options.map((option) => optionButton(option, close)), cancelButton));
    dialog.addEventListener("close", () => {
      dialog.remove();
      resolve(answer);
    });
    dialog.addEventListener("click", (event) => {
      if (event.target === dialog) close(null);
    });
    document.body.append(dialog);
    dialog.showModal();
  });
}

/** @param {Option} option @param {(value: string) => void} close */
function optionButton({value, label, icon, kind = ""}, close) {
  const props = {class: `button ${kind}`, type: "button", onclick: () => close(value), data: {value}};
  return el("button", props, icon, label);
}
