/* The board of Saboteur: The Duel: a growing map above, the own hand below. A card, a cell and a turn make a move. */

import {animate, answering, calm, el, layer, say, svg, walk, zoom} from "/static/house/kit.js";
import {HIGH, WIDE, cardArt, tunnelCard} from "./art.js";
import {bundle, choicesOf} from "./choices.js";
import {CELL, box, cellArt, cellsOf, extent, key, spokenCell, unkey} from "./map.js";
import {seatBox, supplyBox} from "./panel.js";

const NOTHING = {card: null, cell: null, way: 0};

export function mount(root, {frame, texts, send, announce = () => {}, seats = [], lang = "en"}) {
  const colours = () => frame.view.colours;
  const people = () => (seats.length ? seats : colours().map((colour) => ({name: texts.words[colour]})));
  const plain = (text) => (lang === "fa" ? text : text.replace(/[\u2066-\u2069]/g, ""));
  const tell = (word, params = {}) => plain(say(texts, `board.${word}`, params, people()));

  const place = el("div", {class: "sab"}), map = el("div", {class: "board map"}), drawing = svg("svg", {role: "group", focusable: "false"});
  const ground = layer(drawing, "ground"), cellLayer = layer(drawing, "cells"), ghost = layer(drawing, "ghost");
  const prompt = el("p", {class: "prompt", "aria-live": "polite"}), acts = el("div", {class: "acts"}), hand = el("div", {class: "hand"}), side = el("div", {class: "side"});
  map.append(drawing);
  const table = el("div", {class: "table"}, map, el("div", {class: "below"}, prompt, acts, hand));
  place.append(table, side);
  root.append(place);

  let picked = {...NOTHING}, discarding = false, marked = [], trouble = "", choices = choicesOf(null), cells = new Map(), fresh = new Set();
  const overlays = new Set();
  const figure = () => frame.to_act === undefined;
  const over = () => Array.isArray(frame.winners);
  const answers = answering(send), sent = () => answers.sent(frame.decision);
  const open = () => frame.decision != null && Boolean(frame.moves?.length) && !sent();
  const myHand = () => (figure() ? null : frame.view.hands[frame.eye ?? -1] ?? null);

  /* -- what can be clicked now -- */
  function targets() {
    if (!open()) return new Map();
    if (choices.turns) return new Map([[choices.turns.cell, choices.turns.ways]]);
    if (discarding) return new Map();
    if (picked.card !== null) return choices.places.get(myHand()[picked.card]) ?? new Map();
    return new Map([...choices.bribes].map(([cell, move]) => [cell, [{way: "B", move}]]));
  }

  const ways = () => (picked.cell === null ? [] : targets().get(picked.cell) ?? []);
  const chosen = () => ways()[picked.way % Math.max(1, ways().length)] ?? null;
  const playable = (card) => choices.places.has(card) || choices.buttons.has(card);

  function prompted() {
    if (trouble) return trouble;
    if (over()) return texts.reasons[frame.reason] ?? tell("over");
    if (!open()) {
      const [seat] = frame.to_act ?? [];
      return seat === undefined || sent() ? "" : tell("wait", {seat});
    }
    if (choices.turns) return tell("pick_goal");
    if (discarding) return tell("discard_help");
    if (picked.cell !== null && ways().length > 1) return tell("pick_turn");
    if (picked.card === null) return tell("pick_card");
    const card = myHand()[picked.card];
    if (choices.buttons.has(card)) return tell("pick_tool");
    if (!choices.places.has(card)) return tell("no_use");
    return tell(frame.moves.some((move) => move.startsWith(`P:${card}@`)) ? "pick_cell" : "pick_target", {card});
  }

  /* -- drawing -- */
  function draw() {
    choices = choicesOf(open() ? frame.moves : null);
    cells = cellsOf(frame.view);
    const lit = targets();
    drawing.setAttribute("aria-label", tell("map"));
    const bounds = extent(cells, [...(open() ? [...choices.places.values()].flatMap((found) => [...found.keys()]) : [])]);
    view.bounds(bounds);
    map.style.setProperty("--ratio", (bounds.width / bounds.height).toFixed(3));
    ground.replaceChildren(svg("rect", {class: "earth", x: bounds.x, y: bounds.y, width: bounds.width, height: bounds.height, rx: 10}));
    const empty = [...lit.keys()].filter((cell) => !cells.has(cell));
    cellLayer.replaceChildren(...[...cells.values()].map((cell) => drawCell(cell, lit)), ...empty.map((cell) => drawEmpty(cell)));
    drawGhost();
    prompt.textContent = figure() ? "" : prompted();
    prompt.classList.toggle("trouble", Boolean(trouble));
    drawHand();
    drawActs();
    drawSide();
    place.classList.toggle("figure", figure());
    keys.refresh();
  }

  function drawCell(cell, lit) {
    const name = key(cell.x, cell.y), can = lit.has(name), mine = picked.cell === name;
    const said = spokenCell(cell, {tell, words: texts.words, eye: frame.eye});
    if (can) said.push(tell(mine ? "picked" : "can_target"));
    const drawn = svg("g", {class: `cell ${can ? "lit" : ""} ${mine ? "picked" : ""} ${fresh.has(name) ? "fresh" : ""}`, data: {spot: `c${name}`}, "aria-label": said.join(". ")});
    drawn.append(svg("g", {transform: `translate(${cell.x * CELL.x} ${cell.y * CELL.y})`}, svg("g", {class: "art"}, cellArt(cell, frame.view, overlays))));
    if (fresh.has(name)) drawn.append(box(cell.x, cell.y, "last-mark", 1));
    if (can) drawn.append(box(cell.x, cell.y, "lit-mark", 2));
    drawn.append(box(cell.x, cell.y, "focus-mark", -1));
    return drawn;
  }

  function drawEmpty(name) {
    const [x, y] = unkey(name), mine = picked.cell === name;
    return svg("g", {class: `cell empty lit ${mine ? "picked" : ""}`, data: {spot: `c${name}`}, "aria-label": `${tell("cell_empty", {x, y})}. ${tell(mine ? "picked" : "can_lay")}`},
      box(x, y, "hole"), box(x, y, "lit-mark", 2), box(x, y, "focus-mark", -1));
  }

  /* the card as it would lie */
  function drawGhost() {
    ghost.replaceChildren();
    const way = chosen();
    if (!way) return;
    const [x, y] = unkey(picked.cell);
    const spot = (art) => svg("g", {class: "ghost-card", transform: `translate(${x * CELL.x} ${y * CELL.y})`}, art, svg("rect", {class: "picked-mark", x: 2, y: 2, width: WIDE - 4, height: HIGH - 4, rx: 5}));
    if (choices.turns) ghost.append(spot(tunnelCard(cells.get(picked.cell).face, Number(way.way))));
    else if (way.move[0] === "P") ghost.append(spot(tunnelCard(myHand()[picked.card], Number(way.way))));
    else if (way.move[0] === "K") ghost.append(spot(tunnelCard(cells.get(picked.cell).card, cells.get(picked.cell).turn, {keys: [...cells.get(picked.cell).keys, way.way]})));
    else ghost.append(spot(svg("g")));
  }

  function drawHand() {
    const cards = myHand();
    hand.hidden = !cards;
    if (!cards) return;
    hand.setAttribute("aria-label", tell("hand"));
    hand.replaceChildren(...cards.map((card, index) => handCard(card, index)));
  }

  function handCard(card, index) {
    const can = open() && !choices.turns && (discarding || playable(card)), mine = discarding ? marked.includes(index) : picked.card === index;
    const said = [texts.words[card] ?? card, mine ? tell(discarding ? "hand_marked" : "picked") : tell(can ? "hand_lit" : "hand_dim")];
    const turn = !discarding && mine && picked.cell !== null && chosen()?.move[0] === "P" ? Number(chosen().way) : 0;
    const art = svg("svg", {viewBox: `-2 -2 ${WIDE + 4} ${HIGH + 4}`, "aria-hidden": "true", focusable: "false"}, cardArt(card, turn));
    return el("button", {class: `hand-card ${can ? "lit" : "dim"} ${mine ? "picked" : ""} ${discarding ? "burning" : ""}`, type: "button", data: {spot: `h${index}`, card}, "aria-label": said.join(", "), "aria-pressed": String(mine), title: texts.words[card]}, art,
      el("span", {class: "code", text: card}));
  }

  const handlers = new Map();
  function act(spot, label, run, kind = "") {
    handlers.set(spot, run);
    return el("button", {class: `button lit ${kind}`, type: "button", data: {spot}, text: label});
  }

  function drawActs() {
    handlers.clear();
    acts.hidden = !open();
    if (!open()) { acts.replaceChildren(); return; }
    const shown = [], way = chosen();
    if (way) {
      const words = way.move[0] === "B" ? tell("bribe_send", {cell: picked.cell}) : tell("confirm");
      shown.push(act("confirm", words, () => submit(way.move), "primary"));
      if (ways().length > 1) shown.push(act("turn", tell("turn_card"), turnOn));
    }
    if (picked.card !== null && !discarding) {
      for (const {tool, word, move} of choices.buttons.get(myHand()[picked.card]) ?? []) {
        shown.push(act(`t${tool}`, tell(word, {tool}), () => submit(move), "primary"));
      }
    }
    if (discarding && marked.length) shown.push(...discards());
    if (picked.card !== null || picked.cell !== null || marked.length) shown.push(act("back", tell("back"), back));
    if (!choices.turns) shown.push(act("discard", tell(discarding ? "discard_off" : "discard_mode"), () => { discarding = !discarding; picked = {...NOTHING}; marked = []; draw(); }));
    acts.replaceChildren(...shown);
  }

  function discards() {
    const name = bundle(marked.map((index) => myHand()[index])), shown = [];
    if (choices.discards.has(name)) shown.push(act("burn", tell("discard_send"), () => submit(choices.discards.get(name)), "primary"));
    for (const {tool, move} of choices.rescues.get(name) ?? []) shown.push(act(`d${tool}`, tell("discard_for", {tool}), () => submit(move), "primary"));
    return shown;
  }

  function drawSide() {
    const order = colours().map((_, seat) => seat).sort((a, b) => (b === frame.eye) - (a === frame.eye));
    side.replaceChildren(...order.map((seat) => seatBox(frame.view, seat, {
      tell, words: texts.words, mine: seat === frame.eye, turn: !over() && (frame.to_act ?? []).includes(seat), overlay: overlays.has(seat), figure: figure(),
      toggle: () => { if (!overlays.delete(seat)) overlays.add(seat); draw(); },
    })), supplyBox(frame.view, {tell, words: texts.words}));
  }

  /* -- picking -- */
  function pick(spot) {
    if (!open()) return;
    trouble = "";
    if (handlers.has(spot)) { handlers.get(spot)(); return; }
    if (spot[0] === "h") pickCard(Number(spot.slice(1)));
    else if (spot[0] === "c") pickCell(spot.slice(1));
    draw();
    announce(prompt.textContent);
  }

  function pickCard(index) {
    if (choices.turns) return;
    if (discarding) {
      marked = marked.includes(index) ? marked.filter((one) => one !== index) : [...marked, index].slice(-2);
      return;
    }
    picked = {...NOTHING, card: picked.card === index ? null : index};
  }

  function pickCell(cell) {
    if (!targets().has(cell)) return;
    if (picked.cell !== cell) { picked = {...picked, cell, way: 0}; return; }
    if (ways().length > 1) picked = {...picked, way: (picked.way + 1) % ways().length};
    else picked = {...picked, cell: null, way: 0};
  }

  function turnOn() {
    picked = {...picked, way: (picked.way + 1) % ways().length};
    draw();
    announce(prompt.textContent);
  }

  function back() {
    if (!open()) return;
    trouble = "";
    if (marked.length) marked = marked.slice(0, -1);
    else if (discarding) discarding = false;
    else if (picked.cell !== null) picked = {...picked, cell: null, way: 0};
    else picked = {...NOTHING};
    draw();
  }

  async function submit(move) {
    const {decision} = frame, answer = answers.send(decision, move);
    draw();
    try {
      await answer;
    } catch (problem) {
      if (frame.decision !== decision) return;
      trouble = tell("refused", {detail: ""}).replace(/[\u2066-\u2069]/g, "") + (problem?.detail ?? "");
      reset();
      draw();
    }
  }

  function reset() { picked = {...NOTHING}; marked = []; discarding = false; }

  /* -- living -- */
  const lyingIn = (seen) => new Map([...cellsOf(seen)].map(([name, cell]) => [name, `${cell.card}/${cell.turn}/${cell.claims.size}/${cell.bribed}/${cell.keys.length}/${cell.looked?.length ?? 0}`]));

  function update(next) {
    const before = lyingIn(frame.view), asked = frame.decision, sameRound = frame.view.round === next.view.round;
    frame = next;
    trouble = "";
    if (frame.decision !== asked) reset();
    if (sameRound) {
      const now = lyingIn(frame.view), changed = [...now].filter(([name, state]) => before.get(name) !== state).map(([name]) => name);
      if (changed.length) fresh = new Set(changed);
    } else fresh = new Set();
    draw();
    if (sameRound && !calm()) for (const name of fresh) appear(name);
    for (const name of fresh) reveal(name);
  }

  function appear(name) {
    const art = cellLayer.querySelector(`[data-spot="c${CSS.escape(name)}"] .art`) ?? null;
    if (art) animate(art, [{opacity: 0, transform: "translateY(-10px)"}, {opacity: 1, transform: "none"}], {ms: 220, easing: "ease-out"});
  }

  function reveal(name) {
    const [x, y] = unkey(name);
    view.reveal({x: x * CELL.x, y: y * CELL.y, width: WIDE, height: HIGH});
  }

  drawing.setAttribute("viewBox", "0 0 100 100");
  const view = zoom(drawing, {words: texts.board.zoom, most: 6});
  const keys = walk(place, {pick, back});
  place.addEventListener("focusin", (event) => { const spot = event.target.dataset?.spot ?? ""; if (spot[0] === "c" && cells.has(spot.slice(1))) reveal(spot.slice(1)); });
  draw();

  return {update, destroy() { keys.destroy(); view.destroy(); place.remove(); }};
}
