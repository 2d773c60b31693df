// @ts-check
/* Moves made without network. */

import assert from "node:assert/strict";
import {test} from "node:test";
import {
  dropMove,
  isSilence,
  keepMove,
  keptMatches,
  keptMove,
  verdict,
  waitingMove,
} from "../../gateway/static/house/home/outbox.js";

/** A store as browsers have it. */
class Store {
  /** @type {Map<string, string>} */
  #kept = new Map();
  get length() {
    return this.#kept.size;
  }
  clear() {
    this.#kept.clear();
  }
  /** @param {number} n */
  key(n) {
    return [...this.#kept.keys()][n] ?? null;
  }
  /** @param {string} key */
  getItem(key) {
    return this.#kept.get(key) ?? null;
  }
  /** @param {string} key @param {string} value */
  setItem(key, value) {
    this.#kept.set(key, value);
  }
  /** @param {string} key */
  removeItem(key) {
    this.#kept.delete(key);
  }
}

const move = {match: "m", decision: 3, seq: 12, move: "Wd4,d1", command_id: "c"};

test("a kept move is sent by itself only if question and position are unchanged", () => {
  assert.equal(verdict(move, {decision: 3, seq: 12}), "send");
  assert.equal(verdict(move, {decision: 3, seq: 13}), "ask");
  assert.equal(verdict(move, {decision: 4, seq: 12}), "ask");
  assert.equal(verdict(move, {decision: null, seq: 12}), "ask");
});

test("a kept move is found again, and dropped by its own command alone", () => {
  const store = new Store();
  keepMove(move, store);
  assert.deepEqual(keptMove("m", store), move);
  assert.deepEqual(keptMatches(store), ["m"]);
  dropMove({...move, command_id: "other"}, store);
  assert.deepEqual(keptMove("m", store), move);
  dropMove(move, store);
  assert.equal(keptMove("m", store), null);
});

test("a move that a page is at waits for no other page, until that page is silent", () => {
  const store = new Store();
  keepMove(move, store);
  assert.deepEqual(waitingMove("m", store), move);
  const busy = {...move, busy: Date.now() + 9_000};
  keepMove(busy, store);
  assert.equal(waitingMove("m", store), null);
  assert.deepEqual(keptMove("m", store), busy);
  const silent = {...move, busy: Date.now() - 1};
  keepMove(silent, store);
  assert.deepEqual(waitingMove("m", store), silent);
  const turnedBack = {...move, busy: Date.now() + 3_600_000};
  keepMove(turnedBack, store);
  assert.deepEqual(waitingMove("m", store), turnedBack);
});

test("only silence keeps a move: a refusal settles it", () => {
  assert.equal(isSilence({error: "no-answer"}), true);
  assert.equal(isSilence({error: "stale-decision"}), false);
});
