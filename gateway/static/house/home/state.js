// @ts-check
/* What waits for the reader: where they are asked, which offers are open. Pure. */

/** @typedef {{match: string, game: string, seat: number, deadline: string | null}} Asked */
/** @typedef {{asked: Asked[], offers: {match: string, offer?: number}[]}} Home */
/** What the stream of an account or another tab says. @typedef {{thing: string, data: any}} Said */

/** @type {Home} */
export const EMPTY = {asked: [], offers: []};

/** The home after something was said. `answered` and `seen` come from the reader's own tabs.
 * @param {Home} home @param {Said} said @returns {Home} */
export function heard(home, {thing, data}) {
  const others = home.asked.filter((asked) => asked.match !== data?.match);
  if (thing === "home") return {asked: data.asked ?? [], offers: data.offers ?? []};
  if (thing === "turn" || thing === "time") return {...home, asked: byDeadline([...others, data])};
  if (thing === "answered") return {...home, asked: others};
  if (thing === "end") return {asked: others, offers: home.offers.filter((offer) => offer.match !== data.match)};
  if (thing === "offer" && !home.offers.some((offer) => offer.match === data.match)) {
    return {...home, offers: [...home.offers, {match: data.match}]};
  }
  return home;
}

/** The most urgent first; what has no deadline comes last, as it came.
 * @param {Asked[]} asked */
export function byDeadline(asked) {
  const when = (/** @type {Asked} */ asked) => (asked.deadline ? Date.parse(asked.deadline) : Infinity);
  return [...asked].sort((a, b) => (when(a) === when(b) ? 0 : when(a) - when(b)));
}

/** The next match that asks the reader, behind the one at hand; null: none but that.
 * @param {Home} home @param {string | null} here */
export function nextAfter(home, here) {
  const place = home.asked.findIndex((asked) => asked.match === here);
  const order = [...home.asked.slice(place + 1), ...home.asked.slice(0, Math.max(place, 0))];
  return order.find((asked) => asked.match !== here) ?? null;
}

/** @param {Home} home */
export const waiting = (home) => home.asked.length + home.offers.length;
