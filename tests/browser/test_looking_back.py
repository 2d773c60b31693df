"""Looking back: board and history bar share the window, and the bar lies over no part of the board."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from engine.games import GAMES
from tests.browser.conftest import Visitor
from tests.browser.test_replay import Seats

Visit = Callable[..., Visitor]
SIZES = {"phone": (360, 740), "desktop": (1280, 900)}
# Every part of the board that can be picked or stands by itself, brought into sight: what lies at its middle?
COVERED = """() => {
    const parts = [...document.querySelectorAll("#board [data-spot], #board li, #board figure, #board .card")];
    const bar = document.querySelector(".dock");
    return parts.filter((part) => part.getClientRects().length).filter((part) => {
        part.scrollIntoView({block: "nearest", inline: "nearest", behavior: "instant"});
        const {left, top, width, height} = part.getBoundingClientRect();
        return bar.contains(document.elementFromPoint(left + width / 2, top + height / 2));
    }).map((part) => part.outerHTML.slice(0, 120));
}"""
IN_SIGHT = """() => {
    const [bar, board] = [".dock", "#board"].map((name) => document.querySelector(name).getBoundingClientRect());
    return {bar: bar.top >= 0 && bar.bottom <= innerHeight + 1, apart: board.bottom <= bar.top + 1};
}"""


@pytest.fixture(scope="module")
def finished(house: str) -> Callable[[str], str]:
    kept: dict[str, str] = {}

    def address(game: str) -> str:
        if game not in kept:
            seats = Seats(house, game)
            seats.play(6, random.Random(3))
            kept[game] = seats.end()
        return kept[game]

    return address


@pytest.mark.parametrize("size", sorted(SIZES))
@pytest.mark.parametrize("game", sorted(GAMES))
def test_the_bar_covers_nothing_of_the_board(visit: Visit, finished: Any, game: str, size: str):
    width, height = SIZES[size]
    visitor = visit(width=width)
    page = visitor.page
    page.set_viewport_size({"width": width, "height": height})
    visitor.goto(finished(game))
    visitor.ready()
    page.click("#end-close")
    for _ in range(3):
        page.click('[data-step="back"]')
    expect(page.locator("#looking")).to_be_visible()
    expect(page.locator("#board")).to_have_class("past")
    assert page.evaluate(IN_SIGHT) == {"bar": True, "apart": True}
    assert page.evaluate(COVERED) == []
    page.evaluate("scrollTo({top: 0, behavior: 'instant'})")
    assert page.evaluate(IN_SIGHT)["apart"]
    assert visitor.fits()
    page.keyboard.press("]")
    page.click("#to-now")
    expect(page.locator("#looking")).to_be_hidden()
    assert visitor.complaints == []
