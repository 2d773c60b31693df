"""Tables: open, sit, leave. The match starts by itself when the last seat is taken: the referee starts it."""

from __future__ import annotations

import secrets
import uuid
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeVar
from uuid import UUID

from django.db import transaction

from engine.core import chance
from engine.core.errors import BadOptions
from engine.core.game import Game, Json, complete_options
from engine.games import GAMES
from services import bus
from services.errors import BadTable, Conflict, NotFound, NotYours
from services.projections.frames import empty_card
from services.projections.models import SeatHolder
from services.store.log import Draft, Head, HeadMoved, append, head_of, now, open_log
from services.store.models import Match, Seed

T = TypeVar("T")
RETRIES = 20


@dataclass(frozen=True, slots=True)
class Wish:
    """The table somebody asks for."""

    game: str
    seats: int
    options: Mapping[str, Json] = field(default_factory=dict)
    bots: Mapping[int, str] = field(default_factory=dict)  # seat -> bot
    move_seconds: int | None = None
    private: bool = False
    entropy: str = ""
    lot: bool | None = None  # None: as the game's rules say


def open_table(*, account: UUID, wish: Wish) -> Match:
    """Open a table; the opener sits at the lowest free seat, or watches if bots have them all. Raises BadTable."""
    game = _game(wish.game)
    try:
        options = complete_options(game, wish.seats, wish.options)
    except BadOptions as error:
        raise BadTable(error.code, game=wish.game, **error.params) from None
    _check_bots(game, wish)
    seed, moment, match_id = secrets.token_bytes(32), now(), uuid.uuid4()
    match = Match(
        id=match_id, game=wish.game, rules_version=game.info.rules_version, options=options, seats=wish.seats,
        lot=game.info.lot if wish.lot is None else wish.lot, move_seconds=wish.move_seconds, private=wish.private,
        invite=secrets.token_urlsafe(12) if wish.private else "", opened_by=account, opened_at=moment,
        seal_key=chance.seal_key(seed, str(match_id)),
    )  # fmt: skip
    drafts, holders = _opening(account, wish, match, seed)
    if len(holders) == wish.seats:
        match.status = Match.Status.STARTING
    with transaction.atomic():
        open_log(match, drafts)
        Seed.objects.create(match=match, seed=seed)
        SeatHolder.objects.bulk_create(holders)
        empty_card(match).save(force_insert=True)
        if match.status == Match.Status.STARTING:
            _poke(match)
    return match


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


def _command() -> str:
    return str(uuid.uuid4())


def _opening(account: UUID, wish: Wish, match: Match, seed: bytes) -> tuple[list[Draft], list[SeatHolder]]:
    actor = f"acct:{account}"
    opened = {
        "game": wish.game, "rules_version": match.rules_version, "options": match.options, "seats": wish.seats,
        "seed_commit": chance.seed_commit(str(match.id), seed),
    }  # fmt: skip
    drafts = [Draft("table.opened", actor, opened, cmd=_command(), at=match.opened_at)]
    holders = []
    if free := set(range(wish.seats)) - set(wish.bots):
        seat = min(free)
        drafts.append(_taken(account, seat, wish.entropy))
        holders.append(SeatHolder(match=match, seat=seat, account=account))
    for seat, bot in sorted(wish.bots.items()):
        drafts.append(Draft("seat.taken", actor, {"seat": seat, "bot": bot, "entropy": ""}, cmd=_command(), seat=seat))
        holders.append(SeatHolder(match=match, seat=seat, bot=bot))
    return drafts, holders


def _taken(account: UUID, seat: int, entropy: str) -> Draft:
    pub = {"seat": seat, "account": str(account), "entropy": entropy}
    return Draft("seat.taken", f"acct:{account}", pub, cmd=_command(), seat=seat)


def _poke(match: Match) -> None:
    transaction.on_commit(lambda: bus.poke("referee.advance", str(match.id), queue=bus.game_queue(match.game)))


def find_match(match_id: UUID) -> Match:
    try:
        return Match.objects.get(pk=match_id)
    except Match.DoesNotExist:
        raise NotFound from None


def _until_it_holds(attempt: Callable[[], T]) -> T:
    """Repeat a read-and-append whose head moved in between."""
    for _ in range(RETRIES):
        try:
            with transaction.atomic():
                return attempt()
        except HeadMoved:
            continue
    raise Conflict("busy")


def take_seat(*, match_id: UUID, account: UUID, seat: int | None = None, entropy: str = "", invite: str = "") -> Match:
    """Sit down at an open table; the match's head is that of this event.

    Raises Conflict `seat-taken`, `table-full`, `already-started`, `already-seated`.
    """

    def attempt() -> Match:
        match = find_match(match_id)
        holders = list(SeatHolder.objects.filter(match=match))
        mine = [one.seat for one in holders if one.account == account]
        if match.private and not mine and account != match.opened_by and invite != match.invite:
            raise NotFound
        wanted = _free_seat(match, holders, mine, seat)
        full = len(holders) + 1 == match.seats
        changes = {"status": Match.Status.STARTING} if full else {}
        head = append(head_of(match), [_taken(account, wanted, entropy)], changes, status=Match.Status.OPEN)
        match.head_seq, match.head_hash, match.head_at = head.seq, head.hash, head.at
        SeatHolder.objects.create(match=match, seat=wanted, account=account)
        if full:
            match.status = Match.Status.STARTING
            _poke(match)
        return match

    return _until_it_holds(attempt)


def _free_seat(match: Match, holders: list[SeatHolder], mine: list[int], seat: int | None) -> int:
    if match.status != Match.Status.OPEN:
        raise Conflict("already-started", match.head_seq)
    if mine:
        raise Conflict("already-seated", match.head_seq)
    free = sorted(set(range(match.seats)) - {one.seat for one in holders})
    if seat is None and free:
        return free[0]
    if seat is None:
        raise Conflict("table-full", match.head_seq)
    if not 0 <= seat < match.seats:
        raise BadTable("bad-seat", seat_number=seat)
    if seat not in free:
        raise Conflict("seat-taken", match.head_seq)
    return seat


def leave_seat(*, match_id: UUID, account: UUID) -> Match:
    """Stand up before the start. A table that no person sits at any more is given up, its seed revealed."""

    def attempt() -> Match:
        match = find_match(match_id)
        holders = list(SeatHolder.objects.filter(match=match))
        mine = [one for one in holders if one.account == account]
        if not mine:
            raise NotFound if match.private else NotYours
        if match.status != Match.Status.OPEN:
            raise Conflict("already-started", match.head_seq)
        seat = mine[0].seat
        left = Draft("seat.left", f"acct:{account}", {"seat": seat}, cmd=_command(), seat=seat)
        if any(one.account and one.account != account for one in holders):
            append(head_of(match), [left], status=Match.Status.OPEN)
        else:
            give_up(head_of(match), "nobody-left", [left])
        mine[0].delete()
        return match

    return _until_it_holds(attempt)


def give_up(head: Head, reason: str, before: list[Draft] | None = None) -> None:
    """Abort a table that never started; its seed is told at once. Call it inside a transaction."""
    seed = Seed.objects.get(match_id=head.match).seed
    drafts = [
        *(before or []),
        Draft("match.aborted", "server", {"reason": reason}),
        Draft("seed.revealed", "server", {"seed": bytes(seed).hex()}),
    ]
    seq = head.seq + len(drafts)
    changes = {"status": Match.Status.ABORTED, "revealed": True, "ended_at": now(), "judged_seq": seq}
    append(head, drafts, changes, status=Match.Status.OPEN)
