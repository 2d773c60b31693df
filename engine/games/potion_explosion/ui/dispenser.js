// @ts-check
/* The dispenser: sloping tracks, the tank with its counts, the preview of a pick, and explosions one after another. */

import {animate, leave, marble, number, slide, svg} from "/static/house/kit.js";
import {TONE} from "./tiles.js";

/** @import {MarbleLabel} from "./types.js" */

const [STEP, RADIUS, LANE, RISE, LEFT, VISIBLE] = [43, 20, 55, 6.5, 52, 9];
const TANK = 92;
const TANK_X = LEFT + (VISIBLE - 1) * STEP;
const WIDTH = TANK_X + TANK + 4;
const TOP = VISIBLE * RISE + 26;
const SHAKE = [{transform: "scale(1)"}, {transform: "scale(1.16)"}, {transform: "scale(.94)"}];
const BURST = [
  {transform: "scale(1)", opacity: 1},
  {transform: "scale(1.7)", opacity: 0},
];
const FLASH = [
  {transform: "scale(.4)", opacity: 1},
  {transform: "scale(1.25)", opacity: 0},
];
const RAYS = Array.from({length: 8}, (_, n) => {
  const [x, y] = [Math.cos((n * Math.PI) / 4 + 0.3), Math.sin((n * Math.PI) / 4 + 0.3)];
  return `M${x * 16} ${y * 16}L${x * 30} ${y * 30}`;
}).join("");

/** @typedef {{x: number, y: number}} Point */
/** at: where it lies, which its node's transform says.
 * @typedef {{colour: string, node: SVGGElement, inner: SVGGElement, at: Point}} Ball */

/** @param {number} track @param {number} place @returns {Point} */
const where = (track, place) => ({x: LEFT + (place - 1) * STEP, y: TOP + track * LANE - (place - 1) * RISE});

/** @param {Point} point */
const shift = ({x, y}) => `translate(${x} ${y})`;

/** @param {number} track */
function laneArt(track) {
  const [a, b] = [where(track, 0.45), where(track, 9.9)];
  const wood = [
    `M${a.x - 8} ${a.y + 25}L${b.x} ${b.y + 25}V${b.y - 20}L${a.x - 8} ${a.y - 20}`,
    `Q${a.x - 17} ${a.y - 18} ${a.x - 17} ${a.y - 8}V${a.y + 16}Q${a.x - 17} ${a.y + 24} ${a.x - 8} ${a.y + 25}Z`,
  ].join("");
  const groove = `M${a.x + 2} ${a.y + 17}L${b.x} ${b.y + 17}V${b.y - 12}L${a.x + 2} ${a.y - 12}Z`;
  const place = {x: a.x - 7, y: a.y + 8, "text-anchor": "middle", "aria-hidden": "true"};
  return svg(
    "g",
    {class: "lane"},
    svg("path", {class: "lane-wood", d: wood}),
    svg("path", {class: "lane-groove", d: groove}),
    svg("text", {class: "lane-number", ...place, text: number(track + 1)}),
  );
}

/** The tank and what is in it, as far as that is shown.
 * @param {number[] | undefined} bag @param {number} height */
function tankParts(bag, height) {
  const glass = svg("rect", {class: "tank-glass", x: TANK_X, y: 5, width: TANK, height: height - 10, rx: 16});
  if (!bag) return [glass];
  const step = Math.min(52, (height - 40) / 4);
  const stocks = [..."RBKY"].map((colour, n) => {
    const y = height / 2 + (n - 1.5) * step;
    const count = {x: TANK_X + 66, y: y + 6.5, "text-anchor": "middle", text: number(bag[n])};
    return svg(
      "g",
      {class: `stock${bag[n] ? "" : " none"}`},
      marble(TONE[colour], {x: TANK_X + 31, y, r: 13, letter: colour}),
      svg("text", {class: "stock-count", ...count}),
    );
  });
  return [glass, ...stocks];
}

/** @param {string} colour @param {Point} at @returns {Ball} */
function ballArt(colour, at) {
  const inner = svg("g", {class: "inner"}, marble(TONE[colour], {r: RADIUS, letter: colour}));
  const node = svg(
    "g",
    {class: "ball-at", transform: shift(at)},
    inner,
    svg("circle", {class: "lit-mark", r: RADIUS + 1}),
    svg("circle", {class: "focus-mark", r: RADIUS + 1.5}),
  );
  return {colour, node, inner, at};
}

export class Dispenser {
  #lanes = svg("g", {class: "lanes"});
  #low = svg("g", {class: "balls"});
  #marks = svg("g", {class: "preview"});
  #tank = svg("g", {class: "tank"});
  #sparks = svg("g", {class: "sparks"});
  /** @type {Ball[][]} */
  #balls = [];

  /** @param {string} name */
  constructor(name) {
    const parts = [this.#lanes, this.#low, this.#tank, this.#marks, this.#sparks];
    this.drawing = svg("svg", {role: "group", class: "dispenser", focusable: "false", "aria-label": name}, parts);
  }

  /** @param {string[]} tracks @param {number[] | undefined} bag */
  draw(tracks, bag) {
    const height = TOP + (tracks.length - 1) * LANE + 34;
    this.drawing.setAttribute("viewBox", `0 0 ${WIDTH} ${height}`);
    this.#lanes.replaceChildren(...tracks.map((_, track) => laneArt(track)));
    this.#tank.replaceChildren(...tankParts(bag, height));
    this.#marks.replaceChildren();
    this.#sparks.replaceChildren();
    this.#balls = tracks.map((marbles, track) => [...marbles].map((colour, n) => ballArt(colour, where(track, n + 1))));
    this.#low.replaceChildren(...this.#balls.flat().map(({node}) => node));
  }

  /** Each marble gets its spot, its spoken name and its light.
   * @param {(track: number, place: number, colour: string) => MarbleLabel} labelOf */
  label(labelOf) {
    for (const [track, row] of this.#balls.entries()) {
      for (const [n, {node, colour}] of row.entries()) {
        const {spot, text, lit, picked} = labelOf(track, n + 1, colour);
        node.dataset.spot = spot;
        node.setAttribute("aria-label", text);
        node.classList.toggle("lit", lit);
        node.classList.toggle("picked", picked);
        node.classList.toggle("far", n === VISIBLE - 1);
      }
    }
  }

  /** @param {number} track @param {number[][] | null} groups the marbles taken, one group after the other */
  preview(track, groups) {
    const marks = (groups ?? []).flatMap((places, n) =>
      places.map((place) => {
        const {x, y} = where(track, place);
        const order = {x: x + 13, y: y - 10, "text-anchor": "middle", text: number(n + 1)};
        return svg(
          "g",
          {class: n ? "boom" : "first"},
          svg("circle", {cx: x, cy: y, r: RADIUS + 1}),
          svg("circle", {class: "order-back", cx: x + 13, cy: y - 14, r: 8}),
          svg("text", {class: "order", ...order}),
        );
      }),
    );
    this.#marks.replaceChildren(...marks);
  }

  /* -- motion -- */

  /** Marbles roll down to where they lie now. @param {Iterable<number>} tracks */
  async #close(tracks) {
    const rolling = [...tracks].flatMap((track) =>
      this.#balls[track].map((ball, n) => {
        const [from, to] = [ball.at, where(track, n + 1)];
        ball.at = to;
        ball.node.setAttribute("transform", shift(to));
        const way = {x: from.x - to.x, y: from.y - to.y};
        return from.x === to.x ? null : slide(ball.inner, way, {ms: 210, easing: "cubic-bezier(.5,0,.9,.6)"});
      }),
    );
    await Promise.all(rolling);
  }

  /** Takes marbles out of their tracks. @param {string[]} places like 2.5 */
  #take(places) {
    const gone = places.map((text) => text.split(".").map(Number)).map(([track, place]) => [track - 1, place - 1]);
    const balls = gone.map(([track, n]) => this.#balls[track][n]);
    const tracks = new Set(gone.map(([track]) => track));
    for (const track of tracks) this.#balls[track] = this.#balls[track].filter((ball) => !balls.includes(ball));
    return {balls, tracks};
  }

  /** @param {string[]} places */
  async lift(places) {
    const {balls, tracks} = this.#take(places);
    await Promise.all(balls.map(({inner}) => leave(inner, {x: -10, y: -30}, {ms: 200})));
    for (const {node} of balls) node.remove();
    await this.#close(tracks);
  }

  /** @param {string[]} places */
  async burst(places) {
    const {balls, tracks} = this.#take(places);
    await Promise.all(balls.map(({inner}) => animate(inner, SHAKE, {ms: 170})));
    for (const {at} of balls) this.#spark(at);
    await Promise.all(balls.map(({inner}) => animate(inner, BURST, {ms: 200, fill: "forwards"})));
    for (const {node} of balls) node.remove();
    await this.#close(tracks);
  }

  /** @param {Point} at */
  async #spark(at) {
    const spark = svg("g", {class: "spark"}, svg("path", {d: RAYS}));
    this.#sparks.append(svg("g", {transform: shift(at)}, spark));
    await animate(spark, FLASH, {ms: 240});
    spark.remove();
  }

  /** @param {string[]} tokens track and colour, like 3R */
  async drop(tokens) {
    const falling = tokens.map((token, n) => {
      const track = Number(token[0]) - 1;
      const place = this.#balls[track].length + 1;
      const [from, to] = [where(track, Math.max(VISIBLE + 1, place + 1)), where(track, place)];
      const ball = ballArt(token[1], to);
      this.#balls[track].push(ball);
      this.#low.append(ball.node);
      return slide(ball.inner, {x: from.x - to.x, y: from.y - to.y}, {ms: 170 + 10 * Math.min(n, 8)});
    });
    await Promise.all(falling);
  }
}
