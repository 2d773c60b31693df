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


def sit_together(first: Visitor, second: Visitor) -> None:
    first.goto("/games/saboteur_duel")
    first.page.select_option("#seats", "2")
    first.page.click("#open-form button")
    first.page.wait_for_url(re.compile("/tables/"))
    second.page.goto(first.page.url)
    second.page.click("form[action$='/seat'] button")
    for visitor in (first, second):
        into_match(visitor)


def resign(page: Page) -> None:
    page.click("#resign button")
    page.click("dialog .button.danger")


def own_seat(page: Page) -> int:
    return json.loads(page.locator("#data").text_content() or "")["frame"]["eye"]


def test_the_end_is_a_panel_that_opens_hands_and_leads_to_a_rematch_that_the_other_side_sees_at_once(visit: Visit):
    first, second, watcher = visit(), visit(lang="fa", width=390, dark=True), visit()
    second.context.add_init_script(NEVER_LOOK_AGAIN)
    sit_together(first, second)
    watcher.page.goto(first.page.url)
    watcher.ready()
    expect(first.page.locator("#end")).to_be_hidden()
    expect(first.page.locator(".sab .fan:not(.open)")).to_have_count(1)
    resign(first.page)
    expect(first.page.locator("#end-title")).to_have_text("You lost")
    expect(first.page.locator("#end-how")).to_contain_text("resigned.")
    expect(first.page.locator("#end-scores tbody tr")).to_have_count(1)
    expect(second.page.locator("#end-title")).to_have_text("شما بردید")
    expect(watcher.page.locator("#end-title")).to_contain_text("won")
    for offered in ("#rematch", "#again"):
        assert watcher.page.locator(offered).count() == 0
    expect(watcher.page.locator("#review")).to_be_visible()
    assert second.fits()
    assert serious(second.page) == []

    first.page.click("#end-close")
    expect(first.page.locator("#end")).to_be_hidden()
    expect(first.page.locator("#end-open")).to_be_focused()
    expect(first.page.locator(".sab .fan.open")).to_have_count(1)
    first.page.keyboard.press("Enter")
    expect(first.page.locator("#end-close")).to_be_focused()
    first.page.keyboard.press("Escape")
    expect(first.page.locator("#end")).to_be_hidden()
    first.page.click("#end-open")
    first.page.click("#review")
    expect(first.page.locator("#looking")).to_be_visible()
    expect(first.page.locator("#end")).to_be_hidden()

    finished = second.page.url.split("?")[0]
    turned = [1 - own_seat(visitor.page) for visitor in (first, second)]
    first.page.click("#end-open")
    first.page.click("#rematch button")
    first.page.wait_for_url(re.compile("/tables/"))
    expect(second.page.locator("#rematch")).to_contain_text("میز بازی برگشت باز است")
    second.page.click("#rematch button")
    first.page.wait_for_url(re.compile("/matches/"))
    second.page.wait_for_url(lambda url: "/matches/" in url and url.split("?")[0] != finished)
    for visitor in (first, second):
        visitor.ready()
    assert [own_seat(visitor.page) for visitor in (first, second)] == turned


def test_a_few_tabs_lead_from_the_board_to_the_next_match_with_seats_turned(visit: Visit):
    visitor = visit()
    visitor.goto("/games/zertz")
    visitor.page.click("form[action$='/play'] button")
    into_match(visitor)
    visitor.page.wait_for_selector(".zertz [data-spot].lit")
    expect(visitor.page.locator("#turns-badge")).to_be_visible()
    seat = own_seat(visitor.page)
    resign(visitor.page)
    expect(visitor.page.locator("#again button")).to_be_visible()
    expect(visitor.page.locator("#turns-badge")).to_be_hidden()
    visitor.page.evaluate("document.querySelector('#board [data-spot][tabindex=\"0\"]').focus()")
    for _ in range(3):
        visitor.page.keyboard.press("Tab")
        if visitor.page.evaluate("document.activeElement.matches('#again button')"):
            break
    finished = visitor.page.url
    expect(visitor.page.locator("#again button")).to_be_focused()
    visitor.page.keyboard.press("Enter")
    visitor.page.wait_for_url(lambda url: "/matches/" in url and url != finished)
    visitor.ready()
    assert own_seat(visitor.page) == 1 - seat
