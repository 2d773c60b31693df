// @ts-check
/* How a page shows that something waits: the badge of the menu, the title, the icon, a sound if wanted. */

import {number} from "../kit/words.js";
import {kept} from "./wishes.js";

const COUNT = /^\([^)]*\) /;

/** @param {number} count */
export function drawSigns(count) {
  const badge = document.getElementById("turns-badge");
  if (badge) {
    badge.hidden = !count;
    badge.textContent = number(count);
    badge.setAttribute("aria-label", (badge.dataset.told ?? "").replace("{count}", number(count)));
  }
  drawTitle(count);
  const icon = document.querySelector("link[rel=icon]");
  if (icon instanceof HTMLLinkElement && icon.dataset.turn) {
    icon.dataset.plain ??= icon.href;
    icon.href = count ? icon.dataset.turn : icon.dataset.plain;
  }
  if ("setAppBadge" in navigator) navigator.setAppBadge(count).catch(() => {}); // not installed
}

/** Only who looks elsewhere needs a number in the title. @param {number} count */
export function drawTitle(count) {
  const bare = document.title.replace(COUNT, "");
  document.title = document.hidden && count ? `(${number(count)}) ${bare}` : bare;
}

/** Two soft tones, for whoever wants them. */
export function chime() {
  if (kept("sound") !== "on") return;
  try {
    const audio = new AudioContext();
    for (const [n, pitch] of [660, 880].entries()) {
      const [tone, volume] = [audio.createOscillator(), audio.createGain()];
      const start = audio.currentTime + n * 0.16;
      tone.frequency.value = pitch;
      volume.gain.setValueAtTime(0.0001, start);
      volume.gain.exponentialRampToValueAtTime(0.12, start + 0.02);
      volume.gain.exponentialRampToValueAtTime(0.0001, start + 0.3);
      tone.connect(volume).connect(audio.destination);
      tone.start(start);
      tone.stop(start + 0.32);
    }
  } catch {
    // a browser that allows no sound stays quiet
  }
}
