"""A position becomes the frames of every eye, in one upsert; and a stored frame becomes the JSON a reader gets."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from engine.core.game import Game, Json
from services import fair
from services.projections.models import GALLERY, MatchCard, NewsLine
from services.store.fold import Position
from services.store.log import Along
from services.store.models import Match

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


def draw_frames(
    match_id: UUID,
    game: Game[Any, Any],
    position: Position,
    head: str,
    started: datetime | None,
    news: Mapping[int, Sequence[Json]],
    eyes: Iterable[int] | None = None,
    gallery: Json = None,
) -> list[Drawn]:
    """The frames of all eyes (or those given) at a position; `gallery`: its view, where it is known already."""
    shared = _shared(match_id, game, position, head, started)
    wanted = range(GALLERY, len(position.asked)) if eyes is None else eyes
    views = _Views(game, position.state, gallery)
    return [_one(game, position, shared, views, eye, news.get(eye, ())) for eye in wanted]


class _Views:
    """The views of a state as JSON text; in a game without secrets there is only one."""

    def __init__(self, game: Game[Any, Any], state: Any, gallery: Json) -> None:
        self.game, self.state, self.gallery = game, state, gallery
        self._open: str | None = None

    def text(self, seat: int | None) -> str:
        if seat is not None and not self.game.info.open:
            return compact(self.game.view(self.state, seat))
        if self._open is None:
            self._open = compact(self.game.view(self.state, None) if self.gallery is None else self.gallery)
        return self._open


def to_act(game: Game[Any, Any], position: Position) -> frozenset[int]:
    if position.result is not None or game.draw(position.state) is not None:
        return frozenset()
    return game.to_act(position.state)


def _shared(
    match_id: UUID, game: Game[Any, Any], position: Position, head: str, started: datetime | None
) -> dict[str, Json]:
    result, state = position.result, position.state
    due = game.deadline(state) if result is None else None
    deadline = None
    if due is not None and started is not None:
        deadline = fair.time_text(started + timedelta(milliseconds=due))
    return {
        "match": str(match_id),
        "seq": position.seq,
        "game": game.info.key,
        "to_act": sorted(to_act(game, position)),
        "scores": list(game.scores(state) if result is None else result.scores),
        "winners": None if result is None else list(result.winners),
        "reason": None if result is None else result.reason,
        "deadline": deadline,
        "fingerprint": fair.fingerprint(head),
    }


def _one(
    game: Game[Any, Any], position: Position, shared: dict[str, Json], views: _Views, eye: int, news: Sequence[Json]
) -> Drawn:
    seat = None if eye == GALLERY else eye
    asked = seat is not None and seat in shared["to_act"]
    decision = position.decisions[eye] if asked else None
    # A game that cannot list its moves may still list hints, or nothing: then the view says what an answer looks like.
    listed = game.legal_texts(position.state, seat) if asked and seat is not None else []
    moves = "\n".join(listed) if listed else None
    head = compact(shared | {"eye": seat, "decision": decision})
    body = f'{head[:-1]},"view":{views.text(seat)}}}'
    return Drawn(eye, position.seq, decision, moves, body, compact(list(news)))


def projections(
    game: Game[Any, Any],
    position: Position,
    moved_at: datetime,
    drawn: Sequence[Drawn],
    asked_at: Mapping[int, datetime],
    news: Sequence[NewsLine],
) -> list[Along]:
    """Everything readers see after a judgement, as changes that ride along with its events."""
    result = position.result
    card = [
        json.dumps(game.scores(position.state) if result is None else result.scores),
        None if result is None else json.dumps(result.winners),
        None if result is None else result.reason,
        json.dumps(sorted(to_act(game, position))),
        position.ply,
        moved_at,
    ]
    told = json.dumps([{"seq": row.seq, "lines": row.lines} for row in news], ensure_ascii=False)
    rows: list[Any] = []
    for one in drawn:
        since = asked_at.get(one.eye) if one.decision is not None else None
        rows += [one.eye, one.seq, one.decision, since, one.moves, one.body]
    frames = _FRAMES.format(values=", ".join([_ROW] * len(drawn)))
    return [Along(_CARD, card), Along(_NEWS, [told]), Along(frames, rows)]


_CARD = """
    INSERT INTO projections_matchcard (match_id, scores, winners, reason, to_act, ply, moved_at)
    SELECT moved.id, %s::jsonb, %s::jsonb, %s::text, %s::jsonb, %s::int, %s::timestamptz FROM moved
    ON CONFLICT (match_id) DO UPDATE SET scores = excluded.scores, winners = excluded.winners,
        reason = excluded.reason, to_act = excluded.to_act, ply = excluded.ply, moved_at = excluded.moved_at
"""
_NEWS = """
    INSERT INTO projections_newsline (match_id, seq, lines)
    SELECT moved.id, n.* FROM moved, jsonb_to_recordset(%s::jsonb) AS n(seq int, lines jsonb)
"""
_ROW = "(%s::smallint, %s::int, %s::int, %s::timestamptz, %s::text, %s::text)"
_FRAMES = """
    INSERT INTO projections_frame (match_id, eye, seq, decision, asked_at, moves, body)
    SELECT moved.id, f.* FROM moved, (VALUES {values}) AS f
    ON CONFLICT (match_id, eye) DO UPDATE SET seq = excluded.seq, decision = excluded.decision,
        asked_at = excluded.asked_at, moves = excluded.moves, body = excluded.body
"""


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


def empty_card(match: Match) -> MatchCard:
    return MatchCard(match_id=match.id, moved_at=match.opened_at)
