// @ts-check
/* The GLUX board: a grid of paths and lit rooms. A face and a cell, picked in either order, make a move. */

import {animate, around, Board, el, keyOf, layer, slide, svg} from "/static/house/kit.js";
import {floorArt, glowArt, RADIUS, roomArt, stackArt, startArt, tokenArt} from "./art.js";
import {ending} from "./ending.js";
import {CELL, gridOf, middleOf, roomsOf, waysOf} from "./grid.js";
import {COLOURS, countBox, countedText, countSteps, handBox, roomsBox, seatsBox} from "./panel.js";

/** @import {Frame, Mount, MountOptions} from "/static/house/types.js" */
/** @import {Step} from "/static/house/kit.js" */
/** @import {Cell, GluxTexts, View, Way} from "./types.js" */

/** @extends {Board<View, GluxTexts>} */
class GluxBoard extends Board {
  summed = ending;
  grid;
  /** @type {Map<string, Way[]>} */
  ways = new Map();
  /** @type {{face: number | null, cell: string | null}} */
  picked = {face: null, cell: null};
  /** @type {ReturnType<typeof countBox> | null} */
  counting = null;

  /** @param {HTMLElement} root @param {MountOptions<View, GluxTexts>} options */
  constructor(root, options) {
    super(root, options, "board glux");
    if (!this.seats.length) this.seats = this.texts.board.colours.map((name) => ({name}));
    this.grid = gridOf(this.frame.view);
    this.drawing = svg("svg", {role: "group", focusable: "false"});
    const [floors, glows, starts] = ["floors", "glows", "starts"].map((name) => layer(this.drawing, name));
    const [lines, cells, walls, traces] = ["lines", "cells", "walls", "traces"].map((name) =>
      layer(this.drawing, name),
    );
    this.layers = {floors, glows, starts, lines, cells, walls, traces};
    this.hand = el("div", {class: "hand-place"});
    this.side = el("div", {class: "side"});
    this.table = el("div", {class: "table"}, this.drawing, el("div", {class: "below"}, this.hand, this.talk));
    this.box.append(el("div", {class: "lay"}, this.table, this.side));
    this.listen();
  }

  listen() {
    const pointed = (/** @type {Event} */ event) => this.trace(around(event, "[data-spot]")?.dataset.spot ?? null);
    this.drawing.addEventListener("pointerover", pointed);
    this.drawing.addEventListener("pointerleave", () => this.trace(null));
    this.table.addEventListener("focusin", pointed); // not on the svg: a focus listener makes an svg a tab stop
  }

  get starting() {
    return this.frame.view.phase === "start-face";
  }

  /** The cells that can be picked now. */
  get targets() {
    return new Set(this.starting ? [] : this.moves.map((move) => move.split("=")[0]));
  }

  /** @param {number} seat */
  name(seat) {
    return this.seats[seat]?.name ?? this.texts.board.colours[seat];
  }

  /* -- saying -- */

  /** @param {Cell} cell @param {boolean} lit */
  spoken(cell, lit) {
    const {middle} = this.frame.view;
    const key = cell.room === middle ? "middle_room" : "room";
    const floor = cell.room === null ? this.tell("path") : this.tell(key, {room: cell.room});
    const parts = [this.tell("cell", {cell: cell.name, floor, what: this.stackWords(cell)})];
    if (cell.start >= 0) parts.push(this.tell("start_of", {seat: cell.start}));
    if (lit) parts.push(this.tell("can_place"), ...this.reasons(cell));
    return parts.join(this.tell("and"));
  }

  /** @param {Cell} cell */
  stackWords({stack}) {
    if (!stack.length) return this.tell("empty");
    const top = stack[stack.length - 1];
    const token = {colour: COLOURS[top.seat], face: top.face};
    if (stack.length === 1) return this.tell("token", token);
    return this.tell("stack", {...token, colour_under: COLOURS[stack[0].seat], face_under: stack[0].face});
  }

  /** Why a token can be placed there.
   * @param {Cell} cell */
  reasons(cell) {
    const ways = this.ways.get(cell.name) ?? [];
    if (!ways.length) return [this.tell("free_start")];
    return ways.map(({face, from}) => this.tell("counted", {face, source: from}));
  }

  prompted() {
    if (this.sent) return this.tell("sending");
    if (this.over) return this.ending();
    return this.open && this.moves.length ? this.asked() : this.awaited();
  }

  asked() {
    if (this.starting) return this.tell("choose_start");
    if (this.picked.cell) return this.tell("choose_face_for", {cell: this.picked.cell});
    return this.picked.face ? this.tell("choose_cell", {face: this.picked.face}) : this.tell("choose_face");
  }

  awaited() {
    const [seat] = this.frame.to_act;
    if (seat === undefined) return "";
    const token = this.frame.view.start_token ?? "";
    return this.starting ? this.tell("wait_start", {seat, token}) : this.tell("wait", {seat});
  }

  ending() {
    const [winner, ...others] = this.frame.winners ?? [];
    const won = winner !== undefined && !others.length ? this.tell("won", {seat: winner}) : "";
    return [won, this.texts.reasons[this.frame.reason ?? ""] ?? ""].filter(Boolean).join(" ");
  }

  /* -- drawing -- */

  draw() {
    const {view} = this.frame;
    this.grid = gridOf(view);
    this.ways = waysOf(this.grid, view.ways ?? []);
    this.ground();
    const rooms = roomsOf(this.grid);
    const pips = (/** @type {{id: string}} */ room) => view.rooms.find(({id}) => id === room.id)?.pips ?? [];
    this.layers.glows.replaceChildren(...rooms.map((room) => glowArt(room, pips(room))));
    this.layers.walls.replaceChildren(...rooms.map((room) => roomArt(room, pips(room), view.middle)));
    const cells = [...this.grid.cells.values()];
    this.layers.starts.replaceChildren(...cells.filter((cell) => cell.start >= 0).map(startArt));
    this.drawCells();
    this.drawSide();
    this.path.refresh();
  }

  ground() {
    const [wide, high] = [this.grid.width * CELL + 28, this.grid.height * CELL + 36];
    this.drawing.setAttribute("viewBox", `-22 -30 ${wide} ${high}`);
    this.drawing.setAttribute("aria-label", this.tell("label", {columns: this.grid.width, rows: this.grid.height}));
    this.box.style.setProperty("--ratio", (wide / high).toFixed(3));
    this.layers.floors.replaceChildren(
      svg("rect", {class: "ground", x: -22, y: -30, width: wide, height: high, rx: 14}),
      floorArt(this.grid),
    );
  }

  /** What changes with each pick: cells, lines, hand, prompt. */
  drawCells() {
    const lit = this.targets;
    const cells = [...this.grid.cells.values()];
    this.layers.cells.replaceChildren(...cells.map((cell) => this.drawCell(cell, lit.has(cell.name))));
    const explained = cells.filter((cell) => this.explained(cell)).map((cell) => cell.name);
    this.drawLines(this.figure ? explained : this.picked.face ? [...lit] : []);
    this.trace(this.pending === null ? null : this.picked.cell);
    this.drawHand();
    this.drawPrompt(this.picked.face || this.picked.cell ? [this.backButton()] : []);
    this.box.classList.toggle("choosing", Boolean(this.picked.face));
    this.box.classList.toggle("figure", this.figure);
  }

  drawHand() {
    const {view, eye} = this.frame;
    const tell = this.tell.bind(this);
    const open = this.moves.length > 0;
    const hand = this.figure ? null : handBox({view, eye, open, picked: this.picked.face, tell});
    this.hand.replaceChildren(...(hand ? [hand] : []));
  }

  /** @param {Cell} cell @param {boolean} lit */
  drawCell(cell, lit) {
    const {x, y} = middleOf(cell);
    const last = this.frame.view.last?.cell === cell.name;
    const chosen = this.picked.cell === cell.name;
    const square = {x: cell.x * CELL, y: cell.y * CELL, width: CELL, height: CELL};
    const inner = {x: square.x + 2, y: square.y + 2, width: CELL - 4, height: CELL - 4, rx: 6};
    const classes = `cell ${lit ? "lit" : ""} ${chosen ? "picked" : ""} ${last ? "last" : ""}`;
    return svg(
      "g",
      {class: classes, data: {spot: cell.name}, "aria-label": this.spoken(cell, lit)},
      svg("rect", {class: "touch", ...square}),
      cell.stack.length > 0 && stackArt(cell.stack, {x, y}),
      last && svg("circle", {class: "last-mark", cx: x, cy: y, r: 21.5}),
      (lit || chosen || this.explained(cell)) && svg("circle", {class: "lit-mark", cx: x, cy: y, r: 20}),
      lit && !cell.stack.length && svg("circle", {class: "lit-dot", cx: x, cy: y, r: 4}),
      svg("rect", {class: "focus-mark", ...inner}),
    );
  }

  /** A figure of the rules page may show where one seat can go.
   * @param {Cell} cell */
  explained(cell) {
    return this.figure && Boolean(this.frame.view.explain?.includes(cell.name));
  }

  /** The lines along which cells are counted.
   * @param {string[]} ends */
  drawLines(ends) {
    const ways = ends.flatMap((end) => this.ways.get(end) ?? []);
    this.layers.lines.replaceChildren(...ways.map((way) => this.lineOf(way)));
  }

  /** @param {string} name */
  middle(name) {
    const cell = this.grid.cells.get(name);
    return cell ? middleOf(cell) : {x: 0, y: 0};
  }

  /** @param {Way} way */
  lineOf({from, steps}) {
    const [a, b] = [this.middle(from), this.middle(steps[steps.length - 1])];
    const [dx, dy] = [Math.sign(b.x - a.x) * RADIUS, Math.sign(b.y - a.y) * RADIUS];
    const dots = steps.slice(0, -1).map((step) => this.middle(step));
    return svg(
      "g",
      {class: "line", "aria-hidden": "true"},
      svg("line", {x1: a.x + dx, y1: a.y + dy, x2: b.x - dx, y2: b.y - dy}),
      dots.map(({x, y}) => svg("circle", {cx: x, cy: y, r: 3.2})),
    );
  }

  /** What pointing at a cell shows: its lines with the numbers counted, and the token as it would lie.
   * @param {string | null} spot */
  trace(spot) {
    const cell = spot === null ? null : this.grid.cells.get(spot);
    if (!cell || !this.targets.has(cell.name)) {
      this.layers.traces.replaceChildren();
      return;
    }
    const parts = (this.ways.get(cell.name) ?? []).flatMap((way) => [this.lineOf(way), ...this.countsOf(way)]);
    const {face} = this.picked;
    const at = {...middleOf(cell), shadow: false};
    if (face) parts.push(svg("g", {class: "ghost"}, tokenArt(this.frame.eye ?? 0, face, at)));
    this.layers.traces.replaceChildren(...parts);
  }

  /** The numbers counted; that of the destination gives way to the token.
   * @param {Way} way */
  countsOf({steps}) {
    return steps.slice(0, this.picked.face ? -1 : undefined).map((step, n) => {
      const {x, y} = this.middle(step);
      return svg("g", {class: "step"}, svg("circle", {cx: x, cy: y, r: 8}), svg("text", {x, y: y + 0.5, text: n + 1}));
    });
  }

  drawSide() {
    this.side.hidden = this.figure;
    if (this.figure) return;
    const {view, eye, scores, to_act: acting, winners} = this.frame;
    const tell = this.tell.bind(this);
    const name = this.name.bind(this);
    const parts = [seatsBox({view, eye, scores, acting, tell, name}), roomsBox({view, tell})];
    this.counting = null;
    if (winners && view.phase === "over") {
      // a match given up is not counted
      this.counting = countBox({view, winners, tell, name, again: () => this.count()});
      parts.unshift(this.counting.box);
    }
    this.side.replaceChildren(...parts);
  }

  /** Counts the rooms out, one after the other. */
  count() {
    this.play(this.counted());
  }

  /** @returns {Step[]} */
  counted() {
    const {counting} = this;
    if (!counting) return [];
    this.announce(countedText(this.frame.view, this.frame.winners ?? [], this.tell.bind(this)));
    const roomOf = (/** @type {string} */ id) => this.layers.glows.querySelector(`[data-glow="${id}"]`);
    return [() => counting.settle(0), ...countSteps(counting, roomOf)];
  }

  /* -- picking -- */

  /** @param {string} spot */
  pick(spot) {
    if (spot.startsWith("face-")) this.pickFace(Number(spot.slice(5)));
    else if (this.targets.has(spot)) this.picked.cell = this.picked.cell === spot ? null : spot;
    else return;
    const move = `${this.picked.cell}=${this.picked.face}`;
    if (this.moves.includes(move)) this.offer(move);
    else this.repick();
  }

  /** @param {number} face */
  pickFace(face) {
    if (this.starting) this.picked = {face, cell: "S"};
    else this.picked.face = this.picked.face === face ? null : face;
  }

  repick() {
    this.drawCells();
    this.path.refresh();
    this.trace(this.path.spot);
    this.announce(this.prompted());
  }

  back() {
    if (!this.picked.face && !this.picked.cell) return;
    this.forget();
    this.repick();
  }

  forget() {
    this.picked = {face: null, cell: null};
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const key = keyOf(event);
    if (!/^[1-6]$/.test(key) || !this.moves.length || !this.frame.view.hand?.includes(key)) return;
    this.byKey = true;
    this.pick(`face-${key}`);
  }

  /* -- changes -- */

  /** @param {Frame<View> | null} before */
  changed(before) {
    if (before?.view.position !== this.frame.view.position) this.forget();
    this.draw();
    if (!before) return;
    /** @type {Step[]} */
    const steps = before.view.position === this.frame.view.position ? [] : [() => this.landed()];
    this.play(before.winners === null && this.over ? [...steps, ...this.counted()] : steps);
  }

  /** The last token comes down, and its room glows up. */
  async landed() {
    const cell = this.frame.view.last?.cell ?? "";
    const token = this.layers.cells.querySelector(`[data-spot="${cell}"] .stack > :last-child`);
    const room = this.grid.cells.get(cell)?.room;
    const glow = room && this.layers.glows.querySelector(`[data-glow="${room}"]`);
    await Promise.all([
      token && slide(token, {x: 0, y: -26}, {ms: 220}),
      glow && animate(glow, [{opacity: 1}, {opacity: 0.55}, {opacity: 1}], {ms: 250}),
    ]);
  }
}

/** @type {Mount<View, GluxTexts>} */
export const mount = (root, options) => new GluxBoard(root, options).start();
