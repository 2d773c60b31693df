// @ts-check
import assert from "node:assert/strict";
import {test} from "node:test";
import {hasRounds, momentsOf, roundFrom, scoreLines, turnFrom, waitAfter} from "/static/house/match/film.js";

/** @param {Partial<import("../../gateway/static/house/types.js").OutlineStep>[]} given */
const film = (...given) =>
  given.map((frame, n) => ({
    ...{seq: n, at: `2026-01-01T00:00:${String(n).padStart(2, "0")}.000Z`, type: "move.judged", seat: 0, move: "x"},
    ...{to_act: [n % 2], round: null, scores: [0, 0], moment: null, ...frame},
  }));

test("a pace divides the time that a step is shown", () => {
  const steps = film({}, {});
  assert.equal(waitAfter(steps, 0, 4) * 8, waitAfter(steps, 0, 0.5));
});

test("the rhythm is that of the log, and pauses are cut to three seconds", () => {
  const steps = film({}, {}, {at: "2026-01-03T00:00:00.000Z"});
  assert.equal(waitAfter(steps, 0, "rhythm"), 1000);
  assert.equal(waitAfter(steps, 1, "rhythm"), 3000);
  assert.equal(
    waitAfter(
      [
        {...steps[0], at: null},
        {...steps[1], at: null},
      ],
      0,
      "rhythm",
    ),
    1200,
  );
});

test("a turn is the next step with another to_act", () => {
  const steps = film({to_act: [0]}, {to_act: [0]}, {to_act: [1]}, {to_act: [1]}, {to_act: []});
  assert.equal(turnFrom(steps, 0, 1), 2);
  assert.equal(turnFrom(steps, 3, -1), 1);
  assert.equal(turnFrom(steps, 4, 1), 4);
});

test("a round begins at its first step, and going back first leads to the begin of the present one", () => {
  const steps = film({round: 1}, {round: 1}, {round: 2}, {round: 2}, {round: 3});
  assert.deepEqual([roundFrom(steps, 0, 1), roundFrom(steps, 3, 1)], [2, 4]);
  assert.deepEqual([roundFrom(steps, 3, -1), roundFrom(steps, 2, -1)], [2, 0]);
  assert.equal(hasRounds(steps), true);
  assert.equal(hasRounds(film({}, {})), false);
});

test("moments are found with their place", () => {
  const steps = film({}, {moment: {code: "lead", text: "Ann leads"}});
  assert.deepEqual(momentsOf(steps), [{index: 1, seq: 1, code: "lead", text: "Ann leads"}]);
});

test("each seat has a line from the left to the right, more points higher", () => {
  const lines = scoreLines(film({}, {scores: [2, 0]}, {scores: [4, -4]}));
  assert.equal(lines.length, 2);
  const [first, second] = lines.map((line) => line.split(" ").map((point) => point.split(",").map(Number)));
  assert.deepEqual([first[0][0], first[2][0]], [0, 100]);
  assert.ok(first[2][1] < first[0][1]);
  assert.ok(second[2][1] > second[0][1]);
});

test("without any points there is no line", () => {
  assert.deepEqual(scoreLines(film({}, {})), []);
});
