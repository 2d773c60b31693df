"""Enigma in the house: a live round in two browsers that the sand ends, and an asynchronous match against greedy."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Visit, Visitor
from tests.browser.enigma_hands import act, solve_by_keys, solve_by_mouse
from tests.browser.finger import tap

FRAME = "`/api/matches/${location.pathname.split('/')[2]}/frame`"
SAND_MS = 60_000  # patience for half a minute of sand and the worker that notices its end


def open_table(visitor: Visitor, *, mode: str, bot: str | None = None) -> str:
    visitor.goto("/games/enigma")
    page = visitor.page
    page.select_option("#option_mode", mode)
    page.select_option("#option_sand_ms", "30000")
    if bot:
        page.select_option("#seat_1", bot)
    page.click("#open-form button.primary")
    page.wait_for_url(re.compile("/(tables|matches)/"))
    return "" if bot else page.input_value("#link").removeprefix(visitor.house)


def frame_of(visitor: Visitor) -> dict:
    return visitor.page.evaluate(f"async () => (await fetch({FRAME})).json()")


def into_match(*visitors: Visitor) -> None:
    for visitor in visitors:
        visitor.page.wait_for_url(re.compile("/matches/"))
        visitor.ready()


def who_chooses(visitors: list[Visitor]) -> Visitor:
    """The frame that lets the next one choose may still be on its way."""
    for _ in range(600):
        for visitor in visitors:
            if visitor.page.locator(".pile.lit").count():
                return visitor
        visitors[0].page.wait_for_timeout(50)
    raise AssertionError("nobody may choose a pile")


def choose_piles(visitors: list[Visitor], kind: str) -> None:
    """Everybody chooses; the first one gets that kind, whoever begins."""
    left, waiting = ["pipes", "blocks"], list(visitors)
    while waiting:
        chooser = who_chooses(waiting)
        chooser.page.locator(f'.pile[data-kind="{kind if chooser is visitors[0] else left.pop()}"].lit').click()
        waiting.remove(chooser)


def test_in_a_live_round_the_second_browser_is_cut_off_by_the_sand(visit: Visit):
    host, friend = visit(), visit(lang="fa", width=360, dark=True)
    link = open_table(host, mode="live")
    friend.goto(link)
    friend.page.click("form[action$='/seat'] button")
    into_match(host, friend)
    choose_piles([host, friend], "weights")
    host.page.wait_for_selector(".desk-body svg.scale")
    friend.page.wait_for_selector(".desk-body svg")
    solve_by_keys(host.page, frame_of(host)["view"]["mine"]["puzzle"]["id"])
    act(host.page, "check").click()
    expect(host.page.locator(".desk-verdict.right")).to_be_visible()

    friend.page.wait_for_selector(".sand.running")
    seen = frame_of(friend)["view"]
    assert seen["limit"] is not None
    assert seen["past"] == []
    assert seen["mine"]["puzzle"]["kind"] != "weights"
    assert friend.fits()

    friend.page.wait_for_selector('.enigma[data-phase="lay"]', timeout=SAND_MS)
    assert frame_of(friend)["view"]["past"][1]["success"] is False
    host.page.wait_for_selector('.enigma[data-phase="lay"]')
    host.page.locator('.conduits [data-spot^="square:"]').first.click()
    host.page.locator('[data-act="lay"]').click()
    friend.page.wait_for_selector('.enigma[data-phase="choose"]')
    assert len(frame_of(friend)["view"]["table"]) == 2


INSIDE = """selector => { const box = document.querySelector(selector).getBoundingClientRect();
            return box.top >= 0 && box.bottom <= innerHeight && box.height > 0; }"""


@pytest.mark.parametrize("phone", [True, False], ids=["phone", "desktop"])
def test_a_pile_scrolls_nothing_and_the_puzzle_its_pieces_and_check_share_the_window(visit: Visit, phone: bool):
    guest = visit(phone=phone)
    open_table(guest, mode="async", bot="greedy")
    into_match(guest)
    page = guest.page
    touch = (lambda target: target.tap()) if phone else (lambda target: target.click())
    page.wait_for_selector(".pile.lit")
    pile = page.locator(".pile.lit").last
    before = page.evaluate("scrollY")
    touch(pile)
    if phone:  # a finger may slip: the first tap marks
        page.wait_for_selector(".pile.picked")
        assert page.locator('[data-act="open"]').count() == 0
        touch(page.locator(".pile.picked"))
    page.wait_for_selector('[data-act="open"]')
    assert page.evaluate("scrollY") == before
    assert page.evaluate(INSIDE, '[data-act="open"]')
    touch(act(page, "open"))
    page.wait_for_selector(".desk-body svg")
    page.wait_for_selector(".sand.running")
    for part in (".desk-body svg", '[data-act="check"]', ".sand"):
        assert page.evaluate(INSIDE, part), part
    tap(act(page, "check"))
    expect(page.locator(".desk-verdict.wrong")).to_be_visible()
    for part in (".desk-body svg", ".desk-verdict", '[data-act="check"]'):
        assert page.evaluate(INSIDE, part), part
    assert page.evaluate("getComputedStyle(document.querySelector('.dock')).position") == "static"
    assert guest.fits()


def test_an_asynchronous_match_against_greedy_goes_through_a_round(visit: Visit):
    guest = visit()
    guest.run_ahead(minutes=2)
    open_table(guest, mode="async", bot="greedy")
    into_match(guest)
    page = guest.page
    page.wait_for_selector('.pile[data-kind="weights"]')
    page.wait_for_selector(".pile.lit")
    kind = "weights" if page.locator('.pile[data-kind="weights"].lit').count() else "blocks"
    page.locator(f'.pile[data-kind="{kind}"]').click()
    act(page, "open").click()
    page.wait_for_selector(".desk-body svg")
    # five minutes, or the sand that the other seat has turned: by the house's clock, and on no second one
    expect(page.locator(".sand-time")).to_have_text(re.compile(r"^(5:00|4:5\d|0:[123]\d)$"))
    expect(page.locator("#clock")).to_be_hidden()
    act(page, "check").click()
    expect(page.locator(".desk-verdict.wrong")).to_be_visible()
    solve_by_mouse(page, frame_of(guest)["view"]["mine"]["puzzle"]["id"])
    act(page, "check").click()
    page.wait_for_selector('.enigma[data-phase="lay"]', timeout=SAND_MS)
    past = frame_of(guest)["view"]["past"]
    assert past[0]["success"] is True
    assert past[1]["puzzle"] is not None
    page.wait_for_selector('.conduits [data-spot^="square:"].lit')
    page.locator('.conduits [data-spot^="square:"].lit').first.click()
    page.locator('.conduits [data-spot^="cell:"]').first.click()
    page.locator('[data-act="lay"]').click()
    page.wait_for_function("() => document.querySelectorAll('.laid').length > 1")
    assert len(frame_of(guest)["view"]["table"]) > 1
