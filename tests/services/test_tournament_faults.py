"""Faults: two at a time, workers that die, pokes that are lost. One pairing a round, nobody twice, nothing lost."""

from __future__ import annotations

import threading
import uuid

import pytest
from django.db import connection

import services.tournaments.read as tournaments
from services.errors import Refusal
from services.log.models import Event
from services.matches.models import Match
from services.playing.offers import resign
from services.tournaments import pairing, run
from services.tournaments.models import PairingClaim, Tournament
from services.tournaments.tasks import pair, tick
from tests.services.test_tournaments import must_be_whole, must_hold
from tests.services.tournament_hands import Evening

pytestmark = pytest.mark.django_db(transaction=True)


class Killed(BaseException):
    """What a kill -9 is to a worker: nothing after it happens."""


def at_once(*works) -> list:
    """Run all at the same time; what each returned or raised."""
    outcomes: list = [None] * len(works)
    ready = threading.Barrier(len(works))

    def work(number: int) -> None:
        ready.wait(20)
        try:
            outcomes[number] = works[number]()
        except Exception as error:
            outcomes[number] = error
        finally:
            connection.close()

    threads = [threading.Thread(target=work, args=(number,)) for number in range(len(works))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return outcomes


def rounds_written(evening: Evening) -> list[int]:
    events = Event.objects.filter(stream_id=evening.id, type="round.paired").order_by("seq")
    return [event.pub["round"] for event in events]


def test_a_double_click_on_start_starts_once(pokes):
    evening = Evening(pokes, "swiss", 6, rounds=2)
    asked = [evening.asked() for _ in range(4)]
    outcomes = at_once(*(lambda asking=asking: tournaments.start(asking) for asking in asked))
    started = [outcome for outcome in outcomes if not isinstance(outcome, Exception)]
    assert len(started) == 1
    assert {outcome.code for outcome in outcomes if isinstance(outcome, Refusal)} == {"already-started"}
    evening.play()
    must_be_whole(evening)


def test_the_same_command_sent_four_times_at_once_is_recorded_once_and_answered_alike(pokes):
    evening = Evening(pokes, "swiss", 3, rounds=1)
    asked = evening.asked(evening.people[0])
    outcomes = at_once(*[lambda: tournaments.leave(asked)] * 4)
    assert len({(outcome.status, outcome.body["seq"]) for outcome in outcomes}) == 1
    assert Event.objects.filter(stream_id=evening.id, type="entry.withdrawn").count() == 1


def test_four_workers_at_one_tournament_pair_each_round_once_and_open_each_match_once(pokes):
    evening = Evening(pokes, "swiss", 8, rounds=2)
    evening.start()
    at_once(*[lambda: run.advance(evening.id)] * 4)
    assert rounds_written(evening) == [1]
    assert Match.objects.filter(tournament=evening.id).count() == 4
    evening.play()
    assert rounds_written(evening) == [1, 2]
    must_be_whole(evening)
    must_hold(evening)


def test_results_that_arrive_while_the_round_is_closed_are_noted_once(pokes):
    evening = Evening(pokes, "swiss", 8, rounds=2)
    evening.start()
    evening.settle()
    for match in evening.running():
        evening.end(match, loser=0)
    at_once(*[tick] * 4, *[lambda: run.advance(evening.id)] * 2)
    evening.play()
    must_be_whole(evening)
    must_hold(evening)


def test_a_withdrawal_during_pairing_begins_the_pairing_anew(pokes, monkeypatch):
    evening = Evening(pokes, "swiss", 6, rounds=2)
    evening.start()
    whole, left = pairing.pair_next, []

    def slow(state, **more):
        drawn = whole(state, **more)
        if not left:
            left.append(tournaments.leave(evening.asked(evening.people[3])))
        return drawn

    monkeypatch.setattr(pairing, "pair_next", slow)
    evening.settle()
    assert rounds_written(evening) == [1]
    assert 4 not in {entry for table in evening.state.round(1).tables for entry in table.latest.entries}
    evening.play()
    must_be_whole(evening)
    must_hold(evening)


def test_a_bye_asked_for_during_pairing_for_a_later_round_does_not_begin_it_anew(pokes, monkeypatch):
    evening = Evening(pokes, "swiss", 6, rounds=3)
    evening.start()
    whole, calls = pairing.pair_next, []

    def slow(state, **more):
        calls.append(1)
        if len(calls) == 1:
            tournaments.ask_bye(evening.asked(evening.people[0]), round_number=2)
        return whole(state, **more)

    monkeypatch.setattr(pairing, "pair_next", slow)
    evening.settle()
    assert (len(calls), rounds_written(evening)) == (1, [1])


def test_a_worker_that_dies_while_pairing_is_followed_by_another_when_its_claim_has_run_out(
    pokes, monkeypatch, house_clock
):
    evening = Evening(pokes, "swiss", 6, rounds=1)
    evening.start()
    whole = pairing.pair_next

    def dies(state, **more):
        raise Killed

    monkeypatch.setattr(pairing, "pair_next", dies)
    with pytest.raises(Killed):
        pairing.pair(evening.id)
    # A killed process gives nothing up.
    PairingClaim.objects.filter(tournament_id=evening.id).delete()
    pairing._claim(evening.id, 1, uuid.uuid4())
    monkeypatch.setattr(pairing, "pair_next", whole)
    tick()
    assert rounds_written(evening) == []
    house_clock(seconds=16)
    evening.play()
    assert rounds_written(evening) == [1]
    must_be_whole(evening)


def test_a_large_round_is_paired_by_the_long_task(pokes, monkeypatch):
    monkeypatch.setattr(run, "AT_ONCE", 2)
    evening = Evening(pokes, "swiss", 6, rounds=1)
    evening.start()
    pokes.clear()
    tick()
    assert rounds_written(evening) == []
    assert ("tournaments.pair", (str(evening.id),)) in pokes
    pair(str(evening.id))
    pair(str(evening.id))
    assert rounds_written(evening) == [1]
    assert len(evening.running()) == 3


@pytest.mark.parametrize("dying", ["_write", "_pair", "open_matches"])
def test_a_worker_killed_at_any_step_leaves_nothing_half_done(pokes, monkeypatch, dying):
    """Every step is tried, and each time the worker dies just before it, once."""
    evening = Evening(pokes, "knockout", 4, rules={"best_of": 1})
    evening.start()
    whole, deaths = getattr(run, dying), []

    def dies(*args):
        if len(deaths) % 2 == 0:
            deaths.append(1)
            raise Killed
        deaths.append(1)
        return whole(*args)

    monkeypatch.setattr(run, dying, dies)
    for _ in range(60):
        pokes.clear()  # whatever Redis held is gone
        try:
            tick()
        except Killed:
            continue
        for match in evening.running():
            match.refresh_from_db()
            if match.status == "running":
                evening.end(match)
        if evening.state.revealed:
            break
    assert deaths
    must_be_whole_without_matches(evening)


def must_be_whole_without_matches(evening: Evening) -> None:
    assert evening.state.revealed
    assert rounds_written(evening) == [1, 2]
    assert evening.state.closed.reason == "done"


def test_without_a_single_poke_the_ticks_bring_it_to_its_end(pokes):
    from services.referee.tasks import advance as judge

    evening = Evening(pokes, "swiss", 4, rounds=2)
    evening.start()
    for _ in range(20):
        pokes.clear()
        tick()
        for match in evening.running():
            match.refresh_from_db()
            if match.status == "running":
                resign(match_id=match.id, account=match.holders.order_by("seat").first().account)
        for match in Match.objects.filter(tournament=evening.id, revealed=False, status="ended"):
            judge(str(match.id))
        if evening.state.revealed:
            break
    must_be_whole(evening)
    must_hold(evening)


def test_a_tournament_that_cannot_go_on_is_parked_and_the_others_go_on(pokes, monkeypatch):
    broken, sound = Evening(pokes, "swiss", 4, rounds=1), Evening(pokes, "swiss", 4, rounds=1)
    broken.start()
    sound.start()
    whole = run.steps_due

    def breaks(loaded):
        if loaded.id == broken.id:
            raise RuntimeError("a bug")
        return whole(loaded)

    monkeypatch.setattr(run, "steps_due", breaks)
    for _ in range(4):
        tick()
    row = Tournament.objects.get(pk=broken.id)
    assert (row.tries, row.parked) == (3, "RuntimeError: a bug")
    sound.play()
    must_be_whole(sound)
