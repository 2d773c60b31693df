"""Analysing a ZERTZ position that comes from no match: pasted, played on for both, kept, opened again by its link."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Visitor
from tests.browser.test_pages import serious
from tests.browser.zertz_hands import click

Visit = Callable[..., Visitor]
W2 = "37 oooo/ooooo/oooooo/oooWGoo/oooooo/ooooo/oooo 5,7,10 0,0,0 0,0,0 1"


@pytest.mark.parametrize("lang", ["en", "fa"])
def test_a_position_is_pasted_played_on_and_kept(visit: Visit, lang: str):
    visitor = visit(lang=lang, width=1280 if lang == "en" else 360, dark=lang == "fa")
    page = visitor.page
    visitor.goto("/games/zertz")
    page.click("form[action$='/play'] button")  # whoever plays is a guest, and may keep trees
    page.wait_for_url("**/matches/*")
    visitor.goto("/games/zertz")
    page.click("a[href='/analyse']")
    visitor.ready()
    page.locator("#position").fill(f"  {W2}\n")
    page.locator("#position-form .primary").click()
    visitor.ready()
    expect(page.locator("#try-moves option")).to_have_count(2)
    assert page.locator("#board").get_attribute("data-position") == W2
    click(page, "d4")
    click(page, "d6")
    if page.locator('.zertz [data-spot="confirm"]').count():
        click(page, "confirm")
    expect(page.locator("#tree [aria-current]")).to_contain_text("x d4Gd6")
    expect(page.locator(".player[data-seat='0'] .score b")).to_have_text("1" if lang == "en" else "۱")
    page.locator("#try-move").fill("x d5Wd3")
    page.locator("#try-move").press("Enter")
    expect(page.locator("#try-told")).not_to_be_empty()
    page.locator("#try-move").fill("")
    page.locator("#try-end").click()
    expect(page.locator("#try-moves option")).to_have_count(2)
    page.locator("#keep summary").click()
    page.locator("#keep-name").fill("W2")
    page.locator("#keep-form button").click()
    expect(page.locator("#keep-link")).to_be_visible()
    assert visitor.fits()
    assert serious(page) == []
    page.locator("#keep-link").click()
    visitor.ready()
    expect(page.locator("#tree .link")).to_have_count(1)
    page.locator("#tree .link").click()
    expect(page.locator("#tree [aria-current]")).to_contain_text("x d4Gd6")
    page.locator("#position-explore").click()
    page.click("a[href^='/analyse?position=']")
    visitor.ready()
    assert page.locator("#board").get_attribute("data-position") != W2
    assert visitor.complaints == []
