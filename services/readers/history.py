"""The position and the frame of any eye at any seq; the present frame, stored or drawn anew; pages of the log."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from threading import Lock
from typing import Final
from uuid import UUID

from cachetools import LRUCache

from engine.core.game import Json
from services.errors import NotFound
from services.log import read as log
from services.log.models import Event
from services.matches import events as ev
from services.matches.fold import Fold
from services.matches.models import Match
from services.matches.position import Position
from services.matches.snapshots import fold_stream, past_of
from services.readers.frames import Drawn, Scene, draw_frames
from services.readers.models import GALLERY, Frame, NewsLine
from services.readers.news import latest_news, lines_for, news_since
from services.readers.steps import Moment, own_step

NOT_STARTED: Final = (Match.Status.OPEN, Match.Status.STARTING)
NEAR: Final = 100  # so many events are folded on from a kept position rather than from a snapshot
_kept: LRUCache[tuple[UUID, int], Position] = LRUCache(200)
_lock = Lock()


def position_at(match_id: UUID, seq: int) -> Position:
    """The position after `seq`; stepping on from one just asked for folds only what lies between."""
    with _lock:
        near = max((at for key, at in _kept if key == match_id and at <= seq), default=None)
        begin = None if near is None else _kept[match_id, near]
    if begin is None or seq - begin.seq > NEAR:
        position = fold_stream(match_id, seq).position
    elif begin.seq == seq:
        return begin
    else:
        fold = Fold(begin, past_of(match_id))
        for event in log.read(match_id, begin.seq, seq):
            fold.take(event)
        position = fold.position
    keep_position(match_id, position)
    return position


def keep_position(match_id: UUID, position: Position) -> None:
    """For whoever reads on from there."""
    with _lock:
        _kept[match_id, position.seq] = position


def start_of(match: Match) -> int | None:
    """The seq at which play began, if a reader of this match may know: the first moment that can be looked at."""
    events = Event.objects.filter(stream_id=match.id, type=ev.MatchStarted.TYPE, seq__lte=match.head.seq)
    return events.values_list("seq", flat=True).first()


def entropy_of(match: Match) -> Mapping[str, str]:
    """What each account gave to the luck of a match: the bytes it sent when it took its seat, as hex."""
    begun = start_of(match)
    kept = position_at(match.id, match.head.seq if begun is None else begun).kept
    if begun is not None:
        return kept.entropy
    return {holder.account: holder.entropy for holder in kept.holders.values() if holder.account is not None}


def frame_at(match: Match, seq: int, eye: int) -> Drawn:
    """The frame as it stood at that seq: of its step, or of the step before it. Raises NotFound outside of the play."""
    own = own_step(match.id, seq) if seq <= match.head.seq else None
    if own is None:
        raise NotFound
    if own.step is None:
        raise NotFound("not-started")
    row = NewsLine.objects.filter(match_id=match.id, seq=seq).first()
    return draw_past(match.id, position_at(match.id, own.step), own, eye, row)


def draw_past(match_id: UUID, position: Position, own: Moment, eye: int, row: NewsLine | None) -> Drawn:
    """A step's position under the seq, time and fingerprint of the event that was asked for, with its news alone."""
    news = {eye: lines_for(row, eye) if row else []}
    scene = Scene(match_id, replace(position, seq=own.seq), own.hash, at=own.at)
    return draw_frames(scene, news, [eye], past=True)[0]


def present_frame(match: Match, eye: int) -> Frame:
    """The frame of an eye that was read together with this reading of the match; drawn anew where none is stored.

    A seat read before the start may be another's once the lot is drawn: it opens nothing.
    """
    if match.status in NOT_STARTED:
        raise NotFound("not-started")
    if match.past:
        return _drawn_anew(match, eye, past=True)
    frame = Frame.objects.filter(match_id=match.id, eye=eye).first()
    return _drawn_anew(match, eye) if frame is None else frame


def _drawn_anew(match: Match, eye: int, past: bool = False) -> Frame:
    position = position_at(match.id, match.judged_seq)
    if position.kept.started is None:
        raise NotFound("never-started")
    head = Event.objects.values_list("hash", flat=True).get(stream_id=match.id, seq=match.judged_seq)
    scene = Scene(match.id, replace(position, seq=match.judged_seq), head)
    return _as_row(match, draw_frames(scene, {}, [eye], past)[0])


def _as_row(match: Match, drawn: Drawn) -> Frame:
    return Frame(
        match_id=match.id, eye=drawn.eye, seq=drawn.seq, decision=drawn.decision, moves=drawn.moves, body=drawn.body
    )


def open_frame(match_id: UUID, seat: int) -> Frame | None:
    """The frame of a seat that has a question to answer."""
    match = Match.objects.select_related("stream").filter(pk=match_id, status=Match.Status.RUNNING).first()
    frame = None if match is None else present_frame(match, seat)
    return frame if frame is not None and frame.decision is not None else None


def present_news(frame: Frame, after: int | None) -> list[dict[str, Json]]:
    """Every line since the seq the reader names, or those of the present frame's last event."""
    if after is None:
        return latest_news(frame.match_id, frame.eye, frame.seq)
    return news_since(frame.match_id, frame.eye, after, frame.seq)


def events_page(match: Match, after: int, seat: int | None) -> dict[str, Json]:
    """Public envelopes and what a seat may open; after the reveal everybody opens everything.

    Nothing behind the head that was read with the seat: a lot drawn since then may have given the seat to another.
    """
    return log.page(match.head, after, audiences_of(match, seat))


def audiences_of(match: Match, seat: int | None) -> list[str] | None:
    """Whose parts a reader may open; None: all, the seed is revealed."""
    if match.revealed:
        return None
    return [] if seat is None else [str(seat)]


def eye_of(seat: int | None) -> int:
    return GALLERY if seat is None else seat
