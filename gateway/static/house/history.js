/* The history bar: a slider over the plies, buttons, the keys [ and ], a link to each moment. */

import {keyOf} from "/static/house/kit.js";

const at = (id) => document.getElementById(id);

export function history({tell, first, look, show, now, announce, complain}) {
  const kept = new Map();
  let plies = [], place = null, wanted = 0, behind = false;   // place: index in plies while looking back, null: now
  let seen = null;   // the seq that is on the board, null: now
  const bar = at("history"), slider = at("step");

  function grew(seqs, head) {
    const found = [...new Set([...seqs, first])].filter((seq) => seq <= head).sort((a, b) => a - b);
    const seq = place === null ? null : plies[place];
    behind = place !== null && (behind || found.length > plies.length);
    plies = found;
    if (seq !== null) place = plies.indexOf(seq);
    draw();
  }

  function draw() {
    const last = plies.length - 1, here = place ?? last;
    bar.hidden = last < 1;
    slider.max = String(Math.max(last, 0));
    slider.value = String(here);
    const told = tell("history_at", {step: here, steps: last});
    at("step-told").textContent = told;
    slider.setAttribute("aria-valuetext", told);
    bar.classList.toggle("past", place !== null);
    at("step-told").hidden = place !== null;
    at("looking").hidden = place === null;
    at("looking").querySelector("span").textContent = place === null ? "" : lookingText();
    for (const name of ["first", "back"]) button(name).disabled = here <= 0;
    for (const name of ["on", "now"]) button(name).disabled = place === null;
    const url = new URL(location.href);
    if (place === null) url.searchParams.delete("seq");
    else url.searchParams.set("seq", plies[place]);
    if (url.href !== location.href) window.history.replaceState(null, "", url);
  }

  const lookingText = () => [tell("looking_back", {step: place, steps: plies.length - 1}), behind ? tell("behind") : ""].join(" ").trim();
  const button = (name) => bar.querySelector(`[data-step=${name}]`);

  async function to(index) {
    const last = plies.length - 1, turn = ++wanted;
    if (index >= last) { seen = place = null; behind = false; draw(); show(now(), null); return; }
    const seq = plies[Math.max(0, index)];
    place = Math.max(0, index);
    draw();
    try {
      if (!kept.has(seq)) kept.set(seq, await look(seq));
    } catch (problem) {
      if (turn !== wanted) return;
      place = seen === null ? null : plies.indexOf(seen);
      draw();
      complain(problem?.detail || tell("look_failed"));
      return;
    }
    if (turn !== wanted) return;
    seen = seq;
    show(kept.get(seq), seq);
    if (document.activeElement !== slider) announce(lookingText());   // the slider speaks for itself
  }

  const step = (by) => to((place ?? plies.length - 1) + by);
  const acts = {first: () => to(0), back: () => step(-1), on: () => step(1), now: () => to(plies.length - 1)};
  bar.addEventListener("click", (event) => acts[event.target.closest("[data-step]")?.dataset.step]?.());
  bar.addEventListener("submit", (event) => event.preventDefault());
  slider.addEventListener("input", () => to(Number(slider.value)));
  at("to-now").addEventListener("click", acts.now);
  document.addEventListener("keydown", (event) => {
    if (event.target.closest("input:not([type=range]), textarea, select, dialog") || event.ctrlKey || event.metaKey || event.altKey) return;
    const key = keyOf(event);
    if (key === "[") acts.back();
    else if (key === "]") acts.on();
    else return;
    event.preventDefault();
  });

  return {
    grew,
    go(seq) { const index = plies.indexOf(seq); if (index >= 0) to(index); },
    /* A link to a moment: the ply at that seq, or the last one before it. */
    async asked(seq) {
      if (seq === null || seq === undefined || seq >= plies.at(-1)) { draw(); return; }
      await to(Math.max(0, plies.findLastIndex((one) => one <= seq)));
    },
  };
}
