/* Beside the map: the seats with tools, coins and hands, and what lies in the supply. */

import {el, number, svg} from "/static/house/kit.js";
import {HIGH, WIDE, cardBack, dwarf, gold, keyArt, toolArt} from "./art.js";

const TOOLS = ["pick", "lamp", "cart"];
const small = (art, box, className = "") => svg("svg", {viewBox: box, class: `icon ${className}`, "aria-hidden": "true", focusable: "false"}, art);
const sum = (values) => values.reduce((a, b) => a + b, 0);
const rows = (view, seat) => view.ledger.map((entry) => ({gained: sum(entry.gained[seat]), paid: sum(entry.paid[seat])}));

export function seatBox(view, seat, {tell, words, mine, turn, overlay, toggle, figure}) {
  const colour = view.colours[seat];
  const claims = sum(view.claims.filter((claim) => claim[3] === seat).map((claim) => claim[4]));
  const debt = view.bribes.filter((bribe) => bribe[2] === seat).length;
  const title = el("div", {class: "who"}, small(dwarf(colour), "-11 -11 22 22", "mark"),
    el("b", {text: tell("seat", {seat, colour})}), mine ? el("span", {class: "tag", text: tell("you")}) : null,
    turn ? el("span", {class: "tag turn", text: tell("turn", {seat})}) : null);
  const box = el("section", {class: `seat ${colour} ${turn ? "to-act" : ""}`}, title, tools(view.broken[seat], {tell, words}), purse(view, seat, claims, debt, {tell}));
  if (!mine && !figure) box.append(el("p", {class: "backs"}, backs(view.hand_sizes[seat]), el("span", {text: tell("hidden_hand", {seat, count: view.hand_sizes[seat]})})));
  if (!figure) {
    box.append(el("button", {class: "button small overlay", type: "button", "aria-pressed": String(overlay), "aria-label": tell("overlay", {seat}),
      text: tell("overlay_short", {seat}), onclick: toggle}));
  }
  return box;
}

function tools(broken, {tell, words}) {
  const shown = TOOLS.map((tool) => small(toolArt(tool, broken.includes(tool) ? "broken" : "fine"), "-15 -15 30 30"));
  const text = broken.length ? `${tell("broken")}: ${TOOLS.filter((tool) => broken.includes(tool)).map((tool) => words[tool]).join(" + ")}` : tell("tools_fine");
  return el("p", {class: `tools ${broken.length ? "hurt" : ""}`}, ...shown, el("span", {text}));
}

function purse(view, seat, claims, debt, {tell}) {
  const total = sum(view.coins[seat]);
  const parts = [el("span", {class: "sum"}, small(gold(1), "-8 -8 16 16"), el("b", {text: number(total)}), " ", tell("coins"))];
  const past = rows(view, seat).map(({gained, paid}) => `+${number(gained)}${paid ? ` −${number(paid)}` : ""}`);
  if (past.length) parts.push(el("span", {class: "past", dir: "ltr", text: past.join(" | "), title: tell("coins_by_round")}));
  parts.push(el("span", {text: `${tell("claims")}: ${number(claims)}`}));
  if (debt) parts.push(el("span", {class: "debt", text: `${tell("debt")}: ${number(debt)}`}));
  return el("p", {class: "purse"}, ...parts);
}

function backs(count) {
  const step = 13;
  const drawn = Array.from({length: count}, (_, n) => svg("g", {transform: `translate(${n * step} 0) scale(.42)`}, cardBack()));
  return svg("svg", {class: "fan", viewBox: `0 0 ${Math.max(1, count - 1) * step + WIDE * 0.42} ${HIGH * 0.42}`, "aria-hidden": "true", focusable: "false"}, ...drawn);
}

export function supplyBox(view, {tell, words}) {
  const line = (name, value, icon) => el("li", {}, icon, el("span", {text: tell(name)}), el("b", {text: number(value)}));
  const discard = view.spent.length + sum(view.hidden_sizes);
  const box = el("section", {class: "supply"}, el("h3", {text: tell("round", {round: view.round, rounds: view.rounds})}),
    el("ul", {}, line("pile", view.pile, small(svg("g", {transform: "scale(.3)"}, cardBack()), "0 0 17 24")), line("discard", discard, null),
      line("counters", view.counters, small(dwarf("none"), "-11 -11 22 22")), line("keys", view.keys_left, small(keyArt(1), "-12 -8 24 16"))));
  if (view.colours.length === 1) box.append(el("p", {class: "note", text: tell("set_aside")}));
  if (view.ledger.length) {
    box.append(el("ol", {class: "ledger", "aria-label": tell("ledger")},
      ...view.ledger.map((entry, index) => el("li", {text: tell("ledger_round", {round: index + 1, cause: entry.cause})}))));
  }
  return box;
}
