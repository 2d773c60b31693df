"""Entropy from the browser, after the commitment: in the log, on the match page, and said when none was sent."""

from __future__ import annotations

import json
import re

from playwright.sync_api import Page, Route, expect

from tests.browser.conftest import Visit, Visitor
from tests.browser.test_ending import resign, sit_together


def events(visitor: Visitor, match: str) -> list[dict]:
    text = visitor.page.evaluate(f"fetch('/api/matches/{match}/events').then(answer => answer.text())")
    return json.loads(text)["events"]


def match_id(page: Page) -> str:
    return re.search("/matches/([0-9a-f-]+)", page.url).group(1)


def shown(page: Page, seat: int) -> str:
    page.click("#luck summary")
    return page.locator(f"[data-entropy-of='{seat}']").inner_text()


def test_a_match_in_one_click_has_bytes_of_this_browser_after_the_commitment(visit: Visit):
    stranger = visit()
    asked: list[str] = []

    def pass_on(route: Route) -> None:
        """Read on the way: the page goes on at once, and the browser forgets what it was answered."""
        answer = route.fetch()
        asked.append(answer.text())
        route.fulfill(response=answer)

    stranger.page.route("**/api/commitments", pass_on)
    stranger.goto("/")
    stranger.page.click("[data-play=zertz]")
    stranger.page.wait_for_url(re.compile("/matches/"))
    stranger.ready()
    match = match_id(stranger.page)
    opened, *taken = events(stranger, match)[:3]
    (promise,) = map(json.loads, asked)
    assert opened["pub"]["seed_commit"] == promise["seed_commit"]
    assert promise["match"] == match
    mine = next(event["pub"] for event in taken if "account" in event["pub"])
    assert re.fullmatch("[0-9a-f]{64}", mine["entropy"])
    seat = next(index for index in range(2) if stranger.page.locator(f"[data-entropy-of='{index}']").count())
    assert shown(stranger.page, seat) == mine["entropy"]


def test_a_friend_who_sits_down_by_the_link_adds_bytes_too(visit: Visit):
    host, friend = visit(), visit(lang="fa", width=390)
    host.goto("/games/zertz")
    host.page.click("#open-form button.primary")
    host.page.wait_for_url(re.compile("/tables/"))
    friend.goto(host.page.input_value("#link").removeprefix(host.house))
    friend.page.click(".seat.free button")
    host.page.wait_for_url(re.compile("/matches/"))
    friend.page.wait_for_url(re.compile("/matches/"))
    friend.ready()
    given = [event["pub"]["entropy"] for event in events(friend, match_id(host.page)) if event["type"] == "seat.taken"]
    assert len(set(given)) == 2
    assert all(re.fullmatch("[0-9a-f]{64}", entropy) for entropy in given)
    friend.page.click("#luck summary")
    expect(friend.page.locator("#luck [data-entropy-of]")).to_have_count(2)
    assert sorted(friend.page.locator("#luck [data-entropy-of]").all_inner_texts()) == sorted(given)


def taken(visitor: Visitor) -> list[str]:
    log = events(visitor, match_id(visitor.page))
    return [event["pub"]["entropy"] for event in log if event["type"] == "seat.taken" and "account" in event["pub"]]


def test_a_rematch_has_fresh_bytes_of_whoever_offers_and_of_whoever_accepts(visit: Visit):
    host, friend = visit(), visit()
    sit_together(host, friend)
    before, finished = taken(host), match_id(host.page)
    resign(host.page)
    host.page.click("#rematch button")
    host.page.wait_for_url(re.compile("/tables/"))
    friend.page.click("#rematch button")
    for visitor in (host, friend):
        visitor.page.wait_for_url(lambda url: "/matches/" in url and finished not in url)
        visitor.ready()
    after = taken(host)
    assert all(re.fullmatch("[0-9a-f]{64}", entropy) for entropy in after)
    assert len({*before, *after}) == 4
    assert sorted([shown(host.page, 0), host.page.locator("[data-entropy-of='1']").inner_text()]) == sorted(after)


def test_the_next_match_with_the_computer_has_fresh_bytes(visit: Visit):
    visitor = visit()
    visitor.goto("/")
    visitor.page.click("[data-play=zertz]")
    visitor.page.wait_for_url(re.compile("/matches/"))
    visitor.ready()
    before, finished = taken(visitor), match_id(visitor.page)
    resign(visitor.page)
    visitor.page.click("#again button")
    visitor.page.wait_for_url(lambda url: "/matches/" in url and finished not in url)
    visitor.ready()
    (fresh,) = taken(visitor)
    assert re.fullmatch("[0-9a-f]{64}", fresh)
    assert fresh not in before


def test_without_scripts_the_page_says_that_none_was_sent(browser, house):
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(house + "/")
    page.click("[data-play=zertz]")
    page.wait_for_url(re.compile("/matches/"))
    for _ in range(20):
        if page.locator("#luck").count():
            break
        page.wait_for_timeout(300)
        page.reload()
    assert "none was sent" in page.locator("#luck").inner_html()
    context.close()
