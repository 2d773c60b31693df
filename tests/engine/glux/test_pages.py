"""The rules pages and texts: every rule has its anchor, every cited rule exists, figures are real positions."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

import engine.games.glux
from engine.games.glux.data import BOARDS
from engine.games.glux.notation import read_cells

FOLDER = Path(engine.games.glux.__file__).parent
RULES = {*range(1, 8), 10, 11, 12, 15, 16, 17, *range(20, 29), 30, 31, *range(40, 47), 50, 51, 52, 53}
each_language = pytest.mark.parametrize("lang", ["en", "fa"])


def page(lang):
    return (FOLDER / f"rules.{lang}.html").read_text(encoding="utf-8")


def texts(lang):
    return json.loads((FOLDER / "texts" / f"{lang}.json").read_text(encoding="utf-8"))


@each_language
def test_every_rule_is_stated_once_and_has_an_anchor(lang):
    anchors = re.findall(r'id="g(\d+)"', page(lang))
    assert sorted(map(int, anchors)) == sorted(RULES)
    assert sorted(map(int, re.findall(r"<b>G(\d+)\.</b>", page(lang)))) == sorted(RULES)


@each_language
def test_every_refusal_of_a_legal_form_begins_with_a_rule_that_exists(lang):
    for code, sentence in texts(lang)["refusals"].items():
        if not code.startswith("unreadable"):
            assert int(re.match(r"G(\d+): ", sentence)[1]) in RULES


@each_language
def test_figures_show_positions_that_fit_their_boards(lang):
    figures = re.findall(r"data-game=\"glux\" data-position='([^']*)'><figcaption>[^<]+</figcaption>", page(lang))
    assert len(figures) == 5
    for text in figures:
        view = json.loads(text)["view"]
        board = next(known for known in BOARDS.values() if known.side == view["side"])
        assert view["rows"] == list(board.rows)
        assert len(read_cells(view["position"])) == len(board.names)


def test_both_languages_show_the_same_figures():
    assert re.findall(r"data-position='([^']*)'", page("en")) == re.findall(r"data-position='([^']*)'", page("fa"))
