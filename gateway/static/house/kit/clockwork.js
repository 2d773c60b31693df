// @ts-check
/* What a seat's clock shows at a moment: how much is left, whether it runs, stands or rests. Pure. */

/** @import {Clock} from "../types.js" */

/** Pauses of a seat, as the house tells them (GET …/pauses).
 * @typedef {{utc_offset: number, left: number, open: {reason: string, since: string}[],
 *   rests: [string, string][]}} SeatPauses */

/** @typedef {{left: number, running: boolean, paused: string | null, restUntil: number | null,
 *   nextRest: number[] | null, deadline: number | null}} Reading */

/** The reading of a clock. Without pauses known, rests are not taken into account.
 * @param {Clock} clock @param {SeatPauses | null} pauses @param {number} now @returns {Reading} */
export function reading(clock, pauses, now) {
  const deadline = clock.deadline === null ? null : Date.parse(clock.deadline);
  const paused = clock.paused ? (pauses?.open[0]?.reason ?? "paused") : null;
  const rests = (pauses?.rests ?? []).map(([from, to]) => [Date.parse(from), Date.parse(to)]);
  const rest = rests.find(([from, to]) => from <= now && now < to);
  if (!clock.running || deadline === null) {
    const left = clock.paused && pauses ? pauses.left : clock.left;
    return {left, running: false, paused, restUntil: null, nextRest: null, deadline: null};
  }
  const asleep = overlap(rests, now, deadline);
  const left = Math.max(0, deadline - now - asleep);
  const nextRest = rests.find(([from]) => from > now && from < deadline) ?? null;
  return {left, running: !rest, paused, restUntil: rest?.[1] ?? null, nextRest, deadline};
}

/** How much of a stretch lies in the intervals; what overlaps counts once.
 * @param {number[][]} intervals @param {number} start @param {number} end */
export function overlap(intervals, start, end) {
  let [total, upto] = [0, start];
  for (const [from, to] of [...intervals].sort((a, b) => a[0] - b[0])) {
    const [low, high] = [Math.max(from, upto), Math.min(to, end)];
    if (high > low) [total, upto] = [total + high - low, high];
  }
  return total;
}

/** Whether a clock is for play over days: what a seat has at its first question is a day or more.
 * @param {Record<string, unknown> | null | undefined} clock */
export function isSlow(clock) {
  if (!clock) return false;
  const ms = (/** @type {string} */ name) => Number(clock[name] ?? 0);
  const first = ms("ms") + ms("start_ms") + ms("main_ms") + ms("periods") * ms("period_ms") + 1000 * ms("move_seconds");
  return first >= 86_400_000;
}
