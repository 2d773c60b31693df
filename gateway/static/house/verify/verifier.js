// @ts-check
/* The verifier in the reader's own browser: one module, no imports, no network. It is written apart from the one in
   Python, from the papers alone (docs/specs: fairness.md, async.md, audit_replay.md), so that a mistake in one of the
   two is seen by the other. It does not know the rules of the games: it does not play a match again. */

/** @typedef {any} Json */
/** @typedef {{code: string, seq: number | null, text: string}} Finding */
/** @typedef {"match" | "bundle" | "tournament"} Kind */
/** @typedef {{kind: Kind, findings: Finding[], notes: string[], events: number}} Verdict */
/**
 * @typedef {(done: number, of: number) => void | Promise<void>} Progress
 * @typedef {{head?: string, key?: string, source?: Json, progress?: Progress}} Wanted
 */

// -- bytes ------------------------------------------------------------------------------------------------------------

const UTF8 = new TextEncoder();
const ZERO_HASH = "0".repeat(64);
const MOST = 2 ** 53 - 1;

/** @param {Uint8Array} bytes */
export function hex(bytes) {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** @param {string} text */
export function unhex(text) {
  const bytes = new Uint8Array(text.length / 2);
  for (let i = 0; i < bytes.length; i++) bytes[i] = Number.parseInt(text.slice(2 * i, 2 * i + 2), 16);
  return bytes;
}

/** @param {...(Uint8Array | string)} parts */
function join(...parts) {
  const pieces = parts.map((part) => (typeof part === "string" ? UTF8.encode(part) : part));
  const whole = new Uint8Array(pieces.reduce((size, piece) => size + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}

/** @param {number} value @param {number} size */
function bigEndian(value, size) {
  const bytes = new Uint8Array(size);
  let rest = value;
  for (let i = size - 1; i >= 0; i--) {
    bytes[i] = rest % 256;
    rest = Math.floor(rest / 256);
  }
  return bytes;
}

// -- SHA-256, in plain code: pages without TLS have no WebCrypto, and a chain is hashed one event after another -------

/** The fractional parts of the roots of the first primes, as FIPS 180-4 wants them. */
const {SQUARE, CUBE} = (() => {
  /** @type {number[]} */
  const primes = [];
  for (let n = 2; primes.length < 64; n++) if (primes.every((prime) => n % prime)) primes.push(n);
  const fraction = (/** @type {number} */ root) => Math.floor((root - Math.floor(root)) * 2 ** 32);
  return {
    SQUARE: primes.slice(0, 8).map((p) => fraction(Math.sqrt(p))),
    CUBE: primes.map((p) => fraction(Math.cbrt(p))),
  };
})();
const ROUND = Uint32Array.from(CUBE);
const schedule = new Uint32Array(64);

/** @param {Uint8Array} data @param {number} tail bytes that the length takes at the end */
function padded(data, tail) {
  const block = tail * 8;
  const size = Math.ceil((data.length + 1 + tail) / block) * block;
  const bytes = new Uint8Array(size);
  bytes.set(data);
  bytes[data.length] = 0x80;
  bytes.set(bigEndian(data.length * 8, 8), size - 8);
  return bytes;
}

/** @param {Uint8Array} data */
export function sha256(data) {
  const state = Uint32Array.from(SQUARE);
  const bytes = padded(data, 8);
  const view = new DataView(bytes.buffer);
  for (let at = 0; at < bytes.length; at += 64) compress(state, view, at);
  const out = new DataView(new ArrayBuffer(32));
  state.forEach((word, i) => out.setUint32(4 * i, word));
  return new Uint8Array(out.buffer);
}

/** @param {Uint32Array} state @param {DataView} view @param {number} at */
function compress(state, view, at) {
  const w = schedule;
  for (let i = 0; i < 16; i++) w[i] = view.getUint32(at + 4 * i);
  for (let i = 16; i < 64; i++) {
    const x = w[i - 15];
    const y = w[i - 2];
    const s0 = ((x >>> 7) | (x << 25)) ^ ((x >>> 18) | (x << 14)) ^ (x >>> 3);
    const s1 = ((y >>> 17) | (y << 15)) ^ ((y >>> 19) | (y << 13)) ^ (y >>> 10);
    w[i] = w[i - 16] + s0 + w[i - 7] + s1;
  }
  let [a, b, c, d, e, f, g, h] = state;
  for (let i = 0; i < 64; i++) {
    const s1 = ((e >>> 6) | (e << 26)) ^ ((e >>> 11) | (e << 21)) ^ ((e >>> 25) | (e << 7));
    const t1 = (h + s1 + ((e & f) ^ (~e & g)) + ROUND[i] + w[i]) | 0;
    const s0 = ((a >>> 2) | (a << 30)) ^ ((a >>> 13) | (a << 19)) ^ ((a >>> 22) | (a << 10));
    const t2 = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + t1) | 0, c, b, a, (t1 + t2) | 0];
  }
  [a, b, c, d, e, f, g, h].forEach((word, i) => {
    state[i] += word;
  });
}

/** @param {Uint8Array} key @param {Uint8Array} message */
function hmac(key, message) {
  const block = new Uint8Array(64);
  block.set(key.length > 64 ? sha256(key) : key);
  const inner = sha256(
    join(
      block.map((byte) => byte ^ 0x36),
      message,
    ),
  );
  return sha256(
    join(
      block.map((byte) => byte ^ 0x5c),
      inner,
    ),
  );
}

/** @param {string} tag @param {Uint8Array | string} message */
export function taggedHash(tag, message) {
  return sha256(join(tag, "\0", message));
}

/** @param {Uint8Array} key @param {string} tag @param {Uint8Array | string} message */
export function keyedHash(key, tag, message) {
  return hmac(key, join(tag, "\0", message));
}

// -- JSON: read so that nothing is rounded or dropped, written in the canonical form (RFC 8785) -----------------------

/** A number that is not a whole one within the bounds, kept as it was written. */
class Outside {
  /** @param {string} text */
  constructor(text) {
    this.text = text;
  }
}

const REPEATED = Symbol("a key stands twice in this object");
const DEEPEST = 200;

export class Unreadable extends Error {}
export class NotCanonical extends Error {}

class Reader {
  #at = 0;
  #text;

  /** @param {string} text */
  constructor(text) {
    this.#text = text;
  }

  whole() {
    const value = this.#value(0);
    this.#blank();
    if (this.#at < this.#text.length) this.#fail();
    return value;
  }

  /** @returns {never} */
  #fail() {
    throw new Unreadable(`no JSON at character ${this.#at}`);
  }

  #blank() {
    while (" \t\n\r".includes(this.#text[this.#at] ?? "x")) this.#at += 1;
  }

  /** @param {string} sign */
  #skip(sign) {
    this.#blank();
    if (this.#text[this.#at] !== sign) return false;
    this.#at += 1;
    return true;
  }

  /** @param {number} depth @returns {Json} */
  #value(depth) {
    if (depth > DEEPEST) this.#fail();
    this.#blank();
    const sign = this.#text[this.#at];
    if (sign === "{") return this.#object(depth);
    if (sign === "[") return this.#list(depth);
    if (sign === '"') return this.#string();
    for (const [word, value] of /** @type {[string, Json][]} */ ([
      ["null", null],
      ["true", true],
      ["false", false],
    ])) {
      if (this.#text.startsWith(word, this.#at)) {
        this.#at += word.length;
        return value;
      }
    }
    return this.#number();
  }

  /** @param {number} depth */
  #list(depth) {
    this.#at += 1;
    /** @type {Json[]} */
    const list = [];
    if (this.#skip("]")) return list;
    do list.push(this.#value(depth + 1));
    while (this.#skip(","));
    if (!this.#skip("]")) this.#fail();
    return list;
  }

  /** @param {number} depth */
  #object(depth) {
    this.#at += 1;
    /** @type {Json} */
    const object = Object.create(null);
    if (this.#skip("}")) return object;
    do {
      this.#blank();
      if (this.#text[this.#at] !== '"') this.#fail();
      const key = this.#string();
      if (!this.#skip(":")) this.#fail();
      if (key in object) object[REPEATED] = true;
      object[key] = this.#value(depth + 1);
    } while (this.#skip(","));
    if (!this.#skip("}")) this.#fail();
    return object;
  }

  /** @returns {string} */
  #string() {
    const from = this.#at;
    this.#at += 1;
    while (this.#at < this.#text.length && this.#text[this.#at] !== '"')
      this.#at += this.#text[this.#at] === "\\" ? 2 : 1;
    this.#at += 1;
    try {
      return JSON.parse(this.#text.slice(from, this.#at));
    } catch {
      return this.#fail();
    }
  }

  #number() {
    const form = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/y;
    form.lastIndex = this.#at;
    const [text] = form.exec(this.#text) ?? [];
    if (!text) return this.#fail();
    this.#at += text.length;
    const value = Number(text);
    const plain = /^(?:0|-?[1-9][0-9]*)$/.test(text) && Math.abs(value) <= MOST;
    return plain ? value : new Outside(text);
  }
}

/** @param {string} text @returns {Json} */
export function readJson(text) {
  return new Reader(text).whole();
}

/** @param {Json} value @returns {string} */
export function canonical(value) {
  if (value === null || value === true || value === false) return String(value);
  if (typeof value === "number") return canonicalNumber(value);
  if (typeof value === "string") {
    if (/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/.test(value)) {
      throw new NotCanonical("half of a character");
    }
    return JSON.stringify(value);
  }
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (value instanceof Outside) throw new NotCanonical(`the number ${value.text.slice(0, 20)}`);
  if (typeof value !== "object" || value[REPEATED]) throw new NotCanonical("a key twice in one object");
  // Sorting by UTF-16 code units is what Array.prototype.sort does by itself.
  const pairs = Object.keys(value)
    .sort()
    .map((key) => `${canonical(key)}:${canonical(value[key])}`);
  return `{${pairs.join(",")}}`;
}

/** @param {number} value */
function canonicalNumber(value) {
  if (!Number.isInteger(value) || Math.abs(value) > MOST || Object.is(value, -0)) {
    throw new NotCanonical(`the number ${value}`);
  }
  return String(value);
}

/** @param {Json} left @param {Json} right */
function same(left, right) {
  try {
    return canonical(left) === canonical(right);
  } catch {
    return false;
  }
}

// -- Ed25519: the browser's own where it has it, else these lines -----------------------------------------------------

const FIELD = 2n ** 255n - 19n;
const ORDER = 2n ** 252n + 27742317777372353535851937790883648493n;

/** @param {bigint} value */
const mod = (value, by = FIELD) => ((value % by) + by) % by;

/** @param {bigint} base @param {bigint} exponent */
function power(base, exponent) {
  let result = 1n;
  let square = mod(base);
  for (let rest = exponent; rest > 0n; rest >>= 1n) {
    if (rest & 1n) result = mod(result * square);
    square = mod(square * square);
  }
  return result;
}

const CURVE = mod(-121665n * power(121666n, FIELD - 2n));
const ROOT = power(2n, (FIELD - 1n) / 4n);

/** @typedef {[bigint, bigint, bigint, bigint]} Point */

/** @param {Point} left @param {Point} right @returns {Point} */
function add([x1, y1, z1, t1], [x2, y2, z2, t2]) {
  const a = mod((y1 - x1) * (y2 - x2));
  const b = mod((y1 + x1) * (y2 + x2));
  const c = mod(2n * CURVE * t1 * t2);
  const d = mod(2n * z1 * z2);
  const [e, f, g, h] = [b - a, d - c, d + c, b + a];
  return [mod(e * f), mod(g * h), mod(f * g), mod(e * h)];
}

/** @param {bigint} by @param {Point} point */
function times(by, point) {
  /** @type {Point} */
  let sum = [0n, 1n, 1n, 0n];
  let double = point;
  for (let rest = by; rest > 0n; rest >>= 1n) {
    if (rest & 1n) sum = add(sum, double);
    double = add(double, double);
  }
  return sum;
}

/** @param {Uint8Array} bytes */
function littleEndian(bytes) {
  return BigInt(`0x${hex(Uint8Array.from(bytes).reverse())}`);
}

/** @param {Uint8Array} bytes @returns {Point | null} */
function pointOf(bytes) {
  const value = littleEndian(bytes);
  const y = value & (2n ** 255n - 1n);
  if (y >= FIELD) return null;
  const [above, below] = [mod(y * y - 1n), mod(CURVE * y * y + 1n)];
  let x = mod(above * power(below, 3n) * power(above * power(below, 7n), (FIELD - 5n) / 8n));
  if (mod(below * x * x) !== above) x = mod(x * ROOT);
  if (mod(below * x * x) !== above || (x === 0n && value >> 255n)) return null;
  if ((x & 1n) !== value >> 255n) x = FIELD - x;
  return [x, y, 1n, mod(x * y)];
}

const BASE = /** @type {Point} */ (pointOf(unhex("5866666666666666666666666666666666666666666666666666666666666666")));

/** @param {Uint8Array} key @param {Uint8Array} message @param {Uint8Array} signature */
export function signedByOwnCode(key, message, signature) {
  const [point, commitment] = [pointOf(key), pointOf(signature.slice(0, 32))];
  const scalar = littleEndian(signature.slice(32));
  if (!point || !commitment || scalar >= ORDER) return false;
  const challenge = mod(littleEndian(sha512(join(signature.slice(0, 32), key, message))), ORDER);
  const [left, right] = [times(scalar, BASE), add(commitment, times(challenge, point))];
  return mod(left[0] * right[2]) === mod(right[0] * left[2]) && mod(left[1] * right[2]) === mod(right[1] * left[2]);
}

/** @param {Json} key @param {string} tag @param {Json} body @param {Json} signature */
async function signedBy(key, tag, body, signature) {
  if (!isHash(key) || !/^[0-9a-f]{128}$/.test(String(signature))) return false;
  const [bytes, message, sig] = [unhex(key), join(tag, "\0", canonical(body)), unhex(signature)];
  const subtle = globalThis.crypto?.subtle;
  if (subtle) {
    try {
      const imported = await subtle.importKey("raw", bytes, "Ed25519", false, ["verify"]);
      return await subtle.verify("Ed25519", imported, sig, message);
    } catch {
      // this browser has no Ed25519: by own code
    }
  }
  return signedByOwnCode(bytes, message, sig);
}

/** Only Ed25519 needs it, once or twice a file: large whole numbers are quick enough. @param {Uint8Array} data */
function sha512(data) {
  const mask = 2n ** 64n - 1n;
  const turn = (/** @type {bigint} */ x, /** @type {bigint} */ n) => ((x >> n) | (x << (64n - n))) & mask;
  const state = FIRST_512.slice();
  const bytes = padded(data, 16);
  const view = new DataView(bytes.buffer);
  for (let at = 0; at < bytes.length; at += 128) {
    const w = Array.from({length: 16}, (_, i) => view.getBigUint64(at + 8 * i));
    for (let i = 16; i < 80; i++) {
      const s0 = turn(w[i - 15], 1n) ^ turn(w[i - 15], 8n) ^ (w[i - 15] >> 7n);
      const s1 = turn(w[i - 2], 19n) ^ turn(w[i - 2], 61n) ^ (w[i - 2] >> 6n);
      w.push((w[i - 16] + s0 + w[i - 7] + s1) & mask);
    }
    let [a, b, c, d, e, f, g, h] = state;
    for (let i = 0; i < 80; i++) {
      const t1 = h + (turn(e, 14n) ^ turn(e, 18n) ^ turn(e, 41n)) + ((e & f) ^ (~e & mask & g)) + ROUND_512[i] + w[i];
      const t2 = (turn(a, 28n) ^ turn(a, 34n) ^ turn(a, 39n)) + ((a & b) ^ (a & c) ^ (b & c));
      [h, g, f, e, d, c, b, a] = [g, f, e, (d + t1) & mask, c, b, a, (t1 + t2) & mask];
    }
    [a, b, c, d, e, f, g, h].forEach((word, i) => {
      state[i] = (state[i] + word) & mask;
    });
  }
  return unhex(state.map((word) => word.toString(16).padStart(16, "0")).join(""));
}

/** The largest whole number whose power is at most `value`. @param {bigint} value @param {bigint} degree */
function wholeRoot(value, degree) {
  let [low, high] = [0n, 1n << 90n];
  while (high - low > 1n) {
    const middle = (low + high) / 2n;
    if (middle ** degree <= value) low = middle;
    else high = middle;
  }
  return low;
}

const {FIRST_512, ROUND_512} = (() => {
  /** @type {number[]} */
  const primes = [];
  for (let n = 2; primes.length < 80; n++) if (primes.every((prime) => n % prime)) primes.push(n);
  const mask = 2n ** 64n - 1n;
  return {
    FIRST_512: primes.slice(0, 8).map((p) => wholeRoot(BigInt(p) << 128n, 2n) & mask),
    ROUND_512: primes.map((p) => wholeRoot(BigInt(p) << 192n, 3n) & mask),
  };
})();

// -- chance (fairness.md 4 and 5) -------------------------------------------------------------------------------------

/** @param {Uint8Array} key @param {string} label @param {number} n @param {number} j */
export function block(key, label, n, j) {
  return keyedHash(key, "fair1/block", join(label, "\0", bigEndian(n, 4), bigEndian(j, 4)));
}

/**
 * Unbiased whole numbers from 0 to k-1, of one label and index.
 * @param {Uint8Array} key
 * @param {string} label
 * @param {number} n
 */
export function numbers(key, label, n) {
  /** @type {bigint[]} */
  let words = [];
  let j = 0;
  const word = () => {
    if (!words.length) {
      const view = new DataView(block(key, label, n, j).buffer);
      words = [0, 8, 16, 24].map((at) => view.getBigUint64(at));
      j += 1;
    }
    return /** @type {bigint} */ (words.shift());
  };
  return (/** @type {bigint} */ k) => {
    if (k === 1n) return 0n;
    const limit = 2n ** 64n - (2n ** 64n % k);
    let x = word();
    while (x >= limit) x = word();
    return x % k;
  };
}

/**
 * @param {Uint8Array} key
 * @param {string} label
 * @param {number} first
 * @param {[string, number][]} bag
 * @param {number} count
 */
export function draw(key, label, first, bag, count) {
  const left = bag.map(([item, n]) => ({item, n}));
  let total = left.reduce((sum, {n}) => sum + n, 0);
  const drawn = [];
  for (let i = 0; i < count; i++) {
    let x = Number(numbers(key, label, first + i)(BigInt(total)));
    const pick = left.find((entry) => {
      x -= entry.n;
      return x < 0;
    });
    if (!pick) throw new RangeError("an empty bag");
    drawn.push(pick.item);
    pick.n -= 1;
    total -= 1;
  }
  return drawn;
}

/**
 * All that follows from a revealed seed.
 * @param {Uint8Array} seed
 * @param {string} match
 * @param {string} owner
 * @param {[string, string][]} entropy
 * @param {string} beacon
 */
export function keysOf(seed, match, owner, entropy, beacon) {
  const sorted = entropy.map(([account, value]) => ({order: hex(UTF8.encode(account)), pair: [account, value]}));
  sorted.sort((left, right) => (left.order < right.order ? -1 : 1));
  const body = canonical({beacon, entropy: sorted.map(({pair}) => pair), match: owner});
  const matchSeed = keyedHash(seed, "fair1/match-seed", body);
  return {
    matchSeed,
    chance: keyedHash(matchSeed, "fair1/chance-key", ""),
    seal: keyedHash(seed, "fair1/seal-key", match),
    state: keyedHash(seed, "fair1/state-key", match),
  };
}

/** @param {string} owner @param {Uint8Array} seed */
export function seedCommit(owner, seed) {
  return hex(taggedHash("fair1/seed-commit", join(owner, "\0", seed)));
}

/**
 * Whether a public text can stand for a move: each `?` hides one or more characters.
 * @param {string} shown
 * @param {string} move
 */
export function couldBe(shown, move) {
  const parts = shown.split("?");
  if (parts.length === 1) return shown === move;
  const [first, last] = [parts[0], parts[parts.length - 1]];
  let at = first.length;
  if (!move.startsWith(first)) return false;
  for (const part of parts.slice(1, -1)) {
    const place = move.indexOf(part, at + 1);
    if (place < 0) return false;
    at = place + part.length;
  }
  return move.endsWith(last) && move.length - last.length > at;
}

// -- the form of a log (fairness.md 3, async.md 7) --------------------------------------------------------------------

/** @typedef {(value: Json) => boolean} Form */

/** @param {RegExp} pattern @returns {Form} */
const text = (pattern) => (value) => typeof value === "string" && pattern.test(value);
/** @param {number} least @param {number} most @returns {Form} */
const whole =
  (least, most = MOST) =>
  (value) =>
    Number.isInteger(value) && least <= value && value <= most;
/** @param {Form} item @returns {Form} */
const listOf = (item) => (value) => Array.isArray(value) && value.every(item);
/** @param {...Form} forms @returns {Form} */
const pairOf =
  (...forms) =>
  (value) =>
    Array.isArray(value) && value.length === 2 && forms.every((form, i) => form(value[i]));
/** @param {...Form} forms @returns {Form} */
const either =
  (...forms) =>
  (value) =>
    forms.some((form) => form(value));
/** @param {Json} constant @returns {Form} */
const only = (constant) => (value) => value === constant;
/** @type {Form} */
const anything = () => true;
/** @type {Form} */
const isObject = (value) =>
  typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof Outside);
/** @type {Form} */
const isHash = text(/^[0-9a-f]{64}$/);
/** @type {Form} */
const flag = (value) => typeof value === "boolean";

/**
 * All needed keys, perhaps optional ones, and no others.
 * @param {Record<string, Form>} needed
 * @param {Record<string, Form>} optional
 * @returns {Form}
 */
const fields =
  (needed, optional = {}) =>
  (value) =>
    isObject(value) &&
    Object.keys(needed).every((key) => key in value) &&
    Object.keys(value).every((key) => (needed[key] ?? optional[key])?.(value[key]) ?? false);

const COUNT = whole(0);
const POSITIVE = whole(1);
const UUID = text(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
const WORD = text(/^[!-~][ -~]{0,199}$/);
const LABEL = text(/^[a-z0-9/_-]{1,40}$/);
const ITEM = text(/^[ -~]{1,200}$/);
const SEAT_TEXT = /^(0|[1-9][0-9]?)$/;
const AUDIENCE = text(/^(end|0|[1-9][0-9]?)$/);
const MOVE_TEXT = text(/^[ ->@-~]{1,1000}$/);
const RECORD = fields({label: LABEL, n: COUNT, out: ITEM});
const RECORDS = listOf(RECORD);
const SHOWN = listOf(either(RECORD, fields({of: COUNT, move: MOVE_TEXT})));
/** @type {Form} */
const SEATS = (value) => listOf(COUNT)(value) && new Set(value).size === value.length;
/** @type {Form} */
const ASKED = (value) =>
  SEATS(value) && value.every((/** @type {number} */ seat, /** @type {number} */ i) => !i || value[i - 1] < seat);
const OFFSET = whole(-720, 840);
const HOLDER = either(fields({account: WORD}), fields({bot: WORD}));
const DRAW = fields({
  label: LABEL,
  n: COUNT,
  bag: (value) =>
    listOf(pairOf(ITEM, POSITIVE))(value) &&
    value.length > 0 &&
    new Set(value.map((/** @type {Json} */ pair) => pair[0])).size === value.length,
  count: whole(1, 10_000),
  eye: text(/^(pub|end|[0-9]{1,2})$/),
});
const ABSENCE = {
  rest_days: listOf(whole(0, 6)),
  rest_hours: pairOf(whole(0, 23), whole(0, 23)),
  vacation: flag,
  on_timeout: text(/^(lose|bot)$/),
  substitute: WORD,
  returns: flag,
};
const CLOCK = either(
  fields({kind: only("per_move"), ms: COUNT}, ABSENCE),
  fields({kind: only("fischer"), start_ms: COUNT, increment_ms: COUNT}, {cap_ms: COUNT, ...ABSENCE}),
  fields({kind: only("byoyomi"), main_ms: COUNT, periods: COUNT, period_ms: COUNT}, ABSENCE),
);
const DELAY = either(fields({ms: whole(0, 600_000)}), fields({plies: whole(0, 100)}));
const SOURCE = fields({match: UUID, seq: COUNT, ms: COUNT, state: anything});
const IN_TOURNAMENT = {tournament: UUID, round: COUNT, table: COUNT, game_no: POSITIVE};
const PAUSE = fields({
  seats: (value) => SEATS(value) && value.length > 0,
  reason: text(/^(vacation|agreement|director)$/),
});
const OPENED = fields(
  {game: WORD, rules_version: POSITIVE, options: isObject, seats: whole(1, 99), seed_commit: isHash},
  {
    beacon_round: text(/^drand:quicknet:[0-9]{1,15}$/),
    deal: UUID,
    clock: CLOCK,
    delay: DELAY,
    from: SOURCE,
    rated: flag,
    ...IN_TOURNAMENT,
  },
);
const ENTROPY = text(/^([0-9a-f]{2}){0,64}$/);
const MADE = {decision: POSITIVE};
const seatAnd = (/** @type {Record<string, Form>} */ needed = {}, /** @type {Record<string, Form>} */ optional = {}) =>
  fields({seat: COUNT, ...needed}, optional);

/** Each type of event: who writes it with what in `pub`. `digests`: it has dp and df. `parts`: how much is sealed.
 * @type {Record<string, {ways: [string, Form][], digests?: boolean, parts?: "some" | "mover"}>} */
const EVENTS = {
  "table.opened": {ways: [["acct director server", OPENED]]},
  "seat.taken": {
    ways: [
      ["acct director server", seatAnd({account: WORD, entropy: ENTROPY}, {utc_offset: OFFSET})],
      ["acct director server", seatAnd({bot: WORD, entropy: only("")})],
    ],
  },
  "seat.left": {ways: [["acct director server", seatAnd()]]},
  "match.started": {
    ways: [
      ["server", fields({seats: listOf(HOLDER), beacon: text(/^[ -~]{0,500}$/), chance: RECORDS}, {asked: ASKED})],
    ],
    digests: true,
    parts: "some",
  },
  "move.made": {
    ways: [
      ["seat", fields(MADE)],
      ["seat", fields({...MADE, plan: COUNT})],
      ["bot", fields({...MADE, bot: WORD, bot_version: WORD, budget: POSITIVE})],
      ["server", fields({...MADE, idle: only(true)})],
    ],
    parts: "mover",
  },
  "move.judged": {
    ways: [
      [
        "server",
        seatAnd(
          {
            of: COUNT,
            verdict: text(/^(stands|refused)$/),
            code: either(only(null), WORD),
            move: text(/^[ -~]{1,1000}$/),
            chance: RECORDS,
          },
          {shown: SHOWN, asked: ASKED},
        ),
      ],
    ],
    digests: true,
    parts: "some",
  },
  "move.undone": {ways: [["server", fields({to: COUNT, offer: COUNT}, {asked: ASKED})]], digests: true},
  "time.up": {
    ways: [["server", fields({chance: RECORDS}, {shown: SHOWN, asked: ASKED})]],
    digests: true,
    parts: "some",
  },
  "clock.expired": {ways: [["server", seatAnd()]]},
  "clock.credited": {ways: [["director server", seatAnd({ms: COUNT}, {reason: WORD})]]},
  "clock.paused": {ways: [["director server seat", PAUSE]]},
  "clock.resumed": {ways: [["director server seat", PAUSE]]},
  "plan.made": {ways: [["seat", seatAnd()]], parts: "mover"},
  "plan.dropped": {ways: [["seat", seatAnd({plan: COUNT})]]},
  "seat.resigned": {ways: [["seat", seatAnd()]]},
  "seat.returned": {ways: [["seat", seatAnd()]]},
  "offer.made": {ways: [["seat", seatAnd({offer: COUNT, kind: WORD}, {to: COUNT})]]},
  "offer.answered": {ways: [["seat", seatAnd({offer: COUNT, accepted: flag})]]},
  "seat.substituted": {
    ways: [
      ["director server", seatAnd({account: WORD}, {utc_offset: OFFSET})],
      ["director server", seatAnd({bot: WORD})],
    ],
  },
  "director.ruled": {ways: [["director", fields({ruling: WORD}, {seat: COUNT})]]},
  "match.ended": {
    ways: [
      [
        "server",
        fields({scores: listOf(whole(-MOST)), winners: listOf(COUNT), reason: WORD}, {places: listOf(POSITIVE)}),
      ],
    ],
    digests: true,
  },
  "match.aborted": {ways: [["director server", fields({reason: WORD})]]},
  "seed.revealed": {ways: [["server", fields({seed: isHash})]]},
};
const TOURNAMENT_TYPES = new Set(
  (
    "tournament.opened entry.made entry.withdrawn entry.refused bye.requested tournament.started " +
    "round.paired game.added result.noted ruling.made arena.ready arena.left round.closed " +
    "tournament.closed seed.revealed"
  ).split(" "),
);
const ENVELOPE = fields({
  v: only(1),
  match: UUID,
  seq: COUNT,
  type: text(/^[a-z]+\.[a-z]+$/),
  actor: text(/^(server|acct:[!-~]{1,200}|director:[!-~]{1,200}|(seat|bot):(0|[1-9][0-9]?))$/),
  cmd: either(only(null), WORD),
  at: (value) => isTime(value),
  pub: isObject,
  sealed: (value) => isObject(value) && Object.keys(value).every((key) => AUDIENCE(key) && isHash(value[key])),
  dp: either(only(null), isHash),
  df: either(only(null), isHash),
  prev: isHash,
  hash: isHash,
});
const PART = fields({seq: COUNT, aud: AUDIENCE, salt: isHash, payload: isObject});
const MOVE_PART = fields({move: MOVE_TEXT});
const PLAN_PART = fields({lines: listOf(listOf(pairOf(COUNT, text(/^[ -~]{1,1000}$/))))});
const END_PART = fields({}, {draws: listOf(DRAW), chance: RECORDS});
const SEAT_PART = fields({}, {chance: RECORDS, shown: SHOWN, told: anything});
const RECEIPT = fields(
  {body: fields({match: UUID, size: POSITIVE, head: isHash})},
  {key: either(only(null), isHash), sig: either(only(null), text(/^[0-9a-f]{128}$/))},
);

/** A day that there is, in the one form of a time. @param {Json} value */
function isTime(value) {
  if (typeof value !== "string" || !/^[1-9]\d{3}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(value)) return false;
  const at = new Date(value);
  return !Number.isNaN(at.valueOf()) && at.toISOString() === value;
}

// -- a log as the checks read it --------------------------------------------------------------------------------------

const ENDS = ["match.ended", "match.aborted"];

/** @param {Json} event */
const pub = (event) => (isObject(event?.pub) ? event.pub : {});
/** @param {Json} event */
const sealed = (event) => (isObject(event?.sealed) ? event.sealed : {});
/** @param {Json} event */
const role = (event) => String(event?.actor).split(":")[0];
/** The seat behind `seat:N` or `bot:N`, as text. @param {Json} event */
const seatText = (event) => (["seat", "bot"].includes(role(event)) ? String(event.actor).split(":")[1] : "");
/** The seat that a `move.made` answers for; the server's names it by its only audience. @param {Json} event */
const mover = (event) => Number(seatText(event) || Object.keys(sealed(event))[0]);
/** @param {Json} event */
const seqOf = (event) => (Number.isInteger(event?.seq) ? event.seq : null);
/** @param {Json} event */
const moment = (event) => Date.parse(event.at);

class Report {
  /** @type {Finding[]} */
  findings = [];
  /** @type {string[]} */
  notes = [];

  /** @param {string} code @param {number | null} seq @param {string} words */
  add(code, seq, words) {
    if (this.findings.length < 1000) this.findings.push({code, seq, text: words});
  }

  /** A log that is not in form may lack what a check needs: then the form is at fault, and that is said.
   * @param {string} what @param {() => void} check */
  run(what, check) {
    try {
      check();
    } catch (error) {
      if (this.findings.some(({code}) => code === "FORM" || code === "CANON")) return;
      this.add("FORM", null, `${what} could not be checked: ${error instanceof Error ? error.message : error}`);
    }
  }
}

class Log {
  /** @param {Json} file @param {boolean} bundle */
  constructor(file, bundle) {
    this.bundle = bundle;
    this.match = String(file.match);
    this.receipt = file.receipt ?? null;
    /** @type {Json[]} */
    this.events = (Array.isArray(file.events) ? file.events : []).filter(isObject);
    /** @type {Json[]} */
    this.opened = (Array.isArray(file.opened) ? file.opened : []).filter(isObject);
    /** @type {Map<string, Json>} */
    this.parts = new Map(this.opened.map((part) => [`${part.seq}/${part.aud}`, part.payload]));
    this.opening = pub(this.events[0]);
    this.started = this.events.find((event) => event.type === "match.started") ?? null;
    this.revealed = this.events.find((event) => event.type === "seed.revealed") ?? null;
    const seed = this.revealed && pub(this.revealed).seed;
    this.seed = isHash(seed) ? unhex(seed) : null;
    this.owner = String(this.opening.deal ?? this.match);
    this.taken = this.#takenSeats();
    this.keys = this.#keys();
    this.inCourse = "clock" in this.opening || "asked" in pub(this.started);
  }

  /** The payload of a sealed part, empty while it is hidden. @param {Json} event @param {string} audience */
  part(event, audience) {
    const payload = this.parts.get(`${event.seq}/${audience}`);
    return isObject(payload) ? payload : {};
  }

  /** The sealed text of a move, if it is opened. @param {Json} made @returns {string | null} */
  moveText(made) {
    return this.part(made, String(mover(made))).move ?? null;
  }

  #takenSeats() {
    /** @type {Map<number, Json>} */
    const taken = new Map();
    for (const event of this.events) {
      if (event.type === "match.started") break;
      if (event.type === "seat.taken") taken.set(pub(event).seat, pub(event));
      else if (event.type === "seat.left") taken.delete(pub(event).seat);
    }
    return taken;
  }

  #keys() {
    if (!this.seed) return null;
    const people = [...this.taken.values()].filter((seat) => "account" in seat);
    /** @type {[string, string][]} */
    const entropy = "deal" in this.opening ? [] : people.map((seat) => [String(seat.account), String(seat.entropy)]);
    return keysOf(this.seed, this.match, this.owner, entropy, String(pub(this.started).beacon ?? ""));
  }
}

// -- FORM -------------------------------------------------------------------------------------------------------------

/** @param {Json} file @param {Log} log @param {Report} report */
function checkForms(file, log, report) {
  const needed = {format: only("fair1/export"), match: UUID, events: listOf(isObject), opened: listOf(isObject)};
  const whole = log.bundle
    ? fields(needed, {receipt: either(only(null), RECEIPT)})
    : fields({...needed, receipt: RECEIPT});
  if (!whole(file) || !log.events.length) {
    report.add("FORM", null, "the export lacks a field, has one too many, or one of another form");
  }
  const commands = new Set();
  for (const event of log.events) {
    for (const words of eventFaults(event, log)) report.add("FORM", seqOf(event), words);
    if (typeof event.cmd !== "string") continue;
    if (commands.has(event.cmd)) report.add("FORM", seqOf(event), "a command id is used twice");
    commands.add(event.cmd);
  }
  checkPartForms(log, report);
}

/** @param {Json} event @param {Log} log */
function* eventFaults(event, log) {
  const kind = EVENTS[event.type];
  if (!kind) yield `there is no event type ${String(event.type).slice(0, 40)}`;
  if (!ENVELOPE(event)) yield "the envelope lacks a field, has one too many, or one of another form";
  if (event.match !== log.match) yield "the event belongs to another match";
  if (!kind) return;
  if (!kind.ways.some(([roles, form]) => roles.split(" ").includes(role(event)) && form(event.pub))) {
    yield "pub has other keys or values, or somebody else wrote it";
  }
  if ((event.dp !== null) !== Boolean(kind.digests) || (event.df !== null) !== Boolean(kind.digests)) {
    yield "digests stand where none belong, or are missing";
  }
  if (!commandFits(event)) yield "a command id where none belongs, or none where it does";
  yield* sealFaults(event, kind, log);
}

/** @param {Json} event */
function commandFits(event) {
  if (["server", "bot"].includes(role(event))) return event.cmd === null;
  if (event.type === "move.made" && "plan" in pub(event)) return event.cmd === null;
  return role(event) === "director" || typeof event.cmd === "string";
}

/** @param {Json} event @param {{parts?: string}} kind @param {Log} log */
function* sealFaults(event, kind, log) {
  const audiences = Object.keys(sealed(event));
  const own = seatText(event);
  if (!kind.parts && audiences.length) yield "something is sealed in an event that hides nothing";
  if (
    kind.parts === "mover" &&
    (audiences.length !== 1 || !SEAT_TEXT.test(audiences[0]) || (own && audiences[0] !== own))
  ) {
    yield "a move or a plan is sealed to its own seat and to nobody else";
  }
  if (own && "seat" in pub(event) && String(pub(event).seat) !== own) yield "the event speaks for another seat";
  if (audiences.some((name) => name !== "end" && Number(name) >= log.opening.seats)) yield "no such audience";
  const named = Object.keys(IN_TOURNAMENT).filter((key) => key in pub(event)).length;
  if (event.type === "table.opened" && named > 0 && named < 4)
    yield "a match of a tournament names round, table and game";
}

/** @param {Log} log @param {Report} report */
function checkPartForms(log, report) {
  const types = new Map(log.events.map((event) => [event.seq, event.type]));
  const places = new Set();
  for (const part of log.opened) {
    const type = types.get(part.seq);
    const own = type === "move.made" ? MOVE_PART : type === "plan.made" ? PLAN_PART : SEAT_PART;
    if (!PART(part) || !(part.aud === "end" ? END_PART : own)(part.payload)) {
      report.add("FORM", seqOf(part), `the part for ${String(part.aud).slice(0, 20)} has another form`);
    }
    const place = `${part.seq}/${part.aud}`;
    if (places.has(place)) report.add("FORM", seqOf(part), "a part is opened twice");
    places.add(place);
  }
}

// -- CANON, SEQ, LINK, HASH, TIME, HEAD, SIG --------------------------------------------------------------------------

/** @param {Json} event */
export function hashOf(event) {
  const body = {...event};
  delete body.hash;
  if (event[REPEATED]) throw new NotCanonical("a key twice in one object");
  return hex(taggedHash("fair1/event", canonical(body)));
}

/** @param {Log} log @param {Report} report @param {Wanted["progress"]} progress */
async function checkChain(log, report, progress) {
  let before = ZERO_HASH;
  let last = "";
  for (const [place, event] of log.events.entries()) {
    if (event.seq !== place) report.add("SEQ", place, `event ${place} has another number`);
    if (event.prev !== before) report.add("LINK", place, "prev is not the hash of the event before");
    before = String(event.hash);
    try {
      if (hashOf(event) !== event.hash) report.add("HASH", place, "the hash does not fit the event");
    } catch (error) {
      report.add("CANON", place, `a value outside the subset (${error instanceof Error ? error.message : error})`);
    }
    if (isTime(event.at)) {
      if (event.at < last) report.add("TIME", seqOf(event), "the clock goes back");
      last = event.at;
    }
    if (progress && place % 25 === 24) await progress(place + 1, log.events.length);
  }
  if (progress) await progress(log.events.length, log.events.length);
}

/** @param {Log} log @param {Report} report */
function checkRest(log, report) {
  for (const value of [...log.opened, log.receipt]) {
    try {
      canonical(value);
    } catch (error) {
      report.add(
        "CANON",
        seqOf(value),
        `a value outside the subset (${error instanceof Error ? error.message : error})`,
      );
    }
  }
}

/** @param {Log} log @param {Report} report @param {Wanted} wanted */
async function checkHead(log, report, {head, key}) {
  const heads = log.events.map((event) => event.hash);
  if (head && !heads.includes(head)) report.add("HEAD", null, "the head that was kept is not in this chain");
  if (!isObject(log.receipt) || !isObject(log.receipt.body)) {
    if (key && !log.bundle) report.add("SIG", null, "there is no receipt to check with the key");
    return;
  }
  const {body, sig} = log.receipt;
  const fits = body.size === heads.length || (log.bundle && body.size >= 1 && body.size <= heads.length);
  if (!fits || body.head !== heads[body.size - 1] || body.match !== log.match) {
    report.add("HEAD", null, "the receipt is for another head");
  }
  const named = log.receipt.key ?? null;
  if (key && named !== null && named !== key) report.add("SIG", null, "the receipt names another key");
  const signer = key || named;
  if ((signer || (sig ?? null) !== null) && !(await signedBy(signer, "fair1/receipt", body, sig))) {
    report.add("SIG", null, "the signature does not fit the receipt");
  }
}

// -- ORDER, SEATS -----------------------------------------------------------------------------------------------------

/** @param {Log} log @param {Report} report */
function checkOrder(log, report) {
  const first = log.events[0];
  if (first?.type !== "table.opened" || !("seed_commit" in log.opening)) {
    report.add("ORDER", 0, "the first event does not open the table with a commitment to the seed");
  }
  let stage = "table";
  for (const [place, event] of log.events.entries()) {
    const wrong = place > 0 && outOfPlace(stage, event.type);
    if (wrong) report.add("ORDER", place, `${event.type} ${wrong}`);
    if (event.type === "seed.revealed") stage = "revealed";
    else if (ENDS.includes(event.type)) stage = "over";
    else if (event.type === "match.started") stage = "play";
  }
  const [announced, beacon] = [log.opening.beacon_round, String(pub(log.started).beacon)];
  if (!log.started) return;
  if (announced === undefined ? beacon !== "" : !new RegExp(`^${announced}:[0-9a-f]+$`).test(beacon)) {
    report.add("ORDER", log.started.seq, "not the beacon that event 0 announced");
  }
}

/** @param {string} stage @param {string} type */
function outOfPlace(stage, type) {
  const atTable = ["seat.taken", "seat.left"].includes(type);
  if (type === "table.opened") return "comes again";
  if (stage === "revealed") return "follows the reveal";
  if (stage === "over") return type === "seed.revealed" ? "" : "comes after the end";
  if (type === "seed.revealed") return "comes before the end";
  if (stage === "table")
    return atTable || ["match.started", "match.aborted"].includes(type) ? "" : "comes before the start";
  return atTable || type === "match.started" ? "comes after the start" : "";
}

/** @param {Json} content */
const holderOf = (content) => ("bot" in content ? {bot: content.bot} : {account: content.account});

/** @param {Log} log @param {Report} report */
function checkSeats(log, report) {
  checkTaking(log, report);
  if (!log.started) return;
  const drawn = pub(log.started).chance.filter((/** @type {Json} */ record) => record.label === "seating");
  const order = drawn.length
    ? drawn.map((/** @type {Json} */ record) => Number(record.out))
    : [...log.taken.keys()].sort();
  const seated = order.map((/** @type {number} */ seat) =>
    log.taken.has(seat) ? holderOf(log.taken.get(seat)) : null,
  );
  const everybody = new Set(order).size === log.opening.seats && log.taken.size === log.opening.seats;
  const holders = pub(log.started).seats.slice();
  if (!everybody || !same(holders, seated)) {
    report.add("SEATS", log.started.seq, "the seats are not as they were taken and drawn");
  }
  const people = holders.slice();
  for (const event of log.events.slice(log.events.indexOf(log.started) + 1))
    checkSeated(event, holders, people, report);
}

/** @param {Json} event @param {Json[]} holders @param {Json[]} people @param {Report} report */
function checkSeated(event, holders, people, report) {
  const {seat} = event.type === "move.made" ? {seat: mover(event)} : pub(event);
  if (seat === undefined) {
    if (event.type === "match.ended") checkEnd(event, holders.length, report);
    return;
  }
  const fault = (/** @type {string} */ words) => report.add("SEATS", seqOf(event), words);
  const holder = holders[seat];
  if (!holder) fault(`there is no seat ${seat}`);
  else if (event.type === "move.made") {
    if ("bot" in holder !== (role(event) === "bot"))
      fault("a bot's move passed off as a person's, or the other way round");
    else if ("bot" in holder && pub(event).bot !== holder.bot) fault("another bot sits in that seat");
  } else if (/^(seat\.resigned|offer\.|plan\.)/.test(event.type) && "bot" in holder)
    fault("a bot cannot have said this");
  else if (event.type === "seat.substituted") {
    holders[seat] = holderOf(pub(event));
    if ("account" in pub(event)) people[seat] = holders[seat];
  } else if (event.type === "seat.returned") holders[seat] = people[seat];
}

/** @param {Log} log @param {Report} report */
function checkTaking(log, report) {
  /** @type {Map<number, Json>} */
  const taken = new Map();
  for (const event of log.events) {
    if (event.type === "match.started") return;
    if (!["seat.taken", "seat.left"].includes(event.type)) continue;
    const content = pub(event);
    const fault = (/** @type {string} */ words) => report.add("SEATS", seqOf(event), words);
    const speaksFor = (/** @type {Json} */ holder) =>
      role(event) !== "acct" || event.actor === `acct:${holder.account}`;
    if (content.seat >= log.opening.seats) fault("there is no such seat");
    if (event.type === "seat.taken") {
      if (taken.has(content.seat)) fault("a seat is taken twice");
      if ("account" in content && !speaksFor(content)) fault("an account takes a seat for another");
      if ("account" in content && [...taken.values()].some((other) => other.account === content.account)) {
        fault("an account sits twice");
      }
      taken.set(content.seat, content);
    } else {
      const left = taken.get(content.seat);
      if (!left) fault("nobody sat there");
      else if ("account" in left && !speaksFor(left)) fault("an account gives up another's seat");
      taken.delete(content.seat);
    }
  }
}

/** @param {Json} event @param {number} seats @param {Report} report */
function checkEnd(event, seats, report) {
  const {scores, winners, places} = pub(event);
  const known = new Set(winners).size === winners.length && winners.every((/** @type {number} */ seat) => seat < seats);
  if (scores.length !== seats || !known) report.add("SEATS", seqOf(event), "scores or winners do not fit the seats");
  if (!places) return;
  const ranked = (/** @type {number} */ place) =>
    place === 1 + places.filter((/** @type {number} */ p) => p < place).length;
  const first = places.flatMap((/** @type {number} */ place, /** @type {number} */ seat) =>
    place === 1 ? [seat] : [],
  );
  if (places.length !== seats || !places.every(ranked) || (winners.length && !same(first, winners.slice().sort()))) {
    report.add("SEATS", seqOf(event), "places do not fit the seats and the winners");
  }
}

// -- NOREVEAL, COMMIT, UNOPENED, SEAL, SALT ---------------------------------------------------------------------------

/** @param {Log} log @param {Report} report */
function checkSeed(log, report) {
  if (!log.revealed && !log.bundle) report.add("NOREVEAL", null, "the seed was never revealed");
  if (log.seed && seedCommit(log.owner, log.seed) !== log.opening.seed_commit) {
    report.add("COMMIT", seqOf(log.revealed), "the seed does not fit the commitment in event 0");
  }
}

/** @param {Log} log @param {Report} report */
function checkParts(log, report) {
  /** @type {Map<string, {seq: number, aud: string, commitment: string}>} */
  const commitments = new Map();
  for (const event of log.events) {
    for (const [aud, commitment] of Object.entries(sealed(event))) {
      commitments.set(`${event.seq}/${aud}`, {seq: event.seq, aud, commitment});
    }
  }
  for (const part of log.opened) checkPart(part, commitments.get(`${part.seq}/${part.aud}`), log, report);
  const eyes = new Set(log.opened.map((part) => String(part.aud)));
  const running = log.bundle && !log.seed;
  if (running && (eyes.size > 1 || eyes.has("end")))
    report.add("FORM", null, "a bundle holds the parts of one seat only");
  for (const [place, {seq, aud}] of commitments) {
    if (!log.parts.has(place) && (!running || eyes.has(aud)))
      report.add("UNOPENED", seq, `the part for ${aud} is withheld`);
  }
}

/** @param {Json} part @param {{commitment: string} | undefined} made @param {Log} log @param {Report} report */
function checkPart(part, made, log, report) {
  if (log.keys) {
    const salt = keyedHash(log.keys.seal, "fair1/salt", join(bigEndian(part.seq, 8), part.aud));
    if (hex(salt) !== part.salt)
      report.add("SALT", seqOf(part), `the salt for ${part.aud} does not come from the seed`);
  }
  let own = "";
  try {
    own = hex(taggedHash("fair1/sealed", join(unhex(part.salt), canonical(part.payload))));
  } catch {
    // a payload outside the subset fits no commitment
  }
  if (!made) report.add("SEAL", seqOf(part), `a part for ${part.aud} that no event has`);
  else if (made.commitment !== own)
    report.add("SEAL", seqOf(part), `the part for ${part.aud} does not fit its commitment`);
}

// -- JUDGE, MOVE ------------------------------------------------------------------------------------------------------

class Judgements {
  /** @type {Map<number, Json>} */
  #made = new Map();
  /** @type {number[]} */
  #waiting = [];
  /** @type {Map<number, number>} */
  #decisions = new Map();
  /** @type {Map<number, [string, string]>} */
  #digests = new Map();
  #last = "";
  /** When something ended the match: its place. @type {number | null} */
  #closing = null;
  /** @type {Set<number>} offers after which the match goes on */
  #goingOn = new Set();

  /** @param {Log} log @param {Report} report */
  constructor(log, report) {
    this.log = log;
    this.report = report;
  }

  check() {
    for (const [place, event] of this.log.events.entries()) {
      if (event.type === "move.made") this.#record(event);
      else if (event.type === "move.judged") this.#judge(event, place);
      else if (["time.up", ...ENDS].includes(event.type) && this.#waiting.length) {
        this.#fault(event, "a recorded move is not judged before it");
      }
      this.#digest(event);
      this.#close(event, place);
    }
    if (!this.log.bundle && this.#waiting.length) this.report.add("JUDGE", null, "a recorded move was never judged");
  }

  /** @param {Json} event @param {string} words */
  #fault(event, words) {
    this.report.add("JUDGE", seqOf(event), words);
  }

  /** @param {Json} event */
  #digest(event) {
    if (event.dp === null) return;
    const own = `${event.dp} ${event.df}`;
    if (event.type === "match.ended" && this.#last && own !== this.#last)
      this.#fault(event, "the end changes the state");
    if (event.type === "move.undone" && own !== this.#digests.get(pub(event).to)?.join(" ")) {
      this.#fault(event, "an undo leads to another state than that of the event it names");
    }
    this.#last = own;
    this.#digests.set(event.seq, [event.dp, event.df]);
  }

  /** @param {Json} event @param {number} place */
  #close(event, place) {
    const content = pub(event);
    if (event.type === "offer.made" && ["undo", "pause"].includes(content.kind)) this.#goingOn.add(content.offer);
    const agreed = content.accepted === true && !this.#goingOn.has(content.offer);
    if (agreed || ["clock.expired", "seat.resigned", "director.ruled"].includes(event.type)) this.#closing ??= place;
    else if (this.log.inCourse && (event.type === "seat.substituted" || content.idle)) this.#closing = null;
  }

  /** @param {Json} event */
  #record(event) {
    const seat = mover(event);
    const {decision} = pub(event);
    if (decision <= (this.#decisions.get(seat) ?? 0))
      this.#fault(event, `decision ${decision} comes again or too late`);
    this.#decisions.set(seat, decision);
    this.#made.set(event.seq, event);
    this.#waiting.push(event.seq);
  }

  /** @param {Json} event @param {number} place */
  #judge(event, place) {
    const content = pub(event);
    const made = this.#made.get(content.of);
    if (!made) {
      this.#fault(event, "judges what is no move recorded before");
      return;
    }
    const at = this.#waiting.indexOf(content.of);
    if (at < 0) this.#fault(event, "a move is judged twice");
    else if (at > 0) this.#fault(event, "an earlier move still waits");
    if (at >= 0) this.#waiting.splice(at, 1);
    if (content.seat !== mover(made)) this.#fault(event, "the judgement names another seat");
    if (content.verdict === "stands") this.#stands(event, made);
    else this.#refused(event, made, place);
  }

  /** @param {Json} event @param {Json} made */
  #stands(event, made) {
    const full = this.log.moveText(made);
    if (pub(event).code !== null) this.#fault(event, "a move that stands has no code");
    if (full !== null && !couldBe(pub(event).move, full)) {
      this.report.add("MOVE", seqOf(event), "the public text does not fit the sealed move");
    }
  }

  /** @param {Json} event @param {Json} made @param {number} place */
  #refused(event, made, place) {
    const content = pub(event);
    if (!content.code) this.#fault(event, "a refusal has a code");
    if (content.move !== "?" || content.chance.length || "shown" in content || Object.keys(sealed(event)).length) {
      this.#fault(event, "a refusal tells and draws nothing");
    }
    if (`${event.dp} ${event.df}` !== this.#last) this.#fault(event, "a refusal changes the state");
    if (content.code !== "too-late" || this.#wasLate(made, place)) return;
    // Version 1 of Enigma's rules had a refusal of the same name; only the rules can tell the two apart.
    if (this.log.opening.game === "enigma" && this.log.opening.rules_version === 1) {
      this.report.notes.push(`event ${event.seq}: whether that move was too late only the rules of the game can say`);
    } else this.#fault(event, "refused as too late although nothing had ended the match");
  }

  /**
   * Only other such refusals and the end follow, and something before the move has ended the match.
   * @param {Json} made
   * @param {number} place
   */
  #wasLate(made, place) {
    for (const event of this.log.events.slice(place + 1)) {
      if (event.type === "match.aborted") return true;
      if (event.type === "match.ended") break;
      if (event.type !== "move.made" && pub(event).code !== "too-late") return false;
    }
    return this.#closing !== null && this.#closing < this.log.events.indexOf(made);
  }
}

// -- REROLL, CHANCE ---------------------------------------------------------------------------------------------------

const MOST_WORK = 20_000_000; // over all picks: some hundred times what a long match needs

class Chance {
  /** @type {Map<string, number>} the next index of each label */
  #next = new Map();
  /** @type {Map<string, string>} outcomes so far */
  #known = new Map();
  /** @type {Map<number, string | null>} texts of the moves that stood */
  #moves = new Map();
  #work = 0;

  /** @param {Log} log @param {Report} report */
  constructor(log, report) {
    this.log = log;
    this.report = report;
  }

  check() {
    const stood = new Set(this.log.events.filter((e) => pub(e).verdict === "stands").map((e) => pub(e).of));
    for (const event of this.log.events) {
      if (event.type === "move.made" && stood.has(event.seq)) this.#moves.set(event.seq, this.log.moveText(event));
      if (["match.started", "move.judged", "time.up"].includes(event.type)) this.#event(event);
    }
  }

  /** @param {Json} event */
  #event(event) {
    /** @type {Map<string, Json>} what each eye is given */
    const eyes = new Map([["pub", pub(event)]]);
    for (const audience of Object.keys(sealed(event))) eyes.set(audience, this.log.part(event, audience));
    if (this.log.keys) this.#drawn(event, eyes, this.log.keys.chance);
    else for (const part of eyes.values()) this.#seen(event, part.chance ?? []);
    for (const part of eyes.values()) for (const entry of part.shown ?? []) this.#shown(event, entry);
  }

  /** With the seed everything follows. @param {Json} event @param {Map<string, Json>} eyes @param {Uint8Array} key */
  #drawn(event, eyes, key) {
    /** @type {Map<string, Json[]>} */
    const wanted = new Map();
    for (const [place, question] of (this.log.part(event, "end").draws ?? []).entries()) {
      if (question.label === "seating") this.#seating(event, question, place);
      const records = this.#outcomes(event, question, key);
      for (const record of records) this.#known.set(`${record.label} ${record.n}`, record.out);
      wanted.set(question.eye, [...(wanted.get(question.eye) ?? []), ...records]);
    }
    for (const eye of new Set([...wanted.keys(), ...eyes.keys()])) {
      if (!same(eyes.get(eye)?.chance ?? [], wanted.get(eye) ?? [])) {
        this.report.add("CHANCE", seqOf(event), `an outcome for ${eye} does not follow, or went to another eye`);
      }
    }
  }

  /** @param {Json} event @param {Json} question @param {Uint8Array} key */
  #outcomes(event, question, key) {
    const {label, n, bag, count} = question;
    const due = this.#next.get(label) ?? 0;
    if (n !== due) this.report.add("REROLL", seqOf(event), `${label} goes on with index ${n}, not ${due}`);
    this.#next.set(label, n + count);
    if (count > bag.reduce((/** @type {number} */ sum, /** @type {Json} */ pair) => sum + pair[1], 0)) {
      this.report.add("CHANCE", seqOf(event), `${label}: more picks than the bag holds`);
      return [];
    }
    this.#work += count * (100 + bag.length);
    if (this.#work > MOST_WORK) throw new RangeError("more draws than can be checked");
    return draw(key, label, n, bag, count).map((out, i) => ({label, n: n + i, out}));
  }

  /** @param {Json} event @param {Json} question @param {number} place */
  #seating(event, question, place) {
    const {seats} = this.log.opening;
    const bag = Array.from({length: seats}, (_, seat) => [String(seat), 1]);
    const lot = same(question.bag, bag) && question.count === seats && question.eye === "pub";
    if (event.type !== "match.started" || place || !lot) {
      this.report.add("CHANCE", seqOf(event), "the seats are drawn otherwise than by the lot for seats");
    }
  }

  /** Without the seed: nothing comes twice or goes back. @param {Json} event @param {Json[]} records */
  #seen(event, records) {
    for (const {label, n, out} of records) {
      const place = `${label} ${n}`;
      if (this.#known.has(place)) this.report.add("REROLL", seqOf(event), `${place} was drawn before`);
      this.#known.set(place, out);
    }
    for (const label of new Set(records.map((record) => record.label))) {
      const indices = records.filter((record) => record.label === label).map((record) => record.n);
      if (indices.some((n, i) => i > 0 && n <= indices[i - 1])) {
        this.report.add("REROLL", seqOf(event), `the indices of ${label} go back`);
      }
    }
  }

  /** @param {Json} event @param {Json} entry */
  #shown(event, entry) {
    if ("of" in entry) {
      if (!this.#moves.has(entry.of))
        this.report.add("MOVE", seqOf(event), `shows a move ${entry.of} that does not stand`);
      else if (![null, entry.move].includes(this.#moves.get(entry.of) ?? null)) {
        this.report.add("MOVE", seqOf(event), `move ${entry.of} is shown differently`);
      }
      return;
    }
    const place = `${entry.label} ${entry.n}`;
    const before = this.#known.get(place) ?? entry.out;
    if (before !== entry.out) this.report.add("CHANCE", seqOf(event), `${place} is shown differently`);
    else if (this.log.keys && entry.n >= (this.#next.get(entry.label) ?? 0)) {
      this.report.add("CHANCE", seqOf(event), `${place} is shown but was never drawn`);
    }
    this.#known.set(place, entry.out);
  }
}

// -- clocks (async.md 1): times are milliseconds since 1970 -----------------------------------------------------------

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const WEEK = 7 * DAY;
const MONDAY = 4 * DAY; // 1970-01-05 was a Monday

/** When a seat's clock stands: rest of the week in its local time, and the pauses that the log records. */
class Standing {
  /** @type {[number, number][]} the stretches of a week in which the clock runs, from Monday's midnight on */
  #free = [];
  /** @type {[number, number][]} pauses that are over, rising */
  #over = [];
  /** @type {Set<string>} reasons of the pauses that are on */
  #on = new Set();
  #since = 0;
  #shift = 0;

  /** @param {Json} clock @param {number} offset minutes */
  constructor(clock, offset) {
    this.move(clock, offset);
  }

  get paused() {
    return this.#on.size > 0;
  }

  /** Another holder, with a local time of its own. @param {Json} clock @param {number} offset */
  move(clock, offset) {
    this.#shift = offset * 60_000 - MONDAY;
    const rest = new Array(7 * 24).fill(false);
    for (const day of clock.rest_days ?? []) rest.fill(true, day * 24, day * 24 + 24);
    if (clock.rest_hours) {
      const [from, to] = clock.rest_hours;
      for (let hour = 0; hour < rest.length; hour++) {
        const inside = from < to ? hour % 24 >= from && hour % 24 < to : hour % 24 >= from || hour % 24 < to;
        rest[hour] ||= inside;
      }
    }
    this.#free = [];
    rest.forEach((resting, hour) => {
      const last = this.#free[this.#free.length - 1];
      if (resting) return;
      if (last && last[1] === hour * HOUR) last[1] += HOUR;
      else this.#free.push([hour * HOUR, (hour + 1) * HOUR]);
    });
  }

  /** @param {string} reason @param {number} at */
  pause(reason, at) {
    if (!this.#on.size) this.#since = at;
    this.#on.add(reason);
  }

  /** @param {string} reason @param {number} at */
  resume(reason, at) {
    if (this.#on.delete(reason) && !this.#on.size) this.#over.push([this.#since, at]);
  }

  /**
   * The stretches from `from` on in which no recorded pause is on.
   * @param {number} from
   * @returns {Generator<[number, number]>}
   */
  *#unpaused(from) {
    let start = from;
    for (const [pause, resume] of this.#over) {
      if (resume <= start) continue;
      yield [start, Math.max(start, pause)];
      start = resume;
    }
    yield [start, this.#on.size ? Math.max(start, this.#since) : Number.POSITIVE_INFINITY];
  }

  /** How long the clock ran. @param {number} from @param {number} to */
  ran(from, to) {
    let sum = 0;
    for (const [start, end] of this.#unpaused(from)) if (start < to) sum += this.#awake(start, Math.min(end, to));
    return sum;
  }

  /**
   * The earliest moment by which it has run for `ms`; null: a pause that is on comes first.
   * @param {number} from
   * @param {number} ms
   */
  reach(from, ms) {
    if (ms <= 0) return from;
    let left = ms;
    for (const [start, end] of this.#unpaused(from)) {
      const run = end === Number.POSITIVE_INFINITY ? end : this.#awake(start, end);
      if (run >= left) return this.#awakeUntil(start, left);
      left -= run;
    }
    return null;
  }

  get #weekly() {
    return this.#free.reduce((sum, [from, to]) => sum + to - from, 0);
  }

  /** Running time since the first Monday, rests left out. @param {number} at */
  #awakeSince(at) {
    const local = at + this.#shift;
    const inside = ((local % WEEK) + WEEK) % WEEK;
    const parts = this.#free.map(([from, to]) => Math.max(0, Math.min(to, inside) - from));
    return ((local - inside) / WEEK) * this.#weekly + parts.reduce((sum, part) => sum + part, 0);
  }

  /** @param {number} from @param {number} to */
  #awake(from, to) {
    return this.#awakeSince(to) - this.#awakeSince(from);
  }

  /** @param {number} from @param {number} ms */
  #awakeUntil(from, ms) {
    const target = this.#awakeSince(from) + ms;
    const weeks = Math.ceil(target / this.#weekly) - 1; // whole weeks before the one in which the target is reached
    let left = target - weeks * this.#weekly;
    for (const [start, end] of this.#free) {
      if (left <= end - start) return weeks * WEEK + start + left - this.#shift;
      left -= end - start;
    }
    throw new RangeError("a week without time");
  }
}

/** One seat's time. */
class SeatClock {
  /**
   * @typedef {object} Stint
   * @property {number} number
   * @property {number} asked
   * @property {number | null} opened since when its decision is open; null while an answer is to be judged
   * @property {number} last the last moment counted
   * @property {number | null} answered
   * @property {number} decisions
   * @property {number} paused
   * @property {number} charged
   * @property {boolean} barren brings no increment: an undo was granted to this seat
   */
  /** @type {Stint | null} */
  stint = null;
  #stints = 0;
  expired = false;
  barren = false;

  /** @param {Json} clock @param {number} offset */
  constructor(clock, offset) {
    this.clock = clock;
    this.bank = clock.ms ?? clock.start_ms ?? clock.main_ms;
    this.periods = clock.periods ?? 0;
    this.standing = new Standing(clock, offset);
  }

  get left() {
    return Math.max(0, this.bank + this.periods * (this.clock.period_ms ?? 0) - (this.stint?.charged ?? 0));
  }

  get deadline() {
    if (!this.stint || this.stint.opened === null) return null;
    return this.standing.reach(this.stint.opened, this.left);
  }

  /** A stint begins; after an expiry with at least one increment, one period, or `ms`. @param {number} at */
  begin(at) {
    const {clock} = this;
    if (clock.kind === "per_move") this.bank = clock.ms;
    else if (this.expired && clock.kind === "fischer") this.bank = Math.max(this.bank, clock.increment_ms);
    else if (this.expired && this.left < clock.period_ms) this.periods = Math.max(this.periods, 1);
    const {barren} = this;
    this.#stints += 1;
    this.stint = {
      number: this.#stints,
      asked: at,
      opened: at,
      last: at,
      answered: null,
      decisions: 0,
      paused: 0,
      charged: 0,
      barren,
    };
    this.expired = false;
    this.barren = false;
  }

  /** The open decision is charged up to that moment. @param {number} at @param {boolean} free a plan has answered */
  charge(at, free = false) {
    const {stint} = this;
    if (!stint || stint.opened === null) return;
    const upto = Math.max(at, stint.opened);
    const ran = this.standing.ran(stint.opened, upto);
    stint.paused += upto - stint.opened - ran;
    if (!free) stint.charged += ran;
    stint.last = upto;
    stint.opened = null;
  }

  /** @param {number} at @param {boolean} free */
  answer(at, free) {
    if (!this.stint || this.stint.opened === null) return;
    this.charge(at, free);
    this.stint.answered = at;
    this.stint.decisions += 1;
  }

  /** @param {number} ms */
  credit(ms) {
    if (this.stint || this.clock.kind !== "per_move") this.bank += ms;
  }

  /** @param {boolean} earned a judgement of the seat's own move ended the stint */
  end(earned) {
    const {stint, clock} = this;
    if (!stint) throw new RangeError("no stint");
    const beyond = Math.max(0, stint.charged - this.bank);
    this.bank = Math.max(0, this.bank - stint.charged);
    if (clock.period_ms) this.periods = Math.max(0, this.periods - Math.floor(beyond / clock.period_ms));
    if (earned && !stint.barren && clock.increment_ms) {
      const more = this.bank + clock.increment_ms;
      this.bank = clock.cap_ms === undefined ? more : Math.max(this.bank, Math.min(more, clock.cap_ms));
    }
    this.stint = null;
    return stint;
  }
}

/** What the log says of the match without its rules: who sits where, who is asked, whose clock shows what. */
class Course {
  /** @type {{bot: boolean, lost: string, stood: number, idled: boolean, offset: number, account: string | null}[]} */
  places = [];
  /** @type {number[]} */
  asked = [];
  /** @type {Map<number, Json>} moves by seq */
  made = new Map();
  /** @type {Map<number, number>} seq of a move that waits -> its seat */
  waiting = new Map();
  /** @type {Map<number, Json>} */
  offers = new Map();
  /** @type {SeatClock[]} */
  clocks = [];
  /** @type {Json[]} */
  rows = [];
  begun = 0;

  /** @param {Log} log */
  constructor(log) {
    this.log = log;
    this.clock = log.opening.clock ?? null;
  }

  get people() {
    return this.places.flatMap((place, seat) => (place.bot ? [] : [seat]));
  }

  /** @param {Json} event */
  take(event) {
    const at = moment(event);
    const content = pub(event);
    const {type} = event;
    if (type === "match.started") this.#start(event, at);
    else if (type === "move.made") this.#move(event, at);
    else if (type === "move.judged") this.#judge(event, at);
    else if (type === "time.up") this.#ask(content.asked, at, at, "taken away");
    else if (type === "move.undone") this.#undo(content, at);
    else if (type === "clock.expired" || type === "seat.resigned") this.#lose(event, at);
    else if (type === "clock.credited") this.clocks[content.seat]?.credit(content.ms);
    else if (type === "clock.paused")
      for (const seat of content.seats) this.clocks[seat]?.standing.pause(content.reason, at);
    else if (type === "clock.resumed")
      for (const seat of content.seats) this.clocks[seat]?.standing.resume(content.reason, at);
    else if (type === "offer.made") this.offers.set(content.offer, {...content, yes: new Set()});
    else if (type === "offer.answered" && content.accepted) this.offers.get(content.offer)?.yes.add(content.seat);
    else if (type === "seat.substituted") this.#substitute(content, at);
    else if (type === "seat.returned") this.#return(content.seat, at);
    else if (ENDS.includes(type)) this.clocks.forEach((_, seat) => this.#end(seat, at, "over"));
  }

  /** @param {Json} event @param {number} at */
  #start(event, at) {
    const offsets = new Map([...this.log.taken.values()].map((seat) => [seat.account, seat.utc_offset ?? 0]));
    this.begun = at;
    this.places = pub(event).seats.map((/** @type {Json} */ holder) => ({
      bot: "bot" in holder,
      lost: "",
      stood: 0,
      idled: false,
      account: holder.account ?? null,
      offset: "bot" in holder ? 0 : (offsets.get(holder.account) ?? 0),
    }));
    if (this.clock) this.clocks = this.places.map(({offset}) => new SeatClock(this.clock, offset));
    this.#ask(pub(event).asked, at, at, "");
  }

  /**
   * Who is asked now.
   * @param {number[] | undefined} asked
   * @param {number} at
   * @param {number} upto what an unanswered decision is charged up to
   * @param {string} word what ended it @param {number | null} own the seat whose own move has stood */
  #ask(asked, at, upto, word, own = null) {
    this.asked = asked ?? this.asked;
    for (const seat of this.clocks.keys()) {
      if (this.clocks[seat].stint && !this.asked.includes(seat)) {
        this.#end(seat, upto, seat === own ? "answered" : word, seat === own);
      } else this.#open(seat, at);
    }
  }

  /** @param {number} seat @param {number} at */
  #open(seat, at) {
    const place = this.places[seat];
    const waits = [...this.waiting.values()].includes(seat);
    if (this.clocks[seat]?.stint === null && this.asked.includes(seat) && !place.bot && !place.lost && !waits) {
      this.clocks[seat].begin(at);
    }
  }

  /** @param {number} seat @param {number} upto @param {string} word */
  #end(seat, upto, word, earned = false) {
    const clock = this.clocks[seat];
    if (!clock?.stint) return;
    clock.charge(upto);
    const stint = clock.end(earned);
    const since = (/** @type {number | null} */ at) => (at === null ? null : at - this.begun);
    const {number, asked, answered, decisions, paused, charged, last} = stint;
    const house = last - asked - paused - charged;
    const row = {
      seat,
      stint: number,
      asked: since(asked),
      answered: since(answered),
      decisions,
      paused,
      charged,
      house,
    };
    this.rows.push({...row, left: clock.left, end: word, ...(this.clock.period_ms ? {periods: clock.periods} : {})});
  }

  /** @param {Json} event @param {number} at */
  #move(event, at) {
    const seat = mover(event);
    const place = this.places[seat];
    this.made.set(event.seq, event);
    this.waiting.set(event.seq, seat);
    if (role(event) === "server") {
      place.idled = true;
      place.lost = "";
      return;
    }
    if (!place.bot) place.idled = false;
    this.clocks[seat]?.answer(at, "plan" in pub(event));
  }

  /** @param {Json} event @param {number} at */
  #judge(event, at) {
    const {of, seat, verdict, asked} = pub(event);
    const made = this.made.get(of);
    this.waiting.delete(of);
    if (verdict === "stands" && made && role(made) === "seat") this.places[seat].stood += 1;
    const stint = this.clocks[seat]?.stint;
    const answered = Boolean(stint && stint.opened === null);
    const next = asked ?? this.asked;
    if (stint && answered && next.includes(seat)) stint.opened = at; // the next decision of the same stint
    this.#ask(next, at, made ? moment(made) : at, "taken away", answered && verdict === "stands" ? seat : null);
  }

  /**
   * No increment for what it cuts off, nor for the asker's stint that goes on or comes next.
   * @param {Json} content
   * @param {number} at
   */
  #undo(content, at) {
    this.#ask(content.asked, at, at, "undone");
    const clock = this.clocks[this.offers.get(content.offer)?.seat];
    if (clock?.stint) clock.stint.barren = true;
    else if (clock) clock.barren = true;
  }

  /** @param {Json} event @param {number} at */
  #lose(event, at) {
    const {seat} = pub(event);
    const expired = event.type === "clock.expired";
    this.#end(seat, at, expired ? "expired" : "resigned");
    this.places[seat].lost = event.type;
    if (expired && this.clocks[seat]) this.clocks[seat].expired = true;
  }

  /** @param {Json} content @param {number} at */
  #substitute(content, at) {
    const place = this.places[content.seat];
    this.#end(content.seat, at, "substituted");
    place.bot = !("account" in content);
    if (!place.bot) {
      place.lost = "";
      place.offset = content.utc_offset ?? 0;
    }
    this.clocks[content.seat]?.standing.move(this.clock, place.offset);
    this.#open(content.seat, at);
  }

  /** @param {number} seat @param {number} at */
  #return(seat, at) {
    if (this.places[seat].account === null) return;
    this.places[seat].bot = false;
    this.places[seat].lost = "";
    this.#open(seat, at);
  }
}

/**
 * The ended stints, and each seat's deadline after event `after`, counted from the start.
 * @param {Json} file
 * @param {number | null} after
 */
export function clockTable(file, after = null) {
  const course = new Course(new Log(file, true));
  for (const event of course.log.events) {
    if (after !== null && event.seq > after) break;
    course.take(event);
  }
  const deadlines = course.places.map((_, seat) => course.clocks[seat]?.deadline ?? null);
  return {stints: course.rows, deadlines: deadlines.map((at) => (at === null ? null : at - course.begun))};
}

// -- CLOCK, EXPIRY, TIMEOUT, PAUSE, CREDIT ----------------------------------------------------------------------------

const YEAR = 365 * DAY;

/** What a seat has at its first question. @param {Json} clock */
const firstTime = (clock) =>
  (clock.ms ?? clock.start_ms ?? clock.main_ms) + (clock.periods ?? 0) * (clock.period_ms ?? 0);

/** Why the house would have refused such a clock. @param {Json} opening */
function* clockFaults({clock, seats}) {
  if (!CLOCK(clock)) {
    yield "a clock has the fields of its kind, each in its range, and no others";
    return;
  }
  const [first, days] = [firstTime(clock), clock.rest_days ?? []];
  if (seats === 1) yield "a table of one seat has no clock";
  if (first < 1000 || Math.max(first, clock.increment_ms ?? 0, clock.cap_ms ?? 0) > YEAR)
    yield "a clock gives from a second to a year";
  if (clock.cap_ms !== undefined && clock.cap_ms < clock.start_ms) yield "the cap is below the time at the start";
  if (clock.kind === "byoyomi" && !(clock.periods >= 1 && clock.periods <= 100 && clock.period_ms))
    yield "byoyomi has 1 to 100 periods";
  if (days.length > 6 || new Set(days).size !== days.length)
    yield "at most six days of a week are for rest, each named once";
  if (clock.rest_hours && clock.rest_hours[0] === clock.rest_hours[1])
    yield "rest hours begin and end at the same hour";
}

class Conduct {
  /** @type {Set<string>} "seat reason" of the pauses that are on */
  #paused = new Set();
  /** The last place of the append that an expiry began. */
  #looked = -1;

  /** @param {Log} log @param {Report} report */
  constructor(log, report) {
    this.log = log;
    this.report = report;
    this.course = new Course(log);
    const late = log.events.filter((event) => pub(event).code === "too-late");
    this.late = new Set(late.flatMap((event) => [event.seq, pub(event).of]));
  }

  check() {
    for (const [place, event] of this.log.events.entries()) {
      if (event.type === "clock.expired" && place > this.#looked) this.#expiry(place);
      else if (event.type === "seat.resigned") this.#resignation(event, place);
      else if (event.type === "clock.paused" || event.type === "clock.resumed") this.#pause(event, place);
      else if (event.type === "clock.credited") this.#credit(event);
      else if (event.type === "move.made") this.#moveInPause(event);
      else if (
        event.type === "seat.substituted" &&
        "account" in pub(event) &&
        this.#paused.has(`${pub(event).seat} vacation`)
      ) {
        this.report.add("PAUSE", seqOf(event), "the vacation of the old holder is not over");
      } else if (ENDS.includes(event.type)) this.#cause(event, place);
      this.course.take(event);
    }
  }

  /** The event beside, moves refused as too late left out. @param {number} place @param {1 | -1} step */
  #beside(place, step) {
    let at = place + step;
    while (this.late.has(this.log.events[at]?.seq)) at += step;
    return this.log.events[at] ?? null;
  }

  /**
   * Whether such an event is the next one; a running match may end before it.
   * @param {number} place
   * @param {string} type
   * @param {Json} wanted
   */
  #follows(place, type, wanted) {
    const next = this.#beside(place, 1);
    if (!next) return this.log.bundle;
    return next.type === type && Object.entries(wanted).every(([key, value]) => pub(next)[key] === value);
  }

  // -- expiries

  /** @param {number} place */
  #expiry(place) {
    const {events} = this.log;
    const appended = [];
    for (const event of events.slice(place)) {
      const along = ["seat.substituted", "move.made"].includes(event.type) && event.actor === "server";
      if (event.at !== events[place].at || !(event.type === "clock.expired" || along)) break;
      appended.push(event);
    }
    this.#looked = place + appended.length - 1;
    const expired = appended.filter((event) => event.type === "clock.expired");
    const together = expired.map((event) => pub(event).seat);
    expired.forEach((event, i) => {
      for (const words of this.#expiryFaults(event, together, i)) this.report.add("EXPIRY", seqOf(event), words);
    });
    const idle = appended.filter((event) => event.type === "move.made").map(mover);
    const seated = appended.filter((event) => event.type === "seat.substituted").map((event) => pub(event).seat);
    this.#outcome(
      events[place],
      together.filter((seat) => !idle.includes(seat)),
      seated,
    );
  }

  /** @param {Json} event @param {number[]} together @param {number} i */
  *#expiryFaults(event, together, i) {
    const {course} = this;
    const {seat} = pub(event);
    const due = course.clocks[seat]?.deadline ?? null;
    if (course.waiting.size) yield "expires while a recorded move waits to be judged";
    if (due === null || course.places[seat].bot || together.indexOf(seat) < i) {
      yield `the clock of seat ${seat} was not running`;
      return;
    }
    const absent = "tournament" in this.log.opening && ![...course.made.values()].some((made) => mover(made) === seat);
    if (moment(event) < due && !absent) yield `expires ${due - moment(event)} ms before the deadline`;
    for (const other of course.people) {
      const theirs = course.clocks[other].deadline;
      if (!together.includes(other) && theirs !== null && theirs <= due) yield `seat ${other} had to expire with it`;
    }
  }

  /** @param {Json} event @param {number[]} gone @param {number[]} seated */
  #outcome(event, gone, seated) {
    if (!gone.length) return;
    const bots = this.#botsTakeOver(gone);
    if (bots && same(seated.slice().sort(), gone.slice().sort())) return;
    const next = this.#beside(this.#looked, 1);
    if (!next && this.log.bundle) return;
    const end = next && ENDS.includes(next.type) ? `${next.type} ${pub(next).reason}` : "";
    if (!seated.length && this.#ends(gone).includes(end)) return;
    this.report.add("TIMEOUT", seqOf(event), "what follows from the expiry is not what the clock of the table says");
  }

  /** @param {number[]} gone */
  #botsTakeOver(gone) {
    const {course, log} = this;
    const noShow = "tournament" in log.opening && gone.some((seat) => !course.places[seat].stood);
    const usual = log.opening.seats === 2 ? "lose" : "bot";
    const bot = (course.clock.on_timeout ?? usual) === "bot" || (noShow && course.places.length > 2);
    return bot && course.people.some((seat) => !gone.includes(seat));
  }

  /** Every end that may follow. @param {number[]} gone */
  #ends(gone) {
    const {course, log} = this;
    const [shown, absent] = [true, false].map((want) =>
      gone.some((seat) => Boolean(course.places[seat].stood) === want),
    );
    const forfeit = "tournament" in log.opening && absent ? ["match.ended forfeit"] : [];
    if (gone.length === course.places.length) return [`match.aborted ${shown ? "time" : "no-show"}`, ...forfeit];
    if ((course.clock.on_timeout ?? (log.opening.seats === 2 ? "lose" : "bot")) === "lose") {
      const missing = forfeit.length ? forfeit : ["match.aborted no-show"];
      return [...(absent ? missing : []), ...(shown ? ["match.ended time"] : [])];
    }
    return course.people.some((seat) => !gone.includes(seat)) ? forfeit : [...forfeit, "match.ended time"];
  }

  /** @param {Json} event @param {number} place */
  #resignation(event, place) {
    const {seat} = pub(event);
    const others = this.course.people.filter((other) => other !== seat);
    const fault = (/** @type {string} */ words) => this.report.add("TIMEOUT", seqOf(event), words);
    if (this.course.waiting.size) fault("resigns while a move waits to be judged");
    if (this.course.places.length > 2 && others.length) {
      if (!this.#follows(place, "seat.substituted", {seat}))
        fault("a bot takes over directly after a resignation at this table");
    } else if (!this.#follows(place, "match.ended", {reason: "resign"}))
      fault("a resignation ends this match directly");
  }

  /**
   * Ends that the rules do not bring have their cause directly before them.
   * @param {Json} event
   * @param {number} place
   */
  #cause(event, place) {
    const {reason} = pub(event);
    const before = this.#beside(place, -1)?.type;
    const ended = {
      resign: ["seat.resigned"],
      time: ["clock.expired"],
      forfeit: ["clock.expired", "director.ruled"],
      ruling: ["director.ruled"],
    };
    const aborted = {"no-show": ["clock.expired"], time: ["clock.expired"]};
    const causes = (event.type === "match.ended" ? ended : event.actor === "server" ? aborted : {})[
      /** @type {"time"} */ (reason)
    ];
    const byRound =
      event.type === "match.ended" &&
      reason === "time" &&
      "tournament" in this.log.opening &&
      this.course.clocks.length;
    if (!causes || causes.includes(before) || !this.course.asked.length || byRound) return;
    this.report.add("TIMEOUT", seqOf(event), `nothing directly before it brings about an end by ${reason}`);
  }

  // -- pauses and credits

  /** @param {Json} event @param {number} place */
  #pause(event, place) {
    const {seats, reason} = pub(event);
    const begins = event.type === "clock.paused";
    const faults = [
      ...this.#authorFaults(event),
      ...(begins ? this.#beginFaults(event, place) : this.#endFaults(event, place)),
    ];
    for (const words of faults) this.report.add("PAUSE", seqOf(event), words);
    for (const seat of seats) {
      if (this.#paused.has(`${seat} ${reason}`) === begins) {
        this.report.add(
          "PAUSE",
          seqOf(event),
          `seat ${seat} ${begins ? "is paused already" : "was not paused"} (${reason})`,
        );
      }
      if (begins) this.#paused.add(`${seat} ${reason}`);
      else this.#paused.delete(`${seat} ${reason}`);
    }
  }

  /** @param {Json} event */
  *#authorFaults(event) {
    const {seats, reason} = pub(event);
    const [by, all] = [role(event), this.course.places.length];
    if (seats.some((/** @type {number} */ seat) => seat >= all)) yield "names a seat that the table has not";
    if ((by === "director") !== (reason === "director"))
      yield `a pause by ${reason} is not for ${event.actor} to write`;
    if (by === "seat" && reason === "vacation" && !same(seats, [mover(event)]))
      yield "a seat goes on vacation for itself alone";
    if (by === "seat" && reason === "agreement" && this.course.places[mover(event)]?.bot) yield "a bot ends no pause";
    if (reason === "agreement" && seats.length !== all) yield "a pause by agreement is for all seats";
  }

  /** @param {Json} event @param {number} place */
  *#beginFaults(event, place) {
    const {seats, reason} = pub(event);
    const {clock, places, people} = this.course;
    if (reason === "vacation") {
      if (!clock || !(clock.vacation ?? firstTime(clock) >= DAY)) yield "the clock of this table allows no vacation";
      if (seats.some((/** @type {number} */ seat) => places[seat]?.bot)) yield "a bot has no vacation";
    } else if (reason === "agreement") {
      const before = this.#beside(place, -1);
      const offer = this.course.offers.get(pub(before).offer);
      const stands = offer?.kind === "pause" && people.every((seat) => seat === offer.seat || offer.yes.has(seat));
      if (event.actor !== "server" || !stands)
        yield "a pause by agreement is the server's, directly after the offer stands";
    }
  }

  /** @param {Json} event @param {number} place */
  *#endFaults(event, place) {
    if (pub(event).reason !== "agreement" || event.actor !== "server") return;
    const next = this.#beside(place, 1);
    if (next ? !byPerson(next) : !this.log.bundle)
      yield "the server ends a pause by agreement only directly before a person's move";
  }

  /** @param {Json} event */
  #moveInPause(event) {
    if (event.actor === "server" || ![...this.#paused].some((pause) => pause.endsWith(" agreement"))) return;
    this.report.add("PAUSE", seqOf(event), "a move in a pause by agreement that nothing has ended");
  }

  /** @param {Json} event */
  #credit(event) {
    const {seat, ms, reason} = pub(event);
    const clock = this.course.clocks[seat];
    const fault = (/** @type {string} */ words) => this.report.add("CREDIT", seqOf(event), words);
    if (!clock) fault("time for a clock that there is not");
    else if (ms <= 0) fault("a credit gives something");
    else if (this.course.places[seat].bot) fault("a bot has no clock");
    else if (reason === "outage" && event.actor === "server" && !clock.stint) {
      fault("after an outage the server credits the clocks that run");
    }
  }
}

/** A move that a person sent; a plan's answer is the house's. @param {Json} event */
const byPerson = (event) => event.type === "move.made" && role(event) === "seat" && !("plan" in pub(event));

/** @param {Log} log @param {Report} report */
function checkConduct(log, report) {
  if (!log.inCourse) return;
  const faults = "clock" in log.opening ? [...clockFaults(log.opening)] : [];
  for (const words of faults) report.add("CLOCK", 0, words);
  if (!faults.length && log.started && "asked" in pub(log.started)) new Conduct(log, report).check();
}

// -- FORK (audit_replay.md 3) -----------------------------------------------------------------------------------------

/** @param {Log} log @param {Report} report @param {Json} sourceFile */
function checkFork(log, report, sourceFile) {
  const {from} = log.opening;
  if (!from) {
    if (isObject(sourceFile)) report.add("FORK", 0, "this is no fork");
    return;
  }
  if (!isObject(sourceFile)) {
    report.notes.push("fork: the match it was taken from was not given");
    return;
  }
  for (const words of forkFaults(log, from, new Log(sourceFile, false))) report.add("FORK", 0, words);
}

/** @param {Log} log @param {Json} from @param {Log} source */
function* forkFaults(log, from, source) {
  const step = source.events.find((event) => event.seq === from.seq);
  if (source.match !== from.match) yield "the source is another match";
  if (!source.revealed || !source.keys || source.revealed.at > log.events[0].at)
    yield "the source was not over when the fork was opened";
  for (const key of ["game", "rules_version", "options", "seats"]) {
    if (!same(source.opening[key], log.opening[key])) yield `${key} differs from the source`;
  }
  if (!step || step.dp === null || pub(step).verdict === "refused" || step.type === "match.ended") {
    yield "the source has no step there";
    return;
  }
  const state = source.keys && hex(keyedHash(source.keys.state, "fair1/state-full", canonical(from.state)));
  if (state !== step.df) yield "the state is not that of the source";
  if (from.ms !== plyTime(source, step)) yield "the time is not that of the source";
  if (log.started && log.started.dp !== step.dp) yield "the fork begins with another view than the source had";
}

/** The time of the last ply of a step. @param {Log} source @param {Json} step @returns {number} */
function plyTime(source, step) {
  const bySeq = (/** @type {number} */ seq) => source.events.find((event) => event.seq === seq);
  if (step.type === "move.undone") return plyTime(source, bySeq(pub(step).to));
  const before = source.opening.from?.ms ?? 0;
  const ply = step.type === "move.judged" ? bySeq(pub(step).of) : step;
  return before + moment(ply) - moment(source.started);
}

// -- TREE (fairness.md 7, RFC 6962) -----------------------------------------------------------------------------------

/** @param {Uint8Array} left @param {Uint8Array} right */
const nodeHash = (left, right) => sha256(join(Uint8Array.of(1), left, right));

/**
 * The root that a leaf leads to; null: the path does not fit.
 * @param {string} leaf
 * @param {number} index
 * @param {number} size
 * @param {string[]} path
 */
export function rootOf(leaf, index, size, path) {
  if (!(index >= 0 && index < size)) return null;
  let [own, last, hash] = [index, size - 1, sha256(join(Uint8Array.of(0), leaf))];
  for (const neighbour of path) {
    if (last === 0) return null;
    if (own % 2 === 1 || own === last) {
      hash = nodeHash(unhex(neighbour), hash);
      while (own % 2 === 0 && own !== 0) {
        own = Math.floor(own / 2);
        last = Math.floor(last / 2);
      }
    } else hash = nodeHash(hash, unhex(neighbour));
    own = Math.floor(own / 2);
    last = Math.floor(last / 2);
  }
  return last === 0 ? hex(hash) : null;
}

/**
 * An answer of `…/inclusion` held against the log it speaks of.
 * @param {Json} proof
 * @param {Json} file
 * @param {string} [key]
 * @returns {Promise<Finding[]>}
 */
export async function verifyInclusion(proof, file, key) {
  /** @type {Finding[]} */
  const findings = [];
  const fault = (/** @type {string} */ words) => findings.push({code: "TREE", seq: null, text: words});
  const body = {match: file.match, size: file.events.length, head: file.events[file.events.length - 1].hash};
  if (proof.leaf !== canonical(body)) fault("the leaf is not the head of this match");
  if (
    proof.index >= proof.body.size ||
    rootOf(proof.leaf, proof.index, proof.body.size, proof.path) !== proof.body.root
  ) {
    fault("the path does not lead to the root of the checkpoint");
  }
  if (key && proof.key !== key) fault("the checkpoint names another key");
  if (proof.sig && !(await signedBy(key || proof.key, "fair1/checkpoint", proof.body, proof.sig))) {
    fault("the signature does not fit the checkpoint");
  }
  return findings;
}

// -- tournaments: chain, seed and lots --------------------------------------------------------------------------------

/** @param {Log} log @param {Report} report */
function checkTournament(log, report) {
  for (const [place, event] of log.events.entries()) {
    if (!ENVELOPE(event) || !TOURNAMENT_TYPES.has(event.type) || event.match !== log.match) {
      report.add("FORM", seqOf(event), "the envelope has another form, or belongs elsewhere");
    }
    if (Object.keys(sealed(event)).length || event.dp !== null || event.df !== null) {
      report.add("FORM", seqOf(event), "a tournament seals nothing and has no digests");
    }
    const closed = log.events[place - 1]?.type === "tournament.closed";
    if (place === 0 && event.type !== "tournament.opened")
      report.add("ORDER", 0, "the first event does not open the tournament");
    if (place > 0 && event.type === "tournament.opened") report.add("ORDER", place, "the tournament is opened again");
    if (place > 0 && closed !== (event.type === "seed.revealed"))
      report.add("ORDER", place, "only the reveal follows the close");
    if (log.events[place - 1]?.type === "seed.revealed") report.add("ORDER", place, "something follows the reveal");
  }
  if (!log.events.some(({type}) => type === "tournament.closed")) {
    report.notes.push("it is not over: the seed and so the lots are still to come");
    return;
  }
  checkSeed(log, report);
  if (log.seed) checkLots(log, report, lotKey(log, log.seed));
}

/** @param {Log} log @param {Uint8Array} seed */
function lotKey(log, seed) {
  /** @type {Map<number, [string, string]>} */
  const entered = new Map();
  for (const event of log.events) {
    if (event.type === "tournament.started") break;
    if (event.type === "entry.made") entered.set(pub(event).entry, [pub(event).account, pub(event).entropy]);
    else if (event.type === "entry.withdrawn") entered.delete(pub(event).entry);
    else if (event.type === "entry.refused") {
      for (const [entry, [account]] of entered) if (account === pub(event).account) entered.delete(entry);
    }
  }
  return keysOf(seed, log.match, log.match, [...entered.values()], "").chance;
}

/** @param {Log} log @param {Report} report @param {Uint8Array} key */
function checkLots(log, report, key) {
  /** @type {Map<string, number>} */
  const next = new Map();
  for (const event of log.events) {
    const {chance = [], draws = []} = pub(event);
    const wanted = [];
    for (const {label, n, bag, count} of draws) {
      if (n !== (next.get(label) ?? 0)) report.add("REROLL", seqOf(event), `${label} goes on with another index`);
      next.set(label, n + count);
      wanted.push(...draw(key, label, n, bag, count).map((out, i) => ({label, n: n + i, out})));
    }
    if (!same(chance, wanted)) report.add("LOT", seqOf(event), "a lot does not follow from the seed");
  }
}

// -- the whole --------------------------------------------------------------------------------------------------------

/** @param {Json} file @returns {Kind} */
function kindOf(file) {
  const types = (Array.isArray(file.events) ? file.events : []).map((/** @type {Json} */ event) => event?.type);
  if (typeof types[0] === "string" && types[0].startsWith("tournament.")) return "tournament";
  return types.some((/** @type {string} */ type) => ENDS.includes(type)) ? "match" : "bundle";
}

/**
 * Every check on one export that was read with `readJson`.
 * @param {Json} file
 * @param {Wanted} wanted
 * @returns {Promise<Verdict>}
 */
export async function verifyFile(file, wanted = {}) {
  if (!isObject(file) || !Array.isArray(file.events))
    throw new Unreadable("this is no export of a match or a tournament");
  const kind = kindOf(file);
  const [report, log] = [new Report(), new Log(file, kind === "bundle")];
  if (kind === "tournament") report.run("the tournament", () => checkTournament(log, report));
  else report.run("the form", () => checkForms(file, log, report));
  await checkChain(log, report, wanted.progress);
  checkRest(log, report);
  await checkHead(log, report, wanted).catch(() => report.add("FORM", null, "the receipt has another form"));
  if (kind !== "tournament") checkMatch(log, report, wanted.source);
  const findings = report.findings.map((finding, i) => ({finding, i}));
  findings.sort((a, b) => (a.finding.seq ?? MOST) - (b.finding.seq ?? MOST) || a.i - b.i);
  return {kind, findings: findings.map(({finding}) => finding), notes: report.notes, events: log.events.length};
}

/** @param {Log} log @param {Report} report @param {Json} source */
function checkMatch(log, report, source) {
  report.run("the order", () => checkOrder(log, report));
  report.run("the seats", () => checkSeats(log, report));
  report.run("the seed", () => checkSeed(log, report));
  report.run("the sealed parts", () => checkParts(log, report));
  report.run("the judgements", () => new Judgements(log, report).check());
  report.run("the chance", () => new Chance(log, report).check());
  report.run("the clocks", () => checkConduct(log, report));
  report.run("the fork", () => checkFork(log, report, source));
}

/** The same on the text of a file. Throws Unreadable. @param {string} content @param {Wanted} wanted */
export async function verifyText(content, wanted = {}) {
  return verifyFile(readJson(content), wanted);
}
