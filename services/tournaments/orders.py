"""Orders about running matches are carried out in the matches' own logs, by the ground."""

from __future__ import annotations

import contextlib
import uuid
from collections.abc import Mapping
from uuid import UUID

from services.errors import Conflict, NotFound
from services.pairings.rulings import RuleRevoke, RuleSubstitute, Ruling
from services.pairings.state import TournamentState
from services.pairings.steps import (
    AbortByRuling,
    BotTakesSeat,
    EndByRuling,
    EndByTime,
    ForfeitSeat,
    Order,
    ResignSeat,
)
from services.playing import rulings
from services.tournaments.matches import MatchNow


def carry_out(state: TournamentState, order: Order) -> None:
    """A match that is over by now, or has a move that waits, is left for the next look."""
    with contextlib.suppress(Conflict, NotFound):
        _carry_out(state, order)


def _carry_out(state: TournamentState, order: Order) -> None:
    match = UUID(order.match)
    match_seat = getattr(order, "seat", -1)
    if isinstance(order, ResignSeat) or (isinstance(order, BotTakesSeat) and order.why == "withdrawn"):
        command = str(uuid.uuid5(match, f"withdrawn {match_seat}"))
        rulings.resign_seat(match_id=match, seat=match_seat, command=command)
    elif isinstance(order, ForfeitSeat) or (isinstance(order, BotTakesSeat) and order.why == "no-show"):
        rulings.never_came(match_id=match, seat=match_seat)
    elif isinstance(order, BotTakesSeat):
        rulings.hand_to_bot(match_id=match, seat=match_seat)
    elif isinstance(order, EndByTime):
        rulings.end_by_spent_time(match_id=match)
    else:
        _ruled(state, order, match)


def _ruled(state: TournamentState, order: EndByRuling | AbortByRuling, match: UUID) -> None:
    director, ruling = _made(state, order.ruling_seq)
    once = f"ruling {order.ruling_seq}"
    if isinstance(order, AbortByRuling):
        rulings.abort_by_ruling(match_id=match, director=director, once=once)
    else:
        rulings.end_by_ruling(match_id=match, director=director, code=ruling.name, places=order.places, once=once)


def _made(state: TournamentState, seq: int) -> tuple[str, Ruling]:
    ruled = next(ruled for ruled in state.rulings if ruled.seq == seq)
    return ruled.actor.removeprefix("director:"), ruled.made.ruling


# -- substitutes ------------------------------------------------------------------------------------------------------


def seat_substitutes(state: TournamentState, now: Mapping[str, MatchNow]) -> None:
    """Whoever holds an entry now sits down in its running matches."""
    if not any(isinstance(ruled.made.ruling, RuleSubstitute) for ruled in state.rulings):
        return
    games = {game.match: game for paired in state.rounds for game in paired.games() if not game.replaced}
    for match, row in now.items():
        if match not in games or row.over:
            continue
        for seat in row.seats:
            entry = games[match].entries[seat.seat]
            if isinstance(entry, int) and seat.account is not None and str(seat.account) != state.holder(entry):
                _replace(state, row.match, seat.seat, entry)


def _replace(state: TournamentState, match: UUID, seat: int, entry: int) -> None:
    """By whoever ruled last on who holds the entry."""
    ruled = [
        ruled
        for ruled in state.rulings
        if isinstance(ruled.made.ruling, RuleRevoke)
        or (isinstance(ruled.made.ruling, RuleSubstitute) and ruled.made.ruling.entry == entry)
    ][-1]
    with contextlib.suppress(Conflict, NotFound):
        rulings.replace_holder(
            match_id=match,
            seat=seat,
            account=UUID(state.holder(entry)),
            director=ruled.actor.removeprefix("director:"),
            once=f"ruling {ruled.seq} seat {seat}",
        )
