// @ts-check
/* A finished match in words and numbers: who collected what. Draws nothing. */

/** @import {Ending, Frame, Tell} from "/static/house/types.js" */
/** @import {View} from "./types.js" */

const COLOURS = ["white", "grey", "black"];
const MOST_IN_WORDS = 10;

/** A count as a word of the texts, where they have one. @param {number} count */
const worded = (count) => (count >= 1 && count <= MOST_IN_WORDS ? `n${count}` : count);

/** @param {Pick<Frame<View>, "view" | "winners" | "reason">} frame @param {Tell} tell @returns {Ending} */
export function ending({view, winners, reason}, tell) {
  const parts = COLOURS.map((colour, n) => ({
    label: tell(`parts.${colour}`),
    values: view.captured.map((counts) => counts[n]),
  }));
  const sums = view.captured.map((counts) => counts.reduce((sum, count) => sum + count, 0));
  return {how: how(view, winners, reason, tell), parts: [...parts, {label: tell("parts.total"), values: sums}]};
}

/** @param {View} view @param {number[] | null} winners @param {string | null} reason @param {Tell} tell */
function how(view, winners, reason, tell) {
  if (winners?.length !== 1) return "";
  const [seat] = winners;
  const colour = COLOURS.indexOf(reason ?? "");
  if (colour >= 0) return tell(`how.${reason}`, {seat, count: worded(view.captured[seat][colour])});
  if (reason === "each") return tell("how.each", {seat, count: worded(Math.min(...view.captured[seat]))});
  return reason === "board_full" ? tell("how.board_full", {seat}) : "";
}
