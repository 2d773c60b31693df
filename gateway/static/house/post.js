/* Sends JSON with the session's CSRF token. A request that got no answer is repeated with the same body, so it counts once. */

const TRIES = 6;

function token() {
  return document.querySelector("input[name=csrfmiddlewaretoken]")?.value ?? "";
}

export async function post(url, body, {prefer = null, retry = () => {}}) {
  const headers = {"Content-Type": "application/json", "X-CSRFToken": token(), ...(prefer ? {Prefer: prefer} : {})};
  for (let n = 1; ; n += 1) {
    let answer = null;
    try {
      answer = await fetch(url, {method: "POST", headers, body: JSON.stringify(body)});
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
