/* The block desk: four blocks turned in space and set layer by layer, seen aslant and from above. */

import {drag, el, layer, number, say, stage, svg, walk} from "/static/house/kit.js";

const BLOCKS = {
  R: [
    [0, 0, 0],
    [1, 0, 0],
    [0, 1, 0],
  ],
  B: [
    [0, 0, 0],
    [1, 0, 0],
    [2, 0, 0],
    [0, 1, 0],
  ],
  Y: [
    [0, 0, 0],
    [1, 0, 0],
    [2, 0, 0],
    [1, 1, 0],
  ],
  G: [
    [0, 0, 0],
    [1, 0, 0],
    [1, 1, 0],
    [2, 1, 0],
  ],
};
const NAMES = ["R", "B", "Y", "G"],
  TONES = {R: "red", B: "blue", Y: "yellow", G: "green"};
const ACROSS = 33,
  DOWN = 17,
  UP = 34,
  TALLEST = 6;
/* Where the views from above, the shelf and the end of the table lie; on a phone below each other, for fingers. */
const WIDE = {
  box: "0 0 560 452",
  wanted: {x: 372, y: 26, size: 30},
  mine: {x: 372, y: 226, size: 30},
  shelf: 354,
  edge: 352,
};
const SLIM = {
  box: "0 24 360 624",
  wanted: {x: 214, y: 352, size: 28},
  mine: {x: 6, y: 352, size: 40},
  shelf: 554,
  edge: 330,
};
const TURNS = {turn: ([x, y, z]) => [-y, x, z], tip: ([x, y, z]) => [x, -z, y], roll: ([x, y, z]) => [z, y, -x]};

function corner(cubes) {
  const least = [0, 1, 2].map((axis) => Math.min(...cubes.map((cube) => cube[axis])));
  return cubes.map((cube) => cube.map((n, axis) => n - least[axis]));
}

export function desk(root, {data, said, texts, announce, live}) {
  const t = (key, params = {}) => say(texts, `board.blocks.${key}`, params);
  const rows = data.view,
    cols = rows[0].length;
  const blocks = Object.fromEntries(
    NAMES.map((name) => [
      name,
      said?.[name]?.length === BLOCKS[name].length ? fromAnswer(said[name]) : {cubes: BLOCKS[name], at: null},
    ]),
  );
  const drawing = stage(root, {width: 560, height: 452, label: t("label")});
  const phone = matchMedia("(max-width: 30rem)");
  let places = WIDE;
  drawing.classList.add("blocks");
  const heap = layer(drawing, "heap"),
    pictures = layer(drawing, "pictures"),
    shelf = layer(drawing, "shelf"),
    hand = layer(drawing, "hand");
  const origin = {x: 176 + ((rows.length - cols) * ACROSS) / 2, y: 140};
  const stops = [];
  let chosen = null,
    held = false;

  function fromAnswer(cubes) {
    const at = [0, 1, 2].map((axis) => Math.min(...cubes.map((cube) => cube[axis])));
    return {cubes: corner(cubes), at};
  }

  /* -- places ----------------------------------------------------------------------------------------------------- */

  const lying = (name, at = blocks[name].at) =>
    at ? blocks[name].cubes.map((cube) => cube.map((n, axis) => n + at[axis])) : [];
  const taken = (name) =>
    new Set(
      NAMES.filter((one) => one !== name)
        .flatMap((one) => lying(one))
        .map(String),
    );
  const onto = ([x, y, z], from = origin) => [from.x + (x - y) * ACROSS, from.y + (x + y) * DOWN - z * UP];
  const size = (name, axis) => Math.max(...blocks[name].cubes.map((cube) => cube[axis])) + 1;
  const within = (name, [x, y]) => [
    Math.max(0, Math.min(cols - size(name, 0), x)),
    Math.max(0, Math.min(rows.length - size(name, 1), y)),
  ];

  /* Lets the block fall from above onto what lies there. */
  function drop(name, x, y) {
    const others = taken(name),
      free = (z) => !lying(name, [x, y, z]).some((cube) => others.has(String(cube)));
    let z = TALLEST;
    while (z > 0 && free(z - 1)) z -= 1;
    return [x, y, z];
  }

  function set(name, x, y) {
    if (size(name, 0) > cols || size(name, 1) > rows.length) {
      announce(t("too_wide"));
      return;
    }
    blocks[name].at = drop(name, ...within(name, [x, y]));
    told(name);
  }

  function told(name) {
    draw();
    announce(`${blockWords(name)} ${matchWords()}`);
  }

  function top(x, y) {
    let best = null;
    for (const name of NAMES)
      for (const cube of lying(name))
        if (cube[0] === x && cube[1] === y && (!best || cube[2] > best.z)) best = {z: cube[2], name};
    return best;
  }

  /* -- drawing ---------------------------------------------------------------------------------------------------- */

  function draw() {
    for (const stop of stops.splice(0)) stop();
    drawHeap();
    pictures.replaceChildren(
      picture("wanted", (x, y) => (rows[y][x] === "." ? null : {name: rows[y][x]})),
      mine(),
    );
    shelf.replaceChildren(...NAMES.map(drawShelf));
    for (const one of bar.querySelectorAll("button"))
      one.disabled = !chosen || (one.dataset.placed === "true" && !blocks[chosen]?.at);
    path.refresh();
  }

  function fit() {
    places = phone.matches ? SLIM : WIDE;
    drawing.setAttribute("viewBox", places.box);
    drawing.classList.toggle("slim", phone.matches);
    draw();
  }

  function drawHeap() {
    heap.replaceChildren();
    for (let y = 0; y < rows.length; y += 1)
      for (let x = 0; x < cols; x += 1)
        heap.append(
          face("floor", [
            [x, y, 0],
            [x + 1, y, 0],
            [x + 1, y + 1, 0],
            [x, y + 1, 0],
          ]),
        );
    const cubes = NAMES.flatMap((name) => lying(name).map((cube) => ({name, cube})));
    cubes.sort((one, other) => one.cube.reduce((sum, n) => sum + n, 0) - other.cube.reduce((sum, n) => sum + n, 0));
    for (const {name, cube} of cubes) {
      const drawn = drawCube(name, cube);
      heap.append(drawn);
      if (live) grab(drawn, name, cube);
    }
  }

  const face = (kind, points, from = origin) =>
    svg("polygon", {class: kind, points: points.map((point) => onto(point, from).join(",")).join(" ")});

  function drawCube(name, [x, y, z], from = origin) {
    const above = onto([x + 0.5, y + 0.5, z + 1], from);
    return svg(
      "g",
      {class: `cube ${TONES[name]} ${chosen === name ? "picked" : ""}`, data: {block: name}},
      face(
        "side-left",
        [
          [x, y + 1, z],
          [x + 1, y + 1, z],
          [x + 1, y + 1, z + 1],
          [x, y + 1, z + 1],
        ],
        from,
      ),
      face(
        "side-right",
        [
          [x + 1, y, z],
          [x + 1, y + 1, z],
          [x + 1, y + 1, z + 1],
          [x + 1, y, z + 1],
        ],
        from,
      ),
      face(
        "side-top",
        [
          [x, y, z + 1],
          [x + 1, y, z + 1],
          [x + 1, y + 1, z + 1],
          [x, y + 1, z + 1],
        ],
        from,
      ),
      svg("text", {
        x: above[0],
        y: above[1],
        "text-anchor": "middle",
        "dominant-baseline": "central",
        "font-size": 13,
        text: texts.board.letters[name],
      }),
    );
  }

  const titled = (name) =>
    svg(
      "g",
      {class: `picture ${name}`},
      svg("text", {class: "picture-title", x: places[name].x, y: places[name].y - 9, text: t(name)}),
    );
  const corners = (name, x, y) => [places[name].x + x * places[name].size, places[name].y + y * places[name].size];

  function picture(name, at) {
    const group = titled(name);
    for (let y = 0; y < rows.length; y += 1) {
      for (let x = 0; x < cols; x += 1) group.append(square(...corners(name, x, y), places[name].size, at(x, y)));
    }
    return group;
  }

  function square(x, y, size, seen) {
    return svg(
      "g",
      {class: `pixel ${seen ? TONES[seen.name] : "bare"}`},
      svg("rect", {x, y, width: size - 2, height: size - 2, rx: 4}),
      seen &&
        svg("text", {
          x: x + size / 2 - 1,
          y: y + size / 2 - 0.5,
          "text-anchor": "middle",
          "dominant-baseline": "central",
          "font-size": size * 0.44,
          text: texts.board.letters[seen.name],
        }),
    );
  }

  function mine() {
    const group = titled("mine"),
      {size} = places.mine;
    for (let y = 0; y < rows.length; y += 1) {
      for (let x = 0; x < cols; x += 1) {
        const seen = top(x, y),
          right = (seen?.name ?? ".") === rows[y][x],
          [px, py] = corners("mine", x, y);
        const cell = svg(
          "g",
          {
            class: `my-pixel ${live && chosen ? "lit" : ""}`,
            data: {spot: `cell:${x},${y}`},
            "aria-label": cellWords(x, y),
          },
          square(px, py, size, seen),
        );
        if (seen)
          cell.append(
            svg("text", {
              class: "pixel-height",
              x: px + size - 6,
              y: py + 7,
              "text-anchor": "middle",
              "dominant-baseline": "central",
              "font-size": size * 0.28,
              text: number(seen.z + 1),
            }),
          );
        if (!right && seen)
          cell.append(svg("path", {class: "pixel-wrong", d: `M${px + 3} ${py + size - 5}l5 -5m0 5l-5 -5`}));
        cell.append(svg("rect", {class: "focus-mark", x: px - 1, y: py - 1, width: size, height: size, rx: 5}));
        group.append(cell);
      }
    }
    return group;
  }

  function drawShelf(name, n) {
    const x = 8 + n * 88,
      cubes = [...blocks[name].cubes].sort((one, other) => one[0] + one[1] + one[2] - other[0] - other[1] - other[2]);
    const group = svg(
      "g",
      {
        class: `shelf-block ${live ? "lit" : ""} ${chosen === name ? "picked" : ""} ${blocks[name].at ? "placed" : ""}`,
        data: {spot: `block:${name}`},
        "aria-label": blockWords(name),
        "aria-pressed": String(chosen === name),
      },
      svg("rect", {class: "shelf-slot", x, y: places.shelf, width: 82, height: 92, rx: 10}),
    );
    const [dx, dy] = middleOf(cubes);
    const small = svg(
      "g",
      {transform: `translate(${x + 41 - dx * 0.42} ${places.shelf + 46 - dy * 0.42}) scale(.42)`},
      cubes.map((cube) => drawCube(name, cube, {x: 0, y: 0})),
    );
    group.append(small);
    if (blocks[name].at)
      group.append(svg("path", {class: "shelf-tick", d: `M${x + 62} ${places.shelf + 14}l5 6l9 -12`}));
    group.append(svg("rect", {class: "focus-mark", x: x - 1, y: places.shelf - 1, width: 84, height: 94, rx: 11}));
    if (live) grab(small, name, null);
    return group;
  }

  function middleOf(cubes) {
    const ends = cubes.flatMap(([x, y, z]) => [
      onto([x, y, z + 1], {x: 0, y: 0}),
      onto([x + 1, y + 1, z], {x: 0, y: 0}),
      onto([x + 1, y, z], {x: 0, y: 0}),
      onto([x, y + 1, z], {x: 0, y: 0}),
    ]);
    return [0, 1].map(
      (axis) => (Math.min(...ends.map((end) => end[axis])) + Math.max(...ends.map((end) => end[axis]))) / 2,
    );
  }

  /* -- dragging --------------------------------------------------------------------------------------------------- */

  function grab(element, name, cube) {
    stops.push(
      drag(drawing, element, {
        start() {
          chosen = name;
          return true;
        },
        move(p) {
          hand.replaceChildren(
            svg(
              "g",
              {class: "dragged", transform: `translate(${p.x} ${p.y}) scale(.7)`},
              blocks[name].cubes.map((one) => drawCube(name, one, {x: 0, y: 0})),
            ),
          );
        },
        drop(p) {
          hand.replaceChildren();
          const to = squareUnder(p, cube?.[2] ?? 0);
          if (!to) {
            blocks[name].at = null;
            told(name);
            return;
          }
          const grip = cube ? [cube[0] - blocks[name].at[0], cube[1] - blocks[name].at[1]] : [0, 0];
          set(name, to[0] - grip[0], to[1] - grip[1]);
        },
        cancel() {
          hand.replaceChildren();
          draw();
        },
      }),
    );
  }

  /* The square of the table, or of the own view from above, under the pointer. */
  function squareUnder(p, z) {
    const {x: left, y: up, size} = places.mine,
      px = Math.floor((p.x - left) / size),
      py = Math.floor((p.y - up) / size);
    if (px >= 0 && px < cols && py >= 0 && py < rows.length) return [px, py];
    if (p.y > places.edge || p.x > 360) return null;
    const a = (p.x - origin.x) / ACROSS,
      b = (p.y - origin.y + z * UP) / DOWN;
    const [x, y] = [Math.floor((a + b) / 2), Math.floor((b - a) / 2)];
    return x < -1 || y < -1 || x > cols || y > rows.length
      ? null
      : [Math.max(0, Math.min(cols - 1, x)), Math.max(0, Math.min(rows.length - 1, y))];
  }

  /* -- acting ----------------------------------------------------------------------------------------------------- */

  function turn(how) {
    if (!chosen || !live) return;
    const block = blocks[chosen];
    block.cubes = corner(block.cubes.map(TURNS[how]));
    if (block.at) {
      const [x, y] = within(chosen, block.at);
      block.at = size(chosen, 0) > cols || size(chosen, 1) > rows.length ? null : drop(chosen, x, y);
    }
    told(chosen);
  }

  function lift(by) {
    const at = blocks[chosen ?? ""]?.at;
    if (!at) return;
    at[2] = Math.max(0, Math.min(TALLEST, at[2] + by));
    told(chosen);
  }

  function shift([dx, dy]) {
    const block = blocks[chosen];
    if (!block.at) set(chosen, 0, 0);
    else set(chosen, block.at[0] + dx, block.at[1] + dy);
  }

  function away() {
    if (!chosen) return;
    blocks[chosen].at = null;
    told(chosen);
  }

  /* -- words ------------------------------------------------------------------------------------------------------ */

  function blockWords(name) {
    const cubes = lying(name);
    if (!cubes.length) return [t("aside", {block: `block_${name}`}), shapeWords(name)].join(texts.board.comma);
    const inHand = held && chosen === name ? texts.board.comma + t("held") : "";
    return `${t("lies", {block: `block_${name}`})} ${cubes.map(cubeWords).join("; ")}${inHand}`;
  }

  const cubeWords = ([x, y, z]) => t("cube", {x: x + 1, y: y + 1, z: z + 1});
  const shapeWords = (name) => t("shape", {x: size(name, 0), y: size(name, 1), z: size(name, 2)});

  function cellWords(x, y) {
    const wanted = rows[y][x] === "." ? "bare" : `block_${rows[y][x]}`,
      seen = top(x, y);
    return seen
      ? t("cell_seen", {x: x + 1, y: y + 1, wanted, block: `block_${seen.name}`, n: seen.z + 1})
      : t("cell", {x: x + 1, y: y + 1, wanted});
  }

  function matchWords() {
    let right = 0;
    for (let y = 0; y < rows.length; y += 1)
      for (let x = 0; x < cols; x += 1) right += rows[y][x] !== "." && top(x, y)?.name === rows[y][x];
    const all = rows.join("").replaceAll(".", "").length;
    const doubles = NAMES.some((name) => {
      const others = taken(name);
      return lying(name).some((cube) => others.has(String(cube)));
    });
    return `${t("match", {n: right, of: all})}${doubles ? ` ${t("overlap")}` : ""}`;
  }

  function pick(spot, _element, event) {
    if (!live) return;
    const [kind, what] = spot.split(":");
    if (kind === "block") {
      const keyed = event?.type === "keydown";
      held = keyed ? !(held && chosen === what) : false;
      chosen = what;
      draw();
      announce(blockWords(what));
    } else if (chosen) set(chosen, ...what.split(",").map(Number));
    else announce(cellWords(...what.split(",").map(Number)));
  }

  const KEYS = {
    KeyT: () => turn("turn"),
    KeyX: () => turn("tip"),
    KeyY: () => turn("roll"),
    PageUp: () => lift(1),
    PageDown: () => lift(-1),
    Delete: away,
    Backspace: away,
  };

  function key(event) {
    if (!live || !chosen || !(event.code in KEYS)) return;
    event.preventDefault();
    KEYS[event.code]();
  }

  function back() {
    if (held) {
      held = false;
      draw();
      announce(t("put_down"));
    } else if (chosen) {
      chosen = null;
      draw();
    }
  }

  const WAYS = {ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1]};
  drawing.addEventListener("keydown", (event) => {
    if (!held || !chosen || !(event.key in WAYS)) return;
    event.preventDefault();
    event.stopPropagation();
    shift(WAYS[event.key]);
  });
  heap.addEventListener("click", (event) => {
    const cube = event.target.closest?.(".cube");
    if (!cube || !live) return;
    chosen = cube.dataset.block;
    draw();
    announce(blockWords(chosen));
  });

  const button = (name, sign, act, placed = false) =>
    el(
      "button",
      {class: "button", type: "button", onclick: act, data: {act: name, placed: String(placed)}, disabled: true},
      `${sign} `,
      el("span", {class: "tool-word", text: t(name)}),
    );
  const bar = el(
    "div",
    {class: "desk-bar", role: "toolbar", "aria-label": t("tools")},
    button("turn", "⟳", () => turn("turn")),
    button("tip", "⤵", () => turn("tip")),
    button("roll", "⤴", () => turn("roll")),
    button("up", "↑", () => lift(1), true),
    button("down", "↓", () => lift(-1), true),
    button("off", "×", away, true),
  );
  if (live) root.append(bar);
  const path = walk(root, {pick, key, back});
  phone.addEventListener("change", fit);
  fit();

  return {
    answer: () =>
      Object.fromEntries(
        NAMES.map((name) => [
          name,
          lying(name).sort((one, other) => one[0] - other[0] || one[1] - other[1] || one[2] - other[2]),
        ]),
      ),
    reset() {
      for (const name of NAMES) blocks[name] = {cubes: BLOCKS[name], at: null};
      chosen = null;
      held = false;
      draw();
    },
    destroy() {
      path.destroy();
      phone.removeEventListener("change", fit);
      for (const stop of stops) stop();
    },
  };
}
