"""News: what each event said to each eye, as codes and parameters; stored one row an event."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final
from uuid import UUID

from engine.core.game import Json
from services.matches import events as ev
from services.matches.fold import Fold
from services.readers.models import GALLERY, NewsLine
from services.readers.rows import NewsRow

Line = dict[str, Json]
Lines = Mapping[int | None, list[Line]]

_OF_A_SEAT: Final[Mapping[type[ev.MatchEvent], str]] = {
    ev.SeatResigned: "house.resign",
    ev.ClockExpired: "house.time",
    ev.ClockCredited: "house.credit",
}


def event_news(fold: Fold, event: ev.MatchEvent) -> Lines:
    """What the event that `fold` took last said to each eye."""
    eyes = [None, *range(fold.position.kept.seats)]
    match event:
        case ev.MoveJudged() if not event.stands:
            return {event.seat: [_line("house.refused", why=event.code)]}
        case ev.MatchStarted() | ev.MoveJudged() | ev.TimeUp():
            return {eye: [_line(news.code, **news.params) for news in fold.news(eye)] for eye in eyes}
        case ev.MatchEnded():
            return {eye: [_line("house.over", why=event.reason)] for eye in eyes}
        case ev.SeatResigned() | ev.ClockExpired() | ev.ClockCredited():
            return {eye: [_line(_OF_A_SEAT[type(event)], seat=event.seat)] for eye in eyes}
    return {}


def _line(code: str, **params: Json) -> Line:
    return {"code": code, "params": params}


def news_row(match_id: UUID, seq: int, lines: Lines) -> NewsRow | None:
    """The stored form of what one event said: one list where all eyes read the same."""
    by_eye = {GALLERY if eye is None else eye: heard for eye, heard in lines.items() if heard}
    if not by_eye:
        return None
    lists = list(by_eye.values())
    if len(by_eye) == len(lines) and len(lines) > 1 and all(heard == lists[0] for heard in lists):
        return NewsRow(match_id, seq, {"all": lists[0]})
    return NewsRow(match_id, seq, {str(eye): heard for eye, heard in sorted(by_eye.items())})


def lines_for(row: NewsLine | NewsRow, eye: int) -> list[Line]:
    """What that eye reads of a row, each line with its seq."""
    lines = row.lines.get("all") or row.lines.get(str(eye), [])
    return [{"seq": row.seq, **line} for line in lines]


def news_since(match_id: UUID, eye: int, after: int, upto: int) -> list[Line]:
    rows = NewsLine.objects.filter(match_id=match_id, seq__gt=after, seq__lte=upto).order_by("seq")
    return [line for row in rows for line in lines_for(row, eye)]


def latest_news(match_id: UUID, eye: int, upto: int) -> list[Line]:
    """The lines of the last event that said anything to anybody."""
    row = NewsLine.objects.filter(match_id=match_id, seq__lte=upto).order_by("-seq").first()
    return [] if row is None else lines_for(row, eye)
