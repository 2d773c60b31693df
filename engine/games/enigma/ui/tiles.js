/* Conduit sides: reading their codes, drawing them, finding systems and what they are worth. */

import {svg} from "/static/house/kit.js";

export const SIZE = 100; // a tile's width in units
export const SIDES = "NESW";
export const STEPS = [
  [0, -1],
  [1, 0],
  [0, 1],
  [-1, 0],
];
const TONES = {R: "red", B: "blue", Y: "yellow"};

export function partsOf(code) {
  return code.split(" ").map((part) => {
    const [edges, cells] = part.split(":");
    return {edges, cells};
  });
}

/* The part whose channel leaves at each side when the tile is turned `rot` times; null where the side is blank. */
export function sidesOf(parts, rot) {
  return [0, 1, 2, 3].map((side) => {
    const plain = SIDES[(side - rot + 4) % 4];
    const found = parts.findIndex((part) => part.edges.includes(plain));
    return found < 0 ? null : found;
  });
}

export function cellsOf(parts) {
  return parts.flatMap((part, at) => [...part.cells].map((colour) => ({part: at, colour})));
}

/* -- where things lie on a tile, at rotation 0, from its middle ---------------------------------------------------- */

const AT = {N: [0, -1], E: [1, 0], S: [0, 1], W: [-1, 0]};
const turn = ([x, y], rot) => {
  for (let n = 0; n < rot; n += 1) [x, y] = [-y, x];
  return [x, y];
};

function isElbow(edges) {
  return edges.length === 2 && edges !== "NS" && edges !== "EW";
}

function spotsOf(part, alone, crossed) {
  const {edges, cells} = part,
    n = cells.length;
  if (edges.length === 1) {
    const [x, y] = AT[edges];
    if (!alone) return [[x * 29, y * 29]];
    return n === 1
      ? [[0, 0]]
      : [
          [x * 15, y * 15],
          [-x * 15, -y * 15],
        ];
  }
  if (isElbow(edges)) {
    const curve = (t) => {
      const [a, b] = [...edges].map((one) => AT[one]);
      return [0, 1].map((k) => 50 * (a[k] * (1 - t) ** 2 + b[k] * t ** 2));
    };
    return n === 1 ? [curve(0.5)] : [curve(0.24), curve(0.76)];
  }
  if (edges.length === 2) {
    const [x, y] = AT[edges[0]];
    if (crossed) return [[x * 27, y * 27]];
    return n === 1
      ? [[0, 0]]
      : [
          [x * 19, y * 19],
          [-x * 19, -y * 19],
        ];
  }
  if (n === 1) return [[0, alone ? 0 : -3]];
  return n === 2
    ? [
        [-18, 0],
        [18, 0],
      ]
    : [
        [0, -21],
        [19, 11],
        [-19, 11],
      ];
}

export function cellSpots(parts, rot) {
  const crossed = parts.length === 2 && parts.every((part) => part.edges === "NS" || part.edges === "EW");
  return parts.flatMap((part) => spotsOf(part, parts.length === 1, crossed).map((at) => turn(at, rot)));
}

function channelPath(part, alone, rot) {
  const ends = [...part.edges].map((edge) =>
    turn(
      AT[edge].map((one) => one * 50),
      rot,
    ),
  );
  if (isElbow(part.edges)) return `M${ends[0]}Q0 0 ${ends[1]}`;
  if (part.edges.length === 1) {
    const [x, y] = ends[0],
      far = alone ? (part.cells.length > 1 ? -0.3 : 0) : 0.58;
    return `M${x} ${y}L${x * far} ${y * far}`;
  }
  if (part.edges.length === 2) return `M${ends[0]}L${ends[1]}`;
  return ends.map((end) => `M${end}L0 0`).join("") + (part.cells.length === 3 ? "M0 -21L19 11L-19 11Z" : "");
}

/* -- drawing ----------------------------------------------------------------------------------------------------- */

/* A tile around its middle. `letters` are what a cell says beside its colour. */
export function drawTile(code, rot, letters, {start = false} = {}) {
  const parts = partsOf(code),
    alone = parts.length === 1;
  const group = svg(
    "g",
    {class: `tile ${start ? "start" : ""}`},
    svg("rect", {class: "tile-base", x: -48.5, y: -48.5, width: 97, height: 97, rx: 9}),
    svg("rect", {class: "tile-rim", x: -44, y: -44, width: 88, height: 88, rx: 6}),
  );
  const spots = cellSpots(parts, rot);
  let index = 0;
  parts.forEach((part, at) => {
    const path = channelPath(part, alone, rot);
    const drawn = svg(
      "g",
      {class: "part", data: {part: at}},
      svg("path", {class: "channel-edge", d: path}),
      svg("path", {class: "channel", d: path}),
      svg("path", {class: "channel-core", d: path}),
    );
    for (const colour of part.cells) {
      const [x, y] = spots[index];
      drawn.append(drawCell(colour, x, y, letters, index));
      index += 1;
    }
    group.append(drawn);
  });
  return group;
}

function drawCell(colour, x, y, letters, index) {
  const shape =
    colour === "R"
      ? svg("circle", {cx: x, cy: y, r: 11.5})
      : colour === "B"
        ? svg("rect", {x: x - 10.5, y: y - 10.5, width: 21, height: 21, rx: 5})
        : svg("path", {d: `M${x} ${y - 14}L${x + 14} ${y}L${x} ${y + 14}L${x - 14} ${y}Z`});
  shape.setAttribute("class", "cell-shape");
  return svg(
    "g",
    {class: `cell ${TONES[colour]}`, data: {cell: index}},
    shape,
    svg("text", {
      x,
      y: y + 0.5,
      "text-anchor": "middle",
      "dominant-baseline": "central",
      "font-size": 12,
      text: letters[colour] ?? colour,
    }),
  );
}

export function drawMeeple(seat, x, y, size = 1) {
  const k = size;
  const d =
    `M${x} ${y - 17 * k}a${5.2 * k} ${5.2 * k} 0 0 1 ${3.4 * k} ${9 * k}` +
    `l${8.6 * k} ${4.4 * k}l${-1.6 * k} ${4 * k}l${-4.4 * k} ${-0.6 * k}` +
    `l${4 * k} ${9.2 * k}h${-7.2 * k}l${-2.8 * k} ${-5.4 * k}l${-2.8 * k} ${5.4 * k}` +
    `h${-7.2 * k}l${4 * k} ${-9.2 * k}l${-4.4 * k} ${0.6 * k}` +
    `l${-1.6 * k} ${-4 * k}l${8.6 * k} ${-4.4 * k}a${5.2 * k} ${5.2 * k} 0 0 1 ${3.4 * k} ${-9 * k}Z`;
  return svg("g", {class: "meeple"}, svg("path", {d, fill: `url(#kit-seat-${seat})`}));
}

/* -- systems ----------------------------------------------------------------------------------------------------- */

/* Every system of the table: {parts: ["x,y,part"], open: [[x, y, side]], count: {R, B, Y},
   meeples: [{seat, colour}]} */
export function systemsOf(table, shapes, meeples) {
  const at = new Map(table.map(([x, y, tile, rot]) => [`${x},${y}`, {x, y, parts: partsOf(shapes[tile]), rot}]));
  const seen = new Map(),
    found = [];
  for (const tile of at.values()) {
    tile.parts.forEach((_, part) => {
      if (!seen.has(`${tile.x},${tile.y},${part}`)) found.push(flood(at, tile, part, seen, found.length));
    });
  }
  for (const [seat, x, y, cell] of meeples) {
    const {part, colour} = cellsOf(at.get(`${x},${y}`).parts)[cell];
    found[seen.get(`${x},${y},${part}`)].meeples.push({seat, colour});
  }
  return {systems: found, of: (x, y, part) => found[seen.get(`${x},${y},${part}`)]};
}

function flood(at, tile, part, seen, number) {
  const system = {parts: [], open: [], count: {R: 0, B: 0, Y: 0}, meeples: []};
  const edge = [[tile, part]];
  seen.set(`${tile.x},${tile.y},${part}`, number);
  while (edge.length) {
    const [here, mine] = edge.pop();
    system.parts.push(`${here.x},${here.y},${mine}`);
    for (const colour of here.parts[mine].cells) system.count[colour] += 1;
    sidesOf(here.parts, here.rot).forEach((leaving, side) => {
      if (leaving !== mine) return;
      const there = at.get(`${here.x + STEPS[side][0]},${here.y + STEPS[side][1]}`);
      if (!there) {
        system.open.push([here.x, here.y, side]);
        return;
      }
      const back = sidesOf(there.parts, there.rot)[(side + 2) % 4],
        name = `${there.x},${there.y},${back}`;
      if (back !== null && !seen.has(name)) {
        seen.set(name, number);
        edge.push([there, back]);
      }
    });
  }
  return system;
}
