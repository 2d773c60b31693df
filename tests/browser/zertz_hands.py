"""Hands on a ZERTZ board: clicks, keys and waiting, as a person would."""

from __future__ import annotations

import random
from collections.abc import Callable

from playwright.sync_api import Locator, Page

LIT = ".zertz [data-spot].lit:not([data-spot=back])"
SETTLED = """() => {
  const box = document.querySelector('.zertz');
  if (!box || box.classList.contains('waiting')) return false;
  const lit = box.querySelector('[data-spot].lit') !== null;
  return lit || window.over() || null;
}"""


def spots(page: Page) -> list[str]:
    names: list[str] = page.eval_on_selector_all(LIT, "all => all.map(element => element.dataset.spot)")
    return names


def at(page: Page, spot: str) -> Locator:
    return page.locator(f'.zertz [data-spot="{spot}"]')


def click(page: Page, spot: str) -> None:
    """A click in the middle of a ring, a marble or a tray."""
    at(page, spot).click()


def press_to(page: Page, spot: str) -> None:
    """Walks there by arrow keys alone, then Enter. The board has to have the focus."""
    for _ in range(60):
        keys = page.evaluate(
            """spot => {
              const here = document.activeElement, there = document.querySelector(`.zertz [data-spot="${spot}"]`);
              if (here === there) return [];
              const a = here.getBoundingClientRect(), b = there.getBoundingClientRect();
              const dx = b.x + b.width / 2 - a.x - a.width / 2, dy = b.y + b.height / 2 - a.y - a.height / 2;
              const keys = [dx > 0 ? 'ArrowRight' : 'ArrowLeft', dy > 0 ? 'ArrowDown' : 'ArrowUp'];
              return Math.abs(dx) > Math.abs(dy) ? keys : keys.reverse();
            }""",
            spot,
        )
        if not keys:
            page.keyboard.press("Enter")
            return
        before = page.evaluate("document.activeElement.dataset.spot")
        page.keyboard.press(keys[0])
        if page.evaluate("document.activeElement.dataset.spot") == before:
            page.keyboard.press(keys[1])
    raise AssertionError(f"the arrow keys do not lead to {spot}")


def make_move(page: Page, chance: random.Random, touch: Callable[[Page, str], None] = click) -> None:
    """One whole move, step by step, each step one of the lit spots."""
    for _ in range(12):
        lit = spots(page)
        if not lit:
            return
        touch(page, chance.choice(lit))
        if page.locator(".zertz.waiting").count() or not page.locator('.zertz [data-spot="back"]').count():
            return
