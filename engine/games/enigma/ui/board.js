// @ts-check
/* Enigma's board: score track and sand, the four piles, the conduit table and the puzzle desk. */

import {Answers, ask, el, marks, number, say} from "/static/house/kit.js";
import {puzzleDesk, puzzlePicture} from "./desk.js";
import {ending} from "./ending.js";
import {personRow, pileButton, resultRow, resultWords, trackSteps} from "./parts.js";
import {clock, sand} from "./sand.js";
import {table} from "./table.js";

/** @import {Frame, Mount, MountOptions, Mounted, Params, Problem, Shown} from "/static/house/types.js" */
/** @import {DeskTexts, Figure, Result, View} from "./types.js" */

const KINDS = ["weights", "tangram", "pipes", "blocks"];
const MOST_WAITING = 2; // frames that wait for a motion; with more it is skipped
const MOST_ABOVE = 0.18; // so much of the window may lie above the puzzle

/** As much of a frame as a figure leaves out.
 * @param {Shown<View>} given @returns {Frame<View>} */
function whole(given) {
  const nothing = {match: "", seq: 0, eye: null, game: "enigma", decision: null, moves: null, to_act: [], scores: []};
  return {...nothing, winners: null, reason: null, deadline: null, fingerprint: "", ...given};
}

/** @implements {Mounted<View>} */
class EnigmaBoard {
  clock = true; // the sand is drawn here
  /** @type {Frame<View>} */
  frame;
  /** @type {"desk" | "table"} */
  #shown = "table";
  #chosenByHand = false;
  /** The pile that waits for a second tap. @type {string | null} */
  #marked = null;
  #touched = false;
  /** The motion that is on the table. @type {Promise<void> | null} */
  #moving = null;
  /** @type {Shown<View>[]} */
  #waiting = [];
  #fit = () => this.fit();

  /** @param {HTMLElement} root @param {MountOptions<View, DeskTexts>} options */
  constructor(root, {frame, texts, send, announce = () => {}, seats = [], lang, words = {}, confirm = () => "touch"}) {
    this.frame = whole(frame);
    this.texts = texts;
    this.announce = announce;
    this.seats = seats;
    this.lang = lang;
    this.words = words;
    this.confirm = confirm;
    this.answers = new Answers(send);
    this.track = el("ol", {class: "track", "aria-label": this.tell("track")});
    this.clockBox = el("div", {class: "clock-box"});
    this.line = el("p", {class: "phase-line", dir: "auto"});
    this.piles = el("div", {class: "piles", role: "group", "aria-label": this.tell("piles")});
    this.tabs = el("div", {class: "tabs", role: "tablist", "aria-label": this.tell("tabs")});
    this.deskBox = el("section", {class: "pane desk-pane", "aria-label": this.tell("desk")});
    this.tableBox = el("section", {class: "pane table-pane", "aria-label": this.tell("table")});
    this.people = el("ul", {class: "people", "aria-label": this.tell("people")});
    this.past = el("details", {class: "results"});
    const strip = el("div", {class: "top-strip"}, this.track, this.clockBox);
    /** What the phase asks for, on one screen. */
    this.screen = el("div", {class: "screen"}, strip, this.line, this.tabs, this.deskBox);
    this.box = el("div", {class: "enigma", dir: "ltr"}, this.screen, this.piles, this.tableBox, this.people, this.past);
    this.box.addEventListener("pointerdown", (event) => {
      this.#touched = event.pointerType === "touch";
    });
    root.append(this.box);
    const shared = {texts, seats, answers: this.answers, announce};
    this.glass = sand(this.clockBox);
    this.conduits = table(this.tableBox, shared);
    this.desk = puzzleDesk(this.deskBox, shared);
    addEventListener("resize", this.#fit);
    this.update(frame);
  }

  /** Each frame is seen before the next one: what comes while a tile is laid waits for it.
   * @param {Shown<View>} next @param {{hurry?: boolean}} [options] hurry: at once, whatever is moving */
  update(next, {hurry = false} = {}) {
    if (this.#moving && !hurry && this.#waiting.length < MOST_WAITING) {
      this.#waiting.push(next);
      return;
    }
    this.#waiting = [];
    const motion = this.#apply(next);
    if (!motion || hurry) return;
    const moving = motion.then(() => {
      if (this.#moving === moving) this.#goOn();
    });
    this.#moving = moving;
  }

  /** The motion is over: what has waited is shown. */
  #goOn() {
    this.#moving = null;
    for (const next of this.#waiting.splice(0)) this.update(next);
  }

  /** @param {() => void} act */
  whenStill(act) {
    if (this.#moving) this.#moving.then(act);
    else act();
  }

  /** @param {Shown<View>} next @returns {Promise<unknown> | null} the motion that it began */
  #apply(next) {
    const fromPile = this.piles.contains(document.activeElement);
    if ((next.decision ?? null) !== this.frame.decision) this.#marked = null;
    this.frame = whole(next);
    this.box.dataset.phase = this.frame.view.phase;
    this.track.replaceChildren(...trackSteps(this.drawing));
    this.#drawPiles();
    this.#drawLine();
    const hasDesk = this.desk.update(this.frame);
    this.#drawTabs(hasDesk);
    if (fromPile && hasDesk) this.#openButton?.focus({preventScroll: true});
    const motion = this.conduits.update(this.frame);
    this.#drawSand();
    this.#drawPeople();
    this.#drawPast();
    return motion;
  }

  destroy() {
    removeEventListener("resize", this.#fit);
    this.glass.stop();
    this.conduits.destroy();
    this.desk.destroy();
    this.box.remove();
  }

  /** @param {Frame<View>} over */
  endingOf(over) {
    return ending(over, (key, params) => say(this.texts, `ends.${key}`, params, this.seats));
  }

  /** @param {string} key @param {Params} [params] */
  tell(key, params = {}) {
    return say(this.texts, `board.${key}`, params, this.seats);
  }

  /** What the parts are drawn with. */
  get drawing() {
    const tell = (/** @type {string} */ key, /** @type {Params | undefined} */ params) => this.tell(key, params);
    return {view: this.frame.view, texts: this.texts, tell};
  }

  /** The desk of whoever looks; none for the gallery. */
  get #own() {
    return this.frame.view.desks[this.frame.eye ?? -1];
  }

  /** @returns {HTMLElement | null} */
  get #openButton() {
    return this.deskBox.querySelector('[data-act="open"]');
  }

  /* -- sand -- */

  #drawSand() {
    const {view, deadline} = this.frame;
    if (view.phase !== "solve") {
      this.glass.set(null);
      return;
    }
    const [own, cap] = [this.#own, view.cap_ms];
    const [span, turned] = [Math.min(cap, view.limit ?? cap), view.limit !== null];
    if (own && own.opened === null && !own.done) {
      const label = turned ? this.tell("sand_waits", {time: clock(span)}) : this.tell("sand_full", {time: clock(cap)});
      this.glass.set({until: null, span, label});
      return;
    }
    // The match's start on the house's clock, by the deadline that the frame gives in both ways.
    const due = deadline === null || view.due === null ? null : Date.parse(deadline);
    const opened = own && !own.done ? own.opened : null;
    const until = due === null || opened === null ? due : due - (view.due ?? 0) + opened + span;
    const label = this.tell(turned ? "sand_runs" : "sand_cap");
    this.glass.set({until, span: turned ? view.sand_ms + view.grace_ms : cap, label});
  }

  /* -- piles -- */

  #drawPiles() {
    const {activeElement: focused} = document;
    const held = focused instanceof HTMLElement && this.piles.contains(focused) ? focused.dataset.kind : null;
    this.piles.replaceChildren(...KINDS.map((kind) => this.#drawPile(kind)));
    /** @type {HTMLElement | null} */
    const again = held ? this.piles.querySelector(`[data-kind="${held}"]`) : null;
    again?.focus({preventScroll: true});
  }

  /** @param {string} kind */
  #drawPile(kind) {
    const move = `C:${kind}`;
    const {decision, moves} = this.frame;
    return pileButton(this.drawing, kind, {
      can: decision !== null && (moves ?? []).includes(move),
      marked: kind === this.#marked,
      help: this.words.confirm_help ?? "",
      pick: (byPointer) => this.#pick(kind, move, byPointer && this.#touched),
    });
  }

  /** Taken at once, or by a second tap where the reader wants that.
   * @param {string} kind @param {string} move @param {boolean} byTouch */
  #pick(kind, move, byTouch) {
    const wish = this.confirm();
    if (kind === this.#marked || (wish !== "always" && !(wish === "touch" && byTouch))) {
      this.#choose(move);
      return;
    }
    this.#marked = kind;
    this.#drawPiles();
    this.#drawLine();
    this.announce(this.words.confirm_help ?? "");
  }

  /** @param {string} move */
  async #choose(move) {
    const {decision} = this.frame;
    if (this.answers.sent(decision)) return;
    try {
      await this.answers.send(decision, move);
    } catch (error) {
      this.announce(/** @type {Problem} */ (error)?.detail ?? String(error));
    }
  }

  /* -- people and results -- */

  #drawPeople() {
    const {view, to_act: acting} = this.frame;
    const rows = view.desks.map((_, seat) => {
      const name = this.seats[seat]?.name ?? number(seat + 1);
      return personRow(this.drawing, seat, {name, acting: acting.includes(seat)});
    });
    this.people.replaceChildren(...rows);
  }

  #drawPast() {
    const {past} = this.frame.view;
    this.past.hidden = !past.length;
    if (!past.length) return;
    const {open} = this.past;
    const {tell} = this.drawing;
    const rows = past.map((result) => resultRow(result, tell, () => this.#showAnswer(result)));
    this.past.replaceChildren(el("summary", {text: this.tell("past")}), el("ul", {}, rows));
    this.past.open = open;
  }

  /** @param {Result} result */
  #showAnswer(result) {
    if (!result.puzzle) return;
    const picture = el("div", {class: "enigma past-picture", dir: "ltr"});
    const answer = result.answer ? JSON.parse(result.answer) : null;
    const drawn = puzzlePicture(picture, result.puzzle, answer, this.texts);
    const title = resultWords(result, this.drawing.tell);
    ask({title, options: [], cancel: this.tell("close")}).then(() => drawn.destroy());
    document.querySelector("dialog.choice[open]")?.querySelector(".options")?.before(picture);
  }

  /* -- phases -- */

  #drawLine() {
    this.line.textContent = this.#marked === null ? this.#phaseWords() : (this.words.confirm_help ?? "");
    this.line.classList.toggle("yours", this.frame.decision !== null);
  }

  #phaseWords() {
    const {view, decision, to_act: acting} = this.frame;
    const mine = decision !== null;
    if (view.phase === "over") return this.texts.reasons[view.reason ?? ""] ?? "";
    if (view.phase === "choose")
      return mine ? this.tell("choose_you") : this.tell("choose_other", {seat: acting[0] ?? 0});
    if (view.phase === "lay") return mine ? this.tell("lay_you") : this.tell("lay_other", {seat: view.queue[0] ?? 0});
    const own = this.#own;
    if (!own) return this.tell("solve_gallery");
    return this.tell(own.done ? "solve_done" : own.opened === null ? "solve_open" : "solve_you");
  }

  /** @param {boolean} hasDesk */
  #drawTabs(hasDesk) {
    if (!hasDesk) this.#chosenByHand = false;
    this.#show(hasDesk && this.#chosenByHand ? this.#shown : hasDesk ? "desk" : "table");
    this.tabs.hidden = !hasDesk;
    if (hasDesk) this.tabs.replaceChildren(this.#tab("desk"), this.#tab("table"));
  }

  /** @param {"desk" | "table"} name */
  #tab(name) {
    const choose = () => {
      this.#chosenByHand = true;
      this.#shown = name;
      this.#drawTabs(true);
    };
    const chosen = {"aria-selected": String(this.#shown === name), data: {tab: name}, onclick: choose};
    return el("button", {class: "tab", type: "button", role: "tab", text: this.tell(`tab_${name}`), ...chosen});
  }

  /** @param {"desk" | "table"} name */
  #show(name) {
    this.#shown = name;
    this.deskBox.hidden = name !== "desk";
    this.tableBox.hidden = name !== "table";
    this.fit();
  }

  /** While one's own puzzle lies on the desk, it and all that works it fill the window, and the page docks nothing. */
  fit() {
    const {phase} = this.frame.view;
    const drawn = this.deskBox.querySelector(".desk-body svg") !== null;
    const solving = this.#shown === "desk" && phase === "solve" && drawn;
    const before = this.box.classList.contains("solving");
    this.box.classList.toggle("solving", solving);
    this.box.classList.toggle("whole-window", phase === "solve");
    if (!solving) return;
    const above = this.screen.getBoundingClientRect().top + scrollY;
    const low = above > innerHeight * MOST_ABOVE; // a phone: what is above it would take too much
    this.screen.style.setProperty("--above", `${low ? 0 : Math.round(above)}px`);
    if (!before) this.screen.scrollIntoView({block: low ? "start" : "nearest"});
  }
}

/** A picture in the rules: only the table, or only one puzzle.
 * @param {HTMLElement} root @param {MountOptions<View, DeskTexts>} options @param {Figure} figure
 * @returns {Mounted<View>} */
function mountFigure(root, {frame, texts, send, announce = () => {}, seats = []}, figure) {
  const plain = el("div", {class: "enigma figure", dir: "ltr"});
  root.append(plain);
  const drawn = figure.puzzle
    ? puzzlePicture(plain, figure.puzzle, figure.said ? JSON.parse(figure.said) : null, texts)
    : table(plain, {texts, seats, answers: new Answers(send), announce});
  if ("update" in drawn) drawn.update(whole(frame));
  return {
    update() {},
    destroy() {
      drawn.destroy();
      plain.remove();
    },
  };
}

/** @type {Mount<View, DeskTexts>} */
export function mount(root, options) {
  marks();
  const {view} = options.frame;
  return view.figure ? mountFigure(root, options, view) : new EnigmaBoard(root, options);
}
