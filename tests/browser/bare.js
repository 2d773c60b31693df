/* The bare page of the harness: mounts one board and passes on what it sends.

   A frame comes before the answer to the move it shows, as on the stream; the answer comes as late as it can, when the
   next move is on its way. */

const given = JSON.parse(document.getElementById("given").textContent);
const root = document.getElementById("board");
const spoken = document.getElementById("spoken");
window.sent = [];
let answerLast = () => {};

async function send(move) {
  window.sent.push(move);
  answerLast();
  const answer = await fetch("/send", {method: "POST", body: JSON.stringify({move})});
  const told = await answer.json();
  if (!answer.ok) throw told;
  if (told.frame) {
    window.show(told.frame);
    await new Promise((resolve) => { answerLast = resolve; });
  }
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
