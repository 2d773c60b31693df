/* Figures of the rules, drawn by the game's own board. */

const data = JSON.parse(document.getElementById("data").textContent);
const figures = document.querySelectorAll(".board-figure[data-position]");

if (figures.length) {
  const {mount} = await import(`/shelf/${data.game}/board.js`);
  for (const figure of figures) {
    const root = document.createElement("div");
    figure.prepend(root);
    const given = JSON.parse(figure.dataset.position);
    mount(root, {
      frame: {decision: null, moves: null, ...given}, texts: data.texts, lang: data.lang, seats: given.seats ?? [],
      send: () => Promise.reject({error: "figure", detail: ""}), announce: () => {},
    });
    figure.dataset.drawn = "true";
  }
}
document.body.dataset.ready = "true";
