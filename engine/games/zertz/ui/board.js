// @ts-check
/* The ZERTZ board: rings and glass marbles, the pool, what each seat has captured. Clicks follow the notation:
   marble, ring, ring to remove; or jumper, landing, landing. */

import {Board, calm, el, layer, leave, number, Picker, point, slide, svg} from "/static/house/kit.js";
import {ball, bow, cross, heap, RING, ringMarks, ringShape, TONE} from "./art.js";
import {ending} from "./ending.js";
import {
  COLOURS,
  clicksOf,
  GAP,
  isColour,
  lookOf,
  outward,
  placeOf,
  placesOf,
  ringsOf,
  signsOf,
  spelledBy,
  stepFrom,
  threatenedRings,
} from "./moves.js";

/** @import {Frame, Mount, MountOptions} from "/static/house/types.js" */
/** @import {Step} from "/static/house/kit.js" */
/** @import {Look, Places} from "./moves.js" */
/** @import {Capture, Colour, Placement, Sign, View, ZertzTexts} from "./types.js" */

/** @typedef {"jumper" | "landing" | "onward" | "ring" | "remove" | "marble" | "own" | "alone"} StepName */

const ASKED = {
  jumper: "pick_jumper",
  landing: "pick_landing",
  onward: "jump_on",
  ring: "pick_ring",
  remove: "pick_removal",
  marble: "pick_marble",
  own: "pick_own_marble",
  alone: "must_pass",
};
/** @type {Partial<Record<StepName, string>>} */
const CAN = {jumper: "can_jump", landing: "can_land", onward: "can_land", ring: "can_fill", remove: "can_remove"};

/** @extends {Board<View, ZertzTexts>} */
class ZertzBoard extends Board {
  summed = ending;
  /** @type {Places} */
  places = new Map();
  /** @type {Map<string, SVGGElement>} */
  cells = new Map();
  picker = new Picker([], clicksOf);

  /** @param {HTMLElement} root @param {MountOptions<View, ZertzTexts>} options */
  constructor(root, options) {
    super(root, options, "board zertz");
    this.drawing = svg("svg", {role: "group"});
    this.grounds = layer(this.drawing, "grounds");
    this.rings = layer(this.drawing, "rings");
    this.traces = layer(this.drawing, "traces");
    this.effects = layer(this.drawing, "effects");
    this.side = el("div", {class: "side"});
    this.notes = el("p", {class: "notes"});
    const table = el("div", {class: "table"}, this.drawing, this.talk, this.notes);
    this.box.append(el("div", {class: "lay"}, table, this.side));
  }

  /** Z35: what is touched is played. */
  get touchMove() {
    return Boolean(this.frame.view.options?.tournament);
  }

  get capturing() {
    return this.picker.moves.some((move) => move.startsWith("x "));
  }

  /** @returns {StepName} */
  get step() {
    const {path} = this.picker;
    const made = path.length - (this.pending === null ? 0 : 1);
    if (this.capturing) return made === 0 ? "jumper" : made === 1 ? "landing" : "onward";
    if (isColour(path[0])) return made === 1 ? "ring" : "remove";
    if (!this.moves.some((move) => move.length > 2)) return "alone";
    return this.frame.view.pool.some(Boolean) ? "marble" : "own";
  }

  /** What can be clicked now; while a move waits for its second tap, what would change it. @returns {Set<string>} */
  get next() {
    if (!this.open) return new Set();
    return this.pending === null ? new Set(this.picker.next.keys()) : this.picker.instead;
  }

  asked() {
    return this.tell(ASKED[this.step], {colour: this.picker.path[0] ?? ""});
  }

  prompted() {
    if (this.over) return "";
    if (!this.open || !this.moves.length) return this.tell("no_turn");
    const only = !this.picker.path.length && this.moves.length === 1;
    return this.asked() + (only ? ` · ${this.tell("only_move")}` : "");
  }

  /* -- drawing -- */

  draw() {
    const look = lookOf(this.frame.view, this.places, this.picker.path);
    const threatened = this.open ? threatenedRings(this.picker.moves, this.places, this.picker.path.length) : new Set();
    this.rings.replaceChildren();
    this.cells = new Map();
    for (const [label, sign] of look.signs) {
      if (sign === "-") continue;
      const cell = this.drawRing(label, sign, look, threatened);
      this.cells.set(label, cell);
      this.rings.append(cell);
    }
    this.drawTraces(look);
    this.drawSide();
    this.drawTalk();
    this.path.refresh();
  }

  ground() {
    const xs = [...this.places.values()].map((place) => place.x);
    const ys = [...this.places.values()].map((place) => place.y);
    const edge = GAP * 0.72;
    const [x, y] = [Math.min(...xs) - edge, Math.min(...ys) - edge];
    const [width, height] = [Math.max(...xs) + edge - x, Math.max(...ys) + edge - y];
    this.drawing.setAttribute("aria-label", this.tell("board_label", {count: this.places.size}));
    this.drawing.setAttribute("viewBox", `${x} ${y} ${width} ${height}`);
    this.grounds.replaceChildren(svg("rect", {class: "felt", x, y, rx: 18, width, height}));
    for (const place of this.places.values()) {
      this.grounds.append(svg("circle", {class: "socket", cx: place.x, cy: place.y, r: 2.5}));
    }
  }

  /** @param {string} label @param {Sign} sign @param {Look} look @param {Set<string>} threatened */
  drawRing(label, sign, look, threatened) {
    const place = placeOf(this.places, label);
    const lit = this.next.has(label);
    const step = lit ? this.step : "";
    const classes = `cell ${lit ? `lit ${step}` : ""} ${label === look.mover ? "picked" : ""}`;
    const spoken = this.spoken(label, sign, {lit, look, threatened: threatened.has(label)});
    const cell = svg("g", {class: classes, data: {spot: label}, "aria-label": spoken}, ringShape(place));
    if (isColour(sign)) cell.append(svg("g", {class: "ball"}, ball(sign, place)));
    else cell.append(svg("text", {class: "name", x: place.x, y: place.y + 0.5, "aria-hidden": "true", text: label}));
    cell.append(...ringMarks(place, {lit, vacant: sign === "o", removable: step === "remove"}));
    return cell;
  }

  /** @param {string} label @param {Sign} sign @param {{lit: boolean, look: Look, threatened: boolean}} state */
  spoken(label, sign, {lit, look, threatened}) {
    const vacant = sign === "o";
    const parts = [
      vacant ? this.tell("ring_vacant", {ring: label}) : this.tell("ring_marble", {ring: label, colour: sign}),
    ];
    if (look.gone.includes(label)) parts.push(this.tell("just_taken"));
    if (label === look.mover) parts.push(this.tell("chosen"));
    if (lit) parts.push(this.tell(CAN[this.step] ?? ""));
    if (threatened && !vacant) parts.push(this.tell("can_be_taken"));
    return parts.join(this.lang === "fa" ? "، " : ", ");
  }

  /** @param {Look} look */
  drawTraces(look) {
    this.traces.replaceChildren();
    const {last} = this.frame.view;
    if (!this.picker.path.length && last?.kind === "placement") this.tracePlacement(last);
    if (!this.picker.path.length && last?.kind === "capture") this.traceCapture(last);
    for (const ring of look.gone) this.traces.append(cross(placeOf(this.places, ring), "struck", 9));
    if (this.open && this.capturing) this.traces.append(...this.hints());
  }

  /** @param {string} label @param {string} kind @param {number} r */
  trace(label, kind, r) {
    const {x, y} = placeOf(this.places, label);
    this.traces.append(svg("circle", {class: `last ${kind}`, cx: x, cy: y, r}));
  }

  /** @param {Placement} last */
  tracePlacement(last) {
    const gone = [...(last.removed ? [last.removed] : []), ...last.taken.map((taken) => taken.ring)];
    if (!gone.includes(last.ring)) this.trace(last.ring, "", RING + 5);
    for (const label of gone) this.trace(label, "gone", RING - 2);
  }

  /** @param {Capture} last */
  traceCapture(last) {
    const rings = ringsOf(last);
    rings.slice(1).forEach((label, n) => {
      this.traces.append(bow(placeOf(this.places, rings[n]), placeOf(this.places, label), "last way"));
    });
    this.trace(rings[rings.length - 1], "", RING + 5);
  }

  /** The jumps that can follow. */
  hints() {
    const n = Math.max(this.picker.path.length, 1);
    const steps = new Set();
    for (const path of this.picker.moves.map(clicksOf)) if (n < path.length) steps.add(`${path[n - 1]} ${path[n]}`);
    return [...steps].map((step) => {
      const [from, to] = step.split(" ");
      return bow(placeOf(this.places, from), placeOf(this.places, to), "hint");
    });
  }

  drawTalk() {
    const fresh = this.open && !this.picker.path.length;
    const buttons = [];
    if (fresh && this.picker.can("-")) buttons.push(this.button("-", this.tell("pass"), "primary"));
    if (fresh && this.picker.can("!")) buttons.push(this.button("!", this.tell("claim"), "primary"));
    if (this.open && !fresh && !this.touchMove) buttons.push(this.backButton());
    this.drawPrompt(buttons);
    this.notes.textContent = fresh && this.moves.length ? this.noted() : "";
  }

  noted() {
    const {bound, pending, missed} = this.frame.view;
    const keys = [bound && "bound_help", pending ? "pending_help" : missed && "claim_help"];
    if (this.touchMove) keys.push("touch_help");
    return keys.flatMap((key) => (typeof key === "string" ? [this.tell(key)] : [])).join(" ");
  }

  /* -- pool and captured marbles -- */

  drawSide() {
    this.side.hidden = this.figure;
    if (this.figure) return;
    const {pool, captured, goals} = this.frame.view;
    const emptyPool = !pool.some(Boolean);
    const own = emptyPool && ((this.open && this.step === "own") || isColour(this.picker.path[0]));
    const held = own ? captured[this.frame.eye ?? 0] : pool;
    const stocks = COLOURS.map((colour, n) => this.stock(colour, held[n], own ? "own_marble" : "pool_marble"));
    this.side.replaceChildren(
      el(
        "section",
        {class: "pool"},
        el("h3", {text: this.tell(own ? "captured" : "pool")}),
        el("div", {class: "stocks"}, stocks),
      ),
      ...captured.map((counts, seat) => this.tray(counts, seat, goals)),
    );
  }

  /** @param {Colour} colour @param {number} count @param {string} key */
  stock(colour, count, key) {
    const classes = `stock ${this.next.has(colour) ? "lit" : ""} ${this.picker.path[0] === colour ? "picked" : ""}`;
    const label = this.tell(key, {colour, count});
    return el(
      "button",
      {class: classes, type: "button", data: {spot: colour}, "aria-label": label},
      heap(colour, count, {room: 5, lines: 2}),
      el("span", {class: "count", text: number(count)}),
    );
  }

  /** @param {number[]} counts @param {number} seat @param {View["goals"]} goals */
  tray(counts, seat, goals) {
    const acting = this.frame.to_act.includes(seat);
    const won = this.frame.winners?.includes(seat);
    const name = this.seats[seat]?.name ?? number(seat + 1);
    const [white, grey, black] = counts;
    return el(
      "section",
      {class: `tray ${acting ? "acting" : ""} ${won ? "won" : ""}`, data: {seat}},
      el("h3", {"aria-hidden": "true"}, el("bdi", {text: name}), won && "★"),
      el("p", {class: "visually-hidden", text: this.tell("captured_of", {name, white, grey, black})}),
      COLOURS.map((colour, n) => heap(colour, counts[n], {room: 6, slots: goals[TONE[colour]], mark: goals.each})),
    );
  }

  /* -- picking -- */

  /** @param {string} spot */
  pick(spot) {
    const from = this.picker.path.at(-1);
    if (spot === from) {
      this.back();
      return;
    }
    if (isColour(spot) && isColour(from) && !this.touchMove) this.picker.clear();
    if (!this.picker.take(spot)) {
      this.announce(this.cells.get(spot)?.getAttribute("aria-label") ?? "");
      return;
    }
    this.draw();
    this.playStep(spot, from);
    const {move} = this.picker;
    if (move === null) this.announce(this.asked());
    else if (this.touchMove) this.submit(move);
    else this.offer(move);
  }

  /** @param {string} spot @param {string | undefined} from */
  playStep(spot, from) {
    const marble = this.cells.get(spot)?.querySelector(".ball");
    if (!marble || !from) return;
    if (isColour(from)) this.play([() => slide(marble, this.fromStock(from, spot))]);
    else if (this.capturing) this.play([() => slide(marble, stepFrom(this.places, from, spot))]);
  }

  back() {
    if (this.touchMove || !this.picker.back()) return;
    this.draw();
    this.announce(this.asked());
  }

  forget() {
    this.picker.clear();
  }

  /* -- motion -- */

  /** The way from a heap of the pool to a ring.
   * @param {string} colour @param {string} ring */
  fromStock(colour, ring) {
    const area = this.side.querySelector(`[data-spot="${colour}"]`)?.getBoundingClientRect();
    const {x, y} = placeOf(this.places, ring);
    if (!area?.width) return {x: 0, y: -GAP};
    const at = point(this.drawing, {clientX: area.left + area.width / 3, clientY: area.top + area.height / 2});
    return {x: at.x - x, y: at.y - y};
  }

  /** @param {SVGElement} shape */
  effect(shape) {
    const effect = svg("g", {}, shape);
    this.effects.append(effect);
    return effect;
  }

  /** @param {Placement} last @param {boolean} mine @returns {Step[]} */
  placementSteps(last, mine) {
    const marble = this.cells.get(last.ring)?.querySelector(".ball");
    /** @type {Step[]} */
    const steps = [];
    if (marble && !mine) steps.push(() => slide(marble, this.fromStock(last.colour, last.ring)));
    const {removed} = last;
    if (removed) {
      const ring = this.effect(ringShape(placeOf(this.places, removed)));
      steps.push(() => leave(ring, outward(this.places, removed)));
    }
    for (const {colour, ring} of last.taken) {
      const taken = this.effect(ball(colour, placeOf(this.places, ring)));
      steps.push(() => leave(taken, {x: 0, y: -GAP}));
    }
    return steps;
  }

  /** @param {Sign | undefined} sign @param {Capture} last @returns {Step[]} */
  captureSteps(sign, last) {
    const rings = ringsOf(last);
    const end = this.cells.get(rings[rings.length - 1])?.querySelector(".ball");
    if (!(end instanceof SVGElement) || !isColour(sign)) return [];
    const taken = last.jumps.map((jump) => this.effect(ball(jump.colour, placeOf(this.places, jump.over))));
    end.style.visibility = "hidden";
    const jumps = last.jumps.map((jump, n) => async () => {
      const jumper = this.effect(ball(sign, placeOf(this.places, jump.to)));
      leave(taken[n], {x: 0, y: -GAP * 0.9});
      await slide(jumper, stepFrom(this.places, rings[n], jump.to));
      jumper.remove();
    });
    return [
      ...jumps,
      () => {
        end.style.visibility = "";
      },
    ];
  }

  /** @param {Frame<View> | null} before */
  changed(before) {
    const {view, seq, moves} = this.frame;
    const mine = this.picker.move;
    this.effects.replaceChildren();
    if (this.places.size !== view.columns.join("").length) {
      this.places = placesOf(view);
      this.ground();
    }
    this.picker = new Picker(moves, clicksOf);
    this.draw();
    const {last} = view;
    if (!before || !last || seq <= before.seq || calm()) return;
    const own = spelledBy(last) === mine;
    if (last.kind === "placement") this.play(this.placementSteps(last, own));
    else if (last.kind === "capture" && !own) this.play(this.captureSteps(signsOf(before.view).get(last.start), last));
  }
}

/** @type {Mount<View, ZertzTexts>} */
export const mount = (root, options) => new ZertzBoard(root, options).start();
