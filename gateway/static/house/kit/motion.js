/* Motion that keeps to 250 ms a step and to the reader's wish for calm. */

const MOST_MS = 250;
const running = new Set();

export function calm() {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}

export async function animate(element, keyframes, {ms = 220, easing = "cubic-bezier(.3,.7,.3,1)", fill = "none"} = {}) {
  if (calm() || !element.isConnected || document.hidden) return;
  const motion = element.animate(keyframes, {duration: Math.min(ms, MOST_MS), easing, fill});
  running.add(motion);
  try { await motion.finished; } catch { /* cancelled: the element stands where it belongs anyway */ }
  running.delete(motion);
}

const shifted = ({x = 0, y = 0}) => `translate(${x}px, ${y}px)`;

export function slide(element, from, options = {}) {
  return animate(element, [{transform: shifted(from)}, {transform: "none"}], options);
}

export async function leave(element, to = {}, options = {}) {
  await animate(element, [{transform: "none", opacity: 1}, {transform: shifted(to), opacity: 0}], {fill: "forwards", ...options});
  element.remove();
}

export function sequence(steps) {
  let skipped = false;
  const whole = (async () => {
    for (const step of steps) {
      const done = step();
      if (skipped) settle();
      await done;
    }
  })();
  whole.skip = () => { skipped = true; settle(); };
  return whole;
}

function settle() {
  for (const motion of running) motion.finish();
}
