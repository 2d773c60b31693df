// @ts-check
/* While somebody looks back, board and history bar share the window: a board that is too high for it scrolls by itself,
   so that the bar stays in sight and lies over no part of the board. */

import {at} from "./page.js";

const MOST_ABOVE = 0.25; // of the window: a head of the page that is higher is scrolled away
const LEAST_ROOM = 240;
const GAP = 12;

/** The bar with what is said above it. */
const dock = () => /** @type {HTMLElement} */ (at("history").closest(".dock") ?? at("history"));

class Docking {
  #past = false;
  #barHigh = 0;
  #watch = new ResizeObserver(() => this.#resized());

  constructor() {
    addEventListener("resize", () => this.#fit(false));
    this.#watch.observe(dock());
  }

  /** @param {boolean} past whether somebody looks back */
  set(past) {
    if (past === this.#past) return;
    this.#past = past;
    if (past) this.#fit(true);
    else this.#leave();
  }

  /** The board gets what the bar leaves of the window.
   * @param {boolean} entering the board comes to stand where that room begins */
  #fit(entering) {
    if (!this.#past) return;
    const [play, bar] = [at("board").closest(".play"), dock().offsetHeight];
    if (!(play instanceof HTMLElement)) return;
    const area = [...play.querySelectorAll("#board, #eyes")].find((part) => part.getClientRects().length);
    const top = (area ?? play).getBoundingClientRect().top + scrollY;
    const above = top > innerHeight * MOST_ABOVE ? 0 : top;
    const room = Math.max(LEAST_ROOM, innerHeight - above - bar - GAP);
    play.style.setProperty("--board-room", `${Math.floor(room)}px`);
    this.#barHigh = bar;
    if (entering && area && area.scrollHeight > room) scrollTo({top: top - above, behavior: "instant"});
  }

  #resized() {
    if (Math.abs(dock().offsetHeight - this.#barHigh) > 1) this.#fit(false);
  }

  #leave() {
    const bar = dock().getBoundingClientRect();
    const seen = bar.top >= 0 && bar.bottom <= innerHeight;
    const play = at("board").closest(".play");
    if (play instanceof HTMLElement) play.style.removeProperty("--board-room");
    if (seen) dock().scrollIntoView({block: "nearest", behavior: "instant"});
  }
}

export const docking = new Docking();
