// @ts-check
/* Small things on every page: "3 minutes ago". */

const REPEAT_MS = 20_000;
const {lang} = document.documentElement;
const ago = new Intl.RelativeTimeFormat(lang, {numeric: "auto"});
const exact = new Intl.DateTimeFormat(lang, {dateStyle: "medium", timeStyle: "short"});
/** Below so many seconds a time is shown in this unit. @type {[number, Intl.RelativeTimeFormatUnit, number][]} */
const STEPS = [
  [60, "second", 1],
  [3600, "minute", 60],
  [86_400, "hour", 3600],
  [2_592_000, "day", 86_400],
  [Infinity, "month", 2_592_000],
];

function tellTimes() {
  for (const time of document.querySelectorAll("time[data-ago]")) {
    if (time instanceof HTMLTimeElement) tellTime(time);
  }
}

/** @param {HTMLTimeElement} time */
function tellTime(time) {
  const seconds = (Date.now() - Date.parse(time.dateTime)) / 1000;
  const step = STEPS.find(([most]) => Math.abs(seconds) < most);
  if (!step) return; // no time that can be read
  const [, unit, size] = step;
  time.title = exact.format(new Date(time.dateTime));
  time.textContent = ago.format(-Math.round(seconds / size), unit);
}

tellTimes();
setInterval(tellTimes, REPEAT_MS);
document.addEventListener("htmx:afterSwap", tellTimes);
