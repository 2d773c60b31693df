"""Without network: the page is still there, a move is kept and sent once, and asked about where things have changed."""

from __future__ import annotations

import re

from playwright.sync_api import APIResponse, Page, Route, expect

from tests.browser.conftest import Visit, Visitor
from tests.browser.test_correspondence import MINE, await_turn


def at_board(visit: Visit, lang: str, width: int) -> Visitor:
    """At a match against the computer, on a page that the worker holds."""
    person = visit(lang=lang, width=width, worker=True)
    person.goto("/games/zertz")
    person.page.select_option("#level", "random")
    person.page.click("form[action$='/play'] button")
    person.page.wait_for_url(re.compile("/matches/"))
    person.ready()
    person.page.wait_for_function("() => navigator.serviceWorker.controller !== null")
    person.page.reload()
    person.ready()
    await_turn(person.page)
    return person


def move_offline(person: Visitor) -> None:
    page = person.page
    person.context.set_offline(True)
    page.wait_for_selector("#cut:not([hidden])")
    page.fill("#move", page.locator("#moves option").first.get_attribute("value") or "")
    page.press("#move", "Enter")
    expect(page.locator("#kept")).to_be_visible()


def lines(page: Page) -> int:
    return page.locator("#log li").count()


def test_a_move_without_network_is_kept_over_a_reload_and_sent_by_itself(visit: Visit):
    person = at_board(visit, "en", 1280)
    page = person.page
    move_offline(person)
    page.reload()
    person.ready()
    expect(page.locator("#kept")).to_contain_text("is kept")
    expect(page.locator(".zertz")).to_be_visible()
    lines_before = lines(page)
    person.context.set_offline(False)
    expect(page.locator("#kept")).to_be_hidden()
    page.wait_for_function("before => document.querySelectorAll('#log li').length > before", arg=lines_before)


def test_a_kept_move_is_asked_about_if_the_match_has_gone_on(visit: Visit):
    phone = at_board(visit, "fa", 390)
    desk = visit(lang="fa", state=phone.context.storage_state())
    desk.goto(phone.page.url.removeprefix(phone.house))
    desk.ready()
    move_offline(phone)
    await_turn(desk.page)
    desk.page.fill("#move", desk.page.locator("#moves option").last.get_attribute("value") or "")
    desk.page.press("#move", "Enter")
    desk.page.wait_for_function(f"() => document.querySelectorAll('#log li').length >= 2 && ({MINE})")
    phone.context.set_offline(False)
    dialog = phone.page.locator("dialog.choice")
    expect(dialog).to_be_visible()
    dialog.locator("[data-value=send]").click()
    expect(phone.page.locator("#problem")).to_contain_text("پذیرفته نشد")  # 409: dropped with a word
    expect(phone.page.locator("#kept")).to_be_hidden()
    assert phone.fits()


def test_no_other_page_takes_a_move_on_its_way_for_one_that_was_kept(visit: Visit):
    person = visit()
    person.goto("/games/zertz")
    person.page.select_option("#level", "random")
    person.page.click("form[action$='/play'] button")
    person.page.wait_for_url(re.compile("/matches/"))
    person.ready()
    mover, other = person.page, person.tab()
    other.goto(mover.url)
    other.wait_for_selector("body[data-ready]")
    await_turn(mover)
    answers: list[tuple[Route, APIResponse]] = []
    mover.route("**/moves", lambda route: answers.append((route, route.fetch())))
    mover.fill("#move", mover.locator("#moves option").first.get_attribute("value") or "")
    mover.press("#move", "Enter")
    for page in (mover, other):  # the house has recorded the move and the computer has replied; the answer is late
        page.wait_for_function(f"() => document.querySelectorAll('#log li').length >= 2 && ({MINE})")
        expect(page.locator("#kept")).to_be_hidden()
    other.evaluate("dispatchEvent(new Event('online'))")
    other.wait_for_timeout(1000)
    expect(other.locator("dialog.choice")).to_have_count(0)
    [(route, answer)] = answers
    route.fulfill(response=answer)
    mover.wait_for_function("() => !Object.keys(localStorage).some((key) => key.startsWith('move:'))")
    expect(mover.locator("#kept")).to_be_hidden()
