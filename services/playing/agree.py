"""Offers: which may be made and answered, and what an accepted one leads to (async.md 3). Pure."""

from __future__ import annotations

from engine.core.game import Seat
from engine.games import game_of
from services.errors import Conflict, NotAllowed
from services.matches import events as ev
from services.matches.agreements import ABORT, AGREEMENT, DRAW, PAUSE, UNDO, Offer, undo_targets
from services.matches.position import Position, Result
from services.playing import absence
from services.playing.decide import Deciding

FEW_MOVES = 2  # an abort may be offered while some seat has fewer moves that stood


def check_offer(deciding: Deciding, seat: Seat, kind: str, to: int | None) -> None:
    """Raises Conflict `move-waits`, `offer-open`, `offer-too-soon`; NotAllowed `offer-…`, `undo-not-allowed`."""
    position = deciding.position
    seq = deciding.next_seq - 1
    if position.kept.waiting:
        raise Conflict("move-waits", seq)
    if position.kept.offers.of(seat) is not None:
        raise Conflict("offer-open", seq)
    if not position.kept.offers.may_repeat(seat, kind):
        raise Conflict("offer-too-soon", seq)
    if kind == UNDO:
        _check_undo(position, seat, to)
    elif not _ALLOWED[kind](deciding):
        raise NotAllowed("offer-not-allowed", kind=kind)


def _check_undo(position: Position, seat: Seat, to: int | None) -> None:
    """Back to a state in force, if a move of one's own has stood since and nobody has learned anything."""
    casual = not position.kept.rated and position.kept.tournament is None
    if not casual or to not in undo_targets(position.played.trail, seat) or _timer_runs(position):
        raise NotAllowed("undo-not-allowed")


def _timer_runs(position: Position) -> bool:
    """While a timer of the rules runs no pause and no undo is offered."""
    return game_of(position.kept.game, position.kept.rules_version).deadline(position.state) is not None


def _may_draw(deciding: Deciding) -> bool:
    position = deciding.position
    return len(position.people) == position.kept.seats == 2 and deciding.fold.game.info.draws


def _may_pause(deciding: Deciding) -> bool:
    position = deciding.position
    clocks = position.kept.clocks
    return clocks is not None and clocks.clock.slow and not position.kept.agreed_pause and not _timer_runs(position)


def _may_abort(deciding: Deciding) -> bool:
    return any(len(stood) < FEW_MOVES for stood in deciding.position.played.stood)


_ALLOWED = {DRAW: _may_draw, PAUSE: _may_pause, ABORT: _may_abort}


def make_offer(deciding: Deciding, seat: Seat, kind: str, to: int | None, cmd: str) -> int:
    """The number of the offer. Where no other person sits it stands at once."""
    number = deciding.position.kept.offers.made + 1
    deciding.add(ev.OfferMade(seat=seat, offer=number, kind=kind, to=to), actor=ev.seat_actor(seat), cmd=cmd)
    _carry_out_if_agreed(deciding, number)
    return number


def check_answer(deciding: Deciding, seat: Seat, number: int) -> None:
    """Raises Conflict `move-waits`, `offer-closed`, `offer-answered`."""
    position, seq = deciding.position, deciding.next_seq - 1
    if position.kept.waiting:
        raise Conflict("move-waits", seq)
    offer = position.kept.offers.open.get(number)
    if offer is None:
        raise Conflict("offer-closed", seq)
    if offer.seat == seat or seat in offer.accepted:
        raise Conflict("offer-answered", seq)


def answer_offer(deciding: Deciding, seat: Seat, number: int, accepted: bool, cmd: str) -> None:
    event = ev.OfferAnswered(seat=seat, offer=number, accepted=accepted)
    deciding.add(event, actor=ev.seat_actor(seat), cmd=cmd)
    _carry_out_if_agreed(deciding, number)


def _carry_out_if_agreed(deciding: Deciding, number: int) -> None:
    """It stands when all other people have accepted."""
    position = deciding.position
    offer = position.kept.offers.open.get(number)
    if offer is not None and position.people - {offer.seat} <= offer.accepted:
        _carry_out(deciding, offer)


def _carry_out(deciding: Deciding, offer: Offer) -> None:
    if offer.kind == DRAW:
        scores = tuple(deciding.fold.game.scores(deciding.position.state))
        deciding.end(Result(scores, tuple(range(len(scores))), "agreement"))
    elif offer.kind == ABORT:
        deciding.add(ev.MatchAborted(reason="agreement"))
    elif offer.kind == PAUSE:
        absence.pause(deciding, range(deciding.position.kept.seats), AGREEMENT)
    elif offer.kind == UNDO:
        assert offer.to is not None
        _undo(deciding, offer.to, offer.offer)


def _undo(deciding: Deciding, to: int, number: int) -> None:
    assert deciding.fold.past is not None
    played = deciding.fold.past(to)
    asked = list(played.asked) if deciding.position.kept.dated else None
    deciding.add(ev.MoveUndone(to=to, offer=number, asked=asked), dp=played.dp, df=played.df)
