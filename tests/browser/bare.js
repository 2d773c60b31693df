// @ts-check
/* The bare page of the harness: mounts one board and passes on what it sends.

   A frame comes before the answer to the move it shows, as on the stream; the answer comes as late as it can, when the
   next move is on its way. */

/** @import {Confirm, Frame, Mounted, Receipt} from "/static/house/types.js" */

/** @typedef {(frame: Frame) => void} Show */
/** What the tests read and set.
 * @typedef {{sent: string[], frame: Frame, board: Mounted, show: Show, confirmWish?: Confirm}} Desk */

const desk = /** @type {Desk} */ (/** @type {unknown} */ (window));
const part = (/** @type {string} */ id) => /** @type {HTMLElement} */ (document.getElementById(id));
const given = JSON.parse(part("given").textContent ?? "");
desk.sent = [];
/** @type {(value?: unknown) => void} */
let answerLast = () => {};

/** @param {string} move @returns {Promise<Receipt>} */
async function send(move) {
  desk.sent.push(move);
  answerLast();
  const answer = await fetch("/send", {method: "POST", body: JSON.stringify({move})});
  const receipt = await answer.json();
  if (!answer.ok) throw receipt;
  if (receipt.frame) {
    desk.show(receipt.frame);
    await new Promise((resolve) => {
      answerLast = resolve;
    });
  }
  return receipt;
}

const {mount} = await import(`/shelf/${given.game}/board.js`);
const sentences = await fetch(`/shelf/${given.game}/texts/${given.lang}.json`);
const texts = sentences.ok ? await sentences.json() : {};
const announce = (/** @type {string} */ text) => {
  part("spoken").textContent = text;
};
desk.board = mount(part("board"), {
  frame: given.frame,
  texts,
  send,
  announce,
  seats: given.seats,
  lang: given.lang,
  words: given.words,
  confirm: () => desk.confirmWish ?? "touch",
});
desk.show = (frame) => {
  desk.frame = frame;
  desk.board.update(frame);
};
desk.frame = given.frame;
document.body.dataset.ready = "true";
