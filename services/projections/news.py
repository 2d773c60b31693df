"""News: what each event told each eye, as codes and parameters; stored one row an event."""

from __future__ import annotations

from collections.abc import Mapping
from uuid import UUID

from engine.core.game import Json
from services.projections.models import GALLERY, NewsLine
from services.store.fold import Fold

Line = dict[str, Json]
Lines = Mapping[int | None, list[Line]]

_HOUSE = {"seat.resigned": "house.resign", "clock.expired": "house.time", "clock.credited": "house.credit"}


def event_news(fold: Fold, kind: str, pub: Mapping[str, Json]) -> Lines:
    """What the event that `fold` took last told each eye."""
    eyes = [None, *range(len(fold.position.asked))]
    if kind == "move.judged" and pub["verdict"] == "refused":
        return {pub["seat"]: [_line("house.refused", why=pub["code"])]}
    if kind in ("match.started", "move.judged", "time.up"):
        return {eye: [_line(one.code, **one.params) for one in fold.news(eye)] for eye in eyes}
    if kind == "match.ended":
        return {eye: [_line("house.over", why=pub["reason"])] for eye in eyes}
    if kind in _HOUSE:
        return {eye: [_line(_HOUSE[kind], seat=pub["seat"])] for eye in eyes}
    return {}


def _line(code: str, **params: Json) -> Line:
    return {"code": code, "params": params}


def news_row(match_id: UUID, seq: int, lines: Lines) -> NewsLine | None:
    """The stored form of what one event told: one list where all eyes read the same."""
    told = {GALLERY if eye is None else eye: found for eye, found in lines.items() if found}
    if not told:
        return None
    lists = list(told.values())
    if len(told) == len(lines) and len(lines) > 1 and all(one == lists[0] for one in lists):
        return NewsLine(match_id=match_id, seq=seq, lines={"all": lists[0]})
    return NewsLine(match_id=match_id, seq=seq, lines={str(eye): found for eye, found in sorted(told.items())})


def lines_for(row: NewsLine, eye: int) -> list[Line]:
    """What that eye reads of a row, each line with its seq."""
    found = row.lines.get("all") or row.lines.get(str(eye), [])
    return [{"seq": row.seq, **line} for line in found]


def news_since(match_id: UUID, eye: int, after: int, upto: int) -> list[Line]:
    rows = NewsLine.objects.filter(match_id=match_id, seq__gt=after, seq__lte=upto).order_by("seq")
    return [line for row in rows for line in lines_for(row, eye)]


def latest_news(match_id: UUID, eye: int, upto: int) -> list[Line]:
    """The lines of the last event that told anybody anything."""
    row = NewsLine.objects.filter(match_id=match_id, seq__lte=upto).order_by("-seq").first()
    return [] if row is None else lines_for(row, eye)
