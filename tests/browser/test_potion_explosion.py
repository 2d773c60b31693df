"""The board of Potion Explosion: whole matches by clicks and by keys, previews, explosions, figures."""

from __future__ import annotations

import json
import random
import re
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from engine.games.potion_explosion.rules.dispenser import certain
from tests.browser.conftest import Visit
from tests.browser.desk import ROOT, Desk
from tests.browser.finger import tap
from tests.browser.harness import Bare, board_page
from tests.browser.potion_hands import at, click, press, spots, steps, touch_all

KEY = "potion_explosion"


def chosen(desk: Desk, bot: str = "greedy") -> str:
    """What a bot would do in the seat to act."""
    (seat,) = desk.game.to_act(desk.state)
    view = desk.game.view(desk.state, seat)
    return desk.game.bots[bot].choose(desk.game, view, seat, 1, bytes([len(desk.made) % 256])).move


def played(plies: int, seed: int = 5, seats: int = 2, **options: Any) -> Desk:
    """A match of greedy bots, so far."""
    desk = Desk(KEY, seats=seats, seed=seed, options=options)
    for _ in range(plies):
        (seat,) = desk.game.to_act(desk.state)
        desk.play_bot(seat, "greedy")
    return desk


def until(wanted: str, seed: int = 5, most: int = 400, bot: str = "greedy", **options: Any) -> Desk:
    """A match up to a position in which the seat to act has such a move."""
    desk = Desk(KEY, seed=seed, options=options)
    for _ in range(most):
        (seat,) = desk.game.to_act(desk.state)
        if any(re.fullmatch(wanted, move) for move in desk.game.legal_texts(desk.state, seat)):
            return desk
        desk.play_bot(seat, bot)
        if desk.over:
            break
    raise AssertionError(f"no {wanted} came up")


def play_out(bare: Bare, touch: Any = click) -> None:
    for _ in range(250):
        if bare.desk.over:
            return
        move, seq = chosen(bare.desk), bare.page.evaluate("window.frame.seq")
        touch_all(bare.page, bare.desk.frame(bare.eye), move, touch)
        bare.page.wait_for_function("seq => window.frame.seq > seq", arg=seq)
        assert bare.sent[-1] == move
    raise AssertionError("the match did not end")


def test_a_whole_match_is_played_by_keyboard_alone(browser: Browser):
    with board_page(KEY, live=True, rival="greedy", options={"countdown": 1}, seed=9, browser=browser) as bare:
        bare.page.keyboard.press("Tab")
        play_out(bare, press)
        assert bare.desk.over
        assert bare.errors == []


@pytest.mark.parametrize(
    ("wanted", "options"),
    [
        (r"DM.*", {}),
        (r"DA\d\d+", {}),
        (r"DL\d", {}),
        (r"DJ", {}),
        (r"DSW.*", {}),
        (r"DU.*x3", {"excluded": "LS"}),
        (r"DF\d\.\d\d", {"excluded": "LS"}),
        (r"P.[1-9]-[1-9]", {}),
        (r"P.1-0", {}),
        (r"Q..", {}),
        (r"E:...", {}),
        (r"N\d", {}),
    ],
)
def test_every_class_of_moves_can_be_made_by_clicks(browser: Browser, wanted: str, options: dict[str, Any]):
    for seed in range(5, 60):
        try:
            desk = until(wanted, seed=seed, bot="random" if wanted[0] in "DP" else "greedy", **options)
            break
        except AssertionError:
            continue
    (seat,) = desk.game.to_act(desk.state)
    move = next(text for text in desk.game.legal_texts(desk.state, seat) if re.fullmatch(wanted, text))
    with board_page(KEY, desk=desk, eye=seat, browser=browser) as bare:
        touch_all(bare.page, desk.frame(seat), move)
        bare.page.wait_for_function("() => window.sent.length")
        assert bare.sent == [move]
        assert bare.errors == []


def test_the_regular_pick_is_ready_and_the_ninth_marble_is_out_of_reach(browser: Browser):
    desk = played(4)
    with board_page(KEY, desk=desk, eye=0, browser=browser) as bare:
        assert "m1.8" in spots(bare.page)
        assert "m1.9" not in spots(bare.page)
        assert "half hidden" in at(bare.page, "m1.9").get_attribute("aria-label")
        assert bare.page.locator(".potion .ball-at").count() == 45


def test_hovering_and_focusing_preview_what_explodes_for_certain(browser: Browser):
    desk = played(4)
    track, place = next(
        (t, p)
        for t, row in enumerate(desk.state.tracks)
        for p in range(2, 9)
        if p < 9 and row[p - 2] == row[p] and row[p - 2] != row[p - 1]
    )
    with board_page(KEY, desk=desk, eye=0, browser=browser) as bare:
        spot = f"m{track + 1}.{place}"
        at(bare.page, spot).hover()
        assert bare.page.locator(".potion .preview .first").count() == 1
        assert bare.page.locator(".potion .preview .boom").count() >= 2
        assert "wins" in at(bare.page, spot).get_attribute("aria-label")
        click(bare.page, "class:H")
        at(bare.page, spot).hover()
        assert bare.page.locator(".potion .preview .boom").count() == 0


def test_escape_and_a_second_click_take_back(browser: Browser):
    for seed in range(5, 60):
        try:
            desk = until(r"DM.*", seed=seed, bot="random")
            break
        except AssertionError:
            continue
    (seat,) = desk.game.to_act(desk.state)
    move = next(text for text in desk.game.legal_texts(desk.state, seat) if text.startswith("DM"))
    with board_page(KEY, desk=desk, eye=seat, browser=browser) as bare:
        button, first, second = steps(desk.frame(seat), move)
        click(bare.page, button)
        click(bare.page, first)
        assert second in spots(bare.page)
        click(bare.page, first)
        assert bare.page.locator(".potion .ball-at.picked").count() == 0
        click(bare.page, first)
        bare.page.keyboard.press("Escape")
        assert bare.page.locator(".potion .ball-at.picked").count() == 0
        assert bare.sent == []


def test_a_board_without_a_decision_cannot_be_clicked(browser: Browser):
    with board_page(KEY, desk=played(4), eye=None, browser=browser) as bare:
        assert spots(bare.page) == []
        tap(at(bare.page, "m1.1"))
        assert bare.sent == []


def test_explosions_play_one_after_another_and_leave_the_new_position(browser: Browser):
    desk = played(4)
    with board_page(KEY, desk=desk, eye=0, live=True, rival="greedy", motion=True, browser=browser) as bare:
        for _ in range(4):
            if desk.over:
                break
            seq = bare.page.evaluate("window.frame.seq")
            touch_all(bare.page, desk.frame(0), chosen(desk))
            bare.page.wait_for_function("seq => window.frame.seq > seq", arg=seq)
            bare.page.wait_for_selector(".potion [data-spot].lit", timeout=15_000)
        rows = bare.page.eval_on_selector_all(
            ".potion .ball-at text", "all => all.map(element => element.textContent).join('')"
        )
        assert rows == "".join(desk.state.tracks)
        assert bare.errors == []


@pytest.mark.parametrize("lang", ["en", "fa"])
def test_four_seats_fit_a_phone_with_the_own_desk_first_and_the_others_folded(browser: Browser, lang: str):
    desk = played(40, seats=4)
    with board_page(KEY, desk=desk, eye=2, width=360, lang=lang, browser=browser) as bare:
        assert not bare.page.evaluate("document.documentElement.scrollWidth > innerWidth")
        assert bare.page.locator(".potion .desk").first.get_attribute("data-seat") == "2"
        assert bare.page.locator(".potion details.desk").count() == 3
        assert bare.page.locator(".potion details.desk[open]").count() == 0
        bare.page.locator(".potion details.desk summary").first.click()
        assert bare.page.locator(".potion details.desk[open]").count() == 1
        assert bare.errors == []


@pytest.mark.parametrize("lang", ["en", "fa"])
def test_every_figure_of_the_rules_is_drawn(browser: Browser, lang: str):
    page = (ROOT / "engine/games" / KEY / f"rules.{lang}.html").read_text("utf-8")
    figures = [json.loads(text) for text in re.findall(r"data-position='([^']+)'", page)]
    with board_page(KEY, browser=browser, lang=lang) as bare:
        for figure in figures:
            drawn = bare.page.evaluate(
                """async ([figure, lang]) => {
                  const {mount} = await import("/shelf/potion_explosion/board.js");
                  const texts = await (await fetch(`/shelf/potion_explosion/texts/${lang}.json`)).json();
                  const root = document.createElement("div");
                  document.body.append(root);
                  mount(root, {frame: {decision: null, moves: null, ...figure}, texts, lang, send() {}, announce() {}});
                  return root.querySelectorAll(".ball-at, .tile").length;
                }""",
                [figure, lang],
            )
            assert drawn > 0
        assert bare.errors == []


OVER = "document.querySelector('#end') && !document.querySelector('#end').hidden"
SETTLED = f"""() => document.querySelector(".potion:not(.waiting)")
  && (document.querySelector(".potion [data-spot].lit") || ({OVER}))"""


def next_click(page: Page, chance: random.Random) -> str:
    """What a beginner would click: the pick, the marbles that wait, then the end of the turn."""
    lit = spots(page)
    options = [spot for spot in lit if spot.startswith("option:")]
    things = [spot for spot in lit if not spot.startswith(("class:", "option:")) and spot not in ("back", "done")]
    buttons = [spot for spot in lit if spot.startswith("class:")]
    armed = page.locator(".potion .armed").count() > 0
    if options or "done" in lit:
        return (options or ["done"])[0]
    if things and (armed or not buttons):
        return chance.choice(things)
    return next(spot for spot in ("class:T", "class:place", "class:E") if spot in buttons)


def test_a_match_in_the_house_is_played_by_clicks_against_greedy_in_persian(visit: Visit):
    guest, chance = visit(lang="fa"), random.Random(4)
    guest.goto(f"/games/{KEY}")
    page = guest.page
    page.select_option("#option_countdown", "1")
    page.select_option("#seat_1", "greedy")
    page.click("#open-form button.primary")
    page.wait_for_url(re.compile("/matches/"))
    guest.ready()
    for _ in range(400):
        page.wait_for_function(SETTLED)
        if page.evaluate(OVER):
            break
        click(page, next_click(page, chance))
    assert page.evaluate(OVER)
    expect(page.locator(".potion .prompt")).to_have_text("آزمون به پایان رسید.")
    expect(page.locator("#turn")).to_have_text(re.compile("شما (بردید|باختید)"))
    assert guest.fits()


def test_the_preview_of_the_board_is_what_the_engine_calls_certain(browser: Browser):
    chance = random.Random(1)
    tracks = ["".join(chance.choices("RBKY", k=chance.randint(1, 9))) for _ in range(150)]
    asked = [(track, place) for track in tracks for place in range(1, min(8, len(track)) + 1)]
    with board_page(KEY, browser=browser) as bare:
        previews = bare.page.evaluate(
            """async (asked) => {
              const {certain} = await import("/shelf/potion_explosion/explosions.js");
              return asked.map(([track, place]) => certain(track, place).flat().map((one) => track[one - 1]).join(""));
            }""",
            asked,
        )
    assert previews == [certain(track, place)[0] for track, place in asked]


def test_on_touch_the_first_tap_shows_what_explodes_and_the_second_takes(browser: Browser):
    with board_page("potion_explosion", plies=4, width=390, browser=browser) as bare:
        page = bare.page
        spot = page.locator(".potion .dispenser .lit").first
        name = spot.get_attribute("data-spot")
        spot.tap()
        expect(page.locator(".potion .preview .first")).to_have_count(1)
        assert bare.sent == []
        page.locator(f'.potion [data-spot="{name}"]').tap()
        page.wait_for_function("() => window.sent.length")
        assert bare.sent == [f"T{name[1:]}"]


def test_a_tap_on_another_marble_shows_that_one_and_takes_nothing(browser: Browser):
    with board_page("potion_explosion", plies=4, width=390, browser=browser) as bare:
        page = bare.page
        names = page.eval_on_selector_all(".potion .dispenser .lit", "all => all.map(element => element.dataset.spot)")
        for name in names[:3]:
            page.locator(f'.potion [data-spot="{name}"]').tap()
        assert bare.sent == []
        page.locator('.potion [data-spot="confirm"]').tap()
        page.wait_for_function("() => window.sent.length")
        assert bare.sent == [f"T{names[2][1:]}"]
