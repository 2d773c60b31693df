// @ts-check
/* The puzzle desk: opening, the four kinds, checking an answer and giving up. */

import {ask, calm, el} from "/static/house/kit.js";
import {desk as blocks} from "./blocks.js";
import {desk as pipes} from "./pipes.js";
import {desk as tangram} from "./tangram.js";
import {desk as weights} from "./weights.js";

/** @import {Board} from "/static/house/kit.js" */
/** @import {Frame, Params} from "/static/house/types.js" */
/** @import {Desk, DeskTexts, MakeDesk, Mine, Puzzle, View} from "./types.js" */

const PIECES = ".lit.tan, .lit .weight, .lit .pipe-piece, .cube, .shelf-block.lit";
/** @type {Record<string, MakeDesk>} */
const KINDS = {weights, tangram, pipes, blocks};

/** JSON as the log wants it: keys sorted, no spaces.
 * @param {unknown} value @returns {string} */
export function canonical(value) {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  const fields = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${fields.map(([key, field]) => `${JSON.stringify(key)}:${canonical(field)}`).join(",")}}`;
}

/** The puzzle with an answer lying on it, for looking at.
 * @param {HTMLElement} root @param {Puzzle} puzzle @param {unknown} said @param {DeskTexts} texts */
export function puzzlePicture(root, puzzle, said, texts) {
  return KINDS[puzzle.kind](root, {data: puzzle.data, said, texts, announce() {}, live: false});
}

/** @param {number} ms */
export function seconds(ms) {
  const tenths = Math.floor(ms / 100);
  return `${Math.floor(tenths / 600)}:${String(Math.floor(tenths / 10) % 60).padStart(2, "0")}.${tenths % 10}`;
}

/** @param {HTMLElement} root @param {Board<View, DeskTexts>} board */
export const puzzleDesk = (root, board) => new PuzzleDesk(root, board);

class PuzzleDesk {
  /** @type {Desk | null} */
  #mounted = null;
  /** What is drawn: a cover or a puzzle, and whether it can be touched. @type {string | null} */
  #shown = null;
  #tries = 0;
  /** The answer that the verdict is about. @type {string | null} */
  #judged = null;
  /** What lay on the desk when a puzzle was put away, by its id. @type {Map<string, unknown>} */
  #kept = new Map();
  /** @type {number | null} */
  #decision = null;

  /** @param {HTMLElement} root @param {Board<View, DeskTexts>} board */
  constructor(root, board) {
    this.root = root;
    this.board = board;
    this.head = el("header", {class: "desk-head"});
    this.body = el("div", {class: "desk-body"});
    this.verdict = el("p", {class: "desk-verdict", role: "status"});
    this.foot = el("div", {class: "desk-foot"});
    root.append(this.head, this.body, this.verdict, this.foot);
    // A finger on a piece moves the piece, not the page: touch-action of SVG groups is not heeded everywhere.
    const hold = (/** @type {Event} */ event) => {
      if (event.target instanceof Element && event.target.closest(PIECES)) event.preventDefault();
    };
    this.body.addEventListener("touchmove", hold, {passive: false});
    this.watch = new MutationObserver(() => this.#changed());
    this.watch.observe(this.body, {subtree: true, childList: true, attributes: true});
  }

  /** @param {Frame<View>} frame @returns {boolean} whether there is something on the desk */
  update({view, decision, eye}) {
    this.#decision = decision;
    const {mine} = view;
    const own = view.desks[eye ?? -1] ?? {kind: null, tile: null, opened: null, done: false};
    const kind = mine?.puzzle?.kind ?? own.kind;
    const solving = view.phase === "solve" && mine !== null && Boolean(kind);
    if (!solving) this.#tries = 0;
    if (!solving || !mine || !kind || (!mine.puzzle && own.done)) {
      this.#clear();
      this.#shown = null;
      return false;
    }
    if (mine.puzzle) this.#drawPuzzle(mine.puzzle, mine, decision !== null && !own.done);
    else this.#drawCover(kind);
    this.#judge(mine, own.done);
    return true;
  }

  destroy() {
    this.watch.disconnect();
    this.#clear();
  }

  /** @param {string} key @param {Params} [params] */
  tell(key, params = {}) {
    return this.board.tell(key, params);
  }

  #answer() {
    return canonical(this.#mounted?.answer() ?? null);
  }

  #clear() {
    if (this.#mounted && this.#shown) this.#kept.set(this.#shown.split("/")[0], this.#mounted.answer());
    this.#mounted?.destroy();
    this.#mounted = null;
    this.body.replaceChildren();
  }

  /** A verdict stands until the answer is another one. */
  #changed() {
    const wrong = this.verdict.classList.contains("wrong");
    if (this.#mounted && wrong && this.#answer() !== this.#judged) this.#pronounce("", "");
  }

  /* -- drawing -- */

  /** @param {string} kind @param {Puzzle | null} puzzle */
  #heading(kind, puzzle) {
    const hinted = puzzle && this.#decision !== null;
    this.head.replaceChildren(
      el("h2", {}, this.tell(`kinds.${kind}`)),
      puzzle ? this.#level(puzzle.level) : "",
      el("p", {class: "desk-task", text: this.#taskOf(kind, puzzle)}),
      hinted ? el("p", {class: "desk-hint", text: this.tell(`hints.${kind}`)}) : "",
    );
  }

  /** @param {number} level */
  #level(level) {
    const words = this.tell("level", {n: level});
    const dots = "●".repeat(level) + "○".repeat(3 - level);
    return el("span", {class: "desk-level", "aria-label": words, title: words, role: "img"}, dots);
  }

  /** @param {string} kind @param {Puzzle | null} puzzle */
  #taskOf(kind, puzzle) {
    if (!puzzle) return this.tell("waiting_task");
    return kind === "weights" ? this.tell("tasks.weights", {n: puzzle.data.use ?? 0}) : this.tell(`tasks.${kind}`);
  }

  /** @param {string} act @param {string} kind @param {string} key @param {() => void} onclick */
  #button(act, kind, key, onclick) {
    return el("button", {class: `button ${kind}`, type: "button", text: this.tell(key), data: {act}, onclick});
  }

  /** @param {string} kind */
  #drawCover(kind) {
    const name = `cover/${kind}/${this.#decision !== null}`;
    if (this.#shown === name) return; // a button that is being tapped stays
    this.#clear();
    this.#shown = name;
    this.#heading(kind, null);
    this.#pronounce("", "");
    const open = this.#button("open", "primary big", "open", () => this.#post("O"));
    this.body.append(el("div", {class: `desk-cover ${kind}`}, el("p", {text: this.tell("cover")}), open));
    this.#drawFoot(false);
  }

  /** @param {Puzzle} puzzle @param {Mine} mine @param {boolean} live */
  #drawPuzzle(puzzle, mine, live) {
    const name = `${puzzle.id}/${live}`;
    if (this.#shown === name) return;
    this.#clear();
    this.#shown = name;
    this.#judged = null;
    this.#heading(puzzle.kind, puzzle);
    const said = this.#kept.get(puzzle.id) ?? (mine.said ? JSON.parse(mine.said) : null);
    const {texts, announce} = this.board;
    this.#mounted = KINDS[puzzle.kind](this.body, {data: puzzle.data, said, texts, announce, live});
    this.#drawFoot(live);
  }

  /** @param {boolean} live */
  #drawFoot(live) {
    this.foot.replaceChildren();
    if (this.#decision === null) return;
    if (live) {
      this.foot.append(
        this.#button("check", "primary big", "check", () => this.#check()),
        this.#button("reset", "", "start_over", () => this.#startOver()),
      );
    }
    this.foot.append(this.#button("give-up", "quiet", "give_up", () => this.#giveUp()));
  }

  drawBusy() {
    this.root.classList.toggle("busy", this.board.sent);
  }

  /* -- answering -- */

  #startOver() {
    this.#mounted?.reset();
    this.board.announce(this.tell("cleared"));
  }

  #check() {
    if (!this.#mounted) return;
    this.#judged = this.#answer();
    this.#post(`A:${this.#judged}`);
  }

  async #giveUp() {
    const sure = await ask({
      title: this.tell("give_up_title"),
      text: this.tell("give_up_text"),
      options: [{value: "G", label: this.tell("give_up"), kind: "danger"}],
      cancel: this.tell("take_back"),
    });
    if (sure === "G") this.#post("G");
  }

  /** A refusal stands where a verdict would.
   * @param {string} move */
  async #post(move) {
    if (!this.board.open || (await this.board.submit(move))) return;
    if (this.#mounted) this.#judged = this.#answer();
    this.#pronounce(this.board.trouble, "wrong");
  }

  /* -- the verdict -- */

  /** @param {string} text @param {string} kind */
  #pronounce(text, kind) {
    this.verdict.textContent = text;
    this.verdict.className = `desk-verdict ${kind}`;
  }

  /** @param {Mine} mine @param {boolean} done */
  #judge(mine, done) {
    if (typeof mine.elapsed === "number") this.#pronounce(this.tell("solved", {time: seconds(mine.elapsed)}), "right");
    else if (done) this.#pronounce(this.tell("not_solved"), "");
    else if (!mine.fault) this.#pronounce("", "");
    else if (mine.tries !== this.#tries) this.#blame(mine.fault, mine.tries ?? 0);
    this.#tries = mine.tries ?? 0;
  }

  /** @param {string} fault @param {number} tries */
  #blame(fault, tries) {
    this.#judged ??= this.#answer();
    this.#pronounce(`${this.tell("wrong")} ${this.tell(`faults.${fault}`)} ${this.tell("tries", {n: tries})}`, "wrong");
    const shake = [{transform: "translateX(-6px)"}, {transform: "translateX(6px)"}, {transform: "none"}];
    this.verdict.animate?.(shake, {duration: calm() ? 0 : 180});
  }
}
