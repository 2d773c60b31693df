// @ts-check
/* The pipe desk: pieces are set into the 3 x 3 grid and turned until every channel meets or is shut. */

import {drag, layer, number, say, stage, svg, Walk} from "/static/house/kit.js";

/** @import {Params} from "/static/house/types.js" */
/** @import {Point} from "/static/house/kit.js" */
/** @import {DeskOptions, Piece, PipesAnswer, PipesData, PipeType, Place} from "./types.js" */

/** @type {PipeType[]} */
const TYPES = ["E", "I", "L", "T"];
const SET = {E: 2, I: 2, L: 3, T: 2};
const OPEN = {E: "N", I: "NS", L: "NE", T: "NEW"};
const ARMS = {E: "M0 0V-39", I: "M0 -39V39", L: "M0 -39V0H39", T: "M0 -39V0M-39 0H39"};
const SIDES = "NESW";
const [CELL, LEFT, TOP, SHELF] = [84, 54, 54, 366];
/** @type {Record<string, Place>} */
const AT = {N: [0, -1], E: [1, 0], S: [0, 1], W: [-1, 0]};

/** @param {Piece} piece */
function drawPiece([type, rot]) {
  const turned = svg(
    "g",
    {transform: `rotate(${rot * 90})`},
    ["pipe-edge", "pipe", "pipe-shine"].map((name) => svg("path", {class: name, d: ARMS[type]})),
  );
  if (type === "E") turned.append(svg("circle", {class: "pipe-cap", r: 15}));
  const card = svg("rect", {class: "pipe-card", x: -39, y: -39, width: 78, height: 78, rx: 6});
  return svg("g", {class: "pipe-piece"}, card, turned);
}

/** Where a terminal such as `N2` meets the grid.
 * @param {string} side @param {number} n @returns {Place} */
function edgeOf(side, n) {
  const along = n * CELL + CELL / 2;
  if (side === "N" || side === "S") return [LEFT + along, side === "N" ? TOP : TOP + 3 * CELL];
  return [side === "W" ? LEFT : LEFT + 3 * CELL, TOP + along];
}

/** The cell that a terminal leads into.
 * @param {string} name */
function cellAt([side, n]) {
  if (side === "N" || side === "S") return (side === "N" ? 0 : 6) + Number(n);
  return Number(n) * 3 + (side === "W" ? 0 : 2);
}

/** @param {number} cell @returns {Place} */
const middle = (cell) => [LEFT + (cell % 3) * CELL + CELL / 2, TOP + Math.floor(cell / 3) * CELL + CELL / 2];

/** @param {HTMLElement} root @param {DeskOptions<PipesData, PipesAnswer>} options */
export const desk = (root, options) => new PipesDesk(root, options);

class PipesDesk {
  /** @type {(() => void)[]} */
  #stops = [];
  /** A type in the hand, put down by picking a cell. @type {PipeType | null} */
  #held = null;

  /** @param {HTMLElement} root @param {DeskOptions<PipesData, PipesAnswer>} options */
  constructor(root, {data, said, texts, announce, live}) {
    this.data = data;
    this.texts = texts;
    this.announce = announce;
    this.live = live;
    /** @type {(Piece | null)[]} */
    this.cells = Array.from({length: 9}, (_, at) => {
      const piece = said?.cells[at];
      return piece && !this.#blocked(at) ? [...piece] : null;
    });
    this.drawing = stage(root, {width: 520, height: 360, label: this.tell("label")});
    this.drawing.classList.add("pipes");
    const [bed, placed, shelf, hand] = ["bed", "placed", "shelf", "hand"].map((name) => layer(this.drawing, name));
    this.layers = {placed, shelf, hand};
    const size = 3 * CELL + 12;
    bed.append(svg("rect", {class: "pipe-bed", x: LEFT - 6, y: TOP - 6, width: size, height: size, rx: 10}));
    bed.append(...data.terminals.flatMap((name) => this.#drawTerminal(name)));
    this.path = new Walk(root, {
      pick: (spot) => this.#pick(spot),
      key: (event) => this.#key(event),
      back: () => this.#back(),
    });
    this.#draw();
  }

  answer() {
    return {cells: this.cells.map((piece) => piece && [...piece])};
  }

  reset() {
    this.cells.fill(null);
    this.#held = null;
    this.#draw();
  }

  destroy() {
    this.path.destroy();
    for (const stop of this.#stops) stop();
  }

  /** @param {string} key @param {Params} [params] */
  tell(key, params = {}) {
    return say(this.texts, `board.pipes.${key}`, params);
  }

  /** @param {number} cell */
  #blocked(cell) {
    return this.data.blocked.includes(cell);
  }

  /** How many of a type the puzzle takes away.
   * @param {PipeType} type */
  #crossed(type) {
    return this.data.excluded.filter((excluded) => excluded === type).length;
  }

  /** How many of a type are still on the shelf.
   * @param {PipeType} type */
  #left(type) {
    return SET[type] - this.#crossed(type) - this.cells.filter((piece) => piece?.[0] === type).length;
  }

  /* -- words -- */

  /** @param {string[]} names */
  #sides(names) {
    const {sides, comma} = this.texts.board;
    return names.map((side) => sides[side]).join(comma);
  }

  /** @param {number} cell */
  #cellWords(cell) {
    const place = this.tell("cell", {row: Math.floor(cell / 3) + 1, col: (cell % 3) + 1});
    const where = [place, this.#terminalWords(cell)].filter(Boolean).join(this.texts.board.comma);
    const piece = this.cells[cell];
    if (this.#blocked(cell)) return `${where}: ${this.tell("plugged")}`;
    if (!piece) return `${where}: ${this.tell("empty")}`;
    const [type, rot] = piece;
    const open = [...OPEN[type]].map((side) => SIDES[(SIDES.indexOf(side) + rot) % 4]);
    return `${where}: ${this.tell("piece", {type: `pipe_${type}`})} ${this.#sides(open)}`;
  }

  /** @param {number} cell */
  #terminalWords(cell) {
    const mine = this.data.terminals.filter((name) => cellAt(name) === cell);
    return mine.length ? `${this.tell("terminal")} ${this.#sides(mine.map((name) => name[0]))}` : "";
  }

  /* -- drawing -- */

  /** @param {string} name */
  #drawTerminal(name) {
    const [x, y] = edgeOf(name[0], Number(name[1]));
    const [dx, dy] = AT[name[0]];
    const d = `M${x} ${y}l${dx * 40} ${dy * 40}`;
    return [
      svg("path", {class: "pipe-edge", d}),
      svg("path", {class: "pipe terminal", d}),
      svg("circle", {class: "terminal-end", cx: x + dx * 42, cy: y + dy * 42, r: 7}),
    ];
  }

  #draw() {
    for (const stop of this.#stops.splice(0)) stop();
    this.layers.placed.replaceChildren(...this.cells.map((_, cell) => this.#drawCell(cell)));
    this.layers.shelf.replaceChildren(...TYPES.map((type, row) => this.#drawShelf(type, row)));
    this.path.refresh();
  }

  /** @param {number} cell */
  #drawCell(cell) {
    const [x, y] = middle(cell);
    const piece = this.cells[cell];
    const classes = `pipe-cell ${this.#blocked(cell) ? "blocked" : this.live ? "lit" : ""}`;
    const spot = {class: classes, data: {spot: `cell:${cell}`}, "aria-label": this.#cellWords(cell)};
    const group = svg(
      "g",
      {...spot, transform: `translate(${x} ${y})`},
      svg("rect", {class: "pipe-slot", x: -40, y: -40, width: 80, height: 80, rx: 8}),
    );
    if (this.#blocked(cell)) {
      group.append(
        svg("rect", {x: -40, y: -40, width: 80, height: 80, rx: 8, fill: "url(#kit-hatch)"}),
        svg("circle", {class: "plug", r: 22}),
        svg("path", {class: "plug-mark", d: "M-9 -9L9 9M9 -9L-9 9"}),
      );
    }
    if (piece) {
      const drawn = drawPiece(piece);
      group.append(drawn);
      if (this.live) this.#grab(drawn, piece, cell);
    }
    group.append(svg("rect", {class: "focus-mark", x: -41, y: -41, width: 82, height: 82, rx: 9}));
    return group;
  }

  /** @param {PipeType} type @param {number} row */
  #drawShelf(type, row) {
    const [n, crossed, held] = [this.#left(type), this.#crossed(type), this.#held === type];
    const drawn = svg("g", {transform: "scale(.82)"}, drawPiece([type, 0]));
    const count = {x: 46, y: crossed ? -14 : 0, "dominant-baseline": "central", text: `× ${number(n)}`};
    const group = svg(
      "g",
      {
        class: `shelf-piece ${this.live && n ? "lit" : ""} ${held ? "picked" : ""} ${n ? "" : "none"}`,
        transform: `translate(${SHELF + 44} ${TOP + 32 + row * 78})`,
        data: {spot: `shelf:${type}`},
        "aria-label": this.tell("shelf", {type: `pipe_${type}`, n}),
        "aria-pressed": String(held),
      },
      drawn,
      svg("text", {class: "shelf-count", ...count}),
    );
    for (let k = 0; k < crossed; k += 1) {
      const cross = svg("path", {d: "M-7 -7L7 7M7 -7L-7 7"});
      group.append(svg("g", {class: "crossed", transform: `translate(${55 + k * 20} 15)`}, cross));
    }
    group.append(svg("rect", {class: "focus-mark", x: -36, y: -36, width: 72, height: 72, rx: 9}));
    if (this.live && n) this.#grab(drawn, [type, 0], null);
    return group;
  }

  /* -- moving pieces -- */

  /** @param {SVGGElement} element @param {Piece} piece @param {number | null} from its cell; null: the shelf */
  #grab(element, piece, from) {
    const {hand} = this.layers;
    const stop = drag(this.drawing, element, {
      start() {
        element.classList.add("away");
        return true;
      },
      move: ({x, y}) => hand.replaceChildren(svg("g", {transform: `translate(${x} ${y})`}, drawPiece(piece))),
      drop: (at) => {
        hand.replaceChildren();
        this.#drop(piece, from, this.#cellUnder(at));
      },
      cancel: () => {
        hand.replaceChildren();
        this.#draw();
      },
    });
    this.#stops.push(stop);
  }

  /** @param {Piece} piece @param {number | null} from @param {number | null} to null: off the grid */
  #drop(piece, from, to) {
    if (from !== null) this.cells[from] = null;
    if (to !== null) {
      if (from !== null && this.cells[to]) this.cells[from] = this.cells[to];
      this.cells[to] = [...piece];
    }
    this.#draw();
    this.announce(to === null ? this.tell("taken_out") : this.#cellWords(to));
  }

  /** @param {Point} at */
  #cellUnder({x, y}) {
    const [col, row] = [Math.floor((x - LEFT) / CELL), Math.floor((y - TOP) / CELL)];
    const cell = row * 3 + col;
    return col < 0 || col > 2 || row < 0 || row > 2 || this.#blocked(cell) ? null : cell;
  }

  /** @param {string} spot */
  #pick(spot) {
    if (!this.live) return;
    const [kind, what] = spot.split(":");
    if (kind === "shelf") this.#hold(/** @type {PipeType} */ (what));
    else this.#pickCell(Number(what));
  }

  /** @param {PipeType} type */
  #hold(type) {
    this.#held = this.#held === type || !this.#left(type) ? null : type;
    this.#draw();
    this.announce(this.#held ? this.tell("in_hand", {type: `pipe_${this.#held}`}) : this.tell("hand_empty"));
  }

  /** @param {number} cell */
  #pickCell(cell) {
    const held = this.#held;
    if (!this.#blocked(cell) && held && this.#left(held)) {
      this.cells[cell] = [held, 0];
      this.#held = this.#left(held) ? held : null;
      this.#draw();
    } else if (!this.#blocked(cell)) this.#turn(cell);
    this.announce(this.#cellWords(cell));
  }

  /** @param {number} cell */
  #turn(cell) {
    const piece = this.cells[cell];
    if (!piece) return;
    this.cells[cell] = [piece[0], (piece[1] + 1) % 4];
    this.#draw();
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const spot = this.path.spot ?? "";
    const letter = event.code.startsWith("Key") ? event.code[3] : ""; // the key's place, whatever its alphabet
    const cell = Number(spot.slice(5));
    if (!this.live || !spot.startsWith("cell:") || this.#blocked(cell)) return;
    const type = TYPES.find((known) => known === letter);
    if (type && this.cells[cell]?.[0] !== type && !this.#left(type)) {
      this.announce(this.tell("shelf", {type: `pipe_${type}`, n: 0}));
      return;
    }
    if (type) this.cells[cell] = [type, 0];
    else if (letter === "R" && this.cells[cell]) this.#turn(cell);
    else if (["Delete", "Backspace"].includes(event.key)) this.cells[cell] = null;
    else return;
    event.preventDefault();
    this.#draw();
    this.announce(this.#cellWords(cell));
  }

  #back() {
    if (!this.#held) return;
    this.#held = null;
    this.#draw();
  }
}
