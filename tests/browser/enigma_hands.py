"""Hands that solve Enigma's puzzles on the page, by mouse or by keys, the way a person would."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Locator, Page

from engine.games.enigma.data import PUZZLES
from engine.games.enigma.rules.kinds import BY_NAME
from engine.games.enigma.rules.kinds.blocks import Shape, normal

Json = Any
TURNS: dict[str, Callable[[int, int, int], tuple[int, int, int]]] = {
    "turn": lambda x, y, z: (-y, x, z),
    "tip": lambda x, y, z: (x, -z, y),
    "roll": lambda x, y, z: (z, y, -x),
}
KEYS = {"turn": "t", "tip": "x", "roll": "y"}
AS_SHOWN: dict[str, Shape] = {
    "R": ((0, 0, 0), (1, 0, 0), (0, 1, 0)),
    "B": ((0, 0, 0), (1, 0, 0), (2, 0, 0), (0, 1, 0)),
    "Y": ((0, 0, 0), (1, 0, 0), (2, 0, 0), (1, 1, 0)),
    "G": ((0, 0, 0), (1, 0, 0), (1, 1, 0), (2, 1, 0)),
}


def answer_to(puzzle: str) -> Json:
    puzzle_row = PUZZLES[puzzle]
    return BY_NAME[puzzle_row.kind].solve(puzzle_row.data, 1).first


def spot(page: Page, name: str) -> Locator:
    return page.locator(f'.desk-pane [data-spot="{name}"]')


def act(page: Page, name: str) -> Locator:
    return page.locator(f'.desk-pane [data-act="{name}"]')


def middle(thing: Locator) -> tuple[float, float]:
    box = thing.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def drag(page: Page, start: tuple[float, float], end: tuple[float, float]) -> None:
    page.mouse.move(*start)
    page.mouse.down()
    page.mouse.move((start[0] + end[0]) / 2, (start[1] + end[1]) / 2)
    page.mouse.move(*end, steps=3)
    page.mouse.up()


def solve_by_mouse(page: Page, puzzle: str) -> None:
    page.locator(".desk-body svg").first.scroll_into_view_if_needed()
    {"w": _weights_mouse, "t": _tangram_mouse, "p": _pipes_mouse, "b": _blocks_mouse}[puzzle[0]](
        page, answer_to(puzzle)
    )


def solve_by_keys(page: Page, puzzle: str) -> None:
    {"w": _weights_keys, "t": _tangram_keys, "p": _pipes_keys, "b": _blocks_keys}[puzzle[0]](page, answer_to(puzzle))


# -- weights ----------------------------------------------------------------------------------------------------------


def _weights_mouse(page: Page, answer: Json) -> None:
    for side, counts in answer.items():
        for at, n in enumerate(counts):
            for _ in range(n):
                drag(page, middle(page.locator(".weights-tray .weight").last), middle(spot(page, f"{side}:{at}")))


def _weights_keys(page: Page, answer: Json) -> None:
    for side, counts in answer.items():
        for at, n in enumerate(counts):
            spot(page, f"{side}:{at}").focus()
            page.keyboard.press(str(n))


# -- tangram ----------------------------------------------------------------------------------------------------------


def _first_corner(page: Page, tan: str) -> tuple[float, float]:
    """Where the tan's first corner lies, in the numbers of the puzzle."""
    points = page.locator(f".tan-{tan} .tan-body").get_attribute("points") or ""
    x, y = points.split(" ")[0].split(",")
    return float(x) / 30, -float(y) / 30


def _tangram_mouse(page: Page, answer: Json) -> None:
    for tan, place in sorted(answer.items()):
        spot(page, tan).click()
        if place["flip"]:
            act(page, "flip").click()
        turns = _turns_left(page, tan, place)
        for _ in range(turns):
            act(page, "turn_left").click()
        _drag_tan(page, tan, place)


def _turns_left(page: Page, tan: str, place: Json) -> int:
    """How many eighths are missing, by what the tan's spoken name says of its turn."""
    label = spot(page, tan).get_attribute("aria-label") or ""
    degrees = int(next(word for word in label.replace("\u2066", " ").replace("\u2069", " ").split() if word.isdigit()))
    return int(place["rot"] - degrees // 45) % 8


def _drag_tan(page: Page, tan: str, place: Json) -> None:
    scale = page.locator(".desk-body svg").first.evaluate("svg => svg.getScreenCTM().a") * 30
    x, y = _first_corner(page, tan)
    start = middle(page.locator(f".tan-{tan} .tan-eye"))
    end = start[0] + (place["at"][0][0] - x) * scale, start[1] - (place["at"][1][0] - y) * scale
    drag(page, start, end)


def _tangram_keys(page: Page, answer: Json) -> None:
    for tan, place in sorted(answer.items()):
        spot(page, tan).focus()
        page.keyboard.press("Enter")
        if place["flip"]:
            page.keyboard.press("f")
        for _ in range(_turns_left(page, tan, place)):
            page.keyboard.press("Shift+R")
        x, y = _first_corner(page, tan)
        across, up = round(place["at"][0][0] - x), round(place["at"][1][0] - y)
        for _ in range(abs(across)):
            page.keyboard.press("ArrowRight" if across > 0 else "ArrowLeft")
        for _ in range(abs(up)):
            page.keyboard.press("ArrowUp" if up > 0 else "ArrowDown")
        page.keyboard.press("Enter")


# -- pipes ------------------------------------------------------------------------------------------------------------


def _pipes_mouse(page: Page, answer: Json) -> None:
    for at, cell in enumerate(answer["cells"]):
        if cell is None:
            continue
        shelf = page.locator(f'.desk-pane [data-spot="shelf:{cell[0]}"] .pipe-card')
        drag(page, middle(shelf), middle(spot(page, f"cell:{at}")))
        for _ in range(cell[1]):
            spot(page, f"cell:{at}").click()


def _pipes_keys(page: Page, answer: Json) -> None:
    for at, cell in enumerate(answer["cells"]):
        if cell is not None:
            spot(page, f"cell:{at}").focus()
            page.keyboard.press(cell[0].lower())
            for _ in range(cell[1]):
                page.keyboard.press("r")


# -- blocks -----------------------------------------------------------------------------------------------------------


def _way_to(block: str, cubes: Shape) -> list[str]:
    """The shortest row of turns from how the block is shown to how it has to lie."""
    wanted, start = normal(cubes), normal(AS_SHOWN[block])
    ways: dict[Shape, list[str]] = {start: []}
    queue = deque([start])
    while queue:
        here = queue.popleft()
        if here == wanted:
            return ways[here]
        for name, turn in TURNS.items():
            there = normal(tuple(turn(*cube) for cube in here))
            if there not in ways:
                ways[there] = [*ways[here], name]
                queue.append(there)
    raise AssertionError("every lie of a block can be reached")


def _layers(answer: Json) -> list[tuple[str, Shape, int]]:
    """Blocks from the lowest up, and how many layers each has to be lifted (or lowered) after it fell."""
    taken: set[tuple[int, int, int]] = set()
    layers = []
    for block in sorted(answer, key=lambda name: sorted(z for _, _, z in answer[name])):
        cubes = tuple(tuple(cube) for cube in answer[block])
        low = min(z for _, _, z in cubes)
        fell = 6
        while fell > 0 and not any((x, y, z - low + fell - 1) in taken for x, y, z in cubes):
            fell -= 1
        taken |= set(cubes)
        layers.append((block, cubes, low - fell))
    return layers


def _blocks_mouse(page: Page, answer: Json) -> None:
    for block, cubes, lift in _layers(answer):
        spot(page, f"block:{block}").click()
        for name in _way_to(block, cubes):
            act(page, name).click()
        left, up = min(x for x, _, _ in cubes), min(y for _, y, _ in cubes)
        drag(page, middle(spot(page, f"block:{block}")), middle(spot(page, f"cell:{left},{up}")))
        for _ in range(abs(lift)):
            act(page, "up" if lift > 0 else "down").click()


def _blocks_keys(page: Page, answer: Json) -> None:
    for block, cubes, lift in _layers(answer):
        spot(page, f"block:{block}").focus()
        page.keyboard.press("Enter")
        for name in _way_to(block, cubes):
            page.keyboard.press(KEYS[name])
        left, up = min(x for x, _, _ in cubes), min(y for _, y, _ in cubes)
        page.keyboard.press("ArrowRight")  # onto the first square
        for _ in range(left):
            page.keyboard.press("ArrowRight")
        for _ in range(up):
            page.keyboard.press("ArrowDown")
        for _ in range(abs(lift)):
            page.keyboard.press("PageUp" if lift > 0 else "PageDown")
        page.keyboard.press("Enter")
