"""A match that ends before its rules end it: what was hidden lies open for every eye, and the log still holds."""

from __future__ import annotations

import json
from typing import Any
from uuid import UUID

import pytest

from services.auditor.check import check_match
from services.matches.models import Match
from services.playing.offers import resign
from services.playing.rulings import abort_by_ruling
from services.readers.models import GALLERY, Frame
from services.readers.rebuild import rebuild_match
from services.referee.tasks import advance
from tests.services.conftest import match_of, seated
from tests.services.test_enigma import live_round, say

pytestmark = pytest.mark.django_db(transaction=True)
EYES = (GALLERY, 0, 1)
LISTS = {"glux": "hands", "saboteur_duel": "hands"}


def views(match: Match) -> list[Any]:
    return [json.loads(Frame.objects.get(match=match, eye=eye).body)["view"] for eye in EYES]


def give_up(match: Match, people: list[UUID]) -> None:
    resign(match_id=match.id, account=people[0])
    advance(str(match.id))


def abort(match: Match, people: list[UUID]) -> None:
    abort_by_ruling(match_id=match.id, director=str(people[0]), once="abort")
    advance(str(match.id))


def begun(game: str) -> tuple[Match, list[UUID]]:
    """Both seats hold something that the other does not see."""
    match, people = seated(game)
    while game == "glux" and not all(views(match)[1 + seat]["hand"] for seat in (0, 1)):
        asked = Frame.objects.get(match=match, eye__gte=0, decision__isnull=False)
        say(match, people, asked.eye, asked.moves.split("\n")[0])
    return match, people


@pytest.mark.parametrize("end", [give_up, abort])
@pytest.mark.parametrize("game", sorted(LISTS))
def test_every_eye_sees_every_hand(pokes, game, end):
    match, people = begun(game)
    key = "hand" if game == "glux" else "hands"
    own = [views(match)[1 + seat][key] for seat in (0, 1)]
    if game != "glux":
        own = [hands[seat] for seat, hands in enumerate(own)]
    assert all(own)
    end(match, people)
    assert match_of(match.id).over
    for seen in views(match):
        assert seen["hands"] == own
    stands_by_its_log(match)


@pytest.mark.parametrize("end", [give_up, abort])
def test_every_eye_sees_the_puzzles_that_lay_on_the_desks(pokes, end):
    match, people = live_round()
    own = [views(match)[1 + seat]["mine"]["puzzle"] for seat in (0, 1)]
    end(match, people)
    for seen in views(match):
        assert [(row["seat"], row["puzzle"], row["success"]) for row in seen["past"]] == [
            (0, own[0], False),
            (1, own[1], False),
        ]
    stands_by_its_log(match)


def stands_by_its_log(match: Match) -> None:
    drawn = views(match)
    assert check_match(match_of(match.id)) == []
    rebuild_match(match.id)
    assert views(match) == drawn
