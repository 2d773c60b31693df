// @ts-check
/* What luck gave while moves are tried out: said apart from what the match drew. */

import {el} from "../kit/elements.js";
import {isolate, number} from "../kit/words.js";
import {at, tell, texts} from "../match/page.js";

/** @import {Drawn} from "./asking.js" */
/** @import {Ply} from "./tree.js" */

const say = (/** @type {string} */ key, params = {}) => tell(key, params, "analysis");

const MOST_ONE_BY_ONE = 8; // more picks are counted

/** The picks of a draw in the words of the game, or as the log spells them.
 * @param {Drawn} draw */
function outOf({label, out}) {
  const word = (/** @type {string} */ item) => texts.words[item] ?? isolate(item);
  const count = (/** @type {string} */ item) => out.filter((other) => other === item).length;
  const parts =
    out.length > MOST_ONE_BY_ONE
      ? [...new Set(out)].map((item) => `${number(count(item))} × ${word(item)}`)
      : out.map(word);
  return `${parts.join(say("luck_and"))} (${isolate(label)})`;
}

/** @param {Drawn[]} drawn @param {Ply[]} line */
function rowsOf(drawn, line) {
  return drawn.map((draw) => {
    const {after} = draw;
    const when = after === null ? say("luck_first") : say("luck_after", {move: isolate(line[after][1])});
    return el("li", {}, el("span", {class: "muted", text: when}), " ", el("bdi", {text: outOf(draw)}));
  });
}

/** Shows all draws of the line, the last at the end of the list.
 * @param {Drawn[]} drawn @param {Ply[]} line @returns {string} what the last move drew, in words; empty: nothing */
export function drawLuck(drawn, line) {
  at("try-drawn").hidden = !drawn.length;
  const list = at("try-drawn-list");
  list.replaceChildren(...rowsOf(drawn, line));
  list.scrollTop = list.scrollHeight;
  const latest = drawn.filter(({after}) => (after ?? -1) === line.length - 1);
  return latest.length ? say("luck_now", {}) + latest.map(outOf).join(say("luck_and")) : "";
}
