"""What follows when somebody is away or gives up: expiry, resignation, substitution, coming back, pauses. Pure.

Each function adds to a Deciding what the log then says; what belongs to a bot's key or to the seed the referee adds.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from engine.core.game import Seat
from services.matches import events as ev
from services.matches.agreements import AGREEMENT, VACATION
from services.matches.clock import ms_of
from services.matches.clock_form import BOT, LOSE
from services.matches.position import Position, usual_substitute
from services.playing.decide import Deciding

NO_SHOW, TIME, RESIGN, FORFEIT = "no-show", "time", "resign", "forfeit"


def due_seats(position: Position, deciding: Deciding) -> tuple[Seat, ...]:
    """The seats that expire now; none while a recorded move waits to be judged."""
    clocks = position.kept.clocks
    if clocks is None or position.kept.waiting or position.over:
        return ()
    return clocks.due(ms_of(deciding.at))


def expire(deciding: Deciding, seats: Sequence[Seat]) -> None:
    """async.md 1 and 2: seats with the same deadline expire together; what it leads to stands directly after it."""
    position = deciding.position
    idle = {seat: move for seat in seats if (move := _idle_move(position, deciding, seat)) is not None}
    for seat in seats:
        deciding.add(ev.ClockExpired(seat=seat))
    if len(seats) == position.kept.seats and not idle:
        deciding.add(ev.MatchAborted(reason=TIME if _has_moved(position, seats) else NO_SHOW))
        return
    late = [seat for seat in seats if seat not in idle]
    if late:
        _time_out(deciding, late)
    if not deciding.position.over:
        for seat, move in idle.items():
            _answer_idly(deciding, seat, move)


def _has_moved(position: Position, seats: Sequence[Seat]) -> bool:
    """Whether a move of one of them has ever stood, taken back since or not."""
    return any(seat in position.kept.offers.stood for seat in seats)


def _idle_move(position: Position, deciding: Deciding, seat: Seat) -> str | None:
    """What the rules let an idle seat do; a second expiry in a row goes by the clock instead."""
    if seat in position.kept.idle:
        return None
    game = deciding.fold.game
    return game.idle_move(game.legal_texts(position.state, seat))


def _answer_idly(deciding: Deciding, seat: Seat, move: str) -> None:
    decision = deciding.position.kept.decisions[seat]
    deciding.add(ev.MoveMade(seat=seat, decision=decision, idle=True), {str(seat): {"move": move}})


def _time_out(deciding: Deciding, seats: Sequence[Seat]) -> None:
    position = deciding.position
    clocks = position.kept.clocks
    assert clocks is not None
    others, in_tournament = position.people - set(seats), position.kept.tournament is not None
    absent = not _has_moved(position, seats) and (in_tournament or clocks.clock.on_timeout == LOSE)
    many = in_tournament and absent and position.kept.seats > 2
    if others and (many or (clocks.clock.on_timeout == BOT and not absent)):
        for seat in seats:
            substitute(deciding, seat)
    elif absent:
        _never_came(deciding, seats)
    else:
        deciding.end(deciding.house_result(TIME, set(seats)))


def _never_came(deciding: Deciding, seats: Sequence[Seat]) -> None:
    """Nobody loses a casual match to somebody who never came; in a tournament it is a forfeit."""
    if deciding.position.kept.tournament is None:
        deciding.add(ev.MatchAborted(reason=NO_SHOW))
    else:
        deciding.end(deciding.house_result(FORFEIT, set(seats)))


def substitute(deciding: Deciding, seat: Seat, actor: str = ev.SERVER, cmd: str | None = None) -> None:
    """The bot that the table named takes the seat over."""
    clocks = deciding.position.kept.clocks
    bot = clocks.clock.substitute if clocks is not None else usual_substitute(deciding.fold.game)
    deciding.add(ev.SeatSubstituted(seat=seat, bot=bot), actor=actor, cmd=cmd)


def resign(deciding: Deciding, seat: Seat, cmd: str) -> None:
    """With more than two seats and another person there a bot takes over, else the match ends."""
    if on_vacation(deciding.position, seat):
        resume(deciding, [seat], VACATION)
    deciding.add(ev.SeatResigned(seat=seat), actor=ev.seat_actor(seat), cmd=cmd)
    others = deciding.position.people - {seat}
    if deciding.position.kept.seats > 2 and others:
        substitute(deciding, seat)
    else:
        deciding.end(deciding.house_result(RESIGN, {seat}))


def on_vacation(position: Position, seat: Seat) -> bool:
    clocks = position.kept.clocks
    return clocks is not None and any(reason == VACATION for reason, _ in clocks.seats[seat].pauses.running)


def come_back(deciding: Deciding, seat: Seat, cmd: str) -> None:
    deciding.add(ev.SeatReturned(seat=seat), actor=ev.seat_actor(seat), cmd=cmd)


# -- pauses -----------------------------------------------------------------------------------------------------------


def end_agreed_pause(deciding: Deciding, actor: str = ev.SERVER, cmd: str | None = None) -> None:
    """All clocks run again; plans may answer now."""
    seats = list(range(deciding.position.kept.seats))
    deciding.add(ev.ClockResumed(seats=seats, reason=AGREEMENT), actor=actor, cmd=cmd)


def pause(
    deciding: Deciding, seats: Iterable[Seat], reason: str, actor: str = ev.SERVER, cmd: str | None = None
) -> None:
    deciding.add(ev.ClockPaused(seats=sorted(seats), reason=reason), actor=actor, cmd=cmd)


def resume(
    deciding: Deciding, seats: Iterable[Seat], reason: str, actor: str = ev.SERVER, cmd: str | None = None
) -> None:
    deciding.add(ev.ClockResumed(seats=sorted(seats), reason=reason), actor=actor, cmd=cmd)


def credit(deciding: Deciding, seat: Seat, ms: int, *, reason: str | None = None, once: str | None = None) -> None:
    deciding.add(ev.ClockCredited(seat=seat, ms=ms, reason=reason), once=once)
