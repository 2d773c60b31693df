/* The dispenser: sloping tracks, the tank with its counts, the preview of a pick, and explosions one after another. */

import {animate, leave, marble, number, slide, svg} from "/static/house/kit.js";
import {TONE} from "./tiles.js";

const STEP = 43, RADIUS = 20, LANE = 55, RISE = 6.5, LEFT = 52, VISIBLE = 9;
const X9 = LEFT + (VISIBLE - 1) * STEP, TANK = 92, WIDTH = X9 + TANK + 4, TOP = VISIBLE * RISE + 26;

const where = (track, place) => ({x: LEFT + (place - 1) * STEP, y: TOP + track * LANE - (place - 1) * RISE});
const shift = ({x, y}) => `translate(${x} ${y})`;

export function dispenser({name}) {
  const drawing = svg("svg", {role: "group", class: "dispenser", focusable: "false"});
  const lanes = svg("g", {class: "lanes"}), low = svg("g", {class: "balls"}), marks = svg("g", {class: "preview"});
  const tank = svg("g", {class: "tank"}), sparks = svg("g", {class: "sparks"});
  drawing.append(lanes, low, tank, marks, sparks);
  let balls = [], count = 0;

  function frame(tracks, bag) {
    count = tracks.length;
    const height = TOP + (count - 1) * LANE + 34;
    drawing.setAttribute("viewBox", `0 0 ${WIDTH} ${height}`);
    drawing.setAttribute("aria-label", name);
    lanes.replaceChildren(...tracks.map((_, track) => lane(track)));
    tank.replaceChildren(...tankParts(bag, height));
  }

  function lane(track) {
    const a = where(track, 0.45), b = where(track, 9.9);
    return svg("g", {class: "lane"},
      svg("path", {class: "lane-wood", d: `M${a.x - 8} ${a.y + 25}L${b.x} ${b.y + 25}V${b.y - 20}L${a.x - 8} ${a.y - 20}Q${a.x - 17} ${a.y - 18} ${a.x - 17} ${a.y - 8}V${a.y + 16}Q${a.x - 17} ${a.y + 24} ${a.x - 8} ${a.y + 25}Z`}),
      svg("path", {class: "lane-groove", d: `M${a.x + 2} ${a.y + 17}L${b.x} ${b.y + 17}V${b.y - 12}L${a.x + 2} ${a.y - 12}Z`}),
      svg("text", {class: "lane-number", x: a.x - 7, y: a.y + 8, "text-anchor": "middle", text: number(track + 1), "aria-hidden": "true"}));
  }

  function tankParts(bag, height) {
    const parts = [svg("rect", {class: "tank-glass", x: X9, y: 5, width: TANK, height: height - 10, rx: 16})];
    if (!bag) return parts;
    const step = Math.min(52, (height - 40) / 4);
    [..."RBKY"].forEach((colour, n) => {
      const y = height / 2 + (n - 1.5) * step;
      parts.push(svg("g", {class: `stock${bag[n] ? "" : " none"}`}, marble(TONE[colour], {x: X9 + 31, y, r: 13, letter: colour}),
        svg("text", {class: "stock-count", x: X9 + 66, y: y + 6.5, "text-anchor": "middle", text: number(bag[n])})));
    });
    return parts;
  }

  function ball(colour, track, place) {
    const inner = svg("g", {class: "inner"}, marble(TONE[colour], {r: RADIUS, letter: colour}));
    const node = svg("g", {class: "ball-at", transform: shift(where(track, place))}, inner,
      svg("circle", {class: "lit-mark", r: RADIUS + 1}), svg("circle", {class: "focus-mark", r: RADIUS + 1.5}));
    return {colour, node, inner};
  }

  function draw(view) {
    frame(view.tracks, view.bag);
    low.replaceChildren();
    marks.replaceChildren();
    sparks.replaceChildren();
    balls = view.tracks.map((marbles, track) => [...marbles].map((colour, n) => {
      const one = ball(colour, track, n + 1);
      low.append(one.node);
      return one;
    }));
  }

  /* Each marble gets its spot, its spoken name and its light. */
  function label(told) {
    balls.forEach((row, track) => row.forEach(({node, colour}, n) => {
      const {spot, text, lit, picked} = told(track, n + 1, colour);
      node.dataset.spot = spot;
      node.setAttribute("aria-label", text);
      node.classList.toggle("lit", lit);
      node.classList.toggle("picked", picked);
      node.classList.toggle("far", n === VISIBLE - 1);
    }));
  }

  function preview(track, groups) {
    marks.replaceChildren(...(groups ?? []).flatMap((places, n) => places.map((place) => {
      const {x, y} = where(track, place);
      return svg("g", {class: n ? "boom" : "first"}, svg("circle", {cx: x, cy: y, r: RADIUS + 1}),
        svg("circle", {class: "order-back", cx: x + 13, cy: y - 14, r: 8}),
        svg("text", {class: "order", x: x + 13, y: y - 10, "text-anchor": "middle", text: number(n + 1)}));
    })));
  }

  /* -- motion -- */
  function gap(track) {
    return Promise.all(balls[track].map((one, n) => {
      const [, x, y] = one.node.getAttribute("transform").match(/([\d.-]+) ([\d.-]+)/).map(Number);
      const to = where(track, n + 1);
      one.node.setAttribute("transform", shift(to));
      return x === to.x ? null : slide(one.inner, {x: x - to.x, y: y - to.y}, {ms: 210, easing: "cubic-bezier(.5,0,.9,.6)"});
    }));
  }

  function out(places) {
    const gone = places.map((text) => text.split(".").map(Number)).map(([track, place]) => ({track: track - 1, place}));
    const found = gone.map(({track, place}) => balls[track][place - 1]);
    for (const track of new Set(gone.map((one) => one.track))) balls[track] = balls[track].filter((one) => !found.includes(one));
    return [found, [...new Set(gone.map((one) => one.track))]];
  }

  async function lift(places) {
    const [found, tracks] = out(places);
    await Promise.all(found.map(({inner}) => leave(inner, {x: -10, y: -30}, {ms: 200})));
    for (const {node} of found) node.remove();
    await Promise.all(tracks.map(gap));
  }

  async function burst(places) {
    const [found, tracks] = out(places);
    await Promise.all(found.map(({inner}) => animate(inner, [{transform: "scale(1)"}, {transform: "scale(1.16)"}, {transform: "scale(.94)"}], {ms: 170})));
    for (const {node} of found) spark(node);
    await Promise.all(found.map(({inner}) => animate(inner, [{transform: "scale(1)", opacity: 1}, {transform: "scale(1.7)", opacity: 0}], {ms: 200, fill: "forwards"})));
    for (const {node} of found) node.remove();
    await Promise.all(tracks.map(gap));
  }

  function spark(node) {
    const rays = Array.from({length: 8}, (_, n) => {
      const [c, s] = [Math.cos(n * Math.PI / 4 + 0.3), Math.sin(n * Math.PI / 4 + 0.3)];
      return `M${c * 16} ${s * 16}L${c * 30} ${s * 30}`;
    }).join("");
    const made = svg("g", {class: "spark"}, svg("path", {d: rays}));
    sparks.append(svg("g", {transform: node.getAttribute("transform")}, made));
    animate(made, [{transform: "scale(.4)", opacity: 1}, {transform: "scale(1.25)", opacity: 0}], {ms: 240}).then(() => made.remove());
  }

  function drop(tokens) {
    return Promise.all(tokens.map((token, n) => {
      const track = Number(token[0]) - 1, place = balls[track].length + 1, one = ball(token[1], track, place);
      const from = where(track, Math.max(VISIBLE + 1, place + 1)), to = where(track, place);
      balls[track].push(one);
      low.append(one.node);
      return slide(one.inner, {x: from.x - to.x, y: from.y - to.y}, {ms: 170 + 10 * Math.min(n, 8)});
    }));
  }

  return {drawing, draw, label, preview, lift, burst, drop};
}

/* The tracks after the steps of a story, to see whether it leads from one frame to the next. */
export function follow(tracks, story) {
  const rows = tracks.map((row) => [...row]);
  for (const [step, first, ...rest] of story) {
    if (step === "lift" || step === "burst") {
      const gone = rest.map((text) => text.split(".").map(Number));
      for (const [track, place] of gone.sort((a, b) => b[1] - a[1])) rows[track - 1]?.splice(place - 1, 1);
    } else if (step === "drop") {
      for (const token of [first, ...rest]) if (/^[1-5]/.test(token)) rows[Number(token[0]) - 1]?.push(token[1]);
    }
  }
  return rows.map((row) => row.join(""));
}
