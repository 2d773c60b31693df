/* What stands beside the GLUX board: the hand with both faces, the seats, the rooms with their bars, the count. */

import {animate, calm, el, number, sequence, svg} from "/static/house/kit.js";
import {tokenArt} from "./art.js";
import {leadOf} from "./grid.js";

export const COLOURS = ["yellow", "green", "red", "purple"];
const RIMS = ["plain", "striped", "dotted", "checked"], TYPES = ["16", "25", "34"];

export function picture(seat, face, size = 1) {
  return svg("svg", {class: "picture", viewBox: "-22 -22 44 46", "aria-hidden": "true", style: {"--size": size}}, tokenArt(seat, face, {r: 19}));
}

/* -- the hand -------------------------------------------------------------------------------------------------------- */

export function handBox({view, eye, open, picked, tell}) {
  const hand = view.hand;
  if (eye === null || eye === undefined || !hand) return null;
  const starting = view.phase === "start-face", cell = view.starts[eye];
  const faces = [...hand].map(Number).map((face) => {
    const label = starting && open ? tell("face_start", {face, cell}) : tell(picked === face ? "face_picked" : "face", {face});
    return el("button", {class: `face ${open ? "lit" : ""} ${picked === face ? "picked" : ""}`, type: "button", "aria-label": label,
      "aria-pressed": String(picked === face), data: {spot: `face-${face}`}}, picture(eye, face, 1), el("span", {class: "digit", text: number(face)}));
  });
  return el("div", {class: "hand", role: "group", "aria-label": tell(starting ? "start_hand" : "hand", {token: hand})},
    el("span", {class: "caption", text: tell(starting ? "start_hand" : "hand", {token: hand})}), el("div", {class: "faces"}, faces));
}

/* -- the seats ------------------------------------------------------------------------------------------------------- */

export function seatsBox({view, eye, scores, acting, tell, name}) {
  const rows = view.left.map((left, seat) => {
    const total = left.reduce((sum, one) => sum + one, 0), holds = total > view.bags[seat] && seat !== eye;
    const out = view.out.includes(seat), finished = total === 0;
    const state = out ? tell("is_out") : finished ? tell("is_finished") : acting.includes(seat) ? tell("to_move") : "";
    return el("li", {class: `seat ${acting.includes(seat) ? "acting" : ""} ${out ? "out" : ""}`},
      picture(seat, -1, 0.6), el("bdi", {class: "name", text: name(seat)}),
      el("span", {class: "visually-hidden", text: tell("wears", {colour: COLOURS[seat], pattern: RIMS[seat]})}), state && el("span", {class: "state", text: state}),
      el("span", {class: "score", text: tell("points", {points: scores[seat]})}),
      !finished && el("span", {class: "left"}, el("span", {class: "caption", text: tell("left", {total})}),
        TYPES.map((type, n) => el("span", {class: "kind", role: "img", "aria-label": tell("left_of", {count: left[n], token: type})},
          el("span", {class: "ltr", "aria-hidden": "true", text: `${number(Number(type[0]))}/${number(Number(type[1]))}`}),
          el("b", {class: "ltr", "aria-hidden": "true", text: `×${number(left[n])}`}))),
        holds && el("span", {class: "held", role: "img", "aria-label": tell("hidden_hand"), title: tell("hidden_hand")}, picture(seat, 0, 0.5))));
  });
  return el("ul", {class: "seats", "aria-label": tell("seats")}, rows);
}

/* -- the rooms ------------------------------------------------------------------------------------------------------- */

export function roomsBox({view, tell}) {
  const cards = view.rooms.map((room) => roomCard(room, view, tell));
  return el("section", {class: "rooms", "aria-label": tell("rooms")}, el("h3", {text: tell("rooms")}), el("ul", {class: "cards"}, cards));
}

function roomCard({id, pips, points}, view, tell) {
  const lead = leadOf(pips), title = tell(id === view.middle ? "middle_title" : "room_title", {room: id});
  const note = !lead ? tell("dark") : lead.seats.length > 1 ? tell("level")
    : lead.alone ? tell("alone", {seat: lead.seats[0]}) : tell("leads", {seat: lead.seats[0], by: lead.by});
  const bars = pips.flatMap((one, seat) => (one ? [bar(seat, one, points[seat], lead.seats.includes(seat), tell)] : []));
  return el("li", {class: `card-room ${lead ? "" : "unlit"}`, data: {card: id}},
    el("div", {class: "head"}, el("b", {text: title}), el("span", {class: "note", text: note})), bars);
}

function bar(seat, pips, points, leads, tell) {
  const lights = el("span", {class: "lights"});
  lights.style.setProperty("--pips", pips);
  return el("div", {class: `bar-row seat-${seat} ${leads ? "leads" : ""}`, role: "img", "aria-label": tell("pips_points", {seat, pips, points})},
    picture(seat, -1, 0.42), lights, el("span", {class: "sum", text: number(pips)}),
    el("span", {class: "pays ltr", text: points ? `+${number(points)}` : ""}));
}

/* -- the count at the end -------------------------------------------------------------------------------------------- */

export function countBox({view, winners, tell, name, again}) {
  const seats = view.left.map((_, seat) => seat), totals = seats.map(() => 0);
  const sums = seats.map((seat) => el("td", {class: winners.includes(seat) ? "won" : "", text: number(0)}));
  const rows = view.rooms.map((room) => el("tr", {data: {counted: room.id}},
    el("th", {scope: "row", text: tell(room.id === view.middle ? "middle_title" : "room_title", {room: room.id})}),
    seats.map((seat) => el("td", {}, el("span", {class: "points ltr", text: room.points[seat] ? `+${number(room.points[seat])}` : "·"}),
      el("small", {text: room.pips[seat] ? number(room.pips[seat]) : ""})))));
  const table = el("table", {class: "count"}, el("caption", {text: tell("count")}),
    el("thead", {}, el("tr", {}, el("td"), seats.map((seat) => el("th", {scope: "col"}, picture(seat, -1, 0.5), el("bdi", {text: name(seat)}))))),
    el("tbody", {}, rows), el("tfoot", {}, el("tr", {}, el("th", {scope: "row", text: tell("total")}), sums)));
  const settle = (upTo) => {
    seats.forEach((seat) => {
      totals[seat] = view.rooms.slice(0, upTo).reduce((sum, room) => sum + room.points[seat], 0);
      sums[seat].textContent = number(totals[seat]);
    });
    rows.forEach((row, n) => row.classList.toggle("ahead", n >= upTo));
    table.classList.toggle("done", upTo >= rows.length);
  };
  settle(rows.length);
  const box = el("div", {class: "count-box"}, table, el("button", {class: "button small", type: "button", text: tell("count_again"), onclick: again}));
  return {box, rows, settle};
}

/* Counts the rooms out one by one: the room shines on the board while its line comes in. Can be skipped. */
export function countOut({rows, settle}, roomOf) {
  if (calm()) return null;
  settle(0);
  const run = sequence(rows.map((row, n) => async () => {
    const room = roomOf(row.dataset.counted);
    settle(n + 1);
    room?.classList.add("counting");
    await Promise.all([animate(row, [{opacity: 0}, {opacity: 1}], {ms: 250}), room && animate(room, [{opacity: 0.3}, {opacity: 1}], {ms: 250})]);
    await animate(row, [{opacity: 1}, {opacity: 1}], {ms: 250});
    room?.classList.remove("counting");
  }));
  run.then(() => settle(rows.length));
  return run;
}

export function countedText(view, winners, tell) {
  const rooms = view.rooms.map((room) => {
    const paid = room.points.flatMap((points, seat) => (points ? [tell("gives_one", {points, seat})] : []));
    return paid.length ? tell("gives", {room: room.id, what: paid.join(tell("and"))}) : tell("nobody", {room: room.id});
  });
  const end = winners.length === 1 ? tell("won", {seat: winners[0]}) : tell("shared");
  return [...rooms, end].join(" ");
}
