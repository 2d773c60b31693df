// @ts-check
/* What a seat's clock shows at a moment. */

import assert from "node:assert/strict";
import {test} from "node:test";
import {isSlow, overlap, reading} from "../../gateway/static/house/kit/clockwork.js";

const HOUR = 3_600_000;
const NOW = Date.parse("2026-11-18T12:00:00Z");
const time = (/** @type {number} */ hours) => new Date(NOW + hours * HOUR).toISOString();
const running = {left: 10 * HOUR, deadline: time(10), running: true, paused: false};
/** @param {Partial<import("../../gateway/static/house/kit/clockwork.js").SeatPauses>} more */
const pauses = (more) => ({utc_offset: 0, left: 10 * HOUR, open: [], rests: [], ...more});

test("a running clock has what lies between now and its deadline", () => {
  assert.equal(reading(running, null, NOW).left, 10 * HOUR);
  assert.equal(reading(running, null, NOW + 11 * HOUR).left, 0);
});

test("rests ahead are not counted as time left", () => {
  const shown = reading(running, pauses({rests: [[time(2), time(5)]]}), NOW);
  assert.deepEqual([shown.left, shown.running, shown.restUntil], [7 * HOUR, true, null]);
});

test("the next rest before the deadline is known", () => {
  const shown = reading(running, pauses({rests: [[time(2), time(5)]]}), NOW);
  assert.deepEqual(shown.nextRest, [NOW + 2 * HOUR, NOW + 5 * HOUR]);
  assert.equal(reading(running, pauses({rests: [[time(20), time(25)]]}), NOW).nextRest, null);
});

test("within a rest the clock stands", () => {
  const shown = reading(running, pauses({rests: [[time(-1), time(3)]]}), NOW);
  assert.deepEqual([shown.left, shown.running, shown.restUntil], [7 * HOUR, false, NOW + 3 * HOUR]);
});

test("a paused clock shows what the house says is left, and why it stands", () => {
  const clock = {left: 10 * HOUR, deadline: null, running: true, paused: true};
  const shown = reading(clock, pauses({left: 4 * HOUR, open: [{reason: "vacation", since: time(-6)}]}), NOW);
  assert.deepEqual([shown.left, shown.running, shown.paused], [4 * HOUR, false, "vacation"]);
});

test("a clock that does not run has what its next stint begins with", () => {
  const shown = reading({left: HOUR, deadline: null, running: false, paused: false}, null, NOW);
  assert.deepEqual([shown.left, shown.running, shown.deadline], [HOUR, false, null]);
});

test("what overlaps counts once", () => {
  assert.equal(
    overlap(
      [
        [5, 8],
        [0, 6],
        [20, 30],
      ],
      2,
      25,
    ),
    11,
  );
});

test("a clock is slow from a day at its first question on", () => {
  assert.equal(isSlow({kind: "fischer", start_ms: 86_400_000, increment_ms: 0}), true);
  assert.equal(isSlow({kind: "byoyomi", main_ms: 0, periods: 3, period_ms: 28_800_000}), true);
  assert.equal(isSlow({kind: "per_move", ms: 86_399_999}), false);
  assert.equal(isSlow(null), false);
});
