"""docs/add-a-game.md, followed word by word in a copy of the tree, until its game is played in a browser."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests import worked_example
from tests.browser.conftest import Visit, Visitor
from tests.live import Guest, House, running_house

SHELF = "engine/games/__init__.py"
LEFT_OUT = (".git", ".venv", "node_modules", "var", ".*_cache", ".hypothesis")
# `make` would install an environment of its own in the copy; its recipes are these.
RECIPES = {"make papers": ".venv/bin/python -m deploy.papers"}
HOUSE = "make up"
OVER = "#end:not([hidden])"


def run(tree: Path, command: str) -> str:
    words = RECIPES.get(command, command).replace(".venv/bin/python", sys.executable).split()
    env = os.environ | {"DJANGO_SETTINGS_MODULE": "deploy.settings"}
    done = subprocess.run(words, cwd=tree, env=env, capture_output=True, text=True)
    assert done.returncode == 0, f"{command}\n{done.stdout}\n{done.stderr}"
    return done.stdout


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The project with a sixth game, made by nothing but what the page says."""
    tree = tmp_path_factory.mktemp("sixth") / "tree"
    shutil.copytree(worked_example.ROOT, tree, ignore=shutil.ignore_patterns(*LEFT_OUT))
    worked_example.write(tree)
    lines = (tree / SHELF).read_text(encoding="utf-8").splitlines()
    for before, line in worked_example.additions():
        lines.insert(lines.index(before) + 1, line)
    (tree / SHELF).write_text("\n".join(lines) + "\n", encoding="utf-8")
    *commands, last = worked_example.commands()
    assert last == HOUSE
    for command in commands:
        run(tree, command)
    return tree


@pytest.fixture(scope="module")
def sixth(tree: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with running_house(tmp_path_factory.mktemp("house"), tree) as running:
        yield running


@pytest.fixture(scope="module")
def house(sixth: House) -> str:
    """Where visitors of this module go."""
    return sixth.url


def play_out(match: str, people: list[Guest]) -> dict:
    """Each answers with the last of the listed moves until the match is over."""
    while True:
        frames = [guest.frame(match) for guest in people]
        if frames[0]["winners"] is not None:
            return frames[0]
        for guest, frame in zip(people, frames, strict=True):
            if frame["decision"]:
                assert guest.move(match, frame["decision"], frame["moves"][-1], wait=2).status_code in (200, 202, 409)


def play_by_clicks(visitor: Visitor, bot: str) -> None:
    visitor.goto("/games/hush")
    visitor.page.select_option("#level", bot)
    visitor.page.click("form[action$='/play'] button")
    visitor.page.wait_for_url(re.compile("/matches/"))
    visitor.ready()
    page = visitor.page
    while not page.locator(OVER).count():
        page.locator(".hush [data-spot].lit").last.click()
        page.wait_for_selector(f".hush [data-spot].lit, {OVER}", state="attached")


def test_who_follows_the_page_has_a_game_that_the_whole_house_plays(
    tree: Path, sixth: House, visit: Visit, tmp_path: Path
):
    run(tree, ".venv/bin/python -m ruff check engine tests/engine")
    run(tree, ".venv/bin/python -m ruff format --check engine tests/engine")
    ann, bea = sixth.guest("Ann"), sixth.guest("Bea")
    assert "hush" in [game["key"] for game in ann.get("/api/games").json()]
    match = ann.open("hush", 3, bots={"2": "strong"}, options={"rounds": 1})
    bea.sit(match)
    people = sorted([ann, bea], key=lambda guest: guest.frame(match)["eye"])
    first = people[0].question(match)
    absent = next(card for card in range(1, 7) if f"lay {card}" not in first["moves"])
    assert people[0].move(match, first["decision"], f"lay {absent}").status_code == 422
    end = play_out(match, people)
    assert end["reason"] == "all-rounds"
    assert end["view"]["aside"] in range(1, 7)
    export = tmp_path / "match.json"
    export.write_text(json.dumps(ann.get(f"/api/matches/{match}/export").json()), encoding="utf-8")
    run(tree, f".venv/bin/python -m verifier {export}")

    for lang, sentence in (("en", "Two or three players."), ("fa", "دو یا سه بازیکن.")):
        visitor = visit(lang=lang, width=390)
        visitor.goto("/rules/hush")
        expect(visitor.page.locator("#h1")).to_contain_text(sentence)
    play_by_clicks(visitor, "greedy")
    expect(visitor.page.locator(".hush .star")).to_contain_text("دور ۲ از ۲")
    assert visitor.fits()
    assert sixth.http.get(f"/matches/{match}/preview.png").headers["Content-Type"] == "image/png"
