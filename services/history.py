"""The frame of any eye at any seq, by folding; and why a move would be refused, in the words of the rules."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable
from dataclasses import replace
from threading import Lock
from typing import Any
from uuid import UUID

from engine.core.errors import MoveError, UnreadableMove
from engine.core.game import Game, Json
from engine.core.replay import answer
from engine.games import GAMES
from services.errors import NotFound
from services.projections.frames import Drawn, draw_frames, frame_json
from services.projections.models import GALLERY, Frame, NewsLine
from services.projections.news import latest_news, lines_for, news_since
from services.store import log
from services.store.fold import Fold, Position, elapsed, fold_events, fold_match
from services.store.models import Event, Match

PAGE = 200
TOO_LATE = "too-late"  # the code of games that have a timer of their own
NOT_STARTED = (Match.Status.OPEN, Match.Status.STARTING)
_kept: OrderedDict[tuple[UUID, int], Position] = OrderedDict()
_lock = Lock()


def position_at(match: Match, game: Game[Any, Any], seq: int) -> Position:
    """The position after `seq`; stepping on from one just asked for folds only what lies between."""
    with _lock:
        near = max((at for key, at in _kept if key == match.id and at <= seq), default=None)
        begin = None if near is None else _kept[match.id, near]
    if begin is None or seq - begin.seq > 100:
        found = fold_match(match, game, seq).position
    else:
        fold = Fold(game, begin, match.started_at)
        fold_events(fold, _with_open_moves(match.id, begin, seq))
        found = replace(fold.position, seq=seq)  # older moves met again do not set it back
    with _lock:
        _kept[match.id, seq] = found
        while len(_kept) > 200:
            _kept.popitem(last=False)
    return found


def _with_open_moves(match_id: UUID, begin: Position, seq: int) -> Iterable[log.Recorded]:
    """From before the last judgement on, so that recorded moves judged later are met first."""
    return [event for event in log.read(match_id, begin.seq - 50, seq) if _belongs(event, begin.seq)]


def _belongs(event: log.Recorded, seq: int) -> bool:
    return event.seq > seq or event.type == "move.made"


def start_of(match: Match) -> int | None:
    """The seq at which play began: the first moment that can be looked at."""
    return Event.objects.filter(match=match, type="match.started").values_list("seq", flat=True).first()


def frame_at(match: Match, seq: int, eye: int) -> Drawn:
    """The frame as it stood at that seq. Raises NotFound for a seq before the start or past the head."""
    game = GAMES[match.game]
    started = start_of(match)
    if started is None or not started <= seq <= match.judged_seq:
        raise NotFound
    head = Event.objects.values_list("hash", flat=True).get(match=match, seq=seq)
    position = replace(position_at(match, game, seq), seq=seq)
    row = NewsLine.objects.filter(match=match, seq=seq).first()
    news = {eye: lines_for(row, eye) if row else []}
    return draw_frames(match.id, game, position, head, match.started_at, news, [eye])[0]


def present_frame(match: Match, eye: int) -> Frame:
    """The stored frame of an eye that was found together with this reading of the match.

    A seat read before the start may be another's once the lot is drawn: it opens nothing.
    """
    if match.status in NOT_STARTED:
        raise NotFound("not-started")
    if match.status == Match.Status.ABORTED:
        raise NotFound("never-started")
    try:
        return Frame.objects.get(match_id=match.id, eye=eye)
    except Frame.DoesNotExist:
        raise NotFound("not-started") from None


def present_news(frame: Frame, after: int | None) -> list[dict[str, Json]]:
    """Every line since the seq the reader names, or those of the present frame's last event."""
    if after is None:
        return latest_news(frame.match_id, frame.eye, frame.seq)
    return news_since(frame.match_id, frame.eye, after, frame.seq)


def explain(match: Match, seat: int, text: str, seq: int | None = None) -> str | MoveError:
    """What an answer off the list comes to: the listed form of the move it means, or why the rules refuse it.

    Judged on the position of the open question (or that of a seq), which the mover's own view decides.
    """
    game = GAMES[match.game]
    state = position_at(match, game, match.judged_seq if seq is None else seq).state
    try:
        written = game.write(game.read(state, seat, text), seat)
        answer(game, state, seat, written, 0)
    except MoveError as error:
        return error
    return written


def in_vain(match: Match, seat: int, text: str, command_id: str) -> MoveError | None:
    """Why a text cannot be an answer at all, or no longer: asked before it is recorded, where a game lists no moves.

    Everything else is for the referee to say. A command that is recorded already was not in vain.
    """
    game = GAMES[match.game]
    if match.status != Match.Status.RUNNING or match.started_at is None:
        return None
    state = position_at(match, game, match.judged_seq).state
    try:
        game.read(state, seat, text)
        answer(game, state, seat, text, elapsed(match.started_at, log.now()))
    except MoveError as error:
        hopeless = isinstance(error, UnreadableMove) or error.code == TOO_LATE
        return error if hopeless and not Event.objects.filter(match=match, cmd=command_id).exists() else None
    return None


def explain_command(match: Match, seat: int, command_id: str, text: str) -> str | MoveError | None:
    """The same for the question that a recorded command answered; None if that seat has no such command."""
    found = Event.objects.filter(match=match, cmd=command_id, type="move.made", seat=seat)
    seq = found.values_list("seq", flat=True).first()
    return None if seq is None else explain(match, seat, text, seq - 1)


def events_page(match: Match, after: int, seat: int | None) -> dict[str, Json]:
    """Public envelopes and what a seat may open; after the reveal everybody opens everything.

    Nothing behind the head that was read with the seat: a lot drawn since then may have given the seat to another.
    """
    found = Event.objects.filter(match=match, seq__gt=after, seq__lte=match.head_seq)
    events = list(found.order_by("seq")[: PAGE + 1])
    page = events[:PAGE]
    upto = page[-1].seq if page else after
    audiences = None if match.revealed else [] if seat is None else [str(seat)]
    parts = log.parts_for(match.id, audiences, after, upto)
    key = bytes(match.seal_key)
    return {
        "events": [log.envelope(event) for event in page],
        "opened": [log.opened(key, part) for part in parts],
        "next": upto if len(events) > PAGE else None,
    }


def drawn_json(drawn: Drawn) -> str:
    return frame_json(drawn.body, drawn.moves, drawn.news)


def eye_of(seat: int | None) -> int:
    return GALLERY if seat is None else seat
