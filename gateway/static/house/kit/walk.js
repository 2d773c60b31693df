/* Roving focus over everything with data-spot; clicks and keys become picks. */

const AWAY = {ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0]};

function middle(element) {
  const box = element.getBoundingClientRect();
  return [box.left + box.width / 2, box.top + box.height / 2];
}

function nearest(spots, from, [dx, dy]) {
  const [x, y] = middle(from);
  let best = null, least = Infinity;
  for (const spot of spots) {
    if (spot === from) continue;
    const [sx, sy] = middle(spot);
    const along = (sx - x) * dx + (sy - y) * dy;
    const aside = Math.abs((sx - x) * dy) + Math.abs((sy - y) * dx);
    if (along < 3 || aside > along * 2.2) continue;
    const cost = along + aside * 1.6;
    if (cost < least) [best, least] = [spot, cost];
  }
  return best;
}

export function walk(board, {pick, back = null, key = null}) {
  let current = null, place = null;
  const spots = () => [...board.querySelectorAll("[data-spot]")];
  const named = (spot) => spots().find((one) => one.dataset.spot === spot);
  const holder = (event) => event.target.closest?.("[data-spot]");

  function settle(element, {focus = false} = {}) {
    for (const one of spots()) one.setAttribute("tabindex", one === element ? "0" : "-1");
    current = element?.dataset.spot ?? null;
    place = element ? middle(element) : null;
    if (focus) element?.focus({preventScroll: false});
  }

  function refresh() {
    const all = spots();
    const lost = place !== null && current !== null && !named(current);
    for (const one of all) {
      if (!one.hasAttribute("role") && one.tagName !== "BUTTON") one.setAttribute("role", "button");
      one.setAttribute("aria-disabled", one.classList.contains("lit") ? "false" : "true");
    }
    const held = board.dataset.held === "true";
    settle(named(current) ?? (lost ? closest(all, place) : all[0] ?? null), {focus: held && document.activeElement === document.body});
  }

  function closest(all, [x, y]) {
    const far = (one) => { const [sx, sy] = middle(one); return Math.hypot(sx - x, sy - y); };
    return all.reduce((best, one) => (best && far(best) <= far(one) ? best : one), null);
  }

  function onkey(event) {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const at = holder(event);
    if (event.key === "Escape" && back) { back(event); event.stopPropagation(); return; }
    if (!at) return;
    const all = spots();
    let to = null;
    if (event.key in AWAY) to = nearest(all, at, AWAY[event.key]) ?? at;
    else if (event.key === "Home") to = all[0];
    else if (event.key === "End") to = all[all.length - 1];
    else if (event.key === "Enter" || event.key === " ") { event.preventDefault(); pick(at.dataset.spot, at, event); return; }
    else { key?.(event); return; }
    event.preventDefault();
    settle(to, {focus: true});
  }

  function onclick(event) {
    const at = holder(event);
    if (!at || event.detail === 0) return;   // detail 0: a click made by the keyboard, Enter has been handled
    settle(at);
    pick(at.dataset.spot, at, event);
  }

  const onfocus = (event) => { board.dataset.held = "true"; const at = holder(event); if (at && at.dataset.spot !== current) settle(at); };
  const onblur = (event) => { if (event.relatedTarget && !board.contains(event.relatedTarget)) board.dataset.held = "false"; };
  const onpress = (event) => { if (!board.contains(event.target)) board.dataset.held = "false"; };
  const events = {keydown: onkey, click: onclick, focusin: onfocus, focusout: onblur};
  for (const [name, handler] of Object.entries(events)) board.addEventListener(name, handler);
  document.addEventListener("pointerdown", onpress);
  refresh();

  return {
    refresh,
    focus(spot) { const found = named(spot); if (found) settle(found, {focus: true}); },
    get spot() { return current; },
    destroy() {
      document.removeEventListener("pointerdown", onpress);
      for (const [name, handler] of Object.entries(events)) board.removeEventListener(name, handler);
    },
  };
}
