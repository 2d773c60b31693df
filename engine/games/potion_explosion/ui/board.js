// @ts-check
/* The board of Potion Explosion: dispenser, stacks, desks. A class of action first, then what it is done with. */

import {animate, around, Board, el, keyOf, number} from "/static/house/kit.js";
import {after, COLOURS, classes, kindOf, ready, take} from "./choice.js";
import {deskBoxes} from "./desks.js";
import {Dispenser} from "./dispenser.js";
import {ending} from "./ending.js";
import {certain, follow, marbleAt} from "./explosions.js";
import {signIcon, tileDrawing} from "./tiles.js";

/** @import {Frame, Mount, MountOptions} from "/static/house/types.js" */
/** @import {Step} from "/static/house/kit.js" */
/** @import {Next, PotionTexts, Recipe, Shown, View} from "./types.js" */

const WIDE = 700; // below this the other desks are folded
const HELPS = 21; // tokens of help in the box
const REGULAR = ["T", "B"];
const NAMED = ["T", "H", "E", "place"]; // classes that have a button even if there is no other
/** d goes through the drinks, 1 to 5 to the tracks. @type {Record<string, string>} */
const KEYS = {t: "T", h: "H", p: "place", e: "E"};
/** @type {Next} */
const NOTHING = {lit: new Set(), picked: new Set(), options: [], move: null, done: null};

/** @extends {Board<View, PotionTexts>} */
class PotionBoard extends Board {
  summed = ending;
  /** The class of action. @type {string | null} */
  class = null;
  /** @type {string[]} */
  picks = [];
  /** @type {Next} */
  next = NOTHING;
  /** The fold of a seat's desk as the reader left it. @type {Map<number, boolean>} */
  folds = new Map();

  /** @param {HTMLElement} root @param {MountOptions<View, PotionTexts>} options */
  constructor(root, options) {
    super(root, options, "board potion");
    this.machine = new Dispenser(this.tell("dispenser"));
    this.head = el("div", {class: "counters"});
    this.stacks = el("div", {class: "stacks"});
    this.table = el("div", {class: "desks"});
    const middle = el("div", {class: "middle"}, this.head, this.machine.drawing, this.talk, this.stacks);
    this.box.append(el("div", {class: "lay"}, middle, this.table));
    this.watch = new ResizeObserver(() => this.measure());
    this.narrow = root.clientWidth < WIDE;
    this.watch.observe(root);
    const hover = (/** @type {Event} */ event) => this.hovered(around(event, "[data-spot]")?.dataset.spot);
    this.box.addEventListener("pointerover", hover);
    this.box.addEventListener("focusin", hover);
    this.box.addEventListener("pointerleave", () => this.preview());
  }

  measure() {
    this.narrow = this.root.clientWidth < WIDE;
  }

  get view() {
    return this.frame.view;
  }

  /** @param {string} design @returns {Recipe} */
  recipe(design) {
    return this.view.recipes.find((recipe) => recipe[0] === design) ?? [design, "", 0];
  }

  /** Finds what can be picked now; while a move waits for its second tap, what would change it. */
  findNext() {
    const {moves} = this;
    this.next = NOTHING;
    if (!moves.length || this.busy) return;
    if (this.class && !classes(moves).includes(this.class)) this.forget();
    this.class ??= ready(moves);
    this.next = after(this.view, moves, this.class, this.picks);
    if (this.pending === null) return;
    const before = after(this.view, moves, this.class, this.picks.slice(0, -1));
    this.next = {...this.next, lit: before.lit, options: [], done: null};
  }

  /* -- drawing -- */

  draw() {
    this.findNext();
    this.box.classList.toggle("figure", this.figure);
    this.box.dataset.phase = this.view.phase ?? "";
    this.machine.drawing.toggleAttribute("hidden", !this.view.tracks);
    if (this.view.tracks) {
      this.machine.draw(this.view.tracks, this.view.bag);
      this.machine.label(this.marbleLabel.bind(this));
      this.preview();
    }
    this.drawHead();
    this.drawPrompt(this.busy ? [] : this.buttons());
    this.drawStacks();
    const {texts, seats, folds} = this;
    const given = {tell: this.tell.bind(this), texts, seats, folds};
    this.table.replaceChildren(...deskBoxes(given, {shown: this.shown(), next: this.next, folded: this.narrow}));
    this.path.refresh();
  }

  /** @returns {Shown} a figure's frame says nothing of seats to act and of scores. */
  shown() {
    return this.figure ? {view: this.view, eye: this.frame.eye} : this.frame;
  }

  /** @param {number} track @param {number} place @param {string} colour */
  marbleLabel(track, place, colour) {
    const spot = `m${track + 1}.${place}`;
    const [lit, picked] = [this.next.lit.has(spot), this.next.picked.has(spot)];
    const parts = [this.tell("marble", {track: track + 1, place, colour})];
    if (place === 9) parts.push(this.tell("half_hidden"));
    else if (picked) parts.push(this.tell("picked"));
    else if (lit) parts.push(this.regular ? this.winsText(track, place) : this.tell("can_take"));
    return {spot, lit: lit || (picked && this.pending !== null), picked, text: parts.join(", ")};
  }

  /** A marble is taken and what meets explodes. */
  get regular() {
    return REGULAR.includes(this.class ?? "");
  }

  /** @param {number} track @param {number} place */
  winsText(track, place) {
    const row = this.view.tracks?.[track] ?? "";
    const marbles = certain(row, place)
      .flat()
      .map((at) => row[at - 1])
      .join("");
    if (marbles.length < 2) return this.tell("can_take");
    return this.tell("wins", {count: marbles.length, list: this.listed(marbles)}).replace(/[\u2066\u2069]/g, "");
  }

  /** @param {string} marbles */
  listed(marbles) {
    return [...COLOURS]
      .filter((colour) => marbles.includes(colour))
      .map((colour) => this.tell("some", {count: marbles.split(colour).length - 1, colour}))
      .join(this.texts.board.comma);
  }

  drawHead() {
    const {view} = this;
    this.head.hidden = this.figure || view.countdown === undefined;
    if (this.head.hidden) return;
    const helps = HELPS - view.desks.reduce((sum, desk) => sum + desk.helps, 0);
    this.head.replaceChildren(
      this.counter("countdown", view.countdown ?? 0, view.ending),
      this.counter("helps_left", helps),
      this.counter("bank", view.bank),
      view.round ? this.counter("round", view.round) : "",
    );
    if (view.ending && !this.over) this.head.append(el("strong", {class: "last-round", text: this.tell("last_round")}));
  }

  /** @param {string} key @param {number} value @param {boolean} [alert] */
  counter(key, value, alert = false) {
    const classes = `counter ${key}${alert ? " alert" : ""}`;
    return el("span", {class: classes}, this.tell(key), el("b", {text: number(value)}));
  }

  drawStacks() {
    const {view} = this;
    const offer = view.phase === "draft" || view.phase === "offer";
    const tiles = offer ? view.offer : view.tops;
    this.stacks.hidden = !tiles?.length || (!offer && !view.sizes.some(Boolean));
    if (this.stacks.hidden) return;
    const drawn = tiles.map((design, n) =>
      offer ? this.choosable(design, `offer${n}`, this.tell("offered", this.facts(design))) : this.stack(design, n),
    );
    const title = el("h3", {text: this.tell(offer ? "offer" : "stacks")});
    this.stacks.replaceChildren(title, el("div", {class: "row-of-tiles"}, drawn));
  }

  /** @param {string} design */
  facts(design) {
    const [, needs, points] = this.recipe(design);
    return {kind: design[0], points, needs};
  }

  /** @param {string} design @param {number} n */
  stack(design, n) {
    const count = this.view.sizes[n];
    const empty = {class: "pile empty", "aria-label": this.tell("stack_empty", {stack: n + 1}), role: "img"};
    if (!design) return el("div", empty);
    const label = this.tell("stack", {stack: n + 1, count, ...this.facts(design)});
    const pile = this.choosable(design, `stack${n + 1}`, label);
    pile.append(el("span", {class: "pile-count", text: number(count), "aria-hidden": "true"}));
    return pile;
  }

  /** @param {string} design @param {string} spot @param {string} label */
  choosable(design, spot, label) {
    const lit = this.next.lit.has(spot);
    const picked = this.next.picked.has(spot);
    const title = this.texts.board.effects[design[0]];
    const classes = `pile${lit ? " lit" : ""}${picked ? " picked" : ""}`;
    return el(
      "div",
      {class: classes, data: {spot}, "aria-label": label, title},
      tileDrawing(design, this.recipe(design)),
    );
  }

  /* -- prompt and buttons -- */

  buttons() {
    const all = this.open ? classes(this.moves) : [];
    const alone = all.length === 1 && !NAMED.includes(all[0]);
    const {done, options} = this.next;
    const buttons = alone ? [] : all.map((name) => this.classButton(name));
    for (const {spot, key, params} of options) {
      buttons.push(this.button(spot, this.tell(key, params), "small option primary"));
    }
    const count = this.picks.length;
    if (done) buttons.push(this.button("done", this.tell("done", {count}), "small option primary"));
    if (count) buttons.push(this.backButton());
    return buttons;
  }

  prompted() {
    if (this.busy) return "";
    if (this.over) return this.tell("over");
    if (!this.moves.length) return this.frame.to_act.length ? this.tell("waiting", {seat: this.frame.to_act[0]}) : "";
    return this.asked();
  }

  asked() {
    const {view} = this;
    if (!this.class) return this.tell(view.picked ? "ask_more" : "ask_class");
    const kind = kindOf(this.class);
    if (kind) return this.texts.board.effects[kind];
    if (this.class === "place" && view.hand) return this.tell("ask_place_hand");
    const count = Math.min(3, view.hand.length + view.desks[view.turn].pool.length);
    return this.tell(`ask_${this.class}`, {count});
  }

  /** @param {string} name of a class */
  classButton(name) {
    const kind = kindOf(name);
    const drink = kind ? this.tell(name[1] === "S" ? "sands" : "drink", {name: this.texts.board.short[kind]}) : "";
    const label = kind ? drink.replace(/[\u2066\u2069]/g, "") : this.tell(`class_${name}`);
    const armed = name === this.class;
    const button = this.button(`class:${name}`, label, `small class ${armed ? "primary armed" : ""}`);
    button.setAttribute("aria-pressed", String(armed));
    const letter = Object.keys(KEYS).find((key) => KEYS[key] === name);
    if (letter) button.setAttribute("aria-keyshortcuts", letter);
    if (kind) {
      button.prepend(signIcon(kind));
      button.title = this.texts.board.effects[kind];
    }
    return button;
  }

  /* -- choosing -- */

  /** @param {string} spot */
  pick(spot) {
    if (this.busy) return; // the click has hurried the motion
    if (spot.startsWith("class:")) this.arm(spot.slice(6));
    else if (spot.startsWith("option:")) this.submit(spot.slice(7));
    else if (spot === "done" && this.next.done) this.submit(this.next.done);
    else if (this.next.lit.has(spot) || this.picks.includes(spot)) this.step(spot);
    else if (/^(m|hole|stack)/.test(spot)) this.announce(this.tell("not_now"));
  }

  /** @param {string} wanted a class */
  arm(wanted) {
    this.class = wanted;
    this.picks = [];
    const {move} = after(this.view, this.moves, wanted, []);
    if (move) {
      this.submit(move);
      return;
    }
    this.draw();
    this.announce(this.prompted());
    this.onward();
  }

  /** @param {string} spot */
  step(spot) {
    this.picks = take(this.class, this.picks, spot);
    const {move} = after(this.view, this.moves, this.class, this.picks);
    if (move) this.offer(move);
    else {
      this.draw();
      this.onward();
    }
  }

  /** After a step by keyboard the focus goes to the first thing that can follow. */
  onward() {
    if (!this.byKey) return;
    const lit = [...this.next.lit];
    const spot = lit.find((name) => name.startsWith("hole:")) ?? lit[0] ?? this.next.options[0]?.spot;
    if (spot) this.path.focus(spot);
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (!this.moves.length || this.busy) return;
    const letter = keyOf(event);
    const all = classes(this.moves);
    const drinks = all.filter((name) => name[0] === "D" && kindOf(name) !== "J");
    this.byKey = true;
    if (KEYS[letter] && all.includes(KEYS[letter])) this.arm(KEYS[letter]);
    else if (letter === "d" && drinks.length) this.arm(drinks[(drinks.indexOf(this.class ?? "") + 1) % drinks.length]);
    else if (/^[1-5]$/.test(letter)) this.path.focus(`m${letter}.1`);
    else return;
    event.preventDefault();
  }

  back() {
    if (this.picks.length) this.picks = this.picks.slice(0, -1);
    else this.class = null;
    this.draw();
  }

  forget() {
    this.class = null;
    this.picks = [];
  }

  /* -- preview -- */

  /** @param {string | undefined} spot */
  hovered(spot) {
    if (this.busy || !this.view.tracks || this.view.pick || this.pending !== null) return;
    this.preview(this.moves.length && !this.regular ? undefined : spot);
  }

  /** Shows what is taken and what explodes; without a spot that of the marble that waits for its second tap.
   * @param {string} [spot] */
  preview(spot) {
    const {pick, tracks} = this.view;
    const waits = this.pending !== null && this.regular ? this.picks[0] : undefined;
    const at = marbleAt(pick ? `m${pick}` : (waits ?? spot));
    const groups = at && tracks && at.place < 9 ? certain(tracks[at.track], at.place) : null;
    this.machine.preview(at?.track ?? 0, groups);
  }

  /* -- changes -- */

  /** @param {Frame<View> | null} before */
  changed(before) {
    this.forget();
    if (!before || !this.play(this.story(before.view))) {
      this.draw();
      if (before) this.mark();
      return;
    }
    this.drawPrompt();
    this.box.classList.add("waiting");
    for (const lit of this.box.querySelectorAll(".lit")) lit.classList.remove("lit");
  }

  rested() {
    this.draw();
    this.mark();
  }

  /** The steps from one view to the next; none if they do not lead there.
   * @param {View} before @returns {Step[]} */
  story(before) {
    const {story = [], tracks} = this.view;
    if (!before.tracks || !tracks || !story.length || story === before.story) return [];
    if (follow(before.tracks, story).join() !== tracks.join()) return [];
    return story.flatMap((step) => this.storyStep(step));
  }

  /** @param {string[]} step @returns {Step[]} */
  storyStep([name, first, ...rest]) {
    if (name === "lift") return [() => this.machine.lift(rest)];
    if (name === "burst") return [() => this.machine.burst(rest)];
    if (name === "drop" && /^[1-5]/.test(first)) return [() => this.machine.drop([first, ...rest])];
    return [];
  }

  /** What the last move completed or won stands out for a moment. */
  mark() {
    const story = this.view.story ?? [];
    const seat = story[0]?.[2];
    for (const [name, what] of story) {
      const mark = name === "done" ? `.phial.kind-${what[0]}` : name === "skill" ? ".mark.skill" : null;
      const element = mark && this.box.querySelector(`.desk[data-seat="${seat}"] ${mark}`);
      const keyframes = [{transform: "scale(1)"}, {transform: "scale(1.25)"}, {transform: "scale(1)"}];
      if (element) animate(element, keyframes, {ms: 250});
    }
  }

  destroy() {
    super.destroy();
    this.watch.disconnect();
  }
}

/** @type {Mount<View, PotionTexts>} */
export const mount = (root, options) => new PotionBoard(root, options).start();
