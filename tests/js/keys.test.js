// @ts-check
import assert from "node:assert/strict";
import {test} from "node:test";
import {keyOf, plainDigits} from "/static/house/kit/keys.js";

test("Persian and Arabic digits are read as 0 to 9", () => {
  assert.equal(plainDigits("۰۱۹ ٠٥٩ a"), "019 059 a");
});

test("a key of another alphabet means what stands at its place", () => {
  assert.equal(keyOf({key: "ش", code: "KeyA"}), "a");
  assert.equal(keyOf({key: "ج", code: "BracketLeft"}), "[");
});

test("a Latin sign means itself, in small letters, wherever it stands", () => {
  assert.equal(keyOf({key: "Z", code: "KeyY"}), "z");
});

test("a digit typed in Persian is a digit", () => {
  assert.equal(keyOf({key: "۴", code: "Digit4"}), "4");
});

test("a named key keeps its name", () => {
  assert.equal(keyOf({key: "ArrowLeft", code: "ArrowLeft"}), "ArrowLeft");
});
