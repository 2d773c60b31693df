"""Every code that the engine can raise or tell has its sentence, and refusals name their rule."""

import json
import re
from pathlib import Path

import pytest

import engine.games.potion_explosion as folder
from engine.games.potion_explosion import GAME
from tests.engine.potion_explosion.positions import random_plies

HOME = Path(folder.__file__).parent
SOURCES = "\n".join(path.read_text(encoding="utf-8") for path in sorted(HOME.rglob("*.py")))


def texts(lang):
    return json.loads((HOME / "texts" / f"{lang}.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("lang", ["en", "fa"])
def test_every_refusal_of_the_engine_has_a_sentence_that_begins_with_its_rule(lang):
    codes = set(re.findall(r'(?:IllegalMove|UnreadableMove)\("([a-z-]+)"', SOURCES)) - {"phase-"}
    codes |= {f"phase-{phase}" for phase in ("draft", "main", "joy", "choose", "tie")}
    codes |= {"match-over", "not-your-turn"}
    refusals = texts(lang)["refusals"]
    assert codes == set(refusals)
    assert all(re.match(r"P\d+: ", sentence) for sentence in refusals.values())


@pytest.mark.parametrize("lang", ["en", "fa"])
def test_every_line_of_news_has_its_sentence(lang):
    sentences = texts(lang)["news"]
    for seats, options in ((2, {"excluded": "random"}), (4, {"excluded": "UF", "countdown": 3})):
        for before, ply, after in random_plies(seats, 90, options):
            for line in GAME.news(before, ply, after, None):
                holes = set(re.findall(r"{(\w+)}", sentences[line.code]))
                assert holes <= set(line.params)


@pytest.mark.parametrize("lang", ["en", "fa"])
def test_every_text_that_the_board_asks_for_is_there(lang):
    board = texts(lang)["board"]
    code = "\n".join(path.read_text(encoding="utf-8") for path in sorted((HOME / "ui").glob("*.js")))
    asked = set(re.findall(r'tell\("([a-z_A-Z]+)"', code)) | set(re.findall(r'key: "([a-z_]+)"', code))
    asked |= {f"class_{name}" for name in ("T", "H", "place", "E")}
    asked |= {f"ask_{name}" for name in ("T", "H", "place", "E", "S", "N", "B", "joy")}
    assert asked <= set(board)
    assert set(board["short"]) == set(board["effects"]) == set("WLMJASUF")


@pytest.mark.parametrize("lang", ["en", "fa"])
def test_the_rules_page_has_the_sections_that_refusals_cite(lang):
    page = (HOME / f"rules.{lang}.html").read_text(encoding="utf-8")
    cited = {number for line in texts(lang)["refusals"].values() for number in re.findall(r"^P(\d+)", line)}
    anchors = set(re.findall(r'id="p(\d+)"', page))
    assert cited <= anchors


@pytest.mark.parametrize("lang", ["en", "fa"])
def test_figures_of_the_rules_page_are_positions(lang):
    page = (HOME / f"rules.{lang}.html").read_text(encoding="utf-8")
    figures = re.findall(r"data-position='([^']+)'", page)
    assert len(figures) >= 4
    assert all(isinstance(json.loads(figure)["view"], dict) for figure in figures)
