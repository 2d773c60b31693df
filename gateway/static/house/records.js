// @ts-check
/* The board of a record, step by step, and of a position in the explorer. */

/** @import {Frame, GameTexts, Mount, Mounted} from "./types.js" */

const lang = document.documentElement.lang;
const root = document.getElementById("kept-board");
const record = document.getElementById("record");

/** @param {string} game @param {Frame} frame @returns {Promise<Mounted>} */
async function mountBoard(game, frame) {
  /** @type {{mount: Mount}} */
  const {mount} = await import(`/shelf/${game}/board.js`);
  /** @type {GameTexts} */
  const texts = await (await fetch(`/shelf/${game}/texts/${lang}.json`)).json();
  const send = async () => false;
  return mount(/** @type {HTMLElement} */ (root), {frame, texts, send: /** @type {any} */ (send), seats: [], lang});
}

/** @param {HTMLElement} page */
async function followRecord(page) {
  const {frames} = await (await fetch(`/api/matches/${page.dataset.id}/frames`)).json();
  const board = await mountBoard(page.dataset.game ?? "", frames[Number(page.dataset.seq)] ?? frames[0]);
  const bar = /** @type {HTMLElement} */ (document.getElementById("kept-steps"));
  const range = /** @type {HTMLInputElement} */ (bar.querySelector("input"));
  const told = /** @type {HTMLOutputElement} */ (bar.querySelector("output"));
  /** @param {number} seq */
  const show = (seq) => {
    const at = Math.max(0, Math.min(frames.length - 1, seq));
    range.value = String(at);
    board.update(frames[at]);
    told.textContent = frames[at].news.map((/** @type {{text: string}} */ line) => line.text).join(" ");
    for (const link of page.querySelectorAll("a[data-seq]")) {
      link.toggleAttribute("aria-current", Number(/** @type {HTMLElement} */ (link).dataset.seq) === at);
    }
    history.replaceState(null, "", `?seq=${at}`);
  };
  range.addEventListener("input", () => show(Number(range.value)));
  bar.addEventListener("click", (event) => {
    const step = /** @type {HTMLElement} */ (event.target).dataset.step;
    if (step) show(Number(range.value) + Number(step));
  });
  page.addEventListener("click", (event) => {
    const link = /** @type {HTMLElement} */ (event.target).closest("a[data-seq]");
    if (!link) return;
    event.preventDefault();
    show(Number(/** @type {HTMLElement} */ (link).dataset.seq));
  });
  bar.hidden = false;
  show(Number(range.value));
}

const told = document.getElementById("kept-frame");
if (record) await followRecord(record);
else if (root && told) await mountBoard(root.dataset.game ?? "", JSON.parse(told.textContent ?? "{}"));
