// @ts-check
/* Sends moves. The frame that follows comes by the stream, often before the answer. */

import {deliver, isSilence, keepMove, keeps} from "../home/outbox.js";
import {newId} from "../ids.js";
import {api, card, now, tell} from "./page.js";
import {keepReceipt} from "./receipts.js";
import {announce, complain} from "./speaking.js";
import {drawWaiting} from "./waiting.js";

/** @import {KeptMove} from "../home/outbox.js" */
/** @import {Problem, Receipt} from "../types.js" */

/** The answer that is on its way, and to which decision.
 * @type {{decision: number | null, move: string} | null} */
let onItsWay = null;
/** @type {{changed: () => void, behind: () => void}} */
let listeners = {changed() {}, behind() {}};

/** changed: an answer sets out or is back; behind: a refusal shows that a newer frame is there.
 * @param {typeof listeners} given */
export function onSending(given) {
  listeners = given;
}

export const moveOnItsWay = () => (onItsWay?.decision === now.frame.decision ? (onItsWay?.move ?? null) : null);

/** Without network the move is kept, and sent when that is back: for the board it is on its way.
 * @param {KeptMove} move @returns {Promise<Receipt>} */
async function deliverOrKeep(move) {
  try {
    if (!navigator.onLine) throw {error: "no-answer"};
    const receipt = await deliver(move, api("/moves"), () => complain(tell("retry")));
    complain();
    keepReceipt(receipt);
    return receipt;
  } catch (problem) {
    if (!isSilence(/** @type {Problem} */ (problem)) || !keeps()) throw problem;
    keepMove(move);
    complain();
    drawWaiting();
    announce(tell("kept_move", {move: move.move}));
    return {seq: move.seq};
  }
}

/** @param {string} move @param {number | null} [decision] @returns {Promise<Receipt>} */
export async function send(move, decision = now.frame.decision) {
  const mine = {decision, move};
  onItsWay = mine;
  complain();
  listeners.changed();
  try {
    const {seq} = now.frame;
    return await deliverOrKeep({match: card.id, decision: decision ?? 0, seq, move, command_id: newId()});
  } catch (error) {
    const problem = /** @type {Problem} */ (error);
    complain(problem.detail || tell("failed"));
    if (problem.seq !== undefined && problem.seq > now.frame.seq) listeners.behind();
    throw problem;
  } finally {
    if (onItsWay === mine) onItsWay = null;
    listeners.changed();
  }
}
