// @ts-check
/* The time left of every seat, by the time of the house: the clock of a device may be minutes off. */

import {isSlow, reading} from "../kit/clockwork.js";
import {leftText, momentText, nextChange, ticking} from "../kit/spans.js";
import {heardTime, houseNow} from "../kit/time.js";
import {get} from "../post.js";
import {api, at, card, isOver, lang, mySeat, now, tell, tellWith} from "./page.js";
import {announce} from "./speaking.js";

/** @import {Reading, SeatPauses} from "../kit/clockwork.js" */

const SHORT_MS = 20_000;
const HOUR_MS = 3_600_000;
const slow = isSlow(card.clock);
const rests = Boolean(card.clock?.rest_days?.length || card.clock?.rest_hours);
/** @type {(SeatPauses | null)[]} */
let pauses = [];
let askedFor = "";
let heardPauses = () => {};
/** @type {ReturnType<typeof setTimeout> | undefined} */
let next;
let warned = "";

/** The page carries the time of the house, unless the browser has kept the page in its store. */
function hearPage() {
  const [loaded] = /** @type {PerformanceNavigationTiming[]} */ (performance.getEntriesByType("navigation"));
  const opened = Date.now() - performance.now();
  if (!loaded?.transferSize) return;
  const sent = Number(at("match").dataset.now);
  heardTime(sent, {from: opened + loaded.requestStart, to: opened + loaded.responseStart, blur: 1000});
}

/** @returns {(Reading | null)[]} */
function readings() {
  const moment = houseNow();
  return (now.frame.clocks ?? []).map((clock, seat) => clock && reading(clock, pauses[seat] ?? null, moment));
}

/** Which pauses are open and which rests lie ahead: asked for where it matters, once for each change. */
async function learnPauses() {
  const {clocks} = now.frame;
  const wanted = clocks && !isOver() && (rests || clocks.some((clock) => clock?.paused));
  const key = wanted ? JSON.stringify(clocks) : "";
  if (key === askedFor) return;
  askedFor = key;
  if (!wanted) pauses = [];
  else {
    const response = await get(api("/pauses")).catch(() => null);
    if (response?.ok) pauses = (await response.json()).seats;
  }
  heardPauses();
  tick();
}

/** Why the reader's own clock stands, or in the gallery anybody's. */
export function pauseReasons() {
  const shown = mySeat === null ? pauses : [pauses[mySeat]];
  return shown.flatMap((seat) => seat?.open.map((pause) => pause.reason) ?? []);
}

/** @param {() => void} heard */
export function onPauses(heard) {
  heardPauses = heard;
}

export function tick() {
  clearTimeout(next);
  const all = readings();
  drawStrip(all);
  for (const row of at("players").children) if (row instanceof HTMLElement) drawSeat(row, all);
  if (mySeat !== null) warn(all[mySeat]);
  learnPauses();
  const soonest = all.map((reading) => (reading?.running ? nextChange(reading.left, slow) : 10_000));
  next = setTimeout(tick, Math.min(now.frame.deadline ? 250 : 10_000, ...soonest));
}

/** Above the board: the game's own timer, else the reader's running clock, else the one that runs out first; why the
 * clocks stand where none runs.
 * @param {(Reading | null)[]} all */
function drawStrip(all) {
  const clock = at("clock");
  const own = now.board?.clock ? null : now.frame.deadline; // clock: the board draws the game's own
  const running = all.filter((reading) => reading?.deadline);
  running.sort((a, b) => (a?.deadline ?? 0) - (b?.deadline ?? 0));
  const mine = mySeat === null ? null : all[mySeat];
  const shown = mine?.deadline ? mine : running[0];
  const paused = (mine ?? all.find((reading) => reading?.paused))?.paused;
  clock.hidden = isOver() || (!own && !shown && !paused);
  clock.classList.toggle("stands", !clock.hidden && !own && !shown);
  if (clock.hidden) return;
  if (!own && !shown && paused) return put(clock, pauseText(paused));
  const left = own ? Date.parse(own) - houseNow() : (shown?.left ?? 0);
  put(clock, own ? ticking(Math.max(left, 10_000), lang) : leftText(left, {slow, lang}));
  if (own && left < 10_000) put(clock, ticking(left, lang));
  clock.title = tell("clock");
  clock.classList.toggle("short", left < SHORT_MS);
}

/** @param {HTMLElement} row @param {(Reading | null)[]} all */
function drawSeat(row, all) {
  const shown = all[Number(row.dataset.seat)];
  const place = row.querySelector(".time");
  if (!(place instanceof HTMLElement)) return;
  place.hidden = !shown || isOver();
  if (!shown || place.hidden) return;
  const [left, due] = place.children;
  put(left, leftText(shown.left, {slow, lang}));
  put(due, dueText(shown, now.frame.clocks?.[Number(row.dataset.seat)]?.periods));
  place.classList.toggle("short", shown.running && shown.left < SHORT_MS);
  place.classList.toggle("stands", !shown.running);
}

/** @param {string} reason `paused`: it is not known yet */
const pauseText = (reason) => tell(reason === "paused" ? "paused" : `pause_${reason}`);

/** What is known beside the time left: a pause, a rest, the moment it runs out.
 * @param {Reading} shown @param {number | undefined} periods */
function dueText(shown, periods) {
  const parts = [];
  const how = {lang, now: houseNow()};
  if (shown.paused) parts.push(pauseText(shown.paused));
  else if (shown.restUntil) parts.push(tellWith("resting", {moment: momentText(shown.restUntil, how)}));
  if (shown.deadline && (slow || shown.restUntil)) {
    parts.push(tellWith("until", {moment: momentText(shown.deadline, how)}));
  }
  if (shown.nextRest && !shown.restUntil) {
    const [from, to] = shown.nextRest.map((at) => momentText(at, how));
    parts.push(tellWith("rests_ahead", {from, to}));
  }
  if (periods) parts.push(tell("periods", {count: periods}));
  return parts.join(" · ");
}

/** Once an hour before the end of one's time with a slow clock, a minute before with a live one.
 * @param {Reading | null | undefined} mine */
function warn(mine) {
  const short = slow ? HOUR_MS : 60_000;
  const key = mine?.running && mine.left < short && mine.left > 0 ? String(now.frame.decision) : "";
  if (key && key !== warned) announce(tell(slow ? "short_hour" : "short_minute"));
  if (key) warned = key;
}

/** Only what has changed is written: a screen reader's place is not lost.
 * @param {Element} place @param {string} text */
function put(place, text) {
  if (place.textContent !== text) place.textContent = text;
}

export function startClocks() {
  hearPage();
  tick();
}
