// @ts-check
import assert from "node:assert/strict";
import {test} from "node:test";
import {Player} from "/static/house/match/player.js";

/** A film of so many steps, shown for a moment each. @param {number} here @param {number} last */
function film(here, last) {
  /** @type {number[]} */
  const shown = [];
  /** @type {boolean[]} */
  const changes = [];
  const player = new Player({
    here: () => here,
    last: () => last,
    go: async (index) => {
      here = index;
      shown.push(index);
    },
    wait: () => 1,
    changed: (playing) => changes.push(playing),
  });
  return {player, shown, changes};
}

const settle = () => new Promise((resolve) => setTimeout(resolve, 60));

test("it goes step by step to the end and stops there", async () => {
  const {player, shown, changes} = film(0, 3);
  player.toggle();
  await settle();
  assert.deepEqual(shown, [1, 2, 3]);
  assert.deepEqual(changes, [true, false]);
  assert.equal(player.playing, false);
});

test("from the end it begins anew", async () => {
  const {player, shown} = film(3, 3);
  player.toggle();
  await settle();
  assert.deepEqual(shown, [0, 1, 2, 3]);
});

test("stopped, it shows nothing more", async () => {
  const {player, shown} = film(0, 500);
  player.toggle();
  await new Promise((resolve) => setTimeout(resolve, 10));
  player.toggle();
  const count = shown.length;
  await settle();
  assert.equal(shown.length, count);
});

test("a match without a step is no film", async () => {
  const {player, changes} = film(0, 0);
  player.toggle();
  await settle();
  assert.deepEqual(changes, []);
});
