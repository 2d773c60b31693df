"""A match over days between two people: English at a desk, Persian on a phone. The test moves the house's clock."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator

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


def seated(visit: Visit, clock: str = "three-days") -> tuple[Visitor, Visitor]:
    """Ann at a desk in English and Bea on a phone in Persian, at a match; whoever is asked first comes first."""
    ann, bea = visit(), visit(lang="fa", width=390, dark=True)
    ann.goto("/games/zertz")
    ann.page.select_option("#clock", clock)
    ann.page.click("#open-form button.primary")
    ann.page.wait_for_url(re.compile("/tables/"))
    bea.goto(ann.page.url.removeprefix(ann.house))
    bea.page.click("form[action$='/seat'] button")
    for one in (ann, bea):
        one.page.wait_for_url(re.compile("/matches/"))
        one.ready()
    return (ann, bea) if ann.page.evaluate(MINE) else (bea, ann)


def await_turn(page: Page) -> None:
    page.wait_for_function(f"() => {MINE}")


def play(page: Page, text: str = "") -> str:
    """By the move line: the move, or some that is listed."""
    await_turn(page)
    text = text or page.locator("#moves option").first.get_attribute("value") or ""
    told = page.locator("#log li").count()
    page.fill("#move", text)
    page.press("#move", "Enter")
    page.wait_for_function("told => document.querySelectorAll('#log li').length > told", arg=told)
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
    clock = bea.page.evaluate("fetch(location.pathname.replace('/tables', '/api/tables')).then(one => one.json())")
    assert clock["clock"] == {"kind": "per_move", "ms": 12 * 86_400_000}


def test_an_undo_is_granted_and_another_forbidden_by_the_rules(visit: Visit):
    first, second = seated(visit)
    play(first.page)
    await_turn(second.page)
    offer(first.page, "undo")
    expect(first.page.locator("#offer-kinds")).to_contain_text(re.compile("offer is still open|پیشنهاد شما هنوز باز"))
    expect(first.page.locator("#offer-kinds li:not(:has(button))")).to_have_count(1)
    answer(second.page, 1)
    await_turn(first.page)
    play(first.page)
    play(second.page)
    await_turn(first.page)
    first.page.evaluate("document.querySelector('#offers').open = true")
    expect(first.page.locator("#offer-kinds li").nth(1)).to_have_text(re.compile("Taking back: only|پس گرفتن: تنها"))
    assert first.page.locator("[data-offer=undo]").count() == 0


def test_a_pause_lasts_days_and_costs_nothing(visit: Visit, days: Days):
    first, second = seated(visit)
    offer(first.page, "pause")
    answer(second.page, 1)
    for one in (first, second):
        expect(one.page.locator("#pause")).to_be_visible()
        expect(one.page.locator("#clock")).to_have_text(re.compile("^(paused by agreement|ایستاده با توافق)$"))
    days.pass_by(hours=24 * 10)
    second.page.click("#pause-end")
    for one in (first, second):
        expect(one.page.locator("#pause")).to_be_hidden()
    play(first.page)
    await_turn(second.page)
    first.page.click("#arithmetic summary")
    row = first.page.locator(".sums tbody tr").first
    expect(row.locator("td").nth(4)).to_have_text(re.compile("^(10d|۱۰ روز) "))
    expect(row.locator("td").nth(5)).to_have_text(re.compile("^(00|۰۰):"))
    second.page.click("#arithmetic summary")
    expect(second.page.locator(".sums tbody tr")).to_have_count(1)
    for one in (first, second):
        assert one.page.eval_on_selector("#arithmetic-rows", "all => all.scrollWidth <= all.clientWidth")
        assert one.fits()


def test_a_vacation_makes_the_clock_stand_and_one_may_move(visit: Visit):
    first, second = seated(visit)
    match = first.page.url
    first.goto("/me")
    first.page.click("#vacation button")
    expect(first.page.locator("#vacation")).to_contain_text(re.compile("You are on vacation|در مرخصی هستید"))
    first.page.goto(match)
    first.ready()
    expect(first.page.locator("#vacation")).to_be_visible()
    expect(second.page.locator("#log")).to_contain_text(re.compile("went on vacation|به مرخصی رفت"))
    play(first.page)
    await_turn(second.page)
    first.goto("/me")
    first.page.click("#vacation button")
    expect(first.page.locator("#vacation")).to_contain_text(re.compile("You are not on vacation|در مرخصی نیستید"))


def pick_in_plan(page: Page, chance: random.Random) -> None:
    """One whole move on the private board, by clicks."""
    lit = "dialog.plan .zertz [data-spot].lit:not([data-spot=back])"
    told = page.text_content("dialog.plan .line-now")
    for _ in range(12):
        page.wait_for_selector(lit)
        spots = page.eval_on_selector_all(lit, "all => all.map(one => one.dataset.spot)")
        page.locator(f'dialog.plan .zertz [data-spot="{chance.choice(spots)}"]').click()
        page.wait_for_timeout(150)
        if page.text_content("dialog.plan .line-now") != told:
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


def test_a_plan_fires_twice_and_another_breaks(visit: Visit):
    first, second = seated(visit)
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
    other = first.page.eval_on_selector_all("#moves option", "all => all.map(one => one.value)")
    play(first.page, next(text for text in other if text != planned[0]))
    expect(second.page.locator("#log")).to_contain_text(re.compile("on none of its lines|در هیچ‌یک از شاخه‌هایش"))
    await_turn(second.page)
    assert second.fits()


def test_the_link_of_a_reminder_lands_on_the_board(visit: Visit, days: Days):
    first, _ = seated(visit)
    account = first.page.evaluate(
        """() => { const data = JSON.parse(document.querySelector('#data').textContent);
                   return data.card.seats[data.frame.eye].account; }"""
    )
    days.give_mail(account, "somebody@example.org")
    match = first.page.url
    first.page.goto("about:blank")  # who has the board in front of their eyes gets no reminder
    days.pass_by(hours=44)  # of 72: past the half
    link = days.link_of_mail("")
    assert re.search("/matches/[0-9a-f-]{36}", link)[0] in match
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
