// @ts-check
/* Offers: what others offer, to be answered; what the reader may offer, and why not. */

import {newId} from "../ids.js";
import {el} from "../kit/elements.js";
import {get, post} from "../post.js";
import {api, at, isOver, maybe, mySeat, now, seats, tell, tellWith, words} from "./page.js";
import {namesOf} from "./sentences.js";
import {announce, complain} from "./speaking.js";

/** @import {Frame, Offer, Problem} from "../types.js" */
/** @typedef {{refused: string | null, to: number | null}} Possible */

const KINDS = ["draw", "undo", "pause", "abort"];
const WAITS = ["offer-open", "offer-too-soon", "move-waits"]; // not now; the others: not here
const CLOSING = /^house\.(accepted|declined|undone|paused_agreement|over|aborted)$/;
/** @type {number[]} */
let open = [];
let drawn = "";

/** @param {string} path @param {object} body */
async function act(path, body) {
  try {
    complain();
    await post(api(path), {...body, command_id: newId()});
    return true;
  } catch (problem) {
    complain(/** @type {Problem} */ (problem).detail || tell("not_done"));
    return false;
  }
}

/** Draws what is open now; says what is new or gone.
 * @param {Frame | null} before */
export function drawOffers(before) {
  const offers = isOver() ? [] : (now.frame.offers ?? []);
  sayLapsed(before, offers);
  const place = at("asks");
  const key = JSON.stringify(offers);
  if (key !== drawn) {
    drawn = key;
    place.replaceChildren(...offers.map(banner));
    for (const offer of offers) if (!open.includes(offer.offer) && offer.seat !== mySeat) announce(question(offer));
    open = offers.map((offer) => offer.offer);
  }
  const fold = maybe("offers");
  if (fold) fold.hidden = isOver() || isAway();
  if (fold instanceof HTMLDetailsElement && fold.open && !fold.hidden) fillPossible();
}

const isAway = () => Boolean(maybe("away"));

/** @param {Offer} offer */
const question = (offer) => tell(`asks_${offer.kind}`, {seat: offer.seat});

/** @param {Offer} offer */
function banner(offer) {
  const others = seats.flatMap((holder, seat) =>
    seat === offer.seat || holder.bot || offer.accepted.includes(seat) ? [] : [seat],
  );
  const names = namesOf(others, {words, seats, texts: {reasons: {}}});
  if (offer.seat === mySeat) {
    return el("p", {class: "banner", text: `${tell(`mine_${offer.kind}`)} ${tellWith("mine_waits", {names})}`});
  }
  if (mySeat === null || isAway()) return el("p", {class: "banner", text: question(offer)});
  if (offer.accepted.includes(mySeat)) return el("p", {class: "banner", text: tell("accepted_by_you")});
  const answer = (/** @type {boolean} */ accepted) => act(`/offers/${offer.offer}/answer`, {accepted});
  return el(
    "div",
    {class: "banner warn ask", role: "group", "aria-label": question(offer)},
    el("p", {text: question(offer)}),
    el("button", {class: "button small primary", text: tell("accept"), onclick: () => answer(true)}),
    el("button", {class: "button small", text: tell("decline"), onclick: () => answer(false)}),
  );
}

/** An offer of one's own that is gone without an answer has lapsed.
 * @param {Frame | null} before @param {Offer[]} offers */
function sayLapsed(before, offers) {
  const mine = (before?.offers ?? []).filter((offer) => offer.seat === mySeat);
  const gone = mine.filter((offer) => !offers.some((other) => other.offer === offer.offer));
  const closed = (now.frame.news ?? []).some((line) => CLOSING.test(line.code ?? ""));
  const status = maybe("offer-told");
  if (!status || !before) return;
  if (gone.length && !closed) {
    status.textContent = tell("lapsed");
    announce(tell("lapsed"));
  } else if (offers.length) status.textContent = "";
}

/** What may be offered is asked for when somebody looks. */
async function fillPossible() {
  const place = maybe("offer-kinds");
  if (!place) return;
  const response = await get(api("/offers")).catch(() => null);
  if (!response?.ok) return;
  /** @type {Record<string, Possible>} */
  const possible = await response.json();
  const focused = document.activeElement instanceof HTMLElement ? document.activeElement.dataset.offer : undefined;
  const common = commonWait(possible);
  const rows = KINDS.map((kind) => kindRow(kind, possible[kind], Boolean(common)));
  place.replaceChildren(...rows, ...(common ? [el("li", {class: "muted small", text: waitText(common)})] : []));
  const again = focused && place.querySelector(`[data-offer=${focused}]`);
  if (again instanceof HTMLElement) again.focus();
}

/** What all that might be offered has to wait for, if it is the same: said once.
 * @param {Record<string, Possible>} possible */
function commonWait(possible) {
  const codes = KINDS.map((kind) => possible[kind].refused).filter((code) => !code || WAITS.includes(code));
  return codes.length > 1 && codes.every((code) => code === codes[0]) ? codes[0] : null;
}

/** @param {string} code */
const waitText = (code) => tell(`wait_${code.replace(/-/g, "_")}`);

/** A button for what may be offered; for the rest, why not.
 * @param {string} kind @param {Possible} possible @param {boolean} said that it has to wait is said for all */
function kindRow(kind, {refused, to}, said) {
  if (refused && !WAITS.includes(refused)) return el("li", {class: "muted small", text: tell(`no_${kind}`)});
  const why = refused && !said && waitText(refused);
  const body = kind === "undo" ? {kind, to} : {kind};
  const button = el("button", {
    class: "button small",
    type: "button",
    text: tell(`offer_${kind}`),
    data: {offer: kind},
    "aria-disabled": refused ? "true" : null,
    onclick: async () => {
      if (!refused && (await act("/offers", body))) fillPossible();
    },
  });
  return el("li", {}, button, why && el("span", {class: "muted small", text: why}));
}

export function startOffers() {
  const fold = maybe("offers");
  fold?.addEventListener("toggle", () => {
    if (fold instanceof HTMLDetailsElement && fold.open) fillPossible();
  });
  drawOffers(null);
}
