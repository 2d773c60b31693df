// @ts-check
// What a match did to the ratings, fetched when it ends before the reader's eyes.

const SOON_MS = 2500;
const TRIES = 20;
const place = document.getElementById("rating-changes");

/** @param {HTMLElement} part @param {number} tries */
async function look(part, tries) {
  const answer = await fetch(part.dataset.url ?? "");
  if (answer.status === 200) part.innerHTML = await answer.text();
  else if (tries > 1) setTimeout(look, SOON_MS, part, tries - 1);
}

if (place?.dataset.url) {
  const part = place;
  const ended = new MutationObserver(() => {
    ended.disconnect();
    setTimeout(look, SOON_MS, part, TRIES);
  });
  ended.observe(document.body, {attributeFilter: ["data-over"]});
}
