"""The GLUX board by itself: picking, lines, stacks, rooms, the count, spoken names, figures."""

from __future__ import annotations

import json
import random
import re

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.desk import ROOT, Desk
from tests.browser.glux_hands import at, cells, click, faces, key_to, lit, make_move
from tests.browser.harness import Bare, board_page


def play_out(bare: Bare, touch=click) -> None:
    chance = random.Random(5)
    while not bare.desk.over:
        seq = bare.page.evaluate("window.frame.seq")
        make_move(bare.page, chance, touch)
        bare.page.wait_for_function("seq => window.frame.seq > seq", arg=seq)


@pytest.mark.parametrize(("seats", "count"), [(2, 117), (3, 165), (4, 165)])
@pytest.mark.parametrize("lang", ["en", "fa"])
def test_both_sides_are_drawn_whole_and_fit_a_phone(browser: Browser, seats: int, count: int, lang: str):
    with board_page("glux", seats=seats, plies=30, width=360, lang=lang, browser=browser) as bare:
        assert bare.page.locator(".glux .cell").count() == count
        assert bare.page.locator(".glux .start").count() == seats
        assert bare.page.locator(".glux .wall").count() == (9 if seats == 2 else 11)
        assert not bare.page.evaluate("document.documentElement.scrollWidth > innerWidth")
        assert bare.errors == []


def test_a_whole_match_is_played_by_keyboard_alone_and_counted_out(browser: Browser):
    with board_page("glux", live=True, seed=3, browser=browser) as bare:
        bare.page.keyboard.press("Tab")
        assert bare.page.evaluate("document.activeElement.dataset.spot") == "A1"
        play_out(bare, key_to)
        assert len(bare.sent) == 24
        assert lit(bare.page) == []
        totals = bare.page.locator(".glux .count tfoot td").all_inner_texts()
        assert [int(total) for total in totals] == list(bare.desk.game.scores(bare.desk.state))
        assert "Room 9" in bare.page.locator("#spoken").inner_text()
        assert bare.errors == []


def test_a_face_lights_its_cells_with_the_lines_they_are_counted_along(browser: Browser):
    with board_page("glux", plies=22, browser=browser, live=True) as bare:
        page, targets = bare.page, cells(bare.page)
        assert targets
        assert {move.split("=")[0] for move in bare.desk.frame(0)["moves"]} == set(targets)
        assert page.locator(".glux .lines .line").count() == 0
        face = faces(page)[0]
        click(page, face)
        assert page.locator(".glux .lines .line").count() >= 1
        expect(at(page, face)).to_have_attribute("aria-pressed", "true")
        page.keyboard.press("Escape")
        assert page.locator(".glux .lines .line").count() == 0
        assert bare.sent == []


def test_a_second_click_takes_a_pick_back(browser: Browser):
    with board_page("glux", plies=22, browser=browser, live=True) as bare:
        face, cell = faces(bare.page)[0], cells(bare.page)[0]
        for spot in (face, face, cell, cell):
            click(bare.page, spot)
        assert bare.sent == []
        assert bare.page.locator(".glux .picked").count() == 0


@pytest.mark.parametrize("face_first", [True, False])
def test_face_and_cell_make_a_move_in_either_order(browser: Browser, face_first: bool):
    with board_page("glux", plies=22, browser=browser, live=True) as bare:
        face, cell = faces(bare.page)[1], cells(bare.page)[-1]
        for spot in (face, cell) if face_first else (cell, face):
            click(bare.page, spot)
        bare.page.wait_for_function("() => window.sent.length")
        assert bare.sent == [f"{cell}={face[5:]}"]


def test_the_start_face_is_one_click(browser: Browser):
    with board_page("glux", seats=4, eye=2, live=True, browser=browser) as bare:
        assert cells(bare.page) == []
        face = faces(bare.page)[0]
        click(bare.page, face)
        bare.page.wait_for_function("() => window.sent.length")
        assert bare.sent == [f"S={face[5:]}"]


def test_a_covered_token_shows_at_the_rim_and_is_spoken(browser: Browser):
    with board_page("glux", plies=44, browser=browser) as bare:
        stacks = re.findall(r"\d\d\.\d\d", bare.desk.frame(0)["view"]["position"])
        assert stacks
        assert bare.page.locator(".glux .stack.two .under").count() == len(stacks)
        assert bare.page.locator('.glux .cell[aria-label*="covering"]').count() == len(stacks)


def test_every_cell_says_what_it_is_and_why_it_can_be_taken(browser: Browser):
    with board_page("glux", plies=22, browser=browser, live=True) as bare:
        said = {spot: at(bare.page, spot).get_attribute("aria-label") for spot in cells(bare.page)}
        assert all(label.startswith(f"{spot}, ") and "you can place here" in label for spot, label in said.items())
        assert any("counting" in label for label in said.values())
        assert at(bare.page, "A9").get_attribute("aria-label").startswith("A9, room 7, ")
        assert "start cell of \u2068Mina\u2069" in at(bare.page, "A9").get_attribute("aria-label")


def test_rooms_tell_who_leads_and_by_how_much(browser: Browser):
    with board_page("glux", seats=3, plies=50, browser=browser) as bare:
        for room in bare.desk.frame(0)["view"]["rooms"]:
            card = bare.page.locator(f'.glux [data-card="{room["id"]}"]')
            assert card.locator(".bar-row").count() == sum(pips > 0 for pips in room["pips"])
            most = sorted(room["pips"])
            tag = bare.page.locator(f'.glux .room[data-room="{room["id"]}"] .tag .lead')
            wanted = [] if not most[-1] else ["="] if most[-1] == most[-2] else [f"+{most[-1] - most[-2]}"]
            assert tag.all_text_contents() == wanted


def test_the_rooms_are_counted_out_one_by_one(browser: Browser):
    desk = Desk("glux", seats=2)
    desk.run(47)
    (eye,) = desk.game.to_act(desk.state)
    with board_page("glux", desk=desk, eye=eye, browser=browser, live=True, motion=True) as bare:
        make_move(bare.page, random.Random(1))
        bare.page.wait_for_selector(".glux .count tr.ahead", state="attached")
        bare.page.wait_for_selector(".glux .glow.counting", state="attached")
        bare.page.wait_for_selector(".glux .count.done")
        assert bare.page.locator(".glux .count tr.ahead").count() == 0
        assert bare.errors == []


def test_the_gallery_and_other_seats_see_no_hand(browser: Browser):
    with board_page("glux", seats=4, plies=40, eye=None, browser=browser) as bare:
        assert bare.page.locator(".glux .hand").count() == 0
        assert lit(bare.page) == []
        assert bare.page.locator(".glux .held").count() == 4
        assert bare.page.evaluate("window.frame.view.hand") is None


def test_a_refused_move_is_explained_and_can_be_tried_again(browser: Browser):
    with board_page("glux", plies=22, browser=browser, live=True) as bare:
        face, cell = faces(bare.page)[0], cells(bare.page)[0]
        bare.page.route("**/send", lambda route: route.fulfill(status=422, json={"error": "x", "detail": "G23: full"}))
        click(bare.page, face)
        click(bare.page, cell)
        expect(bare.page.locator(".glux .prompt")).to_have_text("G23: full")
        assert cell in cells(bare.page)


def test_figures_of_the_rules_page_are_drawn_without_anything_to_click(browser: Browser):
    page = (ROOT / "engine/games/glux/rules.en.html").read_text("utf-8")
    views = [json.loads(text) for text in re.findall(r"data-position='([^']*)'", page)]
    with board_page("glux", browser=browser) as bare:
        for frame in views:
            bare.page.evaluate("frame => window.show(frame)", frame)
            assert lit(bare.page) == []
            assert (bare.page.locator(".glux .line").count() > 0) == ("explain" in frame["view"])
        assert bare.errors == []


def test_a_match_that_was_given_up_shows_the_token_that_each_seat_held(browser):
    desk = Desk("glux", seats=2)
    desk.run(24)
    with board_page("glux", desk=desk, eye=None, browser=browser) as bare:
        assert bare.page.locator(".seat .held.open").count() == 0
        over = {"view": desk.game.revealed(desk.state, None), "winners": [0], "reason": "resign", "to_act": []}
        bare.page.evaluate("over => window.show({...window.frame, ...over})", over)
        shown = bare.page.locator(".seat .held.open")
        labels = [shown.nth(seat).get_attribute("aria-label") for seat in (0, 1)]
        assert labels == [f"held the token {hand[0]}/{hand[1]}" for hand in desk.state.hands]
        assert bare.errors == []
