// @ts-check
/* Figures of the rules, drawn by the game's own board. */

/** @import {GameTexts, Mount} from "./types.js" */

/** @type {{game: string, texts: GameTexts, lang: string}} */
const data = JSON.parse(document.getElementById("data")?.textContent ?? "");
/** @type {NodeListOf<HTMLElement>} */
const figures = document.querySelectorAll(".board-figure[data-position]");

/** @param {HTMLElement} figure @param {Mount} mount */
function draw(figure, mount) {
  const root = document.createElement("div");
  figure.prepend(root);
  const given = JSON.parse(figure.dataset.position ?? "");
  mount(root, {
    frame: {decision: null, moves: null, ...given},
    texts: data.texts,
    lang: data.lang,
    seats: given.seats ?? [],
    send: () => Promise.reject({error: "figure", detail: ""}),
  });
  figure.dataset.drawn = "true";
}

if (figures.length) {
  /** @type {{mount: Mount}} */
  const {mount} = await import(`/shelf/${data.game}/board.js`);
  for (const figure of figures) draw(figure, mount);
}
document.body.dataset.ready = "true";

export {}; // a module: it waits for the board at its top level
