// @ts-check
/* Keeping a tree: its name, a note on the move that is shown, whether others may see it by its link. */

import {at, card, data, maybe, query, tell} from "../match/page.js";
import {post} from "../post.js";
import {plain} from "./tree.js";

/** @import {Problem} from "../types.js" */
/** @import {Node} from "./tree.js" */

/** @typedef {{tree: () => Node, seq: () => number | null, node: () => Node | null, changed: () => void}} Kept */

const say = (/** @type {string} */ key) => tell(key, {}, "analysis");
const input = (/** @type {string} */ id) => /** @type {HTMLInputElement} */ (at(id));

export class Keeping {
  /** Of the tree that was saved. @type {string | null} */
  #id = null;
  #kept;

  /** @param {Kept} kept */
  constructor(kept) {
    this.#kept = kept;
  }

  start() {
    const tree = data.analysis?.tree;
    if (!maybe("keep-form")) return;
    if (tree) {
      input("keep-name").value = tree.name;
      input("keep-shared").checked = tree.shared;
      if (tree.mine) this.#link(tree.id);
    }
    at("keep-form").addEventListener("submit", (event) => this.#onSubmit(event));
    input("keep-comment").addEventListener("input", () => {
      const node = this.#kept.node();
      if (node) node.comment = input("keep-comment").value.trim();
      this.#kept.changed();
    });
  }

  /** Another tree has begun: what is saved next is a new one. */
  forget() {
    this.#id = null;
    if (maybe("keep-link")) at("keep-link").hidden = true;
  }

  draw() {
    if (maybe("keep-form")) input("keep-comment").value = this.#kept.node()?.comment ?? "";
  }

  /** @param {string} id */
  #link(id) {
    this.#id = id;
    const link = /** @type {HTMLAnchorElement} */ (at("keep-link"));
    link.href = `/analyses/${id}`;
    link.hidden = false;
  }

  /** @param {Event} event */
  async #onSubmit(event) {
    event.preventDefault();
    const fields = {
      name: input("keep-name").value.trim(),
      shared: input("keep-shared").checked,
      tree: plain(this.#kept.tree()),
    };
    try {
      if (!data.analysis?.signed) throw {detail: say("sign_in")};
      const {position} = data.analysis;
      const about = position ? {position} : {match: card.id, seq: this.#kept.seq()};
      const saved = this.#id
        ? await post(`/api/analyses/${this.#id}`, fields, {method: "PUT"})
        : await post(`/api/analyses${query}`, {...fields, ...about});
      this.#link(saved.id);
      at("keep-told").textContent = say("saved");
    } catch (problem) {
      at("keep-told").textContent = /** @type {Problem} */ (problem).detail || tell("not_done");
    }
  }
}
