// @ts-check
import assert from "node:assert/strict";
import {test} from "node:test";
import {after, classes, placesOf, ready, take} from "../../engine/games/potion_explosion/ui/choice.js";
import {certain, follow, marbleAt} from "../../engine/games/potion_explosion/ui/explosions.js";
import {holesOf} from "../../engine/games/potion_explosion/ui/tiles.js";

/** @import {DeskView, View} from "../../engine/games/potion_explosion/ui/types.js" */

const slots = [
  {design: "M4", open: "RB", filled: "KK"},
  {design: "", open: "", filled: ""},
];
const desk = /** @type {DeskView} */ (/** @type {Partial<DeskView>} */ ({slots, pool: "K"}));
const view = /** @type {View} */ (
  /** @type {Partial<View>} */ ({desks: [desk], turn: 0, hand: "RR", offer: ["M4", "L5"]})
);

test("what a pick takes for certain: the marble, then each group that meets", () => {
  assert.deepEqual(certain("KRRRYBKYB", 3), [[3], [2, 4]]);
  assert.deepEqual(certain("BKYRYYKBB", 4), [[4], [3, 5, 6], [2, 7], [1, 8, 9]]);
});

test("a story of steps leads from one dispenser to the next", () => {
  const story = ["lift 0 1.2", "burst 0 1.1 1.2", "drop 1Y 1B"].map((step) => step.split(" "));
  assert.deepEqual(follow(["RBR"], story), ["YB"]);
});

test("a marble's spot names its track and place", () => {
  assert.deepEqual(marbleAt("m2.7"), {track: 1, place: 7});
  assert.equal(marbleAt("stack1"), null);
});

test("classes stand in one order, whatever order the moves have", () => {
  assert.deepEqual(classes(["E:R", "DW2.3", "PR1-0", "T1.1"]), ["T", "DW", "place", "E"]);
});

test("a colour that waits is placed first, unless a marble can be taken", () => {
  assert.equal(ready(["PR1-0", "E:"]), "place");
  assert.equal(ready(["PR1-0", "T1.1"]), "T");
  assert.equal(ready(["E:"]), null);
});

test("a drink names the marbles it takes", () => {
  assert.deepEqual(placesOf("DM2.3"), ["m2.3", "m2.4"]);
  assert.deepEqual(placesOf("DA135"), ["m1.1", "m3.1", "m5.1"]);
  assert.deepEqual(placesOf("DSF2.147"), ["m2.1", "m2.4", "m2.7"]);
});

test("a starter is picked from the offer", () => {
  assert.deepEqual([...after(view, ["S:M4", "S:L5"], "S", []).lit], ["offer0", "offer1"]);
  assert.equal(after(view, ["S:M4", "S:L5"], "S", ["offer1"]).move, "S:L5");
});

test("marbles that could be fewer are a choice that can be done", () => {
  const next = after(view, ["DF1.1", "DF1.12"], "DF", ["m1.1"]);
  assert.equal(next.move, null);
  assert.equal(next.done, "DF1.1");
  assert.deepEqual([...next.lit], ["m1.2"]);
});

test("a pick of the other marble takes the place of the first, a hole follows it", () => {
  assert.deepEqual(take("place", ["hand0"], "pool0"), ["pool0"]);
  assert.deepEqual(take("place", ["hand0"], "hole:aR0"), ["hand0", "hole:aR0"]);
  assert.deepEqual(take("T", ["m1.1"], "m1.1"), []);
});

test("a marble that every ending keeps is kept without a click", () => {
  const next = after(view, ["E:KR", "E:KRR"], "E", []);
  assert.deepEqual([...next.picked], ["hand0", "pool0"]);
  assert.deepEqual([...next.lit], ["hand1"]);
  assert.equal(next.move, "E:KR");
});

test("holes lie in the order of colours, filled ones first", () => {
  const holes = holesOf("RBKK", {design: "M4", open: "RBK", filled: "KK"});
  const names = holes.map(({hole, filled}) => `${hole}${filled ?? "-"}`);
  assert.deepEqual(names, ["R-", "B-", "KK", "K-"]);
});
