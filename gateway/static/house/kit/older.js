// @ts-check
/* The kit's parts as functions, for boards that are not built on Board yet. */

import {Answers} from "./answers.js";
import {Sequence} from "./motion.js";
import {Picker} from "./picker.js";
import {Walk} from "./walk.js";
import {Zoom} from "./zoom.js";

/** @import {Send} from "../types.js" */
/** @import {Step} from "./motion.js" */
/** @import {Picks} from "./walk.js" */

/** @param {Send} send */
export const answering = (send) => new Answers(send);

/** @param {Step[]} steps */
export function sequence(steps) {
  const run = new Sequence(steps);
  return Object.assign(run.done, {skip: () => run.skip()});
}

/** @param {ConstructorParameters<typeof Picker>} given */
export const picker = (...given) => new Picker(...given);

/** @param {HTMLElement} board @param {Picks} picks */
export const walk = (board, picks) => new Walk(board, picks);

/** @param {ConstructorParameters<typeof Zoom>} given */
export const zoom = (...given) => new Zoom(...given);
