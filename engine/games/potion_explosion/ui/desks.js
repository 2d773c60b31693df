// @ts-check
/* The desks: two burners, pool and hand, completed potions, tokens. The reader's own comes first, the others can be
   folded. */

import {el, number, seatChip, svg} from "/static/house/kit.js";
import {KINDS} from "./choice.js";
import {ball, bottles, signIcon, star, tileDrawing} from "./tiles.js";

/** @import {Seat} from "/static/house/types.js" */
/** @import {DeskView, HoleSpot, Next, PotionTexts, Recipe, Shown, Slot, Tell} from "./types.js" */

const POOL = 3;

/** @typedef {{tell: Tell, texts: PotionTexts, seats: Seat[], folds: Map<number, boolean>}} Given */
/** folded: the desks of others are closed unless their reader opened them.
 * @typedef {{shown: Shown, next: Next, folded: boolean}} Now */

/** All desks, the reader's own first.
 * @param {Given} given @param {Now} now */
export function deskBoxes(given, now) {
  const {view, eye} = now.shown;
  if (!view.desks) return [];
  const order = view.desks.map((_, n) => (n + (eye ?? 0)) % view.desks.length);
  return order.map((seat, n) => new Desk(given, now, seat).draw(n === 0 && eye !== null, now.folded && n > 0));
}

/** One seat's desk in one frame. */
class Desk {
  /** @param {Given} given @param {Now} now @param {number} seat */
  constructor({tell, texts, seats, folds}, {shown, next}, seat) {
    this.tell = tell;
    this.texts = texts;
    this.person = seats[seat]?.name;
    this.folds = folds;
    this.shown = shown;
    this.view = shown.view;
    this.next = next;
    this.seat = seat;
    /** @type {DeskView} */
    this.desk = shown.view.desks[seat];
  }

  get isTurn() {
    return this.view.turn === this.seat;
  }

  /** @param {string} design @returns {Recipe} */
  recipe(design) {
    return this.view.recipes.find(([name]) => name === design) ?? [design, "", 0];
  }

  /** @param {boolean} own @param {boolean} folded */
  draw(own, folded) {
    const {seat, shown} = this;
    const body = [this.burners(), this.loose(own), this.potions()];
    const acting = shown.to_act?.includes(seat) ? " acting" : "";
    const label = this.tell(own ? "desk_own" : "desk", {seat});
    const props = {data: {seat}, "aria-label": label};
    if (own || shown.to_act === undefined) {
      const head = el("div", {class: "desk-head"}, this.title());
      return el("section", {class: `desk own${acting}`, ...props}, head, body);
    }
    const head = el("summary", {class: "desk-head"}, this.title(), this.pocket());
    const fold = el("details", {class: `desk other${acting}`, ...props}, head, body);
    fold.open = this.folds.get(seat) ?? !folded;
    fold.addEventListener("toggle", () => {
      if (fold.isConnected) this.folds.set(seat, fold.open);
    });
    return fold;
  }

  title() {
    const {tell, seat, shown, desk} = this;
    const chip = {viewBox: "-9 -9 18 18", class: "chip-svg", style: {"inline-size": "18px"}, "aria-hidden": "true"};
    const points = shown.scores && el("b", {text: number(shown.scores[seat])});
    return [
      svg("svg", chip, seatChip(seat, {r: 8})),
      el("bdi", {class: "who", text: this.person ?? tell("seat", {number: seat + 1})}),
      points && el("span", {class: "score", title: tell("score")}, points, " ", tell("points_short")),
      this.tokens("skill", tell("skills"), tell("skills_count", {count: desk.tokens}), [star(), number(desk.tokens)]),
      this.tokens("cheat", tell("helps"), tell("helps_count", {count: desk.helps}), [
        `−${number(2)} × `,
        number(desk.helps),
      ]),
    ];
  }

  /** @param {string} kind @param {string} title @param {string} label @param {(Node | string)[]} parts */
  tokens(kind, title, label, parts) {
    return el("span", {class: `mark ${kind}`, title, "aria-label": label, role: "img"}, parts);
  }

  /** What a folded desk still shows: tiles and pool in short. */
  pocket() {
    const tiles = this.desk.slots
      .filter(({design}) => design)
      .map(({design, open}) => {
        const left = el("i", {text: open});
        return el("span", {class: `mini kind-${design[0]}`}, signIcon(design[0], 15), `${design} `, left);
      });
    const marbles = [...this.desk.pool].map((colour) => ball(colour, 17));
    return el("span", {class: "pocket ltr", "aria-hidden": "true"}, tiles, marbles);
  }

  burners() {
    const slots = this.desk.slots.map((tile, n) => this.burner(tile, "ab"[n]));
    return el("div", {class: "burners"}, slots);
  }

  /** @param {Slot} tile @param {string} slot */
  burner(tile, slot) {
    const {lit} = this.next;
    const open = this.isTurn && [...lit].some((spot) => spot.startsWith("hole:"));
    /** @type {HoleSpot} */
    const spot = (hole, nth) => ({
      spot: `hole:${slot}${hole}${nth}`,
      label: this.tell("hole", {colour: hole, slot}),
    });
    const options = {tile, spot: open ? spot : null, lit, label: this.tileLabel(tile, slot)};
    const name = tile.design ? this.texts.board.short[tile.design[0]] : this.tell("free");
    return el(
      "figure",
      {class: "slot"},
      tileDrawing(tile.design, this.recipe(tile.design), options),
      el("figcaption", {}, el("span", {class: "slot-name ltr", text: slot}), name),
    );
  }

  /** @param {Slot} tile @param {string} slot */
  tileLabel({design, filled, open}, slot) {
    if (!design) return this.tell("burner_empty", {slot});
    const [, holes, points] = this.recipe(design);
    const counts = {done: filled.length / 2, holes: holes.length, needs: open || "–"};
    return this.tell("tile", {slot, kind: design[0], points, ...counts});
  }

  /** @param {boolean} own */
  loose(own) {
    const {hand, phase} = this.view;
    const turn = this.isTurn && phase !== "over";
    const parts = [this.group("pool", "", this.pool(turn))];
    if (turn && (hand || own)) {
      const marbles = [...hand].map((colour, n) => this.marble(colour, `hand${n}`, turn, "in_hand"));
      const nothing = !hand && el("span", {class: "nothing", text: "–"});
      parts.push(this.group("hand", " hand", el("div", {class: "in-hand"}, marbles, nothing)));
    }
    return el("div", {class: "loose"}, parts);
  }

  /** @param {string} key @param {string} kind @param {HTMLElement} content */
  group(key, kind, content) {
    return el("div", {class: `group${kind}`}, el("span", {class: "label", text: this.tell(key)}), content);
  }

  /** @param {boolean} turn */
  pool(turn) {
    const {seat, desk} = this;
    const spot = `rob${seat}`;
    const lit = this.next.lit.has(spot);
    const places = Array.from({length: POOL}, (_, n) =>
      desk.pool[n] ? this.marble(desk.pool[n], `pool${n}`, turn, "in_pool") : el("span", {class: "empty-place"}),
    );
    const named = lit ? {data: {spot}, "aria-label": this.tell("rob", {seat})} : {};
    return el("div", {class: `pool${lit ? " lit" : ""}`, ...named}, places);
  }

  /** @param {string} colour @param {string} spot @param {boolean} turn @param {string} key */
  marble(colour, spot, turn, key) {
    const lit = turn && this.next.lit.has(spot);
    const picked = turn && this.next.picked.has(spot);
    const parts = [this.tell(key, {colour}), picked && this.tell("picked"), lit && this.tell("can_pick")];
    const label = parts.filter(Boolean).join(", ");
    if (!lit && !picked) return el("span", {class: "token", role: "img", "aria-label": label}, ball(colour, 30));
    const look = `token${lit ? " lit" : ""}${picked ? " picked lit" : ""}`;
    return el("span", {class: look, data: {spot}, "aria-label": label}, ball(colour, 30));
  }

  potions() {
    const kinds = [...KINDS].filter((kind) => !this.view.excluded.includes(kind));
    const phials = kinds.map((kind) => this.phial(kind));
    return el("ul", {class: "potions", "aria-label": this.tell("potions")}, phials, this.five());
  }

  /** @param {string} kind */
  phial(kind) {
    const {done, drunk, awards} = this.desk;
    const count = done.filter((design) => design[0] === kind).length;
    const empty = drunk.split(kind).length - 1;
    const label = this.tell("potion_count", {kind, count, drunk: empty});
    const look = `phial kind-${kind}${count ? "" : " none"}${awards.includes(kind) ? " awarded" : ""}`;
    const nothing = {class: "nothing", role: "img", "aria-label": label, text: "–"};
    return el(
      "li",
      {class: look, title: `${label}. ${this.texts.board.effects[kind]}`},
      el("span", {class: "phial-sign"}, signIcon(kind, 18)),
      count ? bottles(kind, count, empty, label) : el("span", nothing),
    );
  }

  five() {
    const {done, awards} = this.desk;
    const kinds = new Set(done.map((design) => design[0])).size;
    const look = `phial five${awards.includes("5") ? " awarded" : ""}`;
    return el("li", {class: look, title: this.tell("five_help")}, this.tell("five", {count: Math.min(kinds, 5)}));
  }
}
