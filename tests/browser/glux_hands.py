"""Hands on a GLUX board: clicks and keys, as a person would."""

from __future__ import annotations

import random
from collections.abc import Callable

from playwright.sync_api import Locator, Page

LIT = ".glux [data-spot].lit"


def lit(page: Page) -> list[str]:
    spots: list[str] = page.eval_on_selector_all(LIT, "all => all.map(element => element.dataset.spot)")
    return spots


def faces(page: Page) -> list[str]:
    return [spot for spot in lit(page) if spot.startswith("face-")]


def cells(page: Page) -> list[str]:
    return [spot for spot in lit(page) if not spot.startswith("face-")]


def at(page: Page, spot: str) -> Locator:
    return page.locator(f'.glux [data-spot="{spot}"]')


def click(page: Page, spot: str) -> None:
    at(page, spot).click()


def key_to(page: Page, spot: str) -> None:
    """A face by its digit; a cell by arrow keys and Enter. Something on the grid has to have the focus."""
    if spot.startswith("face-"):
        page.keyboard.press(spot[5:])
        return
    here: str = page.evaluate("document.activeElement.dataset.spot")
    right = ord(spot[0]) - ord(here[0])
    down = int(spot[1:]) - int(here[1:])
    for key, times in (("ArrowRight", right), ("ArrowLeft", -right), ("ArrowDown", down), ("ArrowUp", -down)):
        for _ in range(times):
            page.keyboard.press(key)
    assert page.evaluate("document.activeElement.dataset.spot") == spot
    page.keyboard.press("Enter")


def make_move(page: Page, chance: random.Random, touch: Callable[[Page, str], None] = click) -> None:
    """A face and, unless it is the start token, a cell; now and then the other way round."""
    targets, face = cells(page), chance.choice(faces(page))
    steps = [face, chance.choice(targets)] if targets else [face]
    for spot in reversed(steps) if chance.random() < 0.3 else steps:
        touch(page, spot)
