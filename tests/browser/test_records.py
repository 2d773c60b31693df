"""Somebody brings plays of their own, sees what became of them, and looks at the film of what was brought."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Visitor
from tests.services.records.boardspace import LINES

Visit = Callable[..., Visitor]


@pytest.mark.parametrize("lang", ["en", "fa"])
def test_a_file_is_brought_and_its_film_plays(visit: Visit, tmp_path: Path, lang: str):
    visitor = visit(lang=lang, width=390)
    page = visitor.page
    visitor.goto("/")
    page.click("[data-play=zertz]")  # whoever plays is somebody
    page.wait_for_url(re.compile("/matches/"))
    file = tmp_path / "mine.jsonl"
    file.write_bytes(b"\n".join([*LINES[:2], b"{}"]))
    visitor.goto("/records")
    with page.expect_file_chooser() as chooser:
        page.focus("#import-file")
        page.keyboard.press("Enter")
    chooser.value.set_files(file)
    page.focus("#import button")
    page.keyboard.press("Enter")
    expect(page.locator("#import-refused li")).to_have_count(1)
    expect(page.locator("#import-refused code")).to_contain_text("bad-record")
    two, third = ("2", "3") if lang == "en" else ("۲", "۳")
    expect(page.locator("#import-told")).to_contain_text(two)
    expect(page.locator("#import-refused li")).to_contain_text(third)
    assert visitor.fits()
    visitor.goto("/records?source=mine")
    page.locator(".found tbody a").first.click()
    page.wait_for_url(re.compile("/matches/"))
    visitor.ready()
    expect(page.locator(".moves a[data-seq]").first).to_be_visible()
    moves = page.locator(".moves")
    assert moves.evaluate("list => list.scrollWidth <= list.clientWidth"), "no move stands beside its list"
    assert moves.locator("li").first.evaluate("item => getComputedStyle(item).listStyleType") != "none"
    last = page.locator("#step").get_attribute("max")
    assert last == str(page.locator(".moves a[data-seq]").count())
    page.locator(".moves a[data-seq='3']").click()
    page.wait_for_url(re.compile(r"seq=3\b"))
    expect(page.locator(".moves a[aria-current]")).to_have_attribute("data-seq", "3")
    page.keyboard.press("[")
    expect(page.locator(".moves a[aria-current]")).to_have_attribute("data-seq", "2")
    page.evaluate("document.activeElement.blur()")
    page.keyboard.press("Space")
    expect(page.locator("#play")).to_have_attribute("aria-pressed", "true")
    page.click("#explore-here")
    page.wait_for_url(re.compile("/explore"))
    expect(page.locator("#kept-board svg").first).to_be_visible()
    assert visitor.fits()
    assert visitor.complaints == []
