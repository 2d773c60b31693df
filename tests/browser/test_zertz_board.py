"""The ZERTZ board by itself: clicks, keys, spoken names, all six boards, figures."""

from __future__ import annotations

import json
import random

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.finger import tap as touch
from tests.browser.harness import Bare, board_page
from tests.browser.zertz_hands import at, click, make_move, press_to, spots


def play_out(bare: Bare, touch=click, most: int = 120) -> None:
    chance = random.Random(5)
    for _ in range(most):
        if bare.desk.over:
            return
        seq = bare.page.evaluate("window.frame.seq")
        make_move(bare.page, chance, touch)
        bare.page.wait_for_function("seq => window.frame.seq > seq", arg=seq)
    raise AssertionError("the match did not end")


@pytest.mark.parametrize("size", [37, 40, 43, 44, 48, 61])
def test_z7_every_board_is_drawn_with_all_its_rings(browser: Browser, size: int):
    with board_page("zertz", options={"board": size}, browser=browser, width=360) as bare:
        assert bare.page.locator(".zertz .cell").count() == size
        assert not bare.page.evaluate("document.documentElement.scrollWidth > innerWidth")
        assert bare.errors == []


def test_a_whole_match_is_played_by_keyboard_alone(browser: Browser):
    with board_page("zertz", live=True, options={"goal": "blitz"}, seed=3, browser=browser) as bare:
        bare.page.keyboard.press("Tab")
        assert bare.page.evaluate("Boolean(document.activeElement.dataset.spot)")
        play_out(bare, press_to)
        assert bare.desk.over
        assert spots(bare.page) == []
        assert bare.errors == []


def test_after_each_click_only_what_can_follow_is_lit(browser: Browser):
    with board_page("zertz", browser=browser) as bare:
        assert sorted(spots(bare.page)) == ["B", "G", "W"]
        click(bare.page, "W")
        assert len(spots(bare.page)) == 37
        click(bare.page, "d4")
        assert len(spots(bare.page)) == 18
        assert "d4" not in spots(bare.page)
        click(bare.page, "d1")
        bare.page.wait_for_function("() => window.sent.length")
        assert bare.sent == ["Wd4,d1"]


def test_a_second_click_and_escape_take_back(browser: Browser):
    with board_page("zertz", browser=browser) as bare:
        click(bare.page, "G")
        click(bare.page, "d4")
        click(bare.page, "d4")
        assert len(spots(bare.page)) == 37
        bare.page.keyboard.press("Escape")
        assert sorted(spots(bare.page)) == ["B", "G", "W"]
        click(bare.page, "G")
        touch(at(bare.page, "B"))
        expect(at(bare.page, "B")).to_have_class("stock  picked")
        click(bare.page, "B")
        assert sorted(spots(bare.page)) == ["B", "G", "W"]
        assert bare.sent == []


def test_z35_in_a_tournament_nothing_is_taken_back(browser: Browser):
    with board_page("zertz", options={"board": 48, "tournament": True}, browser=browser) as bare:
        click(bare.page, "W")
        bare.page.keyboard.press("Escape")
        click(bare.page, "W")
        assert len(spots(bare.page)) == 48


def test_z15_a_chain_is_jumped_click_by_click_and_forced_jumps_are_shown(browser: Browser):
    moves = "Wd4,d1;Ge4,a1;x d4Gf4;We5,g1"
    with board_page("zertz", moves=moves, eye=0, browser=browser) as bare:
        lit = spots(bare.page)
        assert lit
        assert set(lit) <= {text[2:4] for text in bare.page.evaluate("window.frame.moves")}
        assert bare.page.locator(".zertz .hint").count() > 0
        first = lit[0]
        click(bare.page, first)
        chosen = [text for text in bare.page.evaluate("window.frame.moves") if text.startswith(f"x {first}")]
        assert sorted(spots(bare.page)) == sorted({text[5:7] for text in chosen})


def test_every_ring_has_a_spoken_name(browser: Browser):
    with board_page("zertz", moves="Wd4,d1;Gd5,a1", browser=browser) as bare:
        assert at(bare.page, "d4").get_attribute("aria-label") == "d4, white marble, can jump, can be taken"
        names = bare.page.eval_on_selector_all(
            ".zertz [data-spot]", "all => all.map(element => element.ariaLabel ?? element.textContent)"
        )
        assert all(names)
        assert "board." not in json.dumps(names)
        bare.page.keyboard.press("Tab")
        press_to(bare.page, "d4")
        expect(bare.page.locator("#spoken")).to_have_text("Choose where it lands")


def test_persian_names_are_spoken_and_the_board_is_not_mirrored(browser: Browser):
    with board_page("zertz", moves="Wd4,d1", eye=1, lang="fa", width=360, dark=True, browser=browser) as bare:
        assert "سفید" in (at(bare.page, "d4").get_attribute("aria-label") or "")
        left, right = at(bare.page, "a3").bounding_box(), at(bare.page, "g3").bounding_box()
        assert left["x"] < right["x"]
        assert bare.errors == []


def test_nothing_can_be_picked_when_no_question_is_open(browser: Browser):
    with board_page("zertz", moves="Wd4,d1", eye=0, browser=browser) as bare:
        assert spots(bare.page) == []
        touch(at(bare.page, "c3"))
        touch(at(bare.page, "W"))
        assert bare.sent == []


def test_a_figure_shows_the_rings_alone(browser: Browser):
    with board_page("zertz", browser=browser) as bare:
        bare.page.evaluate(
            """async () => {
              const {mount} = await import('/shelf/zertz/board.js');
              const root = document.createElement('div');
              root.id = 'figure';
              document.body.append(root);
              const view = {columns: ['oooo','ooooo','oooooo','oooWGoo','oooooo','ooooo','oooo']};
              mount(root, {frame: {view, decision: null, moves: null}, texts: {}, seats: []});
            }"""
        )
        assert bare.page.locator("#figure .cell").count() == 37
        assert bare.page.locator("#figure .side").is_hidden()
        assert bare.errors == []


def test_a_move_slides_and_no_step_lasts_longer_than_a_quarter_of_a_second(browser: Browser):
    with board_page("zertz", moves="Wd4,d1", eye=0, motion=True, browser=browser) as bare:
        bare.page.evaluate(
            """() => {
              const made = Element.prototype.animate;
              window.lasted = [];
              Element.prototype.animate = function (frames, options) {
                window.lasted.push(options.duration);
                return made.call(this, frames, options);
              };
            }"""
        )
        bare.desk.play(1, "Gd5,a1")
        bare.show()
        bare.desk.play(0, "x d4Gd6")
        bare.show()
        bare.page.wait_for_function("() => window.lasted.length >= 2")
        assert max(bare.page.evaluate("window.lasted")) <= 250
        bare.page.wait_for_function("() => document.querySelectorAll('.zertz .effects > *').length === 0")
        assert bare.errors == []


def test_a_refused_move_is_explained_and_the_board_is_free_again(browser: Browser):
    with board_page("zertz", browser=browser) as bare:
        bare.page.route("**/send", lambda route: route.fulfill(status=422, body='{"error":"x","detail":"Z13: no"}'))
        for spot in ("W", "d4", "d1"):
            click(bare.page, spot)
        expect(bare.page.locator("#spoken")).to_have_text("Z13: no")
        assert sorted(spots(bare.page)) == ["B", "G", "W"]


def tap(bare, spot: str) -> None:
    bare.page.locator(f'.zertz [data-spot="{spot}"]').tap()


def test_on_touch_a_move_is_sent_by_a_second_tap_on_the_same_ring(browser: Browser):
    with board_page("zertz", width=390, browser=browser) as bare:
        for spot in ("W", "d4", "a1"):
            tap(bare, spot)
        expect(bare.page.locator(".zertz .prompt")).to_have_text("Tap the same place again, or confirm.")
        assert bare.sent == []
        tap(bare, "a1")
        bare.page.wait_for_function("() => window.sent.length")
        assert bare.sent == ["Wd4,a1"]


def test_a_tap_elsewhere_changes_a_move_that_waits_and_the_button_sends_it(browser: Browser):
    with board_page("zertz", width=390, browser=browser) as bare:
        for spot in ("W", "d4", "a1", "d1", "confirm"):
            tap(bare, spot)
        bare.page.wait_for_function("() => window.sent.length")
        assert bare.sent == ["Wd4,d1"]


def test_who_wants_no_second_tap_sends_by_the_first(browser: Browser):
    with board_page("zertz", width=390, browser=browser) as bare:
        bare.page.evaluate("window.confirmWish = 'never'")
        for spot in ("W", "d4", "a1"):
            tap(bare, spot)
        bare.page.wait_for_function("() => window.sent.length")


def test_two_moves_that_come_at_once_are_seen_one_after_the_other(browser: Browser):
    with board_page("zertz", moves="Wd4,d1", eye=None, motion=True, browser=browser) as bare:
        bare.page.evaluate(
            """() => { const animate = Element.prototype.animate; window.began = [];
               Element.prototype.animate = function (...given) {
                 began.push(document.querySelectorAll(".zertz .ball").length);
                 return animate.apply(this, given); }; }"""
        )
        frames = []
        for _ in range(2):
            bare.desk.play_any()
            frames.append(bare.desk.frame(None))
        bare.page.evaluate("frames => { for (const frame of frames) window.show(frame); }", frames)
        bare.page.wait_for_function("() => document.getAnimations().length === 0 && began.length >= 3")
        balls = bare.page.evaluate("began")
        assert min(balls) == 2, balls
        assert balls == sorted(balls), "the second move began before the first was seen"
