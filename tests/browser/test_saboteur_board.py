"""Saboteur's board by itself: picking, turning, discarding, the overlay, secrets, spoken names, figures."""

from __future__ import annotations

import random

import pytest
from playwright.sync_api import Browser, expect

from engine.games.saboteur_duel import GAME
from tests.browser.finger import tap
from tests.browser.harness import Bare, board_page
from tests.browser.saboteur_hands import at, cards, cells, click, hand, lit, make_move, press


def play_round(bare: Bare, touch=click) -> None:
    chance = random.Random(4)
    while not bare.desk.over and bare.desk.state.round == 1:
        seq = bare.page.evaluate("window.frame.seq")
        make_move(bare.page, chance, touch)
        bare.page.wait_for_function("seq => window.frame.seq > seq", arg=seq)


@pytest.mark.parametrize("lang", ["en", "fa"])
@pytest.mark.parametrize(("seats", "width"), [(1, 360), (2, 360), (2, 1440)])
def test_the_map_fits_the_window(browser: Browser, lang: str, seats: int, width: int):
    with board_page("saboteur_duel", seats=seats, plies=40, width=width, lang=lang, browser=browser) as bare:
        assert not bare.page.evaluate("document.documentElement.scrollWidth > innerWidth")
        assert bare.page.locator(".sab .goal-back, .sab .rock.goal").count() >= 6
        assert bare.errors == []


def test_a_round_is_played_by_clicks_against_greedy(browser: Browser):
    with board_page("saboteur_duel", seats=2, live=True, rival="greedy", browser=browser) as bare:
        play_round(bare)
        assert bare.desk.state.ledger
        assert bare.page.locator(".sab .ledger li").count() == 1
        assert bare.errors == []


def test_a_round_alone_is_played_by_keyboard(browser: Browser):
    with board_page("saboteur_duel", seats=1, live=True, seed=3, browser=browser) as bare:
        bare.page.keyboard.press("Tab")
        play_round(bare, press)
        assert bare.desk.state.ledger
        assert bare.errors == []


def test_a_card_lights_its_cells_and_a_second_click_turns_it(browser: Browser):
    with board_page("saboteur_duel", seats=2, browser=browser, seed=11) as bare:
        page, moves = bare.page, bare.desk.frame(0)["moves"]
        places: dict[str, dict[str, int]] = {}
        for move in moves:
            if move.startswith("P:"):
                card, cell = move[2:].rsplit(":", 1)[0].split("@")
                places.setdefault(card, {}).setdefault(cell, 0)
                places[card][cell] += 1
        card = next(card for card, lit_cells in places.items())
        click(page, f"h{hand(page).index(card)}")
        assert {spot[1:] for spot in cells(page)} == set(places[card])
        cell = max(places[card], key=lambda place: places[card][place])
        click(page, f"c{cell}")
        first = page.locator(".sab .ghost-card").inner_html()
        click(page, f"c{cell}")
        if places[card][cell] == 2:
            assert page.locator(".sab .ghost-card").inner_html() != first
        else:
            expect(page.locator(".sab .ghost-card")).to_have_count(0)
        page.keyboard.press("Escape")
        page.keyboard.press("Escape")
        assert cells(page) == []
        assert bare.sent == []


def test_two_cards_are_marked_and_discarded(browser: Browser):
    with board_page("saboteur_duel", seats=2, browser=browser, seed=2) as bare:
        held = hand(bare.page)
        for spot in ("discard", "h0", "h3", "burn"):
            click(bare.page, spot)
        assert bare.sent == [f"X:{'+'.join(sorted([held[0], held[3]]))}"]


def test_each_eye_sees_its_own_hand_only_and_a_watcher_none(browser: Browser):
    for eye in (0, 1, None):
        with board_page("saboteur_duel", seats=2, plies=9, seed=6, eye=eye, browser=browser) as bare:
            mine = [] if eye is None else list(bare.desk.state.hands[eye])
            assert hand(bare.page) == mine
            if eye is None:
                assert lit(bare.page) == []


def test_nothing_can_be_picked_when_it_is_not_ones_turn(browser: Browser):
    with board_page("saboteur_duel", seats=2, plies=1, eye=0, browser=browser) as bare:
        assert bare.desk.frame(0)["decision"] is None
        assert cards(bare.page) == []
        tap(at(bare.page, "h0"))
        assert cells(bare.page) == []


def test_what_a_seat_reaches_can_be_shown_in_its_colour(browser: Browser):
    with board_page("saboteur_duel", seats=2, plies=12, eye=0, browser=browser) as bare:
        page = bare.page
        assert page.locator(".sab .reach").count() == 0
        page.locator(".sab .seat.green .overlay").click()
        nodes = GAME.view(bare.desk.state, 0)["reach"][0]
        assert page.locator(".sab .cells .reach.green").count() == len(nodes)
        assert page.locator(".sab .cells .reach.blue").count() == 0


def test_the_map_zooms_by_buttons_and_keys(browser: Browser):
    with board_page("saboteur_duel", seats=2, plies=4, browser=browser) as bare:
        page = bare.page
        width = "Number(document.querySelector('.sab .map > svg').getAttribute('viewBox').split(' ')[2])"
        whole = page.evaluate(width)
        page.locator(".kit-zoom button").first.click()
        assert page.evaluate(width) < whole
        at(page, "c0,-1").focus()
        page.keyboard.press("0")
        assert page.evaluate(width) == whole


def test_cells_are_spoken_with_what_lies_there(browser: Browser):
    with board_page("saboteur_duel", seats=2, plies=0, eye=0, browser=browser) as bare:
        spoken = at(bare.page, "c0,-1").get_attribute("aria-label")
        assert "green start" in spoken
        assert "reached by \u2068Mina\u2069" in spoken
        assert "face down" in at(bare.page, "c5,-2").get_attribute("aria-label")
