// @ts-check
/* Trees of lines that were tried, and the figures of the computer's view. */

import assert from "node:assert/strict";
import {test} from "node:test";

import {mistakesOf, percent, shareLines} from "../../gateway/static/house/analysis/graph.js";
import {addLine, countNodes, MOST_NODES, nodeAt, plain, walk} from "../../gateway/static/house/analysis/tree.js";

/** @import {Step} from "../../gateway/static/house/analysis/graph.js" */

test("lines with a common beginning share its nodes", () => {
  /** @type {import("../../gateway/static/house/analysis/tree.js").Node} */
  const tree = {children: []};
  assert.ok(
    addLine(tree, [
      [0, "a"],
      [1, "b"],
    ]),
  );
  assert.ok(
    addLine(tree, [
      [0, "a"],
      [1, "c"],
    ]),
  );
  assert.ok(
    addLine(tree, [
      [0, "a"],
      [1, "b"],
    ]),
  );
  assert.equal(countNodes(tree), 4);
  assert.deepEqual(
    walk(tree).map(({line}) => line.map(([, move]) => move).join("")),
    ["a", "ab", "ac"],
  );
  assert.equal(
    nodeAt(tree, [
      [0, "a"],
      [1, "c"],
    ])?.move,
    "c",
  );
  assert.equal(nodeAt(tree, [[1, "a"]]), null);
});

test("a tree takes no more nodes than the house does, and is sent without empty notes", () => {
  /** @type {import("../../gateway/static/house/analysis/tree.js").Node} */
  const tree = {children: []};
  for (let n = 0; n < MOST_NODES - 1; n += 1) assert.ok(addLine(tree, [[0, String(n)]]));
  assert.equal(addLine(tree, [[0, "one more"]]), false);
  assert.equal(countNodes(tree), MOST_NODES);
  tree.children.length = 2;
  tree.children[0].comment = "good";
  tree.children[1].comment = "";
  assert.deepEqual(plain(tree), {
    children: [
      {seat: 0, move: "0", comment: "good", children: []},
      {seat: 0, move: "1", children: []},
    ],
  });
});

/** @param {number} seat @param {number} value @param {number} lost @param {string | null} mark @returns {Step} */
const step = (seat, value, lost, mark) => ({seq: 0, seat, value, played: "a", best: "b", line: ["b"], lost, mark});

test("of two seats one line tells what seat 0 may expect, of more each has its own", () => {
  const steps = [step(0, 500, 0, null), step(1, 500, 500, "blunder"), step(0, 1000, 0, null)];
  assert.deepEqual(shareLines(steps, 2), ["0,20 50,2 100,2"]);
  assert.deepEqual(shareLines(steps, 3), ["0,20 100,2", "50,38", ""]);
});

test("mistakes are those of a seat, or of all", () => {
  const steps = [step(0, 500, 60, "inaccuracy"), step(1, 500, 0, null), step(1, 500, 300, "blunder")];
  assert.deepEqual(
    mistakesOf(steps, null).map(({index}) => index),
    [0, 2],
  );
  assert.deepEqual(
    mistakesOf(steps, 1).map(({index}) => index),
    [2],
  );
  assert.equal(percent(434), 43);
});
