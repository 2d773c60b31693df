/* Drags an element with pointer events; a press that goes nowhere stays a click. */

import {point} from "./elements.js";

const LEAST_PX = 4;

export function drag(drawing, element, {start = () => true, move, drop, cancel = () => {}}) {
  let from = null, pressed = null, moving = false;
  element.style.touchAction = "none";

  function ondown(event) {
    if (event.button !== 0 || from) return;
    [from, pressed, moving] = [point(drawing, event), event, false];
    window.addEventListener("pointermove", onmove);
    window.addEventListener("pointerup", onup);
    window.addEventListener("pointercancel", onlost);
    window.addEventListener("keydown", onkey, true);
  }

  function way(event) {
    const at = point(drawing, event);
    return [at, {x: at.x - from.x, y: at.y - from.y}];
  }

  function onmove(event) {
    if (event.pointerId !== pressed.pointerId) return;
    if (!moving) {
      if (Math.hypot(event.clientX - pressed.clientX, event.clientY - pressed.clientY) < LEAST_PX) return;
      if (start(from) === false) { end(); return; }
      moving = true;
    }
    event.preventDefault();
    move(...way(event));
  }

  function onup(event) {
    if (event.pointerId !== pressed.pointerId) return;
    const was = moving, told = way(event);
    end();
    if (!was) return;
    window.addEventListener("click", swallow, {capture: true, once: true});
    setTimeout(() => window.removeEventListener("click", swallow, true));
    drop(...told);
  }

  function swallow(event) { event.stopPropagation(); event.preventDefault(); }
  function onlost() { const was = moving; end(); if (was) cancel(); }
  function onkey(event) { if (event.key === "Escape") { event.stopPropagation(); onlost(); } }

  function end() {
    [from, pressed, moving] = [null, null, false];
    window.removeEventListener("pointermove", onmove);
    window.removeEventListener("pointerup", onup);
    window.removeEventListener("pointercancel", onlost);
    window.removeEventListener("keydown", onkey, true);
  }

  element.addEventListener("pointerdown", ondown);
  return () => { end(); element.removeEventListener("pointerdown", ondown); };
}
