// @ts-check
/* The service worker: shows what the house pushes, and leads to it; keeps the last pages and frames for who has no
   network. A message has `shown` (title, text, lang) and `link`. Its types are those of a worker:
   tsconfig.worker.json. */

const house = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));
const KEPT = "bazigah-1";
const MOST_KEPT = 400;
const PATIENCE_MS = 6000;
const PAGES = /^\/(me|matches\/[0-9a-f-]{36})?$/;
const FILES = /^\/(static|shelf)\//;
const FRAMES = /^\/api\/(matches\/[0-9a-f-]{36}\/frame|me\/boards)$/;

house.addEventListener("install", (event) => {
  event.waitUntil(house.skipWaiting());
});

house.addEventListener("activate", (event) => {
  event.waitUntil(dropOlder().then(() => house.clients.claim()));
});

async function dropOlder() {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name !== KEPT).map((name) => caches.delete(name)));
}

/** Streams, and everything that changes something, go their own way. */
house.addEventListener("fetch", (event) => {
  const {request} = event;
  const url = new URL(request.url);
  if (request.method === "POST" && url.pathname === "/sign-out") event.waitUntil(caches.delete(KEPT));
  if (request.method !== "GET" || url.origin !== house.location.origin || request.headers.has("X-Part")) return;
  const page = request.mode === "navigate" && PAGES.test(url.pathname);
  if (page || FILES.test(url.pathname) || FRAMES.test(url.pathname)) event.respondWith(fromNetwork(request));
});

/** The network first; what it gives is kept, and stands in where it is away.
 * @param {Request} request */
async function fromNetwork(request) {
  const cache = await caches.open(KEPT);
  try {
    const response = await fetch(request, {signal: AbortSignal.timeout(PATIENCE_MS)});
    if (response.ok && !response.redirected) {
      await cache.put(request, response.clone());
      trim(cache);
    }
    return response;
  } catch (error) {
    const kept = await cache.match(request, {
      ignoreVary: true,
      ignoreSearch: FRAMES.test(new URL(request.url).pathname),
    });
    if (kept) return kept;
    throw error;
  }
}

/** @param {Cache} cache */
async function trim(cache) {
  const keys = await cache.keys();
  await Promise.all(keys.slice(0, Math.max(0, keys.length - MOST_KEPT)).map((key) => cache.delete(key)));
}

house.addEventListener("push", (event) => {
  const message = event.data?.json() ?? {};
  const {title = "Bazigah", text = "", lang = "en"} = message.shown ?? {};
  event.waitUntil(
    house.registration.showNotification(title, {
      body: text,
      lang,
      dir: lang === "fa" ? "rtl" : "ltr",
      tag: message.key,
      icon: "/static/house/mark_192.png",
      data: {link: message.link},
    }),
  );
});

house.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(lead(event.notification.data?.link ?? "/me"));
});

/** An open page of the same address comes to the front; else a new one is opened. @param {string} link */
async function lead(link) {
  const pages = await house.clients.matchAll({type: "window", includeUncontrolled: true});
  const open = pages.find((page) => page.url.split("#")[0] === link);
  await (open ? open.focus() : house.clients.openWindow(link));
}
