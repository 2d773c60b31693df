"""The return match: a table with the same options, seats turned by one, kept for the same people (async.md 3)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final
from uuid import UUID

from django.db import transaction

from engine.games import GAMES
from services.bus.telling import tell
from services.errors import Conflict, NotFound, NotYours
from services.facts import TableInvited
from services.matches.models import Match, Seat
from services.playing.forms import command_of
from services.playing.tables import Wish, open_table, take_seat


@dataclass(frozen=True, slots=True)
class Luck:
    """What the caller adds to it. Opening asks for a commitment first, so that the seed is bound before it is heard."""

    entropy: str = ""
    match: UUID | None = None  # of the commitment
    asker: str = ""  # who asked for it


NONE: Final = Luck()


def open_rematch(*, match_id: UUID, account: UUID, command_id: str, luck: Luck = NONE) -> UUID:
    """The table of the return match, with the caller seated. Whoever asks first opens it.

    Raises Conflict `match-running`, `commitment-gone` where somebody else's table is there already; whatever opening
    and sitting down raise.
    """
    command_of(command_id)
    with transaction.atomic():
        match = Match.objects.select_for_update(of=("self",)).select_related("stream").filter(pk=match_id).first()
        seats = list(Seat.objects.filter(match_id=match_id).order_by("seat"))
        mine = _seat_of(match, seats, account)
        assert match is not None
        if not match.over:
            raise Conflict("match-running", match.head.seq)
        table = match.rematch
        if table is None:
            return _open(match, seats, account, mine, luck)
    if luck.match not in (None, table):
        raise Conflict("commitment-gone")  # bytes that were meant for another seed
    return _sit(table, account, (mine + 1) % match.seats, luck.entropy)


def _seat_of(match: Match | None, seats: Sequence[Seat], account: UUID) -> int:
    if match is None:
        raise NotFound
    mine = next((seat.seat for seat in seats if account in (seat.account, seat.former)), None)
    if mine is None:
        raise NotFound if match.private else NotYours
    return mine


def _open(match: Match, seats: Sequence[Seat], account: UUID, mine: int, luck: Luck) -> UUID:
    """Seats that people held are kept for them, those of bots are theirs again, one further on."""
    turned = {(seat.seat + 1) % match.seats: seat for seat in seats}
    bots = {number: seat.bot for number, seat in turned.items() if _person(seat) is None}
    clock = match.clock
    if match.move_seconds is not None:
        clock = {"kind": "per_move", "ms": match.move_seconds * 1000}
    wish = Wish(
        game=match.game, seats=match.seats, options=_known_options(match), bots=bots, clock=clock, delay=match.delay,
        rated=match.rated, private=match.private, lot=False, rematch_of=match.id,
        seat=(mine + 1) % match.seats, entropy=luck.entropy, match=luck.match,
    )  # fmt: skip
    opened = open_table(account=account, wish=wish, asker=luck.asker)
    Match.objects.filter(pk=match.pk).update(rematch=opened.id)
    others = sorted({str(person) for seat in seats if (person := _person(seat)) not in (None, account)})
    facts = [TableInvited(str(opened.id), other, f"rematch:{match.id}") for other in others]
    tell(facts, opened.head.at, opened.id)
    return opened.id


def _known_options(match: Match) -> dict[str, object]:
    """The options that the present rules still know."""
    known = GAMES[match.game].info.options
    return {name: value for name, value in match.options.items() if name in known}


def _person(seat: Seat) -> UUID | None:
    return seat.former or seat.account


def _sit(table: UUID, account: UUID, seat: int, entropy: str) -> UUID:
    if not Seat.objects.filter(match_id=table, account=account).exists():
        take_seat(match_id=table, account=account, seat=seat, entropy=entropy)
    return table
