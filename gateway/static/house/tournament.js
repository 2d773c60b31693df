// @ts-check
/* A tournament's page: it follows the log, tells moments in the reader's zone and counts down to them. */

import "./table.js";

const SETTLE_MS = 400;
const SECOND_MS = 1000;
const page = document.getElementById("tournament");
const {lang} = document.documentElement;
const exact = new Intl.DateTimeFormat(lang, {dateStyle: "medium", timeStyle: "short"});
const days = new Intl.NumberFormat(lang, {style: "unit", unit: "day", unitDisplay: "long"});
const digits = new Intl.NumberFormat(lang, {minimumIntegerDigits: 2, useGrouping: false});

function tellMoments() {
  for (const time of document.querySelectorAll("time[data-local]")) {
    if (time instanceof HTMLTimeElement) time.textContent = exact.format(new Date(time.dateTime));
  }
}

/** How much is left: days where there are any, then hours, minutes and seconds. @param {number} seconds */
function left(seconds) {
  const parts = [Math.floor(seconds / 3600) % 24, Math.floor(seconds / 60) % 60, Math.floor(seconds) % 60];
  const clock = `\u2066${parts.map((part) => digits.format(part)).join(":")}\u2069`;
  const whole = Math.floor(seconds / 86_400);
  return whole ? `${days.format(whole)} ${clock}` : clock;
}

function countDown() {
  for (const place of document.querySelectorAll("[data-until]")) {
    if (!(place instanceof HTMLElement)) continue;
    const seconds = (Date.parse(place.dataset.until ?? "") - Date.now()) / 1000;
    place.textContent = seconds > 0 ? left(seconds) : "";
  }
}

/** The rows that are opened stay open. @param {HTMLElement} part @param {string} html */
function replace(part, html) {
  const opened = [...part.querySelectorAll("details[open][id]")].map((row) => row.id);
  part.innerHTML = html;
  for (const id of opened) document.getElementById(id)?.setAttribute("open", "");
  const {htmx} = /** @type {{htmx?: {process: (part: Element) => void}}} */ (/** @type {unknown} */ (window));
  htmx?.process(part);
  tellMoments();
  countDown();
}

async function refresh() {
  const part = document.getElementById("now");
  if (!part || part.contains(document.activeElement?.closest("form") ?? null)) return;
  const answer = await fetch(location.pathname + location.search, {headers: {"HX-Request": "true"}});
  if (answer.ok) replace(part, await answer.text());
}

/** Whatever the log has behind what the page shows makes it look again. @param {HTMLElement} tournament */
function follow(tournament) {
  let waiting = 0;
  let seq = Number(tournament.dataset.seq);
  const stream = new EventSource(`/api/tournaments/${tournament.dataset.id}/stream?after=${seq}`);
  /** @param {MessageEvent} event */
  const heard = (event) => {
    if (Number(event.lastEventId) <= seq) return;
    seq = Number(event.lastEventId);
    clearTimeout(waiting);
    waiting = setTimeout(refresh, SETTLE_MS);
  };
  stream.addEventListener("card", heard);
  stream.addEventListener("log", heard);
  stream.addEventListener("over", () => stream.close());
}

tellMoments();
countDown();
setInterval(countDown, SECOND_MS);
if (page && page.dataset.over !== "finished") follow(page);
if (document.getElementById("live")) import("./live_boards.js");
document.body.dataset.ready = "true";
