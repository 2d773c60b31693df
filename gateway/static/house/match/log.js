// @ts-check
/* What happened: a line for each piece of news, newest first; each is a link to its moment. */

import {at, now, query} from "./page.js";

/** @import {NewsLine} from "../types.js" */

/** @type {Map<number, string[]>} */
const news = new Map();
/** Moments at which nothing changed on the board: offers, pauses, plans. @type {Set<number>} */
const aside = new Set();
const ASIDE = /^house\.(offer_|accepted|declined|paused_|resumed_|plan|returned|substituted|taken_over|credit)/;

/** Keeps lines, and gives back those that were not known.
 * @param {NewsLine[] | undefined} lines */
export function remember(lines = []) {
  const fresh = lines.filter((line) => !news.has(line.seq));
  /** @type {Map<number, string[]>} */
  const bySeq = new Map();
  for (const line of lines) bySeq.set(line.seq, [...(bySeq.get(line.seq) ?? []), line.text]);
  for (const [seq, texts] of bySeq) news.set(seq, texts);
  for (const seq of bySeq.keys()) if (isAside(lines, seq)) aside.add(seq);
  return fresh;
}

/** @param {NewsLine[]} lines @param {number} seq */
const isAside = (lines, seq) => lines.every((line) => line.seq !== seq || ASIDE.test(line.code ?? ""));

/** The moments at which something may have changed on the board. */
export const moments = () => [...news.keys()].filter((seq) => !aside.has(seq));

export function drawLog() {
  const newestFirst = [...news.keys()].sort((a, b) => b - a);
  at("log").replaceChildren(
    ...newestFirst.flatMap((seq) => (news.get(seq) ?? []).map((text) => line(seq, text)).reverse()),
  );
  at("log-empty").hidden = news.size > 0;
  markLine();
}

/** @param {number} seq @param {string} text */
function line(seq, text) {
  const item = document.createElement("li");
  const link = document.createElement("a");
  Object.assign(link, {href: `${query || "?"}${query && "&"}seq=${seq}`, textContent: text});
  link.dataset.seq = String(seq);
  item.append(link);
  return item;
}

/** Marks the lines of the moment that is on the board, and brings them into sight; the page stays where it is. */
export function markLine() {
  const list = at("log");
  /** @type {HTMLElement | null} */
  let first = null;
  for (const link of linksOf(list)) {
    if (Number(link.dataset.seq) === now.shownSeq) link.setAttribute("aria-current", "true");
    else link.removeAttribute("aria-current");
    if (link.hasAttribute("aria-current")) first ??= link;
  }
  if (now.shownSeq === null) list.scrollTop = 0;
  else if (first) showInside(list, first);
}

/** @param {HTMLElement} list @param {HTMLElement} line */
function showInside(list, line) {
  const [outer, inner] = [list.getBoundingClientRect(), line.getBoundingClientRect()];
  if (inner.top < outer.top) list.scrollTop += inner.top - outer.top;
  else if (inner.bottom > outer.bottom) list.scrollTop += inner.bottom - outer.bottom;
}

/** @param {HTMLElement} list @returns {NodeListOf<HTMLElement>} */
const linksOf = (list) => list.querySelectorAll("a[data-seq]");

/** @param {(seq: number) => void} go */
export function onLine(go) {
  at("log").addEventListener("click", (event) => {
    const link = event.target instanceof Element && event.target.closest("a[data-seq]");
    if (!(link instanceof HTMLElement)) return;
    event.preventDefault();
    go(Number(link.dataset.seq));
  });
}
