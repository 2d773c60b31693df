// @ts-check
/* The verifier of the browser against the vectors of the papers, and against logs that were damaged and hashed anew. */

import assert from "node:assert/strict";
import {createHash, randomBytes} from "node:crypto";
import {readFileSync} from "node:fs";
import {test} from "node:test";
import {
  block,
  canonical,
  clockTable,
  couldBe,
  draw,
  hashOf,
  hex,
  keysOf,
  numbers,
  readJson,
  rootOf,
  seedCommit,
  sha256,
  signedByOwnCode,
  taggedHash,
  Unreadable,
  unhex,
  verifyFile,
  verifyInclusion,
  verifyText,
} from "/static/house/verify/verifier.js";

/** @param {string} path @returns {any} */
const load = (path) => readJson(readFileSync(path, "utf8"));
const vectors = load("tests/fairness_vectors.json");
const clocks = load("tests/services/async_vectors.json");
const tournaments = load("tests/pairings/tournament_vectors.json");

/** @param {any} file @param {object} [wanted] */
async function codes(file, wanted) {
  return new Set((await verifyFile(file, wanted)).findings.map(({code}) => code));
}

/**
 * A damaged copy whose chain is hashed anew, without a receipt.
 * @param {any} file
 * @param {(events: any[]) => void} damage
 */
function damaged(file, damage) {
  const copy = structuredClone(file);
  damage(copy.events);
  let prev = "0".repeat(64);
  for (const [seq, event] of copy.events.entries()) {
    Object.assign(event, {seq, prev});
    event.hash = hashOf(event);
    prev = event.hash;
  }
  copy.receipt = {body: {match: copy.match, size: copy.events.length, head: prev}};
  return copy;
}

test("hashes are those of another library, for every length around a block", () => {
  for (const size of [0, 1, 55, 56, 63, 64, 65, 119, 120, 1000]) {
    const data = randomBytes(size);
    assert.equal(hex(sha256(data)), createHash("sha256").update(data).digest("hex"));
  }
});

test("canonical bytes, and what has none", () => {
  for (const {in: text, out} of vectors.jcs) assert.equal(canonical(readJson(text)), out);
  for (const text of vectors.jcs_reject) assert.throws(() => canonical(readJson(text)), text);
});

test("what is no JSON is unreadable, however deep", () => {
  for (const text of ["", "{", "[1,]", "{a:1}", "nul", "1 2", '"\n"', "[".repeat(100000)]) {
    assert.throws(() => readJson(text), Unreadable);
  }
});

test("tagged hashes, seeds and keys", () => {
  for (const {tag, msg, out} of vectors.tagged_hash) assert.equal(hex(taggedHash(tag, unhex(msg))), out);
  const {match, server_seed, commit, entropy, match_seed, chance_key, seal_key, state_key} = vectors.seed;
  const keys = keysOf(unhex(server_seed), match, match, entropy, "");
  assert.equal(seedCommit(match, unhex(server_seed)), commit);
  assert.deepEqual([keys.matchSeed, keys.chance, keys.seal, keys.state].map(hex), [
    match_seed,
    chance_key,
    seal_key,
    state_key,
  ]);
});

test("blocks, numbers and draws", () => {
  const key = unhex(vectors.seed.chance_key);
  for (const {label, n, j, out} of vectors.blocks) assert.equal(hex(block(key, label, n, j)), out);
  for (const {label, n, k, out} of vectors.uniform) {
    const uniform = numbers(key, label, n);
    assert.deepEqual(
      out.map(() => String(uniform(BigInt(k)))),
      out,
    );
  }
  for (const {label, n, bag, count, out} of vectors.draw) assert.deepEqual(draw(key, label, n, bag, count), out);
});

test("public texts that can and cannot stand for a move", () => {
  for (const {public: shown, move, fits} of vectors.mask) assert.equal(couldBe(shown, move), fits, shown);
  assert.equal(couldBe("?".repeat(500), "a".repeat(499)), false);
});

test("Ed25519 by own code", () => {
  const {public: key, msg, sig} = vectors.ed25519;
  const broken = unhex(sig).with(3, unhex(sig)[3] ^ 1);
  assert.ok(signedByOwnCode(unhex(key), unhex(msg), unhex(sig)));
  assert.equal(signedByOwnCode(unhex(key), unhex(msg), broken), false);
});

test("paths to the root of a checkpoint", () => {
  const {leaves, roots_by_size, inclusion} = vectors.merkle;
  for (const {index, size, path} of inclusion) {
    const leaf = new TextDecoder().decode(unhex(leaves[index]));
    assert.equal(rootOf(leaf, index, size, path), roots_by_size[size]);
    assert.notEqual(rootOf(`${leaf} `, index, size, path), roots_by_size[size]);
    assert.equal(rootOf(leaf, index, size, [...path, "00".repeat(32)]), null);
  }
});

test("a match is held against the checkpoint it should lie under", async () => {
  const file = vectors.export_good;
  const leaf = canonical(file.receipt.body);
  const body = {
    origin: "x",
    size: 1,
    root: hex(sha256(new TextEncoder().encode(`\0${leaf}`))),
    at: "2026-01-01T00:00:00.000Z",
  };
  assert.deepEqual(await verifyInclusion({leaf, index: 0, path: [], body, key: null, sig: null}, file), []);
  const other = {leaf, index: 0, path: [], body: {...body, root: "00".repeat(32)}, key: null, sig: null};
  assert.deepEqual(
    (await verifyInclusion(other, file)).map(({code}) => code),
    ["TREE"],
  );
});

test("good logs have no finding", async () => {
  const more = vectors.export_good_too.map((/** @type {any} */ good) => good.export);
  for (const file of [vectors.export_good, vectors.seat_bundle, ...more])
    assert.deepEqual(await codes(file), new Set());
});

for (const {name, expect, export: file, head} of vectors.export_bad) {
  const byRules = name.includes("needs the engine");
  test(`damaged: ${name}`, async () => {
    const findings = await codes(file, {head});
    if (byRules)
      assert.deepEqual(findings, new Set()); // the stand-alone verifier's to find
    else assert.ok(findings.has(expect), [...findings].join(" "));
  });
}

for (const {name, expect, export: file} of clocks.good) {
  test(`clocks: ${name}`, async () => {
    assert.deepEqual(
      clockTable(file).stints,
      expect.stints.map((/** @type {any} */ row) => ({...row})),
    );
    for (const {after_seq, ms} of expect.deadlines) assert.deepEqual(clockTable(file, after_seq).deadlines, ms);
    assert.deepEqual(await codes(file), new Set());
  });
}

for (const {name, events} of tournaments.good) {
  test(`tournament: ${name}`, async () => {
    const file = {format: "fair1/export", match: events[0].match, events, opened: [], receipt: null};
    assert.deepEqual(await codes(file), new Set());
    const close = events.findIndex((/** @type {any} */ event) => event.type === "tournament.closed");
    assert.deepEqual(await codes({...file, events: events.slice(0, close)}), new Set());
    const started = events.findIndex((/** @type {any} */ event) => pubOf(event).chance?.length > 1);
    if (started < 0) return;
    const swapped = damaged(file, (all) => {
      const [first, second] = all[started].pub.chance;
      [first.out, second.out] = [second.out, first.out];
    });
    assert.ok((await codes(swapped)).has("LOT"));
  });
}

/** @param {any} event */
const pubOf = (event) => event.pub ?? {};

/**
 * Damages to a clock: what it is called, the code, which event, and what is done to it.
 * @type {[string, string, (event: any) => boolean, (event: any, events: any[]) => void][]}
 */
const CLOCK_DAMAGES = [
  ["a clock of no time", "CLOCK", (event) => event.pub.clock?.kind === "per_move", (event) => (event.pub.clock.ms = 1)],
  ["a credit of nothing", "CREDIT", (event) => event.type === "clock.credited", (event) => (event.pub.ms = 0)],
  [
    "a pause by somebody else",
    "PAUSE",
    (event) => event.type === "clock.paused" && event.pub.reason === "vacation",
    (event) => (event.pub.reason = "agreement"),
  ],
  [
    "an expiry that leads nowhere",
    "TIMEOUT",
    (event) => event.type === "clock.expired",
    (event, events) => {
      const at = events.indexOf(event);
      const end = events.findIndex(
        (other, i) => i > at && ["match.ended", "match.aborted", "seat.substituted"].includes(other.type),
      );
      events.splice(end, 1);
    },
  ],
];

for (const [name, code, fits, damage] of CLOCK_DAMAGES) {
  test(`damaged clock: ${name}`, async () => {
    const idle = (/** @type {any} */ vector) => vector.export.events.some((/** @type {any} */ event) => event.pub.idle);
    const logs = clocks.good.filter((/** @type {any} */ vector) => vector.export.events.some(fits) && !idle(vector));
    assert.ok(logs.length > 0);
    for (const {export: file, name: log} of logs) {
      const worse = damaged(file, (events) => damage(events.find(fits), events));
      assert.ok((await codes(worse)).has(code), log);
    }
  });
}

test("logs that an operator ruled over hold, and without the ruling they do not", async () => {
  const ruled = load("tests/verifier/operator_logs.json");
  assert.equal(ruled.length, 3);
  for (const {name, log} of ruled) assert.deepEqual([...(await codes(log))], [], name);
  const without = damaged(ruled[1].log, (events) => events.splice(4, 1));
  assert.ok((await codes(without)).has("TIMEOUT"));
});

test("an expiry a millisecond before its deadline", async () => {
  for (const {export: file, name} of clocks.good) {
    const place = file.events.findIndex((/** @type {any} */ event) => event.type === "clock.expired");
    if (place < 0) continue;
    const due = clockTable(file, place - 1).deadlines[file.events[place].pub.seat];
    const started = Date.parse(file.events.find((/** @type {any} */ event) => event.type === "match.started").at);
    const early = new Date(started + (due ?? 0) - 1).toISOString();
    if (due === null || early < file.events[place - 1].at) continue;
    const worse = damaged(file, (events) => {
      const {at} = events[place];
      for (const event of events.slice(place)) if (event.at === at) event.at = early;
    });
    assert.ok((await codes(worse)).has("EXPIRY"), name);
  }
});

test("text that is no log is unreadable, not wrong", async () => {
  for (const text of ["[]", "{}", "null", '"x"', '{"events": 3}']) await assert.rejects(verifyText(text), Unreadable);
});

test("a log of nonsense is found wrong and never throws", async () => {
  for (const events of [
    [],
    [{}],
    [null],
    [{type: "match.started", pub: {seats: 3}}],
    [{type: "move.judged"}],
    [{type: {}}],
  ]) {
    const verdict = await verifyFile({format: "fair1/export", match: "x", events, opened: [{}], receipt: 3});
    assert.ok(verdict.findings.length > 0);
  }
});
