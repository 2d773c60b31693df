"""GLUX in the house: a match by clicks against greedy, and one with three bots that a gallery watches."""

from __future__ import annotations

import json
import random
import re
import time
import urllib.request
from typing import Any

from playwright.sync_api import Page, expect

from tests.browser.conftest import Visit, Visitor
from tests.browser.glux_hands import lit, make_move

OVER = "#end:not([hidden])"
# Keeps every frame that comes in by the stream, and notes whether a hand was ever drawn.
LISTEN = """
  window.heard = [];
  const Source = window.EventSource;
  window.EventSource = class extends Source {
    constructor(...given) {
      super(...given);
      this.addEventListener('frame', (event) => window.heard.push(event.data));
    }
  };
"""


def start_against(visitor: Visitor, bot: str) -> None:
    visitor.goto("/games/glux")
    visitor.page.select_option("#level", bot)
    visitor.page.click("form[action$='/play'] button")
    visitor.page.wait_for_url(re.compile("/matches/"))
    visitor.ready()


def over(page: Page) -> bool:
    return page.locator(OVER).count() > 0


def test_a_stranger_plays_a_whole_match_by_clicks_against_greedy(visit: Visit):
    stranger = visit()
    start_against(stranger, "greedy")
    page, chance = stranger.page, random.Random(2)
    for _ in range(30):
        page.wait_for_selector(f".glux [data-spot].lit, {OVER}", state="attached")
        if over(page):
            break
        seen = page.locator("#log li").count()
        make_move(page, chance)
        expect(page.locator("#log li")).not_to_have_count(seen)
    assert over(page)
    assert lit(page) == []
    expect(page.locator("#turn")).to_have_text(re.compile("You (won|lost)|Drawn"))
    scores = [int(text) for text in page.locator("#players b").all_inner_texts()]
    assert [int(text) for text in page.locator(".glux .count tfoot td").all_inner_texts()] == scores


class Caller:
    """A seat that plays by the API, as a program would."""

    def __init__(self, house: str) -> None:
        self.house, self.token = house, ""
        self.token = self.call("POST", "/api/guests", {"name": "Parvin"})["token"]

    def call(self, method: str, path: str, body: Any = None) -> Any:
        head = {"Content-Type": "application/json", "Prefer": "wait=5"}
        if self.token:
            head["Authorization"] = f"Bearer {self.token}"
        data = None if body is None else json.dumps(body).encode()
        asked = urllib.request.Request(self.house + path, data, head, method=method)
        with urllib.request.urlopen(asked, timeout=30) as answer:
            return json.load(answer)

    def play_out(self, match: str) -> list[str]:
        """Random moves to the end; the types that were in this seat's hand, in order."""
        held, chance, number = [], random.Random(9), 0
        end = time.monotonic() + 300
        while time.monotonic() < end:
            frame = self.call("GET", f"/api/matches/{match}/frame")
            if frame["winners"] is not None:
                return held
            if frame["decision"] is None:
                time.sleep(0.03)
                continue
            held.append(frame["view"]["hand"])
            number += 1
            form = {"decision": frame["decision"], "move": chance.choice(frame["moves"])}
            command = f"00000000-0000-4000-8000-{number:012d}"
            self.call("POST", f"/api/matches/{match}/moves", form | {"command_id": command})
        raise AssertionError("the match did not end")


def test_a_gallery_watches_three_bots_and_a_friend_and_never_sees_a_hand(visit: Visit, house: str):
    friend = Caller(house)
    table = {"game": "glux", "seats": 4, "bots": {"1": "greedy", "2": "random", "3": "greedy"}}
    match = friend.call("POST", "/api/tables", table)["id"]
    watcher = visit(lang="fa", width=360, dark=True)
    watcher.page.add_init_script(LISTEN)
    watcher.goto(f"/matches/{match}")
    watcher.ready()
    assert watcher.fits()
    held = friend.play_out(match)
    assert len(held) == 24
    watcher.page.wait_for_selector(".glux .count")
    frames = [json.loads(text) for text in watcher.page.evaluate("window.heard")]
    assert len(frames) > 20
    for frame in frames:
        assert frame["eye"] is None
        assert frame["view"]["hand"] is None
        assert frame["decision"] is None
        assert frame["moves"] is None
    assert watcher.page.locator(".glux .hand").count() == 0
    assert lit(watcher.page) == []
