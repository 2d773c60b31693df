/* Asks for one of a few things in a modal dialog. */

import {el} from "./elements.js";

export function ask({title, text = null, options, cancel = null}) {
  const risky = options.some((one) => one.kind === "danger");   // then Enter, pressed once more, must not do it
  return new Promise((resolve) => {
    const close = (value) => { answer = value; dialog.close(); };
    let answer = null;
    const dialog = el("dialog", {class: "choice", "aria-label": title},
      el("h3", {text: title}), text && el("p", {text}),
      el("div", {class: "options"},
        options.map((one) => el("button", {class: `button ${one.kind ?? ""}`, type: "button", onclick: () => close(one.value),
          data: {value: one.value}}, one.icon, one.label)),
        cancel && el("button", {class: "button quiet", type: "button", text: cancel, autofocus: risky, onclick: () => close(null)})));
    dialog.addEventListener("close", () => { dialog.remove(); resolve(answer); });
    dialog.addEventListener("click", (event) => { if (event.target === dialog) close(null); });
    document.body.append(dialog);
    dialog.showModal();
  });
}
