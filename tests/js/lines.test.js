// @ts-check
/* The lines of a plan. */

import assert from "node:assert/strict";
import {test} from "node:test";
import {against, answered, contradict, isPrefix, withLine} from "../../gateway/static/house/match/lines.js";

/** @typedef {import("../../gateway/static/house/match/lines.js").Ply} Ply */

/** Moves of seat 0 and 1 in turn, the other seat (1) first.
 * @param {string} text @returns {Ply[]} */
const line = (text) => text.split(" ").map((move, n) => [(n + 1) % 2, move]);

test("a line that goes on replaces its beginning, and a beginning adds nothing", () => {
  assert.deepEqual(withLine([line("a b")], line("a b c d")), [line("a b c d")]);
  assert.deepEqual(withLine([line("a b c d")], line("a b")), [line("a b c d")]);
  assert.equal(withLine([line("a b")], line("x y")).length, 2);
});

test("a line ends with an answer of one's own", () => {
  assert.deepEqual(answered(line("a b c"), 0), line("a b"));
  assert.equal(against([], line("a"), 0), "plan_needs_answer");
  assert.equal(against([], line("a b"), 0), null);
});

test("two answers to the same moves contradict, two moves of the others do not", () => {
  assert.equal(contradict(line("a b"), line("a c"), 0), true);
  assert.equal(contradict(line("a b c d"), line("a b x y"), 0), false);
  assert.equal(against([line("a b")], line("a c"), 0), "plan_contradicts");
});

test("a plan has twenty lines of twenty moves", () => {
  const many = Array.from({length: 20}, (_, n) => line(`a${n} b`));
  assert.equal(against(many, line("z b"), 0), "plan_full");
  assert.equal(against([], line(Array(22).fill("m").join(" ")), 0), "plan_full");
});

test("a line begins with its own beginning", () => {
  assert.equal(isPrefix(line("a"), line("a b")), true);
  assert.equal(isPrefix(line("a b"), line("a")), false);
});
