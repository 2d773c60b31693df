// @ts-check
/* How finished matches are summed up: the game's own sentence, and the points by part. */

import assert from "node:assert/strict";
import {readFileSync} from "node:fs";
import {test} from "node:test";
import {say, unmarkedNotation} from "/static/house/kit/words.js";
import {ending as enigma} from "../../engine/games/enigma/ui/ending.js";
import {ending as glux} from "../../engine/games/glux/ui/ending.js";
import {ending as potion} from "../../engine/games/potion_explosion/ui/ending.js";
import {ending as saboteur} from "../../engine/games/saboteur_duel/ui/ending.js";
import {ending as zertz} from "../../engine/games/zertz/ui/ending.js";

/** @import {Params, Tell} from "/static/house/types.js" */

const seats = [{name: "Robin"}, {name: "Magpie"}];

/** Summed up with the English texts; names stand as they are.
 * @param {string} game @param {(frame: any, tell: Tell) => import("/static/house/types.js").Ending} ending
 * @param {object} frame */
function summed(game, ending, frame) {
  const texts = JSON.parse(readFileSync(`engine/games/${game}/texts/en.json`, "utf8"));
  const tell = (/** @type {string} */ key, /** @type {Params} */ params = {}) =>
    unmarkedNotation(say(texts, `ends.${key}`, params, seats)).replace(/[\u2068\u2069]/g, "");
  const {how, parts} = ending(frame, tell);
  return {how, parts: Object.fromEntries(parts.map(({label, values}) => [label, values.join()]))};
}

test("ZERTZ says who collected which marbles", () => {
  const view = {
    captured: [
      [1, 0, 2],
      [4, 3, 2],
    ],
  };
  const white = summed("zertz", zertz, {view, winners: [1], reason: "white", scores: [3, 9]});
  assert.equal(white.how, "Magpie collected four white marbles.");
  assert.deepEqual(white.parts, {
    "White marbles": "1,4",
    "Grey marbles": "0,3",
    "Black marbles": "2,2",
    "All marbles": "3,9",
  });
  const each = summed("zertz", zertz, {view, winners: [1], reason: "each", scores: [3, 9]});
  assert.equal(each.how, "Magpie collected two marbles of each colour.");
  assert.equal(summed("zertz", zertz, {view, winners: [0, 1], reason: "dead", scores: [3, 9]}).how, "");
  assert.equal(summed("zertz", zertz, {view, winners: [0], reason: "resign", scores: [3, 9]}).how, "");
});

test("Potion Explosion parts potions from tokens", () => {
  const view = {recipes: [["W4", "RRYY", 5]], desks: [{done: ["W4", "W4"]}, {done: []}]};
  const {how, parts} = summed("potion_explosion", potion, {view, winners: [0], reason: "score", scores: [12, -2]});
  assert.equal(how, "Robin brewed the best collection: 12 points.");
  assert.deepEqual(parts, {Potions: "10,0", Tokens: "2,-2", Points: "12,-2"});
});

test("Saboteur tells the gold of each round, and what the trolls got where they got something", () => {
  const round = {gained: [[2, 1], []], paid: [[], []]};
  const view = {ledger: [round, {gained: [[], [3]], paid: [[1], []]}]};
  const {how, parts} = summed("saboteur_duel", saboteur, {view, winners: [1], reason: "gold", scores: [2, 3]});
  assert.equal(how, "Magpie carried home 3 gold.");
  assert.deepEqual(parts, {"Round 1": "3,0", "Round 2": "0,3", "Paid to the trolls": "-1,0", Gold: "2,3"});
});

test("GLUX tells the rooms that gave points", () => {
  const rooms = [
    {id: "1", points: [0, 4]},
    {id: "2", points: [0, 0]},
  ];
  const {how, parts} = summed("glux", glux, {view: {rooms}, winners: [1], reason: "points", scores: [0, 4]});
  assert.equal(how, "Magpie got the most out of the rooms: 4 points.");
  assert.deepEqual(parts, {"Room 1": "0,4", Points: "0,4"});
});

test("Enigma counts the meeples that break a tie", () => {
  const view = {
    meeples: [
      [1, 0, 0, 0],
      [1, 1, 0, 0],
    ],
  };
  const {how, parts} = summed("enigma", enigma, {view, winners: [1], reason: "piles", scores: [9, 11]});
  assert.equal(how, "The piles ran out; Magpie was ahead with 11 points.");
  assert.deepEqual(parts, {"Meeples on the table": "0,2", Points: "9,11"});
});
