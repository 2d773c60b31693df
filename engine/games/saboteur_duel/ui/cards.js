// @ts-check
/* The cards as they are printed, and tunnels as they lie: groups of joined arms, doors, trolls, gold, ladders. */

import data from "./data/cards.js";

/** @import {ActionCard, TunnelCard} from "./data/cards.js" */
/** @import {Arm, Lying} from "./types.js" */

/** @type {Map<string, TunnelCard>} */
const TUNNELS = new Map([...data.path_cards, ...data.goal_cards].map((card) => [card.id, card]));

/** Sabotage, repairs, keys, rockfalls and maps. @type {Map<string, ActionCard>} */
export const ACTIONS = new Map(data.action_cards.map((card) => [card.id, card]));

/** @type {Record<Arm, Arm>} */
const OPPOSITE = {N: "S", E: "W", S: "N", W: "E"};

/** The arms of a group. @param {string} group */
export const armsOf = (group) => /** @type {Arm[]} */ ([...group]);

/** @param {string} card @param {number} [turn] 1: turned by half @returns {Lying} */
export function lying(card, turn = 0) {
  const printed = TUNNELS.get(card);
  if (!printed) throw new Error(`no tunnel card ${card}`);
  const lie = (/** @type {Arm} */ arm) => (turn ? OPPOSITE[arm] : arm);
  const {groups, doors, troll, gold, ladder, kind} = printed;
  return {
    groups: groups.map((group) => armsOf(group).map(lie).join("")),
    doors: Object.entries(doors).map(([arm, colour]) => ({arm: lie(/** @type {Arm} */ (arm)), colour})),
    troll: troll && lie(troll),
    gold: new Map(Object.entries(gold).map(([group, value]) => [Number(group), value])),
    ladder,
    start: kind === "start",
  };
}
