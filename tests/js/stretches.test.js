// @ts-check
import assert from "node:assert/strict";
import {test} from "node:test";
import {Stretches} from "/static/house/match/stretches.js";

const SEQS = Array.from({length: 600}, (_, n) => n * 2 + 3);

/** A house that gives so many frames an answer and notes what it was asked. @param {number} most */
function house(most = 200) {
  /** @type {number[][]} */
  const asked = [];
  const stretches = new Stretches(
    async (from, to) => {
      asked.push([from, to]);
      const all = SEQS.filter((seq) => from <= seq && seq <= to);
      const frames = all.slice(0, most).map((seq) => /** @type {any} */ ({seq}));
      return {frames, next: all[most] ?? null};
    },
    () => SEQS,
    async (seq) => {
      asked.push([seq]);
      return /** @type {any} */ ({seq, alone: true});
    },
  );
  return {asked, stretches};
}

const settle = () => new Promise((resolve) => setTimeout(resolve, 5));

test("one request brings the step and what lies around it", async () => {
  const {asked, stretches} = house();
  assert.equal((await stretches.frame(SEQS[100])).seq, SEQS[100]);
  assert.ok(asked[0][0] <= SEQS[90] && SEQS[180] <= asked[0][1]);
  assert.ok(stretches.known(SEQS[90]));
  assert.ok(stretches.known(SEQS[180]));
});

test("who goes on step by step never waits after the first request", async () => {
  const {stretches} = house();
  await stretches.frame(SEQS[0]);
  for (const seq of SEQS.slice(1)) {
    assert.ok(stretches.known(seq), `step ${seq} is not there in time`);
    await stretches.frame(seq);
    await settle();
  }
});

test("nothing is asked for twice at the same time", async () => {
  const {asked, stretches} = house();
  await Promise.all([stretches.frame(SEQS[50]), stretches.frame(SEQS[60]), stretches.frame(SEQS[55])]);
  await settle();
  assert.equal(asked.filter(([from, to]) => from <= SEQS[50] && SEQS[50] <= to).length, 1);
});

test("big frames come in several answers, until the wanted one is there", async () => {
  const {stretches} = house(7);
  assert.equal((await stretches.frame(SEQS[300])).seq, SEQS[300]);
});

test("a seq that is no step is asked for by itself", async () => {
  const {asked, stretches} = house();
  assert.deepEqual(await stretches.frame(4), {seq: 4, alone: true});
  assert.deepEqual(asked, [[4]]);
});

test("an answer that fails is told, and can be asked for again", async () => {
  let fails = true;
  const stretches = new Stretches(
    async (from, to) => {
      if (fails) throw {detail: "no"};
      return {
        frames: SEQS.filter((seq) => from <= seq && seq <= to).map((seq) => /** @type {any} */ ({seq})),
        next: null,
      };
    },
    () => SEQS.slice(0, 5),
    () => Promise.reject({detail: "none"}),
  );
  await assert.rejects(stretches.frame(SEQS[2]));
  fails = false;
  assert.equal((await stretches.frame(SEQS[2])).seq, SEQS[2]);
});

test("what is known is not asked for again", async () => {
  const {asked, stretches} = house();
  await stretches.frame(SEQS[300]);
  await settle();
  await stretches.frame(SEQS[200]);
  await settle();
  const counts = new Map();
  for (const [from, to] of asked)
    for (const seq of SEQS) if (from <= seq && seq <= to) counts.set(seq, (counts.get(seq) ?? 0) + 1);
  assert.deepEqual([...new Set(counts.values())], [1]);
});
