/* Picks one of the listed moves click by click, on a tree of shared prefixes. */

function tree(moves, split) {
  const top = {next: new Map(), move: null, count: 0};
  for (const move of moves) {
    let at = top;
    at.count += 1;
    for (const token of split(move)) {
      if (!at.next.has(token)) at.next.set(token, {next: new Map(), move: null, count: 0});
      at = at.next.get(token);
      at.count += 1;
    }
    at.move = move;
  }
  return top;
}

function below(node) {
  return [...(node.move === null ? [] : [node.move]), ...[...node.next.values()].flatMap(below)];
}

export function picker(moves, split, {sure = false} = {}) {
  const top = tree(moves ?? [], split);
  let path = [];   // [token, node, taken by itself]
  const here = () => (path.length ? path[path.length - 1][1] : top);

  function step(token, itself) {
    const node = here().next.get(token);
    if (node) path.push([token, node, itself]);
    return Boolean(node);
  }

  return {
    get next() { return new Map([...here().next].map(([token, node]) => [token, node.count])); },
    get path() { return path.map(([token]) => token); },
    get move() { return here().next.size === 0 ? here().move : null; },
    get stop() { return here().next.size > 0 ? here().move : null; },
    get moves() { return below(here()); },
    can(token) { return here().next.has(token); },
    take(token) {
      if (!step(token, false)) return false;
      while (sure && here().next.size === 1 && here().move === null) step([...here().next.keys()][0], true);
      return true;
    },
    back() {
      if (!path.length) return false;
      while (path.pop()[2]);
      return true;
    },
    clear() { path = []; },
  };
}
