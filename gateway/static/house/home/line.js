// @ts-check
/* One stream of everything that concerns the reader, for all tabs of a browser: one holds it and tells the others. */

import {EMPTY, heard} from "./state.js";

/** @import {Home, Said} from "./state.js" */

const NAME = "bazigah-home";
const AGAIN_MS = 4000;

let home = EMPTY;
/** @type {((home: Home, said: Said) => void)[]} */
const listeners = [];
/** @type {BroadcastChannel | null} */
let channel = null;
let leads = false;

export const present = () => home;

/** @param {(home: Home, said: Said) => void} listener */
export function onHome(listener) {
  listeners.push(listener);
}

/** @param {Said} said */
function take(said) {
  home = heard(home, said);
  for (const listener of listeners) listener(home, said);
}

/** What happened in this tab is passed to all. @param {Said} said */
export function tellAll(said) {
  take(said);
  channel?.postMessage(said);
}

/** A tab that has come later asks for what is known. @param {MessageEvent<Said>} event */
function onMessage({data}) {
  if (data.thing !== "hello") take(data);
  else if (leads) channel?.postMessage({thing: "home", data: home});
}

const THINGS = ["home", "turn", "time", "offer", "start", "end", "invitation", "seat", "tournament"];

/** Holds the stream until the page goes; a browser that gave it up for good is asked anew. */
function hold() {
  leads = true;
  document.documentElement.dataset.line = "leads";
  return new Promise(() => open());
}

function open() {
  const source = new EventSource("/api/me/stream");
  for (const thing of THINGS) {
    source.addEventListener(thing, (event) => tellAll({thing, data: JSON.parse(event.data)}));
  }
  source.addEventListener("error", () => {
    if (source.readyState === EventSource.CLOSED) setTimeout(open, AGAIN_MS);
  });
}

/** Locks are there on secure addresses alone; elsewhere each tab has a stream of its own. */
export function startLine() {
  if (!("locks" in navigator) || !("BroadcastChannel" in window)) {
    hold();
    return;
  }
  channel = new BroadcastChannel(NAME);
  channel.addEventListener("message", onMessage);
  channel.postMessage({thing: "hello", data: null});
  navigator.locks.request(NAME, hold);
}
