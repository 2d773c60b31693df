"""The log is written once, in one order, and its commitments open with what the seats hold."""

from __future__ import annotations

import uuid

import pytest
from django.db import DatabaseError, connection, transaction

from services import fair
from services.errors import Conflict
from services.history import events_page
from services.intake import submit_move
from services.referee.tasks import advance
from services.store.log import Draft, HeadMoved, append, head_of
from services.store.models import Event, Match, SealedPart, Seed
from services.tables import leave_seat, take_seat
from tests.conftest import EMPTIED
from tests.services.conftest import question, seated

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("pokes")]


@pytest.mark.parametrize(("table", "change"), [(Event, {"seq": 99}), (SealedPart, {"seq": 99}), (Seed, {"seed": b"x"})])
def test_the_database_refuses_to_change_or_delete_what_was_recorded(table, change):
    match, people = seated("zertz")
    frame = question(match, 0)
    move = frame.moves.split("\n")[0]
    submit_move(match_id=match.id, account=people[0], decision=1, move=move, command_id=str(uuid.uuid4()))
    with pytest.raises(DatabaseError, match="written once"), transaction.atomic():
        table.objects.filter(match=match).update(**change)
    with pytest.raises(DatabaseError, match="written once"), transaction.atomic():
        table.objects.filter(match=match).delete()


def empty(guarded: str, what: str) -> None:
    """Under the trigger that the tests do without."""
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(f"ALTER TABLE {guarded} ENABLE TRIGGER never_emptied")
        cursor.execute(f"TRUNCATE {what}")


@pytest.mark.parametrize("table", EMPTIED)
def test_the_database_refuses_to_empty_what_was_recorded(table):
    with pytest.raises(DatabaseError, match="written once"):
        empty(table, table)


def test_a_match_is_not_emptied_together_with_its_log():
    with pytest.raises(DatabaseError, match="written once"):
        empty("store_event", "store_match CASCADE")


def test_appending_behind_an_old_head_writes_nothing():
    match, _ = seated("zertz")
    old = head_of(match)
    draft = Draft("seat.resigned", "seat:0", {"seat": 0})
    with transaction.atomic():
        append(old, [draft])
    with pytest.raises(HeadMoved), transaction.atomic():
        append(old, [draft])
    assert Event.objects.filter(match=match, type="seat.resigned").count() == 1


def test_a_seat_opens_its_own_parts_and_the_gallery_none(hush):
    match, _ = seated("hush")
    key = bytes(match.seal_key)
    mine = events_page(match, -1, 0)["opened"]
    assert {part["aud"] for part in mine} == {"0"}
    assert events_page(match, -1, None)["opened"] == []
    sealed = {event["seq"]: event["sealed"] for event in events_page(match, -1, 0)["events"]}
    for part in mine:
        assert part["salt"] == fair.salt(key, part["seq"], "0").hex()
        assert fair.commitment(bytes.fromhex(part["salt"]), part["payload"]) == sealed[part["seq"]]["0"]


def test_a_seat_can_be_left_and_taken_again_and_is_never_taken_twice():
    from services.tables import Wish, open_table

    ann, bea, cid = (uuid.uuid4() for _ in range(3))
    match = open_table(account=ann, wish=Wish("potion_explosion", 3))
    take_seat(match_id=match.id, account=bea, seat=2)
    with pytest.raises(Conflict, match="seat-taken"):
        take_seat(match_id=match.id, account=cid, seat=2)
    with pytest.raises(Conflict, match="already-seated"):
        take_seat(match_id=match.id, account=bea)
    leave_seat(match_id=match.id, account=bea)
    take_seat(match_id=match.id, account=cid, seat=2)
    take_seat(match_id=match.id, account=bea)
    match.refresh_from_db()
    assert match.status == Match.Status.STARTING
    advance(str(match.id))
    with pytest.raises(Conflict, match="already-started"):
        leave_seat(match_id=match.id, account=ann)


def test_a_table_everybody_left_is_aborted_and_its_seed_told():
    from services.tables import Wish, open_table

    ann = uuid.uuid4()
    match = open_table(account=ann, wish=Wish("zertz", 2))
    leave_seat(match_id=match.id, account=ann)
    match.refresh_from_db()
    assert match.status == Match.Status.ABORTED
    last = list(Event.objects.filter(match=match).order_by("seq").values_list("type", flat=True))[-2:]
    assert last == ["match.aborted", "seed.revealed"]
