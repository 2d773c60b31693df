"""A challenge from a player's page is accepted on the other's own page; the match begins for both."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Visit, Visitor
from tests.browser.test_luck import events, match_id


def settled(visitor: Visitor) -> str:
    """The id of somebody who has an account: a guest who has opened a table."""
    visitor.goto("/games/zertz")
    visitor.page.click("#open-form button.primary")
    visitor.page.wait_for_url(re.compile("/tables/"))
    return str(visitor.page.evaluate("fetch('/api/me').then(answer => answer.json()).then(me => me.id)"))


@pytest.mark.parametrize(("lang", "width"), [("en", 1280), ("fa", 360)])
def test_a_challenge_is_accepted_and_played(visit: Visit, lang: str, width: int):
    ann, bea = visit(lang=lang, width=width), visit(lang=lang, width=width, dark=True)
    settled(ann)
    ann.goto(f"/players/{settled(bea)}")
    assert ann.fits()
    ann.page.select_option("#game", "zertz")
    ann.page.click("#challenge button.primary")
    ann.page.wait_for_url(re.compile("/tables/"))
    bea.goto("/")
    expect(bea.page.locator("#invitations-badge")).to_be_visible()
    bea.page.locator("header a", has=bea.page.locator("#invitations-badge")).click()
    bea.page.wait_for_url(re.compile("/me#invitations"))
    assert bea.fits()
    bea.page.focus("#invitations button[value=yes]")
    bea.page.keyboard.press("Enter")
    for visitor in (bea, ann):
        visitor.page.wait_for_url(re.compile("/matches/"))
        visitor.ready()
    given = [event["pub"]["entropy"] for event in events(bea, match_id(bea.page)) if event["type"] == "seat.taken"]
    assert len({text for text in given if re.fullmatch("[0-9a-f]{64}", text)}) == 2
