"""What is decided over a running match from outside it: a director's ruling, a player who left or never came, the
deadline of a round. Each is one append; whoever asks twice changes nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final
from uuid import UUID

from django.db import IntegrityError, transaction

from engine.core.game import Seat, ranked
from services.errors import Conflict, NotAllowed
from services.log.append import Head
from services.matches import events as ev
from services.matches.agreements import VACATION
from services.matches.clock import ms_of
from services.matches.models import Match
from services.matches.position import Position, Result
from services.matches.snapshots import past_of
from services.people.preferences import settings_of
from services.playing import absence
from services.playing.commit import Work, announce, commit
from services.playing.decide import Deciding
from services.playing.door import read_match
from services.readers.history import position_at

RETRIES: Final = 20
RULING, ANNUL, SUBSTITUTE = "ruling", "annul", "substitute"
Decide = Callable[[Deciding], None]


def director_actor(account: object) -> str:
    return f"{ev.DIRECTOR}:{account}"


def rule(match_id: UUID, decide: Decide) -> Head | None:
    """Add what `decide` adds to a running match; None: it does not run, or the same was done before.

    Raises Conflict `move-waits` while a recorded move is not judged, NotFound.
    """
    for _ in range(RETRIES):
        match, now = read_match(match_id)
        if match.status != Match.Status.RUNNING:
            return None
        position = position_at(match_id, match.head.seq)
        if position.kept.waiting:
            raise Conflict("move-waits", match.head.seq)
        deciding = Deciding(position, None, match.head, now, past_of(match_id))
        decide(deciding)
        if not deciding.drafts:
            return None
        work = Work(match, now, position_at(match_id, match.judged_seq), deciding.decided())
        try:
            with transaction.atomic():
                committed = commit([work])[0]
        except IntegrityError:
            return None  # the same command or ruling came before
        if committed is not None:
            announce(committed)
            return committed.head
    raise Conflict("busy")


# -- a director rules -------------------------------------------------------------------------------------------------


def end_by_ruling(
    *, match_id: UUID, director: str, code: str, places: Sequence[int | None] | None, once: str
) -> Head | None:
    """`director.ruled`, then `match.ended` with these places; without places nobody wins."""

    def decide(deciding: Deciding) -> None:
        scores = tuple(deciding.fold.game.scores(deciding.position.state))
        winners = [] if places is None else [seat for seat, place in enumerate(places) if place == 1]
        deciding.add(ev.DirectorRuled(ruling=code), actor=director_actor(director), once=once)
        event = ev.MatchEnded(scores=list(scores), winners=winners, reason=RULING)
        if len(scores) > 2:
            event = ev.MatchEnded(
                scores=list(scores), winners=winners, reason=RULING, places=whole_places(places, len(scores))
            )
        played = deciding.position.played
        deciding.add(event, dp=played.dp, df=played.df)

    return rule(match_id, decide)


def whole_places(places: Sequence[int | None] | None, seats: int) -> list[int]:
    """Places of all seats, 1, 1, 3 style: those without one come last."""
    given = places if places is not None else [None] * seats
    return list(ranked([(place is None, place or 0) for place in given]))


def abort_by_ruling(*, match_id: UUID, director: str, once: str) -> Head | None:
    """`director.ruled`, then `match.aborted`."""

    def decide(deciding: Deciding) -> None:
        deciding.add(ev.DirectorRuled(ruling=ANNUL), actor=director_actor(director), once=once)
        deciding.add(ev.MatchAborted(reason=RULING))

    return rule(match_id, decide)


def replace_holder(*, match_id: UUID, seat: Seat, account: UUID, director: str, once: str) -> Head | None:
    """`director.ruled` naming the seat, then somebody else holds it, in the own local time."""

    def decide(deciding: Deciding) -> None:
        if absence.on_vacation(deciding.position, seat):
            absence.resume(deciding, [seat], VACATION)
        actor = director_actor(director)
        deciding.add(ev.DirectorRuled(ruling=SUBSTITUTE, seat=seat), actor=actor, once=once)
        offset = None if deciding.position.kept.clocks is None else settings_of(account).utc_offset or None
        deciding.add(ev.SeatSubstituted(seat=seat, account=str(account), utc_offset=offset), actor=actor)

    return rule(match_id, decide)


# -- an operator rules, outside of tournaments (people.md 4) ----------------------------------------------------------


def annul_by_operator(*, match_id: UUID, operator: object, command: str) -> Head | None:
    """`director.ruled`, then `match.aborted`."""

    def decide(deciding: Deciding) -> None:
        deciding.add(ev.DirectorRuled(ruling=ANNUL), actor=director_actor(operator), cmd=command)
        deciding.add(ev.MatchAborted(reason=RULING))

    return rule(match_id, decide)


def forfeit_by_operator(*, match_id: UUID, seat: Seat, operator: object, command: str) -> Head | None:
    """`director.ruled` naming the seat; the match ends, or with more than two seats a bot goes on for others.

    Raises NotAllowed `bad-seat`: no person holds it.
    """

    def decide(deciding: Deciding) -> None:
        position, actor = deciding.position, director_actor(operator)
        if seat not in position.people:
            raise NotAllowed("bad-seat", seat_number=seat)
        if absence.on_vacation(position, seat):
            absence.resume(deciding, [seat], VACATION)
        deciding.add(ev.DirectorRuled(ruling=absence.FORFEIT, seat=seat), actor=actor, cmd=command)
        if position.kept.seats > 2 and position.people - {seat}:
            absence.substitute(deciding, seat, actor=actor)
        else:
            deciding.end(deciding.house_result(RULING, {seat}))

    return rule(match_id, decide)


def credit_by_operator(
    *, match_id: UUID, seat: Seat, ms: int, reason: str, operator: object, command: str
) -> Head | None:
    """Raises NotAllowed `bad-seat`, Conflict `no-clock`: there is none, or by time per move none that runs."""

    def decide(deciding: Deciding) -> None:
        clocks = deciding.position.kept.clocks
        if clocks is None:
            raise Conflict("no-clock")
        if seat not in deciding.position.people:
            raise NotAllowed("bad-seat", seat_number=seat)
        if clocks.clock.kind == "per_move" and clocks.seats[seat].stint is None:
            raise Conflict("no-clock")
        event = ev.ClockCredited(seat=seat, ms=ms, reason=reason)
        deciding.add(event, actor=director_actor(operator), cmd=command)

    return rule(match_id, decide)


# -- who is not there -------------------------------------------------------------------------------------------------


def resign_seat(*, match_id: UUID, seat: Seat, command: str) -> Head | None:
    """Whoever held the seat has left: it resigns, or at three and four seats a bot goes on."""

    def decide(deciding: Deciding) -> None:
        if seat in deciding.position.people:
            absence.resign(deciding, seat, command)

    return rule(match_id, decide)


def never_came(*, match_id: UUID, seat: Seat) -> Head | None:
    """Whoever holds the seat did not come in time: a forfeit, or at three and four seats a bot goes on."""

    def decide(deciding: Deciding) -> None:
        position = deciding.position
        if seat not in position.people:
            return
        if absence.on_vacation(position, seat):
            absence.resume(deciding, [seat], VACATION)
        deciding.add(ev.ClockExpired(seat=seat))
        if position.kept.seats > 2 and position.people - {seat}:
            absence.substitute(deciding, seat)
        else:
            deciding.end(deciding.house_result(absence.FORFEIT, {seat}))

    return rule(match_id, decide)


# -- the deadline of a round ------------------------------------------------------------------------------------------


def end_by_spent_time(*, match_id: UUID) -> Head | None:
    """At two seats whoever was charged more loses; equal is a draw."""

    def decide(deciding: Deciding) -> None:
        spent = spent_ms(deciding.position, ms_of(deciding.at))
        least = min(spent.values())
        winners = tuple(seat for seat, ms in sorted(spent.items()) if ms == least)
        deciding.end(Result(tuple(deciding.fold.game.scores(deciding.position.state)), winners, absence.TIME))

    return rule(match_id, decide)


def hand_to_bot(*, match_id: UUID, seat: Seat) -> Head | None:
    """At three and four seats: the bot of the table goes on for the seat."""

    def decide(deciding: Deciding) -> None:
        if seat in deciding.position.people:
            absence.substitute(deciding, seat)

    return rule(match_id, decide)


def spent_ms(position: Position, at: int) -> dict[Seat, int]:
    """All that each seat was charged up to a moment, over all stints."""
    clocks = position.kept.clocks
    if clocks is None:
        return dict.fromkeys(range(position.kept.seats), 0)
    return {seat: own.used + own.charged_by(at) for seat, own in sorted(clocks.seats.items())}
