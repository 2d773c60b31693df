"""Stretches of past frames: folded once from the first, cut at so many frames and so many bytes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final
from uuid import UUID

from services.errors import NotFound
from services.matches.fold import Fold
from services.matches.models import Match
from services.matches.position import Position
from services.matches.snapshots import past_of
from services.readers.frames import Drawn
from services.readers.history import draw_past, keep_position, position_at, start_of
from services.readers.models import NewsLine
from services.readers.steps import Moment, events_between, steps_between

MOST_FRAMES: Final = 200
MOST_BYTES: Final = 1 << 20


@dataclass(frozen=True, slots=True)
class Stretch:
    """Frames of steps, rising; `next` is the seq of the first step left out."""

    frames: tuple[Drawn, ...]
    next: int | None


def frames_between(match: Match, first: int, last: int, eye: int) -> Stretch:
    """The frames of all steps with first <= seq <= last that a reader of this match may know, at least one of them."""
    if start_of(match) is None:
        raise NotFound("not-started")
    steps = steps_between(match.id, first, min(last, match.head.seq), MOST_FRAMES + 1)
    frames: list[Drawn] = []
    size = 0
    for drawn in _draw(match.id, steps[:MOST_FRAMES], eye):
        size += len(drawn.body)
        if frames and size > MOST_BYTES:
            break
        frames.append(drawn)
    return Stretch(tuple(frames), steps[len(frames)].seq if len(frames) < len(steps) else None)


def _draw(match_id: UUID, steps: list[Moment], eye: int) -> Iterator[Drawn]:
    if not steps:
        return
    wanted = {step.seq: step for step in steps}
    rows = NewsLine.objects.filter(match_id=match_id, seq__in=list(wanted))
    news = {row.seq: row for row in rows}
    for seq, position in _positions(match_id, steps[0].seq, steps[-1].seq):
        if seq in wanted:
            yield draw_past(match_id, position, wanted[seq], eye, news.get(seq))


def _positions(match_id: UUID, first: int, last: int) -> Iterator[tuple[int, Position]]:
    """The position after every event of a stretch; the last one handed out is kept for whoever reads on."""
    fold = Fold(position_at(match_id, first), past_of(match_id))
    try:
        yield first, fold.position
        for event in events_between(match_id, first, last):
            fold.take(event)
            yield event.seq, fold.position
    finally:
        keep_position(match_id, fold.position)
