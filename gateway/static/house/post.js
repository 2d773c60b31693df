// @ts-check
/* Asks the house, and sends it JSON with the session's CSRF token. A request that got no answer is repeated with the
   same body, so it counts once. An answer also has the time of the house. */

import {heardTime} from "./kit/time.js";

const TRIES = 6;
const FIRST_WAIT_MS = 300;
const LONGEST_WAIT_MS = 4000;
const BLUR_MS = 50; // between two answers of the database the time of the house is carried on

function token() {
  const field = document.querySelector("input[name=csrfmiddlewaretoken]");
  return field instanceof HTMLInputElement ? field.value : "";
}

/** @param {string} url @param {RequestInit} options */
async function request(url, options) {
  const from = Date.now();
  const answer = await fetch(url, options);
  const moment = answer.headers.get("House-Time");
  if (moment) heardTime(Number(moment), {from, to: Date.now(), blur: BLUR_MS});
  return answer;
}

/** @param {string} url */
export const get = (url) => request(url, {cache: "no-store"});

/** The answer as JSON; rejects with what the house says against it.
 * @param {string} url @param {object} body @param {{retry?: () => void, method?: string}} [options] */
export async function post(url, body, {retry = () => {}, method = "POST"} = {}) {
  const headers = {"Content-Type": "application/json", "X-CSRFToken": token()};
  const options = {method, headers, body: JSON.stringify(body)};
  for (let n = 1; ; n += 1) {
    const answer = await request(url, options).catch(() => null);
    if (answer && (answer.status !== 503 || n === TRIES)) {
      const body = await answer.json().catch(() => ({}));
      if (answer.ok) return body;
      throw body;
    }
    if (n === TRIES) throw {error: "no-answer", detail: ""};
    retry();
    await new Promise((resolve) => setTimeout(resolve, Math.min(FIRST_WAIT_MS * 2 ** n, LONGEST_WAIT_MS)));
  }
}
