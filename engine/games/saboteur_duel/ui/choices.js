/* The legal moves of a frame, sorted by what one clicks: card, cell, turn, tool. Knows the notation, draws nothing. */

export const SABOTAGE = {SP: "pick", SL: "lamp", SC: "cart"};

const TARGETS = {
  K: (rest) => { const [x, y, arm] = rest.split(","); return ["KEY", `${x},${y}`, arm]; },
  F: (rest) => ["ROCK", rest, ""],
  M: (rest) => ["MAP", rest, ""],
};

function add(map, card, cell, way, move) {
  if (!map.has(card)) map.set(card, new Map());
  const cells = map.get(card);
  if (!cells.has(cell)) cells.set(cell, []);
  cells.get(cell).push({way, move});
}

export function choicesOf(moves) {
  const found = {places: new Map(), buttons: new Map(), bribes: new Map(), turns: null, discards: new Map(), rescues: new Map()};
  for (const move of moves ?? []) {
    const kind = move[0], rest = move.slice(2);
    if (kind === "P") {
      const [card, cell, turn] = rest.split(/[@:]/);
      add(found.places, card, cell, turn, move);
    } else if (TARGETS[kind]) {
      const [card, cell, way] = TARGETS[kind](rest);
      add(found.places, card, cell, way, move);
    } else if (kind === "S") put(found.buttons, rest, {tool: SABOTAGE[rest], word: "sabotage_send", move});
    else if (kind === "R") {
      const [card, tool] = rest.split(">");
      put(found.buttons, card, {tool, word: "repair_send", move});
    } else if (kind === "B") found.bribes.set(rest, move);
    else if (kind === "O") {
      const [cell, turn] = rest.split(":");
      found.turns ??= {cell, ways: []};
      found.turns.ways.push({way: turn, move});
    } else if (kind === "X") found.discards.set(rest, move);
    else if (kind === "D") {
      const [cards, tool] = rest.split(">");
      if (!found.rescues.has(cards)) found.rescues.set(cards, []);
      found.rescues.get(cards).push({tool, move});
    }
  }
  return found;
}

function put(map, card, entry) {
  if (!map.has(card)) map.set(card, []);
  map.get(card).push(entry);
}

/* the name of a set of hand cards in the notation: sorted by ASCII order */
export const bundle = (cards) => [...cards].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0)).join("+");
