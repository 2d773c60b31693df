"""GET T/stream: the card on joining, then every event once and in order; nothing is missed by who comes back."""

from __future__ import annotations

import pytest

import services.tournaments.read as tournaments
from gateway import stream, tickets
from tests.gateway.test_my_stream import Connection, watch
from tests.services.conftest import pokes
from tests.services.tournament_hands import Evening

__all__ = ["pokes"]
pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def new_hub(monkeypatch):
    monkeypatch.setattr(stream, "hub", None)


@pytest.fixture
def evening(pokes):
    return Evening(pokes, "swiss", 4, rounds=2)


def follow(evening: Evening, **wanted) -> Connection:
    connection = Connection(**wanted)
    connection.scope["path"] = f"/api/tournaments/{evening.id}/stream"
    return connection


def test_who_joins_gets_the_card_and_then_each_event(evening):
    connection = follow(evening)
    events = watch(connection, 3, lambda: evening.start(), lambda: evening.settle())
    assert [kind for kind, _, _ in events[:3]] == ["card", "log", "log"]
    assert [seq for _, seq, _ in events[:3]] == [4, 5, 6]
    assert events[0][2]["id"] == str(evening.id)
    assert events[1][2] == tournaments.events_page(evening.id, 4)["events"][0]


def test_who_comes_back_gets_every_event_after_the_last_once_in_order_and_no_card(evening):
    evening.start()
    evening.settle()
    head = evening.state.seq
    for wanted in ({"last": "1"}, {"query": "after=1"}):
        events = watch(follow(evening, **wanted), head - 1)
        assert [(kind, seq) for kind, seq, _ in events] == [("log", seq) for seq in range(2, head + 1)]


def test_after_the_reveal_the_stream_is_over(evening):
    evening.start()
    evening.play()
    connection = follow(evening, query="after=-1")
    events = watch(connection, 10_000)
    assert [seq for _, seq, _ in events] == list(range(evening.state.seq + 1))
    assert connection.text.endswith("event: over\ndata: {}\n\n")
    late = follow(evening)
    assert [kind for kind, _, _ in watch(late, 10_000)] == ["card"]
    assert late.text.endswith("event: over\ndata: {}\n\n")


def test_a_ticket_opens_the_stream_of_its_own_tournament_alone(evening, pokes):
    other = Evening(pokes, "swiss", 2, rounds=1)
    ticket = tickets.issue(evening.id, evening.director)
    assert watch(follow(evening, query=f"ticket={ticket}"), 1)[0][0] == "card"
    wrong = follow(other, query=f"ticket={ticket}")
    watch(wrong, 1)
    assert wrong.status == 401


def test_a_tournament_that_is_not_there_has_no_stream(evening):
    connection = Connection()
    connection.scope["path"] = "/api/tournaments/00000000-0000-4000-8000-000000000000/stream"
    watch(connection, 1)
    assert connection.status == 404
