"""Saboteur in the house: a round by clicks against greedy, a match alone by the move line, two browsers with a hand each."""

from __future__ import annotations

import random
import re

from playwright.sync_api import Page, expect

from tests.browser.conftest import Visit, Visitor
from tests.browser.saboteur_hands import hand, lit, make_move

OVER = "#again:not([hidden])"
MINE = ".sab .acts:not([hidden])"


def start(visitor: Visitor, bot: str | None) -> None:
    visitor.goto("/games/saboteur_duel")
    if bot:
        visitor.page.select_option("#level", bot)
    visitor.page.click("form[action$='/play'] button")
    visitor.page.wait_for_url(re.compile("/matches/"))
    visitor.ready()


def rounds(page: Page) -> int:
    return page.locator(".sab .ledger li").count()


def test_a_stranger_plays_a_round_by_clicks_against_greedy(visit: Visit):
    stranger = visit()
    start(stranger, "greedy")
    page, chance = stranger.page, random.Random(3)
    for _ in range(60):
        page.wait_for_selector(f"{MINE}, .sab .ledger li", state="attached")
        if rounds(page):
            break
        seen = page.locator("#log li").count()
        make_move(page, chance)
        expect(page.locator("#log li")).not_to_have_count(seen)
    assert rounds(page) == 1
