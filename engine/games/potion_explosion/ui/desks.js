/* The desks: two burners, pool and hand, completed potions, tokens. The reader's own comes first, the others can be folded. */

import {el, number, seatChip, svg} from "/static/house/kit.js";
import {KINDS} from "./choice.js";
import {ball, bottles, signIcon, star, tileDrawing} from "./tiles.js";

const POOL = 3;

export function desks({tell, texts, seats, open}) {
  let shown, found;
  const view = () => shown.view;
  const recipe = (design) => view().recipes.find((one) => one[0] === design);

  function draw(given) {
    ({shown, found} = given);
    const now = view();
    if (!now.desks) return [];
    const order = now.desks.map((_, n) => (n + (shown.eye ?? 0)) % now.desks.length);
    return order.map((seat, n) => desk(seat, n === 0 && shown.eye != null, given.folded && n > 0));
  }

  function desk(seat, own, folded) {
    const body = [burners(seat), loose(seat, own), potions(seat)];
    const acting = shown.to_act?.includes(seat) ? " acting" : "";
    const name = tell(own ? "desk_own" : "desk", {seat});
    if (own || shown.to_act === undefined) {
      return el("section", {class: `desk own${acting}`, data: {seat}, "aria-label": name}, el("div", {class: "desk-head"}, title(seat)), body);
    }
    const fold = el("details", {class: `desk other${acting}`, data: {seat}, "aria-label": name}, el("summary", {class: "desk-head"}, title(seat), pocket(seat)), body);
    fold.open = open.get(seat) ?? !folded;
    fold.addEventListener("toggle", () => { if (fold.isConnected) open.set(seat, fold.open); });
    return fold;
  }

  function title(seat) {
    const desk_ = view().desks[seat], person = seats[seat]?.name;
    return [svg("svg", {viewBox: "-9 -9 18 18", class: "chip-svg", style: {"inline-size": "18px"}, "aria-hidden": "true"}, seatChip(seat, {r: 8})),
      el("bdi", {class: "who", text: person ?? tell("seat", {number: seat + 1})}),
      shown.scores && el("span", {class: "score", title: tell("score")}, el("b", {text: number(shown.scores[seat])}), " ", tell("points_short")),
      el("span", {class: "mark skill", title: tell("skills"), "aria-label": tell("skills_count", {count: desk_.tokens}), role: "img"}, star(), number(desk_.tokens)),
      el("span", {class: "mark cheat", title: tell("helps"), "aria-label": tell("helps_count", {count: desk_.helps}), role: "img"}, `−${number(2)} × `, number(desk_.helps))];
  }

  /* What a folded desk still shows: tiles and pool in short. */
  function pocket(seat) {
    const desk_ = view().desks[seat];
    return el("span", {class: "pocket ltr", "aria-hidden": "true"},
      desk_.slots.filter((tile) => tile.design).map((tile) => el("span", {class: `mini kind-${tile.design[0]}`}, signIcon(tile.design[0], 15), `${tile.design} `,
        el("i", {text: tile.open}))),
      [...desk_.pool].map((colour) => ball(colour, 17)));
  }

  function burners(seat) {
    const desk_ = view().desks[seat], turn = view().turn === seat;
    return el("div", {class: "burners"}, desk_.slots.map((tile, n) => {
      const slot = "ab"[n];
      const spot = (hole, nth) => (turn && found.lit.size ? {spot: `hole:${slot}${hole}${nth}`, label: tell("hole", {colour: hole, slot})} : null);
      const told = tile.design
        ? tell("tile", {slot, kind: tile.design[0], points: recipe(tile.design)[2], done: tile.filled.length / 2, holes: recipe(tile.design)[1].length, needs: tile.open || "–"})
        : tell("burner_empty", {slot});
      return el("figure", {class: "slot"}, tileDrawing(tile.design, recipe(tile.design), {tile, spot: turn && needsHoles() ? spot : null, lit: found.lit, label: told}),
        el("figcaption", {}, el("span", {class: "slot-name ltr", text: slot}), tile.design ? texts.board.short[tile.design[0]] : tell("free")));
    }));
  }

  const needsHoles = () => [...found.lit].some((one) => one.startsWith("hole:"));

  function loose(seat, own) {
    const now = view(), desk_ = now.desks[seat], turn = now.turn === seat && now.phase !== "over";
    const robbed = `rob${seat}`, lit = found.lit.has(robbed);
    const pool = el("div", {class: `pool${lit ? " lit" : ""}`, data: lit ? {spot: robbed} : {}, "aria-label": lit ? tell("rob", {seat}) : null},
      Array.from({length: POOL}, (_, n) => (desk_.pool[n] ? token(desk_.pool[n], `pool${n}`, turn, "in_pool") : el("span", {class: "empty-place"}))));
    const parts = [el("div", {class: "group"}, el("span", {class: "label", text: tell("pool")}), pool)];
    if (turn && (now.hand || own)) {
      parts.push(el("div", {class: "group hand"}, el("span", {class: "label", text: tell("hand")}),
        el("div", {class: "in-hand"}, [...now.hand].map((colour, n) => token(colour, `hand${n}`, turn, "in_hand")), !now.hand && el("span", {class: "nothing", text: "–"}))));
    }
    return el("div", {class: "loose"}, parts);
  }

  function token(colour, spot, turn, key) {
    const lit = turn && found.lit.has(spot), picked = turn && found.picked.has(spot);
    const told = [tell(key, {colour}), picked && tell("picked"), lit && tell("can_pick")].filter(Boolean).join(", ");
    if (!lit && !picked) return el("span", {class: "token", role: "img", "aria-label": told}, ball(colour, 30));
    return el("span", {class: `token${lit ? " lit" : ""}${picked ? " picked lit" : ""}`, data: {spot}, "aria-label": told}, ball(colour, 30));
  }

  function potions(seat) {
    const desk_ = view().desks[seat], kinds = [...KINDS].filter((kind) => !view().excluded.includes(kind));
    return el("ul", {class: "potions", "aria-label": tell("potions")}, kinds.map((kind) => {
      const count = desk_.done.filter((design) => design[0] === kind).length, drunk = desk_.drunk.split(kind).length - 1;
      const told = tell("potion_count", {kind, count, drunk});
      return el("li", {class: `phial kind-${kind}${count ? "" : " none"}${desk_.awards.includes(kind) ? " awarded" : ""}`, title: `${told}. ${texts.board.effects[kind]}`},
        el("span", {class: "phial-sign"}, signIcon(kind, 18)), count ? bottles(kind, count, drunk, told) : el("span", {class: "nothing", role: "img", "aria-label": told, text: "–"}));
    }), five(desk_));
  }

  function five(desk_) {
    const kinds = new Set(desk_.done.map((design) => design[0])).size;
    return el("li", {class: `phial five${desk_.awards.includes("5") ? " awarded" : ""}`, title: tell("five_help")}, tell("five", {count: Math.min(kinds, 5)}));
  }

  return {draw};
}
