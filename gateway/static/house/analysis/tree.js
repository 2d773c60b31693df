// @ts-check
/* A tree of moves: lines that were tried from one position. Knows no page. */

/**
 * @typedef {[number, string]} Ply
 * @typedef {{seat?: number, move?: string, comment?: string, children: Node[]}} Node
 */

export const MOST_NODES = 2000;

/** The node that a line leads to; null: it is not in the tree.
 * @param {Node} root @param {Ply[]} line @returns {Node | null} */
export function nodeAt(root, line) {
  /** @type {Node | undefined} */
  let node = root;
  for (const [seat, move] of line) node = node?.children.find((child) => child.seat === seat && child.move === move);
  return node ?? null;
}

/** Adds a line, as far as it is new; false: the tree has all the nodes it may have.
 * @param {Node} root @param {Ply[]} line */
export function addLine(root, line) {
  let node = root;
  for (const [seat, move] of line) {
    let next = node.children.find((child) => child.seat === seat && child.move === move);
    if (!next) {
      if (countNodes(root) >= MOST_NODES) return false;
      next = {seat, move, children: []};
      node.children.push(next);
    }
    node = next;
  }
  return true;
}

/** @param {Node} node @returns {number} */
export const countNodes = (node) => 1 + node.children.reduce((sum, child) => sum + countNodes(child), 0);

/** All nodes with the lines that lead there, each before what follows it.
 * @param {Node} node @param {Ply[]} [line] @returns {{node: Node, line: Ply[]}[]} */
export function walk(node, line = []) {
  return node.children.flatMap((child) => {
    /** @type {Ply[]} */
    const there = [...line, [child.seat ?? 0, child.move ?? ""]];
    return [{node: child, line: there}, ...walk(child, there)];
  });
}

/** As the house takes it: without empty comments.
 * @param {Node} node @returns {Node} */
export function plain({seat, move, comment, children}) {
  const below = children.map(plain);
  if (move === undefined) return comment ? {comment, children: below} : {children: below};
  return comment ? {seat, move, comment, children: below} : {seat, move, children: below};
}
