"""Opening the matches of a round: ids and seeds are derived, so that a worker that dies leaves nothing half done."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final
from uuid import UUID

from engine.games import GAMES
from services.matches.position import usual_substitute
from services.pairings.events import Seated
from services.pairings.fold import directors
from services.pairings.ids import tournament_match_seed
from services.pairings.lifecycle import seed_of_tournament
from services.pairings.state import TournamentState
from services.pairings.steps import OpenMatch
from services.playing.boards import Board, BoardPlace, open_boards
from services.tournaments.seeds import committed_seed

BATCH: Final = 20  # matches in one statement: moves do not wait long behind it
BOT: Final = "bot:"


def open_matches(state: TournamentState, steps: Sequence[OpenMatch]) -> int:
    """In batches; those that are there already are left alone. How many were opened."""
    seed = seed_of_tournament(state, committed_seed(UUID(state.tournament)))
    boards = [_board(state, step, seed) for step in steps]
    return sum(sum(open_boards(boards[at : at + BATCH])) for at in range(0, len(boards), BATCH))


def _board(state: TournamentState, step: OpenMatch, seed: bytes) -> Board:
    opened = state.opened
    rated = bool(opened.rules.get("rated")) and all(isinstance(entry, int) for entry in step.entries)
    return Board(
        match=UUID(step.match),
        seed=tournament_match_seed(seed, step.match),
        game=opened.game,
        options=opened.options,
        seats=tuple(_holder(state, entry) for entry in step.entries),
        opened_by=UUID(directors(state)[0]),
        clock=opened.clock,
        delay=opened.rules.get("delay"),
        rated=rated,
        place=BoardPlace(UUID(state.tournament), step.round, step.table, step.game),
    )


def _holder(state: TournamentState, entry: Seated) -> UUID | str:
    if isinstance(entry, int):
        return UUID(state.holder(entry))
    bots, name = GAMES[state.opened.game].bots, entry.removeprefix(BOT)
    return name if name in bots else usual_substitute(GAMES[state.opened.game])
