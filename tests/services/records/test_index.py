"""What is over comes into the index, of every game; a match that cannot be read holds up no other."""

from __future__ import annotations

import pytest

from engine.games import GAMES
from services.bus import pokes as bus_pokes
from services.facts import StreamRevealed
from services.records import follow
from services.records.due import index_missing
from services.records.follow import handle
from services.records.models import Entry, Visit
from tests.services.records.test_forks import over

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def no_pokes(monkeypatch):
    monkeypatch.setattr(bus_pokes, "poke", lambda *args, **kwargs: None)


@pytest.mark.parametrize("game", sorted(GAMES))
def test_a_match_of_every_game_is_indexed_its_positions_only_where_they_recur(game):
    match_id, people = over(game)
    handle([StreamRevealed(str(match_id))])
    entry = Entry.objects.get(pk=match_id)
    assert (entry.game, entry.reason, entry.outcome, entry.moves) == (game, "resign", "lost", 4)
    assert sorted(entry.seats.values_list("who", flat=True)) == sorted(str(account.pk) for account in people)
    assert Visit.objects.filter(entry=match_id).count() == (5 if game == "zertz" else 0)


def test_a_match_that_cannot_be_read_holds_up_no_other(monkeypatch):
    broken, sound = over(moves=1)[0], over(moves=1)[0]
    whole = follow.indexed_match

    def damaged(match):
        if match.id == broken:
            raise ValueError("damaged")
        return whole(match)

    monkeypatch.setattr(follow, "indexed_match", damaged)
    assert index_missing() == 1
    assert list(Entry.objects.values_list("pk", flat=True)) == [sound]
