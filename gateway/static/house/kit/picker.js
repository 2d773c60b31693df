// @ts-check
/* Picks one of the listed moves click by click, on a tree of shared prefixes. */

/** @typedef {{next: Map<string, Node>, move: string | null, count: number}} Node */

/** @returns {Node} */
const leaf = () => ({next: new Map(), move: null, count: 0});

/** @param {string[]} moves @param {(move: string) => string[]} split */
function tree(moves, split) {
  const top = leaf();
  for (const move of moves) {
    let at = top;
    at.count += 1;
    for (const token of split(move)) {
      const below = at.next.get(token) ?? leaf();
      at.next.set(token, below);
      at = below;
      at.count += 1;
    }
    at.move = move;
  }
  return top;
}

/** @param {Node} node @returns {string[]} */
function movesBelow(node) {
  return [...(node.move === null ? [] : [node.move]), ...[...node.next.values()].flatMap(movesBelow)];
}

export class Picker {
  #top;
  #sure;
  /** @type {{token: string, node: Node, itself: boolean}[]} */
  #path = [];

  /** The splitter says which clicks a move is made of, in click order. With `sure`, steps that have no alternative are
   * taken by themselves after a pick (never the first one); back() undoes them together with the pick.
   * @param {string[] | null | undefined} moves @param {(move: string) => string[]} split
   * @param {{sure?: boolean}} [options] */
  constructor(moves, split, {sure = false} = {}) {
    this.#top = tree(moves ?? [], split);
    this.#sure = sure;
  }

  get #here() {
    return this.#path.at(-1)?.node ?? this.#top;
  }

  /** The tokens that can follow, and how many moves lie behind each. */
  get next() {
    return new Map([...this.#here.next].map(([token, node]) => [token, node.count]));
  }

  /** The tokens that could stand in the place of the last pick, itself among them. */
  get instead() {
    const last = this.#path.findLastIndex(({itself}) => !itself);
    const above = this.#path[last - 1]?.node ?? this.#top;
    return last < 0 ? new Set() : new Set(above.next.keys());
  }

  get path() {
    return this.#path.map(({token}) => token);
  }

  /** The move, once the path spells one and nothing can follow. */
  get move() {
    return this.#here.next.size === 0 ? this.#here.move : null;
  }

  /** The move the path spells although more could follow. */
  get stop() {
    return this.#here.next.size > 0 ? this.#here.move : null;
  }

  /** The moves that still fit the path. */
  get moves() {
    return movesBelow(this.#here);
  }

  /** @param {string} token */
  can(token) {
    return this.#here.next.has(token);
  }

  /** @param {string} token @param {boolean} itself */
  #step(token, itself) {
    const node = this.#here.next.get(token);
    if (node) this.#path.push({token, node, itself});
    return Boolean(node);
  }

  /** @param {string} token @returns {boolean} whether it could follow */
  take(token) {
    if (!this.#step(token, false)) return false;
    while (this.#sure && this.#here.next.size === 1 && this.#here.move === null) {
      this.#step([...this.#here.next.keys()][0], true);
    }
    return true;
  }

  back() {
    if (!this.#path.length) return false;
    while (this.#path.pop()?.itself);
    return true;
  }

  clear() {
    this.#path = [];
  }
}
