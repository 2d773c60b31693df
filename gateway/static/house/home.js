// @ts-check
/* On every page of somebody who is signed in: what waits for them, wherever they look. */

import {onHome, present, startLine} from "./home/line.js";
import {drawNext, startNext} from "./home/next.js";
import {flush} from "./home/outbox.js";
import {chime, drawSigns, drawTitle} from "./home/signs.js";
import {waiting} from "./home/state.js";

onHome((home, {thing}) => {
  drawSigns(waiting(home));
  drawNext();
  if (["turn", "offer", "start"].includes(thing) && document.documentElement.dataset.line) chime();
});
document.addEventListener("visibilitychange", () => drawTitle(waiting(present())));
startNext();
startLine();

const here = location.pathname.match(/^\/matches\/([0-9a-f-]{36})/)?.[1] ?? null;
addEventListener("online", () => flush(here));
flush(here);
if ("serviceWorker" in navigator) navigator.serviceWorker.register("/worker.js").catch(() => {}); // not allowed here
