/* Follows the stream of a match for as long as the page lives; comes back by itself after a cut. */

const PATIENCE_MS = 1500;

export function follow({url, frame, state, over}) {
  let source = null, waiting = 300, banner = null, done = over;
  if (done) { state("off"); return; }

  function open() {
    source?.close();
    source = new EventSource(url());
    source.addEventListener("open", () => { waiting = 300; calm("live"); });
    source.addEventListener("frame", (event) => frame(JSON.parse(event.data)));
    source.addEventListener("over", () => { done = true; source.close(); calm("off"); });
    source.addEventListener("error", lost);
  }

  function calm(name) {
    clearTimeout(banner);
    banner = null;
    state(name);
  }

  /* A stream that the server closed comes back at once; only a longer cut is worth a word. */
  function lost() {
    if (done) return;
    source.close();
    banner ??= setTimeout(() => state("cut"), PATIENCE_MS);
    setTimeout(() => { if (!done) open(); }, waiting);
    waiting = Math.min(waiting * 2, 5000);
  }

  addEventListener("online", () => { if (!done) { waiting = 300; open(); } });
  addEventListener("offline", () => { if (!done) state("cut"); });
  addEventListener("pageshow", (event) => { if (event.persisted && !done) open(); });
  open();
}
