// @ts-check
/* Spans and moments of time in words, in the reader's language, zone and calendar. Pure. */

const [SECOND, MINUTE, HOUR, DAY] = [1000, 60_000, 3_600_000, 86_400_000];
/** @type {["day" | "hour" | "minute" | "second", number][]} */
const UNITS = [
  ["day", DAY],
  ["hour", HOUR],
  ["minute", MINUTE],
  ["second", SECOND],
];
const TENTHS_MS = 10 * SECOND;

/** Persian pages go by the Persian calendar, with Persian digits.
 * @param {string} lang */
export const localeOf = (lang) => (lang === "fa" ? "fa-IR-u-ca-persian" : "en-GB");

/** Digits and the decimal point as the language writes them.
 * @param {string} text @param {string} lang */
function inDigits(text, lang) {
  const format = new Intl.NumberFormat(localeOf(lang), {useGrouping: false});
  const point = lang === "fa" ? "\u066b" : ".";
  return text.replace(/\d/g, (digit) => format.format(Number(digit))).replace(".", point);
}

/** A span in its two largest units: 3 days 4 hours. Nothing is rounded up.
 * @param {number} ms @param {string} lang */
export function spanWords(ms, lang) {
  const parts = [];
  let rest = Math.max(0, ms);
  for (const [unit, size] of UNITS) {
    const count = Math.floor(rest / size);
    rest -= count * size;
    if (count) parts.push(unitText(count, unit, lang));
    else if (parts.length) break; // 3 days, not 3 days 12 minutes
    if (parts.length === 2) break;
  }
  const glue = lang === "fa" ? " و " : " ";
  return parts.join(glue) || unitText(0, "second", lang);
}

/** @param {number} count @param {string} unit @param {string} lang */
function unitText(count, unit, lang) {
  return new Intl.NumberFormat(localeOf(lang), {style: "unit", unit, unitDisplay: "long"}).format(count);
}

/** The time left as a clock shows it: 12:05, 1:02:03, in the last ten seconds 4.2.
 * @param {number} ms @param {string} lang */
export function ticking(ms, lang) {
  const left = Math.max(0, ms);
  if (left < TENTHS_MS) return inDigits((Math.floor(left / 100) / 10).toFixed(1), lang);
  const seconds = Math.floor(left / SECOND);
  const two = (/** @type {number} */ value) => String(value).padStart(2, "0");
  const minutes = Math.floor(seconds / 60);
  const low = `${two(minutes % 60)}:${two(seconds % 60)}`;
  return inDigits(left >= HOUR ? `${Math.floor(left / HOUR)}:${low}` : `${minutes}:${two(seconds % 60)}`, lang);
}

/** A clock of days tells days and hours in words, and ticks in its last hour; a live one always ticks.
 * @param {number} ms @param {{slow: boolean, lang: string}} how */
export function leftText(ms, {slow, lang}) {
  if (!slow) return ticking(ms, lang);
  if (ms < HOUR) return ticking(Math.max(ms, 0), lang);
  return spanWords(Math.floor(ms / MINUTE) * MINUTE, lang);
}

/** How soon the text of a running clock may change, in ms.
 * @param {number} ms @param {boolean} slow */
export function nextChange(ms, slow) {
  if (ms < TENTHS_MS) return 100;
  return slow && ms >= HOUR ? 10 * SECOND : 250;
}

/** A moment in the reader's zone and calendar: Fri 20 Nov, 10:15. The day is left out for today.
 * @param {number} at @param {{lang: string, now: number, zone?: string}} how */
export function momentText(at, {lang, now, zone}) {
  const locale = localeOf(lang);
  const day = new Intl.DateTimeFormat(locale, {year: "numeric", month: "numeric", day: "numeric", timeZone: zone});
  const time = new Intl.DateTimeFormat(locale, {hour: "2-digit", minute: "2-digit", hour12: false, timeZone: zone});
  if (day.format(at) === day.format(now)) return time.format(at);
  const date = new Intl.DateTimeFormat(locale, {weekday: "short", day: "numeric", month: "short", timeZone: zone});
  return `${date.format(at)}${lang === "fa" ? "، " : ", "}${time.format(at)}`;
}

/** An exact span for the arithmetic: 1d 02:03:04.005, in Persian ۱ روز ۰۲:۰۳:۰۴٫۰۰۵.
 * @param {number} ms @param {string} lang */
export function exactSpan(ms, lang) {
  const whole = Math.abs(ms);
  const two = (/** @type {number} */ value) => String(value).padStart(2, "0");
  const days = Math.floor(whole / DAY);
  const clock = [HOUR, MINUTE, SECOND].map((size, n) => two(Math.floor(whole / size) % (n ? 60 : 24))).join(":");
  const dayText = days ? `${days}${lang === "fa" ? " روز" : "d"} ` : "";
  const text = `${dayText}${clock}.${String(whole % SECOND).padStart(3, "0")}`;
  return `${ms < 0 ? "\u2212" : ""}${inDigits(text, lang)}`;
}
