// @ts-check
/* What every board does alike: holds a frame, knows whether an answer is open, sends it once, says why it was refused,
   asks for a second tap where the reader wants one, and shows frames one after the other. */

import {Answers} from "./answers.js";
import {el} from "./elements.js";
import {calm, Sequence} from "./motion.js";
import {Walk} from "./walk.js";
import {say, unmarkedNotation} from "./words.js";

/** @import {BoardWords, Ending, Frame, GameTexts, MountOptions, Params} from "../types.js" */
/** @import {Problem, Seat, Shown, Tell} from "../types.js" */
/** @import {Spot} from "./walk.js" */
/** @import {Step} from "./motion.js" */

const MOST_WAITING = 2; // frames that wait for a motion; with more the motions are skipped

/** As much of a frame as a figure leaves out.
 * @template V @param {Shown<V>} given @returns {Frame<V>} */
function whole(given) {
  const nothing = {match: "", seq: 0, eye: null, game: "", decision: null, moves: null, to_act: [], scores: []};
  return {...nothing, winners: null, reason: null, deadline: null, fingerprint: "", ...given};
}

/**
 * A board draws `this.frame` into `this.box` in draw(), turns picks into moves in pick(), and gives a complete move to
 * offer(). mount() of a game is `new ItsBoard(root, options).start()`.
 * @template V
 * @template {GameTexts} [T=GameTexts]
 */
export class Board {
  /** @type {Frame<V>} */
  frame;
  figure; // drawn on the rules page: nothing can be done
  /** What was said against the last move, until something else is picked. */
  trouble = "";
  /** A complete move that waits for a second tap. @type {string | null} */
  pending = null;
  /** Whether the last pick was made by keyboard. */
  byKey = false;
  /** @type {Walk} */
  path;
  #answers;
  #confirm;
  #touched = false;
  /** The spot that completed the pending move. @type {string | null} */
  #lastSpot = null;
  /** @type {Shown<V>[]} */
  #waiting = [];
  /** @type {Sequence | null} */
  #run = null;
  #gone = false;

  /** @param {HTMLElement} root @param {MountOptions<V, T>} options @param {string} name the class of its box */
  constructor(root, options, name) {
    const {frame, texts, send, announce = () => {}, seats = [], lang = "en", confirm = () => "touch"} = options;
    this.root = root;
    this.frame = whole(frame);
    this.figure = frame.to_act === undefined;
    this.texts = texts;
    this.announce = announce;
    /** @type {Seat[]} */
    this.seats = seats;
    this.lang = lang;
    /** @type {Partial<BoardWords>} */
    this.words = options.words ?? {};
    this.#answers = new Answers(send);
    this.#confirm = confirm;
    this.box = el("div", {class: name});
    /** The part of the box that the keyboard walks through. @type {HTMLElement} */
    this.walked = this.box;
    this.prompt = el("p", {class: "prompt"});
    this.buttonRow = el("div", {class: "choices"});
    /** Prompt and buttons. Its height is kept while they come and go. */
    this.talk = el("div", {class: "talk"}, this.prompt, this.buttonRow);
    this.path = /** @type {Walk} */ (/** @type {unknown} */ (null)); // made by start()
  }

  /** Puts the board into the page, once the game's own parts are made. */
  start() {
    this.root.append(this.box);
    this.box.addEventListener("pointerdown", (event) => {
      this.#touched = event.pointerType === "touch";
    });
    this.path = new Walk(this.walked, {
      pick: (spot, element, event) => this.choose(spot, element, event),
      back: () => this.#back(),
      key: (event) => this.key(event),
    });
    this.changed(null);
    return this;
  }

  /* -- what a game brings -- */

  /** Draws the frame with what is picked. */
  draw() {}

  /** What the reader is asked, or waits for. @returns {string} */
  prompted() {
    return "";
  }

  /** A spot was clicked, or Enter was pressed on it.
   * @param {string} _spot @param {Spot} _element @param {Event} _event */
  pick(_spot, _element, _event) {}

  /** Takes the last step back. */
  back() {}

  /** Takes all steps back. */
  forget() {}

  /** @param {KeyboardEvent} _event */
  key(_event) {}

  /** A frame has come; it is drawn, and what changed since `before` may be played.
   * @param {Frame<V> | null} _before */
  changed(_before) {
    this.draw();
  }

  /** A motion has ended and no frame waits. */
  rested() {}

  /** Says a refusal aloud. @param {string} why */
  warn(why) {
    this.announce(why);
  }

  /** How a finished match ended, and by what. @type {(frame: Frame<V>, tell: Tell) => Ending} */
  summed = () => ({how: "", parts: []});

  /* -- state -- */

  get over() {
    return this.frame.winners !== null;
  }

  /** The open question has been answered, and the answer has not been refused. */
  get sent() {
    return this.#answers.sent(this.frame.decision);
  }

  /** An answer can be given now. */
  get open() {
    return this.frame.decision !== null && !this.sent && !this.#waiting.length && !this.figure;
  }

  /** The moves that can be picked now; empty while nothing can be answered. */
  get moves() {
    return this.open ? (this.frame.moves ?? []) : [];
  }

  /** Something is moving. */
  get busy() {
    return this.#run !== null;
  }

  /** A sentence of the game's own board.
   * @param {string} key @param {Params} [params] */
  tell(key, params = {}) {
    const text = say(this.texts, `board.${key}`, params, this.seats);
    return this.lang === "fa" ? text : unmarkedNotation(text);
  }

  /** What went wrong, that a move waits for its second tap, or what is asked. */
  prompting() {
    return this.trouble || this.#held() || this.prompted();
  }

  /** Shows what is asked, or what went wrong, and the buttons to answer with.
   * @param {HTMLElement[]} [buttons] left out while a move waits for its second tap */
  drawPrompt(buttons = []) {
    this.talk.hidden = this.figure;
    this.prompt.textContent = this.figure ? "" : this.prompting();
    this.prompt.classList.toggle("trouble", Boolean(this.trouble));
    this.buttonRow.replaceChildren(...(this.pending === null ? buttons : this.confirmButtons()));
    this.box.classList.toggle("waiting", this.sent);
  }

  #held() {
    return this.pending === null ? "" : (this.words.confirm_help ?? "");
  }

  /** The two buttons of a move that waits for a second tap. */
  confirmButtons() {
    return [this.button("confirm", this.words.confirm ?? "", "primary"), this.backButton()];
  }

  backButton() {
    return this.button("back", this.words.back ?? "", "quiet");
  }

  /** A button that is walked to and picked like a place of the board.
   * @param {string} spot @param {string} text @param {string} [kind] */
  button(spot, text, kind = "") {
    return el("button", {class: `button lit ${kind}`, type: "button", data: {spot}}, text);
  }

  /* -- answering -- */

  /** A spot was clicked, or chosen by a key; picking what completed a waiting move sends it.
   * @param {string} spot @param {Spot} element @param {Event} event */
  choose(spot, element, event) {
    this.byKey = event.type === "keydown" || (event instanceof MouseEvent && event.detail === 0);
    this.#run?.skip();
    if (!this.open) return;
    this.trouble = "";
    const move = this.pending;
    const again = spot === "confirm" || spot === this.#lastSpot;
    this.pending = null;
    if (move !== null && again) this.submit(move);
    else {
      if (move !== null || spot === "back") this.back();
      if (spot !== "back") this.#pick(spot, element, event);
    }
  }

  /** @param {string} spot @param {Spot} element @param {Event} event */
  #pick(spot, element, event) {
    this.#lastSpot = spot;
    this.pick(spot, element, event);
  }

  #back() {
    if (this.#run) this.#run.skip();
    if (!this.open) return;
    this.trouble = "";
    this.pending = null;
    this.back();
  }

  /** A complete move: it is sent, or held for a second tap where the reader wants that.
   * @param {string} move */
  offer(move) {
    const wish = this.#confirm();
    if (wish === "always" || (wish === "touch" && this.#touched && !this.byKey)) {
      this.pending = move;
      this.#whenStill(() => this.draw());
      this.announce(this.#held());
    } else this.submit(move);
  }

  /** @param {string} move @returns {Promise<boolean>} whether it was taken */
  async submit(move) {
    const {decision} = this.frame;
    const answer = this.#answers.send(decision, move);
    this.trouble = "";
    this.pending = null;
    this.#whenStill(() => this.draw());
    try {
      await answer;
      return true;
    } catch (problem) {
      this.#refused(/** @type {Problem} */ (problem), decision);
      return false;
    }
  }

  /** @param {Problem} problem @param {number | null} decision */
  #refused(problem, decision) {
    this.warn(problem?.detail ?? "");
    if (this.#gone || this.frame.decision !== decision) return;
    this.trouble = problem?.detail ?? "";
    this.forget();
    this.#whenStill(() => this.draw());
  }

  /* -- frames: each is seen before the next one -- */

  /** @param {Shown<V>} next @param {{hurry?: boolean}} [options] hurry: at once, whatever is moving */
  update(next, {hurry = false} = {}) {
    this.#waiting.push(next);
    if (hurry || this.#waiting.length > MOST_WAITING) {
      this.#waiting = [next];
      this.#run?.skip();
    }
    if (!this.#run) this.#advance();
  }

  #advance() {
    const next = this.#waiting.shift();
    if (!next || this.#gone) return;
    const before = this.frame;
    this.frame = whole(next);
    this.figure = next.to_act === undefined;
    this.trouble = "";
    this.pending = null;
    if (this.frame.decision !== before.decision) this.forget();
    this.changed(before);
  }

  /** Plays steps one after the other; frames that come meanwhile wait.
   * @param {Step[]} steps @returns {boolean} whether anything moves */
  play(steps) {
    if (!steps.length || calm() || document.hidden) return false;
    this.#run?.skip();
    const run = new Sequence(steps);
    this.#run = run;
    run.done.then(() => {
      if (this.#run !== run || this.#gone) return;
      this.#run = null;
      if (this.#waiting.length) this.#advance();
      else this.rested();
    });
    return true;
  }

  /** @param {() => void} act */
  #whenStill(act) {
    if (!this.#run) act();
    else
      this.#run.done.then(() => {
        if (!this.#gone) act();
      });
  }

  /** Calls back once nothing moves and no frame waits.
   * @param {() => void} act */
  whenStill(act) {
    if (this.#gone) return;
    if (this.#run) this.#run.done.then(() => this.whenStill(act));
    else act();
  }

  /** What a finished match came to.
   * @param {Frame<V>} frame @returns {Ending} */
  endingOf(frame) {
    return this.summed(frame, this.tellEnd);
  }

  /** A sentence about the end. @type {Tell} */
  tellEnd = (key, params = {}) => {
    const text = say(this.texts, `ends.${key}`, params, this.seats);
    return this.lang === "fa" ? text : unmarkedNotation(text);
  };

  destroy() {
    this.#gone = true;
    this.#run?.skip();
    this.path.destroy();
    this.box.remove();
  }
}
