// @ts-check
import assert from "node:assert/strict";
import {test} from "node:test";
import {clockText, resultText, sentences} from "/static/house/match/sentences.js";

const match = {drawn: "A draw", all_lost: "Lost", won: "{names} won", you_won: "You won", you_lost: "You lost"};
const words = {
  match,
  house: {and: " and "},
  reasons: {resigned: "By resignation"},
  board: {back: "", confirm: "", confirm_help: ""},
};
const wording = {words, texts: {reasons: {}}, seats: [{name: "Ada"}, {name: "Bo"}]};

test("parts become sentences, and a part that ends as one gets no second stop", () => {
  assert.equal(sentences(["Your turn", "", "Really?", "Go on"]), "Your turn. Really? Go on");
});

test("a seat hears whether it won, the gallery who did", () => {
  const frame = {winners: [1], reason: null};
  assert.equal(resultText(frame, 1, wording), "You won");
  assert.equal(resultText(frame, 0, wording), "You lost");
  assert.equal(resultText(frame, null, wording), "\u2068Bo\u2069 won");
});

test("where all have won it is a draw", () => {
  assert.equal(resultText({winners: [0, 1], reason: null}, 0, wording), "A draw");
});

test("the reason follows the result", () => {
  assert.equal(resultText({winners: [0], reason: "resigned"}, 0, wording), "You won. By resignation");
});

test("a clock shows hours from an hour on", () => {
  assert.equal(clockText(59, String), "0:59");
  assert.equal(clockText(3600 + 62, String), "1:01:02");
});
