// @ts-check
/* The legal moves of a frame, sorted by what is clicked: card, cell, turn, tool. Knows the notation, draws nothing. */

import {ACTIONS} from "./cards.js";

/** @import {Choices} from "./types.js" */

/** @template Key, Value
 * @param {Map<Key, Value>} map @param {Key} key @param {() => Value} make @returns {Value} */
function entry(map, key, make) {
  const value = map.get(key) ?? make();
  map.set(key, value);
  return value;
}

/** @param {Choices} choices @param {{card: string, cell: string, way?: string, move: string}} place */
function addPlace({places}, {card, cell, way = "", move}) {
  const cells = entry(places, card, () => new Map());
  entry(cells, cell, () => []).push({way, move});
}

/** By its first letter, what a move means. rest: what follows the colon.
 * @type {Record<string, (choices: Choices, rest: string, move: string) => void>} */
const READ = {
  P: (choices, rest, move) => {
    const [card, cell, way] = rest.split(/[@:]/);
    addPlace(choices, {card, cell, way, move});
  },
  K: (choices, rest, move) => {
    const [x, y, way] = rest.split(",");
    addPlace(choices, {card: "KEY", cell: `${x},${y}`, way, move});
  },
  F: (choices, cell, move) => addPlace(choices, {card: "ROCK", cell, move}),
  M: (choices, cell, move) => addPlace(choices, {card: "MAP", cell, move}),
  S: ({buttons}, card, move) => {
    const tool = ACTIONS.get(card)?.tools[0] ?? "";
    entry(buttons, card, () => []).push({tool, word: "sabotage_send", move});
  },
  R: ({buttons}, rest, move) => {
    const [card, tool] = rest.split(">");
    entry(buttons, card, () => []).push({tool, word: "repair_send", move});
  },
  B: ({bribes}, cell, move) => bribes.set(cell, move),
  O: (choices, rest, move) => {
    const [cell, way] = rest.split(":");
    choices.turns ??= {cell, ways: []};
    choices.turns.ways.push({way, move});
  },
  X: ({discards}, cards, move) => discards.set(cards, move),
  D: ({rescues}, rest, move) => {
    const [cards, tool] = rest.split(">");
    entry(rescues, cards, () => []).push({tool, move});
  },
};

/** @param {string[]} moves @returns {Choices} */
export function choicesOf(moves) {
  /** @type {Choices} */
  const choices = {
    places: new Map(),
    buttons: new Map(),
    bribes: new Map(),
    turns: null,
    discards: new Map(),
    rescues: new Map(),
  };
  for (const move of moves) READ[move[0]]?.(choices, move.slice(2), move);
  return choices;
}

/** The name of a set of hand cards in the notation: sorted by ASCII order.
 * @param {string[]} cards */
export const bundle = (cards) => [...cards].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0)).join("+");
