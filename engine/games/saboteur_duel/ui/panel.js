// @ts-check
/* Beside the map: the seats with tools, coins and hands, and what lies in the supply. */

import {el, number, svg} from "/static/house/kit.js";
import {cardArt, cardBack, dwarf, gold, HIGH, keyArt, TOOLS, toolArt, WIDE} from "./art.js";

/** @import {Child} from "/static/house/kit.js" */
/** @import {Tell, View} from "./types.js" */

const FAN_STEP = 13;
const FAN_SCALE = 0.42;
const OPEN_STEP = WIDE * FAN_SCALE + 3;

/** @param {SVGElement} art @param {string} viewBox @param {string} [className] */
const icon = (art, viewBox, className = "") =>
  svg("svg", {viewBox, class: `icon ${className}`, "aria-hidden": "true", focusable: "false"}, art);

/** @param {number[]} values */
const sum = (values) => values.reduce((total, value) => total + value, 0);

/** @typedef {{tell: Tell, words: Record<string, string>, mine: boolean, turn: boolean, overlay: boolean,
 *   figure: boolean, toggle: () => void}} Seating */

/** @param {View} view @param {number} seat @param {Seating} seating */
export function seatBox(view, seat, {tell, words, mine, turn, overlay, toggle, figure}) {
  const colour = view.colours[seat];
  const title = el(
    "div",
    {class: "who"},
    icon(dwarf(colour), "-11 -11 22 22", "mark"),
    el("b", {text: tell("seat", {seat, colour})}),
    mine && el("span", {class: "tag", text: tell("you")}),
    turn && el("span", {class: "tag turn", text: tell("turn", {seat})}),
  );
  return el(
    "section",
    {class: `seat ${colour} ${turn ? "to-act" : ""}`},
    title,
    tools(view.broken[seat], {tell, words}),
    purse(view, seat, tell),
    !mine && !figure && el("p", {class: "backs"}, handOf(view, seat, {tell, words})),
    !figure && overlayButton(seat, {tell, overlay, toggle}),
  );
}

/** @param {number} seat @param {{tell: Tell, overlay: boolean, toggle: () => void}} how */
function overlayButton(seat, {tell, overlay, toggle}) {
  const spoken = {"aria-pressed": String(overlay), "aria-label": tell("overlay", {seat})};
  const text = tell("overlay_short", {seat});
  return el("button", {class: "button small overlay", type: "button", ...spoken, text, onclick: toggle});
}

/** @param {string[]} broken @param {{tell: Tell, words: Record<string, string>}} texts */
function tools(broken, {tell, words}) {
  const shown = TOOLS.map((tool) => icon(toolArt(tool, broken.includes(tool) ? "broken" : "fine"), "-15 -15 30 30"));
  const names = TOOLS.filter((tool) => broken.includes(tool)).map((tool) => words[tool]);
  const text = names.length ? `${tell("broken")}: ${names.join(" + ")}` : tell("tools_fine");
  return el("p", {class: `tools ${names.length ? "hurt" : ""}`}, shown, el("span", {text}));
}

/** @param {View} view @param {number} seat @param {Tell} tell */
function purse(view, seat, tell) {
  const claims = sum(view.claims.filter(([, , , owner]) => owner === seat).map(([, , , , value]) => value));
  const debt = view.bribes.filter(([, , briber]) => briber === seat).length;
  const past = view.ledger.map(({gained, paid}) => {
    const lost = sum(paid[seat]);
    return `+${number(sum(gained[seat]))}${lost ? ` −${number(lost)}` : ""}`;
  });
  const total = el("b", {text: number(sum(view.coins[seat]))});
  return el(
    "p",
    {class: "purse"},
    el("span", {class: "sum"}, icon(gold(1), "-8 -8 16 16"), total, " ", tell("coins")),
    past.length > 0 && el("span", {class: "past", dir: "ltr", text: past.join(" | "), title: tell("coins_by_round")}),
    el("span", {text: `${tell("claims")}: ${number(claims)}`}),
    debt > 0 && el("span", {class: "debt", text: `${tell("debt")}: ${number(debt)}`}),
  );
}

/** The hand of somebody else: backs, and when the match is over the cards.
 * @param {View} view @param {number} seat @param {{tell: Tell, words: Record<string, string>}} texts */
function handOf(view, seat, {tell, words}) {
  const cards = view.hands[seat];
  const count = view.hand_sizes[seat];
  if (!cards)
    return [
      fan(Array.from({length: count}, cardBack), FAN_STEP),
      el("span", {text: tell("hidden_hand", {seat, count})}),
    ];
  const names = cards.map((card) => words[card]).join(", ");
  const label = el("span", {}, tell("hand_of", {seat}), el("span", {class: "visually-hidden", text: `: ${names}`}));
  return [
    fan(
      cards.map((card) => cardArt(card)),
      OPEN_STEP,
      "open",
    ),
    label,
  ];
}

/** Small cards, one over the other. @param {SVGElement[]} cards @param {number} step @param {string} [className] */
function fan(cards, step, className = "") {
  const drawn = cards.map((card, n) => svg("g", {transform: `translate(${n * step} 0) scale(${FAN_SCALE})`}, card));
  const viewBox = `0 0 ${Math.max(1, cards.length - 1) * step + WIDE * FAN_SCALE} ${HIGH * FAN_SCALE}`;
  return svg("svg", {class: `fan ${className}`, viewBox, "aria-hidden": "true", focusable: "false"}, drawn);
}

/** @param {View} view @param {{tell: Tell}} texts */
export function supplyBox(view, {tell}) {
  const line = (/** @type {string} */ name, /** @type {number} */ value, /** @type {Child} */ picture) =>
    el("li", {}, picture, el("span", {text: tell(name)}), el("b", {text: number(value)}));
  const {round, rounds} = view;
  const rows = [
    line("pile", view.pile, icon(svg("g", {transform: "scale(.3)"}, cardBack()), "0 0 17 24")),
    line("discard", view.spent.length + sum(view.hidden_sizes), null),
    line("counters", view.counters, icon(dwarf("none"), "-11 -11 22 22")),
    line("keys", view.keys_left, icon(keyArt(1), "-12 -8 24 16")),
  ];
  return el(
    "section",
    {class: "supply"},
    el("h3", {text: tell("round", {round, rounds})}),
    el("ul", {}, rows),
    view.colours.length === 1 && el("p", {class: "note", text: tell("set_aside")}),
    view.ledger.length > 0 && ledger(view, tell),
  );
}

/** @param {View} view @param {Tell} tell */
function ledger(view, tell) {
  const rounds = view.ledger.map(({cause}, n) => el("li", {text: tell("ledger_round", {round: n + 1, cause})}));
  return el("ol", {class: "ledger", "aria-label": tell("ledger")}, rounds);
}
