// @ts-check
/* The board of Saboteur: The Duel: a growing map above, the own hand below. A card, a cell and a turn make a move. */

import {animate, around, Board, el, layer, svg, Zoom} from "/static/house/kit.js";
import {cardArt, HIGH, tunnelCard, WIDE} from "./art.js";
import {bundle, choicesOf} from "./choices.js";
import {ending} from "./ending.js";
import {box, CELL, cellArt, cellsOf, changedCells, extent, key, spokenCell, unkey} from "./map.js";
import {seatBox, supplyBox} from "./panel.js";

/** @import {Frame, Mount, MountOptions} from "/static/house/types.js" */
/** @import {Cell, Choices, Option, SaboteurTexts, View} from "./types.js" */

/** @typedef {{card: number | null, cell: string | null, way: number}} Picked the hand's card by its place */

/** @type {Picked} */
const NOTHING = {card: null, cell: null, way: 0};
const MOST_MARKED = 2; // cards that can be thrown away at once

/** @extends {Board<View, SaboteurTexts>} */
class SaboteurBoard extends Board {
  summed = ending;
  /** @type {Picked} */
  picked = NOTHING;
  discarding = false;
  /** The cards of the hand marked to be thrown away. @type {number[]} */
  marked = [];
  /** @type {Choices} */
  choices = choicesOf([]);
  /** @type {Map<string, Cell>} */
  cells = new Map();
  /** What the last move changed. @type {Set<string>} */
  fresh = new Set();
  /** The seats whose reach is shown. @type {Set<number>} */
  overlays = new Set();
  /** What the buttons do. @type {Map<string, () => void>} */
  acts = new Map();

  /** @param {HTMLElement} root @param {MountOptions<View, SaboteurTexts>} options */
  constructor(root, options) {
    super(root, options, "sab");
    const {words, board} = this.texts;
    if (!this.seats.length) this.seats = this.frame.view.colours.map((colour) => ({name: words[colour]}));
    this.drawing = svg("svg", {role: "group", focusable: "false", viewBox: "0 0 100 100"});
    this.ground = layer(this.drawing, "ground");
    this.cellLayer = layer(this.drawing, "cells");
    this.ghost = layer(this.drawing, "ghost");
    this.map = el("div", {class: "board map"}, this.drawing);
    this.hand = el("div", {class: "hand"});
    this.side = el("div", {class: "side"});
    const below = el("div", {class: "below"}, this.talk, this.hand);
    this.box.append(el("div", {class: "table"}, this.map, below), this.side);
    this.zoom = new Zoom(this.drawing, {words: board.zoom, most: 6});
    this.box.addEventListener("focusin", (event) => {
      const spot = around(event, "[data-spot]")?.dataset.spot ?? "";
      if (spot[0] === "c" && this.cells.has(spot.slice(1))) this.reveal(spot.slice(1));
    });
  }

  /* -- what can be clicked now -- */

  get cards() {
    return this.figure ? null : (this.frame.view.hands[this.frame.eye ?? -1] ?? null);
  }

  /** The picked card of the hand. */
  get card() {
    return this.picked.card === null ? null : (this.cards?.[this.picked.card] ?? null);
  }

  /** @returns {Map<string, Option[]>} */
  get targets() {
    const {turns, places, bribes} = this.choices;
    if (!this.moves.length) return new Map();
    if (turns) return new Map([[turns.cell, turns.ways]]);
    if (this.discarding) return new Map();
    if (this.card !== null) return places.get(this.card) ?? new Map();
    return new Map([...bribes].map(([cell, move]) => [cell, [{way: "B", move}]]));
  }

  get ways() {
    return this.picked.cell === null ? [] : (this.targets.get(this.picked.cell) ?? []);
  }

  /** @returns {Option | null} */
  get chosen() {
    return this.ways[this.picked.way % Math.max(1, this.ways.length)] ?? null;
  }

  /** @param {string} card */
  playable(card) {
    return this.choices.places.has(card) || this.choices.buttons.has(card);
  }

  prompted() {
    if (this.over) return this.texts.reasons[this.frame.reason ?? ""] ?? this.tell("over");
    if (this.moves.length) return this.asked();
    const [seat] = this.frame.to_act;
    return seat === undefined || this.sent ? "" : this.tell("wait", {seat});
  }

  asked() {
    if (this.choices.turns) return this.tell("pick_goal");
    if (this.discarding) return this.tell("discard_help");
    if (this.picked.cell !== null && this.ways.length > 1) return this.tell("pick_turn");
    const {card} = this;
    if (card === null) return this.tell("pick_card");
    if (this.choices.buttons.has(card)) return this.tell("pick_tool");
    if (!this.choices.places.has(card)) return this.tell("no_use");
    const laid = this.moves.some((move) => move.startsWith(`P:${card}@`));
    return this.tell(laid ? "pick_cell" : "pick_target", {card});
  }

  /* -- drawing -- */

  draw() {
    this.choices = choicesOf(this.moves);
    this.cells = cellsOf(this.frame.view);
    const lit = this.targets;
    this.drawing.setAttribute("aria-label", this.tell("map"));
    this.drawGround();
    const empty = [...lit.keys()].filter((cell) => !this.cells.has(cell));
    this.cellLayer.replaceChildren(
      ...[...this.cells.values()].map((cell) => this.drawCell(cell, lit)),
      ...empty.map((cell) => this.drawEmpty(cell)),
    );
    this.drawGhost();
    this.drawHand();
    this.drawPrompt(this.buttons());
    this.drawSide();
    this.box.classList.toggle("figure", this.figure);
    this.path.refresh();
  }

  drawGround() {
    const free = [...this.choices.places.values()].flatMap((cells) => [...cells.keys()]);
    const bounds = extent(this.cells, free);
    this.zoom.bounds(bounds);
    this.map.style.setProperty("--ratio", (bounds.width / bounds.height).toFixed(3));
    this.ground.replaceChildren(svg("rect", {class: "earth", ...bounds, rx: 10}));
  }

  /** @param {Cell} cell @param {Map<string, Option[]>} lit */
  drawCell(cell, lit) {
    const name = key(cell.x, cell.y);
    const can = lit.has(name);
    const mine = this.picked.cell === name;
    const fresh = this.fresh.has(name);
    const parts = spokenCell(cell, {tell: this.tell.bind(this), words: this.texts.words, eye: this.frame.eye});
    if (can) parts.push(this.tell(mine ? "picked" : "can_target"));
    const art = svg("g", {class: "art"}, cellArt(cell, this.frame.view, this.overlays));
    const classes = `cell ${can ? "lit" : ""} ${mine ? "picked" : ""} ${fresh ? "fresh" : ""}`;
    return svg(
      "g",
      {class: classes, data: {spot: `c${name}`}, "aria-label": parts.join(". ")},
      svg("g", {transform: `translate(${cell.x * CELL.x} ${cell.y * CELL.y})`}, art),
      fresh && box(cell.x, cell.y, "last-mark", 1),
      can && box(cell.x, cell.y, "lit-mark", 2),
      box(cell.x, cell.y, "focus-mark", -1),
    );
  }

  /** @param {string} name */
  drawEmpty(name) {
    const [x, y] = unkey(name);
    const mine = this.picked.cell === name;
    const label = `${this.tell("cell_empty", {x, y})}. ${this.tell(mine ? "picked" : "can_lay")}`;
    return svg(
      "g",
      {class: `cell empty lit ${mine ? "picked" : ""}`, data: {spot: `c${name}`}, "aria-label": label},
      box(x, y, "hole"),
      box(x, y, "lit-mark", 2),
      box(x, y, "focus-mark", -1),
    );
  }

  /** The card as it would lie. */
  drawGhost() {
    this.ghost.replaceChildren();
    if (!this.chosen || this.picked.cell === null) return;
    const [x, y] = unkey(this.picked.cell);
    const card = svg(
      "g",
      {class: "ghost-card", transform: `translate(${x * CELL.x} ${y * CELL.y})`},
      this.ghostArt(this.chosen, this.cells.get(this.picked.cell)),
      svg("rect", {class: "picked-mark", x: 2, y: 2, width: WIDE - 4, height: HIGH - 4, rx: 5}),
    );
    this.ghost.append(card);
  }

  /** @param {Option} option @param {Cell | undefined} cell */
  ghostArt({way, move}, cell) {
    if (this.choices.turns && cell?.face) return tunnelCard(cell.face, Number(way));
    if (move[0] === "P" && this.card) return tunnelCard(this.card, Number(way));
    if (move[0] === "K" && cell?.card) return tunnelCard(cell.card, cell.turn, {keys: [...cell.keys, way]});
    return svg("g");
  }

  drawHand() {
    const {cards} = this;
    this.hand.hidden = !cards;
    if (!cards) return;
    this.hand.setAttribute("aria-label", this.tell("hand"));
    this.hand.replaceChildren(...cards.map((card, index) => this.handCard(card, index)));
  }

  /** @param {string} card @param {number} index */
  handCard(card, index) {
    const {discarding, chosen} = this;
    const can = this.moves.length > 0 && !this.choices.turns && (discarding || this.playable(card));
    const mine = discarding ? this.marked.includes(index) : this.picked.card === index;
    const state = mine ? (discarding ? "hand_marked" : "picked") : can ? "hand_lit" : "hand_dim";
    const turn = !discarding && mine && chosen?.move[0] === "P" ? Number(chosen.way) : 0;
    const viewBox = `-2 -2 ${WIDE + 4} ${HIGH + 4}`;
    return el(
      "button",
      {
        class: `hand-card ${can ? "lit" : "dim"} ${mine ? "picked" : ""} ${discarding ? "burning" : ""}`,
        type: "button",
        data: {spot: `h${index}`, card},
        "aria-label": `${this.texts.words[card] ?? card}, ${this.tell(state)}`,
        "aria-pressed": String(mine),
        title: this.texts.words[card],
      },
      svg("svg", {viewBox, "aria-hidden": "true", focusable: "false"}, cardArt(card, turn)),
      el("span", {class: "code", text: card}),
    );
  }

  /** @param {string} spot @param {string} label @param {() => void} act @param {string} [kind] */
  act(spot, label, act, kind = "") {
    this.acts.set(spot, act);
    return this.button(spot, label, kind);
  }

  /** @param {string} spot @param {string} label @param {string} move */
  sender(spot, label, move) {
    return this.act(spot, label, () => this.submit(move), "primary");
  }

  buttons() {
    this.acts.clear();
    if (!this.moves.length) return [];
    const {picked, marked, card, discarding} = this;
    const buttons = this.chosen ? this.chosenButtons(this.chosen) : [];
    for (const {tool, word, move} of (!discarding && card && this.choices.buttons.get(card)) || []) {
      buttons.push(this.sender(`t${tool}`, this.tell(word, {tool}), move));
    }
    if (discarding && marked.length) buttons.push(...this.discardButtons());
    if (picked.card !== null || picked.cell !== null || marked.length) buttons.push(this.backButton());
    const mode = this.tell(discarding ? "discard_off" : "discard_mode");
    if (!this.choices.turns) buttons.push(this.act("discard", mode, () => this.turnDiscarding()));
    return buttons;
  }

  /** @param {Option} chosen */
  chosenButtons({move}) {
    const bribe = move[0] === "B";
    const label = bribe ? this.tell("bribe_send", {cell: this.picked.cell ?? ""}) : this.tell("confirm");
    const buttons = [this.sender("confirm", label, move)];
    if (this.ways.length > 1) buttons.push(this.act("turn", this.tell("turn_card"), () => this.turnOn()));
    return buttons;
  }

  discardButtons() {
    const name = bundle(this.marked.map((index) => this.cards?.[index] ?? ""));
    const move = this.choices.discards.get(name);
    const buttons = move ? [this.sender("burn", this.tell("discard_send"), move)] : [];
    for (const {tool, move} of this.choices.rescues.get(name) ?? []) {
      buttons.push(this.sender(`d${tool}`, this.tell("discard_for", {tool}), move));
    }
    return buttons;
  }

  drawSide() {
    const {view, eye, to_act: acting} = this.frame;
    const tell = this.tell.bind(this);
    const {words} = this.texts;
    const seats = view.colours.map((_, seat) => seat);
    const order = [...seats.filter((seat) => seat === eye), ...seats.filter((seat) => seat !== eye)];
    const boxes = order.map((seat) =>
      seatBox(view, seat, {
        tell,
        words,
        mine: seat === eye,
        turn: !this.over && acting.includes(seat),
        overlay: this.overlays.has(seat),
        figure: this.figure,
        toggle: () => this.toggleOverlay(seat),
      }),
    );
    this.side.replaceChildren(...boxes, supplyBox(view, {tell}));
  }

  /** @param {number} seat */
  toggleOverlay(seat) {
    if (!this.overlays.delete(seat)) this.overlays.add(seat);
    this.draw();
  }

  /* -- picking -- */

  /** @param {string} spot */
  pick(spot) {
    const act = this.acts.get(spot);
    if (act) {
      act();
      return;
    }
    if (spot[0] === "h") this.pickCard(Number(spot.slice(1)));
    else if (spot[0] === "c") this.pickCell(spot.slice(1));
    this.repick();
  }

  repick() {
    this.draw();
    this.announce(this.prompted());
  }

  /** @param {number} index */
  pickCard(index) {
    const {marked, picked} = this;
    if (this.choices.turns) return;
    if (!this.discarding) this.picked = {...NOTHING, card: picked.card === index ? null : index};
    else if (marked.includes(index)) this.marked = marked.filter((other) => other !== index);
    else this.marked = [...marked, index].slice(-MOST_MARKED);
  }

  /** @param {string} cell */
  pickCell(cell) {
    if (!this.targets.has(cell)) return;
    if (this.picked.cell !== cell) this.picked = {...this.picked, cell, way: 0};
    else if (this.ways.length > 1) this.picked = {...this.picked, way: (this.picked.way + 1) % this.ways.length};
    else this.picked = {...this.picked, cell: null, way: 0};
  }

  turnOn() {
    this.picked = {...this.picked, way: (this.picked.way + 1) % this.ways.length};
    this.repick();
  }

  turnDiscarding() {
    this.discarding = !this.discarding;
    this.picked = NOTHING;
    this.marked = [];
    this.repick();
  }

  back() {
    if (this.marked.length) this.marked = this.marked.slice(0, -1);
    else if (this.discarding) this.discarding = false;
    else if (this.picked.cell !== null) this.picked = {...this.picked, cell: null, way: 0};
    else this.picked = NOTHING;
    this.draw();
  }

  forget() {
    this.picked = NOTHING;
    this.marked = [];
    this.discarding = false;
  }

  /* -- changes -- */

  /** @param {Frame<View> | null} before */
  changed(before) {
    const sameRound = before?.view.round === this.frame.view.round;
    if (before && sameRound) this.fresh = changedCells(before.view, this.frame.view) ?? this.fresh;
    else this.fresh = new Set();
    this.draw();
    if (before && sameRound && before.seq !== this.frame.seq) this.play([() => this.appear()]);
    for (const name of this.fresh) this.reveal(name);
  }

  async appear() {
    const keyframes = [
      {opacity: 0, transform: "translateY(-10px)"},
      {opacity: 1, transform: "none"},
    ];
    const arts = [...this.fresh].flatMap((name) => [
      ...this.cellLayer.querySelectorAll(`[data-spot="c${CSS.escape(name)}"] .art`),
    ]);
    await Promise.all(arts.map((art) => animate(art, keyframes, {ms: 220, easing: "ease-out"})));
  }

  /** @param {string} name */
  reveal(name) {
    const [x, y] = unkey(name);
    this.zoom.reveal({x: x * CELL.x, y: y * CELL.y, width: WIDE, height: HIGH});
  }

  destroy() {
    super.destroy();
    this.zoom.destroy();
  }
}

/** @type {Mount<View, SaboteurTexts>} */
export const mount = (root, options) => new SaboteurBoard(root, options).start();
