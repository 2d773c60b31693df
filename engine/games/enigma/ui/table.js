// @ts-check
/* The conduit table: pan and zoom, systems described on hover and focus, and laying a tile step by step. */

import {around, el, layer, leave, slide, stage, svg, Zoom} from "/static/house/kit.js";
import {boundsOf, middle, placeOf, waysOf} from "./placements.js";
import {cellSpots, cellsOf, drawMeeple, drawTile, partsOf, SIZE, STEPS} from "./tiles.js";

/** @import {Board, Step} from "/static/house/kit.js" */
/** @import {Frame, Params} from "/static/house/types.js" */
/** @import {Ways} from "./placements.js" */
/** @import {Aids, DeskTexts, Laid, Meeple, PickedTile, Place, System, View} from "./types.js" */

const EDGE = {x: -45, y: -45, width: 90, height: 90, rx: 8};
const FOCUS = {class: "focus-mark", x: -46, y: -46, width: 92, height: 92, rx: 8};

/** A tile by itself, as a small picture.
 * @param {string} code @param {Record<string, string>} letters @param {string | null} [label] */
export function tilePicture(code, letters, label = null) {
  const spoken = label ? {role: "img", "aria-label": label} : {"aria-hidden": "true"};
  return svg("svg", {viewBox: "-52 -52 104 104", class: "tile-picture", ...spoken}, drawTile(code, 0, letters));
}

/** @param {HTMLElement} root @param {Board<View, DeskTexts>} board */
export const table = (root, board) => new ConduitTable(root, board);

class ConduitTable {
  /** @type {Ways} */
  #ways = new Map();
  /** @type {PickedTile | null} */
  #picked = null;
  /** @type {System[]} */
  #systems = [];

  /** @param {HTMLElement} root @param {Board<View, DeskTexts>} board */
  constructor(root, board) {
    this.board = board;
    this.texts = board.texts;
    this.drawing = stage(root, {x: -150, y: -150, width: 300, height: 300, label: this.tell("table")});
    this.drawing.classList.add("conduits");
    const [squares, tiles, ends, meeples, ghost] = ["squares", "tiles", "ends", "meeples", "ghost"].map((name) =>
      layer(this.drawing, name),
    );
    this.layers = {squares, tiles, ends, meeples, ghost};
    this.systemLine = el("p", {class: "system-told"});
    this.bar = el("div", {class: "lay-bar", role: "toolbar", "aria-label": this.tell("laying")});
    this.view = new Zoom(this.drawing, {words: this.texts.board.zoom, most: 6});
    root.append(this.systemLine, this.bar);
    this.#listen(root);
  }

  /** @param {HTMLElement} root */
  #listen(root) {
    this.drawing.addEventListener("pointerover", (event) => {
      const part = around(event, ".part")?.dataset.part;
      const laid = around(event, ".laid");
      if (laid) this.#describe(laid.dataset.spot, part === undefined ? null : Number(part));
    });
    this.drawing.addEventListener("pointerleave", () => this.#describe());
    this.drawing.addEventListener("click", (event) => this.#describe(around(event, ".laid")?.dataset.spot));
    // Not on the svg: a focus listener makes an svg a tab stop.
    root.addEventListener("focusin", (event) => this.#describe(around(event, "[data-spot]")?.dataset.spot));
    this.drawing.addEventListener("wheel", (event) => this.#wheel(event), {passive: false});
  }

  /** @param {Frame<View> | null} before the frame that was shown until now
   * @returns {Step[]} the motion that leads to the present one */
  update(before) {
    const {decision, moves, view} = this.frame;
    this.#ways = waysOf(decision === null ? [] : (moves ?? []));
    if (this.#picked && !this.#turns(this.#picked.square).includes(this.#picked.rot)) this.#picked = null;
    this.#draw();
    this.#describe();
    const added = view.table.length - (before?.view.table.length ?? 0);
    const last = view.table[view.table.length - 1];
    if (added && last) {
      this.view.reveal({x: last[0] * SIZE - 50, y: last[1] * SIZE - 50, width: SIZE, height: SIZE});
    }
    return before && added === 1 ? [() => this.#moveIn(before.view)] : [];
  }

  destroy() {
    this.view.destroy();
  }

  get frame() {
    return this.board.frame;
  }

  get open() {
    return this.board.open;
  }

  /** The tile that the reader lays now. */
  get #myTile() {
    const {phase, desks} = this.frame.view;
    return phase === "lay" ? (desks[this.frame.eye ?? -1]?.tile ?? null) : null;
  }

  /** @param {string} square */
  #turns(square) {
    return [...(this.#ways.get(square)?.keys() ?? [])];
  }

  /* -- words -- */

  /** @param {string} key @param {Params} [params] */
  tell(key, params = {}) {
    return this.board.tell(key, params);
  }

  /** @param {System} system */
  #systemWords({ends, cells, meeples}) {
    const {comma} = this.texts.board;
    const counted = cells.map(([colour, n]) => this.tell("cells_of", {n, colour})).join(comma);
    const open = ends.length ? this.tell("open_ends", {n: ends.length}) : this.tell("closed");
    const held = meeples.map(([seat, colour, n]) => this.tell("held", {seat, colour, n}));
    return [`${this.tell("system")} ${counted}`, open, ...held].join(comma);
  }

  /** The systems of a tile, or of a part of it.
   * @param {number} x @param {number} y @param {number | null} [part] */
  #systemsAt(x, y, part = null) {
    return this.#systems.filter(({parts}) =>
      parts.some((held) => held[0] === x && held[1] === y && (part === null || held[2] === part)),
    );
  }

  /** @param {Laid} laid */
  #tileWords([x, y]) {
    const words = this.#systemsAt(x, y).map((system) => this.#systemWords(system));
    return `${this.tell("square", {x, y})}: ${words.join("; ")}`;
  }

  /** @param {PickedTile} picked */
  #ghostWords({square, rot, cell}) {
    const [x, y] = placeOf(square);
    const base = this.tell("ghost", {x, y, n: Number(rot)});
    return cell === "-" ? base : `${base} ${this.tell("meeple_here", {colour: this.#colourOf(cell)})}`;
  }

  /** The colour of a cell of the tile in hand.
   * @param {string} cell */
  #colourOf(cell) {
    return cellsOf(partsOf(this.frame.view.shapes[this.#myTile ?? ""]))[Number(cell)].colour;
  }

  /* -- drawing -- */

  #draw() {
    const {view} = this.frame;
    this.#systems = /** @type {Aids | undefined} */ (this.frame.aids)?.systems ?? [];
    for (const drawn of Object.values(this.layers)) drawn.replaceChildren();
    this.layers.tiles.append(
      ...view.table.map((laid, at) => this.#drawLaid(laid, at > 0 && at + 1 === view.table.length)),
    );
    const ends = this.#systems.flatMap((system) => system.ends);
    this.layers.ends.append(...ends.map(([x, y, side]) => this.#drawEnd(x, y, side)));
    this.layers.meeples.append(...view.meeples.map((meeple) => this.#drawStanding(view, meeple)));
    const squares = [...this.#ways.keys()].filter((square) => square !== this.#picked?.square);
    this.layers.squares.append(...squares.map((square) => this.#drawSquare(square)));
    if (this.#picked) this.layers.ghost.append(this.#drawGhost(this.#picked));
    this.drawBar();
    this.view.bounds(boundsOf(view.table));
    this.board.path.refresh();
  }

  /** @param {Laid} laid @param {boolean} last */
  #drawLaid(laid, last) {
    const [x, y, tile, rot] = laid;
    const {shapes} = this.frame.view;
    return svg(
      "g",
      {
        class: `laid ${last ? "last" : ""}`,
        transform: `translate(${middle(x, y).join(" ")})`,
        data: {spot: `tile:${x},${y}`, x, y},
        role: "img",
        "aria-label": this.#tileWords(laid),
      },
      drawTile(shapes[tile], rot, this.texts.board.letters, {start: tile === "start"}),
      svg("rect", FOCUS),
    );
  }

  /** @param {number} x @param {number} y @param {number} side */
  #drawEnd(x, y, side) {
    const [[cx, cy], [dx, dy]] = [middle(x, y), STEPS[side]];
    const transform = `translate(${cx + dx * 56} ${cy + dy * 56}) rotate(${side * 90})`;
    return svg("path", {class: "open-end", d: "M-8 3L0 -7L8 3", transform});
  }

  /** @param {View} view @param {Meeple} meeple */
  #drawStanding(view, [seat, x, y, cell]) {
    const [cx, cy] = middle(x, y);
    const [, , tile, rot] = view.table.find((laid) => laid[0] === x && laid[1] === y) ?? [0, 0, "", 0];
    const [dx, dy] = cellSpots(partsOf(view.shapes[tile]), rot)[cell];
    return drawMeeple(seat, cx + dx, cy + dy - 9);
  }

  /** @param {string} square */
  #drawSquare(square) {
    const [x, y] = placeOf(square);
    const spot = {class: "square lit", data: {spot: `square:${square}`}, "aria-label": this.tell("can_lay", {x, y})};
    return svg(
      "g",
      {...spot, transform: `translate(${middle(x, y).join(" ")})`},
      svg("rect", {class: "square-edge", ...EDGE}),
      svg("path", {class: "square-plus", d: "M-10 0H10M0 -10V10"}),
      svg("rect", FOCUS),
    );
  }

  /** @param {PickedTile} picked */
  #drawGhost({square, rot, cell}) {
    const [x, y] = placeOf(square);
    const code = this.frame.view.shapes[this.#myTile ?? ""];
    const words = this.tell("ghost", {x, y, n: Number(rot)});
    const body = svg(
      "g",
      {class: "ghost-body lit", data: {spot: "ghost"}, "aria-label": words},
      drawTile(code, Number(rot), this.texts.board.letters),
      svg("rect", FOCUS),
    );
    const spots = cellSpots(partsOf(code), Number(rot));
    const cells = [...(this.#ways.get(square)?.get(rot) ?? [])].filter((listed) => listed !== "-");
    const drawn = cells.map((listed) => this.#drawCell(listed, spots[Number(listed)], listed === cell));
    return svg("g", {class: "ghost-tile", transform: `translate(${middle(x, y).join(" ")})`}, body, drawn);
  }

  /** @param {string} cell @param {Place} at @param {boolean} chosen */
  #drawCell(cell, [x, y], chosen) {
    const words = this.tell(chosen ? "meeple_off" : "meeple_on", {colour: this.#colourOf(cell)});
    return svg(
      "g",
      {
        class: `ghost-cell lit ${chosen ? "picked" : ""}`,
        data: {spot: `cell:${cell}`},
        "aria-label": words,
        "aria-pressed": String(chosen),
      },
      svg("circle", {class: "cell-ring", cx: x, cy: y, r: 17}),
      chosen && drawMeeple(this.frame.eye ?? 0, x, y - 9),
      svg("circle", {class: "focus-mark", cx: x, cy: y, r: 19}),
    );
  }

  /** @param {string} key @param {() => void} act @param {{kind?: string, spot?: string}} [how] */
  #button(key, act, {kind = "", spot = key} = {}) {
    const given = {class: `button ${kind}`, type: "button", text: this.tell(key), onclick: act};
    return el("button", {...given, data: {act: spot}, disabled: !this.open});
  }

  drawBar() {
    const [picked, tile] = [this.#picked, this.#myTile];
    const parts = picked ? this.#pickedButtons(picked) : [];
    if (!picked && this.#ways.size) parts.push(el("span", {class: "lay-hint", text: this.tell("pick_square")}));
    if (this.frame.moves?.includes("P:discard")) {
      const discard = this.#button("discard", () => this.#post("P:discard"), {kind: "primary"});
      parts.unshift(el("span", {text: this.tell("fits_nowhere")}), discard);
    }
    if (!picked && tile) {
      const picture = tilePicture(this.frame.view.shapes[tile], this.texts.board.letters, this.tell("my_tile"));
      parts.unshift(el("span", {class: "lay-tile"}, picture));
    }
    this.bar.replaceChildren(...parts);
    this.bar.hidden = !parts.length;
  }

  /** @param {PickedTile} picked @returns {HTMLElement[]} */
  #pickedButtons({square, cell}) {
    const turn = this.#turns(square).length > 1 ? [this.#button("turn", () => this.#turn())] : [];
    const key = cell === "-" ? "lay_plain" : "lay_meeple";
    const lay = this.#button(key, () => this.#lay(), {kind: "primary", spot: "lay"});
    return [...turn, lay, this.#button("take_back", () => this.back(), {kind: "quiet"})];
  }

  /** What a move changed: the new tile comes down, meeples that scored go up.
   * @param {View} before @returns {Promise<unknown> | undefined} */
  #moveIn(before) {
    const now = new Set(this.frame.view.meeples.map(String));
    const tile = this.layers.tiles.lastElementChild?.firstElementChild;
    const down = tile ? slide(tile, {x: 0, y: -45}) : undefined;
    for (const gone of before.meeples.filter((meeple) => !now.has(String(meeple)))) {
      const drawn = this.#drawStanding(before, gone);
      this.layers.meeples.append(drawn);
      leave(drawn, {x: 0, y: -60});
    }
    return down;
  }

  /* -- laying -- */

  /** @param {string} spot */
  pick(spot) {
    const [kind, what] = spot.split(":");
    if (kind === "square") this.#show({square: what, rot: this.#turns(what)[0], cell: "-"}, "ghost");
    else if (kind === "ghost") this.#turn();
    else if (kind === "cell" && this.#picked) {
      this.#show({...this.#picked, cell: this.#picked.cell === what ? "-" : what}, spot);
    }
  }

  /** @param {PickedTile} picked @param {string} spot what has the focus then */
  #show(picked, spot) {
    this.#picked = picked;
    this.#draw();
    this.board.path.focus(spot);
    this.board.announce(this.#ghostWords(picked));
  }

  #turn() {
    if (!this.#picked || !this.open) return;
    const {square, rot, cell} = this.#picked;
    const turns = this.#turns(square);
    const next = turns[(turns.indexOf(rot) + 1) % turns.length];
    const stays = this.#ways.get(square)?.get(next)?.has(cell);
    this.#show({square, rot: next, cell: stays ? cell : "-"}, "ghost");
  }

  back() {
    if (!this.#picked) return;
    const {square} = this.#picked;
    this.#picked = null;
    this.#draw();
    this.board.path.focus(`square:${square}`);
  }

  #lay() {
    const picked = this.#picked;
    if (picked) this.#post(`P:${picked.square},${picked.rot};${picked.cell}`);
  }

  /** @param {string} move */
  #post(move) {
    if (this.open) this.board.submit(move);
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (event.code === "KeyR") this.#turn();
    else if (event.code === "KeyL") this.#lay();
    else return;
    event.preventDefault();
  }

  /** @param {WheelEvent} event */
  #wheel(event) {
    if (!this.#picked || event.ctrlKey || event.metaKey || !around(event, ".ghost-tile")) return;
    event.preventDefault();
    this.#turn();
  }

  /* -- telling systems -- */

  /** The systems of a tile, or of a part of it; without a tile none.
   * @param {string} [spot] @param {number | null} [part] */
  #describe(spot = "", part = null) {
    for (const old of this.drawing.querySelectorAll(".part.told")) old.classList.remove("told");
    const [x, y] = placeOf(spot.slice(5));
    const systems = spot.startsWith("tile:") ? this.#systemsAt(x, y, part) : [];
    for (const [px, py, pp] of systems.flatMap((system) => system.parts)) {
      const drawn = this.layers.tiles.querySelector(`[data-x="${px}"][data-y="${py}"] [data-part="${pp}"]`);
      drawn?.classList.add("told");
    }
    this.systemLine.textContent = systems.map((system) => this.#systemWords(system)).join(" · ");
  }
}
