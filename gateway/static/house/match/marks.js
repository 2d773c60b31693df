// @ts-check
/* What stands over and behind the slider: a mark for each key moment, the lines of the scores. */

import {el, svg} from "../kit/elements.js";
import {momentsOf, scoreLines} from "./film.js";
import {at, tell} from "./page.js";

/** @import {OutlineStep} from "../types.js" */

const DASHES = ["", "6 3", "2 3", "8 3 2 3"]; // seats differ by more than colour

/** @param {OutlineStep[]} steps */
export function drawMarks(steps) {
  const last = Math.max(1, steps.length - 1);
  const moments = momentsOf(steps);
  const marks = moments.map(({index, seq, code, text}, n) => {
    const label = `${text} · ${tell("history_at", {step: index, steps: last})}`;
    const mark = el("button", {type: "button", class: "film-mark", "aria-label": label, tabindex: n ? -1 : 0});
    Object.assign(mark.dataset, {seq, code, text});
    mark.style.setProperty("--at", String(index / last));
    if (index / last > 0.6) mark.classList.add("late");
    return mark;
  });
  at("marks").replaceChildren(...marks);
  at("marks").hidden = !marks.length;
  at("score-graph").replaceChildren(
    ...scoreLines(steps).map((points, seat) =>
      svg("polyline", {points, class: `seat-${seat}`, "stroke-dasharray": DASHES[seat % DASHES.length]}),
    ),
  );
}

/** A click goes to the moment; arrow keys walk from mark to mark, which are one stop of the Tab key.
 * @param {(seq: number) => void} go */
export function onMarks(go) {
  const box = at("marks");
  box.addEventListener("click", (event) => {
    const mark = event.target instanceof Element && event.target.closest(".film-mark");
    if (mark instanceof HTMLElement) go(Number(mark.dataset.seq));
  });
  box.addEventListener("keydown", (event) => {
    const step = {ArrowRight: 1, ArrowLeft: -1}[event.key];
    const marks = [...box.children].filter((mark) => mark instanceof HTMLElement);
    const next = marks[marks.indexOf(/** @type {HTMLElement} */ (document.activeElement)) + (step ?? 0)];
    if (!step || !next) return;
    for (const mark of marks) mark.tabIndex = mark === next ? 0 : -1;
    next.focus();
    event.preventDefault();
  });
}
