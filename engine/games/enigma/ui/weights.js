/* The weights desk: weights go from the tray into pans that multiply them; the scale tilts. */

import {animate, drag, el, keyOf, layer, number, say, slide, stage, svg, walk} from "/static/house/kit.js";

const WEIGHTS = 6,
  WIDTH = 600,
  HEIGHT = 420,
  PIVOT = [300, 96],
  TRAY = 372;

/* Where the pans hang along the beam, from the middle outwards and in the order of the puzzle. */
function arms(data) {
  const left = data.left.map((value, at) => ({
    side: "left",
    at,
    value,
    x: -255 + at * 88 + (3 - data.left.length) * 44,
  }));
  const right = data.right.map((value, at) => ({
    side: "right",
    at,
    value,
    x: 79 + at * 88 + (3 - data.right.length) * 44,
  }));
  return [...left, ...right];
}

export function desk(root, {data, said, texts, announce, live}) {
  const t = (key, params = {}) => say(texts, `board.weights.${key}`, params);
  const pans = arms(data);
  const counts = {left: data.left.map(() => 0), right: data.right.map(() => 0)};
  if (said)
    for (const side of ["left", "right"])
      said[side].forEach((n, at) => {
        if (at in counts[side]) counts[side][at] = n;
      });
  const drawing = stage(root, {y: 40, width: WIDTH, height: HEIGHT - 40, label: t("label", {n: data.use})});
  drawing.classList.add("scale");
  const stand = layer(drawing, "stand"),
    beam = layer(drawing, "beam"),
    hung = layer(drawing, "hung"),
    tray = layer(drawing, "tray"),
    hand = layer(drawing, "hand");
  const stops = [];
  stand.append(
    svg("path", {class: "wood", d: "M292 96H308L316 330H284Z"}),
    svg("path", {class: "wood", d: "M220 330H380L396 350H204Z"}),
  );

  const used = () => [...counts.left, ...counts.right].reduce((sum, n) => sum + n, 0);
  const load = (side) => counts[side].reduce((sum, n, at) => sum + n * data[side][at], 0);
  const place = ({x}, angle) => [PIVOT[0] + x * Math.cos(angle), PIVOT[1] + x * Math.sin(angle)];
  const tilt = () => Math.max(-0.16, Math.min(0.16, (load("right") - load("left")) * 0.018));

  let leaning = 0;

  function draw() {
    for (const stop of stops.splice(0)) stop();
    const angle = tilt(),
      swing = leaning - angle;
    beam.replaceChildren(
      svg(
        "g",
        {transform: `rotate(${(angle * 180) / Math.PI} ${PIVOT[0]} ${PIVOT[1]})`},
        svg("rect", {class: "brass", x: 24, y: 90, width: 552, height: 11, rx: 5}),
        svg("path", {class: "brass", d: "M293 90L300 60L307 90Z"}),
      ),
      svg("circle", {class: "brass-deep", cx: 300, cy: 96, r: 9}),
    );
    hung.replaceChildren(...pans.map((pan) => drawPan(pan, angle)));
    drawTray();
    sums.textContent = stateWords();
    path.refresh();
    if (Math.abs(swing) > 0.001) swingIn(angle, swing);
    leaning = angle;
  }

  /* The beam turns and the pans go up and down from where they were. */
  function swingIn(angle, swing) {
    beam.style.transformOrigin = `${PIVOT[0]}px ${PIVOT[1]}px`;
    animate(beam, [{transform: `rotate(${swing}rad)`}, {transform: "none"}]);
    pans.forEach((pan, n) => {
      const [x, y] = place(pan, angle),
        [fromX, fromY] = place(pan, angle + swing);
      slide(hung.children[n], {x: fromX - x, y: fromY - y});
    });
  }

  function drawPan(pan, angle) {
    const [x, y] = place(pan, angle),
      n = counts[pan.side][pan.at],
      bowl = y + 118;
    const group = svg(
      "g",
      {class: `pan ${live ? "lit" : ""}`, data: {spot: `${pan.side}:${pan.at}`}, "aria-label": panWords(pan)},
      svg("rect", {class: "grip", x: x - 42, y: y + 4, width: 84, height: 168}),
      svg("path", {class: "cord", d: `M${x} ${y}L${x - 34} ${bowl}M${x} ${y}L${x + 34} ${bowl}`}),
      svg("path", {
        class: "brass",
        d: `M${x - 40} ${bowl}H${x + 40}C${x + 34} ${bowl + 20} ${x - 34} ${bowl + 20} ${x - 40} ${bowl}Z`,
      }),
      svg("rect", {class: "plate", x: x - 21, y: bowl + 21, width: 42, height: 29, rx: 6}),
      svg("text", {
        class: "plate-text",
        x,
        y: bowl + 36,
        "text-anchor": "middle",
        "dominant-baseline": "central",
        text: number(pan.value),
      }),
    );
    for (let k = 0; k < n; k += 1) {
      const weight = drawWeight(x + (k % 2 ? 15 : -15) + (n === 1 ? 15 : 0), bowl - 4 - Math.floor(k / 2) * 25);
      group.append(weight);
      if (live) grab(weight, pan);
    }
    group.append(svg("rect", {class: "focus-mark", x: x - 44, y: y + 4, width: 88, height: 170, rx: 10}));
    return group;
  }

  function drawWeight(x, bottom) {
    return svg(
      "g",
      {class: "weight"},
      svg("path", {class: "iron", d: `M${x - 12} ${bottom}L${x - 9} ${bottom - 17}H${x + 9}L${x + 12} ${bottom}Z`}),
      svg("path", {
        class: "iron",
        d: `M${x - 4} ${bottom - 17}V${bottom - 20}A4 4 0 0 1 ${x + 4} ${bottom - 20}V${bottom - 17}`,
      }),
    );
  }

  function drawTray() {
    const left = WEIGHTS - used();
    const group = svg(
      "g",
      {
        class: `weights-tray ${live ? "lit" : ""}`,
        data: {spot: "tray"},
        "aria-label": t("tray", {n: left, used: used(), use: data.use}),
      },
      svg("rect", {class: "tray-box", x: 120, y: TRAY, width: 360, height: 42, rx: 10}),
    );
    for (let k = 0; k < left; k += 1) {
      const weight = drawWeight(165 + k * 34, TRAY + 35);
      group.append(weight);
      if (live) grab(weight, null);
    }
    group.append(
      svg("text", {
        class: "tray-text",
        x: 470,
        y: TRAY + 22,
        "text-anchor": "end",
        "dominant-baseline": "central",
        text: `${number(used())} / ${number(data.use)}`,
      }),
      svg("rect", {class: "focus-mark", x: 118, y: TRAY - 2, width: 364, height: 46, rx: 12}),
    );
    tray.replaceChildren(group);
  }

  function grab(weight, pan) {
    stops.push(
      drag(drawing, weight, {
        start() {
          weight.classList.add("away");
          return true;
        },
        move(p) {
          hand.replaceChildren(drawWeight(p.x, p.y + 10));
        },
        drop(p) {
          hand.replaceChildren();
          const to = under(p);
          if (pan) change(pan, -1, false);
          if (to) change(to, 1, false);
          settled();
        },
        cancel() {
          hand.replaceChildren();
          draw();
        },
      }),
    );
  }

  function under(p) {
    if (p.y > TRAY - 14) return null;
    const angle = tilt();
    return pans.reduce(
      (best, pan) =>
        !best || Math.abs(place(pan, angle)[0] - p.x) < Math.abs(place(best, angle)[0] - p.x) ? pan : best,
      null,
    );
  }

  function change(pan, by, speak = true) {
    const n = counts[pan.side][pan.at] + by;
    if (n < 0 || (by > 0 && used() >= WEIGHTS)) return;
    counts[pan.side][pan.at] = n;
    if (speak) settled();
  }

  function settled() {
    draw();
    announce(stateWords());
  }

  const panWords = (pan) =>
    t("pan", {
      side: pan.side,
      n: pan.at + 1,
      value: pan.value,
      held: counts[pan.side][pan.at],
      total: pan.value * counts[pan.side][pan.at],
    });

  function stateWords() {
    const [left, right] = [load("left"), load("right")];
    const lean =
      left === right ? t("even", {left, right}) : t(left > right ? "left_down" : "right_down", {left, right});
    return `${lean} ${t("placed", {used: used(), use: data.use})}`;
  }

  function pick(spot, _element, event) {
    if (!live) return;
    if (spot === "tray") {
      announce(stateWords());
      return;
    }
    const pan = named(spot);
    // A click on a weight that lies in the pan takes it out; anywhere else on the pan puts one in.
    change(pan, event?.type === "click" && event.target.closest(".weight") ? -1 : 1);
  }

  const named = (spot) => pans.find((pan) => `${pan.side}:${pan.at}` === spot);

  function key(event) {
    const pan = named(path.spot ?? "");
    if (!live || !pan) return;
    const sign = keyOf(event);
    if (["Backspace", "Delete", "-"].includes(sign)) change(pan, -1);
    else if (sign === "+") change(pan, 1);
    else if (/^[0-6]$/.test(sign)) {
      const others = used() - counts[pan.side][pan.at];
      counts[pan.side][pan.at] = Math.min(Number(sign), WEIGHTS - others);
      settled();
    } else return;
    event.preventDefault();
    event.stopPropagation();
  }

  const sums = el("p", {class: "desk-sums", "aria-hidden": "true"});
  root.append(sums);
  const path = walk(root, {pick, key});
  draw();

  return {
    answer: () => ({left: counts.left, right: counts.right}),
    reset() {
      counts.left.fill(0);
      counts.right.fill(0);
      settled();
    },
    destroy() {
      path.destroy();
      for (const stop of stops) stop();
    },
  };
}
