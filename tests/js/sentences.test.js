// @ts-check
import assert from "node:assert/strict";
import {test} from "node:test";
import {resultText, sentences} from "/static/house/match/sentences.js";

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

test("who resigned or ran out of time is named where it was one", () => {
  const named = {...wording, words: {...words, match: {...match, how_time: "{names} ran out of time."}}};
  assert.equal(resultText({winners: [0], reason: "time"}, 0, named), "You won. \u2068Bo\u2069 ran out of time.");
});

test("the game's own sentence stands in place of the reason", () => {
  const frame = {winners: [0], reason: "resigned"};
  assert.equal(resultText(frame, 0, wording, "Ada took it all."), "You won. Ada took it all.");
});
