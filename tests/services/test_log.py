"""The log is written once, in one order, and its commitments open with what the seats hold."""

from __future__ import annotations

import uuid

import pytest
from django.db import DatabaseError, IntegrityError, connection, transaction

from services.errors import Conflict
from services.log import clock, fair
from services.log.append import Append, Draft, HeadMoved, append, append_one, seal
from services.log.models import Event, SealedPart, Seed
from services.log.rows import TwoWrites
from services.matches.models import Match, Seat
from services.matches.rows import InStatus, MatchRow, SeatRow
from services.playing.intake import submit_move
from services.playing.tables import Wish, leave_seat, take_seat
from services.readers.history import events_page
from services.referee.tasks import advance
from tests.conftest import EMPTIED
from tests.services.conftest import match_of, opened, question, seated

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("pokes")]
RESIGNED = Draft("seat.resigned", "seat:0", {"seat": 0})


@pytest.mark.parametrize(("table", "change"), [(Event, {"seq": 99}), (SealedPart, {"seq": 99}), (Seed, {"seed": b"x"})])
def test_the_database_refuses_to_change_or_delete_what_was_recorded(table, change):
    match, people = seated("zertz")
    move = question(match, 0).moves.split("\n")[0]
    submit_move(match_id=match.id, account=people[0], decision=1, move=move, command_id=str(uuid.uuid4()))
    with pytest.raises(DatabaseError, match="written once"), transaction.atomic():
        table.objects.filter(stream_id=match.id).update(**change)
    with pytest.raises(DatabaseError, match="written once"), transaction.atomic():
        table.objects.filter(stream_id=match.id).delete()


def empty(what: str) -> None:
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(f"TRUNCATE {what}")


@pytest.mark.parametrize("table", EMPTIED)
def test_the_database_refuses_to_empty_what_was_recorded(table):
    with pytest.raises(DatabaseError, match="written once"):
        empty(table)


def test_a_stream_is_not_emptied_together_with_its_log():
    with pytest.raises(DatabaseError, match="written once"):
        empty("store_stream CASCADE")


# -- appends ----------------------------------------------------------------------------------------------------------


def item(match: Match, drafts=(RESIGNED,), rows=(), given=None) -> Append:
    return Append(seal(match.head, list(drafts), clock.now()), rows, given)


def test_appending_behind_an_old_head_writes_nothing():
    match, _ = seated("zertz")
    append_one(item(match))
    with pytest.raises(HeadMoved):
        append_one(item(match, rows=[MatchRow(match.id, status="aborted")]))
    assert Event.objects.filter(stream_id=match.id, type="seat.resigned").count() == 1
    assert match_of(match.id).status == Match.Status.RUNNING


def test_of_a_list_each_append_is_answered_and_one_that_fails_leaves_the_others():
    matches = [seated("zertz")[0] for _ in range(3)]
    append_one(item(matches[1]))
    rows = [[SeatRow(match.id, 1, answered_seq=77)] for match in matches]
    given = [InStatus("running"), InStatus("running"), InStatus("running")]
    wanted = [item(match, rows=more, given=test) for match, more, test in zip(matches, rows, given, strict=True)]
    assert append(wanted) == [True, False, True]
    answered = [Seat.objects.get(match=match, seat=1).answered_seq for match in matches]
    assert answered == [77, None, 77]


def test_a_condition_that_does_not_hold_keeps_its_own_append_back():
    matches = [seated("zertz")[0] for _ in range(2)]
    wanted = [item(matches[0], given=InStatus("open")), item(matches[1], given=InStatus("running"))]
    assert append(wanted) == [False, True]


def test_two_rows_with_one_key_are_refused_before_anything_is_written():
    match, _ = seated("zertz")
    twice = [SeatRow(match.id, 0, answered_seq=1), SeatRow(match.id, 0, decision=None)]
    with pytest.raises(TwoWrites):
        append_one(item(match, rows=twice))
    assert not Event.objects.filter(stream_id=match.id, type="seat.resigned").exists()


def test_an_event_of_the_server_that_may_happen_once_happens_once():
    match, _ = seated("zertz")
    credit = Draft("clock.credited", "server", {"seat": 0, "ms": 5}, once="outage 1 seat 0")
    append_one(item(match, [credit]))
    with pytest.raises(IntegrityError):
        append_one(item(match_of(match.id), [credit]))
    assert Event.objects.filter(stream_id=match.id, type="clock.credited").count() == 1


def test_a_status_changed_together_with_the_head_keeps_a_waiting_append_out():
    """Both read the match while it ran; the one that comes second finds another head."""
    match, _ = seated("zertz")
    late = item(match, given=InStatus("running"))
    append_one(item(match, rows=[MatchRow(match.id, status="ended")]))
    assert append([late]) == [False]


def test_moving_the_head_of_a_stream_stays_on_its_page():
    """No column of the stream that moves is indexed: PostgreSQL counts its updates as heap-only."""
    indexed = """
        SELECT a.attname FROM pg_index i JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = ANY(i.indkey)
         WHERE i.indrelid = 'store_stream'::regclass
    """
    with connection.cursor() as cursor:
        cursor.execute(indexed)
        assert {row[0] for row in cursor.fetchall()} == {"id", "origin", "log_id"}


def head_updates() -> tuple[int, int]:
    """Of all heads so far: how often they moved, and how often without touching an index."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_stat_force_next_flush()")
        cursor.execute("SELECT pg_stat_clear_snapshot()")
        cursor.execute("SELECT n_tup_upd, n_tup_hot_upd FROM pg_stat_user_tables WHERE relname = 'store_stream'")
        row: tuple[int, int] = cursor.fetchone()
    return row


def test_heads_move_by_heap_only_updates():
    matches = [seated("zertz")[0] for _ in range(3)]
    before = head_updates()
    for number in range(40):
        credit = Draft("clock.credited", "server", {"seat": 0, "ms": number + 1})
        assert append([item(match_of(match.id), [credit]) for match in matches]) == [True] * 3
    moved, heap_only = (after - earlier for after, earlier in zip(head_updates(), before, strict=True))
    assert moved == 120
    assert heap_only >= 110


# -- who opens what ---------------------------------------------------------------------------------------------------


def test_a_seat_opens_its_own_parts_and_the_gallery_none(hush):
    match, _ = seated("hush")
    key = match.head.seal_key
    mine = events_page(match, -1, 0)["opened"]
    assert {part["aud"] for part in mine} == {"0"}
    assert events_page(match, -1, None)["opened"] == []
    sealed = {event["seq"]: event["sealed"] for event in events_page(match, -1, 0)["events"]}
    for part in mine:
        assert part["salt"] == fair.salt(key, part["seq"], "0").hex()
        assert fair.commitment(bytes.fromhex(part["salt"]), part["payload"]) == sealed[part["seq"]]["0"]


def test_a_seat_can_be_left_and_taken_again_and_is_never_taken_twice():
    ann, bea, cid = (uuid.uuid4() for _ in range(3))
    match = opened(account=ann, wish=Wish("potion_explosion", 3))
    take_seat(match_id=match.id, account=bea, seat=2)
    with pytest.raises(Conflict, match="seat-taken"):
        take_seat(match_id=match.id, account=cid, seat=2)
    with pytest.raises(Conflict, match="already-seated"):
        take_seat(match_id=match.id, account=bea)
    leave_seat(match_id=match.id, account=bea)
    take_seat(match_id=match.id, account=cid, seat=2)
    take_seat(match_id=match.id, account=bea)
    assert match_of(match.id).status == Match.Status.STARTING
    advance(str(match.id))
    with pytest.raises(Conflict, match="already-started"):
        leave_seat(match_id=match.id, account=ann)


def test_a_table_everybody_left_is_aborted_and_its_seed_revealed():
    ann = uuid.uuid4()
    match = opened(account=ann, wish=Wish("zertz", 2))
    leave_seat(match_id=match.id, account=ann)
    assert match_of(match.id).status == Match.Status.ABORTED
    advance(str(match.id))
    last = list(Event.objects.filter(stream_id=match.id).order_by("seq").values_list("type", flat=True))[-2:]
    assert last == ["match.aborted", "seed.revealed"]
