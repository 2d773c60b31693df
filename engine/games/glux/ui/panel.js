// @ts-check
/* What stands beside the GLUX board: the hand with both faces, the seats, the rooms with their bars, the count. */

import {animate, el, number, svg} from "/static/house/kit.js";
import {tokenArt} from "./art.js";
import {leadOf} from "./grid.js";

/** @import {Step} from "/static/house/kit.js" */
/** @import {Room, Tell, View} from "./types.js" */

export const COLOURS = ["yellow", "green", "red", "purple"];
const RIMS = ["plain", "striped", "dotted", "checked"];
const TYPES = ["16", "25", "34"];

/** @param {number} seat @param {number} face @param {number} [size] */
export function picture(seat, face, size = 1) {
  return svg(
    "svg",
    {class: "picture", viewBox: "-22 -22 44 46", "aria-hidden": "true", style: {"--size": size}},
    tokenArt(seat, face, {r: 19}),
  );
}

/* -- the hand -- */

/** @param {{view: View, eye: number | null, open: boolean, picked: number | null, tell: Tell}} given */
export function handBox({view, eye, open, picked, tell}) {
  const {hand} = view;
  if (eye === null || !hand) return null;
  const starting = view.phase === "start-face";
  const caption = tell(starting ? "start_hand" : "hand", {token: hand});
  const faces = [...hand].map(Number).map((face) => {
    const chosen = picked === face;
    const plain = tell(chosen ? "face_picked" : "face", {face});
    const label = starting && open ? tell("face_start", {face, cell: view.starts[eye]}) : plain;
    return faceButton(eye, face, {label, open, chosen});
  });
  return el(
    "div",
    {class: "hand", role: "group", "aria-label": caption},
    el("span", {class: "caption", text: caption}),
    el("div", {class: "faces"}, faces),
  );
}

/** @param {number} eye @param {number} face @param {{label: string, open: boolean, chosen: boolean}} how */
function faceButton(eye, face, {label, open, chosen}) {
  const look = `face ${open ? "lit" : ""} ${chosen ? "picked" : ""}`;
  const spoken = {"aria-label": label, "aria-pressed": String(chosen)};
  return el(
    "button",
    {class: look, type: "button", ...spoken, data: {spot: `face-${face}`}},
    picture(eye, face, 1),
    el("span", {class: "digit", text: number(face)}),
  );
}

/* -- the seats -- */

/** @typedef {{view: View, eye: number | null, scores: number[], acting: number[], tell: Tell,
 *   name: (seat: number) => string}} Seats */

/** @param {Seats} given */
export function seatsBox(given) {
  const rows = given.view.left.map((left, seat) => seatRow(seat, left, given));
  return el("ul", {class: "seats", "aria-label": given.tell("seats")}, rows);
}

/** @param {number} seat @param {number[]} left @param {Seats} given */
function seatRow(seat, left, {view, eye, scores, acting, tell, name}) {
  const total = left.reduce((sum, count) => sum + count, 0);
  const hidden = total > view.bags[seat] && seat !== eye;
  const [out, finished, asked] = [view.out.includes(seat), total === 0, acting.includes(seat)];
  const state = out ? tell("is_out") : finished ? tell("is_finished") : asked ? tell("to_move") : "";
  return el(
    "li",
    {class: `seat ${asked ? "acting" : ""} ${out ? "out" : ""}`},
    picture(seat, -1, 0.6),
    el("bdi", {class: "name", text: name(seat)}),
    el("span", {class: "visually-hidden", text: tell("wears", {colour: COLOURS[seat], pattern: RIMS[seat]})}),
    state && el("span", {class: "state", text: state}),
    el("span", {class: "score", text: tell("points", {points: scores[seat]})}),
    !finished && leftBox({seat, left, total, hidden, open: view.hands?.[seat] ?? null, tell}),
  );
}

/** What a seat has left: so many of each kind, and one more that it holds, hidden or open.
 * @param {{seat: number, left: number[], total: number, hidden: boolean, open: string | null, tell: Tell}} given */
function leftBox({seat, left, total, hidden, open, tell}) {
  const held = {class: "held", role: "img", "aria-label": tell("hidden_hand"), title: tell("hidden_hand")};
  return el(
    "span",
    {class: "left"},
    el("span", {class: "caption", text: tell("left", {total})}),
    TYPES.map((type, n) => kindBox(type, left[n], tell)),
    open !== null ? openHand(seat, open, tell) : hidden && el("span", held, picture(seat, 0, 0.5)),
  );
}

/** Both faces of the token that a seat held when the match ended.
 * @param {number} seat @param {string} token @param {Tell} tell */
function openHand(seat, token, tell) {
  const words = tell("open_hand", {token});
  const faces = [...token].map((face) => picture(seat, Number(face), 0.5));
  return el("span", {class: "held open", role: "img", "aria-label": words, title: words}, faces);
}

/** @param {string} type @param {number} count @param {Tell} tell */
function kindBox(type, count, tell) {
  const faces = [...type].map((face) => number(Number(face))).join("/");
  return el(
    "span",
    {class: "kind", role: "img", "aria-label": tell("left_of", {count, token: type})},
    el("span", {class: "ltr", "aria-hidden": "true", text: faces}),
    el("b", {class: "ltr", "aria-hidden": "true", text: `×${number(count)}`}),
  );
}

/* -- the rooms -- */

/** @param {{view: View, tell: Tell}} given */
export function roomsBox({view, tell}) {
  const cards = view.rooms.map((room) => roomCard(room, view, tell));
  return el(
    "section",
    {class: "rooms", "aria-label": tell("rooms")},
    el("h3", {text: tell("rooms")}),
    el("ul", {class: "cards"}, cards),
  );
}

/** @param {string} id @param {View} view @param {Tell} tell */
const titleOf = (id, view, tell) => tell(id === view.middle ? "middle_title" : "room_title", {room: id});

/** @param {Room} room @param {View} view @param {Tell} tell */
function roomCard({id, pips, points}, view, tell) {
  const lead = leadOf(pips);
  const bars = pips.flatMap((count, seat) => {
    const leads = Boolean(lead?.seats.includes(seat));
    return count ? [bar({seat, pips: count, points: points[seat], leads, tell})] : [];
  });
  const title = el("b", {text: titleOf(id, view, tell)});
  return el(
    "li",
    {class: `card-room ${lead ? "" : "unlit"}`, data: {card: id}},
    el("div", {class: "head"}, title, el("span", {class: "note", text: leadWords(pips, tell)})),
    bars,
  );
}

/** @param {number[]} pips @param {Tell} tell */
function leadWords(pips, tell) {
  const lead = leadOf(pips);
  if (!lead) return tell("dark");
  if (lead.seats.length > 1) return tell("level");
  const [seat] = lead.seats;
  return lead.alone ? tell("alone", {seat}) : tell("leads", {seat, by: lead.by});
}

/** @param {{seat: number, pips: number, points: number, leads: boolean, tell: Tell}} given */
function bar({seat, pips, points, leads, tell}) {
  const label = tell("pips_points", {seat, pips, points});
  return el(
    "div",
    {class: `bar-row seat-${seat} ${leads ? "leads" : ""}`, role: "img", "aria-label": label},
    picture(seat, -1, 0.42),
    el("span", {class: "lights", style: {"--pips": pips}}),
    el("span", {class: "sum", text: number(pips)}),
    el("span", {class: "pays ltr", text: points ? `+${number(points)}` : ""}),
  );
}

/* -- the count at the end -- */

/** @param {{view: View, winners: number[], tell: Tell, name: (seat: number) => string, again: () => void}} given */
export function countBox({view, winners, tell, name, again}) {
  const seats = view.left.map((_, seat) => seat);
  const sums = seats.map((seat) => el("td", {class: winners.includes(seat) ? "won" : "", text: number(0)}));
  const rows = view.rooms.map((room) => countRow(room, seats, titleOf(room.id, view, tell)));
  const heads = seats.map((seat) => el("th", {scope: "col"}, picture(seat, -1, 0.5), el("bdi", {text: name(seat)})));
  const table = el(
    "table",
    {class: "count"},
    el("caption", {text: tell("count")}),
    el("thead", {}, el("tr", {}, el("td"), heads)),
    el("tbody", {}, rows),
    el("tfoot", {}, el("tr", {}, el("th", {scope: "row", text: tell("total")}), sums)),
  );
  const settle = (/** @type {number} */ upTo) => {
    const counted = view.rooms.slice(0, upTo);
    for (const seat of seats) sums[seat].textContent = number(counted.reduce((sum, {points}) => sum + points[seat], 0));
    for (const [n, row] of rows.entries()) row.classList.toggle("ahead", n >= upTo);
    table.classList.toggle("done", upTo >= rows.length);
  };
  settle(rows.length);
  const button = el("button", {class: "button small", type: "button", text: tell("count_again"), onclick: again});
  return {box: el("div", {class: "count-box"}, table, button), rows, settle};
}

/** @param {Room} room @param {number[]} seats @param {string} title */
function countRow({id, pips, points}, seats, title) {
  const paid = (/** @type {number} */ seat) => (points[seat] ? `+${number(points[seat])}` : "·");
  const cells = seats.map((seat) => {
    const shown = el("span", {class: "points ltr", text: paid(seat)});
    return el("td", {}, shown, el("small", {text: pips[seat] ? number(pips[seat]) : ""}));
  });
  return el("tr", {data: {counted: id}}, el("th", {scope: "row", text: title}), cells);
}

/** Counts the rooms out one by one: the room shines on the board while its line comes in.
 * @param {{rows: HTMLElement[], settle: (upTo: number) => void}} count
 * @param {(id: string) => Element | null} roomOf @returns {Step[]} */
export function countSteps({rows, settle}, roomOf) {
  return rows.map((row, n) => async () => {
    const room = roomOf(row.dataset.counted ?? "");
    settle(n + 1);
    room?.classList.add("counting");
    await Promise.all([
      animate(row, [{opacity: 0}, {opacity: 1}], {ms: 250}),
      room && animate(room, [{opacity: 0.3}, {opacity: 1}], {ms: 250}),
    ]);
    await animate(row, [{opacity: 1}, {opacity: 1}], {ms: 250});
    room?.classList.remove("counting");
  });
}

/** @param {View} view @param {number[]} winners @param {Tell} tell */
export function countedText(view, winners, tell) {
  const rooms = view.rooms.map((room) => {
    const paid = room.points.flatMap((points, seat) => (points ? [tell("gives_one", {points, seat})] : []));
    return paid.length ? tell("gives", {room: room.id, what: paid.join(tell("and"))}) : tell("nobody", {room: room.id});
  });
  const end = winners.length === 1 ? tell("won", {seat: winners[0]}) : tell("shared");
  return [...rooms, end].join(" ");
}
