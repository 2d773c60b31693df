"""P5 and P9: every kind of due work is found again from the database; clocks are the server's."""

from __future__ import annotations

import uuid
from datetime import timedelta

import pytest

from services.audit import tasks as audit
from services.audit.export import export_match
from services.clocks import tasks as clocks
from services.intake import resign, submit_move
from services.projections.rebuild import rebuild_match
from services.referee import tasks as referee
from services.referee.tasks import advance
from services.store.fold import fold_match
from services.store.log import now
from services.store.models import Event, Match, Pulse, Snapshot
from services.tables import Wish, open_table
from tests.services.conftest import drain, question, seated
from verifier.verify import verify

pytestmark = pytest.mark.django_db(transaction=True)


def later(monkeypatch, **span) -> None:
    """The house's clock, moved on."""
    ahead = timedelta(**span)
    monkeypatch.setattr(clocks, "now", lambda: now() + ahead)
    monkeypatch.setattr(referee, "now", lambda: now() + ahead)


def play(match: Match, people, seat: int, pick: int = 0) -> None:
    frame = question(match, seat)
    move = frame.moves.split("\n")[pick]
    command = str(uuid.uuid4())
    submit_move(match_id=match.id, account=people[seat], decision=frame.decision, move=move, command_id=command)


def test_a_recorded_move_whose_poke_was_lost_is_poked_again(pokes, monkeypatch):
    match, people = seated("zertz")
    play(match, people, 0)
    pokes.clear()
    clocks.sweep()
    assert ("referee.advance", (str(match.id),)) not in pokes, "a fresh poke is probably still on its way"
    later(monkeypatch, seconds=3)
    clocks.sweep()
    assert ("referee.advance", (str(match.id),)) in pokes


def test_a_full_table_that_nobody_started_is_started(pokes, monkeypatch):
    match = open_table(account=uuid.uuid4(), wish=Wish("zertz", 2, bots={0: "random", 1: "random"}))
    pokes.clear()
    later(monkeypatch, seconds=3)
    clocks.sweep()
    assert ("referee.advance", (str(match.id),)) in pokes


def test_a_bots_turn_that_was_forgotten_is_poked_again(pokes, monkeypatch):
    match = open_table(account=uuid.uuid4(), wish=Wish("zertz", 2, bots={0: "random"}, lot=False))
    from services.tables import take_seat

    take_seat(match_id=match.id, account=uuid.uuid4()) if match.status == "open" else None
    advance(str(match.id))
    pokes.clear()
    later(monkeypatch, seconds=5)
    clocks.sweep()
    assert ("opponents.think", (str(match.id), 0)) in pokes
    assert ("opponents.think", (str(match.id), 1)) not in pokes


def test_a_games_timer_is_served_once_and_the_log_holds(pokes, hush, monkeypatch):
    match, people = seated("hush", options={"rounds": 1})
    play(match, people, 0)
    advance(str(match.id))
    match.refresh_from_db()
    assert match.due_at is not None
    later(monkeypatch, minutes=10)
    pokes.clear()
    clocks.sweep()
    assert ("referee.advance", (str(match.id),)) in pokes
    advance(str(match.id))
    advance(str(match.id))
    assert Event.objects.filter(match=match, type="time.up").count() == 1
    match.refresh_from_db()
    while match.status == Match.Status.RUNNING:
        for seat in (0, 1):
            if Match.objects.filter(pk=match.pk, frames__eye=seat, frames__decision__isnull=False).exists():
                play(match, people, seat)
                advance(str(match.id))
        match.refresh_from_db()
    assert verify(export_match(match), games={"hush": hush}) == []


def test_thinking_time_that_runs_out_loses_the_match(pokes, monkeypatch):
    match, _ = seated("zertz", move_seconds=60)
    Pulse.objects.update_or_create(name="sweep", defaults={"at": now() + timedelta(seconds=60)})
    later(monkeypatch, seconds=62)
    clocks.sweep()
    drain(pokes)
    match.refresh_from_db()
    assert match.status == Match.Status.ENDED
    end = Event.objects.get(match=match, type="match.ended").pub
    assert (end["winners"], end["reason"]) == ([1], "time")
    assert verify(export_match(match)) == []


def test_a_finished_match_is_audited_once_and_a_verifier_that_stumbles_is_told(pokes, monkeypatch):
    match, people = seated("zertz")
    resign(match_id=match.id, account=people[0])
    advance(str(match.id))
    pokes.clear()
    clocks.sweep()
    assert ("audit.check", (str(match.id),)) in pokes
    monkeypatch.setattr(audit, "examine_match", lambda *_, **__: 1 / 0)
    audit.check(str(match.id))
    match.refresh_from_db()
    assert match.audit == "broke-off"
    pokes.clear()
    clocks.sweep()
    assert ("audit.check", (str(match.id),)) not in pokes


def test_an_audit_that_holds_is_kept(pokes):
    match, people = seated("zertz")
    resign(match_id=match.id, account=people[0])
    advance(str(match.id))
    audit.check(str(match.id))
    match.refresh_from_db()
    assert match.audit == "holds"


def test_an_outage_is_credited_and_costs_nobody_the_match(pokes, monkeypatch):
    match, _ = seated("zertz", move_seconds=60)
    clocks.sweep()
    later(monkeypatch, seconds=300)
    clocks.sweep()
    drain(pokes)
    match.refresh_from_db()
    assert match.status == Match.Status.RUNNING
    assert Event.objects.filter(match=match, type="clock.credited", pub__seat=0).count() == 1
    assert match.clock_at > now() + timedelta(seconds=200)


def test_a_match_that_moves_while_the_outage_is_looked_at_loses_no_time(pokes, monkeypatch):
    match, _ = seated("zertz", move_seconds=60)
    Pulse.objects.update_or_create(name="sweep", defaults={"at": now() - timedelta(seconds=300)})
    later(monkeypatch, seconds=-5)
    clocks.sweep()
    assert not Event.objects.filter(match=match, type="clock.credited").exists()


def test_a_match_whose_fold_raises_is_parked_after_three_tries_and_the_others_go_on(pokes, monkeypatch):
    match, people = seated("zertz")
    other, others = seated("zertz")
    play(match, people, 0)
    play(other, others, 0)
    bad = match.id
    honest = referee.desk_of

    def broken(one, game):
        if one.id == bad:
            raise RuntimeError("a bug in the rules")
        return honest(one, game)

    monkeypatch.setattr(referee, "desk_of", broken)
    for _ in range(4):
        advance(str(match.id))
        advance(str(other.id))
    match.refresh_from_db()
    other.refresh_from_db()
    assert match.parked.startswith("RuntimeError")
    assert match.tries == 3
    assert other.judged_seq == other.head_seq
    pokes.clear()
    later(monkeypatch, seconds=10)
    clocks.sweep()
    assert ("referee.advance", (str(match.id),)) not in pokes


def test_snapshots_and_a_fold_from_zero_agree(pokes):
    from engine.games import GAMES

    wish = Wish("glux", 4, bots=dict.fromkeys(range(4), "random"))
    match = open_table(account=uuid.uuid4(), wish=wish)
    drain(pokes)
    match.refresh_from_db()
    assert Snapshot.objects.filter(match=match).exists()
    game = GAMES["glux"]
    with_help, without = fold_match(match, game), fold_match(match, game, snapshots=False)
    assert with_help.position == without.position
    assert game.dump(with_help.position.state) == game.dump(without.position.state)
    before = list(Snapshot.objects.filter(match=match).order_by("seq").values("seq", "data"))
    rebuild_match(match.id)
    assert list(Snapshot.objects.filter(match=match).order_by("seq").values("seq", "data")) == before
