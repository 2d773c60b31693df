"""Drop and redraw everything that follows from the log: seats, frames, news, cards, snapshots."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from datetime import datetime
from uuid import UUID

from django.db import transaction

from engine.core.game import Json
from services.log.append import redraw
from services.log.models import Stream
from services.log.read import Recorded, read
from services.log.rows import Row
from services.matches import events as ev
from services.matches.fold import Fold, fold_events
from services.matches.models import Match, Seat, Snapshot
from services.matches.position import Holder, Position
from services.matches.rows import RedrawnSeatRow, SeatRow
from services.matches.seating import seat_rows
from services.matches.snapshots import is_due, past_of, snapshot_of
from services.readers.frames import Scene, card_of, draw_frames, move_clocks
from services.readers.models import GALLERY, Frame, NewsLine
from services.readers.news import event_news, lines_for, news_row
from services.readers.rows import FrameRow, NewsRow, empty_card

SAYS_SOMETHING = (ev.MoveMade.TYPE, ev.SeatResigned.TYPE, ev.ClockExpired.TYPE)


def rebuild_match(match_id: UUID) -> None:
    """Everything a reader sees of one match, and its seats, redrawn from its log while its head is held."""
    with transaction.atomic():
        Stream.objects.select_for_update().get(pk=match_id)
        match = Match.objects.select_related("stream").get(pk=match_id)
        rows = _rows(match, read(match.id, -1, match.head.seq))
        _delete_others(match, rows)
        redraw(match.head, rows)


def _delete_others(match: Match, rows: Sequence[Row]) -> None:
    """What is not redrawn. Rows that appends change stay: one that waits for the head would miss a row made anew."""
    seats = [row.seat for row in rows if isinstance(row, SeatRow)]
    eyes = [row.eye for row in rows if isinstance(row, FrameRow)]
    for others in (
        Seat.objects.filter(match=match).exclude(seat__in=seats),
        Frame.objects.filter(match=match).exclude(eye__in=eyes),
        NewsLine.objects.filter(match=match),
        Snapshot.objects.filter(match=match),
    ):
        others.delete()


@dataclass(slots=True)
class _Redrawn:
    """What a walk over the log gives beside the position."""

    news: list[NewsRow] = field(default_factory=list)
    snapshots: list[Row] = field(default_factory=list)
    asked: dict[int, tuple[int, datetime]] = field(default_factory=dict)  # seat -> open decision, since when


def _rows(match: Match, events: Sequence[Recorded]) -> list[Row]:
    if not any(event.type == ev.MatchStarted.TYPE for event in events if event.seq <= match.judged_seq):
        holders = fold_events(events).position.kept.holders
        seats = [_new_seat(match, seat, holder) for seat, holder in holders.items()]
        return [*seats, empty_card(match.id, match.opened_at)]
    redrawn = _Redrawn()
    # A move that waits hides nothing of what was recorded behind it: a vacation, a credit.
    position = replace(_walk(match, events, redrawn), seq=match.judged_seq)
    moved_at = next(event.at for event in reversed(events) if event.seq <= match.judged_seq)
    answered = _answered(events, match.judged_seq)
    rows = _seat_rows(match, position, redrawn.asked, answered)
    rows += redrawn.news
    rows += redrawn.snapshots
    rows += _frames(match, position, redrawn.news)
    rows.append(card_of(match.id, position, moved_at))
    return rows


def _walk(match: Match, events: Sequence[Recorded], redrawn: _Redrawn) -> Position:
    fold = Fold(past=past_of(match.id))
    saved = 0
    for recorded in events:
        event = fold.take(recorded)
        row = news_row(match.id, recorded.seq, event_news(fold, event))
        if row is not None:
            redrawn.news.append(row)
        redrawn.asked = _still_asked(fold.position, redrawn.asked, recorded.at)
        if is_due(saved, fold.position) and recorded.df is not None:
            redrawn.snapshots.append(snapshot_of(match.id, fold.position))
            saved = fold.position.played.ply
    return fold.position


def _still_asked(
    position: Position, before: Mapping[int, tuple[int, datetime]], at: datetime
) -> dict[int, tuple[int, datetime]]:
    """A question that stays open keeps the time at which it was put."""
    asked = {}
    for seat, decision in position.open_decisions.items():
        kept = before.get(seat)
        asked[seat] = kept if kept is not None and kept[0] == decision else (decision, at)
    return asked


def _answered(events: Sequence[Recorded], judged_seq: int) -> dict[int, int]:
    """Seat -> seq of what was said for it since the last judgement."""
    later = [event for event in events if event.seq > judged_seq and event.type in SAYS_SOMETHING]
    return {event.pub["seat"] if event.seat is None else event.seat: event.seq for event in later}


def _seat_rows(
    match: Match, position: Position, asked: Mapping[int, tuple[int, datetime]], answered: Mapping[int, int]
) -> list[Row]:
    """The seats of a started match; a question has been open since it was put."""
    older = match.clock_at if match.move_seconds is not None else None
    rows = seat_rows(match.id, position, match.opened_at, older)
    return [
        RedrawnSeatRow(**asdict(row) | {"asked_at": asked[seat][1] if seat in asked else None} | _said(answered, seat))
        for seat, row in rows.items()
    ]


def _said(answered: Mapping[int, int], seat: int) -> dict[str, int | None]:
    """What waits to be judged; while it does no clock of the seat runs."""
    return {"answered_seq": answered[seat], "deadline_at": None} if seat in answered else {"answered_seq": None}


def _new_seat(match: Match, seat: int, holder: Holder) -> RedrawnSeatRow:
    """Of a table that has not started: taken, and asked nothing."""
    return RedrawnSeatRow(
        match.id,
        seat,
        account=None if holder.account is None else UUID(holder.account),
        bot=holder.bot or "",
        decision=None,
        asked_at=None,
        answered_seq=None,
        deadline_at=None,
        former=None,
        may_return=False,
        on_vacation=False,
    )


def _frames(match: Match, position: Position, news: Sequence[NewsRow]) -> list[Row]:
    latest: dict[int, list[Json]] = {
        eye: lines_for(news[-1], eye) if news else [] for eye in range(GALLERY, match.seats)
    }
    head = match.stream.events.values_list("hash", flat=True).get(seq=match.judged_seq)
    clocks = move_clocks(match, position, match.clock_at)
    frames = draw_frames(Scene(match.id, position, head, clocks), latest)
    return [frame.row(match.id) for frame in frames]
