// @ts-check
import assert from "node:assert/strict";
import {mock, test} from "node:test";
import {heardTime, houseNow} from "/static/house/kit/time.js";

test("a device whose clock is an hour off shows the time of the house, within a request's length", () => {
  const now = 1_700_000_000_000;
  mock.timers.enable({apis: ["Date"], now});
  heardTime(now - 3_600_000, {from: now - 100, to: now, blur: 0});
  assert.ok(Math.abs(houseNow() - (now - 3_600_000)) <= 100);
  mock.timers.reset();
});

test("a moment that is no number changes nothing", () => {
  const before = houseNow() - Date.now();
  heardTime(Number.NaN, {from: 0, to: 1, blur: 0});
  assert.ok(Math.abs(houseNow() - Date.now() - before) <= 5);
});
