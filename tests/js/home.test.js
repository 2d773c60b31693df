// @ts-check
/* What waits for the reader, and where Next leads. */

import assert from "node:assert/strict";
import {test} from "node:test";
import {byDeadline, EMPTY, heard, nextAfter, waiting} from "../../gateway/static/house/home/state.js";

/** @param {string} match @param {string | null} [deadline] */
const asked = (match, deadline = null) => ({match, game: "zertz", seat: 0, deadline});
const two = heard(EMPTY, {thing: "home", data: {asked: [asked("a"), asked("b")], offers: [{match: "c"}]}});

test("the first event says where the reader is asked and which offers are open", () => {
  assert.equal(waiting(two), 3);
});

test("a turn is put in by its deadline, and once", () => {
  const home = heard(two, {thing: "turn", data: asked("z", "2026-11-18T10:00:00.000Z")});
  assert.deepEqual(
    home.asked.map((asked) => asked.match),
    ["z", "a", "b"],
  );
  assert.equal(heard(home, {thing: "time", data: asked("z", "2026-11-18T10:00:00.000Z")}).asked.length, 3);
});

test("who has answered is not asked any more, and a match that is over asks for nothing", () => {
  assert.equal(heard(two, {thing: "answered", data: {match: "a"}}).asked.length, 1);
  assert.deepEqual(heard(two, {thing: "end", data: {match: "c"}}).offers, []);
});

test("next leads round all matches that ask, never to the one at hand", () => {
  assert.equal(nextAfter(two, "a")?.match, "b");
  assert.equal(nextAfter(two, "b")?.match, "a");
  assert.equal(nextAfter(two, null)?.match, "a");
  assert.equal(nextAfter({...two, asked: [asked("a")]}, "a"), null);
});

test("what has no deadline comes last, in the order it came", () => {
  const order = byDeadline([
    asked("x"),
    asked("late", "2026-11-19T00:00:00Z"),
    asked("y"),
    asked("soon", "2026-11-18T00:00:00Z"),
  ]);
  assert.deepEqual(
    order.map((asked) => asked.match),
    ["soon", "late", "x", "y"],
  );
});
