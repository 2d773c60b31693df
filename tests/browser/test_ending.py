"""The end of a match in the house: the panel over the board, the rematch, and what is not offered to watchers."""

from __future__ import annotations

import json
import re

from playwright.sync_api import Page, expect

from tests.browser.conftest import Visit, Visitor
from tests.browser.test_pages import serious

NEVER_LOOK_AGAIN = """{ const later = window.setTimeout;
  window.setTimeout = (act, ms, ...rest) => ms === 5000 ? 0 : later(act, ms, ...rest); }"""


def into_match(visitor: Visitor) -> None:
    visitor.page.wait_for_url(re.compile("/matches/"))
    visitor.ready()


def sit_together(one: Visitor, two: Visitor) -> None:
    one.goto("/games/saboteur_duel")
    one.page.select_option("#seats", "2")
    one.page.click("#open-form button")
    one.page.wait_for_url(re.compile("/tables/"))
    two.page.goto(one.page.url)
    two.page.click("form[action$='/seat'] button")
    for visitor in (one, two):
        into_match(visitor)


def resign(page: Page) -> None:
    page.click("#resign button")
    page.click("dialog .button.danger")


def own_seat(page: Page) -> int:
    return json.loads(page.locator("#data").text_content() or "")["frame"]["eye"]


def test_the_end_is_a_panel_that_opens_hands_and_leads_to_a_rematch_that_the_other_side_sees_at_once(visit: Visit):
    one, two, watcher = visit(), visit(lang="fa", width=390, dark=True), visit()
    two.context.add_init_script(NEVER_LOOK_AGAIN)
    sit_together(one, two)
    watcher.page.goto(one.page.url)
    watcher.ready()
    expect(one.page.locator("#end")).to_be_hidden()
    expect(one.page.locator(".sab .fan:not(.open)")).to_have_count(1)
    resign(one.page)
    expect(one.page.locator("#end-title")).to_have_text("You lost")
    expect(one.page.locator("#end-how")).to_contain_text("resigned.")
    expect(one.page.locator("#end-scores tbody tr")).to_have_count(1)
    expect(two.page.locator("#end-title")).to_have_text("شما بردید")
    expect(watcher.page.locator("#end-title")).to_contain_text("won")
    for offered in ("#rematch", "#again"):
        assert watcher.page.locator(offered).count() == 0
    expect(watcher.page.locator("#review")).to_be_visible()
    assert two.fits()
    assert serious(two.page) == []

    one.page.click("#end-close")
    expect(one.page.locator("#end")).to_be_hidden()
    expect(one.page.locator("#end-open")).to_be_focused()
    expect(one.page.locator(".sab .fan.open")).to_have_count(1)
    one.page.keyboard.press("Enter")
    expect(one.page.locator("#end-close")).to_be_focused()
    one.page.keyboard.press("Escape")
    expect(one.page.locator("#end")).to_be_hidden()
    one.page.click("#end-open")
    one.page.click("#review")
    expect(one.page.locator("#looking")).to_be_visible()
    expect(one.page.locator("#end")).to_be_hidden()

    finished = two.page.url.split("?")[0]
    turned = [1 - own_seat(visitor.page) for visitor in (one, two)]
    one.page.click("#end-open")
    one.page.click("#rematch button")
    one.page.wait_for_url(re.compile("/tables/"))
    expect(two.page.locator("#rematch")).to_contain_text("میز بازی برگشت باز است")
    two.page.click("#rematch button")
    one.page.wait_for_url(re.compile("/matches/"))
    two.page.wait_for_url(lambda url: "/matches/" in url and url.split("?")[0] != finished)
    for visitor in (one, two):
        visitor.ready()
    assert [own_seat(visitor.page) for visitor in (one, two)] == turned


def test_a_few_tabs_lead_from_the_board_to_the_next_match_with_seats_turned(visit: Visit):
    one = visit()
    one.goto("/games/zertz")
    one.page.click("form[action$='/play'] button")
    into_match(one)
    one.page.wait_for_selector(".zertz [data-spot].lit")
    expect(one.page.locator("#turns-badge")).to_be_visible()
    seat = own_seat(one.page)
    resign(one.page)
    expect(one.page.locator("#again button")).to_be_visible()
    expect(one.page.locator("#turns-badge")).to_be_hidden()
    one.page.evaluate("document.querySelector('#board [data-spot][tabindex=\"0\"]').focus()")
    for _ in range(3):
        one.page.keyboard.press("Tab")
        if one.page.evaluate("document.activeElement.matches('#again button')"):
            break
    finished = one.page.url
    expect(one.page.locator("#again button")).to_be_focused()
    one.page.keyboard.press("Enter")
    one.page.wait_for_url(lambda url: "/matches/" in url and url != finished)
    one.ready()
    assert own_seat(one.page) == 1 - seat
