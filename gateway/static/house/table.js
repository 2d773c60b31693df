// @ts-check
/* The form that opens a table, and the invitation of an open one. */

const DONE_MS = 2000;

const count = document.getElementById("seats");

/** @param {HTMLSelectElement} select */
function showSeats(select) {
  /** @type {NodeListOf<HTMLElement>} */
  const rows = document.querySelectorAll("[data-seat]");
  for (const row of rows) row.hidden = Number(row.dataset.seat) > Number(select.value);
}

if (count instanceof HTMLSelectElement) {
  count.addEventListener("change", () => showSeats(count));
  showSeats(count);
}

/** The clock of one's own, and what a clock may have beside its time, are there only for whom they concern. */
function showClock() {
  const clock = /** @type {HTMLSelectElement} */ (document.getElementById("clock"));
  const kind = /** @type {HTMLSelectElement} */ (document.getElementById("own_kind"));
  const [own, more] = [document.getElementById("own-clock"), document.getElementById("clock-more")];
  if (own) own.hidden = clock.value !== "own";
  if (more) more.hidden = !clock.value;
  const shown = {per_move: ["own_time"], fischer: ["own_time", "own_more", "own_cap"]}[kind.value];
  /** @type {NodeListOf<HTMLElement>} */
  const amounts = document.querySelectorAll("[data-amount]");
  for (const row of amounts) {
    const name = row.dataset.amount ?? "";
    row.hidden = shown ? !shown.includes(name) : name === "own_cap";
    const label = row.querySelector("label");
    if (label) label.textContent = label.dataset[kind.value] ?? label.dataset.usual ?? "";
  }
}

if (document.getElementById("own-clock")) {
  for (const id of ["clock", "own_kind"]) document.getElementById(id)?.addEventListener("change", showClock);
  showClock();
}

/** Whoever has chosen no time zone has the browser's. */
function fillZones() {
  const minutes = String(-new Date().getTimezoneOffset());
  for (const field of document.querySelectorAll("[data-zone]")) {
    if (field instanceof HTMLInputElement) field.value = minutes;
    else if (field instanceof HTMLSelectElement && field.dataset.zone !== "known") field.value = minutes;
  }
}

fillZones();
document.addEventListener("htmx:afterSwap", fillZones);

/** The field that a button's data names.
 * @param {string | undefined} selector */
const field = (selector) => /** @type {HTMLInputElement} */ (document.querySelector(selector ?? ""));

/** @type {NodeListOf<HTMLButtonElement>} */
const copying = document.querySelectorAll("[data-copy]");
for (const button of copying) {
  const was = button.textContent;
  button.hidden = false;
  button.addEventListener("click", async () => {
    const link = field(button.dataset.copy);
    link.select();
    try {
      await navigator.clipboard.writeText(link.value);
    } catch {
      document.execCommand("copy");
    }
    button.textContent = button.dataset.done ?? "";
    setTimeout(() => {
      button.textContent = was;
    }, DONE_MS);
  });
}

/** @type {NodeListOf<HTMLButtonElement>} */
const sharing = "share" in navigator ? document.querySelectorAll("[data-share]") : document.querySelectorAll(".none");
for (const button of sharing) {
  button.hidden = false;
  button.addEventListener("click", () => {
    // closed without sharing: nothing to say
    navigator.share({url: field(button.dataset.share).value, title: document.title}).catch(() => {});
  });
}
