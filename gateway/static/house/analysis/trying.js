// @ts-check
/* Moves are tried out on the board of the page, from the step it shows, for all seats. Lines become a tree. */

import {plainDigits} from "../kit/keys.js";
import {isolate} from "../kit/words.js";
import {at, card, data, maybe, now, query, tell} from "../match/page.js";
import {announce, complain} from "../match/speaking.js";
import {tried} from "./asking.js";
import {Keeping} from "./keeping.js";
import {drawLuck} from "./luck.js";
import {addLine, nodeAt, walk} from "./tree.js";

/** @import {Frame, Problem, Receipt} from "../types.js" */
/** @import {Node, Ply} from "./tree.js" */

const MOST_OFFERED = 60;

/** @typedef {{show: (frame: Frame) => void, leave: () => void, here: () => number}} Around */

const say = (/** @type {string} */ key, params = {}) => tell(key, params, "analysis");
const field = () => /** @type {HTMLInputElement} */ (at("try-move"));
const button = (/** @type {string} */ id) => /** @type {HTMLButtonElement} */ (at(id));

export class Trying {
  /** The step that lines begin at; null: nothing is tried. @type {number | null} */
  #base = null;
  /** @type {Ply[]} */
  #line = [];
  /** @type {Node} */
  #tree = {children: []};
  /** The step that the tree belongs to. @type {number | null} */
  #root = null;
  #seed = "";
  /** @type {Frame | null} */
  #frame = null;
  #around;
  #keeping;

  /** @param {Around} around */
  constructor(around) {
    this.#around = around;
    this.#keeping = new Keeping({
      tree: () => this.#tree,
      seq: () => this.#root,
      node: () => nodeAt(this.#tree, this.#line),
      changed: () => this.#drawTree(),
    });
    const kept = data.analysis?.tree;
    if (!kept) return;
    this.#tree = kept.tree;
    this.#root = kept.seq ?? 0;
  }

  get active() {
    return this.#base !== null;
  }

  start() {
    at("try").hidden = false;
    button("try-begin").addEventListener("click", () => this.begin());
    button("try-back").addEventListener("click", () => this.#go(this.#line.slice(0, -1)));
    button("try-end").addEventListener("click", () => this.end());
    button("try-luck").addEventListener("click", () => this.#otherLuck());
    at("try-line").addEventListener("submit", (event) => this.#onSubmit(event));
    field().addEventListener("input", () => this.#complete());
    this.#keeping.start();
    this.#drawTree();
  }

  /** From the step on the board. @param {Ply[]} [line] */
  async begin(line = []) {
    const seq = this.#around.here();
    if (this.#root !== seq) {
      this.#tree = {children: []};
      this.#root = seq;
      this.#keeping.forget();
    }
    this.#base = seq;
    await this.#go(line);
  }

  /** Back to what was played. */
  end() {
    if (this.#base === null) return;
    this.#base = null;
    this.#line = [];
    this.#draw();
    this.#around.leave();
  }

  /** A move of whoever is to move. @param {string} move @returns {Promise<Receipt>} */
  async send(move) {
    const seat = this.#frame?.eye ?? 0;
    await this.#to([...this.#line, [seat, move]]);
    return {seq: this.#frame?.seq ?? 0};
  }

  /** @param {Ply[]} line */
  #go(line) {
    return this.#to(line).catch((problem) => complain(/** @type {Problem} */ (problem).detail || tell("not_done")));
  }

  /** @param {Ply[]} line */
  async #to(line) {
    const {over = false, position} = data.analysis ?? {};
    const body = position ? {game: card.game, position} : {match: card.id, seq: this.#base ?? 0};
    const guess = line.length ? (this.#frame?.to_act[0] ?? null) : (now.shown.to_act[0] ?? null);
    const start = {body, query, match: card.id, eyes: over && !position, seed: this.#seed};
    const {frame, mover, drawn, imagined} = await tried(start, line, guess);
    complain();
    this.#line = line;
    this.#frame = frame;
    addLine(this.#tree, line);
    button("try-luck").hidden = !drawn.length;
    const luck = drawLuck(drawn, line);
    const text = mover === null ? say("trying_over") : say("trying", {seat: mover});
    at("trying").textContent = imagined ? `${text} ${say("imagined")}` : text;
    this.#draw();
    this.#around.show(frame);
    announce(luck ? `${text} ${luck}` : text);
  }

  #draw() {
    const {active} = this;
    at("trying").hidden = !active;
    at("try-line").hidden = !active;
    at("try-end").hidden = !active;
    if (!active) for (const id of ["try-luck", "try-drawn"]) at(id).hidden = true;
    button("try-back").disabled = !this.#line.length;
    this.#complete();
    this.#drawTree();
    this.#keeping.draw();
  }

  #drawTree() {
    const rows = walk(this.#tree);
    at("tree").hidden = !rows.length;
    const maybeKeep = maybe("keep");
    if (maybeKeep) maybeKeep.hidden = !rows.length;
    at("tree").replaceChildren(listOf(this.#tree, [], (line) => this.#jump(line), JSON.stringify(this.#line)));
  }

  /** @param {Ply[]} line */
  #jump(line) {
    this.#base = this.#root;
    this.#go(line);
  }

  #otherLuck() {
    const bytes = crypto.getRandomValues(new Uint8Array(16));
    this.#seed = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
    this.#go(this.#line);
  }

  #complete() {
    const begun = plainDigits(field().value).trim().toLowerCase();
    const fit = (this.#frame?.moves ?? []).filter((move) => move.toLowerCase().startsWith(begun));
    const offered = this.active ? fit.slice(0, MOST_OFFERED) : [];
    at("try-moves").replaceChildren(
      ...offered.map((value) => Object.assign(document.createElement("option"), {value})),
    );
  }

  /** @param {Event} event */
  async #onSubmit(event) {
    event.preventDefault();
    const typed = plainDigits(field().value).trim();
    const {moves} = this.#frame ?? {};
    const move = moves?.find((listed) => listed.toLowerCase() === typed.toLowerCase()) ?? typed;
    at("try-told").textContent = "";
    if (!move) return;
    field().value = "";
    try {
      await this.send(move);
    } catch (problem) {
      at("try-told").textContent = /** @type {Problem} */ (problem).detail || tell("not_done");
      field().value ||= typed;
    }
  }
}

/** @param {Node} node @param {Ply[]} line @param {(line: Ply[]) => void} go @param {string} here
 * @returns {HTMLElement} */
function listOf(node, line, go, here) {
  const list = document.createElement("ul");
  for (const child of node.children) {
    /** @type {Ply[]} */
    const there = [...line, [child.seat ?? 0, child.move ?? ""]];
    const item = document.createElement("li");
    const link = document.createElement("button");
    Object.assign(link, {type: "button", className: "link notation", textContent: isolate(child.move ?? "")});
    if (JSON.stringify(there) === here) link.setAttribute("aria-current", "step");
    link.addEventListener("click", () => go(there));
    item.append(link);
    if (child.comment) item.append(Object.assign(document.createElement("span"), {textContent: ` ${child.comment}`}));
    if (child.children.length) item.append(listOf(child, there, go, here));
    list.append(item);
  }
  return list;
}
