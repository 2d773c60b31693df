"""What a worker keeps of a match between two pokes: the folded position and the keys, validated by the head."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass, field
from datetime import datetime
from threading import Lock
from typing import Any
from uuid import UUID

from engine.core import chance
from engine.core.game import Game
from services.projections.models import Frame, SeatHolder
from services.referee.judge import Keys
from services.store.fold import Position, fold_match
from services.store.log import Recorded, read
from services.store.models import Match, Seed

MOST_DESKS = 500


@dataclass(slots=True)
class Desk:
    """A match on the referee's table."""

    position: Position
    keys: Keys
    seed: bytes
    bots: dict[int, str]
    asked_at: dict[int, tuple[int, datetime]] = field(default_factory=dict)  # seat -> open decision, since when


_desks: OrderedDict[UUID, Desk] = OrderedDict()
_lock = Lock()  # judges in threads share the desks


def desk_of(match: Match, game: Game[Any, Any]) -> Desk:
    """The kept desk if it stands where the match stands, else a new one folded from the log."""
    with _lock:
        found = _desks.get(match.id)
        if found is not None and found.position.seq == match.judged_seq:
            _desks.move_to_end(match.id)
            return found
    seed = bytes(Seed.objects.get(match=match).seed)
    entropy = entropy_of(read(match.id, -1, _start_seq(match)))
    holders = SeatHolder.objects.filter(match=match)
    waiting = Frame.objects.filter(match=match, decision__isnull=False)
    return Desk(
        fold_match(match, game).position,
        keys_of(match, seed, entropy),
        seed,
        {one.seat: one.bot for one in holders if one.bot},
        {one.eye: (one.decision, one.asked_at) for one in waiting if one.decision and one.asked_at},
    )


def keep(match_id: UUID, desk: Desk) -> None:
    """Only after the transaction that wrote this position is committed."""
    with _lock:
        _desks[match_id] = desk
        _desks.move_to_end(match_id)
        while len(_desks) > MOST_DESKS:
            _desks.popitem(last=False)


def forget(match_id: UUID) -> None:
    with _lock:
        _desks.pop(match_id, None)


def keys_of(match: Match, seed: bytes, entropy: dict[str, str]) -> Keys:
    of_match = chance.match_seed(seed, str(match.id), entropy.items(), beacon="")
    return Keys(chance.chance_key(of_match), chance.state_key(seed, str(match.id)), of_match)


def _start_seq(match: Match) -> int:
    """Every event that can carry entropy lies before the start."""
    first = match.events.filter(type="match.started").values_list("seq", flat=True).first()
    return match.head_seq if first is None else first


def entropy_of(events: list[Recorded]) -> dict[str, str]:
    """Account -> entropy of those who kept their seat until the start."""
    taken: dict[int, tuple[str, str]] = {}
    for event in events:
        if event.type == "seat.taken":
            taken.pop(event.pub["seat"], None)
            if "account" in event.pub:
                taken[event.pub["seat"]] = (event.pub["account"], event.pub["entropy"])
        elif event.type == "seat.left":
            taken.pop(event.pub["seat"], None)
    return dict(taken.values())
