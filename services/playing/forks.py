"""A fork: a table that begins where a finished match once stood. What was hidden then is public in its event 0."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final
from uuid import UUID

from engine.core.codec import canonical
from engine.games import GAMES
from services.errors import BadRequest, Conflict
from services.log.read import Recorded, read
from services.matches import events as ev
from services.matches.models import Match
from services.matches.position import Position, elapsed
from services.playing.tables import Opened, Wish, open_table
from services.readers.history import position_at
from services.readers.steps import own_step

MOST_STATE: Final = 32 * 1024


def fork_match(*, match: Match, seq: int, account: UUID, asker: str, address: str, wanted: Mapping[str, Any]) -> Opened:
    """Open it; `wanted`: seat, bots, clock, private, match, entropy. Raises Conflict, BadRequest, BadTable."""
    if not match.revealed:
        raise Conflict("not-over", match.head.seq)
    game = GAMES.get(match.game)
    if game is None or game.info.rules_version != match.rules_version:
        raise Conflict("old-rules")
    own = own_step(match.id, seq) if seq <= match.head.seq else None
    if own is None or own.step is None:
        raise BadRequest({"seq": "a moment of the play"})
    position = position_at(match.id, own.step)
    if position.over or game.winners(position.state) is not None:
        raise Conflict("match-over")
    state = game.dump(position.state)
    if len(canonical(state)) > MOST_STATE:
        raise Conflict("state-too-large")
    source = {"match": str(match.id), "seq": own.step, "ms": ply_time(match.id, position), "state": state}
    seat = wanted.get("seat")
    if seat is not None and (seat >= match.seats or seat in wanted.get("bots", {})):
        raise BadRequest({"seat": "a seat that no bot has"})
    wish = Wish(
        match.game, match.seats, options=match.options, lot=False, source=source,
        **{name: value for name, value in wanted.items() if value is not None},
    )  # fmt: skip
    return open_table(account=account, wish=wish, asker=asker, address=address)


def ply_time(stream: UUID, position: Position) -> int:
    """The time of the last ply at a position (fairness.md 3.5), as its fold counted it."""
    events = read(stream, -1, position.seq)
    times: dict[int, int] = {}
    last = position.kept.offset
    by_seq = {event.seq: event for event in events}
    for event in events:
        last = _time_after(event, by_seq, times, position, last)
        times[event.seq] = last
    return last


def _time_after(
    event: Recorded, by_seq: Mapping[int, Recorded], times: Mapping[int, int], position: Position, last: int
) -> int:
    if event.type == ev.MoveJudged.TYPE and event.pub["verdict"] == ev.STANDS:
        return elapsed(position.begun, by_seq[event.pub["of"]].at)
    if event.type == ev.TimeUp.TYPE:
        return elapsed(position.begun, event.at)
    return times[event.pub["to"]] if event.type == ev.MoveUndone.TYPE else last
