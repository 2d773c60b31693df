"""Frozen matches fold today as they did: a change needs a raised rules_version or a reason in the change log."""

from __future__ import annotations

import pytest

from engine.games import GAMES
from tests.engine.conformance import Table, recorded
from tests.engine.toy import HUSH
from tests.playthroughs import text

FILES = [(key, path) for key, game in sorted(GAMES.items()) for path in sorted(text.folder(game).glob("*.txt"))]


@pytest.mark.parametrize(("key", "path"), FILES, ids=[f"{key}-{path.stem}" for key, path in FILES])
def test_a_frozen_match_folds_as_it_did(key, path):
    text.check(GAMES[key], path.read_text(encoding="utf-8"))


def test_every_game_on_the_shelf_has_frozen_matches_of_its_rules_version_at_every_table_size():
    for key, game in GAMES.items():
        told = [path.read_text(encoding="utf-8").splitlines()[2] for of, path in FILES if of == key]
        assert {f"seats {seats}" for seats in game.info.seats} <= set(told), f"python -m tests.playthroughs.make {key}"


@pytest.fixture
def frozen_toy():
    table = Table("hush", 3)
    match = recorded(table)
    return text.frozen(HUSH, 3, table.all_options, match.states, match.plies)


def test_a_frozen_toy_match_replays(frozen_toy):
    text.check(HUSH, frozen_toy)


def test_any_other_digit_of_a_digest_and_any_other_end_is_noticed(frozen_toy):
    lines = frozen_toy.splitlines()
    for number, line in list(enumerate(lines))[4:]:
        other = line[:-1] + ("0" if line[-1] != "0" else "1")
        with pytest.raises(text.Differs):
            text.check(HUSH, "\n".join([*lines[:number], other, *lines[number + 1 :]]))
