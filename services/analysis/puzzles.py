"""Puzzles: searched for in matches that everybody may know and in the house's collection, each searched once."""

from __future__ import annotations

import time
from datetime import date, datetime
from typing import Final
from uuid import UUID

from django.db import IntegrityError, connection, transaction
from django.db.models import F

from engine.games import GAMES
from engine.games.zertz.puzzles import puzzle_in
from engine.games.zertz.state import position_text
from services.analysis.models import Puzzle, PuzzleSearch, Searched
from services.analysis.plays import played_of
from services.bus.claims import CLAIM, renewing, take_claim
from services.log import clock

GAME: Final = "zertz"  # the one game in which there are puzzles
STRETCH: Final = 20.0  # seconds of work at a time

# Public, over, and past the delay of spectators. The tables of the records are read here and written there alone.
_UNSEARCHED: Final = f"""
    SELECT m.id FROM store_match m JOIN store_stream s ON s.id = m.id
     WHERE m.game = '{GAME}' AND m.status = 'ended' AND m.revealed AND NOT m.private
       AND s.head_at + coalesce((m.delay->>'ms')::int, 0) * interval '1 ms' <= {clock.NOW}
       AND NOT EXISTS (SELECT FROM analysis_searched a WHERE a.subject = m.id)
    UNION ALL
    SELECT e.id FROM records_entry e
     WHERE e.game = '{GAME}' AND e.shelf = 'records' AND e.public_at <= {clock.NOW}
       AND NOT EXISTS (SELECT FROM analysis_searched a WHERE a.subject = e.id)
     LIMIT %s
"""


def unsearched(most: int | None = None) -> list[UUID]:
    with connection.cursor() as cursor:
        cursor.execute(_UNSEARCHED, [most])
        return [row[0] for row in cursor.fetchall()]


def search_in(subject: UUID) -> Puzzle | None:
    """The new puzzle of a match or record, if it has one; kept together with that it was searched, once."""
    played = played_of(subject)
    states = [] if played is None else [move.before for move in played.moves] + [played.last]
    hit = puzzle_in(states) if states else None
    with transaction.atomic():
        _, new = Searched.objects.get_or_create(subject=subject, defaults={"at": clock.now()})
        if not new or hit is None or played is None:
            return None
        place, forced = hit
        begin = states[place]
        position, goal = position_text(begin), begin.options.goal
        puzzle, new = Puzzle.objects.get_or_create(
            key=f"{goal} {GAMES[GAME].position_key(position)}",
            defaults={
                "position": position, "goal": goal, "seat": begin.side, "plies": forced.plies,
                "line": list(forced.line), "subject": subject, "seq": played.seq_before(place),
            },
        )  # fmt: skip
        return puzzle if new else None


# -- by night ---------------------------------------------------------------------------------------------------------


def is_searched(now: datetime) -> bool:
    """Whether somebody is at it."""
    return PuzzleSearch.objects.filter(claimed_until__gt=now).exists()


def search_on() -> bool:
    """Search for a while; whether something is left. Does nothing while somebody else searches."""
    claim = _claimed()
    if claim is None:
        return False
    with renewing(PuzzleSearch.objects.filter(claim=claim), "analysis"):
        return _search_on(claim)


def _search_on(claim: UUID) -> bool:
    until, waiting = time.monotonic() + STRETCH, unsearched()
    for subject in waiting:
        search_in(subject)
        if not _renewed(claim, clock.now() + CLAIM):
            return False
        if time.monotonic() > until:
            break
    _renewed(claim, None)
    return bool(unsearched(1))


def _claimed() -> UUID | None:
    PuzzleSearch.objects.get_or_create(id=1)
    return take_claim(PuzzleSearch.objects.all())


def _renewed(claim: UUID, until: datetime | None) -> bool:
    return bool(PuzzleSearch.objects.filter(claim=claim).update(claimed_until=until))


# -- the puzzle of a day ----------------------------------------------------------------------------------------------


def puzzle_of(day: date) -> Puzzle | None:
    """That of the day, or the one that is next: one that was never shown, else the one shown longest ago."""
    return (
        Puzzle.objects.filter(day=day).first() or Puzzle.objects.order_by(F("day").asc(nulls_first=True), "id").first()
    )


def choose_today(day: date) -> None:
    """Once a day; whoever comes second leaves it."""
    puzzle = puzzle_of(day)
    if puzzle is None or puzzle.day == day:
        return
    try:
        with transaction.atomic():
            Puzzle.objects.filter(pk=puzzle.pk).update(day=day)
    except IntegrityError:
        return
