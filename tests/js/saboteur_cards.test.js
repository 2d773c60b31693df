// @ts-check
import assert from "node:assert/strict";
import {test} from "node:test";
import {ACTIONS, lying} from "../../engine/games/saboteur_duel/ui/cards.js";
import {bundle, choicesOf} from "../../engine/games/saboteur_duel/ui/choices.js";
import {cellsOf, changedCells, extent} from "../../engine/games/saboteur_duel/ui/map.js";

/** @import {View} from "../../engine/games/saboteur_duel/ui/types.js" */

const view = /** @type {View} */ (/** @type {Partial<View>} */ ({
  colours: ["green", "blue"],
  starts: [["SG", 0, 0]],
  table: [["X1", 1, 0, 1]],
  goals: [{x: 5, y: 0, face: null, turn: null, looked: [1]}],
  claims: [],
  bribes: [],
  keys: [[1, 0, "W"]],
  reach: [[[0, 0, 0], [1, 0, 0]], []],
})); // biome-ignore format: a small view

test("a card turned by half has its arms and doors on the other side", () => {
  assert.deepEqual(lying("X1", 0).doors, [{arm: "E", colour: "blue"}]);
  assert.deepEqual(lying("X1", 1).doors, [{arm: "W", colour: "blue"}]);
  assert.deepEqual(lying("LG", 1).groups, ["SW"]);
});

test("a card's gold belongs to a group", () => {
  assert.deepEqual([...lying("GD").gold], [[1, 1]]);
});

test("what is no tunnel card does not lie anywhere", () => {
  assert.throws(() => lying("KEY"), /no tunnel card KEY/);
  assert.deepEqual(ACTIONS.get("RPL")?.tools, ["pick", "lamp"]);
});

test("moves are sorted by card, cell and turn", () => {
  const {places, discards, rescues} = choicesOf(["P:HH@1,0:0", "P:HH@2,0:0", "P:HH@2,0:1", "X:HH", "D:HH+SP>lamp"]);
  assert.deepEqual([...(places.get("HH")?.keys() ?? [])], ["1,0", "2,0"]);
  assert.deepEqual(places.get("HH")?.get("2,0")?.map(({way}) => way), ["0", "1"]); // biome-ignore format: one line
  assert.equal(discards.get("HH"), "X:HH");
  assert.deepEqual(rescues.get("HH+SP"), [{tool: "lamp", move: "D:HH+SP>lamp"}]);
});

test("a key, a rockfall, a map, sabotage and repair name what they need", () => {
  const {places, buttons} = choicesOf(["K:1,-1,E", "F:2,0", "M:5,0", "S:SL", "R:RPC>cart"]);
  assert.deepEqual(places.get("KEY")?.get("1,-1"), [{way: "E", move: "K:1,-1,E"}]);
  assert.ok(places.get("ROCK")?.has("2,0"));
  assert.ok(places.get("MAP")?.has("5,0"));
  assert.equal(buttons.get("SL")?.[0].tool, "lamp");
  assert.equal(buttons.get("RPC")?.[0].tool, "cart");
});

test("a goal that is turned up offers how it can lie", () => {
  assert.deepEqual(choicesOf(["O:5,0:0", "O:5,0:1"]).turns?.ways.length, 2);
});

test("cards thrown away together are named in the order of their signs", () => {
  assert.equal(bundle(["SP", "HH"]), "HH+SP");
});

test("a cell holds its card, keys and who reaches it", () => {
  const cells = cellsOf(view);
  assert.deepEqual(cells.get("1,0")?.keys, ["W"]);
  assert.deepEqual(cells.get("1,0")?.reach.map(({seat}) => seat), [0]); // biome-ignore format: one line
  assert.equal(cells.get("5,0")?.card, null);
  assert.deepEqual(cells.get("5,0")?.looked, [1]);
});

test("only cells in which something else lies have changed", () => {
  const after = {...view, table: [...view.table, /** @type {[string, number, number, number]} */ (["HH", 2, 0, 0])]};
  assert.deepEqual([...(changedCells(view, after) ?? [])], ["2,0"]);
  assert.equal(changedCells(view, view), null);
});

test("the map stretches to the lit cells", () => {
  const bare = extent(cellsOf(view), []);
  assert.ok(extent(cellsOf(view), ["0,-2"]).height > bare.height);
});
