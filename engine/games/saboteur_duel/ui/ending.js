// @ts-check
/* A finished match in words and numbers: the gold of each round and what the trolls got. Draws nothing. */

/** @import {Ending, Frame, Tell} from "/static/house/types.js" */
/** @import {View} from "./types.js" */

/** @param {number[]} values */
const sum = (values) => values.reduce((total, value) => total + value, 0);

/** @param {Pick<Frame<View>, "view" | "winners" | "reason" | "scores">} frame @param {Tell} tell @returns {Ending} */
export function ending({view, winners, reason, scores}, tell) {
  const rounds = view.ledger.map(({gained}, n) => ({
    label: tell("parts.round", {round: n + 1}),
    values: gained.map(sum),
  }));
  const paid = scores.map((_, seat) => -sum(view.ledger.flatMap((round) => round.paid[seat])));
  const known = winners?.length === 1 && reason === "gold";
  return {
    how: known ? tell("how.gold", {seat: winners[0], gold: scores[winners[0]]}) : "",
    parts: [
      ...rounds,
      ...(paid.some(Boolean) ? [{label: tell("parts.paid"), values: paid}] : []),
      {label: tell("parts.total"), values: scores},
    ],
  };
}
