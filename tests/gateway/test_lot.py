"""Promise 6: a seat read before the lot is drawn opens nothing afterwards, for it may have become another's."""

from __future__ import annotations

import pytest

from gateway import frames
from services.bus import pokes
from services.errors import NotFound
from services.people.accounts import new_guest
from services.playing.tables import Wish, take_seat
from services.readers.cards import visible_party
from services.readers.history import events_page, eye_of
from services.referee.tasks import advance
from tests.services.conftest import opened

pytestmark = pytest.mark.django_db(transaction=True)


def test_whoever_was_read_before_the_start_is_shown_no_hand_after_it(monkeypatch):
    monkeypatch.setattr(pokes, "poke", lambda *args, **kwargs: True)
    ann, bea = new_guest("Ann").pk, new_guest("Bea").pk
    table = opened(account=ann, wish=Wish("saboteur_duel", 2, lot=True))
    take_seat(match_id=table.id, account=bea)
    party, seat = visible_party(table.id, ann)
    advance(str(table.id))
    with pytest.raises(NotFound):
        frames.present(party, eye_of(seat), "en")
    page = events_page(party.match, -1, seat)
    assert page["opened"] == []
    assert all(event["seq"] <= party.match.head.seq for event in page["events"])
    party, seat = visible_party(table.id, ann)
    assert seat is not None
    assert events_page(party.match, -1, seat)["opened"] != []
    assert frames.present(party, eye_of(seat), "en").text
