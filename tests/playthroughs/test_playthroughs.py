"""Frozen matches fold today as they did: a change needs a raised rules_version or a reason in the change log."""

from __future__ import annotations

import pytest

from engine.games import GAMES, game_of
from tests.engine.conformance import Table, recorded
from tests.engine.toy import HUSH
from tests.playthroughs import text

VERSIONS = [
    game_of(key, version) for key, game in sorted(GAMES.items()) for version in (*game.older, game.info.rules_version)
]
FILES = [(game, path) for game in VERSIONS for path in sorted(text.folder(game).glob("*.txt"))]


@pytest.mark.parametrize(
    ("game", "path"), FILES, ids=[f"{game.info.key}-{path.parent.name}-{path.stem}" for game, path in FILES]
)
def test_a_frozen_match_folds_as_it_did(game, path):
    text.check(game, path.read_text(encoding="utf-8"))


def test_every_frozen_match_is_checked():
    """A version that no game plays any more would be left out in silence."""
    assert {path for _, path in FILES} == set(text.HERE.glob("*/v*/*.txt"))


def test_every_game_on_the_shelf_has_frozen_matches_of_its_rules_version_at_every_table_size():
    for game in VERSIONS:
        sizes = [path.read_text(encoding="utf-8").splitlines()[2] for of, path in FILES if of is game]
        command = f"python -m tests.playthroughs.make {game.info.key}"
        assert {f"seats {seats}" for seats in game.info.seats} <= set(sizes), command


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
