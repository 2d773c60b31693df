"""A guest in the house: a name on joining, a word after the first move, a link that leads back, a wish."""

from __future__ import annotations

import random
import re

from playwright.sync_api import expect

from tests.browser.conftest import Visit
from tests.browser.test_pages import serious
from tests.browser.zertz_hands import make_move


def test_a_guest_is_named_on_joining_and_comes_back_to_the_seat_on_another_device(visit: Visit):
    host, friend, elsewhere = visit(), visit(lang="fa", phone=True), visit(lang="fa", dark=True)
    host.goto("/games/zertz")
    host.page.click("#open-form button.primary")
    host.page.wait_for_url(re.compile("/tables/"))
    friend.page.goto(host.page.url)
    friend.page.fill("#your-name", "نسرین")
    friend.page.click("form[action$='/seat'] button")
    for visitor in (host, friend):
        visitor.page.wait_for_url(re.compile("/matches/"))
        visitor.ready()
    expect(host.page.locator("#players")).to_contain_text("نسرین")
    expect(friend.page.locator("#players")).to_contain_text(re.compile("مهمان [۰-۹]{4}"))

    page = friend.page
    expect(page.locator("#keep-word")).to_be_hidden()
    chance = random.Random(4)
    if "mine" not in (page.locator("#turn").get_attribute("class") or ""):
        make_move(host.page, chance)
    page.wait_for_selector("#turn.mine")
    page.wait_for_selector(".zertz [data-spot].lit")
    make_move(page, chance)
    expect(page.locator("#keep-word")).to_be_visible()
    match = page.url.split("?")[0]
    page.click("#keep-word button[name=act]")
    link = page.input_value("#link")
    assert serious(page) == []
    assert friend.fits()
    page.click("a.primary")
    page.wait_for_url(re.compile("/matches/"))

    elsewhere.page.goto(link)
    assert serious(elsewhere.page) == []
    expect(elsewhere.page.locator("form button.primary")).to_contain_text("نسرین")
    elsewhere.page.click("form button.primary")
    elsewhere.page.wait_for_url(re.compile("/matches/"))
    elsewhere.ready()
    assert elsewhere.page.url.split("?")[0] == match
    expect(elsewhere.page.locator("#moveline")).to_be_visible()

    friend.goto("/me")
    page.click("#return button.danger")
    page.wait_for_url(re.compile("done=saved"))
    stranger = visit()
    stranger.page.goto(link)
    expect(stranger.page.locator("[role=alert]")).to_contain_text("does not lead anywhere")


def test_when_moves_are_confirmed_is_kept_with_the_account_for_every_game(visit: Visit):
    visitor = visit()
    visitor.goto("/games/zertz")
    visitor.page.click("form[action$='/play'] button")
    visitor.page.wait_for_url(re.compile("/matches/"))
    visitor.ready()
    visitor.page.click("#confirming summary")
    with visitor.page.expect_response("**/me/confirm"):
        visitor.page.check("#confirming input[value=always]")
    visitor.goto("/games/enigma")
    visitor.page.click("form[action$='/play'] button")
    visitor.page.wait_for_url(re.compile("/matches/"))
    visitor.ready()
    visitor.page.wait_for_selector(".pile.lit")
    visitor.page.locator(".pile.lit").first.click()
    expect(visitor.page.locator(".pile.picked")).to_have_count(1)
    expect(visitor.page.locator(".phase-line")).to_have_text("Tap the same place again, or confirm.")
    visitor.goto("/me/settings")
    visitor.page.select_option("#confirm", "never")
    visitor.page.click("form[action$='/save'] button.primary")
    visitor.page.wait_for_url(re.compile("done=saved"))
    expect(visitor.page.locator("#confirm")).to_have_value("never")
