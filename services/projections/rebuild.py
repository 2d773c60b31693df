"""Drop and redraw everything that follows from the log: holders, frames, news, cards, snapshots."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from django.db import transaction

from engine.core.game import Game
from engine.games import GAMES
from services.projections.frames import draw_frames, empty_card, projections
from services.projections.models import GALLERY, Frame, MatchCard, NewsLine, SeatHolder
from services.projections.news import event_news, lines_for, news_row
from services.store.fold import Fold, start
from services.store.log import Recorded, read, redraw
from services.store.models import Match, Snapshot


def rebuild_match(match_id: Any) -> None:
    """Everything a reader sees of one match, redrawn from its log under its lock."""
    with transaction.atomic():
        match = Match.objects.select_for_update().get(pk=match_id)
        _drop(match)
        events = read(match.id, -1, match.head_seq)
        SeatHolder.objects.bulk_create(_holders(match, events))
        empty_card(match).save(force_insert=True)
        if any(event.type == "match.started" for event in events):
            _redraw(match, GAMES[match.game], events)


def _drop(match: Match) -> None:
    for table in (Frame, NewsLine, MatchCard, SeatHolder, Snapshot):
        table.objects.filter(match=match).delete()


def _holders(match: Match, events: list[Recorded]) -> list[SeatHolder]:
    taken: dict[int, SeatHolder] = {}
    for event in events:
        if event.type == "seat.taken":
            seat = event.pub["seat"]
            taken[seat] = _holder(match, seat, event.pub)
        elif event.type == "seat.left":
            taken.pop(event.pub["seat"], None)
        elif event.type == "match.started":
            return [_holder(match, seat, one) for seat, one in enumerate(event.pub["seats"])]
    return list(taken.values())


def _holder(match: Match, seat: int, told: Any) -> SeatHolder:
    return SeatHolder(match=match, seat=seat, account=told.get("account"), bot=told.get("bot", ""))


def _redraw(match: Match, game: Game[Any, Any], events: list[Recorded]) -> None:
    fold = Fold(game, start(game, match.seats, match.options), match.started_at)
    rows: list[NewsLine] = []
    for event in events:
        if event.seq > match.judged_seq:
            break
        fold.take(event)
        row = news_row(match.id, event.seq, event_news(fold, event.type, event.pub))
        if row is not None:
            rows.append(row)
    position = replace(fold.position, seq=match.judged_seq)
    news = {eye: lines_for(rows[-1], eye) if rows else [] for eye in range(GALLERY, match.seats)}
    at = next(event for event in events if event.seq == match.judged_seq)
    head = match.events.values_list("hash", flat=True).get(seq=match.judged_seq)
    frames = draw_frames(match.id, game, position, head, match.started_at, news)
    asked_at = dict.fromkeys(range(match.seats), at.at)
    redraw(match.id, projections(game, position, at.at, frames, asked_at, rows))
