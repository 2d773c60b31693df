"""The reader's side, in real Chromium: a long match dragged through, the verifier at work."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from playwright.sync_api import Page

NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
FLAGS = ("--disable-background-networking", "--disable-extensions", "--disable-gpu", "--disable-dev-shm-usage")
STEPS = 100
# Frames as they are painted, and steps as they are shown: the fingerprint under the board is that of the step.
_WATCH = """() => {
    let [painted, shown] = [performance.now(), performance.now()];
    window.gaps = {painted: 0, shown: 0, steps: 0};
    const paint = (now) => {
        window.gaps.painted = Math.max(window.gaps.painted, now - painted);
        painted = now;
        window.painting = requestAnimationFrame(paint);
    };
    window.painting = requestAnimationFrame((now) => { painted = now; paint(now); });
    window.watching = new MutationObserver(() => {
        const now = performance.now();
        if (window.gaps.steps) window.gaps.shown = Math.max(window.gaps.shown, now - shown);
        window.gaps.steps += 1;
        shown = now;
    });
    const print = document.getElementById("fingerprint");
    window.watching.observe(print, {childList: true, characterData: true, subtree: true});
}"""
_STOP = "() => { cancelAnimationFrame(window.painting); window.watching.disconnect(); return window.gaps; }"
_VERIFY = """async (text) => {
    const {verifyText} = await import("/static/house/verify/verifier.js");
    await verifyText(text);
    let events = 0;
    const began = performance.now();
    while (performance.now() - began < 4000) {
        const verdict = await verifyText(text);
        if (verdict.findings.length) throw new Error(JSON.stringify(verdict.findings));
        events += verdict.events;
    }
    return (events / (performance.now() - began)) * 1000;
}"""


@dataclass(frozen=True, slots=True)
class Dragged:
    """A slider drawn over many steps: the longest gaps in ms, and how many steps were shown."""

    painted: float
    shown: float
    steps: int


def has_chromium() -> bool:
    return _program() is not None


def _program() -> str | None:
    wish = os.environ.get("CHROMIUM")
    return next((program for name in ((wish,) if wish else NAMES) if (program := shutil.which(name))), None)


@contextmanager
def _page(address: str) -> Iterator[Page]:
    from playwright.sync_api import sync_playwright

    flags = [*FLAGS, *(["--no-sandbox"] if os.geteuid() == 0 else [])]
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=_program(), args=flags)
        page = browser.new_page(viewport={"width": 1280, "height": 900})
        page.goto(address)
        yield page
        browser.close()


def drag(port: int, match: str) -> list[Dragged]:
    """Twice from one end towards the other: first what has to be fetched, then what is there already."""
    with _page(f"http://127.0.0.1:{port}/matches/{match}?seq=0") as page:
        page.wait_for_selector("body[data-ready]")
        page.wait_for_selector("#score-graph polyline", state="attached")
        box: Any = page.locator("#step").bounding_box()
        middle, first = box["y"] + box["height"] / 2, box["x"] + 12
        wide = (box["width"] - 24) / STEPS
        runs = []
        for _ in range(2):
            page.mouse.move(first, middle)
            page.mouse.down()  # a jump to that end of the slider: it is no part of the drag
            page.wait_for_timeout(500)
            page.evaluate(_WATCH)
            for step in range(1, STEPS + 1):
                page.mouse.move(first + step * wide, middle)
            page.wait_for_timeout(300)
            runs.append(Dragged(**page.evaluate(_STOP)))
            page.mouse.up()
    return runs


def verify(port: int, export: bytes) -> float:
    """Events a second of the module that the page of the check loads."""
    with _page(f"http://127.0.0.1:{port}/verify") as page:
        rate: float = page.evaluate(_VERIFY, export.decode())
    return rate
