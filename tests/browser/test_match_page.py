"""A match in the house: against the computer, against each other, by clicks, by the move line, with a cut line."""

from __future__ import annotations

import random
import re

from playwright.sync_api import Page, Route, expect

from tests.browser.conftest import Visit, Visitor
from tests.browser.harness import press_persian
from tests.browser.zertz_hands import click, make_move, spots

OVER = "document.querySelector('#end') && !document.querySelector('#end').hidden"
MINE_OR_OVER = f"document.querySelector('#turn').classList.contains('mine') || ({OVER})"


def start_against(visitor: Visitor, bot: str) -> None:
    visitor.goto("/games/zertz")
    visitor.page.select_option("#level", bot)
    visitor.page.click("form[action$='/play'] button")
    visitor.page.wait_for_url(re.compile("/matches/"))
    visitor.ready()


def over(page: Page) -> bool:
    return bool(page.evaluate(OVER))


def await_turn(page: Page) -> None:
    page.wait_for_function(f"() => {MINE_OR_OVER}")
    if not over(page):
        page.wait_for_selector(".zertz [data-spot].lit")


def place(page: Page) -> tuple[float, float, float]:
    """Where the board begins, and how wide it is: a high one is cut while somebody looks back, and scrolls."""
    box = page.locator("#board").bounding_box()
    assert box is not None
    return box["x"], box["y"], box["width"]


def lines(page: Page) -> int:
    return page.locator("#log li").count()


def play_until_over(page: Page, seed: int) -> None:
    chance = random.Random(seed)
    for _ in range(80):
        await_turn(page)
        if over(page):
            return
        lines_before = lines(page)
        make_move(page, chance)
        page.wait_for_function(
            f"before => document.querySelectorAll('#log li').length > before || ({OVER})", arg=lines_before
        )
    raise AssertionError("the match did not end")


LINE_IN_SIGHT = """() => { const list = document.querySelector("#log").getBoundingClientRect();
    const line = document.querySelector("#log a[aria-current]").getBoundingClientRect();
    return line.top >= list.top - 1 && line.bottom <= list.bottom + 1; }"""


def test_a_stranger_plays_a_whole_match_by_clicks_against_greedy(visit: Visit):
    stranger = visit()
    start_against(stranger, "greedy")
    page = stranger.page
    play_until_over(page, 11)
    expect(page.locator("#turn")).to_have_text(re.compile("You (won|lost)|Drawn"))
    expect(page.locator("#end-how")).to_have_text(re.compile("collected|took the whole board|third time|could move"))
    expect(page.locator("#end-scores tbody tr")).to_have_count(4)
    assert spots(page) == []
    expect(page.locator("#moveline")).to_be_hidden()
    assert lines(page) > 6
    page.click("#review")
    page.click("[data-step=on]")
    expect(page.locator("#log a[aria-current]").first).to_be_visible()
    assert page.evaluate(LINE_IN_SIGHT)


def open_table(visitor: Visitor, private: bool = True, clock: str = "") -> str:
    visitor.goto("/games/zertz")
    visitor.page.select_option("#clock", clock)
    visitor.page.select_option("#option_goal", "blitz")
    if private:
        visitor.page.check("input[name=private]")
    visitor.page.click("#open-form button.primary")
    visitor.page.wait_for_url(re.compile("/tables/"))
    return visitor.page.input_value("#link").removeprefix(visitor.house)


def test_two_browsers_play_each_other_to_the_end_and_see_the_same(visit: Visit):
    host, friend = visit(), visit(lang="fa", width=360, dark=True)
    host.run_ahead(minutes=2)
    link = open_table(host, clock="live")
    friend.goto(link)
    friend.page.click("form[action$='/seat'] button")
    for visitor in (host, friend):
        visitor.page.wait_for_url(re.compile("/matches/"))
        visitor.ready()
    expect(host.page.locator("#clock")).to_have_text(re.compile(r"^(10:00|9:5\d)$"))
    expect(friend.page.locator("#clock")).to_have_text(re.compile("^(۱۰:۰۰|۹:۵.)$"))
    chance = random.Random(3)
    for _ in range(90):
        host.page.wait_for_function(f"() => document.querySelectorAll('.player.acting').length === 1 || ({OVER})")
        if over(host.page):
            break
        host_moves = host.page.evaluate("document.querySelector('#turn').classList.contains('mine')")
        mover = host if host_moves else friend
        await_turn(mover.page)
        lines_before = lines(mover.page)
        make_move(mover.page, chance)
        for visitor in (host, friend):  # whoever has not yet seen the move may still think it is their turn
            visitor.page.wait_for_function(
                "before => document.querySelectorAll('#log li').length > before", arg=lines_before
            )
    friend.page.wait_for_function(f"() => {OVER}")
    prints = {visitor.page.text_content("#fingerprint") for visitor in (host, friend)}
    assert len(prints) == 1
    results = {host.page.text_content("#turn").split(".")[0], friend.page.text_content("#turn").split(".")[0]}
    assert results in ({"You won", "شما باختید"}, {"You lost", "شما بردید"}, {"Drawn", "برابر شد"})
    assert friend.fits()


HEAR = """() => { const spoken = document.querySelector("#spoken"); window.heard = [];
          new MutationObserver(() => heard.push(spoken.textContent)).observe(spoken, {childList: true}); }"""
PERSIAN = str.maketrans("0123456789", "۰۱۲۳۴۵۶۷۸۹")


def test_a_move_by_the_move_line_is_announced_and_may_have_persian_digits(visit: Visit):
    expert = visit(lang="fa")
    start_against(expert, "random")
    page = expert.page
    await_turn(page)
    page.evaluate(HEAR)
    sent = expert.hold("**/moves")
    move = page.locator("#moves option").first.get_attribute("value")
    page.focus("#move")
    page.keyboard.insert_text(move.translate(PERSIAN))
    expect(page.locator("#move")).to_have_value(move)
    page.keyboard.press("Enter")
    expect(page.locator("#moveline")).to_have_attribute("aria-busy", "true")
    expect(page.locator("#move-help")).to_contain_text(move)
    sent().continue_()
    page.wait_for_function("() => heard.some((text) => text.includes('گذاشت'))")
    await_turn(page)
    page.wait_for_function("() => heard.some((text) => text.endsWith('نوبت شماست'))")
    expect(page.locator("#moveline")).to_have_attribute("aria-busy", "false")
    assert not page.evaluate("heard.some((text) => text.includes('..') || text.includes('فرستاده شد'))")


def test_a_match_is_played_by_the_move_line_alone(visit: Visit):
    expert = visit()
    start_against(expert, "random")
    page = expert.page
    for _ in range(80):
        await_turn(page)
        if over(page):
            break
        lines_before = lines(page)
        page.focus("#move")
        move = page.locator("#moves option").first.get_attribute("value")
        page.keyboard.type(move)
        page.keyboard.press("Enter")
        page.wait_for_function(
            f"before => document.querySelectorAll('#log li').length > before || ({OVER})", arg=lines_before
        )
    assert over(page)


def test_the_move_line_says_why_a_move_is_refused_in_the_readers_language(visit: Visit):
    for lang, words in (("en", "Z29"), ("fa", "حرکت نیست")):
        visitor = visit(lang=lang)
        start_against(visitor, "random")
        await_turn(visitor.page)
        visitor.page.fill("#move", "nonsense")
        visitor.page.keyboard.press("Enter")
        expect(visitor.page.locator("#problem")).to_contain_text(words)
        expect(visitor.page.locator("#move-told")).to_contain_text(words)
        assert spots(visitor.page) != []


def few_moves(visitor: Visitor, count: int, seed: int = 2) -> None:
    start_against(visitor, "random")
    chance = random.Random(seed)
    for _ in range(count):
        await_turn(visitor.page)
        lines_before = lines(visitor.page)
        make_move(visitor.page, chance)
        visitor.page.wait_for_function(
            "before => document.querySelectorAll('#log li').length > before", arg=lines_before
        )
    await_turn(visitor.page)


def with_scores(route: Route) -> None:
    """Past frames with scores that nobody has now."""
    answer = route.fetch()
    body = answer.json()
    frames = [frame | {"scores": [41, 42]} for frame in body["frames"]]
    route.fulfill(response=answer, json=body | {"frames": frames})


def test_history_steps_back_and_forth_and_a_link_lands_on_the_moment(visit: Visit):
    player, watcher = visit(), visit(lang="fa", width=360)
    few_moves(player, 2)
    page = player.page
    now = page.locator(".zertz .ball").count()
    assert now > 0
    page.reload()  # the start has no news of its own, and is a moment all the same
    player.ready()
    page.fill("#move", "nonsense")
    page.keyboard.press("Enter")
    expect(page.locator("#problem")).to_be_visible()
    page.route("**/frames?*", with_scores)
    page.click("[data-step=first]")
    expect(page.locator("#looking")).to_be_visible()
    expect(page.locator("#problem")).to_be_hidden()
    expect(page.locator(".zertz .ball")).to_have_count(0)
    assert spots(page) == []
    # turn, scores and help are those of the moment that is shown
    expect(page.locator("#turn")).not_to_have_class(re.compile("mine"))
    expect(page.locator("#turn")).to_have_text(re.compile(" to move$"))
    expect(page.locator(".player.acting")).to_have_attribute("data-seat", "0")
    expect(page.locator(".player .score b")).to_have_text(["41", "42"])
    expect(page.locator("#move-help")).to_be_empty()
    page.locator("h1").evaluate("() => document.activeElement.blur()")
    press_persian(page, "چ", "BracketRight")
    expect(page.locator(".zertz .ball")).to_have_count(1)
    page.wait_for_url(re.compile(r"seq=\d+"))
    watcher.goto(page.url.removeprefix(player.house))
    watcher.ready()
    expect(watcher.page.locator(".zertz .ball")).to_have_count(1)
    expect(watcher.page.locator("#looking")).to_be_visible()
    assert watcher.fits()
    expect(watcher.page.locator("#history")).to_be_in_viewport(ratio=1)  # the board is taller than a phone
    stands = place(watcher.page)
    watcher.page.click("#to-now")
    expect(watcher.page.locator("#looking")).to_be_hidden()
    assert place(watcher.page) == stands
    page.click("#to-now")
    expect(page.locator("#looking")).to_be_hidden()
    expect(page.locator("#turn")).to_have_text("Your turn")
    expect(page.locator("#move-help")).not_to_be_empty()
    expect(page.locator(".zertz .table .ball")).to_have_count(now)
    page.wait_for_selector(".zertz [data-spot].lit")


def test_a_cut_connection_is_shown_and_catches_up_by_itself(visit: Visit):
    visitor = visit()
    start_against(visitor, "random")
    page = visitor.page
    await_turn(page)
    match = page.url.split("/matches/")[1].split("?")[0]
    expect(page.locator("#line")).to_have_class("line live")
    second = visitor.tab()
    second.goto(page.url)
    second.wait_for_selector("body[data-ready]")
    await_turn(second)
    visitor.context.set_offline(True)
    expect(page.locator("#cut")).to_be_visible()
    expect(page.locator("#move-told")).to_contain_text("cut")
    visitor.context.set_offline(False)
    expect(page.locator("#cut")).to_be_hidden()
    page.route(f"**/api/matches/{match}/stream*", lambda route: route.abort())
    lines_before = lines(page)
    make_move(second, random.Random(1))
    await_turn(second)
    page.unroute(f"**/api/matches/{match}/stream*")
    page.wait_for_function("before => document.querySelectorAll('#log li').length > before", arg=lines_before)
    page.route("**/frames?*", lambda route: route.abort())
    page.click("[data-step=first]")
    expect(page.locator("#problem")).to_contain_text("did not answer")
    expect(page.locator("#looking")).to_be_hidden()


def test_a_move_that_got_no_answer_is_sent_again_and_counts_once(visit: Visit):
    visitor = visit()
    start_against(visitor, "random")
    page, lost = visitor.page, []

    def swallow(route):
        """The first answer is lost on the way; the house has recorded the move."""
        if lost:
            route.continue_()
        else:
            lost.append(route.fetch().status)
            route.abort()

    await_turn(page)
    page.route("**/moves", swallow)
    lines_before = lines(page)
    make_move(page, random.Random(4))
    page.wait_for_function("before => document.querySelectorAll('#log li').length >= before + 2", arg=lines_before)
    await_turn(page)
    assert lost[0] in (200, 202)
    expect(page.locator("#problem")).to_be_hidden()


def test_resigning_asks_first_and_ends_the_match(visit: Visit):
    visitor = visit(lang="fa")
    start_against(visitor, "random")
    await_turn(visitor.page)
    finished = visitor.page.url
    visitor.page.click("#resign button")
    expect(visitor.page.locator("dialog .button.quiet")).to_be_focused()  # Enter twice does not resign
    visitor.page.click("dialog .button.quiet")
    assert not over(visitor.page)
    visitor.page.click("#resign button")
    visitor.page.click("dialog .button.danger")
    expect(visitor.page.locator("#turn")).to_contain_text("شما باختید")
    visitor.page.click("#again button")
    visitor.page.wait_for_url(lambda url: url != finished)
    visitor.ready()


def test_a_watcher_sees_the_match_and_cannot_move(visit: Visit):
    player, watcher = visit(), visit()
    start_against(player, "random")
    await_turn(player.page)
    watcher.goto(player.page.url.removeprefix(player.house))
    watcher.ready()
    assert spots(watcher.page) == []
    assert watcher.page.locator("#moveline").count() == 0
    lines_before = lines(watcher.page)
    make_move(player.page, random.Random(9))
    watcher.page.wait_for_function("before => document.querySelectorAll('#log li').length > before", arg=lines_before)


def test_a_private_match_is_not_there_for_strangers(visit: Visit):
    host, friend, stranger = visit(), visit(), visit()
    link = open_table(host)
    stranger.goto(link.split("?")[0])
    expect(stranger.page.locator("h1")).to_have_text("There is nothing here")
    friend.goto(link)
    expect(friend.page.locator("form[action$='/seat'] button")).to_be_visible()


def test_without_scripts_the_page_tells_the_position_and_takes_a_move(visit: Visit):
    visitor = visit(scripts=False)
    visitor.goto("/games/zertz")
    visitor.page.select_option("#level", "random")
    visitor.page.click("form[action$='/play'] button")
    for _ in range(40):
        visitor.page.wait_for_timeout(250)
        visitor.page.reload()
        if visitor.page.locator("#move:not([disabled])").count():
            break
    expect(visitor.page.locator("#turn")).to_have_text("Your turn")
    expect(visitor.page.locator(".fallback li").first).to_contain_text("Rings on the board: 3")
    expect(visitor.page.locator(".board-wait")).to_be_hidden()
    lines_before = visitor.page.locator("#log li").count()
    move = visitor.page.locator("#moves option").first.get_attribute("value")
    visitor.page.fill("#move", move)
    visitor.page.click("#moveline button")
    for _ in range(40):
        if visitor.page.locator("#log li").count() > lines_before:
            break
        visitor.page.wait_for_timeout(250)
        visitor.page.reload()
    assert visitor.page.locator("#log li").count() > lines_before


def test_the_position_and_the_news_are_spoken(visit: Visit):
    visitor = visit()
    start_against(visitor, "random")
    await_turn(visitor.page)
    make_move(visitor.page, random.Random(6))
    expect(visitor.page.locator("#spoken")).to_contain_text("Your turn")


def test_two_visitors_click_at_the_same_time_on_one_free_seat(visit: Visit):
    host, first, second = visit(), visit(), visit(scripts=False)
    link = open_table(host)
    for visitor in (first, second):
        visitor.goto(link)
    first.page.click("form[action$='/seat'] button")
    second.page.click("form[action$='/seat'] button")
    first.page.wait_for_url(re.compile("/matches/"))
    first.ready()
    second.goto(link)
    second.page.wait_for_url(re.compile("/matches/"))
    assert second.page.locator("#moveline").count() == 0
    assert first.page.locator("#moveline").count() == 1


def test_the_touch_of_a_phone_is_enough(visit: Visit):
    visitor = visit(width=360)
    start_against(visitor, "random")
    await_turn(visitor.page)
    lines_before = lines(visitor.page)
    make_move(visitor.page, random.Random(8), click)
    visitor.page.wait_for_function("before => document.querySelectorAll('#log li').length > before", arg=lines_before)
    assert visitor.fits()
