/* The match page: mounts the board, follows the stream, sends moves, keeps the log and steps through history. */

import {ask, heardTime, houseNow, isolate, number, plainDigits, say} from "/static/house/kit.js";
import {follow} from "/static/house/follow.js";
import {history} from "/static/house/history.js";
import {get, post} from "/static/house/post.js";

const UNJUDGED_MS = 1500;   // a move that is not judged by then is said to have been sent
const data = JSON.parse(document.getElementById("data").textContent);
const {card, texts, words, lang} = data;
const seats = card.seats.map((one) => ({...one, name: one.name ?? "?"}));
const query = data.invite ? `?invite=${encodeURIComponent(data.invite)}` : "";
const at = (id) => document.getElementById(id);
const tell = (key, params) => say(words, `match.${key}`, params, seats);
const api = (path) => `/api/matches/${card.id}${path}${query}`;

let frame = data.frame, shown = frame, board = null, shownSeq = null;   // shown: the frame on the board, which may be a past one
let sending = null;   // the answer that is on its way, and to which decision
const news = new Map();

/* -- speaking and complaining -- */
const unsaid = [];
function announce(text) {
  if (!text || unsaid.includes(text)) return;
  if (unsaid.push(text) > 1) return;
  at("spoken").textContent = "";
  setTimeout(() => { at("spoken").textContent = sentences(unsaid.splice(0)); }, 60);
}

function sentences(parts) {
  const ended = (one) => /[.!?؟…:][\u2066-\u2069]*$/.test(one);
  return parts.filter(Boolean).map((one, n, all) => (n === all.length - 1 || ended(one) ? one : `${one}.`)).join(" ");
}

function complain(text) {
  at("problem").textContent = text ?? "";
  at("problem").hidden = !text;
  drawMoveTold();
}

/* What stands below the board is said beside the move line, too: on a phone they are far apart. */
function drawMoveTold() {
  if (at("move-told")) at("move-told").textContent = at("problem").textContent || (at("cut").hidden ? "" : at("cut").textContent);
}

/* -- moves -- */
async function send(move) {
  const mine = sending = {decision: frame.decision, move};
  complain("");
  drawMoveLine();
  const body = {decision: frame.decision, move, command_id: crypto.randomUUID?.() ?? fallbackId()};
  try {
    const receipt = await post(api("/moves"), body, {retry: () => complain(tell("retry"))});   // the frame comes by the stream
    complain("");
    return receipt;
  } catch (problem) {
    complain(problem.detail || tell("failed"));
    if (problem.seq !== undefined && problem.seq > frame.seq) refetch();
    throw problem;
  } finally {
    if (sending === mine) sending = null;
    drawMoveLine();
  }
}

function fallbackId() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6] & 15) | 64;
  bytes[8] = (bytes[8] & 63) | 128;
  const hex = [...bytes].map((one) => one.toString(16).padStart(2, "0")).join("");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}

async function refetch() {
  const answer = await get(api("/frame"));
  if (answer.ok) arrived(await answer.json());
}

/* -- what is shown -- */
function remember(lines) {
  const bySeq = new Map();
  for (const line of lines ?? []) bySeq.set(line.seq, [...(bySeq.get(line.seq) ?? []), line.text]);
  for (const [seq, told] of bySeq) news.set(seq, told);
}

function drawLog() {
  const current = shownSeq, list = at("log");
  list.replaceChildren(...[...news.keys()].sort((a, b) => b - a).flatMap((seq) => news.get(seq).map((text) => {
    const item = document.createElement("li"), link = document.createElement("a");
    Object.assign(link, {href: `${query || "?"}${query && "&"}seq=${seq}`, textContent: text});
    link.dataset.seq = seq;
    if (seq === current) link.setAttribute("aria-current", "true");
    item.append(link);
    return item;
  }).reverse()));
  at("log-empty").hidden = news.size > 0;
}

const names = (list) => list.map((seat) => `\u2068${seats[seat]?.name}\u2069`).join(words.house.and);

function resultText({winners, reason}) {
  const mine = data.frame.eye, alone = seats.length === 1;
  const told = winners.length === seats.length && !alone ? tell("drawn") : !winners.length && (mine === null || !alone) ? tell("all_lost")
    : mine === null ? words.match.won.replace("{names}", names(winners)) : winners.includes(mine) ? tell("you_won") : tell("you_lost");
  const why = texts.reasons?.[reason] ?? words.reasons[reason];
  return why ? `${told}. ${why}` : told;
}

function turnText(now) {
  if (now.winners !== null) return resultText(now);
  if (now.decision !== null && now === frame) return tell("your_turn");
  return words.match.turn_of.replace("{names}", names(now.to_act));
}

function drawTurn() {
  const turn = at("turn"), over = frame.winners !== null;
  turn.textContent = turnText(shown);
  turn.classList.toggle("mine", frame.decision !== null && shown === frame);
  document.title = document.title.replace(/^.*?(?=[^·]+ · [^·]+$)/, frame.decision !== null ? `${tell("your_turn")} · ` : "");
  for (const row of at("players").children) {
    const seat = Number(row.dataset.seat);
    row.classList.toggle("acting", shown.to_act.includes(seat));
    row.classList.toggle("won", Boolean(shown.winners?.includes(seat)));
    row.querySelector("b").textContent = number(shown.scores[seat] ?? 0);
  }
  if (at("resign")) at("resign").hidden = over;
  if (at("again")) at("again").hidden = !over;
  drawMoveLine();
}

function drawMoveLine() {
  const line = at("moveline"), field = at("move"), mine = frame.decision !== null && shown === frame;
  if (!line) return;
  const busy = mine && sending?.decision === frame.decision;
  line.hidden = frame.winners !== null;
  line.setAttribute("aria-busy", String(busy));
  field.disabled = !mine;
  field.readOnly = busy;   // not disabled: it keeps the focus
  line.querySelector("button").disabled = !mine || busy;
  if (!mine) field.value = "";
  at("move-help").textContent = busy ? tell("move_sending", {move: sending.move}) : mine ? helpText() : "";
  complete();
}

const helpText = () => (frame.moves ? tell("move_help", {count: frame.moves.length}) : tell("move_help_free"));

function complete() {
  const start = plainDigits(at("move").value).trim().toLowerCase(), found = [];
  for (const move of frame.moves ?? []) {
    if (move.toLowerCase().startsWith(start)) found.push(move);
    if (found.length === 60) break;
  }
  at("moves").replaceChildren(...found.map((move) => Object.assign(document.createElement("option"), {value: move})));
}

function show(one, seq) {
  [shown, shownSeq] = [one, seq];
  if (seq !== null) complain("");
  at("board").classList.toggle("past", seq !== null);
  at("fingerprint").textContent = one.fingerprint;
  board?.update(seq === null ? one : {...one, decision: null, moves: null});
  for (const link of at("log").querySelectorAll("a")) {
    if (Number(link.dataset.seq) === seq) link.setAttribute("aria-current", "true");
    else link.removeAttribute("aria-current");
  }
  drawTurn();
}

/* -- frames arrive -- */
function arrived(next) {
  const fresh = (next.news ?? []).filter((line) => !news.has(line.seq));
  remember(next.news);
  if (next.seq < frame.seq) return;
  const changed = next.seq > frame.seq, wasMine = frame.decision;
  frame = next;
  steps.grew([...news.keys()], frame.seq);
  drawLog();
  if (shownSeq === null) shown = frame;
  if (shownSeq === null && changed) show(frame, null);
  else drawTurn();
  if (fresh.length || changed) {
    const turn = frame.decision !== null && frame.decision !== wasMine || frame.winners !== null ? turnText(frame) : "";
    announce(sentences([...fresh.map((line) => line.text), turn]));
  }
  tick();
}

/* -- clocks: by the time of the house, which the page carries unless it comes from the browser's store -- */
const loaded = performance.getEntriesByType("navigation")[0], opened = Date.now() - performance.now();
if (loaded?.transferSize) {
  heardTime(Number(at("match").dataset.now) * 1000, {from: opened + loaded.requestStart, to: opened + loaded.responseStart, blur: 1000});
}
/* The deadline of the seat whose time runs out first; the frame carries every seat's clock. */
function firstDeadline() {
  const running = (frame.clocks ?? []).filter((clock) => clock?.running && clock.deadline).map((clock) => clock.deadline);
  return running.sort()[0] ?? null;
}

function tick() {
  const end = (board?.clock ? null : frame.deadline) ?? firstDeadline(), clock = at("clock");   // clock: the board draws the game's own
  clock.hidden = !end || frame.winners !== null;
  if (clock.hidden) return;
  const left = Math.max(0, Math.round((Date.parse(end) - houseNow()) / 1000));
  const two = (value) => String(value).padStart(2, "0");
  const text = left >= 3600 ? `${Math.floor(left / 3600)}:${two(Math.floor(left / 60) % 60)}:${two(left % 60)}` : `${Math.floor(left / 60)}:${two(left % 60)}`;
  clock.textContent = [...text].map((sign) => (/\d/.test(sign) ? number(Number(sign)) : sign)).join("");
  clock.title = tell("clock");
  clock.classList.toggle("short", left < 20);
}

/* -- start -- */
const steps = history({
  tell,
  first: data.first,
  async look(seq) {
    const answer = await fetch(api(`/frames/${seq}`));
    if (!answer.ok) throw await answer.json();
    return answer.json();
  },
  show,
  now: () => frame,
  announce,
  complain,
});

remember(data.news);
steps.grew([...news.keys()], frame.seq);

const {mount} = await import(`/shelf/${card.game}/board.js`);
at("board").replaceChildren();
board = mount(at("board"), {frame, texts, send, announce, seats, lang});
show(frame, null);
drawLog();
await steps.asked(data.asked);

at("moveline")?.addEventListener("submit", async (event) => {
  event.preventDefault();
  const field = at("move"), move = plainDigits(field.value).trim();
  if (!move || frame.decision === null || field.readOnly) return;
  const spelled = frame.moves?.find((one) => one === move) ?? frame.moves?.find((one) => one.toLowerCase() === move.toLowerCase()) ?? move;
  field.value = ""; // at once: the next question may be open, and typed in, before the answer is back
  try {
    const receipt = await send(spelled);
    setTimeout(() => { if (frame.seq <= receipt.seq) announce(`${tell("move_sent")}: ${isolate(spelled)}`); }, UNJUDGED_MS);
  } catch (problem) {
    announce(problem.detail || tell("failed"));
    if (!field.value) Object.assign(field, {value: move}).select();
  }
});
at("move")?.addEventListener("input", (event) => {
  const field = event.target, end = field.selectionEnd, plain = plainDigits(field.value);
  if (plain !== field.value && !event.isComposing) {   // the list of the browser offers only what holds the very signs
    field.value = plain;
    field.setSelectionRange(end, end);
  }
  complete();
});

at("log").addEventListener("click", (event) => {
  const link = event.target.closest("a[data-seq]");
  if (!link) return;
  event.preventDefault();
  steps.go(Number(link.dataset.seq));
});

at("resign")?.addEventListener("submit", async (event) => {
  event.preventDefault();
  const sure = await ask({title: tell("resign_title"), text: tell("resign_text"), cancel: tell("cancel"),
    options: [{value: "yes", label: tell("resign_yes"), kind: "danger"}]});
  if (sure !== "yes") return;
  try { await post(api("/resignation"), {}, {}); } catch (problem) { complain(problem.detail || tell("failed")); }
});

at("share").hidden = false;
at("share").addEventListener("click", async () => {
  const link = new URL(location.href), was = at("share").textContent;
  link.searchParams.set("seq", shownSeq ?? frame.seq);
  try { await navigator.clipboard.writeText(link.href); at("share").textContent = tell("copied"); } catch { prompt(tell("link"), link.href); }
  setTimeout(() => { at("share").textContent = was; }, 2000);
});

setInterval(tick, 1000);
tick();
follow({
  url: () => `/api/matches/${card.id}/stream?after=${frame.seq}&lang=${lang}${query.replace("?", "&")}`,
  frame: arrived,
  over: frame.winners !== null,
  state(name) {
    at("line").hidden = false;
    at("line").className = `line ${name}`;
    at("line").textContent = tell(name === "cut" ? "cut" : name === "live" ? "live" : "off");
    at("cut").hidden = name !== "cut";
    at("line").hidden = name === "cut";
    drawMoveTold();
  },
});
document.body.dataset.ready = "true";
