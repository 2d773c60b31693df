/* The board of Potion Explosion: dispenser, stacks, desks. A class of action first, then what it is done with. */

import {animate, answering, calm, el, keyOf, number, say, sequence, walk} from "/static/house/kit.js";
import {COLOURS, after, certain, classes, kindOf, ready, take} from "./choice.js";
import {desks} from "./desks.js";
import {dispenser, follow} from "./dispenser.js";
import {signIcon, tileDrawing} from "./tiles.js";

const WIDE = 700;   // below this the other desks are folded
const REGULAR = ["T", "B"];
const KEYS = {t: "T", h: "H", p: "place", e: "E"};   // d goes through the drinks, 1 to 5 to the tracks

export function mount(root, {frame, texts, send, announce = () => {}, seats = [], lang = "en"}) {
  const tell = (key, params) => say(texts, `board.${key}`, params, seats);
  const machine = dispenser({name: tell("dispenser")});
  const head = el("div", {class: "counters"}), prompt = el("p", {class: "prompt"}), actions = el("div", {class: "actions"});
  const stacks = el("div", {class: "stacks"}), table = el("div", {class: "desks"});
  const box = el("div", {class: "board potion"}, el("div", {class: "lay"},
    el("div", {class: "middle"}, head, machine.drawing, el("div", {class: "talk"}, prompt, actions), stacks), table));
  root.append(box);
  let narrow = root.clientWidth < WIDE;

  const open = new Map();   // seat -> the fold of that desk as the reader left it
  let shown = null, cls = null, picks = [], found = after({}, [], null, []), byKey = false, run = null, queue = [], gone = false;
  const view = () => shown.view;
  const answers = answering(send), sent = () => answers.sent(shown.decision);
  const mine = () => !sent() && !run && shown.decision != null && Boolean(shown.moves?.length);
  const places = desks({tell, texts, seats, open});

  /* -- what is drawn -- */
  function choose() {
    if (!mine()) { found = after({}, [], null, []); return; }
    if (cls && !classes(shown.moves).includes(cls)) [cls, picks] = [null, []];
    cls ??= ready(shown.moves);
    found = after(view(), shown.moves, cls, picks);
  }

  function draw() {
    choose();
    const now = view(), figure = shown.to_act === undefined;
    box.classList.toggle("figure", figure);
    box.classList.toggle("waiting", sent());
    box.dataset.phase = now.phase ?? "";
    machine.drawing.toggleAttribute("hidden", !now.tracks);
    if (now.tracks) {
      machine.draw(now);
      machine.label(labelled);
      if (now.pick) machine.preview(Number(now.pick[0]) - 1, certain(now.tracks[Number(now.pick[0]) - 1], Number(now.pick.slice(2))));
    }
    drawHead(figure);
    drawTalk(figure);
    drawStacks();
    table.replaceChildren(...places.draw({shown, found, folded: narrow}));
    path.refresh();
  }

  function labelled(track, place, colour) {
    const spot = `m${track + 1}.${place}`, lit = found.lit.has(spot), picked = found.picked.has(spot);
    const parts = [tell("marble", {track: track + 1, place, colour})];
    if (place === 9) parts.push(tell("half_hidden"));
    else if (picked) parts.push(tell("picked"));
    else if (lit) parts.push(REGULAR.includes(cls) ? wins(track, place) : tell("can_take"));
    return {spot, lit, picked, text: parts.join(", ")};
  }

  function wins(track, place) {
    const row = view().tracks[track], taken = certain(row, place).flat().map((one) => row[one - 1]).join("");
    return taken.length > 1 ? tell("wins", {count: taken.length, list: list(taken)}).replace(/[\u2066\u2069]/g, "") : tell("can_take");
  }

  const list = (marbles) => [...COLOURS].filter((colour) => marbles.includes(colour))
    .map((colour) => tell("some", {count: marbles.split(colour).length - 1, colour})).join(texts.board.comma);

  function drawHead(figure) {
    const now = view();
    head.hidden = figure || now.countdown === undefined;
    if (head.hidden) return;
    const helps = 21 - now.desks.reduce((sum, desk) => sum + desk.helps, 0);
    head.replaceChildren(
      counter("countdown", now.countdown, now.ending), counter("helps_left", helps), counter("bank", now.bank), now.round ? counter("round", now.round) : "");
    if (now.ending && shown.winners === null) head.append(el("strong", {class: "last-round", text: tell("last_round")}));
  }

  const counter = (key, value, alert = false) => el("span", {class: `counter ${key}${alert ? " alert" : ""}`}, tell(key), el("b", {text: number(value)}));

  function drawStacks() {
    const now = view(), offer = now.phase === "draft" || now.phase === "offer";
    const shownTiles = offer ? now.offer : now.tops;
    stacks.hidden = !shownTiles?.length || (!offer && !now.sizes.some(Boolean));
    if (stacks.hidden) return;
    stacks.replaceChildren(el("h3", {text: tell(offer ? "offer" : "stacks")}), el("div", {class: "row-of-tiles"},
      shownTiles.map((design, n) => offer ? choosable(design, `offer${n}`, tell("offered", facts(design))) : stack(design, n))));
  }

  function facts(design) {
    const [, holes, points] = recipe(design);
    return {kind: design[0], points, needs: holes};
  }

  function recipe(design) {
    return view().recipes.find((one) => one[0] === design);
  }

  function stack(design, n) {
    const count = view().sizes[n];
    if (!design) return el("div", {class: "pile empty", "aria-label": tell("stack_empty", {stack: n + 1}), role: "img"});
    const made = choosable(design, `stack${n + 1}`, tell("stack", {stack: n + 1, count, ...facts(design)}));
    made.append(el("span", {class: "pile-count", text: number(count), "aria-hidden": "true"}));
    return made;
  }

  function choosable(design, spot, label) {
    const lit = found.lit.has(spot);
    return el("div", {class: `pile${lit ? " lit" : ""}`, data: {spot}, "aria-label": label, title: texts.board.effects[design[0]]},
      tileDrawing(design, recipe(design)));
  }

  /* -- prompt and buttons -- */
  function drawTalk(figure) {
    prompt.hidden = actions.hidden = figure;
    if (figure) return;
    prompt.textContent = asked();
    const all = mine() ? classes(shown.moves) : [];
    const alone = all.length === 1 && !["T", "H", "E", "place"].includes(all[0]);
    actions.replaceChildren(
      ...(alone ? [] : all.map(classButton)),
      ...found.options.map((one) => button(one.spot, tell(one.key, one.params), "option primary")),
      ...(found.done ? [button("done", tell("done", {count: picks.length}), "option primary")] : []),
      ...(picks.length ? [button("undo", tell("undo"), "quiet")] : []));
  }

  function asked() {
    const now = view();
    if (run) return "";
    if (shown.winners) return tell("over");
    if (!mine()) return shown.to_act?.length ? tell("waiting", {seat: shown.to_act[0]}) : "";
    if (!cls) return tell(now.picked ? "ask_more" : "ask_class");
    const kind = kindOf(cls);
    if (cls === "place" && now.hand) return tell("ask_place_hand");
    return kind ? texts.board.effects[kind] : tell(`ask_${cls}`, {count: Math.min(3, now.hand.length + now.desks[now.turn].pool.length)});
  }

  function classButton(one) {
    const kind = kindOf(one);
    const name = kind ? tell(one[1] === "S" ? "sands" : "drink", {name: texts.board.short[kind]}).replace(/[\u2066\u2069]/g, "") : tell(`class_${one}`);
    const made = button(`class:${one}`, name, `class ${one === cls ? "primary armed" : ""}`);
    made.setAttribute("aria-pressed", String(one === cls));
    const letter = Object.keys(KEYS).find((letter_) => KEYS[letter_] === one);
    if (letter) made.setAttribute("aria-keyshortcuts", letter);
    if (kind) { made.prepend(signIcon(kind)); made.title = texts.board.effects[kind]; }
    return made;
  }

  const button = (spot, text, kind) => el("button", {class: `button small lit ${kind}`, type: "button", data: {spot}}, text);

  /* -- choosing -- */
  function pick(spot, element, event) {
    if (run) { hurry(); return; }
    if (!mine()) return;
    byKey = event?.type === "keydown";
    if (spot.startsWith("class:")) arm(spot.slice(6));
    else if (spot.startsWith("option:")) post(spot.slice(7));
    else if (spot === "done") post(found.done);
    else if (spot === "undo") back();
    else if (found.lit.has(spot) || picks.includes(spot)) step(spot);
    else if (spot.startsWith("m") || spot.startsWith("hole") || spot.startsWith("stack")) announce(tell("not_now"));
  }

  function arm(wanted) {
    [cls, picks] = [wanted, []];
    const ahead = after(view(), shown.moves, cls, picks);
    if (ahead.move) { post(ahead.move); return; }
    draw();
    announce(prompt.textContent);
    onward();
  }

  /* After a step by keyboard the focus goes to the first thing that can follow. */
  function onward() {
    if (!byKey) return;
    const next = [...found.lit][0] ?? found.options[0]?.spot;
    if (next) path.focus([...found.lit].find((spot) => spot.startsWith("hole:")) ?? next);
  }

  function key(event) {
    if (!mine()) return;
    const letter = keyOf(event), all = classes(shown.moves);
    const drinks = all.filter((one) => one[0] === "D" && kindOf(one) !== "J");
    byKey = true;
    if (KEYS[letter] && all.includes(KEYS[letter])) arm(KEYS[letter]);
    else if (letter === "d" && drinks.length) arm(drinks[(drinks.indexOf(cls) + 1) % drinks.length]);
    else if (/^[1-5]$/.test(letter)) path.focus(`m${letter}.1`);
    else return;
    event.preventDefault();
  }

  function step(spot) {
    picks = take(cls, picks, spot);
    const ahead = after(view(), shown.moves, cls, picks);
    if (ahead.move) { post(ahead.move); return; }
    draw();
    onward();
  }

  function back() {
    if (run) { hurry(); return; }
    if (!mine()) return;
    if (picks.length) picks = picks.slice(0, -1);
    else cls = null;
    draw();
  }

  async function post(move) {
    const answer = answers.send(shown.decision, move);
    [picks, cls] = [[], null];
    draw();
    try {
      await answer;
    } catch {   // the page tells why
      if (!gone && !run) draw();
    }
  }

  /* -- preview -- */
  function hover(event) {
    const spot = event.target.closest?.("[data-spot]")?.dataset.spot ?? "";
    const now = view();
    if (run || !now.tracks || now.pick) return;
    const [track, place] = spot.startsWith("m") ? spot.slice(1).split(".").map(Number) : [];
    const regular = !mine() || REGULAR.includes(cls);
    machine.preview(track - 1, place && place < 9 && regular ? certain(now.tracks[track - 1], place) : null);
  }

  /* -- frames: each is played before the next one -- */
  function update(next) {
    queue.push(next);
    if (queue.length > 3) hurry();
    if (!run) advance();
  }

  function advance() {
    const next = queue.shift();
    if (!next || gone) return;
    const before = shown;
    shown = next;
    [cls, picks] = [null, []];
    const steps = before && story(before.view, next.view);
    if (!steps?.length || calm() || document.hidden || queue.length > 2) { finish(); return; }
    run = sequence(steps);
    box.classList.add("waiting");
    drawTalk(false);
    for (const one of box.querySelectorAll(".lit")) one.classList.remove("lit");
    run.then(finish, finish);
  }

  function finish() {
    run = null;
    if (gone) return;
    if (queue.length) { advance(); return; }
    draw();
    fresh();
  }

  function hurry() {
    run?.skip();
    if (queue.length > 1) queue = queue.slice(-1);
  }

  function story(before, now) {
    if (!before.tracks || !now.story?.length || now.story === before.story) return null;
    if (follow(before.tracks, now.story).join() !== now.tracks.join()) return null;
    return now.story.flatMap(([name, first, ...rest]) => {
      if (name === "lift") return [() => machine.lift(rest)];
      if (name === "burst") return [() => machine.burst(rest)];
      if (name === "drop" && /^[1-5]/.test(first)) return [() => machine.drop([first, ...rest])];
      return [];
    });
  }

  /* What the last move completed or won stands out for a moment. */
  function fresh() {
    const story_ = view().story ?? [], seat = story_[0]?.[2];
    for (const [name, what] of story_) {
      const mark = name === "done" ? `.phial.kind-${what[0]}` : name === "skill" ? ".mark.skill" : null;
      const one = mark && box.querySelector(`.desk[data-seat="${seat}"] ${mark}`);
      if (one) animate(one, [{transform: "scale(1)"}, {transform: "scale(1.25)"}, {transform: "scale(1)"}], {ms: 250});
    }
  }

  const watch = new ResizeObserver(() => { narrow = root.clientWidth < WIDE; });
  watch.observe(root);
  const path = walk(box, {pick, back, key});
  box.addEventListener("pointerover", hover);
  box.addEventListener("focusin", hover);
  box.addEventListener("pointerleave", () => machine.preview(0, null));
  shown = frame;
  draw();
  return {update, destroy() { gone = true; run?.skip(); watch.disconnect(); path.destroy(); box.remove(); }};
}
