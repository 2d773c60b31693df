/* The grid of a GLUX view: cells, stacks, rooms, and where a seat's tokens count to (G20-G25). Draws nothing. */

export const CELL = 48;
const AWAY = [[0, -1], [1, 0], [0, 1], [-1, 0]];

export function gridOf(view) {
  const width = view.rows[0].length, height = view.rows.length;
  const stacks = view.position.split("/").map((row) => row.split(","));
  const cells = new Map();
  view.rows.forEach((row, y) => [...row].forEach((kind, x) => {
    if (kind === "#") return;
    const name = nameOf(x, y);
    cells.set(name, {name, x, y, room: kind === "." ? null : kind, stack: stackOf(stacks[y][x]), start: view.starts.indexOf(name)});
  }));
  return {width, height, cells, starts: view.starts};
}

export function nameOf(x, y) {
  return `${String.fromCharCode(65 + x)}${y + 1}`;
}

function stackOf(text) {
  return text === "-" ? [] : text.split(".").map((one) => ({seat: Number(one[0]), face: Number(one[1])}));
}

export function topOf(cell) {
  return cell.stack[cell.stack.length - 1] ?? null;
}

/* Destination -> the ways to it: source, face and the cells counted, the destination last. The own start needs none. */
export function waysOf(grid, seat) {
  const found = new Map();
  const add = (name, way) => found.set(name, [...(found.get(name) ?? []), ...(way ? [way] : [])]);
  const home = grid.cells.get(grid.starts[seat]);
  if (home?.stack.length === 1) add(home.name, null);
  for (const cell of grid.cells.values()) {
    const top = topOf(cell);
    if (top?.seat !== seat) continue;
    for (const [dx, dy] of AWAY) {
      const steps = counted(grid, cell, top.face, dx, dy), end = grid.cells.get(steps?.[steps.length - 1]);
      if (end && end.stack.length < 2 && (end.start < 0 || end.start === seat)) add(end.name, {from: cell.name, face: top.face, steps});
    }
  }
  return found;
}

function counted(grid, cell, face, dx, dy) {
  const steps = [];
  for (let n = 1; n <= face; n += 1) {
    const next = grid.cells.get(nameOf(cell.x + n * dx, cell.y + n * dy));
    if (!next || (n < face && next.stack.length)) return null;
    steps.push(next.name);
  }
  return steps;
}

export function middleOf(cell) {
  return {x: (cell.x + 0.5) * CELL, y: (cell.y + 0.5) * CELL};
}

/* Room id -> its cells, its outline as path data, the cell that carries its tag and the run that carries its bar. */
export function roomsOf(grid) {
  const rooms = new Map();
  for (const cell of grid.cells.values()) {
    if (cell.room === null) continue;
    if (!rooms.has(cell.room)) rooms.set(cell.room, {id: cell.room, cells: []});
    rooms.get(cell.room).cells.push(cell);
  }
  for (const room of rooms.values()) {
    room.outline = outline(grid, room);
    room.tag = room.cells[0];
    room.run = longestRun(room.cells);
  }
  return rooms;
}

function outline(grid, room) {
  const inside = (x, y) => grid.cells.get(nameOf(x, y))?.room === room.id;
  let path = "";
  for (const {x, y} of room.cells) {
    const [l, t, r, b] = [x, y, x + 1, y + 1].map((one) => one * CELL);
    if (!inside(x, y - 1)) path += `M${l} ${t}H${r}`;
    if (!inside(x, y + 1)) path += `M${l} ${b}H${r}`;
    if (!inside(x - 1, y)) path += `M${l} ${t}V${b}`;
    if (!inside(x + 1, y)) path += `M${r} ${t}V${b}`;
  }
  return path;
}

function longestRun(cells) {
  let best = {length: 0};
  for (const {x, y} of cells) {
    let length = 1;
    while (cells.some((one) => one.y === y && one.x === x + length)) length += 1;
    if (length >= best.length) best = {x, y, length};
  }
  return best;
}

/* Who leads a room, and by how much: {seats, by, pips}; nobody in it: null. */
export function leadOf(pips) {
  const most = Math.max(...pips);
  if (!most) return null;
  const seats = pips.flatMap((one, seat) => (one === most ? [seat] : []));
  const rest = Math.max(0, ...pips.filter((one) => one < most));
  return {seats, by: seats.length > 1 ? 0 : most - rest, pips: most, alone: seats.length === 1 && rest === 0};
}
