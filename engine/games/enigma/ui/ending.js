// @ts-check
/* A finished match in words and numbers: points, and the meeples that break a tie. Draws nothing. */

/** @import {Ending, Frame, Tell} from "/static/house/types.js" */

/** @typedef {{meeples: [number, number, number, unknown][]}} View */

/** @param {Pick<Frame<View>, "view" | "winners" | "reason" | "scores">} frame @param {Tell} tell @returns {Ending} */
export function ending({view, winners, reason, scores}, tell) {
  const own = (/** @type {number} */ seat) => view.meeples.filter(([owner]) => owner === seat).length;
  const known = winners?.length === 1 && (reason === "points" || reason === "piles");
  return {
    how: known ? tell(`how.${reason}`, {seat: winners[0], points: scores[winners[0]]}) : "",
    parts: [
      {label: tell("parts.meeples"), values: scores.map((_, seat) => own(seat))},
      {label: tell("parts.total"), values: scores},
    ],
  };
}
