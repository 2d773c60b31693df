"""P6: a seat read before the lot is drawn opens nothing afterwards, for it may have become another's."""

from __future__ import annotations

import pytest

from gateway import frames
from gateway.accounts import new_guest
from gateway.cards import visible_match
from services import bus
from services.errors import NotFound
from services.history import events_page, eye_of
from services.referee.tasks import advance
from services.tables import Wish, open_table, take_seat

pytestmark = pytest.mark.django_db(transaction=True)


def test_whoever_was_read_before_the_start_is_shown_no_hand_after_it(monkeypatch):
    monkeypatch.setattr(bus, "poke", lambda *args, **kwargs: True)
    ann, bea = new_guest("Ann").pk, new_guest("Bea").pk
    table = open_table(account=ann, wish=Wish("saboteur_duel", 2, lot=True))
    take_seat(match_id=table.id, account=bea)
    match, seat = visible_match(table.id, ann)
    advance(str(table.id))
    with pytest.raises(NotFound):
        frames.present(match, eye_of(seat), "en")
    page = events_page(match, -1, seat)
    assert page["opened"] == []
    assert all(event["seq"] <= match.head_seq for event in page["events"])
    match, seat = visible_match(table.id, ann)
    assert seat is not None
    assert events_page(match, -1, seat)["opened"] != []
    assert frames.present(match, eye_of(seat), "en")
