// @ts-check
import assert from "node:assert/strict";
import {test} from "node:test";
import {gridOf, leadOf, roomsOf, waysOf} from "../../engine/games/glux/ui/grid.js";

/** @import {View} from "../../engine/games/glux/ui/types.js" */

const view = /** @type {View} */ ({rows: ["11.", "#1.", "..2"], starts: ["A3"], position: "-,02,-/-,-,-/13.04,-,-"});

test("a cell knows its room, its stack and whose start it is", () => {
  const {cells} = gridOf(view);
  assert.deepEqual(cells.get("B1"), {name: "B1", x: 1, y: 0, room: "1", stack: [{seat: 0, face: 2}], start: -1});
  assert.equal(cells.get("A3")?.start, 0);
  assert.equal(cells.get("A3")?.stack.length, 2);
  assert.equal(cells.get("C1")?.room, null);
  assert.ok(!cells.has("A2"), "a wall is no cell");
});

test("a way is drawn over the cells between, the destination last", () => {
  const ways = waysOf(gridOf(view), [["B1", 2, "B3"], ["C3", 2, "C1"]]); // biome-ignore format: pairs
  assert.deepEqual(ways.get("B3"), [{from: "B1", face: 2, steps: ["B2", "B3"]}]);
  assert.deepEqual(ways.get("C1")?.[0].steps, ["C2", "C1"]);
});

test("two ways to a cell are both kept", () => {
  const ways = waysOf(gridOf(view), [["B1", 2, "B3"], ["A3", 1, "B3"]]); // biome-ignore format: pairs
  assert.deepEqual(ways.get("B3")?.map(({from}) => from), ["B1", "A3"]); // biome-ignore format: one line
});

test("a room has the cells of its sign, and its bar lies on the longest and lowest row", () => {
  const [first, second] = roomsOf(gridOf(view));
  assert.deepEqual(first.cells.map(({name}) => name), ["A1", "B1", "B2"]); // biome-ignore format: one line
  assert.deepEqual(first.run, {x: 0, y: 0, length: 2});
  assert.equal(second.id, "2");
});

test("who leads a room, by how much, and whether nobody else is in it", () => {
  assert.equal(leadOf([0, 0]), null);
  assert.deepEqual(leadOf([5, 3, 1]), {seats: [0], by: 2, pips: 5, alone: false});
  assert.deepEqual(leadOf([0, 4]), {seats: [1], by: 4, pips: 4, alone: true});
  assert.deepEqual(leadOf([4, 4, 1]), {seats: [0, 1], by: 0, pips: 4, alone: false});
});
