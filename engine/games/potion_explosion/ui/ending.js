// @ts-check
/* A finished match in words and numbers: what each desk is worth. Draws nothing. */

/** @import {Ending, Frame, Tell} from "/static/house/types.js" */
/** @import {View} from "./types.js" */

/** What the score has beside the potions comes from tokens: what each is worth (P63) is known to the rules alone.
 * @param {Pick<Frame<View>, "view" | "winners" | "reason" | "scores">} frame @param {Tell} tell @returns {Ending} */
export function ending({view, winners, reason, scores}, tell) {
  const worth = new Map(view.recipes.map(([design, , points]) => [design, points]));
  const potions = view.desks.map(({done}) => done.reduce((sum, design) => sum + (worth.get(design) ?? 0), 0));
  const parts = [
    {label: tell("parts.potions"), values: potions},
    {label: tell("parts.tokens"), values: potions.map((points, seat) => scores[seat] - points)},
    {label: tell("parts.total"), values: scores},
  ];
  const known = winners?.length === 1 && (reason === "score" || reason === "tie-break");
  return {how: known ? tell(`how.${reason}`, {seat: winners[0], points: scores[winners[0]]}) : "", parts};
}
