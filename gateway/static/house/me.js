// @ts-check
/* The page of one's own matches: small live boards, times left, lists that follow what happens. */

import {onHome} from "./home/line.js";
import {keep, kept} from "./home/wishes.js";
import {leftText, momentText} from "./kit/spans.js";
import {houseNow} from "./kit/time.js";
import {get} from "./post.js";

/** @import {Frame, GameTexts, Mount} from "./types.js" */

const {lang} = document.documentElement;
const TOGETHER_MS = 80;
const MOST = 12;
const TICK_MS = 1000;
/** @type {Map<string, Promise<{mount: Mount, texts: GameTexts}>>} */
const shelves = new Map();
/** @type {Set<HTMLElement>} */
const wanted = new Set();
/** @type {ReturnType<typeof setTimeout> | undefined} */
let soon;

const observer = new IntersectionObserver((entries) => {
  for (const {target, isIntersecting} of entries) {
    if (!isIntersecting || !(target instanceof HTMLElement)) continue;
    observer.unobserve(target);
    wanted.add(target);
  }
  clearTimeout(soon);
  if (wanted.size) soon = setTimeout(fetchBoards, TOGETHER_MS);
});

/** The small boards that have come into sight, a dozen at a time. */
async function fetchBoards() {
  const places = [...wanted].slice(0, MOST);
  for (const place of places) wanted.delete(place);
  const ids = places.map((place) => place.dataset.mini ?? "");
  const response = await get(`/api/me/boards?match=${ids.join(",")}&lang=${lang}`).catch(() => null);
  if (response?.ok) {
    /** @type {{boards: (Frame & {names: string[]})[]}} */
    const {boards} = await response.json();
    const byMatch = new Map(boards.map((board) => [board.match, board]));
    await Promise.all(places.map((place) => drawBoard(place, byMatch.get(place.dataset.mini ?? ""))));
  }
  if (wanted.size) fetchBoards();
}

/** @param {HTMLElement} place @param {(Frame & {names: string[]}) | undefined} frame */
async function drawBoard(place, frame) {
  if (!frame) return;
  const {mount, texts} = await shelf(frame.game, place.dataset.css ?? "");
  const root = document.createElement("div");
  root.inert = true;
  place.replaceChildren(root);
  place.classList.add("drawn");
  const seats = frame.names.map((name) => ({name}));
  const shown = {...frame, decision: null, moves: null};
  mount(root, {frame: shown, texts, seats, lang, send: () => Promise.reject(new Error("a small board sends nothing"))});
}

/** The board of a game, its texts and its styles: loaded once.
 * @param {string} game @param {string} css */
function shelf(game, css) {
  const known = shelves.get(game) ?? loadShelf(game, css);
  shelves.set(game, known);
  return known;
}

/** @param {string} game @param {string} css */
async function loadShelf(game, css) {
  const styles = Object.assign(document.createElement("link"), {rel: "stylesheet", href: css});
  const loaded = new Promise((resolve) => styles.addEventListener("load", resolve));
  document.head.append(styles);
  const [{mount}, answer] = await Promise.all([
    import(`/shelf/${game}/board.js`),
    fetch(`/shelf/${game}/texts/${lang}.json`),
  ]);
  const texts = await answer.json();
  await loaded;
  return {mount, texts};
}

function tellLeft() {
  for (const time of document.querySelectorAll("time[data-left]")) {
    if (!(time instanceof HTMLTimeElement)) continue;
    const at = Date.parse(time.dateTime);
    const text = leftText(at - houseNow(), {slow: time.dataset.left === "slow", lang});
    if (time.textContent !== text) time.textContent = text;
    time.title = momentText(at, {lang, now: houseNow()});
    time.classList.toggle("short", at - houseNow() < 3_600_000);
  }
}

function look() {
  /** @type {NodeListOf<HTMLElement>} */
  const places = document.querySelectorAll("[data-mini]:not(.drawn)");
  for (const place of places) observer.observe(place);
  tellLeft();
}

/** Something happened: the lists are asked for anew. */
async function again() {
  const lists = document.getElementById("lists");
  const answer = await fetch(`/me${location.search}`, {headers: {"X-Part": "lists"}}).catch(() => null);
  if (!lists || !answer?.ok) return;
  const focused = document.activeElement?.id;
  const fresh = new DOMParser().parseFromString(await answer.text(), "text/html").getElementById("lists");
  if (!fresh) return;
  lists.replaceWith(fresh);
  if (focused) document.getElementById(focused)?.focus();
  document.dispatchEvent(new Event("htmx:afterSwap")); // times are written anew
  look();
}

const sound = document.getElementById("sound");
if (sound instanceof HTMLInputElement) {
  sound.checked = kept("sound") === "on";
  sound.addEventListener("change", () => keep("sound", sound.checked ? "on" : "off"));
}
onHome((_home, {thing}) => {
  if (thing !== "home") again();
});
look();
setInterval(tellLeft, TICK_MS);
document.body.dataset.ready = "true";
