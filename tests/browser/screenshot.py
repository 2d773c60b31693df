"""`make screenshot`: a match of ZERTZ in its middle, as the first picture of the README."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, sync_playwright

from deploy.bench.stack import running_house
from engine.games import GAMES
from tests.browser.chromium import launch

PLIES = 5  # of our own
MINE = "document.querySelector('#turn').classList.contains('mine')"


def main(target: Path) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    with running_house() as stack, sync_playwright() as playwright:
        browser = launch(playwright)
        size: Any = {"width": 1280, "height": 860}
        page = browser.new_page(viewport=size, reduced_motion="reduce", locale="en-GB", device_scale_factor=1)
        page.set_default_timeout(60_000)
        _play(page, f"http://localhost:{stack.port}")
        page.screenshot(path=target)
        browser.close()
    print(f"{target}: {target.stat().st_size // 1024} kB")


def _play(page: Page, house: str) -> None:
    """Against the computer, with its own advice, until there is something to see and it is our turn."""
    page.goto(f"{house}/games/zertz")
    page.click("form[action$='/play'] button")
    page.wait_for_url(re.compile("/matches/"))
    for _ in range(PLIES):
        page.wait_for_function(f"() => {MINE}")
        page.fill("#move", _advice(page))
        told = page.locator("#log li").count()
        page.keyboard.press("Enter")
        page.wait_for_function("told => document.querySelectorAll('#log li').length > told", arg=told)
    page.wait_for_function(f"() => {MINE}")
    page.evaluate("document.activeElement.blur()")
    page.wait_for_timeout(500)


def _advice(page: Page) -> str:
    frame = page.request.get(page.url.replace("/matches/", "/api/matches/").split("?")[0] + "/frame").json()
    game = GAMES["zertz"]
    return game.bots["greedy"].choose(game, frame["view"], frame["eye"], 1, b"screenshot").move


if __name__ == "__main__":
    main(Path(sys.argv[1]))
