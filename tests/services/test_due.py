"""Promises 5 and 9: every kind of due work can be listed again from the database; clocks are the server's."""

from __future__ import annotations

import uuid
from datetime import timedelta

import pytest
from django.db.models import F

from engine.games import game_of
from services.auditor import tasks as auditor
from services.auditor.due import due as auditor_due
from services.bus import counters
from services.clocks import due as clocks_due
from services.clocks import follow as clock_facts
from services.clocks import tasks as clocks
from services.log import clock
from services.log.models import Event, Outbox
from services.matches.fold import fold_events
from services.matches.models import Match, Seat, Snapshot
from services.matches.snapshots import fold_stream
from services.opponents.due import due as opponents_due
from services.playing.intake import submit_move
from services.playing.offers import resign
from services.playing.tables import Wish
from services.readers.export import export_match
from services.readers.rebuild import rebuild_match
from services.referee import serve as referee
from services.referee.due import due as referee_due
from services.referee.tasks import advance
from services.sweeper.loop import note_heartbeat
from tests.services.conftest import drain, match_of, opened, question, seated
from verifier.verify import verify

pytestmark = pytest.mark.django_db(transaction=True)


def play(match: Match, people, seat: int, pick: int = 0) -> None:
    frame = question(match, seat)
    move = frame.moves.split("\n")[pick]
    command = str(uuid.uuid4())
    submit_move(match_id=match.id, account=people[seat], decision=frame.decision, move=move, command_id=command)


def events_of(match: Match, kind: str):
    return Event.objects.filter(stream_id=match.id, type=kind)


def test_a_recorded_move_whose_poke_was_lost_is_judged_by_the_next_tick(pokes, house_clock):
    match, people = seated("zertz")
    play(match, people, 0)
    referee_due("zertz", clock.now())
    assert not events_of(match, "move.judged").exists(), "a fresh poke is probably still on its way"
    house_clock(seconds=3)
    referee_due("glux", clock.now())
    assert not events_of(match, "move.judged").exists(), "another game's referee"
    referee_due("zertz", clock.now())
    assert events_of(match, "move.judged").count() == 1


def test_a_full_table_that_nobody_started_is_started(pokes, house_clock):
    match = opened(account=uuid.uuid4(), wish=Wish("zertz", 2, bots={0: "random", 1: "random"}))
    house_clock(seconds=3)
    referee_due("zertz", clock.now())
    assert match_of(match.id).status == Match.Status.RUNNING


def test_the_seed_of_a_table_that_was_given_up_is_revealed(pokes, house_clock):
    from services.playing.tables import leave_seat

    account = uuid.uuid4()
    match = opened(account=account, wish=Wish("zertz", 2))
    leave_seat(match_id=match.id, account=account)
    assert not match_of(match.id).revealed, "the door does not know the seed"
    house_clock(seconds=3)
    referee_due("zertz", clock.now())
    match = match_of(match.id)
    assert match.revealed
    assert verify(export_match(match)) == []


def test_a_bots_turn_that_was_forgotten_is_poked_again(pokes, house_clock):
    match = opened(account=uuid.uuid4(), wish=Wish("zertz", 2, bots={0: "random"}, lot=False))
    advance(str(match.id))
    pokes.clear()
    house_clock(seconds=5)
    opponents_due(clock.now())
    assert ("opponents.think", (str(match.id), 0)) in pokes
    assert ("opponents.think", (str(match.id), 1)) not in pokes


def test_a_games_timer_is_served_once_and_the_log_holds(pokes, hush, house_clock):
    match, people = seated("hush", options={"rounds": 1})
    play(match, people, 0)
    advance(str(match.id))
    assert match_of(match.id).due_at is not None
    house_clock(minutes=10)
    referee_due("hush", clock.now())
    assert events_of(match, "time.up").count() == 1
    referee_due("hush", clock.now())
    assert events_of(match, "time.up").count() == 1
    while match_of(match.id).status == Match.Status.RUNNING:
        for seat in Seat.objects.filter(match=match, decision__isnull=False).values_list("seat", flat=True):
            play(match, people, seat)
            advance(str(match.id))
    assert verify(export_match(match_of(match.id)), games={"hush": hush}) == []


def test_thinking_time_that_runs_out_loses_the_match(pokes, house_clock):
    match, _ = seated("zertz", move_seconds=60)
    house_clock(seconds=62)
    clocks.tick()
    drain(pokes)
    match = match_of(match.id)
    assert match.status == Match.Status.ENDED
    end = events_of(match, "match.ended").get().pub
    assert (end["winners"], end["reason"]) == ([1], "time")
    assert verify(export_match(match)) == []


def test_no_clock_expires_while_a_recorded_move_waits(pokes, house_clock):
    match, people = seated("zertz", move_seconds=60)
    play(match, people, 0)
    house_clock(seconds=62)
    clocks.tick()
    assert not events_of(match, "clock.expired").exists()


def test_a_finished_match_is_audited_once_and_a_verifier_that_raises_is_recorded(pokes, monkeypatch):
    match, people = seated("zertz")
    resign(match_id=match.id, account=people[0])
    advance(str(match.id))
    pokes.clear()
    auditor_due(clock.now())
    assert ("auditor.check", (str(match.id),)) in pokes
    monkeypatch.setattr(auditor, "examine_match", lambda *_, **__: 1 / 0)
    auditor.check(str(match.id))
    assert match_of(match.id).audit == "broke-off"
    pokes.clear()
    auditor_due(clock.now())
    assert ("auditor.check", (str(match.id),)) not in pokes


def test_an_audit_that_holds_is_kept(pokes):
    match, people = seated("zertz")
    resign(match_id=match.id, account=people[0])
    advance(str(match.id))
    auditor.check(str(match.id))
    assert match_of(match.id).audit == "holds"


def test_a_timer_that_runs_out_before_the_next_tick_is_poked_for_its_moment(pokes, hush, house_clock):
    match, people = seated("hush", options={"rounds": 1})
    play(match, people, 0)
    advance(str(match.id))
    left = match_of(match.id).due_at - clock.now()
    house_clock(seconds=left.total_seconds() - 2)
    pokes.clear()
    referee_due("hush", clock.now())
    assert pokes == [("referee.advance", (str(match.id),))]
    assert not events_of(match, "time.up").exists()


# -- outages ----------------------------------------------------------------------------------------------------------


def test_an_outage_is_credited_once_and_costs_nobody_the_match(pokes, house_clock):
    match, _ = seated("zertz", move_seconds=60)
    note_heartbeat(clock.now())
    house_clock(seconds=300)
    note_heartbeat(clock.now())
    assert Outbox.objects.filter(follower="clocks").count() == 1
    clocks.tick()
    clocks.tick()
    drain(pokes)
    match = match_of(match.id)
    assert match.status == Match.Status.RUNNING
    assert events_of(match, "clock.credited").count() == 1
    assert match.clock_at > clock.now() + timedelta(seconds=50)
    assert not Outbox.objects.filter(follower="clocks").exists()


def test_no_clock_expires_before_a_waiting_outage_is_credited(pokes, house_clock, monkeypatch):
    match, _ = seated("zertz", move_seconds=60)
    note_heartbeat(clock.now())
    house_clock(seconds=300)
    note_heartbeat(clock.now())
    monkeypatch.setattr(clocks, "handle", lambda fact: 1 / 0)
    clocks.tick()
    assert not events_of(match, "clock.expired").exists()


def test_a_question_put_after_the_outage_began_is_credited_from_then_on(pokes, house_clock):
    note_heartbeat(clock.now())
    house_clock(seconds=200)
    match, _ = seated("zertz", move_seconds=60)
    house_clock(seconds=300)
    note_heartbeat(clock.now())
    clocks.tick()
    assert 95_000 < events_of(match, "clock.credited").get().pub["ms"] < 101_000


def test_a_match_that_cannot_be_credited_keeps_no_other_from_it(pokes, house_clock, monkeypatch):
    slow = {"kind": "per_move", "ms": 60_000}
    broken, whole = seated("zertz", clock=slow)[0], seated("zertz", clock=slow)[0]
    honest = clock_facts.credit_match

    def credit(match_id, *args):
        if match_id == broken.id:
            raise ValueError("a log that does not fold")
        honest(match_id, *args)

    monkeypatch.setattr(clock_facts, "credit_match", credit)
    note_heartbeat(clock.now())
    house_clock(minutes=30)
    note_heartbeat(clock.now())
    clocks.tick()
    assert Event.objects.filter(stream_id=whole.id, type="clock.credited").count() == 1
    assert not Event.objects.filter(type="clock.expired").exists(), "while one waits to be credited, no clock expires"


def test_a_short_silence_is_no_outage(pokes, house_clock):
    seated("zertz", move_seconds=60)
    note_heartbeat(clock.now())
    house_clock(seconds=50)
    note_heartbeat(clock.now())
    assert not Outbox.objects.filter(follower="clocks").exists()


def test_a_match_whose_log_does_not_fold_keeps_no_other_clock_from_expiring(pokes, house_clock, monkeypatch):
    fast = {"kind": "per_move", "ms": 1000}
    broken, other = seated("zertz", clock=fast)[0], seated("zertz", clock=fast)[0]
    honest = clocks_due.expire_match

    def expire(match_id):
        if match_id == broken.id:
            raise ValueError("a log that does not fold")
        honest(match_id)

    monkeypatch.setattr(clocks_due, "expire_match", expire)
    house_clock(minutes=1)
    for _ in range(3):
        clocks.tick()
    assert match_of(other.id).status == Match.Status.ABORTED
    assert match_of(broken.id).parked.startswith("ValueError")


# -- faults -----------------------------------------------------------------------------------------------------------


def test_a_match_whose_fold_raises_is_parked_after_three_tries_and_the_others_go_on(pokes, monkeypatch, house_clock):
    match, people = seated("zertz")
    other, others = seated("zertz")
    play(match, people, 0)
    play(other, others, 0)
    bad, honest = match.id, referee.desk_of

    def broken(loaded):
        if loaded.id == bad:
            raise RuntimeError("a bug in the rules")
        return honest(loaded)

    monkeypatch.setattr(referee, "desk_of", broken)
    for _ in range(4):
        referee.serve([match.id, other.id])
    match, other = match_of(match.id), match_of(other.id)
    assert match.parked.startswith("RuntimeError")
    assert match.tries == 3
    assert other.judged_seq == other.head.seq
    house_clock(seconds=10)
    monkeypatch.setattr(referee, "desk_of", lambda loaded: 1 / 0)
    referee_due("zertz", clock.now())
    assert match_of(match.id).tries == 3, "a parked match is left alone"


# -- snapshots --------------------------------------------------------------------------------------------------------


@pytest.fixture
def long_match(pokes):
    match = opened(account=uuid.uuid4(), wish=Wish("glux", 4, bots=dict.fromkeys(range(4), "random")))
    drain(pokes)
    return match_of(match.id)


def test_snapshots_and_a_fold_from_zero_agree(long_match):
    snapshots = Snapshot.objects.filter(match=long_match).order_by("seq")
    assert snapshots.exists()
    with_help, without = fold_stream(long_match.id), fold_stream(long_match.id, snapshots=False)
    assert with_help.position == without.position
    game = game_of("glux", long_match.rules_version)
    assert game.dump(with_help.position.state) == game.dump(without.position.state)
    before = list(snapshots.values("seq", "data", "checksum", "rules_version"))
    rebuild_match(long_match.id)
    assert list(snapshots.values("seq", "data", "checksum", "rules_version")) == before


@pytest.mark.parametrize(
    "damage",
    [
        {"data": '{"state": {}}'},
        {"data": "nonsense"},
        {"checksum": "0" * 64},
        {"rules_version": 7},
        {"seq": F("seq") - 1},
    ],
)
def test_a_damaged_snapshot_is_not_believed_but_counted(long_match, damage, caplog):
    honest = fold_stream(long_match.id, snapshots=False).position
    Snapshot.objects.filter(match=long_match).update(**damage)
    before = refused_snapshots()
    assert fold_stream(long_match.id).position == honest
    assert "does not fit the log" in caplog.text
    assert refused_snapshots() == before + 1


def refused_snapshots() -> int:
    counts = counters.counts()
    assert counts is not None
    return counts.get("snapshots_refused", 0)


def test_a_snapshot_of_another_state_with_a_right_checksum_is_not_believed(long_match):
    """`asked` and `drawn` are outside the digest of the state, and the digest is outside the checksum's reach."""
    from dataclasses import replace

    from services.log.read import read
    from services.matches.snapshots import snapshot_of

    row = Snapshot.objects.filter(match=long_match).order_by("seq").first()
    events = read(long_match.id)
    wrong = fold_events(event for event in events if event.seq <= row.seq - 4).position
    forged = snapshot_of(long_match.id, replace(wrong, seq=row.seq))
    Snapshot.objects.filter(match=long_match).delete()
    Snapshot.objects.create(
        match=long_match, seq=forged.seq, rules_version=forged.rules_version, checksum=forged.checksum, data=forged.data
    )
    before = refused_snapshots()
    assert fold_stream(long_match.id).position == fold_events(events).position
    assert refused_snapshots() == before + 1
