// @ts-check
/* Enigma's board: score track and sand, the four piles, the conduit table and the puzzle desk. */

import {ask, Board, el, marks, number} from "/static/house/kit.js";
import {puzzleDesk, puzzlePicture} from "./desk.js";
import {ending} from "./ending.js";
import {personRow, pileButton, resultRow, resultWords, trackSteps} from "./parts.js";
import {clock, sand} from "./sand.js";
import {table} from "./table.js";

/** @import {Frame, Mount, MountOptions, Mounted, Params} from "/static/house/types.js" */
/** @import {DeskTexts, Figure, Result, View} from "./types.js" */

const KINDS = ["weights", "tangram", "pipes", "blocks"];
const MOST_ABOVE = 0.18; // so much of the window may lie above the puzzle

/** @extends {Board<View, DeskTexts>} */
class EnigmaBoard extends Board {
  clock = true; // the sand is drawn here
  summed = ending;
  /** @type {"desk" | "table"} */
  #shown = "table";
  #chosenByHand = false;
  #fit = () => this.fit();

  /** @param {HTMLElement} root @param {MountOptions<View, DeskTexts>} options */
  constructor(root, options) {
    super(root, options, "enigma");
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
    this.box.dir = "ltr";
    this.box.append(this.screen, this.piles, this.tableBox, this.people, this.past);
    this.walked = this.tableBox; // a puzzle has a walk of its own
    this.glass = sand(this.clockBox);
    this.conduits = table(this.tableBox, this);
    this.desk = puzzleDesk(this.deskBox, this);
    addEventListener("resize", this.#fit);
  }

  /** @param {Frame<View> | null} before */
  changed(before) {
    const fromPile = this.piles.contains(document.activeElement);
    this.box.dataset.phase = this.frame.view.phase;
    this.track.replaceChildren(...trackSteps(this.drawing));
    const hasDesk = this.desk.update(this.frame);
    this.#drawTabs(hasDesk);
    const motion = this.conduits.update(before);
    this.draw();
    if (fromPile && hasDesk) this.#openButton?.focus({preventScroll: true});
    this.#drawSand();
    this.#drawPeople();
    this.#drawPast();
    this.play(motion);
  }

  /** What changes with each pick and answer. */
  draw() {
    this.#drawPiles();
    this.#drawLine();
    this.desk.drawBusy();
    this.conduits.drawBar();
  }

  destroy() {
    removeEventListener("resize", this.#fit);
    this.glass.stop();
    this.conduits.destroy();
    this.desk.destroy();
    super.destroy();
  }

  /** The desk's verdict is read out by itself.
   * @param {string} why */
  warn(why) {
    if (this.deskBox.hidden) super.warn(why);
  }

  /** @param {string} spot */
  pick(spot) {
    const [kind, what] = spot.split(":");
    if (kind === "pile") this.offer(`C:${what}`);
    else this.conduits.pick(spot);
  }

  back() {
    this.conduits.back();
    this.draw();
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    this.conduits.key(event);
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
    if (view.phase !== "solve" || this.over) {
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
      marked: move === this.pending,
      help: this.words.confirm_help ?? "",
      pick: (element, event) => this.choose(`pile:${kind}`, element, event),
    });
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
    this.past.open = open || past.some((result) => result.broken_off);
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
    const onDesk = !this.deskBox.hidden; // what goes wrong there stands there
    this.line.textContent = onDesk ? this.prompted() : this.prompting();
    this.line.classList.toggle("trouble", !onDesk && Boolean(this.trouble));
    this.line.classList.toggle("yours", this.frame.decision !== null);
  }

  prompted() {
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
    const phase = this.over ? "over" : this.frame.view.phase;
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

/** The table in a picture of the rules. @extends {Board<View, DeskTexts>} */
class TableFigure extends Board {
  /** @param {HTMLElement} root @param {MountOptions<View, DeskTexts>} options */
  constructor(root, options) {
    super(root, options, "enigma figure");
    this.box.dir = "ltr";
    this.conduits = table(this.box, this);
  }

  /** @param {Frame<View> | null} before */
  changed(before) {
    this.conduits.update(before);
  }

  destroy() {
    this.conduits.destroy();
    super.destroy();
  }
}

/** A puzzle in a picture of the rules.
 * @param {HTMLElement} root @param {Figure} figure @param {DeskTexts} texts @returns {Mounted<View>} */
function mountPuzzle(root, {puzzle, said}, texts) {
  const plain = el("div", {class: "enigma figure", dir: "ltr"});
  root.append(plain);
  const drawn = puzzle ? puzzlePicture(plain, puzzle, said ? JSON.parse(said) : null, texts) : null;
  return {
    update() {},
    destroy() {
      drawn?.destroy();
      plain.remove();
    },
  };
}

/** @type {Mount<View, DeskTexts>} */
export function mount(root, options) {
  marks();
  const {view} = options.frame;
  if (view.figure === "puzzle") return mountPuzzle(root, view, options.texts);
  return view.figure ? new TableFigure(root, options).start() : new EnigmaBoard(root, options).start();
}
