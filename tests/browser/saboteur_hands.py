"""Hands on Saboteur's board: clicks and keys, as a person would."""

from __future__ import annotations

import random
from collections.abc import Callable

from playwright.sync_api import Locator, Page

LIT = ".sab [data-spot].lit"
Touch = Callable[[Page, str], None]


def lit(page: Page) -> list[str]:
    spots: list[str] = page.eval_on_selector_all(LIT, "all => all.map(element => element.dataset.spot)")
    return spots


def cards(page: Page) -> list[str]:
    return [spot for spot in lit(page) if spot[0] == "h"]


def cells(page: Page) -> list[str]:
    return [spot for spot in lit(page) if spot[0] == "c" and spot != "confirm"]


def at(page: Page, spot: str) -> Locator:
    return page.locator(f'.sab [data-spot="{spot}"]')


def click(page: Page, spot: str) -> None:
    at(page, spot).click()


def press(page: Page, spot: str) -> None:
    """The same by keyboard: focus walks there (the spot is one Tab stop with the others), Enter picks."""
    at(page, spot).focus()
    page.keyboard.press("Enter")


def hand(page: Page) -> list[str]:
    names: list[str] = page.eval_on_selector_all(".sab .hand-card", "all => all.map(element => element.dataset.card)")
    return names


def make_move(page: Page, chance: random.Random, touch: Touch = click) -> None:
    """A card with a place or a tool if one can be played, else a discard; a goal that waits is turned first."""
    if not cards(page) and cells(page):
        touch(page, cells(page)[0])
        touch(page, "confirm")
    elif cards(page):
        touch(page, chance.choice(cards(page)))
        tools = [spot for spot in lit(page) if spot in ("tpick", "tlamp", "tcart")]
        if tools:
            touch(page, tools[0])
        else:
            spot = chance.choice(cells(page))
            touch(page, spot)
            if chance.random() < 0.3 and "turn" in lit(page):
                touch(page, spot)
            touch(page, "confirm")
    else:
        touch(page, "discard")
        for spot in [f"h{index}" for index in range(min(2, len(hand(page))))]:
            touch(page, spot)
        touch(page, "burn")
