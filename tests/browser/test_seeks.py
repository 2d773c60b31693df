"""Two strangers who look for somebody find each other and play."""

from __future__ import annotations

import random
import re

from playwright.sync_api import expect

from tests.browser.conftest import Visit, Visitor
from tests.browser.test_luck import events, match_id
from tests.browser.zertz_hands import make_move


def asked(visitor: Visitor) -> bool:
    address = f"/api/matches/{match_id(visitor.page)}"
    script = f"fetch('{address}').then(answer => answer.json()).then(card => card.to_act.includes(card.my_seat))"
    return bool(visitor.page.evaluate(script))


def test_two_strangers_look_for_somebody_and_play(visit: Visit):
    ann, bea = visit(), visit(lang="fa", width=360, dark=True)
    ann.goto("/")
    ann.page.click("[data-seek=zertz]")
    ann.page.wait_for_url(re.compile("/seeks/"))
    expect(ann.page.locator("html")).to_have_attribute("data-line", re.compile("."))
    bea.goto("/games/zertz")
    expect(bea.page.locator("#seeks li")).to_have_count(1)
    assert bea.fits()
    bea.page.click("[data-seek=zertz]")
    for visitor in (bea, ann):  # the second click leads there, and the page that waits goes by itself
        visitor.page.wait_for_url(re.compile("/matches/"))
        visitor.ready()
    assert match_id(ann.page) == match_id(bea.page)
    given = [event["pub"]["entropy"] for event in events(ann, match_id(ann.page)) if event["type"] == "seat.taken"]
    assert len({text for text in given if re.fullmatch("[0-9a-f]{64}", text)}) == 2
    mover = ann if asked(ann) else bea
    mover.page.wait_for_selector(".turn.mine")
    lines_before = mover.page.locator("#log li").count()
    make_move(mover.page, random.Random(3))
    for visitor in (ann, bea):
        visitor.page.wait_for_function(
            "before => document.querySelectorAll('#log li').length > before", arg=lines_before
        )


def test_who_looks_can_stop_by_keyboard(visit: Visit):
    ann = visit(width=360)
    ann.goto("/games/glux")
    ann.page.focus("[data-seek=glux]")
    ann.page.keyboard.press("Enter")
    ann.page.wait_for_url(re.compile("/seeks/"))
    assert ann.fits()
    ann.page.focus("#now button")
    ann.page.keyboard.press("Enter")
    ann.page.wait_for_url(re.compile("/games/glux"))
    expect(ann.page.locator("#seeks li")).to_have_count(0)
