"""Hands on a Potion Explosion board: the clicks and keys that make a move."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Locator, Page

View = dict[str, Any]


def at(page: Page, spot: str) -> Locator:
    return page.locator(f'.potion [data-spot="{spot}"]')


def click(page: Page, spot: str) -> None:
    at(page, spot).click()


def spots(page: Page) -> list[str]:
    names: list[str] = page.eval_on_selector_all(
        ".potion [data-spot].lit", "all => all.map(element => element.dataset.spot)"
    )
    return names


def _class(move: str) -> str:
    if move[0] == "D":
        return move[: 3 if move[1] == "S" else 2]
    return "place" if move[0] in "PQ" else "joy" if move[0] == "J" else move[0]


def _own(view: View, colour: str, sources: str) -> str:
    """The first own marble of that colour."""
    desk = view["desks"][view["turn"]]
    for source in sources.split():
        marbles = desk["pool"] if source == "pool" else view["hand"]
        if colour in marbles:
            return f"{source}{marbles.index(colour)}"
    raise AssertionError(f"no {colour} in {sources}")


def _places(cls: str, rest: str) -> list[str]:
    kind = cls[-1]
    if kind == "M":
        return [f"m{rest}", f"m{rest[:2]}{int(rest[2]) + 1}"]
    if kind == "A":
        return [f"m{track}.1" for track in rest]
    if kind == "F":
        return [f"m{rest[:2]}{place}" for place in rest[2:]]
    return [f"m{rest[:3]}"]


def _keeping(view: View, kept: str, moves: list[str]) -> list[str]:
    """Marbles to click so that these are kept; what every ending keeps is chosen already."""
    desk = view["desks"][view["turn"]]
    all_own = [(f"pool{n}", marble) for n, marble in enumerate(desk["pool"])]
    all_own += [(f"hand{n}", marble) for n, marble in enumerate(view["hand"])]
    chosen = []
    for colour in "RBKY":
        sure = min(move.count(colour) for move in moves)
        mine = [spot for spot, marble in all_own if marble == colour]
        chosen += mine[sure : kept.count(colour)]
    return chosen


def steps(frame: dict[str, Any], move: str) -> list[str]:
    """The spots to be touched for a move, the class first where it has a button."""
    view, cls = frame["view"], _class(move)
    rest = move[len(cls) :] if cls not in ("place", "joy") else move[1:]
    if cls == "S":
        return [f"offer{view['offer'].index(move[2:])}"]
    if cls == "N":
        return [f"stack{move[1]}"]
    if cls == "B":
        return [f"m{rest}"]
    if cls == "joy":
        if move == "J.":
            return ["option:J."]
        return [_own(view, rest[0], "pool hand"), f"hole:{rest[1:]}0"]
    button = f"class:{cls}"
    if cls == "E":
        endings = [text for text in frame["moves"] if text.startswith("E:")]
        return [button] + (_keeping(view, move[2:], endings) if len(endings) > 1 else [])
    if move[0] == "Q":
        return [button, _own(view, rest[0], "pool"), f"hole:{rest[1]}{rest[0]}0"]
    if move[0] == "P":
        marble = _own(view, rest[0], "hand")
        if rest[1:] in ("1-0", "0-1"):
            return [button, marble, f"hole:{'a' if rest[1:] == '1-0' else 'b'}{rest[0]}0"]
        return [button, marble, f"option:{move}"]
    if cls[-1] == "J":
        return [button]
    if cls[-1] == "L":
        return [button, f"option:{move}"]
    if cls[-1] == "U":
        runs = [text for text in frame["moves"] if text.startswith(move[: move.index("x") + 1])]
        return [button, *_places(cls, rest), *([f"option:{move}"] if len(runs) > 1 else [])]
    return [button, *_places(cls, rest)]


def touch_all(page: Page, frame: dict[str, Any], move: str, touch: Any = click) -> None:
    """Touches the steps of a move; what is chosen already is not touched again."""
    sent = page.evaluate("window.sent?.length ?? 0")
    for spot in steps(frame, move):
        held = page.evaluate(
            """spot => {
              const one = document.querySelector(`.potion [data-spot="${spot}"]`);
              return one?.classList.contains("picked") || one?.classList.contains("armed") || false;
            }""",
            spot,
        )
        if not held:
            touch(page, spot)
    done = at(page, "done")
    if page.evaluate("window.sent?.length ?? 0") == sent and done.count():
        touch(page, "done")


def press(page: Page, spot: str) -> None:
    """Goes there by the keys of the board and presses Enter."""
    letters = {"class:T": "t", "class:H": "h", "class:place": "p", "class:E": "e"}
    if spot in letters:
        page.keyboard.press(letters[spot])
        return
    if spot.startswith("m"):
        page.keyboard.press(spot[1])
        for _ in range(int(spot[3]) - 1):
            page.keyboard.press("ArrowRight")
    walk_to(page, spot)
    page.keyboard.press("Enter")


def walk_to(page: Page, spot: str) -> None:
    """Arrow keys towards the spot, the other axis when one leads nowhere."""
    for n in range(80):
        keys = page.evaluate(
            """spot => {
              const here = document.activeElement, there = document.querySelector(`.potion [data-spot="${spot}"]`);
              if (here === there) return [];
              const a = here.getBoundingClientRect(), b = there.getBoundingClientRect();
              const dx = b.x + b.width / 2 - a.x - a.width / 2, dy = b.y + b.height / 2 - a.y - a.height / 2;
              const keys = [dx > 0 ? "ArrowRight" : "ArrowLeft", dy > 0 ? "ArrowDown" : "ArrowUp"];
              return Math.abs(dx) > Math.abs(dy) ? keys : keys.reverse();
            }""",
            spot,
        )
        if not keys:
            return
        before = page.evaluate("document.activeElement.dataset.spot")
        page.keyboard.press(keys[0])
        if page.evaluate("document.activeElement.dataset.spot") == before or n % 7 == 6:
            page.keyboard.press(keys[1])
    raise AssertionError(f"the arrow keys do not lead to {spot}")
