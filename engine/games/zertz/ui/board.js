/* The ZERTZ board: rings and glass marbles, the pool, what each seat has captured. Clicks follow the notation:
   marble, ring, ring to remove; or jumper, landing, landing. */

import {answering, calm, el, layer, leave, marble, number, picker, point, say, sequence, slide, svg, walk} from "/static/house/kit.js";

const D = 56, RING = 22, BALL = 19.5;
const LETTERS = "abcdefghi", COLOURS = ["W", "G", "B"];
const TONE = {W: "white", G: "grey", B: "black"};
const PART = /([WGB])([a-i][1-9])/g;
const SAID = {jumper: "pick_jumper", landing: "pick_landing", onward: "jump_on", ring: "pick_ring", remove: "pick_removal", marble: "pick_marble",
  own: "pick_own_marble", alone: "must_pass"};
const CAN = {jumper: "can_jump", landing: "can_land", onward: "can_land", ring: "can_fill", remove: "can_remove"};

/* -- geometry (Z5): column q, height s ------------------------------------------------------------------------------ */

function layout({columns, lows}) {
  const tallest = columns.length === 9 ? 4 : 3, places = new Map();
  columns.forEach((signs, q) => {
    const low = lows?.[q] ?? Math.max(0, q - tallest);
    for (let n = 0; n < signs.length; n += 1) {
      const s = low + n;
      places.set(`${LETTERS[q]}${n + 1}`, {x: q * D * Math.sqrt(3) / 2, y: -(s - q / 2) * D, q, s});
    }
  });
  return places;
}

function between(places, from, to) {
  const a = places.get(from), b = places.get(to);
  for (const [label, one] of places) if (2 * one.q === a.q + b.q && 2 * one.s === a.s + b.s) return label;
  return null;
}

/* -- moves as clicks ------------------------------------------------------------------------------------------------- */

function split(move) {
  if (move.startsWith("x ")) return [move.slice(2, 4), ...[...move.slice(4).matchAll(PART)].map((one) => one[2])];
  if (move.length < 3) return [move];
  const [core, removed] = move.split(" x ")[0].split(",");
  return removed ? [core[0], core.slice(1), removed] : [core[0], core.slice(1)];
}

function way(last) {
  return last?.kind === "capture" ? [last.start, ...last.jumps.map((jump) => jump.to)] : [];
}

function standing(view) {
  const found = new Map();
  view.columns.forEach((signs, q) => [...signs].forEach((sign, n) => found.set(`${LETTERS[q]}${n + 1}`, sign)));
  return found;
}

/* -- the board -------------------------------------------------------------------------------------------------------- */

export function mount(root, {frame, texts, send, announce = () => {}, seats = [], lang = "en"}) {
  const tell = (key, params) => say(texts, `board.${key}`, params, seats);
  const box = el("div", {class: "board zertz"});
  const drawing = svg("svg", {role: "group"});
  const grounds = layer(drawing, "grounds"), rings = layer(drawing, "rings"), traces = layer(drawing, "traces"), effects = layer(drawing, "effects");
  const side = el("div", {class: "side"});
  const prompt = el("p", {class: "prompt"}), notes = el("p", {class: "notes"});
  const buttons = el("div", {class: "choices"});
  box.append(el("div", {class: "lay"}, el("div", {class: "table"}, drawing, prompt, buttons, notes), side));
  root.append(box);

  let places = new Map(), cells = new Map(), pick = picker([], split), run = null;
  const figure = () => frame.to_act === undefined;
  const answers = answering(send), sent = () => answers.sent(frame.decision);
  const open = () => Boolean(frame.moves?.length) && frame.decision != null && !sent();
  const touch = () => Boolean(frame.view.options?.tournament);   // Z35: what is touched is played
  const capturing = () => pick.moves.some((move) => move.startsWith("x "));

  /* what stands where, with the steps picked so far already made */
  function look() {
    const found = standing(frame.view), path = pick.path, shown = {cells: found, gone: [], mover: null};
    if (COLOURS.includes(path[0]) && path.length > 1) {
      found.set(path[1], path[0]);
      shown.mover = path[1];
    } else if (path.length && !COLOURS.includes(path[0])) {
      const sign = found.get(path[0]);
      path.slice(1).forEach((to, n) => {
        const over = between(places, path[n], to);
        shown.gone.push([over, found.get(over)]);
        found.set(over, "o");
        found.set(path[n], "o");
        found.set(to, sign);
      });
      shown.mover = path[path.length - 1];
    }
    return shown;
  }

  function stepName() {
    const path = pick.path;
    if (capturing()) return path.length === 0 ? "jumper" : path.length === 1 ? "landing" : "onward";
    if (COLOURS.includes(path[0])) return path.length === 1 ? "ring" : "remove";
    if (!frame.moves.some((move) => move.length > 2)) return "alone";
    return frame.view.pool.some(Boolean) ? "marble" : "own";
  }

  const asked = () => tell(SAID[stepName()], {colour: pick.path[0]});

  function spoken(label, sign, lit, shown) {
    const said = [sign === "o" ? tell("ring_vacant", {ring: label}) : tell("ring_marble", {ring: label, colour: sign})];
    if (shown.gone.some(([ring]) => ring === label)) said.push(tell("just_taken"));
    if (label === shown.mover) said.push(tell("chosen"));
    if (lit) said.push(tell(CAN[stepName()]));
    if (open() && sign !== "o" && threatened().has(label)) said.push(tell("can_be_taken"));
    return said.join(lang === "fa" ? "، " : ", ");
  }

  function threatened() {
    const found = new Set();
    if (!capturing()) return found;
    for (const move of pick.moves) {
      const path = split(move), n = pick.path.length;
      for (let i = Math.max(1, n); i < path.length; i += 1) found.add(between(places, path[i - 1], path[i]));
    }
    return found;
  }

  /* -- drawing -- */
  function ground() {
    const xs = [...places.values()].map((one) => one.x), ys = [...places.values()].map((one) => one.y), edge = D * 0.72;
    const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
    drawing.setAttribute("aria-label", tell("board_label", {count: places.size}));
    drawing.setAttribute("viewBox", `${left - edge} ${top - edge} ${right - left + 2 * edge} ${bottom - top + 2 * edge}`);
    grounds.replaceChildren(svg("rect", {class: "felt", x: left - edge, y: top - edge, rx: 18,
      width: right - left + 2 * edge, height: bottom - top + 2 * edge}));
    for (const {x, y} of places.values()) grounds.append(svg("circle", {class: "socket", cx: x, cy: y, r: 2.5}));
  }

  function drawRing(label, sign, lit, shown) {
    const {x, y} = places.get(label), step = lit ? stepName() : "";
    const cell = svg("g", {class: `cell ${lit ? `lit ${step}` : ""} ${label === shown.mover ? "picked" : ""}`, data: {spot: label},
      "aria-label": spoken(label, sign, lit, shown)});
    cell.append(ringShape(x, y));
    if (sign === "o") cell.append(svg("text", {class: "name", x, y: y + 0.5, "aria-hidden": "true", text: label}));
    else cell.append(svg("g", {class: "ball"}, marble(TONE[sign], {x, y, r: BALL, letter: sign})));
    if (lit) cell.append(svg("circle", {class: "glow", cx: x, cy: y, r: sign === "o" ? 13.5 : RING + 4.5}));
    if (step === "remove") cell.append(svg("path", {class: "away", d: `M${x - 6} ${y - 6}l12 12m0 -12l-12 12`}));
    cell.append(svg("circle", {class: "focus-mark", cx: x, cy: y, r: RING + 5}), svg("circle", {class: "touch", cx: x, cy: y, r: D / 2}));
    return cell;
  }

  function ringShape(x, y) {
    return svg("g", {class: "ring"},
      svg("ellipse", {cx: x + 1, cy: y + 4, rx: RING + 8, ry: RING + 7, fill: "url(#kit-shade)"}),
      svg("circle", {class: "hole", cx: x, cy: y, r: RING}),
      svg("circle", {class: "body", cx: x, cy: y, r: RING}),
      svg("circle", {class: "edge", cx: x, cy: y, r: RING + 4.2}), svg("circle", {class: "edge", cx: x, cy: y, r: RING - 4.2}),
      svg("path", {class: "shine", d: `M${x - 19} ${y - 11}A${RING} ${RING} 0 0 1 ${x + 4} ${y - 21.6}`}));
  }

  function drawTraces(shown) {
    traces.replaceChildren();
    const last = pick.path.length ? null : frame.view.last, at = (label) => places.get(label);
    const circle = (label, kind, r) => traces.append(svg("circle", {class: `last ${kind}`, cx: at(label).x, cy: at(label).y, r}));
    if (last?.kind === "placement") {
      const gone = [last.removed, ...last.taken.map((one) => one.ring)].filter(Boolean);
      if (!gone.includes(last.ring)) circle(last.ring, "", RING + 5);
      for (const label of gone) circle(label, "gone", RING - 2);
    } else if (last?.kind === "capture") {
      way(last).slice(1).forEach((label, n) => traces.append(arc(at(way(last)[n]), at(label), "last way")));
      circle(way(last).at(-1), "", RING + 5);
    }
    for (const [ring] of shown.gone) {
      const {x, y} = at(ring);
      traces.append(svg("path", {class: "struck", d: `M${x - 9} ${y - 9}l18 18m0 -18l-18 18`}));
    }
    if (open() && capturing()) for (const way of hints()) traces.append(way);
  }

  function hints() {
    const n = Math.max(pick.path.length, 1), ways = new Set();
    for (const path of pick.moves.map(split)) if (n < path.length) ways.add(`${path[n - 1]} ${path[n]}`);
    return [...ways].map((one) => arc(...one.split(" ").map((ring) => places.get(ring)), "hint"));
  }

  /* a jump, drawn as a bow over the marble that is jumped */
  function arc(a, b, kind) {
    const dx = b.x - a.x, dy = b.y - a.y, aside = 0.34, k = 0.2;
    const from = {x: a.x + dx * k + dy * aside * 0.55, y: a.y + dy * k - dx * aside * 0.55};
    const to = {x: b.x - dx * k * 0.7 + dy * aside * 0.3, y: b.y - dy * k * 0.7 - dx * aside * 0.3};
    const top = {x: (a.x + b.x) / 2 + dy * aside * 1.15, y: (a.y + b.y) / 2 - dx * aside * 1.15};
    const turn = Math.atan2(to.y - top.y, to.x - top.x), tip = (by) => `L${to.x - 9 * Math.cos(turn + by)} ${to.y - 9 * Math.sin(turn + by)}`;
    return svg("path", {class: kind, d: `M${from.x} ${from.y}Q${top.x} ${top.y} ${to.x} ${to.y}${tip(0.5)}M${to.x} ${to.y}${tip(-0.5)}`});
  }

  function draw() {
    const shown = look(), can = open() ? pick.next : new Map();
    rings.replaceChildren();
    cells = new Map();
    for (const [label, sign] of shown.cells) {
      if (sign === "-") continue;
      const cell = drawRing(label, sign, can.has(label), shown);
      cells.set(label, cell);
      rings.append(cell);
    }
    drawTraces(shown);
    box.classList.toggle("waiting", sent());
    drawSide(can);
    drawPrompt();
    path.refresh();
  }

  function drawPrompt() {
    prompt.hidden = notes.hidden = buttons.hidden = figure() || !open();
    buttons.replaceChildren();
    if (!open()) return;
    const fresh = !pick.path.length, {bound, pending, missed} = frame.view;
    prompt.textContent = asked() + (fresh && frame.moves.length === 1 ? ` · ${tell("only_move")}` : "");
    notes.textContent = !fresh ? "" : [bound && "bound_help", pending ? "pending_help" : missed && "claim_help", touch() && "touch_help"]
      .filter(Boolean).map((key) => tell(key)).join(" ");
    const button = (spot, key, kind) => buttons.append(el("button", {class: `button lit ${kind}`, type: "button", data: {spot}, text: tell(key)}));
    if (fresh && pick.can("-")) button("-", "pass", "primary");
    if (fresh && pick.can("!")) button("!", "claim", "primary");
    if (!fresh && !touch()) button("back", "undo", "small");
  }

  /* -- pool and captured marbles -- */
  function heap(colour, count, {room, lines = 1, slots = 0, mark = 0}) {
    const gap = 21, most = Math.max(room, Math.ceil(count / lines)), wide = gap * most + 6, high = 22 * lines + 2;
    const at = (n) => ({x: 14 + (n % most) * gap, y: 12 + Math.floor(n / most) * gap});
    const made = svg("svg", {class: "heap", viewBox: `0 0 ${wide} ${high}`, "aria-hidden": "true"},
      svg("rect", {class: "groove", x: 1, y: 1, width: wide - 2, height: high - 2, rx: 11}));
    for (let n = count; n < slots; n += 1) {
      const {x, y} = at(n);
      made.append(svg("circle", {class: "slot", cx: x, cy: y, r: 8}), svg("text", {class: "sign", x, y: y + 0.5, text: colour}));
    }
    if (mark) made.append(svg("line", {class: "goal", x1: at(mark).x - gap / 2, x2: at(mark).x - gap / 2, y1: 3, y2: 21}));
    for (let n = 0; n < count; n += 1) made.append(marble(TONE[colour], {...at(n), r: 9, letter: colour}));
    return made;
  }

  function drawSide(can) {
    side.replaceChildren();
    side.hidden = figure();
    if (figure()) return;
    const {pool, captured, goals} = frame.view, own = open() && stepName() === "own" || !pool.some(Boolean) && COLOURS.includes(pick.path[0]);
    const held = own ? captured[frame.eye] : pool;
    const stock = (colour, n) => el("button", {class: `stock ${can.has(colour) ? "lit" : ""} ${pick.path[0] === colour ? "picked" : ""}`, type: "button",
      data: {spot: colour}, "aria-label": tell(own ? "own_marble" : "pool_marble", {colour, count: held[n]})},
      heap(colour, held[n], {room: 5, lines: 2}), el("span", {class: "count", text: number(held[n])}));
    side.append(el("section", {class: "pool"}, el("h3", {text: tell(own ? "captured" : "pool")}), el("div", {class: "stocks"}, COLOURS.map(stock))));
    captured.forEach((counts, seat) => side.append(drawTray(counts, seat, goals)));
  }

  function drawTray(counts, seat, goals) {
    const acting = frame.to_act?.includes(seat), won = frame.winners?.includes(seat), name = seats[seat]?.name ?? number(seat + 1);
    return el("section", {class: `tray ${acting ? "acting" : ""} ${won ? "won" : ""}`, data: {seat}},
      el("h3", {"aria-hidden": "true"}, el("bdi", {text: name}), won && "★"),
      el("p", {class: "visually-hidden", text: tell("captured_of", {name, white: counts[0], grey: counts[1], black: counts[2]})}),
      COLOURS.map((colour, n) => heap(colour, counts[n], {room: 6, slots: goals[TONE[colour]], mark: goals.each})));
  }

  /* -- picking -- */
  function onpick(spot) {
    if (!open()) return;
    const steps = pick.path, from = steps.at(-1);
    if (spot === "back" || spot === from) { takeBack(); return; }
    if (COLOURS.includes(spot) && COLOURS.includes(from ?? "") && !touch()) pick.clear();
    if (!pick.take(spot)) { announce(cells.get(spot)?.getAttribute("aria-label") ?? ""); return; }
    draw();
    step(spot, from);
    if (pick.move) submit(pick.move);
    else announce(asked());
  }

  function step(spot, from) {
    const ball = cells.get(spot)?.querySelector(".ball");
    if (!ball || !from) return;
    if (COLOURS.includes(from)) slide(ball, fromStock(from, spot));
    else if (capturing()) slide(ball, offset(from, spot));
  }

  function takeBack() {
    if (!open() || touch() || !pick.back()) return;
    draw();
    announce(asked());
  }

  async function submit(move) {
    const {decision} = frame, answer = answers.send(decision, move);
    draw();
    try {
      await answer;
    } catch (problem) {
      announce(problem?.detail ?? "");
      if (frame.decision !== decision) return;
      pick.clear();
      draw();
    }
  }

  /* -- motion -- */
  const offset = (from, to) => ({x: places.get(from).x - places.get(to).x, y: places.get(from).y - places.get(to).y});

  function fromStock(colour, ring) {
    const area = side.querySelector(`[data-spot="${colour}"]`)?.getBoundingClientRect(), {x, y} = places.get(ring);
    if (!area?.width) return {x: 0, y: -D};
    const at = point(drawing, {clientX: area.left + area.width / 3, clientY: area.top + area.height / 2});
    return {x: at.x - x, y: at.y - y};
  }

  const ghost = (sign, ring) => {
    const made = svg("g", {}, marble(TONE[sign], {...places.get(ring), r: BALL, letter: sign}));
    effects.append(made);
    return made;
  };

  function show(before, last, mine) {
    const steps = [];
    if (last.kind === "placement") {
      const ball = cells.get(last.ring)?.querySelector(".ball");
      if (ball && !mine) steps.push(() => slide(ball, fromStock(last.colour, last.ring)));
      if (last.removed) {
        const gone = svg("g", {}, ringShape(places.get(last.removed).x, places.get(last.removed).y));
        effects.append(gone);
        steps.push(() => leave(gone, outward(last.removed)));
      }
      const won = last.taken.map((one) => ghost(one.colour, one.ring));
      steps.push(...won.map((ball) => () => leave(ball, {x: 0, y: -D})));
    } else if (last.kind === "capture" && !mine) {
      steps.push(...chain(before, last));
    }
    if (steps.length) run = sequence(steps);
  }

  function chain(before, last) {
    const sign = before.get(last.start), rings = way(last), end = cells.get(rings.at(-1))?.querySelector(".ball");
    if (!end || !COLOURS.includes(sign)) return [];
    const waiting = last.jumps.map((jump) => ghost(jump.colour, jump.over));
    end.style.visibility = "hidden";
    return [...last.jumps.map((jump, n) => async () => {
      const jumper = ghost(sign, jump.to);
      leave(waiting[n], {x: 0, y: -D * 0.9});
      await slide(jumper, offset(rings[n], jump.to));
      jumper.remove();
    }), async () => { end.style.visibility = ""; }];
  }

  function outward(label) {
    const all = [...places.values()], {x, y} = places.get(label), mean = (key) => all.reduce((sum, one) => sum + one[key], 0) / all.length;
    const dx = x - mean("x"), dy = y - mean("y"), far = Math.hypot(dx, dy) || 1;
    return {x: dx / far * D, y: dy / far * D};
  }

  function update(next) {
    run?.skip();
    effects.replaceChildren();
    const before = frame, mine = sent() ? pick.move : null;
    frame = next;
    if (places.size !== next.view.columns.join("").length) {
      places = layout(next.view);
      ground();
    }
    pick = picker(next.moves ?? [], split);
    draw();
    const {last} = next.view;
    if (last && (next.seq ?? 0) > (before.seq ?? 0) && !calm()) show(standing(before.view), last, last.text.split(" x ")[0] === mine || last.text === mine);
  }

  const path = walk(box, {pick: onpick, back: takeBack});
  update(frame);
  return {
    update,
    destroy() { run?.skip(); path.destroy(); box.remove(); },
  };
}
