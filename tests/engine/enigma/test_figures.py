"""The figures of the rules pages: tables with the systems that a frame would bring."""

from __future__ import annotations

import json
import re
from importlib import resources

import pytest

from engine.games.enigma import GAME

FIGURE = re.compile(r"data-position='([^']*)'")


@pytest.mark.parametrize("language", ["en", "fa"])
def test_a_drawn_table_has_the_systems_of_its_tiles(language):
    page = resources.files("engine.games.enigma").joinpath(f"rules.{language}.html").read_text("utf-8")
    figures = [json.loads(text) for text in FIGURE.findall(page)]
    tables = [figure for figure in figures if figure["view"]["figure"] == "table"]
    assert len(tables) == 3
    for figure in tables:
        assert figure["aids"] == GAME.aids(figure["view"])
