"""Draws each game's cover as the picture that previews are made on: `python -m tests.browser.covers [GAME …]`."""

from __future__ import annotations

import sys
from pathlib import Path

from playwright.sync_api import sync_playwright

import engine.games
from engine.games import GAMES
from tests.browser.chromium import launch

FOLDER = Path(engine.games.__file__).parent
STYLES = Path(__file__).parents[2] / "gateway" / "static" / "house" / "house.css"
WIDTH, HEIGHT = 1200, 630
PAGE = "<style>{styles} body {{ margin: 0 }} svg {{ inline-size: 100vw; block-size: 100vh }}</style>{cover}"


def main() -> None:
    with sync_playwright() as playwright:
        browser = launch(playwright)
        page = browser.new_page(viewport={"width": WIDTH, "height": HEIGHT}, color_scheme="light")
        for key in sys.argv[1:] or GAMES:
            cover = (FOLDER / key / "ui" / "cover.svg").read_text("utf-8")
            page.set_content(PAGE.format(styles=STYLES.read_text("utf-8"), cover=cover))
            page.screenshot(path=FOLDER / key / "ui" / "cover.jpg", type="jpeg", quality=82)
        browser.close()


if __name__ == "__main__":
    main()
