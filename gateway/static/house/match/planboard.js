// @ts-check
/* The private board of a plan: a dialog in which one moves for both sides. Nothing of it is sent before it is left. */

import {el} from "../kit/elements.js";
import {isolate, number} from "../kit/words.js";
import {post} from "../post.js";
import {confirmWish} from "./confirming.js";
import {against, answered, withLine} from "./lines.js";
import {api, card, lang, mySeat, seats, tell, texts, words} from "./page.js";

/** @import {Frame, Mount, Mounted, Problem, Receipt} from "../types.js" */
/** @import {Ply} from "./lines.js" */

export class PlanBoard {
  /** @type {Ply[][]} */
  lines;
  /** @type {Ply[]} */
  #line = [];
  /** @type {Mounted | null} */
  #board = null;
  /** @type {Frame | null} */
  #frame = null;
  #decision = 0; // rises with every frame: the board tells questions apart by it
  #save;
  #told = el("p", {class: "prompt", role: "status"});
  #trouble = el("p", {class: "error small", role: "alert"});
  #root = el("div", {class: "plan-board"});
  #moves = el("p", {class: "small line-now"});
  #list = el("ul", {class: "plan-lines", "aria-label": tell("plan_lines")});
  #dialog;

  /** @param {Ply[][]} lines @param {(lines: Ply[][]) => Promise<void>} save */
  constructor(lines, save) {
    this.lines = lines;
    this.#save = save;
    const button = (/** @type {string} */ key, /** @type {() => void} */ act, kind = "") =>
      el("button", {class: `button small ${kind}`, type: "button", text: tell(key), data: {plan: key}, onclick: act});
    this.#dialog = el(
      "dialog",
      {class: "plan", "aria-label": tell("plan_title")},
      el("h2", {text: tell("plan_title")}),
      this.#told,
      this.#root,
      el("h3", {text: tell("plan_lines")}),
      this.#list,
      el(
        "div",
        {class: "plan-acts"},
        this.#trouble,
        this.#moves,
        el(
          "div",
          {class: "row"},
          button("plan_back", () => this.#to(this.#line.slice(0, -1))),
          button("plan_start", () => this.#to([])),
          button("plan_keep", () => this.#keep()),
          button("plan_save", () => this.#leave(), "primary"),
          button("plan_close", () => this.#dialog.close(), "quiet"),
        ),
      ),
    );
  }

  async open() {
    document.body.append(this.#dialog);
    this.#dialog.addEventListener("close", () => {
      this.#board?.destroy();
      this.#dialog.remove();
    });
    this.#dialog.showModal();
    this.#drawLines();
    await this.#to([]);
  }

  /** The position after a line, asked of the house: the page knows no rules.
   * @param {Ply[]} line */
  async #to(line) {
    try {
      const imagined = await post(api("/plan/try"), {line});
      this.#line = line;
      this.#decision += 1;
      const decision = imagined.decision === null ? null : this.#decision;
      this.#frame = {...imagined, match: card.id, deadline: null, fingerprint: "", decision};
      this.#trouble.textContent = "";
      await this.#draw();
    } catch (problem) {
      this.#trouble.textContent = /** @type {Problem} */ (problem).detail || tell("not_done");
      throw problem;
    }
  }

  async #draw() {
    const frame = /** @type {Frame} */ (this.#frame);
    if (this.#board) this.#board.update(frame, {hurry: true});
    else {
      /** @type {{mount: Mount}} */
      const {mount} = await import(`/shelf/${card.game}/board.js`);
      const send = (/** @type {string} */ move) => this.#played(move);
      this.#board = mount(this.#root, {frame, texts, send, seats, lang, words: words.board, confirm: confirmWish});
    }
    const [mover] = frame.to_act;
    if (mover === undefined) this.#told.textContent = tell("plan_over");
    else this.#told.textContent = mover === mySeat ? tell("plan_for_you") : tell("plan_for_other", {seat: mover});
    this.#moves.textContent = this.#line.length ? `${tell("plan_now")}: ${spelled(this.#line)}` : "";
  }

  /** @param {string} move @returns {Promise<Receipt>} */
  async #played(move) {
    const [mover] = this.#frame?.to_act ?? [];
    await this.#to([...this.#line, [mover ?? 0, move]]);
    return {seq: this.#frame?.seq ?? 0};
  }

  /** @returns {boolean} whether the line is among the lines now */
  #keep() {
    const why = against(this.lines, this.#line, /** @type {number} */ (mySeat));
    this.#trouble.textContent = why ? tell(why) : "";
    if (why) return false;
    this.lines = withLine(this.lines, answered(this.#line, /** @type {number} */ (mySeat)));
    this.#drawLines();
    return true;
  }

  async #leave() {
    const seat = /** @type {number} */ (mySeat);
    const played = answered(this.#line, seat);
    if (played.length && !this.#keep()) return;
    if (!this.lines.length) {
      this.#trouble.textContent = tell("plan_empty");
      return;
    }
    try {
      await this.#save(this.lines);
      this.#dialog.close();
    } catch (problem) {
      this.#trouble.textContent = /** @type {Problem} */ (problem).detail || tell("not_done");
    }
  }

  #drawLines() {
    const rows = this.lines.map((line, n) => {
      const label = tell("plan_remove", {number: n + 1});
      const remove = el("button", {class: "button icon small", type: "button", text: "×", "aria-label": label});
      remove.addEventListener("click", () => {
        this.lines = this.lines.filter((other) => other !== line);
        this.#drawLines();
      });
      const go = el("button", {class: "link", type: "button", text: `${number(n + 1)}. ${spelled(line)}`});
      go.addEventListener("click", () => this.#to(line).catch(() => {}));
      return el("li", {}, go, remove);
    });
    if (!rows.length) rows.push(el("li", {class: "muted small", text: tell("plan_empty")}));
    this.#list.replaceChildren(...rows);
  }
}

/** @param {Ply[]} line */
export const spelled = (line) => line.map(([, text]) => isolate(text)).join(" · ");
