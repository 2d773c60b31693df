"""Every page in both languages, on a phone and a desk, light and dark: whole, quiet, fitting, without barriers."""

from __future__ import annotations

import itertools
import os
import re
from pathlib import Path
from typing import Any

import pytest
from axe_core_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import PATIENCE_MS, Visit, Visitor
from tests.browser.desk import GAMES

KEY_SHOWN = re.compile(r"\b(house|home|game|table|match|me|sign|rules|oops|board|news)\.[a-z_]{3,}\b")
WHERE = os.environ.get("SCREENSHOTS")  # a folder: every page is kept there as a picture, to be looked at
HOLE_SHOWN = re.compile(r"\{[a-z_]+\}")


@pytest.fixture(scope="module")
def scene(browser: Browser, house: str) -> dict[str, Any]:
    """Somebody who has a running match, an open table, and a session that other browsers can borrow."""
    context = browser.new_context(locale="en-GB", reduced_motion="reduce")
    page = context.new_page()
    page.set_default_timeout(PATIENCE_MS)
    page.goto(f"{house}/games/zertz")
    page.click("#open-form button.primary")
    page.wait_for_url(re.compile("/tables/"))
    table = page.url.removeprefix(house)
    page.goto(f"{house}/games/zertz")
    page.select_option("#level", "random")
    page.click("form[action$='/play'] button")
    page.wait_for_url(re.compile("/matches/"))
    page.wait_for_selector("body[data-ready]")
    page.wait_for_selector(".turn.mine")
    match = page.url.removeprefix(house).split("?")[0]
    state = context.storage_state()
    context.close()
    return {"table": table, "match": match, "state": state}


def paths(scene: dict[str, Any]) -> list[str]:
    return [
        "/", "/games/zertz", "/rules/zertz", "/status", scene["table"], scene["match"], "/me", "/sign-in", "/nowhere",
    ]  # fmt: skip


def look(visitor: Visitor, path: str, lang: str, folder: Path) -> None:
    page = visitor.page
    visitor.goto(path)
    if path.startswith(("/rules", "/matches")):
        visitor.ready()
    expect(page.locator("html")).to_have_attribute("lang", lang)
    expect(page.locator("html")).to_have_attribute("dir", "rtl" if lang == "fa" else "ltr")
    assert visitor.fits(), f"{path} scrolls sideways"
    text = page.inner_text("body")
    assert not KEY_SHOWN.search(text), KEY_SHOWN.search(text)
    assert not HOLE_SHOWN.search(text), HOLE_SHOWN.search(text)
    if WHERE:
        name = re.sub(r"[^a-z]+", "-", path.split("?")[0][:18])
        page.screenshot(path=Path(WHERE) / f"{name}-{folder.name}.png", full_page=True)


# Colours change no layout, so each language and width is looked at in one of them; in both where pictures are wanted.
LOOKS = [(lang, width, dark) for lang in ("en", "fa") for width in (360, 1440) for dark in (False, True)]
LOOKS = LOOKS if WHERE else [look for look in LOOKS if look[2] == ((look[0] == "fa") == (look[1] == 360))]


@pytest.mark.parametrize(("lang", "width", "dark"), LOOKS)
def test_every_page_is_whole_and_fits(visit: Visit, scene, tmp_path, lang: str, width: int, dark: bool):
    visitor = visit(lang=lang, width=width, dark=dark, state=scene["state"])
    for path in paths(scene):
        look(visitor, path, lang, tmp_path)


def serious(page: Page) -> list[str]:
    # The figures of the rules and the small boards are the board once more, which is looked at on the match page. Small
    # ones are inert, too, which this axe does not know: it takes what is in them for something that gets the focus.
    context = {"exclude": [[".board-figure svg"], ["[data-mini]"]]}
    report = Axe().run(page, context=context, options={"resultTypes": ["violations"]})
    violations = report["violations"]
    return [
        f"{violation['id']}: {node['target']}"
        for violation in violations
        if violation["impact"] in ("serious", "critical")
        for node in violation["nodes"]
    ]


@pytest.mark.parametrize(("lang", "width", "dark"), [("en", 1440, False), ("fa", 360, True)])
def test_axe_finds_nothing_serious(visit: Visit, scene, lang: str, width: int, dark: bool):
    visitor = visit(lang=lang, width=width, dark=dark, state=scene["state"])
    for path in paths(scene):
        visitor.goto(path)
        if path.startswith(("/rules", "/matches")):
            visitor.ready()
        if path == "/me":
            visitor.page.wait_for_selector("[data-mini].drawn > [inert]")
        assert serious(visitor.page) == [], path


def test_the_first_page_shows_every_game_and_plays_in_one_click(visit: Visit):
    stranger = visit(width=360)
    stranger.goto("/")
    for key in GAMES:
        expect(stranger.page.locator(f"[data-play={key}]")).to_be_visible()
    assert stranger.page.locator(".games .cover svg").count() == len(GAMES)
    stranger.page.click("[data-play=zertz]")
    stranger.page.wait_for_url(re.compile("/matches/"))
    stranger.ready()
    expect(stranger.page.locator(".player .badge.live")).to_have_text("You")


# Of the first seat, light and dark, where a game does not take the house's: the score card wears what the board does.
SEAT_COLOURS = {
    "saboteur_duel": ["rgb(31, 122, 69)", "rgb(79, 191, 127)"],
    "glux": ["rgb(242, 189, 39)", "rgb(242, 189, 39)"],
}


@pytest.mark.parametrize("key", sorted(GAMES))
def test_every_game_opens_its_page_its_rules_and_its_board(visit: Visit, key: str):
    chips = []
    for lang, width, dark in (("en", 1440, False), ("fa", 360, True)):
        visitor = visit(lang=lang, width=width, dark=dark)
        visitor.goto(f"/rules/{key}")
        visitor.ready()
        figures = visitor.page.locator(".board-figure")
        expect(visitor.page.locator(".board-figure[data-drawn]")).to_have_count(figures.count())
        assert visitor.fits(), "the rules scroll sideways"
        visitor.goto(f"/games/{key}")
        visitor.page.click("form[action$='/play'] button")
        visitor.page.wait_for_url(re.compile("/matches/"))
        visitor.ready()
        expect(visitor.page.locator("#board .board").first).to_be_visible()
        levels = visitor.page.evaluate("[...document.querySelectorAll('h1, h2, h3, h4')].map((one) => +one.tagName[1])")
        assert not [(level, next_level) for level, next_level in itertools.pairwise(levels) if next_level > level + 1]
        assert visitor.fits(), "the board scrolls sideways"
        chips.append(
            visitor.page.evaluate("getComputedStyle(document.querySelector('#players .chip')).backgroundColor")
        )
    assert chips == SEAT_COLOURS.get(key, ["rgb(44, 79, 158)", "rgb(127, 163, 240)"])


def test_language_and_colours_are_chosen_and_kept(visit: Visit):
    visitor = visit()
    visitor.goto("/games/zertz")
    visitor.page.click("button[name=language]")
    expect(visitor.page.locator("html")).to_have_attribute("dir", "rtl")
    assert visitor.page.url.endswith("/games/zertz")
    visitor.page.click("button[name=theme][value=dark]")
    expect(visitor.page.locator("html")).to_have_attribute("data-theme", "dark")
    visitor.goto("/")
    expect(visitor.page.locator("html")).to_have_attribute("lang", "fa")
    expect(visitor.page.locator("html")).to_have_attribute("data-theme", "dark")
    assert visitor.page.evaluate("getComputedStyle(document.body).colorScheme || 'dark'").endswith("dark")


def test_a_guest_account_is_kept_and_signed_in_to_again(visit: Visit):
    guest, elsewhere = visit(), visit(lang="fa")
    guest.goto("/games/zertz")
    guest.page.click("form[action$='/play'] button")
    guest.page.wait_for_url(re.compile("/matches/"))
    guest.goto("/me")
    guest.page.fill("#name", "Shirin")
    guest.page.click("form[action='/me/name'] button")
    expect(guest.page.locator("h1")).to_have_text("Hello, Shirin")
    login = "shirin." + re.sub(r"\D", "", guest.page.context.cookies()[0]["value"])[:6] + str(id(guest))[-6:]
    guest.page.fill("#login", login)
    guest.page.fill("#password", "12345678")
    guest.page.click("form[action='/me/keep'] button")
    expect(guest.page.locator("[role=alert]")).to_be_visible()
    guest.page.fill("#login", login)
    guest.page.fill("#password", "turquoise-marble-9")
    guest.page.click("form[action='/me/keep'] button")
    expect(guest.page.locator("[role=status]")).to_be_visible()
    assert guest.page.locator("#login").count() == 0
    elsewhere.goto("/sign-in")
    elsewhere.page.fill("#login", login)
    elsewhere.page.fill("#password", "wrong-password-1")
    elsewhere.page.click("main form button")
    expect(elsewhere.page.locator("[role=alert]")).to_be_visible()
    elsewhere.page.fill("#password", "turquoise-marble-9")
    elsewhere.page.click("main form button")
    elsewhere.page.wait_for_url(re.compile("/me"))
    expect(elsewhere.page.locator("h1")).to_contain_text("Shirin")
    assert elsewhere.page.locator(".card.match").count() == 1


def test_options_of_a_table_are_a_form_and_bad_ones_are_refused_in_words(visit: Visit):
    visitor = visit()
    visitor.goto("/games/zertz")
    visitor.page.select_option("#option_board", "48")
    visitor.page.select_option("#option_goal", "blitz")
    visitor.page.click("#open-form button.primary")
    expect(visitor.page.locator("[role=alert]")).to_contain_text("Z2")
    assert visitor.page.input_value("#option_board") == "48"


def test_the_table_page_lets_one_leave(visit: Visit):
    visitor = visit(lang="fa", width=360)
    visitor.goto("/games/zertz")
    visitor.page.click("#open-form button.primary")
    visitor.page.wait_for_url(re.compile("/tables/"))
    assert visitor.fits()
    name, seat = (visitor.page.locator(f".seat.mine{part}").bounding_box() for part in (" .who", ""))
    assert seat["x"] + seat["width"] - name["x"] - name["width"] < 60, "the name stands at the reader's side"
    assert name["width"] < seat["width"] / 2, "a name of another script would go to the far side"
    visitor.page.click("form[action$='/leave'] button")
    visitor.page.wait_for_url(re.compile("/games/zertz"))


def test_the_rules_link_to_their_numbers_and_draw_their_figures(visit: Visit):
    visitor = visit()
    visitor.goto("/rules/zertz#z13")
    visitor.ready()
    expect(visitor.page.locator("#z13")).to_be_in_viewport()
    assert visitor.page.locator(".board-figure .cell").count() > 0
