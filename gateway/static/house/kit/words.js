// @ts-check
/* Fills the sentences of texts/*.json. */

/** @import {Params, Seat} from "../types.js" */

const [LRI, FSI, PDI] = ["\u2066", "\u2068", "\u2069"];

/** A number, or a time: 0:02.0. */
const FIGURES = /^\d+(:\d\d)*(\.\d)?$/;

/** Notation, safe inside Persian text.
 * @param {string} text */
export function isolate(text) {
  return `${LRI}${text}${PDI}`;
}

/** Without the signs around notation: English runs the same way. Those around names stay, which may be Persian ones.
 * @param {string} text */
export const unmarkedNotation = (text) => text.replace(/\u2066([^\u2066-\u2069]*)\u2069/g, "$1");

/** One per language: making one is slow. @type {Map<string, Intl.NumberFormat>} */
const formats = new Map();

/** @param {string} lang */
function formatOf(lang) {
  const format = formats.get(lang) ?? new Intl.NumberFormat(lang, {useGrouping: false});
  formats.set(lang, format);
  return format;
}

/** A number in the digits of the page's language.
 * @param {number} value */
export function number(value) {
  const lang = globalThis.document?.documentElement.lang || "en";
  return formatOf(lang).format(value).replace("-", "\u2212");
}

/** @param {string} text each digit becomes one of the page's language */
export const digits = (text) => text.replace(/\d/g, (digit) => number(Number(digit)));

/** @param {unknown} texts @param {string} path */
export function find(texts, path) {
  let at = texts;
  for (const part of path.split(".")) at = /** @type {Record<string, unknown> | undefined} */ (at)?.[part];
  return at;
}

/** The sentence of that key with its {params} filled in. A param named seat or seat_… becomes that player's name, a
 * string is looked up in texts.words (else isolated left-to-right), a number gets the page's digits. A missing key
 * gives the key itself.
 * @param {object} texts @param {string} path @param {Params} [params] @param {Seat[]} [seats] */
export function say(texts, path, params = {}, seats = []) {
  const template = find(texts, path);
  if (typeof template !== "string") return path;
  return template.replace(/\{([a-z_0-9]+)\}/g, (whole, name) =>
    name in params ? shown(texts, name, params[name], seats) : whole,
  );
}

/** @param {object} texts @param {string} name @param {string | number} value @param {Seat[]} seats */
function shown(texts, name, value, seats) {
  if (/^seat(_|$)/.test(name)) {
    const holder = seats[Number(value)];
    return holder ? `${FSI}${holder.name}${PDI}` : number(Number(value) + 1);
  }
  if (typeof value === "number") return number(value);
  const word = find(texts, "words");
  const known = typeof word === "object" ? /** @type {Record<string, string>} */ (word)?.[value] : undefined;
  return known ?? (FIGURES.test(value) ? digits(value) : isolate(value));
}
