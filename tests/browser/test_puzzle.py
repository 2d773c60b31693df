"""The puzzle of the day: solved with a finger and by keyboard, wrong and illegal moves, the answer shown."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Visitor
from tests.browser.zertz_hands import click
from tests.live import House

Visit = Callable[..., Visitor]
LIST_PUZZLES = """
from datetime import UTC
from services.analysis.models import Puzzle
from services.analysis.puzzles import search_in
from services.log import clock
from services.records.plays import read_line
from services.records.store import store_plays
from tests.services.records.boardspace import LINES
play = read_line(LINES[7])
store_plays([play], clock.now())
search_in(play.id)
today = clock.now().astimezone(UTC).date()
puzzle = Puzzle.objects.get(subject=play.id)
Puzzle.objects.filter(day=today).update(day=None)
Puzzle.objects.filter(pk=puzzle.pk).update(day=today)
print("|".join(puzzle.line))
"""


@pytest.fixture(scope="module")
def line(running: House) -> list[str]:
    """The winning line of the puzzle of today."""
    return running.run(LIST_PUZZLES).strip().split("|")


@pytest.mark.parametrize("lang", ["en", "fa"])
def test_a_puzzle_is_solved_by_keyboard(visit: Visit, line: list[str], lang: str):
    visitor = visit(lang=lang, width=1280 if lang == "en" else 390)
    page = visitor.page
    visitor.goto("/")
    page.locator("a[href='/puzzle']").first.click()
    visitor.ready()
    status, field = page.locator("#puzzle-told"), page.locator("#puzzle-move")
    first = status.inner_text()
    wrong = page.locator("#puzzle-moves option").evaluate_all(
        "(options, right) => options.map((one) => one.value).find((one) => one !== right)", line[0]
    )
    field.fill("Wz9")
    field.press("Enter")
    expect(status).not_to_have_text(first)
    field.fill(wrong)
    field.press("Enter")
    expect(status).to_have_text(re.compile("Try another" if lang == "en" else "حرکت دیگری"))
    for ply in range(0, len(line), 2):
        field.fill(line[ply])
        field.press("Enter")
        if ply + 1 < len(line):
            expect(page.locator("#puzzle-line")).to_contain_text(line[ply + 1])
    expect(status).to_have_text("Solved!" if lang == "en" else "حل شد!")
    expect(page.locator("#puzzle-form")).to_be_hidden()
    expect(page.locator("#puzzle-from")).to_have_attribute("href", re.compile(r"/matches/[0-9a-f-]{36}\?seq=\d+"))
    assert visitor.fits()
    page.locator("#puzzle-from").click()
    visitor.ready()
    assert visitor.complaints == []


def test_a_capture_is_made_on_the_board_and_whoever_gives_up_is_shown_the_line(visit: Visit, line: list[str]):
    visitor = visit(width=390)
    page = visitor.page
    visitor.goto("/puzzle")
    visitor.ready()
    start, end = re.fullmatch("x ([a-g][1-9])[WGB]([a-g][1-9])", line[0]).groups()
    click(page, start)
    click(page, end)
    expect(page.locator("#puzzle-line")).to_contain_text(line[1])
    page.locator("#puzzle-again").click()
    expect(page.locator("#puzzle-line")).to_be_empty()
    page.locator("#puzzle-give-up").click()
    expect(page.locator("#puzzle")).to_have_attribute("data-shown", "true")
    expect(page.locator("#puzzle-line")).to_contain_text(line[-1])
    expect(page.locator("#puzzle-told")).to_be_focused()
    assert visitor.complaints == []
