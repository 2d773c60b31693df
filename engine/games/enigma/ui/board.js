/* Enigma's board: score track and sand, the four piles, the conduit table and the puzzle desk. */

import {answering, ask, el, marks, number, say, seatChip, svg} from "/static/house/kit.js";
import {puzzleDesk, puzzlePicture, seconds} from "./desk.js";
import {ending} from "./ending.js";
import {clock, sand} from "./sand.js";
import {table, tilePicture} from "./table.js";
import {drawMeeple} from "./tiles.js";

const KINDS = ["weights", "tangram", "pipes", "blocks"];
const GOAL = 15;
const MOST_WAITING = 2; // frames that wait for a motion; with more it is skipped
const MOST_ABOVE = 0.18; // so much of the window may lie above the puzzle
const ICONS = {
  weights: "M4 20H28M16 20V6M6 8H26M6 8L3 15H9ZM26 8L23 15H29Z",
  tangram: "M4 28V6L15 17ZM15 17L26 6V28ZM4 28H26L15 17Z",
  pipes: "M4 12H14V4M18 4V16H28M4 22H28",
  blocks: "M16 4L27 10V22L16 28L5 22V10ZM16 16V28M16 16L5 10M16 16L27 10",
};

export function mount(
  root,
  {frame, texts, send, announce, seats = [], lang, words: common = {}, confirm = () => "touch"},
) {
  const t = (key, params = {}) => say(texts, `board.${key}`, params, seats);
  const letters = texts.board.letters;
  let now = null,
    shown = null,
    chosenByHand = false;
  let marked = null, // the pile that waits for a second tap
    touched = false,
    moving = null, // the motion that is on the table
    waiting = [];
  marks();

  const box = el("div", {class: "enigma", dir: "ltr"});
  const strip = el("div", {class: "top-strip"}),
    track = el("ol", {class: "track", "aria-label": t("track")});
  const clockBox = el("div", {class: "clock-box"});
  strip.append(track, clockBox);
  const line = el("p", {class: "phase-line", dir: "auto"});
  const piles = el("div", {class: "piles", role: "group", "aria-label": t("piles")});
  const tabs = el("div", {class: "tabs", role: "tablist", "aria-label": t("tabs")});
  const deskBox = el("section", {class: "pane desk-pane", "aria-label": t("desk")}),
    tableBox = el("section", {class: "pane table-pane", "aria-label": t("table")});
  const people = el("ul", {class: "people", "aria-label": t("people")});
  const past = el("details", {class: "results"});
  /** What the phase asks for, on one screen. */
  const screen = el("div", {class: "screen"}, strip, line, tabs, deskBox);
  box.append(screen, piles, tableBox, people, past);
  box.addEventListener("pointerdown", (event) => {
    touched = event.pointerType === "touch";
  });
  root.append(box);
  if (frame.view.figure) return figure(root, frame, {texts, seats, send, announce, box});
  const glass = sand(clockBox),
    answers = answering(send);
  const conduits = table(tableBox, {texts, seats, answers, announce});
  const desk = puzzleDesk(deskBox, {texts, seats, answers, announce});

  /* -- score track ------------------------------------------------------------------------------------------------ */

  function drawTrack() {
    const scores = now.view.scores,
      end = Math.max(GOAL, ...scores);
    const cells = [];
    for (let n = 0; n <= end; n += 1) {
      const here = scores.map((score, seat) => (score === n ? seat : null)).filter((seat) => seat !== null);
      const label = here.map((seat) => t("score", {seat, n})).join(texts.board.comma);
      cells.push(
        el(
          "li",
          {
            class: `step ${n === GOAL ? "goal" : ""} ${here.length ? "here" : ""}`,
            "aria-label": label || null,
            "aria-hidden": label ? null : "true",
          },
          el("span", {class: "step-number", text: number(n)}),
          here.length
            ? svg(
                "svg",
                {viewBox: `0 0 ${Math.max(24, 15 * here.length + 9)} 34`, class: "step-meeples", "aria-hidden": "true"},
                here.map((seat, at) => drawMeeple(seat, 12 + at * 15, 20, 0.85)),
              )
            : null,
        ),
      );
    }
    track.replaceChildren(...cells);
  }

  /* -- sand ------------------------------------------------------------------------------------------------------- */

  /* The match's start on the house's clock, by the deadline that the frame tells in both ways. */
  const began = () =>
    typeof now.deadline === "string" && now.view.due != null ? Date.parse(now.deadline) - now.view.due : null;

  function drawSand() {
    const {view} = now;
    if (view.phase !== "solve") {
      glass.set(null);
      return;
    }
    const mine = view.desks[now.eye],
      start = began(),
      cap = view.cap_ms;
    const span = Math.min(cap, view.limit ?? cap),
      turned = view.limit !== null;
    if (mine && mine.opened === null && !mine.done) {
      glass.set({
        until: null,
        span,
        label: turned ? t("sand_waits", {time: clock(span)}) : t("sand_full", {time: clock(cap)}),
      });
      return;
    }
    const opened = mine && !mine.done ? mine.opened : null;
    const until = start === null ? null : opened !== null ? start + opened + span : Date.parse(now.deadline);
    glass.set({
      until,
      span: turned ? view.sand_ms + view.grace_ms : cap,
      label: turned ? t("sand_runs") : t("sand_cap"),
    });
  }

  /* -- piles ------------------------------------------------------------------------------------------------------ */

  function drawPiles() {
    const held = piles.contains(document.activeElement) ? document.activeElement.dataset.kind : null;
    piles.replaceChildren(...KINDS.map(drawPile));
    if (held) piles.querySelector(`[data-kind="${held}"]`)?.focus({preventScroll: true});
  }

  function drawPile(kind) {
    const pile = now.view.piles[kind],
      move = `C:${kind}`;
    const can = now.decision != null && (now.moves ?? []).includes(move);
    const owner = now.view.desks.findIndex((desk) => desk.kind === kind);
    const top = pile.top
      ? tilePicture(now.view.shapes[pile.top], letters)
      : el("span", {class: "pile-none", text: "–"});
    const words = [
      t(`kinds.${kind}`),
      t("left", {n: pile.left}),
      pile.top ? tileWords(now.view.shapes[pile.top]) : t("pile_empty"),
      owner >= 0 ? t("taken_by", {seat: owner}) : null,
      can ? t("can_take") : null,
      kind === marked ? (common.confirm_help ?? "") : null,
    ]
      .filter(Boolean)
      .join(texts.board.comma);
    return el(
      "button",
      {
        class: `pile ${kind} ${can ? "lit" : ""} ${kind === marked ? "picked" : ""}`,
        type: "button",
        data: {kind},
        "aria-label": words,
        "aria-disabled": String(!can),
        onclick: (event) => {
          if (can) pick(kind, move, event.detail > 0 && touched);
        },
      },
      el("span", {class: "pile-face"}, top),
      el(
        "span",
        {class: "pile-name"},
        svg("svg", {viewBox: "0 0 32 32", class: "kind-icon", "aria-hidden": "true"}, svg("path", {d: ICONS[kind]})),
        t(`kinds.${kind}`),
      ),
      el("span", {class: "pile-count", text: `× ${number(pile.left)}`}),
      owner >= 0
        ? svg(
            "svg",
            {viewBox: "0 0 20 20", class: "pile-owner", "aria-hidden": "true"},
            seatChip(owner, {x: 10, y: 10, r: 8}),
          )
        : null,
    );
  }

  function tileWords(code) {
    const parts = code.split(" ").map((part) => {
      const [edges, cells] = part.split(":");
      const sides = [...edges].map((edge) => texts.board.sides[edge]).join("-");
      return `${sides} ${[...cells].map((one) => texts.words[one]).join(" ")}`;
    });
    return parts.join("; ");
  }

  /* Taken at once, or by a second tap where the reader wants that. */
  function pick(kind, move, byTouch) {
    const wish = confirm();
    if (kind !== marked && (wish === "always" || (wish === "touch" && byTouch))) {
      marked = kind;
      drawPiles();
      drawLine();
      announce(common.confirm_help ?? "");
    } else choose(move);
  }

  function drawLine() {
    line.textContent = marked === null ? phaseWords() : (common.confirm_help ?? "");
    line.classList.toggle("yours", now.decision != null);
  }

  async function choose(move) {
    if (answers.sent(now.decision)) return;
    try {
      await answers.send(now.decision, move);
    } catch (error) {
      announce(error?.detail ?? String(error));
    }
  }

  /* -- people and results ----------------------------------------------------------------------------------------- */

  function drawPeople() {
    const {view} = now;
    people.replaceChildren(
      ...view.desks.map((desk, seat) =>
        el(
          "li",
          {class: `person ${(now.to_act ?? []).includes(seat) ? "acting" : ""}`},
          svg(
            "svg",
            {viewBox: "0 0 20 20", class: "person-chip", "aria-hidden": "true"},
            seatChip(seat, {x: 10, y: 10, r: 8}),
          ),
          el("bdi", {class: "person-name", text: seats[seat]?.name ?? number(seat + 1)}),
          seat === view.first
            ? el("span", {
                class: "person-first",
                title: t("start_player"),
                "aria-label": t("start_player"),
                role: "img",
                text: "★",
              })
            : null,
          el(
            "span",
            {class: "person-supply", role: "img", "aria-label": t("supply", {n: view.supply[seat]})},
            svg(
              "svg",
              {viewBox: "0 0 66 34", "aria-hidden": "true"},
              Array.from({length: view.supply[seat]}, (_, n) => drawMeeple(seat, 12 + n * 20, 20, 0.8)),
            ),
          ),
          desk.tile
            ? el(
                "span",
                {class: "person-tile"},
                tilePicture(view.shapes[desk.tile], letters, tileWords(view.shapes[desk.tile])),
              )
            : null,
          el("span", {class: "person-state", text: stateOf(desk, seat)}),
        ),
      ),
    );
  }

  function laying(seat) {
    if (now.view.queue.includes(seat)) return "state_lays";
    return now.view.past[seat]?.success ? "state_laid" : "state_failed";
  }

  function stateOf(desk, seat) {
    const {view} = now;
    if (!desk.kind) return "";
    const kind = texts.board.kinds[desk.kind];
    if (view.phase === "solve")
      return `${kind}: ${t(desk.done ? "state_done" : desk.opened === null ? "state_closed" : "state_solving")}`;
    if (view.phase === "lay") return `${kind}: ${t(laying(seat))}`;
    return kind;
  }

  function drawPast() {
    const {view} = now;
    past.hidden = !view.past.length;
    if (past.hidden) return;
    const open = past.open;
    past.replaceChildren(
      el("summary", {text: t("past")}),
      el(
        "ul",
        {},
        view.past.map((result) =>
          el(
            "li",
            {},
            svg(
              "svg",
              {viewBox: "0 0 20 20", class: "person-chip", "aria-hidden": "true"},
              seatChip(result.seat, {x: 10, y: 10, r: 8}),
            ),
            el("span", {text: pastWords(result)}),
            result.puzzle
              ? el("button", {
                  class: "button small",
                  type: "button",
                  text: t(result.answer ? "show_answer" : "show_puzzle"),
                  onclick: () => showAnswer(result),
                })
              : null,
          ),
        ),
      ),
    );
    past.open = open;
  }

  function pastWords(result) {
    const params = {seat: result.seat, kind: result.kind, time: result.elapsed === null ? "" : seconds(result.elapsed)};
    return t(result.elapsed === null ? "past_failed" : result.success ? "past_solved" : "past_slow", params);
  }

  function showAnswer(result) {
    const picture = el("div", {class: "enigma past-picture", dir: "ltr"});
    const drawn = puzzlePicture(picture, result.puzzle, result.answer ? JSON.parse(result.answer) : null, texts);
    const done = ask({title: pastWords(result), options: [], cancel: t("close")}).then(() => drawn.destroy());
    document.querySelector("dialog.choice[open]")?.querySelector(".options")?.before(picture);
    return done;
  }

  /* -- phases ----------------------------------------------------------------------------------------------------- */

  function phaseWords() {
    const {view} = now,
      mine = now.decision != null;
    if (view.phase === "over") return texts.reasons?.[view.reason] ?? "";
    if (view.phase === "choose") return mine ? t("choose_you") : t("choose_other", {seat: (now.to_act ?? [0])[0] ?? 0});
    if (view.phase === "lay") return mine ? t("lay_you") : t("lay_other", {seat: view.queue[0] ?? 0});
    const own = view.desks[now.eye];
    if (!own) return t("solve_gallery");
    if (own.done) return t("solve_done");
    return own.opened === null ? t("solve_open") : t("solve_you");
  }

  function drawTabs(hasDesk) {
    const wanted = hasDesk ? (chosenByHand ? shown : "desk") : "table";
    show(hasDesk ? (wanted ?? "desk") : "table");
    tabs.hidden = !hasDesk;
    if (!hasDesk) {
      chosenByHand = false;
      return;
    }
    tabs.replaceChildren(
      ...["desk", "table"].map((name) =>
        el("button", {
          class: "tab",
          type: "button",
          role: "tab",
          "aria-selected": String(shown === name),
          text: t(`tab_${name}`),
          data: {tab: name},
          onclick: () => {
            chosenByHand = true;
            show(name);
            drawTabs(true);
          },
        }),
      ),
    );
  }

  function show(name) {
    shown = name;
    deskBox.hidden = name !== "desk";
    tableBox.hidden = name !== "table";
    fit();
  }

  /* While one's own puzzle lies on the desk, it and all that works it fill the window, and the page docks nothing. */
  function fit() {
    const solving = shown === "desk" && now.view.phase === "solve" && deskBox.querySelector(".desk-body svg") !== null;
    const before = box.classList.contains("solving");
    box.classList.toggle("solving", solving);
    box.classList.toggle("whole-window", now.view.phase === "solve");
    if (!solving) return;
    const above = screen.getBoundingClientRect().top + scrollY;
    const low = above > innerHeight * MOST_ABOVE; // a phone: what is above it would take too much
    screen.style.setProperty("--above", `${low ? 0 : Math.round(above)}px`);
    if (!before) screen.scrollIntoView({block: low ? "start" : "nearest"});
  }
  addEventListener("resize", fit);

  /* Each frame is seen before the next one: what comes while a tile is laid waits for it. */
  function update(next, {hurry = false} = {}) {
    if (moving && !hurry && waiting.length < MOST_WAITING) {
      waiting.push(next);
      return;
    }
    waiting = [];
    const motion = apply(next);
    if (!motion || hurry) return;
    const mine = motion.then(() => {
      if (moving !== mine) return;
      moving = null;
      const [first, ...rest] = waiting;
      waiting = [];
      if (first) update(first);
      for (const one of rest) update(one);
    });
    moving = mine;
  }

  /* Gives back the motion that it began, if it did. */
  function apply(next) {
    const fromPile = piles.contains(document.activeElement);
    if (next.decision !== now?.decision) marked = null;
    now = {decision: null, moves: null, to_act: [], eye: null, deadline: null, ...next};
    box.dataset.phase = now.view.phase;
    drawTrack();
    drawPiles();
    drawLine();
    const hasDesk = desk.update(now);
    drawTabs(hasDesk);
    if (fromPile && hasDesk) deskBox.querySelector('[data-act="open"]')?.focus({preventScroll: true});
    const motion = conduits.update(now);
    drawSand();
    drawPeople();
    drawPast();
    return motion;
  }

  update(frame);
  return {
    update,
    destroy() {
      removeEventListener("resize", fit);
      glass.stop();
      conduits.destroy();
      desk.destroy();
      box.remove();
    },
    clock: true,
    whenStill: (act) => (moving ? moving.then(act) : act()),
    endingOf: (over) => ending(over, (key, params) => say(texts, `ends.${key}`, params, seats)),
    lang,
  };
}

/* A picture in the rules: only the table, or only one puzzle. */
function figure(root, frame, {texts, seats, send, announce, box}) {
  box.remove();
  const plain = el("div", {class: "enigma figure", dir: "ltr"});
  root.append(plain);
  const {view} = frame;
  let drawn;
  if (view.figure === "puzzle")
    drawn = puzzlePicture(plain, view.puzzle, view.said ? JSON.parse(view.said) : null, texts);
  else {
    drawn = table(plain, {texts, seats, answers: answering(send), announce});
    drawn.update({eye: null, decision: null, moves: null, ...frame});
  }
  return {
    update() {},
    destroy() {
      drawn.destroy();
      plain.remove();
    },
  };
}
