// @ts-check
/* The page /verify, and the file for use without a network: a log is dropped or chosen and checked on the spot. */

import {readJson, Unreadable, verifyFile} from "./verifier.js";

/** @typedef {import("./verifier.js").Verdict} Verdict */
/** @typedef {Record<string, string>} Words */

/** @param {string} id @returns {HTMLElement} */
function at(id) {
  const element = document.getElementById(id);
  if (!element) throw new Error(`the page has no #${id}`);
  return element;
}

/** @param {string} id */
const typed = (id) => /** @type {HTMLInputElement} */ (at(id)).value.trim().toLowerCase();

/** @returns {Words} */
function words() {
  return JSON.parse(at("verify-words").textContent ?? "{}")[document.documentElement.lang] ?? {};
}

/** @param {string} key @param {Record<string, string | number>} [holes] */
function tell(key, holes = {}) {
  const digits = (/** @type {string | number} */ value) =>
    document.documentElement.lang === "fa"
      ? String(value).replace(/\d/g, (digit) => "۰۱۲۳۴۵۶۷۸۹"[Number(digit)])
      : String(value);
  return (words()[key] ?? key).replace(/\{(\w+)\}/g, (_, name) => digits(holes[name] ?? ""));
}

/** What is shown now, so that it can be said again in another language. @type {() => void} */
let shown = () => show("empty", tell("empty"));

/** @param {string} state @param {string} text */
function show(state, text) {
  const result = at("verify-result");
  result.dataset.state = state;
  result.textContent = text;
  delete result.dataset.code;
  delete result.dataset.seq;
  at("verify-findings").replaceChildren();
  at("verify-notes").replaceChildren();
}

/** @param {Verdict} verdict */
function showVerdict(verdict) {
  const {findings, notes, kind, events} = verdict;
  const [first] = findings;
  show(first ? "bad" : "good", first ? sentence(first) : tell(`good_${kind}`, {events}));
  const result = at("verify-result");
  if (first) {
    result.dataset.code = first.code;
    result.dataset.seq = String(first.seq ?? "");
  }
  at("verify-findings").append(...findings.map(line));
  at("verify-notes").append(...[...notes, ...(kind === "tournament" ? [] : [tell("not_refolded")])].map(note));
}

/** @param {Verdict["findings"][number]} finding */
function sentence(finding) {
  const place = finding.seq === null ? tell("somewhere") : tell("at_event", {seq: finding.seq});
  return `${place}: ${words()[`code_${finding.code}`] ?? finding.text} (${finding.code})`;
}

/** @param {Verdict["findings"][number]} finding */
function line(finding) {
  const item = document.createElement("li");
  const detail = document.createElement("span");
  item.dataset.code = finding.code;
  item.dataset.seq = String(finding.seq ?? "");
  item.textContent = sentence(finding);
  detail.className = "muted small";
  detail.lang = "en";
  detail.dir = "ltr";
  detail.textContent = finding.text;
  item.append(" ", detail);
  return item;
}

/** @param {string} text */
function note(text) {
  const item = document.createElement("li");
  item.textContent = text;
  return item;
}

/** How many times files were chosen: what was chosen last is shown. */
let latest = 0;

/** Files that cannot be read as what is meant are no fault of a log. @param {File[]} files */
async function check(files) {
  latest += 1;
  const mine = latest;
  /** @param {number} done @param {number} of */
  const progress = async (done, of) => {
    if (mine === latest) at("verify-result").textContent = tell("checked", {done, of});
    await new Promise((resolve) => setTimeout(resolve));
  };
  show("running", tell("running"));
  const showVerdict = await verdictOf(files, progress);
  if (mine !== latest) return;
  shown = showVerdict;
  shown();
}

/** @param {File[]} files @param {(done: number, of: number) => Promise<void>} progress */
async function verdictOf(files, progress) {
  try {
    const [log, source] = await Promise.all(files.slice(0, 2).map(async (file) => readJson(await file.text())));
    const verdict = await verifyFile(log, {head: typed("verify-head"), key: typed("verify-key"), source, progress});
    return () => showVerdict(verdict);
  } catch (error) {
    if (!(error instanceof Unreadable)) console.error(error);
    return () => show("unreadable", tell("unreadable"));
  }
}

function listen() {
  const drop = at("verify-drop");
  const chosen = /** @type {HTMLInputElement} */ (at("verify-file"));
  chosen.addEventListener("change", () => {
    if (chosen.files?.length) check([...chosen.files]);
  });
  drop.addEventListener("dragover", (event) => {
    event.preventDefault();
    drop.classList.add("over");
  });
  drop.addEventListener("dragleave", () => drop.classList.remove("over"));
  drop.addEventListener("drop", (event) => {
    event.preventDefault();
    drop.classList.remove("over");
    if (event.dataTransfer?.files.length) check([...event.dataTransfer.files]);
  });
}

/** The offline file speaks both languages; on the page of the house the reader has chosen already. */
function offerLanguages() {
  for (const button of document.querySelectorAll("[data-language]")) {
    button.addEventListener("click", () => {
      const language = button.getAttribute("data-language") ?? "en";
      document.documentElement.lang = language;
      document.documentElement.dir = language === "fa" ? "rtl" : "ltr";
      for (const element of document.querySelectorAll("[data-word]")) {
        element.textContent = tell(element.getAttribute("data-word") ?? "");
      }
      shown();
    });
  }
}

const insecure = document.getElementById("verify-insecure");
if (insecure) insecure.hidden = isSecureContext;
listen();
offerLanguages();
shown();
document.body.dataset.ready = "true";
