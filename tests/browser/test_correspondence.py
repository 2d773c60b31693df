"""A match over days between two people: English at a desk, Persian on a phone. The test moves the house's clock."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import Visit, Visitor
from tests.browser.days import Days
from tests.live import running_house

MINE = "document.querySelector('#turn').classList.contains('mine')"


@pytest.fixture(scope="module")
def days(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Days]:
    with running_house(tmp_path_factory.mktemp("days")) as running:
        yield Days(running)


@pytest.fixture(scope="module")
def house(days: Days) -> str:
    """Of this module's own: nobody else's clock is moved."""
    return days.house.url


LOOKS: dict[str, dict[str, Any]] = {"en": {}, "fa": {"lang": "fa", "width": 390, "dark": True}}


REMINDERS = {"en": "Time is running out", "fa": "وقت رو به پایان است"}


@dataclass(frozen=True, slots=True)
class Pair:
    """Two people at a running match, at a desk in English and on a phone in Persian: `first` is asked."""

    first: Visitor
    second: Visitor
    match: str
    account: str  # of the first
    language: str


@pytest.fixture(params=["en", "fa"])
def pair(request: pytest.FixtureRequest, days: Days, visit: Visit) -> Pair:
    """The language is that of whoever is asked first: each does and answers everything once."""
    return seated(days, visit, request.param)


def seated(days: Days, visit: Visit, language: str, **clock: object) -> Pair:
    languages = ("en", "fa") if language == "en" else ("fa", "en")
    seats, match = days.open_match(languages, "three-days", **clock)
    first, second = (visit(**LOOKS[look], state=seat.state) for look, seat in zip(languages, seats, strict=True))
    for visitor in (first, second):
        visitor.goto(f"/matches/{match}")
        visitor.ready()
    await_turn(first.page)
    return Pair(first, second, match, seats[0].account, language)


def await_turn(page: Page) -> None:
    page.wait_for_function(f"() => {MINE}")


def play(page: Page, text: str = "") -> str:
    """By the move line: the move, or some that is listed."""
    await_turn(page)
    text = text or page.locator("#moves option").first.get_attribute("value") or ""
    lines_before = page.locator("#log li").count()
    page.fill("#move", text)
    page.press("#move", "Enter")
    page.wait_for_function("before => document.querySelectorAll('#log li').length > before", arg=lines_before)
    return text


def offer(page: Page, kind: str) -> None:
    page.evaluate("document.querySelector('#offers').open = true")
    page.click(f"[data-offer={kind}]")


def answer(page: Page, number: int) -> None:
    """1 accepts, 2 declines."""
    page.click(f".ask button:nth-of-type({number})")


def test_a_clock_of_ones_own_is_written_with_persian_digits(visit: Visit):
    bea = visit(lang="fa", width=390)
    bea.goto("/games/zertz")
    bea.page.select_option("#clock", "own")
    expect(bea.page.locator("#own_time")).to_have_value("۳")
    bea.page.select_option("#own_kind", "per_move")
    expect(bea.page.locator("label[for=own_time]")).to_have_text("زمان هر نوبت")
    expect(bea.page.locator("#own_more")).to_be_hidden()
    bea.page.fill("#own_time", "۱۲")
    bea.page.click("#open-form button.primary")
    bea.page.wait_for_url(re.compile("/tables/"))
    clock = bea.page.evaluate(
        "fetch(location.pathname.replace('/tables', '/api/tables')).then(answer => answer.json())"
    )
    assert clock["clock"] == {"kind": "per_move", "ms": 12 * 86_400_000}


def test_a_match_over_days_has_a_pause_a_vacation_and_moves_taken_back(pair: Pair, days: Days):
    pause_for_days(pair.first, pair.second, days)
    go_on_vacation(pair.second, pair.first)
    take_back(pair.first, pair.second)


def pause_for_days(first: Visitor, second: Visitor, days: Days) -> None:
    """Ten days of an agreed pause cost nothing; afterwards the second is asked."""
    offer(first.page, "pause")
    answer(second.page, 1)
    for visitor in (first, second):
        expect(visitor.page.locator("#pause")).to_be_visible()
        expect(visitor.page.locator("#clock")).to_have_text(re.compile("^(paused by agreement|ایستاده با توافق)$"))
    days.skip_hours(hours=24 * 10)
    second.page.click("#pause-end")
    for visitor in (first, second):
        expect(visitor.page.locator("#pause")).to_be_hidden()
    play(first.page)
    await_turn(second.page)
    for visitor in (first, second):
        visitor.page.click("#arithmetic summary")
        row = visitor.page.locator(".sums tbody tr").first
        expect(row.locator("td").nth(4)).to_have_text(re.compile("^(10d|۱۰ روز) "))
        expect(row.locator("td").nth(5)).to_have_text(re.compile("^(00|۰۰):"))
        assert visitor.page.eval_on_selector("#arithmetic-rows", "all => all.scrollWidth <= all.clientWidth")
        assert visitor.fits()


def go_on_vacation(away: Visitor, other: Visitor) -> None:
    """The clock stands, one may move, and it goes on until it is ended."""
    match = away.page.url
    away.goto("/me")
    away.page.click("#vacation button")
    expect(away.page.locator("#vacation")).to_contain_text(re.compile("You are on vacation|در مرخصی هستید"))
    away.page.goto(match)
    away.ready()
    expect(away.page.locator("#vacation")).to_be_visible()
    expect(other.page.locator("#log")).to_contain_text(re.compile("went on vacation|به مرخصی رفت"))
    play(away.page)
    await_turn(other.page)
    away.goto("/me")
    away.page.click("#vacation button")
    expect(away.page.locator("#vacation")).to_contain_text(re.compile("You are not on vacation|در مرخصی نیستید"))
    away.page.goto(match)
    away.ready()


def take_back(first: Visitor, second: Visitor) -> None:
    """One undo is granted; where another person has moved since, the page says that none is allowed."""
    play(first.page)
    await_turn(second.page)
    offer(first.page, "undo")
    expect(first.page.locator("#offer-kinds")).to_contain_text(re.compile("offer is still open|پیشنهاد شما هنوز باز"))
    answer(second.page, 1)
    await_turn(first.page)
    play(first.page)
    play(second.page)
    await_turn(first.page)
    first.page.evaluate("document.querySelector('#offers').open = true")
    expect(first.page.locator("#offer-kinds li").nth(1)).to_have_text(re.compile("Taking back: only|پس گرفتن: تنها"))
    assert first.page.locator("[data-offer=undo]").count() == 0


def pick_in_plan(page: Page, chance: random.Random) -> None:
    """One whole move on the private board, by clicks."""
    lit = "dialog.plan .zertz [data-spot].lit:not([data-spot=back])"
    line = page.text_content("dialog.plan .line-now")
    for _ in range(12):
        page.wait_for_selector(lit)
        spots = page.eval_on_selector_all(lit, "all => all.map(element => element.dataset.spot)")
        page.locator(f'dialog.plan .zertz [data-spot="{chance.choice(spots)}"]').click()
        page.wait_for_timeout(150)
        if page.text_content("dialog.plan .line-now") != line:
            return
    raise AssertionError("no move came about")


def plan(page: Page, plies: int, seed: int) -> list[str]:
    """Leave a plan of one line, played ahead on the board; its moves."""
    page.evaluate("document.querySelector('#plan').open = true")
    page.click("[data-plan=open]")
    chance = random.Random(seed)
    for _ in range(plies):
        pick_in_plan(page, chance)
    page.click("[data-plan=plan_save]")
    page.wait_for_selector("dialog.plan", state="detached")
    line = page.locator("#plan-state ol li").first
    return re.sub("[\u2066-\u2069]", "", line.text_content() or "").split(" · ")


def test_a_plan_fires_twice_and_another_breaks(pair: Pair):
    first, second = pair.first, pair.second
    line = plan(second.page, 4, seed=5)
    assert len(line) == 4
    expect(first.page.locator("#log")).to_contain_text(re.compile("left a plan|نقشه‌ای گذاشت"))
    play(first.page, line[0])
    await_turn(first.page)
    play(first.page, line[2])
    await_turn(first.page)
    fired = second.page.locator("#log li", has_text=re.compile("Your plan answers|نقشهٔ شما پاسخ می‌دهد"))
    expect(fired).to_have_count(2)
    play(first.page)
    expect(second.page.locator("#log")).to_contain_text(re.compile("played to its last move|تا آخرین حرکتش"))
    play(second.page)
    await_turn(first.page)
    planned = plan(second.page, 2, seed=8)
    other = first.page.eval_on_selector_all("#moves option", "all => all.map(element => element.value)")
    play(first.page, next(text for text in other if text != planned[0]))
    expect(second.page.locator("#log")).to_contain_text(re.compile("on none of its lines|در هیچ‌یک از شاخه‌هایش"))
    await_turn(second.page)
    assert second.fits()


def test_a_seat_that_a_bot_takes_over_is_shown_at_once_and_can_be_taken_back(days: Days, visit: Visit):
    pair = seated(days, visit, "fa", on_timeout="bot", substitute="random")
    away, other = pair.first, pair.second
    play(away.page)
    play(other.page)
    await_turn(away.page)
    days.skip_hours(hours=24 * 5)
    expect(other.page.locator("#log")).to_contain_text("A bot took over the absent seat.")
    expect(other.page.locator("#players .player").first).to_contain_text("computer")
    expect(other.page.locator("#players .player .who").first).not_to_have_text("Ann")
    expect(away.page.locator("#away")).to_be_visible()
    await_turn(other.page)  # nobody comes back while the bot's move waits
    away.page.click("#come-back")
    expect(other.page.locator("#log")).to_contain_text("came back")
    expect(other.page.locator("#players .player .who").first).to_have_text("Ann")
    expect(away.page.locator("#away")).to_have_count(0)
    assert away.fits()


def test_the_link_of_a_reminder_lands_on_the_board(pair: Pair, days: Days):
    first = pair.first
    days.give_mail(pair.account, "somebody@example.org")
    first.page.goto("about:blank")  # who has the board in front of their eyes gets no reminder
    days.skip_hours(hours=44)  # of 72: past the half
    link = days.link_of_reminder(pair.match, REMINDERS[pair.language])
    first.page.goto(re.sub("^https?://[^/]+", first.house, link))
    first.ready()
    await_turn(first.page)
    expect(first.page.locator(".zertz [data-spot].lit").first).to_be_visible()


def test_next_leads_from_one_match_that_asks_to_the_other(browser: Browser, visit: Visit):
    person = visit()
    for _ in range(2):
        person.goto("/games/zertz")
        person.page.select_option("#level", "random")
        person.page.click("form[action$='/play'] button")
        person.page.wait_for_url(re.compile("/matches/"))
        person.ready()
        await_turn(person.page)
    second = person.page.url
    person.goto("/me")
    expect(person.page.locator(".mini.drawn .zertz")).to_have_count(2)
    person.page.goto(second)
    person.ready()
    await_turn(person.page)
    person.page.locator("body").press("n")
    person.page.wait_for_url(lambda url: "/matches/" in url and url != second)
    other = person.tab()
    other.goto(person.house + "/me")
    leads = [page.evaluate("document.documentElement.dataset.line ?? ''") for page in (person.page, other)]
    assert leads == ["leads", ""]
