// @ts-check
import assert from "node:assert/strict";
import {test} from "node:test";
import {Answers} from "/static/house/kit/answers.js";

test("a decision is closed from the moment its answer is sent", async () => {
  const answers = new Answers(async () => ({seq: 1}));
  const answer = answers.send(4, "a");
  assert.ok(answers.sent(4));
  assert.deepEqual(await answer, {seq: 1});
  assert.ok(answers.sent(4));
});

test("a refused answer opens its decision again", async () => {
  const answers = new Answers(() => Promise.reject({error: "stale"}));
  await assert.rejects(answers.send(4, "a"), {error: "stale"});
  assert.equal(answers.sent(4), false);
});

test("a late refusal leaves the next decision closed", async () => {
  /** @type {(problem: object) => void} */
  let refuse = () => {};
  const first = new Promise((_, reject) => {
    refuse = reject;
  });
  const waiting = [first, Promise.resolve({seq: 2})];
  const answers = new Answers(() => /** @type {Promise<{seq: number}>} */ (waiting.shift()));
  const late = answers.send(4, "a");
  await answers.send(5, "b");
  refuse({error: "stale"});
  await assert.rejects(late);
  assert.ok(answers.sent(5));
});

test("where nothing is asked nothing was sent", () => {
  const answers = new Answers(async () => ({seq: 1}));
  assert.equal(answers.sent(null), false);
});
