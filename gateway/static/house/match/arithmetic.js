// @ts-check
/* The arithmetic of the clocks behind a fold: every stint, asked, answered, paused, charged, house, left. */

import {el} from "../kit/elements.js";
import {exactSpan, momentText} from "../kit/spans.js";
import {number} from "../kit/words.js";
import {get} from "../post.js";
import {api, lang, maybe, seats, tell} from "./page.js";

/** @typedef {{seat: number, stint: number, asked: number, answered: number | null, decisions: number, paused: number,
 *   charged: number, house: number, left: number, end: string, periods?: number}} Stint */
/** @typedef {{started_at: string | null, stints: Stint[]}} Arithmetic */

const COLUMNS = ["seat", "stint", "asked", "answered", "decisions", "paused", "charged", "house", "left", "end"];

async function fill() {
  const place = maybe("arithmetic-rows");
  if (!place) return;
  const response = await get(api("/clocks")).catch(() => null);
  if (!response?.ok) place.replaceChildren(el("p", {class: "small", text: tell("arithmetic_failed")}));
  else place.replaceChildren(table(await response.json()));
}

/** @param {Arithmetic} sums */
function table({started_at, stints}) {
  if (!stints.length) return el("p", {class: "small muted", text: tell("arithmetic_none")});
  const start = Date.parse(started_at ?? "");
  const head = COLUMNS.map((name) => el("th", {scope: "col", text: tell(`sum_${name}`)}));
  const rows = stints.map((stint) => el("tr", {}, ...cells(stint, start)));
  return el("table", {class: "sums small"}, el("thead", {}, el("tr", {}, ...head)), el("tbody", {}, ...rows));
}

/** @param {Stint} stint @param {number} start */
function cells(stint, start) {
  const moment = (/** @type {number | null} */ ms) => (ms === null ? "–" : momentText(start + ms, {lang, now: 0}));
  const exact = (/** @type {number} */ ms) => el("td", {class: "ltr", text: exactSpan(ms, lang)});
  const when = (/** @type {number | null} */ ms) =>
    el("td", {}, moment(ms), ms !== null && el("small", {class: "ltr", text: exactSpan(ms, lang)}));
  return [
    el("th", {scope: "row"}, el("bdi", {text: seats[stint.seat]?.name})),
    el("td", {text: number(stint.stint)}),
    when(stint.asked),
    when(stint.answered),
    el("td", {text: number(stint.decisions)}),
    exact(stint.paused),
    exact(stint.charged),
    exact(stint.house),
    exact(stint.left),
    el("td", {text: tell(`end_${stint.end.replace(" ", "_")}`)}),
  ];
}

export function startArithmetic() {
  const fold = maybe("arithmetic");
  if (!(fold instanceof HTMLDetailsElement)) return;
  fold.hidden = false;
  fold.addEventListener("toggle", () => {
    if (fold.open) fill();
  });
}
