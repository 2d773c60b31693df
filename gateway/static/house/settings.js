// @ts-check
/* The settings: this browser asks for pushes. Everything else on the page is plain forms. */

import {post} from "./post.js";

const here = /** @type {HTMLElement | null} */ (document.querySelector("#push-here"));
const possible = "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;

/** @param {string} text */
function bytes(text) {
  const padded = text.replace(/-/g, "+").replace(/_/g, "/") + "=".repeat((4 - (text.length % 4)) % 4);
  return Uint8Array.from(atob(padded), (sign) => sign.charCodeAt(0));
}

/** @param {string} key */
async function subscribe(key) {
  if ((await Notification.requestPermission()) !== "granted") return "denied";
  const worker = await navigator.serviceWorker.register("/worker.js");
  await navigator.serviceWorker.ready;
  const subscription = await worker.pushManager.subscribe({userVisibleOnly: true, applicationServerKey: bytes(key)});
  await post("/api/me/push", subscription.toJSON());
  return "done";
}

if (here && possible) {
  const button = /** @type {HTMLButtonElement} */ (here.querySelector("button"));
  const status = /** @type {HTMLElement} */ (here.querySelector("[role=status]"));
  here.hidden = false;
  button.addEventListener("click", async () => {
    button.disabled = true;
    const outcome = await subscribe(here.dataset.key ?? "").catch(() => "failed");
    status.textContent = status.dataset[outcome] ?? "";
    button.disabled = outcome === "done";
  });
}
