// @ts-check
/* The computer's view: how far it is, the graph, the moves that gave something away, going through mistakes. */

import {el, svg} from "../kit/elements.js";
import {isolate} from "../kit/words.js";
import {api, at, data, maybe, seats, tell} from "../match/page.js";
import {announce} from "../match/speaking.js";
import {get} from "../post.js";
import {mistakesOf, percent, shareLines} from "./graph.js";

/** @import {Step} from "./graph.js" */

const AGAIN_MS = 1500;

/** @typedef {{status: string, done: number, of: number, bot: string, steps: Step[]}} View */
/**
 * @typedef {object} Board
 * @property {(seq: number) => Promise<unknown>} before to the position in which a move was made
 * @property {(seat: number, move: string) => Promise<unknown>} tryOut
 */

const say = (/** @type {string} */ key, params = {}) => tell(key, params, "analysis");
const whose = () => /** @type {HTMLSelectElement} */ (at("mistakes-of"));

export class Computer {
  /** @type {Step[]} */
  #steps = [];
  /** The mistake that is shown; -1: none yet. */
  #at = -1;
  #board;

  /** @param {Board} board */
  constructor(board) {
    this.#board = board;
  }

  start() {
    if (!maybe("computer")) return;
    this.#offerSeats();
    whose().addEventListener("change", () => this.#begin());
    at("mistake-on").addEventListener("click", () => this.go(1));
    at("mistake-back").addEventListener("click", () => this.go(-1));
    at("computer-marks").addEventListener("click", (event) => {
      const link = event.target instanceof Element && event.target.closest("button");
      if (link instanceof HTMLElement) this.#board.before(Number(link.dataset.seq));
    });
    this.#look();
  }

  #offerSeats() {
    const mine = data.analysis?.seat ?? null;
    const options = [{value: "", text: say("everybody")}];
    for (const [seat, holder] of seats.entries())
      options.push({value: String(seat), text: seat === mine ? say("me") : holder.name});
    whose().replaceChildren(...options.map(({value, text}) => el("option", {value, text})));
    whose().value = mine === null ? "" : String(mine);
  }

  async #look() {
    const answer = await get(api("/computer")).catch(() => null);
    /** @type {View | null} */
    const view = answer?.ok ? await answer.json() : null;
    if (view) this.#draw(view);
    if (view && (view.status === "waiting" || view.status === "running")) setTimeout(() => this.#look(), AGAIN_MS);
  }

  /** @param {View} view */
  #draw(view) {
    const {status, done, of} = view;
    const asked = status !== "none";
    at("computer-ask").hidden = asked;
    at("computer-about").hidden = asked;
    at("computer-progress").hidden = !asked;
    const bar = /** @type {HTMLProgressElement} */ (at("computer-done"));
    [bar.max, bar.value] = [Math.max(1, of), done];
    bar.hidden = status === "done";
    at("computer-told").textContent =
      status === "waiting" ? say("waiting") : say(status, {done, of, bot: data.analysis?.bots[view.bot] ?? view.bot});
    at("computer-view").hidden = status !== "done" || !view.steps.length;
    if (status !== "done") return;
    this.#steps = view.steps;
    this.#drawGraph();
    this.#drawMarks();
    this.#begin();
    at("computer").dataset.ready = "true";
  }

  #drawGraph() {
    const last = Math.max(1, this.#steps.length - 1);
    const lines = shareLines(this.#steps, seats.length);
    const marks = mistakesOf(this.#steps, null).map(({index, seat, mark, value, lost}) => {
      const share = (value - lost) / 1000;
      const high = seats.length === 2 && seat ? 1 - share : share;
      const place = {cx: (index / last) * 100, cy: 38 - high * 36, r: 1.2};
      return svg("circle", {...place, class: `mark ${mark} seat-${seat}`});
    });
    at("computer-graph").replaceChildren(
      svg("line", {x1: 0, x2: 100, y1: 20, y2: 20, class: "even"}),
      ...lines.map((points, seat) => svg("polyline", {points, class: `seat-${seat}`})),
      ...marks,
    );
  }

  #drawMarks() {
    const rows = mistakesOf(this.#steps, null).map(({index, seq, seat, mark, played}) => {
      const text = say("marked", {n: index + 1, seat, mark: say(mark ?? ""), played: isolate(played)});
      return el("li", {}, el("button", {type: "button", class: `link ${mark}`, text, data: {seq}}));
    });
    at("computer-marks").replaceChildren(...rows);
  }

  get #mistakes() {
    return mistakesOf(this.#steps, whose().value === "" ? null : Number(whose().value));
  }

  #begin() {
    this.#at = -1;
    const none = !this.#mistakes.length;
    at("mistake").replaceChildren(...(none ? [el("p", {class: "muted", text: say("no_mistakes")})] : []));
    for (const id of ["mistake-on", "mistake-back"]) /** @type {HTMLButtonElement} */ (at(id)).disabled = none;
  }

  /** To the next mistake, or the one before.
   * @param {1 | -1} direction */
  async go(direction) {
    const all = this.#mistakes;
    if (!all.length || at("computer-view").hidden) return;
    this.#at = this.#at < 0 ? (direction > 0 ? 0 : all.length - 1) : (this.#at + direction + all.length) % all.length;
    const step = all[this.#at];
    await this.#board.before(step.seq);
    this.#tell(step, all.length);
  }

  /** @param {Step} step @param {number} of */
  #tell(step, of) {
    const {seat, played, best, line, value, lost} = step;
    const mark = say(step.mark ?? "");
    const sentence = say("mistake_at", {n: this.#at + 1, of, seat, played: isolate(played)});
    const better = say("better", {best: isolate(best)});
    const gave = say("gave", {lost: percent(lost), before: percent(value), after: percent(value - lost)});
    const expected = line.length > 1 ? say("line", {line: line.map(isolate).join(" · ")}) : "";
    at("mistake").replaceChildren(
      el("p", {}, el("strong", {class: step.mark, text: mark}), ` ${sentence}`),
      el("p", {text: `${better}. ${gave}`}),
      expected && el("p", {class: "small muted", text: expected}),
      el("button", {
        class: "button small",
        type: "button",
        id: "try-better",
        text: say("try_better"),
        onclick: () => this.#board.tryOut(seat, best),
      }),
    );
    announce(`${mark} ${sentence} ${better}`);
  }
}
