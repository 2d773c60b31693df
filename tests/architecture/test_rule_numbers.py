"""The papers in docs/rules state the rules of the pages; tests/engine holds pages, refusals and tests together."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent.parent
LETTERS = {"zertz": "Z", "potion_explosion": "P", "saboteur_duel": "S", "glux": "G", "enigma": "E"}


@pytest.mark.parametrize("game", sorted(LETTERS))
def test_the_page_has_the_rules_of_the_paper(game: str) -> None:
    letter = LETTERS[game]
    page = (ROOT / f"engine/games/{game}/rules.en.html").read_text("utf-8")
    paper = (ROOT / f"docs/rules/{game}.md").read_text("utf-8")
    stated = {number.upper() for number in re.findall(rf'id="({letter}\d+)"', page, re.IGNORECASE)}
    assert stated == set(re.findall(rf"^(?:[-*|] )?\**({letter}\d+)\b", paper, re.MULTILINE))
