/* The bare page of the harness: mounts one board and passes on what it sends. */

const given = JSON.parse(document.getElementById("given").textContent);
const root = document.getElementById("board");
const spoken = document.getElementById("spoken");
window.sent = [];

async function send(move) {
  window.sent.push(move);
  const answer = await fetch("/send", {method: "POST", body: JSON.stringify({move})});
  const told = await answer.json();
  if (!answer.ok) throw told;
  if (told.frame) window.show(told.frame);
  return told;
}

const {mount} = await import(`/shelf/${given.game}/board.js`);
const told = await fetch(`/shelf/${given.game}/texts/${given.lang}.json`);
const texts = told.ok ? await told.json() : {};
const announce = (text) => { spoken.textContent = text; };
const board = mount(root, {frame: given.frame, texts, send, announce, seats: given.seats, lang: given.lang});
window.board = board;
window.show = (frame) => { window.frame = frame; board.update(frame); };
window.frame = given.frame;
document.body.dataset.ready = "true";
