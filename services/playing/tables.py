"""Tables: open, sit, leave. The match starts by itself when the last seat is taken: the referee starts it."""

from __future__ import annotations

import json
import secrets
import uuid
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any, Final, TypeVar
from uuid import UUID

from django.db import connection, transaction
from django.db.models import Q

from engine.core import chance
from engine.core.errors import BadOptions
from engine.core.game import Game, Json, complete_options
from engine.games import GAMES
from services.bus import pokes
from services.bus.addresses import note_table
from services.errors import BadTable, Conflict, NotFound, NotYours
from services.log import clock
from services.log.append import GENESIS, Append, Draft, Head, HeadMoved, SeedRow, append_one, open_streams, seal
from services.log.commitments import BoundSeed, UsedCommitmentRow, bound_seed, fresh_seed
from services.log.outbox import rows_of
from services.log.rows import Row
from services.matches import events as ev
from services.matches.clock_form import BadClock, check_clock, read_clock
from services.matches.models import KIND, Match, Seat
from services.matches.position import usual_substitute
from services.matches.rows import InStatus, LeftSeatRow, MatchRow, NewMatchRow, NewSeatRow
from services.people.accounts import is_guest
from services.people.preferences import settings_of
from services.people.social_models import Block
from services.playing.bot_tables import check_bot_tables
from services.playing.commit import facts_of
from services.readers.rows import empty_card

T = TypeVar("T")
RETRIES: Final = 20


@dataclass(frozen=True, slots=True)
class Wish:
    """The table somebody asks for."""

    game: str
    seats: int
    options: Mapping[str, Json] = field(default_factory=dict)
    bots: Mapping[int, str] = field(default_factory=dict)  # seat -> bot
    clock: Mapping[str, Json] | None = None  # as event 0 has it
    delay: Mapping[str, int] | None = None
    rated: bool = False
    private: bool = False
    entropy: str = ""
    lot: bool | None = None  # None: as the game's rules say
    match: UUID | None = None  # of a commitment: opens exactly that one
    rematch_of: UUID | None = None  # only those who sat there may sit down
    seat: int | None = None  # the opener's; None: the lowest free one
    source: Mapping[str, Json] | None = None  # of a fork: where it begins, as event 0 has it


@dataclass(frozen=True, slots=True)
class Opened:
    """A table as it was opened: its id, and the head that the opening made."""

    id: UUID
    head: Head
    status: str


# -- opening ----------------------------------------------------------------------------------------------------------


def open_table(*, account: UUID, wish: Wish, asker: str = "", address: str = "") -> Opened:
    """Open a table; the opener sits at the lowest free seat, or watches if bots have them all.

    `asker`: who asked for the commitment, `address`: from where it is opened, if there is one.
    Raises BadTable, Conflict `commitment-gone`, `too-many-bot-tables`.
    """
    game = _game(wish.game)
    try:
        options = complete_options(game, wish.seats, wish.options)
    except BadOptions as error:
        raise BadTable(error.code, game=wish.game, **error.params) from None
    _check_bots(game, wish)
    check_wish(game, wish)
    _check_guest(wish.rated, account)
    if len(wish.bots) == wish.seats:
        check_bot_tables(account, address)
    if wish.entropy and wish.match is None:
        raise BadTable("no-commitment")
    bound = fresh_seed() if wish.match is None else bound_seed(wish.match, asker)
    item = _opening(account, replace(wish, options=options), game, bound)
    if open_streams([item]) != [True]:
        raise Conflict("commitment-gone")
    if address and len(wish.bots) == wish.seats:
        note_table(address, bound.stream)
    status = next(row.status for row in item.rows if isinstance(row, NewMatchRow))
    if status == Match.Status.STARTING:
        _poke_start(bound.stream, wish.game)
    return Opened(bound.stream, item.sealed.head, status)


def _game(key: str) -> Game[Any, Any]:
    if key not in GAMES:
        raise BadTable("unknown-game", game=key)
    return GAMES[key]


def _check_bots(game: Game[Any, Any], wish: Wish) -> None:
    for seat, bot in wish.bots.items():
        if not 0 <= seat < wish.seats:
            raise BadTable("bad-seat", seat_number=seat)
        if bot not in game.bots:
            raise BadTable("unknown-bot", bot=bot)


def check_wish(game: Game[Any, Any], wish: Wish) -> None:
    """Clock, delay and rating. Raises BadTable."""
    if wish.clock is not None:
        try:
            check_clock(wish.clock, wish.seats, usual_substitute(game), game.bots)
        except BadClock as error:
            raise BadTable("bad-clock", why=str(error)) from None
    if wish.delay is not None and not _is_delay(wish.delay):
        raise BadTable("bad-delay", why="ms from 0 to 600000, or plies from 0 to 100")
    if wish.rated and (wish.clock is None or wish.bots):
        raise BadTable("bad-rated", why="a rated match has a clock and no bots")


def _stands_for_vacations(game: Game[Any, Any], wish: Wish) -> bool:
    return wish.clock is not None and read_clock(wish.clock, wish.seats, usual_substitute(game)).vacation


def _is_delay(delay: Any) -> bool:
    if not isinstance(delay, Mapping) or len(delay) != 1:
        return False
    ((name, value),) = delay.items()
    whole = isinstance(value, int) and not isinstance(value, bool)
    return whole and 0 <= value <= {"ms": 600_000, "plies": 100}.get(name, -1)


def _opening(account: UUID, wish: Wish, game: Game[Any, Any], bound: BoundSeed) -> Append:
    """The first events of a table and every row that goes with them."""
    match_id, seed, at = bound.stream, bound.seed, bound.at
    drafts = [_opened(account, wish, game, bound)]
    seats: list[Row] = []
    if free := set(range(wish.seats)) - set(wish.bots):
        mine = min(free) if wish.seat is None else wish.seat
        drafts.append(_taken(account, mine, wish.entropy, wish.clock))
        seats.append(NewSeatRow(match_id, mine, account=account))
    for seat, bot in sorted(wish.bots.items()):
        event = ev.SeatTaken(seat=seat, bot=bot, entropy="")
        drafts.append(event.draft(ev.account_actor(account), cmd=_command()))
        seats.append(NewSeatRow(match_id, seat, bot=bot))
    status = Match.Status.STARTING if len(seats) == wish.seats else Match.Status.OPEN
    match = NewMatchRow(
        id=match_id, game=wish.game, rules_version=game.info.rules_version, options=wish.options, seats=wish.seats,
        lot=game.info.lot if wish.lot is None else wish.lot, private=wish.private,
        invite=secrets.token_urlsafe(12) if wish.private else "", opened_by=account, status=status, opened_at=at,
        clock=wish.clock, delay=wish.delay, rated=wish.rated, rematch_of=wish.rematch_of,
        vacation=_stands_for_vacations(game, wish),
    )  # fmt: skip
    head = Head(match_id, -1, GENESIS, at, chance.seal_key(seed, str(match_id)))
    rows = [match, SeedRow(match_id, seed), *seats, empty_card(match_id, at)]
    if wish.match is not None:
        rows.append(UsedCommitmentRow(match_id))
    return Append(seal(head, drafts, at), rows, kind=KIND)


def _opened(account: UUID, wish: Wish, game: Game[Any, Any], bound: BoundSeed) -> Draft:
    event = ev.TableOpened(
        game=wish.game,
        rules_version=game.info.rules_version,
        options=wish.options,
        seats=wish.seats,
        seed_commit=bound.seed_commit,
        clock=wish.clock,
        delay=wish.delay,
        rated=wish.rated or None,
        source=wish.source,
    )
    return event.draft(ev.account_actor(account), cmd=_command())


def _taken(account: UUID, seat: int, entropy: str, clock: Mapping[str, Json] | None) -> Draft:
    """A clock that rests does so in the local time of the account, which is public from here on."""
    utc_offset = None if clock is None else settings_of(account).utc_offset or None
    event = ev.SeatTaken(seat=seat, account=str(account), entropy=entropy, utc_offset=utc_offset)
    return event.draft(ev.account_actor(account), cmd=_command())


def _command() -> str:
    return str(uuid.uuid4())


def _poke_start(match_id: UUID, game: str) -> None:
    transaction.on_commit(lambda: pokes.call_referee(match_id, game))


# -- sitting and leaving ----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class TableReading:
    """A table with who sits at it, as of one moment."""

    match: Match
    at: datetime
    seated: Mapping[int, UUID | None]  # seat -> account, None for a bot
    blocked: bool = False  # somebody there wants to be left alone by whoever asks

    def seat_of(self, account: UUID) -> int | None:
        return next((seat for seat, holder in self.seated.items() if holder == account), None)


_TABLE = f"""
    SELECT {Match.columns("m", "st")}, {clock.NOW},
           (SELECT jsonb_object_agg(s.seat, s.account) FROM store_seat s WHERE s.match_id = m.id),
           EXISTS (SELECT FROM store_seat s JOIN {Block._meta.db_table} b ON b.account = s.account
                    WHERE s.match_id = m.id AND b.blocked = %s)
      FROM store_match m JOIN store_stream st ON st.id = m.id WHERE m.id = %s
"""


def read_table(match_id: UUID, asker: UUID | None = None) -> TableReading:
    """One statement. Raises NotFound."""
    with connection.cursor() as cursor:
        cursor.execute(_TABLE, [asker, match_id])
        row: Sequence[Any] | None = cursor.fetchone()
    if row is None:
        raise NotFound
    at, seats, blocked = row[Match.row_size() :]
    seated = {int(seat): None if holder is None else UUID(holder) for seat, holder in json.loads(seats or "{}").items()}
    return TableReading(Match.from_row(row), clock.steady(at), seated, blocked)


def _until_it_holds(attempt: Callable[[], T]) -> T:
    """Repeat a read-and-append whose head moved in between."""
    for _ in range(RETRIES):
        try:
            return attempt()
        except HeadMoved:
            continue
    raise Conflict("busy")


def take_seat(
    *,
    match_id: UUID,
    account: UUID,
    seat: int | None = None,
    entropy: str = "",
    invite: str = "",
) -> Opened:
    """Sit down at an open table; the head is that of this event.

    Raises Conflict `seat-taken`, `table-full`, `already-started`, `already-seated`.
    """

    def attempt() -> Opened:
        table = read_table(match_id, account)
        match, mine = table.match, table.seat_of(account)
        kept_for = match.rematch_of is not None and _sat_at(match.rematch_of, account)
        known = mine is not None or kept_for or account == match.opened_by or invite == match.invite
        if match.private and not known:
            raise NotFound
        if mine is None and table.blocked:
            raise NotFound  # for whom somebody there has blocked the table does not exist
        if match.rematch_of is not None and not kept_for:
            raise NotYours("not-invited")
        _check_guest(match.rated, account)
        wanted = _free_seat(table, mine, seat)
        full = len(table.seated) + 1 == match.seats
        rows: list[Row] = [NewSeatRow(match_id, wanted, account=account)]
        if full:
            rows.append(MatchRow(match_id, status=Match.Status.STARTING))
        sealed = seal(match.head, [_taken(account, wanted, entropy, match.clock)], table.at)
        head = append_one(Append(sealed, rows, given=InStatus(Match.Status.OPEN)))
        if full:
            _poke_start(match_id, match.game)
        return Opened(match_id, head, Match.Status.STARTING if full else Match.Status.OPEN)

    return _until_it_holds(attempt)


def _check_guest(rated: bool, account: UUID) -> None:
    if rated and is_guest(account):
        raise NotYours("guests-kept-out")


def _sat_at(match_id: UUID, account: UUID) -> bool:
    return Seat.objects.filter(Q(account=account) | Q(former=account), match_id=match_id).exists()


def _free_seat(table: TableReading, mine: int | None, seat: int | None) -> int:
    match, seq = table.match, table.match.head.seq
    if match.status != Match.Status.OPEN:
        raise Conflict("already-started", seq)
    if mine is not None:
        raise Conflict("already-seated", seq)
    free = sorted(set(range(match.seats)) - set(table.seated))
    if seat is None and free:
        return free[0]
    if seat is None:
        raise Conflict("table-full", seq)
    if not 0 <= seat < match.seats:
        raise BadTable("bad-seat", seat_number=seat)
    if seat not in free:
        raise Conflict("seat-taken", seq)
    return seat


def leave_seat(*, match_id: UUID, account: UUID) -> None:
    """Stand up before the start. A table that no person sits at any more is given up."""

    def attempt() -> None:
        table = read_table(match_id)
        match, seat = table.match, table.seat_of(account)
        if seat is None:
            raise NotFound if match.private else NotYours
        if match.status != Match.Status.OPEN:
            raise Conflict("already-started", match.head.seq)
        left = ev.SeatLeft(seat=seat).draft(ev.account_actor(account), cmd=_command())
        gone = LeftSeatRow(match_id, seat)
        if any(holder not in (None, account) for holder in table.seated.values()):
            sealed = seal(match.head, [left], table.at)
            append_one(Append(sealed, [gone], given=InStatus(Match.Status.OPEN)))
        else:
            give_up(table, "nobody-left", [left], [gone])

    _until_it_holds(attempt)


def give_up(table: TableReading, reason: str, before: Sequence[Draft] = (), rows: Sequence[Row] = ()) -> None:
    """Abort a table that never started. The referee reveals its seed. Raises HeadMoved."""
    match = table.match
    drafts = [*before, ev.MatchAborted(reason=reason).draft(ev.SERVER)]
    sealed = seal(match.head, drafts, table.at)
    ended = MatchRow(match.id, status=Match.Status.ABORTED, ended_at=sealed.head.at, judged_seq=sealed.head.seq)
    facts = facts_of(match, drafts)
    rows = [ended, *rows, *rows_of(match.id, facts, sealed.head.at)]
    append_one(Append(sealed, rows, given=InStatus(Match.Status.OPEN)))
    _poke_start(match.id, match.game)
    transaction.on_commit(lambda: pokes.wake(facts))
