// @ts-check
/* The page of a position that comes from no match: moves are tried out from it. */

import {draw} from "./analysis/drawing.js";
import {Trying} from "./analysis/trying.js";
import {at, card, data, lang, now, seats, texts, words} from "./match/page.js";
import {announce} from "./match/speaking.js";

/** @import {Frame, Mount} from "./types.js" */

/** @param {Frame} frame */
function show(frame) {
  draw(frame, true);
  const {position} = /** @type {{position: string}} */ (frame.view);
  const link = /** @type {HTMLAnchorElement} */ (at("position-explore"));
  link.search = new URLSearchParams({position}).toString();
  at("board").dataset.position = position;
}

/** @type {{mount: Mount}} */
const {mount} = await import(`/shelf/${card.game}/board.js`);
const trying = new Trying({show, leave: () => trying.begin(), here: () => 0});
at("board").replaceChildren();
const send = (/** @type {string} */ move) => trying.send(move);
const still = {...data.frame, decision: null, moves: null};
now.board = mount(at("board"), {frame: still, texts, send, announce, seats, lang, words: words.board});
trying.start();
await trying.begin();
document.body.dataset.ready = "true";
