"""Makes the picture of the README by a real match in a real house: `python -m tests.browser.screenshot FILE`."""

from __future__ import annotations

import random
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

from tests.browser.chromium import launch
from tests.browser.zertz_hands import make_move
from tests.live import running_house

MOVES = 6
PATIENCE_MS = 60_000


def play_some(page: Page, address: str) -> None:
    """A few moves against the computer, until it is our turn again."""
    page.goto(f"{address}/games/zertz")
    page.click("form[action$='/play'] button")
    page.wait_for_selector("body[data-ready]")
    chance = random.Random(21)
    for _ in range(MOVES):
        page.wait_for_selector(".turn.mine")
        page.wait_for_selector(".zertz [data-spot].lit")
        lines_before = page.locator("#log li").count()
        make_move(page, chance)
        page.wait_for_function("before => document.querySelectorAll('#log li').length > before", arg=lines_before)
    page.wait_for_selector(".turn.mine")


def main() -> int:
    out = Path(sys.argv[1] if len(sys.argv) > 1 else "docs/screenshot.png")
    out.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="bazigah-picture-") as var, sync_playwright() as playwright:
        browser = launch(playwright)
        with running_house(Path(var)) as house:
            context = browser.new_context(
                viewport={"width": 1320, "height": 860}, locale="en-GB", color_scheme="light", reduced_motion="reduce"
            )
            page = context.new_page()
            page.set_default_timeout(PATIENCE_MS)
            play_some(page, house.url)
            page.screenshot(path=out)
        browser.close()
    print(f"{out}: {out.stat().st_size // 1024} kB")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
