// @ts-check
/* Motion that keeps to 250 ms a step and to the reader's wish for calm. */

const MOST_MS = 250;
/** @type {Set<Animation>} */
const running = new Set();

/** @typedef {{ms?: number, easing?: string, fill?: FillMode}} Motion */
/** @typedef {{x?: number, y?: number}} Way */
/** @typedef {() => Promise<unknown> | undefined | void} Step */

/** True if motion is unwanted. */
export function calm() {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/** An element that is animated must not carry a transform attribute itself: put it into a <g transform=…>.
 * @param {Element} element @param {Keyframe[]} keyframes @param {Motion} [motion] */
export async function animate(element, keyframes, motion = {}) {
  const {ms = 220, easing = "cubic-bezier(.3,.7,.3,1)", fill = "none"} = motion;
  if (calm() || !element.isConnected || document.hidden) return;
  const animation = element.animate(keyframes, {duration: Math.min(ms, MOST_MS), easing, fill});
  running.add(animation);
  try {
    await animation.finished;
  } catch {
    // cancelled: the element stands where it belongs anyway
  }
  running.delete(animation);
}

/** @param {Way} way */
const shifted = ({x = 0, y = 0}) => `translate(${x}px, ${y}px)`;

/** Comes from that offset (svg units) to where it stands.
 * @param {Element} element @param {Way} from @param {Motion} [motion] */
export function slide(element, from, motion = {}) {
  return animate(element, [{transform: shifted(from)}, {transform: "none"}], motion);
}

/** Goes there, fades, is removed.
 * @param {Element} element @param {Way} [to] @param {Motion} [motion] */
export async function leave(element, to = {}, motion = {}) {
  const keyframes = [
    {transform: "none", opacity: 1},
    {transform: shifted(to), opacity: 0},
  ];
  await animate(element, keyframes, {fill: "forwards", ...motion});
  element.remove();
}

/** Steps one after the other; skip() jumps to the end at once. */
export class Sequence {
  #skipped = false;
  done;

  /** @param {Step[]} steps */
  constructor(steps) {
    this.done = this.#play(steps);
  }

  /** @param {Step[]} steps */
  async #play(steps) {
    for (const step of steps) {
      const done = step();
      if (this.#skipped) settle();
      await done;
    }
  }

  skip() {
    this.#skipped = true;
    settle();
  }
}

function settle() {
  for (const animation of running) animation.finish();
}
