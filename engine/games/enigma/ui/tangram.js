/* The tangram desk: seven tans dragged, turned by 45 degrees, flipped, snapping to corners and sides. */

import {drag, el, layer, say, stage, svg, walk} from "/static/house/kit.js";
import {centre, corners, inside, lying, place, snap, TANS} from "./tans.js";

const UNIT = 30;
const WAYS = {ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1]};
/* Where the tans wait: right, down, eighths of a turn; in one row, or in two where the page is narrow. */
const SHELF = {c: [0, 4], d: [5, 4], m: [10, 2], p: [10, 5], s: [15, 2], a: [15, 5], b: [9, 0, 4]};
const NARROW = {c: [0, 4], d: [5, 4], m: [0, 7], p: [4, 7], s: [8, 7], a: [4, 0, 4], b: [9, 0, 4]};

export function desk(root, {data, said, texts, announce, live}) {
  const t = (key, params = {}) => say(texts, `board.tangram.${key}`, params);
  const rings = data.outline.map((ring) => ring.map(place)),
    flat = rings.flat();
  const [left, right] = [Math.min(...flat.map(([x]) => x)), Math.max(...flat.map(([x]) => x))];
  const [low, high] = [Math.min(...flat.map(([, y]) => y)), Math.max(...flat.map(([, y]) => y))];
  const narrow = window.innerWidth < 700,
    shelves = narrow ? NARROW : SHELF;
  const wide = Math.max(right - left + 3, live ? (narrow ? 12 : 19) : 0),
    from = (left + right) / 2 - wide / 2;
  const bottom = live ? low - (narrow ? 9.6 : 7.6) : low - 1.2;
  const drawing = stage(root, {
    x: from * UNIT,
    y: -(high + 1.2) * UNIT,
    width: wide * UNIT,
    height: (high + 1.2 - bottom) * UNIT,
    label: t("label"),
  });
  drawing.classList.add("tangram");
  const ground = layer(drawing, "ground"),
    field = layer(drawing, "tans"),
    hand = layer(drawing, "hand");
  const samples = sample();
  const tans = Object.fromEntries(Object.keys(TANS).map((tan) => [tan, said ? {tan, ...said[tan]} : atHome(tan)]));
  const order = Object.keys(TANS);
  let chosen = null,
    held = false;
  const stops = [];
  ground.append(
    ...[
      svg("path", {
        class: "outline",
        d: rings.map((ring) => `M${ring.map(([x, y]) => `${x * UNIT} ${-y * UNIT}`).join("L")}Z`).join(""),
        "fill-rule": "evenodd",
      }),
      live &&
        svg("path", {
          class: "shelf-line",
          d: `M${(from + 0.5) * UNIT} ${-(low - 1.1) * UNIT}H${(from + wide - 0.5) * UNIT}`,
        }),
    ].filter(Boolean),
  );

  function atHome(tan) {
    const [across, down, rot = 0] = shelves[tan],
      start = Math.round((left + right) / 2 - (narrow ? 5 : 8.5));
    return {
      tan,
      rot,
      flip: 0,
      at: [
        [start + across, 0],
        [Math.round(low) - 2 - down, 0],
      ],
    };
  }

  /* The middles of all quarter cells of the outline: enough to say how much is covered. */
  function sample() {
    const found = [];
    for (let i = Math.floor(left / 2); i * 2 < right; i += 1) {
      for (let j = Math.floor(low / 2); j * 2 < high; j += 1) {
        for (const [dx, dy] of [
          [1, 1 / 3],
          [5 / 3, 1],
          [1, 5 / 3],
          [1 / 3, 1],
        ]) {
          const [x, y] = [2 * i + dx, 2 * j + dy];
          if (rings.filter((ring) => inside(ring, x, y)).length % 2) found.push([x, y]);
        }
      }
    }
    return found;
  }

  function draw() {
    for (const stop of stops.splice(0)) stop();
    field.replaceChildren(...order.map(drawTan));
    for (const one of bar.querySelectorAll("button")) one.disabled = !chosen;
    covered.textContent = coverWords();
    path.refresh();
  }

  const points = (tan) =>
    lying(tan)
      .map(place)
      .map(([x, y]) => `${x * UNIT},${-y * UNIT}`)
      .join(" ");

  function drawTan(name) {
    const tan = tans[name],
      [x, y] = centre(lying(tan));
    const group = svg(
      "g",
      {
        class: [`tan tan-${name} ${live ? "lit" : ""}`, chosen === name ? `picked ${held ? "held" : ""}` : ""].join(
          " ",
        ),
        data: {spot: name},
        "aria-label": tanWords(name),
        "aria-pressed": String(chosen === name),
      },
      svg("polygon", {class: "tan-body", points: points(tan)}),
      svg("polygon", {class: "tan-grain", points: points(tan)}),
      svg("polygon", {class: "focus-mark", points: points(tan)}),
      svg("circle", {class: "tan-eye", cx: x * UNIT, cy: -y * UNIT, r: 3.5}),
    );
    if (live) {
      let start = null;
      stops.push(
        drag(drawing, group, {
          start() {
            choose(name, false);
            start = place(tan.at);
            group.classList.add("away");
            return true;
          },
          move(_p, d) {
            hand.replaceChildren(
              svg(
                "g",
                {class: `tan tan-${name}`, transform: `translate(${d.x} ${d.y})`},
                svg("polygon", {class: "tan-body", points: points(tan)}),
              ),
            );
          },
          drop(_p, d) {
            hand.replaceChildren();
            settle(name, [start[0] + d.x / UNIT, start[1] - d.y / UNIT]);
          },
          cancel() {
            hand.replaceChildren();
            draw();
          },
        }),
      );
    }
    return group;
  }

  function others(name) {
    const edge = data.outline.map((ring) => ring.map(([x, y]) => [[...x], [...y]]));
    return [...edge, ...order.filter((one) => one !== name && lies(one)).map((one) => lying(tans[one]))];
  }

  const lies = (name) => lying(tans[name]).some((point) => place(point)[1] > low - 1.2);

  function settle(name, free) {
    const tan = tans[name];
    tan.at = snap(corners(tan.tan, tan.rot, tan.flip), free, others(name));
    order.splice(order.indexOf(name), 1);
    order.push(name);
    draw();
    announce(`${tanWords(name)} ${coverWords()}`);
  }

  function choose(name, redraw = true) {
    chosen = name;
    if (redraw) draw();
    else for (const one of bar.querySelectorAll("button")) one.disabled = !chosen;
  }

  /* Turns about the middle, so that the tan stays where the hand holds it. */
  function change({by = 0, flip = false}) {
    const tan = tans[chosen];
    if (!tan || !live) return;
    const before = centre(lying(tan));
    if (flip) [tan.flip, tan.rot] = [1 - tan.flip, (8 - tan.rot) % 8];
    tan.rot = (tan.rot + by + 8) % 8;
    const shape = corners(tan.tan, tan.rot, tan.flip),
      middle = centre(shape);
    settle(chosen, [before[0] - middle[0], before[1] - middle[1]]);
  }

  function move([dx, dy]) {
    const {at} = tans[chosen];
    tans[chosen].at = [
      [at[0][0] + dx, at[0][1]],
      [at[1][0] + dy, at[1][1]],
    ];
    draw();
    announce(`${tanWords(chosen)} ${coverWords()}`);
  }

  /* Puts the first corner onto the next corner of the outline. */
  function nextCorner() {
    const tan = tans[chosen],
      all = data.outline.flat(),
      now = JSON.stringify(tan.at);
    const here = all.findIndex((point) => JSON.stringify(point) === now);
    tan.at = all[(here + 1) % all.length].map((pair) => [...pair]);
    draw();
    announce(`${tanWords(chosen)} ${coverWords()}`);
  }

  function tanWords(name) {
    const {rot, flip, at} = tans[name],
      [x, y] = place(at);
    const round = (n) => Math.round(n * 10) / 10;
    const where = lies(name) ? t("at", {x: round(x), y: round(y)}) : t("aside");
    return [
      t("tan", {tan: `tan_${name}`, degrees: rot * 45}),
      flip && t("flipped"),
      where,
      held && chosen === name && t("held"),
    ]
      .filter(Boolean)
      .join(texts.board.comma);
  }

  function coverWords() {
    const bodies = order.map((name) => lying(tans[name]).map(place));
    let once = 0,
      twice = 0;
    for (const [x, y] of samples) {
      const n = bodies.filter((body) => inside(body, x, y)).length;
      once += n > 0;
      twice += n > 1;
    }
    const told = t("covered", {n: once, of: samples.length});
    return twice ? `${told} ${t("overlap", {n: twice})}` : told;
  }

  function pick(spot, _element, event) {
    if (!live) return;
    const keyed = event?.type === "keydown";
    held = keyed ? !(held && chosen === spot) : false;
    choose(spot);
    announce(tanWords(spot));
  }

  function key(event) {
    if (!live || !chosen) return;
    if (event.code === "KeyR") change({by: event.shiftKey ? 1 : -1});
    else if (event.code === "KeyF") change({flip: true});
    else if (event.code === "KeyN") nextCorner();
    else return;
    event.preventDefault();
  }

  function back() {
    if (held) {
      held = false;
      draw();
      announce(t("put_down"));
    } else if (chosen) {
      chosen = null;
      draw();
    }
  }

  drawing.addEventListener("keydown", (event) => {
    if (!held || !chosen || !(event.key in WAYS)) return;
    event.preventDefault();
    event.stopPropagation();
    move(WAYS[event.key]);
  });
  drawing.addEventListener(
    "wheel",
    (event) => {
      const over = event.target.closest?.(".tan");
      if (!over || !live || event.ctrlKey) return;
      event.preventDefault();
      choose(over.dataset.spot, false);
      change({by: event.deltaY > 0 ? -1 : 1});
    },
    {passive: false},
  );

  const button = (name, sign, act) =>
    el(
      "button",
      {class: "button", type: "button", onclick: act, data: {act: name}, disabled: true},
      `${sign} `,
      el("span", {class: "tool-word", text: t(name)}),
    );
  const bar = el(
    "div",
    {class: "desk-bar", role: "toolbar", "aria-label": t("tools")},
    button("turn_left", "⟲", () => change({by: 1})),
    button("turn_right", "⟳", () => change({by: -1})),
    button("flip", "⇋", () => change({flip: true})),
  );
  const covered = el("p", {class: "desk-sums", "aria-hidden": "true"});
  if (live) root.append(bar);
  root.append(covered);
  const path = walk(root, {pick, key, back});
  draw();

  return {
    answer: () =>
      Object.fromEntries(
        Object.keys(TANS).map((tan) => [tan, {at: tans[tan].at, flip: tans[tan].flip, rot: tans[tan].rot}]),
      ),
    reset() {
      for (const tan of Object.keys(TANS)) tans[tan] = atHome(tan);
      chosen = null;
      held = false;
      draw();
    },
    destroy() {
      path.destroy();
      for (const stop of stops) stop();
    },
  };
}
