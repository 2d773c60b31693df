"""Opening the matches of a round: ids and seeds are derived, so that a worker that dies leaves nothing half done.

Hundreds may start at once while others play. So one worker opens those of a tournament, a few at a time, and rests
longer than it works: what a busy house makes slow is followed by a longer rest.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from time import monotonic, sleep
from typing import Final
from uuid import UUID

from django.db import DatabaseError, InterfaceError, connection

from engine.games import GAMES
from services.matches.models import Match
from services.matches.position import usual_substitute
from services.pairings.events import Seated
from services.pairings.fold import directors
from services.pairings.ids import tournament_match_seed
from services.pairings.lifecycle import seed_of_tournament
from services.pairings.state import TournamentState
from services.pairings.steps import OpenMatch
from services.playing.boards import Board, BoardPlace, open_boards
from services.tournaments.seeds import committed_seed

BATCH: Final = 5  # matches in one statement: moves do not wait long behind it
REST: Final = 5  # times as long as the statement before it took, with all that was worked out for it
LONGEST_REST: Final = 0.25  # seconds: a round of 500 is to be open within a minute on a busy machine, too
STRETCH: Final = 5.0  # seconds until the tournament is looked at anew: a ruling may have made a match needless
OPENING: Final = 1_330_333_287  # the advisory locks of openings, beside those of others
BOT: Final = "bot:"


def open_matches(state: TournamentState, steps: Sequence[OpenMatch]) -> int:
    """How many were opened; 0 while another worker is at it. Those that are there already are left alone."""
    with _alone(state.tournament) as mine:
        return _open(state, _missing(steps)) if mine else 0


def _open(state: TournamentState, steps: Sequence[OpenMatch]) -> int:
    seed = seed_of_tournament(state, committed_seed(UUID(state.tournament)))
    until, opened = monotonic() + STRETCH, 0
    for at in range(0, len(steps), BATCH):
        began = monotonic()
        opened += sum(open_boards([_board(state, step, seed) for step in steps[at : at + BATCH]]))
        ended = monotonic()
        if ended >= until:
            break
        if at + BATCH < len(steps):
            sleep(min(REST * (ended - began), LONGEST_REST))
    return opened


def _missing(steps: Iterable[OpenMatch]) -> list[OpenMatch]:
    """Another worker may have opened some since the steps were decided."""
    steps = list(steps)
    there = set(Match.objects.filter(pk__in=[UUID(step.match) for step in steps]).values_list("pk", flat=True))
    return [step for step in steps if UUID(step.match) not in there]


@contextmanager
def _alone(tournament: str) -> Iterator[bool]:
    """Whether no other worker opens matches of this tournament. A worker that dies lets go of its lock.

    It saves work and guards nothing: a match is opened once because its id is taken then.
    """
    key = [OPENING, zlib.crc32(UUID(tournament).bytes) - 2**31]
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_try_advisory_lock(%s, %s)", key)
        mine = cursor.fetchone() == (True,)
    try:
        yield mine
    finally:
        if mine:
            with suppress(DatabaseError, InterfaceError), connection.cursor() as cursor:  # else it went with its line
                cursor.execute("SELECT pg_advisory_unlock(%s, %s)", key)


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
