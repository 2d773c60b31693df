// @ts-check
/* Which clicks a move is made of: first its class, then marbles, holes, tiles or an option. No drawing here. */

/** @import {Next, Option, Own, View} from "./types.js" */

export const COLOURS = "RBKY";
export const KINDS = "WLMJASUF";

/** The marbles that a drink of a kind takes, by what follows its class.
 * @type {Record<string, (rest: string) => string[]>} */
const PLACES = {
  W: (rest) => [rest],
  M: (rest) => [rest, `${rest.slice(0, 2)}${Number(rest[2]) + 1}`],
  A: (rest) => [...rest].map((track) => `${track}.1`),
  F: (rest) => [...rest.slice(2)].map((place) => `${rest.slice(0, 2)}${place}`),
};
const DRINKS = [...[...KINDS].map((kind) => `D${kind}`), ...[...KINDS].map((kind) => `DS${kind}`)];
const ORDER = ["S", "N", "B", "joy", "T", "H", ...DRINKS, "place", "E"];
const ALONE = ["S", "N", "B", "joy"]; // phases with one class only: it needs no choosing
const ONE_MARBLE = /^P.(1-0|0-1)$/;

/** @param {string} move */
export function classOf(move) {
  if (move[0] === "D") return move.slice(0, move[1] === "S" ? 3 : 2);
  if (move[0] === "P" || move[0] === "Q") return "place";
  return move[0] === "J" ? "joy" : move[0];
}

/** @param {string[]} moves */
export function classes(moves) {
  const present = new Set(moves.map(classOf));
  return ORDER.filter((name) => present.has(name));
}

/** The class that is ready without a click: the only one there is, a colour that waits, or the regular pick.
 * @param {string[]} moves */
export function ready(moves) {
  const all = classes(moves);
  if (all.length && ALONE.includes(all[0])) return all[0];
  if (moves.some((move) => move[0] === "P") && !all.includes("T")) return "place";
  return all.includes("T") ? "T" : null;
}

/** The kind of potion that is drunk; null: none. @param {string | null} name of a class */
export const kindOf = (name) => (name?.[0] === "D" ? name.slice(-1) : null);

/** What is known while something is chosen: the moves of its class, and what was picked so far.
 * @typedef {{view: View, name: string, mine: string[], picks: string[], none: Next}} Choosing */

/** @type {Record<string, (choosing: Choosing) => Next>} */
const BY_CLASS = {S: starters, N: stacks, place: placing, joy: joyful, E: keeping};
/** @type {Record<string, (choosing: Choosing) => Next>} */
const BY_KIND = {J: ({none, mine}) => ({...none, move: mine[0]}), L: robbing, U: runs};

/** What can be clicked after these picks. lit, picked: spots; options: buttons with their move; move: complete; done:
 * complete, and more could follow.
 * @param {View} view @param {string[]} moves @param {string | null} name of a class @param {string[]} picks
 * @returns {Next} */
export function after(view, moves, name, picks) {
  const mine = moves.filter((move) => classOf(move) === name);
  const none = {
    lit: new Set(/** @type {string[]} */ ([])),
    picked: new Set(picks),
    options: [],
    move: null,
    done: null,
  };
  if (!name || !mine.length) return none;
  const choose = BY_CLASS[name] ?? BY_KIND[kindOf(name) ?? ""] ?? marbles;
  return choose({view, name, mine, picks, none});
}

/** @param {Choosing} choosing @returns {Next} */
function stacks({mine, picks, none}) {
  const spot = (/** @type {string} */ move) => `stack${move[1]}`;
  const chosen = mine.find((move) => spot(move) === picks[0]);
  return {...none, lit: new Set(picks.length ? [] : mine.map(spot)), move: chosen ?? null};
}

/** @param {Choosing} choosing @returns {Next} */
function starters({view, mine, picks, none}) {
  const design = view.offer[Number(picks[0]?.slice(5))];
  const lit = picks.length ? [] : view.offer.map((_, n) => `offer${n}`);
  return {...none, lit: new Set(lit), move: mine.find((move) => move.slice(2) === design) ?? null};
}

/* -- marbles of the dispenser -- */

/** @param {string} move */
export function placesOf(move) {
  const name = classOf(move);
  const places = PLACES[kindOf(name) ?? "W"] ?? PLACES.W;
  return places(move.slice(name.length)).map((place) => `m${place}`);
}

/** @param {Choosing} choosing @returns {Next} */
function marbles({mine, picks, none}) {
  const fits = mine
    .map((move) => ({move, places: placesOf(move)}))
    .filter(({places}) => picks.every((spot) => places.includes(spot)));
  const exact = fits.find(({places}) => places.length === picks.length)?.move ?? null;
  const lit = new Set(fits.flatMap(({places}) => places).filter((spot) => !picks.includes(spot)));
  return {...none, lit, move: fits.length === 1 ? exact : null, done: fits.length > 1 ? exact : null};
}

/** @param {string} start @param {number} count */
const runSpots = (start, count) =>
  Array.from({length: count}, (_, n) => `m${start.slice(0, 2)}${Number(start[2]) + n}`);

/** @param {Choosing} choosing @returns {Next} */
function runs({name, mine, picks, none}) {
  const parted = mine.map((move) => {
    const [start, count] = move.slice(name.length).split("x");
    return {move, start, count: Number(count)};
  });
  /** @type {Map<string, number>} */
  const longest = new Map();
  for (const {start, count} of parted) longest.set(start, Math.max(longest.get(start) ?? 0, count));
  const all = [...longest].map(([start, count]) => ({start, spots: runSpots(start, count)}));
  const run = all.find(({spots}) => picks.length > 0 && spots.includes(picks[0]));
  if (!run) return {...none, lit: new Set(all.flatMap(({spots}) => spots))};
  const options = parted
    .filter(({start}) => start === run.start)
    .map(({move, count}) => ({spot: `option:${move}`, key: "marbles_count", params: {count}, move}));
  const picked = new Set(run.spots);
  return options.length > 1 ? {...none, picked, options} : {...none, picked, move: options[0].move};
}

/** @param {Choosing} choosing @returns {Next} */
function robbing({name, mine, picks, none}) {
  const seat = (/** @type {string} */ move) => Number(move.slice(name.length)) - 1;
  const options = mine.map((move) => ({spot: `option:${move}`, key: "rob", params: {seat: seat(move)}, move}));
  const chosen = mine.find((move) => `rob${seat(move)}` === picks[0]);
  return {...none, lit: new Set(mine.map((move) => `rob${seat(move)}`)), options, move: chosen ?? null};
}

/* -- own marbles and holes -- */

/** @param {View} view @returns {Own[]} */
function own(view) {
  const marble = (/** @type {Own["from"]} */ from) => (/** @type {string} */ colour, /** @type {number} */ n) => ({
    spot: `${from}${n}`,
    colour,
    from,
  });
  return [...[...view.desks[view.turn].pool].map(marble("pool")), ...[...view.hand].map(marble("hand"))];
}

/** @param {View} view @param {string} slot @param {string} colour */
export function holeSpots(view, slot, colour) {
  const open = [...view.desks[view.turn].slots["ab".indexOf(slot)].open];
  return open.filter((hole) => hole === colour).map((_, n) => `hole:${slot}${colour}${n}`);
}

/** @param {string | undefined} spot */
const holeOf = (spot) => (spot?.startsWith("hole:") ? spot.slice(5, 7) : null);

/** The marble that was picked, or that needs no picking since all are alike.
 * @param {Own[]} sources @param {string[]} picks @param {(source: Own) => string} sort */
function chosenOf(sources, picks, sort) {
  const picked = sources.find(({spot}) => spot === picks[0]);
  const alike = new Set(sources.map(sort)).size === 1;
  return picked ?? (alike ? sources[0] : null);
}

/** @param {Own[]} sources */
const spotsOf = (sources) => sources.map(({spot}) => spot);

/** Where a marble may be moved from: `Q` moves are made from the pool.
 * @param {string} move @param {Own} source */
const fitsSource = (move, {colour, from}) => move[1] === colour && (move[0] === "Q") === (from === "pool");

/** @param {string} move */
const slotOf = (move) => (move[0] === "Q" ? move[2] : move.endsWith("-0") ? "a" : "b");

/** @param {Choosing} choosing @returns {Next} */
function placing({view, mine, picks, none}) {
  const sources = own(view).filter((source) => mine.some((move) => fitsSource(move, source)));
  const sort = (/** @type {Own} */ source) => source.from + source.colour;
  const chosen = chosenOf(sources, picks, sort);
  if (!chosen) return {...none, lit: new Set(spotsOf(sources))};
  const fits = mine.filter((move) => fitsSource(move, chosen));
  const others = spotsOf(sources.filter((source) => sort(source) !== sort(chosen)));
  if (!fits.every((move) => move[0] === "Q" || ONE_MARBLE.test(move))) {
    const alike = sources.filter(({colour, from}) => colour === chosen.colour && from === "hand");
    return {...none, picked: new Set(spotsOf(alike)), options: fits.map(splitOption), lit: new Set(others)};
  }
  // one marble: a hole says it all
  const hole = holeOf(picks.at(-1));
  const lit = new Set([...others, ...fits.flatMap((move) => holeSpots(view, slotOf(move), move[1]))]);
  const move = hole ? (fits.find((fit) => slotOf(fit) === hole[0]) ?? null) : null;
  return {...none, lit, picked: new Set([chosen.spot]), move};
}

/** @param {string} move @returns {Option} */
function splitOption(move) {
  const params = {colour: move[1], count_a: Number(move[2]), count_b: Number(move[4])};
  return {spot: `option:${move}`, key: "split", params, move};
}

/** @param {Choosing} choosing @returns {Next} */
function joyful({view, mine, picks, none}) {
  const steps = mine.filter((move) => move !== "J.");
  const options = mine.includes("J.") ? [{spot: "option:J.", key: "joy_stop", params: {}, move: "J."}] : [];
  const sources = own(view).filter(({colour}) => steps.some((move) => move[1] === colour));
  const chosen = chosenOf(sources, picks, ({colour}) => colour);
  if (!chosen) return {...none, lit: new Set(spotsOf(sources)), options};
  const fits = steps.filter((move) => move[1] === chosen.colour);
  const hole = holeOf(picks.at(-1));
  const others = spotsOf(sources.filter(({colour}) => colour !== chosen.colour));
  const lit = new Set([...others, ...fits.flatMap((move) => holeSpots(view, move[2], move[3]))]);
  const move = hole ? (fits.find((fit) => fit.slice(2) === hole) ?? null) : null;
  return {...none, lit, options, picked: new Set([chosen.spot]), move};
}

/** @param {string} text @param {string} colour */
const count = (text, colour) => text.split(colour).length - 1;

/** A marble that is kept by every ending is kept without a click.
 * @param {Choosing} choosing @returns {Next} */
function keeping({view, mine, picks, none}) {
  if (mine.length === 1) return {...none, move: mine[0]};
  const all = own(view);
  const endings = mine.map((move) => move.slice(2));
  const sure = [...COLOURS].flatMap((colour) => {
    const least = Math.min(...endings.map((ending) => count(ending, colour)));
    return spotsOf(all.filter((source) => source.colour === colour).slice(0, least));
  });
  const kept = [...new Set([...sure, ...picks])];
  const fits = (/** @type {string[]} */ spots) => {
    const colours = spots.map((spot) => all.find((source) => source.spot === spot)?.colour ?? "").join("");
    return endings.filter((ending) => [...COLOURS].every((colour) => count(ending, colour) >= count(colours, colour)));
  };
  const lit = spotsOf(all).filter((spot) => !kept.includes(spot) && fits([...kept, spot]).length);
  const exact = fits(kept).find((ending) => ending.length === kept.length);
  return {...none, lit: new Set(lit), picked: new Set(kept), move: exact === undefined ? null : `E:${exact}`};
}

/** Picks of one step replace each other where only one can stand.
 * @param {string | null} name of a class @param {string[]} picks @param {string} spot */
export function take(name, picks, spot) {
  if (picks.includes(spot)) return picks.filter((pick) => pick !== spot);
  if ((name === "place" || name === "joy") && !spot.startsWith("hole:")) return [spot];
  return [...picks, spot];
}
