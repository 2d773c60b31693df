"""The board knows every word it speaks."""

from __future__ import annotations

import json
import re
from pathlib import Path

import engine.games.saboteur_duel as folder
from engine.games.saboteur_duel.data import DECK, GOALS

HERE = Path(folder.__file__).parent


def test_every_card_tool_side_and_goal_has_a_word_in_both_languages():
    for lang in ("en", "fa"):
        words = json.loads((HERE / f"texts/{lang}.json").read_text())["words"]
        goals = [f"g{number}" for number in range(1, 7)]
        wanted = [*DECK, *GOALS, *goals, "SG", "SB", *"NESW", "pick", "lamp", "cart", "green", "blue"]
        assert [name for name in wanted if name not in words] == []


def test_every_phrase_the_board_asks_for_is_there():
    texts = json.loads((HERE / "texts/en.json").read_text())["board"]
    code = "".join(path.read_text() for path in sorted((HERE / "ui").glob("*.js")))
    asked = set(re.findall(r"tell\(\"([a-z_]+)\"", code)) | set(re.findall(r"word: \"([a-z_]+)\"", code))
    assert asked - set(texts) == set()
