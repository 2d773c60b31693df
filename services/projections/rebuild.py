"""Drop and redraw everything that follows from the log: holders, frames, news, cards, snapshots."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from typing import Any

from django.db import transaction

from engine.core.game import Game
from engine.games import GAMES
from services.projections.frames import draw_frames, empty_card, projections, to_act
from services.projections.models import GALLERY, Frame, MatchCard, NewsLine, SeatHolder
from services.projections.news import event_news, lines_for, news_row
from services.store.fold import SNAPSHOT_EVERY, Fold, Position, save_snapshot, start
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
    asked: dict[int, tuple[int, datetime]] = {}
    snapshots = _Snapshots(match, game)
    for event in events:
        if event.seq > match.judged_seq:
            break
        fold.take(event)
        row = news_row(match.id, event.seq, event_news(fold, event.type, event.pub))
        if row is not None:
            rows.append(row)
        if event.dp is not None:
            asked = _asked(game, fold.position, asked, event.at)
        snapshots.take(event, fold.position)
    position = replace(fold.position, seq=match.judged_seq)
    news = {eye: lines_for(rows[-1], eye) if rows else [] for eye in range(GALLERY, match.seats)}
    at = next(event for event in events if event.seq == match.judged_seq)
    head = match.events.values_list("hash", flat=True).get(seq=match.judged_seq)
    frames = draw_frames(match.id, game, position, head, match.started_at, news)
    asked_at = {seat: since for seat, (_, since) in asked.items()}
    redraw(match.id, projections(game, position, at.at, frames, asked_at, rows))


def _asked(
    game: Game[Any, Any], position: Position, before: dict[int, tuple[int, datetime]], at: datetime
) -> dict[int, tuple[int, datetime]]:
    """Seat -> its open decision, and since when it is open: one that stays open keeps its time."""
    found = {}
    for seat in to_act(game, position):
        kept = before.get(seat)
        decision = position.decisions[seat]
        found[seat] = kept if kept is not None and kept[0] == decision else (decision, at)
    return found


class _Snapshots:
    """Saves a position every so many plies, as the referee does: where no recorded move waits for its judgement."""

    def __init__(self, match: Match, game: Game[Any, Any]) -> None:
        self.match, self.game, self.saved = match, game, 0
        self.waiting: set[int] = set()

    def take(self, event: Recorded, position: Position) -> None:
        if event.type == "move.made":
            self.waiting.add(event.seq)
        elif event.of is not None:
            self.waiting.discard(event.of)
        due = position.ply // SNAPSHOT_EVERY
        if due > self.saved and not self.waiting and position.result is None:
            save_snapshot(self.match.id, self.game, position)
            self.saved = due
