"""Analysing a match: mistakes gone through, moves tried out and kept, a fork played on."""

from __future__ import annotations

import random
import re
import time
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Visitor
from tests.browser.test_luck import taken
from tests.browser.test_replay import Seats

Visit = Callable[..., Visitor]


@pytest.fixture(scope="module")
def looked_at(house: str) -> str:
    """A finished match of random moves that the computer has looked at."""
    seats = Seats(house, "potion_explosion")
    seats.play(24, random.Random(4))
    path = seats.end()
    assert seats.lines[0].post(f"{path}/computer", json={}).status_code == 202
    end = time.monotonic() + 90
    while time.monotonic() < end:
        if seats.lines[0].get(f"{path}/computer").json()["status"] == "done":
            return path
        time.sleep(0.1)
    raise AssertionError("the computer does not look at it")


@pytest.fixture(scope="module")
def zertz(house: str) -> str:
    seats = Seats(house, "zertz")
    seats.play(5, random.Random(4))
    return seats.end()


@pytest.mark.parametrize("lang", ["en", "fa"])
def test_mistakes_are_gone_through_by_keyboard_and_the_better_move_is_tried(visit: Visit, looked_at: str, lang: str):
    visitor = visit(lang=lang, width=1280 if lang == "en" else 390)
    page = visitor.page
    visitor.goto(f"{looked_at}/analysis")
    visitor.ready()
    expect(page.locator("#computer-view")).to_be_visible()
    marks = page.locator("#computer-marks button")
    count = marks.count()
    assert count > 1
    seen = []
    for _ in range(2):
        page.keyboard.press("m")
        expect(page.locator("#mistake strong")).to_be_visible()
        expect(page.locator("#looking")).to_be_visible()
        seen.append((page.locator("#mistake").inner_text(), page.evaluate("location.search")))
    assert seen[0] != seen[1]
    page.keyboard.press("Shift+M")
    expect(page.locator("#mistake")).to_have_text(re.compile(re.escape(seen[0][0].split("\n")[0])))
    digits = "[0-9]" if lang == "en" else "[۰-۹]"
    words = "inaccuracy|mistake|blunder" if lang == "en" else "نادقیق|اشتباه بزرگ|اشتباه"
    for text, _ in seen:
        assert re.match(rf"({words}) \(1|({words}) \(۱|({words}) \(2|({words}) \(۲", text), text
        assert len(re.findall(words, text.split(":")[0], re.IGNORECASE)) == 1
    assert re.search(digits + "[%٪]", seen[0][0])
    page.locator("#try-better").click()
    expect(page.locator("#trying")).to_be_visible()
    expect(page.locator("#tree [aria-current]")).to_have_count(1)
    page.keyboard.press("Escape")
    expect(page.locator("#trying")).to_be_hidden()
    page.locator("#mistake-on").click()
    expect(page.locator("#mistake strong")).to_be_visible()
    marks.last.click()
    assert visitor.fits()
    assert visitor.complaints == []


@pytest.mark.parametrize("lang", ["en", "fa"])
def test_luck_that_a_try_draws_is_said_to_be_no_luck_of_the_match(visit: Visit, looked_at: str, lang: str):
    visitor = visit(lang=lang, width=1280 if lang == "en" else 360)
    page = visitor.page
    visitor.goto(f"{looked_at}/analysis?seq=0")
    visitor.ready()
    page.keyboard.press("t")
    expect(page.locator("#trying")).to_be_visible()
    for tries in range(20):
        if page.locator("#try-drawn").is_visible():
            break
        last = page.locator("#try-moves option").last.get_attribute("value") or ""
        page.locator("#try-move").fill(last)
        page.locator("#try-move").press("Enter")
        expect(page.locator("#tree .link")).to_have_count(tries + 1)
    drawn = page.locator("#try-drawn")
    words = ("not of the match", "red|blue|yellow|black") if lang == "en" else ("نه با بخت مسابقه", "سرخ|آبی|زرد|سیاه")
    expect(drawn).to_contain_text(words[0])
    expect(drawn.locator("li")).to_contain_text([re.compile(words[1])])
    expect(page.locator("#spoken")).to_contain_text(re.compile(words[1]))
    assert visitor.fits()
    page.locator("#try-back").click()
    expect(drawn).to_be_hidden()
    assert visitor.complaints == []


def test_moves_are_tried_out_kept_and_seen_by_whoever_has_the_link(visit: Visit, zertz: str):
    visitor = visit()
    page = visitor.page
    visitor.goto(f"{zertz}/analysis")
    visitor.ready()
    page.locator("#computer-ask button").click()  # whoever asks becomes a guest
    expect(page.locator("#computer-told")).not_to_be_empty()
    visitor.goto(f"{zertz}/analysis?seq=0")
    visitor.ready()
    page.keyboard.press("]")
    page.keyboard.press("t")
    for _ in range(2):
        first = page.locator("#try-moves option").first.get_attribute("value")
        page.locator("#try-move").fill(first)
        page.locator("#try-move").press("Enter")
        expect(page.locator("#tree [aria-current]")).to_contain_text(first)
    expect(page.locator("#tree .link")).to_have_count(2)
    page.locator("#try-back").click()
    page.locator("#try-move").fill("nonsense")
    page.locator("#try-move").press("Enter")
    expect(page.locator("#try-told")).not_to_be_empty()
    page.locator("#keep summary").click()
    page.locator("#keep-comment").fill("a first idea")
    page.locator("#keep-name").fill("Mine")
    page.locator("#keep-shared").check()
    page.locator("#keep-form button").click()
    expect(page.locator("#keep-told")).not_to_be_empty()
    link = page.locator("#keep-link").get_attribute("href")
    page.locator("#try-end").click()
    expect(page.locator("#trying")).to_be_hidden()
    other = visit(lang="fa", width=390)
    other.goto(link)
    other.ready()
    expect(other.page.locator("#tree .link")).to_have_count(2)
    expect(other.page.locator("#tree")).to_contain_text("a first idea")
    other.page.locator("#tree .link").last.click()
    expect(other.page.locator("#trying")).to_be_visible()
    assert other.fits()
    assert visitor.complaints == other.complaints == []


@pytest.mark.parametrize("lang", ["en", "fa"])
def test_a_fork_is_played_on(visit: Visit, zertz: str, lang: str):
    visitor = visit(lang=lang)
    page = visitor.page
    visitor.goto(f"{zertz}/analysis?seq=0")
    visitor.ready()
    page.keyboard.press("]")
    page.keyboard.press("]")
    position = page.locator("#fork-seq").input_value()
    assert int(position) > 0
    page.locator("#fork-form select[name=rival]").select_option("random")
    page.locator("#fork-form button").focus()
    page.keyboard.press("Enter")
    page.wait_for_url("**/matches/*")
    visitor.ready()
    (entropy,) = taken(visitor)
    assert re.fullmatch("[0-9a-f]{64}", entropy), "made by this browser"
    expect(page.locator("#move")).to_be_enabled()
    first = page.locator("#moves option").first.get_attribute("value") or ""
    page.locator("#move").fill(first)
    page.locator("#move").press("Enter")
    expect(page.locator("#log li")).not_to_have_count(0)
    expect(page.locator("#move")).to_be_enabled()
    assert visitor.complaints == []
