// @ts-check
/* Sentences that the match page puts together: the result and whose turn it is. Draws nothing. */

/** @import {Frame, GameTexts, HouseWords, Seat} from "../types.js" */

/** @typedef {{words: HouseWords, texts: Pick<GameTexts, "reasons">, seats: Seat[]}} Wording */

/** Parts joined to a text in which each ends as a sentence does.
 * @param {string[]} parts */
export function sentences(parts) {
  const ended = (/** @type {string} */ part) => /[.!?؟…:][\u2066-\u2069]*$/.test(part);
  const kept = parts.filter(Boolean);
  return kept.map((part, n) => (n === kept.length - 1 || ended(part) ? part : `${part}.`)).join(" ");
}

/** @param {number[]} list @param {Wording} wording */
export function namesOf(list, {seats, words}) {
  return list.map((seat) => `\u2068${seats[seat]?.name}\u2069`).join(words.house.and);
}

/** Who has won, and how: the game's own sentence where it has one, else the reason.
 * @param {Pick<Frame, "winners" | "reason">} frame @param {number | null} eye @param {Wording} wording
 * @param {string} [how] */
export function resultText({winners, reason}, eye, wording, how = "") {
  const result = outcome(winners ?? [], eye, wording);
  const why = how || reasonText({winners, reason}, wording);
  return why ? `${result}. ${why}` : result;
}

/** Why a match has ended; who resigned or ran out of time is named where it was one.
 * @param {Pick<Frame, "winners" | "reason">} frame @param {Wording} wording */
export function reasonText({winners, reason}, wording) {
  const {words, texts, seats} = wording;
  const losers = seats.flatMap((_, seat) => (winners?.includes(seat) ? [] : [seat]));
  const named = losers.length === 1 ? words.match[`how_${reason}`] : undefined;
  if (named) return named.replace("{names}", namesOf(losers, wording));
  return texts.reasons?.[reason ?? ""] ?? words.reasons[reason ?? ""] ?? "";
}

/** @param {number[]} winners @param {number | null} eye @param {Wording} wording */
export function outcome(winners, eye, wording) {
  const {match} = wording.words;
  const alone = wording.seats.length === 1;
  if (winners.length === wording.seats.length && !alone) return match.drawn;
  if (!winners.length && (eye === null || !alone)) return match.all_lost;
  if (eye === null) return match.won.replace("{names}", namesOf(winners, wording));
  return winners.includes(eye) ? match.you_won : match.you_lost;
}

/** @param {number[]} toAct @param {Wording} wording */
export function turnOf(toAct, wording) {
  return wording.words.match.turn_of.replace("{names}", namesOf(toAct, wording));
}
