/* Which clicks a move is made of: first its class, then marbles, holes, tiles or an option. No drawing here. */

const PLACES = {
  W: (rest) => [rest],
  M: (rest) => [rest, `${rest.slice(0, 2)}${Number(rest[2]) + 1}`],
  A: (rest) => [...rest].map((track) => `${track}.1`),
  F: (rest) => [...rest.slice(2)].map((place) => `${rest.slice(0, 2)}${place}`),
};

export const COLOURS = "RBKY";
export const KINDS = "WLMJASUF";
const ORDER = ["S", "N", "B", "joy", "T", "H", ...[...KINDS].map((kind) => `D${kind}`), ...[...KINDS].map((kind) => `DS${kind}`), "place", "E"];
const ALONE = ["S", "N", "B", "joy"];   // phases with one class only: it needs no choosing

export function classOf(move) {
  if (move[0] === "D") return move.slice(0, move[1] === "S" ? 3 : 2);
  if (move[0] === "P" || move[0] === "Q") return "place";
  return move[0] === "J" ? "joy" : move[0];
}

export function classes(moves) {
  const found = new Set((moves ?? []).map(classOf));
  return ORDER.filter((one) => found.has(one));
}

/* The class that is ready without a click: the only one there is, a colour that waits, or the regular pick. */
export function ready(moves) {
  const all = classes(moves);
  if (all.length && ALONE.includes(all[0])) return all[0];
  if (moves?.some((move) => move[0] === "P") && !all.includes("T")) return "place";
  return all.includes("T") ? "T" : null;
}

export const kindOf = (cls) => (cls?.[0] === "D" ? cls.at(-1) : null);

/* What can be clicked after these picks. lit, picked: spots; options: buttons with their move; move: complete; done: complete, more could follow. */
export function after(view, moves, cls, picks) {
  const mine = (moves ?? []).filter((move) => classOf(move) === cls);
  const none = {lit: new Set(), picked: new Set(picks), options: [], move: null, done: null};
  if (!cls || !mine.length) return none;
  if (cls === "N") return single(mine, picks, (move) => `stack${move[1]}`, none);
  if (cls === "S") return starters(view, mine, picks, none);
  if (cls === "place") return placing(view, mine, picks, none);
  if (cls === "joy") return joy(view, mine, picks, none);
  if (cls === "E") return keeping(view, mine, picks, none);
  if (kindOf(cls) === "J") return {...none, move: mine[0]};
  if (kindOf(cls) === "L") return robbing(mine, picks, cls, none);
  if (kindOf(cls) === "U") return runs(view, mine, picks, cls, none);
  return marbles(mine, picks, cls, none);
}

function single(mine, picks, spot, none) {
  const found = mine.find((move) => spot(move) === picks[0]);
  return {...none, lit: new Set(picks.length ? [] : mine.map(spot)), move: found ?? null};
}

function starters(view, mine, picks, none) {
  const design = view.offer[Number(picks[0]?.slice(5))];
  const lit = picks.length ? [] : view.offer.map((_, n) => `offer${n}`);
  return {...none, lit: new Set(lit), move: mine.find((move) => move.slice(2) === design) ?? null};
}

/* -- marbles of the dispenser -- */
export function placesOf(move) {
  const cls = classOf(move), kind = kindOf(cls) ?? "W";
  return PLACES[kind](move.slice(cls.length)).map((place) => `m${place}`);
}

function marbles(mine, picks, cls, none) {
  const fits = mine.map((move) => [move, placesOf(move)]).filter(([, places]) => picks.every((one) => places.includes(one)));
  const exact = fits.find(([, places]) => places.length === picks.length)?.[0] ?? null;
  const lit = new Set(fits.flatMap(([, places]) => places).filter((one) => !picks.includes(one)));
  return {...none, lit, move: fits.length === 1 ? exact : null, done: fits.length > 1 ? exact : null};
}

function runs(view, mine, picks, cls, none) {
  const starts = new Map();
  for (const move of mine) {
    const [start, count] = move.slice(cls.length).split("x");
    starts.set(start, Math.max(starts.get(start) ?? 0, Number(count)));
  }
  const spots = (start, count) => Array.from({length: count}, (_, n) => `m${start.slice(0, 2)}${Number(start[2]) + n}`);
  for (const [start, count] of starts) {
    const run = spots(start, count);
    if (!picks.length || !run.includes(picks[0])) continue;
    const options = mine.filter((move) => move.slice(cls.length).startsWith(`${start}x`))
      .map((move) => ({spot: `option:${move}`, key: "marbles_count", params: {count: Number(move.split("x")[1])}, move}));
    return {...none, picked: new Set(run), options: options.length > 1 ? options : [], move: options.length === 1 ? options[0].move : null};
  }
  return {...none, lit: new Set([...starts].flatMap(([start, count]) => spots(start, count)))};
}

function robbing(mine, picks, cls, none) {
  const seat = (move) => Number(move.slice(cls.length)) - 1;
  const options = mine.map((move) => ({spot: `option:${move}`, key: "rob", params: {seat: seat(move)}, move}));
  const found = mine.find((move) => `rob${seat(move)}` === picks[0]);
  return {...none, lit: new Set(mine.map((move) => `rob${seat(move)}`)), options, move: found ?? null};
}

/* -- own marbles and holes -- */
function own(view) {
  const desk = view.desks[view.turn];
  return [...[...desk.pool].map((colour, n) => ({spot: `pool${n}`, colour, from: "pool"})),
    ...[...view.hand].map((colour, n) => ({spot: `hand${n}`, colour, from: "hand"}))];
}

export function holeSpots(view, slot, colour) {
  const open = [...view.desks[view.turn].slots["ab".indexOf(slot)].open];
  return open.filter((one) => one === colour).map((_, n) => `hole:${slot}${colour}${n}`);
}

const holeOf = (spot) => (spot?.startsWith("hole:") ? spot.slice(5, 7) : null);

function placing(view, mine, picks, none) {
  const sources = own(view).filter(({colour, from}) => mine.some((move) => move[1] === colour && (move[0] === "Q") === (from === "pool")));
  const chosen = sources.find((one) => one.spot === picks[0]) ?? (new Set(sources.map((one) => one.from + one.colour)).size === 1 ? sources[0] : null);
  if (!chosen) return {...none, lit: new Set(sources.map((one) => one.spot))};
  const fits = mine.filter((move) => move[1] === chosen.colour && (move[0] === "Q") === (chosen.from === "pool"));
  const others = sources.filter((one) => one.from + one.colour !== chosen.from + chosen.colour).map((one) => one.spot);
  const hole = holeOf(picks.at(-1)), picked = new Set([chosen.spot]);
  const slotOf = (move) => (move[0] === "Q" ? move[2] : move.endsWith("-0") ? "a" : "b");
  const whole = fits.every((move) => move[0] === "Q" || /^P.(1-0|0-1)$/.test(move));   // one marble: a hole says it all
  if (!whole) {
    const options = fits.map((move) => ({spot: `option:${move}`, key: "split", params: {colour: move[1], count_a: Number(move[2]), count_b: Number(move[4])}, move}));
    return {...none, picked: new Set(sources.filter((one) => one.colour === chosen.colour && one.from === "hand").map((one) => one.spot)), options, lit: new Set(others)};
  }
  const lit = new Set([...others, ...fits.flatMap((move) => holeSpots(view, slotOf(move), move[1]))]);
  return {...none, lit, picked, move: hole ? fits.find((move) => slotOf(move) === hole[0]) ?? null : null};
}

function joy(view, mine, picks, none) {
  const steps = mine.filter((move) => move !== "J.");
  const stop = mine.includes("J.") ? [{spot: "option:J.", key: "joy_stop", params: {}, move: "J."}] : [];
  const sources = own(view).filter(({colour}) => steps.some((move) => move[1] === colour));
  const chosen = sources.find((one) => one.spot === picks[0]) ?? (new Set(sources.map((one) => one.colour)).size === 1 ? sources[0] : null);
  if (!chosen) return {...none, lit: new Set(sources.map((one) => one.spot)), options: stop};
  const fits = steps.filter((move) => move[1] === chosen.colour), hole = holeOf(picks.at(-1));
  const others = sources.filter((one) => one.colour !== chosen.colour).map((one) => one.spot);
  const lit = new Set([...others, ...fits.flatMap((move) => holeSpots(view, move[2], move[3]))]);
  return {...none, lit, options: stop, picked: new Set([chosen.spot]), move: hole ? fits.find((move) => move.slice(2) === hole) ?? null : null};
}

/* A marble that is kept by every ending is kept without a click. */
function keeping(view, mine, picks, none) {
  if (mine.length === 1) return {...none, move: mine[0]};
  const all = own(view), count = (text, colour) => text.split(colour).length - 1;
  const keeps = mine.map((move) => move.slice(2));
  const sure = [];
  for (const colour of COLOURS) {
    const least = Math.min(...keeps.map((kept) => count(kept, colour)));
    sure.push(...all.filter((one) => one.colour === colour).slice(0, least).map((one) => one.spot));
  }
  const kept = [...new Set([...sure, ...picks])];
  const colours = (spots) => spots.map((spot) => all.find((one) => one.spot === spot).colour).join("");
  const fits = (spots) => keeps.filter((keep) => [...COLOURS].every((colour) => count(keep, colour) >= count(colours(spots), colour)));
  const lit = all.filter((one) => !kept.includes(one.spot) && fits([...kept, one.spot]).length).map((one) => one.spot);
  const exact = fits(kept).find((keep) => keep.length === kept.length);
  return {...none, lit: new Set(lit), picked: new Set(kept), move: exact === undefined ? null : `E:${exact}`};
}

/* Picks of one step replace each other where only one can stand. */
export function take(cls, picks, spot) {
  if (picks.includes(spot)) return picks.filter((one) => one !== spot);
  if ((cls === "place" || cls === "joy") && !spot.startsWith("hole:")) return [spot];
  return [...picks, spot];
}

/* P25 as far as it needs no newcomer: the groups that a regular pick takes, as places of the track as it lies now. */
export function certain(track, place) {
  let left = [...track].map((colour, n) => ({colour, place: n + 1}));
  const groups = [[place]];
  left.splice(place - 1, 1);
  let at = place;
  while (at >= 2 && left.length >= at && left[at - 2].colour === left[at - 1].colour) {
    const colour = left[at - 1].colour;
    let lo = at - 1, hi = at;
    while (lo > 1 && left[lo - 2].colour === colour) lo -= 1;
    while (hi < left.length && left[hi].colour === colour) hi += 1;
    groups.push(left.slice(lo - 1, hi).map((one) => one.place));
    left.splice(lo - 1, hi - lo + 1);
    at = lo;
  }
  return groups;
}
