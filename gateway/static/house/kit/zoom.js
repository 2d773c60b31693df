/* Pan and zoom of a large board by its viewBox: wheel, pinch, drag, keys, buttons. */

import {el} from "./elements.js";
import {keyOf} from "./keys.js";

const box = (drawing) => { const {x, y, width, height} = drawing.viewBox.baseVal; return {x, y, width, height}; };
const clamp = (value, low, high) => Math.min(Math.max(value, low), high);

export function zoom(drawing, {words = {in: "+", out: "−", fit: "□"}, most = 6} = {}) {
  let outer = box(drawing), seen = {...outer};
  const fingers = new Map();
  let pinch = null, dragged = false;
  const near = () => outer.width / seen.width;

  function show() {
    const width = clamp(seen.width, outer.width / most, outer.width), height = width * outer.height / outer.width;
    seen = {width, height,
      x: clamp(seen.x, outer.x, outer.x + outer.width - width), y: clamp(seen.y, outer.y, outer.y + outer.height - height)};
    drawing.setAttribute("viewBox", `${seen.x} ${seen.y} ${seen.width} ${seen.height}`);
    drawing.style.touchAction = near() > 1.01 ? "none" : "pan-y";
  }

  function scale(factor, at) {
    const width = clamp(seen.width / factor, outer.width / most, outer.width), k = width / seen.width;
    const {x, y} = at ?? {x: seen.x + seen.width / 2, y: seen.y + seen.height / 2};
    seen = {x: x - (x - seen.x) * k, y: y - (y - seen.y) * k, width, height: seen.height * k};
    show();
  }

  function units(clientX, clientY) {
    const area = drawing.getBoundingClientRect(), k = seen.width / area.width;
    return {x: seen.x + (clientX - area.left) * k, y: seen.y + (clientY - area.top) * k, k};
  }

  function onwheel(event) {
    if (!event.ctrlKey && !event.metaKey) return;
    event.preventDefault();
    scale(Math.exp(-event.deltaY * 0.004), units(event.clientX, event.clientY));
  }

  function ondown(event) {
    fingers.set(event.pointerId, {x: event.clientX, y: event.clientY});
    if (fingers.size === 1) dragged = false;
    pinch = fingers.size === 2 ? spread() : null;
  }

  function spread() {
    const [a, b] = [...fingers.values()];
    return {way: Math.hypot(a.x - b.x, a.y - b.y), x: (a.x + b.x) / 2, y: (a.y + b.y) / 2};
  }

  function onmove(event) {
    const last = fingers.get(event.pointerId);
    if (!last || event.defaultPrevented) return;
    const dx = event.clientX - last.x, dy = event.clientY - last.y;
    if (fingers.size === 1 && near() > 1.01 && (dragged || Math.hypot(dx, dy) > 6)) {
      dragged = true;
      const {k} = units(0, 0);
      seen = {...seen, x: seen.x - dx * k, y: seen.y - dy * k};
      show();
    }
    if (fingers.size !== 1 || dragged) fingers.set(event.pointerId, {x: event.clientX, y: event.clientY});
    if (fingers.size === 2 && pinch) {
      const now = spread();
      scale(now.way / pinch.way, units(now.x, now.y));
      pinch = now;
      dragged = true;
    }
  }

  function onup(event) {
    fingers.delete(event.pointerId);
    pinch = null;
  }

  function onclick(event) {
    if (dragged) { event.stopPropagation(); event.preventDefault(); dragged = false; }
  }

  function onkey(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const key = keyOf(event);
    if (key === "+" || key === "=") scale(1.4);
    else if (key === "-") scale(1 / 1.4);
    else if (key === "0") fit();
    else return;
    event.preventDefault();
  }

  function fit() { seen = {...outer}; show(); }

  const button = (sign, label, act) =>
    el("button", {class: "button icon small", type: "button", "aria-label": label, title: label, text: sign, onclick: act});
  const bar = el("div", {class: "kit-zoom"},
    button("+", words.in, () => scale(1.4)), button("−", words.out, () => scale(1 / 1.4)), button("⤢", words.fit, fit));
  const frame = drawing.parentElement;
  frame.append(bar);
  const mine = {pointerdown: ondown, pointermove: onmove};
  for (const [name, handler] of Object.entries(mine)) drawing.addEventListener(name, handler);
  drawing.addEventListener("wheel", onwheel, {passive: false});
  drawing.addEventListener("click", onclick, true);
  frame.addEventListener("keydown", onkey);
  for (const name of ["pointerup", "pointercancel"]) window.addEventListener(name, onup);
  show();

  return {
    bounds(next) { const far = near() <= 1.01; outer = {...next}; if (far) fit(); else show(); },
    reveal(part) {
      const room = {x: part.x - part.width / 2, y: part.y - part.height / 2, width: part.width * 2, height: part.height * 2};
      if (near() <= 1.01) return;
      seen.x = clamp(seen.x, room.x + room.width - seen.width, room.x);
      seen.y = clamp(seen.y, room.y + room.height - seen.height, room.y);
      show();
    },
    fit,
    destroy() {
      bar.remove();
      for (const [name, handler] of Object.entries(mine)) drawing.removeEventListener(name, handler);
      drawing.removeEventListener("wheel", onwheel);
      drawing.removeEventListener("click", onclick, true);
      frame.removeEventListener("keydown", onkey);
      for (const name of ["pointerup", "pointercancel"]) window.removeEventListener(name, onup);
    },
  };
}
