"""A position becomes the frames of every eye; a stored frame becomes the JSON a reader gets. The one assembler."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from engine.core.game import Game, Json, view_fields
from engine.games import game_of
from services.log import fair
from services.matches.agreements import Offer
from services.matches.clock import ClockBook, moment_of
from services.matches.models import Match
from services.matches.position import Position
from services.readers.models import GALLERY
from services.readers.rows import CardRow, FrameRow

compact = json.JSONEncoder(separators=(",", ":"), ensure_ascii=False).encode


@dataclass(frozen=True, slots=True)
class Drawn:
    """One eye's frame, as it is stored and as it is sent."""

    eye: int  # GALLERY or a seat
    seq: int
    decision: int | None
    moves: str | None
    body: str
    news: str  # JSON list of {"seq","code","params"}

    def row(self, match_id: UUID) -> FrameRow:
        return FrameRow(match_id, self.eye, self.seq, self.decision, self.moves, self.body)


@dataclass(frozen=True, slots=True)
class Scene:
    """What frames are drawn from: a position of a match, its head, the clocks."""

    match: UUID
    position: Position
    head: str
    clocks: Sequence[Json] | None = None  # by seat, null for a bot; None: the match has no clock
    gallery: Json = None  # the gallery's view, where it is known already
    at: datetime | None = None  # of a past frame: when its event was recorded


def draw_frames(
    scene: Scene, news: Mapping[int, Sequence[Json]], eyes: Iterable[int] | None = None, past: bool = False
) -> list[Drawn]:
    """The frames of all eyes, or of those given. A past frame lists no moves."""
    kept = scene.position.kept
    game = game_of(kept.game, kept.rules_version)
    shared = _shared(scene, game)
    views = _views_of(scene, game)
    wanted = range(GALLERY, kept.seats) if eyes is None else eyes
    return [_draw(game, scene.position, shared, views, eye, news.get(eye, ()), past) for eye in wanted]


class _Views:
    """The views of a state as fields of JSON text; in a game without secrets there is only one."""

    def __init__(self, game: Game[Any, Any], state: Any, gallery: Json, hidden: bool) -> None:
        self.game, self.state, self.gallery = game, state, gallery
        self._view = game.view if hidden else game.revealed
        self._open: str | None = None

    def fields(self, seat: int | None) -> str:
        if seat is not None and not self.game.info.open:
            return self._text(self._view(self.state, seat))
        if self._open is None:
            self._open = self._text(self._view(self.state, None) if self.gallery is None else self.gallery)
        return self._open

    def _text(self, view: Json) -> str:
        return compact(view_fields(self.game, view))[1:-1]


def _views_of(scene: Scene, game: Game[Any, Any]) -> _Views:
    """A match that was given up or aborted has ended though its rules go on: then, too, nothing is hidden any more."""
    state = scene.position.state
    if scene.position.over and game.winners(state) is None:
        return _Views(game, state, None, hidden=False)
    return _Views(game, state, scene.gallery, hidden=True)


def _shared(scene: Scene, game: Game[Any, Any]) -> dict[str, Json]:
    position = scene.position
    result, state = position.result, position.state
    past = {} if scene.at is None else {"at": fair.time_text(scene.at)}
    return past | {
        "match": str(scene.match),
        "seq": position.seq,
        "game": game.info.key,
        "to_act": list(position.played.asked),
        "scores": list(game.scores(state) if result is None else result.scores),
        "winners": None if result is None else list(result.winners),
        "reason": None if result is None else result.reason,
        "deadline": None if (due := timer_of(position)) is None else fair.time_text(due),
        "clocks": clocks_of(position) if position.kept.dated else scene.clocks,
        "offers": [_offer_json(offer) for _, offer in sorted(position.kept.offers.open.items())],
        "plans": sorted(position.kept.plans),
        "fingerprint": fair.fingerprint(scene.head),
    }


def timer_of(position: Position) -> datetime | None:
    """When the game's own timer runs out, if one runs."""
    kept = position.kept
    if position.result is not None or kept.started is None:
        return None
    due = game_of(kept.game, kept.rules_version).deadline(position.state)
    return None if due is None else position.begun + timedelta(milliseconds=due)


def _draw(
    game: Game[Any, Any],
    position: Position,
    shared: dict[str, Json],
    views: _Views,
    eye: int,
    news: Sequence[Json],
    past: bool,
) -> Drawn:
    seat = None if eye == GALLERY else eye
    decision = position.open_decisions.get(eye)
    # A game that cannot list its moves may still list hints, or nothing: then the view says what an answer looks like.
    listed = game.legal_texts(position.state, eye) if decision is not None and not past else []
    head = compact(shared | {"eye": seat, "decision": decision})
    body = f"{head[:-1]},{views.fields(seat)}}}"
    return Drawn(eye, position.seq, decision, "\n".join(listed) if listed else None, body, compact(list(news)))


def card_of(match_id: UUID, position: Position, moved_at: datetime) -> CardRow:
    """The card that goes with a position."""
    result, kept = position.result, position.kept
    scores = game_of(kept.game, kept.rules_version).scores(position.state) if result is None else result.scores
    winners, reason = (None, None) if result is None else (result.winners, result.reason)
    return CardRow(match_id, scores, winners, reason, position.played.asked, position.played.ply, moved_at)


def _offer_json(offer: Offer) -> Json:
    accepted = sorted(offer.accepted)
    return {"offer": offer.offer, "seat": offer.seat, "kind": offer.kind, "to": offer.to, "accepted": accepted}


def clocks_of(position: Position) -> list[Json] | None:
    """The clocks of a frame, by seat (async.md 1): a bot has none."""
    book = position.kept.clocks
    if book is None:
        return None
    return [_clock_json(book, seat) for seat in range(position.kept.seats)]


def _clock_json(book: ClockBook, number: int) -> Json:
    seat = book.seats.get(number)
    if seat is None or seat.bot:
        return None
    deadline = seat.deadline()
    clock = {
        "left": seat.remaining(book.clock),
        "deadline": None if deadline is None else fair.time_text(moment_of(deadline)),
        "running": seat.stint is not None and seat.stint.opened is not None,
        "paused": bool(seat.pauses.running),
    }
    return clock | {"periods": seat.periods} if book.clock.periods else clock


# -- the clock of older tables: so long for each move -----------------------------------------------------------------


def move_clocks(match: Match, position: Position, deadline: datetime | None) -> list[Json] | None:
    """The clocks of a frame, by seat; a bot has none."""
    if match.move_seconds is None:
        return None
    bots, asked = position.bots, position.played.asked
    return [None if seat in bots else _clock(match, seat in asked, deadline) for seat in range(match.seats)]


def _clock(match: Match, running: bool, deadline: datetime | None) -> Json:
    at = fair.time_text(deadline) if running and deadline is not None else None
    return {"left": (match.move_seconds or 0) * 1000, "deadline": at, "running": running, "paused": False}


# -- a stored frame as text -------------------------------------------------------------------------------------------


def frame_json(body: str, moves: str | None, news: str) -> str:
    """The frame as the reader gets it; moves stay text until here, so that nobody parses thousands of them."""
    if moves is None:
        listed = "null"
    elif '"' in moves or "\\" in moves:
        listed = json.dumps(moves.split("\n"))
    else:
        listed = '["' + moves.replace("\n", '","') + '"]'
    return f'{body[:-1]},"moves":{listed},"news":{news}}}'
