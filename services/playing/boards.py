"""Matches that begin as they are opened: the server seats everybody, and the first draws are made at once.

Whoever calls this holds the seeds: a tournament derives those of its matches from its own.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from datetime import datetime
from uuid import UUID

from django.db import transaction

from engine.core import chance
from engine.core.game import Json
from engine.games import GAMES
from services.bus import pokes
from services.log import clock
from services.log.append import GENESIS, Append, SeedRow, open_streams
from services.log.models import Stream
from services.log.rows import KEEP, Row
from services.matches import events as ev
from services.matches.clock_form import read_clock
from services.matches.models import KIND, Match
from services.matches.position import usual_substitute
from services.matches.rows import MatchRow, NewMatchRow, RedrawnSeatRow, SeatRow
from services.people.preferences import settings_of_all
from services.playing.commit import Committed, Work, poke_bots, prepare
from services.playing.decide import Deciding
from services.playing.keys import keys_of


@dataclass(frozen=True, slots=True)
class BoardPlace:
    """Where in a tournament a match is played."""

    tournament: UUID
    round: int
    table: int
    game: int


@dataclass(frozen=True, slots=True)
class Board:
    """A match to be opened: `seats` holds accounts and names of bots, seat 0 first."""

    match: UUID
    seed: bytes
    game: str
    options: Mapping[str, Json]
    seats: tuple[UUID | str, ...]
    opened_by: UUID
    clock: Mapping[str, Json] | None = None
    delay: Mapping[str, int] | None = None
    rated: bool = False
    place: BoardPlace | None = None
    entropy: Mapping[str, str] = field(default_factory=dict)  # account -> entropy; the server adds none

    def accounts(self) -> list[UUID]:
        return [holder for holder in self.seats if isinstance(holder, UUID)]


def open_boards(boards: Sequence[Board]) -> list[bool]:
    """Open and start all of them in one statement; False where the id is taken: opened before."""
    if not boards:
        return []
    now = clock.now()
    offsets = _offsets(boards)
    prepared = [_prepared(board, now, offsets) for board in boards]
    opened = open_streams([item for item, _ in prepared])
    written = [committed for (_, committed), done in zip(prepared, opened, strict=True) if done]
    transaction.on_commit(lambda: _wake(written))
    return opened


def _offsets(boards: Sequence[Board]) -> dict[UUID, int]:
    """A clock that rests does so in the local time of the account."""
    accounts = {account for board in boards if board.clock is not None for account in board.accounts()}
    return {account: chosen.utc_offset for account, chosen in settings_of_all(accounts).items()}


def _prepared(board: Board, now: datetime, offsets: Mapping[UUID, int]) -> tuple[Append, Committed]:
    match = _match_of(board, now)
    entropy = {str(account): board.entropy.get(str(account), "") for account in board.accounts()}
    keys = keys_of(board.match, board.seed, entropy)
    deciding = Deciding(None, keys, match.head, now)
    deciding.add(_opening(board))
    for seat, holder in enumerate(board.seats):
        deciding.add(_taking(board, seat, holder, offsets))
    deciding.begin(lot=False)
    deciding.end_if_over()
    work = Work(match, now, None, deciding.decided(), keys=keys)
    item, committed = prepare(work)
    rows = [_as_new(match, row) for row in item.rows]
    return Append(item.sealed, [SeedRow(board.match, board.seed), *rows], kind=KIND), committed


def _match_of(board: Board, now: datetime) -> Match:
    """The row as it is before the start, not stored yet."""
    game, key = GAMES[board.game], chance.seal_key(board.seed, str(board.match))
    stream = Stream(
        id=board.match, kind=KIND, log_id=board.match, head_seq=-1, head_hash=GENESIS, head_at=now, seal_key=key
    )
    stands = board.clock is not None and read_clock(board.clock, len(board.seats), usual_substitute(game)).vacation
    return Match(
        stream=stream, game=board.game, rules_version=game.info.rules_version, options=board.options,
        seats=len(board.seats), clock=board.clock, delay=board.delay, rated=board.rated,
        tournament=None if board.place is None else board.place.tournament, opened_by=board.opened_by, opened_at=now,
        vacation=stands, status=Match.Status.STARTING,
    )  # fmt: skip


def _opening(board: Board) -> ev.TableOpened:
    place = board.place
    return ev.TableOpened(
        game=board.game,
        rules_version=GAMES[board.game].info.rules_version,
        options=board.options,
        seats=len(board.seats),
        seed_commit=chance.seed_commit(str(board.match), board.seed),
        clock=board.clock,
        delay=board.delay,
        rated=board.rated if place is not None else board.rated or None,
        tournament=None if place is None else str(place.tournament),
        round=None if place is None else place.round,
        table=None if place is None else place.table,
        game_no=None if place is None else place.game,
    )


def _taking(board: Board, seat: int, holder: UUID | str, offsets: Mapping[UUID, int]) -> ev.SeatTaken:
    if isinstance(holder, str):
        return ev.SeatTaken(seat=seat, bot=holder, entropy="")
    offset = None if board.clock is None else offsets.get(holder) or None
    entropy = board.entropy.get(str(holder), "")
    return ev.SeatTaken(seat=seat, account=str(holder), entropy=entropy, utc_offset=offset)


def _as_new(match: Match, row: Row) -> Row:
    """Rows that an append would change are written whole: they are not there yet."""
    if isinstance(row, SeatRow):
        return RedrawnSeatRow(**asdict(row))
    if not isinstance(row, MatchRow):
        return row
    changed = {name: value for name, value in row.values().items() if value is not KEEP and name != "id"}
    kept = {
        "id": match.id, "game": match.game, "rules_version": match.rules_version, "options": match.options,
        "seats": match.seats, "lot": False, "private": False, "invite": "", "opened_by": match.opened_by,
        "opened_at": match.opened_at, "clock": match.clock, "delay": match.delay, "rated": match.rated,
        "tournament": match.tournament, "vacation": match.vacation,
    }  # fmt: skip
    return NewMatchRow(**kept, **changed)


def _wake(written: Sequence[Committed]) -> None:
    """Bots that begin, and followers: once for all."""
    for committed in written:
        poke_bots(committed.work.match.id, committed.work.decided.position)
    pokes.wake(fact for committed in written for fact in committed.facts)
