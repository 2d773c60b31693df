/* The sand timer: an hourglass that empties towards a moment, and the time left in figures. */

import {calm, el, houseNow, number, svg} from "/static/house/kit.js";

export function clock(ms) {
  const tenths = Math.max(0, Math.ceil(ms / 1000));
  const digits = (value) => number(value);
  const rest = tenths % 60;
  return `${digits(Math.floor(tenths / 60))}:${rest < 10 ? digits(0) : ""}${digits(rest)}`;
}

/* sand(root) -> {set({until, span, label}), stop()}: `until` in ms of the house's clock, null when none runs. */
export function sand(root) {
  const top = svg("path", {class: "sand-grain"}),
    heap = svg("path", {class: "sand-grain"});
  const stream = svg("path", {class: "sand-stream", d: "M20 31V52"});
  const glass = svg(
    "svg",
    {viewBox: "0 0 40 64", class: "sand-glass", "aria-hidden": "true"},
    top,
    heap,
    stream,
    svg("path", {
      class: "sand-wall",
      d: "M8 6C8 22 18 26 18 32C18 38 8 42 8 58H32C32 42 22 38 22 32C22 26 32 22 32 6Z",
    }),
    svg("path", {class: "sand-cap", d: "M5 4H35V8H5ZM5 56H35V60H5Z"}),
  );
  const figures = el("span", {class: "sand-time"}),
    word = el("span", {class: "sand-word"});
  const box = el("div", {class: "sand", role: "timer"}, glass, el("div", {class: "sand-told"}, figures, word));
  root.append(box);
  let timer = null,
    now = null;

  function draw() {
    const left = now?.until == null ? 0 : Math.max(0, now.until - houseNow());
    const share = now?.until == null ? 1 : Math.min(1, left / now.span);
    const high = 22 * share,
      low = 20 * (1 - share);
    top.setAttribute("d", `M${10 + (22 - high) * 0.36} ${30 - high}H${30 - (22 - high) * 0.36}L20.6 31H19.4Z`);
    heap.setAttribute("d", `M9 57.5H31L${20 + 11 * (1 - share)} ${57.5 - low}H${20 - 11 * (1 - share)}Z`);
    stream.style.display = left > 0 ? "" : "none";
    figures.textContent = now?.until == null ? "" : clock(left);
    box.classList.toggle("low", now?.until != null && left < 15000);
    if (left <= 0 && timer) {
      clearInterval(timer);
      timer = null;
    }
  }

  return {
    set(next) {
      now = next;
      box.hidden = !next;
      if (timer) clearInterval(timer);
      timer = null;
      if (!next) return;
      word.textContent = next.label;
      box.classList.toggle("running", next.until != null);
      draw();
      if (next.until != null) timer = setInterval(draw, calm() ? 1000 : 200);
    },
    stop() {
      if (timer) clearInterval(timer);
      timer = null;
    },
  };
}
