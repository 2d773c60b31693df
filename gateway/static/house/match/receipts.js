// @ts-check
/* The receipts of one's own moves, kept by this browser and held against the log at every visit. */

import {get} from "../post.js";
import {api, at, card, tell} from "./page.js";

/**
 * Of the newest move of a match that this browser sent.
 * @typedef {{match: string, size: number, head: string}} Receipt
 */

const STORE = "receipts";

/** @returns {Promise<IDBDatabase>} */
function open() {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open("bazigah-receipts", 1);
    request.onupgradeneeded = () => request.result.createObjectStore(STORE, {keyPath: "match"});
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

/**
 * @template T
 * @param {IDBTransactionMode} mode
 * @param {(store: IDBObjectStore) => IDBRequest<T>} act
 * @returns {Promise<T>}
 */
async function inStore(mode, act) {
  const base = await open();
  try {
    return await new Promise((resolve, reject) => {
      const request = act(base.transaction(STORE, mode).objectStore(STORE));
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
  } finally {
    base.close();
  }
}

/** A browser may forbid its store: then nothing is kept, and nothing can be held against the log.
 * @param {{receipt?: {body?: Receipt}}} answer */
export async function keepReceipt(answer) {
  const body = answer.receipt?.body;
  if (!body) return;
  const kept = await keptReceipt();
  if (!kept || body.size > kept.size) await inStore("readwrite", (store) => store.put(body)).catch(() => null);
}

/** @returns {Promise<Receipt | null>} */
async function keptReceipt() {
  try {
    return (await inStore("readonly", (store) => store.get(card.id))) ?? null;
  } catch {
    return null;
  }
}

/** What the log has at the place of a receipt. @param {Receipt} kept @param {{seq: number, hash: string}[]} events
 * @returns {"holds" | "lost" | "changed"} */
export function compare(kept, events) {
  const event = events.find(({seq}) => seq === kept.size - 1);
  if (!event) return "lost";
  return event.hash === kept.head ? "holds" : "changed";
}

export async function startReceipts() {
  const kept = await keptReceipt();
  if (!kept) return;
  const address = api("/events");
  const answer = await get(`${address}${address.includes("?") ? "&" : "?"}after=${kept.size - 2}`).catch(() => null);
  if (!answer?.ok) return; // without an answer nothing is known
  const verdict = compare(kept, (await answer.json()).events);
  if (verdict === "holds") return;
  const alarm = at("receipt-alarm");
  alarm.textContent = tell(verdict === "lost" ? "receipt_lost" : "receipt_changed", {seq: kept.size - 1});
  alarm.hidden = false;
}
