// @ts-check
/* A few matches of a tournament that are being played, each on a small board that follows it. */

/** @import {Frame, GameTexts, Mount, Mounted, Seat} from "./types.js" */

/** @typedef {{id: string, names: string[]}} LiveMatch */
/** @typedef {Record<string, Record<string, string>>} Words */
/** @typedef {{game: string, matches: LiveMatch[], words: Words}} Live */

const EVERY_MS = 6000;
const {lang} = document.documentElement;
const place = document.getElementById("live-boards");
/** @type {Live} */
const live = JSON.parse(document.getElementById("live")?.textContent ?? "null");

/** @param {string} id @returns {Promise<Frame | null>} */
async function frameOf(id) {
  const answer = await fetch(`/api/matches/${id}/frame?lang=${lang}`);
  return answer.ok ? answer.json() : null;
}

/** What everybody sees: no question is open here. @param {Frame} frame @returns {Frame} */
const watched = (frame) => ({...frame, decision: null, moves: null});

/** @param {LiveMatch} match @param {Mount} mount @param {GameTexts} texts */
async function show(match, mount, texts) {
  const frame = await frameOf(match.id);
  if (!frame || !place) return;
  const card = document.createElement("div");
  card.className = "card live-board";
  const title = document.createElement("a");
  title.href = `/matches/${match.id}`;
  title.textContent = match.names.map((name) => name || live.words.house?.computer).join(" – ");
  const root = document.createElement("div");
  root.className = "frame";
  root.inert = true;
  card.append(title, root);
  place.append(card);
  /** @type {Seat[]} */
  const seats = match.names.map((name, seat) => ({seat, name: name || (live.words.house?.computer ?? ""), bot: null}));
  const send = () => Promise.reject({error: "not-your-seat"});
  const board = mount(root, {frame: watched(frame), texts, send, seats, lang, words: live.words.board});
  keepUp(match.id, board, frame.seq);
}

/** @param {string} id @param {Mounted} board @param {number} seq */
function keepUp(id, board, seq) {
  const timer = setInterval(async () => {
    if (document.hidden) return;
    const frame = await frameOf(id);
    if (!frame || frame.seq === seq) return;
    seq = frame.seq;
    board.update(watched(frame));
    if (frame.winners !== null) clearInterval(timer);
  }, EVERY_MS);
}

if (live && place) {
  /** @type {{mount: Mount}} */
  const {mount} = await import(`/shelf/${live.game}/board.js`);
  const texts = await (await fetch(`/shelf/${live.game}/texts/${lang}.json`)).json();
  for (const match of live.matches) await show(match, mount, texts);
}
