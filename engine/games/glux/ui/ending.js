// @ts-check
/* A finished match in words and numbers: the points of each room. Draws nothing. */

/** @import {Ending, Frame, Tell} from "/static/house/types.js" */
/** @import {View} from "./types.js" */

/** @param {Pick<Frame<View>, "view" | "winners" | "reason" | "scores">} frame @param {Tell} tell @returns {Ending} */
export function ending({view, winners, reason, scores}, tell) {
  const rooms = view.rooms.map(({id, points}) => ({label: tell("parts.room", {room: id}), values: points}));
  const known = winners?.length === 1 && (reason === "points" || reason === "middle-room");
  return {
    how: known ? tell(`how.${reason}`, {seat: winners[0], points: scores[winners[0]]}) : "",
    parts: [...rooms.filter(({values}) => values.some(Boolean)), {label: tell("parts.total"), values: scores}],
  };
}
