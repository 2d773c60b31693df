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
  const head = COLUMNS.map((name) => el("th", {scope: "col", role: "columnheader", text: nameOf(name)}));
  const rows = stints.map((stint) => el("tr", {role: "row"}, ...cells(stint, start)));
  return el(
    "table",
    {class: "sums small", role: "table"},
    el("thead", {role: "rowgroup"}, el("tr", {role: "row"}, ...head)),
    el("tbody", {role: "rowgroup"}, ...rows),
  );
}

/** @param {string} column */
const nameOf = (column) => tell(`sum_${column}`);

/** The roles stay when styles lay a row out as a card; the name of a column is then shown in each cell.
 * @param {Stint} stint @param {number} start */
function cells(stint, start) {
  const cell = (/** @type {string} */ name, /** @type {import("../kit/elements.js").Child[]} */ ...inside) =>
    el("td", {role: "cell", data: {name: nameOf(name)}}, ...inside);
  const span = (/** @type {number} */ ms) => el("span", {class: "exact", text: exactSpan(ms, lang)});
  const moment = (/** @type {string} */ name, /** @type {number | null} */ ms) =>
    ms === null
      ? cell(name, "–")
      : cell(name, momentText(start + ms, {lang, now: 0}), el("small", {class: "exact", text: exactSpan(ms, lang)}));
  return [
    el("th", {scope: "row", role: "rowheader"}, el("bdi", {text: seats[stint.seat]?.name})),
    cell("stint", number(stint.stint)),
    moment("asked", stint.asked),
    moment("answered", stint.answered),
    cell("decisions", number(stint.decisions)),
    cell("paused", span(stint.paused)),
    cell("charged", span(stint.charged)),
    cell("house", span(stint.house)),
    cell("left", span(stint.left)),
    cell("end", tell(`end_${stint.end.replace(" ", "_")}`)),
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
