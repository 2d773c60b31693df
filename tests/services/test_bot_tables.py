"""Tables of bots alone: a few at a time, ended by their opener, and never before tables with people."""

from __future__ import annotations

import uuid
from datetime import timedelta

import pytest

from services.bus import pokes as bus
from services.errors import BadRequest, Conflict, NotYours
from services.log import clock
from services.log.models import Event
from services.matches.models import Match, Seat
from services.opponents.due import due
from services.people.accounts import new_guest
from services.playing.offers import resign
from services.playing.tables import Wish, open_table
from services.referee.tasks import advance
from tests.services.conftest import opened

pytestmark = pytest.mark.django_db(transaction=True)
BOTS = {0: "random", 1: "random"}
COMMAND = "0a1b2c3d-4e5f-4a6b-8c7d-9e0f1a2b3c4d"


def started(account: uuid.UUID, **wish: object) -> Match:
    match = opened(account=account, wish=Wish("zertz", 2, **wish))
    advance(str(match.id))
    match.refresh_from_db()
    return match


def test_an_account_has_three_tables_of_bots_at_a_time(pokes):
    ann = new_guest("Ann").pk
    tables = [started(ann, bots=BOTS) for _ in range(3)]
    with pytest.raises(Conflict) as refused:
        opened(account=ann, wish=Wish("zertz", 2, bots=BOTS))
    assert refused.value.code == "too-many-bot-tables"
    opened(account=ann, wish=Wish("zertz", 2, bots={1: "random"}))
    opened(account=new_guest("Bea").pk, wish=Wish("zertz", 2, bots=BOTS))
    resign(match_id=tables[0].id, account=ann)
    opened(account=ann, wish=Wish("zertz", 2, bots=BOTS))


def test_fresh_guests_of_one_address_share_a_number_of_tables_of_bots(pokes, settings):
    settings.MOST_BOT_TABLES_HERE = 2
    wish, here = Wish("zertz", 2, bots=BOTS), "203.0.113.9"
    first = open_table(account=new_guest().pk, wish=wish, address=here)
    open_table(account=new_guest().pk, wish=wish, address=here)
    open_table(account=new_guest().pk, wish=Wish("zertz", 2, bots={1: "random"}), address=here)
    with pytest.raises(Conflict) as refused:
        open_table(account=new_guest().pk, wish=wish, address=here)
    assert refused.value.code == "too-many-bot-tables"
    open_table(account=new_guest().pk, wish=wish, address="203.0.113.10")
    Match.objects.filter(pk=first.id).update(status=Match.Status.ABORTED)
    open_table(account=new_guest().pk, wish=wish, address=here)


def test_the_opener_ends_a_table_of_bots_and_nobody_else_does(pokes):
    ann = new_guest("Ann").pk
    match = started(ann, bots=BOTS)
    with pytest.raises(NotYours):
        resign(match_id=match.id, account=new_guest("Bea").pk)
    resign(match_id=match.id, account=ann)
    advance(str(match.id))
    match.refresh_from_db()
    assert (match.status, match.revealed) == (Match.Status.ABORTED, True)
    types = Event.objects.filter(stream_id=match.id).order_by("-seq").values_list("type", flat=True)
    assert list(types[:2]) == ["seed.revealed", "match.aborted"]
    with pytest.raises(Conflict):
        resign(match_id=match.id, account=ann)


def ending(match: Match) -> Event:
    return Event.objects.get(stream_id=match.id, type="match.aborted")


def test_a_command_id_that_is_no_uuid_ends_no_table_of_bots(pokes):
    ann = new_guest("Ann").pk
    match = started(ann, bots=BOTS)
    with pytest.raises(BadRequest):
        resign(match_id=match.id, account=ann, command_id="begun")
    assert not Event.objects.filter(stream_id=match.id, type="match.aborted").exists()


def test_the_same_command_again_gets_the_receipt_of_the_end_of_a_table_of_bots(pokes):
    ann = new_guest("Ann").pk
    match = started(ann, bots=BOTS)
    first = resign(match_id=match.id, account=ann, command_id=COMMAND.upper())
    assert (ending(match).once, ending(match).hash) == (COMMAND, first.head)
    assert resign(match_id=match.id, account=ann, command_id=COMMAND) == first
    advance(str(match.id))
    assert resign(match_id=match.id, account=ann, command_id=COMMAND) == first
    assert ending(match).seq == first.seq


def test_the_command_id_of_another_event_ends_no_table_of_bots(pokes):
    ann = new_guest("Ann").pk
    match = started(ann, bots=BOTS)
    opening = Event.objects.get(stream_id=match.id, seq=0)
    with pytest.raises(Conflict, match="command-reused"):
        resign(match_id=match.id, account=ann, command_id=opening.cmd)
    assert not Event.objects.filter(stream_id=match.id, type="match.aborted").exists()


def test_late_bots_are_poked_once_and_those_who_keep_people_waiting_first(pokes, monkeypatch):
    ann = new_guest("Ann").pk
    alone, together = started(ann, bots=BOTS), started(ann, bots=BOTS | {})
    Seat.objects.filter(match=together, seat=1).update(account=ann, bot="")
    Seat.objects.update(asked_at=clock.now() - timedelta(minutes=1))
    Seat.objects.filter(match=together).update(asked_at=clock.now() - timedelta(seconds=10))
    Seat.objects.filter(match=together, seat=0).update(decision=1)
    sent: list[str] = []
    monkeypatch.setattr(bus, "poke", lambda task, match, *args, **more: sent.append(match))
    due(clock.now())
    assert sent == [str(together.id), str(alone.id)]
    due(clock.now())
    assert len(sent) == 2
