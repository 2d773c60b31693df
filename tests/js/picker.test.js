// @ts-check
import assert from "node:assert/strict";
import {test} from "node:test";
import {Picker} from "/static/house/kit/picker.js";

const split = (/** @type {string} */ move) => move.split(" ");

test("offers what can follow, and how many moves lie behind each pick", () => {
  const picker = new Picker(["a b", "a c", "d"], split);
  assert.deepEqual([...picker.next], [["a", 2], ["d", 1]]); // biome-ignore format: pairs
  assert.ok(picker.take("a"));
  assert.deepEqual([...picker.next.keys()], ["b", "c"]);
  assert.deepEqual(picker.moves, ["a b", "a c"]);
});

test("spells a move once nothing can follow", () => {
  const picker = new Picker(["a b", "a c"], split);
  picker.take("a");
  assert.equal(picker.move, null);
  picker.take("c");
  assert.equal(picker.move, "a c");
});

test("a move that could go on is a stop and not yet the move", () => {
  const picker = new Picker(["a", "a b"], split);
  picker.take("a");
  assert.equal(picker.move, null);
  assert.equal(picker.stop, "a");
});

test("refuses a pick that no move goes through", () => {
  const picker = new Picker(["a b"], split);
  assert.equal(picker.take("b"), false);
  assert.deepEqual(picker.path, []);
});

test("takes steps without an alternative by itself after a pick, and takes them back with it", () => {
  const picker = new Picker(["a b c", "d"], split, {sure: true});
  assert.deepEqual(picker.path, []);
  picker.take("a");
  assert.deepEqual(picker.path, ["a", "b", "c"]);
  assert.equal(picker.move, "a b c");
  assert.ok(picker.back());
  assert.deepEqual(picker.path, []);
  assert.equal(picker.back(), false);
});

test("does not run past a move that could stop", () => {
  const picker = new Picker(["a", "a b"], split, {sure: true});
  picker.take("a");
  assert.deepEqual(picker.path, ["a"]);
});

test("knows what could stand in the place of the last pick", () => {
  const picker = new Picker(["a b", "c d"], split, {sure: true});
  assert.deepEqual([...picker.instead], []);
  picker.take("a");
  assert.deepEqual([...picker.instead], ["a", "c"]);
});
