/* Asks the house, and sends it JSON with the session's CSRF token. A request that got no answer is repeated with the same
   body, so it counts once. Every answer also tells the time of the house. */

import {heardTime} from "/static/house/kit/time.js";

const TRIES = 6;
const DATE_BLUR_MS = 2000;   // a Date header tells whole seconds, and servers renew it once a second

function token() {
  return document.querySelector("input[name=csrfmiddlewaretoken]")?.value ?? "";
}

async function request(url, options) {
  const from = Date.now(), answer = await fetch(url, options);
  heardTime(Date.parse(answer.headers.get("Date")), {from, to: Date.now(), blur: DATE_BLUR_MS});
  return answer;
}

export const get = (url) => request(url, {cache: "no-store"});

export async function post(url, body, {retry = () => {}} = {}) {
  const headers = {"Content-Type": "application/json", "X-CSRFToken": token()};
  for (let n = 1; ; n += 1) {
    let answer = null;
    try {
      answer = await request(url, {method: "POST", headers, body: JSON.stringify(body)});
    } catch (error) {
      if (n === TRIES) throw {error: "no-answer", detail: ""};
    }
    if (answer && (answer.status !== 503 || n === TRIES)) {
      const told = await answer.json().catch(() => ({}));
      if (answer.ok) return told;
      throw told;
    }
    retry();
    await new Promise((resolve) => setTimeout(resolve, Math.min(300 * 2 ** n, 4000)));
  }
}
