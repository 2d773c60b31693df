// @ts-check
/* The form of the records page: a file is sent as it is, and its outcome is shown. */

import {el} from "./kit/elements.js";
import {get} from "./post.js";

const LOOK_MS = 700;
const SHOWN = 50;
const FORMS = new Map([
  ["sgf", "application/x-go-sgf"],
  ["json", "application/json"],
]);

/** @typedef {{line: number, ply: number | null, seq: number | null, error: string, detail: string}} Refused */
/** @typedef {{id: string, status: string, records: number, added: number, known: number, refused: Refused[]}} Job */

const form = /** @type {HTMLFormElement | null} */ (document.getElementById("import"));
const status = document.getElementById("import-told");
const refused = document.getElementById("import-refused");

/** @param {number} value */
const digits = (value) =>
  document.documentElement.lang === "fa"
    ? String(value).replace(/\d/g, (digit) => "۰۱۲۳۴۵۶۷۸۹"[Number(digit)])
    : String(value);

/** @param {string} key @param {Record<string, number>} holes */
const tell = (key, holes = {}) =>
  (form?.dataset[key] ?? key).replace(/\{(\w+)\}/g, (_, name) => digits(holes[name] ?? 0));

/** @param {File} file @param {string} csrf */
function sent(file, csrf) {
  const packed = /\.gz$/i.test(file.name);
  const ending = file.name.replace(/\.gz$/i, "").split(".").at(-1)?.toLowerCase() ?? "";
  /** @type {Record<string, string>} */
  const headers = {"Content-Type": FORMS.get(ending) ?? "application/x-ndjson", "X-CSRFToken": csrf};
  if (packed) headers["Content-Encoding"] = "gzip";
  return fetch("/api/imports", {method: "POST", headers, body: file});
}

/** @param {Job} job */
function show(job) {
  if (!status || !refused) return;
  const holes = {records: job.records, added: job.added, known: job.known, refused: job.refused.length};
  status.textContent = tell(job.status === "done" ? "done" : "running", holes);
  const rows = job.refused.slice(0, SHOWN).map((row) => {
    const place = tell("line", {line: row.line}) + (row.ply === null ? "" : tell("ply", {ply: row.ply}));
    return el("li", {}, `${place}: `, el("code", {dir: "ltr", text: `${row.error} ${row.detail}`}));
  });
  refused.replaceChildren(...rows);
}

/** @param {File} file @param {string} csrf */
async function bring(file, csrf) {
  const answer = await sent(file, csrf);
  /** @type {Job & {detail?: string}} */
  let job = await answer.json();
  if (!answer.ok) throw new Error(job.detail ?? "");
  for (; job.status !== "done"; job = await (await get(`/api/imports/${job.id}`)).json()) {
    show(job);
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
  show(job);
}

if (form) {
  form.hidden = false;
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const file = /** @type {HTMLInputElement} */ (form.elements.namedItem("file")).files?.[0];
    const csrf = /** @type {HTMLInputElement} */ (form.elements.namedItem("csrfmiddlewaretoken")).value;
    const button = /** @type {HTMLButtonElement} */ (form.querySelector("button"));
    if (!file || !status) return;
    button.disabled = true;
    refused?.replaceChildren();
    status.textContent = tell("sending");
    await bring(file, csrf).catch((error) => {
      status.textContent = error.message || tell("failed");
    });
    button.disabled = false;
  });
}
