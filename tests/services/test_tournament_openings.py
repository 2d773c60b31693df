"""Opening many matches at once: a few at a time, with rests, by one worker."""

from __future__ import annotations

import pytest

import services.tournaments.read as tournaments
from services.matches.models import Match
from services.pairings.steps import OpenMatch
from services.tournaments import boards
from services.tournaments.looking import steps_due
from services.tournaments.pairing import pair
from tests.services.test_tournament_faults import at_once
from tests.services.tournament_hands import Evening

pytestmark = pytest.mark.django_db(transaction=True)


def all_at_once(pokes):
    """A group of seven of whom all play all: 21 matches are to be opened."""
    evening = Evening(pokes, "groups", 7, rules={"group": 7})
    evening.start()
    pokes.clear()
    loaded = tournaments.load(evening.id)
    while not loaded.state.rounds:
        pair(evening.id)
        loaded = tournaments.load(evening.id)
    return loaded.state, [step for step in steps_due(loaded) if isinstance(step, OpenMatch)]


def test_many_matches_are_opened_a_few_at_a_time_with_a_rest_after_each_statement(pokes, monkeypatch):
    state, steps = all_at_once(pokes)
    opened, course = boards.open_boards, []
    monkeypatch.setattr(boards, "open_boards", lambda items: course.append(len(items)) or opened(items))
    monkeypatch.setattr(boards, "sleep", lambda seconds: course.append(0 < seconds <= boards.LONGEST_REST))
    assert boards.open_matches(state, steps) == len(steps) == 21
    assert course == [5, True, 5, True, 5, True, 5, True, 1]


def test_after_a_stretch_the_tournament_is_looked_at_anew_before_more_matches_are_opened(pokes, monkeypatch):
    state, steps = all_at_once(pokes)
    monkeypatch.setattr(boards, "STRETCH", 0.0)
    assert boards.open_matches(state, steps) == boards.BATCH
    assert boards.open_matches(state, steps) == boards.BATCH
    assert Match.objects.filter(tournament=state.tournament).count() == 2 * boards.BATCH


def test_while_a_worker_opens_the_matches_of_a_tournament_another_leaves_them_to_it(pokes, monkeypatch):
    state, steps = all_at_once(pokes)
    opened, others = boards.open_boards, []

    def ask_another(items):
        others.extend(at_once(lambda: boards.open_matches(state, steps)))
        return opened(items)

    monkeypatch.setattr(boards, "open_boards", ask_another)
    assert boards.open_matches(state, steps) == 21
    assert others == [0] * 5
