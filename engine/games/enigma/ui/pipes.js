/* The pipe desk: pieces are set into the 3 x 3 grid and turned until every channel meets or is shut. */

import {drag, layer, number, say, stage, svg, walk} from "/static/house/kit.js";

const SET = {E: 2, I: 2, L: 3, T: 2},
  OPEN = {E: "N", I: "NS", L: "NE", T: "NEW"},
  TYPES = ["E", "I", "L", "T"];
const CELL = 84,
  LEFT = 54,
  TOP = 54,
  SHELF = 366;
const AT = {N: [0, -1], E: [1, 0], S: [0, 1], W: [-1, 0]};

const ARMS = {E: "M0 0V-39", I: "M0 -39V39", L: "M0 -39V0H39", T: "M0 -39V0M-39 0H39"};

function drawPiece(type, rot) {
  const turned = svg(
    "g",
    {transform: `rotate(${rot * 90})`},
    ["pipe-edge", "pipe", "pipe-shine"].map((name) => svg("path", {class: name, d: ARMS[type]})),
  );
  if (type === "E") turned.append(svg("circle", {class: "pipe-cap", r: 15}));
  return svg(
    "g",
    {class: "pipe-piece"},
    svg("rect", {class: "pipe-card", x: -39, y: -39, width: 78, height: 78, rx: 6}),
    turned,
  );
}

export function desk(root, {data, said, texts, announce, live}) {
  const t = (key, params = {}) => say(texts, `board.pipes.${key}`, params);
  const crossed = Object.fromEntries(TYPES.map((type) => [type, data.excluded.filter((one) => one === type).length]));
  const cells = Array(9).fill(null);
  if (said)
    said.cells.forEach((cell, at) => {
      cells[at] = cell && !data.blocked.includes(at) ? [...cell] : null;
    });
  const drawing = stage(root, {width: 520, height: 360, label: t("label")});
  drawing.classList.add("pipes");
  const bed = layer(drawing, "bed"),
    placed = layer(drawing, "placed"),
    shelf = layer(drawing, "shelf"),
    hand = layer(drawing, "hand");
  const stops = [];
  let held = null; // a type in the hand, put down by picking a cell
  drawBed();

  const left = (type) => SET[type] - crossed[type] - cells.filter((cell) => cell?.[0] === type).length;
  const at = (cell) => [LEFT + (cell % 3) * CELL + CELL / 2, TOP + Math.floor(cell / 3) * CELL + CELL / 2];

  function drawBed() {
    bed.append(
      svg("rect", {class: "pipe-bed", x: LEFT - 6, y: TOP - 6, width: 3 * CELL + 12, height: 3 * CELL + 12, rx: 10}),
    );
    for (const name of data.terminals) {
      const n = Number(name[1]),
        side = name[0];
      const [x, y] =
        side === "N"
          ? [LEFT + n * CELL + CELL / 2, TOP]
          : side === "S"
            ? [LEFT + n * CELL + CELL / 2, TOP + 3 * CELL]
            : side === "W"
              ? [LEFT, TOP + n * CELL + CELL / 2]
              : [LEFT + 3 * CELL, TOP + n * CELL + CELL / 2];
      const [dx, dy] = AT[side];
      const d = `M${x} ${y}l${dx * 40} ${dy * 40}`;
      bed.append(
        svg("path", {class: "pipe-edge", d}),
        svg("path", {class: "pipe terminal", d}),
        svg("circle", {class: "terminal-end", cx: x + dx * 42, cy: y + dy * 42, r: 7}),
      );
    }
  }

  function draw() {
    for (const stop of stops.splice(0)) stop();
    placed.replaceChildren(...cells.map((_, cell) => drawCell(cell)));
    shelf.replaceChildren(...TYPES.map(drawShelf));
    path.refresh();
  }

  function drawCell(cell) {
    const [x, y] = at(cell),
      piece = cells[cell],
      blocked = data.blocked.includes(cell);
    const group = svg(
      "g",
      {
        class: `pipe-cell ${blocked ? "blocked" : live ? "lit" : ""}`,
        transform: `translate(${x} ${y})`,
        data: {spot: `cell:${cell}`},
        "aria-label": cellWords(cell),
      },
      svg("rect", {class: "pipe-slot", x: -40, y: -40, width: 80, height: 80, rx: 8}),
    );
    if (blocked)
      group.append(
        svg("rect", {x: -40, y: -40, width: 80, height: 80, rx: 8, fill: "url(#kit-hatch)"}),
        svg("circle", {class: "plug", r: 22}),
        svg("path", {class: "plug-mark", d: "M-9 -9L9 9M9 -9L-9 9"}),
      );
    if (piece) {
      const drawn = drawPiece(...piece);
      group.append(drawn);
      if (live) grab(drawn, piece, cell);
    }
    group.append(svg("rect", {class: "focus-mark", x: -41, y: -41, width: 82, height: 82, rx: 9}));
    return group;
  }

  function drawShelf(type, row) {
    const x = SHELF + 44,
      y = TOP - 8 + row * 78 + 40,
      n = left(type);
    const group = svg("g", {
      class: `shelf-piece ${live && n ? "lit" : ""} ${held === type ? "picked" : ""} ${n ? "" : "none"}`,
      transform: `translate(${x} ${y})`,
      data: {spot: `shelf:${type}`},
      "aria-label": t("shelf", {type: `pipe_${type}`, n}),
      "aria-pressed": String(held === type),
    });
    const drawn = svg("g", {transform: "scale(.82)"}, drawPiece(type, 0));
    group.append(
      drawn,
      svg("text", {
        class: "shelf-count",
        x: 46,
        y: crossed[type] ? -14 : 0,
        "dominant-baseline": "central",
        text: `× ${number(n)}`,
      }),
    );
    for (let k = 0; k < crossed[type]; k += 1) {
      group.append(
        svg(
          "g",
          {class: "crossed", transform: `translate(${55 + k * 20} 15)`},
          svg("path", {d: "M-7 -7L7 7M7 -7L-7 7"}),
        ),
      );
    }
    group.append(svg("rect", {class: "focus-mark", x: -36, y: -36, width: 72, height: 72, rx: 9}));
    if (live && n) grab(drawn, [type, 0], null);
    return group;
  }

  function grab(element, piece, from) {
    stops.push(
      drag(drawing, element, {
        start() {
          element.classList.add("away");
          return true;
        },
        move(p) {
          hand.replaceChildren(svg("g", {transform: `translate(${p.x} ${p.y})`}, drawPiece(...piece)));
        },
        drop(p) {
          hand.replaceChildren();
          const to = cellUnder(p);
          if (from !== null) cells[from] = null;
          if (to !== null) {
            if (from !== null && cells[to]) cells[from] = cells[to];
            cells[to] = [...piece];
          }
          draw();
          announce(to === null ? t("taken_out") : cellWords(to));
        },
        cancel() {
          hand.replaceChildren();
          draw();
        },
      }),
    );
  }

  function cellUnder(p) {
    const col = Math.floor((p.x - LEFT) / CELL),
      row = Math.floor((p.y - TOP) / CELL),
      cell = row * 3 + col;
    return col < 0 || col > 2 || row < 0 || row > 2 || data.blocked.includes(cell) ? null : cell;
  }

  function cellWords(cell) {
    const params = {row: Math.floor(cell / 3) + 1, col: (cell % 3) + 1};
    const where = [t("cell", params), terminalWords(cell)].filter(Boolean).join(texts.board.comma);
    if (data.blocked.includes(cell)) return `${where}: ${t("plugged")}`;
    if (!cells[cell]) return `${where}: ${t("empty")}`;
    const [type, rot] = cells[cell];
    const open = [...OPEN[type]]
      .map((side) => texts.board.sides["NESW"[("NESW".indexOf(side) + rot) % 4]])
      .join(texts.board.comma);
    return `${where}: ${t("piece", {type: `pipe_${type}`})} ${open}`;
  }

  function terminalWords(cell) {
    const row = Math.floor(cell / 3),
      col = cell % 3;
    const mine = data.terminals.filter(
      (name) =>
        (name[0] === "N" && row === 0 && Number(name[1]) === col) ||
        (name[0] === "S" && row === 2 && Number(name[1]) === col) ||
        (name[0] === "W" && col === 0 && Number(name[1]) === row) ||
        (name[0] === "E" && col === 2 && Number(name[1]) === row),
    );
    return mine.length
      ? `${t("terminal")} ${mine.map((name) => texts.board.sides[name[0]]).join(texts.board.comma)}`
      : "";
  }

  function pick(spot) {
    if (!live) return;
    const [kind, what] = spot.split(":");
    if (kind === "shelf") {
      held = held === what || !left(what) ? null : what;
      draw();
      announce(held ? t("in_hand", {type: `pipe_${held}`}) : t("hand_empty"));
      return;
    }
    const cell = Number(what);
    if (data.blocked.includes(cell)) {
      announce(cellWords(cell));
      return;
    }
    if (held && left(held)) {
      put(cell, held);
      held = left(held) ? held : null;
      draw();
    } else if (cells[cell]) turn(cell);
    announce(cellWords(cell));
  }

  function put(cell, type) {
    cells[cell] = [type, 0];
  }

  function turn(cell) {
    cells[cell] = [cells[cell][0], (cells[cell][1] + 1) % 4];
    draw();
  }

  function key(event) {
    const spot = path.spot ?? "",
      letter = event.code.startsWith("Key") ? event.code[3] : ""; // the key's place, whatever its alphabet
    if (!live || !spot.startsWith("cell:")) return;
    const cell = Number(spot.slice(5));
    if (data.blocked.includes(cell)) return;
    if (TYPES.includes(letter)) {
      if (cells[cell]?.[0] !== letter && !left(letter)) {
        announce(t("shelf", {type: `pipe_${letter}`, n: 0}));
        return;
      }
      put(cell, letter);
    } else if (letter === "R" && cells[cell]) turn(cell);
    else if (["Delete", "Backspace"].includes(event.key)) cells[cell] = null;
    else return;
    event.preventDefault();
    draw();
    announce(cellWords(cell));
  }

  function back() {
    if (!held) return;
    held = null;
    draw();
  }

  const path = walk(root, {pick, key, back});
  draw();

  return {
    answer: () => ({cells: cells.map((cell) => (cell ? [...cell] : null))}),
    reset() {
      cells.fill(null);
      held = null;
      draw();
    },
    destroy() {
      path.destroy();
      for (const stop of stops) stop();
    },
  };
}
