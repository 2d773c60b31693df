// @ts-check
/* Spans and moments of time in words. */

import assert from "node:assert/strict";
import {test} from "node:test";
import {exactSpan, leftText, momentText, nextChange, spanWords, ticking} from "../../gateway/static/house/kit/spans.js";

const [MINUTE, HOUR, DAY] = [60_000, 3_600_000, 86_400_000];

test("a span is told in its two largest units, and never rounded up", () => {
  assert.equal(spanWords(3 * DAY + 4 * HOUR + 59 * MINUTE, "en"), "3 days 4 hours");
  assert.equal(spanWords(DAY + 5 * MINUTE, "en"), "1 day");
  assert.equal(spanWords(3 * DAY + 4 * HOUR, "fa"), "۳ روز و ۴ ساعت");
});

test("a clock of days tells words until its last hour, and ticks then", () => {
  assert.equal(leftText(72 * HOUR, {slow: true, lang: "en"}), "3 days");
  assert.equal(leftText(HOUR, {slow: true, lang: "en"}), "1 hour");
  assert.equal(leftText(HOUR - 1, {slow: true, lang: "en"}), "59:59");
});

test("a live clock always ticks, with tenths in its last ten seconds", () => {
  assert.equal(leftText(72 * MINUTE, {slow: false, lang: "en"}), "1:12:00");
  assert.equal(ticking(9_999, "en"), "9.9");
  assert.equal(ticking(10_000, "en"), "0:10");
  assert.equal(ticking(-5, "en"), "0.0");
  assert.equal(ticking(10 * MINUTE, "fa"), "۱۰:۰۰");
  assert.equal(ticking(4_200, "fa"), "۴٫۲");
});

test("a clock is looked at as often as its text may change", () => {
  assert.equal(nextChange(5_000, true), 100);
  assert.equal(nextChange(2 * HOUR, true), 10_000);
  assert.equal(nextChange(2 * HOUR, false), 250);
});

test("a moment is told in the reader's zone and calendar; today's without its day", () => {
  const at = Date.parse("2026-11-20T09:30:00Z");
  const how = {lang: "en", now: Date.parse("2026-11-18T09:30:00Z"), zone: "UTC"};
  assert.equal(momentText(at, how), "Fri 20 Nov, 09:30");
  assert.equal(momentText(at, {...how, now: at - HOUR}), "09:30");
  const persian = momentText(at, {...how, lang: "fa", zone: "Asia/Tehran"});
  assert.match(persian, /۲۹ آبان/);
  assert.match(persian, /۱۳:۰۰/);
});

test("the arithmetic is exact to the millisecond", () => {
  assert.equal(exactSpan(DAY + 2 * HOUR + 3 * MINUTE + 4_005, "en"), "1d 02:03:04.005");
  assert.equal(exactSpan(-1, "en"), "−00:00:00.001");
  assert.equal(exactSpan(DAY + 2 * HOUR + 3 * MINUTE + 4_005, "fa"), "۱ روز ۰۲:۰۳:۰۴٫۰۰۵");
});
