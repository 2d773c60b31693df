/* The conduit table: pan and zoom, systems told on hover and focus, and laying a tile step by step. */

import {calm, el, layer, leave, say, slide, stage, svg, walk, zoom} from "/static/house/kit.js";
import {cellSpots, cellsOf, drawMeeple, drawTile, partsOf, SIZE, STEPS, systemsOf} from "./tiles.js";

const middle = (x, y) => [x * SIZE, y * SIZE];

/* The listed placements as square -> rotation -> cells ("-" and indices). */
function waysOf(moves) {
  const ways = new Map();
  for (const move of moves ?? []) {
    const found = /^P:(-?\d+),(-?\d+),(\d);(-|\d+)$/.exec(move);
    if (!found) continue;
    const [, x, y, rot, cell] = found,
      square = `${x},${y}`;
    if (!ways.has(square)) ways.set(square, new Map());
    if (!ways.get(square).has(rot)) ways.get(square).set(rot, new Set());
    ways.get(square).get(rot).add(cell);
  }
  return ways;
}

export function table(root, {texts, seats, answers, announce}) {
  const t = (key, params = {}) => say(texts, `board.${key}`, params, seats);
  const letters = texts.board.letters;
  const drawing = stage(root, {x: -150, y: -150, width: 300, height: 300, label: t("table")});
  drawing.classList.add("conduits");
  const layers = Object.fromEntries(
    ["squares", "tiles", "ends", "meeples", "ghost"].map((name) => [name, layer(drawing, name)]),
  );
  const told = el("p", {class: "system-told"});
  const bar = el("div", {class: "lay-bar", role: "toolbar", "aria-label": t("laying")});
  const view = zoom(drawing, {words: texts.board.zoom, most: 6});
  root.append(told, bar);
  let frame = null,
    found = null,
    ways = new Map(),
    picked = null;
  const open = () => frame.decision != null && !answers.sent(frame.decision);

  /* -- words ------------------------------------------------------------------------------------------------------ */

  function colours(count) {
    return ["R", "B", "Y"]
      .filter((one) => count[one])
      .map((one) => t("cells_of", {n: count[one], colour: one}))
      .join(texts.board.comma);
  }

  function systemWords(system) {
    const ends = system.open.length ? t("open_ends", {n: system.open.length}) : t("closed");
    const held = system.meeples.map(({seat, colour}) => t("held", {seat, colour, n: system.count[colour]}));
    return [`${t("system")} ${colours(system.count)}`, ends, ...held].join(texts.board.comma);
  }

  function tileWords(x, y, tile, _rot) {
    const parts = partsOf(frame.view.shapes[tile]);
    const where = t("square", {x, y});
    const systems = [...new Set(parts.map((_, part) => found.of(x, y, part)))];
    return `${where}: ${systems.map(systemWords).join("; ")}`;
  }

  /* -- drawing ---------------------------------------------------------------------------------------------------- */

  function draw() {
    const {view: seen} = frame;
    found = systemsOf(seen.table, seen.shapes, seen.meeples);
    for (const one of Object.values(layers)) one.replaceChildren();
    seen.table.forEach(drawLaid);
    found.systems.forEach((system) => system.open.forEach(([x, y, side]) => layers.ends.append(openEnd(x, y, side))));
    for (const [seat, x, y, cell] of seen.meeples) {
      const [cx, cy] = middle(x, y),
        laid = seen.table.find((one) => one[0] === x && one[1] === y);
      const [dx, dy] = cellSpots(partsOf(seen.shapes[laid[2]]), laid[3])[cell];
      layers.meeples.append(drawMeeple(seat, cx + dx, cy + dy - 9));
    }
    drawSquares();
    drawGhost();
    drawBar();
    view.bounds(bounds());
    path.refresh();
  }

  function drawLaid([x, y, tile, rot], at, all) {
    const [cx, cy] = middle(x, y);
    const spot = svg(
      "g",
      {
        class: `laid ${at === all.length - 1 && at ? "last" : ""}`,
        transform: `translate(${cx} ${cy})`,
        data: {spot: `tile:${x},${y}`, x, y},
        role: "img",
        "aria-label": tileWords(x, y, tile, rot),
      },
      drawTile(frame.view.shapes[tile], rot, letters, {start: tile === "start"}),
      svg("rect", {class: "focus-mark", x: -46, y: -46, width: 92, height: 92, rx: 8}),
    );
    layers.tiles.append(spot);
  }

  function openEnd(x, y, side) {
    const [cx, cy] = middle(x, y),
      [dx, dy] = STEPS[side];
    return svg("path", {
      class: "open-end",
      d: "M-8 3L0 -7L8 3",
      transform: `translate(${cx + dx * 56} ${cy + dy * 56}) rotate(${side * 90})`,
    });
  }

  function drawSquares() {
    for (const square of ways.keys()) {
      if (picked && picked.square === square) continue;
      const [x, y] = square.split(",").map(Number),
        [cx, cy] = middle(x, y);
      layers.squares.append(
        svg(
          "g",
          {
            class: "square lit",
            transform: `translate(${cx} ${cy})`,
            data: {spot: `square:${square}`},
            "aria-label": t("can_lay", {x, y}),
          },
          svg("rect", {class: "square-edge", x: -45, y: -45, width: 90, height: 90, rx: 8}),
          svg("path", {class: "square-plus", d: "M-10 0H10M0 -10V10"}),
          svg("rect", {class: "focus-mark", x: -46, y: -46, width: 92, height: 92, rx: 8}),
        ),
      );
    }
  }

  function drawGhost() {
    if (!picked) return;
    const [x, y] = picked.square.split(",").map(Number),
      [cx, cy] = middle(x, y);
    const code = frame.view.shapes[myTile()],
      rot = Number(picked.rot);
    const group = svg("g", {class: "ghost-tile", transform: `translate(${cx} ${cy})`});
    const body = svg(
      "g",
      {class: "ghost-body lit", data: {spot: "ghost"}, "aria-label": t("ghost", {x, y, n: rot})},
      drawTile(code, rot, letters),
      svg("rect", {class: "focus-mark", x: -46, y: -46, width: 92, height: 92, rx: 8}),
    );
    group.append(body);
    const spots = cellSpots(partsOf(code), rot),
      cells = cellsOf(partsOf(code));
    for (const cell of ways.get(picked.square).get(picked.rot)) {
      if (cell === "-") continue;
      const [dx, dy] = spots[Number(cell)],
        chosen = picked.cell === cell;
      group.append(
        svg(
          "g",
          {
            class: `ghost-cell lit ${chosen ? "picked" : ""}`,
            data: {spot: `cell:${cell}`},
            "aria-label": t(chosen ? "meeple_off" : "meeple_on", {colour: cells[Number(cell)].colour}),
            "aria-pressed": String(chosen),
          },
          svg("circle", {class: "cell-ring", cx: dx, cy: dy, r: 17}),
          chosen && drawMeeple(frame.eye, dx, dy - 9),
          svg("circle", {class: "focus-mark", cx: dx, cy: dy, r: 19}),
        ),
      );
    }
    layers.ghost.append(group);
  }

  const myTile = () => (frame.view.phase === "lay" ? frame.view.desks[frame.eye]?.tile : null);

  function drawBar() {
    bar.replaceChildren();
    const button = (key, act, {kind = "", spot = key} = {}) =>
      el("button", {
        class: `button ${kind}`,
        type: "button",
        text: t(key),
        onclick: act,
        data: {act: spot},
        disabled: !open(),
      });
    if (frame.moves?.includes("P:discard"))
      bar.append(
        el("span", {text: t("fits_nowhere")}),
        button("discard", () => post("P:discard"), {kind: "primary"}),
      );
    if (picked) {
      if (ways.get(picked.square).size > 1) bar.append(button("turn", turn));
      bar.append(
        button(picked.cell === "-" ? "lay_plain" : "lay_meeple", lay, {kind: "primary", spot: "lay"}),
        button("take_back", back, {kind: "quiet"}),
      );
    } else if (ways.size) bar.append(el("span", {class: "lay-hint", text: t("pick_square")}));
    if (!picked && myTile())
      bar.prepend(el("span", {class: "lay-tile"}, tilePicture(frame.view.shapes[myTile()], letters, t("my_tile"))));
    bar.hidden = !bar.childElementCount;
  }

  function bounds() {
    const xs = frame.view.table.map(([x]) => x),
      ys = frame.view.table.map(([, y]) => y);
    const [left, right] = [Math.min(...xs) - 1, Math.max(...xs) + 1],
      [top, bottom] = [Math.min(...ys) - 1, Math.max(...ys) + 1];
    const wide = Math.max(right - left + 1, 4),
      high = Math.max(bottom - top + 1, 3);
    return {
      x: ((left + right) / 2 - wide / 2) * SIZE,
      y: ((top + bottom) / 2 - high / 2) * SIZE,
      width: wide * SIZE,
      height: high * SIZE,
    };
  }

  /* -- acting ----------------------------------------------------------------------------------------------------- */

  function pick(spot) {
    const [kind, what] = spot.split(":");
    if (kind === "tile") {
      tell(spot);
      return;
    }
    if (!open()) return;
    if (kind === "square") {
      const rots = [...ways.get(what).keys()];
      picked = {square: what, rot: rots[0], cell: "-"};
      draw();
      path.focus("ghost");
      announce(ghostWords());
    } else if (kind === "ghost") turn();
    else if (kind === "cell") {
      picked.cell = picked.cell === what ? "-" : what;
      draw();
      path.focus(spot);
      announce(ghostWords());
    }
  }

  function ghostWords() {
    const [x, y] = picked.square.split(",").map(Number);
    const cells = cellsOf(partsOf(frame.view.shapes[myTile()]));
    const base = t("ghost", {x, y, n: Number(picked.rot)});
    return picked.cell === "-" ? base : `${base} ${t("meeple_here", {colour: cells[Number(picked.cell)].colour})}`;
  }

  function turn() {
    if (!picked || !open()) return;
    const rots = [...ways.get(picked.square).keys()];
    picked.rot = rots[(rots.indexOf(picked.rot) + 1) % rots.length];
    if (!ways.get(picked.square).get(picked.rot).has(picked.cell)) picked.cell = "-";
    draw();
    path.focus("ghost");
    announce(ghostWords());
  }

  function back() {
    if (!picked) return;
    const {square} = picked;
    picked = null;
    draw();
    path.focus(`square:${square}`);
  }

  function lay() {
    if (picked) post(`P:${picked.square},${picked.rot};${picked.cell}`);
  }

  async function post(move) {
    if (!open()) return;
    const answer = answers.send(frame.decision, move);
    drawBar();
    try {
      await answer;
    } catch (error) {
      announce(error?.detail ?? String(error));
      drawBar();
    }
  }

  function key(event) {
    if (event.code === "KeyR") turn();
    else if (event.code === "KeyL") lay();
    else return;
    event.preventDefault();
  }

  /* -- telling systems -------------------------------------------------------------------------------------------- */

  function tell(spot, part = null) {
    drawing.querySelectorAll(".part.told").forEach((one) => one.classList.remove("told"));
    if (!spot?.startsWith("tile:")) {
      told.textContent = "";
      return;
    }
    const [x, y] = spot.slice(5).split(",").map(Number);
    const tile = frame.view.table.find((one) => one[0] === x && one[1] === y);
    if (!tile) return;
    const parts = partsOf(frame.view.shapes[tile[2]])
      .map((_, at) => at)
      .filter((at) => part === null || at === part);
    const systems = [...new Set(parts.map((at) => found.of(x, y, at)))];
    for (const system of systems) {
      for (const name of system.parts) {
        const [px, py, pp] = name.split(",");
        layers.tiles.querySelector(`[data-x="${px}"][data-y="${py}"] [data-part="${pp}"]`)?.classList.add("told");
      }
    }
    told.textContent = systems.map(systemWords).join(" · ");
  }

  drawing.addEventListener("pointerover", (event) => {
    const laid = event.target.closest?.(".laid"),
      part = event.target.closest?.(".part");
    if (laid) tell(laid.dataset.spot, part ? Number(part.dataset.part) : null);
  });
  drawing.addEventListener("pointerleave", () => tell(null));
  // not on the svg: a focus listener makes an svg a tab stop
  root.addEventListener("focusin", (event) => tell(event.target.closest?.("[data-spot]")?.dataset.spot ?? null));
  drawing.addEventListener(
    "wheel",
    (event) => {
      if (!picked || event.ctrlKey || event.metaKey || !event.target.closest?.(".ghost-tile")) return;
      event.preventDefault();
      turn();
    },
    {passive: false},
  );
  const path = walk(root, {pick, back, key});

  /* What a move changed: the new tile comes down, meeples that scored go up. */
  function moveIn(before) {
    const now = new Set(frame.view.meeples.map(String));
    const laid = slide(layers.tiles.lastElementChild.firstElementChild, {x: 0, y: -45});
    for (const gone of before.view.meeples.filter((one) => !now.has(String(one)))) {
      const [seat, x, y, cell] = gone,
        laid = before.view.table.find((one) => one[0] === x && one[1] === y);
      const [dx, dy] = cellSpots(partsOf(before.view.shapes[laid[2]]), laid[3])[cell],
        [cx, cy] = middle(x, y);
      const drawn = drawMeeple(seat, cx + dx, cy + dy - 9);
      layers.meeples.append(drawn);
      leave(drawn, {x: 0, y: -60});
    }
    return laid;
  }

  return {
    update(next) {
      const before = frame,
        moved = !frame || next.view.table.length !== frame.view.table.length;
      frame = next;
      ways = waysOf(frame.decision == null ? [] : frame.moves);
      if (picked && !ways.get(picked.square)?.has(picked.rot)) picked = null;
      draw();
      tell(null);
      const last = frame.view.table[frame.view.table.length - 1];
      const motion =
        before && next.view.table.length === before.view.table.length + 1 && !calm() ? moveIn(before) : null;
      if (moved && last) view.reveal({x: last[0] * SIZE - 50, y: last[1] * SIZE - 50, width: SIZE, height: SIZE});
      return motion;
    },
    destroy() {
      path.destroy();
      view.destroy();
    },
  };
}

/* A tile by itself, as a small picture. */
export function tilePicture(code, letters, label = null) {
  return svg(
    "svg",
    {
      viewBox: "-52 -52 104 104",
      class: "tile-picture",
      role: label ? "img" : null,
      "aria-label": label,
      "aria-hidden": label ? null : "true",
    },
    drawTile(code, 0, letters),
  );
}
