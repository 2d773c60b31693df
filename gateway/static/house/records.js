// @ts-check
/* The board of a position in the explorer. */

/** @import {Frame, GameTexts, Mount} from "./types.js" */

const lang = document.documentElement.lang;
const root = document.getElementById("kept-board");
/** Nobody sits here: the first to move and the other. */
const seats = [root?.dataset.first, root?.dataset.second].map((name, seat) => ({seat, name: name ?? "?"}));

/** @param {string} game @param {Frame} frame */
async function mountBoard(game, frame) {
  /** @type {{mount: Mount}} */
  const {mount} = await import(`/shelf/${game}/board.js`);
  /** @type {GameTexts} */
  const texts = await (await fetch(`/shelf/${game}/texts/${lang}.json`)).json();
  const send = async () => false;
  return mount(/** @type {HTMLElement} */ (root), {frame, texts, send: /** @type {any} */ (send), seats, lang});
}

const frame = document.getElementById("kept-frame");
if (root && frame) await mountBoard(root.dataset.game ?? "", JSON.parse(frame.textContent ?? "{}"));
