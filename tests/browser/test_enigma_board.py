"""Enigma's board by itself: four desks by mouse and by keys, choosing, laying, telling."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import expect

from engine.games.enigma.data import KINDS
from tests.browser.desk import Desk
from tests.browser.enigma_hands import act, drag, middle, solve_by_keys, solve_by_mouse, spot
from tests.browser.harness import board_page, press_persian


def desk_for(kind, *, mode="live", seed=7, lang="en"):
    """Seat 0 has a puzzle of that kind before it."""
    desk = Desk("enigma", seats=2, options={"mode": mode}, seed=seed, lang=lang)
    other = next(name for name in KINDS if name != kind)
    for _ in range(2):
        (seat,) = desk.game.to_act(desk.state)
        desk.play(seat, f"C:{kind if seat == 0 else other}")
    return desk


def laying_desk(seed=7):
    """Seat 0 has solved and lays on the fresh table."""
    desk = desk_for("weights", seed=seed)
    desk.play_bot(0, "strong")
    desk.play(1, "G")
    return desk


def solved(bare):
    return bare.desk.state.past[0].success if bare.desk.state.past else bare.desk.state.desks[0].elapsed is not None


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("seed", [7, 8])
def test_a_puzzle_of_each_kind_is_solved_by_mouse(browser, kind, seed):
    with board_page("enigma", desk=desk_for(kind, seed=seed), live=True, browser=browser, width=1000) as bare:
        puzzle = bare.desk.state.desks[0].puzzle
        solve_by_mouse(bare.page, puzzle)
        act(bare.page, "check").click()
        bare.page.wait_for_selector('.enigma[data-phase="lay"]')
        assert bare.sent[-1].startswith("A:{")
        assert solved(bare)
        assert bare.errors == []


@pytest.mark.parametrize("kind", KINDS)
def test_a_puzzle_of_each_kind_is_solved_by_keyboard(browser, kind):
    with board_page("enigma", desk=desk_for(kind, seed=9), live=True, browser=browser, width=1000) as bare:
        solve_by_keys(bare.page, bare.desk.state.desks[0].puzzle)
        act(bare.page, "check").focus()
        bare.page.keyboard.press("Enter")
        bare.page.wait_for_selector('.enigma[data-phase="lay"]')
        assert solved(bare)
        assert bare.errors == []


@pytest.mark.parametrize("kind", KINDS)
def test_a_puzzle_of_each_kind_is_solved_on_a_phone_in_persian(browser, kind):
    desk = desk_for(kind, seed=10, lang="fa")
    with board_page("enigma", desk=desk, live=True, browser=browser, width=360, lang="fa") as bare:
        solve_by_mouse(bare.page, desk.state.desks[0].puzzle)
        act(bare.page, "check").click()
        bare.page.wait_for_selector('.enigma[data-phase="lay"]')
        assert solved(bare)
        assert bare.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        assert bare.errors == []


def test_a_wrong_attempt_says_why_and_costs_nothing(browser):
    with board_page("enigma", desk=desk_for("weights"), live=True, browser=browser) as bare:
        act(bare.page, "check").click()
        bare.page.wait_for_selector(".desk-verdict.wrong")
        assert "number of weights" in bare.page.locator(".desk-verdict").inner_text()
        assert bare.desk.state.desks[0].tries == 1
        solve_by_keys(bare.page, bare.desk.state.desks[0].puzzle)
        act(bare.page, "check").click()
        bare.page.wait_for_selector('.enigma[data-phase="lay"]')
        assert solved(bare)


def test_a_persian_keyboard_sets_the_weights_of_a_pan(browser):
    with board_page("enigma", desk=desk_for("weights", lang="fa"), lang="fa", browser=browser) as bare:
        spot(bare.page, "left:0").focus()
        press_persian(bare.page, "۲", "Digit2")
        assert bare.page.locator('[data-spot="left:0"] .weight').count() == 2


def test_a_verdict_goes_with_the_answer_it_was_about(browser):
    with board_page("enigma", desk=desk_for("weights"), live=True, browser=browser) as bare:
        act(bare.page, "check").click()
        bare.page.wait_for_selector(".desk-verdict.wrong")
        bare.show()
        assert bare.page.locator(".desk-verdict.wrong").count() == 1
        spot(bare.page, "left:0").click()
        bare.page.wait_for_selector(".desk-verdict:empty", state="attached")
        bare.show()
        assert bare.page.locator(".desk-verdict").inner_text() == ""


def test_the_plan_of_the_blocks_has_cells_for_fingers_on_a_phone(browser):
    with board_page("enigma", desk=desk_for("blocks"), browser=browser, width=360) as bare:
        box = spot(bare.page, "cell:0,0").locator("rect").first.bounding_box()
        assert min(box["width"], box["height"]) >= 32


def test_the_desk_keeps_what_lies_on_it_when_a_frame_comes(browser):
    with board_page("enigma", desk=desk_for("weights"), browser=browser) as bare:
        drag(bare.page, middle(bare.page.locator(".weights-tray .weight").last), middle(spot(bare.page, "left:0")))
        bare.show()
        assert bare.page.locator('[data-spot="left:0"] .weight').count() == 1


def test_a_click_puts_a_weight_in_and_a_click_on_it_takes_it_out(browser):
    with board_page("enigma", desk=desk_for("weights"), browser=browser) as bare:
        spot(bare.page, "right:0").click(position={"x": 10, "y": 20})
        assert bare.page.locator('[data-spot="right:0"] .weight').count() == 1
        bare.page.locator('[data-spot="right:0"] .weight').click()
        assert bare.page.locator('[data-spot="right:0"] .weight').count() == 0


def test_a_tan_turns_by_the_wheel_and_snaps_to_the_corner_of_the_shape(browser):
    with board_page("enigma", desk=desk_for("tangram"), browser=browser) as bare:
        page = bare.page
        page.mouse.move(*middle(page.locator(".tan-s .tan-eye")))
        page.mouse.wheel(0, -100)
        assert "45" in (spot(page, "s").get_attribute("aria-label") or "")
        corner = page.locator(".outline").evaluate(
            """path => { const svg = path.ownerSVGElement, m = svg.getScreenCTM(), p = path.getPointAtLength(0);
               return [p.x * m.a + m.e, p.y * m.d + m.f]; }"""
        )
        point = page.locator(".tan-c .tan-body").evaluate(
            """body => { const m = body.ownerSVGElement.getScreenCTM(), p = body.points[0];
               return [p.x * m.a + m.e, p.y * m.d + m.f]; }"""
        )
        start = middle(page.locator(".tan-c .tan-eye"))
        drag(page, start, (start[0] + corner[0] - point[0] + 6, start[1] + corner[1] - point[1] - 5))
        act(page, "check").click()
        page.wait_for_function("() => window.sent.length === 1")
        first = bare.desk.game.view(bare.desk.state, 0)["mine"]["puzzle"]["data"]["outline"][0][0]
        placed = json.loads(bare.sent[0][2:])["c"]
        assert placed["at"] == first


def test_an_asynchronous_puzzle_is_covered_until_it_is_opened(browser):
    with board_page("enigma", desk=desk_for("pipes", mode="async"), live=True, browser=browser) as bare:
        assert bare.page.locator(".desk-body svg").count() == 0
        act(bare.page, "open").click()
        bare.page.wait_for_selector(".desk-body svg.pipes")
        assert bare.sent == ["O"]


def test_giving_up_asks_first(browser):
    with board_page("enigma", desk=desk_for("blocks"), live=True, browser=browser) as bare:
        act(bare.page, "give-up").click()
        bare.page.keyboard.press("Escape")
        assert bare.sent == []
        act(bare.page, "give-up").click()
        bare.page.locator('dialog [data-value="G"]').click()
        bare.page.wait_for_function("() => window.sent.length === 1")
        assert bare.sent == ["G"]


def test_a_pile_is_taken_by_a_click_and_once_by_two(browser):
    desk = Desk("enigma", seats=2, seed=7)
    eye = min(desk.game.to_act(desk.state))
    with board_page("enigma", desk=desk, eye=eye, live=True, browser=browser) as bare:
        bare.page.evaluate("for (const n of [1, 2]) document.querySelector('.pile[data-kind=tangram]').click()")
        bare.page.wait_for_function("() => window.sent.length === 1")
        assert bare.sent == ["C:tangram"]


def test_a_tile_is_laid_by_mouse_with_a_meeple(browser):
    with board_page("enigma", desk=laying_desk(), live=True, browser=browser) as bare:
        page = bare.page
        page.locator('.conduits [data-spot^="square:"]').first.click()
        page.locator('.conduits [data-spot^="cell:"]').first.click()
        page.locator('[data-act="lay"]').click()
        page.wait_for_function("() => window.sent.length === 1")
        assert bare.sent[0].startswith("P:")
        assert not bare.sent[0].endswith("-")
        for _ in range(100):  # the page notes what it sends before the engine has answered
            if len(bare.desk.state.table) == 2:
                break
            page.wait_for_timeout(50)
        assert len(bare.desk.state.table) == 2
        assert bare.errors == []


def test_a_tile_is_turned_and_laid_by_keyboard_and_taken_back_by_escape(browser):
    with board_page("enigma", desk=laying_desk(), live=True, browser=browser) as bare:
        page = bare.page
        for _ in range(6):  # the piles, then one stop for the whole table
            page.keyboard.press("Tab")
            assert page.evaluate("document.activeElement.tagName") != "svg"
        page.locator('.conduits [data-spot^="square:"]').first.focus()
        page.keyboard.press("Enter")
        assert page.locator(".ghost-tile").count() == 1
        page.keyboard.press("Escape")
        assert page.locator(".ghost-tile").count() == 0
        page.keyboard.press("Enter")
        page.keyboard.press("r")
        page.keyboard.press("l")
        page.wait_for_function("() => window.sent.length === 1")
        assert bare.sent[0].endswith(";-")


def test_a_system_tells_its_worth_on_hover_and_on_focus(browser):
    with board_page("enigma", desk=laying_desk(), browser=browser) as bare:
        page = bare.page
        page.locator('.laid[data-x="0"][data-y="0"] .cell-shape').first.hover()
        assert "open ends: 2" in page.locator(".system-told").inner_text()
        page.locator(".laid").first.focus()
        text = page.locator(".system-told").inner_text()
        assert "1 red" in text
        assert "1 yellow" in text


def test_a_refused_placement_says_why_and_may_be_laid_again(browser):
    with board_page("enigma", desk=laying_desk(), browser=browser) as bare:
        bare.answer = lambda move: (422, {"error": "illegal-move", "detail": "It fits nowhere."})
        page = bare.page
        page.locator('.conduits [data-spot^="square:"]').first.click()
        lay = page.locator('.lay-bar [data-act="lay"]')
        lay.click()
        expect(page.locator(".phase-line.trouble")).to_have_text("It fits nowhere.")
        expect(page.locator("#spoken")).to_have_text("It fits nowhere.")
        expect(lay).to_be_enabled()
        assert page.locator(".ghost-tile").count() == 1


def test_a_refused_answer_stands_on_the_desk_alone(browser):
    with board_page("enigma", desk=desk_for("weights"), browser=browser) as bare:
        bare.answer = lambda move: (422, {"error": "sand-out", "detail": "The sand has run out."})
        act(bare.page, "check").click()
        expect(bare.page.locator(".desk-verdict.wrong")).to_have_text("The sand has run out.")
        assert bare.page.locator(".phase-line.trouble").count() == 0
        assert bare.page.locator("#spoken").inner_text() == ""


def test_nothing_can_be_done_without_a_decision(browser):
    with board_page("enigma", desk=desk_for("weights"), eye=None, live=True, browser=browser) as bare:
        assert bare.page.locator(".desk-foot button").count() == 0
        assert bare.page.locator(".enigma .lit").count() == 0
        assert bare.errors == []


def test_the_sand_runs_towards_the_deadline(browser):
    with board_page("enigma", desk=desk_for("weights"), browser=browser) as bare:
        bare.page.evaluate(
            """() => { const f = structuredClone(window.frame);
                f.view.limit = 60000; f.view.due = f.view.desks[0].opened + 60000;
                f.deadline = new Date(Date.now() + 42400).toISOString(); window.show(f); }"""
        )
        assert bare.page.locator(".sand-time").inner_text() in ("0:42", "0:43")


def test_the_answers_of_the_last_round_can_be_looked_at(browser):
    with board_page("enigma", desk=laying_desk(), browser=browser) as bare:
        bare.page.locator(".results summary").click()
        bare.page.locator(".results button").first.click()
        bare.page.wait_for_selector("dialog .past-picture svg.scale")
        assert bare.errors == []


FINGER = {
    "weights": (".weights-tray .weight >> nth=-1", '[data-spot="left:0"]', "1 of"),
    "tangram": (".tan-s .tan-eye", ".outline", "of 32 parts covered"),
    "pipes": ('[data-spot="shelf:L"] .pipe-card', ".pipe-cell.lit >> nth=0", "elbow, open to"),
    "blocks": ('[data-spot="block:R"]', '[data-spot="cell:0,0"]', "red block"),
}


@pytest.mark.parametrize("kind", KINDS)
def test_a_finger_moves_the_piece_and_not_the_page(browser, kind):
    start, end, words = FINGER[kind]
    with board_page("enigma", desk=desk_for(kind, seed=12), browser=browser, width=360) as bare:
        page = bare.page
        page.evaluate("document.querySelector('.desk-body svg').scrollIntoView({block: 'end'})")
        line = page.context.new_cdp_session(page)
        before, (x, y), (tox, toy) = page.evaluate("scrollY"), middle(page.locator(start)), middle(page.locator(end))
        for n in range(9):
            at = {"x": x + (tox - x) * n / 8, "y": y + (toy - y) * n / 8}
            line.send("Input.dispatchTouchEvent", {"type": "touchMove" if n else "touchStart", "touchPoints": [at]})
        line.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
        page.wait_for_function("words => document.querySelector('#spoken').textContent.includes(words)", arg=words)
        assert page.evaluate("scrollY") == before


def test_a_tile_is_seen_coming_down_before_the_next_move_is_shown(browser):
    desk = laying_desk()
    with board_page("enigma", desk=desk, eye=None, motion=True, browser=browser) as bare:
        frames = []
        for _ in range(2):
            desk.play_any()
            frames.append(desk.frame(None))
        shown = """() => [document.querySelectorAll(".laid").length, document.querySelectorAll(".pile-owner").length]"""
        at_once = bare.page.evaluate(
            f"frames => {{ for (const frame of frames) window.show(frame); return ({shown})(); }}", frames
        )
        assert at_once == [2, 0]
        bare.page.wait_for_function("() => document.querySelectorAll('.pile-owner').length === 1")
        assert bare.errors == []


def test_a_match_that_was_given_up_shows_the_puzzles_that_lay_on_the_desks(browser):
    desk = desk_for("weights")
    with board_page("enigma", desk=desk, eye=None, browser=browser) as bare:
        over = {"view": desk.game.revealed(desk.state, None), "winners": [0], "reason": "resign", "to_act": []}
        bare.page.evaluate("over => window.show({...window.frame, ...over})", over)
        expect(bare.page.locator(".sand")).to_be_hidden()
        shown = bare.page.locator(".results li")
        expect(shown).to_have_count(2)
        shown.nth(1).locator("button").click()
        bare.page.wait_for_selector("dialog .past-picture svg")
        assert bare.errors == []
