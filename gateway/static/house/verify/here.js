// @ts-check
/* The audit page: the reader's own browser checks the log that the page shows, event by event. */

import {readJson, verifyFile, verifyInclusion} from "./verifier.js";

/** @typedef {import("./verifier.js").Finding} Finding */

const PAUSE_MS = 12; // between two stretches of ticks, so that the eye can follow them

const here = document.getElementById("verify-here");
const words =
  JSON.parse(document.getElementById("verify-words")?.textContent ?? "{}")[document.documentElement.lang] ?? {};

/** @param {string} key @param {Record<string, string | number>} [holes] */
function tell(key, holes = {}) {
  const persian = document.documentElement.lang === "fa";
  const digits = (/** @type {unknown} */ value) =>
    persian ? String(value).replace(/\d/g, (digit) => "۰۱۲۳۴۵۶۷۸۹"[Number(digit)]) : String(value);
  return String(words[key] ?? key).replace(/\{(\w+)\}/g, (_, name) => digits(holes[name] ?? ""));
}

/** @param {string} state @param {string} text */
function show(state, text) {
  if (!here) return;
  const result = /** @type {HTMLElement} */ (here.querySelector("#verify-result"));
  result.dataset.state = state;
  result.textContent = text;
}

/** @param {number} upto @param {string} mark */
function tick(upto, mark) {
  for (const row of document.querySelectorAll("#events [data-seq]")) {
    const box = row.querySelector(".tick");
    if (box && !box.textContent && Number(row.getAttribute("data-seq")) < upto) box.textContent = mark;
  }
}

/** @param {Finding[]} findings */
function showFindings(findings) {
  const list = /** @type {HTMLElement} */ (here?.querySelector("#verify-findings"));
  for (const {code, seq, text} of findings) {
    const item = document.createElement("li");
    const place = seq === null ? tell("somewhere") : tell("at_event", {seq});
    item.dataset.code = code;
    item.dataset.seq = String(seq ?? "");
    item.textContent = `${place}: ${words[`code_${code}`] ?? text} (${code})`;
    list.append(item);
    const box = document.querySelector(`#seq-${seq} .tick`);
    if (box) box.textContent = "✗";
  }
}

/** @param {number} done @param {number} of */
async function progress(done, of) {
  tick(done, "✓");
  show("running", tell("checked", {done, of}));
  await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
}

/**
 * Whether the match lies under a signed checkpoint. The page names the proof only where there is one: a match that runs
 * or has just ended lies under none yet.
 * @param {any} file
 * @param {string | undefined} address
 */
async function checkTree(file, address) {
  if (!address) return [];
  const answer = await fetch(address);
  return answer.ok ? verifyInclusion(readJson(await answer.text()), file) : [];
}

/** @param {HTMLElement} section */
async function check(section) {
  const address = section.dataset.export ?? "";
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`the log was not given out: ${answer.status}`);
  const file = readJson(await answer.text());
  const verdict = await verifyFile(file, {progress});
  const findings = [
    ...verdict.findings,
    ...(verdict.kind === "match" ? await checkTree(file, section.dataset.inclusion) : []),
  ];
  const [first] = findings;
  showFindings(findings);
  show(first ? "bad" : "good", first ? tell("bad_here") : tell(`good_${verdict.kind}`, {events: verdict.events}));
}

if (here) {
  check(here).catch(() => show("unreadable", tell("unreadable")));
}
