"""News: what each event said to each eye, as codes and parameters; stored one row an event."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final
from uuid import UUID

from engine.core.game import Json
from services.matches import events as ev
from services.matches.agreements import VACATION
from services.matches.fold import Fold
from services.readers.models import GALLERY, NewsLine
from services.readers.rows import NewsRow

Line = dict[str, Json]
Lines = Mapping[int | None, list[Line]]

_OF_A_SEAT: Final[Mapping[type[ev.MatchEvent], str]] = {
    ev.SeatResigned: "house.resign",
    ev.ClockExpired: "house.time",
    ev.ClockCredited: "house.credit",
    ev.SeatSubstituted: "house.substituted",
    ev.SeatReturned: "house.returned",
    ev.PlanMade: "house.plan",
    ev.PlanDropped: "house.plan_dropped",
}


def event_news(fold: Fold, event: ev.MatchEvent) -> Lines:
    """What the event that `fold` took last said to each eye."""
    eyes = [None, *range(fold.position.kept.seats)]
    lines = _lines_of(fold, event, eyes)
    if not fold.ended_plans:
        return lines
    ended = {seat: [_line(f"house.plan_over_{why}")] for seat, why in fold.ended_plans.items()}
    return {eye: [*lines.get(eye, []), *([] if eye is None else ended.get(eye, []))] for eye in eyes}


def _lines_of(fold: Fold, event: ev.MatchEvent, eyes: Sequence[int | None]) -> Lines:
    match event:
        case ev.MoveJudged() if not event.stands:
            return {event.seat: [_line("house.refused", why=event.code)]}
        case ev.MatchStarted() | ev.MoveJudged() | ev.TimeUp():
            return {eye: [_line(news.code, **news.params) for news in fold.news(eye)] for eye in eyes}
        case ev.MatchEnded():
            return {eye: [_line("house.over", why=event.reason)] for eye in eyes}
        case ev.MoveMade(plan=int()):
            return {event.seat: [_line("house.plan_answered")]}
    line = _agreement_line(event)
    return {} if line is None else {eye: [line] for eye in eyes}


def _agreement_line(event: ev.MatchEvent) -> Line | None:
    """What everybody reads of the things that happen beside the moves."""
    match event:
        case ev.OfferMade():
            return _line(f"house.offer_{event.kind}", seat=event.seat)
        case ev.OfferAnswered():
            return _line("house.accepted" if event.accepted else "house.declined", seat=event.seat)
        case ev.ClockPaused():
            return _pause_line("paused", event.reason, event.seats)
        case ev.ClockResumed():
            return _pause_line("resumed", event.reason, event.seats)
        case ev.MoveUndone():
            return _line("house.undone")
        case ev.MatchAborted():
            return _line("house.aborted", why=event.reason)
        case ev.ClockCredited(reason=str()):  # by somebody who rules; the house gives none after an outage
            return _line("house.given", seat=event.seat)
        case ev.DirectorRuled(ruling="forfeit", seat=int()):
            return _line("house.ruled_forfeit", seat=event.seat)
        case ev.SeatSubstituted(bot=str()):
            return _line("house.taken_over", seat=event.seat)
    if type(event) in _OF_A_SEAT:
        return _line(_OF_A_SEAT[type(event)], seat=event.seat)  # type: ignore[attr-defined]
    return None


def _pause_line(what: str, reason: str, seats: Sequence[int]) -> Line:
    """A vacation is one seat's own; the other pauses are everybody's."""
    if reason == VACATION and seats:
        return _line(f"house.{what}_vacation", seat=seats[0])
    return _line(f"house.{what}_{reason}")


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
