"""Saboteur in the house: a round by clicks against greedy, a match alone by the move line, a hand for each browser."""

from __future__ import annotations

import json
import random
import re

from playwright.sync_api import Page, expect

from tests.browser.conftest import Visit, Visitor
from tests.browser.saboteur_hands import hand, lit, make_move

MINE = ".sab .choices:has(button)"
OVER = "#end:not([hidden])"


def rounds(page: Page) -> int:
    return page.locator(".sab .ledger li").count()


def test_a_stranger_plays_a_round_by_clicks_against_greedy(visit: Visit):
    stranger = visit()
    stranger.goto("/games/saboteur_duel")
    page, chance = stranger.page, random.Random(3)
    page.select_option("#level", "greedy")
    page.click("form[action$='/play'] button")
    page.wait_for_url(re.compile("/matches/"))
    stranger.ready()
    for _ in range(60):
        page.wait_for_selector(f"{MINE}, .sab .ledger li", state="attached")
        if rounds(page):
            break
        seen = page.locator("#log li").count()
        make_move(page, chance)
        expect(page.locator("#log li")).not_to_have_count(seen)
    assert rounds(page) == 1


def open_table(visitor: Visitor, seats: str) -> None:
    visitor.goto("/games/saboteur_duel")
    visitor.page.select_option("#seats", seats)
    visitor.page.click("#open-form button")


def test_a_round_alone_is_played_by_the_move_line(visit: Visit):
    digger = visit(lang="fa", width=360)
    open_table(digger, "1")
    page = digger.page
    page.wait_for_url(re.compile("/(matches|tables)/"))
    digger.ready()
    assert digger.fits()
    for _ in range(100):
        page.wait_for_selector("#move:not([disabled])", state="attached")
        if rounds(page) == 1:
            break
        held = sorted(hand(page))
        seen = page.locator("#log li").count()
        page.fill("#move", f"X:{'+'.join(held[:2])}")
        page.press("#move", "Enter")
        expect(page.locator("#log li")).not_to_have_count(seen)
    assert rounds(page) == 1
    assert lit(page)


def test_what_is_typed_before_the_last_answer_came_back_stays(visit: Visit):
    """Alone, the next question is open as soon as the frame is there, and that may be sooner than the answer."""
    digger = visit()
    open_table(digger, "1")
    page = digger.page
    page.wait_for_url(re.compile("/(matches|tables)/"))
    digger.ready()
    sent = digger.hold("**/moves")
    page.wait_for_selector("#move:not([disabled])")
    seen = page.locator("#log li").count()
    first = "X:" + "+".join(sorted(hand(page))[:2])
    page.fill("#move", first)
    page.press("#move", "Enter")
    expect(page.locator("#move")).to_have_value("")
    answer = sent().fetch()
    expect(page.locator("#log li")).not_to_have_count(seen)
    page.fill("#move", "L:")
    with page.expect_response("**/moves"):
        sent().fulfill(response=answer)
    page.wait_for_timeout(100)  # the page has read it
    expect(page.locator("#move")).to_have_value("L:")


def test_two_browsers_show_their_own_hand_only(visit: Visit):
    first, second = visit(), visit()
    open_table(first, "2")
    first.page.wait_for_url(re.compile("/tables/"))
    second.page.goto(first.page.url)
    second.page.click("form[action$='/seat'] button")
    for visitor in (first, second):
        visitor.page.wait_for_selector(".sab .hand-card", state="attached")
    hands = [hand(visitor.page) for visitor in (first, second)]
    assert [len(held) for held in hands] == [6, 6]
    for seat, visitor in enumerate((first, second)):
        assert visitor.page.locator(".sab .fan").count() == 1
        served = json.loads(visitor.page.locator("#data").text_content())["frame"]["view"]
        assert served["hands"][1 - seat] is None
        assert sorted(served["hands"][seat]) == sorted(hands[seat])
