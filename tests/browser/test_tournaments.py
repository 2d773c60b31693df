"""Tournaments by people's hands: a knockout from the wizard to the audit of its final table; groups on a phone."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import httpx
import pytest
from axe_core_python.sync_playwright import Axe
from playwright.sync_api import expect

from tests.browser.conftest import PATIENCE_MS, Visit, Visitor
from tests.live import ROOT

WAIT = 60_000  # a round is paired by a worker
MINE = "section.mine a.button.primary"


def open_by_wizard(host: Visitor, preset: str, game: str, name: str) -> str:
    """The path of the tournament: chosen, read, opened."""
    page = host.page
    host.goto("/tournaments")
    page.click("a[href='/tournaments/new']")
    page.check(f"input[name=preset][value='{preset}']")
    page.select_option("#game", game)
    page.fill("#name", name)
    page.click("button[value=preview]")
    expect(page.locator("section.mine li").nth(5)).to_be_visible()
    page.click("button[value=open]")
    page.wait_for_url(re.compile("/tournaments/[0-9a-f-]{36}$"))
    return page.url.removeprefix(host.house)


def enter(visitor: Visitor, path: str) -> None:
    visitor.goto(path)
    visitor.page.click("form[action$='/enter'] button")
    visitor.page.wait_for_selector("form[action$='/withdraw']", state="attached")


def start(host: Visitor, path: str) -> None:
    """Asked for again where the service was still coming up: then the page says so."""
    host.goto(f"{path}/desk")
    for _ in range(16):
        host.page.click("form[action$='/start'] button")
        host.page.wait_for_selector("#ruling, [role=alert]")
        host.goto(f"{path}/desk")
        if host.page.locator("#ruling").count():
            return
    raise AssertionError("the tournament does not start")


def resign(visitor: Visitor) -> None:
    """From the tournament's page to the own match, and give it up. The page changes by itself: its link is followed."""
    visitor.goto(match_of(visitor))
    visitor.ready()
    visitor.page.click("#resign button")
    visitor.page.click("dialog .button.danger")
    visitor.page.wait_for_selector("body[data-over]", timeout=WAIT)


def match_of(visitor: Visitor, *played: str) -> str:
    """The address of the own next match, which the page shows by itself as soon as it is paired: none of `played`."""
    link = visitor.page.locator(MINE)
    for address in played:
        link = link.and_(visitor.page.locator(f":not([href='{address}'])"))
    expect(link).to_be_visible(timeout=WAIT)
    return str(link.get_attribute("href"))


def play_round(players: list[Visitor], path: str) -> list[str]:
    """Of each match that is open one player gives up. The addresses of the matches."""
    matches: dict[str, Visitor] = {}
    for player in players:
        matches[match_of(player)] = player
    for player in matches.values():
        resign(player)
        player.goto(path)
    return list(matches)


def audit(house: str, path: str, folder: Path) -> tuple[int, str]:
    """What the stand-alone verifier says of the export with all matches."""
    export = httpx.get(f"{house}/api{path}/export", params={"matches": 1}, timeout=60).json()
    assert export["events"][-1]["type"] == "seed.revealed"
    file = folder / "tournament.json"
    file.write_text(json.dumps(export), encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "verifier", str(file)], cwd=ROOT, capture_output=True, text=True, timeout=300
    )
    return done.returncode, done.stdout + done.stderr


@pytest.mark.timeout(400)
def test_a_knockout_from_the_wizard_to_the_audit_of_its_final_table(visit: Visit, house: str, tmp_path: Path):
    host = visit()
    path = open_by_wizard(host, "knockout-8", "zertz", "Thursday cup")
    players = [visit(width=width) for width in (1280, 360, 1280, 360)]
    for player in players:
        enter(player, path)
    expect(players[0].page.locator(".entrants li")).to_have_count(4, timeout=WAIT)
    start(host, path)
    played = play_round(players, path)
    for player in players:  # everybody plays on: for the first place or for the third
        match_of(player, *played)
    rule_the_final(host, path)
    small = [player for player in players if player.page.locator(MINE).count()]
    host.goto(path)
    for player in small:
        player.goto(path)
        if player.page.locator(MINE).count():
            resign(player)
            break
    expect(host.page.locator("#standings-title")).to_have_text("Final table", timeout=WAIT)
    places = host.page.locator("table.standings tbody tr td:first-child").all_inner_texts()
    assert places == ["1", "2", "3", "4"]
    expect(host.page.locator("svg.bracket .winner")).to_have_count(8)  # four ties, name and score
    expect(host.page.locator(".trail li")).to_have_count(1)
    host.page.click(f"a[href='{path}/check']")
    expect(host.page.locator("#verify-result")).to_have_attribute("data-state", "good")
    code, report = audit(house, path, tmp_path)
    assert code in (0, 3), report


def rule_the_final(host: Visitor, path: str) -> None:
    """The standings before and after are shown first, then the ruling is made."""
    page = host.page
    host.goto(f"{path}/desk")
    final = page.locator("#at option").first.get_attribute("value")
    assert final == "2/1/1"
    page.select_option("#at", final)
    page.fill("#places", "1,2")
    page.click("#ruling button[value=dry]")
    expect(page.locator("table.effect tr.changed").first).to_be_visible()
    page.click("section.mine button[value=rule]")
    expect(page.locator(".trail li")).to_have_count(1)


@pytest.mark.timeout(400)
def test_in_persian_a_four_seat_group_event_is_played_on_a_phone(visit: Visit, house: str, tmp_path: Path):
    host = visit(lang="fa", width=360)
    path = open_by_wizard(host, "groups-4", "glux", "جام پنجشنبه")
    players = [visit(lang="fa", width=360) for _ in range(4)]
    for player in players:
        enter(player, path)
    start(host, path)
    me = players[0]
    expect(me.page.locator(MINE)).to_be_visible(timeout=WAIT)
    assert me.fits()
    expect(me.page.locator("svg.grid")).to_have_count(1)
    assert not re.search("[0-9]", "".join(me.page.locator("table.standings td").all_inner_texts()))
    for player in players[1:]:
        player.goto(path)
        player.page.click("details.leave summary")
        player.page.click("form[action$='/withdraw'] button")
        expect(player.page.locator(".entrants .out").first).to_be_visible()
    me.goto(path)
    while me.page.locator(MINE).count():
        match = match_of(me)
        resign(me)
        me.goto(path)
        expect(me.page.locator(f"{MINE}[href='{match}']")).to_have_count(0, timeout=WAIT)  # its result is noted
    host.goto(path)
    expect(host.page.locator("#standings-title")).to_have_text("جدول پایانی", timeout=2 * WAIT)
    assert host.fits()
    code, report = audit(house, path, tmp_path)
    assert code in (0, 3), report


@pytest.mark.parametrize(("lang", "width"), [("en", 1280), ("fa", 360)])
def test_the_pages_of_tournaments_have_no_barriers_and_fit(visit: Visit, lang: str, width: int):
    host = visit(lang=lang, width=width)
    path = open_by_wizard(host, "swiss-5", "zertz", "Swiss")
    enter(host, path)
    for where in ("/tournaments", "/tournaments/new", path, f"{path}/desk", "/ratings"):
        host.goto(where)
        assert host.fits(), f"{where} scrolls sideways"
        text = host.page.inner_text("body")
        assert not re.search(r"\b(tournament_page|drawing|ratings)\.[a-z_]{3,}|\{[a-z_]+\}", text), where
        violations = Axe().run(host.page)["violations"]
        assert [violation["id"] for violation in violations if violation["impact"] in ("serious", "critical")] == [], (
            where
        )


def test_a_page_shows_an_entry_of_somebody_else_without_being_asked(visit: Visit):
    host = visit()
    path = open_by_wizard(host, "swiss-5", "zertz", "Swiss")
    host.page.wait_for_selector("body[data-ready]")
    enter(visit(), path)
    expect(host.page.locator(".entrants li")).to_have_count(1, timeout=PATIENCE_MS)
