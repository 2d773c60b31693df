"""Hush on the shelf, pokes that are noted instead of sent, and hands to play a stored match with."""

from __future__ import annotations

import uuid
from typing import Any, TypeAlias

import pytest
from django.db import connection

from engine.core.game import Game
from engine.games import GAMES
from services.bus import pokes as bus_pokes
from services.matches.models import Match
from services.opponents import tasks as opponents
from services.playing.tables import Wish, open_table, take_seat
from services.readers.models import Frame
from services.referee.tasks import advance
from services.tournaments.tasks import direct
from tests.engine.toy import Hush

Pokes: TypeAlias = list[tuple[str, tuple[Any, ...]]]


@pytest.fixture
def pokes(monkeypatch: pytest.MonkeyPatch) -> Pokes:
    """Pokes are noted, not sent: the tests run the tasks themselves, and no bot takes its simulated time."""
    noted: Pokes = []

    def note(task: str, *args: Any, **kwargs: Any) -> None:
        if task == "tournaments.direct":  # the door waits for it
            direct(*args)
        else:
            noted.append((task, args))

    monkeypatch.setattr(bus_pokes, "poke", note)
    monkeypatch.setattr(opponents, "_too_soon", lambda *args: False)
    return noted


@pytest.fixture
def hush(monkeypatch: pytest.MonkeyPatch) -> Game[Any, Any]:
    """A game with hidden hands, simultaneous seats and a timer."""
    game: Game[Any, Any] = Hush()
    monkeypatch.setitem(GAMES, game.info.key, game)
    return game


def drain(pokes: Pokes) -> None:
    """Run what was poked, and what that pokes."""
    while pokes:
        task, args = pokes.pop(0)
        {"referee.advance": advance, "opponents.think": opponents.think}.get(task, lambda *_: None)(*args)


def match_of(match_id: uuid.UUID) -> Match:
    return Match.objects.select_related("stream").get(pk=match_id)


def seated(game: str, seats: int = 2, move_seconds: int | None = None, **wish: Any) -> tuple[Match, list[uuid.UUID]]:
    """A started match of people, seat 0 first. `move_seconds`: of the older form, with so long for each move."""
    people = [uuid.uuid4() for _ in range(seats)]
    match_id = open_table(account=people[0], wish=Wish(game, seats, lot=False, **wish)).id
    Match.objects.filter(pk=match_id).update(move_seconds=move_seconds)
    for account in people[1:]:
        take_seat(match_id=match_id, account=account)
    advance(str(match_id))
    return match_of(match_id), people


def question(match: Match, seat: int) -> Frame:
    return Frame.objects.get(match=match, eye=seat, decision__isnull=False)


def opened(**wanted: Any) -> Match:
    """A table, as a row."""
    return match_of(open_table(**wanted).id)


def spoil(match: Match) -> None:
    """What the database itself refuses is done by who may do anything with it."""
    with connection.cursor() as cursor:
        cursor.execute("ALTER TABLE store_event DISABLE TRIGGER insert_only")
        cursor.execute("UPDATE store_event SET actor = 'server' WHERE stream_id = %s AND seq = 0", [match.id])
        cursor.execute("ALTER TABLE store_event ENABLE TRIGGER insert_only")
