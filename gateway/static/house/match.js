// @ts-check
/* The match page: mounts the board, follows the stream, shows each frame where it belongs. */

import {startActs} from "./match/acts.js";
import {startArithmetic} from "./match/arithmetic.js";
import {heardPhrase, startAsides} from "./match/asides.js";
import {drawAway, heardHolders, startAway} from "./match/away.js";
import {startClocks, tick} from "./match/clocks.js";
import {confirmWish, startConfirming} from "./match/confirming.js";
import {startEnding} from "./match/ending.js";
import {follow} from "./match/follow.js";
import {history} from "./match/history.js";
import {drawKeeping, startKeeping} from "./match/keeping.js";
import {drawLog, markLine, moments, onLine, remember} from "./match/log.js";
import {drawMoveLine, startMoveLine} from "./match/moveline.js";
import {drawOffers, startOffers} from "./match/offers.js";
import {api, at, card, data, isOver, lang, now, query, seats, tell, texts, words} from "./match/page.js";
import {drawPlans} from "./match/plans.js";
import {startReceipts} from "./match/receipts.js";
import {Replay} from "./match/replay.js";
import {onSending, send} from "./match/sending.js";
import {sentences} from "./match/sentences.js";
import {announce, complain, repeatAtMoveLine} from "./match/speaking.js";
import {drawTurn, tellAnswered, turnText} from "./match/turn.js";
import {drawWaiting, sendWaiting, startWaiting} from "./match/waiting.js";
import {get} from "./post.js";

/** @import {Frame, Mount} from "./types.js" */

/** Puts a frame on the board; with a seq it is a past one, and nothing can be answered.
 * @param {Frame} frame @param {number | null} seq */
function show(frame, seq) {
  const hurry = (seq !== null || now.shownSeq !== null) && !replay.playing; // who steps by hand waits for no motion
  [now.shown, now.shownSeq] = [frame, seq];
  if (seq !== null) complain();
  at("board").classList.toggle("past", seq !== null);
  at("fingerprint").textContent = frame.fingerprint;
  now.board?.update(seq === null ? frame : {...frame, decision: null, moves: null}, {hurry});
  markLine();
  drawTurn();
}

/** @param {Frame} next */
function arrived(next) {
  const fresh = remember(next.news);
  if (next.seq < now.frame.seq) return;
  const changed = next.seq > now.frame.seq;
  const before = now.frame;
  now.frame = next;
  now.aborted ||= Boolean(next.news?.some((line) => line.code === "house.aborted"));
  if (changed) replay.grew(next);
  steps.grew(replay.seqs(moments()), next.seq);
  drawLog();
  if (now.shownSeq === null) now.shown = next;
  if (now.shownSeq === null && changed) show(next, null);
  else drawTurn();
  if (fresh.length || changed) speak(fresh, before.decision);
  if (changed) drawOffers(before);
  if (before.decision !== null) tellAnswered();
  drawKeeping(before.decision !== null && next.decision !== before.decision);
  drawAway();
  drawPlans();
  drawWaiting();
  keepFrame(next);
  tick();
  heardHolders(fresh, () => {
    show(now.shown, now.shownSeq);
    tick();
  });
}

/** @param {{text: string}[]} fresh @param {number | null} answered */
function speak(fresh, answered) {
  const {frame} = now;
  const asked = frame.decision !== null && frame.decision !== answered;
  const turn = asked || isOver() ? turnText(frame) : "";
  announce(sentences([...fresh.map((line) => line.text), turn]));
}

async function refetch() {
  const response = await get(api("/frame")).catch(() => null);
  if (response?.ok) arrived(await response.json());
}

/** The newest frame is kept for a page that is opened without network.
 * @param {Frame} frame */
async function keepFrame(frame) {
  if (!("caches" in window) || !navigator.serviceWorker?.controller) return;
  const kept = await caches.open("bazigah-1").catch(() => null);
  const headers = {"Content-Type": "application/json"};
  await kept?.put(api("/frame"), new Response(JSON.stringify(frame), {headers})).catch(() => {});
}

/** @param {"live" | "cut" | "off"} name */
function drawLine(name) {
  at("line").className = `line ${name}`;
  at("line").textContent = tell(name);
  at("line").hidden = name === "cut";
  at("cut").hidden = name !== "cut";
  if (name === "cut" && !navigator.onLine) refetch(); // the frame that was kept last
  if (name === "live") sendWaiting();
  repeatAtMoveLine();
}

/** @type {{mount: Mount}} */
const {mount} = await import(`/shelf/${card.game}/board.js`);

function mountBoard() {
  at("board").replaceChildren();
  now.board = mount(at("board"), {
    frame: now.frame,
    texts,
    send,
    announce,
    seats,
    lang,
    words: words.board,
    confirm: confirmWish,
  });
}

const replay = new Replay();
const {look, eye, far} = replay;
const quiet = () => replay.playing;
const steps = history({tell, first: data.first, look, show, now: () => now.frame, announce, complain, eye, far, quiet});
remember(data.news);
steps.grew(moments(), now.frame.seq);
onSending({changed: drawMoveLine, behind: refetch});
mountBoard();
show(now.frame, null);
drawLog();
await steps.asked(data.asked);
startMoveLine();
startActs();
startClocks();
startArithmetic();
startOffers();
startAway();
startEnding(steps);
drawPlans();
startConfirming();
startKeeping();
startReceipts();
startWaiting();
startAsides();
onLine(steps.go);
follow({
  url: () => `/api/matches/${card.id}/stream?after=${now.frame.seq}&lang=${lang}${query.replace("?", "&")}`,
  frame: arrived,
  phrase: heardPhrase,
  over: isOver(),
  state: drawLine,
});
document.body.dataset.ready = "true";
replay.start(steps, mount);
