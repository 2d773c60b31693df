/* Small things on every page: "3 minutes ago", and copying or sharing a link. */

const lang = document.documentElement.lang;
const ago = new Intl.RelativeTimeFormat(lang, {numeric: "auto"});
const STEPS = [[60, "second", 1], [3600, "minute", 60], [86400, "hour", 3600], [2592000, "day", 86400], [Infinity, "month", 2592000]];

function tellTimes() {
  for (const one of document.querySelectorAll("time[data-ago]")) {
    const seconds = (Date.now() - Date.parse(one.dateTime)) / 1000;
    if (Number.isNaN(seconds)) continue;
    const [, unit, size] = STEPS.find(([most]) => Math.abs(seconds) < most);
    one.title = new Intl.DateTimeFormat(lang, {dateStyle: "medium", timeStyle: "short"}).format(new Date(one.dateTime));
    one.textContent = ago.format(-Math.round(seconds / size), unit);
  }
}

tellTimes();
setInterval(tellTimes, 20_000);
document.addEventListener("htmx:afterSwap", tellTimes);
