/* The puzzle desk: opening, the four kinds, checking an answer and giving up. */

import {ask, el, say} from "/static/house/kit.js";
import {desk as blocks} from "./blocks.js";
import {desk as pipes} from "./pipes.js";
import {desk as tangram} from "./tangram.js";
import {desk as weights} from "./weights.js";

const PIECES = ".lit.tan, .lit .weight, .lit .pipe-piece, .cube, .shelf-block.lit";
const KINDS = {weights, tangram, pipes, blocks};

/* JSON as the log wants it: keys sorted, no spaces. */
export function canonical(value) {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  return `{${Object.keys(value)
    .sort()
    .map((key) => `${JSON.stringify(key)}:${canonical(value[key])}`)
    .join(",")}}`;
}

/* The puzzle with an answer lying on it, for looking at. */
export function puzzlePicture(root, puzzle, said, texts) {
  return KINDS[puzzle.kind](root, {data: puzzle.data, said, texts, announce() {}, live: false});
}

export function puzzleDesk(root, {texts, seats, answers, announce}) {
  const t = (key, params = {}) => say(texts, `board.${key}`, params, seats);
  let mounted = null,
    shown = null,
    tries = 0,
    frame = null;
  let judged = null; // the answer that the verdict is about
  const kept = new Map(); // puzzle id -> what lay on the desk when it was put away
  const head = el("header", {class: "desk-head"}),
    body = el("div", {class: "desk-body"});
  const verdict = el("p", {class: "desk-verdict", role: "status"}),
    foot = el("div", {class: "desk-foot"});
  root.append(head, body, verdict, foot);
  // A finger on a piece moves the piece, not the page: touch-action of SVG groups is not heeded everywhere.
  body.addEventListener(
    "touchmove",
    (event) => {
      if (event.target.closest?.(PIECES)) event.preventDefault();
    },
    {passive: false},
  );

  const answer = () => canonical(mounted.answer());
  const watch = new MutationObserver(() => {
    if (mounted && verdict.classList.contains("wrong") && answer() !== judged) pronounce("", "");
  });
  watch.observe(body, {subtree: true, childList: true, attributes: true});

  function clear() {
    if (mounted && shown) kept.set(shown.split("/")[0], mounted.answer());
    mounted?.destroy();
    mounted = null;
    body.replaceChildren();
  }

  function heading(kind, puzzle) {
    const level = puzzle
      ? el(
          "span",
          {
            class: "desk-level",
            "aria-label": t("level", {n: puzzle.level}),
            title: t("level", {n: puzzle.level}),
            role: "img",
          },
          "●".repeat(puzzle.level) + "○".repeat(3 - puzzle.level),
        )
      : null;
    head.replaceChildren(
      el("h2", {}, t(`kinds.${kind}`)),
      level ?? "",
      el("p", {class: "desk-task", text: taskOf(kind, puzzle)}),
      puzzle && frame.decision != null ? el("p", {class: "desk-hint", text: t(`hints.${kind}`)}) : "",
    );
  }

  function taskOf(kind, puzzle) {
    if (!puzzle) return t("waiting_task");
    return kind === "weights" ? t("tasks.weights", {n: puzzle.data.use}) : t(`tasks.${kind}`);
  }

  function drawCover(kind) {
    const name = `cover/${kind}/${frame.decision != null}`;
    if (shown === name) return; // a button that is being tapped stays
    clear();
    shown = name;
    heading(kind, null);
    pronounce("", "");
    body.append(
      el(
        "div",
        {class: `desk-cover ${kind}`},
        el("p", {text: t("cover")}),
        el("button", {
          class: "button primary big",
          type: "button",
          text: t("open"),
          data: {act: "open"},
          onclick: () => post("O"),
        }),
      ),
    );
    drawFoot(false);
  }

  function drawPuzzle(kind, mine, live) {
    const name = `${mine.puzzle.id}/${live}`;
    if (shown === name) return;
    clear();
    shown = name;
    judged = null;
    heading(kind, mine.puzzle);
    const said = kept.get(mine.puzzle.id) ?? (mine.said ? JSON.parse(mine.said) : null);
    mounted = KINDS[kind](body, {data: mine.puzzle.data, said, texts, announce, live});
    drawFoot(live);
  }

  function drawFoot(live) {
    foot.replaceChildren();
    if (frame.decision == null) return;
    if (live) {
      foot.append(
        el("button", {
          class: "button primary big",
          type: "button",
          text: t("check"),
          data: {act: "check"},
          onclick: check,
        }),
        el("button", {
          class: "button",
          type: "button",
          text: t("start_over"),
          data: {act: "reset"},
          onclick: () => {
            mounted.reset();
            announce(t("cleared"));
          },
        }),
      );
    }
    foot.append(
      el("button", {
        class: "button quiet",
        type: "button",
        text: t("give_up"),
        data: {act: "give-up"},
        onclick: giveUp,
      }),
    );
  }

  function check() {
    if (!mounted) return;
    judged = answer();
    post(`A:${judged}`);
  }

  async function giveUp() {
    const sure = await ask({
      title: t("give_up_title"),
      text: t("give_up_text"),
      options: [{value: "G", label: t("give_up"), kind: "danger"}],
      cancel: t("take_back"),
    });
    if (sure === "G") post("G");
  }

  async function post(move) {
    if (frame.decision == null || answers.sent(frame.decision)) return;
    const answered = answers.send(frame.decision, move);
    drawBusy();
    try {
      await answered;
    } catch (error) {
      if (mounted) judged = answer();
      pronounce(error?.detail ?? String(error), "wrong");
      drawBusy();
    }
  }

  const drawBusy = () => root.classList.toggle("busy", answers.sent(frame.decision));

  function pronounce(text, kind) {
    verdict.textContent = text;
    verdict.className = `desk-verdict ${kind}`;
  }

  function judge(mine, done) {
    if (mine.elapsed !== null && mine.elapsed !== undefined)
      pronounce(t("solved", {time: seconds(mine.elapsed)}), "right");
    else if (done) pronounce(t("not_solved"), "");
    else if (!mine.fault) pronounce("", "");
    else if (mine.tries !== tries) blame(mine);
    tries = mine.tries ?? 0;
  }

  function blame(mine) {
    judged ??= answer();
    pronounce(`${t("wrong")} ${t(`faults.${mine.fault}`)} ${t("tries", {n: mine.tries})}`, "wrong");
    verdict.animate?.([{transform: "translateX(-6px)"}, {transform: "translateX(6px)"}, {transform: "none"}], {
      duration: matchMedia("(prefers-reduced-motion: reduce)").matches ? 0 : 180,
    });
  }

  return {
    update(next) {
      frame = next;
      drawBusy();
      const {view} = frame,
        mine = view.mine,
        own = view.desks[frame.eye] ?? {};
      const kind = mine?.puzzle?.kind ?? own.kind;
      if (view.phase !== "solve" || !mine || !kind) {
        clear();
        shown = null;
        tries = 0;
        return false;
      }
      if (!mine.puzzle && own.done) {
        clear();
        shown = null;
        return false;
      }
      if (mine.puzzle) drawPuzzle(kind, mine, frame.decision != null && !own.done);
      else drawCover(kind);
      judge(mine, own.done);
      return true;
    },
    destroy() {
      watch.disconnect();
      clear();
    },
  };
}

export function seconds(ms) {
  const tenths = Math.floor(ms / 100);
  return `${Math.floor(tenths / 600)}:${String(Math.floor(tenths / 10) % 60).padStart(2, "0")}.${tenths % 10}`;
}
