/* The GLUX board: a grid of paths and lit rooms. A face and a cell, picked in either order, make a move. */

import {animate, answering, el, keyOf, layer, say, slide, svg, walk} from "/static/house/kit.js";
import {RADIUS, floorArt, glowArt, roomArt, stackArt, startArt, tokenArt} from "./art.js";
import {CELL, gridOf, middleOf, roomsOf, waysOf} from "./grid.js";
import {COLOURS, countBox, countedText, countOut, handBox, roomsBox, seatsBox} from "./panel.js";

const LAYERS = ["floors", "glows", "starts", "lines", "cells", "walls", "traces"];

export function mount(root, {frame, texts, send, announce = () => {}, seats = [], lang = "en"}) {
  const people = seats.length ? seats : texts.board.colours.map((name) => ({name}));
  const tell = (key, params = {}) => plain(say(texts, `board.${key}`, params, people));
  const name = (seat) => people[seat]?.name ?? texts.board.colours[seat];

  const box = el("div", {class: "board glux"}), drawing = svg("svg", {role: "group", focusable: "false"});
  const layers = Object.fromEntries(LAYERS.map((one) => [one, layer(drawing, one)]));
  const prompt = el("p", {class: "prompt"}), hand = el("div", {class: "hand-place"}), side = el("div", {class: "side"});
  const table = el("div", {class: "table"}, drawing, el("div", {class: "below"}, hand, prompt));
  box.append(el("div", {class: "lay"}, table, side));
  root.append(box);

  let grid = null, rooms = null, ways = new Map(), picked = {face: null, cell: null}, trouble = "", run = null, counting = null;
  const figure = () => frame.to_act === undefined;
  const over = () => Array.isArray(frame.winners);
  const answers = answering(send), sent = () => answers.sent(frame.decision);
  const open = () => frame.decision != null && Boolean(frame.moves?.length) && !sent();
  const starting = () => frame.view.phase === "start-face";
  const targets = () => new Set(open() && !starting() ? frame.moves.map((move) => move.split("=")[0]) : []);

  /* -- saying -- */
  function plain(text) { return lang === "fa" ? text : text.replace(/[\u2066\u2068\u2069]/g, ""); }

  function spoken(cell, lit) {
    const [under, top] = cell.stack.length === 2 ? cell.stack : [null, cell.stack[0]];
    const what = !top ? tell("empty") : under
      ? tell("stack", {colour: COLOURS[top.seat], face: top.face, colour_under: COLOURS[under.seat], face_under: under.face})
      : tell("token", {colour: COLOURS[top.seat], face: top.face});
    const floor = cell.room === null ? tell("path") : tell(cell.room === frame.view.middle ? "middle_room" : "room", {room: cell.room});
    const said = [tell("cell", {cell: cell.name, floor, what})];
    if (cell.start >= 0) said.push(tell("start_of", {seat: cell.start}));
    if (lit) said.push(tell("can_place"), ...reasons(cell));
    return said.join(tell("and"));
  }

  function reasons(cell) {
    const found = ways.get(cell.name) ?? [];
    return found.length ? found.map(({face, from}) => tell("counted", {face, source: from})) : [tell("free_start")];
  }

  function prompted() {
    if (trouble) return trouble;
    if (sent()) return tell("sending");
    if (over()) return ending();
    if (open()) {
      if (starting()) return tell("choose_start");
      if (picked.cell) return tell("choose_face_for", {cell: picked.cell});
      return picked.face ? tell("choose_cell", {face: picked.face}) : tell("choose_face");
    }
    const [seat] = frame.to_act ?? [];
    if (seat === undefined) return "";
    return starting() ? tell("wait_start", {seat, token: frame.view.start_token}) : tell("wait", {seat});
  }

  function ending() {
    const won = frame.winners.length === 1 ? tell("won", {seat: frame.winners[0]}) : "";
    return [won, texts.reasons[frame.reason] ?? ""].filter(Boolean).join(" ");
  }

  /* -- drawing -- */
  function ground() {
    const wide = grid.width * CELL + 28, high = grid.height * CELL + 36;
    drawing.setAttribute("viewBox", `-22 -30 ${wide} ${high}`);
    drawing.setAttribute("aria-label", tell("label", {columns: grid.width, rows: grid.height}));
    box.style.setProperty("--ratio", (wide / high).toFixed(3));
    layers.floors.replaceChildren(svg("rect", {class: "ground", x: -22, y: -30, width: wide, height: high, rx: 14}), floorArt(grid));
  }

  function draw() {
    grid = gridOf(frame.view);
    rooms = roomsOf(grid);
    ways = waysOf(grid, figure() ? frame.view.explain ?? -1 : frame.eye ?? -1);
    ground();
    const pips = new Map(frame.view.rooms.map((room) => [room.id, room.pips]));
    layers.glows.replaceChildren(...[...rooms.values()].map((room) => glowArt(room, pips.get(room.id))));
    layers.walls.replaceChildren(...[...rooms.values()].map((room) => roomArt(room, pips.get(room.id), frame.view.middle)));
    layers.starts.replaceChildren(...[...grid.cells.values()].filter((cell) => cell.start >= 0).map(startArt));
    cellsAndHand();
    sides();
  }

  function cellsAndHand() {
    const lit = targets();
    layers.cells.replaceChildren(...[...grid.cells.values()].map((cell) => drawCell(cell, lit.has(cell.name))));
    drawLines(figure() ? new Set([...grid.cells.values()].filter(explained).map((cell) => cell.name)) : picked.face ? lit : new Set());
    trace(null);
    const shown = figure() ? null : handBox({view: frame.view, eye: frame.eye, open: open(), picked: picked.face, tell});
    hand.replaceChildren(...(shown ? [shown] : []));
    prompt.textContent = figure() ? "" : prompted();
    prompt.classList.toggle("trouble", Boolean(trouble));
    box.classList.toggle("choosing", Boolean(picked.face));
    box.classList.toggle("figure", figure());
    keys.refresh();
  }

  function drawCell(cell, lit) {
    const {x, y} = middleOf(cell), last = frame.view.last?.cell === cell.name;
    const chosen = picked.cell === cell.name;
    const drawn = svg("g", {class: `cell ${lit ? "lit" : ""} ${chosen ? "picked" : ""} ${last ? "last" : ""}`, data: {spot: cell.name},
      "aria-label": spoken(cell, lit)});
    drawn.append(svg("rect", {class: "touch", x: cell.x * CELL, y: cell.y * CELL, width: CELL, height: CELL}));
    if (cell.stack.length) drawn.append(stackArt(cell.stack, {x, y}));
    if (last) drawn.append(svg("circle", {class: "last-mark", cx: x, cy: y, r: 21.5}));
    if (lit || chosen || explained(cell)) drawn.append(svg("circle", {class: "lit-mark", cx: x, cy: y, r: 20}));
    if (lit && !cell.stack.length) drawn.append(svg("circle", {class: "lit-dot", cx: x, cy: y, r: 4}));
    drawn.append(svg("rect", {class: "focus-mark", x: cell.x * CELL + 2, y: cell.y * CELL + 2, width: CELL - 4, height: CELL - 4, rx: 6}));
    return drawn;
  }

  /* a figure of the rules page may show where one seat can go */
  const explained = (cell) => figure() && frame.view.explain !== undefined && ways.has(cell.name);

  /* the lines along which the lit cells are counted */
  function drawLines(lit) {
    layers.lines.replaceChildren(...[...lit].flatMap((end) => (ways.get(end) ?? []).map((way) => lineOf(way))));
  }

  function lineOf({from, steps}) {
    const a = middleOf(grid.cells.get(from)), b = middleOf(grid.cells.get(steps[steps.length - 1]));
    const [dx, dy] = [Math.sign(b.x - a.x) * RADIUS, Math.sign(b.y - a.y) * RADIUS];
    return svg("g", {class: "line", "aria-hidden": "true"}, svg("line", {x1: a.x + dx, y1: a.y + dy, x2: b.x - dx, y2: b.y - dy}),
      steps.slice(0, -1).map((step) => { const {x, y} = middleOf(grid.cells.get(step)); return svg("circle", {cx: x, cy: y, r: 3.2}); }));
  }

  /* what pointing at one cell shows: its own lines with the numbers counted, and the token as it would lie */
  function trace(spot) {
    const cell = grid?.cells.get(spot), lit = cell && targets().has(spot);
    if (!lit) { layers.traces.replaceChildren(); return; }
    const parts = (ways.get(spot) ?? []).flatMap((way) => [lineOf(way), ...way.steps.map((step, n) => numberAt(step, n + 1, n + 1 === way.steps.length))]);
    if (picked.face) parts.push(svg("g", {class: "ghost"}, tokenArt(frame.eye, picked.face, {...middleOf(cell), shadow: false})));
    layers.traces.replaceChildren(...parts);
  }

  function numberAt(step, n, last) {
    if (last && picked.face) return "";
    const {x, y} = middleOf(grid.cells.get(step));
    return svg("g", {class: "step"}, svg("circle", {cx: x, cy: y, r: 8}), svg("text", {x, y: y + 0.5, text: n}));
  }

  function sides() {
    if (figure()) { side.replaceChildren(); return; }
    const scores = frame.scores ?? people.map(() => 0), acting = frame.to_act ?? [];
    const parts = [seatsBox({view: frame.view, eye: frame.eye, scores, acting, tell, name}), roomsBox({view: frame.view, tell})];
    counting = null;
    if (over() && frame.view.phase === "over") {   // a match given up is not counted
      counting = countBox({view: frame.view, winners: frame.winners, tell, name, again: count});
      parts.unshift(counting.box);
    }
    side.replaceChildren(...parts);
  }

  function count() {
    run?.skip();
    run = countOut(counting, (id) => layers.glows.querySelector(`[data-glow="${id}"]`));
    announce(countedText(frame.view, frame.winners, tell));
  }

  /* -- picking -- */
  function pick(spot) {
    if (!open()) return;
    trouble = "";
    if (spot.startsWith("face-")) pickFace(Number(spot.slice(5)));
    else if (targets().has(spot)) pickCell(spot);
    else return;
    finish();
  }

  function pickFace(face) {
    if (starting()) { picked = {face, cell: "S"}; return; }
    picked = {...picked, face: picked.face === face ? null : face};
  }

  function pickCell(cell) {
    picked = {...picked, cell: picked.cell === cell ? null : cell};
  }

  function finish() {
    const move = `${picked.cell}=${picked.face}`;
    if (frame.moves.includes(move)) { submit(move); return; }
    cellsAndHand();
    trace(keys.spot);
    announce(prompted());
  }

  function back() {
    if (!picked.face && !picked.cell) return;
    picked = {face: null, cell: null};
    cellsAndHand();
    announce(prompted());
  }

  async function submit(move) {
    const {decision} = frame, answer = answers.send(decision, move);
    cellsAndHand();
    try {
      await answer;
    } catch (problem) {
      const told = problem?.detail ?? problem?.error ?? String(problem);
      announce(told);
      if (frame.decision !== decision) return;
      trouble = told;
      picked = {face: null, cell: null};
      cellsAndHand();
    }
  }

  function typed(event) {
    const key = keyOf(event);
    if (/^[1-6]$/.test(key) && open() && frame.view.hand?.includes(key)) pick(`face-${key}`);
  }

  const keys = walk(box, {pick, back, key: typed});
  const pointed = (event) => trace(event.target.closest?.("[data-spot]")?.dataset.spot ?? null);
  drawing.addEventListener("pointerover", pointed);
  drawing.addEventListener("pointerleave", () => trace(null));
  table.addEventListener("focusin", pointed);   // not on the svg: a focus listener makes an svg a tab stop
  draw();

  /* -- changes -- */
  function landed(before) {
    const last = frame.view.last;
    if (!last || before.position === frame.view.position) return;
    const stack = layers.cells.querySelector(`[data-spot="${last.cell}"] .stack > :last-child`);
    if (!stack) return;
    slide(stack, {x: 0, y: -26}, {ms: 220});
    const room = grid.cells.get(last.cell)?.room;
    const glow = room && layers.glows.querySelector(`[data-glow="${room}"]`);
    if (glow) animate(glow, [{opacity: 1}, {opacity: 0.55}, {opacity: 1}], {ms: 250});
  }

  return {
    update(next) {
      run?.skip();
      run = null;
      const before = frame.view, ended = !over() && Array.isArray(next.winners);
      if (next.decision !== frame.decision || next.view.position !== before.position) picked = {face: null, cell: null};
      frame = next;
      trouble = "";
      draw();
      landed(before);
      if (ended && counting) count();
    },
    destroy() {
      run?.skip();
      keys.destroy();
      box.remove();
    },
  };
}
