// @ts-check
/* What lies around the table and the desk: score track, piles, people and what was solved last. */

import {el, number, seatChip, svg} from "/static/house/kit.js";
import {seconds} from "./desk.js";
import {tilePicture} from "./table.js";
import {drawMeeple} from "./tiles.js";

/** @import {Tell} from "/static/house/types.js" */
/** @import {DeskTexts, Result, SeatDesk, View} from "./types.js" */

/** What every part is drawn with.
 * @typedef {{view: View, texts: DeskTexts, tell: Tell}} Drawing */

const GOAL = 15;
/** @type {Record<string, string>} */
const ICONS = {
  weights: "M4 20H28M16 20V6M6 8H26M6 8L3 15H9ZM26 8L23 15H29Z",
  tangram: "M4 28V6L15 17ZM15 17L26 6V28ZM4 28H26L15 17Z",
  pipes: "M4 12H14V4M18 4V16H28M4 22H28",
  blocks: "M16 4L27 10V22L16 28L5 22V10ZM16 16V28M16 16L5 10M16 16L27 10",
};

/** @param {number} seat @param {string} name the class of the drawing */
const chip = (seat, name) =>
  svg("svg", {viewBox: "0 0 20 20", class: name, "aria-hidden": "true"}, seatChip(seat, {x: 10, y: 10, r: 8}));

/** A tile in words: its channels and the colours of their cells.
 * @param {string} code @param {DeskTexts} texts */
function tileWords(code, {board, words}) {
  const parts = code.split(" ").map((part) => {
    const [edges, cells] = part.split(":");
    const sides = [...edges].map((edge) => board.sides[edge]).join("-");
    return `${sides} ${[...cells].map((colour) => words[colour]).join(" ")}`;
  });
  return parts.join("; ");
}

/* -- score track -- */

/** @param {Drawing} drawing */
export function trackSteps({view: {scores}, texts, tell}) {
  return Array.from({length: Math.max(GOAL, ...scores) + 1}, (_, n) => {
    const here = [...scores.keys()].filter((seat) => scores[seat] === n);
    const label = here.map((seat) => tell("score", {seat, n})).join(texts.board.comma);
    return el(
      "li",
      {
        class: `step ${n === GOAL ? "goal" : ""} ${here.length ? "here" : ""}`,
        "aria-label": label || null,
        "aria-hidden": label ? null : "true",
      },
      el("span", {class: "step-number", text: number(n)}),
      here.length > 0 && meeples(here),
    );
  });
}

/** @param {number[]} seats */
function meeples(seats) {
  const viewBox = `0 0 ${Math.max(24, 15 * seats.length + 9)} 34`;
  const drawn = seats.map((seat, at) => drawMeeple(seat, 12 + at * 15, 20, 0.85));
  return svg("svg", {viewBox, class: "step-meeples", "aria-hidden": "true"}, drawn);
}

/* -- piles -- */

/** How a pile stands: it can be taken, is marked by a first tap, and what a pick does.
 * @typedef {{can: boolean, marked: boolean, help: string,
 *   pick: (element: HTMLElement, event: MouseEvent) => void}} Pick */

/** @param {Drawing} drawing @param {string} kind @param {Pick} state */
export function pileButton({view, texts, tell}, kind, {can, marked, help, pick}) {
  const pile = view.piles[kind];
  const owner = view.desks.findIndex((desk) => desk.kind === kind);
  const code = pile.top ? view.shapes[pile.top] : null;
  const words = [tell(`kinds.${kind}`), tell("left", {n: pile.left})];
  words.push(code ? tileWords(code, texts) : tell("pile_empty"));
  if (owner >= 0) words.push(tell("taken_by", {seat: owner}));
  if (can) words.push(tell("can_take"));
  if (marked && help) words.push(help);
  return el(
    "button",
    {
      class: `pile ${kind} ${can ? "lit" : ""} ${marked ? "picked" : ""}`,
      type: "button",
      data: {kind},
      "aria-label": words.join(texts.board.comma),
      "aria-disabled": String(!can),
      onclick: (/** @type {MouseEvent} */ event) =>
        can && pick(/** @type {HTMLElement} */ (event.currentTarget), event),
    },
    pileFace(code, texts),
    pileName(kind, tell),
    el("span", {class: "pile-count", text: `× ${number(pile.left)}`}),
    owner >= 0 && chip(owner, "pile-owner"),
  );
}

/** @param {string | null} code @param {DeskTexts} texts */
function pileFace(code, texts) {
  const top = code ? tilePicture(code, texts.board.letters) : el("span", {class: "pile-none", text: "–"});
  return el("span", {class: "pile-face"}, top);
}

/** @param {string} kind @param {Tell} tell */
function pileName(kind, tell) {
  const icon = svg("path", {d: ICONS[kind]});
  const drawn = svg("svg", {viewBox: "0 0 32 32", class: "kind-icon", "aria-hidden": "true"}, icon);
  return el("span", {class: "pile-name"}, drawn, tell(`kinds.${kind}`));
}

/* -- people -- */

/** @param {Drawing} drawing @param {number} seat @param {{name: string, acting: boolean}} who */
export function personRow({view, texts, tell}, seat, {name, acting}) {
  const desk = view.desks[seat];
  const first = {title: tell("start_player"), "aria-label": tell("start_player"), role: "img", text: "★"};
  return el(
    "li",
    {class: `person ${acting ? "acting" : ""}`},
    chip(seat, "person-chip"),
    el("bdi", {class: "person-name", text: name}),
    seat === view.first && el("span", {class: "person-first", ...first}),
    supply(view.supply[seat], seat, tell),
    desk.tile && tileOf(view.shapes[desk.tile], texts),
    el("span", {class: "person-state", text: stateOf(view, desk, seat, tell)}),
  );
}

/** @param {number} count @param {number} seat @param {Tell} tell */
function supply(count, seat, tell) {
  const drawn = Array.from({length: count}, (_, n) => drawMeeple(seat, 12 + n * 20, 20, 0.8));
  const picture = svg("svg", {viewBox: "0 0 66 34", "aria-hidden": "true"}, drawn);
  return el("span", {class: "person-supply", role: "img", "aria-label": tell("supply", {n: count})}, picture);
}

/** @param {string} code @param {DeskTexts} texts */
function tileOf(code, texts) {
  return el("span", {class: "person-tile"}, tilePicture(code, texts.board.letters, tileWords(code, texts)));
}

/** @param {View} view @param {SeatDesk} desk @param {number} seat @param {Tell} tell */
function stateOf({phase, queue, past}, desk, seat, tell) {
  if (!desk.kind) return "";
  const kind = tell(`kinds.${desk.kind}`);
  const solving = desk.done ? "state_done" : desk.opened === null ? "state_closed" : "state_solving";
  const laying = queue.includes(seat) ? "state_lays" : past[seat]?.success ? "state_laid" : "state_failed";
  if (phase === "solve") return `${kind}: ${tell(solving)}`;
  return phase === "lay" ? `${kind}: ${tell(laying)}` : kind;
}

/* -- what was solved last -- */

/** @param {Result} result @param {Tell} tell */
export function resultWords({seat, kind, elapsed, success, broken_off: brokenOff}, tell) {
  if (brokenOff && elapsed === null) return tell("past_broken_off", {seat, kind});
  if (elapsed === null) return tell("past_failed", {seat, kind, time: ""});
  return tell(success ? "past_solved" : "past_slow", {seat, kind, time: seconds(elapsed)});
}

/** @param {Result} result @param {Tell} tell @param {() => void} show */
export function resultRow(result, tell, show) {
  const label = tell(result.answer ? "show_answer" : "show_puzzle");
  return el(
    "li",
    {},
    chip(result.seat, "person-chip"),
    el("span", {text: resultWords(result, tell)}),
    result.puzzle && el("button", {class: "button small", type: "button", text: label, onclick: show}),
  );
}
