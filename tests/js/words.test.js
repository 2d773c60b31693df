// @ts-check
import assert from "node:assert/strict";
import {test} from "node:test";
import {isolate, say, unmarkedNotation} from "/static/house/kit/words.js";

const texts = {words: {red: "the red one"}, board: {took: "{seat} took {what}, {count} left", plain: "Pick"}};

test("a seat becomes its holder's name, set apart from the text around it", () => {
  assert.match(say(texts, "board.took", {seat: 0}, [{name: "Ada"}]), /^\u2068Ada\u2069 took/);
});

test("a seat without a holder is counted from one", () => {
  assert.match(say(texts, "board.took", {seat: 1}), /^2 took/);
});

test("a known word is looked up and notation is kept left to right", () => {
  assert.match(say(texts, "board.took", {what: "red"}), /took the red one,/);
  assert.match(say(texts, "board.took", {what: "a4-b5"}), /took \u2066a4-b5\u2069,/);
});

test("what is not given stays as it is, and a missing sentence is its key", () => {
  assert.match(say(texts, "board.took", {count: 3}), /^\{seat\} took \{what\}, 3 left$/);
  assert.equal(say(texts, "board.nothing"), "board.nothing");
});

test("English drops the signs around notation and keeps those around names", () => {
  assert.equal(unmarkedNotation(`\u2068علی\u2069 ${isolate("a4")}`), "\u2068علی\u2069 a4");
});

test("a time gets the digits of the page, and notation stays as it is", (context) => {
  const page = /** @type {unknown} */ ({documentElement: {lang: "fa"}});
  globalThis.document = /** @type {Document} */ (page);
  context.after(() => Reflect.deleteProperty(globalThis, "document"));
  assert.match(say(texts, "board.took", {what: "0:02.0"}), /took ۰:۰۲.۰,/);
  assert.match(say(texts, "board.took", {what: "a4"}), /took \u2066a4\u2069,/);
});
